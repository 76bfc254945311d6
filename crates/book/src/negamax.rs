//! Computes the scores, bounds, grades and line counts of a whole book, from the leaves up.
//!
//! Positions are read in batches, most discs first. The children of a batch are sorted and looked
//! up in one sweep over the next group. Each page is thus read once per batch, and memory use does
//! not grow with the book.

use std::fs::{File, OpenOptions};
use std::path::Path;

use outflank_othello::Board;
use rayon::prelude::*;

use crate::error::At as _;
use crate::store::{rewrite_page, rewrite_totals};
use crate::{BookError, Child, Entry, Link, Progress, Store, Totals, children, evaluated};

/// The number of pages in a batch: about 65 000 positions and a million moves.
const BATCH: u64 = 512;

/// The number of boards that a thread looks up in one sweep.
const SWEEP: usize = 1 << 14;

/// Which values the pass changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// Recomputes scores and bounds.
    Update,
    /// Keeps scores, bounds and leaves. Computes grades, and line counts where they are missing.
    Keep,
}

/// Recomputes all values of the complete book in `path`. No one else may read the file meanwhile.
/// After an interruption, a second run produces the same result.
pub(crate) fn propagate(
    path: &Path,
    scores: Scores,
    progress: &mut Progress<'_>,
) -> Result<Totals, BookError> {
    let store = Store::open(path)?;
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).open(path).at(path)?;
    let mut totals = Totals {
        positions: store.header().totals.positions,
        ..Totals::default()
    };
    let mut done = 0;
    for discs in (0..=64).rev() {
        let pages = store.pages_of(discs);
        let mut first = pages.start;
        while first < pages.end {
            let end = pages.end.min(first + BATCH);
            batch(&store, &mut file, first..end, scores, &mut totals)?;
            done += end - first;
            progress.report(done, store.header().pages()).at(path)?;
            first = end;
        }
    }
    rewrite_totals(&mut file, totals).at(path)?;
    Ok(totals)
}

/// Calls `visit` with each entry and its moves inside the book, in file order.
pub(crate) fn links_of_pages(
    store: &Store,
    progress: &mut Progress<'_>,
    mut visit: impl FnMut(&Entry, &[Link]),
) -> Result<(), BookError> {
    let pages = store.header().pages();
    let mut first = 0;
    while first < pages {
        let end = pages.min(first + BATCH);
        let entries = store.pages(first..end)?;
        let links = find_links(store, &entries)?;
        for (entry, own) in entries.iter().zip(by_parent(&links, entries.len())) {
            visit(entry, &own);
        }
        progress.report(end, pages).at(store.path())?;
        first = end;
    }
    Ok(())
}

/// Groups links by parent, for each of `parents` positions in order.
fn by_parent(links: &[(u32, Link)], parents: usize) -> impl Iterator<Item = Vec<Link>> {
    let mut rest = links;
    (0..parents as u32).map(move |parent| {
        let own = rest.partition_point(|(of, _)| *of == parent);
        let (own, others) = rest.split_at(own);
        rest = others;
        own.iter().map(|(_, link)| *link).collect()
    })
}

/// Recomputes and rewrites some pages of one group.
fn batch(
    store: &Store,
    file: &mut File,
    pages: std::ops::Range<u64>,
    scores: Scores,
    totals: &mut Totals,
) -> Result<(), BookError> {
    let entries = pages.clone().map(|page| store.page(page));
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    let flat = entries.concat();
    let links = find_links(store, &flat)?;
    totals.links += links.len() as u64;
    let mut links = by_parent(&links, flat.len());
    for (page, entries) in pages.zip(&mut entries) {
        for (entry, own) in entries.iter_mut().zip(&mut links) {
            let found = evaluated(entry, &own, store.layout());
            *entry = match scores {
                Scores::Update => found,
                Scores::Keep => Entry {
                    score: entry.score,
                    lower: entry.lower,
                    upper: entry.upper,
                    leaf: entry.leaf,
                    lines: match entry.lines {
                        0 => found.lines,
                        lines => lines,
                    },
                    ..found
                },
            };
            totals.exact += u64::from(entry.is_exact());
        }
        rewrite_page(file, page, entries).at(store.path())?;
    }
    Ok(())
}

/// Finds the moves of `parents` that stay inside the book, each with the index of its parent, in
/// order.
fn find_links(store: &Store, parents: &[Entry]) -> Result<Vec<(u32, Link)>, BookError> {
    let wanted = parents.par_iter().enumerate();
    let wanted = wanted.flat_map_iter(|(number, parent)| {
        let moves = children(parent.board, store.layout());
        moves.map(move |child| (child.board, number as u32, child.square, child.has_passed))
    });
    let mut wanted: Vec<Wanted> = wanted.collect();
    wanted.par_sort_unstable();
    let found = wanted.par_chunks(SWEEP).map(|wanted| sweep(store, wanted));
    let mut found = found.collect::<Result<Vec<_>, _>>()?.concat();
    found.par_sort_unstable_by_key(|(parent, link)| (*parent, link.square));
    Ok(found)
}

/// A board to look up, the index of its parent, and the move to it: its square and whether the
/// opponent passes.
type Wanted = (Board<u64>, u32, u8, bool);

/// Looks up sorted boards in one sweep.
fn sweep(store: &Store, wanted: &[Wanted]) -> Result<Vec<(u32, Link)>, BookError> {
    let mut found = Vec::new();
    // The last page read, with its entries.
    let mut current: Option<(u64, Vec<Entry>)> = None;
    for &(board, parent, square, has_passed) in wanted {
        let Some(page) = store.page_of(board) else {
            continue;
        };
        if current.as_ref().is_none_or(|(number, _)| *number != page) {
            current = Some((page, store.page(page)?));
        }
        let Some((_, entries)) = &current else {
            continue;
        };
        if let Ok(slot) = entries.binary_search_by_key(&board, |entry| entry.board) {
            let child = Child {
                square,
                board,
                has_passed,
            };
            found.push((parent, Link::new(&child, &entries[slot])));
        }
    }
    Ok(found)
}
