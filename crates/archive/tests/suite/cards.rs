//! Cards to practise: order, judgement, schedule and statistics.

use std::collections::HashSet;

use outflank_archive::backup::Line;
use outflank_archive::{Answered, Archive, Card, Fault, PuzzleProgress, PuzzleStrength};
use outflank_engine::ScoredMove;
use outflank_othello::{Game, Shape, Square};
use outflank_study::puzzle::{ShippedPuzzle, Theme};
use outflank_study::trainer::{CardRecord, NewCard, Rating};
use outflank_study::{Analysis, Analyzer, TextbookAnalyzer};
use serde_json::json;
use tempfile::TempDir;

const DAY: i64 = 86_400;
const LINES: [&str; 3] = ["f5d6c3", "f5d6c3d3c4", "f5f6e6f4"];

fn game(text: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, text).unwrap()
}

fn moves(game: &Game) -> Vec<ScoredMove> {
    let analyzer = TextbookAnalyzer {
        depth: 3,
        ..TextbookAnalyzer::default()
    };
    analyzer.score_moves(game.position()).unwrap()
}

/// Returns an archive with three cards, the last of which is a puzzle in another deck.
fn archive(folder: &TempDir) -> Archive {
    let mut archive = Archive::open_or_create(&folder.path().join("cards.db")).unwrap();
    for (text, deck) in LINES.into_iter().zip(["openings", "openings", "puzzles"]) {
        let game = game(text);
        let analysis = Analysis::new(moves(&game), "test").unwrap();
        archive.keep(game.position(), &analysis).unwrap();
        let themes = match deck {
            "puzzles" => vec![Theme::Quiet, Theme::Parity],
            _ => Vec::new(),
        };
        let card = NewCard {
            game,
            themes,
            rating: (deck == "puzzles").then_some(1250.0),
        };
        assert_eq!(archive.add_cards(deck, 0.0, &[card]).unwrap(), 1);
    }
    archive
}

fn next(archive: &Archive, new: bool, now: i64) -> Option<String> {
    let card = archive.next_card(None, new, now).unwrap()?;
    Some(card.question().moves)
}

/// Answers the next card with the best or the worst move.
fn answer(archive: &mut Archive, right: bool, now: i64) -> i64 {
    let card = archive.next_card(None, true, now).unwrap().unwrap();
    let moves = moves(&card.game);
    let answer = if right { moves.first() } else { moves.last() };
    let answered = archive
        .answer_card(&card, answer.unwrap().square, now)
        .unwrap();
    assert_eq!(answered.judged.right, right);
    answered.review.due
}

#[test]
fn cards_are_asked_in_order_and_again_when_they_are_due() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    assert_eq!(next(&archive, false, 0), None);
    assert_eq!(next(&archive, true, 0).unwrap(), LINES[0]);
    let later = answer(&mut archive, true, 0);
    let soon = answer(&mut archive, false, 0);
    assert!(soon < DAY && later > DAY);
    // The third card is new, and the second is due first.
    assert_eq!(next(&archive, true, 0).unwrap(), LINES[2]);
    assert_eq!(next(&archive, true, soon).unwrap(), LINES[1]);
    assert_eq!(next(&archive, false, soon - 1), None);
    // The card that has been overdue for longest comes first.
    assert_eq!(next(&archive, false, later + DAY).unwrap(), LINES[1]);
    let again = answer(&mut archive, true, soon);
    assert!(again > soon);
    assert!(next(&archive, false, later.max(again)).is_some());
}

#[test]
fn a_deck_continues_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(&folder);
    let after = |moves: &str| {
        let card = archive.card_after("openings", &game(moves)).unwrap()?;
        Some(card.question().moves)
    };
    assert_eq!(after("").as_deref(), Some(LINES[0]));
    assert_eq!(after("f5d6").as_deref(), Some(LINES[0]));
    assert_eq!(after(LINES[0]).as_deref(), Some(LINES[0]));
    assert_eq!(after("f5d6c3d3").as_deref(), Some(LINES[1]));
    // Behind the last position of the line, a line of another deck, and a move that no line has.
    for moves in ["f5d6c3d3c4f4", "f5f6", "d3"] {
        assert_eq!(after(moves), None, "{moves}");
    }
    assert!(archive.card_after("unknown", &game("")).is_err());
}

