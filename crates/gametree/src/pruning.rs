//! Cuts that no move of the state itself proves.

use crate::game::Value;
use crate::walker::Remaining;

/// Which cuts a search makes besides those of the window and of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pruning {
    /// Cuts by what the game already proves of the outcome
    /// ([`Game::proven_bounds`](crate::Game::proven_bounds)), in searches to
    /// the end of the game.
    pub bounds: bool,
    /// Cuts by guess, in searches to a depth in plies. The value may then
    /// differ from that of minimax.
    pub probcut: Option<ProbCut>,
}

/// ProbCut (Buro 1995, "ProbCut: An Effective Selective Extension of the α-β
/// Algorithm"): a search `reduction` plies shallower stands for the deep one
/// where its value is further outside the window than it usually errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// Least depth in plies at which a shallow search is asked.
    pub from_depth: u32,
    /// How many plies shallower it is. An even number, since values of even
    /// and odd depths often differ in kind.
    pub reduction: u32,
    /// How far outside the window its value must lie, in units of the game's
    /// values: so many standard errors of it as one wants to be sure.
    pub margin: Value,
}

/// A shallow search that may stand for a deep one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shallow {
    pub(crate) remaining: Remaining,
    pub(crate) margin: Value,
}

impl ProbCut {
    pub(crate) fn shallow(&self, remaining: Remaining) -> Option<Shallow> {
        let Remaining::Plies(plies) = remaining else {
            return None;
        };
        if plies < self.from_depth {
            return None;
        }
        let below = plies.checked_sub(self.reduction.max(1))?;
        Some(Shallow {
            remaining: Remaining::Plies(below),
            margin: self.margin.max(0),
        })
    }
}
