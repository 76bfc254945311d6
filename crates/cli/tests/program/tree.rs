//! Counts, arguments and errors of `outflank tree`. `tree_drawings.rs` tests the drawings.

use crate::common::{
    self, Words, as_array, as_str, as_u64, has, interrupted_when, refuses, refuses_each, shows,
    stderr, stdout, workspace,
};
use serde_json::{Value, json};

const ALL: &str =
    "minimax,alpha-beta,negamax,scout,pvs,alpha-beta-table,mtdf,deepening,deepening-table";
const LEAST: &str = "MIN(3,MAX(5,a))";

fn tree(arguments: impl Words) -> Vec<Value> {
    common::json(("tree", arguments))
}

fn text(arguments: impl Words) -> String {
    common::text(("tree", arguments))
}

fn number(object: &Value, field: &str) -> u64 {
    as_u64(&object[field])
}

#[test]
fn leaves_may_have_decimals() {
    let expression = "MIN(0.5, MAX(-1.25, a=3), 1.10)";
    let drawn = text(["--expr", expression]);
    let head = "MIN(0.5, MAX(-1.25, a=3), 1.1), to the end";
    let result = "alpha-beta: value 0.5, best move 1";
    shows(&drawn, &[head, result, "= -1.25", "(-∞, 0.5)"]);
    let lines = tree(["--expr", expression]);
    assert_eq!(lines[0]["value"], "0.5");
    // `lab savings` reads decimals, too.
    let savings = common::json(["lab", "savings", "--expr", expression, "--depth", "2"]);
    assert_eq!(savings[0]["leaves"], 3);
    let parts = ["line 1, column 5", "a number"];
    refuses(["tree", "--expr", "MIN(1., 2)"], "", &parts);
}

/// Output of more than a thousand lines is announced on standard error.
#[test]
fn long_output_is_announced() {
    let (_folder, file) = common::temporary("tree.txt");
    let minimax = "tree start --algorithm minimax --depth";
    let run = |more: &str| {
        let output = common::run((minimax, more));
        assert!(output.status.success());
        output
    };
    let long = run("5");
    let announced = stderr(&long);
    let (lines, advice) = announced.split_once(" lines follow: ").unwrap();
    let count = stdout(&long).lines().count();
    assert_eq!(lines.replace(' ', ""), count.to_string());
    assert!(lines.starts_with("1 7"), "{announced}");
    let options = ["--depth", "--to-ply", "--max-nodes", "--to FILE.html"];
    shows(advice, &options);
    let to_file = format!("5 --to {}", file.display());
    for quiet in ["3", "5 --to-ply 3", "5 --json", &to_file] {
        assert_eq!(stderr(&run(quiet)), "", "{quiet:?}");
    }
}

#[test]
fn an_unknown_leaf_gives_bounds_or_an_error_that_names_it() {
    for command in ["algorithms", "savings"] {
        let output = common::run(format!("lab {command} --expr MIN(3,a)"));
        assert_eq!(output.status.code(), Some(2), "{command}");
        shows(&stderr(&output), &["depends on a: expected a value"]);
    }
    refuses_each(
        "
        tree --expr MIN(3,a) => depends on a: expected a value
        tree --format text --expr MAX(2,MIN(a,5)) => depends on a: expected a value
        tree --format html --expr MAX(MIN(MAX(a,1),4),3) => depends on a: expected a value",
    );
    // The value is 3 whatever the leaves are.
    for nested in ["MIN(MAX(MIN(a, b), 5), 3)", "MAX(3, MIN(2, MAX(a, b)))"] {
        let lines = tree(["--expr", nested]);
        let is_3 = |line: &Value| line["number"] == 3;
        assert!(lines[..2].iter().all(is_3), "{nested}");
    }
    let shown = text(["--expr", LEAST, "--algorithm", "minimax"]);
    shows(&shown, &["Max   ≥ 5", "a  ?"]);
    let lines = tree(["--expr", LEAST, "--json-nodes", "--algorithm", "minimax"]);
    let nodes = lines.iter().filter(|line| line["node"].is_u64());
    let known = nodes.flat_map(|node| [node["value"].clone(), node["kind"].clone()]);
    let exact = "exact";
    let expected = json!([
        "3", exact, "3", exact, "5", "at least", "5", exact, null, null
    ]);
    assert_eq!(known.collect::<Value>(), expected);
}

#[test]
fn two_algorithms_are_compared() {
    let lines = tree(["--expr", LEAST]);
    let [minimax, alphabeta, total] = &lines[..] else {
        panic!("{lines:?}");
    };
    has!(minimax; "algorithm": "minimax", "entered": 5, "leaves": 3);
    has!(alphabeta; "value": "3", "number": 3, "entered": 4, "leaves": 2, "unentered": 1);
    let cuts = json!({"alpha": 0, "beta": 1, "table": 0, "stability": 0, "probcut": 0});
    has!(alphabeta; "cuts": cuts, "best": "1", "pv": ["1"], "share_of_minimax": 0.8);
    has!(total; "total": true, "agree": true, "entered": 9);
}

