//! Optimizer steps of the rows that a batch uses.

use outflank_engine::evaluation::PatternSet;
use outflank_engine::evaluation::network::ROW_ONE;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::adam::{InitialWeights, Step, update};
use super::encoded::{Table, tables};
use super::gradient::BatchGradient;
use super::model::Parameters;
use super::simd::{add_by, fetch};

/// Largest element of a row, which must fit into a byte.
const MAX_ROW: f32 = i8::MAX as f32 / ROW_ONE as f32;

/// ε for rows, multiplied by the batch size. Gradients are averaged over the batch, so a row that
/// few of its samples use has a small gradient; ε then shortens its step.
const EPSILON_TIMES_BATCH: f32 = 0.08;

/// The optimizer's state of all rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowState<const P: usize> {
    /// By row: mean gradient and mean squared gradient.
    pub(super) moments: Vec<[Parameters<P>; 2]>,
    /// By row: for bias correction, advanced whenever a batch uses the row.
    pub(super) initial_weights: Vec<InitialWeights>,
}

impl<const P: usize> RowState<P> {
    pub(super) fn new(rows: usize) -> Self {
        Self {
            moments: vec![[[[0.0; P]; 2]; 2]; rows],
            initial_weights: vec![InitialWeights::FRESH; rows],
        }
    }
}

/// Number of rows that are prefetched together.
const TOGETHER: usize = 8;

/// The end of a linked list.
const NONE: u32 = u32::MAX;

/// Updates rows.
#[derive(Debug)]
pub(super) struct RowOptimizer {
    tables: Vec<(Table, Uses)>,
}

/// The uses of the rows of a table in a batch: a linked list for each row.
#[derive(Debug)]
struct Uses {
    /// By row: the head of its list.
    first: Vec<u32>,
    /// By use (`position * features + feature`): the next use of the same row.
    next: Vec<u32>,
    /// The rows used, in order of first use.
    kinds: Vec<u32>,
}

impl RowOptimizer {
    pub(super) fn new(patterns: &PatternSet) -> Self {
        let uses = |table: &Table| Uses {
            first: vec![NONE; table.kinds.len()],
            next: Vec::new(),
            kinds: Vec::new(),
        };
        let tables = tables(patterns).into_iter();
        Self {
            tables: tables.map(|table| (table.clone(), uses(&table))).collect(),
        }
    }

    /// Performs one step of all rows that the batch uses.
    pub(super) fn step<const P: usize>(
        &mut self,
        rows: &mut [Parameters<P>],
        state: &mut RowState<P>,
        batch: &BatchGradient<P>,
        rate: f32,
        arch: Arch,
    ) {
        let mut rows = rows;
        let (mut moments, mut weights) = (&mut state.moments[..], &mut state.initial_weights[..]);
        let mut tasks = Vec::with_capacity(self.tables.len());
        for (table, uses) in &mut self.tables {
            let length = table.kinds.len();
            let of_table;
            (of_table, rows) = rows.split_at_mut(length);
            let moments_of_table;
            (moments_of_table, moments) = moments.split_at_mut(length);
            let weights_of_table;
            (weights_of_table, weights) = weights.split_at_mut(length);
            tasks.push(TableStep {
                table,
                uses,
                rows: of_table,
                moments: moments_of_table,
                initial_weights: weights_of_table,
                batch,
                rate,
            });
        }
        tasks.into_par_iter().for_each(|task| arch.dispatch(task));
    }
}

/// The step of one table.
struct TableStep<'a, const P: usize> {
    table: &'a Table,
    uses: &'a mut Uses,
    rows: &'a mut [Parameters<P>],
    moments: &'a mut [[Parameters<P>; 2]],
    initial_weights: &'a mut [InitialWeights],
    batch: &'a BatchGradient<P>,
    rate: f32,
}

impl<const P: usize> WithSimd for TableStep<'_, P> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            table,
            uses,
            rows,
            moments,
            initial_weights,
            batch,
            rate,
        } = self;
        let epsilon = EPSILON_TIMES_BATCH / batch.positions.len() as f32;
        uses.collect(table, batch);
        let features = table.features.len() as u32;
        for kinds in uses.kinds.chunks(TOGETHER) {
            for &kind in kinds {
                fetch(rows[kind as usize].as_flattened());
                fetch(moments[kind as usize].as_flattened().as_flattened());
            }
            for &kind in kinds {
                let kind = kind as usize;
                let mut number = std::mem::replace(&mut uses.first[kind], NONE);
                let mut sums = [[0.0; P]; 2];
                while number != NONE {
                    let gradients = &batch.gradients[(number / features) as usize];
                    add_by(simd, sums.as_flattened_mut(), gradients.as_flattened());
                    number = uses.next[number as usize];
                }
                initial_weights[kind].step();
                let [first, second] = &mut moments[kind];
                update(
                    rows[kind].as_flattened_mut(),
                    sums.as_flattened(),
                    first.as_flattened_mut(),
                    second.as_flattened_mut(),
                    Step {
                        initial_weights: initial_weights[kind],
                        rate,
                        epsilon,
                        limit: MAX_ROW,
                    },
                );
            }
        }
    }
}

impl Uses {
    /// Builds the lists of a batch.
    #[inline(always)]
    fn collect<const P: usize>(&mut self, table: &Table, batch: &BatchGradient<P>) {
        self.kinds.clear();
        self.next.clear();
        for position in &batch.positions {
            for &kind in &position.kinds[table.features.clone()] {
                let row = kind as usize - table.kinds.start;
                let number = self.next.len() as u32;
                let before = std::mem::replace(&mut self.first[row], number);
                if before == NONE {
                    self.kinds.push(row as u32);
                }
                self.next.push(before);
            }
        }
    }
}
