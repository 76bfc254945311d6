//! Single games in the PGN of Live Othello.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{choice_and_text, reread, shape};
use outflank_othello::format::pgn::{parse_pgn, write_pgn};

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else {
        return;
    };
    let shape = shape(choice);
    if let Ok(parsed) = parse_pgn(text, shape)
        && let Ok(written) = write_pgn(&parsed.record)
    {
        reread(&parsed.record, &written, parse_pgn(&written, shape));
    }
});
