//! The parameters of `components`.

use serde::Deserialize;

use super::ParameterError;
use super::toml::{check_weight, from_toml, weight, weight_text};

/// The weights of the terms in per cent; each term is scaled to −100..100.
///
/// The choice of moves depends only on the ratios of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentsParameters {
    /// Weight of corners.
    #[serde(deserialize_with = "weight")]
    pub corners: f64,
    /// Weight of legal moves.
    #[serde(deserialize_with = "weight")]
    pub mobility: f64,
    /// Weight of stable discs minus unstable discs, those that a legal reply flips.
    #[serde(deserialize_with = "weight")]
    pub stability: f64,
    /// Weight of discs.
    #[serde(deserialize_with = "weight")]
    pub parity: f64,
}

impl ComponentsParameters {
    /// Returns the weights: parity, mobility, corners, stability.
    #[must_use]
    pub const fn weights(&self) -> [f64; 4] {
        [self.parity, self.mobility, self.corners, self.stability]
    }

    /// Creates parameters from weights in the order of [`weights`](Self::weights).
    #[must_use]
    pub const fn from_weights([parity, mobility, corners, stability]: [f64; 4]) -> Self {
        Self {
            corners,
            mobility,
            stability,
            parity,
        }
    }

    pub(super) fn from_toml(text: &str) -> Result<Self, ParameterError> {
        from_toml(text)
    }

    pub(super) fn to_toml(self) -> String {
        let [parity, mobility, corners, stability] = self.weights().map(weight_text);
        format!(
            "corners = {corners}\nmobility = {mobility}\nstability = {stability}\n\
             parity = {parity}\n"
        )
    }

    /// Checks that the evaluation can use the parameters.
    pub(in crate::evaluation) fn check(&self) -> Result<(), ParameterError> {
        let checked = self.weights().into_iter().try_for_each(check_weight);
        checked.map_err(ParameterError::Value)
    }
}
