//! Looking up positions in all orientations.

use std::cell::Cell;
use std::collections::HashSet;

use outflank_book::{Book, BookMove, BookPlayer, BookPosition, OpenBook, Store};
use outflank_engine::{Limits, Score, ScoredMove, SearchRequest, SearchResult};
use outflank_othello::{Color, Game, Position, Shape, Square, Symmetry};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{entries, grown};

#[test]
fn symmetric_positions_have_symmetric_moves() {
    let (_folder, path) = grown("8x8", 80);
    let book = Book::open(&path).unwrap();
    let start = Position::start(Shape::STANDARD);
    let mut position = start;
    for _ in 0..4 {
        let found = book.look_up(&position).unwrap().unwrap();
        let best = found.moves[0];
        let score = i32::from(found.entry.unwrap().score);
        assert_eq!(best.score.whole_discs(), score, "score of the best move");
        for symmetry in Symmetry::ALL {
            let image = book.look_up(&position.under(symmetry)).unwrap().unwrap();
            let sorted = |found: &BookPosition, symmetry: Symmetry| {
                let square = |square| symmetry.square(square, Shape::STANDARD);
                let moves = found.moves.iter();
                let moves = moves.map(|mv| (square(mv.square), mv.score.units(), mv.lines));
                let mut moves = Vec::from_iter(moves);
                moves.sort_unstable();
                moves
            };
            let (scores, images) = (sorted(&found, symmetry), sorted(&image, Symmetry::IDENTITY));
            // A symmetric position has each move in only one of its images.
            if scores != images {
                let sum = |all: &[(_, i32, u32)]| all.iter().map(|mv| mv.1).sum::<i32>();
                assert_eq!((scores.len(), sum(&scores)), (images.len(), sum(&images)));
            }
            let legal = position.under(symmetry).legal_moves();
            assert!(images.iter().all(|mv| legal.contains(mv.0)));
        }
        position = position.play(best.square).unwrap();
    }
}

#[test]
fn every_entry_is_found() {
    let (_folder, path) = grown("6x6", 600);
    let store = Store::open(&path).unwrap();
    for entry in entries(&path) {
        assert_eq!(store.get(entry.board).unwrap(), Some(entry));
    }
}

#[test]
fn good_moves_are_within_the_margin() {
    let (_folder, path) = grown("6x6", 600);
    let book = Book::open(&path).unwrap();
    let start = Position::start("6x6".parse().unwrap());
    let found = book.look_up(&start).unwrap().unwrap();
    let best = found.moves[0];
    for margin in [0, 1, 4, 64] {
        let good: Vec<_> = found.good_moves(margin).copied().collect();
        assert_eq!(good[0], best);
        for chosen in good {
            let loss = best.score.discs() - chosen.score.discs();
            assert!(chosen.is_inside && loss <= f64::from(margin));
        }
    }
}

#[test]
fn good_moves_take_turns() {
    let (_folder, path) = grown("6x6", 600);
    let book = OpenBook::open(&path).unwrap();
    // Start after the first move, whose four squares are equivalent.
    let start = Position::start("6x6".parse().unwrap());
    let position = start.play(start.legal_moves().first().unwrap()).unwrap();
    let found = book.look_up(&position).unwrap().unwrap();
    let good: Vec<Square> = found.good_moves(64).map(|found| found.square).collect();
    assert!(good.len() > 1, "{good:?}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let play = |player: &BookPlayer, weight: &dyn Fn(&BookMove) -> f64, random: &mut _| {
        let chosen = player.choose(&position, weight, random).unwrap();
        chosen.unwrap().square
    };

    let player = BookPlayer::new(book.clone(), 64);
    for _ in 0..5 {
        // Clones share the record of the moves played.
        let player = player.clone();
        let round = good.iter().map(|_| play(&player, &|_| 1.0, &mut random));
        let round: HashSet<Square> = round.collect();
        assert_eq!(round.len(), good.len());
    }

    // The opponent's moves count too: here the opponent has played all but one.
    for last in &good {
        let player = BookPlayer::new(book.clone(), 64);
        for played in good.iter().filter(|played| *played != last) {
            let position = position.play(*played).unwrap();
            let answer = player.choose(&position, |_| 1.0, &mut random);
            answer.unwrap().unwrap();
        }
        assert_eq!(play(&player, &|_| 1.0, &mut random), *last);
    }

    // The best move is chosen three times as often as each of the others.
    let player = BookPlayer::new(book.clone(), 64);
    let weight = |found: &BookMove| if found.square == good[0] { 3.0 } else { 1.0 };
    let games = 5 * (good.len() + 2);
    let first = (0..games)
        .filter(|_| play(&player, &weight, &mut random) == good[0])
        .count();
    assert!((14..=16).contains(&first), "{first}");

    let player = BookPlayer::new(book.clone(), 64);
    let only_last = |found: &BookMove| f64::from(u8::from(found.square == good[good.len() - 1]));
    assert_eq!(play(&player, &only_last, &mut random), good[good.len() - 1]);
    assert_eq!(play(&player, &|_| 0.0, &mut random), good[0]);
    let chosen = play(&BookPlayer::new(book, 0), &only_last, &mut random);
    assert_eq!(chosen, good[0]);
}

