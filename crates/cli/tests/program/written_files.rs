//! Output files of `--to`, `--html` and other options: regular files, links, FIFOs and devices. As
//! root, each test also runs the program as another user.
#![cfg(unix)]

use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, thread};

use tempfile::TempDir;

use crate::common::{self, Words, kill, shows, start_in, stderr, workspace};

/// A user who owns no file in the workspace.
const NOBODY: u32 = 65534;

/// A folder, and the user who works in it.
struct Place {
    folder: TempDir,
    /// The user, if different from the one who runs the tests.
    user: Option<u32>,
}

/// Returns a place for this user and, if that is root, one for another user.
fn places() -> Vec<Place> {
    let [own, other] = [None, Some(NOBODY)].map(|user| Place {
        folder: tempfile::tempdir().unwrap(),
        user,
    });
    if fs::metadata(own.path()).unwrap().uid() != 0 {
        return vec![own];
    }
    other.give(other.path());
    // Other users may lack access to the build folder.
    let mut probe = other.command(Path::new(PROGRAM), &["--version"]);
    match probe.stdout(Stdio::null()).status() {
        Ok(_) => vec![own, other],
        Err(error) => {
            println!("skipped for another user: {error}");
            vec![own]
        }
    }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_outflank");

impl Place {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Makes the user of the place the owner of a file.
    fn give(&self, path: &Path) {
        if let Some(user) = self.user {
            chown(path, Some(user), Some(user)).unwrap();
        }
    }

    fn command(&self, program: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.path());
        if let Some(user) = self.user {
            command.gid(user).uid(user);
        }
        command
    }

    /// Runs the program with text on standard input.
    fn run(&self, arguments: impl Words, input: &str) -> Output {
        let mut command = self.command(Path::new(PROGRAM), &arguments.words());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// Runs a script in bash, where `$program` is the program, and returns its standard output.
    fn bash(&self, script: &str) -> String {
        let mut command = self.command(Path::new("bash"), &["-c", script]);
        let output = command.env("program", PROGRAM).output().unwrap();
        assert!(output.status.success(), "{script}: {}", stderr(&output));
        common::stdout(&output)
    }

    /// Makes a special file for the user with `mkfifo`, or with `mknod` as root. Prints a message
    /// and returns `None` if the system forbids it.
    fn special(&self, name: &str, kind: &[&str]) -> Option<PathBuf> {
        let path = self.file(name);
        let mut make = Command::new("mknod");
        let made = make.arg(&path).args(kind).stderr(Stdio::null()).status();
        if !made.unwrap().success() {
            println!("skipped: this user cannot make device nodes here");
            return None;
        }
        self.give(&path);
        // On a `nodev` file system, `mknod` succeeds but the node cannot be opened.
        let opens = kind[0] == "p" || fs::File::options().write(true).open(&path).is_ok();
        opens.then_some(path)
    }

    fn names(&self) -> Vec<String> {
        common::names_in(self.path())
    }
}

/// Commands that write `FILE`, each with the extension of the file and the start of its content. A
/// `$` stands for the end of a line.
const WRITERS: &str = "\
convert in.txt FILE => txt f5d6c3d3c4$
convert in.txt FILE => wtb
solve start --board 4x4-a1 --proof FILE => proof othello certificate 1$
analyze f5d6 --level 1 --html FILE => html <!
match random random --games 2 --html FILE => html <!
tree f5d6 --depth 1 --to FILE => svg <svg
play --color both => txt f5d6$
db --db games.db export FILE => txt f5d6c3d3c4$
book export a.book FILE => txt
train weights own.games --passes 1 --to FILE => weights";

/// Runs a command of [`WRITERS`]. `play` reads the file name from standard input.
fn write(place: &Place, command: &str, file: &str) -> Output {
    let input = match command.starts_with("play") {
        true => format!("f5\nd6\nsave! {file}\n"),
        false => String::new(),
    };
    place.run(command.replace("FILE", file), &input)
}

fn writes(place: &Place, command: &str, file: &str) {
    let output = write(place, command, file);
    let found = (output.status.code(), stderr(&output));
    assert_eq!(found, (Some(0), String::new()), "{command}");
}

/// Creates the files that the writers read.
fn prepare(place: &Place) {
    fs::write(place.file("in.txt"), "f5d6c3d3c4\nf5d6c4\n").unwrap();
    for line in [
        "train selfplay --to own.games --depth 1 --exact 6 --games 40",
        "db --db games.db import in.txt",
        "book add a.book in.txt --level 1",
    ] {
        let output = place.run(line, "");
        assert!(output.status.success(), "{line}: {}", stderr(&output));
    }
}

#[test]
fn every_writer_preserves_modes_links_fifos_and_devices() {
    for place in places() {
        prepare(&place);
        let before = place.names();
        for writer in WRITERS.lines() {
            let (what, file) = writer.split_once(" => ").unwrap();
            let (extension, start) = file.split_once(' ').unwrap_or((file, ""));
            let start = start.replace('$', "\n");
            let name = |stem: &str| format!("{stem}.{extension}");
            let at = |stem: &str| place.file(&name(stem));
            // A link to a file that only its owner can read.
            let target = at("target");
            fs::write(&target, "before").unwrap();
            fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
            place.give(&target);
            symlink(name("target"), at("link")).unwrap();
            writes(&place, what, &name("link"));
            let content = fs::read(&target).unwrap();
            assert!(content.starts_with(start.as_bytes()), "{what}");
            let is_new = !content.starts_with(b"before") && !content.is_empty();
            assert!(is_new, "{what}");
            assert!(at("link").is_symlink(), "{what}");
            let metadata = fs::symlink_metadata(&target).unwrap();
            assert!(metadata.is_file(), "{what}");
            assert_eq!(metadata.mode() & 0o7777, 0o600, "{what}");
            if let Some(user) = place.user {
                assert_eq!(metadata.uid(), user, "{what}");
            }
            // A FIFO. Dates and times differ between runs, but their lengths do not.
            let fifo = place.special(&name("fifo"), &["p"]).unwrap();
            let from = fifo.clone();
            let reader = thread::spawn(move || fs::read(from).unwrap());
            writes(&place, what, &name("fifo"));
            let read = reader.join().unwrap();
            assert_eq!(read.len(), content.len(), "{what}");
            assert!(read.starts_with(start.as_bytes()), "{what}");
            assert!(!fs::symlink_metadata(&fifo).unwrap().is_file(), "{what}");
            // Devices.
            if let Some(null) = place.special(&name("null"), &["c", "1", "3"]) {
                writes(&place, what, &name("null"));
                let metadata = fs::symlink_metadata(null).unwrap();
                assert!(!metadata.is_file() && metadata.rdev() == 0x103, "{what}");
            }
            if let Some(full) = place.special(&name("full"), &["c", "1", "7"]) {
                let message = stderr(&write(&place, what, &name("full")));
                let is_named = message.contains(&name("full")) && message.contains("No space");
                assert!(is_named, "{what}: {message}");
                let metadata = fs::symlink_metadata(full).unwrap();
                assert!(!metadata.is_file() && metadata.rdev() == 0x107, "{what}");
            }
            for stem in ["target", "link", "fifo", "null", "full"] {
                let _ = fs::remove_file(at(stem));
            }
            assert_eq!(place.names(), before, "{what}");
        }
    }
}

#[test]
fn games_are_written_to_standard_output_and_to_other_commands() {
    for place in places() {
        prepare(&place);
        let games = "f5d6c3d3c4\nf5d6c4\n";
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "-"] {
            // Write to a pipe and to a file, and append to a file.
            let convert = format!("$program convert in.txt {name} --to txt");
            assert_eq!(place.bash(&convert), games, "{name}");
            assert_eq!(place.bash(&format!("{convert} > out; cat out")), games);
            let twice = format!("{convert} > out; {convert} >> out; cat out");
            assert_eq!(place.bash(&twice), games.repeat(2), "{name}");
            let wthor = format!("$program convert in.txt {name} --to wtb");
            let back = format!("{wthor} | $program convert - - --to txt");
            assert_eq!(place.bash(&back), games, "{name}");
            let export = format!("$program db --db games.db export {name} --to txt");
            assert_eq!(place.bash(&export), games, "{name}");
        }
        let command = "$program convert in.txt >(cat > got) --to txt; wait $!; cat got";
        assert!(place.bash(command).ends_with(games));
        let command = "$program convert in.txt /dev/fd/3 --to txt 3> got; cat got";
        assert!(place.bash(command).ends_with(games));
        for line in [
            "convert in.txt /dev/stdout --to txt --json",
            "convert in.txt /dev/stdout --to txt --split 1",
            "convert in.txt /dev/null --to txt --split 1",
            "convert in.txt /dev/null --to wtb --names",
            "match random random --games 2 --results /dev/null",
            "book add /dev/null in.txt --level 1",
            "train weights own.games --to x.weights --checkpoint /dev/null",
        ] {
            let output = place.run(line, "");
            assert_eq!(output.status.code(), Some(2), "{line}");
            assert_eq!(stderr(&output).lines().count(), 1, "{line}");
        }
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}

#[test]
fn unwritable_files_are_reported_before_the_work_starts() {
    let is_root = |place: &&Place| fs::metadata(place.path()).unwrap().uid() == 0;
    for place in places().iter().filter(|place| !is_root(place)) {
        let path = place.file("x.html");
        fs::write(&path, "before").unwrap();
        place.give(&path);
        let set_mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        // A search too long to finish.
        let endless = "analyze f5d6 --depth 60 --html x.html";
        let refused = |part: &str| {
            let message = stderr(&place.run(endless, ""));
            assert_eq!(message.lines().count(), 1, "{message}");
            shows(&message, &["--html x.html", part]);
        };
        set_mode(&path, 0o444);
        refused("Permission denied");
        set_mode(&path, 0o644);
        set_mode(place.path(), 0o555);
        refused("its folder is not writable");
        set_mode(place.path(), 0o755);
        assert_eq!(fs::read(&path).unwrap(), b"before");
        assert_eq!(place.names(), ["x.html"]);
    }
}

#[test]
fn links_to_books_and_checkpoints_are_followed() {
    for place in places() {
        fs::write(place.file("in.txt"), "f5d6c3d3c4\n").unwrap();
        fs::create_dir(place.file("deep")).unwrap();
        place.give(&place.file("deep"));
        symlink("deep/own.book", place.file("link.book")).unwrap();
        let line = "book add link.book in.txt --level 1";
        for mode in [0o644, 0o600] {
            let output = place.run(line, "");
            assert!(output.status.success(), "{}", stderr(&output));
            let book = fs::symlink_metadata(place.file("deep/own.book")).unwrap();
            assert!(book.is_file() && place.file("link.book").is_symlink());
            assert_eq!(fs::read_dir(place.file("deep")).unwrap().count(), 1);
            if mode == 0o600 {
                assert_eq!(book.mode() & 0o777, 0o600);
            }
            let private = fs::Permissions::from_mode(0o600);
            fs::set_permissions(place.file("deep/own.book"), private).unwrap();
        }
        assert_eq!(place.names(), ["deep", "in.txt", "link.book"]);
    }
}

/// The first run is killed while it writes 160 files. The second run writes other files.
#[test]
fn the_next_split_removes_the_files_of_a_killed_one() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let wthor = workspace().join("testdata/wthor/WTH_1980.wtb");
    let wthor = wthor.to_str().unwrap();
    let parts = || {
        let entries = fs::read_dir(here).unwrap();
        let names = entries.map(|entry| entry.unwrap().path());
        let is_part = |name: &PathBuf| name.extension() == Some("part".as_ref());
        names.filter(is_part).count()
    };
    // The second input never ends.
    let fifo = here.join("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    let split = format!("convert {wthor} fifo out.txt --split player");
    let child = start_in(here, &split, || parts() > 20);
    kill(child);
    assert!(parts() > 20);
    // A leftover of another output stays.
    let other = here.join("own-x.txt.4294967295.part");
    fs::write(&other, "half").unwrap();
    let again = format!("convert {wthor} out.txt --split year --json");
    let output = common::run_in(again, here);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(parts(), 1);
    assert!(other.exists() && here.join("out-1980.txt").exists());
}

#[test]
fn an_input_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |command: &str| common::run_in(command, folder);
    fs::write(folder.join("game.txt"), "f5d6c3d3c4\n").unwrap();
    assert!(run("db --db own.db import game.txt").status.success());
    let board = format!("{}OX{} X\n", "-".repeat(20), "-".repeat(42));
    fs::write(folder.join("one.obf"), board).unwrap();
    for (command, file) in [
        ("db --db own.db export own.db --to txt", "own.db"),
        ("train weights game.txt --to game.txt", "game.txt"),
        ("analyze game.txt --html game.txt", "game.txt"),
        ("solve one.obf --proof one.obf", "one.obf"),
    ] {
        let before = fs::read(folder.join(file)).unwrap();
        let output = run(command);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        assert!(message.contains("the command reads this file"), "{message}");
        assert!(fs::read(folder.join(file)).unwrap() == before, "{command}");
    }
    let same = "match random random --games 2 --html same.txt --save same.txt";
    assert_eq!(run(same).status.code(), Some(2));
}
