//! Stopping a server.

use std::io::Write;

use crate::common::Board;

#[test]
fn streams_end_with_a_failed_event() {
    for query in ["client=patient-one", "moves=f5d6c3&wanted=all"] {
        let mut board = Board::start();
        let mut events = board.events(&format!("/api/analysis?{query}"));
        assert!(events.any(|event| event.name == "update"));
        board.tell_to_stop();
        let last = events.last().unwrap();
        assert_eq!(last.name, "failed");
        assert_eq!(last.data["error"]["status"], 503);
        board.wait();
    }
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
