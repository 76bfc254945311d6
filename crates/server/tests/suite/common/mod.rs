//! A server on a real port, and a client that can send arbitrary bytes.

mod answer;

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_server::{Server, ServerLimits, Settings};
use tokio::sync::oneshot;

pub(crate) use answer::{Answer, Event, Events};

/// Longer than any response takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that stops when dropped.
pub(crate) struct Board {
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Returns the settings of a small server, changed by `change`.
pub(crate) fn small(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings {
        port: 0,
        limits: ServerLimits {
            head_time: Duration::from_secs(1),
            body_time: Duration::from_secs(1),
            ..ServerLimits::default()
        },
        ..Settings::default()
    };
    (settings.resources.threads, settings.resources.hash_mib) = (1, 1);
    change(&mut settings);
    settings
}

impl Board {
    pub(crate) fn start() -> Self {
        Self::with(|_| {})
    }

    /// Starts a small server whose settings are changed by `change`.
    pub(crate) fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let settings = small(change);
        let (started, ready) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                let server = Server::bind(settings).await.unwrap();
                started.send((server.address(), server.url())).unwrap();
                server.run(async { drop(stopped.await) }).await;
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

    pub(crate) fn tell_to_stop(&mut self) {
        self.stop = None;
    }

    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may respond and close before it has read everything.
        let _ = stream.write_all(bytes);
        Answer::read(stream)
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
            let mut given = headers.iter().map(|(given, _)| given);
            given.any(|given| given.eq_ignore_ascii_case(name))
        };
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        let is_chunked = is_given("transfer-encoding");
        for (name, value, is_left_out) in [
            ("host", self.address.to_string(), false),
            ("connection", "close".to_owned(), false),
            ("content-length", body.len().to_string(), is_chunked),
        ] {
            if !is_left_out && !is_given(name) {
                head += &format!("{name}: {value}\r\n");
            }
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        [head.as_bytes(), b"\r\n", body].concat()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub(crate) fn events(&self, path: &str) -> Events {
        let mut stream = self.connect();
        let request = self.bytes("GET", path, &[], b"");
        stream.write_all(&request).unwrap();
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
