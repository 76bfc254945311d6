//! The built-in puzzles, from games of human tournaments. The example `find_puzzles` makes them.

use std::sync::LazyLock;

use outflank_engine::{Score, ScoredMove, Selectivity};
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Shape, Square};

use super::{Puzzle, Theme};
use crate::analysis::{Analysis, AnalysisStrength};

/// A built-in puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShippedPuzzle {
    /// The game that leads to the position.
    pub game: Game,
    /// The estimated rating, from [`Puzzle::rating`].
    pub rating: f64,
    /// The themes.
    pub themes: Vec<Theme>,
    /// All legal moves of the position.
    pub analysis: Analysis,
}

impl ShippedPuzzle {
    /// Returns the built-in puzzles.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<ShippedPuzzle>> =
            LazyLock::new(|| read(include_str!("puzzles.txt")).expect("a test reads the puzzles"));
        &ALL
    }

    /// Returns the line of a puzzle in the file: the moves, the rating, the strength of the
    /// search, and the line of each legal move with its score in 1/128 discs, separated by spaces.
    #[must_use]
    pub fn line(game: &Game, puzzle: &Puzzle, rating: f64) -> Option<String> {
        let Analysis { strength, .. } = Analysis::new(puzzle.moves.clone(), "")?;
        let strength = match strength.exact {
            true => "exact".to_owned(),
            false => format!("{}@{}", strength.depth, strength.selectivity),
        };
        let moves = puzzle.moves.iter().map(|mv| {
            let pv: String = mv.pv.iter().map(Square::to_string).collect();
            format!("{pv}={}", mv.score.units())
        });
        let moves: Vec<String> = moves.collect();
        let (game, moves) = (transcript(game), moves.join(" "));
        Some(format!("{game} {rating:.0} {strength} {moves}"))
    }
}

/// Reads a file of puzzles, whose first line names the engine and the date.
fn read(text: &str) -> Option<Vec<ShippedPuzzle>> {
    let (head, lines) = text.split_once('\n')?;
    let (engine, date) = head.split_once("; ")?;
    lines
        .lines()
        .map(|line| puzzle(line, engine, date))
        .collect()
}

fn puzzle(line: &str, engine: &str, date: &str) -> Option<ShippedPuzzle> {
    let mut words = line.split(' ');
    let game = Game::from_transcript(Shape::STANDARD, words.next()?).ok()?;
    let rating = words.next()?.parse().ok()?;
    let strength = match words.next()? {
        "exact" => AnalysisStrength {
            exact: true,
            depth: game.position().empties().len() as u32,
            selectivity: 100,
        },
        searched => {
            let (depth, selectivity) = searched.split_once('@')?;
            AnalysisStrength {
                exact: false,
                depth: depth.parse().ok()?,
                selectivity: selectivity.parse().ok()?,
            }
        }
    };
    let selectivity = Selectivity::from_percent(strength.selectivity)?;
    let moves = words.map(|word| {
        let (pv, units) = word.split_once('=')?;
        let squares = pv.as_bytes().chunks(2);
        let pv = squares.map(|name| std::str::from_utf8(name).ok()?.parse().ok());
        let pv: Vec<Square> = pv.collect::<Option<_>>()?;
        let score = Score::from_units(units.parse().ok()?, strength.exact);
        Some(ScoredMove {
            pv: pv.clone(),
            selectivity,
            ..ScoredMove::new(*pv.first()?, score, strength.depth)
        })
    });
    let moves: Vec<ScoredMove> = moves.collect::<Option<_>>()?;
    let best = moves.first()?;
    Some(ShippedPuzzle {
        rating,
        themes: Theme::of(game.position(), best.square, &best.pv),
        game,
        analysis: Analysis {
            strength,
            moves,
            engine: engine.to_owned(),
            date: date.to_owned(),
        },
    })
}
