//! What a position of each lesson shows, recognised on the board.

use outflank_othello::{Position, Shape, Square, SquareSet};
use outflank_study::puzzle::Theme;
use outflank_textbook::corners;
use serde::{Deserialize, Serialize};

/// What the answer to a position shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fact {
    /// The answer is the only legal move.
    Legal,
    /// The answer flips more discs than every other move.
    Flips,
    /// The answer takes a corner.
    Corner,
    /// The answer takes from the opponent a move to a corner.
    Deny,
    /// Two other moves, to X- or C-squares, give the opponent the corner next to them.
    Avoid,
    /// The answer leaves the opponent at most five moves, fewer than every other move.
    Mobility,
    /// The answer is the only quiet move.
    Quiet,
    /// The answer leaves the mover at least two frontier discs fewer than every other move.
    Frontier,
    /// The answer stands between two discs of the opponent on an edge.
    Wedge,
    /// The answer leaves only even parity regions, although a move in an even one was legal.
    Parity,
    /// Every reply to the answer, and there is at least one, opens a corner to the mover.
    Tempo,
    /// The opponent cannot reply in the answer's even region, and the mover can move there again.
    Swindle,
    /// The answer attacks an unbalanced edge from an X-square, and best play wins its far corner.
    Unbalanced,
    /// The answer sets a Stoner trap: from an X-square, best play attacks the other end of the edge, and
    /// no reply keeps both of its corners from the mover.
    Stoner,
    /// The answer is the only move that wins.
    Count,
}

impl Fact {
    /// Whether the fact is about the rules, so that it needs no search.
    pub(crate) fn is_rule(self) -> bool {
        matches!(self, Self::Legal | Self::Flips)
    }

    /// Whether the fact is true of an answer. `pv` is the best play that begins with the answer.
    pub(crate) fn holds(self, position: &Position, answer: Square, pv: &[Square]) -> bool {
        let Ok(after) = position.play(answer) else {
            return false;
        };
        let legal = position.legal_moves();
        let others = || legal.into_iter().filter(|&square| square != answer);
        let has = |theme| Theme::of(position, answer, pv).contains(&theme);
        match self {
            Self::Legal => legal.len() == 1,
            Self::Flips => {
                let flips = |square| position.flips(square).len();
                legal.len() > 2 && others().all(|other| flips(other) < flips(answer))
            }
            Self::Corner => has(Theme::Corner),
            Self::Deny => {
                let threatened = corner_moves(&position.with_other_mover());
                !threatened.is_empty()
                    && !has(Theme::Corner)
                    && corner_moves(&after).is_empty()
                    && !after.is_over()
            }
            Self::Avoid => {
                corner_moves(&after).is_empty()
                    && next_to_empty_corner(position, answer).is_none()
                    && others()
                        .filter(|&other| gives_corner(position, other))
                        .count()
                        >= 2
            }
            Self::Mobility => has(Theme::Mobility) && (1..=5).contains(&after.legal_moves().len()),
            Self::Quiet => {
                let is_quiet = |square| Theme::of(position, square, pv).contains(&Theme::Quiet);
                is_quiet(answer) && !others().any(is_quiet)
            }
            Self::Frontier => {
                let own = frontier(position, answer);
                others().all(|other| frontier(position, other) >= own + 2)
            }
            Self::Wedge => has(Theme::Wedge),
            Self::Parity => {
                let mut regions = after.empties().regions();
                has(Theme::Parity) && regions.all(|region| region.len().is_multiple_of(2))
            }
            Self::Tempo => has(Theme::Tempo),
            Self::Swindle => has(Theme::Swindle),
            Self::Unbalanced => attacked_corner(position, answer)
                .is_some_and(|far| pv.iter().step_by(2).any(|&square| square == far)),
            Self::Stoner => trap(position, answer).is_some_and(|trap| trap.springs(position, pv)),
            Self::Count => true,
        }
    }
}

/// What the sentence about an answer names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Details {
    /// The squares that show the fact, in the order of the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) squares: Vec<Square>,
    /// A number: of flips, replies, frontier discs or empty squares of a region.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) count: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Details {
    /// Returns the details of an answer for which a fact is true.
    pub(crate) fn of(fact: Fact, position: &Position, answer: Square) -> Self {
        let Ok(after) = position.play(answer) else {
            return Self::default();
        };
        let others = position.legal_moves().into_iter();
        let others = others.filter(|&square| square != answer);
        let count = match fact {
            Fact::Legal | Fact::Flips | Fact::Quiet => position.flips(answer).len() as u32,
            Fact::Mobility => after.legal_moves().len() as u32,
            Fact::Frontier => frontier(position, answer),
            Fact::Parity => {
                let mut regions = position.empties().regions();
                let own = regions.find(|region| region.contains(answer));
                own.map_or(0, |region| region.len() as u32)
            }
            _ => 0,
        };
        let squares: SquareSet = match fact {
            Fact::Deny => corner_moves(&position.with_other_mover()),
            Fact::Avoid => others
                .filter(|&other| gives_corner(position, other))
                .collect(),
            Fact::Wedge => edge_neighbours(answer).into_iter().flatten().collect(),
            Fact::Tempo => after.legal_moves(),
            Fact::Swindle => {
                let mut regions = position.empties().regions();
                let own = regions.find(|region| region.contains(answer));
                own.unwrap_or_default() & after.with_other_mover().legal_moves()
            }
            Fact::Unbalanced => attacked_corner(position, answer).into_iter().collect(),
            Fact::Stoner => trap(position, answer)
                .into_iter()
                .flat_map(|trap| [trap.near, trap.far])
                .collect(),
            _ => SquareSet::default(),
        };
        Self {
            squares: squares.into_iter().collect(),
            count,
        }
    }
}