#[test]
fn a_line_ends_with_the_answer_to_its_last_position() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(&folder);
    for moves in &LINES[..2] {
        let card = archive.card_after("openings", &game(moves)).unwrap();
        let line = archive.line_through(card.unwrap().number).unwrap();
        let before = game(LINES[1]);
        assert_eq!(
            line.squares().count(),
            before.squares().count() + 1,
            "{moves}"
        );
        assert!(
            line.squares()
                .zip(before.squares())
                .all(|(one, other)| one == other)
        );
    }
    assert!(archive.line_through(99).is_err());
}

#[test]
fn answers_survive_reopening_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = archive(&folder);
    let path = first.path().to_owned();
    for right in [true, false, true] {
        answer(&mut first, right, 100);
    }
    let before = first.practice_statistics(100).unwrap();
    drop(first);
    let second = Archive::open(&path).unwrap();
    assert_eq!(second.practice_statistics(100).unwrap(), before);
    let [openings, puzzles] = before.decks.as_slice() else {
        panic!("{before:?}");
    };
    assert_eq!((openings.cards, openings.answers), (2, 2));
    assert_eq!(openings.right, 1);
    assert_eq!((puzzles.cards, puzzles.new, puzzles.right), (1, 0, 1));
    // Both themes of the puzzle were solved on the first try.
    let themes: Vec<_> = before
        .themes
        .iter()
        .map(|of| (of.theme, of.solved))
        .collect();
    assert_eq!(themes, [(Theme::Quiet, 1), (Theme::Parity, 1)]);
}

#[test]
fn a_position_is_only_one_card_in_a_deck() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    // The same position on the other side of the board.
    let rotated = NewCard {
        game: game("c4e3f6"),
        themes: Vec::new(),
        rating: None,
    };
    let cards = [rotated];
    assert_eq!(archive.add_cards("openings", 0.0, &cards).unwrap(), 0);
    assert_eq!(archive.add_cards("another", 0.0, &cards).unwrap(), 1);
    let card = archive
        .next_card(Some("another"), true, 0)
        .unwrap()
        .unwrap();
    // The card keeps its own moves but is judged by the analysis of the equivalent position.
    assert_eq!(card.question().moves, "c4e3f6");
    let best = moves(&card.game)[0].square;
    assert!(archive.answer_card(&card, best, 0).unwrap().judged.right);
    assert_eq!(archive.remove_deck("another").unwrap(), 1);
    let gone = archive.next_card(Some("another"), true, 0).unwrap_err();
    assert!(matches!(gone.fault, Fault::NoDeck(_)));
}

#[test]
fn a_rejected_answer_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    let card = archive.next_card(None, true, 0).unwrap().unwrap();
    let a1: Square = "a1".parse().unwrap();
    let refused = archive.answer_card(&card, a1, 0).unwrap_err();
    assert!(matches!(refused.fault, Fault::IllegalAnswer(_)));
    assert_eq!(archive.card(card.number).unwrap(), card);
    assert_eq!(archive.practice_statistics(0).unwrap().decks[0].answers, 0);
    // A card without an analysis cannot be judged.
    let unknown = NewCard {
        game: game("f5f4"),
        themes: Vec::new(),
        rating: None,
    };
    archive.add_cards("unknown", 0.0, &[unknown]).unwrap();
    let card = archive
        .next_card(Some("unknown"), true, 0)
        .unwrap()
        .unwrap();
    let legal = card.game.position().legal_moves().first().unwrap();
    let refused = archive.answer_card(&card, legal, 0).unwrap_err();
    assert!(refused.to_string().contains("analysis"), "{refused}");
    assert!(archive.card(card.number).unwrap().review.is_none());
    assert!(matches!(
        archive.card(99).unwrap_err().fault,
        Fault::NoCard(99)
    ));
}

#[test]
fn an_answer_that_is_sent_again_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    let card = archive.next_card(None, true, 0).unwrap().unwrap();
    let moves = moves(&card.game);
    let [best, worst] = [&moves[0], moves.last().unwrap()].map(|mv| mv.square);
    let first = archive.answer_card(&card, best, 100).unwrap();
    let card = archive.card(card.number).unwrap();
    assert_eq!(archive.answer_card(&card, best, 160).unwrap(), first);
    let answers = |archive: &Archive| archive.practice_statistics(0).unwrap().decks[0].answers;
    assert_eq!(answers(&archive), 1);
    // Another answer counts, and so does the same one later.
    archive.answer_card(&card, worst, 170).unwrap();
    let card = archive.card(card.number).unwrap();
    archive.answer_card(&card, worst, 171 + 600).unwrap();
    assert_eq!(answers(&archive), 3);
    // After the clock is set back a day, the same answer is stored.
    let card = archive.card(card.number).unwrap();
    archive.answer_card(&card, worst, 771 - 86_400).unwrap();
    assert_eq!(answers(&archive), 4);
}

