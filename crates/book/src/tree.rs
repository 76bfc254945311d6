//! A position of a book and its moves.

use outflank_othello::{Board, Layout};

use crate::entry::{Entry, Leaf, Quality, Reached};

/// The largest loss, in discs, with which a move still counts for the accuracy grade.
const GRADE_MARGIN: i8 = 1;

/// The position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// The bit index of the move.
    pub square: u8,
    /// The canonical board, seen from the next mover.
    pub board: Board<u64>,
    /// Whether the opponent must pass, so that the same side moves again.
    pub has_passed: bool,
}

impl Child {
    /// Plays a legal move. Returns `None` if it ends the game.
    #[must_use]
    pub(crate) fn after_move(board: Board<u64>, square: u8, layout: &Layout<u64>) -> Option<Self> {
        let next = board.play(square.into(), layout);
        let has_passed = next.legal_moves(layout) == 0;
        let next = if has_passed { next.pass() } else { next };
        if has_passed && next.legal_moves(layout) == 0 {
            return None;
        }
        let (board, _) = next.canonical(layout);
        Some(Self {
            square,
            board,
            has_passed,
        })
    }
}

/// Returns the positions after each legal move that does not end the game. Also plays a forced
/// pass, so the mover of a book position always has a move.
pub fn children(board: Board<u64>, layout: &Layout<u64>) -> impl Iterator<Item = Child> {
    let moves = board.legal_moves(layout);
    let squares = (0..64).filter(move |square| moves >> square & 1 == 1);
    squares.filter_map(move |square| Child::after_move(board, square, layout))
}

/// A move inside the book, with the values of its position seen from the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The bit index of the move.
    pub square: u8,
    /// The score in discs.
    pub score: i8,
    /// Lower bound on the score.
    pub lower: i8,
    /// Upper bound on the score.
    pub upper: i8,
    /// The level of the position.
    pub level: u8,
    /// The number of lines below.
    pub lines: u32,
    /// The searches at the ends of the lines below.
    pub reached: Reached,
    /// The umigame number of the side that plays the move.
    pub mover_lines: u16,
    /// The umigame number of the other side.
    pub opponent_lines: u16,
}

impl Link {
    /// Returns the move that leads to `entry`.
    #[must_use]
    pub const fn new(child: &Child, entry: &Entry) -> Self {
        let (score, lower, upper, mover_lines, opponent_lines) = if child.has_passed {
            let (mover, opponent) = (entry.mover_lines, entry.opponent_lines);
            (entry.score, entry.lower, entry.upper, mover, opponent)
        } else {
            let (mover, opponent) = (entry.opponent_lines, entry.mover_lines);
            (-entry.score, -entry.upper, -entry.lower, mover, opponent)
        };
        Self {
            square: child.square,
            score,
            lower,
            upper,
            level: entry.level,
            lines: entry.lines,
            reached: entry.reached,
            mover_lines,
            opponent_lines,
        }
    }
}

/// Returns the moves of a board that stay inside the book, whose entries `get` returns.
pub(crate) fn links<E>(
    board: Board<u64>,
    layout: &Layout<u64>,
    get: impl Fn(Board<u64>) -> Result<Option<Entry>, E>,
) -> Result<Vec<Link>, E> {
    let links = children(board, layout).filter_map(|child| {
        let entry = get(child.board).transpose()?;
        Some(entry.map(|entry| Link::new(&child, &entry)))
    });
    links.collect()
}

/// Returns the leaf of an entry, unless its move stays inside the book.
#[must_use]
pub fn valid_leaf(entry: &Entry, links: &[Link]) -> Option<Leaf> {
    let is_linked = |leaf: &Leaf| links.iter().any(|link| link.square == leaf.square);
    entry.leaf.filter(|leaf| !is_linked(leaf))
}

/// Returns the better of a leaf and a link whose position is about to be removed from the book.
pub(crate) fn better_leaf(leaf: Option<Leaf>, link: &Link) -> Leaf {
    let quality = match link.lower == link.upper {
        true => Quality::EXACT,
        false => Quality::midgame(link.level),
    };
    let removed = Leaf {
        square: link.square,
        score: link.score,
        quality,
    };
    let better = leaf.filter(|leaf| leaf.score >= link.score);
    better.unwrap_or(removed)
}

/// Recomputes the score, bounds, lines and grade of an entry from its leaf and links: one step of
/// negamax. Keeps a manual score, and the score of a position with neither leaf nor links.
#[must_use]
pub fn evaluated(entry: &Entry, links: &[Link], layout: &Layout<u64>) -> Entry {
    let leaf = valid_leaf(entry, links);
    let scores = links.iter().map(|link| link.score);
    let Some(best) = scores.chain(leaf.map(|leaf| leaf.score)).max() else {
        let lines = entry.lines.max(1);
        return Entry { lines, ..*entry };
    };
    // Treat the leaf as another link.
    let leaf_link = leaf.map(|leaf| {
        let from_search = Entry::with_leaf(entry.board, leaf);
        Link {
            square: leaf.square,
            score: leaf.score,
            lower: from_search.lower,
            upper: from_search.upper,
            level: leaf.quality.level,
            lines: 1,
            reached: from_search.reached,
            mover_lines: 1,
            opponent_lines: 1,
        }
    });
    let moves = || links.iter().chain(&leaf_link);
    let is_closed =
        leaf.is_some() || links.len() == entry.board.legal_moves(layout).count_ones() as usize;
    let upper = moves().map(|link| link.upper).max().unwrap_or(64);
    let near = moves().filter(|link| link.score >= best - GRADE_MARGIN);
    let is_best = |link: &&Link| link.score == best;
    let mover_lines = moves().filter(is_best).map(|link| link.mover_lines);
    let sum = |total: u16, link: &Link| total.saturating_add(link.opponent_lines);
    Entry {
        score: if entry.is_manual { entry.score } else { best },
        lower: moves().map(|link| link.lower).max().unwrap_or(-64),
        upper: if is_closed { upper } else { 64 },
        leaf,
        reached: near.fold(Reached::default(), |set, link| set.with(link.reached)),
        lines: moves().fold(0, |sum: u32, link| sum.saturating_add(link.lines)),
        mover_lines: mover_lines.min().unwrap_or(1),
        opponent_lines: moves().filter(is_best).fold(0, sum),
        ..*entry
    }
}
