//! Sampled positions and their scores.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use outflank_engine::{Limits, SearchOptions, SearchRequest, SearchResult, Searcher, Selectivity};
use outflank_othello::{Board, Color, Layout, Position};
use outflank_training::dataset::{
    GamesWriter, Header, ScoredPosition, write_games, write_positions,
};
use outflank_training::{LABEL_HASH, Label, SelfPlay};

const GAMES: u64 = 12;

fn search(position: &Position, limits: Limits) -> SearchResult {
    solver().search(&SearchRequest::new(position, limits))
}

fn solver() -> Searcher {
    Searcher::new(SearchOptions::default().with_hash(LABEL_HASH)).unwrap()
}

fn label() -> Label {
    Label {
        seed: 3,
        depth: 4,
        selectivity: Selectivity::MIN,
        exact_to: 10,
        per_game: 4,
        max_empties: 64,
        ..Label::default()
    }
}

fn header(shape: &str) -> Header {
    Header {
        shape: shape.parse().unwrap(),
        settings: serde_json::json!({}),
    }
}

/// Writes a folder of self-play games.
fn games(directory: &Path) -> PathBuf {
    let path = directory.join("own.games");
    let selfplay = SelfPlay {
        seed: 8,
        depth: 1,
        selectivity: Selectivity::MIN,
        exact_to: 6,
        min_random: 8,
        max_random: 30,
        ..SelfPlay::default()
    };
    let mut writer = GamesWriter::create_or_resume(&path, &header("8x8")).unwrap();
    let mut solver = solver();
    for number in 0..GAMES {
        let game = selfplay.play(number, &mut solver).unwrap();
        writer.push(&game).unwrap();
    }
    writer.flush().unwrap();
    path
}

fn positions(label: Label, sources: &[PathBuf]) -> Vec<Board<u64>> {
    let label = label.with_sources(sources).unwrap();
    let board = |position: Position| position.standard_board().unwrap();
    label.positions().map(|p| board(p.unwrap())).collect()
}

fn position(board: Board<u64>, mover: Color) -> Position {
    Position::from_board(&Layout::STANDARD, board, mover).unwrap()
}

fn empties(board: &Board<u64>) -> u32 {
    64 - board.occupied().count_ones()
}

fn has_move(board: &Board<u64>) -> bool {
    board.legal_moves(&Layout::STANDARD) != 0
}

#[test]
fn positions_are_sampled_after_the_opening_of_each_game() {
    let directory = tempfile::tempdir().unwrap();
    let source = [games(directory.path())];
    let all = positions(
        Label {
            per_game: 0,
            ..label()
        },
        &source,
    );
    assert!(all.iter().all(has_move));
    assert!(all.iter().all(|board| empties(board) <= 52));
    let drawn = positions(label(), &source);
    assert_eq!(drawn.len() as u64, 4 * GAMES);
    assert_eq!(drawn, positions(label(), &source));
    // They are a subset of all positions, in the same order.
    let mut rest = all.iter();
    assert!(drawn.iter().all(|board| rest.any(|other| other == board)));
    let other = Label { seed: 4, ..label() };
    assert_ne!(drawn, positions(other, &source));
    // The stages vary.
    let stages: HashSet<u32> = drawn.iter().map(empties).collect();
    assert!(stages.len() > 15, "{stages:?}");
}

#[test]
fn random_moves_lead_to_other_positions_with_a_legal_move() {
    let directory = tempfile::tempdir().unwrap();
    let source = [games(directory.path())];
    let straight = Label {
        per_game: 0,
        min_empties: 1,
        max_empties: 20,
        ..label()
    };
    let known: HashSet<Board<u64>> = positions(straight.clone(), &source).into_iter().collect();
    let strayed = positions(
        Label {
            max_random_moves: 6,
            ..straight
        },
        &source,
    );
    assert_eq!(strayed.len(), known.len());
    assert!(strayed.iter().all(has_move));
    assert!(
        strayed
            .iter()
            .all(|board| (1..=20).contains(&empties(board)))
    );
    let new = strayed.iter().filter(|board| !known.contains(board));
    assert!(new.count() > strayed.len() / 3);
}

