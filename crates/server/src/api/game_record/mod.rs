//! Game records as JSON.

mod format;
mod note;
mod result;

pub(super) use format::FormatName;
pub(super) use result::black_score;

use outflank_othello::format::{Date, GameRecord, Omission, Player};
use outflank_othello::notation::transcript;
use outflank_othello::{Position, Shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::note::{Note, notes_of, put_notes};
use self::result::ResultJson;
use super::ApiError;
use super::request::GameFields;

/// Longest name, round or place in bytes.
const NAME_BYTES: usize = 1000;

/// A game record.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Record")]
pub(super) struct RecordJson {
    board: String,
    start: String,
    moves: String,
    number: usize,
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    round: Option<String>,
    place: Option<String>,
    date: Option<String>,
    result: Option<ResultJson>,
    comment: Option<String>,
    notes: Vec<Note>,
    /// What the source has beside, which is not kept.
    warnings: Vec<String>,
}

impl RecordJson {
    /// Converts a record with its number in the source.
    pub(super) fn new(number: usize, record: GameRecord, lost: &[Omission]) -> Self {
        let warnings = lost.iter().map(Omission::to_string);
        let warnings = warnings.chain(unheld(&record).map(str::to_owned)).collect();
        let shape = record.game.shape();
        let start = record.game.start();
        let is_standard = *start == Position::start(shape);
        Self {
            board: shape.to_string(),
            start: match is_standard {
                true => "start".to_owned(),
                false => start.to_string(),
            },
            moves: transcript(&record.game),
            number,
            result: record
                .known_result()
                .map(|result| ResultJson::new(result, shape.squares())),
            notes: notes_of(&record.notes),
            black: record.black.name,
            white: record.white.name,
            tournament: record.tournament,
            round: record.round,
            place: record.place,
            date: record.date.map(|date| date.to_string()),
            comment: record.comment,
            warnings,
        }
    }

    /// Converts to a record; `place` is its place in the request.
    pub(super) fn read(self, place: &str) -> Result<GameRecord, ApiError> {
        let within = |field: &str| format!("{place}.{field}");
        let GameFields { board, start, .. } = GameFields::default();
        let or = |text: String, default: String| if text.is_empty() { default } else { text };
        let fields = GameFields {
            board: or(self.board, board),
            start: or(self.start, start),
            moves: self.moves,
        };
        let game = fields.game().map_err(|error| error.within(place))?;
        let name = |field, name: Option<String>| match name {
            Some(name) if name.len() > NAME_BYTES => Err(ApiError::bad(
                within(field),
                format!("{} bytes: expected at most {NAME_BYTES}", name.len()),
            )),
            name => Ok(name),
        };
        let player = |field, text| -> Result<Player, ApiError> {
            Ok(Player {
                name: name(field, text)?,
                ..Player::default()
            })
        };
        let date = self.date.map(|text| text.parse::<Date>()).transpose();
        let result = self.result.map(ResultJson::read).transpose();
        let mut record = GameRecord {
            black: player("black", self.black)?,
            white: player("white", self.white)?,
            tournament: name("tournament", self.tournament)?,
            round: name("round", self.round)?,
            place: name("place", self.place)?,
            date: date.map_err(|error| ApiError::bad(within("date"), error.to_string()))?,
            result: result.map_err(|message| ApiError::bad(within("result"), message))?,
            comment: self.comment,
            ..GameRecord::new(game)
        };
        put_notes(self.notes, &mut record).map_err(|(note, message)| {
            ApiError::bad(within(&format!("notes[{note}].ply")), message)
        })?;
        Ok(record)
    }
}

/// Names the fields of a record that JSON does not hold.
fn unheld(record: &GameRecord) -> impl Iterator<Item = &'static str> {
    use outflank_othello::format::Field;
    let fields = [Field::Ratings, Field::Clocks, Field::Komi, Field::Variant];
    let has_other_theoretical = record
        .wthor
        .is_some_and(|wthor| wthor.theoretical != wthor.black_discs);
    let theoretical = has_other_theoretical.then_some(Field::Theoretical);
    let found: Vec<&'static str> = fields
        .into_iter()
        .filter(|field| field.is_in(record))
        .chain(theoretical)
        .map(Field::name)
        .collect();
    found.into_iter()
}

/// Parses the shape of a query.
pub(super) fn shape(board: Option<String>) -> Result<Shape, ApiError> {
    let mut fields = GameFields::default();
    if let Some(board) = board {
        fields.board = board;
    }
    fields.shape()
}