/// Returns a move as a shallow search scores it.
fn scored(square: Square, score: i32) -> ScoredMove {
    ScoredMove::new(square, Score::from_units(score, false), 3)
}

fn result_of(best: ScoredMove) -> SearchResult {
    let mut result = SearchResult::default();
    result.moves.push(best);
    result
}

/// Chooses a move by search in a position outside the book.
fn search_for(
    player: &BookPlayer,
    request: &SearchRequest,
    search: impl FnOnce(&SearchRequest) -> SearchResult,
) -> SearchResult {
    let found = player.to_search(request).map(|request| search(&request));
    player.choose_searched(request, found)
}

#[test]
fn a_game_that_repeats_a_search_continues_differently() {
    let (_folder, path) = grown("6x6", 5);
    let book = OpenBook::open(&path).unwrap();
    let start = Position::start("6x6".parse().unwrap());
    let position = start.play(start.legal_moves().first().unwrap()).unwrap();
    let request = SearchRequest::new(&position, Limits::level(3));
    let moves = request.moves();
    assert!(moves.len() > 2);
    // The second move is two discs worse than the first, the others slightly more.
    let score = |square: Square| match moves.iter().position(|found| *found == square) {
        Some(0) => 300,
        Some(1) => 44,
        _ => 43,
    };
    let searches = Cell::new(0);
    let search = |request: &SearchRequest| {
        searches.set(searches.get() + 1);
        let moves = request.moves().into_iter();
        let moves = moves.map(|square| scored(square, score(square)));
        result_of(moves.max_by_key(|found| found.score.units()).unwrap())
    };
    let play = |player: &BookPlayer| {
        let result = search_for(player, &request, search);
        result.best().unwrap().square
    };

    let player = BookPlayer::new(book.clone(), 1);
    let played = [(); 4].map(|()| play(&player));
    assert_eq!(played, [moves[0], moves[1], moves[0], moves[1]]);
    // The third search finds no other good move; the fourth game does not search.
    assert_eq!(searches.get(), 3);

    let player = BookPlayer::new(book, 0);
    assert_eq!([(); 2].map(|()| play(&player)), [moves[0]; 2]);
}

#[test]
fn no_game_against_the_same_replies_is_repeated() {
    let (_folder, path) = grown("6x6", 40);
    let player = BookPlayer::new(OpenBook::open(&path).unwrap(), 1);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    // Only the first two moves are good enough.
    let search = |request: &SearchRequest| {
        let position = &request.position;
        let moves = position.legal_moves().into_iter();
        let rank = |square: &Square| moves.clone().position(|one| one == *square);
        let square = request.moves().into_iter().min_by_key(rank).unwrap();
        let score = if rank(&square) < Some(2) { 100 } else { -1000 };
        result_of(scored(square, score))
    };
    let mut games = HashSet::new();
    for number in 0..150 {
        let mut game = Game::new("6x6".parse().unwrap());
        while !game.position().is_over() {
            let position = game.position();
            let ours = position.mover() == [Color::Black, Color::White][number % 2];
            let square = if ours {
                let known = player.choose(position, |_| 1.0, &mut random).unwrap();
                let searched = || {
                    let request = SearchRequest::new(position, Limits::level(1));
                    search_for(&player, &request, search).best().unwrap().square
                };
                known.map_or_else(searched, |known| known.square)
            } else {
                position.legal_moves().into_iter().last().unwrap()
            };
            game.play(square).unwrap();
        }
        let squares: Vec<_> = game.squares().collect();
        assert!(games.insert(squares), "game {number}");
    }
}

#[test]
fn positions_of_other_boards_are_not_found() {
    let (_folder, path) = grown("6x6", 5);
    let book = Book::open(&path).unwrap();
    for board in ["8x8", "9x7", "4x4"] {
        let start = Position::start(board.parse().unwrap());
        assert_eq!(book.look_up(&start).unwrap(), None);
    }
}
