//! The side panel with players, status, messages, hints and moves.

use outflank_engine::ScoredMove;
use outflank_othello::Color as Side;
use outflank_othello::notation::numbered_moves;
use outflank_study::OpeningNames;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Glyphs;
use crate::commands::play::state::State;
use crate::output::pv_text;

/// Number of hinted moves shown, and of PV squares after each of them.
const HINTS: usize = 5;
const HINTED_SQUARES: usize = 4;
/// Minimum height of a panel with blank lines between its parts.
const ROOMY: u16 = 12;

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, glyphs: Glyphs) {
    let width = usize::from(area.width);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for side in Side::ALL {
        lines.push(Line::from(side_line(state, side, glyphs)));
    }
    if let Some(named) = OpeningNames::shipped().name_of(&state.session.game) {
        let name = format!("opening: {}", named.opening);
        lines.extend(wrapped(&name, width).into_iter().map(Line::from));
    }
    let gap = |lines: &mut Vec<Line<'_>>| {
        if area.height >= ROOMY {
            lines.push(Line::default());
        }
    };
    gap(&mut lines);
    let messages = std::iter::once(status(state, glyphs)).chain(state.session.pass_note());
    for text in messages.flat_map(|text| wrapped(&text, width)) {
        lines.push(Line::styled(text, bold));
    }
    if !state.typed.is_empty() {
        lines.push(Line::from(format!("square: {}_", state.typed)));
    }
    lines.extend(wrapped(&state.message, width).into_iter().map(Line::from));
    for hint in state.hints.iter().take(HINTS) {
        lines.push(Line::from(hint_line(hint)));
    }
    gap(&mut lines);
    let room = usize::from(area.height).saturating_sub(lines.len());
    // Rewrap the lines of `numbered_moves`.
    let moves = wrapped(&numbered_moves(&state.session.game), width);
    let first = moves.len().saturating_sub(room);
    lines.extend(moves[first..].iter().cloned().map(Line::from));
    frame.render_widget(Paragraph::new(lines), area);
}

fn side_line(state: &State, side: Side, glyphs: Glyphs) -> String {
    let game = &state.session.game;
    let is_mover = !game.is_over() && game.position().mover() == side;
    format!(
        "{} {} {side:<5} {:>3}  {}",
        if is_mover { ">" } else { " " },
        glyphs.disc(side),
        game.position().count(side),
        state.session.player(side),
    )
}

/// Formats the side to move, or the result.
fn status(state: &State, glyphs: Glyphs) -> String {
    let mover = state.session.game.position().mover();
    let spinner = glyphs.spinner[state.ticks % glyphs.spinner.len()];
    if let Some(result) = state.session.result() {
        result
    } else if state.is_paused {
        format!("{mover} to move, paused (Space resumes)")
    } else if state.is_searching() {
        format!("{mover} is thinking {spinner}")
    } else if state.is_scoring() {
        format!("scoring the moves {spinner}")
    } else {
        format!("{mover} to move")
    }
}

fn hint_line(hint: &ScoredMove) -> String {
    let line = pv_text(hint.pv.get(1..).unwrap_or_default(), HINTED_SQUARES);
    let about = if hint.is_exact() { " " } else { "~" };
    let (square, discs) = (hint.square, hint.discs());
    format!("{square:<3} {about}{discs:+.2}  {line}")
}

/// Wraps `text` at `width` characters. Longer words are split.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    if text.chars().count() <= width && !text.contains('\n') && !text.is_empty() {
        return vec![text.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(width) {
            let part: String = part.iter().collect();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_wraps_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert!(wrapped("", 4).is_empty());
    }
}
