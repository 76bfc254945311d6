//! Finds positions for the lessons of the page in WTHOR files: `find_lessons COUNT FACT|all
//! FILE…`. Prints up to COUNT positions of each fact, one JSON object a line. A level 18 search
//! confirms each; choose the instructive ones by eye.

mod facts;

use std::collections::HashMap;
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use facts::{Details, Fact, attacked_corner, trap};
use outflank_engine::{Limits, ScoredMove, SearchOptions};
use outflank_othello::format::open_game_file;
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Move, Position, Shape, Square};
use outflank_study::{Analyzer, EngineAnalyzer};
use serde_json::json;

const ALL: [Fact; 15] = [
    Fact::Legal,
    Fact::Flips,
    Fact::Corner,
    Fact::Deny,
    Fact::Avoid,
    Fact::Mobility,
    Fact::Quiet,
    Fact::Frontier,
    Fact::Wedge,
    Fact::Parity,
    Fact::Tempo,
    Fact::Swindle,
    Fact::Unbalanced,
    Fact::Stoner,
    Fact::Count,
];

/// Returns the numbers of empty squares of the positions to choose from. The page would have to
/// solve those just below 24.
fn empties(fact: Fact) -> RangeInclusive<u32> {
    match fact {
        Fact::Legal => 20..=52,
        Fact::Flips => 44..=56,
        Fact::Parity | Fact::Swindle => 5..=14,
        Fact::Count => 3..=6,
        Fact::Tempo => 16..=34,
        _ => 24..=46,
    }
}

/// Returns the minimum difference in discs between the answer and the next move.
fn margin(fact: Fact) -> f64 {
    match fact {
        Fact::Legal | Fact::Flips => 0.0,
        Fact::Count => 2.0,
        Fact::Wedge | Fact::Unbalanced | Fact::Stoner | Fact::Frontier => 3.0,
        _ => 4.0,
    }
}

/// Returns whether a fact can be true of a move, as judged without its line.
fn may_hold(fact: Fact, position: &Position, square: Square) -> bool {
    match fact {
        Fact::Unbalanced => attacked_corner(position, square).is_some(),
        Fact::Stoner => trap(position, square).is_some(),
        _ => fact.holds(position, square, &[square]),
    }
}

fn analyzer(level: u32) -> Result<EngineAnalyzer, Box<dyn Error>> {
    let options = SearchOptions::default().with_hash(16);
    Ok(EngineAnalyzer::new(
        Limits::level(level),
        &options,
        1,
        Arc::default(),
    )?)
}

/// Returns the moves of a position if the best one shows the fact by the required margin.
fn confirm(
    fact: Fact,
    position: &Position,
    scores: &EngineAnalyzer,
    slack: f64,
) -> Option<Vec<ScoredMove>> {
    let moves = scores.score_moves(position)?;
    let [best, second, ..] = moves.as_slice() else {
        return None;
    };
    let is_clear = best.discs() - second.discs() >= margin(fact) - slack;
    let is_win = fact != Fact::Count || (best.discs() > 0.0 && second.discs() <= 0.0);
    (is_clear && is_win && fact.holds(position, best.square, &best.pv)).then_some(moves)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments
        .next()
        .ok_or("expected a number of positions")?
        .parse()?;
    let name = arguments.next().ok_or("expected a fact or all")?;
    let wanted: Vec<Fact> = match name.as_str() {
        "all" => ALL.to_vec(),
        name => vec![serde_json::from_value(name.into())?],
    };
    let [quick, middle, strong] = [analyzer(3)?, analyzer(10)?, analyzer(18)?];
    let mut found: HashMap<Fact, usize> = HashMap::new();
    for path in arguments {
        let reader = open_game_file(&PathBuf::from(&path), Shape::STANDARD)?;
        for read in reader {
            let Ok(parsed) = read?.game else { continue };
            let record = parsed.record;
            let game = &record.game;
            for (ply, position) in game.positions().iter().enumerate() {
                let count_empty = position.empties().len() as u32;
                let open = wanted.iter().filter(|fact| {
                    empties(**fact).contains(&count_empty)
                        && found.get(fact).is_none_or(|&have| have < count)
                });
                let mut open: Vec<Fact> = open.copied().collect();
                let legal = position.legal_moves();
                open.retain(|&fact| {
                    let mut legal = legal.into_iter();
                    (legal.len() > 2 || fact.is_rule())
                        && legal.any(|square| may_hold(fact, position, square))
                });
                for fact in open {
                    // A shallow search does not see the far corner fall.
                    let is_far = |fact| matches!(fact, Fact::Unbalanced | Fact::Stoner);
                    let is_hopeless = || {
                        (!is_far(fact) && confirm(fact, position, &quick, 1.5).is_none())
                            || confirm(fact, position, &middle, 0.5).is_none()
                    };
                    let moves = match fact.is_rule() {
                        true => Vec::new(),
                        false if is_hopeless() => continue,
                        false => match confirm(fact, position, &strong, 0.0) {
                            Some(moves) => moves,
                            None => continue,
                        },
                    };
                    let rule = || {
                        legal
                            .into_iter()
                            .find(|&square| may_hold(fact, position, square))
                    };
                    let Some(answer) = moves.first().map(|best| best.square).or_else(rule) else {
                        continue;
                    };
                    *found.entry(fact).or_default() += 1;
                    let played = game.moves().get(ply).copied().and_then(Move::square);
                    let mut line = Game::new(Shape::STANDARD);
                    for square in game.plies().take(ply).filter_map(|(_, mv)| mv.square()) {
                        line.play(square)?;
                    }
                    let score = |mv: &ScoredMove| format!("{} {:.1}", mv.square, mv.discs());
                    let details = Details::of(fact, position, answer);
                    let line = json!({
                        "fact": fact,
                        "moves": transcript(&line),
                        "answer": answer,
                        "squares": details.squares,
                        "count": details.count,
                        "year": record.year(),
                        "black": record.black.name,
                        "white": record.white.name,
                        "ply": line.squares().count(),
                        "position": position.to_string(),
                        "played": played,
                        "scores": moves.iter().take(4).map(score).collect::<Vec<_>>(),
                        "pv": moves.first().map(|best| &best.pv),
                    });
                    println!("{line}");
                    break;
                }
            }
        }
    }
    Ok(())
}
