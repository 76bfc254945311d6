//! GTP.

use outflank_othello::{Color, Game, Move, Shape, Square};

use crate::Protocol;
use crate::manners::Manners;

pub(crate) struct Engine {
    no_pass: bool,
    from_bottom: bool,
    game: Game,
}

impl Engine {
    pub(crate) fn new(manners: &Manners) -> Self {
        Self {
            no_pass: manners.no_pass,
            from_bottom: manners.from_bottom,
            game: Game::new(Shape::STANDARD),
        }
    }

    /// The answer to a command: the text, or why it is refused.
    fn obey(&mut self, command: &str) -> Result<String, &'static str> {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["protocol_version"] => Ok("2".to_owned()),
            ["name"] => Ok("First Move".to_owned()),
            ["list_commands"] => Ok("protocol_version\nname\nlist_commands\nboardsize\n\
                clear_board\nplay\ngenmove\ntime_settings\ntime_left\nquit"
                .to_owned()),
            ["boardsize", side] => {
                let side = side.parse().map_err(|_| "syntax error")?;
                let shape = Shape::new(side, side).map_err(|_| "unacceptable size")?;
                self.game = Game::new(shape);
                Ok(String::new())
            }
            ["clear_board"] => {
                self.game = Game::new(self.game.shape());
                Ok(String::new())
            }
            ["play", color, "pass"] => self.pass(read_color(color)?),
            ["play", color, square] => self.play(read_color(color)?, square),
            ["genmove", color] => self.genmove(read_color(color)?),
            ["time_settings", a, b, c] => {
                let whole = [a, b, c].iter().all(|text| text.parse::<u32>().is_ok());
                whole.then(String::new).ok_or("syntax error")
            }
            ["time_left", color, a, b] => {
                read_color(color)?;
                let whole = [a, b].iter().all(|text| text.parse::<u32>().is_ok());
                whole.then(String::new).ok_or("syntax error")
            }
            ["quit"] => Ok(String::new()),
            _ => Err("unknown command"),
        }
    }

    /// The square of ours that is the program's, and the other way round.
    fn turned(&self, square: Square) -> Option<Square> {
        let rows = self.game.shape().height();
        let row = match self.from_bottom {
            true => rows.checked_sub(square.row() + 1)?,
            false => square.row(),
        };
        Square::new(square.column(), row)
    }

    fn play(&mut self, side: Color, square: &str) -> Result<String, &'static str> {
        if self.game.is_over() || side != self.game.position().mover() {
            return Err("not the mover");
        }
        let square = square.parse().map_err(|_| "syntax error")?;
        let square = self.turned(square).ok_or("illegal move")?;
        self.game.play(square).map_err(|_| "illegal move")?;
        Ok(String::new())
    }

    /// The board here passes of itself; what is told must be what happened.
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
        if side != position.mover() {
            return Ok("pass".to_owned());
        }
        let Some(square) = position.legal_moves().first() else {
            return Ok("pass".to_owned());
        };
        self.game.play(square).map_err(|_| "illegal move")?;
        let named = self.turned(square).ok_or("illegal move")?;
        Ok(named.to_string().to_uppercase())
    }
}

fn read_color(text: &str) -> Result<Color, &'static str> {
    match text {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("syntax error"),
    }
}

impl Protocol for Engine {
    fn asks_for_move(&self, line: &str) -> bool {
        line.starts_with("genmove ")
    }

    fn answer(&mut self, line: &str) -> String {
        match self.obey(line) {
            Ok(text) => format!("= {text}\n\n"),
            Err(message) => format!("? {message}\n\n"),
        }
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