/// The corners that the side to move can take.
fn corner_moves(position: &Position) -> SquareSet {
    let legal = position.legal_moves();
    corners(Shape::STANDARD)
        .filter(|&corner| legal.contains(corner))
        .collect()
}

/// The empty corner to which a square is the X-square or a C-square.
fn next_to_empty_corner(position: &Position, square: Square) -> Option<Square> {
    let empties = position.empties();
    corners(Shape::STANDARD).find(|corner| {
        let columns = corner.column().abs_diff(square.column());
        let rows = corner.row().abs_diff(square.row());
        empties.contains(*corner) && columns.max(rows) == 1
    })
}

/// Whether a move lets the opponent take a corner that was closed before.
fn gives_corner(position: &Position, square: Square) -> bool {
    let before = corner_moves(&position.with_other_mover());
    position
        .play(square)
        .is_ok_and(|after| !(corner_moves(&after) - before).is_empty())
}

/// How many discs of the mover are next to an empty square after a move.
fn frontier(position: &Position, square: Square) -> u32 {
    position.play(square).map_or(u32::MAX / 2, |after| {
        (after.discs(position.mover()) & after.empties().neighbours()).len() as u32
    })
}

/// The neighbours of a square along its edge, if it is on one and not in a corner.
fn edge_neighbours(square: Square) -> Option<[Square; 2]> {
    let (column, row) = (square.column(), square.row());
    let sides = match (column, row) {
        (1..=6, 0 | 7) => [(column - 1, row), (column + 1, row)],
        (0 | 7, 1..=6) => [(column, row - 1), (column, row + 1)],
        _ => return None,
    };
    let [one, other] = sides.map(|(column, row)| Square::new(column, row));
    Some([one?, other?])
}

/// The empty corner whose X-square a move takes, if the opponent cannot take a corner at once.
fn x_square_corner(position: &Position, square: Square) -> Option<Square> {
    let after = position.play(square).ok()?;
    let near = next_to_empty_corner(position, square)?;
    let is_x_square = near.column() != square.column() && near.row() != square.row();
    (is_x_square && corner_moves(&after).is_empty()).then_some(near)
}

/// The squares of the two edges that begin at a corner.
fn edges_from(near: Square) -> impl Iterator<Item = [Square; 8]> {
    [true, false].into_iter().map(move |is_row| {
        std::array::from_fn(|place| {
            let (column, row) = match is_row {
                true => (near.column().abs_diff(place as u8), near.row()),
                false => (near.column(), near.row().abs_diff(place as u8)),
            };
            Square::new(column, row).expect("the place is on the board")
        })
    })
}

/// The far corner of an unbalanced edge of the opponent's that an X-square attacks. The opponent
/// cannot take a corner at once.
pub(crate) fn attacked_corner(position: &Position, square: Square) -> Option<Square> {
    let near = x_square_corner(position, square)?;
    let empties = position.empties();
    let opponents = position.discs(position.mover().opponent());
    edges_from(near).find_map(|edge| {
        let far = edge[7];
        let is_open = empties.contains(far) && empties.contains(edge[1]);
        let is_held = edge[2..7].iter().all(|&one| opponents.contains(one));
        (is_open && is_held).then_some(far)
    })
}

/// A Stoner trap that begins with a move to an X-square.
pub(crate) struct Trap {
    /// The empty corner beside the X-square.
    pub(crate) near: Square,
    /// The empty corner at the other end of the edge.
    pub(crate) far: Square,
    /// The empty square on the edge from which the mover will attack that corner.
    pub(crate) attack: Square,
}

/// The trap that a move to an X-square may set: at the other end of the edge, the opponent's three or
/// four discs stand on the C-square and beside it, and the rest of the edge is empty. The opponent cannot
/// take a corner at once.
pub(crate) fn trap(position: &Position, square: Square) -> Option<Trap> {
    let near = x_square_corner(position, square)?;
    let empties = position.empties();
    let opponents = position.discs(position.mover().opponent());
    edges_from(near).find_map(|edge| {
        let attack = (2..=3).find(|&place| {
            let is_empty = |square: &Square| empties.contains(*square);
            edge[..=place].iter().all(is_empty)
                && edge[place + 1..7]
                    .iter()
                    .all(|&one| opponents.contains(one))
        })?;
        let far = edge[7];
        empties.contains(far).then_some(Trap {
            near,
            far,
            attack: edge[attack],
        })
    })
}

impl Trap {
    /// Whether best play attacks at once and wins a corner, and every reply to the attack allows that.
    fn springs(&self, position: &Position, pv: &[Square]) -> bool {
        let mover = position.mover();
        let is_theirs = |corner| corner == self.near || corner == self.far;
        let mut after = *position;
        for &square in pv.iter().take(3) {
            match after.play(square) {
                Ok(next) => after = next,
                Err(_) => return false,
            }
        }
        let attacks = pv.get(2) == Some(&self.attack)
            && after.mover() != mover
            && corner_moves(&after.with_other_mover()).contains(self.far);
        let mut replies = after.legal_moves().into_iter();
        let wins = |reply| {
            after.play(reply).is_ok_and(|next| {
                next.mover() == mover && corner_moves(&next).into_iter().any(is_theirs)
            })
        };
        let is_won = || {
            pv.iter()
                .skip(4)
                .step_by(2)
                .any(|&square| is_theirs(square))
        };
        attacks && replies.all(wins) && is_won()
    }
}
