//! `outflank play`: a game against the engine.
//!
//! `session` holds the game and the players. The terminal interface consists of `state`, a state
//! machine of events and effects; `layout` and `view`, which draw the state; and `terminal`, which
//! connects the state to input and threads. `plain` is the line-based interface. `engine` runs the
//! engine.

mod engine;
mod layout;
mod plain;
mod save;
mod session;
mod state;
mod terminal;
mod view;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Result, ensure};
use clap::Args;
use outflank_engine::{DEFAULT_EXACT_FROM, Limits, SearchOptions, Searcher};
use outflank_human::{FULL_STRENGTH_LEVEL, HumanRating};
use outflank_othello::Shape;
use outflank_study::opponent::{self as study, Style};
use outflank_textbook::TextbookPlayer;

use crate::context::{Context, Verdict};
use crate::input::parse_game;
use crate::limit_options::{LimitOptions, OwnEngine, PlayOptions};
use crate::options::{BoardOption, read_evaluation};
use engine::{Opponent, OutflankOpponent, TextbookOpponent};
pub(super) use plain::LINES;
use session::{HumanSide, PlaySession};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Starting position: `start`, a transcript, or a board in OBF.
    #[arg(default_value = "start")]
    position: String,

    /// Starting position, as an option.
    #[arg(
        long = "position",
        value_name = "POSITION",
        conflicts_with = "position",
        allow_hyphen_values = true
    )]
    position_option: Option<String>,

    /// The side you play.
    #[arg(long, value_enum, default_value_t = HumanSide::Black)]
    color: HumanSide,

    /// Engine: outflank; human@RATING, which plays like people with a rating from 400 to 2400 (or
    /// human@LEVEL: first-game, beginner, casual, club, tournament, master or full-strength); or a
    /// textbook player such as textbook:phased@5, or textbook:phased=FILE@5 with parameters from a
    /// file.
    #[arg(long, value_name = "ENGINE", default_value = "outflank", value_parser = EngineName::parse)]
    engine: EngineName,

    /// Use the line-based interface; the default if input or output is not a terminal.
    #[arg(long)]
    plain: bool,

    /// Draw with ASCII characters only.
    #[arg(long)]
    ascii: bool,

    /// File to save the game to, in the format of its extension (.txt, .wtb, .obf, .ggf, .sgf or
    /// .pgn). The line-based interface saves at the end, the terminal interface when you press `s`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    play: PlayOptions,
}

/// Size of a human-like opponent's transposition table in MiB.
const HUMAN_HASH: usize = 4;

/// A value of `--engine`.
#[derive(Clone, Debug)]
enum EngineName {
    Own(OwnEngine),
    Textbook(TextbookPlayer),
}

impl EngineName {
    fn parse(text: &str) -> Result<Self, String> {
        if let Some(own) = OwnEngine::parse(text) {
            return own.map(Self::Own);
        }
        // A file name may contain `@`, but a limit cannot.
        let (label, depth) = text.rsplit_once('@').unwrap_or((text, ""));
        let Some((label, file)) = label.split_once('=') else {
            let player = text.parse().map(Self::Textbook);
            return player.map_err(|error| format!("{error}, outflank, or human@RATING"));
        };
        let player: Result<TextbookPlayer, _> = format!("{label}@{depth}").parse();
        let mut player = player.map_err(|error| format!("{error}, outflank, or human@RATING"))?;
        let kind = player.evaluation.kind();
        let evaluation = read_evaluation(kind, Some(Path::new(file)));
        player.evaluation = evaluation.map_err(|error| format!("{error:#}"))?;
        player.file = Some(file.to_owned());
        Ok(Self::Textbook(player))
    }
}

impl Arguments {
    fn session(&self) -> Result<PlaySession> {
        let position = self.position_option.as_ref().unwrap_or(&self.position);
        let game = parse_game(position, self.board.shape)?;
        if let Some(path) = &self.save {
            save::format_of(path)?;
        }
        Ok(PlaySession::new(game, self.color, self.save.clone()))
    }

    fn engine(&self) -> Result<Opponent> {
        match &self.engine {
            EngineName::Own(OwnEngine::Outflank) => self.outflank(self.play.limits),
            EngineName::Own(OwnEngine::FullStrength) => {
                self.outflank(self.play.limits.or_level(FULL_STRENGTH_LEVEL))
            }
            EngineName::Own(OwnEngine::Human(rating)) => self.human(*rating),
            EngineName::Textbook(player) => self.textbook(player.clone()),
        }
    }

    fn human(&self, rating: HumanRating) -> Result<Opponent> {
        ensure!(
            self.play.limits.given().is_none() && !self.play.weights.is_given(),
            "--level, --depth, --time, --nodes, --exact and --weights do not apply to \
             human@{rating}, whose rating sets its strength"
        );
        let shape = self.board.shape;
        ensure!(
            shape == Shape::STANDARD,
            "human@{rating} plays on 8x8 only: found --board {shape}"
        );
        let searcher = Searcher::new(SearchOptions::default().with_hash(HUMAN_HASH))?;
        Ok(Opponent::Outflank(OutflankOpponent {
            name: format!("human@{rating}"),
            limits: Limits::default(),
            opponent: study::Opponent::new(Style::Human(rating), rand::random()),
            searcher: Arc::new(Mutex::new(searcher)),
        }))
    }

    fn outflank(&self, limits: LimitOptions) -> Result<Opponent> {
        let options = SearchOptions::default().with_threads(self.play.threads.count());
        let options = self.play.weights.apply(options, self.board.shape)?;
        let searcher = self.play.hash.searcher(options)?;
        Ok(Opponent::Outflank(OutflankOpponent {
            name: format!("outflank{}", limits.label()),
            limits: limits.limits(),
            opponent: study::Opponent {
                book: self.play.book.open()?,
                ..study::Opponent::new(Style::Best, rand::random())
            },
            searcher: Arc::new(Mutex::new(searcher)),
        }))
    }

    fn textbook(&self, mut player: TextbookPlayer) -> Result<Opponent> {
        let limits = &self.play.limits;
        ensure!(
            limits.level.is_none()
                && limits.nodes.is_none()
                && !self.play.weights.is_given()
                && !self.play.book.is_given(),
            "--level, --nodes, --weights and --book apply to outflank, not to {player}"
        );
        if let Some(depth) = limits.depth {
            player.depth = depth;
        }
        Ok(Opponent::Textbook(TextbookOpponent {
            player,
            time: limits.time,
            exact_from: limits.exact.unwrap_or(DEFAULT_EXACT_FROM) as usize,
        }))
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let session = arguments.session()?;
    let engine = arguments.engine()?;
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if arguments.plain || context.is_json() || !is_terminal {
        plain::run(session, &engine, context)
    } else {
        terminal::run(session, engine, arguments.ascii, context)
    }
}
