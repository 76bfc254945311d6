//! GTP.

use outflank_othello::{Color, Game, Move, Shape, Square};
use outflank_protocol::gtp::{Command, Request, Response, vertex};

use crate::Protocol;
use crate::behaviour::Behaviour;

pub(crate) struct Engine {
    no_pass: bool,
    from_bottom: bool,
    game: Game,
}

impl Engine {
    pub(crate) fn new(behaviour: &Behaviour) -> Self {
        Self {
            no_pass: behaviour.no_pass,
            from_bottom: behaviour.from_bottom,
            game: Game::new(Shape::STANDARD),
        }
    }

    /// Returns the result of a command: the text, or the reason for refusing it.
    fn execute(&mut self, command: &Command) -> Result<String, &'static str> {
        match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("First Move".to_owned()),
            Command::ListCommands => Ok("protocol_version\nname\nlist_commands\nboardsize\n\
                clear_board\nplay\ngenmove\ntime_settings\ntime_left\nquit"
                .to_owned()),
            Command::BoardSize(shape) => {
                self.game = Game::new(*shape);
                Ok(String::new())
            }
            Command::ClearBoard => {
                self.game = Game::new(self.game.shape());
                Ok(String::new())
            }
            Command::Play(color, Move::Pass) => self.pass(*color),
            Command::Play(color, Move::Place(square)) => self.play(*color, *square),
            Command::GenMove(color) => self.genmove(*color),
            // GTP sends only whole seconds.
            Command::TimeSettings { main, period, .. } => {
                let is_whole = [main, period].iter().all(|time| time.subsec_nanos() == 0);
                is_whole.then(String::new).ok_or("syntax error")
            }
            Command::TimeLeft { time, .. } => {
                let is_whole = time.subsec_nanos() == 0;
                is_whole.then(String::new).ok_or("syntax error")
            }
            Command::Quit | Command::Level(_) | Command::Komi(_) => Ok(String::new()),
            _ => Err("unknown command"),
        }
    }

    /// Converts between the tester's squares and this program's, in either direction.
    fn flip(&self, square: Square) -> Option<Square> {
        let rows = self.game.shape().height();
        let row = match self.from_bottom {
            true => rows.checked_sub(square.row() + 1)?,
            false => square.row(),
        };
        Square::new(square.column(), row)
    }

    fn play(&mut self, side: Color, square: Square) -> Result<String, &'static str> {
        if self.game.is_over() || side != self.game.position().mover() {
            return Err("not the mover");
        }
        let square = self.flip(square).ok_or("illegal move")?;
        self.game.play(square).map_err(|_| "illegal move")?;
        Ok(String::new())
    }

    /// The board passes automatically; a pass command must match one that happened.
    fn pass(&self, side: Color) -> Result<String, &'static str> {
        let last = self.game.plies().last();
        match last {
            _ if self.no_pass => Err("syntax error"),
            Some((position, Move::Pass)) if position.mover() == side => Ok(String::new()),
            _ => Err("illegal move"),
        }
    }

    fn genmove(&mut self, side: Color) -> Result<String, &'static str> {
        let position = self.game.position();
        let square = position.legal_moves().first();
        let Some(square) = square.filter(|_| side == position.mover()) else {
            return Ok("pass".to_owned());
        };
        self.game.play(square).map_err(|_| "illegal move")?;
        self.flip(square).map(vertex).ok_or("illegal move")
    }
}

impl Protocol for Engine {
    fn asks_for_move(&self, line: &str) -> bool {
        line.starts_with("genmove ")
    }

    fn answer(&mut self, line: &str) -> String {
        let Some(Request { id, command }) = Request::parse(line) else {
            return String::new();
        };
        let result = command.map_err(|error| error.to_string());
        let result = result.and_then(|command| Ok(self.execute(&command)?));
        format!("{}\n", Response { id, result })
    }

    fn answer_badly(&mut self, fault: &str) -> Vec<u8> {
        match fault {
            "nonsense" => b"= fish\n= and\n? chips\n\n\n= F5\n\n= tea\n\n".to_vec(),
            "twice" => b"= a1\n\n= h8\n\n".to_vec(),
            "binary" => b"= \0\xFF\xC3\x1B[H\n\n= d3\n\n".to_vec(),
            "illegal" => b"= d4\n\n".to_vec(),
            "refuse" => b"? I do not feel like it\n\n".to_vec(),
            "sleep" => b"= d3\n\n".to_vec(),
            answer => format!("= {answer}\n\n").into_bytes(),
        }
    }

    fn banner(&self, line: &str) -> String {
        format!("# {line}, is it?\n\n")
    }
}
