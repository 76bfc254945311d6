//! The transposition table.

use outflank_othello::{Bitboard, Board};

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<B> {
    board: Board<B>,
    /// The score is at least this many discs.
    pub(crate) lower: i16,
    /// The score is at most this many discs.
    pub(crate) upper: i16,
    /// Bit index of the best move; [`NO_MOVE`] if none is known.
    pub(crate) best: u8,
    /// Empty squares, which tell what an entry cost to find.
    empties: u8,
}

/// Stands for "no move" in an entry.
pub(crate) const NO_MOVE: u8 = u8::MAX;

/// Exact bounds of positions, found by their discs. Two positions with the
/// same hash are told apart, since the discs themselves are compared.
///
/// Each hash leads to two places. The first keeps the position with more empty
/// squares, which cost more to search; the second takes every other one.
pub(crate) struct Table<B> {
    pairs: Vec<[Entry<B>; 2]>,
    /// Bits by which a hash is shifted to the number of a pair.
    shift: u32,
}

impl<B: Bitboard> Table<B> {
    /// A table of at most `mib` MiB for positions of `empties` empty squares.
    pub(crate) fn new(mib: usize, empties: u32) -> Self {
        let most = (mib << 20) / size_of::<[Entry<B>; 2]>();
        // Small positions fill small tables, which are quicker to make.
        let wanted = 1_usize << empties.clamp(8, 30);
        let bits = most.max(2).ilog2().min(wanted.ilog2());
        let none = Entry {
            board: Board::default(),
            lower: 0,
            upper: 0,
            best: NO_MOVE,
            empties: 0,
        };
        Self {
            pairs: vec![[none; 2]; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    fn place(&self, board: Board<B>) -> usize {
        (board.hash64() >> self.shift) as usize
    }

    /// What is known of a position.
    pub(crate) fn get(&self, board: Board<B>) -> Option<&Entry<B>> {
        self.pairs[self.place(board)]
            .iter()
            .find(|entry| entry.board == board)
    }

    /// Keeps what a search of a position with the window `alpha`..`beta` found.
    pub(crate) fn keep(
        &mut self,
        board: Board<B>,
        empties: u32,
        (alpha, beta): (i32, i32),
        (score, best): (i32, Option<u32>),
    ) {
        let place = self.place(board);
        let [first, second] = &mut self.pairs[place];
        let entry = if first.board == board {
            first
        } else if second.board == board {
            second
        } else {
            let entry = if u32::from(first.empties) <= empties {
                *second = *first;
                first
            } else {
                second
            };
            *entry = Entry {
                board,
                lower: -i16::MAX,
                upper: i16::MAX,
                best: NO_MOVE,
                empties: empties as u8,
            };
            entry
        };
        let score = score as i16;
        if i32::from(score) > alpha {
            entry.lower = entry.lower.max(score);
            entry.best = best.map_or(entry.best, |index| index as u8);
        }
        if i32::from(score) < beta {
            entry.upper = entry.upper.min(score);
        }
        if entry.best == NO_MOVE {
            entry.best = best.map_or(NO_MOVE, |index| index as u8);
        }
    }
}
