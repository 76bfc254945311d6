use std::collections::HashMap;

use outflank_othello::notation::transcript;
use outflank_othello::{Shape, Square};

use super::*;
use crate::engine::{Clock, EngineError, Player, TimeControl, parse_engine};
use crate::openings::{RandomOpenings, read_openings};
use crate::round_robin::CrossTable;
use crate::statistics::SprtVerdict;

fn engines(names: &[&str]) -> Vec<Box<dyn Engine>> {
    let engines = names.iter().map(|name| parse_engine(name, None).unwrap());
    engines.collect()
}

fn contest(names: &[&str], pairs: usize) -> Contest {
    Contest {
        engines: engines(names),
        openings: RandomOpenings::new(Shape::STANDARD, 6, 5).generate(pairs),
        pairing: Pairing::RoundRobin,
        clock: None,
        adjudicate: None,
        sprt: None,
        seed: 3,
        threads: 2,
    }
}

fn play(contest: &Contest) -> Vec<Pair> {
    contest
        .run(&Arc::new(AtomicBool::new(false)), |_| ())
        .unwrap()
}

#[test]
fn the_number_of_threads_changes_no_game() {
    let mut contest = contest(&["random", "classic:phased@1", "random"], 8);
    let two = play(&contest);
    contest.threads = 1;
    let one = play(&contest);
    assert_eq!(one.len(), 3 * 8);
    assert_eq!(one, two);
    contest.threads = 5;
    assert_eq!(one, play(&contest));
    contest.seed += 1;
    assert_ne!(one, play(&contest));
}

#[test]
fn games_do_not_depend_on_how_many_follow() {
    let few = play(&contest(&["random", "random"], 3));
    let many = play(&contest(&["random", "random"], 6));
    assert_eq!(few[..], many[..3]);
    // Two random players in one opening draw different numbers.
    assert_ne!(few[0].games[0], few[0].games[1]);
}

#[test]
fn every_opening_is_played_twice_with_colours_swapped() {
    let contest = contest(&["classic:discs@1", "classic:phased@2"], 4);
    for (place, pair) in play(&contest).iter().enumerate() {
        assert_eq!((pair.number, pair.opening), (place, place));
        let opening = &contest.openings[pair.opening];
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
                let mut player = contest.engines[engine].new_player(0).unwrap();
                let chosen = player.choose(&replay, None, &Arc::new(AtomicBool::new(false)));
                assert_eq!(chosen, Ok(square));
                replay.play(square).unwrap();
            }
        }
        let [as_black, as_white] = replays.map(|game| game.outcome().unwrap().black_score);
        assert_eq!(pair.discs(), [as_black, -as_white]);
    }
}

#[test]
fn an_engine_is_even_with_itself() {
    let pairs = play(&contest(&["classic:phased@2", "classic:phased@2"], 5));
    let tally = *CrossTable::new(2, &pairs).cell(0, 1);
    // The same two games, seen from either side.
    assert_eq!(tally.pentanomial(), [0, 0, 5, 0, 0]);
    assert_eq!(tally.mean_discs(), Some(0.0));
}

#[test]
fn phased_wins_nearly_all_against_random() {
    let pairs = play(&contest(&["classic:phased@3", "random"], 25));
    let tally = *CrossTable::new(2, &pairs).cell(0, 1);
    assert_eq!(tally.games(), 50);
    assert!(tally.score() >= Some(0.95), "{tally:?}");
}

#[test]
fn all_pairings_meet_as_often_as_there_are_openings() {
    let mut contest = contest(&["random", "random", "random", "random"], 2);
    let mut met: HashMap<Meeting, usize> = HashMap::new();
    for pair in play(&contest) {
        *met.entry(pair.meeting).or_default() += 1;
    }
    assert_eq!((met.len(), contest.pairs()), (6, 12));
    assert!(met.values().all(|&count| count == 2));
    contest.pairing = Pairing::FirstAgainstRest;
    let pairs = play(&contest);
    assert_eq!(pairs.len(), 6);
    assert!(pairs.iter().all(|pair| pair.meeting.first == 0));
}

