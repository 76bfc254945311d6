//! What all searches share: entering states, counting, keeping lines.

use crate::game::{Game, Heuristic, INFINITY, Player, Value};
use crate::limits::{Depth, Limits, Watch};
use crate::observer::{Cause, Ending, Entry, Observer, Pass, Purpose, Window};
use crate::result::{Counts, SearchResult};

/// The least and the greatest bound of a window.
pub(crate) const FULL_WINDOW: (Value, Value) = (-INFINITY, INFINITY);

/// Refuses a window that holds no value, or whose bounds cannot be negated.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`].
pub(crate) fn check_window((alpha, beta): (Value, Value)) {
    assert!(
        alpha >= -INFINITY && alpha < beta,
        "no window from {alpha} to {beta}: expected α below β, neither below -INFINITY"
    );
}

/// A search was ended by a limit other than its depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// What a state turned out to be when it was entered.
pub(crate) enum Entered {
    /// Finished or at the depth limit, with its value.
    Leaf(Value),
    /// To be searched on by its mover; the moves lie ready.
    Inner(Player),
}

/// The depth still to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Remaining {
    Plies(u32),
    Turns(u32),
    Unlimited,
}

impl Remaining {
    pub(crate) const fn new(depth: Depth) -> Self {
        match depth {
            Depth::Plies(plies) => Self::Plies(plies),
            Depth::Turns(turns) => Self::Turns(turns),
            Depth::Unlimited => Self::Unlimited,
        }
    }

    const fn depth(self) -> Depth {
        match self {
            Self::Plies(plies) => Depth::Plies(plies),
            Self::Turns(turns) => Depth::Turns(turns),
            Self::Unlimited => Depth::Unlimited,
        }
    }

    const fn is_used_up(self) -> bool {
        matches!(self, Self::Plies(0) | Self::Turns(0))
    }
}

/// How a state is come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coming<M> {
    /// The move that leads to it.
    pub(crate) mv: Option<M>,
    /// The window of its search, seen from Max.
    pub(crate) window: Option<(Value, Value)>,
    pub(crate) purpose: Purpose,
}

impl<M> Coming<M> {
    /// To the root, with whatever window.
    pub(crate) const fn to_root(window: Option<(Value, Value)>) -> Self {
        Self {
            mv: None,
            window,
            purpose: Purpose::Value,
        }
    }
}

/// One search in progress. Its lists are kept from node to node, so that after
/// the first few nodes nothing is allocated.
pub(crate) struct Walker<'a, G: Game, H, O> {
    pub(crate) game: &'a G,
    heuristic: &'a H,
    observer: O,
    watch: Watch,
    pub(crate) counts: Counts,
    /// States entered: what [`Counts::nodes`] will sum up to.
    entered: u64,
    /// Values taken from the heuristic, or remembered from where it was asked.
    guesses: u64,
    /// Moves of the node at each ply.
    moves: Vec<Vec<G::Move>>,
    /// Best line found from the node at each ply.
    lines: Vec<Vec<G::Move>>,
    /// A line whose moves are tried first as long as the search is on it.
    first_line: Vec<G::Move>,
}

impl<'a, G: Game, H: Heuristic<G>, O: Observer<G>> Walker<'a, G, H, O> {
    pub(crate) fn new(game: &'a G, heuristic: &'a H, limits: &Limits, observer: O) -> Self {
        Self {
            game,
            heuristic,
            observer,
            watch: Watch::new(limits),
            counts: Counts::default(),
            entered: 0,
            guesses: 0,
            moves: Vec::new(),
            lines: Vec::new(),
            first_line: Vec::new(),
        }
    }

    /// Has the moves of `line` tried first.
    pub(crate) fn try_first(&mut self, line: Vec<G::Move>) {
        self.first_line = line;
    }

    /// Begins a pass over the tree from its root.
    pub(crate) fn begin_pass(&mut self, pass: Pass) {
        self.observer.begin_pass(pass);
    }

    /// Enters a state: counts it, values and leaves it if it is a leaf, and
    /// else lays its moves ready, in the order in which they shall be tried.
    pub(crate) fn enter(
        &mut self,
        state: &G::State,
        remaining: Remaining,
        ply: usize,
        coming: Coming<G::Move>,
    ) -> Result<Entered, Interrupted> {
        let entered = self.touch(state, remaining, ply, coming)?;
        if matches!(entered, Entered::Inner(_)) {
            self.expand(state, ply);
            self.tell_moves(ply);
        }
        Ok(entered)
    }

    /// As [`Walker::enter`], but the moves are left to [`Walker::expand`].
    pub(crate) fn touch(
        &mut self,
        state: &G::State,
        remaining: Remaining,
        ply: usize,
        coming: Coming<G::Move>,
    ) -> Result<Entered, Interrupted> {
        if self.watch.is_over(self.entered) {
            return Err(Interrupted);
        }
        self.entered += 1;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
            self.moves.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
        self.observer.enter(Entry {
            state,
            mv: coming.mv,
            window: coming.window.map(Window::from),
            remaining: remaining.depth(),
            purpose: coming.purpose,
        });
        if let Some(value) = self.game.terminal_value(state) {
            self.counts.leaves += 1;
            self.leave(value, Ending::Outcome);
            return Ok(Entered::Leaf(value));
        }
        if remaining.is_used_up() {
            self.counts.leaves += 1;
            self.guesses += 1;
            let value = self.heuristic.value(self.game, state);
            self.leave(value, Ending::Heuristic);
            return Ok(Entered::Leaf(value));
        }
        Ok(Entered::Inner(self.game.mover(state)))
    }

