//! `outflank.label`: positions in shards, and their scores.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{SearchOptions, Searcher, Selectivity};
use outflank_othello::{Position, Shape as BoardShape};
use outflank_training::dataset::{Header, ScoredPosition};
use outflank_training::{
    LABEL_HASH, Label, Shard as LabelShard, Shards as LabelShards, TrainingError,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Weights;
use crate::arrays::{Argument, read_reals};
use crate::boards::{Boards, BoardsView, Row, layout_of};
use crate::errors::{file_error, memory_error, os_error, value_error};
use crate::interrupt::{self, lock, lock_unless};
use crate::shape::{ShapeArgument, shape_of};

fn label_error(error: TrainingError) -> PyErr {
    match error {
        TrainingError::Io(..) => os_error(error),
        TrainingError::Games(error) => file_error(error),
        _ => value_error(error),
    }
}

/// Returns the settings of searches, checked.
fn searches(
    depth: u32,
    selectivity: u32,
    exact: u32,
    shape: BoardShape,
    weights: Option<&Arc<Evaluation>>,
) -> PyResult<Label> {
    if !(1..=60).contains(&depth) {
        return Err(value_error(format_args!(
            "depth {depth}: expected 1 to 60 plies"
        )));
    }
    let percent = Selectivity::from_percent(selectivity).ok_or_else(|| {
        value_error(format_args!(
            "selectivity {selectivity}: expected 73, 87, 95, 98, 99 or 100"
        ))
    })?;
    if !shape.is_narrow() {
        return Err(value_error(format_args!(
            "boards of {shape}: expected a shape that fits into 8x8"
        )));
    }
    Ok(Label {
        shape,
        depth,
        selectivity: percent,
        exact_to: exact,
        weights_hash: Evaluation::for_shape(weights, shape).map_or(0, Evaluation::digest),
        ..Label::default()
    })
}

/// Scores positions as ``outflank train label`` does, on one thread.
///
/// Positions with at most ``exact`` empty squares are solved; the others are searched ``depth``
/// plies deep with a ProbCut confidence of ``selectivity`` per cent. The table of 4 MiB is
/// cleared before each position, so a score does not depend on earlier positions. ``weights`` is a
/// file of weights or of a network, or its content, that replaces the built-in evaluation.
#[pyclass(frozen, module = "outflank.label")]
pub(crate) struct Labeler {
    label: Label,
    searcher: Mutex<Searcher>,
}

/// Scores and depths.
type Scores<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<u8>>);

