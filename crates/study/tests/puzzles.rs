//! Checks the built-in puzzles with the engine.

use std::sync::Arc;

use outflank_engine::{Limits, ScoredMove, SearchOptions};
use outflank_study::puzzle::ShippedPuzzle;
use outflank_study::{Analyzer, EngineAnalyzer};

#[test]
fn the_answers_of_the_built_in_puzzles_are_clearly_best() {
    let options = SearchOptions::default().with_hash(16);
    let limits = Limits::level(10).with_exact_from(14);
    let analyzer = EngineAnalyzer::new(limits, &options, 1, Arc::default()).unwrap();
    for puzzle in ShippedPuzzle::all() {
        let found = analyzer.score_moves(puzzle.game.position()).unwrap();
        let known = &puzzle.analysis.moves;
        assert_eq!(found[0].square, known[0].square, "{puzzle}");
        if puzzle.analysis.strength.exact {
            let scores = |moves: &[ScoredMove]| -> Vec<f64> {
                moves.iter().map(ScoredMove::discs).collect()
            };
            assert_eq!(scores(&found), scores(known), "{puzzle}");
        } else {
            // This search is shallower than that of the file.
            let margin = found[0].discs() - found[1].discs();
            assert!(margin >= 2.0, "{puzzle}: {margin} discs");
        }
    }
}
