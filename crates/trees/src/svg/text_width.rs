//! Upper bounds on text widths in sans-serif fonts.

/// Returns an upper bound on the width of text in common fonts.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|character| match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '→' | '≥' | '≤' | '∞' | '+' | '=' => 0.98,
        'A'..='Z' => 0.8,
        'a'..='z' => 0.6,
        ' '..='~' => 0.66,
        _ => 1.0,
    });
    widths.sum::<f64>() * size
}

/// Shortens text to a width and ends it with an ellipsis.
pub(super) fn shortened(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut shortened = String::new();
    for character in text.chars() {
        shortened.push(character);
        if text_width(&shortened, size) + size > width {
            break;
        }
    }
    shortened.push('…');
    shortened
}
