//! `outflank match`.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{self, Folder, Words, as_f64, as_i64, as_str, as_u64, has, refuses_each};

/// Returns standard output of a successful run.
pub(crate) fn stdout(arguments: impl Words) -> String {
    common::text(("match", arguments))
}

/// Returns the objects of a run with `--json`, without those after each pair.
fn objects(arguments: impl Words) -> Vec<Value> {
    let mut objects = common::json(("match", arguments));
    objects.retain(|object| object.get("pair_ended").is_none());
    objects
}

/// Runs a match that ends because an engine forfeits every game. Returns its JSON objects, without
/// those after each pair, and its messages.
fn objects_of_failing(arguments: impl Words) -> (Vec<Value>, String) {
    let arguments = ("match", arguments).words();
    let output = common::outflank(&arguments).arg("--json").output().unwrap();
    let errors = common::stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let mut objects = common::schema::parse_lines(&arguments, &common::stdout(&output));
    objects.retain(|object| object.get("pair_ended").is_none());
    (objects, errors)
}

/// Asserts that a run is refused with one line that contains `parts`.
fn assert_refused(arguments: impl Words, parts: &[&str]) {
    common::refuses(("match", arguments), "", parts);
}

/// Creates a file of openings in a folder that lives as long as the first value.
fn openings(text: &str) -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.file("openings.txt");
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// Creates a GTP engine as a script for `sh`. It answers every command until it has to play, and
/// then runs `act`.
pub(crate) fn script(folder: &Folder, act: &str) -> String {
    let path = folder.file("engine.sh");
    let lines = [
        "while read -r command rest; do case $command in",
        &format!("genmove) {act};;"),
        "*) echo '= '; echo;; esac; done",
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

#[test]
fn json_reports_each_game_and_then_the_total() {
    let (_folder, file) = openings("f5d6\nf5f4\nf5f6\n");
    let objects = objects(format!("textbook:phased@2 random --openings {file}"));
    let (total, games) = objects.split_last().unwrap();
    assert_eq!(games.len(), 6);
    let mut first_wins = 0;
    for (index, game) in games.iter().enumerate() {
        let pair = index / 2 + 1;
        assert_eq!(game["game"], index + 1);
        has!(game; "pair": pair, "opening": pair);
        let colours = ["textbook:phased@2", "random"];
        assert_eq!(game["black"], colours[index % 2]);
        assert_eq!(game["white"], colours[1 - index % 2]);
        let opening = ["f5d6", "f5f4", "f5f6"][index / 2];
        assert!(as_str(&game["moves"]).starts_with(opening));
        has!(game; "start": "start", "opening_moves": 2);
        let winner = match as_i64(&game["black_score"]) {
            1.. => Value::from("black"),
            0 => Value::Null,
            _ => Value::from("white"),
        };
        assert_eq!(game["winner"], winner);
        first_wins += u64::from(winner == ["black", "white"][index % 2]);
    }
    has!(total; "total": true, "games": 6, "engine": "textbook:phased@2", "complete": true);
    let count = |field: &str| as_u64(&total[field]);
    assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    assert_eq!(count("wins"), first_wins);
    let fields =
        "score score_low score_high mean_discs mean_discs_error elo elo_low elo_high pairs";
    for field in fields.split(' ') {
        assert!(total.get(field).is_some(), "{field}");
    }
}

#[test]
fn a_clean_sweep_has_no_finite_elo() {
    let arguments = "textbook:phased@4 random --games 20";
    let total = objects(arguments).pop().unwrap();
    has!(total; "wins": 20, "score": 1.0, "elo": null, "elo_high": null);
    assert!(as_f64(&total["elo_low"]) > 150.0);
    let text = stdout(arguments);
    assert!(text.contains("inf | over +"), "{text}");
}

#[test]
fn a_round_robin_ends_with_pairings_and_standings() {
    let (_folder, file) = openings("f5d6\nf5f4\nf5f6\nf5d6c3\n");
    let names = "random textbook:discs@1 textbook:phased@3";
    let match_ = format!("{names} --round-robin --openings {file} --games 6");
    let objects = objects(&match_);
    let with = |field: &str| {
        objects
            .iter()
            .filter(|object| object[field] == true)
            .count()
    };
    let counts = ["pairing", "standing", "rating", "total"].map(with);
    assert_eq!(counts, [3, 3, 3, 1]);
    assert_eq!(objects.len(), 3 * 6 + 3 + 3 + 3 + 1);
    let best = &objects[3 * 6 + 3];
    has!(best; "rank": 1, "games": 12, "engine": "textbook:phased@3");
    assert_eq!(objects.last().unwrap()["engine"], "random");

    let text = stdout(&match_);
    assert!(
        text.starts_with("18 games, 3 openings with colours swapped\n"),
        "{text}"
    );
    assert!(text.contains("| 1 | textbook:phased@3 |"), "{text}");
}

#[test]
fn without_a_round_robin_the_first_engine_plays_the_rest() {
    let objects = objects("random textbook:discs@1 textbook:phased@1 --games 2");
    let pairings: Vec<_> = objects
        .iter()
        .filter(|object| object["pairing"] == true)
        .collect();
    assert_eq!(pairings.len(), 2);
    assert!(pairings.iter().all(|pairing| pairing["engine"] == "random"));
    assert_eq!(objects.last().unwrap()["games"], 4);
}

#[test]
fn other_boards_and_boards_in_obf_are_played() {
    // The usual start, but with White to move.
    let board = "--------------OX----XO-------------- O";
    let (_folder, file) = openings(&format!("{board}\n"));
    let arguments = format!("random random --board 6x6 --openings {file}");
    let game = &objects(&arguments)[0];
    has!(game; "start": board, "opening_moves": 0);
    assert_refused(
        (&arguments, "--save games.txt"),
        &["games.txt", "another start position"],
    );
    let objects = objects("random textbook:discs@1 --board 9x7 --games 2");
    assert_eq!(objects.len(), 3);
}

#[test]
fn saved_games_match_the_games_played() {
    let folder = Folder::new();
    for name in ["games.txt", "games.wtb"] {
        let path = &folder.file(name);
        fs::write(path, "what stood here before, and was longer".repeat(1000)).unwrap();
        let arguments = "random random --games 4 --plies 6";
        let objects = objects((arguments, format!("--save {path}")));
        let converted = common::outflank(format!("convert {path} - --to txt"));
        let saved = common::stdout(&{ converted }.output().unwrap());
        let moves = objects[..4].iter().map(|game| as_str(&game["moves"]));
        assert_eq!(saved.lines().collect::<Vec<_>>(), moves.collect::<Vec<_>>());
    }
    let small = "random random --games 2 --board 6x6 --save games.wtb";
    assert_refused(
        small,
        &["games.wtb", "only games from the standard start on 8x8"],
    );
}

#[test]
fn parameters_may_come_from_a_file() {
    let shipped = "textbook:phased=crates/textbook/parameters/phased.toml@2";
    let total = objects(format!("textbook:phased@2 {shipped} --games 4"))
        .pop()
        .unwrap();
    // The same player under another name.
    has!(total; "score": 0.5, "mean_discs": 0.0);
    assert_refused(
        "random textbook:phased=no.toml@2",
        &["parameters no.toml: "],
    );
}

#[test]
fn time_replaces_depth() {
    let arguments = "textbook:discs textbook:phased@9 --time 0.001 --games 2";
    let objects = objects(arguments);
    has!(objects[0]; "black": "textbook:discs@0.001s", "white": "textbook:phased@0.001s");
}

#[test]
fn invalid_engines_are_refused() {
    assert_refused(["random", "\u{1F600}\n"], &["unknown engine"]);
    refuses_each(
        "
        match random edax => unknown engine \"edax\": expected outflank@LEVEL, human@RATING, \
            textbook:EVALUATION@DEPTH, gtp:COMMAND, nboard:COMMAND or random
        match random textbook:best@3 => unknown evaluation in engine \"textbook:best@3\"
        match random textbook:discs => no limit in engine \"textbook:discs\": expected a limit as in \
            textbook:discs@4, a time per move or a clock
        match random random --plies 61 => random openings, 61 plies on 8x8: found no openings: expected at least one
        match random textbook:discs@0 => wrong limit in engine \"textbook:discs@0\"
        match random => 2
        match  => ENGINE",
    );
}

#[test]
fn invalid_openings_are_refused_with_line_and_column() {
    let check = |file: &str, parts: &[&str]| {
        assert_refused(format!("random random --openings {file}"), parts);
    };
    let (_folder, file) = openings("f5d6\nf5a1\n");
    check(&file, &[&file, "line 2, column 3: move 2 is illegal"]);
    let (_folder, file) = openings("\n");
    check(&file, &["no openings"]);
    std::fs::write(&file, b"f5d6\n\xff\0\n").unwrap();
    check(
        &file,
        &[&file, "line 2, column 1: found ", "expected a square"],
    );
    check("no/such/file.txt", &["openings no/such/file.txt: "]);
    let folder = Folder::new();
    let binary = folder.file("binary");
    fs::write(&binary, [0xFF, 0xFE, 0x00, 0x80]).unwrap();
    check(&binary, &[]);
    check(folder.to_str().unwrap(), &[]);
}

#[test]
fn invalid_numbers_are_refused() {
    refuses_each(
        "
        match random random --games 5 => expected an even number
        match random random --games 0 => expected an even number
        match random random --games -2 => -2
        match random random --games 99999999999 => expected an even number from 2 to 100000
        match random random --time 0 => expected seconds per move
        match random random --time nan => expected seconds per move
        match random random --time 1e99 => expected seconds per move
        match random random --patience 0 => expected seconds per reply
        match random random --board 2x2 => 2x2
        match random random --seed x => x
        match random random --save games.doc => ends in .txt, .obf, .wtb
        match random random --save no/such/folder/games.txt => no such folder
        match random random --shuffle --round-robin => --openings",
    );
}

#[test]
fn deterministic_engines_do_not_repeat_games() {
    let (_folder, file) = openings("f5d6\nf5f4\n");
    let engines = "textbook:discs@1 textbook:phased@1";
    refuses_each(&format!(
        "
        match {engines} --openings {file} --games 6 => only 2 different openings for 3 game pairs
        match {engines} --plies 0 => expected at most 2 games",
    ));
    let varied = "random textbook:phased@1 --plies 0 --games 6";
    assert_eq!(objects(varied).len(), 7);
}

#[test]
fn openings_may_come_from_standard_input() {
    let mut command = common::outflank("match random random --openings - --json");
    let output = command.write_stdin("f5d6\nf5f4\n").output().unwrap();
    assert!(output.status.success());
    assert_eq!(common::stdout(&output).lines().count(), 7);
}

#[test]
fn balanced_openings_come_with_the_program() {
    let played = |more: &str| -> Vec<String> {
        let options = "random random --openings balanced";
        let objects = objects((options, more));
        let games = objects.iter().filter(|object| object.get("game").is_some());
        let opening = |game: &Value| {
            assert_eq!(game["opening_moves"], 8, "{game}");
            as_str(&game["moves"])[..16].to_owned()
        };
        games.map(opening).collect()
    };
    let first = played("--games 20");
    let different: std::collections::HashSet<_> = first.iter().collect();
    assert_eq!((first.len(), different.len()), (20, 10));
    assert_ne!(first, played("--games 20 --shuffle"));
    assert_eq!(played("").len(), 100);
    // `./balanced` is a file.
    refuses_each(
        "
        match random random --openings balanced --board 6x6 => \
            --openings balanced | on 8x8 | expected a file of openings on 6x6
        match textbook:discs@1 textbook:phased@1 --openings balanced --games 20000 => \
            different openings for 10000 game pairs
        match random random --openings ./balanced => openings ./balanced:",
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_reports_its_results() {
    let endless = "match random random --plies 0 --games 100000";
    let objects = common::interrupted_after(1, endless, &common::workspace());
    let games = objects.iter().filter(|object| object.get("game").is_some());
    let games = games.count();
    let total = objects.last().unwrap();
    has!(total; "total": true, "complete": false, "games": games);
    assert!(games < 100_000);
}

#[test]
fn a_closed_pipe_ends_the_match() {
    let endless = "match random random --plies 0 --json --games 100000";
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(endless.words())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    assert!(child.wait().unwrap().success());
}

#[test]
fn phased_beats_discs_at_equal_depth() {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else {
        eprintln!("skipped: OUTFLANK_DATA names no folder of test data");
        return;
    };
    let file = std::path::Path::new(&data).join("openings/xot-small.txt");
    let match_ = "textbook:phased@4 textbook:discs@4 --games 400 --openings";
    let total = objects(format!("{match_} {}", file.display()))
        .pop()
        .unwrap();
    assert_eq!(total["games"], 400);
    assert!(as_f64(&total["score"]) >= 0.95, "{total}");
}

#[test]
fn a_clock_and_a_level_combine_and_forfeits_are_counted() {
    let arguments = "outflank@60 textbook:discs --clock 4+0.02 --games 2";
    let objects = objects(arguments);
    has!(objects[0]; "black": "outflank@60", "white": "textbook:discs");
    let total = objects.last().unwrap();
    has!(total; "clock": "4+0.02", "forfeits": 0, "opponent_forfeits": 0);
    assert!(total["time_losses"].is_u64() && total["opponent_time_losses"].is_u64());
    let text = stdout(arguments);
    assert!(text.contains("swapped, clock 4+0.02\n"), "{text}");
    assert!(text.contains("| losses on time | forfeits |"), "{text}");
    assert!(!stdout("random random --games 2").contains("forfeits"));
}

#[test]
fn losses_on_time_are_reported_and_saved() {
    let folder = Folder::new();
    let (log, games) = (folder.file("log.txt"), folder.file("games.wtb"));
    // Not even one ply can be searched in a nanosecond.
    let engines = "outflank textbook:phased --clock 0.000000001";
    let options = format!("--games 4 --log {log} --save {games}");
    let objects = objects((engines, &options));
    for game in &objects[..4] {
        assert_eq!(game["ending"], "time");
        assert_eq!(as_i64(&game["black_score"]).abs(), 64);
        assert!(as_str(&game["reason"]).contains(" s for a move"));
    }
    let total = objects.last().unwrap();
    let count = |field: &str| as_u64(&total[field]);
    assert_eq!(count("time_losses") + count("opponent_time_losses"), 4);
    assert_eq!(count("time_losses"), count("losses"));
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().count(), 4, "{log}");
    assert!(log.contains("game 1: loss on time of "), "{log}");
    let saved = fs::read(games).unwrap();
    let discs = saved[16..].chunks(68).map(|game| game[6]);
    let expected = objects[..4]
        .iter()
        .map(|game| if game["winner"] == "black" { 64 } else { 0 });
    assert!(discs.eq(expected));
}

#[test]
fn invalid_clocks_are_refused() {
    for clock in ["0", "-1", "1+", "1+x", "ten", "nan"] {
        let option = format!("--clock={clock}");
        assert_refused(format!("random random {option}"), &["--clock", clock]);
    }
    refuses_each(
        "
        match random random --clock 1 --time 1 => --clock | --time
        match random random --log no/such/folder/log.txt => --log no/such/folder/log.txt",
    );
}

#[test]
#[cfg(unix)]
fn programs_that_fail_lose_their_games() {
    let folder = Folder::new();
    let log = folder.file("log.txt");
    for (act, part) in [
        ("exit 4", "ended with exit status: 4 instead of answering"),
        ("sleep 1000", "no answer to \"genmove "),
        (
            r"printf '= Z\033[2J99\n\n'",
            "\"Z[2J99\" is not a move: expected a square",
        ),
    ] {
        let script = script(&folder, &format!("echo 'no idea' >&2; {act}"));
        let engine = format!("gtp:sh '{script}'");
        let options = format!("--games 4 --patience 0.5 --log {log}");
        let arguments = (["random", &engine], &options);
        let (objects, errors) = objects_of_failing(arguments);
        for said in ["forfeited all of its 4 games: ", part, "\"no idea\"", &log] {
            assert!(errors.contains(said), "{errors}");
        }
        for game in &objects[..4] {
            assert_eq!(game["ending"], "forfeit");
            let reason = as_str(&game["reason"]);
            assert!(reason.contains(part), "{reason}");
        }
        let total = objects.last().unwrap();
        let count = |field: &str| as_i64(&total[field]);
        let counts = ["wins", "opponent_forfeits", "forfeits"].map(count);
        assert_eq!((counts, &total["mean_discs"]), ([4, 4, 0], &64.0.into()));
        let log = fs::read_to_string(&log).unwrap();
        assert!(log.contains("game 1: forfeit of gtp:sh "), "{log}");
        assert!(log.contains("\n    > genmove w\n"), "{log}");
        assert!(log.contains("\n    ! no idea\n"), "{log}");
        assert!(!log.contains('\u{1b}'), "{log}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_forfeits_its_first_games_ends_the_match() {
    let folder = Folder::new();
    let results = folder.file("results.jsonl");
    let engine = "gtp:sh -c 'echo no library >&2; exit 4'";
    let options = "--games 60 --threads 1 --plies 4";
    let options = format!("{options} --results {results}");
    let arguments = (["random", engine], options).words();
    let pairs = || fs::read_to_string(&results).unwrap().lines().count() - 1;
    let (objects, errors) = objects_of_failing(&arguments);
    let total = objects.last().unwrap();
    has!(total; "games": 4, "complete": false);
    assert_eq!(total.get("incomplete"), None, "{total}");
    assert_eq!(pairs(), 2);
    let last = errors.lines().last().unwrap();
    assert!(last.starts_with("error: gtp:sh "), "{errors}");
    for part in [
        "all of its 4 games",
        "exit status: 4",
        "\"no library\"",
        "--log FILE",
    ] {
        assert!(last.contains(part), "{errors}");
    }
    // The same command resumes the match, which ends after another pair.
    let mut command = common::outflank(("match", &arguments));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(pairs(), 3);
    let text = common::stdout(&output);
    assert!(text.contains("stopped after 6 of 60 games"), "{text}");
    assert!(
        text.contains(" forfeited 6 of its 6 games; first reason: "),
        "{text}"
    );
}

#[test]
#[cfg(unix)]
fn a_program_that_forfeits_some_games_is_named() {
    let folder = Folder::new();
    let script = folder.file("engine.sh");
    let program = env!("CARGO_BIN_EXE_outflank");
    // Refuses to play White.
    let lines = [
        "sed -u 's/^genmove w$/refuse/' |",
        &format!("'{program}' gtp --level 1 --book off"),
    ];
    fs::write(&script, lines.join(" ")).unwrap();
    let engine = format!("name=half,cmd=sh,args={script},proto=gtp");
    let text = stdout(format!("random --engine {engine} --games 6 --threads 1"));
    let warning = "half forfeited 3 of its 6 games; first reason: refused \"genmove w\"";
    assert!(text.contains(warning), "{text}");
}

#[test]
#[cfg(unix)]
fn resignations_are_not_forfeits() {
    let folder = Folder::new();
    let (saved, page) = (folder.file("games.pgn"), folder.file("page.html"));
    let script = script(&folder, "echo '= resign'; echo");
    let engine = format!("name=meek,cmd=sh,args={script},proto=gtp");
    let arguments = format!("random --engine {engine} --games 6 --save {saved} --html {page}");
    let objects = objects(&arguments);
    for game in &objects[..6] {
        has!(game; "ending": "resigned", "reason": null);
    }
    let total = objects.last().unwrap();
    has!(total; "opponent_resignations": 6, "resigned": 6, "wins": 6, "resignations": 0);
    assert_eq!(
        (&total["opponent_forfeits"], total["mean_discs"].as_f64()),
        (&0.into(), Some(2.0))
    );
    let text = stdout(&arguments);
    assert!(text.contains(", 6 resigned"), "{text}");
    let row = "| meek   |              0 |        0 |            6 |";
    assert!(text.contains(row), "{text}");
    assert!(!text.contains(" forfeited "), "{text}");
    let saved = fs::read_to_string(saved).unwrap();
    assert_eq!(saved.matches("[Termination \"resignation\"]").count(), 6);
    assert!(fs::read_to_string(page).unwrap().contains("0 : 6"));
}

#[test]
fn programs_that_cannot_play_are_refused_at_once() {
    let games = "--games 2";
    for (engine, options, part) in [
        ("gtp:no/such/program", games, "cannot start the program"),
        ("gtp:'quote", games, "wrong command in engine"),
        ("gtp:sh", "--board 9x7", "board 9x7"),
        ("nboard:no/such/program", games, "cannot start the program"),
        ("nboard:'quote", games, "wrong command in engine"),
        ("nboard@deep:sh", games, "wrong depth in engine"),
        ("nboard:sh", "--board 9x7", "board 9x7"),
    ] {
        assert_refused((["random", engine], options), &[part]);
    }
}

#[test]
fn programs_of_either_protocol_play_each_other() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let options = "--hash 1 --threads 1";
    let gtp = format!("gtp:'{program}' gtp --level 2 {options}");
    let steady = format!("nboard:'{program}' nboard --level 2 {options}");
    let with_depth = format!("nboard@2:'{program}' nboard {options}");
    let timed = format!("nboard:'{program}' nboard {options}");
    for (nboard, settings) in [
        (&steady, "--board 8x8"),
        (&with_depth, "--board 6x6"),
        (&steady, "--clock 60+1"),
        (&timed, "--time 0.2 --board 6x6"),
    ] {
        let objects = objects(([nboard, &gtp], (settings, "--games 4")));
        let (total, games) = objects.split_last().unwrap();
        for (number, game) in games.iter().enumerate() {
            assert_eq!(game["ending"], "board", "{game}");
            let [first, second] = [["black", "white"], ["white", "black"]][number % 2];
            has!(game; first: nboard, second: gtp);
        }
        assert_eq!((games.len(), &total["games"]), (4, &4.into()));
    }
}
