//! `outflank serve`: the analysis board in the browser.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use directories::BaseDirs;
use outflank_archive::Archive;
use outflank_book::{BookEditor, BookName, OpenBook};
use outflank_server::{RequestLimits, Resources, Server, ServerLimits, Settings, StartError};
use rand::distr::{Alphanumeric, SampleString};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{HashOption, ThreadsOption, WeightsOption, parse_time, start_threads};
use crate::schema::{Lines, lines};

/// Length of a generated token in characters.
const TOKEN: usize = 32;
/// Number of threads of the HTTP server. Searches have their own.
const HTTP_THREADS: usize = 2;
/// Time within which a server that is already running must respond.
const STATUS_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum length of its response in bytes.
const MAX_ANSWER: u64 = 64 << 10;
/// Interval between checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Args)]
pub(crate) struct Arguments {
    /// Port to listen on; 0 picks a free one.
    #[arg(long, value_name = "N", default_value_t = 8664)]
    port: u16,

    /// Address to listen on; 0.0.0.0 listens on all interfaces. For addresses other than loopback,
    /// clients need a token, which is generated and printed unless --token-file is given.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Additional host name that clients may use for this machine.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Read the token from the first line of a file: at least 16 letters, digits, `-` and `_`.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Open the page in the default browser.
    #[arg(long)]
    open: bool,

    /// Opening book to show and to play from: `shipped`, a file made by `outflank book`, or
    /// `off`.
    #[arg(long, value_name = "FILE|shipped|off", default_value = "shipped")]
    book: BookName,

    /// Let the page change the book, which must be a file that no other process is writing.
    #[arg(long, requires = "book")]
    edit_book: bool,

    /// Archive of games and cards, created by `outflank db import` [default: archive.db beside the
    /// library, created if it does not exist; none without a library].
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,

    /// Library of the games played and studied on the page, created if it does not exist [default:
    /// library.db in the user's data folder; none for addresses other than loopback].
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,

    /// Keep games in the browser only, and no cards unless there is an archive.
    #[arg(long, conflicts_with = "library")]
    no_library: bool,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,

    #[command(flatten)]
    limits: LimitOptions,
}

/// Limits on requests.
#[derive(Args)]
#[command(next_help_heading = "Request limits")]
struct LimitOptions {
    /// Maximum time of a search in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_time)]
    max_time: Duration,

    /// Maximum search level.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=60))]
    max_level: u32,

    /// Maximum number of open searches, including queued ones.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_searches: u16,

    /// Maximum number of open searches per browser tab.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_searches_per_tab: u16,

    /// Maximum number of nodes in a drawn tree.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_tree_nodes: u32,

    /// Maximum number of games in an import or export.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_games: u32,

    /// Maximum size of a request in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_request_mib: u16,

    /// Maximum number of open connections.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    max_connections: u16,
}

pub(super) const LINES: &[(&str, Lines)] = lines! {
    "serve": ServerAddress<'static>;
};

/// The address of a running server.
#[derive(JsonSchema, Serialize)]
struct ServerAddress<'a> {
    /// URL of the page, including the token if there is one.
    url: &'a str,
    address: IpAddr,
    port: u16,
    token: Option<&'a str>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    log_to_standard_error();
    start_threads()?;
    let stop = Arc::new(AtomicBool::new(false));
    let settings = arguments.settings(&stop)?;
    let token = settings.token.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(HTTP_THREADS)
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(async {
        let address = settings.socket();
        let server = match Server::bind(settings).await {
            // A second start, as by another double click, opens the page of the first.
            Err(StartError::Listen { .. }) if arguments.open && is_outflank(address) => {
                let url = format!("http://{address}/");
                context.object(&ServerAddress {
                    url: &url,
                    address: address.ip(),
                    port: address.port(),
                    token: None,
                })?;
                context.text(&url)?;
                return open_page(&url);
            }
            bound => bound?,
        };
        let url = server.url();
        context.object(&ServerAddress {
            url: &url,
            address: server.address().ip(),
            port: server.address().port(),
            token: token.as_deref(),
        })?;
        context.text(&url)?;
        if arguments.open
            && let Err(error) = open_page(&url)
        {
            eprintln!("{error:#}");
        }
        server.run(stopped(context, &stop)).await;
        anyhow::Ok(())
    })?;
    // Do not wait for searches that are still running.
    runtime.shutdown_background();
    Ok(Verdict::Stopped)
}

