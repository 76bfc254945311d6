//! `outflank serve`: the analysis board in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use outflank_server::{Limits, Server, Settings};
use rand::distr::{Alphanumeric, SampleString};
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::{HashOption, ThreadsOption, WeightsOption, parse_time};

/// Signs of a token that is made here.
const TOKEN: usize = 32;
/// Threads that answer requests; the searches have their own.
const ANSWERING: usize = 2;
/// How often is looked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Arguments of `outflank serve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 8664)]
    port: u16,

    /// Address to listen on. Beyond this machine (0.0.0.0 listens everywhere) clients
    /// need a token: one is made and printed, unless there is --token-file.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// A further name under which browsers ask for this machine.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Take the token from the first line of a file: at least 16 letters, digits, `-` or `_`.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Start the browser.
    #[arg(long)]
    open: bool,

    /// An archive of games, as `outflank db import` writes it.
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,

    #[command(flatten)]
    weights: WeightsOption,

    #[command(flatten)]
    limits: LimitOptions,
}

/// The most that clients may ask for.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct LimitOptions {
    /// Most seconds of one search [default: 600].
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    most_time: Option<Duration>,

    /// Highest level of a search [default: 60].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    most_level: Option<u32>,

    /// Most searches open at a time, those that wait included [default: 64].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    most_analyses: Option<u16>,

    /// The same of one tab [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    most_of_a_tab: Option<u16>,

    /// Most nodes drawn of a tree [default: 5000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_tree_nodes: Option<u32>,

    /// Most games of one import or export [default: 10000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_games: Option<u32>,

    /// Most MiB of a request [default: 4].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u16).range(1..=1024))]
    most_mib: Option<u16>,

    /// Most connections open at a time [default: 256].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    most_connections: Option<u16>,
}

/// The JSON object.
#[derive(Serialize)]
struct Line<'a> {
    /// The address of the page, with the token.
    url: &'a str,
    address: IpAddr,
    port: u16,
    token: Option<&'a str>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    log_to_standard_error();
    let settings = arguments.settings()?;
    let token = settings.token.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(ANSWERING)
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(async {
        let server = Server::bind(settings).await?;
        let url = server.url();
        context.output.object(&Line {
            url: &url,
            address: server.address().ip(),
            port: server.address().port(),
            token: token.as_deref(),
        })?;
        context.output.text(&url)?;
        if arguments.open
            && let Err(error) = open::that_detached(&url)
        {
            eprintln!("no browser could be started: {error}");
        }
        server.run(interrupted(context)).await;
        anyhow::Ok(())
    })?;
    // What still runs on a thread of its own is not waited for.
    runtime.shutdown_background();
    Ok(Verdict::Done)
}

/// Waits for Ctrl-C.
async fn interrupted(context: &Context) {
    while !context.is_interrupted() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Has warnings and faults of the server told.
fn log_to_standard_error() {
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .with_ansi(false);
    // Whoever has a log already keeps it.
    let _ = log.try_init();
}

impl Arguments {
    fn settings(&self) -> anyhow::Result<Settings> {
        let token = match &self.token_file {
            Some(path) => Some(read_token(path)?),
            None if self.address.is_loopback() => None,
            None => Some(Alphanumeric.sample_string(&mut rand::rng(), TOKEN)),
        };
        Ok(Settings {
            address: self.address,
            port: self.port,
            hosts: self.host.clone(),
            token,
            threads: self.threads.count(),
            hash_mib: self.hash.mib(),
            evaluation: self.weights.read()?,
            archive: self.archive.clone(),
            limits: self.limits.limits(),
        })
    }
}

impl LimitOptions {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        let number = |given: Option<u16>, usual| given.map_or(usual, usize::from);
        let large = |given: Option<u32>, usual| given.map_or(usual, |given| given as usize);
        Limits {
            time: self.most_time.unwrap_or(usual.time),
            level: self.most_level.unwrap_or(usual.level),
            open_analyses: number(self.most_analyses, usual.open_analyses),
            open_per_client: number(self.most_of_a_tab, usual.open_per_client),
            tree_nodes: large(self.most_tree_nodes, usual.tree_nodes),
            games: large(self.most_games, usual.games),
            body_bytes: self
                .most_mib
                .map_or(usual.body_bytes, |mib| usize::from(mib) << 20),
            connections: number(self.most_connections, usual.connections),
            ..usual
        }
    }
}

fn read_token(path: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let line = text.lines().next().unwrap_or_default();
    Ok(line.trim().to_owned())
}
