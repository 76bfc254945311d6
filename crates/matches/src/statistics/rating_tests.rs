use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::statistics::{elo_of_score, score_of_elo};

fn by_engine(list: &RatingList) -> Vec<Rating> {
    let mut ratings = list.ratings().to_vec();
    ratings.sort_by_key(|rating| rating.engine);
    ratings
}

/// Returns each game as a pair that was won or lost, which carries as much information as
/// one game.
fn games(won: u64, lost: u64) -> [u64; 5] {
    [lost, 0, 0, 0, won]
}

#[test]
fn baseball_teams_have_their_published_ratings() {
    // Games of the American League's Eastern Division in 1987, A. Agresti,
    // "Categorical Data Analysis" (2002), table 10.10: Milwaukee, Detroit,
    // Toronto, New York, Boston, Cleveland and Baltimore. Ratings (natural
    // logarithms against Baltimore): table 10.11, with errors of "about 0.3".
    let wins: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let pairings = (0..7).flat_map(|first| (first + 1..7).map(move |second| (first, second)));
    let met = pairings.map(|(first, second)| {
        let (won, lost) = (wins[first][second], wins[second][first]);
        assert_eq!(won + lost, 13);
        (first, second, games(won, lost))
    });
    let met: Vec<PairingResult> = met.collect();
    let list = RatingList::new(7, &met, Anchor::Engine(6));
    assert!(list.is_bounded());
    let published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];
    for (rating, published) in by_engine(&list).iter().zip(published) {
        let strength = rating.elo / ELO;
        assert!((strength - published).abs() < 0.006, "{rating:?}");
        let error = (rating.interval.high - rating.interval.low) / (2.0 * Z_95 * ELO);
        if rating.engine == 6 {
            assert_eq!((rating.elo, error), (0.0, 0.0));
        } else {
            assert!((0.25..0.35).contains(&error), "{error}");
        }
    }
    // Another anchor shifts all ratings alike.
    let mean = by_engine(&RatingList::new(7, &met, Anchor::Mean));
    let sum: f64 = mean.iter().map(|rating| rating.elo).sum();
    assert!(sum.abs() < 1e-6, "{sum}");
    let apart = mean[0].elo - mean[6].elo;
    assert!((apart - by_engine(&list)[0].elo).abs() < 1e-6);
}

#[test]
fn two_engines_differ_by_the_elo_of_their_score() {
    let list = RatingList::new(2, &[(0, 1, [2, 10, 30, 25, 8])], Anchor::Engine(1));
    let [best, other] = list.ratings() else {
        panic!("{list:?}");
    };
    let score = (10.0 + 2.0 * 30.0 + 3.0 * 25.0 + 4.0 * 8.0) / 300.0;
    assert!((best.elo - elo_of_score(score)).abs() < 1e-9);
    assert_eq!((best.engine, other.engine, other.elo), (0, 1, 0.0));
    // The normal-approximation interval of the score, converted to Elo with the slope at that
    // score.
    let slope = elo_of_score(score + 1e-6) - elo_of_score(score);
    let squares: f64 = pair_scores([2, 10, 30, 25, 8])
        .iter()
        .map(|&(seen, count)| count as f64 * (seen - score).powi(2))
        .sum();
    let reach = Z_95 * (squares / 75.0 / 75.0).sqrt() * slope / 1e-6;
    // One pair won and one lost are added to the variance.
    let found = best.interval.high - best.elo;
    assert!((found / reach - 1.0).abs() < 0.05, "{found} {reach}");
    assert!(best.los > Some(0.99) && other.los.is_none());
}

