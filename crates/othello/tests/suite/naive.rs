//! Compares the rules with a naive implementation on an array, written from the rules alone, and
//! with the crate `magpie`.

use crate::common::random;
use outflank_othello::random::random_move;
use outflank_othello::{
    Color, Layout, PassCounting, Position, Shape, Square, SquareSet, perft, with_board,
};

/// A board of cells: rows of columns.
#[derive(Clone, PartialEq)]
struct Naive {
    cells: Vec<Vec<Cell>>,
    mover: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Hole,
    Empty,
    Disc(Color),
}

impl Naive {
    fn start(text: &str) -> Self {
        let shape: Shape = text.parse().expect("a shape");
        let (width, height) = (usize::from(shape.width()), usize::from(shape.height()));
        let mut cells = vec![vec![Cell::Empty; width]; height];
        if let Some((_, holes)) = text.split_once('-') {
            for hole in holes.as_bytes().chunks(2) {
                cells[usize::from(hole[1] - b'1')][usize::from(hole[0] - b'a')] = Cell::Hole;
            }
        }
        let (column, row) = match (width, height) {
            (9, 7) => (3, 3),
            _ => (width / 2 - 1, height / 2 - 1),
        };
        cells[row][column] = Cell::Disc(Color::White);
        cells[row][column + 1] = Cell::Disc(Color::Black);
        cells[row + 1][column] = Cell::Disc(Color::Black);
        cells[row + 1][column + 1] = Cell::Disc(Color::White);
        let mover = Color::Black;
        Self { cells, mover }
    }

    fn cell(&self, column: i32, row: i32) -> Option<Cell> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn flips(&self, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        if self.cell(column, row) != Some(Cell::Empty) {
            return flips;
        }
        let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
        for (right, down) in steps.filter(|&step| step != (0, 0)) {
            let mut run = Vec::new();
            let (mut x, mut y) = (column + right, row + down);
            while self.cell(x, y) == Some(Cell::Disc(self.mover.opponent())) {
                run.push((x, y));
                x += right;
                y += down;
            }
            if self.cell(x, y) == Some(Cell::Disc(self.mover)) {
                flips.extend(run);
            }
        }
        flips
    }

    fn moves(&self) -> Vec<(i32, i32)> {
        let (width, height) = (self.cells[0].len() as i32, self.cells.len() as i32);
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        all.filter(|&(column, row)| !self.flips(column, row).is_empty())
            .collect()
    }

    fn play(&self, column: i32, row: i32) -> Self {
        let mut next = self.clone();
        for (x, y) in self.flips(column, row).into_iter().chain([(column, row)]) {
            next.cells[y as usize][x as usize] = Cell::Disc(self.mover);
        }
        next.mover = self.mover.opponent();
        next
    }

    fn passed(&self) -> Self {
        Self {
            mover: self.mover.opponent(),
            ..self.clone()
        }
    }

    fn score(&self, color: Color) -> i32 {
        let cells = || self.cells.iter().flatten();
        let count = |wanted: Cell| cells().filter(|cell| **cell == wanted).count() as i32;
        let difference = count(Cell::Disc(color)) - count(Cell::Disc(color.opponent()));
        difference + difference.signum() * count(Cell::Empty)
    }

    fn perft(&self, depth: u32, passes: PassCounting) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if !moves.is_empty() {
            let children = moves.iter().map(|&(c, r)| self.play(c, r));
            return children.map(|child| child.perft(depth - 1, passes)).sum();
        }
        if self.passed().moves().is_empty() {
            return 1;
        }
        let less = u32::from(passes == PassCounting::Ply);
        self.passed().perft(depth - less, passes)
    }
}

#[test]
fn perft_equals_the_naive_one_on_every_shape() {
    for (shape, depth) in [
        ("8x8", 6),
        ("4x4", 9),
        ("6x6", 7),
        ("4x8", 7),
        ("9x7", 6),
        ("10x10", 5),
        ("3x5", 8),
        ("16x8", 5),
        ("8x16", 5),
        ("8x8-a1h8c4", 6),
        ("9x9-a1c3", 5),
    ] {
        let naive = Naive::start(shape);
        let start = Position::start(shape.parse().expect("a shape"));
        for passes in [PassCounting::Ply, PassCounting::Free] {
            let leaves = with_board!(start, |layout, board| {
                perft(board, layout, depth, passes).leaves
            });
            assert_eq!(leaves, naive.perft(depth, passes), "{shape} {passes:?}");
        }
    }
}

fn place(square: Square) -> (i32, i32) {
    (square.column().into(), square.row().into())
}

#[test]
fn random_games_equal_the_naive_ones_move_by_move() {
    let mut random = random(1);
    let shapes = "8x8 4x4 6x6 4x8 9x7 10x10 3x3 16x8 8x8-a1h8c4 11x11-a1".split(' ');
    for shape in shapes.cycle().take(500) {
        let mut naive = Naive::start(shape);
        let mut position = Position::start(shape.parse().expect("a shape"));
        loop {
            let moves: Vec<(i32, i32)> = naive.moves();
            let ours = position.legal_moves().into_iter();
            assert!(ours.map(place).eq(moves.iter().copied()));
            assert_eq!(position.score(Color::Black), naive.score(Color::Black));
            let is_over = moves.is_empty() && naive.passed().moves().is_empty();
            assert_eq!(position.is_over(), is_over);
            if is_over {
                break;
            }
            match random_move(&position, &mut random) {
                Some(square) => {
                    let (column, row) = place(square);
                    assert_eq!(position.flips(square).len(), naive.flips(column, row).len());
                    position = position.play(square).expect("a legal move");
                    naive = naive.play(column, row);
                }
                None => {
                    position = position.pass().expect("a pass");
                    naive = naive.passed();
                }
            }
        }
    }
}

#[test]
fn random_games_equal_those_of_magpie() {
    use magpie::othello::{Board as TheirBoard, Stone};

    let mut random = random(2);
    for _ in 0..1_000 {
        let mut theirs = TheirBoard::standard();
        let mut position = Position::start(Shape::STANDARD);
        while !position.is_over() {
            let stone = match position.mover() {
                Color::Black => Stone::Black,
                Color::White => Stone::White,
            };
            let legal = theirs.moves_for(stone).raw();
            // Magpie numbers its squares from the other end.
            let ours = |squares: SquareSet| Layout::STANDARD.set(squares).reverse_bits();
            assert_eq!(legal, ours(position.legal_moves()));
            match random_move(&position, &mut random) {
                Some(square) => {
                    let place = ours(SquareSet::from_iter([square]));
                    theirs.play(stone, place.try_into().expect("one square"));
                    position = position.play(square).expect("a legal move");
                }
                None => position = position.pass().expect("a pass"),
            }
        }
    }
}

#[test]
fn squares_off_the_board_are_not_moves() {
    let position = Position::start("6x6".parse().expect("a shape"));
    assert!(position.play(Square::H8).is_err());
    assert!(position.flips(Square::H8).is_empty());
}
