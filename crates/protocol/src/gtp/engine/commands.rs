//! Execution of commands.

use crate::gtp::{Command, expected, vertex};
use crate::quoted;
use outflank_engine::{Limits, MAX_LEVEL, ScoredMove, SearchRequest, SearchResult};
use outflank_othello::{Color, Move, Position, Shape};

use super::{Gtp, Purpose};
use crate::history::History;
use crate::time_left::with_level;

/// The name of the game in `list_games`.
const GAME: &str = "Othello";

/// The effect of a command.
pub(super) enum Reply {
    /// The text of the response.
    Text(String),
    /// A search. Its result is the response.
    Search(Box<SearchRequest>, Purpose),
    /// An empty response that ends the conversation.
    Quit,
}

impl Gtp {
    /// Executes a command. An error becomes the message of the response.
    pub(super) fn execute(&mut self, command: &Command) -> Result<Reply, String> {
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => "Outflank".to_owned(),
            Command::Version => env!("CARGO_PKG_VERSION").to_owned(),
            Command::KnownCommand(name) => Command::NAMES.contains(&&**name).to_string(),
            Command::ListCommands => Command::NAMES.join("\n"),
            Command::ListGames => GAME.to_owned(),
            Command::SetGame(name) if name.eq_ignore_ascii_case(GAME) => String::new(),
            Command::SetGame(name) => {
                let name = quoted(name);
                return Err(format!("unsupported game {name}: expected {GAME}"));
            }
            Command::Quit => return Ok(Reply::Quit),
            Command::BoardSize(shape) => self.start(*shape),
            Command::ClearBoard => self.start(self.history.position().shape()),
            Command::Komi(_) => String::new(),
            Command::Level(level) => {
                if !(1..=MAX_LEVEL).contains(level) {
                    return Err(expected("a level from 1 to 60", &level.to_string()));
                }
                self.limits = Some(with_level(self.limits, *level));
                String::new()
            }
            Command::Play(color, mv) => {
                illegal(self.history.play(*color, *mv))?;
                String::new()
            }
            Command::Undo if self.history.undo() => String::new(),
            Command::Undo => return Err("cannot undo: no move was played".to_owned()),
            Command::GenMove(color) => return self.generate(*color, Purpose::Play),
            Command::RegGenMove(color) => return self.generate(*color, Purpose::Suggest),
            Command::Analyze { color, count } => return self.analyze(*color, *count),
            Command::TimeSettings {
                main,
                period,
                stones,
            } => {
                self.clocks.set(*main, *period, *stones);
                String::new()
            }
            Command::TimeLeft {
                color,
                time,
                stones,
            } => {
                self.clocks.set_left(*color, *time, *stones);
                String::new()
            }
            Command::ShowBoard => self.board(),
            Command::FinalScore => self.final_score()?,
        };
        Ok(Reply::Text(text))
    }

    /// Starts a game on a board, and returns an empty response.
    fn start(&mut self, shape: Shape) -> String {
        self.history = History::new(Position::start(shape));
        self.clocks.restart();
        String::new()
    }

    /// Searches for a move; responds `pass` if there is none.
    fn generate(&mut self, color: Color, purpose: Purpose) -> Result<Reply, String> {
        let position = illegal(self.history.turn_of(color))?;
        if position.legal_moves().is_empty() {
            if purpose == Purpose::Play {
                illegal(self.history.play(color, Move::Pass))?;
            }
            return Ok(Reply::Text("pass".to_owned()));
        }
        let limits = self.clocks.left(color).limits(self.limits);
        let request = SearchRequest::new(&position, limits);
        Ok(Reply::Search(Box::new(request), purpose))
    }

    fn analyze(&self, color: Option<Color>, count: usize) -> Result<Reply, String> {
        let color = color.unwrap_or_else(|| self.history.position().mover());
        let position = illegal(self.history.turn_of(color))?;
        if position.legal_moves().is_empty() {
            return Err(format!("{color} has no legal move"));
        }
        let request = SearchRequest::new(&position, Limits::UNLIMITED).best_moves(count);
        Ok(Reply::Search(Box::new(request), Purpose::Analysis))
    }

    /// Finishes a search for a move, and returns the response.
    pub(super) fn best_move(
        &mut self,
        request: &SearchRequest,
        purpose: Purpose,
        found: &SearchResult,
    ) -> Result<String, String> {
        let position = &request.position;
        let best = found.moves.first().map(|found| found.square);
        // A search stopped at the start has no result.
        let square = best
            .or_else(|| position.legal_moves().first())
            .ok_or("no legal move was found")?;
        if purpose == Purpose::Play {
            let (mover, mv) = (position.mover(), Move::Place(square));
            illegal(self.history.play(mover, mv))?;
            self.clocks.spend(mover, found.elapsed);
        }
        Ok(vertex(square))
    }

    /// Returns the board and the side to move, without empty lines.
    fn board(&self) -> String {
        let position = self.history.position();
        let [black, white] = Color::ALL.map(|color| position.count(color));
        let turn = if position.is_over() {
            "the game is over".to_owned()
        } else if position.must_pass() {
            format!("{} must pass", position.mover())
        } else {
            format!("{} to move", position.mover())
        };
        let diagram = position.diagram().to_string();
        let diagram = diagram.trim_end();
        format!("\n{diagram}\nX Black {black}, O White {white}: {turn}")
    }

    fn final_score(&self) -> Result<String, String> {
        let position = self.history.position();
        if !position.is_over() {
            return Err("cannot score: the game is not over".to_owned());
        }
        Ok(match position.score(Color::Black) {
            0 => "0".to_owned(),
            black @ 1.. => format!("B+{black}"),
            black => format!("W+{}", -black),
        })
    }
}

/// Prefixes an error with `illegal move`.
fn illegal<T>(result: Result<T, String>) -> Result<T, String> {
    result.map_err(|error| format!("illegal move: {error}"))
}

/// Formats the result of a completed depth as an analysis line.
pub(super) fn analysis_line(found: &SearchResult) -> String {
    let info = |(order, mv): (usize, &ScoredMove)| {
        let pv: Vec<String> = mv.pv.iter().copied().map(vertex).collect();
        format!(
            "info move {} score {:.2} exact {} depth {} selectivity {} order {order} nodes {} \
             seconds {:.2} pv {}",
            vertex(mv.square),
            mv.discs(),
            mv.is_exact(),
            mv.depth,
            mv.selectivity.percent(),
            found.nodes,
            found.elapsed.as_secs_f64(),
            pv.join(" ")
        )
    };
    let infos: Vec<String> = found.moves.iter().enumerate().map(info).collect();
    infos.join(" ")
}
