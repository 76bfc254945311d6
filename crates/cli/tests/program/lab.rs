//! `outflank lab`.

use crate::common::{
    self, Folder, as_array, as_f64, as_u64, has, interrupted_after, json, refuses_each, shows,
    stdout, workspace,
};
use serde_json::Value;

fn rows(objects: &[Value]) -> &[Value] {
    let (total, rows) = objects.split_last().unwrap();
    assert_eq!(total["total"], true);
    rows
}

/// Checks the published leaf counts of Othello, and that a perfect order is never worse than
/// another order.
#[test]
fn savings_count_the_same_leaves_as_perft() {
    let objects = json("lab savings --depth 8");
    let total = objects.last().unwrap();
    has!(total; "subjects": 1, "errors": 0);
    let of = |depth: u32, order: Value| -> &Value {
        let mut rows = rows(&objects).iter();
        let row = rows.find(|row| row["depth"] == depth && row["order"] == order);
        row.unwrap()
    };
    let perft = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    for (depth, leaves) in (1..).zip(perft) {
        let minimax = of(depth, Value::Null);
        assert_eq!(minimax["leaves"], leaves);
        assert_eq!(minimax["equals_perft"], true);
        let nodes = |order: &str| of(depth, order.into())["nodes"].as_u64().unwrap();
        for order in ["worst", "random", "given", "heuristic"] {
            assert!(nodes("perfect") <= nodes(order), "{order} at depth {depth}");
            assert!(nodes(order) <= as_u64(&minimax["nodes"]));
        }
        if depth > 3 {
            assert!(nodes("worst") > nodes("heuristic"));
        }
    }
}

/// On a uniform tree, a perfect order reaches the best case exactly.
#[test]
fn a_perfect_order_reaches_the_best_case() {
    let objects = json("lab savings --game random:4,7,3 --depth 7");
    let deepest = rows(&objects).iter().filter(|row| row["depth"] == 7);
    let mut seen = 0;
    for row in deepest {
        let best_case = as_f64(&row["best_case_leaves"]);
        assert!((best_case - 319.0).abs() < 1e-6, "{best_case}");
        let leaves = as_u64(&row["leaves"]);
        match row["order"].as_str() {
            None => assert_eq!(leaves, 16_384),
            Some("perfect") => has!(row; "leaves": 319, "first_move_cuts": 1.0),
            Some(_) => assert!(leaves > 319),
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

/// The best case holds for uniform trees. Othello's tree is not uniform: perfect order visits 158
/// leaves, fewer than the best case.
#[test]
fn savings_explain_their_best_case() {
    let arguments = "lab savings --depth 6 --orders perfect";
    let text = stdout(&common::run(arguments));
    let row = text.lines().find(|line| line.starts_with("|     6 |"));
    let cells: Vec<&str> = row.unwrap().split('|').map(str::trim).collect();
    assert_eq!(cells[4..7], ["158", "4.49", "180"], "{text}");
    shows(&text, &["| uniform best case |", "in a uniform tree"]);
    shows(&text, &["smaller or larger"]);
}

#[test]
fn savings_are_plotted() {
    let folder = Folder::new();
    let path = folder.file("savings.svg");
    let arguments = format!("lab savings start f5d6c3 --depth 4 --plot {path}");
    let text = stdout(&common::run(arguments));
    shows(&text, &["f5d6c3", "| equal |"]);
    let svg = std::fs::read_to_string(&path).unwrap();
    let drawing = roxmltree::Document::parse(&svg).unwrap();
    let texts = drawing.descendants().filter_map(|node| node.text());
    let texts: Vec<&str> = texts.collect();
    for line in ["minimax", "worst", "perfect", "best case"] {
        assert!(texts.iter().any(|text| text.trim() == line), "{line}");
    }
}

#[test]
fn algorithms_agree_and_cuts_are_counted_by_move() {
    let positions = ["start", "f5d6c5f4e3d3e6g5"];
    let objects = json(("lab algorithms --depth 5", positions));
    let total = objects.last().unwrap();
    has!(total; "subjects": 2, "errors": 0);
    for position in positions {
        let mut of_position = rows(&objects).to_vec();
        of_position.retain(|row| row["subject"] == position);
        assert_eq!(of_position.len(), 9);
        for row in &of_position {
            assert_eq!(row["value"], of_position[0]["value"]);
            assert_eq!(row["best"], of_position[0]["best"]);
            let places = as_array(&row["cuts_by_move"]);
            let placed: u64 = places.iter().map(|cuts| cuts.as_u64().unwrap()).sum();
            let cuts = as_u64(&row["alpha_cuts"]) + as_u64(&row["beta_cuts"]);
            assert_eq!(placed, cuts);
        }
        let nodes = |name: &str| {
            let mut rows = of_position.iter();
            let row = rows.find(|row| row["algorithm"] == name).unwrap();
            as_u64(&row["nodes"])
        };
        assert_eq!(nodes("alpha-beta"), nodes("negamax"));
        assert!(nodes("minimax") > nodes("scout"));
        assert!(nodes("deepening-table") < nodes("deepening"));
    }
    // The sums over all positions follow.
    let sums = rows(&objects).iter().filter(|row| row["subject"].is_null());
    assert_eq!(sums.count(), 9);
}

#[test]
fn other_games_and_typed_trees_are_compared() {
    for arguments in [
        "--game tic-tac-toe@a1",
        "--game kalah:2x2",
        "--game tic-tac-toe:2@a1,b2,c3",
        "--expr MAX(4,MIN(MAX(MIN(2,a),3),b))",
    ] {
        let objects = json(format!("lab algorithms {arguments} --depth 0"));
        assert_eq!(rows(&objects).len(), 9, "{arguments}");
        assert_eq!(objects.last().unwrap()["errors"], 0, "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_experiments_report_partial_results() {
    let algorithms = "lab algorithms --algorithms alpha-beta";
    // The search of the first position finishes; that of the second does not.
    let nodes = "--nodes 1000000000000";
    let deep = format!("{algorithms} {nodes} --depth 60");
    let quick = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let lines = interrupted_after(1, (&deep, &[quick, "start"]), &workspace());
    let [first, total] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert!(first["completed"] == true && total["subjects"] == 1);

    let savings = "lab savings --orders given --depth 60";
    let command = (format!("{savings} {nodes}"), [quick, "start"]);
    let lines = interrupted_after(2, command, &workspace());
    let total = lines.last().unwrap();
    assert_eq!(total["searches"], lines.len() - 1);
    assert_eq!(total["errors"], 0);
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    for experiment in ["savings", "algorithms"] {
        refuses_each(&format!(
            "
            lab {experiment} f5f5 => f5
            lab {experiment} --expr MIN(3, => line 1, column 7
            lab {experiment} --game go => go | tic-tac-toe
            lab {experiment} --game tic-tac-toe@a1,a1 => a1
            lab {experiment} --expr MIN(3,4) --game nim => --game
            lab {experiment} --depth 61 => 61
            lab {experiment} --evaluation best => best | phased
            lab {experiment} --nodes 3 => start | --nodes 3
            lab {experiment} --board 2x2 => 2x2",
        ));
    }
    refuses_each(
        "
        lab savings --orders alphabet => alphabet | perfect
        lab savings --plot s.png => s.png | .svg
        lab algorithms --algorithms mcts => mcts | pvs
        lab algorithms --order good => good | perfect",
    );
}