#[test]
fn a_stopped_contest_keeps_whole_pairs() {
    let mut contest = contest(&["random", "random"], 50);
    contest.threads = 1;
    let stop = Arc::new(AtomicBool::new(false));
    let mut seen = 0;
    let pairs = contest.run(&stop, |_| {
        seen += 1;
        stop.store(seen == 7, Ordering::Relaxed);
    });
    assert_eq!((pairs.unwrap().len(), seen), (7, 7));
    let none = contest
        .run(&Arc::new(AtomicBool::new(true)), |_| ())
        .unwrap();
    assert!(none.is_empty());
}

#[test]
fn other_boards_are_played_too() {
    for (shape, opening) in [("6x6", "e4e3"), ("9x7", "start"), ("10x10", "start")] {
        let shape = shape.parse().unwrap();
        let contest = Contest {
            engines: engines(&["classic:phased@1", "random"]),
            openings: read_openings(opening, shape).unwrap(),
            pairing: Pairing::RoundRobin,
            clock: None,
            adjudicate: None,
            sprt: None,
            seed: 1,
            threads: 1,
        };
        let pairs = play(&contest);
        for game in &pairs[0].games {
            let replay = Game::from_transcript(shape, &game.to_string()).unwrap();
            assert!(replay.is_over());
        }
    }
}

/// Fails at its first move.
struct Broken;

impl Engine for Broken {
    fn name(&self) -> String {
        "broken".to_owned()
    }

