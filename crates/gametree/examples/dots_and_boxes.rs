//! Dots and boxes, 2×2: who completes a box moves again, so a turn is several
//! moves and the side to move is the state's business.
//!
//! ```sh
//! cargo run --release -p outflank-gametree --example dots_and_boxes
//! ```

use outflank_gametree::{Game, Limits, Player, Value, alphabeta, minimax};

/// The twelve lines as bits, and what has been won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    lines: u16,
    /// Boxes of Max less boxes of Min.
    lead: Value,
    mover: Player,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DotsAndBoxes;

/// The four lines around each box: lines 0–5 lie level, row by row, lines 6–11
/// stand upright.
const BOXES: [u16; 4] = [
    1 << 0 | 1 << 2 | 1 << 6 | 1 << 7,
    1 << 1 | 1 << 3 | 1 << 7 | 1 << 8,
    1 << 2 | 1 << 4 | 1 << 9 | 1 << 10,
    1 << 3 | 1 << 5 | 1 << 10 | 1 << 11,
];

impl DotsAndBoxes {
    /// No line drawn, Max to move.
    pub(crate) const START: Board = Board {
        lines: 0,
        lead: 0,
        mover: Player::Max,
    };
}

impl Game for DotsAndBoxes {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        moves.extend((0..12).filter(|line| board.lines >> line & 1 == 0));
    }

    fn play(&self, board: &Board, line: u32) -> Board {
        let lines = board.lines | 1 << line;
        let completed = |lines: u16| BOXES.iter().filter(|&&b| lines & b == b).count() as Value;
        let won = completed(lines) - completed(board.lines);
        Board {
            lines,
            lead: board.lead + board.mover.sign() * won,
            // A completed box gives another move.
            mover: if won > 0 {
                board.mover
            } else {
                board.mover.other()
            },
        }
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        (board.lines == 0xFFF).then_some(board.lead)
    }
}

fn main() {
    let lead = |_: &DotsAndBoxes, board: &Board| board.lead;
    let start = DotsAndBoxes::START;
    println!("depth  minimax nodes  alpha-beta nodes  value");
    for depth in 1..=7 {
        let limits = Limits::plies(depth);
        let all = minimax(&DotsAndBoxes, &start, &lead, &limits);
        let cut = alphabeta(&DotsAndBoxes, &start, &lead, &limits);
        assert_eq!((all.value, all.best_move), (cut.value, cut.best_move));
        let (all, nodes) = (all.counts.nodes(), cut.counts.nodes());
        println!("{depth:>5}  {all:>13}  {nodes:>16}  {:>5}", cut.value);
    }
    let turns = alphabeta(&DotsAndBoxes, &start, &lead, &Limits::turns(4));
    println!("4 turns: value {}, line {:?}", turns.value, turns.pv);
}
