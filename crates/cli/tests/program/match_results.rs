//! `outflank match` with tests, resuming, adjudication and reports.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{
    self, Folder, Words, as_f64, as_i64, as_str, has, kill, refuses_each, shows, start_until,
};
use crate::matches::stdout;

fn objects(arguments: impl Words) -> Vec<Value> {
    common::json(("match", arguments))
}

fn parsed(page: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    roxmltree::Document::parse_with_options(page, options).unwrap()
}

/// Returns the objects that have a field.
fn with<'a>(objects: &'a [Value], field: &str) -> Vec<&'a Value> {
    let found = objects.iter().filter(|object| object.get(field).is_some());
    found.collect()
}

#[test]
fn each_pair_is_printed_after_its_games() {
    let objects = objects("textbook:phased@2 random --games 8");
    let mut pairs = [0; 5];
    for (index, lines) in objects[..12].chunks(3).enumerate() {
        let [first, second, pair] = lines else {
            panic!("{lines:?}");
        };
        for object in lines {
            assert_eq!(object["pair"], index + 1);
        }
        let discs = [
            as_i64(&first["black_score"]),
            -as_i64(&second["black_score"]),
        ];
        let half_points: i64 = discs.iter().map(|discs| discs.signum() + 1).sum();
        assert_eq!(as_f64(&pair["points"]), half_points as f64 / 2.0);
        pairs[half_points as usize] += 1;
        has!(pair; "discs": discs, "pairs": pairs, "llr": null);
    }
    let total = objects.last().unwrap();
    assert_eq!(total["pairs"], serde_json::json!(pairs));
    assert!(as_f64(&total["los"]) > 0.9, "{total}");
    has!(total; "sprt": null, "adjudicated": 0);
}

#[test]
fn a_test_ends_the_match_as_soon_as_it_is_decided() {
    let run = |order: &str, threads: &str| {
        objects(format!(
            "{order} --games 400 --sprt 0,100 --threads {threads}"
        ))
    };
    for (order, verdict) in [
        ("textbook:phased@2 random", "H1"),
        ("random textbook:phased@2", "H0"),
    ] {
        let objects = run(order, "2");
        assert_eq!(objects, run(order, "5"));
        let total = objects.last().unwrap();
        let sprt = &total["sprt"];
        assert_eq!(total["complete"], true);
        has!(sprt; "verdict": verdict, "elo0": 0.0, "elo1": 100.0, "alpha": 0.05);
        let number = |value: &Value| value.as_f64().unwrap();
        let [lower, upper] = [&sprt["lower"], &sprt["upper"]].map(number);
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        let pairs = with(&objects, "pair_ended");
        assert_eq!(total["games"], 2 * pairs.len());
        assert!((2..100).contains(&pairs.len()), "{total}");
        let (last, before) = pairs.split_last().unwrap();
        assert_eq!(last["llr"], sprt["llr"]);
        let within = |pair: &&Value| (lower..upper).contains(&number(&pair["llr"]));
        assert!(before.iter().all(within) && !within(last));
    }
    let text = stdout("textbook:phased@2 random --sprt -10,90,0.1,0.2");
    assert!(text.contains(", ended by the test after "), "{text}");
    assert!(text.contains("SPRT of 90 Elo (H1) against -10 (H0), errors 0.1 and 0.2: LLR "));
    shows(&text, &[" between -1.50 and 2.08, H1 accepted\n"]);
    shows(&text, &["| pairs of 0 |", "LOS"]);
}

#[test]
fn wrong_options_are_refused() {
    refuses_each(
        "
        match random random --sprt 0 => --sprt | expected ELO0,ELO1
        match random random --sprt 5,0 => expected the first Elo difference below the second
        match random random --sprt 0,5,0,1 => expected error probabilities
        match random random --adjudicate 0 => expected 1 to 30
        match random random --adjudicate x => --adjudicate | x
        match random random --adjudicate 30 --board 6x6 => opening 1 leaves 24 empties
        match random random --anchor edax => --anchor edax: expected one of random, random
        match random random --html no/such/page.html => \
            --html no/such/page.html: there is no such folder
        match random random --html docs => --html docs: expected a file
        match random random --results no/such/file => --results: no/such/file:
        match random random --results Cargo.toml => Cargo.toml: not a results file
        match random random random --sprt 0,5 => \
            an SPRT compares two engines: expected 2 engines instead of 3",
    );
}

/// Returns the numbers of the pairs in a results file, in file order.
fn stored(path: &Path) -> Vec<u64> {
    let content = fs::read_to_string(path).unwrap();
    let lines = content.lines().skip(1);
    let number = |line| serde_json::from_str::<Value>(line).unwrap()["pair"].as_u64();
    lines.map(|line| number(line).unwrap()).collect()
}

