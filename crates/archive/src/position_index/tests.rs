use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{KIND, database};

/// Returns an archive in memory.
fn empty() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    database::prepare(&mut connection, &KIND, true).unwrap();
    connection
}

fn runs(connection: &Connection) -> i64 {
    let count = "SELECT count(*) FROM runs";
    connection.query_row(count, [], |row| row.get(0)).unwrap()
}

/// Asserts that every key is found with exactly its games.
fn check(connection: &Connection, all: &BTreeSet<Posting>, most_key: u64) {
    assert_eq!(count(connection).unwrap(), all.len() as u64);
    let keys: BTreeSet<u64> = all.iter().map(|posting| posting.key).collect();
    assert_eq!(count_distinct(connection).unwrap(), keys.len() as u64);
    let around = keys
        .iter()
        .flat_map(|&key| [key.saturating_sub(1), key, key + 1]);
    for key in around.chain([0, most_key]) {
        let expected: Vec<(u32, u8)> = all
            .iter()
            .filter(|posting| posting.key == key)
            .map(|posting| (posting.game, posting.next))
            .collect();
        assert_eq!(look_up(connection, key).unwrap(), expected, "key {key}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_posting_is_found_in_any_number_of_runs(
        lengths in prop::collection::vec(0..9000_usize, 1..6),
        keys in 1..200_u64,
        spread in prop_oneof![Just(1), Just(1 << 20), Just((1 << 48) / 200)],
        seed: u64,
    ) {
        let connection = empty();
        let mut all = BTreeSet::new();
        let mut number = seed | 1;
        let mut game = 0;
        for length in lengths {
            let mut run = Vec::new();
            for _ in 0..length {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game += (number >> 60) as u32 + 1;
                let key = (number >> 33) % keys * spread;
                run.push(Posting { key, game, next: number as u8 });
            }
            all.extend(run.iter().copied());
            add_run(&connection, run).unwrap();
        }
        check(&connection, &all, (1 << 48) - 1);
        merge_all(&connection);
        check(&connection, &all, (1 << 48) - 1);
    }
}

/// Merges until one run is left.
fn merge_all(connection: &Connection) {
    let all = merge::runs(connection).unwrap();
    merge::merge(connection, &all).unwrap();
    assert!(runs(connection) <= 1);
}

fn run_of(length: u32, game: u32) -> Vec<Posting> {
    let posting = |place| Posting {
        key: u64::from(place),
        game,
        next: 0,
    };
    (0..length).map(posting).collect()
}

#[test]
fn only_runs_of_similar_length_are_merged() {
    let connection = empty();
    add_run(&connection, run_of(5000, 1)).unwrap();
    for game in 2..12 {
        add_run(&connection, run_of(10, game)).unwrap();
    }
    assert_eq!(runs(&connection), 11);
    merge_runs(&connection, 11).unwrap();
    assert_eq!(runs(&connection), 11);
    merge_runs(&connection, 10).unwrap();
    assert_eq!(runs(&connection), 2);
    let games: Vec<u32> = look_up(&connection, 7)
        .unwrap()
        .iter()
        .map(|&(game, _)| game)
        .collect();
    assert_eq!(games, (1..12).collect::<Vec<_>>());
    // After enough further postings, the long run is merged too.
    add_run(&connection, run_of(4000, 12)).unwrap();
    tidy(&connection).unwrap();
    assert_eq!(runs(&connection), 1);
    assert_eq!(count(&connection).unwrap(), 5000 + 10 * 10 + 4000);
}

#[test]
fn empty_runs_are_not_stored() {
    let connection = empty();
    add_run(&connection, Vec::new()).unwrap();
    assert_eq!(runs(&connection), 0);
    assert_eq!(look_up(&connection, 0).unwrap(), []);
    tidy(&connection).unwrap();
}

#[test]
fn a_damaged_block_is_reported() {
    for data in [
        vec![0x80],
        vec![1],
        vec![1, 3, 7, 0],
        vec![0xFF; 40],
        vec![1, 0, 0],
    ] {
        let connection = empty();
        connection
            .execute_batch("INSERT INTO runs (id, postings) VALUES (1, 1)")
            .unwrap();
        connection
            .execute(
                "INSERT INTO blocks (run, first, data) VALUES (1, 5, ?1)",
                [&data],
            )
            .unwrap();
        let error = look_up(&connection, 9).unwrap_err().to_string();
        assert!(error.starts_with("damaged archive: a block"), "{error}");
    }
}
