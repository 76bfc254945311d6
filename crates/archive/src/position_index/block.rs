//! Postings packed into bytes.
//!
//! A block is a sequence of delta-coded keys, each with its games. A key with one game is stored as
//! `2 * delta` and the game. A key with several games is stored as `2 * delta + 1`, the number of
//! games, and the games, delta-coded. The byte of the move follows each game. Numbers are LEB128.

use super::Posting;
use crate::error::{Fault, Result};

/// Number of postings in a full block.
const FULL: usize = 2048;

/// A block being filled.
#[derive(Debug, Default)]
pub(super) struct Block {
    postings: Vec<Posting>,
}

impl Block {
    /// Adds a posting. Postings must be added in order. Returns whether the block is full.
    pub(super) fn push(&mut self, posting: Posting) -> bool {
        self.postings.push(posting);
        self.postings.len() == FULL
    }

    /// Empties the block. Returns its first key and bytes, or `None` if it was empty.
    pub(super) fn take(&mut self) -> Option<(u64, Vec<u8>)> {
        let first = self.postings.first()?.key;
        let mut bytes = Vec::with_capacity(8 * self.postings.len());
        let mut last = first;
        for games in self.postings.chunk_by(|a, b| a.key == b.key) {
            let key = games[0].key;
            let distance = 2 * (key - last);
            last = key;
            if games.len() == 1 {
                put(&mut bytes, distance);
            } else {
                put(&mut bytes, distance + 1);
                put(&mut bytes, games.len() as u64);
            }
            let mut before = 0;
            for posting in games {
                put(&mut bytes, u64::from(posting.game - before));
                bytes.push(posting.next);
                before = posting.game;
            }
        }
        self.postings.clear();
        Some((first, bytes))
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Iterates over the postings of a block.
#[derive(Debug)]
pub(super) struct BlockReader<D> {
    data: D,
    at: usize,
    key: u64,
    /// Number of games of this key that have not been read yet.
    games: u64,
    /// The previous game.
    game: u32,
}

impl<D: AsRef<[u8]>> BlockReader<D> {
    /// Returns a reader of the block with this first key.
    pub(super) const fn new(first: u64, data: D) -> Self {
        Self {
            data,
            at: 0,
            key: first,
            games: 0,
            game: 0,
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.data.as_ref().get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn posting(&mut self) -> Option<Posting> {
        if self.games == 0 {
            let distance = self.number()?;
            self.key = self.key.checked_add(distance / 2)?;
            self.games = if distance % 2 == 0 { 1 } else { self.number()? };
            self.game = 0;
        }
        self.games = self.games.checked_sub(1)?;
        let distance = u32::try_from(self.number()?).ok()?;
        self.game = self.game.checked_add(distance)?;
        Some(Posting {
            key: self.key,
            game: self.game,
            next: self.byte()?,
        })
    }
}

impl<D: AsRef<[u8]>> Iterator for BlockReader<D> {
    type Item = Result<Posting>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.data.as_ref().len() && self.games == 0 {
            return None;
        }
        let posting = self.posting();
        if posting.is_none() {
            // The rest of the block is unreadable.
            self.at = self.data.as_ref().len();
            self.games = 0;
        }
        Some(posting.ok_or_else(|| Fault::damaged("a block of the position index")))
    }
}
