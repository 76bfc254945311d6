//! `outflank convert`.

use std::fs;

use crate::common;
#[cfg(unix)]
use crate::common::{json, outflank_with_small_files, refuses, refuses_each, stderr, stdout};

#[test]
fn wthor_round_trips_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    for year in ["1977", "1980"] {
        let input = format!("testdata/wthor/WTH_{year}.wtb");
        let output = folder.path().join("out.wtb");
        let total = &json(format!("convert {input} {}", output.display()))[0];
        assert_eq!(total["read"], total["written"]);
        assert_eq!(total["rejected"], 0);
        let original = fs::read(common::workspace().join(&input)).unwrap();
        assert_eq!(fs::read(&output).unwrap(), original);
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no partial file stays");
}

#[test]
fn games_round_trip_through_transcripts() {
    let (folder, text) = common::temporary("games.txt");
    let back = folder.path().join("games.wtb");
    let (text, back) = (text.to_str().unwrap(), back.to_str().unwrap());
    json(format!("convert testdata/wthor/WTH_1980.wtb {text}"));
    json(format!("convert {text} {back}"));
    let transcripts = |file: &str| stdout(&common::run(format!("convert {file} - --to txt")));
    let games = transcripts("testdata/wthor/WTH_1980.wtb");
    assert_eq!(games.lines().count(), 160);
    assert_eq!(transcripts(back), games);
}

#[test]
fn final_positions_are_written_as_obf() {
    let text = stdout(&common::run_with("convert - - --to obf", "f5d6\n"));
    assert_eq!(text.trim_end().len(), 64 + 2 + 1);
    assert!(text.contains(" X;"));
}

#[test]
fn unreadable_games_are_reported_and_skipped() {
    let output = common::run_with("convert - - --to txt", "f5d6c3\nf5a1\nc4c3\n");
    assert_eq!(stdout(&output), "f5d6c3\nc4c3\n");
    assert!(stderr(&output).contains("game 2 skipped: line 2, column 3"));
    assert_eq!(output.status.code(), Some(1));
    // So is the rest of a file that is cut off or too long.
    let wthor = fs::read(common::workspace().join("testdata/wthor/WTH_1980.wtb")).unwrap();
    let too_long = [&wthor[..], b"more"].concat();
    for (content, read) in [(&wthor[..5000], 73), (&too_long, 160)] {
        let output = common::run_with("convert - - --to txt", content);
        assert_eq!(stdout(&output).lines().count(), read);
        let skipped = format!("game {} skipped: byte {}: ", read + 1, content.len());
        assert!(stderr(&output).contains(&skipped));
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    let wthor = "testdata/wthor/WTH_1980.wtb";
    let bytes = fs::read(common::workspace().join(wthor)).unwrap();
    refuses(
        "convert - x.txt",
        &bytes[..10],
        &["standard input", "header"],
    );
    refuses_each(&format!(
        "
        convert {wthor} x.xyz => x.xyz | .wtb
        convert {wthor} - --to pdf => pdf
        convert missing.wtb x.txt => missing.wtb
        convert {wthor} no/such/folder/x.txt => no/such/folder",
    ));
}

/// The disk is full when the program completes the second file. It removes both files.
#[test]
#[cfg(unix)]
fn a_split_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let wthor = common::workspace().join("testdata/wthor");
    let wthor = wthor.display();
    let command = format!("convert {wthor}/WTH_1977.wtb {wthor}/WTH_1980.wtb out.txt --split year");
    let output = outflank_with_small_files(34, &command, folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("out-1980.txt"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The process id in the file name belongs to no running process.
#[test]
#[cfg(target_os = "linux")]
fn the_next_split_removes_the_files_of_a_killed_one() {
    let (folder, killed) = common::temporary("out-1890.txt.4294967295.part");
    let other = folder.path().join("own-1890.txt.4294967295.part");
    fs::write(&killed, "half").unwrap();
    fs::write(&other, "half").unwrap();
    let wthor = "testdata/wthor/WTH_1977.wtb";
    let out = folder.path().join("out.txt");
    json(format!("convert {wthor} {} --split year", out.display()));
    assert!(!killed.exists() && other.exists());
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["convert", "testdata/wthor/WTH_1980.wtb", "-", "--to", "ggf"])
        .current_dir(common::workspace())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn name_files_are_written_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = "[Date \"2005.05.01\"]\n[Event \"Open\"]\n[Black \"Voráček Miroslav\"]\n\
                [White \"van den Biggelaar Nicky\"]\n\nf5 d6 *\n";
    fs::write(path("in.pgn"), text).unwrap();
    let (input, output) = (path("in.pgn"), path("out.wtb"));
    let errors = stderr(&common::run(format!("convert {input} {output} --names")));
    assert!(errors.contains("2 names shortened"), "{errors}");
    json(format!("convert {output} {}", path("back.pgn")));
    let back = fs::read_to_string(path("back.pgn")).unwrap();
    for name in ["Vorácek Miroslav", "van den Biggelaar N", "Open"] {
        assert!(back.contains(name), "{back}");
    }
    // A second file adds names.
    fs::write(path("more.pgn"), "[Black \"Levy\"]\n\nf5 f6 *\n").unwrap();
    let (more, wthor) = (path("more.pgn"), path("more.wtb"));
    json(format!("convert {more} {wthor} --names"));
    let files = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let names = files.filter(|file| file.path().extension().unwrap() == "jou");
    assert_eq!(names.count(), 1);
    let sgf = format!("convert {input} {} --names", path("out.sgf"));
    refuses(sgf, "", &["--names", "WTHOR"]);
}

#[test]
fn binary_files_are_not_mistaken_for_wthor() {
    let folder = tempfile::tempdir().unwrap();
    let utf16 = "\u{FEFF}f5d6c3d3c4f4f6f3".encode_utf16();
    let utf16: Vec<u8> = utf16.flat_map(u16::to_le_bytes).collect();
    let zero = b"f5d6c3\0d3c4f4f6f3e6\n".to_vec();
    let noise = (0..2000_u32).map(|byte| (byte * 151 % 251) as u8 ^ 0x5A);
    for (content, part) in [
        (utf16, "UTF-16 text: expected UTF-8"),
        (zero, "byte 6: found 0x00: expected text"),
        (
            noise.collect(),
            "expected text, or the header of a WTHOR file",
        ),
    ] {
        let file = folder.path().join("games.pgn");
        fs::write(&file, content).unwrap();
        let convert = format!("convert {} - --to txt", file.display());
        refuses(convert, "", &["games.pgn", part]);
    }
}
