//! Tic-tac-toe: the game that everyone can check.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example tic_tac_toe
//! ```

use outflank_gametree::{Game, Limits, MoveAgain, Player, Value, alphabeta, minimax};

/// The board as two sets of nine bits, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The marks of Max and of Min.
    pub(crate) marks: [u16; 2],
    /// Who moves.
    pub(crate) mover: Player,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TicTacToe;

/// Rows, columns and diagonals.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    /// The empty board, Max to move.
    pub(crate) const START: Board = Board {
        marks: [0; 2],
        mover: Player::Max,
    };
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Game for TicTacToe {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        let taken = board.marks[0] | board.marks[1];
        moves.extend((0..9).filter(|square| taken >> square & 1 == 0));
    }

    fn play(&self, board: &Board, square: u32) -> Board {
        let mut next = *board;
        next.marks[board.mover as usize] |= 1 << square;
        next.mover = board.mover.other();
        next
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        if has_line(board.marks[0]) {
            Some(1)
        } else if has_line(board.marks[1]) {
            Some(-1)
        } else {
            (board.marks[0] | board.marks[1] == 0o777).then_some(0)
        }
    }
}

impl MoveAgain for TicTacToe {
    fn with_mover(&self, board: &Board, side: Player) -> Option<Board> {
        Some(Board {
            mover: side,
            ..*board
        })
    }
}

fn main() {
    let guess = |_: &TicTacToe, _: &Board| 0;
    let limits = Limits::unlimited();
    let start = TicTacToe::START;
    for (name, result) in [
        ("minimax", minimax(&TicTacToe, &start, &guess, &limits)),
        ("alpha-beta", alphabeta(&TicTacToe, &start, &guess, &limits)),
    ] {
        let counts = result.counts;
        println!(
            "{name:<10} value {}, {} nodes ({} expanded, {} leaves), {} alpha cuts, {} beta cuts",
            result.value,
            counts.nodes(),
            counts.expanded,
            counts.leaves,
            counts.alpha_cuts,
            counts.beta_cuts
        );
    }
}
