//! Handicap play: giving discs away.

use outflank_othello::Position;
use rand::seq::IteratorRandom;

use super::seeded;
use outflank_engine::ScoredMove;

/// Gives away discs over a game by choosing moves worse than the best.
///
/// The discs still to give away are spread evenly over the engine's remaining moves in the
/// first half of the game. In the second half, each move gives away what is left. Among the moves
/// that do not give away too much, the engine chooses the one closest to its share, randomly if
/// several are nearly equal. If no move can give away its share, the later shares grow.
///
/// ```
/// use outflank_othello::{Position, Shape};
/// use outflank_study::sparring::GiveAway;
/// use outflank_study::{TextbookAnalyzer, Analyzer};
///
/// let position = Position::start(Shape::STANDARD).play("f5".parse()?)?;
/// let analyzer = TextbookAnalyzer { depth: 2, ..TextbookAnalyzer::default() };
/// let moves = analyzer.score_moves(&position).unwrap();
/// // With nothing to give away, it plays a best move.
/// let fair = GiveAway { target: 0.0, given: 0.0, seed: 1 };
/// assert_eq!(fair.choose(&position, &moves).unwrap().discs(), moves[0].discs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GiveAway {
    /// How many discs to give away in the whole game.
    pub target: f64,
    /// How many discs have been given away so far.
    pub given: f64,
    /// The seed for the choice among nearly equal moves.
    pub seed: u64,
}

/// The even spread ends when 1/n of the squares is left.
const LAST_PART: u32 = 2;

/// Difference in discs below which moves are nearly equal.
const NEARLY_EQUAL: f64 = 0.25;

impl GiveAway {
    /// Chooses among all moves of a position, which are given best first. Returns `None` if there
    /// are none.
    #[must_use]
    pub fn choose<'a>(
        &self,
        position: &Position,
        moves: &'a [ScoredMove],
    ) -> Option<&'a ScoredMove> {
        let best = moves.first()?;
        let left = (self.target - self.given).max(0.0);
        let share = left / own_moves(position);
        let gift = |mv: &ScoredMove| best.discs() - mv.discs();
        let fits = moves.iter().filter(|mv| gift(mv) <= left);
        let miss = |mv: &ScoredMove| (gift(mv) - share).abs();
        let least = fits.clone().map(miss).min_by(f64::total_cmp)?;
        let close = fits.filter(|mv| miss(mv) < least + NEARLY_EQUAL);
        // With nothing left to give away, play only best moves.
        let close = close.filter(|mv| left > 0.0 || gift(mv) <= 0.0);
        close.choose(&mut seeded(self.seed, position))
    }

    /// Returns how many discs a move gives away.
    #[must_use]
    pub fn gift(moves: &[ScoredMove], chosen: &ScoredMove) -> f64 {
        moves
            .first()
            .map_or(0.0, |best| best.discs() - chosen.discs())
    }
}

/// Returns the number of the mover's moves in the even spread, including this move.
fn own_moves(position: &Position) -> f64 {
    let empties = position.empties().len() as u32;
    let early = empties.saturating_sub(position.shape().squares() / LAST_PART);
    f64::from(early.div_ceil(2).max(1))
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, Score, SearchOptions};
    use outflank_othello::{Color, Game, Shape};

    use super::*;
    use crate::analyzer::{Analyzer, EngineAnalyzer};

    fn scored(name: &str, discs: f64) -> ScoredMove {
        ScoredMove::new(name.parse().unwrap(), Score::estimate(discs), 1)
    }

    fn choose(wanted: f64, given: f64, moves: &[ScoredMove]) -> String {
        let position = Position::start(Shape::STANDARD);
        let partner = GiveAway {
            target: wanted,
            given,
            seed: 7,
        };
        partner.choose(&position, moves).unwrap().square.to_string()
    }

    #[test]
    fn no_move_gives_away_more_than_what_is_left() {
        let moves = [scored("f5", 2.0), scored("d3", -1.0), scored("c4", -9.0)];
        // The mover has 14 moves left in the spread, so the share is 4 discs.
        assert_eq!(choose(56.0, 0.0, &moves), "d3");
        assert_eq!(choose(56.0, 53.5, &moves), "f5");
        assert_eq!(choose(400.0, 0.0, &moves), "c4");
        assert_eq!(choose(4.0, 9.0, &moves), "f5");
        let partner = GiveAway {
            target: 1.0,
            given: 0.0,
            seed: 7,
        };
        let nothing = partner.choose(&Position::start(Shape::STANDARD), &[]);
        assert_eq!(nothing, None);
    }

    #[test]
    fn the_seed_decides_between_nearly_equal_moves() {
        let moves = [
            scored("f5", 0.0),
            scored("d3", -2.0),
            scored("c4", -2.1),
            scored("e6", -2.2),
        ];
        let position = Position::start(Shape::STANDARD);
        let chosen = |seed| {
            let partner = GiveAway {
                target: 38.0,
                given: 0.0,
                seed,
            };
            partner.choose(&position, &moves).unwrap().square
        };
        let mut met: Vec<_> = (0..50).map(chosen).collect();
        let again: Vec<_> = (0..50).map(chosen).collect();
        assert_eq!(met, again);
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 3);
    }

    /// In fifty games at low levels, the number of discs given away never exceeds the target and is
    /// at most three less.
    #[test]
    fn a_game_gives_away_the_target() {
        let options = SearchOptions::default().with_hash(1);
        let analyzer = |level| {
            let limits = Limits::level(level);
            EngineAnalyzer::new(limits, &options, 1, std::sync::Arc::default()).unwrap()
        };
        let opponent = analyzer(1);
        let mut sum = 0.0;
        for number in 0..50_u64 {
            let partner = analyzer(1 + number as u32 % 3);
            let wanted = [4.0, 10.0, 20.0, 32.0][number as usize % 4];
            let side = if number % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let mut given = 0.0;
            let mut game = Game::new(Shape::STANDARD);
            while !game.is_over() {
                let position = *game.position();
                if position.mover() == side {
                    let moves = partner.score_moves(&position).unwrap();
                    let handicap = GiveAway {
                        target: wanted,
                        given,
                        seed: number,
                    };
                    let chosen = handicap.choose(&position, &moves).unwrap();
                    given += GiveAway::gift(&moves, chosen);
                    game.play(chosen.square).unwrap();
                } else {
                    let moves = opponent.score_moves(&position).unwrap();
                    // Alternate between the first moves so that the games differ.
                    let place = (number as usize / 4 + game.moves().len()) % 2;
                    game.play(moves[place.min(moves.len() - 1)].square).unwrap();
                }
            }
            assert!(given <= wanted + 1e-9, "game {number}: {given} of {wanted}");
            assert!(given >= wanted - 3.0, "game {number}: {given} of {wanted}");
            sum += wanted - given;
        }
        assert!(sum / 50.0 < 1.0, "{} discs too few on average", sum / 50.0);
    }
}