/// Asks the next puzzle and answers it.
fn solve(archive: &mut Archive, right: bool, now: i64) -> (Card, Answered) {
    let strength = PuzzleStrength::Equal;
    let card = archive.next_puzzle(None, strength, now).unwrap().unwrap();
    let moves = archive
        .analysis(card.game.position())
        .unwrap()
        .unwrap()
        .moves;
    let answer = if right { moves.first() } else { moves.last() };
    let answered = archive.answer_card(&card, answer.unwrap().square, now);
    (card, answered.unwrap())
}

#[test]
fn puzzles_change_the_rating_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.db");
    let mut archive = Archive::open_or_create(&path).unwrap();
    let progress = |archive: &Archive| archive.practice_statistics(0).unwrap().puzzles;
    assert_eq!(progress(&archive), PuzzleProgress::default());
    let (card, first) = solve(&mut archive, true, 100);
    let rated = first.rated.unwrap();
    assert!(rated.change > 0.0);
    assert!((rated.rating - rated.change - Rating::START.rating).abs() < 1e-9);
    // The client received no response, and sends the answer again to another process.
    drop(archive);
    let mut archive = Archive::open(&path).unwrap();
    let square = first.judged.answer;
    let again = archive.answer_card(&card, square, 130).unwrap();
    assert_eq!(again, first);
    let now = progress(&archive);
    assert_eq!((now.rating, now.deviation), (rated.rating, rated.deviation));
    assert_eq!((now.rated, now.streak, now.best_streak), (1, 1, 1));
    let (_, second) = solve(&mut archive, true, 200);
    assert!(second.rated.unwrap().change > 0.0);
    let (wrong, third) = solve(&mut archive, false, 300);
    assert!(third.rated.unwrap().change < 0.0);
    let now = progress(&archive);
    assert_eq!((now.rated, now.streak, now.best_streak), (3, 0, 2));
    // The puzzle itself moves the other way.
    let rating = |card: &Card| card.rating.unwrap().rating;
    assert!(rating(&archive.card(wrong.number).unwrap()) > rating(&wrong));
    assert!(rating(&archive.card(card.number).unwrap()) < rating(&card));
    // It comes back when it is due, and then leaves the rating alone.
    let (back, fourth) = solve(&mut archive, true, third.review.due);
    assert_eq!((back.number, fourth.rated), (wrong.number, None));
    assert_eq!(progress(&archive).rating, third.rated.unwrap().rating);
}

#[test]
fn puzzles_are_chosen_by_theme_and_strength_and_asked_until_they_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    // The puzzle of the archive is near the player's rating.
    let mut next = |theme, strength| archive.next_puzzle(theme, strength, 0).unwrap().unwrap();
    let own = next(None, PuzzleStrength::Equal);
    assert_eq!(own.game, game(LINES[2]));
    let rating = |card: Card| card.rating.unwrap().rating;
    let start = Rating::START.rating;
    let easier = next(None, PuzzleStrength::Easier);
    assert_eq!(next(None, PuzzleStrength::Easier), easier);
    // Another strength gives another puzzle, although the last one was not answered.
    let harder = next(None, PuzzleStrength::Harder);
    let numbers = HashSet::from([own.number, easier.number, harder.number]);
    assert_eq!(numbers.len(), 3);
    assert!((rating(easier) - (start - 200.0)).abs() <= 50.0);
    let harder = next(Some(Theme::Swindle), PuzzleStrength::Harder);
    assert!(harder.themes.contains(&Theme::Swindle));
    assert!((rating(harder) - (start + 200.0)).abs() <= 250.0);
    // Nothing but the puzzles that were asked is in the archive.
    assert_eq!(archive.practice_statistics(0).unwrap().decks[1].cards, 4);
    let count = ShippedPuzzle::all().iter();
    let count = count.filter(|it| it.themes.contains(&Theme::Pass)).count();
    let mut asked = HashSet::new();
    while let Some(card) = archive
        .next_puzzle(Some(Theme::Pass), PuzzleStrength::Equal, 1)
        .unwrap()
    {
        assert!(asked.insert(card.number));
        let answer = archive.analysis(card.game.position()).unwrap().unwrap();
        archive
            .answer_card(&card, answer.best().unwrap(), 1)
            .unwrap();
    }
    assert_eq!(asked.len(), count);
}

