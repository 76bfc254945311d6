//! Chomp, the game of `docs/tutorials/search-your-own-game.md`.

use outflank_gametree::{Game, Side, Value};

/// The remaining bar, and the side to bite.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bar {
    /// The squares left in each column, in non-increasing order.
    columns: Vec<u32>,
    mover: Side,
}

impl Bar {
    /// Returns a whole bar, Max to bite.
    pub(crate) fn whole(columns: usize, rows: u32) -> Self {
        Self {
            columns: vec![rows; columns],
            mover: Side::Max,
        }
    }
}

/// The rules.
pub(crate) struct Chomp;

impl Game for Chomp {
    type State = Bar;
    /// The 0-based column and row of the bitten square.
    type Move = (usize, u32);

    fn mover(&self, bar: &Bar) -> Side {
        bar.mover
    }

    fn moves(&self, bar: &Bar, moves: &mut Vec<(usize, u32)>) {
        for (column, &height) in bar.columns.iter().enumerate() {
            moves.extend((0..height).map(|row| (column, row)));
        }
    }

    fn play(&self, bar: &Bar, (column, row): (usize, u32)) -> Bar {
        let mut next = bar.clone();
        for height in &mut next.columns[column..] {
            *height = row.min(*height);
        }
        next.mover = bar.mover.other();
        next
    }

    fn terminal_value(&self, bar: &Bar) -> Option<Value> {
        // The other side ate the poison, so the mover has won.
        (bar.columns[0] == 0).then(|| bar.mover.sign())
    }
}

use outflank_gametree::{Algorithm, Search};

/// A heuristic from the theory of Chomp, without a search.
pub(crate) fn mirror(_: &Chomp, bar: &Bar) -> Value {
    let right_of_first = &bar.columns[1..];
    if right_of_first.iter().any(|&height| height > 1) {
        return 0;
    }
    let is_equal = right_of_first.iter().sum::<u32>() + 1 == bar.columns[0];
    match is_equal {
        true => -bar.mover.sign(),
        false => bar.mover.sign(),
    }
}

/// Solves a small bar.
fn solve() -> String {
    let start = Bar::whole(4, 3);
    let minimax = Search::new(&Chomp).algorithm(Algorithm::Minimax);
    let all = minimax.run(&start);
    let cut = Search::new(&Chomp).run(&start);
    assert_eq!((all.value, all.best_move), (cut.value, cut.best_move));
    format!(
        "4x3: value {}, bite {:?}; minimax {} nodes, alpha-beta {}\n",
        cut.value,
        cut.best_move,
        all.counts.nodes(),
        cut.counts.nodes()
    )
}

use outflank_gametree::conformance::{
    CheckOptions, check_display, check_hashing, check_heuristic, check_move_again,
};

/// Checks the rules that the searches rely on.
fn check_rules() -> String {
    let start = Bar::whole(4, 3);
    let options = CheckOptions::default();
    let report = check_hashing(&Chomp, &start, &options).expect("the rules are sound");
    check_heuristic(&Chomp, &start, &mirror, &options).expect("the heuristic is sound");
    check_move_again(&Chomp, &start, &options).expect("turns of several bites are sound");
    check_display(&Chomp, &start, &options).expect("every bite has a name of its own");
    format!("{} games played to their end\n", report.finished_games)
}

use outflank_gametree::GameDisplay;

/// Searches a larger bar by iterative deepening.
fn look_ahead() -> String {
    let start = Bar::whole(5, 3);
    let mut lines = String::new();
    Search::new(&Chomp)
        .algorithm(Algorithm::Deepening)
        .heuristic(&mirror)
        .depth(9)
        .nodes(1_000_000)
        .on_iteration(|result| {
            let name = |&bite| Chomp.move_name(&start, bite);
            let line: Vec<String> = result.pv.iter().map(name).collect();
            let (value, nodes) = (Chomp.value_name(result.value), result.counts.nodes());
            lines += &format!("{value}: {} ({nodes} nodes)\n", line.join(" "));
        })
        .run(&start);
    lines
}

use outflank_gametree::{Depth, KMoves, MoveAgain};

impl MoveAgain for Chomp {
    fn with_mover(&self, bar: &Bar, side: Side) -> Option<Bar> {
        let is_over = self.terminal_value(bar).is_some();
        (!is_over).then(|| Bar {
            mover: side,
            ..bar.clone()
        })
    }
}

/// Searches with two bites a turn, one in the first turn.
fn two_bites() -> String {
    let game = KMoves::new(Chomp, 2);
    let start = game.start(Bar::whole(4, 3), 1);
    let mut lines = String::new();
    for turns in 1..=4 {
        let result = Search::new(&game).depth(Depth::Turns(turns)).run(&start);
        let value = game.value_name(result.value);
        lines += &format!("depth in turns {turns}: {value}\n");
    }
    lines
}

use outflank_gametree::{Cell, Picture};

impl GameDisplay for Chomp {
    /// Returns the column letter and the row from the top.
    fn move_name(&self, _: &Bar, (column, row): (usize, u32)) -> String {
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn picture(&self, bar: &Bar) -> Option<Picture> {
        let cell = |height: u32, row: u32| match height > row {
            true => Cell::Empty,
            false => Cell::Hole,
        };
        let rows = (0..bar.columns[0])
            .map(|row| {
                let cells = bar.columns.iter().map(|&height| cell(height, row));
                cells.collect()
            })
            .collect();
        Some(Picture { rows })
    }

    fn value_name(&self, value: Value) -> String {
        match value {
            0 => "not known".to_owned(),
            value if value > 0 => "Max wins".to_owned(),
            _ => "Min wins".to_owned(),
        }
    }
}

/// Shows the bar after the best first bite.
fn show() -> String {
    let start = Bar::whole(4, 3);
    let result = Search::new(&Chomp).run(&start);
    let best = result.best_move.expect("the game is not over");
    let next = Chomp.play(&start, best);
    let picture = Chomp.picture(&next).expect("every bar has a picture");
    let square = |cell: &Cell| if *cell == Cell::Hole { ' ' } else { '#' };
    let row = |row: &Vec<Cell>| row.iter().map(square).collect::<String>() + "\n";
    let rows: String = picture.rows.iter().map(row).collect();
    let name = Chomp.move_name(&start, best);
    format!("{} bites {name}\n{rows}", Chomp.side_name(start.mover))
}

/// Returns the output of the program.
pub(crate) fn report() -> String {
    [solve(), check_rules(), look_ahead(), two_bites(), show()].concat()
}

fn main() {
    print!("{}", report());
}
