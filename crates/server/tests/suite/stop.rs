//! Stopping a server.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

use std::io::{BufRead, BufReader, Read, Write};

use crate::common::Board;

#[test]
fn streams_end_with_a_last_event() {
    let mut board = Board::start();
    let mut stream = board.connect();
    let path = "/api/analysis?moves=f5d6c3&wanted=all";
    stream
        .write_all(&board.bytes("GET", path, &[], b""))
        .unwrap();
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("event: update") {
        line.clear();
        assert!(
            lines.read_line(&mut line).unwrap() > 0,
            "the stream ended early"
        );
    }
    board.tell_to_stop();
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    let (_, last) = rest.rsplit_once("event: ").unwrap();
    assert!(
        last.starts_with("failed\ndata: {\"error\":{\"status\":503,"),
        "{last}"
    );
    board.wait();
}

#[test]
fn idle_connections_do_not_delay_the_shutdown() {
    let mut board = Board::start();
    let idle = board.connect();
    let mut half = board.connect();
    half.write_all(b"GET / HTTP/1.1\r\nhost: lo").unwrap();
    assert_eq!(board.get("/").status, 200);
    board.tell_to_stop();
    board.wait();
    drop((idle, half));
}

#[test]
fn a_stopped_server_releases_its_port() {
    let mut board = Board::start();
    let address = board.address;
    board.tell_to_stop();
    board.wait();
    assert!(std::net::TcpStream::connect(address).is_err());
}
