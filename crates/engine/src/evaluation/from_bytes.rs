//! Evaluations from files of weights or of a network.

use thiserror::Error;

use super::network::is_network;
use super::{Evaluation, Network, NetworkError, SHIPPED, Weights, WeightsError};

/// Bytes that are not an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// Not weights, and not the beginning of a network.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The beginning of a network, but not a valid one.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Neither.
    #[error(
        "not weights of this program: expected a file that begins with OutflankWeights4, \
         OutflankWeights5 or OutflankNetwork1"
    )]
    Neither,
}

impl Evaluation {
    /// Reads a file of weights or of a network. A network is combined with the built-in
    /// weights for 8×8.
    ///
    /// # Errors
    ///
    /// Files that are neither, are for other patterns, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        if is_network(bytes) {
            return Ok(Self::built_in(SHIPPED, Some(Network::from_bytes(bytes)?)));
        }
        match Weights::from_bytes(bytes) {
            Ok(weights) => Ok(Self::new(weights)),
            Err(WeightsError::NotWeights) => Err(EvaluationError::Neither),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Color, Layout, Position};

    use super::super::network::tests::{boards, some_network, value};
    use super::*;

    #[test]
    fn files_are_told_by_how_they_begin() {
        let network = some_network(16, 1, 0, false);
        let evaluation = Evaluation::from_bytes(&network.to_bytes().unwrap()).unwrap();
        let read = evaluation.network().expect("a network was read");
        assert_eq!(read.digest(), network.digest());
        assert_eq!(evaluation.weights(), Evaluation::shipped().weights());
        assert_ne!(evaluation.digest(), Evaluation::shipped().digest());
        for board in boards(100, 1) {
            let position = Position::from_board(&Layout::STANDARD, board, Color::Black).unwrap();
            assert_eq!(evaluation.value(&position), Ok(value(&network, board)));
        }

        let linear = Evaluation::from_bytes(SHIPPED).unwrap();
        assert!(linear.network().is_none());
        assert_eq!(linear.digest(), Evaluation::linear().digest());

        let error = |bytes: &[u8]| Evaluation::from_bytes(bytes).unwrap_err();
        assert_eq!(error(b"GIF89a"), EvaluationError::Neither);
        let error = error(b"OutflankNetwork1").to_string();
        assert_eq!(error, "damaged network: the file ends in its head");
    }
}
