//! The table of all endpoints.

use std::sync::LazyLock;

use outflank_study::ReviewedMove;
use schemars::SchemaGenerator;

use crate::analysis::{Queued, Update};
#[cfg(feature = "files")]
use crate::book_edit;
#[cfg(feature = "files")]
use crate::endpoint::Cost::OwnSearch;
use crate::endpoint::Cost::{Little, Reading, Search, Tree};
use crate::endpoint::Source::{File, Json, Query};
use crate::endpoint::{Endpoint, SchemaOf, file, of_game, plain, stream};
use crate::{
    analysis, balanced, book, choose, explain, export, game, guess, import, new_cards, openapi,
    opponents, progress, review, status, tree, umigame,
};
#[cfg(feature = "storage")]
use crate::{archive, library, practice, storage};

/// All endpoints. A new endpoint needs only a line here: `GET /api` describes it and the server
/// routes it.
pub static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    let all = requests().into_iter();
    #[cfg(feature = "files")]
    let all = all.chain(program_endpoints());
    #[cfg(feature = "storage")]
    let all = all.chain(storage_endpoints());
    all.collect()
});

/// Finds the endpoint for a request in `endpoints`, such as [`ENDPOINTS`], and the fields in the
/// request's path.
#[must_use]
pub fn route<'a>(
    endpoints: &'a [Endpoint],
    method: &str,
    path: &str,
) -> Option<(&'a Endpoint, Vec<(String, String)>)> {
    endpoints.iter().find_map(|endpoint| {
        let fields = endpoint.path_fields(path)?;
        (endpoint.source.method() == method).then_some((endpoint, fields))
    })
}

/// The events of an analysis.
const ANALYSIS: &[(&str, SchemaOf)] = &[
    ("queued", SchemaGenerator::subschema_for::<Queued>),
    ("update", SchemaGenerator::subschema_for::<Update>),
    ("done", SchemaGenerator::subschema_for::<Update>),
];
/// The events of a review. The moves are not necessarily in order.
const REVIEW: &[(&str, SchemaOf)] = &[
    ("move", SchemaGenerator::subschema_for::<ReviewedMove>),
    (
        "done",
        SchemaGenerator::subschema_for::<review::ReviewedGame>,
    ),
];

#[rustfmt::skip]
fn requests() -> Vec<Endpoint> {
    vec![
        plain((Query, "document", "/api"), Little, "This document", openapi::answer),
        plain((Query, "status", "/api/status"), Little, "The version, limits and load of the server", status::status),
        of_game((Json, "game", "/api/game"), Little, "All plies and positions of a game, by the rules", game::game),
        stream((Query, "analysis", "/api/analysis"), "An analysis of a position, as server-sent events", ANALYSIS, analysis::analysis),
        of_game((Json, "choose", "/api/choose"), Search, "The move that the engine plays at full strength or as a sparring partner", choose::choose),
        stream((Query, "review", "/api/review"), "The review of a game, move by move, as server-sent events", REVIEW, review::review),
        of_game((Json, "explain", "/api/explain"), Search, "Why a move is better or worse than another", explain::explain),
        plain((Json, "balanced", "/api/balanced"), Search, "A start position that is even for both sides", balanced::balanced),
        plain((Json, "progress", "/api/progress"), Little, "A player's ratings and kinds of mistakes over reviewed games, and what to train next", progress::progress),
        plain((Query, "opponents", "/api/opponents"), Little, "The opponents that can be played, weakest first", opponents::opponents),
        plain((Query, "report", "/api/report"), Little, "The HTML template for the review of a game", review::report),
        of_game((Json, "guess", "/api/guess"), Search, "Points for a guess of the next move of a game", guess::guess),
        of_game((Json, "choices", "/api/choices"), Search, "How many moves in a position win, draw, lose or are safe, and what players of each level play", guess::choices),
        of_game((Json, "umigame", "/api/umigame"), Search, "The umigame numbers: how many lines of an opening each side must know", umigame::umigame),
        plain((Query, "openings", "/api/openings"), Little, "All named openings", game::openings),
        of_game((Query, "book", "/api/book"), Reading, "The entry of a position in the opening book", book::book),
        file((File, "import", "/api/import"), "The games in a file of any format", import::import),
        plain((Json, "export", "/api/export"), Reading, "Games as a file of any format", export::export),
        of_game((Query, "tree", "/api/tree"), Tree, "Searches of a small tree, drawn as an HTML page for a frame", tree::tree),
        plain((Json, "practiceOpening", "/api/practice/opening"), Search, "Add the lines of an opening as cards", new_cards::opening),
        of_game((Json, "practiceMistake", "/api/practice/mistake"), Search, "Add a position to the deck of the user's mistakes", new_cards::mistake),
        plain((Json, "practicePuzzles", "/api/practice/puzzles"), Search, "Make puzzles from games of the library and the archive and add them as cards", new_cards::puzzles),
    ]
}

