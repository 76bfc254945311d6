//! A position of a book.

use outflank_engine::Selectivity;
use outflank_othello::{Board, Layout};

/// The square number that means "no move".
const NO_MOVE: u8 = 64;

/// The size of a stored entry in bytes.
pub(crate) const ENTRY_SIZE: usize = 32;

/// How a score was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality {
    /// Whether the search reached the end of the game. Such a search ranks above any other.
    pub reaches_end: bool,
    /// ProbCut confidence of the search.
    pub selectivity: Selectivity,
    /// Level or depth of the search.
    pub level: u8,
}

impl Quality {
    /// The quality of a proven score.
    pub const EXACT: Self = Self {
        reaches_end: true,
        selectivity: Selectivity::NONE,
        level: 60,
    };

    /// The quality of a depth-limited search at a level.
    #[must_use]
    pub const fn midgame(level: u8) -> Self {
        Self {
            reaches_end: false,
            selectivity: Selectivity::MIN,
            level,
        }
    }

    /// Returns whether the score is proven.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.reaches_end && self.selectivity == Selectivity::NONE
    }

    /// Packs [`reaches_end`](Self::reaches_end) and the selectivity into the lowest four bits.
    pub(crate) fn search_byte(self) -> u8 {
        let mut all = Selectivity::ALL.iter();
        let selectivity = all.position(|&other| other == self.selectivity);
        selectivity.unwrap_or(0) as u8 | u8::from(self.reaches_end) << 3
    }

    /// Unpacks [`search_byte`](Self::search_byte). Ignores the higher bits.
    pub(crate) fn from_byte(byte: u8, level: u8) -> Result<Self, String> {
        let selectivity = Selectivity::ALL.get(usize::from(byte & 7));
        Ok(Self {
            reaches_end: byte & 8 != 0,
            selectivity: *selectivity.ok_or("expected a selectivity from 0 to 5")?,
            level,
        })
    }
}

/// The best move that leaves the book. Its score comes from a search restricted to such
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The bit index of the square.
    pub square: u8,
    /// The score for the side that plays it, in discs.
    pub score: i8,
    /// How the score was found.
    pub quality: Quality,
}

/// The kinds of search at the ends of the lines below a position, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached(u8);

impl Reached {
    /// Returns the set that contains only the search of a leaf.
    #[must_use]
    pub fn leaf(quality: Quality) -> Self {
        Self(match (quality.is_exact(), quality.reaches_end) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 4,
        })
    }

    /// Returns the union of two sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the accuracy grade, from A (all lines solved) to F (none searched to the end);
    /// `None` for the empty set.
    #[must_use]
    pub const fn grade(self) -> Option<Grade> {
        Some(match self.0 {
            1 => Grade::A,
            3 => Grade::B,
            2 => Grade::C,
            5 | 7 => Grade::D,
            6 => Grade::E,
            4 => Grade::F,
            _ => return None,
        })
    }
}

/// The accuracy grade of a score, judged by the searches at the ends of the lines whose moves are
/// all within one disc of the best. Egaroucid uses the same scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// All lines are solved exactly.
    A,
    /// All lines are searched to the end, some selectively.
    B,
    /// All lines are searched to the end selectively.
    C,
    /// Some lines are solved exactly, others end in midgame searches.
    D,
    /// Some lines are searched to the end selectively, others end in midgame searches.
    E,
    /// All lines end in midgame searches.
    F,
}

impl Grade {
    /// Describes the grade in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::A => "all lines solved exactly",
            Self::B => "all lines searched to the end, some selectively",
            Self::C => "all lines searched to the end selectively",
            Self::D => "some lines solved exactly, others searched to a depth",
            Self::E => "some lines searched to the end selectively, others to a depth",
            Self::F => "all lines searched to a depth",
        }
    }
}

/// A position of a book in its canonical form, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The canonical form: the smallest of the symmetric images.
    pub board: Board<u64>,
    /// The score of the best move for the mover, in discs.
    pub score: i8,
    /// Lower bound on the score.
    pub lower: i8,
    /// Upper bound on the score.
    pub upper: i8,
    /// The level of the search that added the position.
    pub level: u8,
    /// The best move that leaves the book.
    pub leaf: Option<Leaf>,
    /// Whether a person entered the score.
    pub is_manual: bool,
    /// The searches at the ends of the lines below.
    pub reached: Reached,
    /// The number of leaves below, counted once for each path.
    pub lines: u32,
    /// The umigame number of the mover: how many lines it must know if the opponent may play any
    /// best move.
    pub mover_lines: u16,
    /// The umigame number of the opponent.
    pub opponent_lines: u16,
}

impl Entry {
    /// Returns a position that has only a leaf.
    #[must_use]
    pub fn with_leaf(board: Board<u64>, leaf: Leaf) -> Self {
        let is_exact = leaf.quality.is_exact();
        let bound = |open: i8| if is_exact { leaf.score } else { open };
        Self {
            score: leaf.score,
            lower: bound(-64),
            upper: bound(64),
            ..Self::bare(board, Some(leaf), leaf.quality.level)
        }
    }

    /// Returns a position without score and bounds, which [`evaluated`](crate::evaluated) fills in.
    #[must_use]
    pub(crate) fn bare(board: Board<u64>, leaf: Option<Leaf>, level: u8) -> Self {
        Self {
            board,
            score: 0,
            lower: -64,
            upper: 64,
            level,
            leaf,
            is_manual: false,
            reached: leaf.map_or(Reached::default(), |leaf| Reached::leaf(leaf.quality)),
            lines: 1,
            mover_lines: 1,
            opponent_lines: 1,
        }
    }