#[test]
fn all_algorithms_agree_on_all_kinds_of_trees() {
    for subject in [
        "f5d6c3 --depth 3",
        "f5d6c3 --depth 2 --turns --evaluation positional",
        "start --board 4x4 --depth 5 --order squares",
        "--game kalah:3x2 --depth 5 --order random",
        "--game tic-tac-toe:2 --depth 3 --order worst",
        "--game figure:wikipedia --order perfect",
        "--game random:3,4,1 --order heuristic",
    ] {
        let lines = tree((subject, format!("--algorithm {ALL}")));
        let (total, searches) = lines.split_last().unwrap();
        assert_eq!(total["agree"], true, "{lines:?}");
        assert_eq!(searches.len(), 9);
        for search in searches {
            assert_eq!(search["number"], searches[0]["number"], "{search}");
            assert_eq!(search["best"], searches[0]["best"], "{search}");
            assert_eq!(search["completed"], true);
        }
    }
}

#[test]
fn json_nodes_prints_a_line_per_node() {
    let lines = tree(["--expr", LEAST, "--json-nodes", "--measure"]);
    let nodes = lines.iter().filter(|line| !line["node"].is_null());
    let nodes: Vec<&Value> = nodes.collect();
    assert_eq!(nodes.len(), 5 + 4);
    let cut = nodes[5 + 2];
    let unentered = json!([{"mv": "2", "nodes": 1, "value": "?"}]);
    has!(cut; "algorithm": "alpha-beta", "node": 2, "kind": "at least", "unentered": unentered);
    assert_eq!(cut["cut"]["cause"], "beta");
    assert_eq!(cut["window"]["beta"], "3");
}

#[test]
fn measured_parts_account_for_the_saved_nodes() {
    for subject in [
        "--game figure:ingargiola",
        "f5d6c3 --depth 4 --evaluation discs",
        "--game kalah:3x3 --depth 6",
    ] {
        let lines = tree((subject, "--measure --json-nodes --max-nodes 100000"));
        let entered = |algorithm: &str| {
            let mut summaries = lines.iter().filter(|line| line["node"].is_null());
            let found = summaries.find(|line| line["algorithm"] == algorithm);
            number(found.unwrap(), "entered")
        };
        let is_node = |line: &&Value| line["algorithm"] == "alpha-beta" && !line["node"].is_null();
        let nodes = lines.iter().filter(is_node);
        let parts = nodes.flat_map(|line| as_array(&line["unentered"]));
        let cut: u64 = parts.map(|part| number(part, "nodes")).sum();
        assert!(cut > 0);
        assert_eq!(entered("alpha-beta") + cut, entered("minimax"), "{subject}");
    }
}

#[test]
fn better_move_orders_enter_fewer_nodes() {
    let entered = |order: &str| {
        let arguments = format!("f5d6c3 --depth 4 --algorithm alpha-beta --order {order}");
        number(&tree(arguments)[0], "entered")
    };
    let [perfect, heuristic, given, worst] =
        ["perfect", "heuristic", "reading", "worst"].map(entered);
    assert!(perfect < heuristic && heuristic < given && given < worst);
    // The same seed gives the same random order.
    assert_eq!(entered("random"), entered("random"));
    assert_ne!(entered("squares"), given);
}

