//! Checkpoints, match results and data sets. The input patches a file that the program wrote; the
//! checkpoint of a solve is compressed afterwards. Whatever the reader accepts must be legal, and
//! must read back the same after it is written again.
#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use outflank_archive::checkpoint::{Done, Recorder, Run, Spent};
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_fuzz::{allow_caught_panics, memory_folder};
use outflank_matches::{
    EngineOptions, RandomOpenings, Results, ResultsFile, Tournament, parse_engine,
};
use outflank_othello::{Board, Game, Position, Shape};
use outflank_textbook::{EvaluationKind, Parameters};
use outflank_training::Checkpoint;
use outflank_training::dataset::{
    GamesReader, Header, PositionsReader, ScoredPosition, SelfPlayGame, write_games,
    write_positions,
};
use outflank_training::tuning::{Gains, History, MatchTuning, Tunable};

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Kind {
    Results,
    Solve,
    Tuning,
    Games,
    Positions,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    kind: Kind,
    /// Truncates the file to this length.
    length: Option<u16>,
    patches: Vec<Patch<'a>>,
}

/// Replaces bytes of the file.
#[derive(Arbitrary, Debug)]
struct Patch<'a> {
    at: u16,
    removed: u8,
    added: &'a [u8],
}

fuzz_target!(init: allow_caught_panics(), |input: Input<'_>| {
    let folder = memory_folder();
    let path = folder.path().join("file");
    let base = match input.kind {
        Kind::Results => &BASE.results,
        Kind::Solve => &BASE.solve,
        Kind::Tuning => &BASE.tuning,
        Kind::Games => &BASE.games,
        Kind::Positions => &BASE.positions,
    };
    let mut bytes = base.clone();
    for patch in &input.patches {
        let start = usize::from(patch.at) % (bytes.len() + 1);
        let end = bytes.len().min(start + usize::from(patch.removed));
        bytes.splice(start..end, patch.added.iter().copied());
    }
    if let Some(length) = input.length {
        bytes.truncate(length.into());
    }
    let is_changed = bytes != *base;
    let accepted = match input.kind {
        Kind::Results => results(&path, &bytes),
        Kind::Solve => solve(&path, &bytes),
        Kind::Tuning => tuning(&path, &bytes),
        Kind::Games => games(&path, &bytes),
        Kind::Positions => positions(&path, &bytes),
    };
    assert!(accepted || is_changed, "{:?}", input.kind);
});

/// The files without changes; that of the solve is decompressed.
struct Base {
    results: Vec<u8>,
    solve: Vec<u8>,
    tuning: Vec<u8>,
    games: Vec<u8>,
    positions: Vec<u8>,
}

static BASE: LazyLock<Base> = LazyLock::new(|| {
    let folder = memory_folder();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read(path(name)).expect("it was written");

    let mut file = open_results(&path("results")).expect("a new file").0;
    let stop = Arc::default();
    let append = |pair: &_| file.append(pair).expect("memory");
    let played = TOURNAMENT.resume(Vec::new(), &stop, append);
    assert_eq!(played.expect("games").len(), TOURNAMENT.pairs());

    run_tuning(&path("tuning"), 2).expect("a new file");

    let (recorder, _) = open_solve(&path("solve")).expect("a new file");
    let mut searcher = searcher();
    recorder
        .begin(&mut searcher, &SOLVED[0])
        .expect("no bounds");
    recorder.finish(Done {
        lower: 2,
        upper: 2,
        pv: vec!["a1".to_owned()],
        moves: true,
        spent: Spent::default(),
    });
    recorder
        .begin(&mut searcher, &SOLVED[1])
        .expect("no bounds");
    let limits = Limits::depth(60).with_nodes(5_000);
    searcher.search(&SearchRequest::new(&SOLVED[1], limits));
    recorder.close().expect("memory");
    let solve = zstd::decode_all(&read("solve")[..]).expect("a zstd frame");

    let header = |settings| Header {
        shape: Shape::STANDARD,
        settings,
    };
    let played: Vec<SelfPlayGame> = openings().iter().map(self_play).collect();
    let settings = serde_json::json!({"depth": 1});
    write_games(&played, &header(settings), &path("games")).expect("memory");
    let scored: Vec<ScoredPosition> = openings().iter().map(scored).collect();
    let settings = serde_json::json!({"depth": 1, "selectivity": 73});
    write_positions(&scored, &header(settings), &path("positions")).expect("memory");
    Base {
        results: read("results"),
        solve,
        tuning: read("tuning"),
        games: read("games"),
        positions: read("positions"),
    }
});

fn openings() -> Vec<Game> {
    RandomOpenings::new(Shape::STANDARD, 4, 1).generate(2)
}

static TOURNAMENT: LazyLock<Tournament> = LazyLock::new(|| {
    let engine = |name| parse_engine(name, &EngineOptions::default()).expect("an engine");
    Tournament {
        engines: vec![engine("textbook:discs@1"), engine("random")],
        openings: openings(),
        adjudicate: Some(6),
        threads: 1,
        ..Tournament::default()
    }
});

fn open_results(path: &Path) -> Option<(ResultsFile, Results)> {
    ResultsFile::open(path, &TOURNAMENT, &BTreeMap::new()).ok()
}

