//! Finds positions for the lessons of the page in WTHOR files: `find_lessons COUNT FACT|all
//! FILE…`. Prints up to COUNT positions of each fact, one JSON object a line. A level 18 search
//! confirms each; choose the instructive ones by eye.

mod facts;

use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use facts::{Details, Fact};
use outflank_engine::{Limits, ScoredMove, SearchOptions};
use outflank_othello::format::open_game_file;
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Move, Position, Shape};
use outflank_study::{Analyzer, EngineAnalyzer};
use serde_json::json;

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
    let is_clear = best.discs() - second.discs() >= fact.margin() - slack;
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
        "all" => Fact::ALL.to_vec(),
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
                let empties = position.empties().len() as u32;
                let open = wanted.iter().filter(|fact| {
                    fact.empties().contains(&empties)
                        && found.get(fact).is_none_or(|&have| have < count)
                });
                let mut open: Vec<Fact> = open.copied().collect();
                let legal = position.legal_moves();
                open.retain(|&fact| {
                    let mut legal = legal.into_iter();
                    (legal.len() > 2 || fact.is_rule())
                        && legal.any(|square| fact.may_hold(position, square))
                });
                for fact in open {
                    // A shallow search does not see the end of a Stoner trap.
                    let is_hopeless = || {
                        (fact != Fact::Stoner && confirm(fact, position, &quick, 1.5).is_none())
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
                            .find(|&square| fact.may_hold(position, square))
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
