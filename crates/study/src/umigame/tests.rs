//! Tests of the counts, against the published numbers and a plain recursive count, and of the
//! limits.

use std::collections::{HashMap, HashSet};

use outflank_engine::{Score, ScoredMove};
use outflank_othello::{Game, Shape};

use super::*;
use crate::analyzer::{Interrupted, TextbookAnalyzer};

const PREFIX: &str = "F5D6C3D3C4F4F6B4F3E6E3F2D2G5G6G4H4H5H6G3F1C1";
const PUBLISHED: &str = include_str!("published.txt");

fn options(plies: u32, loss: f64) -> UmigameOptions {
    UmigameOptions {
        plies,
        loss,
        positions: 100_000,
    }
}

fn count(position: &Position, options: &UmigameOptions, analyzer: &dyn Analyzer) -> Umigame {
    umigame(position, options, analyzer, &|_, _| ())
}

/// An analyzer with given scores for some positions and none for others.
struct Known(HashMap<Position, Vec<(Square, f64)>>);

impl Analyzer for Known {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let (canonical, symmetry) = position.canonical();
        let known = self.0.get(&canonical).into_iter().flatten();
        let moves = known.map(|&(square, discs)| {
            let square = symmetry.inverse().square(square, position.shape());
            ScoredMove::new(square, Score::estimate(discs), 1)
        });
        Some(moves.collect())
    }
}

/// A published position with its umigame numbers.
struct Published {
    game: Game,
    black: u64,
    white: u64,
}

fn published() -> Vec<Published> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let published = lines.map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let text = format!("{PREFIX}{}", fields[0]);
        Published {
            game: Game::from_transcript(Shape::STANDARD, &text).unwrap(),
            black: fields[1].parse().unwrap(),
            white: fields[2].parse().unwrap(),
        }
    });
    published.collect()
}

fn best_moves(published: &[Published]) -> Known {
    let mut moves: HashMap<Position, Vec<(Square, f64)>> = HashMap::new();
    for Published { game, .. } in published {
        let mut before = game.clone();
        before.undo();
        let (canonical, symmetry) = before.position().canonical();
        let square = symmetry.square(game.last_square().unwrap(), Shape::STANDARD);
        let known = moves.entry(canonical).or_default();
        if !known.contains(&(square, 0.0)) {
            known.push((square, 0.0));
        }
    }
    Known(moves)
}

#[test]
fn the_published_numbers_are_reproduced() {
    let published = published();
    let book = best_moves(&published);
    for Published { game, black, white } in &published {
        let found = count(game.position(), &options(60, 0.0), &book);
        let numbers = (found.black.lines, found.white.lines);
        assert_eq!(numbers, (*black, *white), "{}", game.position());
    }
    assert_eq!(published.len(), 62);
}

/// Counts lines by plain recursion, without a table.
fn plain(position: &Position, plies: u32, loss: f64, analyzer: &dyn Analyzer) -> (u64, u64) {
    if plies == 0 || position.is_over() {
        return (1, 1);
    }
    let position = position.pass().unwrap_or(*position);
    let moves = analyzer.score_moves(&position).unwrap();
    let best = moves[0].discs().round();
    let mut met = HashSet::new();
    let (mut black, mut white) = (Vec::new(), Vec::new());
    for mv in moves.iter().filter(|mv| best - mv.discs().round() <= loss) {
        let after = position.play(mv.square).unwrap();
        if met.insert(after.pass().unwrap_or(after).canonical().0) {
            let below = plain(&after, plies - 1, loss, analyzer);
            black.push(below.0);
            white.push(below.1);
        }
    }
    let fewest = |lines: &[u64]| lines.iter().copied().min().unwrap();
    match position.mover() {
        Color::Black => (fewest(&black), white.iter().sum()),
        Color::White => (black.iter().sum(), fewest(&white)),
    }
}

