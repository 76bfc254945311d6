//! The compact format (`.compact`) of the shipped book. It stores only data that cannot be derived.
//!
//! A file stores only the boards to which no link leads. The other boards follow from the links.
//! Positions are sorted by number of discs, then by board, so the positions of a group are the
//! targets of the previous group's links plus the stored boards, in order. Scores, bounds, grades
//! and lines follow from the leaves.
//!
//! The header has 24 bytes: `OUTFCPCT`, version (u32), number of positions (u32), checksum of the
//! rest (XXH3, u64). One Zstandard frame follows, with these columns. All numbers are
//! little-endian.
//!
//! | column | for each | content |
//! |---|---|---|
//! | lengths | column below | its length in bytes (u32) |
//! | roots | group, from 0 to 64 discs | number of boards (u32), then mover and opponent (u64) of each |
//! | counts | position | number of links (u8) |
//! | links | link | index among the legal moves, in order of the squares (u8) |
//! | leaf | position | index of the leaf among the legal moves, or 255 (u8) |
//! | score | position | of the leaf (i8) |
//! | search | position | selectivity in three bits, plus 8 if the search reached the end (u8) |
//! | leaf level | position | level of the leaf (u8) |
//! | level | position | level of the position (u8) |

use std::io::{self, Read as _};

use outflank_engine::evaluation::zstandard::decompress;
use outflank_othello::{Board, Layout};
use twox_hash::XxHash3_64;

use crate::{Child, Entry, Fault, Key, Leaf, Link, Quality, evaluated};
#[cfg(feature = "files")]
use crate::{
    error::{At as _, BookError},
    store::Store,
    tree::children,
};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"OUTFCPCT";
const VERSION: u32 = 1;
/// Size of the header in bytes.
const HEADER: usize = 24;
/// The maximum number of positions in a file, so that a corrupt count cannot reserve much memory.
const MAX_POSITIONS: u32 = 1 << 23;
/// The index that means "no move".
const NO_MOVE: u8 = u8::MAX;
/// The compression level. A high one slows writing but not reading.
const COMPRESSION: i32 = 19;
/// An upper bound on the legal moves of a position.
const MAX_MOVES: u64 = 64;
const COLUMNS: usize = 8;

/// The columns, in file order.
#[derive(Clone, Copy)]
enum Column {
    Roots,
    Counts,
    Links,
    Leaf,
    Score,
    Search,
    LeafLevel,
    Level,
}

/// The data lost because the format cannot store it.
#[cfg(feature = "files")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lost {
    /// Positions with a manual score.
    pub(super) manual: u64,
    /// Positions that lose their score because they have neither leaf nor link.
    pub(super) without_search: u64,
}

/// Returns the compact file of an 8×8 book. Calls `at_entry` after each position.
#[cfg(feature = "files")]
pub(super) fn pack(
    store: &Store,
    mut at_entry: impl FnMut() -> Result<(), BookError>,
) -> Result<(Vec<u8>, Lost), BookError> {
    let layout = store.layout();
    let mut columns: [Vec<u8>; COLUMNS] = std::array::from_fn(|_| Vec::new());
    let mut lost = Lost::default();
    // The targets of the previous group's links.
    let mut linked: Vec<Board<u64>> = Vec::new();
    for discs in 0..=64 {
        let group = store.pages(store.pages_of(discs))?;
        let is_root = |board: &Board<u64>| linked.binary_search(board).is_err();
        let roots = group.iter().map(|entry| entry.board).filter(is_root);
        let roots: Vec<Board<u64>> = roots.collect();
        let column = &mut columns[Column::Roots as usize];
        column.extend((roots.len() as u32).to_le_bytes());
        for board in roots {
            column.extend(board.mover().to_le_bytes());
            column.extend(board.opponent().to_le_bytes());
        }
        linked.clear();
        for entry in &group {
            let moves = entry.board.legal_moves(layout);
            let mut links = Vec::new();
            for child in children(entry.board, layout) {
                if store.get(child.board)?.is_some() {
                    links.push(place(moves, child.square));
                    linked.push(child.board);
                }
            }
            lost.manual += u64::from(entry.is_manual);
            lost.without_search += u64::from(entry.leaf.is_none() && links.is_empty());
            let mut push = |column: Column, byte: u8| columns[column as usize].push(byte);
            push(Column::Counts, links.len() as u8);
            links.iter().for_each(|&link| push(Column::Links, link));
            let [square, score, search, level] = entry.leaf.map_or([NO_MOVE, 0, 0, 0], |leaf| {
                let (square, search) = (place(moves, leaf.square), leaf.quality.search_byte());
                [square, leaf.score as u8, search, leaf.quality.level]
            });
            push(Column::Leaf, square);
            push(Column::Score, score);
            push(Column::Search, search);
            push(Column::LeafLevel, level);
            push(Column::Level, entry.level);
            at_entry()?;
        }
        linked.sort_unstable();
        linked.dedup();
    }
    let count = columns[Column::Level as usize].len();
    let positions = u32::try_from(count).ok();
    let positions = positions.filter(|&positions| positions <= MAX_POSITIONS);
    let positions = positions.ok_or_else(|| {
        let problem = format!("{count} positions: a compact book holds at most {MAX_POSITIONS}");
        Fault::Io(io::Error::other(problem)).at(store.path())
    })?;
    let lengths = columns.each_ref().map(|column| column.len() as u32);
    let mut content: Vec<u8> = lengths.iter().flat_map(|len| len.to_le_bytes()).collect();
    content.extend(columns.concat());
    let packed = zstd::bulk::compress(&content, COMPRESSION).at(store.path())?;
    let [version, positions] = [VERSION, positions].map(u32::to_le_bytes);
    let checksum = XxHash3_64::oneshot(&packed).to_le_bytes();
    let file = [MAGIC, &version[..], &positions, &checksum, &packed].concat();
    Ok((file, lost))
}

