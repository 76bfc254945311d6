//! Growing a book in memory. Each finished search is durable at once.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use outflank_othello::{Board, Layout, Position, Shape};

use crate::book::Row;
use crate::error::At as _;
use crate::leaf_search::{Job, work};
use crate::merge::{Settings, Source, rebuild};
use crate::overlay::Overlay;
use crate::tree::better_leaf;
use crate::{
    BookError, BookLock, Entry, Fault, Key, Leaf, LeafSearch, Link, Merged, Progress, Scores,
    Store, Totals, children, evaluated, overlay_path, valid_leaf,
};

/// The number of cost units per disc.
pub const COST_PER_DISC: u32 = 100;

/// A book that grows in memory; each position takes about 100 bytes.
#[derive(Debug)]
pub struct Growth {
    lock: BookLock,
    layout: Layout<u64>,
    tree: HashMap<Board<u64>, Entry>,
    overlay: Overlay,
    edax: Option<crate::EdaxSettings>,
    /// Boards whose leaf has become a move inside the book.
    open: Vec<Board<u64>>,
}

/// A move that leaves the book and that growth may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    cost: u32,
    parent: Board<u64>,
    child: Board<u64>,
}

/// The result of one step of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of positions in the book.
    pub positions: usize,
    /// The number of searches that finished in this step.
    pub searched: usize,
    /// The cost of the cheapest line that leaves the book, in cost units ([`COST_PER_DISC`] per
    /// disc).
    pub frontier: u32,
}

