//! The checkpoint of a trainer: all numbers as 32-bit floating-point numbers.

use outflank_support::seeds::derived_seed;
use serde::{Deserialize, Serialize};

use super::model::Head;
use super::optimizer::HeadOptimizer;
use super::{HumanMove, HumanSettings, State};
use crate::checkpoint::{CheckpointFile, Settings, read_numbers, write_numbers};
use crate::error::TrainingError;

pub(super) const FORMAT: &str = "outflank human training checkpoint 1";

/// The JSON part of a [`State`].
#[derive(Serialize, Deserialize)]
struct Header {
    step: u64,
    #[serde(with = "crate::exact_float")]
    loss: f64,
    /// Steps of the head of each stage, and moves since the last one.
    heads: Vec<(u32, u32)>,
}

/// Returns everything that determines the bits of a run.
pub(super) fn settings(settings: &HumanSettings, moves: &[HumanMove]) -> Settings {
    let fingerprint = moves.iter().fold(0, |hash, mv| {
        let last = mv.last.map_or(0, |last| u64::from(last) + 1);
        let rest = last << 40 | u64::from(mv.square) << 32 | u64::from(mv.rating.to_bits());
        derived_seed(hash, &[mv.board.mover(), mv.board.opponent(), rest])
    });
    let all = [
        ("epochs", settings.epochs.to_string()),
        ("rate of the rows", settings.row_rate.to_string()),
        ("rate of the heads", settings.head_rate.to_string()),
        ("seed", settings.seed.to_string()),
        ("number of rows", outflank_human::rows().to_string()),
        ("number of moves", moves.len().to_string()),
        ("fingerprint of the moves", format!("{fingerprint:016x}")),
    ];
    all.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Saves the state.
pub(super) fn write(file: &mut CheckpointFile, state: &mut State) -> Result<(), TrainingError> {
    let heads = state.heads.iter().zip(&state.gradients);
    let header = Header {
        step: state.step,
        loss: state.loss,
        heads: heads
            .map(|(head, gradient)| (head.steps, gradient.1))
            .collect(),
    };
    file.write(&header, |body| write_numbers(body, numbers(state)))
}

/// Reads the state, or `None` if there is no file.
pub(super) fn read(file: &CheckpointFile) -> Result<Option<State>, TrainingError> {
    let Some((header, mut body)) = file.read::<Header>()? else {
        return Ok(None);
    };
    let mut state = State::new(0);
    state.step = header.step;
    state.loss = header.loss;
    let heads = state.heads.iter_mut().zip(&mut state.gradients);
    for ((head, gradient), (steps, moves)) in heads.zip(header.heads) {
        (head.steps, gradient.1) = (steps, moves);
    }
    let read = read_numbers(&mut body, numbers(&mut state));
    read.map_err(|error| file.unreadable(&error))?;
    file.expect_end(&mut body)?;
    Ok(Some(state))
}

/// Returns all numbers in the order of the file.
fn numbers(state: &mut State) -> impl Iterator<Item = &mut f32> {
    let rows = state.model.rows.iter_mut().flatten();
    let heads = state.model.heads.iter_mut().chain(
        state
            .gradients
            .iter_mut()
            .map(|(gradient, _)| gradient)
            .chain(state.heads.iter_mut().flat_map(|head| {
                let HeadOptimizer { mean, square, .. } = head;
                [mean, square]
            })),
    );
    let heads = heads.flat_map(Head::numbers);
    rows.chain(&mut state.rows.squares).chain(heads)
}
