//! Fields of a game record that are not searched, as JSON.

use outflank_othello::format::{
    Clock, Ending, GameRecord, GameResult, Komi, KomiBid, MoveNote, Player, RecordedScore,
};
use outflank_othello::{Color, Move};
use serde::{Deserialize, Serialize};

/// The other fields of a record.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    black_rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<KomiDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct KomiDetails {
    discs: Option<f64>,
    black: Option<Bid>,
    white: Option<Bid>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Bid {
    /// `None` for a pass.
    #[serde(rename = "move")]
    square: Option<String>,
    evaluation: f64,
    seconds: Option<f64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Note {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

impl Details {
    /// Returns the details of a record.
    pub(super) fn of(record: &GameRecord) -> Self {
        let clock = |player: &Player| player.clock.map(|clock| clock.to_string());
        let note = |note: &MoveNote| Note {
            evaluation: note.evaluation,
            seconds: note.seconds,
            comment: note.comment.clone(),
        };
        Self {
            black_rating: record.black.rating,
            white_rating: record.white.rating,
            black_clock: clock(&record.black),
            white_clock: clock(&record.white),
            komi: record.komi.map(|komi| KomiDetails {
                discs: komi.discs,
                black: komi.black.map(Bid::of),
                white: komi.white.map(Bid::of),
            }),
            variant: record.variant.clone(),
            notes: record.notes.iter().map(note).collect(),
            comment: record.comment.clone(),
        }
    }

    /// Copies the details into a record. Returns whether all could be parsed.
    pub(super) fn put_into(self, record: &mut GameRecord) -> bool {
        let mut is_valid = true;
        let mut clock = |text: Option<String>| -> Option<Clock> {
            let clock = text.as_deref()?.parse().ok();
            is_valid &= clock.is_some();
            clock
        };
        record.black.rating = self.black_rating;
        record.white.rating = self.white_rating;
        record.black.clock = clock(self.black_clock);
        record.white.clock = clock(self.white_clock);
        record.komi = self.komi.map(|komi| {
            let mut bid = |bid: Option<Bid>| -> Option<KomiBid> {
                let read = bid?.read();
                is_valid &= read.is_some();
                read
            };
            Komi {
                discs: komi.discs,
                black: bid(komi.black),
                white: bid(komi.white),
            }
        });
        record.variant = self.variant;
        let notes = self.notes.into_iter();
        record.notes = notes
            .map(|note| MoveNote {
                evaluation: note.evaluation,
                seconds: note.seconds,
                comment: note.comment,
            })
            .collect();
        record.comment = self.comment;
        is_valid
    }
}

impl Bid {
    fn of(bid: KomiBid) -> Self {
        Self {
            square: bid.mv.square().map(|square| square.to_string()),
            evaluation: bid.evaluation,
            seconds: bid.seconds,
        }
    }

    fn read(self) -> Option<KomiBid> {
        let mv = match self.square {
            Some(square) => Move::Place(square.parse().ok()?),
            None => Move::Pass,
        };
        Some(KomiBid {
            mv,
            evaluation: self.evaluation,
            seconds: self.seconds,
        })
    }
}

/// Formats a result: `33-31`, `+2`, `black` or `white`, then `resigned`, `time` or
/// `agreed`.
pub(super) fn result_text(result: GameResult) -> String {
    let score = match result.score {
        RecordedScore::Discs { black, white } => format!("{black}-{white}"),
        RecordedScore::Difference(difference) => format!("{difference:+}"),
        RecordedScore::Winner(color) => color.name().to_owned(),
    };
    match result.ending {
        None => score,
        Some(ending) => format!("{score} {}", ending.name()),
    }
}

/// Parses the output of [`result_text`].
pub(super) fn parse_result(text: &str) -> Option<GameResult> {
    let (score, ending) = match text.split_once(' ') {
        Some((score, ending)) => (score, Some(Ending::from_name(ending)?)),
        None => (text, None),
    };
    let score = if let Some(color) = Color::ALL.into_iter().find(|c| c.name() == score) {
        RecordedScore::Winner(color)
    } else if score.starts_with(['+', '-']) {
        RecordedScore::Difference(score.parse().ok()?)
    } else {
        let (black, white) = score.split_once('-')?;
        RecordedScore::Discs {
            black: black.parse().ok()?,
            white: white.parse().ok()?,
        }
    };
    Some(GameResult { score, ending })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        let scores = [
            RecordedScore::Discs {
                black: 33,
                white: 31,
            },
            RecordedScore::Difference(-2.5),
            RecordedScore::Difference(0.0),
            RecordedScore::Difference(-0.0),
            RecordedScore::Winner(Color::White),
        ];
        for score in scores {
            for ending in [
                None,
                Some(Ending::Resigned),
                Some(Ending::Time),
                Some(Ending::Agreed),
            ] {
                let result = GameResult { score, ending };
                assert_eq!(parse_result(&result_text(result)), Some(result));
            }
        }
        for text in ["", "33", "33-", "grey", "+", "+2 lost", "33-31-2"] {
            assert_eq!(parse_result(text), None, "{text:?}");
        }
    }
}
