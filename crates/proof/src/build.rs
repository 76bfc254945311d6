//! Finding the choices of a proof, layer by layer from the root.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use outflank_engine::ProofRequest;
use outflank_othello::{Bitboard, Board, Color, Position, Square};

use crate::certificate::{ProofError, ProofOptions, ProofProgress};
use crate::frontier::Frontier;
use crate::layer::{Layer, Record};
use crate::storage::Storage;
use crate::tree::Tree;

/// Finds moves that prove a bound, as
/// [`Searcher::proving_moves`](outflank_engine::Searcher::proving_moves) does.
pub type Prover<'a> = dyn FnMut(&ProofRequest<'_>) -> Option<Vec<Option<Square>>> + 'a;

/// The number of choices whose moves are found together and then saved.
const BATCH: usize = 1 << 13;

/// A bound, and the side that achieves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<W> {
    /// The root, seen from the side to move.
    pub(crate) root: Board<W>,
    /// Whether the winning side is to move at the root.
    pub(crate) wins: bool,
    /// The least score that the winning side reaches, in discs.
    pub(crate) bound: i32,
    pub(crate) winner: Color,
}

/// The choices of a proof, in one layer for each number of empties.
#[derive(Debug)]
pub(crate) struct Layers<W> {
    layers: Vec<Layer<W>>,
    cut: u32,
}

impl<W: Bitboard> Layers<W> {
    /// Returns the numbers of empties, largest first.
    pub(crate) fn top_down(&self) -> impl DoubleEndedIterator<Item = u32> + use<W> {
        (self.cut + 1..=self.cut + self.layers.len() as u32).rev()
    }

    pub(crate) fn at(&mut self, empties: u32) -> &mut Layer<W> {
        &mut self.layers[(empties - self.cut) as usize - 1]
    }

    /// Finds the record of a choice of the proof.
    pub(crate) fn find(&mut self, board: Board<W>, empties: u32) -> io::Result<Record<W>> {
        self.at(empties).find(board)?.ok_or_else(|| {
            let message = "a position of the proof is missing from its layer";
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }
}

/// Everything that building needs except the goal.
pub(crate) struct Builder<'a, W> {
    pub(crate) tree: &'a Tree<W>,
    pub(crate) prover: &'a mut Prover<'a>,
    pub(crate) options: &'a ProofOptions,
    pub(crate) observer: &'a mut dyn FnMut(&ProofProgress),
    /// The prefix of the layers' file names.
    pub(crate) name: &'a str,
}

impl<W: Bitboard> Builder<'_, W> {
    /// Finds the choices of a proof and their moves.
    pub(crate) fn build(&mut self, goal: &Goal<W>) -> Result<Layers<W>, ProofError> {
        let root_empties = self.tree.empties(goal.root);
        let folder = &self.options.folder;
        let memory = self.options.memory / 2;
        let mut frontier = Frontier::new(root_empties, memory, folder.clone());
        for board in self.tree.choices(goal.root, goal.wins) {
            frontier.push(board, self.tree.empties(board))?;
        }
        let mut layers = Vec::new();
        let mut used = 0;
        for empties in (self.tree.cut + 1..=root_empties).rev() {
            let mut layer = self.open(empties)?;
            let mut merged = frontier.take(empties)?;
            let mut done = 0;
            loop {
                let records = merged.by_ref().take(BATCH);
                let mut records = records.collect::<io::Result<Vec<_>>>()?;
                if records.is_empty() {
                    break;
                }
                let known = layer.read(done, records.len())?;
                self.resume(&known, &mut records)?;
                self.choose(goal, root_empties, &mut records[known.len()..])?;
                layer.append(&records[known.len()..])?;
                done += records.len();
                for record in &records {
                    for board in self.tree.choices_after(record.board, record.best.into()) {
                        frontier.push(board, self.tree.empties(board))?;
                    }
                }
                (self.observer)(&ProofProgress {
                    empties,
                    choices: done,
                });
                let size = layer.storage.memory();
                if size > 0 && used + size > memory {
                    layer.storage.spill(folder)?;
                }
            }
            if layer.len() > done {
                return Err(self.other_run());
            }
            used += layer.storage.memory();
            layers.push(layer);
        }
        layers.reverse();
        let cut = self.tree.cut;
        Ok(Layers { layers, cut })
    }

    /// Opens a layer: the file of an earlier run, or an empty one.
    fn open(&self, empties: u32) -> Result<Layer<W>, ProofError> {
        if !self.options.keep {
            return Ok(Layer::new(Storage::default(), 0)?);
        }
        let path = self.options.folder.join(format!("{}-{empties}", self.name));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let in_file = |error| ProofError::file(&path, error);
        let file = options.open(&path).map_err(in_file)?;
        // A killed run may have left a partial record.
        let len = file.metadata().map_err(in_file)?.len() as usize / Layer::<W>::RECORD;
        file.set_len((len * Layer::<W>::RECORD) as u64)
            .map_err(in_file)?;
        Layer::new(Storage::Disk(file), len).map_err(in_file)
    }

    /// Copies the moves of an earlier run.
    fn resume(&self, known: &[Record<W>], records: &mut [Record<W>]) -> Result<(), ProofError> {
        for (known, record) in known.iter().zip(records) {
            let moves = record.board.legal_moves(&self.tree.layout);
            let is_move = u32::from(known.best) < W::BITS && moves.has(known.best.into());
            if known.board != record.board || !is_move {
                return Err(self.other_run());
            }
            record.best = known.best;
        }
        Ok(())
    }

    fn other_run(&self) -> ProofError {
        let message = "expected the layers of this proof; remove the folder to start again";
        let error = io::Error::new(io::ErrorKind::InvalidData, message);
        ProofError::file(&self.options.folder, error)
    }

    /// Finds the moves of choices.
    fn choose(
        &mut self,
        goal: &Goal<W>,
        root_empties: u32,
        records: &mut [Record<W>],
    ) -> Result<(), ProofError> {
        if records.is_empty() {
            return Ok(());
        }
        let boards: Vec<Board<u128>> = records.iter().map(|record| record.board.widen()).collect();
        let layout = &self.tree.layout;
        let request = ProofRequest {
            shape: layout.shape(),
            boards: &boards,
            bound: goal.bound,
            root_empties,
        };
        let moves = (self.prover)(&request).ok_or(ProofError::Stopped)?;
        for (record, best) in records.iter_mut().zip(moves) {
            let index = best.and_then(|best| layout.index(best));
            let Some(index) = index.filter(|&index| record.board.legal_moves(layout).has(index))
            else {
                let position = Position::from_board(layout, record.board, goal.winner);
                return Err(ProofError::NotProven {
                    position: position.map_or_else(|error| error.to_string(), |p| p.to_string()),
                    bound: goal.bound,
                });
            };
            record.best = index as u8;
        }
        Ok(())
    }
}

/// Removes the files of a finished run.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
