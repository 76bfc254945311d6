//! `outflank solve --proof` and `outflank proof`.

use std::path::Path;

use outflank_proof_check::certificate::{Certificate, check};

use crate::common::{self, as_array, json, refuses_each, stderr, workspace};

/// Checks a certificate with the independent checker.
fn checked(path: &Path) -> Certificate {
    let bytes = std::fs::read(path).unwrap();
    check(&mut &bytes[..], |chunks| vec![true; chunks]).unwrap()
}

#[test]
fn a_solve_writes_a_certificate_of_its_result() {
    let (folder, path) = common::temporary("proof");
    let file = path.to_str().unwrap();
    let solve = |more: &str| {
        let arguments = "solve testdata/positions/fforum-1-19.obf --limit 1";
        let lines = json(((arguments, format!("--threads 2 --proof {file}")), more));
        lines[0]["proof"].clone()
    };
    // The score is +18.
    for (more, claims) in [
        ("", "at least 18, at most 18"),
        ("--wld", "at least 1"),
        ("--window 18,30", "at most 18"),
        ("--window 10,30 --proof-cut 8", "at least 18, at most 18"),
    ] {
        let proof = solve(more);
        assert_eq!(proof["claims"], claims);
        assert_eq!(proof["bytes"], std::fs::metadata(&path).unwrap().len());
        let checked = checked(&path);
        assert_eq!(checked.claims.join(", "), claims);
        assert_eq!(proof["choices"], checked.counts.choices);
    }
    let wide = ["solve", "start", "--board", "4x4-a1", "--proof", file];
    let claims = json(wide)[0]["proof"]["claims"].clone();
    assert_eq!(claims, checked(&path).claims.join(", "));
    // No other file is left in the folder.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_proof_resumes_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, state) = (name("proof"), name("state"));
    let position = "testdata/positions/fforum-1-19.obf";
    let files = format!("--proof {proof} --checkpoint {state}");
    let arguments = format!("solve {position} --limit 1 {files}");
    let first = json(&arguments)[0]["proof"]["choices"].clone();
    assert!(checked(Path::new(&proof)).counts.choices > 0);
    // The checkpoint has the solved position; its proof is created again.
    std::fs::remove_file(&proof).unwrap();
    assert_eq!(json(&arguments)[0]["proof"]["choices"], first);
    assert!(checked(Path::new(&proof)).counts.choices > 0);
}

#[test]
fn published_certificates_are_verified_and_shown() {
    let mut count = 0;
    for entry in std::fs::read_dir(workspace().join("testdata/proofs")).unwrap() {
        assert_eq!(checked(&entry.unwrap().path()).claims.len(), 2);
        count += 1;
    }
    assert!(count >= 20, "{count}");
    let file = "testdata/proofs/ffo-01.proof";
    let shown = json(format!("proof show {file}"));
    assert_eq!(shown.len(), 2);
    assert_eq!(shown[0]["step"], "answer");
    assert_eq!(as_array(&shown[1]["replies"]).len(), 8);
    // The moves occur in the proof of only one claim.
    let shown = json(format!("proof show {file} h7"));
    assert_eq!((shown.len(), &shown[0]["claim"]), (1, &"at most 18".into()));
    refuses_each(&format!(
        "
        proof show {file} c3 => c3
        proof show Cargo.toml => Cargo.toml | not a certificate",
    ));
}

#[test]
fn only_one_position_is_proven_at_a_time() {
    let file = "testdata/positions/fforum-1-19.obf";
    let output = common::run(format!("solve {file} --proof x"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--proof is for one position, but there are 19"));
}
