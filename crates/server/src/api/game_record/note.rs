//! Notes on moves.

use outflank_othello::format::{GameRecord, MoveNote};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Largest number of discs or seconds.
const LARGEST: f64 = 1e6;

/// A note on a move.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Note {
    /// Number of the move from 1, passes counted.
    ply: usize,
    evaluation: Option<f64>,
    seconds: Option<f64>,
    comment: Option<String>,
}

/// Returns the notes that are not empty.
pub(super) fn notes_of(notes: &[MoveNote]) -> Vec<Note> {
    let numbered = (1..).zip(notes).filter(|(_, note)| !note.is_empty());
    numbered
        .map(|(ply, note)| Note {
            ply,
            evaluation: note.evaluation,
            seconds: note.seconds,
            comment: note.comment.clone(),
        })
        .collect()
}

/// Puts notes into a record. An error has the 0-based number of its note.
pub(super) fn put_notes(notes: Vec<Note>, record: &mut GameRecord) -> Result<(), (usize, String)> {
    let plies = record.game.moves().len();
    if !notes.is_empty() {
        record.notes = vec![MoveNote::default(); plies];
    }
    for (number, note) in notes.into_iter().enumerate() {
        let place = note.ply.checked_sub(1);
        let Some(known) = place.and_then(|place| record.notes.get_mut(place)) else {
            let message = format!(
                "found {}: expected 1 to {plies}, a ply of the game",
                note.ply
            );
            return Err((number, message));
        };
        *known = MoveNote {
            evaluation: note.evaluation.filter(|discs| discs.abs() <= LARGEST),
            seconds: note.seconds.filter(|time| (0.0..=LARGEST).contains(time)),
            comment: note.comment,
        };
    }
    Ok(())
}
