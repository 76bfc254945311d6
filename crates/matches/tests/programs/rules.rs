//! Engines given by keys, crashes, and games adjudicated by scores.

use std::fs;
use std::path::Path;

use outflank_matches::{Ending, EngineSpec, ResultsFile, ScoreRules};

use super::*;

fn spec(text: &str) -> Box<dyn outflank_matches::MatchEngine> {
    let spec: EngineSpec = text.parse().unwrap();
    spec.engine(&EngineSpec::default(), &patient()).unwrap()
}

/// Plays a tournament with a results file, whose content must match the tournament.
fn run_with_file(tournament: &Tournament, path: &Path) -> Vec<GamePair> {
    let settings = Default::default();
    let (mut file, _) = ResultsFile::open(path, tournament, &settings).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = tournament.run(&stop, |pair| file.append(pair).unwrap());
    drop(file);
    let pairs = pairs.unwrap();
    let (_, results) = ResultsFile::open(path, tournament, &settings).unwrap();
    let mut read = results.pairs;
    read.sort_by_key(|pair| pair.number);
    assert_eq!(read, pairs);
    pairs
}

/// Creates a tournament of two engines given by keys.
fn tournament_of(engines: [&str; 2], pairs: usize) -> Tournament {
    Tournament {
        engines: engines.map(spec).into(),
        ..tournament("random", openings(pairs), patient())
    }
}

#[test]
fn options_reach_the_program_before_each_game() {
    let folder = tempfile::tempdir().unwrap();
    for (proto, options, expected) in [
        ("gtp", "level=7,option.komi=6.5", ["komi 6.5", "level 7"]),
        (
            "nboard --nboard",
            "depth=7,option.contempt=3",
            ["set depth 7", "set contempt 3"],
        ),
    ] {
        let (proto, flag) = proto.split_once(' ').unwrap_or((proto, ""));
        let log = folder.path().join(format!("{proto}.log"));
        let dir = folder.path().display();
        // The log is relative to the program's folder.
        let text = format!(
            "name=short,cmd={PROGRAM},args={flag} --log {proto}.log,dir={dir},proto={proto},{options}"
        );
        let pairs = run(&tournament_of([&text, "cmd=random"], 1)).unwrap();
        assert_eq!(pairs[0].forfeits().count(), 0, "{pairs:?}");
        let log = fs::read_to_string(log).unwrap();
        let first = log
            .find("genmove")
            .or_else(|| log.find("set game"))
            .unwrap();
        for line in expected {
            assert_eq!(log.lines().filter(|sent| *sent == line).count(), 2, "{log}");
            assert!(log.find(line).unwrap() < first, "{log}");
        }
    }
}

#[test]
fn an_option_that_a_program_refuses_loses_the_game() {
    let text = format!("cmd={PROGRAM},proto=gtp,option.hash=64");
    let pairs = run(&tournament_of([&text, "cmd=random"], 1)).unwrap();
    let (_, forfeit) = pairs[0].forfeits().next().unwrap();
    assert!(
        forfeit.reason.starts_with("refused \"hash 64\""),
        "{forfeit:?}"
    );
    assert!(!forfeit.is_crash);
}

#[test]
fn a_crashed_game_is_lost_or_replayed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    for protocol in ["gtp", "nboard"] {
        let flag = if protocol == "nboard" {
            "--nboard "
        } else {
            ""
        };
        let always = format!("cmd={PROGRAM} {flag}crash@3,proto={protocol}");
        let mut tournament = tournament_of([&always, "cmd=random"], 1);
        for replays in [0, 2] {
            tournament.replays = replays;
            let pairs = run(&tournament).unwrap();
            assert_eq!(pairs[0].forfeits().count(), 2);
            assert!(
                pairs[0]
                    .forfeits()
                    .all(|(engine, forfeit)| engine == 0 && forfeit.is_crash)
            );
            let table = outflank_matches::CrossTable::new(2, &pairs);
            let crashes = u64::from(2 * (replays + 1));
            assert_eq!(table.forfeits(0, 1).crashes, crashes);
            assert_eq!(table.forfeits(0, 1).failures, 2);
        }
        let mark = folder.path().join(protocol);
        let once = format!("{always},args=--once {}", mark.display());
        let mut tournament = tournament_of([&once, "cmd=random"], 1);
        tournament.replays = 1;
        tournament.threads = 1;
        let pairs = run(&tournament).unwrap();
        assert_eq!(pairs[0].forfeits().count(), 0);
        assert_eq!(
            pairs[0].games.each_ref().map(|game| game.crashes),
            [[1, 0], [0, 0]]
        );
    }
}

