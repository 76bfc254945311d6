//! The comparison of two moves by their lines.

use outflank_engine::ScoredMove;
use outflank_othello::{Color, Position, Square};

use super::Reason;
use super::line::Line;
use super::squares::{SquareClass, empty_corners_beside};

/// Number of moves within which an event in a line is near enough to be a strong reason.
pub(super) const NEAR: usize = 6;
/// Number of moves within which a corner or a pass is a reason if no stronger one is found.
const FAR: usize = 8;
/// Minimum difference in moves or discs for a strong reason.
const LARGE: usize = 3;
/// Minimum difference for a weak reason, which counts only if there is no strong one.
const SMALL: usize = 2;

/// The claims in order of importance: wipe-outs, corners and the squares beside them, then edges, then who moves
/// last, then counts and single moves. No count explains a move to an X-square.
const ORDER: [fn(&Comparison) -> Option<Reason>; 31] = [
    Comparison::wipe_out_allowed,
    Comparison::wipe_out_missed,
    Comparison::stoner_trap,
    Comparison::corner_given,
    Comparison::corner_passed_up,
    |two| two.corner_in_line(NEAR),
    |two| two.corner_opened(1),
    |two| two.corner_weakened(SquareClass::X),
    Comparison::wedge,
    |two| two.pass(NEAR),
    Comparison::region_opened,
    Comparison::tempo_spent,
    Comparison::region_entered,
    Comparison::last_move,
    Comparison::parity,
    |two| two.corner_opened(NEAR),
    |two| two.corner_in_line(FAR),
    |two| two.pass(FAR),
    |two| two.count(Comparison::safe_moves, LARGE),
    |two| two.count(Comparison::stability, LARGE),
    |two| two.count(Comparison::frontier, LARGE),
    |two| two.corner_weakened(SquareClass::C),
    Comparison::quiet_move,
    |two| two.count(Comparison::safe_moves, SMALL),
    |two| two.count(Comparison::stability, SMALL),
    |two| two.count(Comparison::frontier, SMALL),
    Comparison::square_left,
    Comparison::move_left,
    Comparison::group,
    Comparison::x_square,
    Comparison::result,
];

/// Two moves and their lines.
pub(super) struct Comparison {
    pub(super) position: Position,
    pub(super) mover: Color,
    pub(super) opponent: Color,
    /// The square of the move played.
    pub(super) square: Square,
    pub(super) best_square: Square,
    pub(super) played: Line,
    pub(super) best: Line,
    /// The fraction of squares that are empty.
    pub(super) empty: f64,
}

impl Comparison {
    pub(super) fn new(position: &Position, played: &ScoredMove, best: &ScoredMove) -> Self {
        let mover = position.mover();
        Self {
            position: *position,
            mover,
            opponent: mover.opponent(),
            square: played.square,
            best_square: best.square,
            played: Line::new(position, played),
            best: Line::new(position, best),
            empty: position.empties().len() as f64 / f64::from(position.shape().squares()),
        }
    }

    /// Returns all true claims, the most important first.
    pub(super) fn reasons(&self) -> impl Iterator<Item = Reason> {
        ORDER.into_iter().filter_map(|find| find(self))
    }

    fn count(&self, find: impl Fn(&Self, usize) -> Option<Reason>, least: usize) -> Option<Reason> {
        find(self, least).filter(|_| !self.is_x_square())
    }

    /// Returns whether the move played is on the X-square of an empty corner.
    fn is_x_square(&self) -> bool {
        let mut beside = empty_corners_beside(&self.position, self.square);
        beside.any(|(_, beside)| beside.class == SquareClass::X)
    }

    /// Returns the positions after the move played and after the best move.
    pub(super) fn after(&self) -> Option<(&Position, &Position)> {
        self.played.after(1).zip(self.best.after(1))
    }

    /// Returns the number of moves that both lines show, but at most `within`. A line that ends the
    /// game shows that there are no more.
    pub(super) fn common(&self, within: usize) -> usize {
        let lines = [&self.played, &self.best].into_iter();
        let open = lines.filter(|line| !line.end().is_over());
        open.map(Line::len).fold(within, usize::min)
    }

    /// Returns what `find` finds in the first moves of the line played for the opponent or of the
    /// best line for the mover, and whether it is the line played. Ignores what the same side
    /// has in the other line too.
    pub(super) fn alone<T>(
        &self,
        within: usize,
        find: impl Fn(&Line, Color, usize) -> Option<T>,
    ) -> Option<(T, bool)> {
        let within = self.common(within);
        let (played, best) = (&self.played, &self.best);
        let alone = |line, other, side| {
            find(line, side, within).filter(|_| find(other, side, within).is_none())
        };
        let missed = || alone(best, played, self.mover).map(|found| (found, false));
        alone(played, best, self.opponent)
            .map(|found| (found, true))
            .or_else(missed)
    }

    fn wipe_out_allowed(&self) -> Option<Reason> {
        let is_wiped_out = |line: &Line| line.end().count(self.mover) == 0;
        let moves = self.played.len();
        let is_allowed = moves <= NEAR && is_wiped_out(&self.played) && !is_wiped_out(&self.best);
        is_allowed.then(|| Reason::AllowsWipeOut {
            line: self.played.head(moves),
        })
    }

    fn wipe_out_missed(&self) -> Option<Reason> {
        let (_, after_best) = self.after()?;
        (after_best.count(self.opponent) == 0).then_some(Reason::MissesWipeOut {
            best: self.best_square,
        })
    }

    fn pass(&self, within: usize) -> Option<Reason> {
        let within = self.common(within);
        let alone = |line: &Line, other: &Line, side| {
            let moves = line.pass(side, within)?;
            other.pass(side, within).is_none().then(|| line.head(moves))
        };
        let (played, best) = (&self.played, &self.best);
        let forced = alone(played, best, self.mover).map(|line| Reason::RunsOutOfMoves { line });
        forced.or_else(|| {
            let line = alone(best, played, self.opponent)?;
            let opponent = self.opponent;
            Some(Reason::MissesPass { opponent, line })
        })
    }
}
