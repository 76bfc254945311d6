//! Game results as JSON.

use outflank_othello::Color;
use outflank_othello::format::{Ending, GameResult, RecordedScore};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Largest score in discs.
const LARGEST: f64 = 1000.0;

/// The result of a game.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Result")]
#[serde(default, deny_unknown_fields)]
pub(super) struct ResultJson {
    /// Disc difference for Black, empties to the winner, if known.
    black_score: Option<f64>,
    /// The recorded score (`42-22`, `+20`, `Black won`) and, after a comma, why the game
    /// ended early (`resigned`, `time`, `agreed`).
    words: String,
}

impl ResultJson {
    pub(super) fn new(result: GameResult, squares: u32) -> Self {
        let score = match result.score {
            RecordedScore::Discs { black, white } => format!("{black}-{white}"),
            RecordedScore::Difference(difference) => format!("{difference:+}"),
            RecordedScore::Winner(color) => format!("{color} won"),
        };
        let words = match result.ending {
            Some(ending) => format!("{score}, {}", ending_name(ending)),
            None => score,
        };
        Self {
            black_score: black_score(result.score, squares),
            words,
        }
    }

    /// Converts to a result: from the words, or else from the score.
    pub(super) fn read(self) -> Result<GameResult, String> {
        let words = self.words.trim();
        if words.is_empty() {
            let score = self.black_score.filter(|score| score.abs() <= LARGEST);
            let score = score.ok_or("expected words or a score")?;
            return Ok(GameResult::difference(score));
        }
        read_words(words).ok_or_else(|| {
            "words: expected a score such as 42-22, +20 or Black won, optionally followed by \
             `, resigned`, `, time` or `, agreed`"
                .to_owned()
        })
    }
}

/// Returns the disc difference for Black, if known. 0-0 stands for games not played.
pub(in crate::api) fn black_score(score: RecordedScore, squares: u32) -> Option<f64> {
    match score {
        RecordedScore::Discs { black: 0, white: 0 } => None,
        score => score.black_score(squares),
    }
}

const fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Resigned => "resigned",
        Ending::Time => "time",
        Ending::Agreed => "agreed",
    }
}

fn read_words(words: &str) -> Option<GameResult> {
    let (score, ending) = match words.split_once(',') {
        None => (words, None),
        Some((score, ending)) => {
            let mut all = [Ending::Resigned, Ending::Time, Ending::Agreed].into_iter();
            let found = all.find(|&known| ending_name(known) == ending.trim())?;
            (score.trim(), Some(found))
        }
    };
    let score = if let Some(color) = Color::ALL
        .into_iter()
        .find(|color| format!("{color} won").eq_ignore_ascii_case(score))
    {
        RecordedScore::Winner(color)
    } else if score.starts_with(['+', '-']) {
        let difference = score.parse().ok();
        RecordedScore::Difference(difference.filter(|it: &f64| it.abs() <= LARGEST)?)
    } else {
        let (black, white) = score.split_once('-')?;
        let discs = |text: &str| text.parse().ok().filter(|&discs: &u16| discs <= 256);
        RecordedScore::Discs {
            black: discs(black)?,
            white: discs(white)?,
        }
    };
    Some(GameResult { score, ending })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_from_their_words() {
        for score in [
            RecordedScore::Discs {
                black: 42,
                white: 22,
            },
            RecordedScore::Difference(-20.0),
            RecordedScore::Difference(2.5),
            RecordedScore::Winner(Color::White),
        ] {
            for ending in [
                None,
                Some(Ending::Resigned),
                Some(Ending::Time),
                Some(Ending::Agreed),
            ] {
                let result = GameResult { score, ending };
                assert_eq!(ResultJson::new(result, 64).read(), Ok(result));
            }
        }
    }

    #[test]
    fn other_words_are_no_result() {
        for words in [
            "won",
            "42",
            "+x",
            "+inf",
            "-nan",
            "999999-1",
            "1-2, bored",
            "1-2,",
            ",",
        ] {
            let told = ResultJson {
                black_score: None,
                words: words.to_owned(),
            };
            assert!(told.read().is_err(), "{words:?}");
        }
        assert!(ResultJson::default().read().is_err());
    }
}
