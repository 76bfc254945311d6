//! What of a program's lines is heeded.

use outflank_othello::{Move, Square};

use crate::engine::external::Talk;

/// How programs that speak NBoard's protocol answer. They tell what they think of
/// in as many lines as they like, which a limit of time ends, too.
pub(super) const TALK: Talk = Talk {
    is_answer: |line| chosen(line).is_some(),
    most_lines: 100_000,
};

/// The move, as it is written, in a line that tells the choice: `=== F5/0.50/1.2`
/// as published, or `=== f5 0.50 1.2` as Edax writes it.
pub(super) fn chosen(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("===")?;
    let words = rest.trim_start().split(['/', ' ']);
    Some(words.into_iter().next().unwrap_or_default())
}

/// The number of a `pong`.
pub(super) fn pong(line: &str) -> Option<u32> {
    line.trim().strip_prefix("pong ")?.trim().parse().ok()
}

/// Reads a square or a pass.
pub(super) fn parse_move(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    match &*text {
        "pa" | "pass" | "ps" => Some(Move::Pass),
        _ => text.parse::<Square>().ok().map(Move::Place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_however_they_are_spelled() {
        let square = |name: &str| Some(Move::Place(name.parse().unwrap()));
        for line in [
            "=== F5",
            "=== f5",
            "===  F5 ",
            "===F5",
            "=== F5/0.5/1.2",
            "=== F5//1.2",
            "=== F5/-3.25",
            "=== f5 -1.00 0.0",
            "=== F5 /0.5",
        ] {
            assert_eq!(chosen(line).and_then(parse_move), square("f5"), "{line:?}");
        }
        for line in [
            "=== PA",
            "=== pa//0.1",
            "=== pass",
            "=== PASS/0/0",
            "=== PS",
        ] {
            let pass = Some(Move::Pass);
            assert_eq!(chosen(line).and_then(parse_move), pass, "{line:?}");
        }
        assert_eq!(chosen("=== K11/1/2").and_then(parse_move), square("k11"));
    }

    #[test]
    fn other_choices_are_no_moves() {
        for line in ["===", "=== ", "=== /1/2", "=== resign", "=== 5f", "=== é5"] {
            assert_eq!(chosen(line).map(parse_move), Some(None), "{line:?}");
        }
        for talk in ["", "F5", "status === F5", "== F5", "search F5D6 1.00 0 5"] {
            assert_eq!(chosen(talk), None, "{talk:?}");
        }
    }

    #[test]
    fn pongs_have_their_number() {
        assert_eq!(pong("pong 12"), Some(12));
        assert_eq!(pong(" pong  3 "), Some(3));
        for talk in ["pong", "pong x", "pong -1", "ping 1", "pong12"] {
            assert_eq!(pong(talk), None, "{talk:?}");
        }
    }
}
