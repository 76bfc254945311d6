//! Colours of cut-offs, from the colour-blind-safe palette of Okabe and Ito.

/// Alpha cut-offs: vermilion.
pub(super) const ALPHA: &str = "#d55e00";
/// Beta cut-offs: blue.
pub(super) const BETA: &str = "#0072b2";
/// Other cut-offs: green.
pub(super) const OTHER: &str = "#009e73";

/// Returns the colour of a cut-off.
pub(super) fn of(cause: &str) -> &'static str {
    match cause {
        "alpha" => ALPHA,
        "beta" => BETA,
        _ => OTHER,
    }
}
