//! The comparison of two moves by their lines.

use outflank_othello::{Color, Game, Position, Square, SquareSet};
use outflank_textbook::{DiscStatus, corners, disc_statuses};

use super::Reason;
use outflank_engine::ScoredMove;

/// Number of moves within which a corner or a pass is near enough to be a reason.
const NEAR: usize = 6;
/// Number of moves within which a corner or a pass is a reason if no stronger one is found.
const FAR: usize = 12;
/// Numbers of moves after which the stable discs and legal moves of both lines are compared. The
/// mover is then to move again, unless somebody passed.
const STEPS: [usize; 3] = [2, 4, 6];
/// Minimum difference in moves, stable discs or frontier discs for a strong reason.
const LARGE: u32 = 3;
/// Minimum difference for a weak reason, which counts only if there is no strong one.
const SMALL: u32 = 2;
/// Share of empty squares below which mobility and the frontier no longer matter.
const LATE: f64 = 0.2;
/// Share of empty squares below which parity matters.
const PARITY: f64 = 0.35;
/// Minimum number of squares in a group that is a reason.
const GROUP: usize = 3;

/// Two moves and their lines.
pub(super) struct Comparison {
    mover: Color,
    best: Square,
    played_line: Line,
    best_line: Line,
    /// The fraction of squares that are empty.
    empty: f64,
}

/// A variation played out on the board.
struct Line {
    squares: Vec<Square>,
    game: Game,
}

impl Line {
    fn new(position: &Position, mv: &ScoredMove) -> Self {
        let mut game = Game::from_position(*position);
        let pv = if mv.pv.is_empty() {
            &[mv.square][..]
        } else {
            &mv.pv
        };
        let legal = pv.iter().take_while(|&&square| game.play(square).is_ok());
        Self {
            squares: legal.copied().collect(),
            game,
        }
    }

    fn head(&self, moves: usize) -> Vec<Square> {
        self.squares[..moves].to_vec()
    }

    /// Returns the position after a number of moves, before any pass.
    fn after(&self, moves: usize) -> Option<&Position> {
        let places = (1..).zip(self.game.moves());
        let places = places
            .filter(|(_, mv)| mv.square().is_some())
            .map(|(index, _)| index);
        let index = [0].into_iter().chain(places).nth(moves)?;
        self.game.positions().get(index)
    }

    /// Returns what `find` finds in the first moves of this line, unless it finds something in the
    /// same number of moves of the other line.
    fn alone<T>(
        &self,
        other: &Self,
        within: usize,
        find: impl Fn(&Self, usize) -> Option<T>,
    ) -> Option<T> {
        let within = within.min(self.squares.len()).min(other.squares.len());
        find(self, within).filter(|_| find(other, within).is_none())
    }

    /// Returns the mover and square of each move, without passes.
    fn placed(&self) -> impl Iterator<Item = (Color, Square)> {
        let plies = self.game.plies();
        plies.filter_map(|(position, mv)| Some((position.mover(), mv.square()?)))
    }

    /// Returns the first corner that `side` takes, and the number of moves up to it.
    fn corner(&self, side: Color, within: usize) -> Option<(Square, usize)> {
        let is_corner = |square| corners(self.game.shape()).any(|corner| corner == square);
        let mut numbered = self.placed().zip(1..).take(within);
        let found = numbered.find(|&((mover, square), _)| mover == side && is_corner(square));
        found.map(|((_, corner), placed)| (corner, placed))
    }

    /// Returns the number of moves before the first pass of `side`, if it is at most `within`.
    fn pass(&self, side: Color, within: usize) -> Option<usize> {
        let mut placed = 0;
        for (position, mv) in self.game.plies() {
            match mv.square() {
                Some(_) => placed += 1,
                None if position.mover() == side && placed <= within => return Some(placed),
                None => {}
            }
        }
        None
    }
}

fn moves(position: &Position, side: Color) -> SquareSet {
    if position.mover() == side {
        position.legal_moves()
    } else {
        position.with_other_mover().legal_moves()
    }
}

fn stable(position: &Position, side: Color) -> SquareSet {
    let discs = disc_statuses(position).into_iter();
    let own = discs.filter(|(_, owner, status)| *owner == side && *status == DiscStatus::Stable);
    own.map(|(square, ..)| square).collect()
}

