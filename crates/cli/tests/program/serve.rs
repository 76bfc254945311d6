//! `outflank serve`, as a user and a browser see it.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::client::Client;
use crate::common::schema::parse_lines;
use crate::common::{self, Words, refuses, refuses_each};
use regex::Regex;
use serde_json::Value;

/// A running server and the line it printed.
pub(crate) struct Served {
    client: Client,
    pub(crate) line: Value,
}

/// Starts a server that uses little memory, with additional arguments.
pub(crate) fn serve(more: impl Words) -> Served {
    let small = "serve --json --port 0 --threads 1 --hash 1";
    // Tests must not touch the library of the user who runs them.
    let more = more.words();
    let is_named = more.iter().any(|option| option.starts_with("--library"));
    let library = if is_named { "" } else { "--no-library" };
    let mut client = Client::start(((small, library), &more));
    let line = parse_lines("serve", &client.line()).remove(0);
    Served { client, line }
}

impl Served {
    pub(crate) fn port(&self) -> u64 {
        self.line["port"].as_u64().unwrap()
    }

    /// Sends a GET request with an extra header. Returns status and body.
    fn get(&self, path: &str, header: &str) -> (u16, String) {
        self.send(&format!("GET {path}"), header, "")
    }

    /// Sends a request with extra headers. Returns status and body.
    pub(crate) fn send(&self, to: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port())).unwrap();
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        let head =
            format!("{to} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer[9..12].parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, body.to_owned())
    }

    /// Sends a signal, on which the server must exit with status 0.
    pub(crate) fn end(self, signal: &str) {
        let id = self.client.child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(kill.success());
        assert_eq!(self.client.end().code(), Some(0), "{signal}");
    }
}

#[test]
fn the_board_is_served_until_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let served = serve("");
        assert_eq!(served.line["address"], "127.0.0.1");
        assert_eq!(served.line["token"], Value::Null);
        let url = format!("http://127.0.0.1:{}/", served.port());
        assert_eq!(served.line["url"], url);
        let (status, page) = served.get("/", "");
        assert_eq!(status, 200);
        assert!(page.contains("<!doctype html>"));
        served.end(signal);
    }
}

#[test]
fn the_page_stops_the_program_and_a_second_start_finds_it() {
    let served = serve("");
    let json = "content-type: application/json\r\ncontent-length: 2\r\n";
    // Another site must not.
    let foreign = format!("{json}origin: http://example.org\r\n");
    assert_eq!(served.send("POST /api/stop", &foreign, "{}").0, 403);
    let port = served.port().to_string();
    // The second one opens the page of the first. Without a browser, it says so.
    let again = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["serve", "--json", "--open", "--no-library", "--port", &port])
        .env_clear()
        .output()
        .unwrap();
    let line = parse_lines("serve", &String::from_utf8(again.stdout).unwrap()).remove(0);
    assert_eq!(line["url"], served.line["url"]);
    let (status, body) = served.send("POST /api/stop", json, "{}");
    assert_eq!((status, body.as_str()), (200, "{}"));
    assert_eq!(served.client.end().code(), Some(0));
}

#[test]
fn a_server_for_other_machines_is_not_stopped_by_them() {
    let served = serve("--address 0.0.0.0");
    let token = served.line["token"].as_str().unwrap();
    let head = format!(
        "authorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n"
    );
    assert_eq!(served.send("POST /api/stop", &head, "{}").0, 404);
    served.end("-TERM");
}

#[test]
fn only_the_address_is_printed() {
    let mut client = Client::start("serve --port 0 --threads 1 --hash 1 --no-library");
    let line = client.line();
    let address = Regex::new(r"^http://127\.0\.0\.1:\d+/$").unwrap();
    assert!(address.is_match(&line), "{line}");
}

#[test]
fn invalid_options_are_rejected_with_a_one_line_error() {
    let served = serve("");
    let port = served.port().to_string();
    let parts = ["127.0.0.1", &port, "in use", "free port"];
    refuses(format!("serve --port {port}"), "", &parts);
    refuses_each(
        "
        serve --edit-book => --book
        serve --book off --edit-book => --edit-book | off | expected a file
        serve --book shipped --edit-book => --edit-book | shipped | expected a file
        serve --book missing.book --edit-book => missing.book
        serve --port 99999 => 99999 | --port
        serve --address nowhere => nowhere | --address
        serve --address 192.0.2.1 --port 0 => 192.0.2.1 | address of this machine
        serve --archive no/such.db => no/such.db | no such archive
        serve --archive Cargo.toml => Cargo.toml | not an archive of games
        serve --weights Cargo.toml => Cargo.toml
        serve --token-file no/such => no/such
        serve --host http://x/ => http://x/ | not a host name
        serve --max-level 99 => 99 | --max-level",
    );
    served.end("-TERM");
}

#[test]
fn a_token_is_generated_for_other_addresses() {
    let served = serve("--address 0.0.0.0");
    let token = served.line["token"].as_str().unwrap().to_owned();
    assert_eq!(token.len(), 32);
    let url = format!("http://127.0.0.1:{}/?token={token}", served.port());
    assert_eq!(served.line["url"], url);
    assert_eq!(served.get("/api/status", "").0, 401);
    let header = format!("authorization: Bearer {token}\r\n");
    assert_eq!(served.get("/api/status", &header).0, 200);
    let other = serve("--address 0.0.0.0");
    assert_ne!(other.line["token"], served.line["token"]);
}

#[test]
fn a_token_is_read_from_a_file() {
    let (_folder, path) = common::temporary("token");
    let path = path.to_str().unwrap();
    fs::write(path, "too-short\n").unwrap();
    let parts = ["9 characters", "at least 16"];
    refuses(format!("serve --token-file {path}"), "", &parts);
    fs::write(path, "sixteen-signs-or-more\n").unwrap();
    let served = serve(format!("--token-file {path}"));
    assert_eq!(served.line["token"], "sixteen-signs-or-more");
    assert_eq!(served.get("/api/status", "").0, 401);
}

#[test]
fn limits_are_set_by_options() {
    let searches = "--max-time 7 --max-level 21 --max-searches 5 --max-searches-per-tab 2";
    let sizes = "--max-tree-nodes 99 --max-games 3 --max-request-mib 1";
    let served = serve((searches, sizes));
    let (_, status) = served.get("/api/status", "");
    let status: Value = serde_json::from_str(&status).unwrap();
    let limits = &status["limits"];
    for (name, value) in [
        ("time_seconds", 7),
        ("level", 21),
        ("open_analyses", 5),
        ("open_per_client", 2),
        ("tree_nodes", 99),
        ("games", 3),
        ("body_bytes", 1 << 20),
    ] {
        assert_eq!(limits[name].as_f64(), Some(f64::from(value)), "{name}");
    }
    assert_eq!(status["engine"]["threads"], 1);
}

/// Creates an archive with the games of a year.
pub(crate) fn archive_in(folder: &Path) -> String {
    let archive = folder.join("games.db").to_str().unwrap().to_owned();
    let games = "testdata/wthor/WTH_1980.wtb";
    common::text(format!("db import --db {archive} {games}"));
    archive
}
