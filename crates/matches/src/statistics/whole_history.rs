//! Ratings of players over many years.

use super::Interval;
use super::interval::Z_95;

/// Elo points per unit of natural logarithms of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A game between two players in a period, such as a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The indices of the two players.
    pub players: [usize; 2],
    /// The period.
    pub period: i32,
    /// Points of the first player: 0, ½ or 1.
    pub points: f64,
}

/// How ratings are expected to vary, between players and over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryModel {
    /// Standard deviation of the players around the mean, in Elo points.
    pub spread: f64,
    /// Standard deviation of the change of a rating in a period, in Elo points.
    pub drift: f64,
}

/// The rating of a player in a period with games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeriodRating {
    /// The period.
    pub period: i32,
    /// The number of games in the period.
    pub games: u32,
    /// The rating, in Elo points around an arbitrary zero.
    pub elo: f64,
    /// 95 % confidence interval, taking the ratings of the others as given.
    pub interval: Interval,
}

/// Ratings of players in each period, according to the model of R. Coulom ("Whole-History Rating: a
/// Bayesian
/// rating system for players of time-varying strength", 2008): the expected score is that of
/// Bradley and Terry, a rating drifts from period to period as a Wiener process, and the ratings
/// are the most probable ones given all games. The first ratings of the players scatter around a
/// common mean.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingHistory {
    players: Vec<Vec<PeriodRating>>,
}

/// The games of a player in a period: the opponent's index, the index of the period in the
/// opponent's list, and the points.
type Met = Vec<(usize, usize, f64)>;

impl RatingHistory {
    /// Rates `players` players by their games, with `rounds` rounds of Newton's method, one player
    /// at a time.
    #[must_use]
    pub fn new(players: usize, games: &[RatedGame], model: HistoryModel, rounds: usize) -> Self {
        let mut periods: Vec<Vec<i32>> = vec![Vec::new(); players];
        for game in games {
            for player in game.players {
                periods[player].push(game.period);
            }
        }
        for periods in &mut periods {
            periods.sort_unstable();
            periods.dedup();
        }
        let place = |player: usize, period| periods[player].binary_search(&period).unwrap_or(0);
        let mut met: Vec<Vec<Met>> = periods.iter().map(|p| vec![Met::new(); p.len()]).collect();
        for game in games {
            let [first, second] = game.players;
            let places = [place(first, game.period), place(second, game.period)];
            met[first][places[0]].push((second, places[1], game.points));
            met[second][places[1]].push((first, places[0], 1.0 - game.points));
        }
        let mut strengths: Vec<Vec<f64>> = periods.iter().map(|p| vec![0.0; p.len()]).collect();
        for _ in 0..rounds {
            for player in 0..players {
                let posterior =
                    Posterior::new(&periods[player], &met[player], &strengths, player, model);
                for (strength, step) in strengths[player].iter_mut().zip(posterior.step()) {
                    *strength += step.clamp(-1.0, 1.0);
                }
            }
        }
        let history = |player: usize| {
            let posterior =
                Posterior::new(&periods[player], &met[player], &strengths, player, model);
            let variances = posterior.variances();
            let of_period = |place: usize| {
                let elo = ELO * strengths[player][place];
                let reach = Z_95 * ELO * variances[place].sqrt();
                PeriodRating {
                    period: periods[player][place],
                    games: met[player][place].len() as u32,
                    elo,
                    interval: Interval {
                        low: elo - reach,
                        high: elo + reach,
                    },
                }
            };
            (0..periods[player].len()).map(of_period).collect()
        };
        Self {
            players: (0..players).map(history).collect(),
        }
    }

    /// Returns the ratings of a player, one for each period with games.
    #[must_use]
    pub fn player(&self, index: usize) -> &[PeriodRating] {
        self.players.get(index).map_or(&[], Vec::as_slice)
    }
}

/// The gradient and the negated, tridiagonal Hessian of the log-posterior of one player's ratings.
struct Posterior {
    gradient: Vec<f64>,
    diagonal: Vec<f64>,
    /// Between each period and the next.
    beside: Vec<f64>,
}

impl Posterior {
    fn new(
        periods: &[i32],
        met: &[Met],
        strengths: &[Vec<f64>],
        player: usize,
        model: HistoryModel,
    ) -> Self {
        let own = &strengths[player];
        let (mut gradient, mut diagonal) = (Vec::new(), Vec::new());
        for (met, &strength) in met.iter().zip(own) {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for &(other, place, points) in met {
                let expected = 1.0 / (1.0 + (strengths[other][place] - strength).exp());
                slope += points - expected;
                curvature += expected * (1.0 - expected);
            }
            gradient.push(slope);
            diagonal.push(curvature);
        }
        let precision = |elo: f64| (ELO / elo).powi(2);
        if let Some(first) = own.first() {
            let prior = precision(model.spread);
            gradient[0] -= first * prior;
            diagonal[0] += prior;
        }
        let mut beside = Vec::new();
        for (place, pair) in periods.windows(2).enumerate() {
            let weight = precision(model.drift) / f64::from(pair[1] - pair[0]);
            let apart = own[place + 1] - own[place];
            gradient[place] += weight * apart;
            gradient[place + 1] -= weight * apart;
            diagonal[place] += weight;
            diagonal[place + 1] += weight;
            beside.push(-weight);
        }
        Self {
            gradient,
            diagonal,
            beside,
        }
    }

