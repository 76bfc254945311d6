//! Tests of the parts of the trainer against reference computations.

use outflank_engine::evaluation::PatternSet;
use outflank_engine::evaluation::network::HIDDEN;
use outflank_othello::{Board, Layout};
use pulp::Arch;

use super::gradient::BatchGradient;
use super::model::Model;
use super::model::forward;
use super::row_optimizer::RowOptimizer;
use super::samples::NetworkSamples;
use super::settings::NetworkSettings;
use super::state::State;
use crate::samples::{Sample, SampleSink, Split};

/// Returns positions of a game in which the first legal move is always played, with some
/// scores.
fn samples() -> NetworkSamples {
    let layout = &Layout::STANDARD;
    let mut board = Board::start(layout);
    let mut samples = NetworkSamples::default();
    for score in 0..50 {
        let sample = Sample {
            board: board.widen(),
            score: 128 * (score * 7 % 31 - 15),
        };
        samples.add(sample, Split::Training).unwrap();
        let moves = board.legal_moves(layout);
        board = match moves {
            0 => board.pass(),
            moves => board.play(moves.trailing_zeros(), layout),
        };
    }
    samples
}

/// Returns the loss: half the mean squared error of the output.
fn loss(model: &Model<8>, batch: &BatchGradient<8>) -> f64 {
    let of_position = |position| {
        let off = f64::from(forward(model, position).output - position.score);
        0.5 * off * off
    };
    let losses = batch.positions.iter().map(of_position);
    losses.sum::<f64>() / batch.positions.len() as f64
}

#[test]
fn gradients_match_finite_differences() {
    let samples = samples();
    let mut model = Model::<8>::new(PatternSet::standard().kinds(), 5);
    for head in &mut model.heads {
        head.skip = std::array::from_fn(|j| 0.1 * j as f32 - 0.3);
    }
    let numbers: Vec<u32> = (0..samples.training() as u32).collect();
    let mut batch = BatchGradient::new();
    batch.compute(&model, samples.training_set(), &numbers, Arch::new());
    let off = (2.0 * loss(&model, &batch) * 50.0 - batch.gradient.squares).abs();
    assert!(off < 1e-4, "{off}");

    let mut checked = 0;
    let mut check = |change: f32, number: &dyn Fn(&mut Model<8>) -> &mut f32| {
        let by = |step: f32| {
            let mut moved = model.clone();
            *number(&mut moved) += step;
            loss(&moved, &batch)
        };
        let measured = (by(0.004) - by(-0.004)) / 0.008;
        let off = (measured - f64::from(change)).abs();
        assert!(off < 1e-4 + 0.02 * measured.abs(), "{measured} {change}");
        checked += usize::from(measured.abs() > 1e-4);
    };
    let heads = &batch.gradient.heads;
    for bucket in [3, 7] {
        check(heads[bucket].output_bias[0], &|model| {
            &mut model.heads[bucket].output_bias[0]
        });
        for j in [0, 5] {
            check(heads[bucket].skip[j], &|model| {
                &mut model.heads[bucket].skip[j]
            });
        }
        for neuron in 0..HIDDEN {
            check(heads[bucket].output[neuron], &|model| {
                &mut model.heads[bucket].output[neuron]
            });
            check(heads[bucket].hidden_bias[neuron], &|model| {
                &mut model.heads[bucket].hidden_bias[neuron]
            });
            check(heads[bucket].hidden[neuron][3], &|model| {
                &mut model.heads[bucket].hidden[neuron][3]
            });
        }
    }
    for (half, j) in [(0, 0), (1, 0), (0, 6), (1, 7)] {
        check(batch.gradient.bias[half][j], &|model| {
            &mut model.bias[half][j]
        });
        // A row moves with the accumulators of all positions that contain it.
        let kind = batch.positions[20].kinds[4];
        let of_position = |(position, changes): (&super::encoded::Encoded, &[[f32; 8]; 2])| {
            let uses = position.kinds.iter().filter(|&&k| k == kind).count();
            uses as f32 * changes[half][j]
        };
        let uses = batch.positions.iter().zip(&batch.gradients);
        check(uses.map(of_position).sum(), &|model| {
            &mut model.rows[kind as usize][half][j]
        });
    }
    assert!(checked > 40, "only {checked} changes affect the loss");
}

#[test]
fn unused_rows_are_not_updated() {
    let samples = samples();
    let patterns = PatternSet::standard();
    let mut state = State::new(Model::<8>::new(patterns.kinds(), 5));
    let before = state.model.rows.clone();
    let (mut batch, mut steps) = (BatchGradient::new(), RowOptimizer::new(patterns));
    batch.compute(&state.model, samples.training_set(), &[3, 30], Arch::new());
    let (rows, moments) = (&mut state.model.rows, &mut state.rows);
    steps.step(rows, moments, &batch, 0.01, Arch::new());
    let seen = || batch.positions.iter().flat_map(|position| position.kinds);
    let mut changed = 0;
    for (kind, (before, after)) in before.iter().zip(&state.model.rows).enumerate() {
        let is_seen = seen().any(|seen| seen as usize == kind);
        assert!(is_seen || before == after, "{kind}");
        changed += usize::from(before != after);
    }
    assert!(changed > 40, "{changed}");
}

#[test]
fn vectors_of_every_length_give_the_same_bits() {
    let samples = samples();
    let patterns = PatternSet::standard();
    let settings = NetworkSettings::default();
    let trained = |arch: Arch| {
        let mut state = State::new(Model::<32>::new(patterns.kinds(), 5));
        let (mut batch, mut steps) = (BatchGradient::new(), RowOptimizer::new(patterns));
        for step in 0..20 {
            let numbers: Vec<u32> = (step..step + 30).collect();
            batch.compute(&state.model, samples.training_set(), &numbers, arch);
            let rate = settings.rate_of(step.into(), 20);
            let (rows, moments) = (&mut state.model.rows, &mut state.rows);
            steps.step(rows, moments, &batch, rate, arch);
            state.heads.step(&mut state.model, &batch.gradient, rate);
            state.squares += batch.gradient.squares;
        }
        let numbers = state.parameters().into_iter().flatten();
        numbers.map(|number| number.to_bits()).collect::<Vec<u32>>()
    };
    assert!(trained(Arch::Scalar) == trained(Arch::new()));
}
