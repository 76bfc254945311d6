//! Tests that the checker accepts certificates and that they prove their claims.

use outflank_engine::ProofRequest;
use outflank_othello::Position;
use outflank_proof::{Claims, ProofError};

use crate::common::{
    certificate, certify, certify_with, check_all, exactly, options, position, score, searcher,
};

#[test]
fn scores_on_every_kind_of_shape_are_proven() {
    for (shape, empties) in [
        ("8x8", 12),
        ("8x8", 11),
        ("6x6", 12),
        ("8x8-a1h8", 11),
        ("9x7", 11),
        ("10x10-a1j10", 10),
        ("3x16", 11),
        ("16x8", 9),
    ] {
        for seed in 0..4 {
            let position = position(shape, empties, seed);
            let score = score(&mut searcher(), &position);
            for cut in [0, 3, 6] {
                let checked = check_all(&certificate(&position, cut)).unwrap();
                assert_eq!(checked.position, position.to_string());
                let claims = [format!("at least {score}"), format!("at most {score}")];
                assert_eq!(checked.claims, claims);
                assert_eq!(checked.checked, checked.chunks);
            }
        }
    }
}

#[test]
fn small_boards_are_proven_from_the_start() {
    for (shape, score, cut) in [("4x4", -10, 2), ("4x4", -10, 6), ("4x5", 0, 7)] {
        let start = Position::start(shape.parse().unwrap());
        let found = crate::common::score(&mut searcher(), &start);
        if shape == "4x4" {
            assert_eq!(found, score);
        }
        let claims = [format!("at least {found}"), format!("at most {found}")];
        assert_eq!(check_all(&certificate(&start, cut)).unwrap().claims, claims);
    }
}

#[test]
fn finished_games_passes_and_roots_below_the_cut_are_proven() {
    let over: Position =
        Position::parse_obf(&format!("{} X", "X".repeat(64)), "8x8".parse().unwrap()).unwrap();
    assert!(check_all(&certificate(&over, 6)).is_ok());
    let shape = "8x8".parse().unwrap();
    // White is to move and has to pass.
    let passing = format!("{}XO- O", "X".repeat(61));
    let passing = Position::parse_obf(&passing, shape).unwrap();
    assert!(passing.must_pass());
    for cut in [0, 6] {
        assert!(check_all(&certificate(&passing, cut)).is_ok());
    }
}

#[test]
fn false_claims_cannot_be_proven() {
    let folder = tempfile::tempdir().unwrap();
    let position = position("8x8", 12, 7);
    let searcher = &mut searcher();
    let score = score(searcher, &position);
    let options = options(folder.path(), 4);
    let claims = |at_least, at_most| Claims { at_least, at_most };
    for claims in [claims(Some(score + 2), None), claims(None, Some(score - 2))] {
        let made = certify(searcher, &position, claims, &options);
        let is_refused = matches!(made, Err(ProofError::NotProven { .. }));
        assert!(is_refused, "{made:?}");
    }
    let weaker = claims(Some(score - 2), None);
    let (_, bytes) = certify(searcher, &position, weaker, &options).unwrap();
    let proven = check_all(&bytes).unwrap().claims;
    assert_eq!(proven, [format!("at least {}", score - 2)]);
}

#[test]
fn layers_on_disk_give_the_same_certificate() {
    let position = position("8x8", 14, 1);
    let folder = tempfile::tempdir().unwrap();
    let make = |memory| {
        let searcher = &mut searcher();
        let claims = exactly(score(searcher, &position));
        let options = outflank_proof::ProofOptions {
            memory,
            ..options(folder.path(), 3)
        };
        certify(searcher, &position, claims, &options).unwrap()
    };
    let (summary, in_memory) = make(1 << 30);
    assert!(summary.choices > 500, "{summary:?}");
    let (_, on_disk) = make(2000);
    assert!(in_memory == on_disk);
    let left = std::fs::read_dir(folder.path()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["certificate"]);
}

#[test]
fn a_stopped_proof_resumes_where_it_stopped() {
    let position = position("8x8", 13, 2);
    let folder = tempfile::tempdir().unwrap();
    let searcher = &mut searcher();
    let claims = exactly(score(searcher, &position));
    let options = outflank_proof::ProofOptions {
        keep: true,
        ..options(folder.path(), 3)
    };
    let (whole, expected) = certify(searcher, &position, claims, &options).unwrap();

    let (mut left, mut searched) = (5, 0);
    let mut stopped = |request: &ProofRequest<'_>| {
        left = usize::checked_sub(left, 1)?;
        searched += request.boards.len();
        searcher.proving_moves(request)
    };
    let made = certify_with(&mut stopped, &position, claims, &options);
    assert!(matches!(made, Err(ProofError::Stopped)), "{made:?}");
    // A run for another position does not resume this one.
    let other = crate::common::position("8x8", 13, 3);
    let made = certify(searcher, &other, claims, &options);
    assert!(matches!(made, Err(ProofError::File { .. })), "{made:?}");

    let mut again = 0;
    let mut counting = |request: &ProofRequest<'_>| {
        again += request.boards.len();
        searcher.proving_moves(request)
    };
    let (resumed, bytes) = certify_with(&mut counting, &position, claims, &options).unwrap();
    assert!(searched > 0 && (searched + again) as u64 <= whole.choices);
    assert_eq!(resumed, whole);
    assert!(bytes == expected);
}