    /// Returns Newton's step, by elimination (Thomas).
    fn step(&self) -> Vec<f64> {
        let (mut diagonal, mut step) = (self.diagonal.clone(), self.gradient.clone());
        for place in 1..diagonal.len() {
            let factor = self.beside[place - 1] / diagonal[place - 1];
            diagonal[place] -= factor * self.beside[place - 1];
            step[place] -= factor * step[place - 1];
        }
        for place in (0..diagonal.len()).rev() {
            let above = step
                .get(place + 1)
                .map_or(0.0, |next| self.beside[place] * next);
            step[place] = (step[place] - above) / diagonal[place];
        }
        step
    }

    /// Returns the diagonal of the inverse, by elimination from both ends.
    fn variances(&self) -> Vec<f64> {
        let count = self.diagonal.len();
        let (mut down, mut up) = (self.diagonal.clone(), self.diagonal.clone());
        for place in 1..count {
            down[place] -= self.beside[place - 1].powi(2) / down[place - 1];
        }
        for place in (0..count.saturating_sub(1)).rev() {
            up[place] -= self.beside[place].powi(2) / up[place + 1];
        }
        let ends = down.iter().zip(&up).zip(&self.diagonal);
        ends.map(|((down, up), diagonal)| 1.0 / (down + up - diagonal))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: HistoryModel = HistoryModel {
        spread: 300.0,
        drift: 60.0,
    };

    fn games(players: [usize; 2], period: i32, won: usize, lost: usize) -> Vec<RatedGame> {
        let game = |points| RatedGame {
            players,
            period,
            points,
        };
        let won = std::iter::repeat_n(game(1.0), won);
        won.chain(std::iter::repeat_n(game(0.0), lost)).collect()
    }

    #[test]
    fn the_gradient_vanishes_at_the_ratings() {
        let all = [
            games([0, 1], 2000, 6, 2),
            games([1, 2], 2000, 3, 3),
            games([0, 2], 2003, 4, 5),
        ];
        let history = RatingHistory::new(3, &all.concat(), MODEL, 100);
        // The derivative of the log-posterior by the rating of player 1 in that player's only year.
        let [first, second, third] = [0, 1, 2].map(|player| history.player(player)[0].elo);
        let expected = |own: f64, other: f64| 1.0 / (1.0 + 10_f64.powf((other - own) / 400.0));
        let points = 2.0 + 3.0;
        let games = 8.0 * expected(second, first) + 6.0 * expected(second, third);
        let prior = second / ELO * (ELO / MODEL.spread).powi(2);
        assert!((points - games - prior).abs() < 1e-9);
    }

    #[test]
    fn many_games_give_the_logistic_difference() {
        let history = RatingHistory::new(2, &games([0, 1], 1, 7600, 2400), MODEL, 100);
        let apart = history.player(0)[0].elo - history.player(1)[0].elo;
        // A score of 76 % corresponds to a difference of 200.24 points; the prior shrinks it a
        // little.
        assert!((apart - 200.24).abs() < 2.0, "{apart}");
    }

    #[test]
    fn ratings_drift_from_year_to_year() {
        let all = [
            games([0, 1], 2000, 10, 30),
            games([0, 1], 2010, 30, 10),
            games([2, 1], 2000, 50, 50),
            games([2, 1], 2010, 50, 50),
        ];
        let history = RatingHistory::new(3, &all.concat(), MODEL, 200);
        let years = history.player(0);
        assert_eq!([years[0].period, years[1].period], [2000, 2010]);
        assert!(years[1].elo > years[0].elo + 100.0);
        let width = |rating: &PeriodRating| rating.interval.high - rating.interval.low;
        assert!(width(&history.player(2)[0]) < width(&years[0]));
    }

    #[test]
    fn variances_match_the_inverse() {
        let posterior = Posterior {
            gradient: vec![1.0, 0.0],
            diagonal: vec![3.0, 2.0],
            beside: vec![-1.0],
        };
        // The inverse of [[3, -1], [-1, 2]] is [[2, 1], [1, 3]] / 5.
        let close = |found: Vec<f64>, expected: [f64; 2]| {
            found
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(close(posterior.variances(), [0.4, 0.6]));
        assert!(close(posterior.step(), [0.4, 0.2]));
    }
}
