//! The built-in puzzles, from games of human tournaments. The example `find_puzzles` makes them.

use std::fmt;
use std::sync::LazyLock;

use outflank_engine::{Score, ScoredMove, Selectivity};
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Shape, Square};

use super::Theme;
use crate::analysis::{Analysis, AnalysisStrength};

/// A built-in puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShippedPuzzle {
    /// The game that leads to the position.
    pub game: Game,
    /// The estimated rating, from [`Puzzle::rating`](super::Puzzle::rating).
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
}

/// Writes the line of the file: the moves, the rating, the strength of the search, and the line of
/// each legal move with its score in 1/128 discs, separated by spaces.
impl fmt::Display for ShippedPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.0} ", transcript(&self.game), self.rating)?;
        let AnalysisStrength {
            exact,
            depth,
            selectivity,
        } = self.analysis.strength;
        match exact {
            true => f.write_str("exact")?,
            false => write!(f, "{depth}@{selectivity}")?,
        }
        for mv in &self.analysis.moves {
            let pv: String = mv.pv.iter().map(Square::to_string).collect();
            write!(f, " {pv}={}", mv.score.units())?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_puzzles_are_distinct_positions_of_every_strength_and_theme() {
        let all = ShippedPuzzle::all();
        let text = include_str!("puzzles.txt");
        let lines: Vec<String> = all.iter().map(ShippedPuzzle::to_string).collect();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), lines);
        assert!(all.len() >= 300, "{} puzzles", all.len());
        let mut positions = HashSet::new();
        for puzzle in all {
            let position = puzzle.game.position();
            assert!(positions.insert(position.canonical().0), "{puzzle}");
            let legal: HashSet<Square> = position.legal_moves().into_iter().collect();
            let moves = &puzzle.analysis.moves;
            let scored: HashSet<Square> = moves.iter().map(|mv| mv.square).collect();
            assert_eq!(legal, scored, "{puzzle}");
            assert!(moves.len() >= 3, "{puzzle}");
            assert!(moves[0].discs() - moves[1].discs() >= 4.0, "{puzzle}");
        }
        for low in (600..2400).step_by(300) {
            let is_in = |puzzle: &&ShippedPuzzle| {
                (f64::from(low)..f64::from(low + 300)).contains(&puzzle.rating)
            };
            let count = all.iter().filter(is_in).count();
            assert!(count >= 20, "{count} puzzles from {low}");
        }
        for theme in Theme::ALL {
            let count = all.iter().filter(|it| it.themes.contains(&theme)).count();
            // Positions in which only one move wipes out are rare in games of people.
            let least = match theme {
                Theme::Other => 0,
                Theme::WipeOut => 1,
                _ => 10,
            };
            assert!(count >= least, "{count} of {theme}");
        }
    }
}