/// Returns the discs of a side that are next to an empty square.
fn frontier(position: &Position, side: Color) -> SquareSet {
    position.discs(side) & position.empties().neighbours()
}

impl Comparison {
    pub(super) fn new(position: &Position, played: &ScoredMove, best: &ScoredMove) -> Self {
        Self {
            mover: position.mover(),
            best: best.square,
            played_line: Line::new(position, played),
            best_line: Line::new(position, best),
            empty: position.empties().len() as f64 / f64::from(position.shape().squares()),
        }
    }

    /// Returns the most important reason.
    pub(super) fn reason(&self) -> Option<Reason> {
        self.wipe_out()
            .or_else(|| self.corner_given())
            .or_else(|| self.corner_passed_up())
            .or_else(|| self.corner_in_line(NEAR))
            .or_else(|| self.pass(NEAR))
            .or_else(|| self.stability(LARGE))
            .or_else(|| self.parity())
            .or_else(|| self.mobility(LARGE))
            .or_else(|| self.frontier(LARGE))
            .or_else(|| self.corner_in_line(FAR))
            .or_else(|| self.pass(FAR))
            .or_else(|| self.stability(SMALL))
            .or_else(|| self.mobility(SMALL))
            .or_else(|| self.group())
            .or_else(|| self.edge_square())
            .or_else(|| self.frontier(SMALL))
    }

    /// Returns the positions after the move played and after the best move.
    fn after(&self) -> Option<(&Position, &Position)> {
        self.played_line.after(1).zip(self.best_line.after(1))
    }

    fn wipe_out(&self) -> Option<Reason> {
        let (_, after_best) = self.after()?;
        (after_best.count(self.mover.opponent()) == 0)
            .then_some(Reason::MissesWipeOut { best: self.best })
    }

    fn corner_given(&self) -> Option<Reason> {
        let opponent = self.mover.opponent();
        let (after_played, after_best) = self.after()?;
        let open = moves(after_played, opponent) - moves(after_best, opponent);
        let mut corners = corners(after_played.shape());
        let corner = corners.find(|&corner| open.contains(corner))?;
        // The best move may itself have taken the corner.
        after_best
            .disc(corner)
            .is_none()
            .then_some(Reason::GivesUpCorner { corner })
    }

    fn corner_passed_up(&self) -> Option<Reason> {
        let corner = self.best;
        let is_corner = corners(self.played_line.game.shape()).any(|other| other == corner);
        is_corner.then_some(Reason::PassesUpCorner { corner })
    }

    fn corner_in_line(&self, within: usize) -> Option<Reason> {
        let (played, best) = (&self.played_line, &self.best_line);
        let corner = |side| move |line: &Line, within| line.corner(side, within);
        if let Some((corner, placed)) = played.alone(best, within, corner(self.mover.opponent())) {
            let line = played.head(placed);
            return Some(Reason::LosesCorner { corner, line });
        }
        let (corner, placed) = best.alone(played, within, corner(self.mover))?;
        let line = best.head(placed);
        Some(Reason::MissesCorner { corner, line })
    }

    fn pass(&self, within: usize) -> Option<Reason> {
        let (played, best) = (&self.played_line, &self.best_line);
        let pass = |side| move |line: &Line, within| line.pass(side, within);
        if let Some(placed) = played.alone(best, within, pass(self.mover)) {
            let line = played.head(placed);
            return Some(Reason::RunsOutOfMoves { line });
        }
        let placed = best.alone(played, within, pass(self.mover.opponent()))?;
        let line = best.head(placed);
        Some(Reason::MissesPass { line })
    }

    /// Returns both positions after the same number of moves, at each step.
    fn steps(&self) -> impl Iterator<Item = (usize, &Position, &Position)> {
        STEPS.into_iter().filter_map(|moves| {
            let (played, best) = (self.played_line.after(moves)?, self.best_line.after(moves)?);
            Some((moves, played, best))
        })
    }

