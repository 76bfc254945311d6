use outflank_othello::Shape;

use super::*;

fn game(moves: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, moves).unwrap()
}

fn error(text: &'static str) -> String {
    OpeningNames::read(text).unwrap_err().to_string()
}

#[test]
fn names_nest_in_the_order_of_positions() {
    let names = OpeningNames::read(
        "f5d6c3d3c4f4f6  Stephenson\n\
         # the families\n\
         f5d6  Perpendicular\n\n\
         f5d6c3d3c4  Tiger | Tora\n",
    )
    .unwrap();
    let shown: Vec<_> = names.openings().iter().map(Opening::to_string).collect();
    assert_eq!(shown, ["Tiger, Stephenson", "Perpendicular", "Tiger"]);
    for (moves, expected) in [
        ("f5d6c3d3c4f4f6g5", "Tiger, Stephenson (move 7)"),
        ("f5d6c3d3c4f4", "Tiger (move 5), also called Tora"),
        ("f5d6c3", "Perpendicular (move 2)"),
    ] {
        let named = names.name_of(&game(moves)).unwrap();
        assert_eq!(named.to_string(), expected);
    }
    assert!(names.name_of(&game("f5f4")).is_none());
}

#[test]
fn errors_in_a_table_name_the_line() {
    for (text, parts) in [
        ("# Tiger\nf5d6 Tiger", ["line 2", "two spaces"]),
        ("f5d6f5  Tiger", ["line 1", "f5 is occupied"]),
        ("f5d6  ", ["line 1", "expected a name"]),
        ("f5d6  Tiger |", ["line 1", "expected a name"]),
        // Reflection in the diagonal h1-a8 maps f5 to d3 and d6 to c5.
        ("f5d6  Tiger\nd3c5  Lion", ["line 2", "Lion and Tiger"]),
    ] {
        let error = error(text);
        for part in parts {
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
