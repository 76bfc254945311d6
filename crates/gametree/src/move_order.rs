//! Orders of moves by name.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use crate::beneath::Beneath;
use crate::game::{Game, Heuristic};
use crate::games::ExampleTask;
use crate::limits::Depth;
use crate::ordered::{AsGiven, Order, Ordered};
use crate::shown::Shown;

/// In which order a search tries the moves of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveOrder {
    /// The truly worst move first.
    Worst,
    /// By chance.
    Random,
    /// As the game has them.
    Given,
    /// By the heuristic value of the states that they lead to.
    Heuristic,
    /// The truly best move first.
    Perfect,
}

impl MoveOrder {
    /// All of them, from bad to good.
    pub const ALL: [Self; 5] = [
        Self::Worst,
        Self::Random,
        Self::Given,
        Self::Heuristic,
        Self::Perfect,
    ];

    /// The name by which it is chosen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Random => "random",
            Self::Given => "given",
            Self::Heuristic => "heuristic",
            Self::Perfect => "perfect",
        }
    }

    /// Whether the order takes the values of minimax, and its time.
    #[must_use]
    pub const fn needs_values(self) -> bool {
        matches!(self, Self::Worst | Self::Perfect)
    }

    /// The order for searches of a game. `seed` is that of the random order,
    /// and the values that some orders take are those of `heuristic`.
    pub fn order<'a, G, H>(self, game: &'a G, heuristic: &'a H, seed: u64) -> Box<dyn Order<G> + 'a>
    where
        G: Game<State: Eq + Hash>,
        H: Heuristic<G>,
    {
        match self {
            Self::Worst => Box::new(Ordered::worst(game, heuristic).into_order()),
            Self::Random => Box::new(Ordered::shuffled(game, seed).into_order()),
            Self::Given => Box::new(AsGiven),
            Self::Heuristic => Box::new(Ordered::best_first(game, heuristic).into_order()),
            Self::Perfect => Box::new(Ordered::perfect(game, heuristic).into_order()),
        }
    }

    /// Does `task` on a game with its moves in this order, from a root that is
    /// searched `depth` deep. `seed` is that of the random order.
    pub fn run<G, H, T>(
        self,
        (game, root): (&G, &G::State),
        heuristic: &H,
        (depth, seed): (Depth, u64),
        task: T,
    ) -> T::Output
    where
        G: Shown<State: Eq + Hash>,
        H: Heuristic<G>,
        T: ExampleTask,
    {
        let ordered = Ordered::by(game, self.order(game, heuristic, seed));
        let start = ordered.start(root.clone(), depth);
        task.run(&ordered, &start, &Beneath(heuristic))
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No order has the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no order of moves is called {0:?}: expected worst, random, given, heuristic or perfect")]
pub struct UnknownOrder(String);

impl FromStr for MoveOrder {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        Self::ALL
            .into_iter()
            .find(|order| order.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownOrder(text.to_owned()))
    }
}