    /// Returns whether the score is proven.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Returns the key by which a file sorts its entries.
    #[must_use]
    pub fn key(&self) -> Key {
        Key::of(self.board)
    }

    /// Returns the stored form.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; ENTRY_SIZE] {
        let mut bytes = [0; ENTRY_SIZE];
        bytes[..8].copy_from_slice(&self.board.mover().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().to_le_bytes());
        let (square, score, level, search) = self.leaf.map_or((NO_MOVE, 0, 0, 0), |leaf| {
            let (level, search) = (leaf.quality.level, leaf.quality.search_byte());
            (leaf.square, leaf.score, level, search)
        });
        let flags = search | self.reached.0 << 4 | u8::from(self.is_manual) << 7;
        bytes[16..24].copy_from_slice(&[
            self.score as u8,
            self.lower as u8,
            self.upper as u8,
            self.level,
            square,
            score as u8,
            level,
            flags,
        ]);
        bytes[24..28].copy_from_slice(&self.lines.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.mover_lines.to_le_bytes());
        bytes[30..].copy_from_slice(&self.opponent_lines.to_le_bytes());
        bytes
    }

    /// Reads the stored form of a position on the board of `layout`.
    ///
    /// # Errors
    ///
    /// Returns a message that describes the fault in the bytes.
    pub fn from_bytes(bytes: &[u8; ENTRY_SIZE], layout: &Layout<u64>) -> Result<Self, String> {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let board = Board::new(word(0), word(8), layout).map_err(|error| error.to_string())?;
        let [score, lower, upper] = [16, 17, 18].map(|at| bytes[at] as i8);
        let leaf_score = bytes[21] as i8;
        for found in [score, lower, upper, leaf_score] {
            check_score(found.into())?;
        }
        let flags = bytes[23];
        let leaf = match bytes[20] {
            NO_MOVE => None,
            square => {
                check_move(board, square, layout)?;
                Some(Leaf {
                    square,
                    score: leaf_score,
                    quality: Quality::from_byte(flags, bytes[22])?,
                })
            }
        };
        Ok(Self {
            board,
            score,
            lower,
            upper,
            level: bytes[19],
            leaf,
            is_manual: flags & 0x80 != 0,
            reached: Reached(flags >> 4 & 7),
            lines: u32::from_le_bytes(std::array::from_fn(|byte| bytes[24 + byte])),
            mover_lines: short(28),
            opponent_lines: short(30),
        })
    }
}

pub(crate) fn check_score(score: i32) -> Result<i8, String> {
    match i8::try_from(score) {
        Ok(small) if (-64..=64).contains(&small) => Ok(small),
        _ => Err(format!("score {score}: expected -64 to 64")),
    }
}

/// Checks that a square is a legal move.
pub(crate) fn check_move(
    board: Board<u64>,
    square: u8,
    layout: &Layout<u64>,
) -> Result<(), String> {
    match square < 64 && board.legal_moves(layout) >> square & 1 == 1 {
        true => Ok(()),
        false => Err(format!("move {square}: not legal in its position")),
    }
}

/// Checks the square and the score of a leaf, and returns the leaf of the board in canonical form.
pub(crate) fn canonical_leaf(
    board: Board<u64>,
    layout: &Layout<u64>,
    (square, score): (u8, i32),
    quality: Quality,
) -> Result<Leaf, String> {
    check_move(board, square, layout)?;
    let (_, symmetry) = board.canonical(layout);
    let image = symmetry.square(layout.square(square.into()), layout.shape());
    Ok(Leaf {
        square: layout.index(image).ok_or("the leaf is off the board")? as u8,
        score: check_score(score)?,
        quality,
    })
}

/// The sort key of positions in a file: number of discs, then board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The number of discs.
    pub discs: u32,
    /// The discs.
    pub board: Board<u64>,
}

impl Key {
    /// Returns the key of a board.
    #[inline]
    #[must_use]
    pub fn of(board: Board<u64>) -> Self {
        Self {
            discs: (board.mover() | board.opponent()).count_ones(),
            board,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the start position with its first move as the leaf.
    fn start(score: i8, quality: Quality) -> Entry {
        let board = Board::start(&Layout::STANDARD);
        let square = board.legal_moves(&Layout::STANDARD).trailing_zeros() as u8;
        Entry::with_leaf(
            board,
            Leaf {
                square,
                score,
                quality,
            },
        )
    }

    #[test]
    fn entries_keep_all_fields() {
        let layout = Layout::STANDARD;
        for selectivity in Selectivity::ALL {
            let quality = Quality {
                reaches_end: true,
                selectivity,
                level: 21,
            };
            let entry = Entry {
                lines: 123_456,
                mover_lines: 7,
                opponent_lines: 900,
                is_manual: true,
                ..start(-3, quality)
            };
            assert_eq!(Entry::from_bytes(&entry.to_bytes(), &layout), Ok(entry));
            let without = Entry {
                leaf: None,
                ..entry
            };
            assert_eq!(Entry::from_bytes(&without.to_bytes(), &layout), Ok(without));
        }
    }

    #[test]
    fn impossible_entries_are_refused() {
        let bytes = start(0, Quality::EXACT).to_bytes();
        for (at, value) in [(3, 0xff), (16, 65), (16, 0x80), (20, 0), (20, 65), (23, 7)] {
            let mut wrong = bytes;
            wrong[at] = value;
            let entry = Entry::from_bytes(&wrong, &Layout::STANDARD);
            assert!(entry.is_err(), "{at}");
        }
    }
}
