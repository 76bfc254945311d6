//! What the interface is told.

use outflank_engine::ScoredMove;
use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::Square;

use crate::protocol::{Action, SearchReport};

/// The name of a pass.
pub(super) const PASS: &str = "PA";

pub(super) fn print(text: impl Into<String>) -> Action {
    Action::Print(text.into())
}

/// The line below the board.
pub(super) fn status(text: &str) -> Action {
    print(format!("status {text}"))
}

pub(super) fn node_stats(found: &SearchReport) -> Action {
    let seconds = found.elapsed.as_secs_f64();
    print(format!("nodestats {} {seconds:.2}", found.nodes))
}

pub(super) fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// A value in discs, for the side whose turn it is: if that side has passed in the
/// search, the value found is its opponent's.
pub(super) fn discs(value: i32, has_passed: bool) -> String {
    let value = if has_passed { -value } else { value };
    // No zero has a sign.
    format!("{:.2}", f64::from(value) / f64::from(UNITS_PER_DISC) + 0.0)
}

/// A move and what is expected of it.
pub(super) fn hint(mv: &ScoredMove, empties: u32, has_passed: bool) -> Action {
    let pv: String = mv.pv.iter().copied().map(name).collect();
    let pass = if has_passed { PASS } else { "" };
    let eval = discs(mv.value, has_passed);
    let depth = depth(mv, empties);
    print(format!("search {pass}{pv} {eval} 0 {depth}"))
}

/// `100%` for what is exact, per cent of certainty for a search to the end, else
/// plies.
fn depth(mv: &ScoredMove, empties: u32) -> String {
    if mv.is_exact {
        "100%".to_owned()
    } else if mv.depth >= empties {
        format!("{}%", mv.selectivity.percent().min(99))
    } else {
        mv.depth.to_string()
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Selectivity;

    use super::*;

    #[test]
    fn depths_tell_exact_from_probable() {
        let mut mv = ScoredMove {
            square: "f5".parse().unwrap(),
            value: -32,
            depth: 12,
            selectivity: Selectivity::ALL[0],
            is_exact: false,
            pv: ["f5", "d6"].map(|square| square.parse().unwrap()).to_vec(),
        };
        assert_eq!(hint(&mv, 20, false), print("search F5D6 -0.25 0 12"));
        assert_eq!(hint(&mv, 12, true), print("search PAF5D6 0.25 0 73%"));
        mv.is_exact = true;
        assert_eq!(depth(&mv, 12), "100%");
    }

    #[test]
    fn no_zero_is_negative() {
        assert_eq!(discs(0, true), "0.00");
        assert_eq!(discs(0, false), "0.00");
    }
}
