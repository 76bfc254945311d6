//! A server on a real port, and a client that can send arbitrary bytes.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod answer;
mod events;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_server::{Server, ServerLimits, Settings};
use tokio::sync::oneshot;

pub(crate) use answer::Answer;
pub(crate) use events::{Event, Events};

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that stops when dropped.
pub(crate) struct Board {
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Returns the settings of a small server.
pub(crate) fn small() -> Settings {
    Settings {
        port: 0,
        threads: 1,
        hash_mib: 1,
        limits: ServerLimits {
            head_time: Duration::from_secs(1),
            body_time: Duration::from_secs(1),
            ..ServerLimits::default()
        },
        ..Settings::default()
    }
}

impl Board {
    /// Starts a small server.
    pub(crate) fn start() -> Self {
        Self::with(small())
    }

    /// Starts a server.
    pub(crate) fn with(settings: Settings) -> Self {
        let (started, ready) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let server = Server::bind(settings).await.unwrap();
                started.send((server.address(), server.url())).unwrap();
                server
                    .run(async {
                        let _ = stopped.await;
                    })
                    .await;
            });
        });
        let (address, url) = ready.recv().unwrap();
        Self {
            address,
            url,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Tells the server to stop.
    pub(crate) fn tell_to_stop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
    }

    /// Waits for the end of the server.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Opens a connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut received = Vec::new();
        let _ = stream.read_to_end(&mut received);
        Answer::parse(&received)
    }

    /// Sends a request with the usual headers.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        self.send(&self.bytes(method, path, headers, body))
    }

    /// Returns the bytes of a request. Headers given explicitly are not added again.
    pub(crate) fn bytes(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Vec<u8> {
        let is_given = |name: &str| {
            headers
                .iter()
                .any(|(given, _)| given.eq_ignore_ascii_case(name))
        };
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        let length = body.len().to_string();
        let address = self.address.to_string();
        let usual = [
            ("host", address.as_str()),
            ("connection", "close"),
            ("content-length", &length),
        ];
        let is_chunked = is_given("transfer-encoding");
        let usual = usual
            .into_iter()
            .filter(|(name, _)| !(is_given(name) || is_chunked && *name == "content-length"));
        for (name, value) in usual.chain(headers.iter().copied()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        [head.as_bytes(), body].concat()
    }

    /// Sends a GET request.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    /// Sends a GET request for a stream of events.
    pub(crate) fn events(&self, path: &str) -> Events {
        let mut stream = self.connect();
        stream
            .write_all(&self.bytes("GET", path, &[], b""))
            .unwrap();
        Events::new(stream)
    }

    /// Sends a POST request with a JSON body.
    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        let json = [("content-type", "application/json")];
        self.request("POST", path, &json, body.as_bytes())
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.tell_to_stop();
        if let Some(thread) = self.thread.take() {
            // A failing test should report its own cause, not this one.
            let _ = thread.join();
        }
    }
}
