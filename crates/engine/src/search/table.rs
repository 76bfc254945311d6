//! The transposition table, shared by all threads.
//!
//! A sequence number guards each bucket (a *seqlock*): a writer makes it odd, writes, and makes it
//! even again; a reader that sees it odd or changed discards what it read. So a torn read is never
//! used, and readers write nothing. Lookups compare whole boards, not only hashes (Boehm 2012, "Can
//! seqlocks get along with programming language memory models?").

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a prefetch"))]

use std::marker::PhantomData;

use outflank_othello::{Bitboard, Board};

use crate::sync::{AtomicU64, Ordering, fence};

/// A table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Lower bound on the score in discs.
    pub(crate) lower: i16,
    /// Upper bound on the score in discs.
    pub(crate) upper: i16,
    /// Bit indices of the best move and of the previous best move, or [`NO_MOVE`].
    pub(crate) best: [u8; 2],
    /// The cost of the search that found the entry: the number of empties of an exact search, or
    /// the draft of a midgame search.
    pub(crate) draft: u8,
    /// The number of the search that wrote the entry, modulo 256.
    pub(crate) generation: u8,
}

/// Stands for "no move" in an entry.
pub(crate) const NO_MOVE: u8 = u8::MAX;

impl Entry {
    /// The entry of an unknown position.
    const UNKNOWN: Self = Self {
        lower: -i16::MAX,
        upper: i16::MAX,
        best: [NO_MOVE; 2],
        draft: 0,
        generation: 0,
    };

    fn pack(self) -> u64 {
        let [a, b] = self.lower.to_le_bytes();
        let [c, d] = self.upper.to_le_bytes();
        let [e, f] = self.best;
        u64::from_le_bytes([a, b, c, d, e, f, self.draft, self.generation])
    }

    fn unpack(word: u64) -> Self {
        let [a, b, c, d, e, f, draft, generation] = word.to_le_bytes();
        Self {
            lower: i16::from_le_bytes([a, b]),
            upper: i16::from_le_bytes([c, d]),
            best: [e, f],
            draft,
            generation,
        }
    }

    /// Updates the bounds and moves with the result of a search in the window `alpha`..`beta`.
    fn learn(&mut self, alpha: i32, beta: i32, score: i32, best: Option<u8>) {
        let found = score as i16;
        if score > alpha {
            self.lower = self.lower.max(found);
        }
        if score < beta {
            self.upper = self.upper.min(found);
        }
        // A search that fails low proves only bounds, so the stored move is the better guess.
        if let Some(index) = best
            && (score > alpha || self.best[0] == NO_MOVE)
            && self.best[0] != index
        {
            self.best = [index, self.best[0]];
        }
    }
}

/// A table of bounds for boards of one width, in borrowed words.
///
/// A bucket is a sequence number and two or three entries: the words of the board, then the
/// packed bounds. Zero words are an empty entry, because every searched board has discs.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a, W> {
    words: &'a [AtomicU64],
    /// Number of buckets minus one; the number of buckets is a power of two.
    last_bucket: usize,
    generation: u8,
    width: PhantomData<W>,
}

impl<'a, W: Bitboard> Table<'a, W> {
    /// Number of words of a board.
    const KEY: usize = 2 * W::BITS as usize / 64;
    /// Number of words of an entry.
    const ENTRY: usize = Self::KEY + 1;
    /// Number of words of a bucket: one cache line, or two for wide boards.
    const BUCKET: usize = if W::BITS == 64 { 8 } else { 16 };
    /// Number of entries of a bucket.
    const ENTRIES: usize = (Self::BUCKET - 1) / Self::ENTRY;

    /// Returns the number of words that a search of `empties` empties uses. For few empties a small
    /// table is enough, and it is faster because it stays in the caches: a bucket per 128 positions
    /// of a tree with two moves at every node, and at least 4096 buckets.
    pub(crate) fn words_for(empties: u32) -> usize {
        // The limit keeps the shift from overflowing on 32-bit systems.
        let most = 40.min(usize::BITS - 5);
        Self::BUCKET << empties.saturating_sub(7).clamp(12, most)
    }

    /// Makes a table of as many of the `words` as a search of `empties` empties uses.
    ///
    /// # Panics
    ///
    /// Panics if there is no room for a bucket.
    pub(crate) fn new(words: &'a [AtomicU64], empties: u32, generation: u8) -> Self {
        let words = &words[..words.len().min(Self::words_for(empties))];
        let buckets = 1 << (words.len() / Self::BUCKET).ilog2();
        Self {
            words: &words[..buckets * Self::BUCKET],
            last_bucket: buckets - 1,
            generation,
            width: PhantomData,
        }
    }

    /// Returns all entries of positions with at least `least_empties` empties. This works while
    /// other threads write, and whatever part of the words a search used.
    pub(crate) fn entries(self, least_empties: u32) -> impl Iterator<Item = (Board<W>, Entry)> {
        let buckets = self.words.chunks_exact(Self::BUCKET);
        buckets.flat_map(move |bucket| {
            let entries = Self::read(bucket).into_iter();
            entries.filter(move |(_, entry)| {
                entry.draft > 0 && u32::from(entry.draft) >= least_empties
            })
        })
    }

