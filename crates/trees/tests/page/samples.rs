//! Sample pages for the browser.

use std::fs;
use std::path::Path;

use outflank_gametree::trace::Recorder;
use outflank_gametree::{
    Algorithm, GameDisplay, GameTask, Heuristic, NoHeuristic, ProbCut, Pruning, Search,
    SearchLimits, Tree,
};
use outflank_othello::notation::parse_position;
use outflank_othello::{Position, Shape};
use outflank_textbook::{Evaluation, EvaluationKind, Order, with_game};
use outflank_trees::{SearchTree, Title, page};

/// A title that would inject markup into an insecure page.
const HOSTILE: &str =
    "</script></title><img src=x onerror=\"window.broken=1\"><script>window.broken=1</script>";

/// Limits of a drawing: nodes and plies.
type Room = (usize, usize);

const PLENTY: Room = (1_000_000, 100);
const BOTH: [Algorithm; 2] = [Algorithm::Minimax, Algorithm::AlphaBeta];

/// The search and the limits of a drawing.
struct Drawing {
    algorithm: Algorithm,
    pruning: Pruning,
    limits: SearchLimits,
    room: Room,
    title: String,
    is_measured: bool,
}

impl Drawing {
    fn new(algorithm: Algorithm, limits: &SearchLimits, title: &str) -> Self {
        Self {
            algorithm,
            pruning: Pruning::default(),
            limits: limits.clone(),
            room: PLENTY,
            title: title.to_owned(),
            is_measured: true,
        }
    }
}

impl GameTask for &Drawing {
    type Output = SearchTree;

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        root: &G::State,
        heuristic: &H,
    ) -> SearchTree {
        let (nodes, plies) = self.room;
        let mut recorder = Recorder::new(game, nodes, plies);
        let search = Search::new(game).heuristic(heuristic).limits(&self.limits);
        let search = search.algorithm(self.algorithm).pruning(self.pruning);
        let result = search.observer(&mut recorder).run(root);
        let trace = recorder.into_trace();
        let title = Title {
            game: self.title.clone(),
            algorithm: self.algorithm.to_string(),
        };
        let mut drawn = SearchTree::new(game, &trace, &result, title);
        if self.is_measured {
            drawn.measure(game, &trace, heuristic, &SearchLimits::unlimited());
        }
        drawn
    }
}

fn typed(text: &str, algorithms: &[Algorithm]) -> Vec<SearchTree> {
    let tree: Tree = text.parse().expect("a tree");
    let draw = |&algorithm| {
        let drawing = Drawing::new(algorithm, &SearchLimits::unlimited(), text);
        drawing.run(&tree, &tree.root(), &NoHeuristic)
    };
    algorithms.iter().map(draw).collect()
}

fn othello(position: &Position, drawing: &Drawing) -> SearchTree {
    // Hand-set weights never change, so the tree stays the same.
    let by_hand = include_str!("../../../textbook/parameters/phased-by-hand.toml");
    let evaluation = Evaluation::from_toml(EvaluationKind::Phased, by_hand).expect("parameters");
    with_game(position, &evaluation, Order::Squares, drawing)
}

fn position(transcript: &str, shape: &str) -> Position {
    let shape: Shape = shape.parse().expect("a shape");
    parse_position(transcript, shape).expect("a position")
}

/// Returns a midgame position, and the end of a game with passes.
fn boards() -> Vec<SearchTree> {
    let start = position("f5d6c3d3c4", "8x8");
    let title = "Othello after f5 d6 c3 d3 c4";
    let mut drawings = [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::PrincipalVariation,
        Algorithm::DeepeningWithTable,
    ]
    .map(|algorithm| Drawing::new(algorithm, &SearchLimits::plies(3), title));
    drawings[3].pruning = Pruning {
        bounds: true,
        probcut: Some(ProbCut {
            min_depth: 2,
            reduction: 2,
            margin: 100,
        }),
    };
    drawings.map(|drawing| othello(&start, &drawing)).into()
}

/// Returns trees of at least twenty thousand nodes.
fn large() -> Vec<SearchTree> {
    let start = position("f5d6c3d3c4", "8x8");
    let draw = |algorithm| {
        let mut drawing = Drawing::new(algorithm, &SearchLimits::plies(5), "A large tree");
        drawing.room = (20_000, 60);
        drawing.is_measured = false;
        othello(&start, &drawing)
    };
    BOTH.map(draw).into()
}

fn hostile() -> Vec<SearchTree> {
    let mut trees = typed("MAX(MIN(3, 12), MIN(2, a))", &[Algorithm::AlphaBeta]);
    for tree in &mut trees {
        tree.title.game = HOSTILE.to_owned();
        tree.title.algorithm = HOSTILE.to_owned();
        tree.sides = [HOSTILE.to_owned(), HOSTILE.to_owned()];
        for node in &mut tree.nodes {
            // Give only some nodes captions, so that some moves need their own space.
            node.caption = (node.ply == 0).then(|| HOSTILE.to_owned());
            node.mv = node.mv.as_ref().map(|mv| format!("{mv}{HOSTILE}"));
        }
    }
    trees
}

/// Returns a search without recorded nodes.
fn not_kept() -> Vec<SearchTree> {
    let tree: Tree = "MAX(1, 2)".parse().expect("a tree");
    let limits = SearchLimits::unlimited();
    let mut drawing = Drawing::new(Algorithm::AlphaBeta, &limits, "Nothing kept");
    drawing.room = (0, 0);
    drawing.is_measured = false;
    vec![drawing.run(&tree, &tree.root(), &NoHeuristic)]
}

/// Returns a search that hit a limit.
fn interrupted() -> Vec<SearchTree> {
    let limits = SearchLimits::plies(4).with_nodes(30);
    let mut drawing = Drawing::new(Algorithm::AlphaBeta, &limits, "Interrupted");
    drawing.is_measured = false;
    vec![othello(&position("f5d6c3d3c4", "8x8"), &drawing)]
}

pub(crate) fn write_pages(folder: &Path) {
    let textbook = "MAX(MIN(3, 12, 8), MIN(2, x=4, y=6), MIN(14, 5, 2))";
    let again = "MAX(MAX(1, MIN(4, 2)), MIN(MIN(0, 7), 9))";
    let pages = [
        ("typed", typed("MIN(3, MAX(5, a))", &BOTH)),
        ("textbook", typed(textbook, &Algorithm::ALL)),
        ("again", typed(again, &[Algorithm::AlphaBeta])),
        ("othello", boards()),
        ("large", large()),
        ("hostile", hostile()),
        ("interrupted", interrupted()),
        ("not-kept", not_kept()),
        ("empty", Vec::new()),
    ];
    for (name, trees) in pages {
        let file = folder.join(name).with_extension("html");
        fs::write(file, page(&trees)).expect("the page is written");
    }
}
