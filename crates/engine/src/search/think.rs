//! The best moves of a position: deepening searches, exact ones near the end.

use outflank_othello::{Bitboard, Board, Square};

use super::heuristic::{LOWEST, MOST, heuristic_root};
use super::hot::Hot;
use super::principal::Line;
use super::probcut::Selectivity;
use super::root::prove;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::window::Window;
use crate::evaluation::UNITS;

/// How far a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Plies, passes not counted.
    pub depth: u32,
    /// What may be left out.
    pub selectivity: Selectivity,
    /// With so many empty squares or fewer the position is searched to the end
    /// and nothing is left out.
    pub exact_to: u32,
    /// With so many empty squares or fewer the position is searched to the end,
    /// with `selectivity`.
    pub end_to: u32,
}

impl Reach {
    /// The greatest level.
    pub const MOST_LEVEL: u32 = 60;

    /// A level of play from 1 to [`MOST_LEVEL`](Self::MOST_LEVEL), greater ones
    /// as the greatest: so many plies at 73 %; exact with twice as many empty
    /// squares up to level 10, then 20 and one more with every second level, from
    /// level 30 on with as many as the level; to the end at 73 % with 4 more.
    #[must_use]
    pub fn level(level: u32) -> Self {
        let level = level.clamp(1, Self::MOST_LEVEL);
        let exact_to = match level {
            ..=10 => 2 * level,
            11..30 => 15 + level / 2,
            _ => level,
        };
        Self {
            depth: level,
            selectivity: Selectivity::ALL[0],
            exact_to,
            end_to: exact_to + 4,
        }
    }

    /// As far as the time allows: every depth, then to the end.
    pub const UNLIMITED: Self = Self {
        depth: 60,
        selectivity: Selectivity::ALL[0],
        exact_to: 128,
        end_to: 128,
    };
}

/// What a search found out about one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMove {
    /// The move.
    pub square: Square,
    /// Its value for the side that plays it, in 1/128 discs.
    pub value: i32,
    /// Plies searched, this move included.
    pub depth: u32,
    /// What was left out.
    pub selectivity: Selectivity,
    /// Whether `value` is the exact score.
    pub is_exact: bool,
    /// The squares of best play, this move first.
    pub pv: Vec<Square>,
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best moves, best first, as many as were asked for; none if the mover
    /// has to pass or the game is over.
    pub moves: Vec<FoundMove>,
    /// Positions reached, the root included, with those reached only to rank
    /// moves.
    pub nodes: u64,
    /// Whether the search ran to its end.
    pub complete: bool,
}

/// A move of the root.
struct RootMove<W> {
    board: Board<W>,
    index: u8,
    found: Option<FoundMove>,
}

/// How far the first window reaches to both sides, in 1/128 discs.
const ASPIRATION: i32 = 3 * UNITS / 2;

/// Searches a board deeper and deeper, for its best `wanted` moves, from where an
/// earlier search came that found `known`. `report` is told of each completed depth
/// and says whether to go on.
pub(super) fn think<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    reach: Reach,
    wanted: usize,
    known: &[FoundMove],
    mut report: impl FnMut(&[FoundMove]) -> bool,
) -> (Vec<FoundMove>, bool) {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let moves = H::reached(board, geometry) & free;
    thread.is_void = false;
    thread.nodes += 1;
    let mut root: Vec<RootMove<H::Word>> = moves
        .indices()
        .map(|index| RootMove {
            board: board.after(
                index,
                H::flips(index, board.mover, board.opponent, geometry),
            ),
            index: index as u8,
            found: found_before(known, geometry.layout.square(index)),
        })
        .collect();
    if root.is_empty() {
        return (Vec::new(), true);
    }
    root.sort_by_key(|root| {
        let place = root.found.as_ref().map(|found| place_of(known, found));
        place.unwrap_or(known.len())
    });
    let wanted = wanted.min(root.len());
    let mut complete = true;
    for (depth, selectivity) in passes_left(&passes(empties, reach), known, wanted) {
        let is_exact = depth >= empties && selectivity == Selectivity::NONE;
        for place in 0..wanted {
            let root = &mut root[place..];
            let is_found = if is_exact && wanted == 1 {
                solve_best(thread, board, root, empties)
            } else {
                search_best(thread, root, depth, selectivity, is_exact)
            };
            if !is_found {
                complete = false;
                break;
            }
        }
        let found = found(&root, wanted);
        thread.keep_watch();
        if !complete || !report(&found) || thread.check_void() {
            complete &= is_last(empties, reach, depth, selectivity);
            break;
        }
    }
    (found(&root, wanted), complete)
}