#[test]
fn cards_are_restored_from_a_backup_without_duplicates() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut from = archive(&folders[0]);
    for right in [true, false] {
        answer(&mut from, right, 100);
    }
    let cards = |archive: &Archive| {
        let mut cards = Vec::new();
        let mut keep = |line| match line {
            Line::Card(card) => cards.push(*card),
            other => panic!("{other:?}"),
        };
        archive.export_cards(&mut keep).unwrap();
        cards
    };
    let kept = cards(&from);
    // The lines survive JSON.
    let json = serde_json::to_string(&kept).unwrap();
    let read: Vec<CardRecord> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, kept);
    let mut to = Archive::open_or_create(&folders[1].path().join("to.db")).unwrap();
    let restored = to.restore_cards(&kept).unwrap();
    assert_eq!(
        (restored.cards, restored.answers, restored.known),
        (3, 2, 0)
    );
    let again = to.restore_cards(&kept).unwrap();
    assert_eq!((again.cards, again.answers, again.known), (0, 0, 3));
    assert_eq!(cards(&to), kept);
    // The analyses came along, so the cards can be answered. The later answer decides.
    let last = answer(&mut to, true, 200);
    assert_eq!(to.restore_cards(&kept).unwrap().known, 3);
    assert_eq!(next(&to, false, last).unwrap(), LINES[1]);
    assert_eq!(to.card(3).unwrap().review.unwrap().due, last);
    let there = from.restore_cards(&cards(&to)).unwrap();
    assert_eq!((there.cards, there.answers, there.known), (0, 1, 2));
    assert_eq!(cards(&from), cards(&to));
}

#[test]
fn a_wrong_card_restores_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    for wrong in [
        json!({ "deck": "d", "moves": "a1", "loss": 0.0 }),
        json!({ "deck": "d", "moves": "f5 x", "loss": 0.0 }),
        json!({ "deck": "d", "moves": "f5", "loss": 0.0, "themes": "none" }),
        json!({ "deck": "d", "moves": "f5", "loss": 0.0, "start": "8x8 x" }),
        json!({ "deck": "d", "moves": "f5", "loss": 0.0, "analysis": {
            "exact": false, "depth": 1, "selectivity": 100, "engine": "", "date": "", "moves": [
                { "move": "a1", "score": 0, "exact": false, "depth": 1, "selectivity": 100, "pv": "", "nodes": 1 },
        ] } }),
    ] {
        let right = json!({ "deck": "d", "moves": "f5 d6", "loss": 0.0 });
        let cards: [CardRecord; 2] =
            [right, wrong].map(|card| serde_json::from_value(card).unwrap());
        let refused = archive.restore_cards(&cards).unwrap_err();
        assert!(matches!(refused.fault, Fault::Wrong(_)), "{refused}");
        assert_eq!(archive.practice_statistics(0).unwrap().decks.len(), 2);
    }
}

#[test]
fn a_card_is_found_in_any_mirror_and_restored_after_its_removal() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    answer(&mut archive, false, DAY);
    let find = |archive: &Archive, deck: &str, text: &str| {
        let game = game(text);
        archive.find_card(deck, game.position()).unwrap()
    };
    let number = find(&archive, "openings", "f5d6c3").unwrap();
    assert_eq!(find(&archive, "openings", "e6f4c3"), Some(number));
    assert_eq!(find(&archive, "openings", "f5d6"), None);
    assert_eq!(find(&archive, "puzzles", "f5d6c3"), None);
    let before = archive.practice_statistics(DAY).unwrap();
    let record = archive.remove_card(number).unwrap();
    assert_eq!(record.answers.len(), 1);
    assert_eq!(find(&archive, "openings", "f5d6c3"), None);
    let gone = archive.remove_card(number).unwrap_err();
    assert!(matches!(gone.fault, Fault::NoCard(_)));
    let restored = archive.restore_cards([&record]).unwrap();
    assert_eq!((restored.cards, restored.answers), (1, 1));
    assert_eq!(archive.practice_statistics(DAY).unwrap(), before);
}
