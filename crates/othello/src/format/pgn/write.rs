//! Writing PGN games.

use crate::format::{Ending, Format, GameRecord, Player, RecordedScore, Refusal};
use crate::{Color, Move};

/// Writes one game in PGN, two discs per line, as Live Othello does. The shape of the
/// board is not recorded.
///
/// Omits what PGN cannot represent, and replaces braces in comments with brackets.
///
/// # Errors
///
/// Returns an error unless the game began from the standard start.
pub fn write_pgn(record: &GameRecord) -> Result<String, Refusal> {
    let game = &record.game;
    Format::Pgn.holds_start(game.start())?;
    let result = result(record);
    let mut text = tags(record, &result);
    if let Some(comment) = &record.comment {
        text.push_str(&format!("{{{}}}\n", plain_comment(comment)));
    }
    let mut discs = 0;
    let mut at_start = true;
    for (ply, &mv) in game.moves().iter().enumerate() {
        let comment = record.note(ply).and_then(|note| note.comment.as_ref());
        if let Move::Place(square) = mv {
            discs += 1;
            if discs % 2 == 1 {
                text.push_str(if at_start { "" } else { "\n" });
                text.push_str(&format!("{discs}. {square}"));
            } else {
                text.push_str(&format!(" {square}"));
            }
            at_start = false;
        } else if comment.is_some() {
            // A comment must follow a move.
            text.push_str(if at_start { "--" } else { " --" });
            at_start = false;
        }
        if let Some(comment) = comment {
            text.push_str(&format!(" {{{}}}", plain_comment(comment)));
        }
    }
    text.push_str(if at_start { "" } else { "\n" });
    text.push_str(&result);
    text.push('\n');
    Ok(text)
}

/// Returns the tags; the six of Live Othello are always present.
fn tags(record: &GameRecord, result: &str) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    };
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let date = record.date.as_ref().map(|date| {
        let mut day = date.day_text('.');
        let missing = match date.month() {
            None => 2,
            Some(_) => usize::from(date.day().is_none()),
        };
        day.push_str(&".??".repeat(missing));
        day
    });
    add("Event", &known(&record.tournament));
    if let Some(place) = &record.place {
        add("Site", place);
    }
    add("Date", &date.unwrap_or_else(|| "????.??.??".to_owned()));
    add("Round", &known(&record.round));
    add("Black", &known(&record.black.name));
    add("White", &known(&record.white.name));
    add("Result", result);
    for (name, Player { rating, .. }) in [("BlackElo", &record.black), ("WhiteElo", &record.white)]
    {
        if let Some(rating) = rating {
            add(name, &rating.to_string());
        }
    }
    if let Some(seconds) = seconds(record) {
        add("TimeControl", &seconds.to_string());
    }
    let ending = record.result.and_then(|result| result.ending);
    if let Some(ending) = ending.filter(|_| result != "*") {
        let reason = match ending {
            Ending::Resigned => "resignation",
            Ending::Time => "time forfeit",
            Ending::Agreed => "agreement",
        };
        add("Termination", reason);
    }
    text
}

/// Returns the initial time in seconds, if it is the whole time control of both players.
pub(crate) fn seconds(record: &GameRecord) -> Option<u32> {
    let clock = record.black.clock?;
    let initial = clock.initial?;
    let is_all = clock.increment.is_none() && clock.extension.is_none() && initial.moves.is_none();
    let is_shared = record.white.clock == Some(clock);
    (is_all && is_shared && initial.seconds > 0).then_some(initial.seconds)
}

/// Returns the disc counts of Black and White in the known result, without komi, empties going to
/// the winner; `None` if they are not whole numbers.
pub(crate) fn disc_counts(record: &GameRecord) -> Option<[u32; 2]> {
    let all = record.game.shape().squares();
    if let Some(black) = record.black_discs().map(u32::from) {
        return Some([black, all.saturating_sub(black)]);
    }
    // A draw on an odd number of squares leaves one square that counts for neither side.
    let komi = record.komi.and_then(|komi| komi.discs).unwrap_or(0.0);
    let is_draw = match record.known_result()?.score {
        RecordedScore::Difference(difference) => (difference + komi).abs() < 0.02,
        _ => false,
    };
    is_draw.then_some([all / 2; 2])
}

fn result(record: &GameRecord) -> String {
    let Some(result) = record.known_result() else {
        return "*".to_owned();
    };
    let all = record.game.shape().squares();
    let counts = match result.score {
        // `1-0` would mean a win by an unknown score.
        RecordedScore::Discs { black: 1, white: 0 } => Some([all, 0]),
        RecordedScore::Discs { black: 0, white: 1 } => Some([0, all]),
        RecordedScore::Discs { black, white } => Some([black.into(), white.into()]),
        RecordedScore::Winner(_) => None,
        RecordedScore::Difference(_) => disc_counts(record),
    };
    match (counts, result.winner()) {
        (Some([black, white]), _) => format!("{black}-{white}"),
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "1/2-1/2".to_owned(),
    }
}

fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => value.extend(['\\', c]),
            c if c.is_control() => value.push(' '),
            c => value.push(c),
        }
    }
    value
}

/// Returns a comment without characters that would end it.
fn plain_comment(text: &str) -> String {
    text.replace('{', "[").replace('}', "]")
}
