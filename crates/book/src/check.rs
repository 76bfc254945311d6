//! Verifying, summarizing and comparing books.

use std::cmp::Ordering;

use crate::error::At as _;
use crate::negamax::links_of_pages;
use crate::{BookError, Entry, Grade, Progress, Store, evaluated, valid_leaf};

/// The result of [`verify`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions read, all from pages with a correct checksum and order.
    pub positions: u64,
    /// Boards that are not in canonical form.
    pub not_canonical: u64,
    /// Positions in which the mover has no legal move.
    pub without_moves: u64,
    /// Scores that contradict the scores of their children.
    pub wrong_scores: u64,
    /// Leaves whose move stays inside the book.
    pub wrong_leaves: u64,
    /// Positions with a move that leaves the book but no leaf.
    pub missing_leaves: u64,
}

impl Verified {
    /// Returns whether the book has no faults.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        let boards = self.not_canonical + self.without_moves;
        boards + self.wrong_scores + self.wrong_leaves + self.missing_leaves == 0
    }
}

/// Reads the whole book and checks each page and position.
///
/// # Errors
///
/// Returns an error for the first damaged page, or if `progress` stopped it.
pub fn verify(store: &Store, progress: &mut Progress<'_>) -> Result<Verified, BookError> {
    let mut found = Verified::default();
    let layout = store.layout();
    links_of_pages(store, progress, |entry, links| {
        found.positions += 1;
        let moves = entry.board.legal_moves(layout).count_ones() as usize;
        found.not_canonical += u64::from(entry.board.canonical(layout).0 != entry.board);
        found.without_moves += u64::from(moves == 0);
        let score = evaluated(entry, links, layout).score;
        found.wrong_scores += u64::from(score != entry.score);
        let leaf = valid_leaf(entry, links);
        found.wrong_leaves += u64::from(entry.leaf.is_some() && leaf.is_none());
        found.missing_leaves += u64::from(entry.leaf.is_none() && links.len() < moves);
    })?;
    Ok(found)
}

/// Counts of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Positions by number of discs.
    pub by_discs: [u64; 65],
    /// Positions by accuracy grade, from A to F.
    pub by_grade: [u64; 6],
    /// Positions by search level.
    pub by_level: [u64; 256],
    /// Positions with a proven score.
    pub exact: u64,
    /// Positions with a manual score.
    pub manual: u64,
}

/// Counts the positions of a book.
///
/// # Errors
///
/// Returns an error for the first damaged page, or if `progress` stopped it.
pub fn statistics(store: &Store, progress: &mut Progress<'_>) -> Result<Statistics, BookError> {
    let mut counts = Statistics {
        by_discs: [0; 65],
        by_grade: [0; 6],
        by_level: [0; 256],
        exact: 0,
        manual: 0,
    };
    let whole = store.header().totals.positions;
    for (number, entry) in (1_u64..).zip(store.entries()) {
        let entry = entry?;
        counts.by_discs[entry.key().discs as usize] += 1;
        if let Some(grade) = entry.reached.grade() {
            counts.by_grade[grade as usize] += 1;
        }
        counts.by_level[usize::from(entry.level)] += 1;
        counts.exact += u64::from(entry.is_exact());
        counts.manual += u64::from(entry.is_manual);
        if number.is_multiple_of(1 << 16) {
            progress.report(number, whole).at(store.path())?;
        }
    }
    Ok(counts)
}

/// The grades, best first, in the order of [`Statistics::by_grade`].
pub const GRADES: [Grade; 6] = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E, Grade::F];

/// The differences between two books.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Positions only in the first book.
    pub first_only: u64,
    /// Positions only in the second book.
    pub second_only: u64,
    /// Positions in both books.
    pub both: u64,
    /// Positions in both books with different scores.
    pub different: u64,
    /// The sum of the absolute differences in discs.
    pub sum: u64,
    /// The pairs of entries that differ most, largest difference first.
    pub largest: Vec<(Entry, Entry)>,
}

/// Compares two books and keeps the `most` largest differences.
///
/// # Errors
///
/// Returns an error for the first damaged page.
pub fn difference(first: &Store, second: &Store, most: usize) -> Result<Difference, BookError> {
    let (mut ones, mut others) = (first.entries(), second.entries());
    let (mut one, mut other) = (ones.next().transpose()?, others.next().transpose()?);
    let mut found = Difference::default();
    loop {
        let order = match (&one, &other) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one.key().cmp(&other.key()),
        };
        found.first_only += u64::from(order == Ordering::Less);
        found.second_only += u64::from(order == Ordering::Greater);
        if let (Ordering::Equal, Some(one), Some(other)) = (order, one, other) {
            found.both += 1;
            let difference = one.score.abs_diff(other.score);
            found.different += u64::from(difference > 0);
            found.sum += u64::from(difference);
            if difference > 0 {
                found.keep((one, other), most);
            }
        }
        if order != Ordering::Greater {
            one = ones.next().transpose()?;
        }
        if order != Ordering::Less {
            other = others.next().transpose()?;
        }
    }
    Ok(found)
}

impl Difference {
    /// Keeps a pair if it is among the largest.
    fn keep(&mut self, pair: (Entry, Entry), most: usize) {
        let size = |pair: &(Entry, Entry)| pair.0.score.abs_diff(pair.1.score);
        let sorted = &self.largest;
        let place = sorted.partition_point(|other| size(other) >= size(&pair));
        if place < most {
            self.largest.insert(place, pair);
            self.largest.truncate(most);
        }
    }
}
