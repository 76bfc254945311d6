//! The game on the client's board, with the time used.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::format::{Clock as TimeControl, Period};
use outflank_othello::{Color, Game, Move, ParseError, Position, Shape};

use crate::TimeLeft;
use crate::history::History;

/// The longest plausible time for a move, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// A game and its clocks.
#[derive(Clone, Debug)]
pub(super) struct TimedGame {
    pub(super) history: History,
    /// The clocks of Black and White.
    sides: [Side; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    control: Option<TimeControl>,
    moves: u32,
    used: Duration,
}

impl TimedGame {
    /// Creates a game from the standard start, without clocks.
    pub(super) fn new() -> Self {
        Self {
            history: History::new(Position::start(Shape::STANDARD)),
            sides: [Side::default(); 2],
        }
    }

    /// Parses a game in GGF. A side that must pass at the end is still to move, unless
    /// the pass is recorded.
    pub(super) fn from_ggf(text: &str) -> Result<Self, ParseError> {
        let parsed = parse_ggf(text)?.record;
        let clocks = [parsed.black.clock, parsed.white.clock];
        let sides = clocks.map(|control| Side {
            control,
            ..Side::default()
        });
        let mut game = Self {
            history: history_of(&parsed.game, ends_with_pass(text)),
            sides,
        };
        for (ply, (position, mv)) in parsed.game.plies().enumerate() {
            let seconds = parsed.note(ply).and_then(|note| note.seconds);
            game.spend(position.mover(), mv, seconds.unwrap_or_default());
        }
        Ok(game)
    }

    /// Plays a move for the side to move, after a forced pass unless the move is a pass.
    pub(super) fn play(&mut self, mv: Move, seconds: f64) -> Result<(), String> {
        let position = self.history.position();
        let passes = mv != Move::Pass && position.must_pass();
        let mover = if passes {
            position.mover().opponent()
        } else {
            position.mover()
        };
        self.history.play(mover, mv)?;
        self.spend(mover, mv, seconds);
        Ok(())
    }

    fn spend(&mut self, color: Color, mv: Move, seconds: f64) {
        let side = &mut self.sides[color as usize];
        // This also excludes NaN.
        let seconds = if seconds > 0.0 {
            seconds.min(MAX_SECONDS)
        } else {
            0.0
        };
        side.used = side.used.saturating_add(Duration::from_secs_f64(seconds));
        side.moves += u32::from(mv != Move::Pass);
    }