/// Starts a match and kills it once its file has `lines` lines.
fn kill_after(lines: usize, arguments: impl Words, path: &Path) {
    let written = || {
        let content = fs::read(path).unwrap_or_default();
        content.iter().filter(|&&byte| byte == b'\n').count()
    };
    kill(start_until(("match", arguments), || written() >= lines));
}

#[test]
fn a_killed_match_resumes_with_the_same_result() {
    let folder = Folder::new();
    let path = folder.join("results.jsonl");
    let match_ = "textbook:phased@4 textbook:positional@4 --games 100 --threads 2";
    let uninterrupted = objects(match_);
    let name = path.to_str().unwrap();
    let stored_match = format!("{match_} --results {name}");
    for lines in [4, 9, 15] {
        kill_after(lines, &stored_match, &path);
    }
    // Truncated in the middle of a line, which a kill rarely does.
    let mut content = fs::read(&path).unwrap();
    let whole = content.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    content.truncate(whole);
    let second_line = content
        .split_inclusive(|&byte| byte == b'\n')
        .nth(1)
        .unwrap();
    let torn = second_line[..second_line.len() / 2].to_vec();
    fs::write(&path, [content, torn.clone()].concat()).unwrap();
    let before = {
        let content = fs::read_to_string(&path).unwrap();
        content.lines().count() - 2
    };
    assert!((14..50).contains(&before), "{before}");
    let output = common::run(("match --json", &stored_match));
    let text = common::stderr(&output);
    let cut = format!(
        "an incomplete last line of {} bytes was cut off",
        torn.len()
    );
    shows(
        &text,
        &[&cut, &format!("{before} of 50 pairs were already played")],
    );
    let lines: Vec<Value> = common::stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, uninterrupted);
    // Each pair occurs once.
    let numbers = stored(&path);
    assert_eq!(numbers.len(), 50);
    assert!(
        numbers
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .eq(1..=50)
    );
    // The same command plays no more games.
    let size = fs::metadata(&path).unwrap().len();
    assert_eq!(objects(&stored_match), uninterrupted);
    assert_eq!(fs::metadata(&path).unwrap().len(), size);
    // Another match is refused, and the difference is named.
    refuses_each(&format!(
        "
        match {stored_match} --seed 2 => results of another tournament: | \
            seed is 1 in the file and 2 here
        match {stored_match} --adjudicate 8 => adjudicate is null in the file and 8 here",
    ));
}

#[test]
fn adjudicated_games_have_the_score_that_solving_gives() {
    let match_ = "textbook:phased@2 random --games 6 --adjudicate 8";
    let objects = objects(match_);
    let total = objects.last().unwrap();
    let mut adjudicated = 0;
    for game in with(&objects, "game") {
        if game["ending"] == "board" {
            continue;
        }
        has!(game; "ending": "adjudicated", "reason": null);
        adjudicated += 1;
        let moves = as_str(&game["moves"]);
        let solved = &common::json(format!("solve {moves}"))[0];
        assert_eq!(solved["empties"], 8);
        let mover_is_black = as_str(&solved["position"]).ends_with('X');
        let score = as_i64(&solved["score"]);
        let black = if mover_is_black { score } else { -score };
        assert_eq!(game["black_score"], black, "{game}");
    }
    assert!(adjudicated > 0);
    assert_eq!(total["adjudicated"], adjudicated);
    let text = stdout(match_);
    let line = format!(", {adjudicated} games adjudicated at 8 empties\n");
    assert!(text.contains(&line), "{text}");
    // Saved games also end there, and WTHOR records the score.
    let folder = Folder::new();
    let path = folder.join("games.wtb");
    let saved = format!("{match_} --save {}", path.display());
    stdout(saved);
    let discs = fs::read(&path).unwrap();
    let discs = discs[16..].chunks(68).map(|game| i64::from(game[6]));
    let expected = with(&objects, "game");
    let expected = expected
        .iter()
        .map(|game| 32 + as_i64(&game["black_score"]) / 2);
    assert!(discs.eq(expected));
}

