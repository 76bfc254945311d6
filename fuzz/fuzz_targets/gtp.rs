//! GTP: whatever a client writes, answers have the form that the protocol gives them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_cli::protocol::gtp::Gtp;
use outflank_cli::protocol::{Strength, answer_all};
use outflank_fuzz::OnePly;

fuzz_target!(|data: &[u8]| {
    let output = answer_all(Gtp::new(Strength::default()), &mut OnePly::default(), data);
    let answers = output.strip_suffix("\n\n").map(|all| all.split("\n\n"));
    assert!(output.is_empty() || answers.is_some(), "{output:?}");
    for answer in answers.into_iter().flatten() {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
});
