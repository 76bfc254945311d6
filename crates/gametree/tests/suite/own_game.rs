//! Compares the tutorial `docs/tutorials/search-your-own-game.md` with the example that it
//! develops.

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../../examples/chomp.rs"]
mod chomp;

const PAGE: &str = include_str!("../../../../docs/tutorials/search-your-own-game.md");

/// Returns the code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let after_fences = PAGE.split(fence.as_str()).skip(1);
    after_fences
        .map(|rest| rest.split("```").next().expect("a block has an end"))
        .collect()
}

#[test]
fn the_code_of_the_tutorial_is_the_example() {
    let example = include_str!("../../examples/chomp.rs");
    assert_eq!(blocks("rust").join("\n"), example);
}

#[test]
fn the_example_prints_the_output_of_the_tutorial() {
    let session = blocks("console").concat();
    let (command, output) = session.split_once('\n').expect("a command and its output");
    assert!(command.ends_with("--example chomp"), "{command}");
    assert_eq!(output, chomp::report());
}
