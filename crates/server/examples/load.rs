//! Runs many clients at once against a running server. Each client analyses a different position
//! while other requests measure the response time of the server.
//!
//! ```text
//! outflank serve --threads 2 &
//! cargo run --release -p outflank-server --example load -- 127.0.0.1:8664 50 300 $!
//! ```
//!
//! The arguments are the address, the number of clients, the duration in seconds, and optionally
//! the ID of the server process, to measure its memory. The program prints the errors, the number
//! of updates, the longest wait for an update, the response times of `/api/game`, and the memory at
//! the start and at the end. The exit status is 1 if there was an error or a client got no update.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use outflank_othello::{Position, Shape};

/// How long a client waits for the next byte.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between requests for a game.
const PAUSE: Duration = Duration::from_millis(100);

/// The updates and errors that one client received.
#[derive(Clone, Debug, Default)]
struct Got {
    updates: usize,
    /// The longest time between updates, the first counted from the request.
    longest_wait: Duration,
    depth: u64,
    errors: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        let text = arguments.get(place);
        text.map_or(Ok(default), |text| text.parse::<u64>())
    };
    let (Some(address), Ok(clients), Ok(seconds), Ok(process)) = (
        arguments.first(),
        number(1, 50),
        number(2, 300),
        number(3, 0),
    ) else {
        eprintln!("expected ADDRESS [CLIENTS [SECONDS [PROCESS]]]");
        return ExitCode::from(2);
    };
    let time = Duration::from_secs(seconds);
    let memory_before = memory(process);
    let latencies = Mutex::new(Vec::new());
    let got: Vec<Got> = thread::scope(|scope| {
        let analysing: Vec<_> = starts(clients as usize)
            .into_iter()
            .enumerate()
            .map(|(number, start)| scope.spawn(move || analyse(address, number, &start, time)))
            .collect();
        scope.spawn(|| ask(address, time, &latencies));
        let joined = analysing.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(Result::unwrap_or_default).collect()
    });
    let latencies = latencies.into_inner().unwrap_or_default();
    report(&got, latencies);
    println!(
        "memory: {} at the start, {} at the end",
        shown(memory_before),
        shown(memory(process))
    );
    let is_good = |got: &Got| got.errors.is_empty() && got.updates > 0;
    match got.iter().all(is_good) {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    }
}

/// Returns `count` positions near the start of the game.
fn starts(count: usize) -> Vec<Position> {
    let mut positions = vec![Position::start(Shape::STANDARD)];
    let mut place = 0;
    while positions.len() < count {
        let position = positions[place];
        let squares = position.legal_moves().into_iter();
        positions.extend(squares.filter_map(|square| position.play(square).ok()));
        place += 1;
    }
    positions.truncate(count);
    positions
}

/// Runs a client, which reads the events of an analysis for `time`.
fn analyse(address: &str, number: usize, start: &Position, time: Duration) -> Got {
    let start = start.to_string().replace(' ', "+");
    let path = format!("/api/analysis?client=load-test-{number:04}&start={start}");
    let mut got = Got::default();
    let began = Instant::now();
    let mut last = began;
    let mut update = |line: &str, got: &mut Got| {
        if let Some(name) = line.strip_prefix("event: ") {
            match name {
                "update" => {
                    got.updates += 1;
                    got.longest_wait = got.longest_wait.max(last.elapsed());
                    last = Instant::now();
                }
                "failed" | "done" => got.errors.push(format!("{number}: {name}")),
                _ => {}
            }
        } else if let Some(data) = line.strip_prefix("data: ") {
            let data: serde_json::Value = serde_json::from_str(data).unwrap_or_default();
            got.depth = data["depth"].as_u64().unwrap_or(got.depth);
        }
    };
    let read = request(address, &path, |line| {
        update(line, &mut got);
        began.elapsed() < time
    });
    if let Err(error) = read {
        got.errors.push(format!("{number}: {error}"));
    }
    got.longest_wait = got.longest_wait.max(last.elapsed());
    got
}

/// Requests a game repeatedly and records the response times.
fn ask(address: &str, time: Duration, latencies: &Mutex<Vec<Duration>>) {
    let body = r#"{"moves":"f5d6c3d3c4f4f6f3e6e7"}"#;
    let began = Instant::now();
    while began.elapsed() < time {
        let asked = Instant::now();
        let answered = TcpStream::connect(address).and_then(|mut stream| {
            let head = format!(
                "POST /api/game HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes())?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer.starts_with("HTTP/1.1 200"))
        });
        let latency = asked.elapsed();
        if let Ok(mut latencies) = latencies.lock() {
            // A failed request counts as the slowest.
            let is_good = matches!(answered, Ok(true));
            latencies.push(if is_good { latency } else { Duration::MAX });
        }
        thread::sleep(PAUSE);
    }
}

/// Requests a stream and passes each line to `wants_more` until it returns false.
fn request(
    address: &str,
    path: &str,
    mut wants_more: impl FnMut(&str) -> bool,
) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n")?;
    let mut received = String::new();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        received.push_str(&String::from_utf8_lossy(&buffer[..count]));
        while let Some(end) = received.find('\n') {
            let rest = received.split_off(end + 1);
            let line = std::mem::replace(&mut received, rest);
            let line = line.trim_end();
            if line.starts_with("HTTP/1.1") && !line.contains(" 200") {
                return Err(std::io::Error::other(line.to_owned()));
            }
            if !wants_more(line) {
                return Ok(());
            }
        }
    }
}

/// Prints the results of the clients.
fn report(got: &[Got], mut latencies: Vec<Duration>) {
    let errors: Vec<&String> = got.iter().flat_map(|got| &got.errors).collect();
    println!("{} clients, {} errors", got.len(), errors.len());
    for error in errors.iter().take(10) {
        println!("  {error}");
    }
    let spread = |name: &str, value: fn(&Got) -> f64| {
        let mut values: Vec<f64> = got.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        if let (Some(least), Some(most)) = (values.first(), values.last()) {
            let median = values[values.len() / 2];
            println!("{name}: minimum {least:.1}, median {median:.1}, maximum {most:.1}");
        }
    };
    spread("updates per client", |got| got.updates as f64);
    spread("depth reached", |got| got.depth as f64);
    spread("longest wait for an update in seconds", |got| {
        got.longest_wait.as_secs_f64()
    });
    latencies.sort_unstable();
    let failed = latencies.iter().filter(|&&time| time == Duration::MAX);
    let failed = failed.count();
    let percentile = |percent: usize| {
        let place = latencies.len().saturating_sub(1) * percent / 100;
        let time = latencies.get(place).map_or(0.0, Duration::as_secs_f64);
        1000.0 * time.min(1e6)
    };
    println!(
        "/api/game: {} requests, {failed} failed, p50 {:.1} ms, p99 {:.1} ms",
        latencies.len(),
        percentile(50),
        percentile(99)
    );
}

/// Returns the memory of a process in MiB, if the system reports it.
fn memory(process: u64) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes >> 10)
}

fn shown(mib: Option<u64>) -> String {
    mib.map_or("unknown".to_owned(), |mib| format!("{mib} MiB"))
}
