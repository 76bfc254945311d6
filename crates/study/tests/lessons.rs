//! Checks the lessons of the page with the engine: `crates/server/page/lessons.json`.

#[path = "../examples/find_lessons/facts.rs"]
mod facts;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use facts::{Details, Fact};
use outflank_engine::{Limits, SearchOptions};
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Position, Shape, Square};
use outflank_study::{Analyzer, EngineAnalyzer};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    /// How many discs a right answer may lose.
    tolerance: f64,
    /// The first one is the example.
    positions: Vec<LessonPosition>,
}

#[derive(Deserialize)]
struct LessonPosition {
    fact: Fact,
    moves: String,
    answer: Square,
    #[serde(flatten)]
    details: Details,
    black: String,
    white: String,
    year: u16,
    ply: usize,
}

fn lessons() -> BTreeMap<String, Lesson> {
    let text = include_str!("../../server/page/lessons.json");
    serde_json::from_str(text).expect("lessons.json has the fields of a lesson")
}

#[test]
fn each_lesson_has_an_example_and_three_to_six_positions_of_named_games() {
    let lessons = lessons();
    assert_eq!(lessons.len(), 13);
    let mut seen = HashSet::new();
    for (name, lesson) in &lessons {
        let known: Result<outflank_study::Lesson, _> = serde_json::from_value(name.as_str().into());
        assert!(known.is_ok(), "{name}");
        assert!((4..=7).contains(&lesson.positions.len()), "{name}");
        for position in &lesson.positions {
            let game = Game::from_transcript(Shape::STANDARD, &position.moves).unwrap();
            assert_eq!(transcript(&game), position.moves, "{name}");
            assert_eq!(game.squares().count(), position.ply, "{name}");
            assert!((1970..2030).contains(&position.year), "{name}");
            assert!(!position.black.is_empty() && !position.white.is_empty());
            assert!(
                seen.insert(position.moves.clone()),
                "{name}: {} twice",
                position.moves
            );
        }
    }
}

#[test]
fn the_answers_are_best_and_what_the_lessons_say_of_them_is_true() {
    // The level at which the page judges answers.
    let options = SearchOptions::default().with_hash(16);
    let analyzer = |level| EngineAnalyzer::new(Limits::level(level), &options, 1, Arc::default());
    let scores = analyzer(12).unwrap();
    // A corner that an X-square attacks falls later than that level looks ahead.
    let deep = analyzer(18).unwrap();
    for (name, lesson) in lessons() {
        for LessonPosition {
            fact,
            moves,
            answer,
            details,
            ..
        } in lesson.positions
        {
            let game = Game::from_transcript(Shape::STANDARD, &moves).unwrap();
            let mut position = *game.position();
            if position.must_pass() {
                position = position.pass().unwrap();
            }
            let place = format!("{name}: {fact:?} {answer} after {moves}");
            assert_eq!(Details::of(fact, &position, answer), details, "{place}");
            if fact.is_rule() {
                assert!(fact.holds(&position, answer, &[answer]), "{place}");
                continue;
            }
            let found = scores.score_moves(&position).unwrap();
            let [best, second, ..] = found.as_slice() else {
                panic!("{place}: found {} moves", found.len());
            };
            assert_eq!(best.square, answer, "{place}");
            let pv = match fact {
                Fact::Unbalanced | Fact::Stoner => {
                    deep.score_moves(&position).unwrap()[0].pv.clone()
                }
                _ => best.pv.clone(),
            };
            assert!(fact.holds(&position, answer, &pv), "{place}: {pv:?}");
            let margin = best.discs() - second.discs();
            assert!(margin >= lesson.tolerance + 1.0, "{place}: {margin} discs");
            if fact == Fact::Count {
                assert!(best.discs() > 0.0 && second.discs() <= 0.0, "{place}");
            }
        }
    }
}

#[test]
fn a_stoner_trap_needs_its_attack_and_both_empty_corners() {
    let lesson = lessons().remove("stoner").unwrap();
    for LessonPosition { moves, answer, .. } in lesson.positions {
        let game = Game::from_transcript(Shape::STANDARD, &moves).unwrap();
        let position = *game.position();
        let trap = facts::trap(&position, answer).unwrap();
        // Best play has to attack on the edge at once.
        assert!(!Fact::Stoner.holds(&position, answer, &[answer]), "{moves}");
        let replies = position.play(answer).unwrap().legal_moves();
        for reply in replies {
            let after = position.play(answer).unwrap().play(reply).unwrap();
            let mut others = after.legal_moves();
            others.remove(trap.attack);
            for other in others {
                let pv = [answer, reply, other, trap.far, trap.near];
                assert!(!Fact::Stoner.holds(&position, answer, &pv), "{moves}");
            }
        }
        // No other move sets this trap.
        for other in position.legal_moves() {
            let found = facts::trap(&position, other);
            let same = found.is_some_and(|found| (found.near, found.far) == (trap.near, trap.far));
            assert_eq!(same, other == answer, "{moves} {other}");
        }
        // With a disc in the far corner there is nothing to win.
        let text: String = position.to_string();
        let at = usize::from(trap.far.row()) * 8 + usize::from(trap.far.column());
        let filled = format!("{}O{}", &text[..at], &text[at + 1..]);
        let filled = Position::parse_obf(&filled, Shape::STANDARD).unwrap();
        assert!(facts::trap(&filled, answer).is_none(), "{moves}");
    }
}