impl Labeler {
    fn score_all(&self, py: Python<'_>, positions: &[Position]) -> PyResult<Vec<ScoredPosition>> {
        let stuck = positions.iter().position(|p| p.legal_moves().is_empty());
        if let Some(index) = stuck {
            return Err(value_error(format_args!(
                "boards[{index}]: expected a position in which the mover has a move"
            )));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let scored = interrupt::run(py, &stop, || {
            let mut searcher = lock_unless(&self.searcher, &stop)?;
            searcher.stop_by(Arc::clone(&stop));
            let score = |position| match stop.load(Ordering::Relaxed) {
                true => None,
                false => self.label.score(position, &mut searcher),
            };
            positions.iter().map(score).collect::<Option<Vec<_>>>()
        });
        scored?.ok_or_else(|| value_error("the searches were stopped"))
    }
}

#[pymethods]
impl Labeler {
    #[new]
    #[pyo3(signature = (*, depth = 12, selectivity = 73, exact = 20, board = None,
        weights = None))]
    fn new(
        depth: u32,
        selectivity: u32,
        exact: u32,
        board: Option<ShapeArgument<'_>>,
        weights: Option<Weights<'_>>,
    ) -> PyResult<Self> {
        let shape = shape_of(board)?;
        let weights = weights.map(|file| file.read_for(shape)).transpose()?;
        let label = searches(depth, selectivity, exact, shape, weights.as_ref())?;
        let mut options = SearchOptions::default().with_hash(LABEL_HASH);
        if let Some(weights) = weights {
            options = options.with_evaluation(weights);
        }
        Ok(Self {
            label,
            searcher: Mutex::new(Searcher::new(options).map_err(memory_error)?),
        })
    }

    /// Returns the scores of ``n`` boards for the mover, ``float32[n]`` in discs, and their search
    /// depths in plies, ``uint8[n]``, 255 for exact scores.
    ///
    /// Raises ``ValueError`` if the mover of a board has no move.
    fn score<'py>(&self, py: Python<'py>, boards: Bound<'py, PyAny>) -> PyResult<Scores<'py>> {
        let boards = Boards::of_shape(&boards, self.label.shape)?;
        let positions = boards.view()?.positions()?;
        let scored = self.score_all(py, &positions)?;
        let scores = scored.iter().map(|scored| scored.discs() as f32);
        let depths = scored.iter().map(|scored| scored.depth);
        Ok((
            PyArray1::from_iter(py, scores),
            PyArray1::from_iter(py, depths),
        ))
    }

    /// Returns a copy of a batch of columns with the added columns ``score`` (discs), ``exact``,
    /// ``depth`` (plies) and ``selectivity`` (per cent). The columns ``mover`` and ``opponent`` of
    /// the batch are ``uint64[n]``. Where a score is exact, depth is 0 and selectivity 100.
    /// ``ray.data.Dataset.map_batches`` can call a labeler.
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let column = |name: &'static str| {
            let column = batch.get_item(name)?.ok_or_else(|| {
                value_error(format_args!(
                    "a batch without {name}: expected the columns mover and opponent"
                ))
            })?;
            let argument = Argument {
                name,
                columns: None,
                range: "0 to 2**64 - 1",
            };
            argument.read(&column)
        };
        let (mover, opponent) = (column("mover")?, column("opponent")?);
        let mover = mover.as_slice().map_err(value_error)?;
        let opponent = opponent.as_slice().map_err(value_error)?;
        if mover.len() != opponent.len() {
            return Err(value_error(format_args!(
                "opponent of length {}: expected {}, the length of mover",
                opponent.len(),
                mover.len()
            )));
        }
        let rows: Vec<Row> = mover.iter().zip(opponent).map(|(m, o)| [*m, *o]).collect();
        let layout = layout_of(self.label.shape)?;
        let boards = BoardsView {
            rows: &rows,
            layout: &layout,
        };
        let positions = boards.positions()?;
        let scored = self.score_all(py, &positions)?;
        let out = batch.copy()?;
        let scores = scored.iter().map(|scored| scored.discs() as f32);
        out.set_item("score", PyArray1::from_iter(py, scores))?;
        let exact = scored.iter().map(ScoredPosition::is_exact);
        out.set_item("exact", PyArray1::from_iter(py, exact))?;
        let depth = |scored: &ScoredPosition| if scored.is_exact() { 0 } else { scored.depth };
        out.set_item("depth", PyArray1::from_iter(py, scored.iter().map(depth)))?;
        let percent = self.label.selectivity.percent() as u8;
        let selectivity = |scored: &ScoredPosition| if scored.is_exact() { 100 } else { percent };
        let selectivity = scored.iter().map(selectivity);
        out.set_item("selectivity", PyArray1::from_iter(py, selectivity))?;
        Ok(out)
    }
}

/// An iterator over the positions of files in :class:`Shard` objects, with the options of
/// ``outflank train label``.
///
/// Files are self-play games, Parquet with the columns ``mover`` and ``opponent``, WTHOR,
/// transcripts or OBF; in a folder, all Parquet files are read. The same files and settings give
/// the same shards on every machine. ``weights`` is the evaluation of the labeler; the names of the
/// shards depend on it. Raises ``OSError`` for files that cannot be read, and ``ValueError`` for
/// invalid content.
#[pyclass(frozen, module = "outflank.label")]
pub(crate) struct Shards {
    shards: Mutex<LabelShards>,
    header: Arc<Header>,
}