#[test]
fn a_hopeless_side_resigns_and_the_results_file_records_it() {
    let rules = ScoreRules {
        resign: Some("movecount=2,score=8".parse().unwrap()),
        draw: None,
    };
    let engines = ["cmd=textbook:phased@1", "name=strong,cmd=outflank,level=5"];
    let mut tournament = tournament_of(engines, 3);
    tournament.score_rules = rules;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    let pairs = run_with_file(&tournament, &path);
    let games = || pairs.iter().flat_map(|pair| &pair.games);
    let resigned = games().filter(|game| game.ending() == Ending::Resigned);
    for game in resigned.clone() {
        assert!(
            game.black_score.abs() >= 2 && game.black_score % 2 == 0,
            "{game:?}"
        );
        let last: Vec<_> = game.evaluations().collect();
        let loser = game.loser().unwrap();
        let own = last.iter().rev().filter(|(side, _)| *side == loser).take(2);
        assert!(
            own.clone().all(|(_, score)| score.unwrap() <= -8.0),
            "{last:?}"
        );
    }
    assert!(resigned.count() >= 3, "{pairs:?}");
    // A tournament with other rules is another tournament.
    tournament.score_rules.resign = None;
    let error = ResultsFile::open(&path, &tournament, &Default::default()).unwrap_err();
    assert!(error.to_string().contains("resign is"), "{error}");
}

#[test]
fn a_program_that_resigns_loses_by_its_opponents_score() {
    let resigns = format!("cmd={PROGRAM} resign@9,proto=gtp");
    let folder = tempfile::tempdir().unwrap();
    for (opponent, has_scores) in [("cmd=random", false), ("cmd=outflank,level=4", true)] {
        let tournament = tournament_of([&resigns, opponent], 2);
        let path = folder.path().join(has_scores.to_string());
        let pairs = run_with_file(&tournament, &path);
        for pair in &pairs {
            assert_eq!(pair.forfeits().count(), 0, "{pair:?}");
            assert!(pair.resignations().eq([0, 0]), "{pair:?}");
            for (game, lost) in pair.games.iter().zip(pair.discs().map(|discs| -discs)) {
                assert_eq!(game.ending(), Ending::Resigned);
                let last = game.evaluations().last().unwrap().1;
                assert_eq!(last.is_some(), has_scores);
                let expected = f64::from(last.unwrap_or_default()).max(0.0);
                assert_eq!(
                    lost,
                    2 * (expected / 2.0).round().max(1.0) as i32,
                    "{game:?}"
                );
            }
        }
        let table = outflank_matches::CrossTable::new(2, &pairs);
        assert_eq!(table.forfeits(0, 1).resignations, 4);
        assert_eq!(table.forfeits(0, 1).failures, 0);
        assert!(table.forfeits(1, 0).is_empty());
    }
}

/// Old files record resignations as forfeits, because resignation was not yet a separate ending.
#[test]
fn forfeits_by_resignation_in_older_results_files_are_read() {
    let resigns = format!("cmd={PROGRAM} resign@9,proto=gtp");
    let tournament = tournament_of([&resigns, "cmd=random"], 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    assert_eq!(run_with_file(&tournament, &path).len(), 1);
    let newer = fs::read_to_string(&path).unwrap();
    let older = newer
        .replace(r#""ending":"resigned""#, r#""ending":"forfeit""#)
        .replace(r#""reason":null"#, r#""reason":"resigned (after f5)""#)
        .replace(r#""black_score":-2"#, r#""black_score":-64"#)
        .replace(r#""black_score":2"#, r#""black_score":64"#);
    assert_ne!(older, newer);
    fs::write(&path, older).unwrap();
    let (_, results) = ResultsFile::open(&path, &tournament, &Default::default()).unwrap();
    let pair = &results.pairs[0];
    assert_eq!(pair.discs(), [-64, -64]);
    assert!(
        pair.forfeits()
            .all(|(engine, forfeit)| { engine == 0 && forfeit.reason.starts_with("resigned") })
    );
    assert_eq!(pair.forfeits().count(), 2);
}

#[test]
fn a_side_without_bad_scores_never_resigns() {
    // The program always expects to win by 1.25 discs, and loses; random reports no score.
    let program = format!("cmd={PROGRAM} --nboard,proto=nboard");
    for opponent in ["cmd=random", "cmd=outflank,level=4"] {
        let mut tournament = tournament_of([&program, opponent], 1);
        tournament.score_rules.resign = Some("movecount=1,score=10".parse().unwrap());
        for pair in run(&tournament).unwrap() {
            assert!(
                pair.games.iter().all(|game| game.ending() == Ending::Board),
                "{pair:?}"
            );
        }
    }
}

#[test]
fn even_games_are_adjudicated_as_draws() {
    let engines = ["cmd=textbook:phased@1", "cmd=textbook:phased@2"];
    let mut tournament = tournament_of(engines, 1);
    tournament.score_rules.draw = Some("movenumber=20,movecount=1,score=64".parse().unwrap());
    for pair in run(&tournament).unwrap() {
        for game in &pair.games {
            assert_eq!((game.ending(), game.black_score), (Ending::Drawn, 0));
            assert_eq!(game.moves.len(), 20);
        }
    }
}

#[test]
fn each_engine_has_its_own_clock() {
    let slow = format!("cmd={PROGRAM} sleep@3,proto=gtp,clock=0.05");
    let pairs = run(&tournament_of([&slow, "cmd=outflank,level=1"], 1)).unwrap();
    let causes = pairs[0]
        .forfeits()
        .map(|(engine, forfeit)| (engine, forfeit.cause));
    let causes: Vec<_> = causes.collect();
    assert_eq!(causes, [(0, ForfeitCause::Time); 2], "{pairs:?}");
}
