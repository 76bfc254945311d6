//! From self-play to weights.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use outflank_engine::evaluation::PatternSet;
use outflank_engine::{SearchOptions, Searcher, Selectivity};
use outflank_othello::{Board, Game, Layout, Shape};
use outflank_training::dataset::{Header, SelfPlayGame, write_games};
use outflank_training::samples::{
    Sample, SampleOptions, SampleSink, SampleStore, SampleStoreWriter, Split, load_samples,
};
use outflank_training::weights::{PatternChoice, TrainedWeights, WeightsOptions, WeightsTrainer};
use outflank_training::{SELFPLAY_HASH, SelfPlay};

fn selfplay() -> SelfPlay {
    let recorded = ["f5d6c3d3c4f4f6f3e6e7", "e6f4e3f6g5d6e7f5c5"].map(str::to_owned);
    SelfPlay {
        seed: 5,
        depth: 2,
        selectivity: Selectivity::MIN,
        exact_to: 8,
        min_random: 4,
        max_random: 20,
        ..SelfPlay::default()
    }
    .with_recorded(recorded.to_vec(), 50, 3)
}

fn solver() -> Searcher {
    Searcher::new(SearchOptions::default().with_hash(SELFPLAY_HASH)).unwrap()
}

fn games(count: u64) -> Vec<SelfPlayGame> {
    let (selfplay, mut solver) = (selfplay(), solver());
    (0..count)
        .map(|number| selfplay.play(number, &mut solver).unwrap())
        .collect()
}

#[test]
fn a_self_play_game_depends_only_on_its_number() {
    let all = games(12);
    let selfplay = selfplay();
    for number in [11, 3, 7] {
        let again = selfplay.play(number, &mut solver()).unwrap();
        assert_eq!(again, all[number as usize]);
    }
    for record in &all {
        let game: Game = record.replay(Shape::STANDARD).unwrap();
        assert_eq!(
            game.outcome().unwrap().black_score,
            i32::from(record.black_score)
        );
        assert!(record.opening_plies <= 23);
    }
    assert!(all.iter().any(|game| game.moves != all[0].moves));
}

/// Writes a store of the positions of some games, scored by `score`.
fn store(directory: &Path, score: impl Fn(Board<u64>) -> i32) -> SampleStore {
    let mut writer = SampleStoreWriter::new(directory, PatternSet::standard()).unwrap();
    for (number, record) in games(150).iter().enumerate() {
        let mut board = Board::start(&Layout::STANDARD);
        for square in record.moves.iter().copied() {
            if board.legal_moves(&Layout::STANDARD) == 0 {
                board = board.pass();
            }
            let sample = Sample {
                board: board.widen(),
                score: score(board) as i16,
            };
            writer
                .add(
                    sample,
                    if number % 10 == 0 {
                        Split::HeldOut
                    } else {
                        Split::Training
                    },
                )
                .unwrap();
            board = board.play(Layout::STANDARD.index(square).unwrap(), &Layout::STANDARD);
        }
    }
    writer.finish().unwrap()
}

fn train(store: &SampleStore, threads: usize) -> TrainedWeights {
    let options = WeightsOptions {
        penalty: 1.0,
        smoothing: 0.0,
        passes: 12,
        patience: 3,
        patterns: PatternChoice::default(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| WeightsTrainer::new(store, options).train(|_, _| true))
        .unwrap()
}

#[test]
fn a_known_function_of_the_patterns_is_learned() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), corners_and_moves);
    let without_weights = mean_absolute_value();
    let trained = train(&store, 2);
    let error = trained.passes[trained.best as usize - 1].error.total();
    assert!(store.held_out() > 500 && error.count == store.held_out());
    assert!(
        error.mean_absolute().unwrap() < 0.6 * without_weights,
        "{error:?}"
    );
}

/// Returns a score in 1/128 discs computed from corners and moves.
fn corners_and_moves(board: Board<u64>) -> i32 {
    let corners = 0x8100_0000_0000_0081_u64;
    let count = |board: Board<u64>| {
        let moves = board.legal_moves(&Layout::STANDARD).count_ones();
        8 * (board.mover() & corners).count_ones() as i32 + moves as i32
    };
    128 * (count(board) - count(board.pass()))
}

/// Returns the mean absolute value of the target, in discs.
fn mean_absolute_value() -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for record in games(50) {
        for position in record.replay(Shape::STANDARD).unwrap().positions() {
            let score = corners_and_moves(position.standard_board().unwrap());
            sum += f64::from(score.abs()) / 128.0;
            count += 1.0;
        }
    }
    sum / count
}

#[test]
fn training_does_not_depend_on_the_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let store = store(directory.path(), corners_and_moves);
    let (one, two) = (train(&store, 1), train(&store, 2));
    assert_eq!(one.knots, two.knots);
    assert_eq!(one.best, two.best);
}

#[test]
fn games_are_loaded_without_their_openings() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.games");
    let games = games(20);
    write(&path, Shape::STANDARD, &games);
    let mut store =
        SampleStoreWriter::new(&directory.path().join("store"), PatternSet::standard()).unwrap();
    let options = SampleOptions {
        hold_out: 4,
        lambda: 0.5,
        share: 1.0,
    };
    assert_eq!(load_samples(&path, options, &mut store).unwrap(), 20);
    let store = store.finish().unwrap();
    let expected = games
        .iter()
        .map(|game| game.moves.len() - usize::from(game.opening_plies));
    assert_eq!(
        store.training() + store.held_out(),
        expected.sum::<usize>() as u64
    );
    assert!(store.held_out() > 0);
}

fn write(path: &Path, shape: Shape, games: &[SelfPlayGame]) {
    let settings = serde_json::to_value(selfplay()).unwrap();
    write_games(games, &Header { shape, settings }, path).unwrap();
}

#[test]
fn weights_of_other_boards_are_trained() {
    for shape in ["6x6", "5x8", "9x7"] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("some.games");
        let patterns = PatternSet::of(shape.parse().unwrap()).unwrap();
        let selfplay = SelfPlay {
            shape: patterns.shape(),
            max_random: 10,
            depth: 1,
            selectivity: Selectivity::MIN,
            exact_to: 6,
            ..SelfPlay::default()
        };
        let mut solver = solver();
        let play = |number| selfplay.play(number, &mut solver).unwrap();
        let games: Vec<SelfPlayGame> = (0..300).map(play).collect();
        write(&path, patterns.shape(), &games);

        let store = directory.path().join("store");
        let mut writer = SampleStoreWriter::new(&store, patterns).unwrap();
        let options = SampleOptions {
            hold_out: 5,
            lambda: 1.0,
            share: 1.0,
        };
        assert_eq!(load_samples(&path, options, &mut writer).unwrap(), 300);
        let trained = train(&writer.finish().unwrap(), 2);
        let best = &trained.passes[trained.best as usize - 1].error;
        // Better than predicting a draw for every game.
        let scores = games.iter().map(|game| f64::from(game.black_score.abs()));
        let drawn = scores.sum::<f64>() / games.len() as f64;
        let error = best.total().mean_absolute().unwrap();
        assert!(error < 0.85 * drawn, "{shape}: {error}, {drawn}");

        let mut other = SampleStoreWriter::new(&store, PatternSet::standard()).unwrap();
        let refusal = load_samples(&path, options, &mut other).unwrap_err();
        let refusal = refusal.to_string();
        assert!(
            refusal.contains(&format!("a board of {shape}: expected 8x8")),
            "{refusal}"
        );
    }
}
