//! The bit-parallel rules compared with a naive implementation and with continuations.

use std::collections::HashSet;

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

/// Parses a position from the rows of a diagram.
fn diagram(shape: &str, rows: &str) -> Position {
    let board: String = rows.split_whitespace().collect();
    Position::parse_obf(&format!("{board} X"), shape.parse().unwrap()).unwrap()
}

fn names(position: &Position) -> String {
    let names: Vec<String> = stable(position).iter().map(Square::to_string).collect();
    names.join(" ")
}

#[test]
fn a_corner_and_the_discs_it_supports_are_stable() {
    let position = diagram(
        "8x8",
        "XXXO----
         XXO-----
         XO------
         --------
         ---OX---
         ---XO---
         --------
         -------O",
    );
    // The triangle at corner a1. d1, c2 and b3 each have an axis with an empty square; at the
    // corner h8 only h8 itself is stable.
    assert_eq!(names(&position), "a1 b1 c1 a2 b2 a3 h8");
}

#[test]
fn a_full_edge_of_both_colours_is_stable() {
    let position = diagram(
        "8x8",
        "OXOXXOXO
         --------
         --------
         --------
         --------
         --------
         --------
         --------",
    );
    assert_eq!(names(&position), "a1 b1 c1 d1 e1 f1 g1 h1");
}

#[test]
fn an_edge_without_a_corner_is_not_stable() {
    let position = diagram(
        "8x8",
        "-XXXXXX-
         --XXXX--
         --------
         --------
         --------
         --------
         --------
         --------",
    );
    assert_eq!(names(&position), "");
}

#[test]
fn full_lines_along_all_axes_hold_an_inner_disc() {
    let position = diagram(
        "5x5",
        "X-O-X
         -XOX-
         OOXOO
         -XOX-
         X-O-X",
    );
    // The four lines through the centre are full; the edges next to it are not.
    assert_eq!(names(&position), "a1 e1 c3 a5 e5");
}

#[test]
fn a_hole_protects_like_an_edge() {
    let position = diagram(
        "8x8-b1a2b2c3",
        "X#------
         ##------
         --#-----
         --------
         --------
         --------
         --------
         --------",
    );
    assert_eq!(names(&position), "a1");
}

#[test]
fn every_disc_of_a_full_board_is_stable() {
    let rows = "XOXOXOXO".repeat(8);
    assert_eq!(stable(&diagram("8x8", &rows)).len(), 64);
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

const SHAPES: [&str; 10] = [
    "8x8",
    "6x6",
    "3x3",
    "4x8-a1",
    "8x5-a1c3",
    "9x7",
    "16x8",
    "8x16-b2g9",
    "10x10-a1j1a10j10",
    "11x11",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Random discs, with at most 30 % of the squares empty: emptier boards have few
    /// stable discs.
    #[test]
    fn bit_parallel_stability_matches_the_naive_rules(shape in 0..SHAPES.len(), seed: u64, empty in 0.0..0.3) {
        let shape: Shape = SHAPES[shape].parse().unwrap();
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

/// Walks a game tree and checks that no stable disc is ever flipped.
struct Continuations<'a, B> {
    geometry: &'a Geometry<B>,
    /// Remaining positions to visit.
    budget: u64,
    /// Number of stable discs seen.
    seen: u64,
}

impl<B: Bitboard> Continuations<'_, B> {
    /// Walks the tree below a board; `held` contains the stable discs of the mover and the opponent
    /// so far.
    fn walk(&mut self, board: Board<B>, held: [B; 2]) {
        let layout = self.geometry.layout();
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let stable = stable_discs(self.geometry, board);
        self.seen += u64::from(stable.count());
        let held = [
            held[0] | stable & board.mover(),
            held[1] | stable & board.opponent(),
        ];
        let mut moves = board.legal_moves(layout);
        if moves.is_empty() {
            let passed = board.pass();
            if !passed.legal_moves(layout).is_empty() {
                self.walk(passed, [held[1], held[0]]);
            }
            return;
        }
        while !moves.is_empty() {
            let index = moves.first_index();
            moves = moves.without_first();
            let next = board.play(index, layout);
            self.hold(next, [held[1], held[0]]);
            self.walk(next, [held[1], held[0]]);
        }
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
            let stable = stable_discs(self.geometry, board);
            self.seen += u64::from(stable.count());
            held = [
                held[0] | stable & board.mover(),
                held[1] | stable & board.opponent(),
            ];
            let moves: Vec<u32> = board.legal_moves(layout).indices().collect();
            if !moves.is_empty() {
                board = board.play(moves[random.random_range(0..moves.len())], layout);
            } else if board.is_over(layout) {
                return;
            } else {
                board = board.pass();
            }
            held.swap(0, 1);
            self.hold(board, held);
        }
    }
}

/// Visits all continuations of positions `plies` random plies from the start. Returns
/// the stable discs seen, and whether everything was visited.
fn walk_all<B: Bitboard>(
    layout: &Layout<B>,
    start: Board<B>,
    (plies, starts): (usize, usize),
    budget: u64,
) -> (u64, bool) {
    let geometry = Geometry::new(layout);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut walk = Continuations {
        geometry: &geometry,
        budget,
        seen: 0,
    };
    for _ in 0..starts {
        let mut board = start;
        for _ in 0..plies {
            let moves: Vec<u32> = board.legal_moves(layout).indices().collect();
            board = match moves.len() {
                0 if board.is_over(layout) => break,
                0 => board.pass(),
                count => board.play(moves[random.random_range(0..count)], layout),
            };
        }
        walk.walk(board, [B::EMPTY; 2]);
    }
    (walk.seen, walk.budget > 0)
}

#[test]
fn no_continuation_flips_a_stable_disc() {
    // 4x4 from the start position, other shapes from later positions.
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

/// Plays random games and returns the stable discs seen.
fn wander_games<B: Bitboard>(layout: &Layout<B>, start: Board<B>, games: usize) -> u64 {
    let geometry = Geometry::new(layout);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut walk = Continuations {
        geometry: &geometry,
        budget: 0,
        seen: 0,
    };
    for _ in 0..games {
        walk.wander(start, &mut random);
    }
    walk.seen
}

#[test]
fn no_stable_disc_is_flipped_in_random_games() {
    for shape in SHAPES {
        let start = Position::start(shape.parse().unwrap());
        let seen = with_board!(start, |layout, board| wander_games(layout, board, 500));
        assert!(seen > 0, "{shape}");
    }
}

#[test]
fn unstable_discs_are_those_that_a_reply_flips() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for shape in SHAPES {
        let mut game = outflank_othello::Game::new(shape.parse().unwrap());
        loop {
            let position = *game.position();
            for (square, color, status) in disc_statuses(&position) {
                let replier = if position.mover() == color {
                    position.with_other_mover()
                } else {
                    position
                };
                let mut replies = replier.legal_moves().into_iter();
                let flipped = replies.any(|reply| replier.flips(reply).contains(square));
                assert_eq!(
                    status == DiscStatus::Unstable,
                    flipped,
                    "{position} {square}"
                );
            }
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
}
