//! Writing SGF games.

use super::text::escape;
use crate::format::{Ending, Format, GameRecord, RecordedScore, Refusal};
use crate::{Color, Position};

/// Writes one game in SGF, version 4: the metadata on one line, then ten moves per line.
///
/// Omits what SGF cannot represent.
///
/// # Errors
///
/// Returns an error if the board has holes.
pub fn write_sgf(record: &GameRecord) -> Result<String, Refusal> {
    Format::Sgf.holds_start(record.game.start())?;
    let mut text = String::from("(;FF[4]GM[2]CA[UTF-8]AP[Outflank]");
    info(record, &mut text);
    set_up(record.game.start(), &mut text);
    for (ply, (position, mv)) in record.game.plies().enumerate() {
        text.push_str(if ply % 10 == 0 { "\n;" } else { ";" });
        let mover = position.mover();
        let square = mv.square().map(|square| square.to_string());
        add(&mut text, letter(mover), &square.unwrap_or_default());
        let Some(note) = record.note(ply) else {
            continue;
        };
        if let Some(worth) = note.evaluation {
            let worth = if mover == Color::White { -worth } else { worth };
            add(&mut text, "V", &worth.to_string());
        }
        if let Some(comment) = &note.comment {
            add(&mut text, "C", comment);
        }
    }
    text.push_str(")\n");
    Ok(text)
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn add(text: &mut String, name: &str, value: &str) {
    text.push_str(&format!("{name}[{}]", escape(value)));
}

/// Writes the metadata.
fn info(record: &GameRecord, text: &mut String) {
    let shape = record.game.shape();
    let size = match (shape.width(), shape.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    add(text, "SZ", &size);
    let mut add_some = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            add(text, name, &value);
        }
    };
    add_some("EV", record.tournament.clone());
    add_some("RO", record.round.clone());
    add_some("PC", record.place.clone());
    add_some("DT", record.date.as_ref().map(|date| date.day_text('-')));
    add_some("PB", record.black.name.clone());
    add_some("PW", record.white.name.clone());
    add_some("BR", record.black.rating.map(|rating| rating.to_string()));
    add_some("WR", record.white.rating.map(|rating| rating.to_string()));
    if let Some(clock) = record.black.clock.filter(|_| has_one_clock(record)) {
        let seconds = clock.initial.map(|initial| initial.seconds.to_string());
        add_some("TM", seconds);
        add_some("OT", Some(clock.to_string()));
    }
    add_some("RE", result(record));
    add_some("GC", record.comment.clone());
}

/// Returns whether both players have the same time control: SGF has only one.
pub(crate) fn has_one_clock(record: &GameRecord) -> bool {
    record.black.clock == record.white.clock
}

fn result(record: &GameRecord) -> Option<String> {
    let result = record.known_result()?;
    if let RecordedScore::Winner(winner) = result.score {
        let how = match result.ending {
            Some(Ending::Resigned) => "R",
            Some(Ending::Time) => "T",
            Some(Ending::Agreed) | None => "",
        };
        return Some(format!("{}+{how}", letter(winner)));
    }
    let score = result.score.black_score(record.game.shape().squares())?;
    Some(match result.winner() {
        Some(winner) => format!("{}+{}", letter(winner), score.abs()),
        None => "0".to_owned(),
    })
}

/// Writes the start, unless it is the standard one.
fn set_up(start: &Position, text: &mut String) {
    let usual = Position::start(start.shape());
    if *start == usual {
        return;
    }
    if *start != usual.with_other_mover() {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let discs = start.discs(color);
            // SGF does not allow an empty list, but the board may have no discs.
            text.push_str(name);
            if discs.is_empty() {
                text.push_str("[]");
            }
            for square in discs {
                text.push_str(&format!("[{square}]"));
            }
        }
    }
    add(text, "PL", letter(start.mover()));
}
