//! Whether reasons are true on the board.

mod claims;
mod facts;
mod measure;

use outflank_engine::Score;
use outflank_othello::{Color, Shape, SquareSet};
use outflank_textbook::{Evaluation, EvaluationKind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::analyzer::{Analyzer, TextbookAnalyzer};
use crate::lesson::{Lesson, reason_in_lesson};
use crate::mistake_kind::MistakeKind;

const LESSONS: [Lesson; 5] = [
    Lesson::Mobility,
    Lesson::Frontier,
    Lesson::Wedges,
    Lesson::Parity,
    Lesson::Corners,
];

fn kind(reason: &Reason) -> String {
    let object = serde_json::to_value(reason).unwrap();
    object["kind"].as_str().unwrap().to_owned()
}

#[test]
fn reasons_of_random_games_are_true_and_of_many_kinds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut kinds = std::collections::BTreeSet::new();
    let mut topical = 0;
    for number in 0..60 {
        let shapes = ["8x8", "6x6", "9x7", "8x8-a1"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let analyzer = TextbookAnalyzer {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 3,
            exact_from: 8,
            ..TextbookAnalyzer::default()
        };
        let mut position = Position::start(shape);
        loop {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                match position.pass() {
                    Ok(next) => position = next,
                    Err(_) => break,
                }
                continue;
            }
            let valued = analyzer.score_moves(&position).unwrap();
            assert_eq!(valued.len(), moves.len());
            let played = &valued[random.random_range(0..valued.len())];
            if valued[0].discs() - played.discs() >= 2.0 {
                let found = reason(&position, played, &valued[0]);
                let others = Comparison::new(&position, played, &valued[0]);
                // A claim is true whether or not a more important one is the reason.
                for found in others.reasons().chain([found]) {
                    let claim = claims::is_true(&position, played, &valued[0], &found);
                    assert_eq!(claim, Some(true), "{found:?} {position:?}");
                    assert!(!found.to_string().contains('\n'));
                    assert!(found.squares().len() <= 8, "{found}");
                    if let Reason::SafeMoves { .. } = &found {
                        assert!((1..=3).contains(&found.squares().len()), "{found}");
                    }
                    kinds.insert(kind(&found));
                }
                let (best, all) = (&valued[0], || others.reasons());
                let silent = reason_without_naming(&position, played, best, &[best.square]);
                assert_eq!(silent, all().find(|found| !found.names(best.square)));
                for lesson in LESSONS {
                    let found = reason_in_lesson(&position, played, best, lesson);
                    let about = |found: &Reason| lesson.kinds().contains(&MistakeKind::of(found));
                    match all().any(|found| about(&found)) {
                        true => assert!(about(&found) && all().any(|one| one == found), "{found}"),
                        false => assert_eq!(found, reason(&position, played, best)),
                    }
                    let first = reason(&position, played, best);
                    topical += usize::from(found != first);
                }
            }
            position = position.play(played.square).unwrap();
        }
    }
    assert!(topical >= 100, "{topical} reasons changed by a lesson");
    // All but wipe-outs.
    assert!(kinds.len() >= 24, "{kinds:?}");
}

#[test]
fn giving_up_a_corner_is_the_reason() {
    // Black can take a1 by flipping b1, or play elsewhere.
    let text = format!("-OX-----{}--OX----{} X", "-".repeat(16), "-".repeat(32));
    let position = Position::parse_obf(&text, Shape::STANDARD).unwrap();
    let analyzer = TextbookAnalyzer::to_depth(4);
    let valued = analyzer.score_moves(&position).unwrap();
    assert_eq!(valued[0].square.to_string(), "a1");
    let found = reason(&position, &valued[1], &valued[0]);
    let corner = valued[0].square;
    assert!(
        matches!(&found, Reason::PassesUpCorner { corner: c } | Reason::GivesUpCorner { corner: c, .. } if *c == corner),
        "{found}"
    );
}

#[test]
fn a_wipe_out_nearby_is_the_reason() {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let mut position = Position::start(Shape::STANDARD);
    for name in ["d3", "c3", "f5", "f4", "f3", "d2", "d1"] {
        position = position.play(square(name)).unwrap();
    }
    let scored = |score: i32, line: &[&str]| ScoredMove {
        pv: line.iter().map(|name| square(name)).collect(),
        ..ScoredMove::new(square(line[0]), Score::whole(score, false), 2)
    };
    let (played, best) = (scored(-64, &["e3", "b3"]), scored(6, &["f6"]));
    let found = reason(&position, &played, &best);
    assert_eq!(found.to_string(), "allows a wipe-out: e3 b3");
}

#[test]
fn a_reason_names_the_squares_of_its_words() {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let reason = Reason::MissesQuietMove { best: square("c4") };
    assert!(reason.names(square("c4")) && !reason.names(square("c5")));
    let reason = Reason::Line {
        line: vec![square("a1")],
        best_line: vec![square("h8")],
    };
    assert!(reason.names(square("h8")) && !reason.names(square("c4")));
}

#[test]
fn squares_of_a_reason_are_few() {
    let line = |text: &str| -> Vec<Square> {
        let names = text.split(' ');
        names.map(|name| name.parse().unwrap()).collect()
    };
    let squares = |text: &str| SquareSet::from_iter(line(text));
    let reason = Reason::SafeMoves {
        side: Color::Black,
        played: 0,
        best: 4,
        differing: squares("a4 b5 c6 d3"),
        line: line("f2 e2 g6 f7"),
    };
    assert_eq!(reason.squares(), squares("a4 b5 d3"));
    let words = "leaves Black no safe moves instead of 4 after f2 e2 g6 f7, without d3 a4 b5";
    assert_eq!(reason.to_string(), words);
}

