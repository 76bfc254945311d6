//! How many mistakes of tournament games get a true, specific reason, and the most telling one.
//!
//! With `--nocapture`, prints a table and every eighth sentence beside the board and both lines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use outflank_engine::{Limits, SearchOptions};
use outflank_othello::format::read_game_file;

use super::claims;
use super::facts::{balance, can_move, class, play, wedged_between};
use super::*;
use crate::analyzer::EngineAnalyzer;

const LEVEL: u32 = 8;
const MISTAKES: usize = 500;
/// Number of moves of a line in which events are looked for.
const EVENTS: usize = 8;

/// Kinds of reasons that name a corner, a square beside it, a wedge or a trap.
const SQUARES: [&str; 9] = [
    "gives_up_corner",
    "leaves_corner",
    "loses_corner",
    "passes_up_corner",
    "misses_corner",
    "opens_corner",
    "weakens_corner",
    "wedge",
    "stoner_trap",
];
/// Kinds of reasons about regions and passes.
const TEMPO: [&str; 7] = [
    "opens_region",
    "spends_tempo",
    "lets_into_region",
    "loses_last_move",
    "parity",
    "runs_out_of_moves",
    "misses_pass",
];
/// Kinds of reasons that count moves or discs.
const COUNTS: [&str; 3] = ["safe_moves", "stability", "frontier"];
/// Kinds that say no more than the scores and lines.
const UNSPECIFIC: [&str; 2] = ["result", "line"];

struct Mistake {
    position: Position,
    played: ScoredMove,
    best: ScoredMove,
}

impl Mistake {
    fn kind(&self) -> String {
        let found = reason(&self.position, &self.played, &self.best);
        serde_json::to_value(found).unwrap()["kind"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Returns the first moves of a line.
    fn head<'a>(&self, mv: &'a ScoredMove, moves: usize) -> &'a [Square] {
        &mv.pv[..moves.min(mv.pv.len())]
    }

    /// Returns whether the lines differ in corners, the opponent can take a corner at once after the
    /// move played alone, or one line has a wedge that the other has not.
    fn has_square_event(&self) -> bool {
        let moves = EVENTS.min(self.played.pv.len()).min(self.best.pv.len());
        let [played, best] = [&self.played, &self.best].map(|mv| self.head(mv, moves));
        let opponent = self.position.mover().opponent();
        let open = |line: &[Square]| {
            let after = play(&self.position, &line[..1]).unwrap();
            let mut corners = outflank_textbook::corners(after.shape());
            corners.any(|corner| can_move(&after, opponent, corner))
        };
        let wedges = |line: &[Square], side| {
            let at = |end: usize| {
                let after = play(&self.position, &line[..end]).unwrap();
                let square = line[end - 1];
                after.disc(square) == Some(side) && wedged_between(&after, square).is_some()
            };
            (1..=line.len().min(6)).any(at)
        };
        let mover = self.position.mover();
        balance(&self.position, played).unwrap() < balance(&self.position, best).unwrap()
            || (open(played) && !open(best))
            || self.is_x_square()
            || (wedges(played, opponent) && !wedges(best, opponent))
            || (wedges(best, mover) && !wedges(played, mover))
    }

    fn is_x_square(&self) -> bool {
        let mut corners = outflank_textbook::corners(self.position.shape());
        corners.any(|corner| {
            self.position.disc(corner).is_none()
                && class(self.played.square, corner) == Some(SquareClass::X)
        })
    }

    /// Returns whether both lines fill a small region, and the side that moves last there is the
    /// opponent in the line played and the mover in the best line, or whether only one line has a
    /// pass.
    fn has_tempo_event(&self) -> bool {
        let last = |mv: &ScoredMove, region: SquareSet| {
            let at = mv.pv.iter().rposition(|&square| region.contains(square))?;
            let after = play(&self.position, &mv.pv[..=at])?;
            let is_full = region
                .into_iter()
                .all(|square| after.disc(square).is_some());
            is_full.then_some(after.disc(mv.pv[at])?)
        };
        let mover = self.position.mover();
        let is_lost = |region: SquareSet| {
            (2..=8).contains(&region.len())
                && last(&self.played, region) == Some(mover.opponent())
                && last(&self.best, region) == Some(mover)
        };
        let is_late = self.position.empties().len() <= 22;
        is_late && self.position.empties().regions().any(is_lost)
    }

