//! `outflank train network`: networks from games, with checkpoints and charts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use crate::common::client::Client;
use crate::common::{
    self, Folder, as_array, as_f64, as_u64, folder_with_games, has, has_content, interrupt,
    interrupted_after, is_refused_beside, json_in, kill, refusal_in, refuses_in, shows, start_in,
    stdout,
};
use outflank_engine::evaluation::Network;

fn network(here: &Path) -> Network {
    Network::from_bytes(&std::fs::read(here.join("own.network")).unwrap()).unwrap()
}

const TRAIN: &str = "train network own.games --to own.network --width 16 --batch 256 --hold-out 5";

#[test]
fn a_network_is_trained_and_measured() {
    let here = &folder_with_games();
    let lines = json_in((TRAIN, "--epochs 3 --rate 0.01 --curve own.svg"), here);
    assert_eq!(lines.len(), 4, "{lines:?}");
    let epochs: Vec<u64> = lines[..3].iter().map(|t| as_u64(&t["epoch"])).collect();
    assert_eq!(epochs, [1, 2, 3]);
    let total = &lines[3];
    has!(total; "total": true, "games": 80, "step": total["steps"]);
    let number = |name: &str| as_f64(&total[name]);
    let floating = number("floating_mean_absolute_error");
    assert_eq!(Some(floating), lines[2]["mean_absolute_error"].as_f64());
    assert!((number("mean_absolute_error") - floating).abs() < 0.2);
    let stages = as_array(&total["stages"]);
    let held_out: u64 = stages.iter().map(|s| as_u64(&s["positions"])).sum();
    assert_eq!(total["held_out"], held_out);
    let discs: Vec<u64> = stages.iter().map(|s| as_u64(&s["discs"])).collect();
    assert!(discs.is_sorted() && discs.iter().all(|discs| discs % 10 == 0));

    let network = network(here);
    assert_eq!(network.width(), 16);
    let settings = "width 16, epochs 3, rate 0.01, batch 256, seed 1";
    shows(network.description(), &["80 games", settings]);
    let svg = std::fs::read_to_string(here.join("own.svg")).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let lines = picture.descendants().filter(|n| n.has_tag_name("polyline"));
    let points = |line: roxmltree::Node<'_, '_>| {
        line.attribute("points").unwrap().split_whitespace().count()
    };
    // All positions, their root mean square error, and some of the stages.
    assert!(lines.filter(|&line| points(line) == 3).count() >= 6);
}

#[test]
fn training_resumes_from_its_checkpoint() {
    let here = &folder_with_games();
    let whole = format!("{TRAIN} --epochs 2");
    json_in(&whole, here);
    let bytes = std::fs::read(here.join("own.network")).unwrap();
    let kept = format!("{whole} --checkpoint own.state --threads 1");
    let first = json_in(&kept, here);
    assert_eq!(first.last().unwrap()["resumed_from"], 0);
    assert_eq!(std::fs::read(here.join("own.network")).unwrap(), bytes);
    std::fs::remove_file(here.join("own.network")).unwrap();
    let text = stdout(&common::run_in(&kept, here));
    shows(&text, &["no steps left", "\nerror ", " before rounding\n"]);
    assert_eq!(std::fs::read(here.join("own.network")).unwrap(), bytes);

    let message = refusal_in((TRAIN, "--epochs 3 --checkpoint own.state"), here);
    let reason = "another number of epochs: expected 3, found 2";
    assert!(message.contains(reason), "{message}");
    let other = format!("{kept} --lambda 0.5");
    assert!(refusal_in(other, here).contains("another lambda"));
}

