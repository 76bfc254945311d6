//! What the fuzz targets share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_cli::protocol::{EngineSearcher, Limit, SearchReport, SearchRequest, Searcher};
use outflank_engine::{Reach, SolveOptions};
use outflank_othello::format::{GameRecord, ParsedGame};
use outflank_othello::{Position, Shape};

/// Shapes on which texts that name no board are read, chosen by a byte.
#[must_use]
pub fn shape(choice: u8) -> Shape {
    let names = ["8x8", "6x6", "9x7", "4x4", "16x8", "8x8-a1h8"];
    match names[usize::from(choice) % names.len()].parse() {
        Ok(shape) => shape,
        Err(error) => panic!("{error}"),
    }
}

/// A byte that chooses, and the text behind it.
#[must_use]
pub fn choice_and_text(data: &[u8]) -> Option<(u8, &str)> {
    let (&choice, text) = data.split_first()?;
    Some((choice, std::str::from_utf8(text).ok()?))
}

/// Reads what was written and holds it against the game.
///
/// # Panics
///
/// If it is not the same game.
pub fn reread<E: std::fmt::Display>(
    record: &GameRecord,
    text: &str,
    parsed: Result<ParsedGame, E>,
) {
    match parsed {
        Ok(parsed) => {
            let (one, other) = (&record.game, &parsed.record.game);
            assert_eq!(one.start(), other.start(), "{text}");
            assert_eq!(one.moves(), other.moves(), "{text}");
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

/// The engine, which looks one ply ahead whatever it is asked.
pub struct OnePly(EngineSearcher);

impl Default for OnePly {
    fn default() -> Self {
        match EngineSearcher::new(SolveOptions::default().with_hash(1)) {
            Ok(searcher) => Self(searcher),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Searcher for OnePly {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut (dyn FnMut(SearchReport) + Send),
    ) -> SearchReport {
        let legal: Position = request.position;
        assert!(!legal.legal_moves().is_empty(), "nothing to think about");
        let request = SearchRequest {
            limit: Limit {
                reach: Reach {
                    depth: 1,
                    exact_to: 2,
                    ..Reach::level(1)
                },
                move_time: None,
                clock: None,
            },
            ..request.clone()
        };
        self.0.search(&request, stop, report)
    }
}
