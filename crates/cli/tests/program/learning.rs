//! `outflank train` with checkpoints and charts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::client::Client;
use crate::common::{
    self, Folder, as_array, as_u64, folder_with_games, has_content, interrupt, interrupted_after,
    is_refused_beside, json_in, kill, refusal_in, refuses_in, start_in, stdout,
};
use serde_json::Value;

/// Returns the colour and the number of points of each line of a chart.
fn lines(svg: &str) -> Vec<(String, usize)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    assert!(document.root_element().has_tag_name("svg"));
    let lines = document
        .descendants()
        .filter(|node| node.has_tag_name("polyline"));
    lines
        .map(|line| {
            let points = line.attribute("points").unwrap().split_whitespace().count();
            (line.attribute("stroke").unwrap().to_owned(), points)
        })
        .collect()
}

/// Returns the text elements of a chart.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    texts
        .filter_map(|text| Some(text.text()?.trim().to_owned()))
        .collect()
}

/// Returns whether the line that the legend gives this name has `points` points.
fn has_line(svg: &str, name: &str, points: usize) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let nodes: Vec<_> = document.descendants().collect();
    let is_name = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("text") && node.text().is_some_and(|text| text.trim() == name)
    };
    let at = nodes
        .iter()
        .position(is_name)
        .unwrap_or_else(|| panic!("no {name}"));
    let mut before = nodes[..at].iter().rev();
    let sample = before.find(|node| node.has_tag_name("polyline")).unwrap();
    let colour = sample.attribute("stroke").unwrap();
    let line = (colour.to_owned(), points);
    assert!(lines(svg).contains(&line), "{name}: {line:?}");
}

const TRAIN: &str = "train weights own.games --to own.weights --hold-out 5 --patience 99 --passes";

#[test]
fn training_continues_from_its_checkpoint() {
    let here = &folder_with_games();
    let kept = format!("{TRAIN} 5 --checkpoint own.state");
    json_in((TRAIN, "5"), here);
    let whole = std::fs::read(here.join("own.weights")).unwrap();

    json_in((TRAIN, "2 --checkpoint own.state"), here);
    assert_ne!(std::fs::read(here.join("own.weights")).unwrap(), whole);
    let rest = json_in(&kept, here);
    assert_eq!((&rest[0]["pass"], rest.len()), (&3.into(), 4));
    assert_eq!(rest[3]["resumed_from"], 2);
    assert_eq!(std::fs::read(here.join("own.weights")).unwrap(), whole);
    let none = common::run_in(&kept, here);
    assert!(stdout(&none).contains("no passes left after pass 5"));
    assert_eq!(std::fs::read(here.join("own.weights")).unwrap(), whole);

    let parts = ["another lambda: expected 0.5, found 0.7"];
    refuses_in(here, (&kept, "--lambda 0.5"), &parts);
    std::fs::write(here.join("own.state"), "GIF89a").unwrap();
    refuses_in(here, &kept, &["own.state: expected a complete checkpoint"]);
    assert_eq!(std::fs::read(here.join("own.state")).unwrap(), b"GIF89a");
    assert!(!here.join("own.samples").exists());
}

#[test]
fn the_training_curve_has_a_line_for_each_stage() {
    let here = &folder_with_games();
    let arguments = format!("{TRAIN} 3 --curve own.svg");
    let passes = json_in(arguments, here);
    let svg = std::fs::read_to_string(here.join("own.svg")).unwrap();
    for name in ["all, root mean square", "all"] {
        has_line(&svg, name, 3);
    }
    let stages = as_array(&passes[0]["stages"]);
    assert!(stages.len() >= 5, "{stages:?}");
    for stage in stages {
        let first = as_u64(&stage["discs"]);
        has_line(&svg, &format!("{first}–{} discs", (first + 9).min(64)), 3);
    }
    for text in ["error in discs", "passes over the positions", "1", "2", "3"] {
        assert!(texts(&svg).contains(&text.to_owned()), "{text}");
    }
    // A checkpoint adds the earlier passes to the chart.
    json_in((TRAIN, "2 --checkpoint own.state"), here);
    json_in((TRAIN, "4 --checkpoint own.state --curve own.svg"), here);
    let svg = std::fs::read_to_string(here.join("own.svg")).unwrap();
    has_line(&svg, "all", 4);
}