/// What an earlier search found out about a move.
fn found_before(known: &[FoundMove], square: Square) -> Option<FoundMove> {
    known.iter().find(|found| found.square == square).cloned()
}

/// The place of a move among those found before, the best first.
fn place_of(known: &[FoundMove], found: &FoundMove) -> usize {
    known
        .iter()
        .position(|known| known.square == found.square)
        .unwrap_or(known.len())
}

/// The passes behind the last one in which so many moves were found.
fn passes_left(
    passes: &[(u32, Selectivity)],
    known: &[FoundMove],
    wanted: usize,
) -> Vec<(u32, Selectivity)> {
    let founded = known.iter().map(|found| (found.depth, found.selectivity));
    let least = founded.min().filter(|_| known.len() >= wanted);
    let done = least.and_then(|least| passes.iter().rposition(|&pass| pass == least));
    passes[done.map_or(0, |done| done + 1)..].to_vec()
}

fn found<W>(root: &[RootMove<W>], wanted: usize) -> Vec<FoundMove> {
    let known = root[..wanted].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<FoundMove> = known.collect();
    found.sort_by_key(|found| -found.value);
    found
}

/// The depths and selectivities to search by, one after the other.
fn passes(empties: u32, reach: Reach) -> Vec<(u32, Selectivity)> {
    let (is_exact, is_end) = (empties <= reach.exact_to, empties <= reach.end_to);
    let goes_to_end = is_exact || is_end;
    let last = if goes_to_end {
        // A deeper search costs nearly as much as one to the end.
        empties.saturating_sub(10).clamp(1, reach.depth.max(1))
    } else {
        reach.depth.clamp(1, empties)
    };
    let bold = if is_exact {
        Selectivity::ALL[0]
    } else {
        reach.selectivity
    };
    let mut passes: Vec<(u32, Selectivity)> = (1..=last).map(|depth| (depth, bold)).collect();
    if goes_to_end {
        let boldest = |from: u32, selectivity| (empties > from).then_some(selectivity);
        let bold = [
            boldest(16, Selectivity::ALL[0]),
            boldest(20, Selectivity::ALL[1]),
            boldest(22, Selectivity::ALL[2]),
            boldest(24, Selectivity::ALL[3]),
            boldest(26, Selectivity::ALL[4]),
        ];
        let last = if is_exact {
            Selectivity::NONE
        } else {
            reach.selectivity
        };
        let before = bold.into_iter().flatten().filter(|bold| *bold < last);
        passes.extend(before.map(|selectivity| (empties, selectivity)));
        passes.push((empties, last));
    }
    passes
}

fn is_last(empties: u32, reach: Reach, depth: u32, selectivity: Selectivity) -> bool {
    passes(empties, reach).last() == Some(&(depth, selectivity))
}

