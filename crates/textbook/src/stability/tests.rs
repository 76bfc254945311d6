//! Compares the bit-parallel rules with a naive implementation and with continuations.

use std::collections::HashSet;

use outflank_othello::random::random_move;
use outflank_othello::{Layout, Shape};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Returns the stable discs of both sides as squares.
fn stable(position: &Position) -> Vec<Square> {
    let statuses = disc_statuses(position).into_iter();
    let stable = statuses.filter(|&(_, _, status)| status == DiscStatus::Stable);
    stable.map(|(square, ..)| square).collect()
}

/// Parses a position from the first rows of a diagram. The other rows are empty.
fn diagram(shape: &str, rows: &str) -> Position {
    let shape: Shape = shape.parse().unwrap();
    let cells: String = rows.split_whitespace().collect();
    let board = format!("{cells:-<width$} X", width = shape.cells() as usize);
    Position::parse_obf(&board, shape).unwrap()
}

#[test]
fn discs_are_stable_by_corners_edges_holes_and_full_lines() {
    for (shape, rows, expected) in [
        // The triangle at corner a1. d1, c2 and b3 each have an axis with an empty square; at the
        // corner h8 only h8 itself is stable.
        (
            "8x8",
            "XXXO---- XXO----- XO------ -------- ---OX--- ---XO--- -------- -------O",
            "a1 b1 c1 a2 b2 a3 h8",
        ),
        // A full edge with both colours, and an edge without a corner disc.
        ("8x8", "OXOXXOXO", "a1 b1 c1 d1 e1 f1 g1 h1"),
        ("8x8", "-XXXXXX- --XXXX--", ""),
        // The four lines through the centre are full; the edges next to it are not.
        ("5x5", "X-O-X -XOX- OOXOO -XOX- X-O-X", "a1 e1 c3 a5 e5"),
        // A hole protects discs as an edge does.
        ("8x8-b1a2b2c3", "X#------ ##------ --#-----", "a1"),
    ] {
        let names = stable(&diagram(shape, rows)).into_iter();
        let names: Vec<String> = names.map(|square| square.to_string()).collect();
        assert_eq!(names.join(" "), expected, "{shape} {rows}");
    }
    let full = diagram("8x8", &"XOXOXOXO".repeat(8));
    assert_eq!(stable(&full).len(), 64);
}