#[test]
fn recorded_games_and_scored_positions_are_sources() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let text = here.join("games.txt");
    std::fs::write(&text, "f5d6c3d3c4f4f6f3e6e7\ne6f4e3f6g5d6e7f5c5\n").unwrap();
    let start = Board::start(&Layout::STANDARD);
    let transcripts = Label {
        per_game: 0,
        ..label()
    };
    let boards = positions(transcripts, std::slice::from_ref(&text));
    // Ten moves give eleven positions; then nine moves to the end of the game.
    assert_eq!(boards.len(), 11 + 9);
    assert_eq!((boards[0], boards[11]), (start, start));

    let scored = here.join("some.positions");
    let nobody_moves = Board::new_unchecked(start.occupied(), 0);
    let some = [boards[3], nobody_moves, boards[4], boards[13]].map(|board| ScoredPosition {
        mover: board.mover(),
        opponent: board.opponent(),
        score: 0,
        depth: 1,
    });
    write_positions(&some, &header("8x8"), &scored).unwrap();
    let few = Label {
        per_game: 1,
        ..label()
    };
    let drawn = positions(few, &[scored, text]);
    assert_eq!(drawn.len(), 3 + 2);
    assert_eq!(drawn[..3], [boards[3], boards[4], boards[13]]);
}

#[test]
fn scores_match_the_search() {
    let directory = tempfile::tempdir().unwrap();
    let source = [games(directory.path())];
    let (label, mut used) = (label(), solver());
    let (mut exact, mut searched) = (0, 0);
    for board in positions(label.clone(), &source) {
        let scored = label.score(&position(board, Color::Black), &mut used);
        let scored = scored.unwrap();
        assert_eq!(
            (scored.mover, scored.opponent),
            (board.mover(), board.opponent())
        );
        let position = position(board, Color::White);
        if empties(&board) <= 10 {
            let solution = search(&position, Limits::SOLVE);
            assert!(scored.is_exact());
            assert_eq!(i32::from(scored.score), 128 * solution.exact().unwrap());
            exact += 1;
        } else {
            let limits = Limits::depth(4).with_selectivity(Selectivity::ALL[0]);
            let best = &search(&position, limits).moves[0];
            assert_eq!(i32::from(scored.score), best.score.units());
            assert_eq!(scored.depth, 4);
            searched += 1;
        }
    }
    assert!(exact > 5 && searched > 15, "{exact} {searched}");
    // A full-width search to the end is exact, whatever its depth.
    let whole = Label {
        depth: 60,
        selectivity: Selectivity::NONE,
        exact_to: 0,
        min_empties: 8,
        max_empties: 8,
        ..label
    };
    for board in positions(whole.clone(), &source) {
        let position = position(board, Color::Black);
        let solution = search(&position, Limits::SOLVE);
        let scored = whole.score(&position, &mut used).unwrap();
        assert!(scored.is_exact());
        assert_eq!(i32::from(scored.score), 128 * solution.exact().unwrap());
    }
}

#[test]
fn sources_are_identified_by_content_not_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let file = |name: &str, text: &str| {
        let path = here.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let hash = |sources: &[PathBuf]| label().with_sources(sources).unwrap().sources_hash;
    let (one, same) = (file("one", "f5d6c3\n"), file("same", "f5d6c3\n"));
    let other = file("other", "f5f6\n");
    assert_eq!(hash(std::slice::from_ref(&one)), hash(&[same]));
    let orders = [
        hash(std::slice::from_ref(&one)),
        hash(std::slice::from_ref(&other)),
        hash(&[one.clone(), other.clone()]),
        hash(&[other, one]),
    ];
    assert_eq!(orders.iter().collect::<HashSet<_>>().len(), 4);
}

#[test]
fn sources_without_positions_are_rejected_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    std::fs::write(here.join("wrong.txt"), "f5z9\n").unwrap();
    write_games(&[], &header("6x6"), &here.join("small.games")).unwrap();
    write_positions(&[], &header("4x8"), &here.join("small.positions")).unwrap();
    std::fs::create_dir(here.join("empty")).unwrap();
    for (name, reason) in [
        ("missing", "missing"),
        ("empty", "empty: expected Parquet files in this folder"),
        ("wrong.txt", "wrong.txt: no game: "),
        ("small.games", "small.games: a board of 6x6: expected 8x8"),
        ("small.positions", "small.positions: a board of 4x8"),
    ] {
        let error = label().with_sources(&[here.join(name)]).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
    // A game that is illegal on the board ends the iteration.
    let path = games(here).join("000000.parquet");
    let six = here.join("six.parquet");
    let rows = outflank_training::dataset::GamesReader::open(&path).unwrap();
    let rows: Vec<_> = rows.map(Result::unwrap).collect();
    let six_by_six = Label {
        shape: "6x6".parse().unwrap(),
        ..label()
    };
    write_games(&rows, &header("6x6"), &six).unwrap();
    let label = six_by_six.with_sources(&[six]).unwrap();
    assert!(label.positions().any(|position| position.is_err()));
    let after = label.positions().skip_while(Result::is_ok).skip(1);
    assert_eq!(after.count(), 0);
}

#[test]
fn settings_are_in_the_header() {
    let shards = label().shards(7).unwrap();
    let settings = &shards.header().settings;
    assert_eq!(settings["selectivity"], 73);
    assert_eq!(settings["shard_size"], 7);
}