#[test]
fn training_starts_from_a_network() {
    let here = &folder_with_games();
    let first = json_in((TRAIN, "--epochs 3 --rate 0.01"), here);
    std::fs::rename(here.join("own.network"), here.join("first.network")).unwrap();
    let next = "train network own.games --to own.network --from first.network --batch 256 --hold-out 5 --epochs 1 --rate 0.0001";
    let lines = json_in(next, here);
    let error = |lines: &serde_json::Value| as_f64(&lines["training_error"]);
    assert!(error(&lines[0]) < error(&first[1]), "{lines:?} {first:?}");
    let network = network(here);
    assert_eq!(network.width(), 16);
    let description = network.description();
    shows(description, &["from first.network, epochs 1, rate 0.0001"]);

    refuses_in(here, (next, "--width 16"), &["--width"]);
    std::fs::write(here.join("first.network"), "GIF89a").unwrap();
    refuses_in(
        here,
        next,
        &["--from first.network: not a network of this program"],
    );
}

#[cfg(unix)]
#[test]
fn interrupted_training_writes_its_network() {
    let here = &folder_with_games();
    let endless = "--epochs 100000 --checkpoint own.state";
    let mut client = Client::start_in(here, (TRAIN, endless));
    assert!(client.line().contains("80 games"));
    assert!(client.line().contains("epoch   1"));
    interrupt(&client.child);
    let rest = client.rest();
    assert_eq!(client.end().code(), Some(130));
    let is_told = |line: &String| line.starts_with("interrupted after step");
    assert!(rest.iter().any(is_told), "{rest:?}");
    shows(network(here).description(), &["interrupted after step"]);
    assert!(here.join("own.state").exists());
}

#[cfg(unix)]
#[test]
fn interrupted_training_resumes_to_the_same_network() {
    let here = &folder_with_games();
    let whole = format!("{TRAIN} --epochs 8");
    json_in(&whole, here);
    let bytes = std::fs::read(here.join("own.network")).unwrap();
    let kept = format!("{whole} --checkpoint own.state");
    let cut = interrupted_after(1, &kept, here);
    let total = cut.last().unwrap();
    let steps = |name: &str| as_u64(&total[name]);
    assert!((1..steps("steps")).contains(&steps("step")), "{total}");
    assert_ne!(std::fs::read(here.join("own.network")).unwrap(), bytes);
    let rest = json_in(&kept, here);
    assert_eq!(rest.last().unwrap()["resumed_from"], total["step"]);
    assert_eq!(std::fs::read(here.join("own.network")).unwrap(), bytes);
}

#[cfg(unix)]
#[test]
fn ctrl_c_skips_the_measurement_of_the_network() {
    let here = &folder_with_games();
    let lines = interrupted_after(1, (TRAIN, "--epochs 100000"), here);
    let total = lines.last().unwrap();
    assert_eq!(total["mean_absolute_error"], serde_json::Value::Null);
    assert!(as_u64(&total["bytes"]) > 0);
}

#[cfg(unix)]
#[test]
fn a_checkpoint_has_one_writer_and_leaves_no_other_files() {
    let here = &folder_with_games();
    let endless = format!("{TRAIN} --epochs 100000 --checkpoint own.state");
    let state = here.join("own.state");
    let first = start_in(here, &endless, || has_content(&state));
    is_refused_beside(&first, "own.state", &endless, here);
    kill(first);
}

#[test]
fn invalid_arguments_are_refused_before_loading() {
    let here = &Folder::new();
    for (option, value, reason) in [
        ("--width", "48", "expected 16, 32, 64 or 128"),
        ("--rate", "0", "a number above 0 and up to 1"),
        ("--rate", "NaN", "a number above 0 and up to 1"),
        ("--lambda", "1.5", "a number from 0 to 1"),
        ("--every", "0", "more than 0 minutes"),
        ("--epochs", "0", "1..=100000"),
        ("--batch", "0", "1..=1048576"),
        ("--curve", "own.png", "ends in .svg"),
        ("--checkpoint", "missing/state", "no such folder"),
        ("--to", "missing/own.network", "no such folder"),
    ] {
        let to = if option == "--to" {
            ""
        } else {
            "--to own.network"
        };
        let arguments = format!("train network own.games {option} {value} {to}");
        refuses_in(here, arguments, &[reason, option]);
    }
    refuses_in(here, TRAIN, &["own.games"]);
}
