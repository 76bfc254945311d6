//! The games of this module by name.

use std::fmt;
use std::str::FromStr;

use crate::games::figures::Figure;
use crate::games::random_tree::RandomKind;
use crate::games::{
    ConnectFour, DotsAndBoxes, Kalah, Nim, RandomTree, SizeError, TicTacToe, connect_four,
    dots_and_boxes, kalah, nim, random_tree, tic_tac_toe,
};
use crate::{GameDisplay, GameTask, Heuristic, KMoves, LiftedHeuristic, NoHeuristic};

/// A game and a starting position, written as `kalah:3x2`, or as `tic-tac-toe@a1,b2` for
/// the position after two moves. [`NamedGame::FORMS`] lists all games.
#[derive(Clone, Debug)]
pub struct NamedGame {
    kind: Kind,
    /// The names of the moves to the starting position.
    moves: Vec<String>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Tic-tac-toe with this number of moves per turn.
    TicTacToe(u32),
    ConnectFour(ConnectFour),
    DotsAndBoxes(DotsAndBoxes),
    Nim(Nim),
    Kalah(Kalah),
    Random(RandomTree),
    Figure(&'static Figure),
}

/// The error for text that does not name a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {text:?}, column {column}: expected {expected}")]
pub struct NamedGameError {
    /// The text.
    pub text: String,
    /// 1-based column, in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
}

/// Maximum number of moves per turn in tic-tac-toe.
const MAX_MOVES: u32 = 4;

impl NamedGame {
    /// The forms of a name with their descriptions. `@MOVE,MOVE…` after any of them sets the
    /// starting position after these moves.
    pub const FORMS: [(&'static str, &'static str); 8] = [
        (
            "tic-tac-toe[:K]",
            "three in a row win; K moves per turn, 1 to 4",
        ),
        (
            "connect-four[:WxH[,N]]",
            "columns by rows, N in a row win; 7x6,4 by default",
        ),
        (
            "dots-and-boxes[:CxR]",
            "columns by rows of boxes; 2x2 by default",
        ),
        (
            "nim[:HEAP,HEAP…[/K]]",
            "heaps of matches, at most K per move; 3,4,5 by default",
        ),
        (
            "kalah[:PxS]",
            "pits per side by seeds per pit; 6x4 by default",
        ),
        (
            "random:B,D,SEED",
            "a random tree: B children per node, depth D, random leaf values",
        ),
        (
            "random-sums:B,D,SEED",
            "a random tree whose leaves are worth the sum of the edge values above",
        ),
        ("figure:NAME", "a tree from a textbook"),
    ];

    /// Returns whether the game is an explicit tree: a figure or a random tree.
    #[must_use]
    pub const fn is_a_tree(&self) -> bool {
        matches!(self.kind, Kind::Random(_) | Kind::Figure(_))
    }

    /// Runs a task on the game and its starting position.
    ///
    /// # Panics
    ///
    /// Never panics: the moves were played when the text was parsed.
    pub fn run<T: GameTask>(&self, task: T) -> T::Output {
        let moves = &self.moves;
        match self.run_from_start(AfterMoves { moves, task }) {
            Ok(output) => output,
            Err(_) => unreachable!("the moves were played when the name was parsed"),
        }
    }

    /// Runs a task on the game at its initial position, before the moves.
    fn run_from_start<T: GameTask>(&self, task: T) -> T::Output {
        match &self.kind {
            Kind::TicTacToe(1) => task.run(&TicTacToe, &TicTacToe::START, &tic_tac_toe::open_lines),
            Kind::TicTacToe(moves) => {
                let game = KMoves::new(TicTacToe, *moves);
                let start = game.start(TicTacToe::START, *moves);
                task.run(&game, &start, &LiftedHeuristic(&tic_tac_toe::open_lines))
            }
            Kind::ConnectFour(game) => task.run(game, &game.start(), &connect_four::lines),
            Kind::DotsAndBoxes(game) => task.run(game, &game.start(), &dots_and_boxes::lead),
            Kind::Nim(game) => task.run(game, &game.start(), &nim::theory),
            Kind::Kalah(game) => task.run(game, &game.start(), &kalah::stores),
            Kind::Random(tree) => task.run(tree, &tree.start(), &random_tree::sum),
            Kind::Figure(figure) => {
                let tree = figure.tree();
                task.run(&tree, &tree.root(), &NoHeuristic)
            }
        }
    }
}

/// A task to run after some moves.
struct AfterMoves<'a, T> {
    moves: &'a [String],
    task: T,
}

