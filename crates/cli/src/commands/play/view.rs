//! Draws the state.

use outflank_othello::{Color as Side, Square};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::layout::{BoardArea, Layout};
use super::state::{Dialog, State};

mod panel;

/// The symbols of discs and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyphs {
    black: &'static str,
    white: &'static str,
    legal: &'static str,
    /// An empty square without a legal move.
    empty: &'static str,
    last: &'static str,
    spinner: &'static [&'static str],
    border: border::Set<'static>,
}

impl Glyphs {
    pub(super) const ASCII: Self = Self {
        black: "X",
        white: "O",
        legal: ".",
        empty: "-",
        last: "<",
        spinner: &["|", "/", "-", "\\"],
        border: border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
    };
    pub(super) const UNICODE: Self = Self {
        black: "●",
        white: "○",
        legal: "·",
        empty: "",
        last: "‹",
        spinner: &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"],
        border: border::PLAIN,
    };
    /// Marks empty squares, which would be invisible without colours.
    pub(super) const COLOURLESS: Self = Self {
        empty: Self::ASCII.empty,
        ..Self::UNICODE
    };

    const fn disc(self, side: Side) -> &'static str {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }
}

const HELP: [&str; 13] = [
    "arrows, HJKL   move the cursor",
    "Enter, Space   play there",
    "f5             type a square",
    "mouse          click a square",
    "u  r           undo, redo",
    "?              score the moves",
    "x              swap sides",
    "N              new game",
    "s              save",
    "q  Ctrl-C      quit, at once",
    "Esc            clear messages",
    "F1             show the keys",
    "Space pauses engine-only games.",
];

const LIGHT: Color = Color::Indexed(29);
const DARK: Color = Color::Indexed(28);
const CURSOR: Color = Color::Indexed(178);
const LAST: Color = Color::Indexed(24);
const MARK: Color = Color::Indexed(229);

/// Draws the state. Returns the area of the board, if it fits.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State, glyphs: Glyphs) -> Option<BoardArea> {
    let shape = state.session.game.shape();
    let layout = Layout::new(frame.area(), shape);
    match layout {
        Some(layout) => {
            draw_board(frame, layout.board, state, glyphs);
            panel::draw(frame, layout.panel, state, glyphs);
            draw_keys(frame, layout.keys, state);
        }
        None => draw_too_small(frame, state),
    }
    if let Some(dialog) = &state.dialog {
        draw_dialog(frame, dialog, glyphs);
    } else if let Some(layout) = layout {
        // Place the terminal cursor for monochrome terminals and screen readers.
        frame.set_cursor_position(Place::from(layout.board.disc(state.cursor)));
    }
    layout.map(|layout| layout.board)
}

