use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::Shape;
use tempfile::TempDir;

use super::*;
use crate::engine::{EngineOptions, TimeControl, parse_engine};
use crate::openings::RandomOpenings;

fn tournament() -> Tournament {
    let engines = ["textbook:phased@1", "random"]
        .map(|name| parse_engine(name, &EngineOptions::default()).unwrap());
    Tournament {
        engines: engines.into(),
        openings: RandomOpenings::new(Shape::STANDARD, 4, 1).generate(5),
        schedule: Schedule::Gauntlet,
        clock: None,
        adjudicate: Some(8),
        sprt: None,
        seed: 1,
        threads: 2,
        ..Tournament::default()
    }
}

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.jsonl");
    (folder, path)
}

fn open(path: &Path, tournament: &Tournament) -> Result<(ResultsFile, Results), MatchError> {
    ResultsFile::open(path, tournament, &BTreeMap::new())
}

/// Plays the missing pairs, and returns all pairs and the number of earlier ones.
fn play(path: &Path, tournament: &Tournament) -> (Vec<GamePair>, usize) {
    let (mut file, results) = open(path, tournament).unwrap();
    let before = results.pairs.len();
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = tournament.resume(results.pairs, &stop, |pair| file.append(pair).unwrap());
    (pairs.unwrap(), before)
}

