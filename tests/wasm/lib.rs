//! A solve, a review and the 8x8 searches of `outflank bench` on the single thread of WebAssembly. `make wasm`
//! runs them there; `cargo test` runs the first two natively.

use std::sync::Arc;

use outflank_book::OpenBook;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Window};
use outflank_othello::format::parse_obf_lines;
use outflank_othello::{Game, Position, Shape};
use outflank_study::{BookScores, EngineAnalyzer, review};

/// The first position of the FFO test suite, whose score is +18 by g8.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn options() -> SearchOptions {
    SearchOptions::default().with_threads(1).with_hash(16)
}

/// Solves an endgame.
#[unsafe(no_mangle)]
#[expect(clippy::unwrap_used, reason = "a test that cannot continue must fail")]
pub extern "C" fn solve() -> i32 {
    let position = Position::parse_obf(FFO_1, Shape::STANDARD).unwrap();
    let mut searcher = Searcher::new(options()).unwrap();
    let result = searcher.search(&SearchRequest::new(&position, Limits::SOLVE));
    assert_eq!(result.best().unwrap().square.to_string(), "g8");
    result.lower.whole_discs()
}

/// Reviews a game with the shipped book, the network and the model of human moves. Returns the
/// number of book moves.
#[unsafe(no_mangle)]
#[expect(clippy::unwrap_used, reason = "a test that cannot continue must fail")]
pub extern "C" fn review_game() -> usize {
    let moves = "f5d6c3d3c4f4c5f6e3b5e6d7e7f8c7c6a6a4b6c8f7f3g4b4";
    let game = Game::from_transcript(Shape::STANDARD, moves).unwrap();
    let analyzer = EngineAnalyzer::new(Limits::depth(6), &options(), 1, Arc::default()).unwrap();
    let scores = BookScores::new(Some(OpenBook::Shipped), &analyzer);
    let review = review(&game, &scores, &|| ());
    assert!(review.complete && review.black_rating.is_some());
    review.moves.iter().filter(|mv| mv.from_book).count()
}

/// Returns the node count of one of the first three lines of `outflank bench`, all on 8x8.
#[unsafe(no_mangle)]
#[expect(clippy::unwrap_used, reason = "a test that cannot continue must fail")]
pub extern "C" fn bench_nodes(line: usize) -> u64 {
    let files = [
        include_str!("../../testdata/positions/fforum-1-19.obf"),
        include_str!("../../testdata/positions/fforum-20-39.obf"),
    ];
    let records = files
        .iter()
        .flat_map(|text| parse_obf_lines(text, Shape::STANDARD));
    let positions = records.map(|record| record.unwrap().position);
    let is_searched = |(index, position): &(usize, Position)| match line {
        0 => *index < 19,
        _ => (16..=20).contains(&position.empties().len()),
    };
    let window = [Window::EXACT, Window::EXACT, Window::WIN_DRAW_LOSS][line];
    let mut searcher = Searcher::new(options().with_hash(64)).unwrap();
    let nodes = positions
        .enumerate()
        .filter(is_searched)
        .map(|(_, position)| {
            let request = SearchRequest::new(&position, Limits::SOLVE).window(window);
            searcher.search(&request).nodes
        });
    nodes.sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_native_results_agree() {
        assert_eq!(super::solve(), 18);
        assert!(super::review_game() >= 4);
    }
}
