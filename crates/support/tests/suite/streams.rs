//! Devices, FIFOs, sockets and open files.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileTypeExt as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::thread;

use outflank_support::{
    AtomicFile, check_writable, create_log, is_stdout, regular_path, write_atomically,
};

use crate::common::{device, fifo, folder, identity, names};

#[test]
fn writing_to_a_device_keeps_the_device() {
    let folder = folder();
    let copy = device(folder.path().join("null"), "3");
    for path in copy.into_iter().chain([PathBuf::from("/dev/null")]) {
        let before = identity(&path);
        check_writable(&path).unwrap();
        write_atomically(&path, b"content").unwrap();
        assert_eq!(identity(&path), before);
        assert!(fs::metadata(&path).unwrap().file_type().is_char_device());
    }
    assert!(names(folder.path()).iter().all(|name| name == "null"));
}

#[test]
fn a_full_device_is_an_error() {
    let folder = folder();
    let copy = device(folder.path().join("full"), "7");
    for path in copy.into_iter().chain([PathBuf::from("/dev/full")]) {
        let before = identity(&path);
        let error = write_atomically(&path, b"content").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        assert_eq!(identity(&path), before);
    }
    assert!(names(folder.path()).iter().all(|name| name == "full"));
}

/// Returns the bytes that the reader of a FIFO gets from `write`.
fn through_fifo(path: &Path, write: impl FnOnce(&Path)) -> Vec<u8> {
    let from = path.to_owned();
    let reader = thread::spawn(move || fs::read(from).unwrap());
    write(path);
    reader.join().unwrap()
}

#[test]
fn the_reader_of_a_fifo_gets_the_content() {
    let folder = folder();
    let path = fifo(folder.path().join("fifo"));
    check_writable(&path).unwrap();
    // More than a pipe buffers.
    let content = b"f5d6c3\n".repeat(50_000);
    let read = through_fifo(&path, |path| write_atomically(path, &content).unwrap());
    assert_eq!(read, content);
    let read = through_fifo(&path, |path| {
        let mut writer = AtomicFile::create(path).unwrap();
        writer.hold();
        writer.write_all(&content).unwrap();
        writer.overwrite_start(b"F5").unwrap();
        writer.finish().unwrap();
    });
    assert_eq!((&read[..2], &read[2..]), (&b"F5"[..], &content[2..]));
    // Without `hold`, the first bytes have already been written.
    through_fifo(&path, |path| {
        let mut writer = AtomicFile::create(path).unwrap();
        writer.write_all(&content).unwrap();
        let error = writer.overwrite_start(b"F5").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSeekable);
    });
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    assert_eq!(names(folder.path()), ["fifo"]);
}

#[test]
fn a_socket_is_refused_and_kept() {
    let folder = folder();
    let path = folder.path().join("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    assert!(write_atomically(&path, b"content").is_err());
    assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    assert_eq!(names(folder.path()), ["socket"]);
}

#[test]
fn an_open_file_is_appended_to() {
    let folder = folder();
    let path = folder.path().join("x");
    let mut file = fs::File::create_new(&path).unwrap();
    file.write_all(b"before ").unwrap();
    let before = identity(&path);
    let number = file.as_raw_fd();
    for name in [
        format!("/dev/fd/{number}"),
        format!("/proc/self/fd/{number}"),
    ] {
        let name = Path::new(&name);
        assert_eq!(regular_path(name).unwrap(), None);
        write_atomically(name, b"after ").unwrap();
    }
    assert_eq!(identity(&path), before);
    let mut content = String::new();
    let mut again = fs::File::open(&path).unwrap();
    again.read_to_string(&mut content).unwrap();
    assert_eq!(content, "before after after ");
    assert_eq!(names(folder.path()), ["x"]);
}

#[test]
fn a_log_truncates_only_regular_files() {
    let folder = folder();
    let path = folder.path().join("x");
    let open = fs::File::create_new(&path).unwrap();
    for (text, content) in [("old\n", "old\n"), ("new\n", "new\n")] {
        create_log(&path)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let name = format!("/dev/fd/{}", open.as_raw_fd());
    let mut log = create_log(Path::new(&name)).unwrap();
    log.write_all(b"more\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new\nmore\n");
    assert_eq!(names(folder.path()), ["x"]);
}

#[test]
fn a_dropped_stream_writes_its_buffer() {
    let folder = folder();
    let path = fifo(folder.path().join("fifo"));
    let read = through_fifo(&path, |path| {
        let mut writer = AtomicFile::create(path).unwrap();
        writer.write_all(b"f5d6\n").unwrap();
    });
    assert_eq!(read, b"f5d6\n");
}

#[test]
fn standard_output_has_many_names() {
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        assert!(is_stdout(Path::new(name)), "{name}");
    }
    for name in ["/dev/stderr", "/dev/fd/2", "/dev/null", "1", "-"] {
        assert!(!is_stdout(Path::new(name)), "{name}");
    }
}
