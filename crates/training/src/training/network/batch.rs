//! The gradient of a batch of positions.

use outflank_engine::evaluation::{Features, PatternSet};
use pulp::Arch;
use rayon::prelude::*;

use super::forward::forward;
use super::gradient::{Gradient, backward};
use super::model::{Model, Numbers};
use super::prepared::Prepared;
use super::samples::Packed;
use super::vectors::add;

/// Pieces of a batch, which are worked on at the same time and added in order.
const PIECES: usize = 16;

/// A batch, and what the loss changes by with the numbers that it meets.
#[derive(Debug)]
pub(super) struct Batch<const P: usize> {
    /// What is seen of each position.
    pub(super) positions: Vec<Prepared>,
    /// By position: the change with its accumulators, and so with each of its rows.
    pub(super) changes: Vec<Numbers<P>>,
    /// The rest, of all positions.
    pub(super) gradient: Gradient<P>,
    pieces: Vec<Gradient<P>>,
}

impl<const P: usize> Batch<P> {
    /// An empty one.
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            changes: Vec::new(),
            gradient: Gradient::new(),
            pieces: vec![Gradient::new(); PIECES],
        }
    }

    /// Takes the samples with these numbers, of all `samples`, and computes the changes
    /// of their mean loss.
    pub(super) fn compute(
        &mut self,
        model: &Model<P>,
        samples: &[Packed],
        numbers: &[u32],
        arch: Arch,
    ) {
        self.positions.resize(numbers.len(), Prepared::BLANK);
        self.changes.resize(numbers.len(), [[0.0; P]; 2]);
        let size = numbers.len().div_ceil(PIECES).max(1);
        let share = 1.0 / numbers.len() as f32;
        let pieces = numbers
            .par_chunks(size)
            .zip(self.positions.par_chunks_mut(size))
            .zip(self.changes.par_chunks_mut(size))
            .zip(&mut self.pieces);
        pieces.for_each(|(((numbers, positions), changes), gradient)| {
            gradient.clear();
            arch.dispatch(Piece {
                model,
                samples,
                numbers,
                share,
                positions,
                changes,
                gradient,
            });
        });
        self.gradient.clear();
        for piece in &self.pieces[..numbers.len().div_ceil(size)] {
            self.gradient.add(piece);
        }
    }
}

/// The work on a piece of a batch.
struct Piece<'a, const P: usize> {
    model: &'a Model<P>,
    samples: &'a [Packed],
    numbers: &'a [u32],
    /// Of a position in the mean.
    share: f32,
    positions: &'a mut [Prepared],
    changes: &'a mut [Numbers<P>],
    gradient: &'a mut Gradient<P>,
}

impl<const P: usize> pulp::NullaryFnOnce for Piece<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let patterns = PatternSet::standard();
        // All at once, so that waiting for one overlaps with waiting for others.
        let numbers = self.numbers.iter();
        let samples: Vec<Packed> = numbers.map(|&n| self.samples[n as usize]).collect();
        let places = self.positions.iter_mut().zip(&mut *self.changes);
        for (sample, (position, changes)) in samples.into_iter().zip(places) {
            let features = Features::new(patterns, sample.board());
            *position = Prepared::new(patterns, &features, sample);
            let activations = forward(self.model, position);
            let off = activations.output - position.score;
            self.gradient.squares += f64::from(off * off);
            let bucket = position.bucket as usize;
            let sums = &mut self.gradient.heads[bucket];
            let head = &self.model.heads[bucket];
            *changes = backward(head, &activations, off * self.share, sums);
        }
        for changes in &*self.changes {
            for (sums, changes) in self.gradient.bias.iter_mut().zip(changes) {
                add(sums, changes);
            }
        }
    }
}
