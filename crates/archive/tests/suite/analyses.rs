//! The storage and reuse of analyses.

use crate::common;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_archive::{Archive, ArchiveAnalyzer};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, Score, ScoredMove, SearchOptions, Selectivity};
use outflank_othello::{Color, Game, Position, Shape, Symmetry};
use outflank_study::{Analysis, AnalysisStrength, Analyzer, EngineAnalyzer, engine_name, review};

fn position(moves: &str) -> Position {
    let game = Game::from_transcript(Shape::STANDARD, moves);
    *game.unwrap().position()
}

/// Returns an analysis in which every move is better than the next.
fn analysis(position: &Position, strength: AnalysisStrength) -> Analysis {
    let moves = position.legal_moves().into_iter().zip(0..);
    let moves = moves.map(|(square, place)| {
        let score = Score::from_units(3 * 128 - place, strength.exact);
        ScoredMove {
            selectivity: Selectivity::from_percent(strength.selectivity).unwrap(),
            nodes: 7,
            ..ScoredMove::new(square, score, strength.depth)
        }
    });
    Analysis::new(moves.collect(), "test").unwrap()
}

const fn strength(depth: u32, selectivity: u32) -> AnalysisStrength {
    AnalysisStrength {
        exact: false,
        depth,
        selectivity,
    }
}

const EXACT: AnalysisStrength = AnalysisStrength {
    exact: true,
    depth: 10,
    selectivity: 100,
};

#[test]
fn a_stored_analysis_is_found_in_every_symmetry() {
    let (_folder, mut archive) = common::archive();
    for moves in ["f5d6c3", "f5", "f5f6e6"] {
        let position = position(moves);
        assert_eq!(archive.analysis(&position).unwrap(), None);
        let kept = analysis(&position, strength(12, 73));
        assert!(archive.keep(&position, &kept).unwrap());
        assert_eq!(kept.strength, strength(12, 73));
        assert_eq!(kept.score(), Some(3 * 128));
        for symmetry in Symmetry::ALL {
            let image = position.under(symmetry);
            for image in [image, swapped(&image)] {
                let known = archive.analysis(&image).unwrap().unwrap();
                assert_eq!(known.strength, kept.strength);
                assert_eq!(known.score(), kept.score());
                let legal = image.legal_moves();
                for valued in &known.moves {
                    assert!(legal.contains(valued.square));
                    assert_eq!(valued.pv, [valued.square]);
                }
                assert_eq!(known.moves.len(), legal.len());
                assert!(known.moves.is_sorted_by(|a, b| a.discs() >= b.discs()));
            }
        }
        assert_eq!(archive.analysis(&position).unwrap(), Some(kept));
    }
    assert_eq!(archive.totals().unwrap().analyses, 3);
}

/// Returns the same board with the colours of all discs and of the mover swapped.
fn swapped(position: &Position) -> Position {
    let [white, black] = [Color::White, Color::Black].map(|color| position.discs(color));
    let mover = position.mover().opponent();
    Position::with_discs(position.shape(), white, black, mover).unwrap()
}

#[test]
fn only_deeper_or_less_selective_analyses_replace_others() {
    let (_folder, mut archive) = common::archive();
    let position = position("f5d6c3");
    for (offered, kept) in [
        (strength(8, 73), true),
        (strength(8, 73), false),
        (strength(7, 100), false),
        (strength(8, 87), true),
        (strength(20, 73), true),
        (strength(20, 73), false),
        (EXACT, true),
        (strength(40, 100), false),
        (EXACT, false),
    ] {
        let before = archive.analysis(&position).unwrap();
        let offered = analysis(&position, offered);
        let is_kept = archive.keep(&position, &offered).unwrap();
        assert_eq!(is_kept, kept, "{offered:?}");
        let expected = if kept { Some(offered) } else { before };
        assert_eq!(archive.analysis(&position).unwrap(), expected);
    }
    assert_eq!(archive.totals().unwrap().analyses, 1);
}

