//! Training of networks, interrupted and resumed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::evaluation::{Evaluation, Network, NetworkWeights};
use outflank_othello::{Board, Layout};
use outflank_training::network::{
    NetworkSamples, NetworkSettings, NetworkTrainer, NetworkWidth, TrainedNetwork, hold_out_error,
};
use outflank_training::samples::{Sample, SampleOptions, SampleSink, Split};
use outflank_training::{ErrorByStage, TrainingError};

use super::{Change, OPTIONS, Place, add_samples};

const SETTINGS: NetworkSettings = NetworkSettings {
    width: NetworkWidth::W16,
    epochs: 2,
    rate: 0.01,
    batch: 300,
    seed: 3,
    heads_only: false,
};

/// Never true.
static NO_STOP: AtomicBool = AtomicBool::new(false);

/// Longer than any test.
const NEVER: Duration = Duration::from_secs(100_000);

fn samples(games: u64) -> NetworkSamples {
    let mut samples = NetworkSamples::default();
    add_samples(games, &mut samples);
    samples
}

fn train(samples: &NetworkSamples, settings: NetworkSettings) -> TrainedNetwork {
    let trainer = NetworkTrainer::new(samples, settings);
    trainer.train(|_| true).unwrap()
}

fn mean(error: &ErrorByStage) -> f64 {
    error.total().mean_absolute().unwrap()
}

/// Asserts that everything except the times is equal.
fn assert_same(one: &TrainedNetwork, other: &TrainedNetwork) {
    assert_eq!(one.parts, other.parts);
    assert_eq!(one.error, other.error);
    assert_eq!((one.step, one.steps), (other.step, other.steps));
    assert_eq!(one.epochs.len(), other.epochs.len());
    for (one, other) in one.epochs.iter().zip(&other.epochs) {
        assert_eq!((one.epoch, &one.error), (other.epoch, &other.error));
        assert_eq!(one.training_error.to_bits(), other.training_error.to_bits());
    }
}

fn place() -> Place<NetworkSamples> {
    Place::new(|_| samples(40))
}

impl Place<NetworkSamples> {
    fn trainer(&self, settings: NetworkSettings, every: Duration) -> NetworkTrainer<'_> {
        NetworkTrainer::new(&self.samples, settings)
            .with_checkpoint(self.checkpoint(OPTIONS, every))
    }

    /// Trains with a checkpoint, interrupted after step `end`.
    fn train(&self, end: u64) -> Result<TrainedNetwork, TrainingError> {
        let trainer = self.trainer(SETTINGS, NEVER);
        trainer.train(|progress| progress.step < end)
    }
}

#[test]
fn interrupted_training_gives_the_same_bytes() {
    let place = place();
    let whole = train(&place.samples, SETTINGS);
    assert_eq!((whole.step, whole.steps, whole.resumed_from), (14, 14, 0));
    // Interrupted within the first epoch, and at its end.
    assert_eq!(place.train(3).unwrap().step, 3);
    let second = place.train(7).unwrap();
    assert_eq!((second.resumed_from, second.epochs.len()), (3, 1));
    // Killed in the second epoch: the checkpoint is some steps older.
    let killed = place.folder.path().join("killed");
    let trainer = place.trainer(SETTINGS, Duration::ZERO);
    let more = trainer.train(|progress| {
        if progress.step == 10 {
            std::fs::copy(place.file(), &killed).unwrap();
        }
        progress.step < 11
    });
    assert_eq!(more.unwrap().step, 11);
    std::fs::rename(&killed, place.file()).unwrap();
    let last = place.train(99).unwrap();
    assert_eq!(last.resumed_from, 9);
    assert_same(&last, &whole);
    assert!(last.epochs.is_sorted_by_key(|epoch| epoch.elapsed));
    // A finished run does nothing.
    let trainer = place.trainer(SETTINGS, NEVER);
    let again = trainer.train(|progress| panic!("{progress:?}")).unwrap();
    assert_eq!(again.resumed_from, 14);
    assert_same(&again, &whole);
}

