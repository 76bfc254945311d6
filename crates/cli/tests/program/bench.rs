//! `outflank bench`.

use crate::common::{as_f64, as_u64, json, refuses_each};

#[test]
fn the_signature_is_the_same_in_every_run() {
    let signature = || {
        let lines = json("bench");
        let total = lines.last().unwrap();
        let (searches, rest) = lines.split_at(lines.len() - 2);
        assert_eq!(rest[0]["nodes"], 24_571_284, "leaves of perft 10");
        let nodes: u64 = searches.iter().map(|line| as_u64(&line["nodes"])).sum();
        assert_eq!(total["signature"].as_u64(), Some(nodes));
        nodes
    };
    assert_eq!(signature(), signature());
}

#[test]
fn several_threads_have_no_signature() {
    let lines = json("bench --threads 2");
    assert_eq!(lines.last().unwrap()["signature"], serde_json::Value::Null);
    refuses_each(
        "
        bench --threads 0 => threads
        bench --tier none => none | avx2",
    );
}

#[test]
fn each_feature_is_compared_with_the_full_search() {
    let lines = json("bench --features --depth 9");
    let whole = lines.iter().filter(|line| line["without"].is_null());
    let whole: Vec<_> = whole.collect();
    assert_eq!(whole.len(), 2);
    assert!(whole.iter().all(|line| line["node_ratio"] == 1.0));
    let ratio = |name: &str| {
        let line = lines.iter().find(|line| line["without"] == name);
        as_f64(&line.unwrap()["node_ratio"])
    };
    for feature in outflank_engine::Feature::ALL {
        assert!(ratio(feature.name()) > 0.5, "{feature}");
    }
    assert!(ratio("probcut") > 3.0 && ratio("ordering-search") > 1.2);
}

#[test]
#[cfg(unix)]
fn an_interrupted_bench_has_no_signature() {
    let lines = crate::common::interrupted_after(1, "bench", &crate::common::workspace());
    assert_eq!(lines.last().unwrap()["signature"], serde_json::Value::Null);
}
