//! Makes the built-in puzzles from WTHOR files: `find_puzzles COUNT THEME|all FILE…`. Prints the lines
//! of `src/puzzle/puzzles.txt`: at most COUNT puzzles of each theme for every 200 points of rating.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, SearchOptions};
use outflank_othello::format::open_game_file;
use outflank_othello::{Game, Position, Shape};
use outflank_study::puzzle::{Puzzle, PuzzleOptions, ShippedPuzzle, Theme};
use outflank_study::{Analysis, Analyzer, EngineAnalyzer, engine_name};

/// The minimum difference in discs between the answer and the next move.
const MARGIN: f64 = 4.0;
/// The levels of the quick searches that rule out most positions, and the errors in discs that are
/// allowed for.
const QUICK: [(u32, f64); 2] = [(5, 1.5), (10, 0.5)];
/// The level of the search that decides. It is exact from 16 empties on.
const LEVEL: u32 = 16;
/// Maximum number of discs by which the answer may lose.
const MAX_LOSS: f64 = 16.0;
/// If the second-best move wins by more, only a wipe-out makes the position a puzzle.
const ENOUGH: f64 = 24.0;
/// Minimum score in a quick search of a position with a possible wipe-out.
const NEARLY_ALL: f64 = 40.0;
/// The range of the ratings.
const RATINGS: std::ops::Range<f64> = 600.0..2400.0;

fn analyzer(limits: Limits) -> Result<EngineAnalyzer, Box<dyn Error>> {
    let options = SearchOptions::default().with_hash(16);
    Ok(EngineAnalyzer::new(limits, &options, 1, Arc::default())?)
}

/// Returns whether the position may be a puzzle, according to a quick search. Positions between
/// midgame and endgame are excluded, because they would take long to search.
fn is_promising(position: &Position, quick: &EngineAnalyzer, slack: f64, wanted: &[Theme]) -> bool {
    let empties = position.empties().len();
    if !matches!(empties, 5..=14 | 28..=44) {
        return false;
    }
    let moves = quick.score_moves(position).unwrap_or_default();
    let [best, second, _, ..] = moves.as_slice() else {
        return false;
    };
    if best.discs() - second.discs() < MARGIN - slack || best.discs() < -MAX_LOSS {
        return false;
    }
    // A quick search does not see the end of the game.
    if wanted == [Theme::WipeOut] {
        return best.discs() >= NEARLY_ALL;
    }
    let themes = Theme::of(position, best.square, &best.pv);
    second.discs() <= ENOUGH && themes.iter().any(|theme| wanted.contains(theme))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments.next().ok_or("expected a number")?.parse()?;
    let wanted: Vec<Theme> = match arguments.next().ok_or("expected a theme or all")?.as_str() {
        "all" => Theme::ALL.to_vec(),
        name => vec![name.parse()?],
    };
    let strong = analyzer(Limits::level(LEVEL).with_exact_from(16))?;
    let shallow = analyzer(Limits::level(1))?;
    let mut quick = Vec::new();
    for (level, slack) in QUICK {
        quick.push((analyzer(Limits::level(level))?, slack));
    }
    let start = shallow.score_moves(&Position::start(Shape::STANDARD));
    let today = Analysis::new(start.unwrap_or_default(), "").ok_or("expected moves")?;
    let today = today.date;
    println!("{}; {today}", engine_name(Evaluation::shipped()));
    let options = PuzzleOptions {
        empties: 5..=44,
        margin: MARGIN,
        depth: 2,
        ..PuzzleOptions::default()
    };
    let mut found: HashMap<(u32, Theme), usize> = HashMap::new();
    let mut known = HashSet::new();
    let mut is_reversed = false;
    for path in arguments {
        for read in open_game_file(&PathBuf::from(&path), Shape::STANDARD)? {
            let Ok(parsed) = read?.game else { continue };
            let game = &parsed.record.game;
            let mut positions: Vec<(usize, &Position)> =
                game.positions().iter().enumerate().collect();
            // Every second game is searched from its end.
            is_reversed = !is_reversed;
            if is_reversed {
                positions.reverse();
            }
            for (ply, position) in positions {
                let mut searches = quick.iter();
                if !searches.all(|(quick, slack)| is_promising(position, quick, *slack, &wanted)) {
                    continue;
                }
                let Some(puzzle) = Puzzle::of(position, &options, &strong, &shallow)? else {
                    continue;
                };
                let rating = puzzle.rating().filter(|rating| RATINGS.contains(rating));
                let Some(rating) = rating else { continue };
                let band = rating as u32 / 200;
                // Endgames would crowd out the other themes.
                let is_wanted = |theme: &Theme| {
                    !matches!(theme, Theme::Endgame | Theme::Other)
                        && wanted.contains(theme)
                        && found.get(&(band, *theme)).is_none_or(|&it| it < count)
                };
                if !puzzle.themes.iter().any(is_wanted) {
                    continue;
                }
                if !known.insert(position.canonical().0) {
                    continue;
                }
                for &theme in &puzzle.themes {
                    *found.entry((band, theme)).or_default() += 1;
                }
                let mut line = Game::new(Shape::STANDARD);
                for square in game.plies().take(ply).filter_map(|(_, mv)| mv.square()) {
                    line.play(square)?;
                }
                let Some(analysis) = Analysis::new(puzzle.moves, "") else {
                    continue;
                };
                let puzzle = ShippedPuzzle {
                    game: line,
                    rating,
                    themes: puzzle.themes,
                    analysis,
                };
                println!("{puzzle}");
                // At most one puzzle from a game.
                break;
            }
        }
    }
    Ok(())
}