/// The games are legal, and the tournament resumes and finishes.
fn results(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("memory");
    let Some((mut file, results)) = open_results(path) else {
        assert_eq!(fs::read(path).expect("it was written"), bytes);
        return false;
    };
    for game in results.pairs.iter().flat_map(|pair| &pair.games) {
        assert!(game.replay().is_some(), "{game:?}");
    }
    let append = |pair: &_| file.append(pair).expect("memory");
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = TOURNAMENT
        .resume(results.pairs, &stop, append)
        .expect("games");
    assert_eq!(pairs.len(), TOURNAMENT.pairs());
    drop(file);
    let (_, again) = open_results(path).expect("a complete file");
    let mut again = again.pairs;
    again.sort_by_key(|pair| pair.number);
    assert_eq!(again, pairs);
    true
}

/// Two positions with 12 and 14 empties, by the first legal moves.
static SOLVED: LazyLock<[Position; 2]> = LazyLock::new(|| {
    [12, 14].map(|empties| {
        let mut position = Position::start(Shape::STANDARD);
        while position.empties().len() > empties {
            let first = position.legal_moves().first();
            let next = first.map_or_else(|| position.pass(), |square| position.play(square));
            position = next.expect("a legal move or pass");
        }
        position
    })
});

fn searcher() -> Searcher {
    Searcher::new(SearchOptions::default().with_hash(1)).expect("memory")
}

fn open_solve(path: &Path) -> Option<(Recorder, Vec<Done>)> {
    let run = Run {
        board: "8x8".to_owned(),
        positions: SOLVED.iter().map(Position::to_string).collect(),
        window: (-65, 65),
    };
    let never = Duration::from_secs(3600);
    Recorder::open(path, run, never, |error| panic!("{error}")).ok()
}

/// Finished results survive, and a search from the saved bounds returns a legal PV.
fn solve(path: &Path, bytes: &[u8]) -> bool {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    encoder.include_checksum(true).expect("memory");
    std::io::Write::write_all(&mut encoder, bytes).expect("memory");
    fs::write(path, encoder.finish().expect("memory")).expect("memory");
    let Some((recorder, done)) = open_solve(path) else {
        return false;
    };
    if let Some(position) = SOLVED.get(done.len()) {
        let mut searcher = searcher();
        if recorder.begin(&mut searcher, position).is_err() {
            return false;
        }
        let limits = Limits::depth(60).with_nodes(2_000);
        let found = searcher.search(&SearchRequest::new(position, limits));
        let mut line = *position;
        for &square in &found.pv {
            if line.legal_moves().is_empty() {
                line = line.pass().expect("the game is not over");
            }
            line = line.play(square).expect("a legal line");
        }
    }
    recorder.close().expect("memory");
    let (_, again) = open_solve(path).expect("it was closed");
    assert_eq!(again, done);
    true
}

fn run_tuning(path: &Path, steps: usize) -> Option<History> {
    let parameters = Parameters::shipped(EvaluationKind::Components).expect("shipped parameters");
    let tuning = MatchTuning {
        tunable: Tunable::new(parameters).expect("parameters to tune"),
        depth: 1,
        iterations: 3,
        pairs: 1,
        openings: openings(),
        gains: Gains::new(3, 0.1, 0.1),
        seed: 1,
    };
    let checkpoint = Checkpoint::new(path, Duration::ZERO);
    let history = tuning.run(1, &checkpoint, &Arc::default(), |history| {
        history.steps() < steps
    });
    history.ok()
}

fn tuning(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("memory");
    let Some(history) = run_tuning(path, 0) else {
        assert_eq!(fs::read(path).expect("it was written"), bytes);
        return false;
    };
    assert_eq!(run_tuning(path, 0), Some(history));
    run_tuning(path, 3).expect("tuning continues");
    true
}

fn self_play(opening: &Game) -> SelfPlayGame {
    SelfPlayGame {
        opening_plies: 2,
        exact_from: 4,
        black_score: 2,
        moves: opening.squares().collect(),
        values: vec![128, -64],
        random_plies: 4,
    }
}

fn games(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("memory");
    let Ok(reader) = GamesReader::open(path) else {
        return false;
    };
    let header = reader.header().clone();
    let Ok(games) = reader.collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    for game in &games {
        assert!(game.replay(header.shape).is_ok(), "{game:?}");
    }
    write_games(&games, &header, path).expect("memory");
    let again = GamesReader::open(path).expect("it was written");
    assert_eq!(*again.header(), header);
    assert_eq!(again.collect::<Result<Vec<_>, _>>().expect("games"), games);
    true
}

fn scored(opening: &Game) -> ScoredPosition {
    let board: Board<u64> = Board::narrow(opening.position().widened_board());
    ScoredPosition {
        mover: board.mover(),
        opponent: board.opponent(),
        score: 160,
        depth: 3,
    }
}

fn positions(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("memory");
    let Ok(reader) = PositionsReader::open(path, Shape::STANDARD) else {
        return false;
    };
    let (shape, header) = (reader.shape(), reader.header().cloned());
    let Ok(rows) = reader.collect::<Result<Vec<_>, _>>() else {
        return false;
    };
    for (position, _) in &rows {
        assert!(position.position(shape).is_ok(), "{position:?}");
    }
    let Some(header) = header else {
        return true;
    };
    let positions: Vec<ScoredPosition> = rows.iter().map(|row| row.0).collect();
    write_positions(&positions, &header, path).expect("memory");
    let again = PositionsReader::open(path, shape).expect("it was written");
    let again = again.map(|row| row.map(|row| row.0));
    assert_eq!(
        again.collect::<Result<Vec<_>, _>>().expect("rows"),
        positions
    );
    true
}