/// Returns a move of a position with a line.
fn scored(line: &str) -> ScoredMove {
    let pv: Vec<Square> = line.split(' ').map(|name| name.parse().unwrap()).collect();
    ScoredMove {
        pv: pv.clone(),
        ..ScoredMove::new(pv[0], outflank_engine::Score::whole(0, false), 8)
    }
}

#[test]
fn squares_beside_a_corner_are_found_on_every_shape() {
    let class = |square: &str, corner: &str| {
        SquareClass::of(square.parse().unwrap(), corner.parse().unwrap())
    };
    assert_eq!(class("h6", "i7"), Some(SquareClass::X));
    assert_eq!(class("i6", "i7"), Some(SquareClass::C));
    assert_eq!(class("h7", "i7"), Some(SquareClass::C));
    assert_eq!(class("g6", "i7"), None);
    assert_eq!(class("a1", "a1"), None);
    // g7 is beside no corner of a board of nine columns and eight rows.
    let beside = |shape: &str| {
        let position = Position::start(shape.parse().unwrap());
        let found = squares::empty_corners_beside(&position, "g7".parse().unwrap());
        found
            .map(|(corner, beside)| (corner.to_string(), beside.class))
            .collect::<Vec<_>>()
    };
    assert_eq!(beside("8x8"), [("h8".to_owned(), SquareClass::X)]);
    assert_eq!(beside("9x8"), []);
    assert_eq!(beside("8x8-h8"), []);
}

/// Returns the position with these discs and Black to move.
fn position(black: &str, white: &str) -> Position {
    let squares = |text: &str| -> Vec<Square> {
        let names = text.split(' ');
        names.map(|name| name.parse().unwrap()).collect()
    };
    let (black, white) = (squares(black), squares(white));
    let cells = Shape::STANDARD.squares_in_order().map(|square| {
        let is_in = |discs: &[Square]| discs.contains(&square);
        if is_in(&black) {
            'X'
        } else if is_in(&white) {
            'O'
        } else {
            '-'
        }
    });
    let text = format!("{} X", cells.collect::<String>());
    Position::parse_obf(&text, Shape::STANDARD).unwrap()
}

#[test]
fn a_safe_move_is_not_beside_an_empty_corner_and_opens_none() {
    // b2 is beside a1, and g6 flips g7, so that White can take h8.
    let position = position("d4 g8", "c3 e4 f6 g7");
    let names = |squares: SquareSet| -> Vec<String> {
        squares
            .into_iter()
            .map(|square| square.to_string())
            .collect()
    };
    assert_eq!(names(position.legal_moves()), ["b2", "f4", "g6"]);
    let safe = squares::safe_moves(&position, Color::Black);
    assert_eq!(names(safe), ["f4"]);
}

#[test]
fn positions_made_for_a_reason_have_it() {
    let cases = [
        (
            position("d4", "c3 e5"),
            ["b2 a1", "f6 g7"],
            "plays the X-square b2 and gives up the a1 corner: White can take it at once",
        ),
        (
            position("c1 d2 e3", "d3 e2"),
            ["e1 d1", "d4 c2"],
            "lets White wedge at d1, between c1 and e1: e1 d1",
        ),
        (
            position("a3 c2 d1 e1 f1 g1 d6 e4", "b2 c3 e6 f4"),
            ["f6 c1 g4 h1", "c1 c6 g4 a1"],
            "falls into a Stoner trap: with the X-square b2, White attacks at c1 and wins the h1 \
             corner: f6 c1 g4 h1",
        ),
        (
            position("a1 c3 d2", "b1 c2"),
            ["b2", "c1"],
            "misses the wipe-out: c1 leaves the opponent without a disc",
        ),
    ];
    for (position, lines, text) in cases {
        let [played, best] = lines.map(scored);
        let found = reason(&position, &played, &best);
        assert_eq!(found.to_string(), text);
        let claim = claims::is_true(&position, &played, &best, &found);
        assert_eq!(claim, Some(true), "{found:?}");
    }
}

#[test]
fn an_x_square_is_never_explained_by_a_count() {
    let position = position("d4", "c3 e5");
    // Without its reply, the line shows no corner.
    let [played, best] = ["b2", "f6"].map(scored);
    let comparison = Comparison::new(&position, &played, &best);
    assert!(!comparison.reasons().any(|found| matches!(
        found,
        Reason::SafeMoves { .. } | Reason::Stability { .. } | Reason::Frontier { .. }
    )));
}

#[test]
fn a_false_claim_is_detected() {
    let position = Position::start(Shape::STANDARD)
        .play("f5".parse().unwrap())
        .unwrap();
    let analyzer = TextbookAnalyzer::to_depth(4);
    let valued = analyzer.score_moves(&position).unwrap();
    let (best, played) = (&valued[0], &valued[1]);
    let corner = "a1".parse().unwrap();
    let opponent = position.mover().opponent();
    for claim in [
        Reason::GivesUpCorner {
            opponent,
            corner,
            beside: None,
        },
        Reason::LosesCorner {
            corner,
            beside: None,
            line: played.pv.clone(),
        },
        Reason::MissesWipeOut { best: best.square },
        Reason::RunsOutOfMoves {
            line: played.pv[..2].to_vec(),
        },
        Reason::SafeMoves {
            side: opponent,
            played: 9,
            best: 4,
            differing: SquareSet::from_iter([corner]),
            line: vec![played.square],
        },
        Reason::Parity {
            opponent,
            region: SquareSet::from_iter([corner]),
        },
    ] {
        let is_true = claims::is_true(&position, played, best, &claim);
        assert_ne!(is_true, Some(true), "{claim:?}");
    }
}
