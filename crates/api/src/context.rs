//! The resources and limits of requests.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_book::OpenBook;
use outflank_engine::MAX_LEVEL;
use outflank_engine::evaluation::Evaluation;
use outflank_support::json;
use serde::de::DeserializeOwned;

use crate::endpoint::Answer;
use crate::fields::Input;
use crate::search::{Question, Search};
use crate::{ApiError, ENDPOINTS, ErrorKey, Result, route};

/// The resources that all requests share.
#[derive(Debug, Default)]
pub struct Resources {
    /// Number of engine threads.
    pub threads: usize,
    /// Size in MiB of the engine's transposition table.
    pub hash_mib: usize,
    /// An evaluation that replaces the shipped one on boards of its shape.
    pub evaluation: Option<Arc<Evaluation>>,
    /// The opening book, if any.
    pub book: Option<OpenBook>,
    /// The editor of the book, if clients may change it.
    #[cfg(feature = "files")]
    pub book_editor: Option<Arc<outflank_book::BookEditor>>,
    /// The flag that stops the program, if clients may set it.
    #[cfg(feature = "files")]
    pub stop: Option<Arc<AtomicBool>>,
    /// The file of the archive, if any.
    pub archive: Option<PathBuf>,
    /// An open archive with no other writers, used instead of `archive`.
    #[cfg(feature = "storage")]
    pub open_archive: Option<std::sync::Mutex<outflank_archive::Archive>>,
    /// The library of games, if any.
    #[cfg(feature = "storage")]
    pub library: Option<std::sync::Mutex<outflank_archive::library::Library>>,
    /// The file of an older library, whose games are offered for import, if any.
    #[cfg(feature = "storage")]
    pub older_library: Option<PathBuf>,
    /// The limits on requests.
    pub limits: RequestLimits,
}

impl Resources {
    pub(crate) const fn has_archive(&self) -> bool {
        #[cfg(feature = "storage")]
        let is_open = self.open_archive.is_some();
        #[cfg(not(feature = "storage"))]
        let is_open = false;
        is_open || self.archive.is_some()
    }
}

/// Everything that a request needs besides its fields.
pub struct Context<'a> {
    /// The resources that all requests share.
    pub resources: &'a Resources,
    /// The search of this request.
    pub search: &'a dyn Search,
    /// Set once nobody is waiting for the response.
    pub stop: Arc<AtomicBool>,
    /// The seed of requests that do not give one.
    pub seed: u64,
}

/// The limits on requests. `/api/status` reports them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Maximum body size in bytes.
    pub body_bytes: usize,
    /// Maximum time of a search.
    pub time: Duration,
    /// Maximum search level.
    pub level: u32,
    /// Maximum number of open searches, including waiting ones.
    pub open_analyses: usize,
    /// Maximum number of open searches per client.
    pub open_per_client: usize,
    /// Maximum number of nodes per search in a drawn tree.
    pub tree_nodes: usize,
    /// Maximum number of games per import or export, including rejected ones.
    pub games: usize,
}

impl RequestLimits {
    /// Maximum number of plies of a game: twice the squares of the largest board, which no game
    /// exceeds.
    pub const PLIES: usize = 2 * outflank_othello::MAX_SQUARES as usize;
    /// Maximum depth of a drawn tree.
    pub const TREE_DEPTH: u32 = 8;
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            time: Duration::from_secs(600),
            level: MAX_LEVEL,
            open_analyses: 64,
            open_per_client: 4,
            tree_nodes: 5000,
            games: 10_000,
        }
    }
}

impl Context<'_> {
    pub(crate) const fn limits(&self) -> &RequestLimits {
        &self.resources.limits
    }

    pub(crate) fn level(&self, level: Option<u32>, default: u32) -> Result<u32> {
        within("level", level.unwrap_or(default), 1, self.limits().level)
    }

    pub(crate) fn time(&self, seconds: f64) -> Result<Duration> {
        let most = self.limits().time;
        let time = Duration::try_from_secs_f64(seconds).ok();
        time.filter(|time| !time.is_zero() && *time <= most)
            .ok_or_else(|| {
                let most = most.as_secs_f64();
                let message =
                    format!("found {seconds}: expected more than 0 seconds, at most {most}");
                ApiError::bad("time", message)
            })
    }

    /// Sends a request to the archive, here or elsewhere, and reads the response.
    pub(crate) fn ask<T: DeserializeOwned>(&self, question: Question) -> Result<T> {
        let json = match self.resources.has_archive() {
            true => self.answer(question)?,
            false => self.search.ask(question)?,
        };
        json::read(json.as_bytes()).map_err(|error| ApiError::internal(&error))
    }

    fn answer(&self, question: Question) -> Result<String> {
        let Question {
            method,
            path,
            mut query,
            body,
        } = question;
        let found = route(&ENDPOINTS, method, &path);
        let (endpoint, fields) = found.ok_or_else(|| ApiError::not_found("path", path.as_str()))?;
        query.extend(fields);
        let body = body.into_bytes();
        match endpoint.answer(Input { query, body }, self)? {
            Answer::Json(json) => Ok(json),
            Answer::Page(_) | Answer::Stream(_) => Err(ApiError::internal(&"not JSON")),
        }
    }

    pub(crate) fn book(&self) -> Result<&OpenBook> {
        self.resources.book.as_ref().ok_or_else(|| {
            let message = "there is no opening book: start the server without --book off";
            ApiError::new(ErrorKey::NoBook, "book", message)
        })
    }
}

pub(crate) fn within<T>(place: &'static str, number: T, least: T, most: T) -> Result<T>
where
    T: Copy + PartialOrd + std::fmt::Display,
{
    if least <= number && number <= most {
        return Ok(number);
    }
    let message = format!("found {number}: expected {least} to {most}");
    Err(ApiError::bad(place, message))
}

pub(crate) fn discs(place: &'static str, discs: f64) -> Result<f64> {
    within(place, discs, 0.0, 128.0)
}
