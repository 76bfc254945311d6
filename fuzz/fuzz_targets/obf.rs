//! Lines of OBF.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{choice_and_text, shape};
use outflank_othello::format::ObfRecord;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else {
        return;
    };
    let shape = shape(choice);
    if let Ok(record) = ObfRecord::parse(text, shape) {
        match ObfRecord::parse(&record.to_string(), shape) {
            Ok(again) => assert_eq!(again, record),
            Err(error) => panic!("{error}: {record}"),
        }
    }
});
