//! NBoard: whatever a client writes, each ping has its pong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_cli::protocol::nboard::NBoard;
use outflank_cli::protocol::{Strength, answer_all};
use outflank_fuzz::OnePly;

fuzz_target!(|data: &[u8]| {
    let output = answer_all(
        NBoard::new(Strength::default()),
        &mut OnePly::default(),
        data,
    );
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
});
