//! Specifications of engines: keys, files, errors.

use super::*;

fn engine(text: &str, each: &str) -> Result<Box<dyn MatchEngine>, String> {
    let spec: EngineSpec = text
        .parse()
        .map_err(|error: MatchError| error.to_string())?;
    let each = match each {
        "" => EngineSpec::default(),
        each => each.parse().unwrap(),
    };
    let engine = spec.engine(&each, &EngineOptions::default());
    engine.map_err(|error| error.to_string())
}

/// Returns the name and the specification of an engine.
fn described(text: &str, each: &str) -> (String, String) {
    let engine = engine(text, each).unwrap();
    (engine.name(), engine.specification())
}

#[test]
fn engines_have_short_names() {
    for (text, each, name, specification) in [
        ("name=a,cmd=outflank,level=3", "", "a", "outflank@3"),
        (
            "cmd=outflank,depth=4",
            "",
            "outflank@4plies",
            "outflank@4plies",
        ),
        (
            "cmd=textbook:phased",
            "depth=2",
            "textbook:phased@2",
            "textbook:phased@2",
        ),
        (
            "cmd=outflank,time=0.5",
            "time=9",
            "outflank@0.5s",
            "outflank@0.5s",
        ),
        ("cmd=outflank,clock=1", "time=9", "outflank", "outflank"),
        (
            "cmd=outflank,level=3",
            "time=2",
            "outflank@3, 2 s",
            "outflank@3, 2 s",
        ),
        (
            "cmd=/opt/bin/edax -nboard,proto=nboard,level=5",
            "",
            "edax",
            "nboard@5:/opt/bin/edax -nboard",
        ),
        (
            "name=g,cmd=gtp-rhino,args=-x 1,proto=gtp,option.komi=0,dir=/tmp",
            "",
            "g",
            "gtp:gtp-rhino -x 1 in /tmp, sent \"komi 0\"",
        ),
        ("cmd=a,args=-b 1,2,proto=gtp", "", "a", "gtp:a -b 1,2"),
        ("cmd=random", "option.x=1,level=3", "random", "random"),
    ] {
        let expected = (name.to_owned(), specification.to_owned());
        assert_eq!(described(text, each), expected, "{text}");
    }
}

#[test]
fn an_engines_own_time_overrides_the_clock() {
    let common = "10+0.1".parse().ok();
    let clock = |text: &str| engine(text, "").unwrap().clock(common);
    assert_eq!(clock("cmd=outflank,time=0.1"), None);
    assert_eq!(clock("cmd=outflank,clock=3"), "3".parse().ok());
    assert_eq!(clock("cmd=outflank,level=3"), common);
}

#[test]
fn wrong_keys_and_values_are_named() {
    for (text, expected) in [
        ("cmd=x,proto=uci", "proto=uci: expected gtp or nboard"),
        ("cmd=x,time=0", "time=0: expected seconds per move"),
        ("cmd=x,tc=40/60", "tc=40/60: expected seconds per game"),
        ("cmd=outflank,level=x", "level=x: expected a level"),
        ("level=3", "no cmd: expected cmd=PROGRAM"),
        ("cmd=./edax", "expected proto=gtp or proto=nboard too"),
        ("outflank", "\"outflank\": expected KEY=VALUE"),
        ("cmd=x,option.=3", "unknown key \"option.\""),
        ("cmd=x,proto=gtp,depth=3", "GTP cannot set a depth"),
        (
            "cmd=x,proto=nboard,depth=3,level=3",
            "both a level and a depth",
        ),
        (
            "cmd=outflank@3,option.x=1",
            "need proto=gtp or proto=nboard",
        ),
        ("cmd='x,proto=gtp", "every quote closed"),
    ] {
        let error = engine(text, "").err().unwrap();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_file_lists_engines_and_errors_name_the_line() {
    let text = "[each]\ntime = 0.1\n[[engine]]\nname = \"a\"\ncmd = \"outflank\"\n\
        [[engine]]\ncmd = \"./edax\"\nproto = \"nboard\"\noption = { depth = 3, book = \"x\" }\n";
    let (each, engines) = read_engines(text).unwrap();
    let engines = engines.iter().map(|spec| {
        let engine = spec.engine(&each, &EngineOptions::default()).unwrap();
        (engine.name(), engine.specification())
    });
    let engines: Vec<(String, String)> = engines.collect();
    assert_eq!(engines[0], ("a".to_owned(), "outflank@0.1s".to_owned()));
    assert_eq!(engines[1].0, "edax");
    assert!(
        engines[1]
            .1
            .ends_with("sent \"set book x\", \"set depth 3\", 0.1 s per move")
    );
    for (from, to, line, part) in [
        (
            "time = 0.1",
            "time = []",
            2,
            "time: expected a string or a number",
        ),
        (
            "proto = \"nboard\"",
            "proto = 3",
            8,
            "proto=3: expected gtp or nboard",
        ),
        (
            "[[engine]]",
            "[[engin]]",
            3,
            "expected [each] and [[engine]]",
        ),
        (
            "cmd = \"outflank\"",
            "cmd = ",
            5,
            "expected [each] and [[engine]]",
        ),
    ] {
        let error = read_engines(&text.replacen(from, to, 1))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        assert!(error.contains(part), "{error}");
    }
}