#[test]
fn root_moves_can_be_searched_first() {
    let first = |arguments: &str| {
        let lines = tree((arguments, "--algorithm alpha-beta --depth 1 --json-nodes"));
        let moves = lines[1..4].iter().map(|line| as_str(&line["mv"]));
        moves.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(first("start"), "d3 c4 f5");
    assert_eq!(first("start --order-moves e6,c4"), "e6 c4 d3");
    assert!(first("start --order worst --order-moves f5").starts_with("f5 "));
}

#[test]
fn additional_cut_offs_are_made_and_named() {
    let searches =
        "f5d6c3d3c4 --evaluation discs --algorithm alpha-beta,alpha-beta-table --depth 5";
    let lines = tree((searches, "--prune probcut --probcut-margin 0.5"));
    assert!(as_u64(&lines[1]["cuts"]["probcut"]) > 0, "{lines:?}");
    // Cut-offs from stable discs need a search to the end.
    let small = "start --board 4x4 --depth end --prune stability";
    let more = "--max-nodes 10 --algorithm alpha-beta-table,deepening-table";
    let lines = tree((small, more));
    assert!(as_u64(&lines[0]["cuts"]["stability"]) > 0, "{lines:?}");
    has!(lines[0]; "value": "-10", "completed": true);
    let shown = text((small, "--algorithm alpha-beta-table --to-ply 6"));
    assert!(shown.contains("stability cuts"), "{shown}");
    // A table without entries causes no cut-offs.
    let cuts = |entries: &str| {
        let arguments =
            format!("start --board 4x4 --depth 5 --algorithm alpha-beta-table --table {entries}");
        tree(arguments)[0]["cuts"]["table"].as_u64().unwrap()
    };
    assert_eq!(cuts("0"), 0);
    assert!(cuts("1000") > 0);
}

#[test]
fn nodes_that_are_not_drawn_are_counted() {
    let shown = text("start --depth 4 --max-nodes 100");
    // There are 1 + 4 + 12 + 56 states down to ply 3.
    shows(&shown, &["minimax: 73 of 317 nodes are drawn", "not drawn"]);
    let lines = tree("start --depth 4 --to-ply 1");
    has!(lines[0]; "left_out": 312, "entered": 317);
}

#[test]
fn a_limit_keeps_the_partial_search() {
    let lines = tree("start --depth 6 --nodes 50");
    has!(lines[0]; "completed": false, "entered": 50, "share_of_minimax": null);
    let shown = text("start --depth 6 --nodes 50");
    shows(&shown, &["the search was stopped", "interrupted"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_partial_search() {
    use std::time::{Duration, Instant};

    let began = Instant::now();
    let is_time = || began.elapsed() > Duration::from_millis(2000);
    let deep = "tree start --depth 30 --to-ply 2";
    let lines = interrupted_when(0, is_time, deep, &workspace());
    // The second algorithm does not start.
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["completed"], false);
    assert!(number(&lines[0], "entered") > 1000);
}

#[test]
fn games_and_figures_are_listed() {
    let lines = tree("--list-games");
    let games: Vec<&str> = lines.iter().map(|line| as_str(&line["game"])).collect();
    let is_figure = |game: &&&str| game.starts_with("figure:") && **game != "figure:NAME";
    for figure in games.iter().filter(is_figure) {
        let lines = tree(format!("--game {figure}"));
        assert_eq!(lines.last().unwrap()["agree"], true);
    }
    assert!(games.contains(&"figure:wikipedia"));
    assert!(text("--list-games").contains("kalah"));
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses(["tree", ""], "", &["expected"]);
    refuses(["tree", "--expr", ""], "", &["--expr", "column 1", "MIN"]);
    refuses(["tree", "--expr", &"MAX(".repeat(300)], "", &["200 levels"]);
    refuses(["tree", "start", "--algorithm", ""], "", &["minimax"]);
    let table = "start --algorithm alpha-beta-table";
    refuses_each(&format!(
        "
        tree f5z9 => z9
        tree start f5 => one position
        tree --expr MIN(3 => column 6 | comma
        tree --expr MIN(99999999999) => column 5 | ten digits
        tree --expr {LEAST} start => cannot be used with
        tree --expr {LEAST} --game nim => cannot be used with
        tree --game chess => chess | tic-tac-toe | kalah | figure:NAME
        tree --game figure:mona-lisa => mona-lisa | wikipedia
        tree --game tic-tac-toe@a1,a1 => column 16 | b1
        tree start --algorithm luck => luck | minimax | deepening-table
        tree start --depth 0 => --depth | expected 1 to 1000, or end
        tree start --depth 99999999999 => expected 1 to 1000
        tree start --depth -1 => -1
        tree start --turns => --depth
        tree start --order luck => luck | perfect | squares
        tree --expr {LEAST} --order squares => squares | Othello
        tree start --order-moves a1 => a1 | d3 c4 f5 e6
        tree --expr 7 --order-moves 1 => over
        tree start --evaluation luck => luck | phased
        tree start --board 2x2 => 2x2
        tree start --prune stability => --prune | alpha-beta-table
        tree {table} --prune luck => luck | probcut
        tree {table} --prune stability => stability | --depth end
        tree {table} --prune probcut --depth end => probcut | plies
        tree {table} --prune probcut --probcut-margin NaN => 0 to 1000000
        tree start --table 5 => --table | mtdf
        tree start --nodes 0 => --nodes
        tree start --time 0 => --time
        tree start --max-nodes 0 => --max-nodes
        tree start --to tree.png => tree.png | .svg
        tree start --format png => png | svg
        tree start --to no/such/folder.svg => no/such/folder.svg
        tree start --json-nodes => --json
        tree start --json --format svg => --json | --to
        tree start --depth 9 --order perfect --nodes 100 => perfect | limit
        tree start --list-games => cannot be used with",
    ));
}
