//! Single games in SGF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::reread;
use outflank_othello::format::sgf::{parse_sgf, write_sgf};

fuzz_target!(|text: &str| {
    if let Ok(parsed) = parse_sgf(text)
        && let Ok(written) = write_sgf(&parsed.record)
    {
        reread(&parsed.record, &written, parse_sgf(&written));
    }
});
