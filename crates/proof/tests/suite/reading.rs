//! Tests that walk through certificates.

use outflank_othello::{Position, Square};
use outflank_proof::{Certificate, Step};

use crate::common::{certificate, position, score, searcher};

#[test]
fn every_reply_has_an_answer_that_keeps_the_claim() {
    // The cut is so small that the proof has several lemmas.
    for (root, cut) in [
        (position("8x8", 14, 1), 4),
        (position("8x8-a1h8", 11, 3), 3),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, certificate(&root, cut)).unwrap();
        let read = Certificate::read(&path).unwrap();
        assert_eq!((read.position, read.cut), (root, cut));
        let score = score(&mut searcher(), &root);
        for claim in &read.claims {
            let is_own = claim.winner == root.mover();
            let target = if is_own { score } else { -score };
            let mut lines = 0;
            for seed in 0..40 {
                lines += walk(&read, claim, target, seed);
            }
            assert!(lines > 100, "{lines}");
        }
    }
}

/// Plays replies through a proof and returns the number of moves.
fn walk(read: &Certificate, claim: &outflank_proof::Claim, target: i32, seed: usize) -> usize {
    let mut moves: Vec<Square> = Vec::new();
    let mut chosen = seed;
    loop {
        let mut walk = read.follow(claim, &moves).unwrap();
        let mut here: Position = *walk.position();
        let mut step = walk.step().unwrap();
        if step == Step::Pass {
            here = here.pass().unwrap();
            // The reader passes automatically before the next move.
            step = match here.mover() == claim.winner {
                true => return moves.len(),
                false => Step::AnyMove,
            };
        }
        match step {
            Step::Answer(square) => {
                let mut others = here.legal_moves().into_iter();
                if let Some(wrong) = others.find(|other| *other != square) {
                    let other = [&moves[..], &[wrong]].concat();
                    assert!(read.follow(claim, &other).is_err());
                }
                moves.push(square);
            }
            Step::AnyMove => {
                let replies: Vec<Square> = here.legal_moves().into_iter().collect();
                chosen = chosen.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7);
                moves.push(replies[chosen % replies.len()]);
            }
            Step::Pass => unreachable!("passed above"),
            Step::Leaf | Step::Over => {
                let sign = if here.mover() == claim.winner { 1 } else { -1 };
                let reached = match here.is_over() {
                    true => here.score(claim.winner),
                    false => sign * score(&mut searcher(), &here),
                };
                assert!(reached >= target, "{moves:?}");
                return moves.len();
            }
        }
    }
}

#[test]
fn files_that_are_not_certificates_are_rejected() {
    let whole = certificate(&position("8x8", 10, 1), 4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let error = Certificate::read(&path).unwrap_err().to_string();
    assert!(error.contains("file"), "{error}");
    for length in [0, 1, 20, 200, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(Certificate::read(&path).is_err(), "{length}");
    }
    // A damaged proof causes an error once the walk reaches the damage, never a panic.
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        std::fs::write(&path, damaged).unwrap();
        if let Ok(read) = Certificate::read(&path) {
            for claim in &read.claims {
                let _ = read.follow(claim, &[]).and_then(|mut walk| walk.step());
            }
        }
    }
}
