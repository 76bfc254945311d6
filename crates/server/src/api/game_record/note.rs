//! What is known of single moves.

use outflank_othello::format::{GameRecord, MoveNote};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number that means something as discs or seconds.
const LARGEST: f64 = 1e6;

/// What is known of a move.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Note {
    /// Its number, from 1 on, passes counted.
    ply: usize,
    evaluation: Option<f64>,
    seconds: Option<f64>,
    comment: Option<String>,
}

/// The notes in which something stands.
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

/// Puts notes into a record. An error comes with the 0-based number of its note.
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
