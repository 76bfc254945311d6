//! Information in a game that a format cannot represent.

use crate::format::omission::OmissionList;
use crate::format::{Ending, Field, Format, GameRecord, Omission, RecordedScore, ggf, pgn, sgf};

/// Returns the parts of a game that a format cannot represent, apart from names in WTHOR.
pub(super) fn omissions(record: &GameRecord, format: Format) -> OmissionList {
    let mut omissions = OmissionList::default();
    for field in Field::ALL {
        let lost = !format.holds(field) || is_lost(field, record, format);
        if field.is_in(record) && lost {
            omissions.add(Omission::Field(field));
        }
    }
    if has_lost_characters(record, format) {
        omissions.add(Omission::Characters);
    }
    omissions
}

/// Returns whether the format has the field but cannot represent its value.
fn is_lost(field: Field, record: &GameRecord, format: Format) -> bool {
    let score = record.result.map(|result| result.score);
    let ending = record.result.and_then(|result| result.ending);
    let only_winner = matches!(score, Some(RecordedScore::Winner(_)));
    match (format, field) {
        (Format::Ggf, Field::Result | Field::Ending) => only_winner,
        // SGF records either a score or how the game ended, not both.
        (Format::Sgf, Field::Ending) => !only_winner || ending == Some(Ending::Agreed),
        (Format::Sgf, Field::Clocks) => !sgf::has_one_clock(record),
        (Format::Pgn, Field::Clocks) => pgn::seconds(record).is_none(),
        (Format::Pgn, Field::Result) => {
            let is_difference = matches!(score, Some(RecordedScore::Difference(_)));
            is_difference && pgn::disc_counts(record).is_none()
        }
        _ => false,
    }
}

/// Returns whether text has characters that the format replaces.
fn has_lost_characters(record: &GameRecord, format: Format) -> bool {
    let about = [&record.black.name, &record.white.name, &record.place];
    let more = [&record.tournament, &record.round];
    let changes = |text: &String| text.chars().any(char::is_control);
    let mut comments = record.notes.iter().filter_map(|note| note.comment.as_ref());
    match format {
        Format::Ggf => {
            let about = about.into_iter().chain([&record.variant]).flatten();
            about.into_iter().any(|text| ggf::plain(text) != *text)
        }
        Format::Pgn => {
            let mut all = about.into_iter().chain(more).flatten();
            let braces = |text: &String| text.contains(['{', '}']);
            all.any(changes) || comments.any(braces) || record.comment.iter().any(braces)
        }
        Format::Sgf => about.into_iter().chain(more).flatten().any(changes),
        Format::Transcripts | Format::Obf | Format::Wthor => false,
    }
}