#[test]
fn counts_agree_with_plain_recursion() {
    let analyzer = TextbookAnalyzer {
        depth: 2,
        exact_from: 4,
        ..TextbookAnalyzer::default()
    };
    for (moves, plies, loss) in [("", 5, 2.0), ("f5d6", 5, 3.0), ("f5d6c3d3c4f4", 4, 4.0)] {
        let game = Game::from_transcript(Shape::STANDARD, moves).unwrap();
        let found = count(game.position(), &options(plies, loss), &analyzer);
        let numbers = (found.black.lines, found.white.lines);
        let expected = plain(game.position(), plies, loss, &analyzer);
        assert_eq!(numbers, expected, "{moves}");
        assert!(found.complete && found.plies == plies);
        let sides = [found.black, found.white];
        assert!(sides.iter().all(|side| side.ends as u64 <= side.lines));
    }
    // The four possible first moves are the same up to symmetry.
    let start = Position::start(Shape::STANDARD);
    let first = count(&start, &options(1, 64.0), &analyzer);
    assert_eq!((first.black.lines, first.white.lines), (1, 1));
    assert_eq!((first.black.positions, first.white.positions), (1, 0));
}

#[test]
fn transpositions_count_as_lines_but_not_as_positions() {
    // Black's moves c3 and g3 in either order lead to the same position.
    let mut moves: HashMap<Position, Vec<(Square, f64)>> = HashMap::new();
    for line in ["f5f4c3c6g3", "f5f4g3c6c3"] {
        let game = Game::from_transcript(Shape::STANDARD, line).unwrap();
        for (position, mv) in game.plies().skip(2) {
            let (canonical, symmetry) = position.canonical();
            let square = symmetry.square(mv.square().unwrap(), Shape::STANDARD);
            let known = moves.entry(canonical).or_default();
            if !known.contains(&(square, 0.0)) {
                known.push((square, 0.0));
            }
        }
    }
    let game = Game::from_transcript(Shape::STANDARD, "f5f4").unwrap();
    let found = count(game.position(), &options(3, 0.0), &Known(moves));
    assert_eq!((found.black.lines, found.white.lines), (1, 2));
    assert_eq!((found.white.ends, found.white.positions), (1, 2));
}

#[test]
fn moves_may_lose_up_to_the_allowed_loss() {
    let start = Game::from_transcript(Shape::STANDARD, "f5").unwrap();
    let position = start.position();
    let (canonical, symmetry) = position.canonical();
    let scores = [("d6", 0.0), ("f6", -1.4), ("f4", -3.0)];
    let moves = scores.map(|(name, score)| {
        let square: Square = name.parse().unwrap();
        (symmetry.square(square, Shape::STANDARD), score)
    });
    let book = Known(HashMap::from([(canonical, moves.to_vec())]));
    for (loss, lines) in [(0.0, 1), (1.0, 2), (2.9, 2), (3.0, 3)] {
        let found = count(position, &options(9, loss), &book);
        assert_eq!((found.black.lines, found.white.lines), (lines, 1));
        assert_eq!(found.moves.len() as u64, lines);
        // The lines end where the scores end.
        assert_eq!((found.plies, found.unknown as u64), (1, lines));
        assert!(!found.complete);
    }
}

#[test]
fn an_interrupted_count_covers_the_completed_plies() {
    let start = Position::start(Shape::STANDARD);
    let analyzer = TextbookAnalyzer::to_depth(1);
    let stopped = count(&start, &options(20, 8.0), &Interrupted(12.into()));
    assert!(!stopped.complete && stopped.plies < 20);
    let same = count(&start, &options(stopped.plies, 8.0), &analyzer);
    assert_eq!((stopped.black, stopped.white), (same.black, same.white));

    let few = UmigameOptions {
        positions: 12,
        ..options(20, 8.0)
    };
    let limited = count(&start, &few, &analyzer);
    assert!(!limited.complete && limited.scored <= 12);
}