    /// Lays the moves of a state ready. Once they are in their order,
    /// [`Walker::tell_moves`] says so.
    pub(crate) fn expand(&mut self, state: &G::State, ply: usize) {
        self.counts.expanded += 1;
        let moves = &mut self.moves[ply];
        moves.clear();
        self.game.moves(state, moves);
        self.game.order_moves(state, moves);
    }

    /// Tells the observer the order of the moves.
    pub(crate) fn tell_moves(&mut self, ply: usize) {
        self.observer.expand(&self.moves[ply]);
    }

    /// Leaves the state entered last with a value seen from Max.
    pub(crate) fn leave(&mut self, value: Value, ending: Ending) {
        self.observer.leave(value, ending);
    }

    /// Leaves the state entered last because of what an aid says.
    pub(crate) fn leave_by(&mut self, value: Value, cause: Cause) {
        match cause {
            Cause::Table => self.counts.table_cuts += 1,
            Cause::Stability => self.counts.stability_cuts += 1,
            Cause::ProbCut => self.counts.probcut_cuts += 1,
            // These are of a move, and counted with it.
            Cause::Alpha | Cause::Beta => {}
        }
        self.leave(value, Ending::Cut { cause, place: None });
    }

    /// Brings a move to the front.
    pub(crate) fn put_first(&mut self, ply: usize, first: G::Move) {
        let moves = &mut self.moves[ply];
        if let Some(place) = moves.iter().position(|&mv| mv == first) {
            moves[..=place].rotate_right(1);
        }
    }

    /// Brings the move of the line to be tried first to the front. Only the
    /// node whose path is that line may ask for it.
    pub(crate) fn put_line_first(&mut self, ply: usize) {
        if let Some(&first) = self.first_line.get(ply) {
            self.put_first(ply, first);
        }
    }

    /// Whether `mv` at `ply` is on the line to be tried first.
    pub(crate) fn is_on_line(&self, ply: usize, mv: G::Move) -> bool {
        self.first_line.get(ply) == Some(&mv)
    }

    /// The move in a place of the order at a ply.
    pub(crate) fn move_at(&self, ply: usize, place: usize) -> Option<G::Move> {
        self.moves[ply].get(place).copied()
    }

    /// The moves at a ply in the order in which they shall be tried.
    pub(crate) fn moves_at(&self, ply: usize) -> &[G::Move] {
        &self.moves[ply]
    }

    /// The best line at a ply.
    pub(crate) fn line_at(&self, ply: usize) -> &[G::Move] {
        &self.lines[ply]
    }

    /// How often a value was a guess: the heuristic's, or one remembered that
    /// it had a part in. If the number stays, every leaf was a finished game.
    pub(crate) const fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Notes that a value remembered is a guess.
    pub(crate) fn note_guess(&mut self) {
        self.guesses += 1;
    }

    /// The depth left for `child`, reached by a move of `mover`.
    pub(crate) fn below(&self, remaining: Remaining, mover: Player, child: &G::State) -> Remaining {
        match remaining {
            Remaining::Plies(plies) => Remaining::Plies(plies - 1),
            Remaining::Turns(turns) if self.is_turn_over(mover, child) => {
                Remaining::Turns(turns - 1)
            }
            other => other,
        }
    }

    fn is_turn_over(&self, mover: Player, child: &G::State) -> bool {
        self.game.terminal_value(child).is_none() && self.game.mover(child) != mover
    }

    /// Counts a cut at a node of `mover` after the move in `place`, and gives
    /// its kind.
    pub(crate) fn count_cut(&mut self, mover: Player, ply: usize, place: usize) -> Ending {
        let cause = match mover {
            Player::Max => {
                self.counts.beta_cuts += 1;
                Cause::Beta
            }
            Player::Min => {
                self.counts.alpha_cuts += 1;
                Cause::Alpha
            }
        };
        self.counts.pruned_children += (self.moves[ply].len() - place - 1) as u64;
        Ending::Cut {
            cause,
            place: Some(place),
        }
    }

    /// Makes `mv` and the best line below it the best line at `ply`.
    pub(crate) fn keep_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Forgets the best line at the root, whose value falls short of the window
    /// and so is known only by a bound: another move may be as good or better.
    pub(crate) fn forget_line(&mut self) {
        if let Some(line) = self.lines.first_mut() {
            line.clear();
        }
    }

    /// The result of a search of the root that gave `value`, or was
    /// interrupted with `best` as the best value of the moves finished.
    pub(crate) fn into_result(
        mut self,
        value: Result<Value, Interrupted>,
        best: Option<Value>,
        depth: Depth,
    ) -> SearchResult<G::Move> {
        let pv = if self.lines.is_empty() {
            Vec::new()
        } else {
            self.lines.swap_remove(0)
        };
        SearchResult {
            value: value.unwrap_or(best.unwrap_or(0)),
            best_move: pv.first().copied(),
            pv,
            counts: self.counts,
            depth,
            completed: value.is_ok(),
            guessed: value.is_err() || self.guesses > 0,
        }
    }
}