#[test]
fn chart_and_checkpoint_paths_are_checked_first() {
    let here = &Folder::new();
    for (option, file, reason) in [
        ("--curve", "own.png", "ends in .svg"),
        ("--curve", "missing/own.svg", "no such folder"),
        ("--checkpoint", "missing/state", "no such folder"),
    ] {
        let arguments = format!("{TRAIN} 3 {option} {file}");
        refuses_in(here, arguments, &[reason, option]);
    }
    let to = "train weights own.games --to missing/own.weights";
    refuses_in(here, to, &["--to missing/own.weights", "no such folder"]);
    assert!(!here.join("missing").exists());
    refuses_in(here, (TRAIN, "3 --share 0"), &["above 0"]);
}

#[test]
fn failed_training_leaves_no_samples() {
    let here = &folder_with_games();
    std::fs::write(here.join("wrong.txt"), "f5z9\n").unwrap();
    refusal_in("train weights own.games wrong.txt --to x.weights", here);
    // The weights cannot be written where there is a folder.
    std::fs::create_dir_all(here.join("taken.weights/notes")).unwrap();
    let taken = "train weights own.games --to taken.weights --passes 1";
    refuses_in(here, taken, &["taken.weights"]);
    for samples in ["x.samples", "taken.samples"] {
        assert!(!here.join(samples).exists(), "{samples}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_training_leaves_no_samples() {
    let here = &folder_with_games();
    for presses in [1, 2] {
        let mut client = Client::start_in(here, (TRAIN, "1000000 --threads 1"));
        // The heading, then the first pass.
        assert!(client.line().contains("80 games"));
        assert!(client.line().contains("pass"));
        assert!(here.join("own.samples").exists());
        for _ in 0..presses {
            interrupt(&client.child);
        }
        let rest = client.rest().len();
        assert_eq!(client.end().code(), Some(130));
        assert!(rest < 1_000_000);
        assert!(!here.join("own.samples").exists(), "{presses}");
    }
}

#[cfg(unix)]
#[test]
fn interrupted_training_resumes_to_the_same_weights() {
    let here = &folder_with_games();
    let whole = format!("{TRAIN} 10");
    json_in(&whole, here);
    let weights = || std::fs::read(here.join("own.weights")).unwrap();
    let bytes = weights();
    let kept = format!("{whole} --checkpoint own.state");
    let cut = interrupted_after(2, &kept, here);
    let passes = cut.len() - 1;
    assert!((2..10).contains(&passes), "{cut:?}");
    assert!(cut.last().unwrap()["bytes"].as_u64().unwrap() > 0);
    let rest = json_in(&kept, here);
    assert_eq!(rest.last().unwrap()["resumed_from"], passes);
    assert_eq!(weights(), bytes);
}

#[cfg(unix)]
#[test]
fn a_checkpoint_has_one_writer_and_leaves_no_other_files() {
    let here = &folder_with_games();
    let endless = format!("{TRAIN} 1000000 --checkpoint own.state");
    let state = here.join("own.state");
    let first = start_in(here, &endless, || has_content(&state));
    is_refused_beside(&first, "own.state", &endless, here);
    // Without a checkpoint, both would write the same samples.
    let bare = format!("{TRAIN} 3");
    is_refused_beside(&first, "own.samples", bare, here);
    kill(first);
    // A temporary file like the one that a process leaves if it is killed while writing.
    // No process has this id.
    let part = here.join("own.state.4294967295.part");
    std::fs::write(&part, "half").unwrap();
    std::fs::remove_file(&state).unwrap();
    json_in((TRAIN, "2 --checkpoint own.state"), here);
    assert!(!part.exists());
    assert!(!here.join("own.samples").exists());
}

#[test]
fn a_share_of_the_games_keeps_the_hold_out_set() {
    let here = &folder_with_games();
    let train = |share: &'static str| {
        let all = json_in((TRAIN, format!("1 --share {share}")), here);
        all.last().unwrap().clone()
    };
    let (whole, half) = (train("100"), train("50"));
    assert_eq!(whole["held_out"], half["held_out"]);
    let positions = |total: &Value| as_u64(&total["positions"]);
    assert!(positions(&half) < positions(&whole));
    assert!(positions(&half) > positions(&whole) / 5);
    let tiny = format!("{TRAIN} 1 --share 0.0001");
    refuses_in(here, tiny, &["no position to learn from in 0.0001 %"]);
}