/// The move at this index is illegal; these are the legal ones.
struct NoSuchMove {
    place: usize,
    legal: Vec<String>,
}

impl<T: GameTask> GameTask for AfterMoves<'_, T> {
    type Output = Result<T::Output, NoSuchMove>;

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output {
        let mut state = start.clone();
        for (place, name) in self.moves.iter().enumerate() {
            let legal = legal_moves(game, &state);
            let found = legal.iter().find(|(_, legal)| legal == name);
            let Some(&(mv, _)) = found else {
                let legal = legal.into_iter().map(|(_, name)| name).collect();
                return Err(NoSuchMove { place, legal });
            };
            state = game.play(&state, mv);
        }
        Ok(self.task.run(game, &state, heuristic))
    }
}

/// Returns the legal moves with their names.
fn legal_moves<G: GameDisplay>(game: &G, state: &G::State) -> Vec<(G::Move, String)> {
    let mut moves = Vec::new();
    if game.terminal_value(state).is_none() {
        game.moves(state, &mut moves);
    }
    let named = |mv| (mv, game.move_name(state, mv));
    moves.into_iter().map(named).collect()
}

/// A task that does nothing, used to check that the moves are legal.
struct NoTask;

impl GameTask for NoTask {
    type Output = ();

    fn run<G: GameDisplay, H: Heuristic<G>>(self, _: &G, _: &G::State, _: &H) {}
}

impl fmt::Display for NamedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        for (place, mv) in self.moves.iter().enumerate() {
            let sign = if place == 0 { '@' } else { ',' };
            write!(f, "{sign}{mv}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TicTacToe(1) => f.write_str("tic-tac-toe"),
            Self::TicTacToe(moves) => write!(f, "tic-tac-toe:{moves}"),
            Self::ConnectFour(game) => match game.size() {
                (columns, rows, 4) => write!(f, "connect-four:{columns}x{rows}"),
                (columns, rows, row) => write!(f, "connect-four:{columns}x{rows},{row}"),
            },
            Self::DotsAndBoxes(game) => {
                let (columns, rows) = game.size();
                write!(f, "dots-and-boxes:{columns}x{rows}")
            }
            Self::Nim(game) => {
                let heaps: Vec<String> = game.heaps().iter().map(u8::to_string).collect();
                write!(f, "nim:{}", heaps.join(","))?;
                match game.most() {
                    Some(most) => write!(f, "/{most}"),
                    None => Ok(()),
                }
            }
            Self::Kalah(game) => {
                let (pits, seeds) = game.size();
                write!(f, "kalah:{pits}x{seeds}")
            }
            Self::Random(tree) => {
                let name = match tree.kind() {
                    RandomKind::Leaves => "random",
                    RandomKind::Sums => "random-sums",
                };
                let (branching, depth) = tree.shape();
                write!(f, "{name}:{branching},{depth},{}", tree.seed())
            }
            Self::Figure(figure) => write!(f, "figure:{}", figure.name),
        }
    }
}

impl FromStr for NamedGame {
    type Err = NamedGameError;

