//! Lines of OBF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{choice_and_text, shape};
use outflank_othello::format::{ObfRecord, parse_obf_lines};

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else {
        return;
    };
    let shape = shape(choice);
    for record in parse_obf_lines(text, shape).flatten() {
        let is_scored = !record.scores.is_empty();
        assert_eq!(record.best_moves().next().is_some(), is_scored);
        match ObfRecord::parse(&record.to_string(), shape) {
            Ok(again) => assert_eq!(again, record),
            Err(error) => panic!("{error}: {record}"),
        }
    }
});