fn draw_too_small(frame: &mut Frame<'_>, state: &State) {
    let shape = state.session.game.shape();
    let area = frame.area();
    let [beside, below] = Layout::min_sizes(shape);
    let text = format!(
        "This window of {}x{} is too small: the {shape} board needs {}x{} or {}x{}. q quits.",
        area.width, area.height, beside.width, beside.height, below.width, below.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn draw_board(frame: &mut Frame<'_>, board: BoardArea, state: &State, glyphs: Glyphs) {
    let shape = state.session.game.shape();
    let buffer = frame.buffer_mut();
    for column in 0..shape.width() {
        let letter = char::from(b'a' + column).to_string();
        put(buffer, board.letter(column), &letter, Style::new());
    }
    for row in 0..shape.height() {
        let number = format!("{:2}", row + 1);
        put(buffer, board.number(row), &number, Style::new());
    }
    for square in shape.squares_in_order() {
        draw_square(frame, board, square, state, glyphs);
    }
}

fn draw_square(
    frame: &mut Frame<'_>,
    board: BoardArea,
    square: Square,
    state: &State,
    glyphs: Glyphs,
) {
    let game = &state.session.game;
    let is_cursor = state.cursor == square;
    let is_last = game.last_square() == Some(square);
    let ground = match (is_cursor, is_last) {
        (true, _) => CURSOR,
        (_, true) => LAST,
        _ if (square.column() + square.row()).is_multiple_of(2) => DARK,
        _ => LIGHT,
    };
    let cell = board.cell(square);
    let style = Style::new().bg(ground);
    let disc = board.disc(square);
    let buffer = frame.buffer_mut();
    buffer.set_style(cell, style);
    if let Some(side) = game.position().disc(square) {
        let color = match side {
            Side::Black => Color::Indexed(16),
            Side::White => Color::Indexed(231),
        };
        let style = style.fg(color).add_modifier(Modifier::BOLD);
        put(buffer, disc, glyphs.disc(side), style);
    } else if game.position().legal_moves().contains(square) {
        let style = style.fg(if is_cursor { Color::Black } else { MARK });
        match score_text(state, square, cell.width) {
            Some(score) => put(buffer, (cell.x, disc.1), &score, style),
            None => put(buffer, disc, glyphs.legal, style),
        }
    } else {
        put(buffer, disc, glyphs.empty, style.fg(MARK));
    }
    // Mark the square for monochrome terminals.
    let style = style.fg(MARK);
    if is_cursor && disc.0 > cell.x {
        put(buffer, (disc.0 - 1, disc.1), "[", style.fg(Color::Black));
        put(buffer, (disc.0 + 1, disc.1), "]", style.fg(Color::Black));
    } else if is_last {
        put(buffer, (disc.0 + 1, disc.1), glyphs.last, style);
    }
}

/// Formats the score of a hinted move, if it fits into its cell with a gap.
fn score_text(state: &State, square: Square, width: u16) -> Option<String> {
    let hint = state.hints.iter().find(|hint| hint.square == square)?;
    let text = format!("{:+}", hint.score.whole_discs());
    let is_under_cursor = state.cursor == square;
    (!is_under_cursor && text.len() < usize::from(width)).then_some(text)
}

fn put(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    buffer.set_string(x, y, text, style);
}

fn draw_keys(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let texts = match state.session.has_humans() {
        true => [
            "F1 keys  arrows Enter or f5 play  u undo  ? hint  x sides  s save  q quit",
            "F1 keys  u undo  ? hint  q quit",
        ],
        false => [
            "F1 keys  Space pause  u undo  r redo  ? hint  s save  q quit",
            "F1 keys  Space pause  q quit",
        ],
    };
    let fits = |text: &&str| text.len() <= usize::from(area.width);
    let text = texts.into_iter().find(fits).unwrap_or("F1 keys  q quit");
    let style = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(text).style(style), area);
}

fn draw_dialog(frame: &mut Frame<'_>, dialog: &Dialog, glyphs: Glyphs) {
    let question = |answers: &str| vec!["The game is not saved.".to_owned(), answers.to_owned()];
    let (title, lines) = match dialog {
        Dialog::Help => (
            " keys (press any to close) ",
            HELP.iter().map(|&line| line.to_owned()).collect(),
        ),
        Dialog::Leave => (" quit ", question("y: quit  s: save  n: stay")),
        Dialog::Restart => (" new game ", question("y: new game  n: stay")),
        Dialog::SaveAs(name) => (" save as (Enter: save, Esc: cancel) ", vec![name.clone()]),
        Dialog::Overwrite(path) => (
            " save ",
            vec![
                format!("{} exists.", path.display()),
                "y: replace  n: other name".to_owned(),
            ],
        ),
    };
    let is_typed = matches!(dialog, Dialog::SaveAs(_));
    let width = lines.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0).max(title.len()).max(30) as u16 + 3;
    let block = Block::bordered().border_set(glyphs.border).title(title);
    let window = draw_window(frame, block, &lines, width, is_typed);
    if is_typed {
        let typed = lines[0].chars().count() as u16;
        let x = (window.x + 1).saturating_add(typed);
        let x = x.min(window.right().saturating_sub(2));
        frame.set_cursor_position(Place::new(x, window.y + 1));
    }
}

/// Draws a centred window. Wraps long lines, but shows only the end of typed text.
fn draw_window(
    frame: &mut Frame<'_>,
    block: Block<'_>,
    lines: &[String],
    width: u16,
    is_typed: bool,
) -> Rect {
    let area = frame.area();
    let width = width.min(area.width);
    let room = usize::from(width.saturating_sub(3)).max(1);
    let wrapped = |line: &String| panel::wrapped(line, room);
    let hidden = lines[0].chars().count().saturating_sub(room);
    let shown: Vec<String> = match is_typed {
        true => vec![lines[0].chars().skip(hidden).collect()],
        false => lines.iter().flat_map(wrapped).collect(),
    };
    let height = (shown.len() as u16 + 2).min(area.height);
    let window = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, window);
    frame.render_widget(Paragraph::new(shown.join("\n")).block(block), window);
    window
}

#[cfg(test)]
mod tests;