#[test]
fn clean_sweeps_leave_ratings_without_a_bound() {
    // Engine 0 won all games; 1 and 2 are about equal.
    let met = [
        (0, 1, games(20, 0)),
        (0, 2, games(20, 0)),
        (1, 2, games(11, 9)),
    ];
    let list = RatingList::new(3, &met, Anchor::Mean);
    assert!(!list.is_bounded());
    let [best, second, third] = list.ratings() else {
        panic!("{list:?}");
    };
    assert_eq!([best, second, third].map(|rating| rating.engine), [0, 1, 2]);
    assert_eq!(best.interval.high, f64::INFINITY);
    assert!(best.elo.is_finite() && best.interval.low > 50.0, "{best:?}");
    assert_eq!(third.interval.low, f64::NEG_INFINITY);
    let sum: f64 = list.ratings().iter().map(|rating| rating.elo).sum();
    assert!(sum.abs() < 1e-6, "{sum}");
    // Relative to the engine in the middle, all ratings are bounded.
    let against_1 = by_engine(&RatingList::new(3, &met, Anchor::Engine(1)));
    assert!(against_1[2].interval.low.is_finite() && against_1[2].interval.high > 0.0);
    assert!(against_1[2].elo < 0.0 && against_1[0].interval.high.is_infinite());
    // A single draw bounds all ratings.
    let bounded = [(0, 1, [0, 0, 0, 1, 19]), met[1], met[2]];
    let list = RatingList::new(3, &bounded, Anchor::Mean);
    assert!(list.is_bounded());
    assert!(
        list.ratings()
            .iter()
            .all(|rating| { rating.interval.low.is_finite() && rating.interval.high.is_finite() })
    );
}

#[test]
fn engines_without_games_are_omitted() {
    let none = RatingList::new(3, &[(0, 1, [0; 5])], Anchor::Mean);
    assert!(none.ratings().is_empty());
    assert!(RatingList::new(0, &[], Anchor::Mean).ratings().is_empty());
    // 3 and 4 only played each other.
    let met = [(0, 2, games(3, 2)), (3, 4, games(1, 1))];
    let engines = |anchor| {
        let list = RatingList::new(5, &met, anchor);
        let engines = list.ratings().iter().map(|rating| rating.engine);
        engines.collect::<Vec<_>>()
    };
    assert_eq!(engines(Anchor::Mean), [0, 2]);
    assert_eq!(engines(Anchor::Engine(3)), [3, 4]);
    assert_eq!(engines(Anchor::Engine(1)), [] as [usize; 0]);
}

#[test]
fn simulated_intervals_cover_the_ratings_95_times_in_100() {
    // A gauntlet of three, and pairings among them, with dependent games in a pair.
    let truth = [120.0, 40.0, 0.0, -160.0];
    let mean = truth.iter().sum::<f64>() / 4.0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut held, mut all) = (0, 0);
    for _ in 0..1000 {
        let mut met = Vec::new();
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)] {
            let score = score_of_elo(truth[first] - truth[second]);
            let mut pairs = [0; 5];
            for _ in 0..60 {
                let half = |lucky: bool| usize::from(lucky);
                let (a, b): (f64, f64) = (rng.random(), rng.random());
                // Half of the second games end like the first.
                let same = rng.random::<bool>();
                let b = if same { a } else { b };
                pairs[2 * half(a < score) + 2 * half(b < score)] += 1;
            }
            met.push((first, second, pairs));
        }
        for rating in RatingList::new(4, &met, Anchor::Mean).ratings() {
            all += 1;
            held += usize::from(rating.interval.contains(truth[rating.engine] - mean));
        }
    }
    let share = f64::from(held as u32) / f64::from(all);
    assert!((0.935..=0.97).contains(&share), "{share}");
}

#[test]
fn a_matrix_times_its_inverse_is_one() {
    let matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]].map(Vec::from);
    let one = product(&matrix, &inverse(&matrix).unwrap());
    for (row, cells) in one.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let expected = f64::from(u8::from(row == column));
            assert!((cell - expected).abs() < 1e-12, "{one:?}");
        }
    }
    assert_eq!(inverse(&[vec![1.0, 1.0], vec![1.0, 1.0]]), None);
}