    fn stability(&self, least: u32) -> Option<Reason> {
        let (moves, played, best) = self.steps().last()?;
        let (mover, opponent) = (self.mover, self.mover.opponent());
        let (own, own_best) = (stable(played, mover), stable(best, mover));
        let (theirs, theirs_best) = (stable(played, opponent), stable(best, opponent));
        let lost = own_best.len() as i64 - own.len() as i64;
        let given = theirs.len() as i64 - theirs_best.len() as i64;
        // A gain of the other side must not outweigh this.
        if lost + given < i64::from(least) {
            return None;
        }
        let (side, played, best, discs) = if lost >= given {
            (mover, own, own_best, own_best - own)
        } else {
            (opponent, theirs, theirs_best, theirs - theirs_best)
        };
        Some(Reason::Stability {
            side,
            played: played.len() as u32,
            best: best.len() as u32,
            discs,
            line: self.played_line.head(moves),
        })
    }

    /// Compares the moves that the opponent gains at once or that the mover loses within the lines.
    fn mobility(&self, least: u32) -> Option<Reason> {
        if self.empty < LATE {
            return None;
        }
        let opponent = self.mover.opponent();
        let (after_played, after_best) = self.after()?;
        let (theirs, theirs_best) = (moves(after_played, opponent), moves(after_best, opponent));
        let gained = theirs.len().saturating_sub(theirs_best.len());
        let taken = self.steps().find_map(|(step, played, best)| {
            let (own, own_best) = (moves(played, self.mover), moves(best, self.mover));
            let lost = own_best.len().saturating_sub(own.len());
            // A square filled in the line says nothing about mobility.
            let squares: SquareSet = self.played_line.squares[..step].iter().copied().collect();
            let is_shown = !(own_best - own - squares).is_empty();
            (lost >= least as usize && is_shown).then_some((lost, step, own, own_best))
        });
        if gained >= least as usize && taken.as_ref().is_none_or(|(lost, ..)| gained >= *lost) {
            return Some(Reason::Mobility {
                opponent,
                opponent_moves: theirs.len() as u32,
                opponent_moves_after_best: theirs_best.len() as u32,
                opened: theirs - theirs_best,
            });
        }
        let (_, step, own, own_best) = taken?;
        Some(Reason::MovesTakenAway {
            mover: self.mover,
            moves: own.len() as u32,
            moves_after_best: own_best.len() as u32,
            taken: own_best - own,
            line: self.played_line.head(step),
        })
    }

    fn parity(&self) -> Option<Reason> {
        if self.empty >= PARITY {
            return None;
        }
        let opponent = self.mover.opponent();
        // The odd regions in which the opponent can move.
        let odd = |after: &Position| {
            let legal = moves(after, opponent);
            let odd = after.empties().regions();
            odd.filter(move |&region| region.len() % 2 == 1 && !region.is_disjoint(legal))
        };
        let (after_played, after_best) = self.after()?;
        if odd(after_best).next().is_some() {
            return None;
        }
        let region = odd(after_played).min_by_key(|region| region.len())?;
        Some(Reason::Parity { opponent, region })
    }

    fn frontier(&self, least: u32) -> Option<Reason> {
        if self.empty < LATE {
            return None;
        }
        let (after_played, after_best) = self.after()?;
        let [played, best] = [after_played, after_best].map(|after| frontier(after, self.mover));
        (played.len() >= best.len() + least as usize).then(|| Reason::Frontier {
            played: played.len() as u32,
            best: best.len() as u32,
            exposed: played - best,
        })
    }

    fn edge_square(&self) -> Option<Reason> {
        let shape = self.played_line.game.shape();
        let square = self.best;
        let is_edge = [0, shape.width() - 1].contains(&square.column())
            || [0, shape.height() - 1].contains(&square.row());
        let opponent = self.mover.opponent();
        let mut moves = self.played_line.placed().take(NEAR);
        let placed = moves.position(|mv| mv == (opponent, square))?;
        is_edge.then(|| Reason::EdgeSquare {
            opponent,
            square,
            line: self.played_line.head(placed + 1),
        })
    }

    fn group(&self) -> Option<Reason> {
        let (played, best) = (&self.played_line.game, &self.best_line.game);
        if !played.is_over() || !best.is_over() {
            return None;
        }
        let opponent = self.mover.opponent();
        let lost = played.position().discs(opponent) & best.position().discs(self.mover);
        let group = lost.regions().max_by_key(|group| group.len())?;
        (group.len() >= GROUP).then(|| Reason::LosesGroup {
            opponent,
            group,
            line: self.played_line.squares.clone(),
        })
    }
}
