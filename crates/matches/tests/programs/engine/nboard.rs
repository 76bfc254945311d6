//! NBoard's protocol.

use std::process::exit;

use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::{Move, Position, Shape};
use outflank_protocol::nboard::{Command, Message, TimedMove};

use crate::Protocol;
use crate::behaviour::Behaviour;

pub(crate) struct Engine {
    spelling: String,
    position: Position,
}

impl Engine {
    pub(crate) fn new(behaviour: &Behaviour) -> Self {
        Self {
            spelling: behaviour.spelling.clone(),
            position: Position::start(Shape::STANDARD),
        }
    }

    /// Returns the move that it would play, without playing it.
    fn choice(&self) -> TimedMove {
        let square = self.position.legal_moves().first();
        square.map_or(Move::Pass, Move::Place).into()
    }

    fn go(&self) -> String {
        let choice = self.choice().to_string();
        match &*self.spelling {
            "bare" => format!("=== {choice}\n"),
            "edax" => format!(
                "status First Move is thinking\nnodestats 35805 0.00\n=== {} -1.00 0.0\n\
                 status First Move is waiting\n",
                choice.to_lowercase()
            ),
            _ => format!(
                "search {choice} 0.50 0 1 the first\nsearch {choice} +1.25 0 2\n\
                 === {choice}/1.25/0.02\n"
            ),
        }
    }

    /// Every line must be a command, and every move legal, including passes.
    fn execute(&mut self, line: &str) -> Result<String, String> {
        let command = Command::parse(line).map_err(|error| error.to_string())?;
        let name = |name: String| format!("\n{}\n", Message::MyName(name));
        let Some(command) = command else {
            // Such as `set contempt 3`.
            let is_setting = line.starts_with("set ");
            return is_setting
                .then(String::new)
                .ok_or_else(|| "not a command".to_owned());
        };
        Ok(match command {
            Command::NBoard => name("First Move".to_owned()),
            Command::SetDepth(depth) => name(format!("First Move {depth}")),
            Command::SetGame(ggf) => {
                let read = parse_ggf(&ggf).map_err(|error| error.to_string())?;
                if let Some(lost) = read.omissions.first() {
                    return Err(lost.to_string());
                }
                self.position = *read.record.game.position();
                String::new()
            }
            Command::Move(TimedMove { mv, .. }) => {
                let next = match mv {
                    Move::Pass => self.position.pass(),
                    Move::Place(square) => self.position.play(square),
                };
                self.position = next.map_err(|illegal| illegal.to_string())?;
                String::new()
            }
            Command::Ping(number) => format!("{}\n", Message::Pong(number)),
            Command::Go => self.go(),
            _ => String::new(),
        })
    }
}

impl Protocol for Engine {
    fn asks_for_move(&self, line: &str) -> bool {
        line.trim() == "go"
    }

    fn answer(&mut self, line: &str) -> String {
        self.execute(line).unwrap_or_else(|wrong| {
            // The protocol has no error response; this output makes the test fail.
            eprintln!("{line}: {wrong}");
            exit(9);
        })
    }

    fn answer_badly(&mut self, fault: &str) -> Vec<u8> {
        match fault {
            "nonsense" => b"and\nF5\n== F5\n=== chips\n".to_vec(),
            "twice" => format!("=== {0}\n=== {0}\n", self.choice()).into_bytes(),
            "binary" => b"\0\n\xFF\xC3\n=== \0\xFF\xC3\x1B[H\n=== d3\n".to_vec(),
            "illegal" => b"=== D4/0.00/0.1\n".to_vec(),
            "refuse" => b"warning Must pick a depth first\n".to_vec(),
            "sleep" => self.go().into_bytes(),
            choice => format!("=== {choice}\n").into_bytes(),
        }
    }

    fn banner(&self, line: &str) -> String {
        format!("status {line}, is it?\n\npong 0\n")
    }
}
