use std::collections::HashMap;

use outflank_othello::Shape;
use outflank_othello::notation::transcript;

use super::*;
use crate::cross_table::CrossTable;
use crate::engine::{
    ChosenMove, Clock, EngineError, EngineOptions, MatchPlayer, TimeControl, parse_engine,
};
use crate::forfeit::ForfeitCause;
use crate::openings::{RandomOpenings, read_openings};
use crate::play::Adjudication;
use crate::statistics::SprtVerdict;

fn engines(names: &[&str]) -> Vec<Box<dyn MatchEngine>> {
    let engines = names
        .iter()
        .map(|name| parse_engine(name, &EngineOptions::default()).unwrap());
    engines.collect()
}

fn tournament(names: &[&str], pairs: usize) -> Tournament {
    Tournament {
        engines: engines(names),
        openings: RandomOpenings::new(Shape::STANDARD, 6, 5).generate(pairs),
        schedule: Schedule::RoundRobin,
        seed: 3,
        threads: 2,
        ..Tournament::default()
    }
}

fn play(tournament: &Tournament) -> Vec<GamePair> {
    tournament
        .run(&Arc::new(AtomicBool::new(false)), |_| ())
        .unwrap()
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let mut tournament = tournament(&["random", "textbook:phased@1", "random"], 8);
    let two = play(&tournament);
    tournament.threads = 1;
    let one = play(&tournament);
    assert_eq!(one.len(), 3 * 8);
    assert_eq!(one, two);
    tournament.threads = 5;
    assert_eq!(one, play(&tournament));
    tournament.seed += 1;
    assert_ne!(one, play(&tournament));
}

#[test]
fn games_do_not_depend_on_the_number_of_openings() {
    let few = play(&tournament(&["random", "random"], 3));
    let many = play(&tournament(&["random", "random"], 6));
    assert_eq!(few[..], many[..3]);
    // Two random players in one opening have different random numbers.
    assert_ne!(few[0].games[0], few[0].games[1]);
}

#[test]
fn every_opening_is_played_twice_with_colours_swapped() {
    let tournament = tournament(&["textbook:discs@1", "textbook:phased@2"], 4);
    for (place, pair) in play(&tournament).iter().enumerate() {
        assert_eq!((pair.number, pair.opening), (place, place));
        let opening = &tournament.openings[pair.opening];
        let replays = pair.games.each_ref().map(|game| {
            assert!(game.to_string().starts_with(&transcript(opening)));
            Game::from_transcript(Shape::STANDARD, &game.to_string()).unwrap()
        });
        for (round, game) in replays.iter().enumerate() {
            // Each move after the opening is the one that the engine of that
            // colour chooses there.
            let mut replay = opening.clone();
            for square in game.squares().skip(opening.squares().count()) {
                let black_moves = replay.position().mover() == Color::Black;
                let engine = usize::from(black_moves == (round == 1));
                let mut player = tournament.engines[engine].new_player(0).unwrap();
                let chosen = player.choose(&replay, None, &Arc::new(AtomicBool::new(false)));
                assert_eq!(chosen.unwrap().unwrap().square, square);
                replay.play(square).unwrap();
            }
        }
        let [as_black, as_white] = replays.map(|game| game.outcome().unwrap().black_score);
        assert_eq!(pair.discs(), [as_black, -as_white]);
    }
}

#[test]
fn an_engine_scores_half_against_itself() {
    let pairs = play(&tournament(&["textbook:phased@2", "textbook:phased@2"], 5));
    let tally = *CrossTable::new(2, &pairs).cell(0, 1);
    // The same two games from the point of view of either side.
    assert_eq!(tally.pentanomial(), [0, 0, 5, 0, 0]);
    assert_eq!(tally.mean_discs(), Some(0.0));
}

#[test]
fn phased_wins_nearly_all_games_against_random() {
    let pairs = play(&tournament(&["textbook:phased@3", "random"], 25));
    let tally = *CrossTable::new(2, &pairs).cell(0, 1);
    assert_eq!(tally.games(), 50);
    assert!(tally.score() >= Some(0.95), "{tally:?}");
}

