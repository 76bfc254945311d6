//! All searches under one roof, by name.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::aids::Pruning;
use crate::alphabeta::alphabeta_observed;
use crate::deepening::{deepening_with_table, iterative_deepening_observed};
use crate::game::{Game, Heuristic, Value};
use crate::limits::Limits;
use crate::minimax::minimax_observed;
use crate::mtdf::mtdf;
use crate::negamax::{alphabeta_with_table, negamax_observed, principal_variation_observed};
use crate::observer::Observer;
use crate::result::SearchResult;
use crate::scout::scout;
use crate::walker::FULL_WINDOW;

/// What some algorithms need to know besides the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// States that a table holds at most.
    pub table_entries: usize,
    /// Cuts besides those of the window and of the table, for the algorithms
    /// of which [`Algorithm::prunes`] is true.
    pub pruning: Pruning,
    /// Where MTD(f) begins, seen from Max; the heuristic value of the root if
    /// none is given.
    pub first_guess: Option<Value>,
}

impl Default for Settings {
    /// A million states, no more cuts, no first guess.
    fn default() -> Self {
        Self {
            table_entries: 1 << 20,
            pruning: Pruning::default(),
            first_guess: None,
        }
    }
}

/// How a tree is searched. All give the value and the move of minimax, unless
/// ProbCut is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// Every state down to the depth.
    Minimax,
    /// Alpha-beta with a branch for either side, as textbooks print it.
    AlphaBeta,
    /// Alpha-beta in negamax form.
    Negamax,
    /// Pearl's SCOUT.
    Scout,
    /// Principal variation search.
    PrincipalVariation,
    /// Alpha-beta with a table.
    WithTable,
    /// MTD(f), with a table.
    Mtdf,
    /// Alpha-beta, depth after depth.
    Deepening,
    /// Alpha-beta with a table, depth after depth.
    DeepeningWithTable,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::Negamax,
        Self::Scout,
        Self::PrincipalVariation,
        Self::WithTable,
        Self::Mtdf,
        Self::Deepening,
        Self::DeepeningWithTable,
    ];

    /// The name by which it is chosen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Scout => "scout",
            Self::PrincipalVariation => "pvs",
            Self::WithTable => "alpha-beta-table",
            Self::Mtdf => "mtdf",
            Self::Deepening => "deepening",
            Self::DeepeningWithTable => "deepening-table",
        }
    }

    /// Whether it makes the cuts of [`Settings::pruning`]; the others leave
    /// them out.
    #[must_use]
    pub const fn prunes(self) -> bool {
        matches!(self, Self::WithTable | Self::DeepeningWithTable)
    }

    /// Searches a tree, followed by an observer. `Deepening` and
    /// `DeepeningWithTable` count all their iterations.
    ///
    /// Equal states must have equal futures where a table is used.
    pub fn search<G, H, O>(
        self,
        game: &G,
        root: &G::State,
        heuristic: &H,
        limits: &Limits,
        settings: &Settings,
        observer: O,
    ) -> SearchResult<G::Move>
    where
        G: Game<State: Eq + Hash>,
        H: Heuristic<G>,
        O: Observer<G>,
    {
        match self {
            Self::Minimax => minimax_observed(game, root, heuristic, limits, observer),
            Self::AlphaBeta => {
                alphabeta_observed(game, root, heuristic, limits, FULL_WINDOW, observer)
            }
            Self::Negamax => negamax_observed(game, root, heuristic, limits, FULL_WINDOW, observer),
            Self::Scout => scout(game, root, heuristic, limits, observer),
            Self::PrincipalVariation => {
                principal_variation_observed(game, root, heuristic, limits, observer)
            }
            Self::WithTable => {
                let aids = (settings.table_entries, settings.pruning);
                alphabeta_with_table(game, root, heuristic, limits, aids, observer)
            }
            Self::Mtdf => {
                let guess = settings.first_guess.unwrap_or_else(|| {
                    game.terminal_value(root)
                        .unwrap_or_else(|| heuristic.value(game, root))
                });
                let start = (guess, settings.table_entries);
                mtdf(game, root, heuristic, limits, start, observer)
            }
            Self::Deepening => {
                iterative_deepening_observed(game, root, heuristic, limits, |_| {}, observer)
            }
            Self::DeepeningWithTable => deepening_with_table(
                game,
                root,
                heuristic,
                limits,
                (settings.table_entries, settings.pruning),
                |_| {},
                observer,
            ),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No algorithm has the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no algorithm is called {0:?}: expected minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf, deepening or deepening-table"
)]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownAlgorithm(text.to_owned()))
    }
}
