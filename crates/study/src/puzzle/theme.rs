//! The themes of puzzles, recognised on the board.

use std::fmt;
use std::str::FromStr;

use outflank_othello::{Game, Position, Shape, Square, SquareSet};
use outflank_textbook::corners;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The theme of a puzzle, recognised from the boards before and after its answer.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The answer takes a corner.
    Corner,
    /// The answer lets the opponent take a corner that was not available before.
    CornerSacrifice,
    /// The answer is an X-square next to an empty corner.
    XSquare,
    /// The answer flips no disc that is next to an empty square.
    Quiet,
    /// The answer leaves the opponent fewer legal moves than every other move.
    Mobility,
    /// The answer stands between two discs of the opponent on an edge.
    Wedge,
    /// Every reply to the answer, and there is at least one, lets the mover take a corner that was
    /// not available before.
    Tempo,
    /// The answer is in an odd parity region, and there was a legal move in an even one.
    Parity,
    /// The answer is in an even parity region in which the opponent cannot reply, and the
    /// mover can move again.
    Swindle,
    /// The opponent must pass.
    Pass,
    /// The principal variation leaves the opponent without a disc.
    WipeOut,
    /// At most [`ENDGAME`] squares are empty.
    Endgame,
    /// None of the other themes.
    Other,
}

/// The maximum number of empty squares of an endgame.
pub const ENDGAME: usize = 14;

impl Theme {
    /// All themes.
    pub const ALL: [Self; 13] = [
        Self::Corner,
        Self::CornerSacrifice,
        Self::XSquare,
        Self::Quiet,
        Self::Mobility,
        Self::Wedge,
        Self::Tempo,
        Self::Parity,
        Self::Swindle,
        Self::Pass,
        Self::WipeOut,
        Self::Endgame,
        Self::Other,
    ];

    /// Returns the name, as in `corner-sacrifice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::CornerSacrifice => "corner-sacrifice",
            Self::XSquare => "x-square",
            Self::Quiet => "quiet",
            Self::Mobility => "mobility",
            Self::Wedge => "wedge",
            Self::Tempo => "tempo",
            Self::Parity => "parity",
            Self::Swindle => "swindle",
            Self::Pass => "pass",
            Self::WipeOut => "wipe-out",
            Self::Endgame => "endgame",
            Self::Other => "other",
        }
    }

    /// Returns the themes of a legal move. There is at least one. `pv` is the best play that begins
    /// with the move.
    #[must_use]
    pub fn of(position: &Position, answer: Square, pv: &[Square]) -> Vec<Self> {
        let Ok(after) = position.play(answer) else {
            return Vec::new();
        };
        let facts = Facts {
            position,
            answer,
            after: &after,
            pv,
        };
        let mut themes: Vec<Self> = Self::ALL.to_vec();
        themes.retain(|theme| theme.holds(&facts));
        if themes.is_empty() {
            themes.push(Self::Other);
        }
        themes
    }

    fn holds(self, facts: &Facts<'_>) -> bool {
        match self {
            Self::Corner => is_corner(facts.position.shape(), facts.answer),
            Self::CornerSacrifice => facts.opens_a_corner(),
            Self::XSquare => facts.is_x_square(),
            Self::Quiet => facts.is_quiet(),
            Self::Mobility => facts.leaves_fewest_moves(),
            Self::Wedge => facts.is_wedge(),
            Self::Tempo => facts.gains_tempo(),
            Self::Parity => facts.plays_parity(),
            Self::Swindle => facts.is_swindle(),
            Self::Pass => facts.after.must_pass(),
            Self::WipeOut => facts.wipes_out(),
            Self::Endgame => facts.position.empties().len() <= ENDGAME,
            Self::Other => false,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|theme| theme.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("expected one of {names}")
        })
    }
}

fn is_corner(shape: Shape, square: Square) -> bool {
    corners(shape).any(|corner| corner == square)
}

/// Returns the empty squares connected to an empty square, including that square.
fn region(position: &Position, square: Square) -> SquareSet {
    let mut regions = position.empties().regions();
    let own = regions.find(|region| region.contains(square));
    own.unwrap_or_default()
}

/// Whether a move that leads from `before` to `after` lets the opponent take a corner that was not
/// available before.
fn opens_a_corner(before: &Position, after: &Position) -> bool {
    let opened = after.legal_moves() - before.with_other_mover().legal_moves();
    corners(before.shape()).any(|corner| opened.contains(corner))
}

/// Returns the neighbours of a square along its edge, if it is on one and not in a corner.
fn edge_neighbours(shape: Shape, square: Square) -> Option<[Square; 2]> {
    let (column, row) = (square.column(), square.row());
    let (last_column, last_row) = (shape.width() - 1, shape.height() - 1);
    let inner = |place: u8, last: u8| 0 < place && place < last;
    let sides = if inner(column, last_column) && (row == 0 || row == last_row) {
        [(column - 1, row), (column + 1, row)]
    } else if inner(row, last_row) && (column == 0 || column == last_column) {
        [(column, row - 1), (column, row + 1)]
    } else {
        return None;
    };
    let [one, other] = sides.map(|(column, row)| Square::new(column, row));
    Some([one?, other?])
}

/// The positions before and after the answer.
struct Facts<'a> {
    position: &'a Position,
    answer: Square,
    /// The position after the answer, with the opponent to move.
    after: &'a Position,
    pv: &'a [Square],
}

