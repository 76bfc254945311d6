//! The JSON object of a game, shared by all front ends.

use outflank_othello::format::{
    Date, Field, GameRecord, GameResult, MoveNote, Omission, Player, RecordedScore,
};
use outflank_othello::notation::transcript;
use outflank_othello::{Color, Game, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum length of a name, round or place in bytes.
const NAME_BYTES: usize = 1000;
/// Maximum number of discs per side.
const MOST_DISCS: u16 = 256;
/// Maximum score in discs.
const LARGEST_SCORE: f64 = 1000.0;
/// Maximum evaluation in discs, and maximum time in seconds.
const LARGEST_NOTE: f64 = 1e6;

/// A game as JSON. Input ignores fields that follow from others.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Record")]
pub struct GameObject {
    /// The board, such as `8x8`.
    pub board: String,
    /// `start`, or a position in OBF.
    pub start: String,
    /// The moves, as a transcript.
    pub moves: String,
    /// The number of the game in its file or archive, from 1.
    pub number: usize,
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    round: Option<String>,
    place: Option<String>,
    date: Option<String>,
    /// The year, taken from the date.
    year: Option<u16>,
    /// Whether the moves reach the end of the game.
    finished: bool,
    result: Option<ResultObject>,
    /// The disc difference for Black on the final board, empties going to the winner.
    board_score: Option<i32>,
    comment: Option<String>,
    notes: Vec<NoteObject>,
    /// Fields of the source that this object cannot represent.
    warnings: Vec<String>,
    /// The files from which the archive imported the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<GameSource>,
}

/// A file that contains a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSource {
    /// The name of the imported file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub number: u64,
}

/// The result of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Result")]
#[serde(default, deny_unknown_fields)]
struct ResultObject {
    /// `black`, `white` or `draw`. Null for 0-0, the score of games that were not played.
    winner: Option<String>,
    /// The disc difference for Black, empties going to the winner, if it is known.
    black_score: Option<f64>,
    /// The recorded score (`42-22`, `+20`, `Black won`) and, after a comma, why the game
    /// ended early (`resigned`, `time`, `agreed`).
    words: String,
}

/// A note on a move.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Note")]
#[serde(default, deny_unknown_fields)]
struct NoteObject {
    /// The number of the ply, from 1.
    ply: usize,
    evaluation: Option<f64>,
    seconds: Option<f64>,
    comment: Option<String>,
}

/// A field of a [`GameObject`] that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct FieldError {
    /// The field, such as `notes[2].ply`.
    pub field: String,
    /// What was expected.
    pub message: String,
}

impl FieldError {
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

impl GameObject {
    /// Creates the object of a game from its number, its record and the data omitted when it was
    /// read.
    #[must_use]
    pub fn new(number: usize, record: &GameRecord, omitted: &[Omission]) -> Self {
        let shape = record.game.shape();
        let start = record.game.start();
        let warnings = omitted.iter().map(Omission::to_string);
        let numbered = (1..).zip(&record.notes);
        Self {
            board: shape.to_string(),
            start: match *start == Position::start(shape) {
                true => "start".to_owned(),
                false => start.to_string(),
            },
            moves: transcript(&record.game),
            number,
            black: record.black.name.clone(),
            white: record.white.name.clone(),
            tournament: record.tournament.clone(),
            round: record.round.clone(),
            place: record.place.clone(),
            date: record.date.as_ref().map(Date::to_string),
            year: record.year(),
            finished: record.game.is_over(),
            result: ResultObject::of(record),
            board_score: record.game.outcome().map(|outcome| outcome.black_score),
            comment: record.comment.clone(),
            notes: numbered
                .filter(|(_, note)| !note.is_empty())
                .map(|(ply, note)| NoteObject::new(ply, note))
                .collect(),
            warnings: warnings.chain(fields_without_place(record)).collect(),
            sources: Vec::new(),
        }
    }

    /// Adds the files from which the archive imported the game.
    #[must_use]
    pub fn with_sources(self, sources: Vec<GameSource>) -> Self {
        Self { sources, ..self }
    }