fn open_page(url: &str) -> Result<()> {
    open::that_detached(url).context("cannot open a browser")
}

/// Returns whether an Outflank server that needs no token responds at an address.
fn is_outflank(address: SocketAddr) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect_timeout(&address, STATUS_TIMEOUT)?;
        stream.set_read_timeout(Some(STATUS_TIMEOUT))?;
        let request = "GET /api/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
        std::io::Result::Ok(answer.starts_with("HTTP/1.1 200") && answer.contains("\"hash_mib\""))
    };
    ask().unwrap_or(false)
}

/// Completes on Ctrl-C, or when the page stops the program.
async fn stopped(context: &Context, stop: &AtomicBool) {
    while !context.is_interrupted() && !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn log_to_standard_error() {
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .with_ansi(false);
    // Fails only if a logger is already installed.
    let _ = log.try_init();
}

impl Arguments {
    /// Returns the settings. On loopback, clients may set `stop`.
    fn settings(&self, stop: &Arc<AtomicBool>) -> Result<Settings> {
        let token = match &self.token_file {
            Some(path) => Some(read_token(path)?),
            None if self.address.is_loopback() => None,
            None => Some(Alphanumeric.sample_string(&mut rand::rng(), TOKEN)),
        };
        let book_editor = self.book_editor()?;
        let library = self.library();
        let archive = self.archive(library.as_deref())?;
        Ok(Settings {
            address: self.address,
            port: self.port,
            hosts: self.host.clone(),
            token,
            library,
            resources: Resources {
                threads: self.threads.count(),
                hash_mib: self.hash.mib(),
                evaluation: self.weights.read()?,
                book: match &book_editor {
                    Some(editor) => Some(OpenBook::File(Arc::clone(editor.book()))),
                    None => self.book.open()?,
                },
                book_editor,
                stop: self.address.is_loopback().then(|| Arc::clone(stop)),
                archive,
                open_archive: None,
                library: None,
                older_library: self.older_library(),
                limits: self.limits.requests(),
            },
            limits: ServerLimits {
                connections: self.limits.max_connections.into(),
                ..ServerLimits::default()
            },
        })
    }

    /// Opens the book for editing, if that is allowed.
    fn book_editor(&self) -> Result<Option<Arc<BookEditor>>> {
        match (&self.book, self.edit_book) {
            (_, false) => Ok(None),
            (BookName::File(path), true) => Ok(Some(Arc::new(BookEditor::open(path)?))),
            (name, true) => bail!("--edit-book: found --book {name}, expected a file"),
        }
    }

    /// Returns the path of the archive, if the server has one. Creates the default archive.
    fn archive(&self, library: Option<&Path>) -> Result<Option<PathBuf>> {
        let default = match (&self.archive, library) {
            (None, Some(library)) => library.with_file_name("archive.db"),
            (named, _) => return Ok(named.clone()),
        };
        if let Some(folder) = default.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Archive::open_or_create(&default)?;
        Ok(Some(default))
    }

    /// Returns the path of the library, if the server has one. A server that other machines can
    /// reach has a library only if an option names it, because everyone with the token would share
    /// it.
    fn library(&self) -> Option<PathBuf> {
        if self.no_library {
            return None;
        }
        let default = || Some(data_folder()?.join("library.db"));
        let named = self.library.clone();
        named.or_else(|| self.address.is_loopback().then(default).flatten())
    }

    /// Returns the file of the library that was beside the archive before there was one library for
    /// all archives.
    fn older_library(&self) -> Option<PathBuf> {
        let older = self.archive.as_ref()?.with_file_name("outflank-library.db");
        (older.exists() && self.library.as_ref() != Some(&older)).then_some(older)
    }
}

/// Returns the user's data folder, following the conventions of the system.
fn data_folder() -> Option<PathBuf> {
    Some(BaseDirs::new()?.data_dir().join("outflank"))
}

impl LimitOptions {
    fn requests(&self) -> RequestLimits {
        RequestLimits {
            time: self.max_time,
            level: self.max_level,
            open_analyses: self.max_searches.into(),
            open_per_client: self.max_searches_per_tab.into(),
            tree_nodes: self.max_tree_nodes as usize,
            games: self.max_games as usize,
            body_bytes: usize::from(self.max_request_mib) << 20,
        }
    }
}

fn read_token(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let line = text.lines().next().unwrap_or_default();
    Ok(line.trim().to_owned())
}
