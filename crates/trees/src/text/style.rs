//! Styled lines of text.

/// A text style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    Faint,
    /// A cut-off at a Min node.
    Alpha,
    /// A cut-off at a Max node.
    Beta,
    /// Another cut-off.
    Other,
}

impl Style {
    /// Returns the style of a cut-off.
    pub(super) fn of_cut(cause: &str) -> Self {
        match cause {
            "alpha" => Self::Alpha,
            "beta" => Self::Beta,
            _ => Self::Other,
        }
    }

    /// Returns the terminal code (ECMA-48, "select graphic rendition").
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Bold => Some("1"),
            Self::Faint => Some("2"),
            Self::Alpha => Some("33"),
            Self::Beta => Some("35"),
            Self::Other => Some("36"),
        }
    }
}

/// A line under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    parts: Vec<(Style, String)>,
}

impl Line {
    pub(super) fn new(ink: Style, text: impl Into<String>) -> Self {
        let mut line = Self::default();
        line.push(ink, text);
        line
    }

    pub(super) fn push(&mut self, ink: Style, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.parts.push((ink, text));
        }
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }

    /// Returns the width in columns. Lines have no wide characters.
    pub(super) fn width(&self) -> usize {
        let widths = self.parts.iter().map(|(_, text)| text.chars().count());
        widths.sum()
    }

    pub(super) fn padded(mut self, width: usize) -> Self {
        let missing = width.saturating_sub(self.width());
        self.push(Style::Plain, " ".repeat(missing));
        self
    }

    /// Appends the line to `to`, without trailing spaces.
    pub(super) fn print(&self, in_colour: bool, to: &mut String) {
        let start = to.len();
        for (ink, text) in &self.parts {
            match ink.code() {
                Some(code) if in_colour => {
                    to.push_str("\x1b[");
                    to.push_str(code);
                    to.push('m');
                    to.push_str(text);
                    to.push_str("\x1b[0m");
                }
                _ => to.push_str(text),
            }
        }
        let kept = to[start..].trim_end_matches(' ').len();
        to.truncate(start + kept);
        to.push('\n');
    }
}

/// Wraps words into lines of at most `width` characters. Does not split longer words.
pub(super) fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
        assert_eq!(wrapped("one two", usize::MAX), ["one two"]);
    }

    #[test]
    fn colours_do_not_affect_the_width() {
        let mut line = Line::new(Style::Beta, "cut");
        line.extend(Line::default().padded(2));
        let (mut plain, mut coloured) = (String::new(), String::new());
        line.print(false, &mut plain);
        line.print(true, &mut coloured);
        assert_eq!((plain.as_str(), line.width()), ("cut\n", 5));
        assert_eq!(coloured, "\x1b[35mcut\x1b[0m\n");
    }
}