    /// Converts the object to a record of `game`, which the caller has parsed from the first
    /// fields. Fails if a field cannot be read.
    pub fn into_record(self, game: Game) -> Result<GameRecord, FieldError> {
        let name = |field: &str, name: Option<String>| match name {
            Some(name) if name.len() > NAME_BYTES => {
                let message = format!("{} bytes: expected at most {NAME_BYTES}", name.len());
                Err(FieldError::new(field, message))
            }
            name => Ok(name),
        };
        let player = |field, text| -> Result<Player, FieldError> {
            Ok(Player {
                name: name(field, text)?,
                ..Player::default()
            })
        };
        let date = self.date.map(|text| text.parse::<Date>()).transpose();
        let mut record = GameRecord {
            black: player("black", self.black)?,
            white: player("white", self.white)?,
            tournament: name("tournament", self.tournament)?,
            round: name("round", self.round)?,
            place: name("place", self.place)?,
            date: date.map_err(|error| FieldError::new("date", error.to_string()))?,
            result: self.result.map(ResultObject::read).transpose()?,
            comment: self.comment,
            ..GameRecord::new(game)
        };
        let plies = record.game.moves().len();
        if !self.notes.is_empty() {
            record.notes = vec![MoveNote::default(); plies];
        }
        for (number, note) in self.notes.into_iter().enumerate() {
            let index = note.ply.checked_sub(1);
            let Some(place) = index.and_then(|index| record.notes.get_mut(index)) else {
                let message = format!(
                    "found {}: expected a ply of the game, from 1 to {plies}",
                    note.ply
                );
                return Err(FieldError::new(format!("notes[{number}].ply"), message));
            };
            *place = note.read();
        }
        Ok(record)
    }
}

/// Returns the names of the fields of a record that the object cannot represent.
fn fields_without_place(record: &GameRecord) -> impl Iterator<Item = String> {
    let fields = [Field::Ratings, Field::Clocks, Field::Komi, Field::Variant];
    let wthor = record
        .wthor
        .filter(|wthor| wthor.theoretical != wthor.black_discs);
    let present = fields.into_iter().filter(|field| field.is_in(record));
    let present = present.chain(wthor.map(|_| Field::Theoretical));
    present.map(|field| field.name().to_owned())
}

impl ResultObject {
    fn of(record: &GameRecord) -> Option<Self> {
        let result = record.known_result()?;
        let played = record.played_result();
        let winner = |result: GameResult| result.winner().map_or("draw", Color::name).to_owned();
        let squares = record.game.shape().squares();
        Some(Self {
            winner: played.map(winner),
            black_score: played.and_then(|result| result.score.black_score(squares)),
            words: result.to_string(),
        })
    }

    /// Converts the object to a result, from the words or else from the score.
    fn read(self) -> Result<GameResult, FieldError> {
        let error = |message: &str| FieldError::new("result", message);
        let words = self.words.trim();
        if words.is_empty() {
            let score = self
                .black_score
                .filter(|score| score.abs() <= LARGEST_SCORE);
            let score = score.ok_or_else(|| error("expected words or a score"))?;
            return Ok(GameResult::difference(score));
        }
        let read = words.parse::<GameResult>();
        let result = read.map_err(|expected| error(&format!("words: {expected}")))?;
        let is_plausible = match result.score {
            RecordedScore::Discs { black, white } => black.max(white) <= MOST_DISCS,
            RecordedScore::Difference(difference) => difference.abs() <= LARGEST_SCORE,
            RecordedScore::Winner(_) => true,
        };
        let result = is_plausible.then_some(result);
        result.ok_or_else(|| error("words: the score is too large"))
    }
}

impl NoteObject {
    fn new(ply: usize, note: &MoveNote) -> Self {
        Self {
            ply,
            evaluation: note.evaluation,
            seconds: note.seconds,
            comment: note.comment.clone(),
        }
    }

    fn read(self) -> MoveNote {
        MoveNote {
            evaluation: self.evaluation.filter(|discs| discs.abs() <= LARGEST_NOTE),
            seconds: self
                .seconds
                .filter(|time| (0.0..=LARGEST_NOTE).contains(time)),
            comment: self.comment,
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;
    use outflank_othello::format::Ending;

    use super::*;

    #[test]
    fn results_round_trip_through_text() {
        for score in [
            RecordedScore::Discs {
                black: 42,
                white: 22,
            },
            RecordedScore::Difference(-20.0),
            RecordedScore::Difference(2.5),
            RecordedScore::Winner(Color::White),
        ] {
            let endings = [Ending::Resigned, Ending::Time, Ending::Agreed];
            for ending in endings.map(Some).into_iter().chain([None]) {
                let result = GameResult { score, ending };
                let record = GameRecord {
                    result: Some(result),
                    ..GameRecord::new(Game::new(Shape::STANDARD))
                };
                assert_eq!(ResultObject::of(&record).unwrap().read(), Ok(result));
            }
        }
    }

    #[test]
    fn other_words_are_not_results() {
        for words in "won|42|+x|+inf|-nan|999999-1|1-2, bored|1-2,|,".split('|') {
            let object = ResultObject {
                words: words.to_owned(),
                ..ResultObject::default()
            };
            assert!(object.read().is_err(), "{words:?}");
        }
        assert!(ResultObject::default().read().is_err());
    }
}