#[test]
fn each_pairing_plays_each_opening() {
    let mut tournament = tournament(&["random", "random", "random", "random"], 2);
    let mut met: HashMap<Pairing, usize> = HashMap::new();
    for pair in play(&tournament) {
        *met.entry(pair.pairing).or_default() += 1;
    }
    assert_eq!((met.len(), tournament.pairs()), (6, 12));
    assert!(met.values().all(|&count| count == 2));
    tournament.schedule = Schedule::Gauntlet;
    let pairs = play(&tournament);
    assert_eq!(pairs.len(), 6);
    assert!(pairs.iter().all(|pair| pair.pairing.first == 0));
}

#[test]
fn a_stopped_tournament_keeps_whole_pairs() {
    let mut tournament = tournament(&["random", "random"], 50);
    tournament.threads = 1;
    let stop = Arc::new(AtomicBool::new(false));
    let mut seen = 0;
    let pairs = tournament.run(&stop, |_| {
        seen += 1;
        stop.store(seen == 7, Ordering::Relaxed);
    });
    assert_eq!((pairs.unwrap().len(), seen), (7, 7));
    let none = tournament
        .run(&Arc::new(AtomicBool::new(true)), |_| ())
        .unwrap();
    assert!(none.is_empty());
}

#[test]
fn other_boards_are_played_too() {
    for (shape, opening) in [("6x6", "e4e3"), ("9x7", "start"), ("10x10", "start")] {
        let shape = shape.parse().unwrap();
        let tournament = Tournament {
            engines: engines(&["textbook:phased@1", "random"]),
            openings: read_openings(opening, shape).unwrap(),
            schedule: Schedule::RoundRobin,
            seed: 1,
            threads: 1,
            ..Tournament::default()
        };
        let pairs = play(&tournament);
        for game in &pairs[0].games {
            let replay = Game::from_transcript(shape, &game.to_string()).unwrap();
            assert!(replay.is_over());
        }
    }
}

/// Fails at its first move.
struct Broken;

impl MatchEngine for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }

    fn is_deterministic(&self) -> bool {
        true
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(Self))
    }
}

impl MatchPlayer for Broken {
    fn choose(
        &mut self,
        _game: &Game,
        _clock: Option<Clock>,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        Err(EngineError {
            conversation: vec!["> play".to_owned()],
            ..EngineError::new("out of order")
        })
    }
}

#[test]
fn an_engine_that_fails_loses_its_games() {
    let mut tournament = tournament(&["random"], 20);
    tournament.engines.push(Box::new(Broken));
    let mut reported = 0;
    let pairs = tournament.run(&Arc::new(AtomicBool::new(false)), |pair| {
        for (engine, forfeit) in pair.forfeits() {
            assert_eq!((engine, forfeit.cause), (1, ForfeitCause::Failure));
            assert!(forfeit.reason.starts_with("out of order (after "));
            assert_eq!(forfeit.conversation, ["> play"]);
            reported += 1;
        }
    });
    let pairs = pairs.unwrap();
    assert_eq!((pairs.len(), reported), (20, 40));
    let no_talk = |(_, forfeit): (usize, &Forfeit)| forfeit.conversation.is_empty();
    assert!(pairs.iter().all(|pair| pair.forfeits().all(no_talk)));
    let table = CrossTable::new(2, &pairs);
    assert_eq!(table.cell(0, 1).wins(), 40);
    assert_eq!(table.cell(0, 1).mean_discs(), Some(64.0));
    assert_eq!(table.forfeits(1, 0).failures, 40);
    assert!(table.forfeits(0, 1).is_empty());
}

#[test]
fn engines_with_clocks_finish_their_games() {
    let clock = "1+0.01".parse().unwrap();
    let options = EngineOptions {
        time: Some(TimeControl::Game(clock)),
        ..EngineOptions::default()
    };
    let tournament = Tournament {
        engines: ["outflank", "textbook:phased"]
            .map(|name| parse_engine(name, &options).unwrap())
            .into(),
        openings: read_openings("f5d6\n", Shape::STANDARD).unwrap(),
        schedule: Schedule::Gauntlet,
        clock: Some(clock),
        adjudicate: None,
        sprt: None,
        seed: 1,
        threads: 1,
        ..Tournament::default()
    };
    let pairs = play(&tournament);
    assert_eq!(pairs.len(), 1);
    let by_failure = |(_, forfeit): (usize, &Forfeit)| forfeit.cause == ForfeitCause::Failure;
    assert!(!pairs[0].forfeits().any(by_failure), "{pairs:?}");
}