#[test]
fn three_engines_have_a_rating_list() {
    let match_ = "textbook:discs@1 textbook:phased@2 random --games 20 --round-robin";
    let all = objects(match_);
    let ratings = with(&all, "rating");
    assert_eq!(ratings.len(), 3);
    has!(ratings[0]; "engine": "textbook:phased@2", "rank": 1);
    let elo = |rating: &Value| as_f64(&rating["elo"]);
    assert!(ratings.iter().map(|rating| elo(rating)).sum::<f64>().abs() < 1e-6);
    assert!(ratings[2]["los"].is_null() && ratings[0]["los"].as_f64() > Some(0.9));
    assert!(ratings.iter().all(|rating| rating["games"] == 40));
    let anchored = objects((match_, "--anchor random"));
    let anchored = with(&anchored, "rating");
    let random = anchored.iter().find(|rating| rating["engine"] == "random");
    assert_eq!(random.unwrap()["elo"], 0.0);
    let apart = |ratings: &[&Value]| elo(ratings[0]) - elo(ratings[2]);
    assert!((apart(&anchored) - apart(&ratings)).abs() < 1e-6);
    let text = stdout(match_);
    shows(&text, &["| rating |", "| 1 | textbook:phased@2 |"]);
}

#[test]
fn the_page_shows_the_figures_of_the_total() {
    let folder = Folder::new();
    let path = folder.join("page.html");
    let page_option = format!("--html {}", path.display());
    let match_ = "textbook:phased@2 textbook:components@1 --games 12 --sprt 0,9";
    let objects = objects((match_, &page_option));
    let total = objects.last().unwrap();
    let page = fs::read_to_string(&path).unwrap();
    let document = parsed(&page);
    let named = |name: &'static str| {
        let nodes = document.descendants();
        nodes.filter(move |node| node.has_tag_name(name) || node.tag_name().name() == name)
    };
    let text_of = |node: roxmltree::Node<'_, '_>| -> String {
        let texts = node.descendants().filter(roxmltree::Node::is_text);
        texts.filter_map(|node| node.text()).collect()
    };
    let tables: Vec<_> = named("table").collect();
    assert_eq!((tables.len(), named("caption").count()), (2, 2));
    let cells = |table: roxmltree::Node<'_, '_>| -> Vec<String> {
        let nodes = table.descendants();
        let cells = nodes.filter(|node| node.tag_name().name() == "td");
        cells.map(text_of).collect()
    };
    let results = cells(tables[0]);
    let figures = ["games", "wins", "draws", "losses"].map(|field| total[field].to_string());
    assert_eq!(results[2..6], figures);
    let score = format!("{:.1} %", 100.0 * as_f64(&total["score"]));
    assert_eq!(results[6], score);
    // Bars, and the histories of the score and of the test.
    assert_eq!(named("svg").count(), 3);
    let captions: Vec<String> = named("figcaption").map(text_of).collect();
    let pairs = total["pairs"].to_string().replace(',', ", ");
    assert!(captions[0].ends_with(&pairs), "{captions:?} lacks {pairs}");
    let llr = format!("LLR {:.2} between", as_f64(&total["sprt"]["llr"]));
    assert!(
        named("p").map(text_of).any(|text| text.contains(&llr)),
        "{llr}"
    );
    let games = cells(tables[1]);
    for (row, game) in games.chunks(7).zip(with(&objects, "game")) {
        assert_eq!(format!("{}{}", row[3], row[4]), as_str(&game["moves"]));
        assert_eq!(row[5], as_str(&game["ending"]));
        assert_eq!(row[6], format!("{:+}", as_i64(&game["black_score"])));
    }
    assert_eq!(games.len(), 12 * 7);
    // The page loads nothing from elsewhere.
    let links = page.matches("http").count();
    let names_of_xml = page.matches("http://www.w3.org/").count();
    assert_eq!(links, names_of_xml);
    assert!(!page.contains("<script") && page.contains("prefers-color-scheme: dark"));
}

#[test]
fn the_page_of_many_engines_has_ratings_and_forfeits() {
    let folder = Folder::new();
    let path = folder.join("page.html");
    let engines = ["random", "gtp:sh -c 'exit 3' '<&>'", "textbook:discs@1"];
    // The program forfeits all its games, the last of them in the last pair.
    let options = "--games 2 --round-robin --threads 1";
    let page_option = format!("--html {} --log /dev/null", path.display());
    let arguments = (("match", engines), (options, page_option)).words();
    let output = common::outflank(&arguments).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", common::stderr(&output));
    let objects = common::schema::parse_lines(&arguments, &common::stdout(&output));
    let page = fs::read_to_string(&path).unwrap();
    parsed(&page);
    for rating in with(&objects, "rating") {
        let elo = format!("{:+.0}</td>", as_f64(&rating["elo"]));
        assert!(page.contains(&elo), "{elo}");
    }
    shows(
        &page,
        &["'&lt;&amp;&gt;'", "forfeit of ", "Ratings, each with"],
    );
    shows(&page, &["a drawn game was added for each pair that met"]);
    assert_eq!(page.matches("<svg").count(), 2 * 3);
}
