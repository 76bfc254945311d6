//! The review of a game as one HTML file that opens anywhere without the program.
//!
//! The file is a template that contains the review as JSON. The board page uses the same template
//! for the reviews that it shows, in its own language.

use std::collections::BTreeMap;

use outflank_othello::format::GameRecord;
use outflank_othello::{Color, Square, SquareSet};
use serde::Serialize;

use crate::openings::OpeningNames;
use crate::people::PlayedRating;
use crate::reason::Reason;
use crate::review::{Review, Severity, SideSummary};

/// The file, with `/*DATA*/` where the JSON goes. The JSON must contain `\u003c` for each `<`.
pub const TEMPLATE: &str = include_str!("report/template.html");

/// The placeholder for the JSON.
const DATA: &str = "/*DATA*/";

/// The data that the template shows.
#[derive(Serialize)]
struct Report<'a> {
    lang: &'static str,
    title: String,
    facts: String,
    columns: u8,
    rows: u8,
    /// The position before each ply, and the last position.
    positions: Vec<String>,
    moves: Vec<ReportedMove<'a>>,
    summary: Vec<String>,
    texts: BTreeMap<&'static str, &'static str>,
}

/// A move in the report.
#[derive(Serialize)]
struct ReportedMove<'a> {
    ply: usize,
    mover: Color,
    #[serde(rename = "move")]
    played: String,
    score: Option<f64>,
    exact: bool,
    best: Option<Square>,
    loss: f64,
    mistake: Option<Severity>,
    reason: Option<&'a str>,
    squares: SquareSet,
}

/// The words of the page.
const ENGLISH: [(&str, &str); 13] = [
    ("black", "Black"),
    ("white", "White"),
    ("board", "Board"),
    ("graph", "Score for Black after each move"),
    ("moves", "Moves"),
    ("mistakes", "Mistakes"),
    ("none", "None."),
    ("lost", "{side} lost {loss} discs; {best} was best."),
    ("start", "Start"),
    ("back", "Back"),
    ("forward", "Forward"),
    ("end", "End"),
    (
        "made",
        "Reviewed with Outflank. Scores are final disc differences.",
    ),
];

/// Returns the review of a game as an HTML file in English.
///
/// # Panics
///
/// Never: all fields serialize.
#[must_use]
pub fn html(record: &GameRecord, review: &Review) -> String {
    let game = &record.game;
    let reasons: Vec<Option<String>> = review
        .moves
        .iter()
        .map(|mv| {
            mv.reason
                .as_ref()
                .map(|reason| sentence(&reason.to_string()))
        })
        .collect();
    let moves = review.moves.iter().zip(&reasons);
    let report = Report {
        lang: "en",
        title: title(record),
        facts: facts(record),
        columns: game.shape().width(),
        rows: game.shape().height(),
        positions: game.positions().iter().map(ToString::to_string).collect(),
        moves: moves
            .map(|(mv, reason)| ReportedMove {
                ply: mv.ply,
                mover: mv.mover,
                played: mv.played.to_string(),
                score: mv.score,
                exact: mv.exact,
                best: mv.best,
                loss: mv.loss,
                mistake: mv.mistake,
                reason: reason.as_deref(),
                squares: mv.reason.as_ref().map(Reason::squares).unwrap_or_default(),
            })
            .collect(),
        summary: [
            ("Black", &review.black, &review.black_rating),
            ("White", &review.white, &review.white_rating),
        ]
        .into_iter()
        .flat_map(|(name, side, rating)| {
            let rating = rating.as_ref().map(|found| rated(name, found));
            [Some(summary(name, side)), rating]
        })
        .flatten()
        .chain(review.turning_point.map(|point| point.to_string()))
        .collect(),
        texts: ENGLISH.into(),
    };
    let json = serde_json::to_string(&report).expect("strings and numbers serialize");
    TEMPLATE.replacen(DATA, &json.replace('<', "\\u003c"), 1)
}

/// Turns a phrase into a sentence. A square at its start stays in lower case.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    match letters.next() {
        Some(first)
            if !letters
                .as_str()
                .starts_with(|next: char| next.is_ascii_digit()) =>
        {
            let first = first.to_uppercase();
            first.chain(letters).chain(['.']).collect()
        }
        _ => format!("{phrase}."),
    }
}

fn title(record: &GameRecord) -> String {
    let name = |color: Color| record.player(color).name.as_deref();
    match (name(Color::Black), name(Color::White)) {
        (None, None) => "Review of a game".to_owned(),
        (black, white) => format!(
            "{} – {}",
            black.unwrap_or("Black"),
            white.unwrap_or("White")
        ),
    }
}

fn facts(record: &GameRecord) -> String {
    let opening = OpeningNames::shipped().name_of(&record.game);
    let result = record.game.outcome().map(|outcome| {
        let position = record.game.position();
        let [black, white] = Color::ALL.map(|color| position.count(color));
        format!("{black}–{white} ({:+})", outcome.black_score)
    });
    let facts = [
        record.tournament.clone(),
        record.year().map(|year| year.to_string()),
        opening.map(|named| named.to_string()),
        result,
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn summary(name: &str, side: &SideSummary) -> String {
    format!(
        "{name}: {} moves, {} of them best; inaccuracies: {}, mistakes: {}, blunders: {}; {:.1} discs lost",
        side.moves, side.best_moves, side.inaccuracies, side.mistakes, side.blunders, side.loss
    )
}

fn rated(name: &str, rating: &PlayedRating) -> String {
    format!("{name} {rating}; {}", rating.usual)
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::analyzer::TextbookAnalyzer;
    use crate::review::review;

    #[test]
    fn a_sentence_begins_with_a_capital_or_a_square() {
        assert_eq!(sentence("loses a disc"), "Loses a disc.");
        assert_eq!(sentence("e7 b3 instead of c6"), "e7 b3 instead of c6.");
        assert_eq!(sentence("a"), "A.");
    }

    #[test]
    fn the_file_contains_the_whole_review_and_loads_nothing() {
        let game = Game::from_transcript(Shape::STANDARD, "d3c3b3b2b1d2e3e2d1a1").unwrap();
        let analyzer = TextbookAnalyzer::to_depth(3);
        let review = review(&game, &analyzer, &|| ());
        let mut record = GameRecord::new(game);
        record.black.name = Some("</script><b>".to_owned());
        let file = html(&record, &review);
        let (_, rest) = file.split_once("id=\"data\">").unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(data["title"], "</script><b> – White");
        assert_eq!(data["positions"].as_array().unwrap().len(), 11);
        let mistakes: Vec<_> = review.moves.iter().filter_map(|mv| mv.mistake).collect();
        let found = data["moves"].as_array().unwrap().iter();
        let found = found.filter(|mv| !mv["mistake"].is_null());
        assert!(!mistakes.is_empty());
        assert_eq!(found.count(), mistakes.len());
        for outside in ["http://", "https://", "src=", "@import"] {
            let file = file.replace("http://www.w3.org/2000/svg", "");
            assert!(!file.contains(outside), "{outside}");
        }
    }
}
