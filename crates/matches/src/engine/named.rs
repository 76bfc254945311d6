//! An engine with its own name and time.

use outflank_othello::Game;

use super::{Clock, EngineError, MatchEngine, MatchPlayer, TimeControl};

/// An engine under another name, possibly with its own time instead of the tournament's clock.
pub struct NamedEngine {
    /// The name in tables.
    pub name: String,
    /// Its own time, if it has one.
    pub time: Option<TimeControl>,
    /// The engine, created with that time.
    pub engine: Box<dyn MatchEngine>,
}

impl MatchEngine for NamedEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn specification(&self) -> String {
        self.engine.specification()
    }

    fn clock(&self, common: Option<Clock>) -> Option<Clock> {
        match self.time {
            Some(TimeControl::Game(clock)) => Some(clock),
            Some(TimeControl::Move(_)) => None,
            None => self.engine.clock(common),
        }
    }

    fn is_deterministic(&self) -> bool {
        self.engine.is_deterministic()
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        self.engine.check(openings)
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        self.engine.new_player(seed)
    }
}

/// Numbers engines with the same name: `outflank`, `outflank #2`.
pub fn tell_apart(engines: &mut [Box<dyn MatchEngine>]) {
    let mut names: Vec<String> = Vec::new();
    for slot in engines {
        let name = slot.name();
        let numbered = (2..).map(|number| format!("{name} #{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let free = candidates.find(|candidate| !names.contains(candidate));
        let free = free.unwrap_or_else(|| name.clone());
        if free != name {
            let engine = std::mem::replace(slot, Box::<super::RandomEngine>::default());
            *slot = Box::new(NamedEngine {
                name: free.clone(),
                time: None,
                engine,
            });
        }
        names.push(free);
    }
}
