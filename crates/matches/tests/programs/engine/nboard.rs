//! NBoard's protocol.

use std::process::exit;

use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::{Position, Shape, Square};

use crate::Protocol;
use crate::manners::Manners;

pub(crate) struct Engine {
    spelling: String,
    position: Position,
}

impl Engine {
    pub(crate) fn new(manners: &Manners) -> Self {
        Self {
            spelling: manners.spelling.clone(),
            position: Position::start(Shape::STANDARD),
        }
    }

    /// The move that it would play; it does not.
    fn choice(&self) -> String {
        match self.position.legal_moves().first() {
            Some(square) => square.to_string().to_uppercase(),
            None => "PA".to_owned(),
        }
    }

    fn go(&self) -> String {
        let choice = self.choice();
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

    /// Every move told must be one that can be played, passes too.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = text.split('/').next().unwrap_or_default();
        let next = match mv {
            "PA" => self.position.pass(),
            square => {
                let square = square.parse::<Square>().map_err(|_| "no square")?;
                self.position.play(square)
            }
        };
        self.position = next.map_err(|illegal| illegal.to_string())?;
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<String, String> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "nboard" => Ok("set myname First Move\n".to_owned()),
            "ping" => Ok(format!("pong {rest}\n")),
            "go" => Ok(self.go()),
            "move" => self.play(rest).map(|()| String::new()),
            "set" => match rest.split_once(' ') {
                Some(("game", ggf)) => {
                    let read = parse_ggf(ggf).map_err(|error| error.to_string())?;
                    if let Some(lost) = read.lost.first() {
                        return Err(lost.to_string());
                    }
                    self.position = *read.record.game.position();
                    Ok(String::new())
                }
                Some(("depth", depth)) => Ok(format!("\nset myname First Move {depth}\n")),
                _ => Ok(String::new()),
            },
            _ => Ok(String::new()),
        }
    }
}

impl Protocol for Engine {
    fn asks_for_move(&self, line: &str) -> bool {
        line.trim() == "go"
    }

    fn answer(&mut self, line: &str) -> String {
        self.obey(line).unwrap_or_else(|wrong| {
            // Programs need not tell what they cannot do; this one makes sure
            // that it is seen.
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