/// Returns the index of a square among the moves.
#[cfg(feature = "files")]
fn place(moves: u64, square: u8) -> u8 {
    (moves & ((1 << square) - 1)).count_ones() as u8
}

/// Returns the square of a move by its index.
fn square(mut moves: u64, place: u8) -> Option<u8> {
    for _ in 0..place {
        moves &= moves.wrapping_sub(1);
    }
    (moves != 0).then(|| moves.trailing_zeros() as u8)
}

/// Reads an 8×8 book: all its entries, sorted, with the scores that follow from the moves that the
/// file lists. The writer lists every move to another position of the book.
///
/// # Errors
///
/// Returns an error if the bytes are not a complete book.
pub fn read(bytes: &[u8]) -> Result<Vec<Entry>, Fault> {
    let (columns, positions) = unpack(bytes)?;
    // Fail now if memory is short: all lists that grow need less than this.
    try_with_capacity::<[Entry; 2]>(positions)?;
    let mut reader = Reader {
        columns: columns.map(io::Cursor::new),
        layout: Layout::STANDARD,
        entries: try_with_capacity(positions)?,
        positions,
    };
    let groups = reader.groups()?;
    let mut entries = reader.entries;
    // The last group comes first: the values of a group depend on the groups after it.
    let mut links = Vec::new();
    for group in groups.into_iter().rev() {
        let (own, after) = entries[group.start..].split_at_mut(group.len);
        let mut moves = group.moves.iter().peekable();
        for (number, entry) in own.iter_mut().enumerate() {
            links.clear();
            while let Some(inside) = moves.next_if(|inside| inside.parent == number) {
                links.push(Link::new(&inside.child, &after[inside.target]));
            }
            *entry = evaluated(entry, &links, &Layout::STANDARD);
        }
    }
    Ok(entries)
}

/// Checks the header, and returns the columns and the number of positions.
fn unpack(bytes: &[u8]) -> Result<([Vec<u8>; COLUMNS], usize), Fault> {
    let number = |at: usize| -> Option<u32> {
        let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes))
    };
    if !bytes.starts_with(MAGIC) {
        return Err(Fault::Foreign("a compact book, which begins with OUTFCPCT"));
    }
    let (Some(found), Some(positions), Some(packed)) = (number(8), number(12), bytes.get(HEADER..))
    else {
        let problem = "the file ends within the header";
        return Err(Fault::wrong(bytes.len() as u64, problem));
    };
    if found != VERSION {
        let known = VERSION;
        return Err(Fault::Version { found, known });
    }
    if positions > MAX_POSITIONS {
        let problem = format!("{positions} positions: expected at most {MAX_POSITIONS}");
        return Err(Fault::wrong(12, problem));
    }
    if XxHash3_64::oneshot(packed).to_le_bytes() != bytes[16..HEADER] {
        return Err(Fault::wrong(16, "damaged: wrong checksum"));
    }
    let wrong = |problem: &str| Fault::wrong(HEADER as u64, problem);
    // Per position: a board, six bytes and the links.
    let most = 65 * 4 + COLUMNS as u64 * 4 + u64::from(positions) * (16 + 6 + MAX_MOVES);
    let content = decompress(packed, most as usize)?;
    let mut rest = content.as_slice();
    let mut lengths = [0_usize; COLUMNS];
    for length in &mut lengths {
        let (bytes, after) = rest
            .split_first_chunk()
            .ok_or_else(|| wrong("no columns"))?;
        *length = u32::from_le_bytes(*bytes) as usize;
        rest = after;
    }
    if lengths.iter().map(|&length| length as u64).sum::<u64>() != rest.len() as u64 {
        return Err(wrong(
            "the lengths of the columns do not add up to the size of the data",
        ));
    }
    let columns = lengths.map(|length| {
        let (column, after) = rest.split_at(length);
        rest = after;
        column
    });
    let mut copies = [const { Vec::new() }; COLUMNS];
    for (copy, column) in copies.iter_mut().zip(columns) {
        *copy = try_with_capacity(column.len())?;
        copy.extend_from_slice(column);
    }
    Ok((copies, positions as usize))
}

