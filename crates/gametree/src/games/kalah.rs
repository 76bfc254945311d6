//! Kalah: seeds sown from pit to pit, with stores, captures and extra moves.

use crate::games::{SizeError, lead_name, name_of};
use crate::{Cell, Game, GameDisplay, Picture, Side, Value};

/// Maximum number of pits per side.
const MAX_PITS: usize = 6;

/// Seeds in pits and stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pits of Max and Min, each in sowing direction.
    pits: [[u8; MAX_PITS]; 2],
    stores: [u8; 2],
    mover: Side,
}

/// The rules of Kalah with any number of pits and seeds, as in Irving, Donkers
/// and Uiterwijk 2000, "Solving Kalah", ICGA Journal 23(3), pages 139–147.
///
/// A move takes all seeds from one of the mover's pits and sows them one by one into the mover's
/// following pits, the mover's store, the opponent's pits and so on, skipping the opponent's store.
/// If the last seed falls
///
/// - into the mover's store, the same side moves again;
/// - into an empty pit of the mover, it goes to the mover's store together with all seeds in the
///   opposite pit, even if that pit is empty.
///
/// The game is over when a side has no seeds in its pits. The other side then adds the seeds in its
/// pits to its store. The side with more seeds in its store wins.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    pits: usize,
    seeds: u8,
}

impl Kalah {
    /// Returns the game with `pits` on each side and `seeds` in each pit.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not supported.
    pub const fn new(pits: usize, seeds: u8) -> Result<Self, SizeError> {
        if pits < 1 || pits > MAX_PITS || seeds < 1 || seeds > 6 {
            let expected = "1x1 to 6x6 (pits per side by seeds per pit)";
            return Err(SizeError { expected });
        }
        Ok(Self { pits, seeds })
    }

    /// Returns the initial board, Max to move.
    #[must_use]
    pub fn start(&self) -> Board {
        let mut pits = [[0; MAX_PITS]; 2];
        for side in &mut pits {
            side[..self.pits].fill(self.seeds);
        }
        Board {
            pits,
            stores: [0; 2],
            mover: Side::Max,
        }
    }

    /// Returns the pits per side and the seeds per pit.
    pub(super) const fn size(&self) -> (usize, u8) {
        (self.pits, self.seeds)
    }

    /// Sows the seeds of `pit` and captures. Returns whether the last seed fell into the mover's
    /// store.
    fn sow(&self, board: &mut Board, pit: usize) -> bool {
        let own = board.mover as usize;
        let other = 1 - own;
        let seeds = std::mem::take(&mut board.pits[own][pit]);
        // In sowing order: the mover's pits and store, then the opponent's pits.
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

/// Returns the seeds in Max's store minus those in Min's.
#[must_use]
pub fn stores(_game: &Kalah, board: &Board) -> Value {
    Value::from(board.stores[0]) - Value::from(board.stores[1])
}

fn is_over(board: &Board) -> bool {
    board.pits.contains(&[0; MAX_PITS])
}

impl Game for Kalah {
    type State = Board;
    type Move = usize;

    fn mover(&self, board: &Board) -> Side {
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

impl GameDisplay for Kalah {
    /// Returns the 1-based index of the pit in sowing direction.
    fn move_name(&self, _board: &Board, pit: usize) -> String {
        (pit + 1).to_string()
    }

    /// Returns Max's pits from left to right, with Min's above them from right to left,
    /// and each side's store at the end of its row.
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

    fn side_name(&self, side: Side) -> &str {
        name_of(side, ["south", "north"])
    }

    fn value_name(&self, value: Value) -> String {
        lead_name(value)
    }
}
