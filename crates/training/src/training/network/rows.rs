//! Steps of the rows: of those alone that positions of the batch have.

use outflank_engine::evaluation::PatternSet;
use outflank_engine::evaluation::network::ROW_ONE;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::adam::update;
use super::batch::Batch;
use super::model::Numbers;
use super::prepared::{Table, tables};
use super::vectors::{add_by, fetch};

/// The greatest number of a row, so that it fits into a byte.
const MOST_ROW: f32 = i8::MAX as f32 / ROW_ONE as f32;

/// What Adam remembers of a row: the mean of its changes, and that of the squares.
pub(super) type RowMoments<const P: usize> = [Numbers<P>; 2];

/// Rows that are fetched together before they are worked on.
const TOGETHER: usize = 8;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Brings rows up to date.
#[derive(Debug)]
pub(super) struct RowSteps {
    tables: Vec<(Table, Uses)>,
}

/// Which positions of a batch have the kinds of a table: for each kind a list.
#[derive(Debug)]
struct Uses {
    /// By kind: the use that begins its list.
    first: Vec<u32>,
    /// By use (`position * places + place`): the next one of the same kind.
    next: Vec<u32>,
    /// The kinds that have uses, in the order of their first.
    kinds: Vec<u32>,
}

impl RowSteps {
    /// For the rows of a set of patterns.
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

    /// One step of all rows that the batch meets.
    pub(super) fn step<const P: usize>(
        &mut self,
        rows: &mut [Numbers<P>],
        moments: &mut [RowMoments<P>],
        batch: &Batch<P>,
        rate: f32,
        arch: Arch,
    ) {
        let (mut rows, mut moments) = (rows, moments);
        let mut tasks = Vec::with_capacity(self.tables.len());
        for (table, uses) in &mut self.tables {
            let length = table.kinds.len();
            let of_table;
            (of_table, rows) = rows.split_at_mut(length);
            let moments_of_table;
            (moments_of_table, moments) = moments.split_at_mut(length);
            tasks.push(TableStep {
                table,
                uses,
                rows: of_table,
                moments: moments_of_table,
                batch,
                rate,
            });
        }
        tasks.into_par_iter().for_each(|task| arch.dispatch(task));
    }
}

/// A step of the rows of one table.
struct TableStep<'a, const P: usize> {
    table: &'a Table,
    uses: &'a mut Uses,
    rows: &'a mut [Numbers<P>],
    moments: &'a mut [RowMoments<P>],
    batch: &'a Batch<P>,
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
            batch,
            rate,
        } = self;
        uses.collect(table, batch);
        let places = table.places.len() as u32;
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
                    let changes = &batch.changes[(number / places) as usize];
                    add_by(simd, sums.as_flattened_mut(), changes.as_flattened());
                    number = uses.next[number as usize];
                }
                let [first, second] = &mut moments[kind];
                update(
                    rows[kind].as_flattened_mut(),
                    sums.as_flattened(),
                    first.as_flattened_mut(),
                    second.as_flattened_mut(),
                    rate,
                    MOST_ROW,
                );
            }
        }
    }
}

impl Uses {
    /// Makes the lists of a batch.
    #[inline(always)]
    fn collect<const P: usize>(&mut self, table: &Table, batch: &Batch<P>) {
        self.kinds.clear();
        self.next.clear();
        for position in &batch.positions {
            for &kind in &position.kinds[table.places.clone()] {
                let place = kind as usize - table.kinds.start;
                let number = self.next.len() as u32;
                let before = std::mem::replace(&mut self.first[place], number);
                if before == NONE {
                    self.kinds.push(place as u32);
                }
                self.next.push(before);
            }
        }
    }
}