    fn print(&self) {
        let found = reason(&self.position, &self.played, &self.best);
        let line = |mv: &ScoredMove| {
            let names: Vec<String> = mv.pv.iter().map(ToString::to_string).collect();
            names.join(" ")
        };
        println!("{:?}", self.position);
        println!("played {:+.1}: {}", self.played.discs(), line(&self.played));
        println!("best   {:+.1}: {}", self.best.discs(), line(&self.best));
        println!("{}: {found}\n", self.played.square);
    }
}

/// Returns mistakes spread over many games and all stages: of each game every fifth position.
fn mistakes(folder: &std::path::Path, wanted: usize) -> Vec<Mistake> {
    let options = SearchOptions::default().with_hash(4);
    let limits = Limits::level(LEVEL);
    let analyzer = EngineAnalyzer::new(limits, &options, 1, Default::default()).unwrap();
    let years = [2020, 2021, 2022].map(|year| {
        let path = folder.join(format!("games/wthor/WTH_{year}.wtb"));
        read_game_file(&path, Shape::STANDARD).unwrap().records
    });
    let mut mistakes = Vec::new();
    for number in 0.. {
        for games in &years {
            let game = &games[(number * 37) % games.len()].1.game;
            for (position, mv) in game.plies().skip(number % 5).step_by(5) {
                let Some(square) = mv.square() else { continue };
                let scored = analyzer.score_moves(position).unwrap();
                let played = scored.iter().find(|mv| mv.square == square).unwrap();
                if scored[0].discs() - played.discs() < 2.0 {
                    continue;
                }
                mistakes.push(Mistake {
                    position: *position,
                    played: played.clone(),
                    best: scored[0].clone(),
                });
                if mistakes.len() == wanted {
                    return mistakes;
                }
            }
        }
    }
    mistakes
}

#[test]
#[ignore = "scores 1,500 positions"]
fn reasons_of_tournament_games_are_specific_and_name_the_event() {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("OUTFLANK_DATA is not set: skipping the reasons of tournament games");
        return;
    };
    let mistakes = mistakes(&PathBuf::from(folder), MISTAKES);
    let mut kinds = BTreeMap::<String, usize>::new();
    let (mut events, mut named) = (0, 0);
    let (mut x_squares, mut counted) = (0, 0);
    for (number, mistake) in mistakes.iter().enumerate() {
        if number % 8 == 0 {
            mistake.print();
        }
        let Mistake {
            position,
            played,
            best,
        } = mistake;
        let found = reason(position, played, best);
        let others = Comparison::new(position, played, best);
        for found in others.reasons().chain([found]) {
            let claim = claims::is_true(position, played, best, &found);
            assert_eq!(claim, Some(true), "{found:?} {position:?}");
        }
        let kind = mistake.kind();
        let is_named = SQUARES.contains(&&kind[..]) || TEMPO.contains(&&kind[..]);
        if mistake.has_square_event() || mistake.has_tempo_event() {
            events += 1;
            named += usize::from(is_named);
            if !is_named || kind == "line" {
                println!("NOT NAMED");
                mistake.print();
            }
        }
        if mistake.is_x_square() {
            x_squares += usize::from(best.discs() - played.discs() >= 10.0);
            counted += usize::from(COUNTS.contains(&&kind[..]));
        }
        *kinds.entry(kind).or_default() += 1;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (kind, count) in &kinds {
        println!("{count:>4} {kind}");
    }
    let unspecific = kinds
        .iter()
        .filter(|(kind, _)| UNSPECIFIC.contains(&&kind[..]));
    let unspecific: usize = unspecific.map(|(_, count)| count).sum();
    println!("{named} of {events} events named, {unspecific} unspecific");
    println!(
        "{x_squares} blunders on X-squares, {counted} moves to X-squares explained by a count"
    );
    assert!(unspecific * 100 <= MISTAKES * 15);
    assert!(named * 100 >= events * 70);
    assert_eq!(counted, 0);
}