/// Finds the best of some root moves and puts it first; false if the search
/// became void. What an earlier pass found stays where nothing better is known.
fn search_best<H: Hot>(
    thread: &mut Thread<'_, H>,
    root: &mut [RootMove<H::Word>],
    depth: u32,
    selectivity: Selectivity,
    is_exact: bool,
) -> bool {
    let geometry = thread.geometry;
    thread.selectivity = selectivity;
    let guess = root[0].found.as_ref().map_or(0, |found| found.value);
    let most = if is_exact { -LOWEST } else { MOST };
    let (mut alpha, mut beta) = if depth >= thread.thresholds.aspire_from {
        let (alpha, beta) = (guess - ASPIRATION, guess + ASPIRATION);
        (alpha.clamp(-most, most - 1), beta.clamp(1 - most, most))
    } else {
        (-most, most)
    };
    let mut widening = ASPIRATION;
    loop {
        let mut best: Option<(i32, usize)> = None;
        let mut raised = alpha;
        for (place, candidate) in root.iter().enumerate() {
            let child = candidate.board;
            let search = |thread: &mut Thread<'_, H>, alpha: i32, beta: i32| {
                thread.nodes += 1;
                if is_exact {
                    -UNITS * exact_child(thread, child, -beta, -alpha)
                } else {
                    -heuristic_root(thread, child, depth - 1, -beta, -alpha)
                }
            };
            let mut value = if best.is_none() {
                search(thread, raised, beta)
            } else {
                search(thread, raised, raised + 1)
            };
            if best.is_some() && value > raised && value < beta && !thread.is_void {
                value = search(thread, raised, beta);
            }
            if thread.is_void {
                break;
            }
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, place));
                raised = raised.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        let Some((value, place)) = best else {
            return false;
        };
        let is_below = value <= alpha && alpha > -most;
        let is_above = value >= beta && beta < most;
        if thread.is_void && is_below {
            return false;
        }
        if !is_below {
            root[..=place].rotate_right(1);
            let line = line(thread, root[0].board, is_exact);
            let squares = std::iter::once(u32::from(root[0].index)).chain(line);
            // If the search is over before the window is wide enough, this is a
            // bound, and better than what a shallower search said.
            root[0].found = Some(FoundMove {
                square: geometry.layout.square(u32::from(root[0].index)),
                value,
                depth,
                selectivity,
                is_exact: is_exact && !is_above,
                pv: squares.map(|index| geometry.layout.square(index)).collect(),
            });
        }
        if thread.is_void {
            return false;
        }
        if !is_below && !is_above {
            return true;
        }
        // The window only grows: what is left out may make one search deny what
        // another one said.
        widening *= 4;
        if value <= alpha {
            alpha = (alpha - widening).max(-most);
        } else {
            beta = (beta + widening).min(most);
        }
    }
}

/// The exact score of a child in discs; the window is in 1/128 discs.
fn exact_child<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    alpha: i32,
    beta: i32,
) -> i32 {
    let below = alpha.div_euclid(UNITS);
    let above = -(-beta).div_euclid(UNITS);
    let proof = prove(thread, board, Window::clamped(below, above));
    if proof.lower > below {
        proof.lower
    } else {
        proof.upper
    }
}

/// Solves a board whose best move alone is wanted; false if the search became
/// void.
fn solve_best<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    root: &mut [RootMove<H::Word>],
    empties: u32,
) -> bool {
    let proof = prove(thread, board, Window::EXACT);
    let best = proof.line.first().copied();
    let place = root
        .iter()
        .position(|root| Some(u32::from(root.index)) == best);
    let (Some(place), true) = (place, proof.lower == proof.upper) else {
        return false;
    };
    root[..=place].rotate_right(1);
    let layout = &thread.geometry.layout;
    root[0].found = Some(FoundMove {
        square: layout.square(u32::from(root[0].index)),
        value: UNITS * proof.lower,
        depth: empties,
        selectivity: Selectivity::NONE,
        is_exact: true,
        pv: proof
            .line
            .iter()
            .map(|&index| layout.square(index))
            .collect(),
    });
    true
}

/// Best play as the tables know it.
fn line<H: Hot>(thread: &Thread<'_, H>, mut board: Board<H::Word>, is_exact: bool) -> Line {
    let geometry = thread.geometry;
    let mut line = Line::new();
    loop {
        let free = geometry.mask & !board.occupied();
        let moves = H::reached(board, geometry) & free;
        if moves.is_empty() {
            let passed = board.pass();
            if (H::reached(passed, geometry) & free).is_empty() {
                return line;
            }
            board = passed;
            continue;
        }
        let table = if is_exact { thread.table } else { thread.hints };
        let Some(index) = table
            .get(board)
            .map(|entry| entry.best[0])
            .filter(|&index| index != NO_MOVE && moves.has(u32::from(index)))
        else {
            return line;
        };
        let index = u32::from(index);
        line.push(index);
        board = board.after(
            index,
            H::flips(index, board.mover, board.opponent, geometry),
        );
    }
}
