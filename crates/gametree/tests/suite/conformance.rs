//! The conformance checks on the example games and on broken games.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use outflank_gametree::conformance::{
    CheckOptions, Fault, Violation, check, check_display, check_hashing, check_heuristic,
    check_move_again,
};
use outflank_gametree::games::figures::Figure;
use outflank_gametree::games::{ConnectFour, NamedGame, TicTacToe, connect_four};
use outflank_gametree::{
    Cell as Square, Game, GameDisplay, GameTask, Heuristic, KMoves, LiftedHeuristic, MoveAgain,
    Picture, Side, Value,
};

/// Performs all checks that apply to any game. Returns how often a side moved again in random
/// games.
struct Conform(CheckOptions);

impl GameTask for Conform {
    type Output = Result<u64, String>;

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output {
        let text = |fault: Violation<_>| fault.to_string();
        let report = check_hashing(game, start, &self.0).map_err(text)?;
        check_heuristic(game, start, heuristic, &self.0).map_err(text)?;
        check_display(game, start, &self.0).map_err(text)?;
        assert!(report.finished_games > 0);
        Ok(report.repeated_turns)
    }
}

fn to_depth(depth: u32) -> CheckOptions {
    let options = CheckOptions::default();
    CheckOptions { depth, ..options }
}

#[test]
fn the_example_games_conform() {
    let mut options = to_depth(2);
    options.games = 10;
    for (name, moves_again) in [
        ("tic-tac-toe", false),
        ("tic-tac-toe:2", true),
        ("tic-tac-toe:3", true),
        ("tic-tac-toe@b2,a1", false),
        ("connect-four", false),
        ("connect-four:5x4,3", false),
        ("connect-four:1x1", false),
        ("connect-four:9x6", false),
        ("connect-four:6x9,6", false),
        ("dots-and-boxes", true),
        ("dots-and-boxes:4x3", true),
        ("dots-and-boxes:5x5", true),
        ("nim", false),
        ("nim:10/3", false),
        ("nim:1,2,3,4,5,6,7,8/2", false),
        ("kalah", true),
        ("kalah:1x3", false),
        ("kalah:3x2", true),
        ("kalah:6x6", true),
        ("random:3,5,1", false),
        ("random-sums:4,6,2", false),
    ] {
        let example: NamedGame = name.parse().expect(name);
        let repeated_turns = example.run(Conform(options)).expect(name);
        assert_eq!(repeated_turns > 0, moves_again, "{name}");
    }
    for figure in Figure::ALL {
        let example: NamedGame = format!("figure:{}", figure.name).parse().expect("a figure");
        assert_eq!(example.run(Conform(options)), Ok(0), "{}", figure.name);
    }
}

#[test]
fn games_with_several_moves_per_turn_conform() {
    let options = to_depth(2);
    assert!(check_move_again(&TicTacToe, &TicTacToe::START, &options).is_ok());
    let game = ConnectFour::new(5, 4, 3).expect("a board");
    assert!(check_move_again(&game, &game.start(), &options).is_ok());
    let game = KMoves::new(game, 2);
    let start = game.start(game.game().start(), 1);
    assert!(check_hashing(&game, &start, &options).is_ok());
    assert!(check_display(&game, &start, &options).is_ok());
    let lifted = LiftedHeuristic(&connect_four::lines);
    assert!(check_heuristic(&game, &start, &lifted, &options).is_ok());
}

/// A game of four plies with one fault. It counts the calls of its methods.
struct Broken(Fault, Cell<u32>);

impl Broken {
    const fn new(fault: Fault) -> Self {
        Self(fault, Cell::new(0))
    }

    /// Returns the number of earlier calls.
    fn asked(&self) -> u32 {
        self.1.replace(self.1.get() + 1)
    }
}

impl Game for Broken {
    type State = u32;
    type Move = u32;

    fn mover(&self, state: &u32) -> Side {
        let turn = match self.0 {
            Fault::NondeterministicState if *state == 2 => self.asked(),
            // Simulates a move that modifies the third state.
            Fault::PlayChangesState if *state == 2 => self.1.get().min(1),
            _ => *state,
        };
        [Side::Max, Side::Min][turn as usize % 2]
    }

