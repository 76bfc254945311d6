//! Single games in GGF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::reread;
use outflank_othello::format::ggf::{parse_ggf, write_ggf};

fuzz_target!(|text: &str| {
    if let Ok(parsed) = parse_ggf(text)
        && let Ok(written) = write_ggf(&parsed.record)
    {
        reread(&parsed.record, &written, parse_ggf(&written));
    }
});
