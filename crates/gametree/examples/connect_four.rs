//! Connect four: a heuristic at a depth limit, and an order of moves.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example connect_four
//! ```

use outflank_gametree::{Game, Limits, Player, Value, alphabeta, minimax};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits of a column: one row more than there is, always empty, so that lines
/// never run from one column into the next.
const STRIDE: u32 = ROWS + 1;

/// Discs of both sides, one bit a square, columns one after another from the
/// lowest row up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    discs: [u64; 2],
    mover: Player,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectFour {
    /// Try the middle columns first.
    pub(crate) middle_first: bool,
}

impl ConnectFour {
    /// The empty board, Max to move.
    pub(crate) const START: Board = Board {
        discs: [0; 2],
        mover: Player::Max,
    };
}

/// Squares from which `length` discs in a row run along an axis.
fn rows_of(discs: u64, axis: u32, length: u32) -> u64 {
    (1..length).fold(discs, |found, step| found & (discs >> (axis * step)))
}

const AXES: [u32; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

fn has_four(discs: u64) -> bool {
    AXES.iter().any(|&axis| rows_of(discs, axis, 4) != 0)
}

impl Game for ConnectFour {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        let taken = board.discs[0] | board.discs[1];
        let is_open = |column: &u32| taken >> (column * STRIDE + ROWS - 1) & 1 == 0;
        moves.extend((0..COLUMNS).filter(is_open));
    }

    fn play(&self, board: &Board, column: u32) -> Board {
        let taken = board.discs[0] | board.discs[1];
        let height = (taken >> (column * STRIDE) & ((1 << ROWS) - 1)).count_ones();
        let mut next = *board;
        next.discs[board.mover as usize] |= 1 << (column * STRIDE + height);
        next.mover = board.mover.other();
        next
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        if has_four(board.discs[0]) {
            Some(1000)
        } else if has_four(board.discs[1]) {
            Some(-1000)
        } else {
            let count = (board.discs[0] | board.discs[1]).count_ones();
            (count == COLUMNS * ROWS).then_some(0)
        }
    }

    fn order_moves(&self, _board: &Board, columns: &mut [u32]) {
        if self.middle_first {
            columns.sort_by_key(|column| column.abs_diff(COLUMNS / 2));
        }
    }
}

/// Threes and twos in a row, whether or not they can be completed.
fn heuristic(_game: &ConnectFour, board: &Board) -> Value {
    let worth = |discs: u64| -> Value {
        let count = |length| {
            AXES.iter()
                .map(move |&axis| rows_of(discs, axis, length).count_ones())
        };
        (5 * count(3).sum::<u32>() + count(2).sum::<u32>()) as Value
    };
    worth(board.discs[0]) - worth(board.discs[1])
}

fn main() {
    let limits = Limits::plies(7);
    println!("depth 7 from the empty board");
    let plain = ConnectFour {
        middle_first: false,
    };
    let ordered = ConnectFour { middle_first: true };
    let start = ConnectFour::START;
    for (name, result) in [
        ("minimax", minimax(&plain, &start, &heuristic, &limits)),
        (
            "alpha-beta, left to right",
            alphabeta(&plain, &start, &heuristic, &limits),
        ),
        (
            "alpha-beta, middle first",
            alphabeta(&ordered, &start, &heuristic, &limits),
        ),
    ] {
        println!(
            "{name:<26} value {:>3}, column {:?}, {:>7} nodes",
            result.value,
            result.best_move,
            result.counts.nodes()
        );
    }
}