    /// Reads the entries of a bucket; none if a thread is writing to it.
    fn read(bucket: &[AtomicU64]) -> arrayvec::ArrayVec<(Board<W>, Entry), 4> {
        let Some((sequence, entries)) = bucket.split_first() else {
            return arrayvec::ArrayVec::new();
        };
        let before = sequence.load(Ordering::Acquire);
        let entries = entries.chunks_exact(Self::ENTRY);
        let read: arrayvec::ArrayVec<_, 4> = entries
            .map(|entry| {
                let packed = entry[Self::KEY].load(Ordering::Relaxed);
                (Self::board_of(entry), Entry::unpack(packed))
            })
            .collect();
        fence(Ordering::Acquire);
        let after = sequence.load(Ordering::Relaxed);
        if before == after && before & 1 == 0 {
            read
        } else {
            arrayvec::ArrayVec::new()
        }
    }

    /// Returns the board of an entry; it is meaningless if a thread is writing to the entry.
    fn board_of(entry: &[AtomicU64]) -> Board<W> {
        let word = |place: usize| u128::from(entry[place].load(Ordering::Relaxed));
        let (mover, opponent) = if Self::KEY == 2 {
            (word(0), word(1))
        } else {
            (word(0) | word(2) << 64, word(1) | word(3) << 64)
        };
        Board::new_unchecked(W::narrow(mover), W::narrow(opponent))
    }

    /// Restores an entry that [`entries`](Self::entries) returned.
    pub(crate) fn restore(&self, board: Board<W>, entry: Entry) {
        self.change(board, |kept| {
            *kept = Entry {
                generation: self.generation,
                ..entry
            };
        });
    }

    #[inline(always)]
    fn bucket(&self, board: Board<W>) -> &'a [AtomicU64] {
        let number = board.hash64() as usize & self.last_bucket;
        let start = number * Self::BUCKET;
        &self.words[start..start + Self::BUCKET]
    }

    /// Prefetches the bucket of a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: Board<W>) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(board).as_ptr();
            // SAFETY: a prefetch has no effect that the program can observe, and every x86-64
            // processor supports it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast::<i8>()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = board;
    }

    /// Returns the words of a board in the first [`KEY`](Self::KEY) elements.
    #[inline(always)]
    fn key(board: Board<W>) -> [u64; 4] {
        let (mover, opponent) = (board.mover().widen(), board.opponent().widen());
        let upper = |word: u128| (word >> 64) as u64;
        [mover as u64, opponent as u64, upper(mover), upper(opponent)]
    }

    #[inline(always)]
    fn is_at(entry: &[AtomicU64], board: Board<W>) -> bool {
        let words = Self::key(board);
        (0..Self::KEY).all(|place| entry[place].load(Ordering::Relaxed) == words[place])
    }

    /// Looks a position up.
    #[inline(always)]
    pub(crate) fn get(&self, board: Board<W>) -> Option<Entry> {
        let bucket = self.bucket(board);
        let (sequence, entries) = bucket.split_first()?;
        let before = sequence.load(Ordering::Acquire);
        for entry in entries.chunks_exact(Self::ENTRY) {
            if Self::is_at(entry, board) {
                let packed = entry[Self::KEY].load(Ordering::Relaxed);
                fence(Ordering::Acquire);
                let after = sequence.load(Ordering::Relaxed);
                let is_whole = before == after && before & 1 == 0;
                return is_whole.then(|| Entry::unpack(packed));
            }
        }
        None
    }

    /// Stores the result of a search in the window `alpha`..`beta`. Bounds stored with a different
    /// draft are dropped.
    #[inline(always)]
    pub(crate) fn keep(
        &self,
        board: Board<W>,
        draft: u8,
        (alpha, beta): (i32, i32),
        (score, best): (i32, Option<u8>),
    ) {
        self.change(board, |entry| {
            if entry.draft != draft {
                let best = entry.best;
                *entry = Entry {
                    best,
                    ..Entry::UNKNOWN
                };
            }
            entry.learn(alpha, beta, score, best);
            entry.draft = draft;
            entry.generation = self.generation;
        });
    }

    /// Updates the entry of a position. Does nothing if another thread is writing to the bucket.
    #[inline(always)]
    fn change(&self, board: Board<W>, change: impl FnOnce(&mut Entry)) {
        let bucket = self.bucket(board);
        let Some((sequence, entries)) = bucket.split_first() else {
            return;
        };
        let before = sequence.load(Ordering::Relaxed);
        if before & 1 == 1
            || sequence
                .compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        self.write(entries, board, change);
        sequence.store(before + 2, Ordering::Release);
    }

    /// Writes to a bucket that this thread has locked.
    #[inline(always)]
    fn write(&self, entries: &[AtomicU64], board: Board<W>, change: impl FnOnce(&mut Entry)) {
        let mut victim = 0;
        let mut least = u32::MAX;
        let mut new = Entry::UNKNOWN;
        for place in 0..Self::ENTRIES {
            let entry = &entries[place * Self::ENTRY..(place + 1) * Self::ENTRY];
            let there = Entry::unpack(entry[Self::KEY].load(Ordering::Relaxed));
            if Self::is_at(entry, board) {
                victim = place;
                new = there;
                break;
            }
            // Entries of earlier searches are replaced first, then the cheapest entries.
            let age = u32::from(there.generation == self.generation);
            let value = age << 8 | u32::from(there.draft);
            if value < least {
                least = value;
                victim = place;
            }
        }
        change(&mut new);

        let entry = &entries[victim * Self::ENTRY..(victim + 1) * Self::ENTRY];
        for (word, key) in entry.iter().zip(Self::key(board)).take(Self::KEY) {
            word.store(key, Ordering::Relaxed);
        }
        entry[Self::KEY].store(new.pack(), Ordering::Relaxed);
    }
}