impl Growth {
    /// Opens a book for growth, creating it if it is missing. Includes the results of an
    /// interrupted run.
    ///
    /// # Errors
    ///
    /// Returns an error if another process is writing the book, or if it cannot be read.
    pub fn open(path: &Path, shape: Shape) -> Result<Self, BookError> {
        let lock = BookLock::new(path)?;
        let layout = Layout::new(shape).ok_or_else(|| Fault::Wide(shape).at(path))?;
        let mut tree = HashMap::new();
        let mut edax = None;
        if path.exists() {
            let store = Store::open(path)?;
            let found = store.shape();
            if found != shape {
                let expected = shape;
                return Err(Fault::Shape { found, expected }.at(path));
            }
            edax = store.header().edax;
            for entry in store.entries() {
                let entry = entry?;
                tree.insert(entry.board, entry);
            }
        }
        let overlay_path = overlay_path(path);
        let overlay = Overlay::open(&overlay_path, shape).at(&overlay_path)?;
        let mut removed = HashSet::new();
        for (board, row) in overlay.rows().at(&overlay_path)? {
            let (Row::Entry(entry) | Row::Removed(entry)) = row;
            tree.insert(board, entry);
            if row.entry().is_none() {
                removed.insert(board);
            }
        }
        let mut growth = Self {
            lock,
            layout,
            tree,
            overlay,
            edax,
            open: Vec::new(),
        };
        growth.settle();
        if !removed.is_empty() {
            growth.retain(|board| !removed.contains(board));
        }
        Ok(growth)
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Returns whether the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Returns the entry of a canonical board.
    #[must_use]
    pub fn get(&self, board: Board<u64>) -> Option<&Entry> {
        self.tree.get(&board)
    }

    /// Recomputes the scores of all positions, from the leaves up. Returns how many scores changed.
    pub fn settle(&mut self) -> usize {
        let mut changed = 0;
        self.open.clear();
        for board in self.boards().into_iter().rev() {
            let links = self.links(board);
            let moves = board.legal_moves(&self.layout).count_ones() as usize;
            if let Some(entry) = self.tree.get_mut(&board) {
                let found = evaluated(entry, &links, &self.layout);
                changed += usize::from(found.score != entry.score);
                *entry = found;
                if entry.leaf.is_none() && links.len() < moves {
                    self.open.push(board);
                }
            }
        }
        changed
    }

    /// Searches all boards with a move that leaves the book but no leaf, then recomputes the
    /// scores. Returns how many searches finished.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`search`](Self::search).
    pub fn complete(
        &mut self,
        search: &LeafSearch,
        ended: impl FnMut(usize),
    ) -> Result<usize, BookError> {
        let open = std::mem::take(&mut self.open);
        let searched = self.search(&open, search, ended)?;
        self.settle();
        Ok(searched)
    }

    /// Returns all boards in file order.
    fn boards(&self) -> Vec<Board<u64>> {
        let mut boards: Vec<Board<u64>> = self.tree.keys().copied().collect();
        boards.sort_unstable_by_key(|&board| Key::of(board));
        boards
    }

    /// Returns the moves of a board that stay inside the book.
    fn links(&self, board: Board<u64>) -> Vec<Link> {
        let link = |child: crate::Child| Some(Link::new(&child, self.tree.get(&child.board)?));
        children(board, &self.layout).filter_map(link).collect()
    }

    /// Searches the boards that need it for the best move that leaves the book, and adds the new
    /// boards. Returns how many searches finished before `search.stop` became true.
    ///
    /// Decides before the first search which moves stay inside the book. If some boards lead to
    /// others, pass those closest to the end of the game first.
    ///
    /// # Errors
    ///
    /// Returns an error if the overlay cannot be written or there is not enough memory for the
    /// tables.
    pub fn search(
        &mut self,
        boards: &[Board<u64>],
        search: &LeafSearch,
        ended: impl FnMut(usize),
    ) -> Result<usize, BookError> {
        let jobs = boards.iter().filter_map(|&board| self.job(board, search));
        let jobs: Vec<Job> = jobs.filter(Job::is_new).collect();
        // Boards whose moves all stay inside the book need no search.
        let in_jobs: HashSet<Board<u64>> = jobs.iter().map(|job| job.board).collect();
        let closed = boards.iter().filter(|board| !in_jobs.contains(board));
        let closed = closed.filter(|board| !self.tree.contains_key(board));
        let bare = |&board| Entry::bare(board, None, search.level(board, &self.layout));
        self.put(&closed.map(bare).collect::<Vec<_>>())?;
        self.run(&jobs, search, ended)
    }

    /// Searches each board whose leaf has a lower level than `search` sets for it, then recomputes
    /// the scores. Returns how many searches finished.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`search`](Self::search).
    pub fn deepen(
        &mut self,
        boards: &[Board<u64>],
        search: &LeafSearch,
        ended: impl FnMut(usize),
    ) -> Result<usize, BookError> {
        let jobs = boards.iter().filter_map(|&board| self.job(board, search));
        let jobs: Vec<Job> = jobs.filter(Job::is_deeper).collect();
        let searched = self.run(&jobs, search, ended)?;
        self.settle();
        Ok(searched)
    }

    /// Runs searches and saves their leaves.
    fn run(
        &mut self,
        jobs: &[Job],
        search: &LeafSearch,
        mut ended: impl FnMut(usize),
    ) -> Result<usize, BookError> {
        let mut count = 0;
        let next = AtomicUsize::new(0);
        let (sender, results) = channel::<Result<(Board<u64>, Leaf), Fault>>();
        std::thread::scope(|scope| -> Result<(), BookError> {
            for _ in 0..search.threads.clamp(1, jobs.len().max(1)) {
                let (next, sender) = (&next, sender.clone());
                let worker = move || work(jobs, next, search, &sender);
                let worker = std::thread::Builder::new().spawn_scoped(scope, worker);
                worker.at(self.lock.path())?;
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in results {
                let found = result.at(self.lock.path());
                let saved = found.and_then(|(board, leaf)| self.set_leaf(board, leaf));
                if let Err(error) = saved {
                    // The other threads stop after their current search.
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                    outcome = Err(error);
                    break;
                }
                count += 1;
                ended(count);
            }
            outcome
        })?;
        Ok(count)
    }

    /// Returns the search of a board's moves that leave the book, or `None` if there are none.
    fn job(&self, board: Board<u64>, search: &LeafSearch) -> Option<Job> {
        let level = search.level(board, &self.layout);
        let known = self.tree.get(&board).and_then(|entry| entry.leaf);
        let is_inside = |board| self.tree.contains_key(&board);
        Job::new(board, &self.layout, known, level, is_inside)
    }

    fn set_leaf(&mut self, board: Board<u64>, leaf: Leaf) -> Result<(), BookError> {
        let entry = match self.tree.get(&board) {
            Some(entry) => Entry {
                leaf: Some(leaf),
                level: entry.level.max(leaf.quality.level),
                ..*entry
            },
            None => Entry::with_leaf(board, leaf),
        };
        self.put(&[entry])
    }

    fn put(&mut self, entries: &[Entry]) -> Result<(), BookError> {
        if entries.is_empty() {
            return Ok(());
        }
        let saved = self.overlay.put(entries);
        saved.at(&overlay_path(self.lock.path()))?;
        let entries = entries.iter().map(|entry| (entry.board, *entry));
        self.tree.extend(entries);
        Ok(())
    }

    /// Returns the cost of the cheapest path from `root` to each position: the discs that both
    /// sides lose on it, plus `ply_cost` for each ply.
    fn costs(&self, root: Board<u64>, ply_cost: u32) -> HashMap<Board<u64>, u32> {
        let mut costs = HashMap::from([(root, 0_u32)]);
        for board in self.boards() {
            let (Some(&cost), Some(entry)) = (costs.get(&board), self.tree.get(&board)) else {
                continue;
            };
            for child in children(board, &self.layout) {
                let Some(next) = self.tree.get(&child.board) else {
                    continue;
                };
                let loss = loss(entry.score, Link::new(&child, next).score);
                let cost = cost + loss + ply_cost;
                let known = costs.entry(child.board).or_insert(cost);
                *known = cost.min(*known);
            }
        }
        costs
    }

    /// Returns the moves that leave the book, cheapest first.
    fn candidates(&self, root: Board<u64>, ply_cost: u32) -> Vec<Candidate> {
        let costs = self.costs(root, ply_cost);
        let mut candidates = Vec::new();
        for (&parent, &cost) in &costs {
            let entry = self.tree.get(&parent);
            let Some((entry, leaf)) = entry.and_then(|entry| Some((entry, entry.leaf?))) else {
                continue;
            };
            let child = children(parent, &self.layout).find(|child| child.square == leaf.square);
            // Skip moves that end the game.
            if let Some(child) = child {
                candidates.push(Candidate {
                    cost: cost + loss(entry.score, leaf.score) + ply_cost,
                    parent,
                    child: child.board,
                });
            }
        }
        candidates.sort_unstable();
        candidates
    }

    /// Follows up to `most` of the cheapest moves that leave the book (drop-out expansion, T.
    /// Lincke 2001, "Strategies for the automatic construction of opening books"). Returns `None`
    /// if no move leaves the book.
    ///
    /// # Errors
    ///
    /// Returns an error if the overlay cannot be written.
    pub fn step(
        &mut self,
        root: &Position,
        ply_cost: u32,
        most: usize,
        search: &LeafSearch,
    ) -> Result<Option<Step>, BookError> {
        let root = self.canonical(root).at(self.lock.path())?;
        let (mut searched, mut frontier) = (0, 0);
        if self.tree.contains_key(&root) {
            let mut candidates = self.candidates(root, ply_cost);
            let Some(first) = candidates.first() else {
                return Ok(None);
            };
            frontier = first.cost;
            candidates.truncate(most);
            // Last positions first, because adding a child changes the leaf of its parent.
            let children = candidates.iter().map(|candidate| candidate.child);
            let parents = candidates.iter().map(|candidate| candidate.parent);
            searched += self.search(&distinct(children), search, |_| {})?;
            let open = std::mem::take(&mut self.open);
            searched += self.search(&distinct(parents.chain(open)), search, |_| {})?;
            self.settle();
        } else {
            searched += self.search(&[root], search, |_| {})?;
        }
        Ok(Some(Step {
            positions: self.tree.len(),
            searched,
            frontier,
        }))
    }

    /// Returns the canonical board of a position on this book's shape.
    ///
    /// # Errors
    ///
    /// Returns an error if the position has another shape.
    pub fn canonical(&self, position: &Position) -> Result<Board<u64>, Fault> {
        let (found, expected) = (position.shape(), self.layout.shape());
        if found != expected {
            return Err(Fault::Shape { found, expected });
        }
        let board: Board<u64> = Board::narrow(position.widened_board());
        Ok(board.canonical(&self.layout).0)
    }

    /// Returns the boards that cost at most `most` to reach from `root`, cheapest first.
    #[must_use]
    pub fn within(&self, root: Board<u64>, ply_cost: u32, most: u32) -> Vec<Board<u64>> {
        let costs = self.costs(root, ply_cost).into_iter();
        let known = costs.filter(|(board, cost)| *cost <= most && self.tree.contains_key(board));
        let mut boards: Vec<(u32, Board<u64>)> = known.map(|(board, cost)| (cost, board)).collect();
        boards.sort_unstable();
        boards.into_iter().map(|(_, board)| board).collect()
    }

    /// Removes the positions that cost more than `most` to reach from `root`. Moves to them become
    /// leaves. Returns how many positions were removed.
    pub fn prune(&mut self, root: Board<u64>, most: u32) -> usize {
        let costs = self.costs(root, 0);
        let before = self.tree.len();
        self.retain(|board| costs.get(board).is_some_and(|&cost| cost <= most));
        before - self.tree.len()
    }

    /// Removes the positions for which `stays` is false. The best move to a removed position
    /// becomes its parent's leaf, unless the parent has a better one.
    fn retain(&mut self, stays: impl Fn(&Board<u64>) -> bool) {
        for board in self.boards().into_iter().filter(&stays) {
            let links = self.links(board);
            let gone = children(board, &self.layout).filter(|child| !stays(&child.board));
            let gone: Vec<u8> = gone.map(|child| child.square).collect();
            let best = links.iter().filter(|link| gone.contains(&link.square));
            let best = best.max_by_key(|link| link.score);
            if let (Some(link), Some(entry)) = (best, self.tree.get_mut(&board)) {
                entry.leaf = Some(better_leaf(valid_leaf(entry, &links), link));
            }
        }
        self.tree.retain(|board, _| stays(board));
        self.settle();
    }

    /// Writes the book with all positions and values, and removes the overlay.
    ///
    /// # Errors
    ///
    /// Returns any write error. The overlay and the old book are then unchanged.
    pub fn finish(self, progress: &mut Progress<'_>) -> Result<(Merged, Totals), BookError> {
        let lock = self.lock;
        let mut entries: Vec<Entry> = self.tree.into_values().collect();
        entries.sort_unstable_by_key(Entry::key);
        drop(self.overlay);
        if entries.is_empty() {
            lock.remove_overlay(None).at(lock.path())?;
            return Ok(Default::default());
        }
        let settings = Settings {
            shape: self.layout.shape(),
            edax: self.edax,
            scores: Scores::Update,
            includes_overlay: true,
        };
        let sources = vec![Source::Memory(entries.into_iter())];
        rebuild(&lock, sources, &settings, progress)
    }
}

/// Returns the boards without duplicates.
fn distinct(boards: impl Iterator<Item = Board<u64>>) -> Vec<Board<u64>> {
    let mut boards: Vec<Board<u64>> = boards.collect();
    boards.sort_unstable();
    boards.dedup();
    boards
}

/// Returns the cost of a move in cost units ([`COST_PER_DISC`] per disc).
fn loss(best: i8, score: i8) -> u32 {
    let discs = i32::from(best) - i32::from(score);
    discs.max(0) as u32 * COST_PER_DISC
}
