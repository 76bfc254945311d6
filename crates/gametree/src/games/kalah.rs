//! Kalah: seeds sown from pit to pit, with stores, captures and further moves.

use crate::games::{SizeError, name_of};
use crate::{Cell, Game, Picture, Player, Shown, Value};

/// Most pits of a side.
const MOST_PITS: usize = 6;

/// Seeds in pits and stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pits of Max and of Min, each side's in the direction of sowing.
    pits: [[u8; MOST_PITS]; 2],
    stores: [u8; 2],
    mover: Player,
}

/// The rules of Kalah with any number of pits and seeds, as in Irving, Donkers
/// and Uiterwijk 2000, "Solving Kalah", ICGA Journal 23(3), pages 139–147.
///
/// A move takes all seeds of an own pit and sows them one by one into the own
/// pits that follow, the own store, the opponent's pits and so on around,
/// leaving out the opponent's store. If the last seed falls
///
/// - into the own store, the same side moves again;
/// - into an own pit that was empty, it goes to the own store together with
///   what lies in the pit opposite, be that nothing.
///
/// When a move leaves either side without seeds in its pits, the game is over:
/// the other side gets what lies in its pits. Most seeds in the store win.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    pits: usize,
    seeds: u8,
}

impl Kalah {
    /// The game with `pits` on each side and `seeds` in each pit.
    ///
    /// # Errors
    ///
    /// If there is no such game here.
    pub const fn new(pits: usize, seeds: u8) -> Result<Self, SizeError> {
        if pits < 1 || pits > MOST_PITS || seeds < 1 || seeds > 6 {
            let expected = "1x1 to 6x6 (pits of a side by seeds in a pit)";
            return Err(SizeError { expected });
        }
        Ok(Self { pits, seeds })
    }

    /// All pits full, Max to move.
    #[must_use]
    pub fn start(&self) -> Board {
        let mut pits = [[0; MOST_PITS]; 2];
        for side in &mut pits {
            side[..self.pits].fill(self.seeds);
        }
        Board {
            pits,
            stores: [0; 2],
            mover: Player::Max,
        }
    }

    /// Pits of a side and seeds in a pit.
    pub(super) const fn size(&self) -> (usize, u8) {
        (self.pits, self.seeds)
    }

    /// Sows the seeds of `pit` and captures. Whether the last seed fell into
    /// the own store.
    fn sow(&self, board: &mut Board, pit: usize) -> bool {
        let own = board.mover as usize;
        let other = 1 - own;
        let seeds = std::mem::take(&mut board.pits[own][pit]);
        // Places in the order of sowing: own pits, own store, pits of the other.
        let places = 2 * self.pits + 1;
        let mut place = pit;
        for _ in 0..seeds {
            place = (place + 1) % places;
            if place < self.pits {
                board.pits[own][place] += 1;
            } else if place == self.pits {
                board.stores[own] += 1;
            } else {
                board.pits[other][place - self.pits - 1] += 1;
            }
        }
        if place < self.pits && board.pits[own][place] == 1 {
            let opposite = &mut board.pits[other][self.pits - 1 - place];
            board.stores[own] += std::mem::take(opposite) + 1;
            board.pits[own][place] = 0;
        }
        place == self.pits
    }
}

/// Seeds in Max's store less those in Min's.
#[must_use]
pub fn stores(_game: &Kalah, board: &Board) -> Value {
    Value::from(board.stores[0]) - Value::from(board.stores[1])
}

fn is_over(board: &Board) -> bool {
    board.pits.contains(&[0; MOST_PITS])
}

impl Game for Kalah {
    type State = Board;
    type Move = usize;

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<usize>) {
        let own = &board.pits[board.mover as usize];
        moves.extend((0..self.pits).filter(|&pit| own[pit] > 0));
    }

    fn play(&self, board: &Board, pit: usize) -> Board {
        let mut next = *board;
        let moves_again = self.sow(&mut next, pit);
        if is_over(&next) {
            for side in 0..2 {
                let left = std::mem::take(&mut next.pits[side]);
                next.stores[side] += left.iter().sum::<u8>();
            }
        }
        if !moves_again {
            next.mover = board.mover.other();
        }
        next
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        is_over(board).then(|| stores(self, board))
    }
}

impl Shown for Kalah {
    /// The pit's number in the direction in which its side sows, from 1 on.
    fn move_name(&self, _board: &Board, pit: usize) -> String {
        (pit + 1).to_string()
    }

    /// Max's pits below from left to right, Min's above from right to left,
    /// each side's store at the end of its row.
    fn picture(&self, board: &Board) -> Option<Picture> {
        let cell = |seeds: u8| Cell::Text(seeds.to_string());
        let pits = board.pits.map(|pits| pits.map(cell));
        let stores = board.stores.map(cell);
        let [max, min] = &pits;
        let mut above = vec![stores[1].clone()];
        above.extend(min[..self.pits].iter().rev().cloned());
        above.push(Cell::Hole);
        let mut below = vec![Cell::Hole];
        below.extend(max[..self.pits].iter().cloned());
        below.push(stores[0].clone());
        let rows = vec![above, below];
        Some(Picture { rows })
    }

    fn side_name(&self, side: Player) -> &str {
        name_of(side, ["south", "north"])
    }

    fn value_name(&self, value: Value) -> String {
        match value {
            0 => "even".to_owned(),
            value => format!("{value:+}"),
        }
    }
}