#[test]
fn results_round_trip() {
    let (_folder, path) = file();
    let mut tournament = tournament();
    tournament.adjudicate = None;
    tournament.clock = Some("0.0000001+9".parse().unwrap());
    let timed = EngineOptions {
        time: tournament.clock.map(TimeControl::Game),
        ..EngineOptions::default()
    };
    tournament.engines[0] = parse_engine("textbook:phased@1", &timed).unwrap();
    for clock in [tournament.clock, None] {
        for adjudicate in [None, Some(8)] {
            std::fs::remove_file(&path).ok();
            tournament.clock = clock;
            tournament.adjudicate = adjudicate;
            if clock.is_none() {
                tournament.engines[0] =
                    parse_engine("textbook:phased@1", &EngineOptions::default()).unwrap();
            }
            let (pairs, before) = play(&path, &tournament);
            assert_eq!((pairs.len(), before), (5, 0));
            let forfeits = pairs.iter().flat_map(GamePair::forfeits).count();
            assert_eq!(forfeits > 0, clock.is_some());
            let (again, before) = play(&path, &tournament);
            assert_eq!((again.len(), before), (5, 5));
            assert_eq!(again, pairs);
            for (again, pair) in again.iter().zip(&pairs) {
                for (again, game) in again.games.iter().zip(&pair.games) {
                    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
                    let [a, b] = [again, game].map(|g| g.time.map(|time| time.as_secs_f64()));
                    assert!(close(a[0], b[0]) && close(a[1], b[1]), "{a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn a_file_truncated_anywhere_resumes() {
    let (_folder, path) = file();
    let tournament = tournament();
    let (whole, _) = play(&path, &tournament);
    let content = std::fs::read(&path).unwrap();
    let mut lengths: Vec<usize> = (0..content.len()).step_by(397).collect();
    // Also cut the file around each line end.
    let ends = content.iter().zip(0..).filter(|(byte, _)| **byte == b'\n');
    lengths.extend(ends.flat_map(|(_, end)| [end, end + 1, end + 2]));
    for length in lengths
        .into_iter()
        .filter(|&length| length <= content.len())
    {
        std::fs::write(&path, &content[..length]).unwrap();
        let lines = content[..length].iter().filter(|&&byte| byte == b'\n');
        let whole_lines = lines.count();
        let (file, results) = open(&path, &tournament).unwrap();
        let torn = content[..length]
            .rsplit(|&byte| byte == b'\n')
            .next()
            .unwrap();
        assert_eq!(results.cut_off.unwrap_or(0), torn.len(), "{length}");
        assert_eq!(
            results.pairs.len(),
            whole_lines.saturating_sub(1),
            "{length}"
        );
        drop(file);
        let (pairs, before) = play(&path, &tournament);
        assert_eq!((before, pairs), (results.pairs.len(), whole.clone()));
        let (again, before) = play(&path, &tournament);
        assert_eq!((again.len(), before), (5, 5));
    }
}

#[test]
fn other_tournaments_are_refused_with_the_differences() {
    let (_folder, path) = file();
    drop(open(&path, &tournament()).unwrap());
    let refused = |change: &dyn Fn(&mut Tournament), parts: &[&str]| {
        let mut tournament = tournament();
        change(&mut tournament);
        let message = open(&path, &tournament).unwrap_err().to_string();
        assert!(
            message.contains("results of another tournament: "),
            "{message}"
        );
        for part in parts {
            assert!(message.contains(part), "{message} lacks {part}");
        }
    };
    refused(
        &|tournament| tournament.seed = 7,
        &["seed is 1 in the file and 7 here"],
    );
    refused(
        &|tournament| tournament.engines.swap(0, 1),
        &[r#"engines is ["textbook:phased@1","random"] in the file"#],
    );
    refused(
        &|tournament| tournament.openings.swap(0, 1),
        &["openings_hash is "],
    );
    refused(
        &|tournament| drop(tournament.openings.pop()),
        &[
            "games is 10 in the file and 8 here; openings is 5 in the file",
            "; openings_hash",
        ],
    );
    refused(
        &|tournament| tournament.adjudicate = None,
        &["adjudicate is 8 in the file and null here"],
    );
    refused(
        &|tournament| tournament.sprt = Some("0,5".parse().unwrap()),
        &[r#"sprt is null in the file and "0,5,0.05,0.05" here"#],
    );
    refused(
        &|tournament| tournament.clock = Some("5+0.1".parse().unwrap()),
        &[r#"clock is null in the file and "5+0.1" here"#],
    );
    let settings = BTreeMap::from([("patience".to_owned(), "5".to_owned())]);
    let message = ResultsFile::open(&path, &tournament(), &settings).unwrap_err();
    assert!(
        message.to_string().contains(r#"{"patience":"5"}"#),
        "{message}"
    );
}

#[test]
fn parameter_files_are_identified_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let parameters = folder.path().join("own@1.toml");
    let name = format!("textbook:phased={}@1", parameters.display());
    let write = |more: &str| {
        let shipped = include_str!("../../../../textbook/parameters/phased.toml");
        std::fs::write(&parameters, format!("{shipped}{more}")).unwrap();
    };
    write("");
    let mut tournament = tournament();
    tournament.engines[1] = parse_engine(&name, &EngineOptions::default()).unwrap();
    let path = folder.path().join("results.jsonl");
    drop(open(&path, &tournament).unwrap());
    drop(open(&path, &tournament).unwrap());
    write("\n# more\n");
    let message = open(&path, &tournament).unwrap_err().to_string();
    assert!(message.contains("weights is {"), "{message}");
}

#[test]
fn damage_is_reported_with_its_line() {
    let (_folder, path) = file();
    // The pairs are in the order of their numbers.
    let tournament = Tournament {
        threads: 1,
        ..tournament()
    };
    play(&path, &tournament);
    let content = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = content.lines().collect();
    let refused = |lines: &[&str], parts: &[&str]| {
        std::fs::write(&path, format!("{}\n", lines.join("\n"))).unwrap();
        let before = std::fs::read(&path).unwrap();
        let message = open(&path, &tournament).unwrap_err().to_string();
        assert_eq!(std::fs::read(&path).unwrap(), before, "{message}");
        for part in parts {
            assert!(message.contains(part), "{message} lacks {part}");
        }
    };
    refused(&[lines[0], lines[1], "{"], &["results.jsonl: line 3: "]);
    refused(
        &[lines[0], lines[1], lines[2], lines[1]],
        &["line 4: pair ", " occurs twice"],
    );
    let changed = |from: &str, to: &str| {
        assert!(lines[1].contains(from), "{} lacks {from}", lines[1]);
        lines[1].replacen(from, to, 1)
    };
    for (from, to, part) in [
        (
            r#""engine":"textbook:phased@1""#,
            r#""engine":"me""#,
            "expected opening ",
        ),
        (
            r#""ending":"adjudicated""#,
            r#""ending":"board""#,
            "cannot have ended as Board",
        ),
        (
            r#""loser":null"#,
            r#""loser":"black""#,
            "cannot have ended as Adjudicated",
        ),
        (
            r#""moves":""#,
            r#""moves":"a1"#,
            "line 1, column 1: move 1 is illegal",
        ),
        (r#""pair":"#, r#""pair":9"#, ": expected 1 to 5"),
        (r#""seconds":["#, r#""seconds":[-1"#, "line 2: "),
        (
            r#""black_score":"#,
            r#""black_score":99,"was":"#,
            "a score of 99 for Black",
        ),
    ] {
        refused(&[lines[0], &changed(from, to)], &["line 2: ", part]);
    }
    let no_results = ["", "{}", "[1]", "f5d6c3", r#"{"outflank_match":2}"#];
    for text in no_results {
        refused(&[text, lines[1]], &["not a results file"]);
    }
    // Without a line end, only our own line is removed.
    std::fs::write(&path, "f5d6c3").unwrap();
    let error = open(&path, &tournament).unwrap_err().to_string();
    assert!(error.contains("not a results file"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"f5d6c3");
}

#[test]
fn a_results_file_has_one_writer() {
    let (_folder, path) = file();
    let (_first, _) = open(&path, &tournament()).unwrap();
    let second = open(&path, &tournament());
    let refused = second.err().map(|error| error.to_string());
    assert!(refused.is_some_and(|reason| reason.contains("is writing it")));
    let missing = path.join("no/such/folder");
    let error = open(&missing, &tournament()).unwrap_err().to_string();
    assert!(error.contains("os error"), "{error}");
}

#[test]
fn shipped_parameters_are_identified_by_content() {
    let names = [
        "textbook:phased@2",
        "textbook:phased",
        "textbook:components@0.1s",
        "textbook:discs@1",
        "random",
    ];
    let hashes = weights(&names.map(str::to_owned)).unwrap();
    assert_eq!(hashes.len(), 3);
    let hash = |name: &str| hashes[name].clone();
    assert_eq!(hash("textbook:phased"), hash("textbook:phased@2"));
    assert_ne!(hash("textbook:phased"), hash("textbook:components@0.1s"));
}
