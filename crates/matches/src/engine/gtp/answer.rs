//! Answers in GTP.

use crate::engine::external::Talk;

/// How programs that speak GTP answer.
pub(super) const TALK: Talk = Talk {
    is_answer: |line| status_line(line).is_some(),
    most_lines: 1000,
};

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// `=` and the text behind it, its lines with line ends between them.
    Done(String),
    /// `?` and the message behind it.
    Refused(String),
}

/// An answer of which the lines come one by one.
#[derive(Default)]
pub(super) struct AnswerLines {
    /// What has come of it.
    begun: Option<Answer>,
}

impl AnswerLines {
    /// The whole answer, if it ends with this line.
    pub(super) fn read(&mut self, line: &str) -> Option<Answer> {
        match &mut self.begun {
            // Banners and other talk before an answer are passed over.
            None => self.begun = status_line(line),
            Some(_) if line.trim().is_empty() => return self.begun.take(),
            Some(Answer::Done(text) | Answer::Refused(text)) => {
                text.push('\n');
                text.push_str(line.trim());
            }
        }
        None
    }
}

/// The answer that begins with this line, if one does: `=` or `?`, perhaps a
/// number, and a text.
fn status_line(line: &str) -> Option<Answer> {
    let text = |rest: &str| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim().to_owned()
    };
    if let Some(rest) = line.strip_prefix('=') {
        return Some(Answer::Done(text(rest)));
    }
    line.strip_prefix('?')
        .map(|rest| Answer::Refused(text(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_talk() {
        let done = |text: &str| Some(Answer::Done(text.to_owned()));
        assert_eq!(status_line("= D6 "), done("D6"));
        assert_eq!(status_line("="), done(""));
        assert_eq!(status_line("=12 D6"), done("D6"));
        let refused = Answer::Refused("illegal move".to_owned());
        assert_eq!(status_line("? illegal move"), Some(refused));
        for talk in ["", "Welcome!", " = D6", "# = D6"] {
            assert_eq!(status_line(talk), None);
        }
    }

    #[test]
    fn an_answer_ends_with_an_empty_line() {
        let mut lines = AnswerLines::default();
        for line in ["Welcome!", "", "= play", " genmove "] {
            assert_eq!(lines.read(line), None, "{line:?}");
        }
        let answer = Answer::Done("play\ngenmove".to_owned());
        assert_eq!(lines.read(" "), Some(answer));
    }
}
