//! `GET /api/analysis`: the analysis of a position as a stream of events.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use outflank_engine::ScoredMove;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use super::ApiError;
use super::events::{Events, events};
use super::request::{Client, GameQuery};
use super::search_request::{failed, level, position, session, time};
use super::search_update::Update;
use crate::app_state::AppState;
use crate::engine::{EngineSession, Phase, SearchHandle, Snapshot, Task};
use crate::settings::ServerLimits;

/// Maximum time between updates while the search runs.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);

/// Minimum time between updates.
const UPDATE_PAUSE: Duration = Duration::from_millis(25);

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/analysis", get(analysis))
}

/// Limits and number of moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnalysisRequest {
    #[serde(default)]
    wanted: MoveCount,
    level: Option<u32>,
    time: Option<f64>,
    #[serde(default)]
    exact: bool,
}

/// Number of moves to score.
#[derive(Clone, Copy, Debug)]
struct MoveCount(usize);

impl Default for MoveCount {
    fn default() -> Self {
        Self(1)
    }
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

impl AnalysisRequest {
    fn task(
        &self,
        position: outflank_othello::Position,
        limits: &ServerLimits,
    ) -> Result<Task, ApiError> {
        let wanted = self.wanted.0;
        let task = match (self.level, self.time, self.exact) {
            (None, None, false) => Task::analysis(position).best_moves(wanted),
            (Some(request), None, false) => {
                Task::level(position, level(request, limits)?).best_moves(wanted)
            }
            (None, Some(request), false) => {
                let task = Task::analysis(position).best_moves(wanted);
                return Ok(task.within(time(request, limits)?));
            }
            (None, None, true) => Task::exact(position),
            _ => {
                let message = "expected one of level, time and exact, or none";
                return Err(ApiError::bad("level", message));
            }
        };
        Ok(task.within(limits.time))
    }
}

async fn analysis(
    State(app): State<AppState>,
    Client(client): Client,
    GameQuery { game, request }: GameQuery<AnalysisRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let task = request.task(position(&game)?, app.limits())?;
    let session = session(&app, &client)?;
    let search = session.start(task);
    let (events, stream) = events(());
    tokio::spawn(follow(session, search, events));
    Ok(stream)
}

/// The place in the queue.
#[derive(Serialize, JsonSchema)]
pub(super) struct Queued {
    /// Searches that come before.
    ahead: usize,
}

/// Reports a search until it ends or the client disconnects, and closes the session.
async fn follow(_session: EngineSession, mut search: SearchHandle, events: Events) {
    let mut reported = Reported::default();
    let mut ticks = ticks();
    loop {
        let snapshot = search.snapshot();
        let is_connected = match snapshot.phase {
            Phase::Queued => reported.queue(search.ahead(), &events).await,
            Phase::Searching => reported.update(&snapshot, &events).await,
            Phase::Done => {
                events.send("done", &Update::from(&snapshot)).await;
                return;
            }
            Phase::Failed(failure) => {
                events.fail(&failed(failure)).await;
                return;
            }
        };
        if !is_connected {
            return;
        }
        tokio::select! {
            () = events.closed() => return,
            () = search.changed() => {}
            _ = ticks.tick() => {}
        }
    }
}

fn ticks() -> Interval {
    let mut ticks = interval(UPDATE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// The last report.
#[derive(Debug, Default)]
struct Reported {
    ahead: Option<usize>,
    nodes: u64,
    moves: Option<Arc<[ScoredMove]>>,
}

impl Reported {
    /// Reports the place in the queue if it changed. Returns whether the client listens.
    async fn queue(&mut self, ahead: usize, events: &Events) -> bool {
        if self.ahead == Some(ahead) {
            return true;
        }
        self.ahead = Some(ahead);
        events.send("queued", &Queued { ahead }).await
    }

    /// Reports new results. Returns whether the client listens.
    async fn update(&mut self, snapshot: &Snapshot, events: &Events) -> bool {
        let same = self.moves.as_ref();
        let is_same = same.is_some_and(|moves| Arc::ptr_eq(moves, &snapshot.moves));
        if snapshot.moves.is_empty() || is_same && self.nodes == snapshot.nodes {
            return true;
        }
        self.nodes = snapshot.nodes;
        self.moves = Some(Arc::clone(&snapshot.moves));
        let is_connected = events.send("update", &Update::from(snapshot)).await;
        sleep(UPDATE_PAUSE).await;
        is_connected
    }
}
