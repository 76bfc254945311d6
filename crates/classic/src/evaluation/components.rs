//! `components`: parity, mobility, corners and stability, each scaled to
//! −100..100.
//!
//! ```text
//! parity    = 100 · (own discs − opp discs) / (own discs + opp discs)
//! mobility  = 100 · (own moves − opp moves) / (own moves + opp moves)
//! corners   = 100 · (own corners − opp corners) / (own corners + opp corners)
//! stability = 100 · (own s − opp s) / (|own s| + |opp s|)
//! ```
//!
//! where `s` is the number of a side's stable discs less that of its unstable
//! ones, and a quotient 0/0 counts as 0. The formula as usually printed divides
//! by `own s + opp s`, which changes sign or explodes where stabilities are
//! negative: hence the amounts. A term's weight is a percentage, so that with
//! percentages summing to 100 or less the total stays in −100..100.

use outflank_gametree::Value;
use outflank_othello::Bitboard;
use serde::Deserialize;

use super::{EvaluationKind, Explanation, Static, Term};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::stability::Statuses;

/// Percentages of the four terms.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Percentages")]
pub(super) struct Parameters([f64; 4]);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Percentages {
    parity: f64,
    mobility: f64,
    corners: f64,
    stability: f64,
}

impl TryFrom<Percentages> for Parameters {
    type Error = String;

    fn try_from(from: Percentages) -> Result<Self, String> {
        let percentages = [from.parity, from.mobility, from.corners, from.stability];
        for (percentage, name) in percentages.into_iter().zip(TERMS) {
            // No number lies outside a range that NaN is not in.
            if !(0.0..=100.0).contains(&percentage) {
                return Err(format!(
                    "{name} = {percentage}: expected a percentage from 0 to 100"
                ));
            }
        }
        let sum: f64 = percentages.into_iter().sum();
        if sum > 100.0 {
            return Err(format!(
                "the percentages sum to {sum}: expected at most 100"
            ));
        }
        Ok(Self(percentages))
    }
}

impl Parameters {
    pub(super) const fn prepare(self) -> Components {
        Components {
            percentages: self.0,
        }
    }
}

const TERMS: [&str; 4] = ["parity", "mobility", "corners", "stability"];

pub(super) struct Components {
    percentages: [f64; 4],
}

/// The four counts, each for the mover and for the opponent.
fn counts<B: Bitboard>(geometry: &Geometry<B>, state: &State<B>) -> [[i32; 2]; 4] {
    let board = state.board;
    let sides = |set: B| [board.mover, board.opponent].map(|discs| (discs & set).count() as i32);
    let replies = board.pass().legal_moves(geometry.layout());
    let statuses = Statuses::of(geometry, board);
    let [own_stable, opponent_stable] = sides(statuses.stable);
    let [own_unstable, opponent_unstable] = sides(statuses.unstable);
    [
        sides(board.occupied()),
        [state.moves.count() as i32, replies.count() as i32],
        sides(geometry.corners()),
        [
            own_stable - own_unstable,
            opponent_stable - opponent_unstable,
        ],
    ]
}

/// The difference of two counts as a share of their amounts, −100..100.
fn scaled([own, opponent]: [i32; 2]) -> f64 {
    let amount = own.abs() + opponent.abs();
    if amount == 0 {
        0.0
    } else {
        100.0 * f64::from(own - opponent) / f64::from(amount)
    }
}

impl Components {
    /// What each term adds to the total, in points.
    fn contributions(&self, counts: [[i32; 2]; 4]) -> [f64; 4] {
        let mut contributions = counts.map(scaled);
        for (contribution, percentage) in contributions.iter_mut().zip(self.percentages) {
            *contribution *= percentage / 100.0;
        }
        contributions
    }
}

/// The sum in hundredths, rounded away from zero at halves: the same for both
/// sides but for its sign.
fn total(contributions: [f64; 4]) -> Value {
    let sum: f64 = contributions.into_iter().sum();
    (100.0 * sum).round() as Value
}

impl<B: Bitboard> Static<B> for Components {
    #[inline]
    fn hundredths(&self, geometry: &Geometry<B>, state: &State<B>) -> Value {
        total(self.contributions(counts(geometry, state)))
    }

    fn explain(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation {
        let counts = counts(geometry, state);
        let contributions = self.contributions(counts);
        let terms = (0..TERMS.len())
            .map(|i| Term {
                name: TERMS[i],
                own: f64::from(counts[i][0]),
                opponent: f64::from(counts[i][1]),
                weight: self.percentages[i] / 100.0,
                contribution: contributions[i],
            })
            .collect();
        Explanation::new(
            EvaluationKind::Components,
            None,
            terms,
            total(contributions),
        )
    }
}
