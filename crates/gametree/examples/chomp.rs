//! Chomp, the game of `docs/tutorials/search-your-own-game.md`.

use outflank_gametree::{Game, Player, Value};

/// What is left of the bar, and who bites next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bar {
    /// The squares left in each column. None is higher than the one before.
    columns: Vec<u32>,
    mover: Player,
}

impl Bar {
    /// A whole bar, Max to bite.
    pub(crate) fn whole(columns: usize, rows: u32) -> Self {
        Self {
            columns: vec![rows; columns],
            mover: Player::Max,
        }
    }
}

/// The rules.
pub(crate) struct Chomp;

impl Game for Chomp {
    type State = Bar;
    /// The column and the row of the square that is bitten, from 0 on.
    type Move = (usize, u32);

    fn mover(&self, bar: &Bar) -> Player {
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
        // The poison is gone: the other side ate it, so the mover has won.
        (bar.columns[0] == 0).then(|| bar.mover.sign())
    }
}

use outflank_gametree::{Limits, alphabeta, minimax};

/// What is known of a bar without any search.
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

/// A small bar, searched to the end.
fn solve() -> String {
    let start = Bar::whole(4, 3);
    let limits = Limits::unlimited();
    let all = minimax(&Chomp, &start, &mirror, &limits);
    let cut = alphabeta(&Chomp, &start, &mirror, &limits);
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
    CheckOptions, check_hashing, check_heuristic, check_move_again, check_shown,
};

/// Holds the game against what the searches rely on.
fn check_rules() -> String {
    let start = Bar::whole(4, 3);
    let options = CheckOptions::default();
    let report = check_hashing(&Chomp, &start, &options).expect("the rules are sound");
    check_heuristic(&Chomp, &start, &mirror, &options).expect("the heuristic is sound");
    check_move_again(&Chomp, &start, &options).expect("turns of several bites are sound");
    check_shown(&Chomp, &start, &options).expect("every bite has a name of its own");
    format!("{} games played to their end\n", report.finished_games)
}

use outflank_gametree::{Shown, iterative_deepening};

/// A larger bar, deeper and deeper.
fn look_ahead() -> String {
    let start = Bar::whole(5, 3);
    let limits = Limits::plies(9).with_nodes(1_000_000);
    let mut told = String::new();
    iterative_deepening(&Chomp, &start, &mirror, &limits, |result| {
        let name = |&bite| Chomp.move_name(&start, bite);
        let line: Vec<String> = result.pv.iter().map(name).collect();
        let (value, nodes) = (Chomp.value_name(result.value), result.counts.nodes());
        told += &format!("{value}: {} ({nodes} nodes)\n", line.join(" "));
    });
    told
}

use outflank_gametree::{KMoves, MoveAgain, TurnState};

impl MoveAgain for Chomp {
    fn with_mover(&self, bar: &Bar, side: Player) -> Option<Bar> {
        let is_over = self.terminal_value(bar).is_some();
        (!is_over).then(|| Bar {
            mover: side,
            ..bar.clone()
        })
    }
}

/// Two bites a turn, the first turn having one.
fn two_bites() -> String {
    let game = KMoves::new(Chomp, 2);
    let start = game.start(Bar::whole(4, 3), 1);
    // With two bites nothing can be mirrored, so nothing is known before the end.
    let guess = |_: &KMoves<Chomp>, _: &TurnState<Bar>| 0;
    let mut told = String::new();
    for turns in 1..=4 {
        let result = alphabeta(&game, &start, &guess, &Limits::turns(turns));
        let value = game.value_name(result.value);
        told += &format!("depth in turns {turns}: {value}\n");
    }
    told
}

use outflank_gametree::{Cell, Picture};

impl Shown for Chomp {
    /// The square, column letter and row from the top.
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

/// The bar after the best first bite.
fn show() -> String {
    let start = Bar::whole(4, 3);
    let result = alphabeta(&Chomp, &start, &mirror, &Limits::unlimited());
    let best = result.best_move.expect("the game is not over");
    let next = Chomp.play(&start, best);
    let picture = Chomp.picture(&next).expect("every bar has a picture");
    let square = |cell: &Cell| if *cell == Cell::Hole { ' ' } else { '#' };
    let row = |row: &Vec<Cell>| row.iter().map(square).collect::<String>() + "\n";
    let rows: String = picture.rows.iter().map(row).collect();
    let name = Chomp.move_name(&start, best);
    format!("{} bites {name}\n{rows}", Chomp.side_name(start.mover))
}

/// What the program tells.
pub(crate) fn report() -> String {
    [solve(), check_rules(), look_ahead(), two_bites(), show()].concat()
}

fn main() {
    print!("{}", report());
}
