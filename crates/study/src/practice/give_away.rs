//! Giving discs away.

use outflank_othello::Position;
use rand::seq::IteratorRandom;

use super::chance;
use crate::analyzer::ScoredMove;

/// A partner that gives away a number of discs in the course of a game, by moves that
/// are worse than the best by so much in all.
///
/// At each move what is left to give is divided by the partner's own moves in which it
/// still can be given; those of the last half of the board are left out, which stays for
/// what did not fit before: there is little choice then, and by whole discs. Of the moves that give no more than is left, the one is played that gives
/// closest to that share; of moves about as close, one by chance. What cannot be given
/// now, because no move fits, makes the later shares larger, so that the sum comes out
/// near what is wanted by the end.
///
/// ```
/// use outflank_othello::{Position, Shape};
/// use outflank_study::practice::GiveAway;
/// use outflank_study::{ClassicAnalyzer, Analyzer};
///
/// let position = Position::start(Shape::STANDARD).play("f5".parse()?)?;
/// let analyzer = ClassicAnalyzer { depth: 2, ..ClassicAnalyzer::default() };
/// let moves = analyzer.score_moves(&position).unwrap();
/// // One who wants to give nothing plays a best move.
/// let fair = GiveAway { wanted: 0.0, given: 0.0, seed: 1 };
/// assert_eq!(fair.choose(&position, &moves).unwrap().score, moves[0].score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GiveAway {
    /// Discs to be given away in the whole game.
    pub wanted: f64,
    /// Discs given away by now.
    pub given: f64,
    /// Decides among moves that fit equally well.
    pub seed: u64,
}

/// In the last part of the board nothing is left for later: one of so many.
const LAST_PART: u32 = 2;

/// Moves whose gifts differ by less, in discs, fit equally well.
const ALIKE: f64 = 0.25;

impl GiveAway {
    /// The move to play of all the moves of a position, best first; none if there is
    /// none.
    #[must_use]
    pub fn choose<'a>(
        &self,
        position: &Position,
        moves: &'a [ScoredMove],
    ) -> Option<&'a ScoredMove> {
        let best = moves.first()?;
        let left = (self.wanted - self.given).max(0.0);
        let share = left / own_moves(position);
        let gift = |valued: &ScoredMove| best.score - valued.score;
        let fits = moves.iter().filter(|valued| gift(valued) <= left);
        let miss = |valued: &ScoredMove| (gift(valued) - share).abs();
        let least = fits.clone().map(miss).min_by(f64::total_cmp)?;
        let close = fits.filter(|valued| miss(valued) < least + ALIKE);
        // Nothing is to be given by chance.
        let close = close.filter(|valued| left > 0.0 || gift(valued) <= 0.0);
        close.choose(&mut chance(self.seed, position))
    }

    /// Discs that a move gives away.
    #[must_use]
    pub fn gift(moves: &[ScoredMove], chosen: &ScoredMove) -> f64 {
        moves.first().map_or(0.0, |best| best.score - chosen.score)
    }
}

/// The mover's moves, this one included, in which discs may still be given.
fn own_moves(position: &Position) -> f64 {
    let empties = position.empties().len() as u32;
    let early = empties.saturating_sub(position.shape().squares() / LAST_PART);
    f64::from(early.div_ceil(2).max(1))
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, SearchOptions};
    use outflank_othello::{Color, Game, Shape};

    use super::*;
    use crate::analyzer::{Analyzer, EngineAnalyzer};

    fn valued(name: &str, score: f64) -> ScoredMove {
        ScoredMove {
            square: name.parse().unwrap(),
            score,
            exact: false,
            pv: vec![name.parse().unwrap()],
            depth: 1,
            selectivity: 73,
            nodes: 1,
        }
    }

    fn choose(wanted: f64, given: f64, moves: &[ScoredMove]) -> String {
        let position = Position::start(Shape::STANDARD);
        let partner = GiveAway {
            wanted,
            given,
            seed: 7,
        };
        partner.choose(&position, moves).unwrap().square.to_string()
    }

    #[test]
    fn never_more_than_is_left_is_given() {
        let moves = [valued("f5", 2.0), valued("d3", -1.0), valued("c4", -9.0)];
        // 14 of the own moves may give: a share of 4 discs.
        assert_eq!(choose(56.0, 0.0, &moves), "d3");
        assert_eq!(choose(56.0, 53.5, &moves), "f5");
        assert_eq!(choose(400.0, 0.0, &moves), "c4");
        assert_eq!(choose(4.0, 9.0, &moves), "f5");
        let partner = GiveAway {
            wanted: 1.0,
            given: 0.0,
            seed: 7,
        };
        let nothing = partner.choose(&Position::start(Shape::STANDARD), &[]);
        assert_eq!(nothing, None);
    }

    #[test]
    fn the_seed_decides_between_moves_alike() {
        let moves = [
            valued("f5", 0.0),
            valued("d3", -2.0),
            valued("c4", -2.1),
            valued("e6", -2.2),
        ];
        let position = Position::start(Shape::STANDARD);
        let chosen = |seed| {
            let partner = GiveAway {
                wanted: 38.0,
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

    /// Fifty games of low levels against an opponent that plays fixed moves: in each
    /// the discs given are within three of those wanted, and never more.
    #[test]
    fn over_a_game_as_much_is_given_as_is_wanted() {
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
                    let giving = GiveAway {
                        wanted,
                        given,
                        seed: number,
                    };
                    let chosen = giving.choose(&position, &moves).unwrap();
                    given += GiveAway::gift(&moves, chosen);
                    game.play(chosen.square).unwrap();
                } else {
                    let moves = opponent.score_moves(&position).unwrap();
                    // Not always the best, so that the games differ.
                    let place = (number as usize / 4 + game.moves().len()) % 2;
                    game.play(moves[place.min(moves.len() - 1)].square).unwrap();
                }
            }
            assert!(given <= wanted + 1e-9, "game {number}: {given} of {wanted}");
            assert!(given >= wanted - 3.0, "game {number}: {given} of {wanted}");
            sum += wanted - given;
        }
        assert!(sum / 50.0 < 1.0, "{} discs too few in the mean", sum / 50.0);
    }
}
