//! Writing GGF games.

use super::board::write_board;
use crate::format::record::written;
use crate::format::{Ending, Format, GameRecord, KomiBid, MoveNote, Refusal};
use crate::{Color, Move};

/// Writes one game in GGF on one line, without a game count or a line ending, as in the NBoard
/// protocol.
///
/// Omits what GGF cannot represent, and replaces brackets in names with parentheses.
///
/// # Errors
///
/// Returns an error if the board is not square or has holes.
pub fn write_ggf(record: &GameRecord) -> Result<String, Refusal> {
    let shape = record.game.shape();
    Format::Ggf.holds_start(record.game.start())?;
    let mut text = String::from("(;GM[Othello]");
    let mut add_some = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            text.push_str(&format!("{name}[{value}]"));
        }
    };
    let name = |color: Color| {
        let name = record.player(color).name.as_deref();
        Some(plain(name.unwrap_or_default()))
    };
    let rating = |color: Color| record.player(color).rating.map(|rating| rating.to_string());
    add_some("PC", record.place.as_deref().map(plain));
    add_some("DT", record.date.as_ref().map(ToString::to_string));
    add_some("PB", name(Color::Black));
    add_some("PW", name(Color::White));
    add_some("RB", rating(Color::Black));
    add_some("RW", rating(Color::White));
    let [black, white] =
        [&record.black, &record.white].map(|player| player.clock.as_ref().map(ToString::to_string));
    if black == white {
        add_some("TI", black);
    } else {
        add_some("TB", black);
        add_some("TW", white);
    }
    let variant = record.variant.as_deref().map(plain);
    let variant = variant.unwrap_or_else(|| shape.width().to_string());
    add_some("TY", Some(variant));
    if let Some(komi) = record.komi {
        add_some("KB", komi.black.map(bid));
        add_some("KW", komi.white.map(bid));
        add_some("KM", komi.discs.map(|discs| discs.to_string()));
    }
    add_some("RE", Some(result(record).unwrap_or_else(|| "?".to_owned())));
    add_some("BO", Some(write_board(record.game.start())));
    for (ply, (position, mv)) in record.game.plies().enumerate() {
        let color = match position.mover() {
            Color::Black => "B",
            Color::White => "W",
        };
        add_some(color, Some(annotated(mv, record.note(ply))));
    }
    text.push_str(";)");
    Ok(text)
}

/// Returns the text without characters that would end the value.
pub(crate) fn plain(text: &str) -> String {
    let sign = |c: char| match c {
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = text.chars().map(sign).collect();
    text.trim().to_owned()
}

fn result(record: &GameRecord) -> Option<String> {
    let result = record.known_result()?;
    let score = result.score.black_score(record.game.shape().squares())?;
    let sign = if score < 0.0 { "" } else { "+" };
    let ending = match result.ending {
        Some(Ending::Resigned) => ":r",
        Some(Ending::Time) => ":t",
        Some(Ending::Agreed) => ":s",
        None => "",
    };
    Some(format!("{sign}{}{ending}", written(score)))
}

fn bid(bid: KomiBid) -> String {
    let mut text = format!("{}/{}", bid.mv, written(bid.evaluation));
    if let Some(seconds) = bid.seconds {
        text.push_str(&format!("/{}", written(seconds)));
    }
    text
}

/// Returns the move with its evaluation and time.
fn annotated(mv: Move, note: Option<&MoveNote>) -> String {
    let number = |number: Option<f64>| number.map(written).unwrap_or_default();
    let evaluation = number(note.and_then(|note| note.evaluation));
    let seconds = number(note.and_then(|note| note.seconds));
    let text = format!("{mv}/{evaluation}/{seconds}");
    text.trim_end_matches('/').to_owned()
}