    fn varies(&self) -> bool {
        false
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn Player>, EngineError> {
        Ok(Box::new(Self))
    }
}

impl Player for Broken {
    fn choose(
        &mut self,
        _game: &Game,
        _clock: Option<Clock>,
        _stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError> {
        let lines = vec!["> play".to_owned()];
        Err(EngineError::new("out of order").with_conversation(lines))
    }
}

#[test]
fn a_failing_engine_loses_its_games_and_the_contest_goes_on() {
    let mut contest = contest(&["random"], 20);
    contest.engines.push(Box::new(Broken));
    let mut told = 0;
    let pairs = contest.run(&Arc::new(AtomicBool::new(false)), |pair| {
        for (engine, fault) in pair.faults() {
            assert_eq!((engine, fault.kind), (1, FaultKind::Forfeit));
            assert!(fault.reason.starts_with("out of order (after "));
            assert_eq!(fault.conversation, ["> play"]);
            told += 1;
        }
    });
    let pairs = pairs.unwrap();
    assert_eq!((pairs.len(), told), (20, 40));
    let no_talk = |(_, fault): (usize, &Fault)| fault.conversation.is_empty();
    assert!(pairs.iter().all(|pair| pair.faults().all(no_talk)));
    let table = CrossTable::new(2, &pairs);
    assert_eq!(table.cell(0, 1).wins(), 40);
    assert_eq!(table.cell(0, 1).mean_discs(), Some(64.0));
    assert_eq!(table.faults(1, 0).forfeits, 40);
    assert!(table.faults(0, 1).is_empty());
}

#[test]
fn clocked_engines_play_their_games() {
    let clock = "3+0.01".parse().unwrap();
    let contest = Contest {
        engines: ["outflank", "classic:phased"]
            .map(|name| parse_engine(name, Some(TimeControl::Game(clock))).unwrap())
            .into(),
        openings: read_openings("f5d6\n", Shape::STANDARD).unwrap(),
        pairing: Pairing::FirstAgainstRest,
        clock: Some(clock),
        adjudicate: None,
        sprt: None,
        seed: 1,
        threads: 1,
    };
    let pairs = play(&contest);
    assert_eq!(pairs.len(), 1);
    let by_failure = |(_, fault): (usize, &Fault)| fault.kind == FaultKind::Forfeit;
    assert!(!pairs[0].faults().any(by_failure), "{pairs:?}");
}

#[test]
fn a_test_ends_the_contest_alike_on_any_number_of_threads() {
    let mut contest = contest(&["classic:phased@2", "random"], 200);
    contest.sprt = Some("0,100".parse().unwrap());
    let mut all = Vec::new();
    for threads in [1, 2, 5] {
        contest.threads = threads;
        let stop = Arc::new(AtomicBool::new(false));
        let mut told = 0;
        let pairs = contest.run(&stop, |_| told += 1).unwrap();
        assert!(stop.load(Ordering::Relaxed));
        assert!((3..100).contains(&pairs.len()), "{}", pairs.len());
        assert!(told >= pairs.len());
        all.push(pairs);
    }
    assert!(all[0] == all[1] && all[0] == all[2]);
    // The verdict fell with the last pair, not before.
    let tally = |pairs| *CrossTable::new(2, pairs).cell(0, 1);
    let verdict = |pairs| {
        let state = contest.sprt.unwrap().state(tally(pairs).pentanomial());
        state.verdict
    };
    let (last, before) = all[0].split_last().unwrap();
    assert_eq!(verdict(&all[0]), SprtVerdict::H1);
    assert_eq!(
        (verdict(before), last.number),
        (SprtVerdict::Continue, before.len())
    );
    // Taken up with the pairs in any order nothing is left to play.
    let mut earlier = all[0].clone();
    earlier.reverse();
    let stop = Arc::new(AtomicBool::new(false));
    let again = contest.go_on(earlier, &stop, |pair| panic!("{pair:?}"));
    assert_eq!(again.unwrap(), all[0]);
}

#[test]
fn a_contest_goes_on_where_it_was_broken_off() {
    let mut contest = contest(&["random", "classic:phased@1", "random"], 6);
    let whole = play(&contest);
    contest.threads = 3;
    let earlier = whole
        .iter()
        .filter(|pair| [2, 3, 8, 17].contains(&pair.number));
    let earlier: Vec<Pair> = earlier.cloned().collect();
    let mut told = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = contest.go_on(earlier, &stop, |pair| told.push(pair.number));
    assert_eq!(pairs.unwrap(), whole);
    told.sort_unstable();
    let rest = (0..18).filter(|number| ![2, 3, 8, 17].contains(number));
    assert!(told.into_iter().eq(rest));
}

#[test]
fn adjudicated_games_end_at_the_number_of_empty_squares() {
    let mut contest = contest(&["classic:phased@1", "random"], 6);
    let played_out = play(&contest);
    contest.adjudicate = Some(12);
    let pairs = play(&contest);
    for (pair, longer) in pairs.iter().zip(&played_out) {
        for (game, longer) in pair.games.iter().zip(&longer.games) {
            assert!(longer.moves.starts_with(&game.moves));
            let end = *game.replay().unwrap().position();
            assert!(game.adjudicated && end.empties().len() == 12, "{game:?}");
        }
    }
    contest.threads = 1;
    assert_eq!(pairs, play(&contest));
}

#[test]
fn contests_without_sense_are_refused() {
    let refused = |contest: &Contest| {
        let stop = Arc::new(AtomicBool::new(false));
        let error = contest.run(&stop, |pair| panic!("{pair:?}"));
        error.unwrap_err().to_string()
    };
    let mut many = contest(&["random", "random", "random"], 1);
    many.sprt = Some("0,5".parse().unwrap());
    assert!(refused(&many).ends_with("expected 2 engines instead of 3"));
    let mut early = contest(&["random", "random"], 1);
    for (empties, part) in [(0, "expected from 1 to 30"), (31, "expected from 1 to 30")] {
        early.adjudicate = Some(empties);
        assert!(refused(&early).contains(part));
    }
    early.openings = read_openings("e4e3\n", "6x6".parse().unwrap()).unwrap();
    early.adjudicate = Some(30);
    assert!(refused(&early).contains("opening 1 leaves 30 empty squares: expected more"));
}
