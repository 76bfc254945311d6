//! Encoding the lemmas of a certificate.

use std::collections::HashMap;
use std::io;

use outflank_othello::{Bitboard, Board, Color};

use crate::bits::BitWriter;
use crate::build::{Goal, Layers};
use crate::layer::NO_LEMMA;
use crate::storage::Storage;
use crate::tree::Tree;

/// Lemmas that are checked together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub(crate) lemmas: u32,
    pub(crate) bytes: u32,
    pub(crate) hash: [u8; 32],
}

/// The binary part of a certificate.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) statements: Vec<u8>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) data: Storage,
    /// The size in bytes at which a chunk is complete.
    pub(crate) enough: usize,
    /// The chunk being written, and the number of its lemmas.
    pub(crate) open: Vec<u8>,
    pub(crate) lemmas: u32,
    /// The number of choices with a move.
    pub(crate) choices: u64,
}

impl Body {
    fn add(&mut self, proof: &[u8]) -> io::Result<()> {
        self.open.extend_from_slice(proof);
        self.lemmas += 1;
        if self.open.len() >= self.enough {
            self.close()?;
        }
        Ok(())
    }

    /// Completes the last chunk.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        if self.lemmas > 0 {
            self.chunks.push(Chunk {
                lemmas: self.lemmas,
                bytes: self.open.len() as u32,
                hash: hash(&[&[0], &self.lemmas.to_le_bytes(), &self.open]),
            });
            self.data.append(&self.open)?;
            self.open.clear();
            self.lemmas = 0;
        }
        Ok(())
    }
}

/// Returns the BLAKE3 hash of concatenated parts.
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Writes the lemmas of one proof.
pub(crate) struct Encoder<'a, W> {
    pub(crate) tree: &'a Tree<W>,
    pub(crate) goal: &'a Goal<W>,
    pub(crate) layers: &'a mut Layers<W>,
    /// The number of lemmas of the proof.
    pub(crate) lemmas: u32,
}

/// The proof of a lemma that is being written.
#[derive(Default)]
struct Proof<W> {
    number: u32,
    bits: BitWriter,
    /// The choices so far and their numbers.
    seen: HashMap<Board<W>, u64>,
}

impl<W: Bitboard> Encoder<'_, W> {
    /// Writes all lemmas.
    pub(crate) fn write(&mut self, body: &mut Body) -> io::Result<()> {
        const BATCH: usize = 1 << 12;
        let mover = match self.goal.wins {
            true => self.goal.winner,
            false => self.goal.winner.opponent(),
        };
        self.write_lemma(0, self.goal.root, mover, body)?;
        for empties in self.layers.top_down() {
            for first in (0..self.layers.at(empties).len()).step_by(BATCH) {
                for record in self.layers.at(empties).read(first, BATCH)? {
                    if record.lemma != NO_LEMMA {
                        self.write_lemma(record.lemma, record.board, self.goal.winner, body)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn write_lemma(
        &mut self,
        number: u32,
        board: Board<W>,
        mover: Color,
        body: &mut Body,
    ) -> io::Result<()> {
        self.write_statement(board, mover, &mut body.statements);
        let mut proof = Proof {
            number,
            ..Proof::default()
        };
        let wins = mover == self.goal.winner;
        for choice in self.tree.choices(board, wins) {
            self.write_choice(choice, &mut proof)?;
        }
        body.choices += proof.seen.len() as u64;
        body.add(&proof.bits.bytes)
    }

    /// Writes a position: five squares per byte, then the mover.
    fn write_statement(&self, board: Board<W>, mover: Color, bytes: &mut Vec<u8>) {
        let layout = &self.tree.layout;
        let digit = |color| 1 + u8::from(color == Color::White);
        let squares = layout.mask().indices().map(|index| {
            if board.mover().has(index) {
                digit(mover)
            } else if board.opponent().has(index) {
                digit(mover.opponent())
            } else {
                0
            }
        });
        let digits: Vec<u8> = squares.chain([digit(mover)]).collect();
        for five in digits.chunks(5) {
            bytes.push(five.iter().rev().fold(0, |sum, digit| 3 * sum + digit));
        }
    }

    /// Writes a choice: a move and the choices after it, or a reference.
    fn write_choice(&mut self, board: Board<W>, proof: &mut Proof<W>) -> io::Result<()> {
        let record = self.layers.find(board, self.tree.empties(board))?;
        let moves = board.legal_moves(&self.tree.layout);
        let count = u64::from(moves.count());
        let is_first = proof.number > 0 && proof.seen.is_empty();
        if record.lemma != NO_LEMMA && !is_first {
            proof.bits.write(count + 1, count + 2);
            let from = proof.number + 1;
            let distance = u64::from(record.lemma - from);
            proof.bits.write(distance, u64::from(self.lemmas - from));
            return Ok(());
        }
        let seen = proof.seen.len() as u64;
        if let Some(&number) = proof.seen.get(&board) {
            proof.bits.write(count, count + 2);
            proof.bits.write(number, seen);
            return Ok(());
        }
        proof.seen.insert(board, seen);
        let best = u32::from(record.best);
        let rank = moves.indices().take_while(|&index| index != best).count();
        proof.bits.write(rank as u64, count + 2);
        for choice in self.tree.choices_after(board, best) {
            self.write_choice(choice, proof)?;
        }
        Ok(())
    }
}