    fn moves(&self, state: &u32, moves: &mut Vec<u32>) {
        match self.0 {
            Fault::NoMoves if *state == 2 => {}
            Fault::DuplicateMove if *state == 3 => moves.extend([1, 1]),
            Fault::NondeterministicMoves if *state == 2 => moves.push(self.asked()),
            _ => moves.extend([1, 2]),
        }
    }

    fn play(&self, state: &u32, _: u32) -> u32 {
        match self.0 {
            Fault::PlayChangesState if *state == 2 => {
                self.asked();
                state + 1
            }
            // Sometimes leads to the third state and sometimes to the end.
            Fault::NondeterministicPlay if *state == 2 => 3 + self.asked() % 2,
            _ => state + 1,
        }
    }

    fn terminal_value(&self, state: &u32) -> Option<i32> {
        let value = match self.0 {
            Fault::ValueOutOfBounds(value) => value,
            // Constant while one position is checked, but not between searches.
            Fault::SearchDiffers => self.1.get() as i32,
            _ => 1,
        };
        (*state == 4).then_some(value)
    }

    fn order_moves(&self, _: &u32, moves: &mut [u32]) {
        match self.0 {
            Fault::OrderChangesMoves => moves[0] = 3,
            Fault::NondeterministicOrder => moves.rotate_left(self.asked() as usize % 2),
            Fault::SearchDiffers => {
                self.asked();
            }
            _ => {}
        }
    }
}

#[test]
fn the_checks_find_every_fault() {
    // At depth 1, a random game finds the fault; at greater depths, a search does.
    for depth in [1, 3, 5] {
        let options = to_depth(depth);
        for (fault, ply) in [
            (Fault::NoMoves, 2),
            (Fault::DuplicateMove, 3),
            (Fault::NondeterministicMoves, 2),
            (Fault::OrderChangesMoves, 0),
            (Fault::NondeterministicOrder, 0),
            (Fault::ValueOutOfBounds(i32::MAX), 4),
            (Fault::ValueOutOfBounds(i32::MIN), 4),
            (Fault::NondeterministicState, 2),
            (Fault::NondeterministicPlay, 2),
            (Fault::PlayChangesState, 2),
        ] {
            let violation = check(&Broken::new(fault), &0, &options).expect_err("it is broken");
            assert_eq!(violation.fault, fault, "depth {depth}");
            assert_eq!(violation.moves.len(), ply, "{fault:?}, depth {depth}");
        }
        let found = check(&Broken::new(Fault::SearchDiffers), &0, &options);
        let violation = found.expect_err("it is broken");
        assert_eq!(violation.fault, Fault::SearchDiffers, "depth {depth}");
    }
}

/// A number with its own equality.
#[derive(Clone, Debug)]
struct Number {
    plies: u32,
    /// The path taken. With some faults, the rules depend on it.
    way: u32,
    fault: Option<Fault>,
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match self.fault {
            Some(Fault::UnequalCopy) => false,
            Some(Fault::EqualStatesDiffer) => self.plies == other.plies,
            Some(Fault::NondeterministicPlay) => (self.plies, self.way) == (other.plies, other.way),
            // If only the sum counts, many paths lead to a state.
            _ => self.plies == other.plies && self.way % 2 == other.way % 2,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self.fault {
            Some(Fault::UnequalHashes) => self.way.hash(hasher),
            _ => self.plies.hash(hasher),
        }
    }
}

/// A game of four plies of ones and twos; an odd sum wins.
struct Sum(Cell<u32>);

impl Game for Sum {
    type State = Number;
    type Move = u32;

    fn mover(&self, state: &Number) -> Side {
        [Side::Max, Side::Min][state.plies as usize % 2]
    }

    fn moves(&self, _: &Number, moves: &mut Vec<u32>) {
        moves.extend([1, 2]);
    }

    fn play(&self, state: &Number, mv: u32) -> Number {
        let mut next = state.clone();
        next.plies += 1;
        next.way += mv;
        if state.fault == Some(Fault::NondeterministicPlay) {
            // No search notices the fault, but no table finds the state again.
            next.way += 2 * self.0.replace(self.0.get() + 1);
        }
        next
    }

