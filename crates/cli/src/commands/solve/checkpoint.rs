//! Solves with checkpoints: a run resumes where an earlier one stopped.

use std::time::Duration;

use anyhow::Result;
use outflank_archive::checkpoint::{Done, Recorder, Run};
use outflank_engine::{SearchRequest, SearchResult, Searcher};
use outflank_othello::format::ObfRecord;

use super::Arguments;
use super::progress::ProgressLine;
use super::report::{SolvedPosition, restored};
use crate::output::grouped;

/// A run, with or without a checkpoint.
pub(super) struct SolveRun {
    recorder: Option<Recorder>,
    /// Results of earlier runs, in order.
    done: Vec<Done>,
}

impl SolveRun {
    /// Starts a run, or resumes it from an existing checkpoint.
    pub(super) fn open(
        arguments: &Arguments,
        records: &[ObfRecord],
        progress: &ProgressLine,
    ) -> Result<Self> {
        let Some(path) = &arguments.checkpoint else {
            return Ok(Self {
                recorder: None,
                done: Vec::new(),
            });
        };
        let window = arguments.window();
        let run = Run {
            board: arguments.board.shape.to_string(),
            positions: records
                .iter()
                .map(|record| record.position.to_string())
                .collect(),
            window: (window.alpha(), window.beta()),
        };
        let warn = progress.warner();
        let (recorder, done) =
            Recorder::open(path, run, arguments.every, move |error| warn(error))?;
        Ok(Self {
            recorder: Some(recorder),
            done,
        })
    }

    /// Solves a position unless an earlier run did. The nodes and the time of the result
    /// include those of earlier runs.
    pub(super) fn solve(
        &self,
        place: usize,
        mut request: SearchRequest,
        searcher: &mut Searcher,
    ) -> Result<SearchResult> {
        if let Some(done) = self.done.get(place) {
            return restored(done, request.window);
        }
        let Some(recorder) = &self.recorder else {
            return Ok(searcher.search(&request));
        };
        let (spent, bounds) = recorder.begin(searcher, &request.position)?;
        if bounds > 0 {
            eprintln!(
                "position {} resumes with {} saved bounds after {} nodes and {:.0} seconds",
                place + 1,
                grouped(bounds as u64),
                grouped(spent.nodes),
                spent.seconds
            );
        }
        let spent_time = Duration::from_secs_f64(spent.seconds);
        request.limits.time = request.limits.time.map(|time| {
            let left = time.saturating_sub(spent_time);
            left.max(Duration::from_millis(1))
        });
        let mut result = searcher.search(&request);
        result.nodes += spent.nodes;
        result.elapsed += spent_time;
        Ok(result)
    }

    /// Records the result of a position.
    pub(super) fn finish(&self, place: usize, line: &SolvedPosition) {
        if let Some(recorder) = &self.recorder
            && place >= self.done.len()
        {
            recorder.finish(line.done());
        }
    }

    pub(super) fn close(self) -> Result<()> {
        match self.recorder {
            Some(recorder) => Ok(recorder.close()?),
            None => Ok(()),
        }
    }
}