/// Applies the rules square by square, including the one for two stable neighbours.
fn slowly_stable(position: &Position) -> Vec<Square> {
    let shape = position.shape();
    let step = |square: Square, (columns, rows): (i8, i8)| {
        let column = u8::try_from(square.column() as i8 + columns).ok()?;
        let row = u8::try_from(square.row() as i8 + rows).ok()?;
        Square::new(column, row).filter(|&next| shape.contains(next))
    };
    let full_towards = |mut square: Square, direction| {
        while let Some(next) = step(square, direction) {
            if position.disc(next).is_none() {
                return false;
            }
            square = next;
        }
        true
    };
    let mut stable: HashSet<Square> = HashSet::new();
    loop {
        let before = stable.len();
        for square in shape.squares_in_order() {
            let Some(color) = position.disc(square) else {
                continue;
            };
            let safe = |(columns, rows): (i8, i8)| {
                let [one, two] = [(columns, rows), (-columns, -rows)];
                let neighbours = [step(square, one), step(square, two)];
                let [Some(first), Some(second)] = neighbours else {
                    return true;
                };
                let is_stable = |neighbour: Square| stable.contains(&neighbour);
                let same = |n: Square| is_stable(n) && position.disc(n) == Some(color);
                full_towards(square, one) && full_towards(square, two)
                    || same(first)
                    || same(second)
                    || is_stable(first) && is_stable(second)
            };
            if [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(safe) {
                stable.insert(square);
            }
        }
        if stable.len() == before {
            let mut squares: Vec<Square> = stable.into_iter().collect();
            squares.sort();
            return squares;
        }
    }
}

const SHAPES: &str = "8x8 6x6 3x3 4x8-a1 8x5-a1c3 9x7 16x8 8x16-b2g9 10x10-a1j1a10j10 11x11";

fn shapes() -> impl Iterator<Item = Shape> {
    SHAPES.split(' ').map(|shape| shape.parse().unwrap())
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(Vec::from_iter(shapes()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Random discs, with at most 30 % of the squares empty: emptier boards have few stable discs.
    #[test]
    fn bit_parallel_stability_matches_the_naive_rules(shape in any_shape(), seed: u64, empty in 0.0..0.3) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let [mut black, mut white] = [Vec::new(), Vec::new()];
        let share_of_black = random.random_range(0.1..0.9);
        for square in shape.squares_in_order() {
            if !random.random_bool(empty) {
                let is_black = random.random_bool(share_of_black);
                if is_black { black.push(square) } else { white.push(square) }
            }
        }
        let position = Position::with_discs(shape, black, white, Color::Black).unwrap();
        prop_assert_eq!(stable(&position), slowly_stable(&position));
    }
}

/// Returns the board after a random move or a pass, or `None` if the game is over.
fn random_next<B: Bitboard>(
    board: Board<B>,
    layout: &Layout<B>,
    random: &mut Xoshiro256PlusPlus,
) -> Option<Board<B>> {
    let mut moves = board.legal_moves(layout).indices();
    match moves.len() {
        0 => (!board.is_over(layout)).then(|| board.pass()),
        count => Some(board.play(moves.nth(random.random_range(0..count))?, layout)),
    }
}

/// Walks a game tree and checks that no stable disc is ever flipped.
struct Continuations<'a, B> {
    geometry: &'a Geometry<B>,
    /// The number of positions left to visit.
    budget: u64,
    /// Number of stable discs seen.
    seen: u64,
}

impl<'a, B: Bitboard> Continuations<'a, B> {
    fn new(geometry: &'a Geometry<B>, budget: u64) -> Self {
        let seen = 0;
        Self {
            geometry,
            budget,
            seen,
        }
    }

    /// Walks the tree below a board. `held` contains the stable discs of the mover and the opponent
    /// so far.
    fn walk(&mut self, board: Board<B>, held: [B; 2]) {
        let layout = self.geometry.layout();
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let [own, other] = self.held(board, held);
        let moves = board.legal_moves(layout);
        if moves.is_empty() && !board.is_over(layout) {
            self.walk(board.pass(), [other, own]);
        }
        for index in moves.indices() {
            let next = board.play(index, layout);
            self.hold(next, [other, own]);
            self.walk(next, [other, own]);
        }
    }

    /// Adds the stable discs of a board to those of the mover and the opponent so far.
    fn held(&mut self, board: Board<B>, [own, other]: [B; 2]) -> [B; 2] {
        let stable = stable_discs(self.geometry, board);
        self.seen += u64::from(stable.count());
        let discs = [board.mover(), board.opponent()].map(|discs| stable & discs);
        [own | discs[0], other | discs[1]]
    }

    fn hold(&self, board: Board<B>, held: [B; 2]) {
        assert_eq!(held[0] & !board.mover(), B::EMPTY, "{board:?}");
        assert_eq!(held[1] & !board.opponent(), B::EMPTY, "{board:?}");
    }

    /// Follows a random continuation to the end of the game.
    fn wander(&mut self, mut board: Board<B>, random: &mut Xoshiro256PlusPlus) {
        let layout = self.geometry.layout();
        let mut held = [B::EMPTY; 2];
        loop {
            held = self.held(board, held);
            let Some(next) = random_next(board, layout, random) else {
                return;
            };
            board = next;
            held.swap(0, 1);
            self.hold(board, held);
        }
    }
}

/// Visits all continuations of positions `plies` random plies from the start. Returns the number of
/// stable discs seen, and whether the walk visited everything.
fn walk_all<B: Bitboard>(
    layout: &Layout<B>,
    start: Board<B>,
    (plies, starts): (usize, usize),
    budget: u64,
) -> (u64, bool) {
    let geometry = Geometry::new(layout);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut walk = Continuations::new(&geometry, budget);
    for _ in 0..starts {
        let mut board = start;
        for _ in 0..plies {
            board = random_next(board, layout, &mut random).unwrap_or(board);
        }
        walk.walk(board, [B::EMPTY; 2]);
    }
    (walk.seen, walk.budget > 0)
}

#[test]
fn no_continuation_flips_a_stable_disc() {
    // 4x4 starts from the start position, other shapes from later ones.
    for (shape, plies, starts) in [
        ("4x4", 0, 1),
        ("4x5", 7, 30),
        ("3x6", 5, 30),
        ("4x6-a1", 10, 20),
        ("5x5-c1", 12, 10),
        ("9x3", 17, 10),
        ("8x8", 54, 60),
        ("8x8-a1h8", 52, 60),
        ("9x7", 53, 60),
        ("10x10-a1", 89, 60),
    ] {
        let start = Position::start(shape.parse().unwrap());
        let (seen, complete) = with_board!(start, |layout, board| {
            walk_all(layout, board, (plies, starts), 3_000_000)
        });
        assert!(complete && seen > 0, "{shape}: {seen} {complete}");
    }
}

/// Plays random games and returns the number of stable discs seen.
fn wander_games<B: Bitboard>(layout: &Layout<B>, start: Board<B>, games: usize) -> u64 {
    let geometry = Geometry::new(layout);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut walk = Continuations::new(&geometry, 0);
    for _ in 0..games {
        walk.wander(start, &mut random);
    }
    walk.seen
}

#[test]
fn no_stable_disc_is_flipped_in_random_games() {
    for shape in shapes() {
        let start = Position::start(shape);
        let seen = with_board!(start, |layout, board| wander_games(layout, board, 500));
        assert!(seen > 0, "{shape}");
    }
}

#[test]
fn unstable_discs_are_those_that_a_reply_flips() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for shape in shapes() {
        let mut game = outflank_othello::Game::new(shape);
        loop {
            let position = *game.position();
            for (square, color, status) in disc_statuses(&position) {
                let replier = match position.mover() == color {
                    true => position.with_other_mover(),
                    false => position,
                };
                let mut replies = replier.legal_moves().into_iter();
                let flipped = replies.any(|reply| replier.flips(reply).contains(square));
                let is_unstable = status == DiscStatus::Unstable;
                assert_eq!(is_unstable, flipped, "{position} {square}");
            }
            let Some(square) = random_move(&position, &mut random) else {
                break;
            };
            game.play(square).unwrap();
        }
    }
}