/// Returns the endpoints that only the program has; the browser edition lacks them.
#[cfg(feature = "files")]
#[rustfmt::skip]
fn program_endpoints() -> Vec<Endpoint> {
    vec![
        of_game((Json, "bookAdd", "/api/book/add"), OwnSearch, "Search a position and add it to the opening book", book_edit::add),
        of_game((Json, "bookScore", "/api/book/score"), OwnSearch, "Set the score of a position in the opening book", book_edit::score),
        of_game((Json, "bookRemove", "/api/book/remove"), OwnSearch, "Remove a position from the opening book", book_edit::remove),
        plain((Json, "bookUndo", "/api/book/undo"), OwnSearch, "Undo a change to the opening book", book_edit::undo),
        plain((Json, "bookRedo", "/api/book/redo"), OwnSearch, "Redo a change to the opening book", book_edit::redo),
        plain((Json, "stop", "/api/stop"), Little, "Stop the program after answering the request", status::stop),
    ]
}

/// Returns the endpoints of the archive and the library that need no engine.
#[cfg(feature = "storage")]
#[must_use]
#[rustfmt::skip]
pub fn storage_endpoints() -> Vec<Endpoint> {
    vec![
        plain((Query, "archive", "/api/archive"), Reading, "The totals of the archive", archive::totals),
        of_game((Query, "archivePosition", "/api/archive/position"), Reading, "The moves played in a position, up to symmetry, and their results", archive::position),
        plain((Query, "archiveGame", "/api/archive/game/{number}"), Reading, "A game in the archive", archive::game),
        file((File, "archiveImport", "/api/archive/import"), "Add the games in a file of any format to the archive", archive::import),
        plain((Query, "library", "/api/library"), Reading, "The games in the library, latest first", library::list),
        plain((Query, "libraryGame", "/api/library/game/{id}"), Reading, "A game in the library, as it was saved", library::game),
        plain((Json, "librarySave", "/api/library/save"), Reading, "Save a game; 409 if another writer has saved it since", library::save),
        plain((Json, "libraryDelete", "/api/library/delete"), Reading, "Delete a game, which can be restored for 30 days", library::delete),
        plain((Json, "libraryRestore", "/api/library/restore"), Reading, "Restore a deleted game", library::restore),
        plain((Query, "libraryOlder", "/api/library/older"), Reading, "The games of an older library that the current one lacks", library::older),
        plain((Json, "libraryAdopt", "/api/library/adopt"), Reading, "Add the games of the older library", library::adopt),
        plain((Query, "practice", "/api/practice"), Reading, "The decks of cards, and the results by theme", practice::statistics),
        of_game((Query, "practiceCard", "/api/practice/card"), Reading, "The card with a position, up to symmetry, in a deck", practice::find),
        plain((Query, "practiceNext", "/api/practice/next"), Reading, "The next card to ask", practice::next),
        plain((Query, "practiceLine", "/api/practice/line"), Reading, "The longest line of the deck through a card, with the best move at its end", practice::line),
        plain((Json, "practicePuzzle", "/api/practice/puzzle"), Reading, "The next puzzle to ask", practice::puzzle),
        plain((Json, "practiceAnswer", "/api/practice/answer"), Reading, "Judge the answer to a card and store it", practice::answer),
        plain((Json, "practiceJudge", "/api/practice/judge"), Reading, "Judge a further answer to a card without storing it", practice::judge),
        plain((Json, "practiceRemove", "/api/practice/remove"), Reading, "Remove a card; its answers are in the response", practice::remove),
        plain((Query, "storageExport", "/api/storage/export"), Reading, "Save the games of the library and the cards of the archive as one file", storage::export),
        file((File, "storageImport", "/api/storage/import"), "Add the games and cards of a file from `/api/storage/export`, or of some of its lines", storage::import),
    ]
}