#[test]
fn a_stop_within_an_epoch_measures_nothing() {
    let place = place();
    // With one step per epoch, the stop comes while the errors are measured.
    let settings = NetworkSettings {
        batch: 1_000_000,
        ..SETTINGS
    };
    let whole = train(&place.samples, settings);
    let trainer = || place.trainer(settings, NEVER);
    let stopped = trainer().with_stop(Arc::new(AtomicBool::new(true)));
    let stopped = stopped.train(|_| true).unwrap();
    assert_eq!((stopped.step, stopped.steps), (1, 2));
    assert_eq!((stopped.epochs.len(), stopped.error), (0, None));
    let resumed = trainer().train(|_| true).unwrap();
    assert_eq!(resumed.resumed_from, 1);
    assert_same(&resumed, &whole);
}

#[test]
fn the_seed_and_not_the_threads_determines_the_result() {
    let samples = samples(40);
    let settings = NetworkSettings {
        width: NetworkWidth::W32,
        ..SETTINGS
    };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| train(&samples, settings))
    };
    let one = with(1);
    assert_same(&one, &with(3));
    let other = NetworkSettings {
        seed: 4,
        ..settings
    };
    assert_ne!(train(&samples, other).parts, one.parts);
}

#[test]
fn only_heads_learn_and_heads_without_positions_keep_their_values() {
    let whole = samples(40);
    let parts = train(&whole, SETTINGS).parts;
    let network = Network::new("", parts.clone()).unwrap();
    // The opening, with better scores than before.
    let layout = &Layout::STANDARD;
    let mut early = NetworkSamples::default();
    for number in 0..400 {
        let mut board = Board::start(layout);
        for ply in 0..number % 8 {
            let moves = board.legal_moves(layout);
            let skipped = (number / 8 + ply) as u32 % moves.count_ones();
            let moves = (0..skipped).fold(moves, |moves, _| moves & (moves - 1));
            board = board.play(moves.trailing_zeros(), layout);
        }
        let sample = Sample {
            board: board.widen(),
            score: 10 * 128,
        };
        early.add(sample, Split::Training).unwrap();
    }
    let settings = NetworkSettings {
        heads_only: true,
        batch: 50,
        ..SETTINGS
    };
    let trainer = NetworkTrainer::new(&early, settings).starting_from(&network);
    let trained = trainer.train(|_| true).unwrap();
    let errors = trained.epochs.iter().map(|epoch| epoch.training_error);
    assert!(errors.is_sorted_by(|before, after| after < before));
    let NetworkWeights { heads, .. } = trained.parts.clone();
    let old = parts.heads.clone();
    assert_eq!(
        NetworkWeights {
            heads: old.clone(),
            ..trained.parts
        },
        parts
    );
    // The first two heads cover up to eleven discs.
    assert_eq!(heads[2..], old[2..]);
    assert!(heads[0] != old[0] && heads[1] != old[1]);
}

#[test]
fn training_starts_from_a_network() {
    let place = place();
    let first = NetworkSettings {
        width: NetworkWidth::W32,
        epochs: 6,
        ..SETTINGS
    };
    let parts = train(&place.samples, first).parts;
    let network = Network::new("", parts.clone()).unwrap();
    // With a tiny learning rate the parameters hardly change.
    let still = NetworkSettings {
        rate: 1e-9,
        ..SETTINGS
    };
    let trainer = NetworkTrainer::new(&place.samples, still).starting_from(&network);
    let same = trainer.train(|_| true).unwrap();
    assert_eq!(same.parts, parts);
    let by_chance = train(&place.samples, SETTINGS);
    assert!(same.epochs[0].training_error < by_chance.epochs[0].training_error);

    // A checkpoint records the initial network.
    let with = |network: Option<&Network>| {
        let settings = NetworkSettings {
            width: NetworkWidth::W32,
            ..SETTINGS
        };
        let trainer = place.trainer(settings, NEVER);
        match network {
            Some(network) => trainer.starting_from(network),
            None => trainer,
        }
    };
    with(Some(&network))
        .train(|progress| progress.step < 5)
        .unwrap();
    let on = with(Some(&network)).train(|_| true).unwrap();
    assert_eq!(on.resumed_from, 5);
    let whole = NetworkTrainer::new(&place.samples, SETTINGS).starting_from(&network);
    assert_same(&on, &whole.train(|_| true).unwrap());
    let message = with(None).train(|_| true).unwrap_err().to_string();
    assert!(
        message.contains("another first network: expected nothing"),
        "{message}"
    );
}

