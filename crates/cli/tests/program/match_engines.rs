//! `outflank match` with engines given by keys, and with games adjudicated by scores.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;

use outflank_othello::format::Format;
use serde_json::Value;

use crate::common::{self, Folder, Words, as_array, as_str, as_u64, has, refuses_each, shows};
use crate::matches::{script, stdout};

fn objects(arguments: impl Words) -> Vec<Value> {
    common::json(("match", arguments))
}

fn total(arguments: impl Words) -> Value {
    objects(arguments).pop().unwrap()
}

#[test]
fn engines_with_the_same_name_are_numbered() {
    let total = total("outflank@0.05s outflank@3 outflank@3 --clock 5 --games 2");
    let names = as_array(&total["engines"]).iter();
    let names: Vec<_> = names.map(|engine| as_str(&engine["name"])).collect();
    assert_eq!(names, ["outflank@0.05s", "outflank@3", "outflank@3 #2"]);
}

#[test]
fn engines_given_by_keys_have_short_names_and_their_own_times() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let gtp = format!("name=talker,cmd='{program}' gtp,args=--hash 1,proto=gtp,level=2");
    let fast = "--engine name=fast,cmd=outflank,level=1,clock=9+0.1 --each time=2 --games 2";
    let arguments = (["--engine", &gtp], fast);
    let objects = objects(arguments);
    has!(objects[0]; "black": "talker", "white": "fast", "ending": "board");
    // A program over GTP reports no scores.
    let evaluations = as_array(&objects[0]["evaluations"]);
    assert!(evaluations.iter().any(Value::is_null) && evaluations.iter().any(Value::is_f64));
    let engines = &objects.last().unwrap()["engines"];
    let specification = as_str(&engines[0]["specification"]);
    assert!(
        specification.ends_with("--hash 1, sent \"level 2\", 2 s per move"),
        "{engines}"
    );
    let shown = ["specification", "clock"].map(|field| &engines[1][field]);
    assert_eq!(shown, ["outflank@1", "9+0.1"]);
    assert_eq!(engines[0]["clock"], Value::Null);
    let text = stdout(arguments);
    shows(&text, &["| talker | fast     |", "| fast   | outflank@1 "]);
}

#[test]
fn a_file_lists_engines() {
    let folder = Folder::new();
    let file = &*folder.file("engines.toml");
    let list = "[each]\nlevel = 1\n\n[[engine]]\nname = \"one\"\ncmd = \"outflank\"\n\n\
        [[engine]]\nname = \"two\"\ncmd = \"outflank\"\nlevel = 2\n";
    fs::write(file, list).unwrap();
    let played = objects(format!("--engines {file} --games 2"));
    has!(played[0]; "black": "one", "white": "two");
    fs::write(file, list.replace("level = 2", "levle = 2")).unwrap();
    let expected = [
        "--engines ",
        "line 11: unknown key \"levle\": expected name, cmd",
    ];
    common::refuses(format!("match --engines {file}"), "", &expected);
    refuses_each(
        "
        match random => 1 engine: expected 2 or more
        match random random --each time=0 => time=0: expected seconds per move
        match random random --resign score=3 => score=3: expected movecount=MOVES,score=DISCS",
    );
}

#[test]
fn games_end_by_scores_and_engines_without_scores_are_named() {
    let engines = "textbook:phased@1 outflank@5 random";
    let arguments = (
        engines,
        "--games 6 --resign movecount=2,score=8 --round-robin",
    );
    let objects = objects(arguments);
    let resigned = objects
        .iter()
        .filter(|object| object["ending"] == "resigned");
    let total = objects.last().unwrap();
    assert_eq!(total["resigned"], resigned.count());
    assert!(as_u64(&total["resigned"]) > 0, "{total}");
    assert_eq!(total["without_scores"], Value::from(["random"].as_slice()));
    let text = stdout(arguments);
    let resigned = format!(", {} resigned", total["resigned"]);
    shows(&text, &[&resigned, "No scores known for random"]);
}

#[test]
fn saved_games_have_names_and_evaluations() {
    let folder = Folder::new();
    for extension in ["pgn", "ggf"] {
        let save = folder.file(&format!("games.{extension}"));
        let engines = "--engine name=strong,cmd=outflank,level=2 --engine cmd=random";
        objects((engines, format!("--games 2 --save {save}")));
        let games = fs::read_to_string(save).unwrap();
        assert_eq!(games.matches("strong").count(), 2, "{games}");
        if extension == "ggf" {
            let evaluated = games.split(['B', 'W']).filter(|mv| mv.contains('/'));
            assert!(evaluated.count() > 30, "{games}");
        }
    }
}

#[test]
fn the_help_lists_every_format_of_save() {
    for command in ["match", "play"] {
        let help = common::stdout(&common::run(format!("{command} --help")));
        let save = &help[help.find("--save").unwrap()..];
        for format in Format::ALL {
            let extension = format!(".{}", format.extension());
            assert!(save.contains(&extension), "{command}: {extension}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_crashed_program_is_started_again_and_counted() {
    let folder = Folder::new();
    let script = script(&folder, "echo 'out of memory' >&2; exit 3");
    let engine = format!("name=shaky,cmd=sh,args={script},proto=gtp");
    let arguments = format!("random --engine {engine} --games 2 --replay-crashed 1");
    let run = |more: &str| {
        let arguments = format!("match {arguments} {more}");
        let output = common::run(&arguments);
        // It forfeits every game.
        assert_eq!(output.status.code(), Some(1), "{}", common::stderr(&output));
        common::stdout(&output)
    };
    let objects = common::schema::parse_lines("match", &run("--json"));
    let total = objects.last().unwrap();
    let counts = ["opponent_forfeits", "opponent_crashes", "crashes"].map(|field| &total[field]);
    assert_eq!(counts, [2, 4, 0]);
    let text = run("");
    shows(&text, &["| losses on time | forfeits | crashes |"]);
}

#[test]
fn games_begin_with_a_named_opening() {
    let players = "textbook:discs@1 textbook:phased@1";
    let games = objects((players, "--games 4 --opening Tiger --plies 2"));
    let games: Vec<_> = games.iter().filter(|game| game["game"].is_u64()).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        let moves = as_str(&game["moves"]);
        assert!(moves.starts_with("f5d6c3d3c4"), "{moves}");
        assert_eq!(game["opening_moves"], 7);
    }
    let output = common::run((("match", players), ["--opening", "no such"]));
    assert_eq!(output.status.code(), Some(2));
    let reason = "neither the name of an opening nor a transcript";
    shows(&common::stderr(&output), &[reason]);
}
