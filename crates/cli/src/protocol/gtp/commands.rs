//! What each command does.

use std::time::Duration;

use outflank_engine::Reach;
use outflank_othello::{Color, Move, Shape};

use super::request::{self, Failure, Request, quoted};
use super::{Gtp, Purpose};
use crate::protocol::{SearchRequest, TimeLeft};

/// All commands, in the order of `list_commands`.
pub(super) const COMMANDS: [&str; 21] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "list_games",
    "name",
    "outflank-analyze",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The name of the game, as `list_games` gives it.
const GAME: &str = "Othello";

/// Longest time that a clock shows.
const MOST_SECONDS: f64 = 1e9;

/// What follows from a command.
pub(super) enum Reply {
    /// This answer.
    Text(String),
    /// The answer that the search gives.
    Search(Box<SearchRequest>, Purpose),
    /// An empty answer and the end.
    Quit,
}

impl From<&str> for Reply {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// The reply to a command without an answer.
const fn done() -> Reply {
    Reply::Text(String::new())
}

impl Gtp {
    /// Does what a command says.
    pub(super) fn reply(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        match request.command {
            "protocol_version" => Ok("2".into()),
            "name" => Ok("Outflank".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => {
                let [name] = request.arguments(["COMMAND"])?;
                Ok(COMMANDS.contains(&name).to_string().into())
            }
            "list_commands" => Ok(COMMANDS.join("\n").into()),
            "list_games" => Ok(GAME.into()),
            "set_game" => set_game(request),
            "quit" => Ok(Reply::Quit),
            "boardsize" => self.set_size(request),
            "clear_board" => {
                self.start(self.shape());
                Ok(done())
            }
            "komi" => {
                let [komi] = request.arguments(["KOMI"])?;
                let _komi: f64 = request::number(komi, "a number")?;
                Ok(done())
            }
            "level" => self.set_level(request),
            "play" => self.play(request),
            "undo" if self.history.undo() => Ok(done()),
            "undo" => Err(Failure::new("cannot undo: no move was played")),
            "genmove" => self.generate(request, Purpose::Play),
            "reg_genmove" => self.generate(request, Purpose::Name),
            "outflank-analyze" => self.analyze(request),
            "time_settings" => self.set_time(request),
            "time_left" => self.set_time_left(request),
            "showboard" => Ok(self.shown_board().into()),
            "final_score" => self.final_score(),
            other => Err(Failure::new(format!("unknown command {}", quoted(other)))),
        }
    }

    /// `boardsize 8`, `boardsize 9 7` or `boardsize 9x7`.
    fn set_size(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        const SIDE: &str = "a number of squares";
        let unacceptable = |error| Failure::new(format!("unacceptable size: {error}"));
        let sides = |width, height| {
            Shape::new(width, height).map_err(|error| unacceptable(error.to_string()))
        };
        let shape = match request.all_arguments() {
            [side] if side.contains('x') => {
                let shape = side.parse::<Shape>();
                shape.map_err(|error| unacceptable(error.message().to_owned()))?
            }
            [side] => {
                let side = request::number(side, SIDE)?;
                sides(side, side)?
            }
            [width, height] => sides(
                request::number(width, SIDE)?,
                request::number(height, SIDE)?,
            )?,
            _ => {
                return Err(Failure::new(
                    "syntax error: expected boardsize WIDTH [HEIGHT]",
                ));
            }
        };
        self.start(shape);
        Ok(done())
    }

    fn set_level(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        const LEVEL: &str = "a level from 1 to 60";
        let [word] = request.arguments(["LEVEL"])?;
        let level: u32 = request::number(word, LEVEL)?;
        if !(1..=Reach::MOST_LEVEL).contains(&level) {
            return Err(Failure::expected(LEVEL, word));
        }
        self.strength.reach = Some(Reach::level(level));
        Ok(done())
    }

    fn play(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        let [color, mv] = request.arguments(["COLOR", "SQUARE"])?;
        self.history
            .play(request::color(color)?, request::mv(mv)?)?;
        Ok(done())
    }

    /// Looks for a move; the answer is `pass` where there is none.
    fn generate(&mut self, request: &Request<'_>, purpose: Purpose) -> Result<Reply, Failure> {
        let [color] = request.arguments(["COLOR"])?;
        let color = request::color(color)?;
        let position = self.history.turn_of(color)?;
        if position.legal_moves().is_empty() {
            if purpose == Purpose::Play {
                self.history.play(color, Move::Pass)?;
            }
            return Ok("pass".into());
        }
        Ok(Reply::Search(
            Box::new(self.request(color, position)),
            purpose,
        ))
    }

    /// `outflank-analyze [COLOR] [COUNT]`.
    fn analyze(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        const COUNT: &str = "a number of moves";
        let mover = self.history.position().mover();
        let (color, multi_pv) = match *request.all_arguments() {
            [] => (mover, 1),
            [color, count] => (request::color(color)?, request::number(count, COUNT)?),
            [word] => match word.parse() {
                Ok(count) => (mover, count),
                Err(_) => (request::color(word)?, 1),
            },
            _ => {
                let expected = "syntax error: expected outflank-analyze [COLOR] [COUNT]";
                return Err(Failure::new(expected));
            }
        };
        let position = self.history.turn_of(color)?;
        if position.legal_moves().is_empty() {
            return Err(Failure::new(format!("{color} has no legal move")));
        }
        let mut limit = self.strength.limit(TimeLeft::Unlimited);
        (limit.reach, limit.move_time) = (Reach::UNLIMITED, None);
        let request = SearchRequest {
            position,
            limit,
            multi_pv: multi_pv.max(1),
        };
        Ok(Reply::Search(Box::new(request), Purpose::Analysis))
    }

    fn set_time(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        let [main, period, moves] = request.arguments(["MAIN", "PERIOD", "STONES"])?;
        let (main, period) = (seconds(main)?, seconds(period)?);
        self.clocks.set(main, period, stones(moves)?);
        Ok(done())
    }

    fn set_time_left(&mut self, request: &Request<'_>) -> Result<Reply, Failure> {
        let [color, time, moves] = request.arguments(["COLOR", "TIME", "STONES"])?;
        let (color, time) = (request::color(color)?, seconds(time)?);
        self.clocks.tell(color, time, stones(moves)?);
        Ok(done())
    }

    /// The board and whose turn it is. No line of it is empty.
    fn shown_board(&self) -> String {
        let position = self.history.position();
        let discs = |color| position.count(color);
        let turn = if position.is_over() {
            "the game is over".to_owned()
        } else if position.must_pass() {
            format!("{} must pass", position.mover())
        } else {
            format!("{} to move", position.mover())
        };
        let diagram = position.diagram().to_string();
        format!(
            "\n{}\nX Black {}, O White {}: {turn}",
            diagram.trim_end(),
            discs(Color::Black),
            discs(Color::White)
        )
    }

    fn final_score(&self) -> Result<Reply, Failure> {
        let position = self.history.position();
        if !position.is_over() {
            return Err(Failure::new("cannot score: the game is not over"));
        }
        Ok(match position.score(Color::Black) {
            0 => "0".into(),
            black @ 1.. => format!("B+{black}").into(),
            black => format!("W+{}", -black).into(),
        })
    }
}

fn set_game(request: &Request<'_>) -> Result<Reply, Failure> {
    let [name] = request.arguments(["GAME"])?;
    if name.eq_ignore_ascii_case(GAME) {
        return Ok(done());
    }
    let name = quoted(name);
    Err(Failure::new(format!(
        "unsupported game {name}: expected {GAME}"
    )))
}

/// Reads a time. Some clients give parts of a second.
fn seconds(word: &str) -> Result<Duration, Failure> {
    let seconds: Option<f64> = word.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    let expected = || Failure::expected("a number of seconds", word);
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

/// Reads a number of moves.
fn stones(word: &str) -> Result<u32, Failure> {
    request::number(word, "a number of stones")
}

#[cfg(test)]
mod tests {
    use super::COMMANDS;

    #[test]
    fn commands_are_listed_once_and_in_order() {
        assert!(COMMANDS.is_sorted_by(|a, b| a < b));
    }
}