    /// Returns the time that a side has left.
    pub(super) fn left(&self, color: Color) -> TimeLeft {
        let clock = self.sides[color as usize].left();
        clock.map_or(TimeLeft::Unlimited, TimeLeft::Clock)
    }
}

impl Side {
    /// Returns the clock, if there is a time control.
    fn left(self) -> Option<Clock> {
        let control = self.control?;
        let initial = control.initial.filter(|period| period.seconds > 0)?;
        let seconds = |period: Period| Duration::from_secs(period.seconds.into());
        let increment = control.increment.map_or(Duration::ZERO, |period| {
            let moves = period.moves.map_or(1, |(moves, _)| moves.max(1));
            seconds(period) / moves
        });
        let given = seconds(initial) + increment.saturating_mul(self.moves);
        let left = given.checked_sub(self.used).unwrap_or_else(|| {
            let extension = control.extension.map_or(Duration::ZERO, seconds);
            (given + extension).saturating_sub(self.used)
        });
        Some(Clock { left, increment })
    }
}

/// Returns the positions of a game, without a final pass that was not recorded.
fn history_of(game: &Game, is_pass_written: bool) -> History {
    let positions = game.positions();
    let is_implied = game.last_move() == Some(Move::Pass) && !is_pass_written;
    let end = positions.len() - usize::from(is_implied);
    History::from_positions(*game.start(), &positions[1..end])
}

/// Returns whether the last move of a game in GGF is a pass.
fn ends_with_pass(text: &str) -> bool {
    let is_move = |&(at, _): &(usize, &str)| {
        // Player and time tags such as PB and TW also end in B or W.
        let before = text[..at].chars().next_back();
        !before.is_some_and(char::is_alphanumeric)
    };
    let moves = |id| text.rmatch_indices(id).find(is_move);
    let last = moves("B[").max(moves("W["));
    last.is_some_and(|(at, id)| {
        let value = text[at + id.len()..].trim_start().as_bytes();
        value
            .get(..2)
            .is_some_and(|value| value.eq_ignore_ascii_case(b"pa"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::tests::game_with_a_pass;

    const HEAD: &str = "(;GM[Othello]PC[NBoard]PB[Paul]PW[W. Pass]RE[?]TI[15:00]TY[8]BO[8 \
                        ---------------------------O*------*O--------------------------- *]";

    /// Returns a game as NBoard writes it, up to a ply.
    fn ggf(game: &Game, plies: usize) -> String {
        let moves = game.plies().take(plies).map(|(position, mv)| {
            let id = match position.mover() {
                Color::Black => 'B',
                Color::White => 'W',
            };
            let name = mv
                .square()
                .map_or("PA".to_owned(), |square| square.to_string());
            format!("{id}[{name}//1.5]")
        });
        format!("{HEAD}{};)", moves.collect::<String>())
    }

    #[test]
    fn only_a_recorded_pass_is_played() {
        let (game, pass) = game_with_a_pass();
        let before = TimedGame::from_ggf(&ggf(&game, pass)).unwrap();
        assert_eq!(*before.history.position(), game.positions()[pass]);
        assert!(before.history.position().must_pass());
        let after = TimedGame::from_ggf(&ggf(&game, pass + 1)).unwrap();
        assert_eq!(*after.history.position(), game.positions()[pass + 1]);
        assert_eq!(after.history.positions().len(), pass + 2);
        let whole = TimedGame::from_ggf(&ggf(&game, usize::MAX)).unwrap();
        assert_eq!(whole.history.positions(), game.positions());
    }

    #[test]
    fn a_player_called_paul_has_not_passed() {
        assert!(!ends_with_pass(HEAD));
        assert!(ends_with_pass("(;PB[x]B[f5]W[pass];)"));
        assert!(!ends_with_pass("(;PB[x]W[pass]B[f5];)"));
    }

    #[test]
    fn clocks_follow_the_times_of_the_moves() {
        let mut game = TimedGame::from_ggf(&format!("{HEAD}B[f5//10]W[d6//2.5]B[c3];)")).unwrap();
        let left = |game: &TimedGame, color| match game.left(color) {
            TimeLeft::Clock(clock) => clock.left.as_secs_f64(),
            other => panic!("{other:?}"),
        };
        assert_eq!(left(&game, Color::Black), 890.0);
        assert_eq!(left(&game, Color::White), 897.5);
        game.play(Move::Place("d3".parse().unwrap()), 7.5).unwrap();
        assert_eq!(left(&game, Color::White), 890.0);
        let untimed = HEAD.replace("TI[15:00]", "");
        let untimed = TimedGame::from_ggf(&format!("{untimed};)")).unwrap();
        assert_eq!(untimed.left(Color::Black), TimeLeft::Unlimited);
    }

    #[test]
    fn increments_and_extensions_are_added() {
        let game = |moves: &str| {
            let head = HEAD.replace("15:00", "00:10/00:02/01:00");
            TimedGame::from_ggf(&format!("{head}{moves};)")).unwrap()
        };
        let clock = |game: TimedGame| match game.left(Color::Black) {
            TimeLeft::Clock(clock) => (clock.left.as_secs(), clock.increment.as_secs()),
            other => panic!("{other:?}"),
        };
        assert_eq!(clock(game("")), (10, 2));
        assert_eq!(clock(game("B[f5//4]")), (8, 2));
        assert_eq!(clock(game("B[f5//20]")), (52, 2));
        assert_eq!(clock(game("B[f5//100]")), (0, 2));
    }
}
