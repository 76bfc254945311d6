//! Faults of programs that speak either protocol.

use super::*;

/// The functions that return the engine name of the test program with arguments.
const PROTOCOLS: [fn(&str) -> String; 2] = [gtp::program, nboard::program];

#[test]
fn programs_that_write_without_end_lose_their_games() {
    for (program, most) in PROTOCOLS.into_iter().zip([1000, 100_000]) {
        for arguments in ["flood@0", "flood@3"] {
            let part = format!("more than {most} lines");
            let said = assert_forfeits(&program(arguments), patient(), &part);
            assert!(most == 1000 || said.last().unwrap() == "! makes a dull program");
        }
        for arguments in ["endless@0", "endless@3"] {
            assert_forfeits(&program(arguments), patient(), "an endless line");
        }
    }
    for arguments in ["nonsense@0", "twice@0"] {
        assert_forfeits(&gtp::program(arguments), patient(), "(after ");
    }
}

#[test]
fn programs_that_exit_lose_their_games() {
    for program in PROTOCOLS {
        for arguments in ["crash@0", "crash@1", "crash@9"] {
            let part = "ended with exit status: 3 instead of ";
            let said = assert_forfeits(&program(arguments), patient(), part);
            assert_eq!(said.last().unwrap(), "! everything is on fire");
        }
    }
    for engine in ["gtp:true", "nboard:true"] {
        let pairs = run(&tournament(engine, openings(1), patient())).unwrap();
        assert_eq!(pairs[0].discs(), [-64, -64]);
    }
}

#[test]
fn silent_programs_lose_their_games() {
    for arguments in ["hang@0", "hang@2"] {
        let said = assert_forfeits(&gtp::program(arguments), impatient(), "within 0.400 s");
        assert!(said.last().unwrap().starts_with("> "), "{said:?}");
    }
    for (arguments, command) in [
        ("hang@0", "ping 1"),
        ("hang@2", "go"),
        ("refuse@1", "go"),
        ("drip@1", "go"),
    ] {
        let part = format!("no answer to {command:?} within 0.400 s");
        let said = assert_forfeits(&nboard::program(arguments), impatient(), &part);
        assert!(said.contains(&format!("> {command}")), "{said:?}");
    }
    let time = Some(TimeControl::Move(Duration::from_millis(1)));
    let options = EngineOptions { time, ..patient() };
    for program in PROTOCOLS {
        assert_forfeits(&program("hang@1"), options, "within 1.001 s");
    }
}

#[test]
fn slow_programs_lose_on_time() {
    let time = Some(TimeControl::Game("0.05+0.001".parse().unwrap()));
    let options = EngineOptions { time, ..patient() };
    for program in PROTOCOLS {
        for arguments in ["sleep@1", "hang@1"] {
            let (kind, _) = lost_games(&program(arguments), options, " s for a move with 0.0");
            assert_eq!(kind, ForfeitCause::Time);
        }
    }
}

/// Bad programs play every game of a round robin with a good player.
#[test]
fn bad_programs_lose_every_game_and_the_tournament_continues() {
    let faults = "crash@2 hang@2 illegal@2 flood@2 endless@2 drip@2 binary@2 refuse@2 twice@2 \
                  crash@0 hang@0";
    for (program, protocol) in PROTOCOLS.into_iter().zip(["gtp", "nboard"]) {
        let mut tournament = tournament("random", openings(1), impatient());
        tournament.engines.truncate(1);
        // A program that closes its output, ignores its input and never ends.
        let closed = format!("{protocol}:sh -c 'exec >&-; sleep 1000'");
        for name in faults.split(' ').map(program).chain([closed]) {
            let engine = parse_engine(&name, &impatient()).unwrap();
            tournament.engines.push(engine);
        }
        tournament.schedule = Schedule::RoundRobin;
        let engines = tournament.engines.len();
        let pairs = run(&tournament).unwrap();
        assert_eq!(pairs.len(), engines * (engines - 1) / 2);
        for pair in &pairs {
            // Every game against them ends, and the good player wins its games.
            assert_eq!(pair.forfeits().count(), 2, "{pair:?}");
            if pair.pairing.first == 0 {
                assert_eq!(pair.discs(), [64, 64], "{pair:?}");
                let second = pair.pairing.second;
                assert!(pair.forfeits().all(|(engine, _)| engine == second));
            }
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    for program in PROTOCOLS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numbers");
        let path = file.to_str().unwrap();
        for fault in ["", "hang@2", "crash@2", "flood@2"] {
            let engine = program(&format!("--pid '{path}' {fault}"));
            run(&tournament(&engine, openings(1), impatient())).unwrap();
            // Child processes of a program end with it.
            let (protocol, command) = engine.split_once(':').unwrap();
            let shell = format!("{protocol}:sh -c '{}; true'", command.replace('\'', ""));
            run(&tournament(&shell, openings(1), impatient())).unwrap();
        }
        let numbers = std::fs::read_to_string(file).unwrap();
        assert!(numbers.lines().count() >= 16, "{numbers}");
        for number in numbers.lines() {
            // The system eventually reaps the child of a killed shell.
            let state = || std::fs::read_to_string(format!("/proc/{number}/stat"));
            let runs = || state().is_ok_and(|state| !state.contains(") Z "));
            for _ in 0..1000 {
                if runs() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            assert!(!runs(), "{number} still runs");
        }
    }
}

#[test]
fn a_stopped_tournament_does_not_wait_for_a_program() {
    let options = EngineOptions {
        patience: Duration::from_secs(24 * 3600),
        ..patient()
    };
    for engine in PROTOCOLS
        .map(|program| ["hang@0", "hang@1"].map(program))
        .as_flattened()
    {
        let tournament = tournament(engine, openings(2), options);
        let stop = Arc::new(AtomicBool::new(false));
        let pairs = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            tournament.run(&stop, |_| ())
        });
        assert!(pairs.unwrap().is_empty());
    }
}

#[test]
fn a_missing_program_is_refused_before_the_first_game() {
    for engine in ["gtp:no/such/program", "nboard:no/such/program"] {
        let missing = tournament(engine, openings(1), patient());
        let message = run(&missing).unwrap_err().to_string();
        let expected = format!("engine {engine}: cannot start the program: ");
        assert!(message.starts_with(&expected), "{message}");
    }
}
