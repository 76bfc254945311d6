//! The cross table of a tournament.

use crate::forfeit::ForfeitCounts;
use crate::statistics::{Anchor, RatingList, Tally};
use crate::tournament::{GamePair, Pairing};

/// The results of each pair of engines, from the point of view of the row's engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The results by row and column; the diagonal is empty.
    cells: Vec<Vec<Tally>>,
    /// The forfeits of the row's engine against the column's.
    forfeits: Vec<Vec<ForfeitCounts>>,
}

impl CrossTable {
    /// Creates the table of a tournament of `engines` engines.
    ///
    /// # Panics
    ///
    /// Panics if an engine's index is not below `engines`.
    #[must_use]
    pub fn new(engines: usize, pairs: &[GamePair]) -> Self {
        let mut table = Self::empty(engines);
        for pair in pairs {
            table.add(pair);
        }
        table
    }

    /// Creates an empty table.
    #[must_use]
    pub fn empty(engines: usize) -> Self {
        Self {
            cells: vec![vec![Tally::default(); engines]; engines],
            forfeits: vec![vec![ForfeitCounts::default(); engines]; engines],
        }
    }

    /// Adds a pair.
    ///
    /// # Panics
    ///
    /// Panics if an engine is not in the table.
    pub fn add(&mut self, pair: &GamePair) {
        let Pairing { first, second } = pair.pairing;
        let opponent = |engine: usize| if engine == first { second } else { first };
        for (engine, forfeit) in pair.forfeits() {
            self.forfeits[engine][opponent(engine)].count(forfeit.cause);
        }
        for engine in pair.resignations() {
            self.forfeits[engine][opponent(engine)].resignations += 1;
        }
        for (engine, crashes) in pair.crashes() {
            self.forfeits[engine][opponent(engine)].crashes += u64::from(crashes);
        }
        let discs = pair.discs();
        self.cells[first][second].add_pair(discs);
        self.cells[second][first].add_pair(discs.map(|difference| -difference));
    }

    /// Returns the games of engine `row` against engine `column`, 0-based.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> &Tally {
        &self.cells[row][column]
    }

    /// Returns the forfeits of engine `row` against engine `column`.
    #[must_use]
    pub fn forfeits(&self, row: usize, column: usize) -> ForfeitCounts {
        self.forfeits[row][column]
    }

    /// Returns all forfeits of an engine.
    #[must_use]
    pub fn total_forfeits(&self, row: usize) -> ForfeitCounts {
        let mut total = ForfeitCounts::default();
        for &forfeits in &self.forfeits[row] {
            total.merge(forfeits);
        }
        total
    }

    /// Returns all forfeits of the other engines against an engine.
    #[must_use]
    pub fn total_forfeits_against(&self, column: usize) -> ForfeitCounts {
        let mut total = ForfeitCounts::default();
        for row in &self.forfeits {
            total.merge(row[column]);
        }
        total
    }

    /// Returns the results of all games of an engine. The interval treats the engine's opponents as
    /// one population and is therefore conservative.
    #[must_use]
    pub fn total(&self, row: usize) -> Tally {
        let mut total = Tally::default();
        for cell in &self.cells[row] {
            total.merge(cell);
        }
        total
    }

    /// Fits ratings to all results.
    #[must_use]
    pub fn ratings(&self, anchor: Anchor) -> RatingList {
        let engines = self.cells.len();
        let met = (0..engines).flat_map(|first| {
            (first + 1..engines)
                .map(move |second| (first, second, self.cells[first][second].pentanomial()))
        });
        RatingList::new(engines, &met.collect::<Vec<_>>(), anchor)
    }

    /// Returns the engines' indices by descending score. Ties keep their order, and
    /// engines without games come last.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.cells.len()).collect();
        places.sort_by(|&a, &b| {
            let score = |place| self.total(place).score().unwrap_or(-1.0);
            score(b).total_cmp(&score(a))
        });
        places
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::play::PlayedGame;

    /// Returns a pair with the given scores for Black.
    fn pair(first: usize, second: usize, black_scores: [i32; 2]) -> GamePair {
        let game = |black_score| PlayedGame {
            black_score,
            ..PlayedGame::from(&Game::new(Shape::STANDARD))
        };
        GamePair {
            number: 0,
            pairing: Pairing { first, second },
            opening: 0,
            games: black_scores.map(game),
        }
    }

    #[test]
    fn each_pairing_has_two_cells() {
        let even = [8, 8];
        let pairs = [pair(0, 1, even), pair(0, 1, even), pair(1, 2, even)];
        let table = CrossTable::new(3, &pairs);
        let games = |row, column| table.cell(row, column).games();
        assert_eq!(
            [games(0, 1), games(1, 0), games(0, 2), games(0, 0)],
            [4, 4, 0, 0]
        );
        assert_eq!([0, 1, 2].map(|row| table.total(row).games()), [4, 6, 2]);
        assert_eq!(table.total(0).score(), Some(0.5));
    }

    #[test]
    fn ranks_follow_the_score() {
        let table = CrossTable::new(4, &[pair(0, 1, [8, 8]), pair(0, 2, [-8, 0])]);
        // 0: 1½ of 4 points; 1: 1 of 2; 2: 1½ of 2; 3 did not play.
        assert_eq!(table.ranking(), [2, 1, 0, 3]);
    }
}