    fn terminal_value(&self, state: &Number) -> Option<Value> {
        let value = if state.way % 2 == 1 { 1 } else { -1 };
        (state.plies == 4).then_some(value)
    }
}

#[test]
fn the_checks_find_wrong_equality() {
    let check_number = |fault| {
        let (plies, way) = (0, 0);
        let start = Number { plies, way, fault };
        let game = Sum(Cell::new(0));
        let options = CheckOptions::default();
        assert!(check(&game, &start, &options).is_ok(), "{fault:?}");
        check_hashing(&game, &start, &options).map_err(|violation| violation.fault)
    };
    assert!(check_number(None).is_ok());
    for fault in [
        Fault::UnequalCopy,
        Fault::UnequalHashes,
        Fault::EqualStatesDiffer,
        Fault::NondeterministicPlay,
    ] {
        assert_eq!(check_number(Some(fault)).map(|_| ()), Err(fault));
    }
}

/// Tic-tac-toe with a fault in an adapter, a heuristic or the display.
struct Strange(Fault);

impl Game for Strange {
    type State = <TicTacToe as Game>::State;
    type Move = u32;

    fn mover(&self, board: &Self::State) -> Side {
        TicTacToe.mover(board)
    }

    fn moves(&self, board: &Self::State, moves: &mut Vec<u32>) {
        TicTacToe.moves(board, moves);
    }

    fn play(&self, board: &Self::State, square: u32) -> Self::State {
        TicTacToe.play(board, square)
    }

    fn terminal_value(&self, board: &Self::State) -> Option<Value> {
        TicTacToe.terminal_value(board)
    }
}

/// Returns a board on which `side` has won.
fn finished() -> <TicTacToe as Game>::State {
    let play = |board, square| TicTacToe.play(&board, square);
    [0, 3, 1, 4, 2].into_iter().fold(TicTacToe::START, play)
}

impl MoveAgain for Strange {
    fn with_mover(&self, board: &Self::State, side: Side) -> Option<Self::State> {
        match self.0 {
            Fault::WrongMover => TicTacToe.with_mover(board, Side::Max),
            Fault::NoStateForMover => None,
            Fault::MoverOfFinishedGame => Some(finished()),
            _ => TicTacToe.with_mover(board, side),
        }
    }
}

impl GameDisplay for Strange {
    fn move_name(&self, board: &Self::State, square: u32) -> String {
        match self.0 {
            Fault::AmbiguousMoveNames => "there".to_owned(),
            _ => TicTacToe.move_name(board, square),
        }
    }

    fn picture(&self, board: &Self::State) -> Option<Picture> {
        let mut picture = TicTacToe.picture(board)?;
        if self.0 == Fault::RaggedPicture {
            picture.rows[1].push(Square::Hole);
        }
        Some(picture)
    }
}

#[test]
fn the_checks_find_faults_in_adapters_heuristics_and_displays() {
    let options = CheckOptions::default();
    let start = TicTacToe::START;
    let fault_of = |found: Result<_, Violation<_>>| found.map(|_| ()).expect_err("broken").fault;
    for fault in [
        Fault::WrongMover,
        Fault::NoStateForMover,
        Fault::MoverOfFinishedGame,
    ] {
        let found = check_move_again(&Strange(fault), &start, &options);
        assert_eq!(fault_of(found), fault);
    }
    for fault in [Fault::AmbiguousMoveNames, Fault::RaggedPicture] {
        let found = check_display(&Strange(fault), &start, &options);
        assert_eq!(fault_of(found), fault);
    }
    let game = Strange(Fault::NoMoves);
    assert!(check_move_again(&game, &start, &options).is_ok());
    assert!(check_display(&game, &start, &options).is_ok());

    let asked = Cell::new(0);
    let unsteady = |_: &Strange, _: &<TicTacToe as Game>::State| asked.replace(asked.get() + 1);
    let found = check_heuristic(&game, &start, &unsteady, &options);
    assert_eq!(fault_of(found), Fault::NondeterministicHeuristic);
    let boundless = |_: &Strange, _: &<TicTacToe as Game>::State| Value::MAX;
    let found = check_heuristic(&game, &start, &boundless, &options);
    assert_eq!(fault_of(found), Fault::ValueOutOfBounds(Value::MAX));
}