    fn from_str(text: &str) -> Result<Self, NamedGameError> {
        let error = |at: usize, expected: String| NamedGameError {
            text: text.to_owned(),
            column: text[..at].chars().count() + 1,
            expected,
        };
        let (game, moves) = match text.split_once('@') {
            Some((game, moves)) => (game, Some(moves)),
            None => (text, None),
        };
        let (name, size) = match game.split_once(':') {
            Some((name, size)) => (name, Some(size)),
            None => (game, None),
        };
        let kind = match kind_of(name, size) {
            Ok(kind) => kind,
            Err(Unknown::Name) => return Err(error(0, format!("one of {}", names()))),
            Err(Unknown::Size(expected)) => {
                return Err(match size {
                    Some(_) => error(name.len() + 1, expected),
                    None => error(name.len(), format!("a colon and {expected}")),
                });
            }
        };
        let moves: Vec<&str> = moves.map_or_else(Vec::new, |moves| moves.split(',').collect());
        let example = Self {
            kind,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let played = example.run_from_start(AfterMoves {
            moves: &example.moves,
            task: NoTask,
        });
        if let Err(NoSuchMove { place, legal }) = played {
            let before: usize = moves[..place].iter().map(|mv| mv.len() + 1).sum();
            let expected = match legal.is_empty() {
                true => "no further move, because the game is over".to_owned(),
                false => format!("a move, one of {}", legal.join(" ")),
            };
            return Err(error(game.len() + 1 + before, expected));
        }
        Ok(example)
    }
}

/// The unknown part of a name.
enum Unknown {
    Name,
    /// What was expected instead.
    Size(String),
}

impl From<SizeError> for Unknown {
    fn from(error: SizeError) -> Self {
        Self::Size(error.expected.to_owned())
    }
}

/// Returns the forms of all games in one line.
fn names() -> String {
    NamedGame::FORMS.map(|(form, _)| form).join(" ")
}

/// Returns the game with the given name, and with the size after its colon.
fn kind_of(name: &str, size: Option<&str>) -> Result<Kind, Unknown> {
    match name {
        "tic-tac-toe" => tic_tac_toe_of(size.unwrap_or("1")),
        "connect-four" => connect_four_of(size.unwrap_or("7x6")),
        "dots-and-boxes" => {
            let (columns, rows) = pair(size.unwrap_or("2x2"), "CxR, such as 2x2: columns by rows")?;
            Ok(Kind::DotsAndBoxes(DotsAndBoxes::new(columns, rows)?))
        }
        "nim" => nim_of(size.unwrap_or("3,4,5")),
        "kalah" => {
            let (pits, seeds) = pair(size.unwrap_or("6x4"), "PxS, such as 3x2: pits by seeds")?;
            Ok(Kind::Kalah(Kalah::new(pits, seeds)?))
        }
        "random" => random_of(size, RandomKind::Leaves),
        "random-sums" => random_of(size, RandomKind::Sums),
        "figure" => figure_of(size),
        _ => Err(Unknown::Name),
    }
}

/// Parses two numbers separated by `x`.
fn pair<A: FromStr, B: FromStr>(text: &str, expected: &str) -> Result<(A, B), Unknown> {
    let both = |(first, second)| Some((number(first)?, number(second)?));
    let numbers = text.split_once('x').and_then(both);
    numbers.ok_or_else(|| Unknown::Size(expected.to_owned()))
}

/// Parses a number without a sign.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

fn tic_tac_toe_of(size: &str) -> Result<Kind, Unknown> {
    let moves = number(size).filter(|moves| (1..=MAX_MOVES).contains(moves));
    let expected = format!("1 to {MAX_MOVES} moves per turn");
    moves.map(Kind::TicTacToe).ok_or(Unknown::Size(expected))
}

fn connect_four_of(size: &str) -> Result<Kind, Unknown> {
    const EXPECTED: &str = "WxH or WxH,N, such as 7x6 or 4x4,3: columns by rows, N in a row win";
    let (board, in_a_row) = size.split_once(',').unwrap_or((size, "4"));
    let (columns, rows) = pair(board, EXPECTED)?;
    let in_a_row = number(in_a_row).ok_or(Unknown::Size(EXPECTED.to_owned()))?;
    let game = ConnectFour::new(columns, rows, in_a_row)?;
    Ok(Kind::ConnectFour(game))
}

fn nim_of(size: &str) -> Result<Kind, Unknown> {
    let expected =
        || Unknown::Size("HEAP,HEAP…, such as 3,4,5, or 10/3 to take up to 3".to_owned());
    let (heaps, most) = match size.split_once('/') {
        Some((heaps, most)) => (heaps, Some(number(most).ok_or_else(expected)?)),
        None => (size, None),
    };
    let heaps: Option<Vec<u8>> = heaps.split(',').map(number).collect();
    let game = Nim::new(&heaps.ok_or_else(expected)?, most)?;
    Ok(Kind::Nim(game))
}

fn random_of(size: Option<&str>, kind: RandomKind) -> Result<Kind, Unknown> {
    let numbers = size.map(|size| size.split(',').collect::<Vec<_>>());
    let tree = match numbers.as_deref() {
        Some([branching, depth, seed]) => number(branching).zip(number(depth)).zip(number(seed)),
        _ => None,
    };
    let Some(((branching, depth), seed)) = tree else {
        let expected = "B,D,SEED, such as 3,4,1: children, depth and seed";
        return Err(Unknown::Size(expected.to_owned()));
    };
    let tree = RandomTree::new(branching, depth, seed, kind)?;
    Ok(Kind::Random(tree))
}

fn figure_of(name: Option<&str>) -> Result<Kind, Unknown> {
    let figure = name.and_then(Figure::named).map(Kind::Figure);
    figure.ok_or_else(|| {
        let names = Figure::ALL.map(|figure| figure.name).join(" ");
        Unknown::Size(format!("a figure, one of {names}"))
    })
}