#[test]
fn a_network_learns_and_quantizes_with_little_loss() {
    let samples = samples(400);
    let settings = NetworkSettings {
        epochs: 8,
        batch: 256,
        ..SETTINGS
    };
    let trained = train(&samples, settings);
    let errors: Vec<f64> = trained
        .epochs
        .iter()
        .map(|epoch| mean(&epoch.error))
        .collect();
    assert_eq!(mean(trained.error.as_ref().unwrap()), errors[7]);
    assert!(errors[7] < errors[0], "{errors:?}");
    // It learns mobility, which weights trained on results hardly predict.
    let tables =
        mean(&hold_out_error(&samples, &NO_STOP, |f| Evaluation::linear().value_of(f)).unwrap());
    assert!(errors[7] < 0.5 * tables, "{errors:?} {tables}");
    let error = trained.error.as_ref().unwrap();
    let held_out = error.stages().map(|(_, error)| error.count);
    assert_eq!(held_out.sum::<u64>(), samples.held_out() as u64);

    let network = Network::new("", trained.parts).unwrap();
    let whole = hold_out_error(&samples, &NO_STOP, |f| network.value_of(f)).unwrap();
    assert!((mean(&whole) - errors[7]).abs() < 0.05, "{}", mean(&whole));
    let reread = Network::from_bytes(&network.to_bytes(1).unwrap()).unwrap();
    assert_eq!(
        hold_out_error(&samples, &NO_STOP, |f| reread.value_of(f)).unwrap(),
        whole
    );
}

#[test]
fn parameters_stay_in_the_quantized_range() {
    let samples = samples(40);
    let settings = NetworkSettings {
        rate: 0.5,
        epochs: 6,
        ..SETTINGS
    };
    let trained = train(&samples, settings);
    let greatest = |numbers: &[i8]| numbers.iter().map(|n| n.unsigned_abs()).max().unwrap();
    assert_eq!(greatest(&trained.parts.rows), 127);
    let hidden = trained
        .parts
        .heads
        .iter()
        .map(|head| greatest(&head.hidden));
    assert_eq!(hidden.max(), Some(127));
    // Training already clamps to the quantized range, so quantization changes little.
    let network = Network::new("", trained.parts.clone()).unwrap();
    let whole = hold_out_error(&samples, &NO_STOP, |f| network.value_of(f)).unwrap();
    let floating = trained.error.as_ref().unwrap();
    let differ = (mean(&whole) - mean(floating)).abs();
    assert!(differ < 0.2, "{} {}", mean(&whole), mean(floating));
}

#[test]
fn other_settings_and_damaged_files_are_refused() {
    let place = place();
    place.train(1).unwrap();
    let refused = |settings, options, samples: &NetworkSamples, part: &str| {
        let message = NetworkTrainer::new(samples, settings)
            .with_checkpoint(place.checkpoint(options, NEVER))
            .train(|_| true)
            .unwrap_err()
            .to_string();
        assert!(message.contains(part), "{message}");
    };
    let settings: [Change<NetworkSettings>; 5] = [
        (
            |settings| settings.width = NetworkWidth::W32,
            "another width: expected 32, found 16",
        ),
        (
            |settings| settings.epochs = 3,
            "another number of epochs: expected 3, found 2",
        ),
        (
            |settings| settings.rate = 0.02,
            "another rate: expected 0.02, found 0.01",
        ),
        (|settings| settings.batch = 301, "another batch"),
        (|settings| settings.seed = 4, "another seed"),
    ];
    for (change, part) in settings {
        let mut other = SETTINGS;
        change(&mut other);
        refused(other, OPTIONS, &place.samples, part);
    }
    let options = SampleOptions {
        lambda: 0.5,
        ..OPTIONS
    };
    refused(SETTINGS, options, &place.samples, "another lambda");
    let part = "another number of positions";
    refused(SETTINGS, OPTIONS, &samples(41), part);

    place.check_damage(|| place.train(2));
    assert_eq!(place.train(2).unwrap().resumed_from, 1);
}
