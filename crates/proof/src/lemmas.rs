//! Selecting the choices that become lemmas.
//!
//! A lemma is proven once, and any earlier lemma can refer to it. Its cost is its statement and the
//! references to it. A position that recurs within one lemma can be referred to without being a
//! lemma. Lemmas also divide the proof into parts that can be checked separately.

use std::io;

use outflank_othello::Bitboard;

use crate::bits::width;
use crate::build::Layers;
use crate::layer::{NO_LEMMA, Record};
use crate::tree::Tree;

/// A subtree with several parents becomes a lemma if its size is at least 1/32 of the maximum.
const SHARED_PART: u32 = 32;

/// The approximate size of a reference to a lemma, in bits.
const REFERENCE: u32 = 20;

/// The number of records measured together.
const BATCH: usize = 1 << 12;

/// Measures each choice, selects the lemmas and numbers them from 1; lemma 0 is the root. A subtree
/// of more than `largest` bits becomes a lemma. Returns the number of lemmas.
pub(crate) fn choose_lemmas<W: Bitboard>(
    tree: &Tree<W>,
    layers: &mut Layers<W>,
    root_empties: u32,
    largest: u32,
) -> io::Result<u32> {
    for empties in layers.top_down().rev() {
        for_each_batch(layers, empties, |layers, record| {
            record.size = size(tree, layers, record)?;
            let is_shared = record.parents > 1 && record.size >= largest / SHARED_PART;
            let is_lemma = empties < root_empties && (is_shared || record.size > largest);
            // The loop below numbers the lemmas.
            record.lemma = if is_lemma { 0 } else { NO_LEMMA };
            Ok(())
        })?;
    }
    let mut count = 1;
    for empties in layers.top_down() {
        for_each_batch(layers, empties, |_, record| {
            if record.lemma != NO_LEMMA {
                record.lemma = count;
                count += 1;
            }
            Ok(())
        })?;
    }
    Ok(count)
}

/// Returns the size in bits of a choice and its subtree; each lemma in the subtree counts as a
/// reference.
fn size<W: Bitboard>(
    tree: &Tree<W>,
    layers: &mut Layers<W>,
    record: &Record<W>,
) -> io::Result<u32> {
    let moves = record.board.legal_moves(&tree.layout).count();
    let mut size = width(u64::from(moves) + 2);
    for board in tree.choices_after(record.board, record.best.into()) {
        let next = layers.find(board, tree.empties(board))?;
        let more = if next.lemma == NO_LEMMA {
            next.size
        } else {
            REFERENCE
        };
        size = size.saturating_add(more);
    }
    Ok(size)
}

/// Applies `change` to each record of a layer.
fn for_each_batch<W: Bitboard>(
    layers: &mut Layers<W>,
    empties: u32,
    mut change: impl FnMut(&mut Layers<W>, &mut Record<W>) -> io::Result<()>,
) -> io::Result<()> {
    for first in (0..layers.at(empties).len()).step_by(BATCH) {
        let mut records = layers.at(empties).read(first, BATCH)?;
        for record in &mut records {
            change(layers, record)?;
        }
        layers.at(empties).write(first, &records)?;
    }
    Ok(())
}
