//! A minimal Othello program that speaks GTP or, with `--nboard`, NBoard's protocol: it
//! plays the first legal square. With other arguments it misbehaves.
//!
//! | argument | effect |
//! |---|---|
//! | `--no-pass` | GTP: refuses `play w pass`, as GRhino does |
//! | `--from-bottom` | GTP: counts the rows from the bottom |
//! | `--spelling WAY` | NBoard: spells its answers `bare`, or as `edax` does |
//! | `--banner` | writes a banner before its answers |
//! | `--pid FILE` | writes its process id to a file, one per line |
//! | `--once FILE` | misbehaves only if the file does not exist, and creates it |
//! | `--log FILE` | writes the lines it receives to a file |
//! | `FAULT@N` | misbehaves instead of giving its Nth move, counted from 1, or with 0 its first answer |
//!
//! Faults are `crash`, `hang`, `sleep`, `flood`, `endless`, `drip`, and those of each protocol. Any
//! other word is sent as the move.

mod behaviour;
mod gtp;
mod nboard;

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};

use behaviour::{Behaviour, misbehave};

/// A protocol with its board.
trait Protocol {
    fn asks_for_move(&self, line: &str) -> bool;

    fn answer(&mut self, line: &str) -> String;

    fn answer_badly(&mut self, fault: &str) -> Vec<u8>;

    /// Returns the banner to print before an answer.
    fn banner(&self, line: &str) -> String;
}

fn main() -> io::Result<()> {
    let behaviour = Behaviour::from_arguments()?;
    let mut protocol: Box<dyn Protocol> = match behaviour.nboard {
        true => Box::new(nboard::Engine::new(&behaviour)),
        false => Box::new(gtp::Engine::new(&behaviour)),
    };
    let mut log = match &behaviour.log {
        Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
        None => None,
    };
    let mut moves = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(log) = &mut log {
            writeln!(log, "{line}")?;
        }
        if behaviour.banner {
            print!("{}", protocol.banner(&line));
        }
        let turn = match protocol.asks_for_move(&line) {
            true => {
                moves += 1;
                moves
            }
            false => 0,
        };
        let answer = match behaviour.is_faulty_at(turn) {
            Some(fault) => {
                misbehave(fault);
                protocol.answer_badly(fault)
            }
            None => protocol.answer(&line).into_bytes(),
        };
        let mut output = io::stdout().lock();
        output.write_all(&answer)?;
        output.flush()?;
        if line.trim() == "quit" {
            break;
        }
    }
    Ok(())
}