impl Facts<'_> {
    fn opens_a_corner(&self) -> bool {
        opens_a_corner(self.position, self.after)
    }

    fn is_wedge(&self) -> bool {
        let opponents = self.after.discs(self.position.mover().opponent());
        let neighbours = edge_neighbours(self.position.shape(), self.answer);
        neighbours.is_some_and(|both| both.into_iter().all(|one| opponents.contains(one)))
    }

    fn gains_tempo(&self) -> bool {
        let mut replies = self.after.legal_moves().into_iter().peekable();
        replies.peek().is_some()
            && replies.all(|reply| {
                let next = self.after.play(reply);
                next.is_ok_and(|next| opens_a_corner(self.after, &next))
            })
    }

    fn is_x_square(&self) -> bool {
        let empties = self.position.empties();
        corners(self.position.shape()).any(|corner| {
            let columns = corner.column().abs_diff(self.answer.column());
            let rows = corner.row().abs_diff(self.answer.row());
            (columns, rows) == (1, 1) && empties.contains(corner)
        })
    }

    fn is_quiet(&self) -> bool {
        let flips = self.position.flips(self.answer);
        flips.neighbours().is_disjoint(self.after.empties())
    }

    fn leaves_fewest_moves(&self) -> bool {
        let moves = |after: &Position| after.legal_moves().len();
        let others = self.position.legal_moves().into_iter();
        let mut others = others.filter(|&square| square != self.answer);
        others.all(|square| {
            let after = self.position.play(square);
            after.is_ok_and(|after| moves(&after) > moves(self.after))
        })
    }

    fn plays_parity(&self) -> bool {
        let is_odd = |square| region(self.position, square).len() % 2 == 1;
        let mut moves = self.position.legal_moves().into_iter();
        is_odd(self.answer) && moves.any(|square| !is_odd(square))
    }

    fn is_swindle(&self) -> bool {
        let region = region(self.position, self.answer);
        let rest = region & self.after.empties();
        let again = self.after.with_other_mover().legal_moves();
        region.len().is_multiple_of(2)
            && rest.is_disjoint(self.after.legal_moves())
            && !rest.is_disjoint(again)
    }

    fn wipes_out(&self) -> bool {
        let mut game = Game::from_position(*self.position);
        for &square in self.pv {
            if game.play(square).is_err() {
                return false;
            }
        }
        game.position().count(self.position.mover().opponent()) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the eight rows of a board with Black to move. `8` is an empty row and `x` is a row of
    /// black discs.
    fn position(rows: &str) -> Position {
        let rows = rows
            .replace('x', &"X".repeat(8))
            .replace('8', &"-".repeat(8));
        let text = rows.replace(' ', "") + " X";
        Position::parse_obf(&text, Shape::STANDARD).unwrap()
    }

    fn themes(position: &Position, answer: &str, pv: &str) -> Vec<Theme> {
        let pv = pv.split_whitespace().map(|square| square.parse().unwrap());
        let pv: Vec<Square> = pv.collect();
        Theme::of(position, answer.parse().unwrap(), &pv)
    }

    #[test]
    fn names_round_trip() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
            assert_eq!(serde_json::to_value(theme).unwrap(), theme.name());
        }
        assert!("corners".parse::<Theme>().is_err());
    }

    #[test]
    fn a_corner_and_a_wipe_out() {
        let board = position("-OX----- 8 8 8 8 8 8 8");
        let found = themes(&board, "a1", "a1");
        assert!(found.contains(&Theme::Corner) && found.contains(&Theme::WipeOut));
        // White has no disc left, so the game is over and White does not pass.
        assert!(!found.contains(&Theme::Pass));
        assert!(!themes(&board, "a1", "").contains(&Theme::WipeOut));
    }

    #[test]
    fn an_x_square_may_give_up_the_corner() {
        // Black's b2 flips c3 and stands between a1 and White's d4.
        let board = position("8 8 --O----- ---X---- ----O--- 8 8 8");
        let found = themes(&board, "b2", "b2");
        assert!(found.contains(&Theme::XSquare) && found.contains(&Theme::CornerSacrifice));
        assert!(!themes(&board, "f6", "f6").contains(&Theme::XSquare));
    }

    #[test]
    fn quiet_moves_flip_surrounded_discs() {
        // h2 flips g2, whose neighbours are then all occupied. h4 flips g4, which is next
        // to the empty h5.
        let board = position("x XXXXXXO- x XXXXXXO- XXXXXXX- x x x");
        assert!(themes(&board, "h2", "h2").contains(&Theme::Quiet));
        assert!(!themes(&board, "h4", "h4").contains(&Theme::Quiet));
    }

    #[test]
    fn parity_compares_regions() {
        // h1 is a region of one square, g8 and h8 are a region of two.
        let board = position("XXXXXOO- x x x x x x XXXXXO--");
        assert!(themes(&board, "h1", "h1").contains(&Theme::Parity));
        assert!(!themes(&board, "g8", "g8").contains(&Theme::Parity));
        // The start has none of the themes because all four moves are equivalent.
        let start = Position::start(Shape::STANDARD);
        assert_eq!(themes(&start, "f5", "f5"), [Theme::Other]);
    }

    #[test]
    fn a_swindle_is_two_moves_in_a_row_in_a_region() {
        // After g8, which flips f8, White cannot play h8, but Black can because it flips h7.
        let board = position("-XOOOOOO x x x x x x XXXXXO--");
        assert!(!themes(&board, "g8", "g8").contains(&Theme::Swindle));
        let board = position("-XOOOOOO x x x x x XXXXXXXO XXXXXO--");
        let found = themes(&board, "g8", "g8");
        assert!(found.contains(&Theme::Swindle), "{found:?}");
        // White can play a1.
        assert!(!found.contains(&Theme::Pass));
    }
}
