//! The proof of a lemma.
//!
//! A claim says that one side, the *winner* below, gets at least a *target* score from the root.
//! Its proof is a list of lemmas. Each states a position from which the winner gets at least the
//! target; the first states the root. The proof of a lemma is a tree. At each position of it,
//!
//! 1. if at most `cut` squares are empty, the checker tries all moves to the end of the game;
//! 2. if the mover has no legal move, the mover passes, or the game is over and its score counts;
//! 3. if the winner's opponent is to move, the tree goes on after *each* legal move;
//! 4. if the winner is to move, the certificate gives *one* legal move, after which the tree goes
//!    on, or refers to the same position earlier in this tree, or in a later lemma.
//!
//! Why no reference is circular: each move fills a square. So a position that is met again in a
//! tree is not on the path to itself; and a lemma refers only to later ones.

use crate::rules::{BLACK, EMPTY, Position, Shape, WHITE, pass};

/// What is to be proven, and how.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The winner.
    pub winner: u8,
    /// The winner's score at least.
    pub target: i32,
    /// Positions with at most this many empty squares are solved.
    pub cut: usize,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions for which the certificate gives a move.
    pub choices: u64,
    /// Positions that the checker solved.
    pub leaves: u64,
    /// Positions that it tried for them.
    pub tried: u64,
}

/// The proof of one lemma, as it is read.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The board.
    pub shape: &'a Shape,
    /// What is to be proven.
    pub goal: Goal,
    /// The statements of the later lemmas.
    pub later: &'a [u8],
    /// The bytes from the beginning of the proof on.
    pub bytes: &'a [u8],
    /// Bits of them that were read.
    pub bits: usize,
    /// The positions with a move so far.
    pub met: Vec<Position>,
    /// The moves from the lemma's position to where the proof is read.
    pub path: Vec<usize>,
    /// What was checked.
    pub counts: Counts,
}

/// The bytes of a statement: five squares a byte, and the mover.
#[must_use]
pub const fn statement_length(shape: &Shape) -> usize {
    (shape.squares.len() + 1).div_ceil(5)
}

/// Reads a statement: each byte is five digits of base 3, the lowest first, for what is on the
/// squares in order, and last for the mover.
///
/// # Errors
///
/// If the bytes are no position.
pub fn read_statement(shape: &Shape, bytes: &[u8]) -> Result<Position, String> {
    let digits = bytes
        .iter()
        .flat_map(|byte| [1, 3, 9, 27, 81].map(|power| byte / power % 3));
    let mut discs: Vec<u8> = digits.collect();
    let rest = discs.split_off(shape.squares.len());
    let is_whole =
        bytes.iter().all(|&byte| byte < 243) && rest[1..].iter().all(|&digit| digit == 0);
    if !is_whole || ![BLACK, WHITE].contains(&rest[0]) {
        return Err("its statement is not a position".to_owned());
    }
    Ok(shape.position(&discs, rest[0]))
}

impl Proof<'_> {
    /// Reads one of `values` numbers in as few bits as tell them apart, the highest bit first.
    fn read(&mut self, values: usize) -> Result<usize, String> {
        let (mut number, mut most) = (0, 1);
        while most < values {
            let byte = self
                .bytes
                .get(self.bits / 8)
                .ok_or("the chunk ends within the proof")?;
            number = 2 * number + usize::from(byte >> (7 - self.bits % 8) & 1);
            self.bits += 1;
            most *= 2;
        }
        match number < values {
            true => Ok(number),
            false => Err(format!(
                "found the number {number} where {values} are possible"
            )),
        }
    }

    /// Checks the proof of a lemma that states a position, to the end of its last byte.
    ///
    /// # Errors
    ///
    /// Says why it is not proven; [`path`](Self::path) leads to where.
    pub fn check(&mut self, statement: &Position) -> Result<(), String> {
        self.check_position(statement)?;
        while !self.bits.is_multiple_of(8) {
            if self.read(2)? != 0 {
                return Err("expected zeros after the proof".to_owned());
            }
        }
        Ok(())
    }

    /// Checks that the winner gets the target from a position.
    fn check_position(&mut self, position: &Position) -> Result<(), String> {
        let empty = self.shape.places_with(EMPTY, position);
        let moves = self.shape.moves(position);
        if empty.len() <= self.goal.cut {
            self.counts.leaves += 1;
            let is_reached = self.solve(position, &empty, false);
            return self.settle(is_reached);
        }
        if moves.is_empty() {
            let passed = pass(position);
            return match self.shape.moves(&passed).is_empty() {
                true => {
                    self.settle(self.shape.score(position, self.goal.winner) >= self.goal.target)
                }
                false => self.check_position(&passed),
            };
        }
        if position.mover != self.goal.winner {
            return moves.iter().try_for_each(|reply| self.check_after(reply));
        }
        let choice = self.read(moves.len() + 2)?;
        if let Some(chosen) = moves.get(choice) {
            self.counts.choices += 1;
            self.met.push(*position);
            return self.check_after(chosen);
        }
        let referred = if choice == moves.len() {
            let number = self.read(self.met.len())?;
            self.met[number]
        } else {
            let length = statement_length(self.shape);
            let number = self.read(self.later.len() / length)?;
            read_statement(self.shape, &self.later[number * length..][..length])?
        };
        match referred == *position {
            true => Ok(()),
            false => Err("refers to another position".to_owned()),
        }
    }

    fn check_after(&mut self, (place, after): &(usize, Position)) -> Result<(), String> {
        self.path.push(*place);
        self.check_position(after)?;
        self.path.pop();
        Ok(())
    }

    fn settle(&self, is_reached: bool) -> Result<(), String> {
        match is_reached {
            true => Ok(()),
            false => Err(format!("the score is below {}", self.goal.target)),
        }
    }

    /// Whether the winner gets the target, by trying moves to the end of the game. No other
    /// squares than `empty` are empty; `passed` says that the other side has just passed.
    fn solve(&mut self, position: &Position, empty: &[usize], passed: bool) -> bool {
        self.counts.tried += 1;
        let wins = position.mover == self.goal.winner;
        let mut can_move = false;
        for &place in empty {
            if let Some(after) = self.shape.play(position, place) {
                can_move = true;
                // One good move is enough for the winner, and one for the opponent.
                if self.solve(&after, empty, false) == wins {
                    return wins;
                }
            }
        }
        match (can_move, passed) {
            (true, _) => !wins,
            (false, false) => self.solve(&pass(position), empty, true),
            (false, true) => self.shape.score(position, self.goal.winner) >= self.goal.target,
        }
    }
}