#[test]
fn a_test_ends_at_the_same_pair_on_any_number_of_threads() {
    let mut tournament = tournament(&["textbook:phased@2", "random"], 200);
    tournament.sprt = Some("0,100".parse().unwrap());
    let mut all = Vec::new();
    for threads in [1, 2, 5] {
        tournament.threads = threads;
        let stop = Arc::new(AtomicBool::new(false));
        let mut reported = 0;
        let pairs = tournament.run(&stop, |_| reported += 1).unwrap();
        assert!(stop.load(Ordering::Relaxed));
        assert!((3..100).contains(&pairs.len()), "{}", pairs.len());
        assert!(reported >= pairs.len());
        all.push(pairs);
    }
    assert!(all[0] == all[1] && all[0] == all[2]);
    // The last pair decided the test, not an earlier one.
    let tally = |pairs| *CrossTable::new(2, pairs).cell(0, 1);
    let verdict = |pairs| {
        let state = tournament.sprt.unwrap().state(tally(pairs).pentanomial());
        state.verdict
    };
    let (last, before) = all[0].split_last().unwrap();
    assert_eq!(verdict(&all[0]), SprtVerdict::H1);
    assert_eq!(
        (verdict(before), last.number),
        (SprtVerdict::Continue, before.len())
    );
    // After a resume with all pairs, in any order, nothing is left to play.
    let mut earlier = all[0].clone();
    earlier.reverse();
    let stop = Arc::new(AtomicBool::new(false));
    let again = tournament.resume(earlier, &stop, |pair| panic!("{pair:?}"));
    assert_eq!(again.unwrap(), all[0]);
}

#[test]
fn a_stopped_tournament_resumes() {
    let mut tournament = tournament(&["random", "textbook:phased@1", "random"], 6);
    let whole = play(&tournament);
    tournament.threads = 3;
    let earlier = whole
        .iter()
        .filter(|pair| [2, 3, 8, 17].contains(&pair.number));
    let earlier: Vec<GamePair> = earlier.cloned().collect();
    let mut reported = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = tournament.resume(earlier, &stop, |pair| reported.push(pair.number));
    assert_eq!(pairs.unwrap(), whole);
    reported.sort_unstable();
    let rest = (0..18).filter(|number| ![2, 3, 8, 17].contains(number));
    assert!(reported.into_iter().eq(rest));
}

#[test]
fn adjudicated_games_end_at_the_number_of_empties() {
    let mut tournament = tournament(&["textbook:phased@1", "random"], 6);
    let played_out = play(&tournament);
    tournament.adjudicate = Some(12);
    let pairs = play(&tournament);
    for (pair, longer) in pairs.iter().zip(&played_out) {
        for (game, longer) in pair.games.iter().zip(&longer.games) {
            assert!(longer.moves.starts_with(&game.moves));
            let end = *game.replay().unwrap().position();
            assert!(game.adjudication == Some(Adjudication::Solved), "{game:?}");
            assert_eq!(end.empties().len(), 12, "{game:?}");
        }
    }
    tournament.threads = 1;
    assert_eq!(pairs, play(&tournament));
}

#[test]
fn invalid_tournaments_are_refused() {
    let refused = |tournament: &Tournament| {
        let stop = Arc::new(AtomicBool::new(false));
        let error = tournament.run(&stop, |pair| panic!("{pair:?}"));
        error.unwrap_err().to_string()
    };
    let mut many = tournament(&["random", "random", "random"], 1);
    many.sprt = Some("0,5".parse().unwrap());
    assert!(refused(&many).ends_with("expected 2 engines instead of 3"));
    let mut early = tournament(&["random", "random"], 1);
    for (empties, part) in [(0, "expected 1 to 30"), (31, "expected 1 to 30")] {
        early.adjudicate = Some(empties);
        assert!(refused(&early).contains(part));
    }
    early.openings = read_openings("e4e3\n", "6x6".parse().unwrap()).unwrap();
    early.adjudicate = Some(30);
    assert!(refused(&early).contains("opening 1 leaves 30 empties: expected more"));
}
