//! Small searches drawn as an HTML page for a frame.

use std::sync::Arc;
use std::time::Duration;

use outflank_gametree::{Algorithm, MoveOrder, Pruning, SearchLimits};
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Position};
use outflank_textbook::{Evaluation, EvaluationKind, Order};
use outflank_trees::{Algorithms, SearchTree, TracedSearches, page, page_policy};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::within;
use crate::endpoint::Page;
use crate::game_fields::{GameFields, last_position};
use crate::{ApiError, Context, RequestLimits, Result};

/// Maximum number of searches side by side.
const SEARCHES: usize = 4;
/// Maximum number of states that a search may visit.
const STATES: u64 = 2_000_000;
/// Maximum time of one search.
const TIME: Duration = Duration::from_secs(3);
/// Maximum number of states in a search's table.
const TABLE: usize = 1 << 18;

#[derive(Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TreeRequest {
    /// The depth in plies.
    #[schemars(range(min = 1, max = 8))]
    depth: u32,
    /// From one to four of minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf,
    /// deepening, deepening-table.
    searches: String,
    /// The evaluation of the leaves.
    #[schemars(extend("enum" = ["discs", "phased", "components", "positional"]))]
    evaluation: String,
    /// The move order.
    #[schemars(extend("enum" = ["given", "squares", "heuristic", "random", "worst", "perfect"]))]
    order: String,
}

impl Default for TreeRequest {
    fn default() -> Self {
        Self {
            depth: 3,
            searches: "minimax,alpha-beta".to_owned(),
            evaluation: "phased".to_owned(),
            order: "given".to_owned(),
        }
    }
}

pub(crate) fn tree(
    game: &GameFields,
    request: &TreeRequest,
    context: &Context<'_>,
) -> Result<Page> {
    let game = game.game()?;
    let position = last_position(&game)?;
    let depth = within("depth", request.depth, 1, RequestLimits::TREE_DEPTH)?;
    let kind: EvaluationKind = parse("evaluation", &request.evaluation)?;
    let (order, move_order) = match request.order.as_str() {
        "squares" => (Order::Squares, MoveOrder::Given),
        name => (Order::Reading, parse("order", name)?),
    };
    let mut limits = SearchLimits::plies(depth)
        .with_nodes(STATES)
        .with_time(TIME);
    limits.stop = Some(Arc::clone(&context.stop));
    let (name, mover) = (name(&game), position.mover());
    let searches = TracedSearches {
        game: format!(
            "{name} on {}, {mover} to move, {kind}, depth {depth}, order of moves: {}",
            position.shape(),
            request.order
        ),
        searches: Algorithms {
            algorithms: algorithms(&request.searches)?,
            order: move_order,
            seed: 1,
            limits,
            table_entries: TABLE,
            pruning: Pruning::default(),
        },
        first_moves: Vec::new(),
        max_nodes: context.limits().tree_nodes,
        to_ply: None,
        measure: None,
    };
    let searched = searches
        .of_position(&position, &Evaluation::new(kind), order)
        .map_err(|error| ApiError::bad("order", error.to_string()))?;
    let trees: Vec<SearchTree> = searched.into_iter().map(|search| search.tree).collect();
    Ok(Page {
        html: page(&trees),
        policy: page_policy(),
    })
}

fn name(game: &Game) -> String {
    let is_usual = *game.start() == Position::start(game.shape());
    match (is_usual, game.squares().next()) {
        (true, None) => "start".to_owned(),
        (true, Some(_)) => transcript(game),
        (false, _) => game.position().to_string(),
    }
}

fn algorithms(names: &str) -> Result<Vec<Algorithm>> {
    let mut algorithms = Vec::new();
    for name in names.split(',') {
        let algorithm = parse("searches", name)?;
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
        if algorithms.len() > SEARCHES {
            let message = format!("expected at most {SEARCHES}");
            return Err(ApiError::bad("searches", message));
        }
    }
    Ok(algorithms)
}

fn parse<T>(field: &'static str, text: &str) -> Result<T>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let read = text.parse();
    read.map_err(|error: T::Err| ApiError::bad(field, error.to_string()))
}