/// Allocates a list for `count` elements, or returns an error if memory is short.
fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, Fault> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)
        .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    Ok(list)
}

/// The positions with the same number of discs.
struct Group {
    /// The index of its first entry.
    start: usize,
    /// The number of entries.
    len: usize,
    /// The moves inside the book, by parent.
    moves: Vec<Inside>,
}

/// A move inside the book.
struct Inside {
    /// The index of the position before the move in its group.
    parent: usize,
    child: Child,
    /// The index of the position after the move in the next group.
    target: usize,
}

struct Reader {
    columns: [io::Cursor<Vec<u8>>; COLUMNS],
    layout: Layout<u64>,
    entries: Vec<Entry>,
    positions: usize,
}

impl Reader {
    fn next<const N: usize>(&mut self, column: Column) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        let read = self.columns[column as usize].read_exact(&mut bytes);
        read.map_err(|_| Self::wrong("a column ends too early"))?;
        Ok(bytes)
    }

    fn wrong(problem: impl Into<String>) -> Fault {
        Fault::wrong(HEADER as u64, problem)
    }

    /// Reads all groups and checks that the columns end there.
    fn groups(&mut self) -> Result<Vec<Group>, Fault> {
        let mut groups: Vec<Group> = Vec::new();
        // The boards of a group, each with the number of a move in the group before that leads to it.
        let mut linked: Vec<(Board<u64>, usize)> = Vec::new();
        for discs in 0..=64 {
            for _ in 0..u32::from_le_bytes(self.next(Column::Roots)?) {
                let [mover, opponent] = [self.next(Column::Roots)?, self.next(Column::Roots)?];
                let [mover, opponent] = [mover, opponent].map(u64::from_le_bytes);
                let board = Board::new(mover, opponent, &self.layout)
                    .map_err(|error| Self::wrong(error.to_string()))?;
                if Key::of(board).discs != discs || board.canonical(&self.layout).0 != board {
                    let problem = "a board in the wrong group or not in canonical form";
                    return Err(Self::wrong(problem));
                }
                linked.push((board, usize::MAX));
            }
            linked.sort_unstable();
            let mut boards: Vec<Board<u64>> = Vec::with_capacity(linked.len());
            let mut moves = groups.last_mut().map(|group| &mut group.moves);
            for (board, number) in linked.drain(..) {
                if boards.last() != Some(&board) {
                    boards.push(board);
                }
                if let Some(inside) = moves.as_mut().and_then(|moves| moves.get_mut(number)) {
                    inside.target = boards.len() - 1;
                }
            }
            let group = self.group(&boards)?;
            let moves = group.moves.iter().enumerate();
            linked.extend(moves.map(|(number, inside)| (inside.child.board, number)));
            groups.push(group);
        }
        let is_read =
            |column: &io::Cursor<Vec<u8>>| column.position() == column.get_ref().len() as u64;
        if self.entries.len() != self.positions || !self.columns.iter().all(is_read) {
            let (found, expected) = (self.entries.len(), self.positions);
            let message = format!("{found} positions: the header says {expected}");
            return Err(Self::wrong(message));
        }
        Ok(groups)
    }

    fn group(&mut self, boards: &[Board<u64>]) -> Result<Group, Fault> {
        let start = self.entries.len();
        if start + boards.len() > self.positions {
            let problem = format!("more positions than the {} of the header", self.positions);
            return Err(Self::wrong(problem));
        }
        let mut inside = Vec::new();
        for (parent, &board) in boards.iter().enumerate() {
            let moves = board.legal_moves(&self.layout);
            let at = |place: u8| square(moves, place).ok_or_else(|| Self::wrong("an illegal move"));
            let [count] = self.next(Column::Counts)?;
            for _ in 0..count {
                let [place] = self.next(Column::Links)?;
                let child = Child::after_move(board, at(place)?, &self.layout);
                let child = child.ok_or_else(|| Self::wrong("a link to a finished game"))?;
                inside.push(Inside {
                    parent,
                    child,
                    target: 0,
                });
            }
            let [place] = self.next(Column::Leaf)?;
            let [score] = self.next(Column::Score)?;
            let [search] = self.next(Column::Search)?;
            let [leaf_level] = self.next(Column::LeafLevel)?;
            let [level] = self.next(Column::Level)?;
            let score = crate::entry::check_score((score as i8).into()).map_err(Self::wrong)?;
            let quality = Quality::from_byte(search, leaf_level).map_err(Self::wrong)?;
            let leaf = match place {
                NO_MOVE => None,
                place => Some(Leaf {
                    square: at(place)?,
                    score,
                    quality,
                }),
            };
            self.entries.push(Entry::bare(board, leaf, level));
        }
        Ok(Group {
            start,
            len: boards.len(),
            moves: inside,
        })
    }
}
