//! The analysis of a position as a stream of events.

use std::ops::ControlFlow;
use std::sync::Arc;

use outflank_engine::ScoredMove;
use outflank_othello::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::endpoint::{Event, Stream};
use crate::game_fields::GameFields;
use crate::search::{Snapshot, Task};
use crate::{ApiError, Context, Result};

/// The search limit and the number of moves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// How many moves to score.
    #[serde(default)]
    #[schemars(default = "one", with = "String", regex(pattern = "^([0-9]+|all)$"))]
    wanted: MoveCount,
    /// The search limit is one of level, time and exact. Without a limit, the search ends when the
    /// game is solved.
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
    /// In seconds.
    #[schemars(extend("exclusiveMinimum" = 0))]
    time: Option<f64>,
    /// Solve all moves to the end.
    #[serde(default)]
    exact: bool,
}

/// How many moves to score.
#[derive(Clone, Copy, Debug)]
struct MoveCount(usize);

impl Default for MoveCount {
    fn default() -> Self {
        Self(1)
    }
}

fn one() -> &'static str {
    "1"
}

impl<'de> Deserialize<'de> for MoveCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "all" {
            return Ok(Self(usize::MAX));
        }
        let number = text.parse().ok().filter(|&number| number > 0);
        let number = number.ok_or_else(|| de::Error::custom("expected a positive number or all"));
        number.map(Self)
    }
}

/// The place in the queue.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Queued {
    /// Number of searches ahead.
    ahead: usize,
}

/// The intermediate results of a search.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Update {
    /// Best first.
    moves: Vec<ScoredMove>,
    /// Depth of the best move.
    depth: u32,
    /// Selectivity of the best move.
    selectivity: u32,
    /// Whether all scores are exact.
    exact: bool,
    nodes: u64,
    /// How long the search has used the engine.
    seconds: f64,
    /// Nodes per second.
    speed: f64,
}

impl From<&Snapshot> for Update {
    fn from(snapshot: &Snapshot) -> Self {
        let seconds = snapshot.time.as_secs_f64();
        let best = snapshot.moves.first();
        Self {
            moves: snapshot.moves.to_vec(),
            depth: best.map_or(0, |best| best.depth),
            selectivity: best.map_or(100, |best| best.selectivity.percent()),
            exact: snapshot.moves.iter().all(ScoredMove::is_exact),
            nodes: snapshot.nodes,
            seconds,
            speed: match seconds > 0.0 {
                true => snapshot.nodes as f64 / seconds,
                false => 0.0,
            },
        }
    }
}

impl AnalysisRequest {
    fn task(&self, position: Position, context: &Context<'_>) -> Result<Task> {
        let most = context.limits().time;
        let best_moves = Task::analysis(position).best_moves(self.wanted.0);
        match (self.level, self.time, self.exact) {
            (None, None, false) => Ok(best_moves.within(most)),
            (Some(level), None, false) => {
                let level = context.level(Some(level), level)?;
                let task = Task::level(position, level).best_moves(self.wanted.0);
                Ok(task.within(most))
            }
            (None, Some(time), false) => Ok(best_moves.within(context.time(time)?)),
            (None, None, true) => Ok(Task::exact(position).within(most)),
            _ => {
                let message = "expected one of level, time and exact, or none";
                Err(ApiError::bad("level", message))
            }
        }
    }
}

pub(crate) fn analysis<'a>(
    game: &GameFields,
    request: &AnalysisRequest,
    context: &'a Context<'a>,
) -> Result<Stream<'a>> {
    let task = request.task(game.position()?, context)?;
    context.search.open()?;
    Ok(Box::new(move |emit| {
        let mut reported = Reported::default();
        let watch = &mut |snapshot: &Snapshot| match reported.event(snapshot) {
            Some(event) => emit(event),
            None => ControlFlow::Continue(()),
        };
        let found = context.search.search(task, watch)?;
        let _ = emit(Event::new("done", &Update::from(&found)));
        Ok(())
    }))
}

/// The results reported last.
#[derive(Debug, Default)]
struct Reported {
    ahead: Option<usize>,
    nodes: u64,
    moves: Option<Arc<[ScoredMove]>>,
}

impl Reported {
    /// Returns the event for a snapshot, if anything changed.
    fn event(&mut self, snapshot: &Snapshot) -> Option<Event> {
        if let Some(ahead) = snapshot.ahead {
            let is_news = self.ahead.replace(ahead) != Some(ahead);
            return is_news.then(|| Event::new("queued", &Queued { ahead }));
        }
        let same = self.moves.as_ref();
        let is_same = same.is_some_and(|moves| Arc::ptr_eq(moves, &snapshot.moves));
        if snapshot.moves.is_empty() || is_same && self.nodes == snapshot.nodes {
            return None;
        }
        self.nodes = snapshot.nodes;
        self.moves = Some(Arc::clone(&snapshot.moves));
        Some(Event::new("update", &Update::from(snapshot)))
    }
}
