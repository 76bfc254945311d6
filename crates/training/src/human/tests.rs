use std::time::Duration;

use outflank_human::{Features, HumanModel};
use outflank_othello::{Game, Shape};
use rand::RngExt;

use super::model::Lane;
use super::moves::moves_of_game;
use super::*;

/// Returns the moves of some games in which a strong player takes the last legal square,
/// and a weak one the first.
fn moves() -> Vec<HumanMove> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut all = Vec::new();
    for _ in 0..12 {
        let mut game = Game::new(Shape::STANDARD);
        for _ in 0..6 {
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            game.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        let start = game.moves().len();
        while !game.is_over() {
            let moves = game.position().legal_moves().into_iter();
            let square = match game.position().mover() {
                outflank_othello::Color::Black => moves.last(),
                outflank_othello::Color::White => moves.into_iter().next(),
            };
            game.play(square.unwrap()).unwrap();
        }
        let played = moves_of_game(&game, [Some(2000.0), Some(1200.0)]);
        all.extend(played.into_iter().skip(start));
    }
    all
}

/// At the usual rate, the few moves of a test leave the rows so close to zero that rounding to 1/64
/// loses most of what they learned.
const SETTINGS: HumanSettings = HumanSettings {
    epochs: 4,
    row_rate: 3.0,
    head_rate: 0.003,
    seed: 1,
};

#[test]
fn the_gradient_matches_the_log_loss() {
    let played = moves()[7];
    let mut model = Model::new(5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for number in model.rows.iter_mut().flatten() {
        *number = rng.random_range(-0.05..0.05);
    }
    let mut pass = Pass::default();
    pass.features.set(played.board, played.last);
    let index = pass
        .features
        .moves
        .iter()
        .position(|&mv| mv == played.square);
    let index = index.unwrap();
    let loss = |model: &Model, pass: &mut Pass| {
        model.forward(pass, 1750.0);
        -f64::from(pass.probabilities[index]).ln()
    };
    loss(&model, &mut pass);
    let stage = pass.features.stage;
    let mut head = Head::ZERO;
    let mut rows = std::collections::BTreeMap::<u32, Lane>::new();
    model.heads[stage].learn(&pass, 1750.0, index, &mut head, |row, lane| {
        let sum = rows.entry(row).or_default();
        for (to, part) in sum.iter_mut().zip(lane) {
            *to += part;
        }
    });
    let step = 2e-3;
    let mut checked = 0;
    let mut check = |gradient: f32, change: &dyn Fn(&mut Model, f32)| {
        let mut at = |step: f32| {
            let mut model = model.clone();
            change(&mut model, step);
            loss(&model, &mut pass)
        };
        let (below, here, above) = (at(-step), at(0.0), at(step));
        // An activation may start or stop clipping within one of the steps. The gradient is then
        // the slope on the other side.
        let slopes = [(above - here), (here - below)].map(|rise| rise / f64::from(step));
        assert!(
            slopes
                .iter()
                .any(|slope| (slope - f64::from(gradient)).abs() < 4e-3),
            "{slopes:?} {gradient}"
        );
        checked += 1;
    };
    for (&row, lane) in &rows {
        check(lane[3], &|model, step| model.rows[row as usize][3] += step);
    }
    for place in (0..head.numbers().count()).step_by(29) {
        let gradient = *head.numbers().nth(place).unwrap();
        check(gradient, &|model, step| {
            *model.heads[stage].numbers().nth(place).unwrap() += step;
        });
    }
    assert!(checked > 20);
}

#[test]
fn the_model_learns_how_each_rating_plays() {
    let moves = moves();
    let trainer = HumanTrainer::new(&moves, SETTINGS);
    let trained = trainer.train(|_| true).unwrap();
    assert_eq!(trained.progress.step, trained.progress.steps);
    let model = HumanModel::new("of a test", trained.weights);
    let found = moves.iter().filter(|mv| {
        let logits = model.logits(mv.board, mv.last, f64::from(mv.rating));
        let best = logits.iter().max_by(|a, b| a.logit.total_cmp(&b.logit));
        best.unwrap().square == mv.square
    });
    // Chance alone predicts a third of the moves.
    assert!(found.count() * 4 > moves.len() * 3);
}

#[test]
fn integer_weights_agree_with_the_trained_network() {
    let moves = moves();
    let mut state = State::new(1);
    let mut pass = Pass::default();
    for played in &moves {
        state.learn(played, &SETTINGS, 0.5, &mut pass);
    }
    let model = HumanModel::new("of a test", state.model.quantised());
    for played in moves.iter().step_by(17) {
        pass.features = Features::default();
        pass.features.set(played.board, played.last);
        state.model.forward(&mut pass, f64::from(played.rating));
        let logits = model.logits(played.board, played.last, f64::from(played.rating));
        let sum: f64 = logits.iter().map(|mv| mv.logit.exp()).sum();
        for (share, mv) in pass.probabilities.iter().zip(&logits) {
            let whole = mv.logit.exp() / sum;
            assert!((f64::from(*share) - whole).abs() < 0.1, "{share} {whole}");
        }
    }
}

#[test]
fn an_interrupted_run_ends_with_the_same_model() {
    let folder = tempfile::tempdir().unwrap();
    let moves = moves();
    let whole = HumanTrainer::new(&moves, SETTINGS).train(|_| true).unwrap();
    let checkpoint = || Checkpoint::new(folder.path().join("c"), Duration::from_secs(3600));
    let trainer = HumanTrainer::new(&moves, SETTINGS).with_checkpoint(checkpoint());
    let part = trainer.train(|_| false).unwrap();
    assert!(part.progress.step < part.progress.steps);
    let resumed = trainer.train(|_| true).unwrap();
    assert_eq!(resumed.resumed_from, part.progress.step);
    assert_eq!(resumed.weights, whole.weights);
    let other = HumanSettings {
        seed: 2,
        ..SETTINGS
    };
    let refused = HumanTrainer::new(&moves, other).with_checkpoint(checkpoint());
    let error = refused.train(|_| true).unwrap_err().to_string();
    assert!(error.contains("seed"), "{error}");
}
