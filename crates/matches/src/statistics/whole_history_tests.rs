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
    // 76 % is a difference of 200.24 points; the prior shrinks it a little.
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
fn variances_are_those_of_the_inverse() {
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
