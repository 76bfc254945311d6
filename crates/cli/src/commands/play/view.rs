//! The game drawn on the terminal.

use outflank_othello::{Color as Side, Square};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::session::Session;

/// Columns that the panel beside the board needs.
const PANEL: u16 = 30;
/// Columns left of the board for the numbers of rows.
const ROW_NUMBERS: u16 = 3;

/// What is shown beside the game itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// The square under the cursor.
    pub(super) cursor: Option<Square>,
    /// What is being typed.
    pub(super) typed: String,
    /// Told to the player.
    pub(super) message: String,
    /// Values of moves.
    pub(super) hints: Vec<(Square, String)>,
    /// The engine is at work.
    pub(super) is_thinking: bool,
    /// The keys are shown.
    pub(super) shows_help: bool,
    /// Plain ASCII signs only.
    pub(super) ascii: bool,
}

const HELP: [&str; 12] = [
    "arrows, Enter  choose a square",
    "f5             type a square",
    "mouse          click a square",
    "u, r           undo, redo",
    "v              values of the moves",
    "x              change sides",
    "N              new game",
    "s              save",
    "q, Ctrl-C      quit",
    "F1             these keys",
    "",
    "any key closes this",
];

/// Where the board stands on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardArea {
    left: u16,
    top: u16,
    cell_width: u16,
    cell_height: u16,
}

impl BoardArea {
    /// The largest board of the session's shape that fits, none if even the
    /// smallest does not.
    fn new(area: Rect, session: &Session) -> Option<Self> {
        let shape = session.game().shape();
        let (columns, rows) = (u16::from(shape.width()), u16::from(shape.height()));
        [(4, 2), (3, 1), (2, 1)]
            .into_iter()
            .find_map(|(cell_width, cell_height)| {
                let width = ROW_NUMBERS + columns * cell_width + 1 + PANEL;
                let height = 1 + rows * cell_height + 2;
                (width <= area.width && height <= area.height).then_some(Self {
                    left: area.x + ROW_NUMBERS,
                    top: area.y + 1,
                    cell_width,
                    cell_height,
                })
            })
    }

    /// The square at a place of the screen.
    pub(super) fn square_at(self, column: u16, row: u16, session: &Session) -> Option<Square> {
        let column = column.checked_sub(self.left)? / self.cell_width;
        let row = row.checked_sub(self.top)? / self.cell_height;
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        session.game().shape().contains(square).then_some(square)
    }

    fn cell(self, square: Square) -> Rect {
        Rect {
            x: self.left + u16::from(square.column()) * self.cell_width,
            y: self.top + u16::from(square.row()) * self.cell_height,
            width: self.cell_width,
            height: self.cell_height,
        }
    }
}

