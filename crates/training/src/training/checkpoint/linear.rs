//! The state of conjugate gradients: four vectors (weights, residual, direction,
//! weights of the best pass), each by knot, then by kind, as 64-bit floating-point
//! numbers.

use std::io::{self, Read};
use std::time::Duration;

use outflank_engine::evaluation::{KNOTS, PatternSet};
use serde::{Deserialize, Serialize};

use super::{Checkpoint, Settings};
use crate::training::error::TrainingError;
use crate::training::error_by_stage::ErrorByStage;
use crate::training::passes::Vector;
use crate::training::solver::TrainingOptions;
use crate::training::spool::{Part, Spool};
use crate::training::state::{Slopes, State, Step};

const FORMAT: &str = "outflank training checkpoint 2";

impl Checkpoint {
    /// All that decides the bits of a training on a spool.
    pub(in crate::training) fn settings(
        &self,
        spool: &Spool,
        options: &TrainingOptions,
    ) -> Settings {
        let mut settings = self.sources().clone();
        let mut add = |name: String, value: String| settings.push((name, value));
        add("penalty".to_owned(), options.penalty.to_string());
        add("smoothing".to_owned(), options.smoothing.to_string());
        let patterns = spool.patterns();
        add("board".to_owned(), patterns.shape().to_string());
        let fingerprint = format!("{:016x}", patterns.fingerprint());
        add("fingerprint of patterns and stages".to_owned(), fingerprint);
        for (interval, discs) in patterns.stages().knots().iter().enumerate() {
            let counts = [Part::Training, Part::HeldOut].map(|part| spool.count(part, interval));
            let [training, held_out] = counts;
            add(
                format!("number of positions from {discs} discs on"),
                format!("{training} and {held_out} held out"),
            );
        }
        let hash = format!("{:016x}", spool.hash());
        add("fingerprint of the positions".to_owned(), hash);
        add(
            "choice of patterns".to_owned(),
            options.patterns.names(patterns).join(","),
        );
        settings
    }

    /// Writes the state beside the file and renames it into its place.
    pub(in crate::training) fn write(
        &self,
        settings: &Settings,
        state: &State,
    ) -> Result<(), TrainingError> {
        let header = Header {
            format: FORMAT.to_owned(),
            settings: settings.clone(),
            slopes: state.slopes,
            best_pass: state.best_pass,
            steps: state.steps.iter().map(KeptStep::from).collect(),
        };
        let vectors = [
            &state.weights,
            &state.residual,
            &state.direction,
            &state.best,
        ];
        self.replace(&header, |body| {
            for knot in vectors.into_iter().flatten() {
                let bytes = knot.iter().flat_map(|number| number.to_le_bytes());
                body.write_all(&bytes.collect::<Vec<u8>>())?;
            }
            Ok(())
        })
    }

    /// Reads the state; none if there is no file.
    pub(in crate::training) fn read(
        &self,
        expected: &Settings,
        patterns: &PatternSet,
    ) -> Result<Option<State>, TrainingError> {
        let Some((header, mut body)) = self.open::<Header>(FORMAT, expected)? else {
            return Ok(None);
        };
        let unreadable = |error: io::Error| self.unreadable(&error);
        let mut vector = || read_vector(&mut body, patterns).map_err(unreadable);
        let state = State {
            weights: vector()?,
            residual: vector()?,
            direction: vector()?,
            best: vector()?,
            slopes: header.slopes,
            best_pass: header.best_pass,
            steps: header.steps.into_iter().map(Step::from).collect(),
        };
        self.end(&mut body, "the four vectors")?;
        Ok(Some(state))
    }
}

/// The line of JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    /// [`FORMAT`].
    format: String,
    settings: Settings,
    slopes: Slopes,
    best_pass: u32,
    steps: Vec<KeptStep>,
}

/// What a pass gave, as the file keeps it.
#[derive(Serialize, Deserialize)]
struct KeptStep {
    pass: u32,
    error: ErrorByStage,
    #[serde(with = "crate::training::exact")]
    residual: f64,
    elapsed: Duration,
}

impl From<KeptStep> for Step {
    fn from(kept: KeptStep) -> Self {
        Self {
            pass: kept.pass,
            error: kept.error,
            residual: kept.residual,
            elapsed: kept.elapsed,
        }
    }
}

impl From<&Step> for KeptStep {
    fn from(step: &Step) -> Self {
        Self {
            pass: step.pass,
            error: step.error.clone(),
            residual: step.residual,
            elapsed: step.elapsed,
        }
    }
}

fn read_vector(file: &mut impl Read, patterns: &PatternSet) -> io::Result<Vector> {
    let mut bytes = vec![0; 8 * patterns.kinds()];
    let mut knot = || {
        file.read_exact(&mut bytes)?;
        let (numbers, _) = bytes.as_chunks();
        Ok(numbers
            .iter()
            .map(|&number| f64::from_le_bytes(number))
            .collect())
    };
    (0..KNOTS).map(|_| knot()).collect()
}