#[pymethods]
impl Shards {
    #[new]
    #[pyo3(signature = (sources, *, shard_size = 1000, depth = 12, selectivity = 73, exact = 20,
        per_game = 4, random_moves = 0, empties = (0, 64), seed = 1, board = None,
        weights = None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn new(
        py: Python<'_>,
        sources: Vec<PathBuf>,
        shard_size: usize,
        depth: u32,
        selectivity: u32,
        exact: u32,
        per_game: u32,
        random_moves: u32,
        empties: (u32, u32),
        seed: u64,
        board: Option<ShapeArgument<'_>>,
        weights: Option<Weights<'_>>,
    ) -> PyResult<Self> {
        if !(1..=1_000_000).contains(&shard_size) {
            return Err(value_error(format_args!(
                "shard_size {shard_size}: expected 1 to 1000000"
            )));
        }
        let shape = shape_of(board)?;
        let weights = weights.map(|file| file.read_for(shape)).transpose()?;
        let label = Label {
            seed,
            per_game,
            max_random_moves: random_moves,
            min_empties: empties.0,
            max_empties: empties.1,
            ..searches(depth, selectivity, exact, shape, weights.as_ref())?
        };
        let label = interrupt::run_or_abandon(py, move || label.with_sources(&sources))?;
        let shards = label.and_then(|label| label.shards(shard_size));
        let shards = shards.map_err(label_error)?;
        Ok(Self {
            header: Arc::new(shards.header().clone()),
            shards: Mutex::new(shards),
        })
    }

    /// Creates the folder if it is missing. Raises ``ValueError`` if it contains Parquet files with
    /// other settings or from another program.
    fn prepare(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| lock(&self.shards).prepare(&folder))
            .map_err(label_error)
    }

    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Shard>> {
        let next = py.detach(|| lock(&self.shards).next().transpose());
        let shard = next.map_err(label_error)?;
        Ok(shard.map(|shard| Shard {
            shard,
            header: Arc::clone(&self.header),
        }))
    }
}

/// A range of positions whose scores go into one Parquet file.
#[pyclass(frozen, module = "outflank.label")]
pub(crate) struct Shard {
    shard: LabelShard,
    header: Arc<Header>,
}

#[pymethods]
impl Shard {
    /// The number of the shard, from 0.
    #[getter]
    const fn index(&self) -> u64 {
        self.shard.index
    }

    /// The name of the shard's file: its number, and a digest of settings and positions.
    #[getter]
    fn name(&self) -> &str {
        &self.shard.name
    }

    /// The boards, ``uint64[n, 2]``.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let rows = PyArray1::from_iter(py, self.shard.boards().flatten());
        rows.reshape([self.shard.positions.len(), 2])
    }

    /// Returns whether the folder contains the shard's file. Such a file is complete.
    fn exists(&self, folder: PathBuf) -> bool {
        self.shard.path(&folder).exists()
    }

    /// Writes the shard's file from the scores and depths of its boards, as :meth:`Labeler.score`
    /// returns them. The file has a temporary name until it is complete.
    fn write(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        scores: Bound<'_, PyAny>,
        depths: Bound<'_, PyAny>,
    ) -> PyResult<()> {
        const DEPTHS: Argument = Argument {
            name: "depths",
            columns: None,
            range: "0 to 255",
        };
        let (scores, depths) = (read_reals("scores", &scores)?, DEPTHS.read_bytes(&depths)?);
        let depths = depths.as_slice().map_err(value_error)?;
        if scores.len() != depths.len() {
            return Err(value_error(format_args!(
                "depths of length {}: expected {}, one for each score",
                depths.len(),
                scores.len()
            )));
        }
        let score = |(index, (score, depth)): (usize, (&f64, &u8))| {
            let units = score * f64::from(ScoredPosition::UNITS);
            // Values out of range saturate, and NaN becomes 0.
            match units.round() as i16 {
                rounded if f64::from(rounded) == units.round() => Ok((rounded, *depth)),
                _ => Err(value_error(format_args!(
                    "scores[{index}]: {score} discs: expected a multiple of 1/128"
                ))),
            }
        };
        let scores = scores.iter().zip(depths).enumerate().map(score);
        let scores = scores.collect::<PyResult<Vec<_>>>()?;
        py.detach(|| self.shard.write(&folder, &self.header, &scores))
            .map_err(label_error)
    }

    fn __len__(&self) -> usize {
        self.shard.positions.len()
    }
}
