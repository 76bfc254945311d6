//! Colours of cuts, from the colour-blind safe palette of Okabe and Ito.

/// Alpha cuts: vermilion.
pub(super) const ALPHA: &str = "#d55e00";
/// Beta cuts: blue.
pub(super) const BETA: &str = "#0072b2";
/// Other cuts: green.
pub(super) const OTHER: &str = "#009e73";

/// Returns the colour of a cut.
pub(super) fn of(cause: &str) -> &'static str {
    match cause {
        "alpha" => ALPHA,
        "beta" => BETA,
        _ => OTHER,
    }
}
