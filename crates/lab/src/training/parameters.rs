//! The numbers that are learned, and the weights that they make.
//!
//! A configuration of ten squares may be rare where that of some of its squares is
//! common. So beside the weight of its own each kind of configuration has shares in
//! weights of its *parts*: runs of the pattern's squares. What is learned of a part
//! serves every configuration that has it; the own weight says what is left. Both are
//! summed into the tables in the end, so that the evaluation knows nothing of parts.
//! (Such *factorised* features are common in the training of networks for chess and
//! shogi: Nasu 2018, "Efficiently updatable neural-network-based evaluation functions
//! for computer shogi".)

use std::ops::Range;

use outflank_engine::evaluation::PatternSet;

/// Parts of a pattern with so many squares: runs of half of them and of seven tenths,
/// from both ends and in the middle.
fn parts(squares: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    if squares >= 6 {
        for length in [squares.div_ceil(2), 7 * squares / 10] {
            let last = squares - length;
            parts.extend([0, last / 2, last].map(|from| from..from + length));
        }
    }
    parts.sort_by_key(|part| (part.start, part.end));
    parts.dedup();
    parts
}

/// How weights are made of parameters: each kind's is the sum of some.
#[derive(Debug)]
pub(super) struct Parameters {
    patterns: &'static PatternSet,
    /// For each kind where its parameters begin in `of_kinds`; behind the last where
    /// those end.
    starts: Vec<u32>,
    /// Parameters, of which those below the number of kinds are the own ones.
    of_kinds: Vec<u32>,
    count: usize,
}

impl Parameters {
    /// Of the own weights, and of those of parts if they are wanted.
    pub(super) fn new(patterns: &'static PatternSet, with_parts: bool) -> Self {
        let kinds = patterns.kinds();
        let mut parameters: Vec<Vec<u32>> = (0..kinds as u32).map(|kind| vec![kind]).collect();
        let mut count = kinds;
        if with_parts {
            for (number, pattern) in patterns.patterns().iter().enumerate() {
                let entries = patterns.entries_of(number);
                let own = &patterns.kind_of_entries()[entries];
                for part in parts(pattern.squares.len()) {
                    // A kind has the part of each of its configurations: those that
                    // symmetry makes equal have the same ones.
                    let (low, length) = (3_usize.pow(part.start as u32), part.len() as u32);
                    for (configuration, &kind) in own.iter().enumerate() {
                        let of_part = configuration / low % 3_usize.pow(length);
                        parameters[kind as usize].push((count + of_part) as u32);
                    }
                    count += 3_usize.pow(length);
                }
            }
        }
        let mut starts = vec![0];
        let mut of_kinds = Vec::new();
        for parameters in parameters {
            of_kinds.extend(parameters);
            starts.push(of_kinds.len() as u32);
        }
        Self {
            patterns,
            starts,
            of_kinds,
            count,
        }
    }

    /// The patterns.
    pub(super) const fn patterns(&self) -> &'static PatternSet {
        self.patterns
    }

    /// Number of the parameters of one knot.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    fn of_kind(&self, kind: usize) -> &[u32] {
        &self.of_kinds[self.starts[kind] as usize..self.starts[kind + 1] as usize]
    }

    /// The weights by kind.
    pub(super) fn weights(&self, knot: &[f64]) -> Vec<f64> {
        let weight = |kind| {
            let parameters = self.of_kind(kind).iter();
            parameters.map(|&parameter| knot[parameter as usize]).sum()
        };
        (0..self.patterns.kinds()).map(weight).collect()
    }

    /// The weights by entry of the tables, to be looked up.
    pub(super) fn expand(&self, knot: &[f64]) -> Vec<f32> {
        let weights = self.weights(knot);
        let kinds = self.patterns.kind_of_entries().iter();
        kinds.map(|&kind| weights[kind as usize] as f32).collect()
    }

    /// Adds sums by entry to sums by parameter.
    pub(super) fn fold(&self, entries: &[f32], knot: &mut [f64]) {
        let mut kinds = vec![0.0; self.patterns.kinds()];
        for (&entry, &kind) in entries.iter().zip(self.patterns.kind_of_entries()) {
            kinds[kind as usize] += f64::from(entry);
        }
        for (kind, &sum) in kinds.iter().enumerate().filter(|(_, sum)| **sum != 0.0) {
            for &parameter in self.of_kind(kind) {
                knot[parameter as usize] += sum;
            }
        }
    }
}
