//! GTP: every response has the form that the protocol requires, and every command round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_protocol::gtp::Gtp;
use outflank_protocol::answer_all;
use outflank_fuzz::OnePly;
use outflank_protocol::gtp::Request;

fuzz_target!(|data: &[u8]| {
    let output = answer_all(Gtp::new(None), &mut OnePly::default(), data);
    let answers = output.strip_suffix("\n\n").map(|all| all.split("\n\n"));
    assert!(output.is_empty() || answers.is_some(), "{output:?}");
    for answer in answers.into_iter().flatten() {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
    let display = |line: &str| {
        let command = Request::parse(line)?.command.ok()?;
        Some(command.to_string())
    };
    for line in String::from_utf8_lossy(data).lines() {
        if let Some(command) = display(line) {
            assert_eq!(display(&command), Some(command));
        }
    }
});