/// Draws everything and says where the board stands, if it has room.
pub(super) fn draw(frame: &mut Frame<'_>, session: &Session, notes: &Notes) -> Option<BoardArea> {
    let area = frame.area();
    let Some(board) = BoardArea::new(area, session) else {
        let shape = session.game().shape();
        let width = ROW_NUMBERS + u16::from(shape.width()) * 2 + 1 + PANEL;
        let height = 3 + u16::from(shape.height());
        let text = format!(
            "This window of {}x{} is too small: a {shape} board needs {width}x{height}. q quits.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return None;
    };
    draw_board(frame, board, session, notes);
    draw_panel(frame, board, session, notes);
    let bottom = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    let keys = "F1 keys  arrows+Enter or f5 play  u undo  v values  x sides  s save  q quit";
    frame.render_widget(
        Paragraph::new(keys).style(Style::new().add_modifier(Modifier::DIM)),
        bottom,
    );
    if notes.shows_help {
        draw_help(frame);
    }
    Some(board)
}

fn draw_board(frame: &mut Frame<'_>, board: BoardArea, session: &Session, notes: &Notes) {
    let game = session.game();
    let shape = game.shape();
    for column in 0..shape.width() {
        let letter = char::from(b'a' + column).to_string();
        let x = board.left + u16::from(column) * board.cell_width + (board.cell_width - 1) / 2;
        frame
            .buffer_mut()
            .set_string(x, board.top - 1, letter, Style::new());
    }
    for row in 0..shape.height() {
        let y = board.top + u16::from(row) * board.cell_height + (board.cell_height - 1) / 2;
        let number = format!("{:2}", row + 1);
        frame
            .buffer_mut()
            .set_string(board.left - ROW_NUMBERS, y, number, Style::new());
    }
    let legal = game.position().legal_moves();
    let last = game.last_square();
    for square in shape.squares_in_order() {
        let cell = board.cell(square);
        let is_dark = (square.column() + square.row()) % 2 == 0;
        let mut style = Style::new().bg(Color::Indexed(if is_dark { 22 } else { 28 }));
        if notes.cursor == Some(square) {
            style = style.bg(Color::Indexed(178));
        } else if last == Some(square) {
            style = style.bg(Color::Indexed(24));
        }
        frame.buffer_mut().set_style(cell, style);
        let hint = notes.hints.iter().find(|(hinted, _)| *hinted == square);
        let (text, style) = match (game.position().disc(square), hint) {
            (Some(side), _) => disc(side, style, notes.ascii),
            (None, Some((_, value))) => (value.clone(), style.fg(Color::Indexed(229))),
            (None, None) if legal.contains(square) => {
                let sign = if notes.ascii { "." } else { "·" };
                (sign.to_owned(), style.fg(Color::Indexed(229)))
            }
            (None, None) => (String::new(), style),
        };
        let mut text: String = text.chars().take(usize::from(board.cell_width)).collect();
        if text.chars().count() < usize::from(board.cell_width) - 1 {
            text.insert(0, ' ');
        }
        let y = cell.y + (board.cell_height - 1) / 2;
        frame.buffer_mut().set_string(cell.x, y, text, style);
        if last == Some(square) {
            // Seen without colours too.
            let mark = if notes.ascii { "<" } else { "‹" };
            let x = cell.x + 2.min(board.cell_width - 1);
            frame.buffer_mut().set_string(x, y, mark, style);
        }
    }
}

/// The sign of a disc and its style.
fn disc(side: Side, style: Style, ascii: bool) -> (String, Style) {
    let (sign, plain, color) = match side {
        Side::Black => ("○", "X", Color::Indexed(16)),
        Side::White => ("●", "O", Color::Indexed(231)),
    };
    let sign = if ascii { plain } else { sign };
    (
        sign.to_owned(),
        style.fg(color).add_modifier(Modifier::BOLD),
    )
}

fn draw_panel(frame: &mut Frame<'_>, board: BoardArea, session: &Session, notes: &Notes) {
    let game = session.game();
    let position = game.position();
    let width = u16::from(game.shape().width()) * board.cell_width;
    let area = frame.area();
    let panel = Rect {
        x: board.left + width + 1,
        y: board.top,
        width: area.right().saturating_sub(board.left + width + 1),
        height: area.bottom().saturating_sub(board.top + 1),
    };
    let side_line = |side: Side, sign: &str| {
        let count = position.count(side);
        let is_mover = !game.is_over() && position.mover() == side;
        let arrow = if is_mover { ">" } else { " " };
        Line::from(format!(
            "{arrow} {sign} {side} ({}): {count}",
            session.player(side)
        ))
    };
    let [black, white] = if notes.ascii {
        ["X", "O"]
    } else {
        ["○", "●"]
    };
    let mut lines = vec![
        side_line(Side::Black, black),
        side_line(Side::White, white),
        Line::default(),
    ];
    lines.push(Line::from(match (session.result(), notes.is_thinking) {
        (Some(result), _) => result,
        (None, true) => "the engine is thinking …".to_owned(),
        (None, false) => format!("{} to move", position.mover()),
    }));
    if game.last_move() == Some(outflank_othello::Move::Pass) {
        let passed = position.mover().opponent();
        lines.push(Line::from(format!("{passed} had to pass")));
    }
    if !notes.typed.is_empty() {
        lines.push(Line::from(format!("square: {}_", notes.typed)));
    }
    if !notes.message.is_empty() {
        lines.push(Line::from(Span::styled(
            notes.message.clone(),
            Style::new().add_modifier(Modifier::BOLD),
        )));
    }
    lines.push(Line::default());
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    let room = usize::from(panel.height).saturating_sub(lines.len()) * 9;
    lines.push(Line::from(
        moves[moves.len().saturating_sub(room)..].join(" "),
    ));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), panel);
}

fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let width = 38.min(area.width);
    let height = (HELP.len() as u16 + 2).min(area.height);
    let window = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, window);
    let block = ratatui::widgets::Block::bordered().title("keys");
    let lines: Vec<Line<'_>> = HELP.iter().map(|line| Line::from(*line)).collect();
    frame.render_widget(Paragraph::new(lines).block(block), window);
}

#[cfg(test)]
mod tests {
    use outflank_othello::Game;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::session::Humans;
    use super::*;

    fn drawn(shape: &str, moves: &str, size: (u16, u16)) -> (String, Option<BoardArea>) {
        let game = Game::from_transcript(shape.parse().unwrap(), moves).unwrap();
        let humans = Humans {
            black: true,
            white: false,
        };
        let session = Session::new(game, humans, None);
        let notes = Notes {
            ascii: true,
            ..Notes::default()
        };
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut area = None;
        terminal
            .draw(|frame| area = draw(frame, &session, &notes))
            .unwrap();
        (terminal.backend().to_string(), area)
    }

    #[test]
    fn the_board_with_legal_moves_and_the_last_one() {
        insta::assert_snapshot!(drawn("8x8", "f5", (80, 24)).0);
    }

    #[test]
    fn nine_columns_of_seven_rows() {
        insta::assert_snapshot!(drawn("9x7", "", (80, 20)).0);
    }

    #[test]
    fn a_small_window_says_what_it_needs() {
        let (text, area) = drawn("8x8", "", (40, 10));
        assert_eq!(area, None);
        assert!(text.contains("too small"), "{text}");
        assert!(text.contains("50x11"), "{text}");
    }

    #[test]
    fn clicks_find_their_square() {
        let game = Game::new("8x8".parse().unwrap());
        let humans = Humans {
            black: true,
            white: false,
        };
        let session = Session::new(game, humans, None);
        let area = BoardArea {
            left: 3,
            top: 1,
            cell_width: 4,
            cell_height: 2,
        };
        let name = |column, row| area.square_at(column, row, &session).map(|s| s.to_string());
        assert_eq!(name(3, 1).as_deref(), Some("a1"));
        assert_eq!(name(3 + 4 * 5 + 3, 1 + 2 * 4 + 1).as_deref(), Some("f5"));
        assert_eq!(name(2, 1), None);
        assert_eq!(name(3 + 4 * 8, 1), None);
    }
}
