//! NBoard: no input causes a panic, and every command and message round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_protocol::nboard::NBoard;
use outflank_protocol::answer_all;
use outflank_fuzz::OnePly;
use outflank_protocol::nboard::{Command, Message};

fuzz_target!(|data: &[u8]| {
    let output = answer_all(
        NBoard::new(None),
        &mut OnePly::default(),
        data,
    );
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            let line = command.to_string();
            let again = Command::parse(&line).map(|again| again.map(|again| again.to_string()));
            assert_eq!(again, Ok(Some(line)));
        }
        if let Ok(Some(message)) = Message::parse(line) {
            let line = message.to_string();
            let again = Message::parse(&line).map(|again| again.map(|again| again.to_string()));
            assert_eq!(again, Ok(Some(line)));
        }
    }
});