#[test]
fn an_analysis_serves_equal_or_weaker_requests() {
    let wants = strength(12, 73);
    for (known, serves) in [
        (strength(12, 73), true),
        (strength(11, 99), false),
        (strength(14, 87), true),
        (EXACT, true),
    ] {
        assert_eq!(known.is_at_least(wants), serves, "{known:?}");
        assert_eq!(known.is_at_least(EXACT), known.exact);
    }
}

/// An analyzer that counts its calls.
struct Counting {
    inner: EngineAnalyzer,
    asked: AtomicUsize,
}

impl Analyzer for Counting {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.inner.score_moves(position)
    }
}

fn counting(level: u32) -> Counting {
    let options = SearchOptions::default().with_hash(1);
    Counting {
        inner: EngineAnalyzer::new(Limits::level(level), &options, 2, Arc::default()).unwrap(),
        asked: AtomicUsize::new(0),
    }
}

/// Reviews a game at a level. Returns the number of searched and of reused positions.
fn reviewed(archive: &mut Archive, game: &Game, level: u32) -> (usize, usize) {
    let inner = counting(level);
    let plain = review(game, &inner.inner, &|| ());
    let analyzer = ArchiveAnalyzer::new(archive, &inner, Limits::level(level), "test");
    let kept = review(game, &analyzer, &|| ());
    assert!(kept.complete);
    let positions = game.positions().iter();
    let reused = positions.filter(|position| analyzer.was_reused(position));
    let reused = reused.count();
    analyzer.finish().unwrap();
    let asked = inner.asked.into_inner();
    if reused == 0 {
        assert_eq!(kept, plain, "unknown positions are searched as usual");
    }
    (asked, reused)
}

#[test]
fn a_game_is_searched_only_once() {
    let (_folder, mut archive) = common::archive();
    let games = common::games(&common::repository(common::WTHOR[1]));
    let game = &games[0].game;
    let moves = game.squares().count();
    assert_eq!(reviewed(&mut archive, game, 2), (moves, 0));
    assert_eq!(reviewed(&mut archive, game, 2), (0, moves));
    assert_eq!(reviewed(&mut archive, game, 1), (0, moves));
    // All positions that are not yet exact need a deeper search.
    let exact = game.plies().filter(|(position, mv)| {
        let known = archive.analysis(position).unwrap();
        mv.square().is_some() && known.unwrap().strength.exact
    });
    let exact = exact.count();
    assert!((1..moves).contains(&exact));
    assert_eq!(reviewed(&mut archive, game, 5), (moves - exact, exact));
    assert_eq!(reviewed(&mut archive, game, 5), (0, moves));
    // The analyses serve the same game in another symmetry.
    let symmetry = Symmetry::ALL[7];
    let mut turned = Game::from_position(game.start().under(symmetry));
    for square in game.squares() {
        turned.play(symmetry.square(square, game.shape())).unwrap();
    }
    assert_eq!(reviewed(&mut archive, &turned, 5), (0, moves));
}

#[test]
fn an_unreadable_archive_is_reported() {
    let (folder, mut archive) = common::archive();
    let path = folder.path().join("games.db");
    let position = position("f5d6c3");
    let kept = analysis(&position, EXACT);
    archive.keep(&position, &kept).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    let damage = other.execute_batch("UPDATE analyses SET moves = '['");
    damage.unwrap();
    let inner = counting(1);
    let analyzer = ArchiveAnalyzer::new(&mut archive, &inner, Limits::level(1), "test");
    assert_eq!(analyzer.score_moves(&position), None);
    let error = analyzer.finish().unwrap_err().to_string();
    let expected = "damaged archive: the analysis of";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_engine_is_named_by_version_and_weights() {
    let name = engine_name(Evaluation::shipped());
    let version = env!("CARGO_PKG_VERSION");
    assert!(name.starts_with(&format!("outflank {version}, weights ")));
    assert_eq!(name, engine_name(Evaluation::shipped()));
}
