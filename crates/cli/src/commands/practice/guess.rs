//! `outflank practice guess`: guess the moves of a game, for points.

use anyhow::Result;
use clap::{Args, ValueEnum};
use outflank_engine::ScoredMove;
use outflank_othello::{Color, Move, Position};
use outflank_study::guess::{Guess, GuessTotal, MOST_POINTS};
use outflank_study::{Analyzer, BookScores};
use schemars::JsonSchema;
use serde::Serialize;

use super::read_move;
use crate::analysis_options::AnalysisArguments;
use crate::context::{Context, Verdict};
use crate::game_choice::GameChoice;
use crate::game_filter::GameFilterOptions;
use crate::input_lines::InputLines;

#[derive(Args)]
#[command(after_help = "\
Guess with a square; an empty line or `quit` ends the game. A guess scores 10 points, less \
one for each disc that it loses against the best move.")]
pub(crate) struct Arguments {
    /// A file of games, recognised by its content, an archive of `outflank db`, or a
    /// transcript.
    game: String,

    /// Number of the game in the file, starting at 1; with --player, the N-th game of
    /// this player.
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// The side whose moves you guess.
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,

    /// Number of the first move that you guess, counting passes.
    #[arg(long, value_name = "PLY", default_value_t = 9)]
    from: usize,

    #[command(flatten)]
    filter: GameFilterOptions,

    #[command(flatten)]
    analysis: AnalysisArguments,
}

/// A value of `--side`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
}

impl Side {
    fn includes(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
        }
    }
}

/// A move to guess.
#[derive(JsonSchema, Serialize)]
pub(super) struct AskedMove {
    /// Number of the move, from 1, counting passes.
    ply: usize,
    mover: Color,
    position: String,
    /// The previous move.
    last: Option<Move>,
}

/// A guess.
#[derive(JsonSchema, Serialize)]
pub(super) struct JudgedGuess {
    ply: usize,
    #[serde(flatten)]
    guess: Guess,
    exact: bool,
}

/// Totals of the game.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    #[serde(flatten)]
    points: GuessTotal,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let choice = GameChoice {
        name: &arguments.game,
        number: arguments.number,
        filter: &arguments.filter,
        shape: arguments.analysis.engine.board.shape,
    };
    anyhow::ensure!(
        arguments.game != "-",
        "standard input is for the guesses: expected a file or a transcript"
    );
    let game = context.abandonable(|| choice.read())?.game;
    let analysis = &arguments.analysis;
    analysis.options.check_exact(game.start().empties().len())?;
    let parallelism = analysis.engine.threads.on_one_position();
    let searched = analysis.analyzer(game.shape(), parallelism, context)?;
    let analyzer = BookScores::new(analysis.book().open()?, &*searched);
    let mut input = InputLines::new(context)?;
    let mut points = GuessTotal::default();
    let mut last = None;
    for (index, (position, mv)) in game.plies().enumerate() {
        let (ply, before) = (index + 1, last.replace(mv));
        let Move::Place(played) = mv else { continue };
        let is_asked = ply >= arguments.from && arguments.side.includes(position.mover());
        if !is_asked || position.legal_moves().len() < 2 {
            continue;
        }
        ask(ply, position, before, context)?;
        let Some(guess) = read_move(position, &mut input, context)? else {
            break;
        };
        let Some(moves) = analyzer.score_moves(position) else {
            break;
        };
        let Some(guess) = Guess::judge(position, &moves, guess, played) else {
            continue;
        };
        points.add(&guess);
        context.text(text(&guess))?;
        let exact = moves.iter().all(ScoredMove::is_exact);
        context.object(&JudgedGuess { ply, guess, exact })?;
    }
    context.text(format_args!(
        "{} of {} points, {} of {} moves of the game; the players: {} points",
        points.points, points.most_points, points.matched, points.guesses, points.played_points
    ))?;
    let total = true;
    context.finish(&Total { total, points })
}

fn ask(ply: usize, position: &Position, last: Option<Move>, context: &Context) -> Result<()> {
    let mover = position.mover();
    let before = last.map_or(String::new(), |mv| format!(" after {mv}"));
    let diagram = position.diagram();
    context.text(format_args!(
        "{diagram}\nmove {ply}{before}, {mover} to move:"
    ))?;
    context.object(&AskedMove {
        ply,
        mover,
        position: position.to_string(),
        last,
    })
}

fn text(guess: &Guess) -> String {
    let mut text = format!(
        "{} of {MOST_POINTS} points: {} ({:+.2})",
        guess.points, guess.guess, guess.score
    );
    if guess.points < MOST_POINTS {
        text.push_str(&format!(
            "; best is {} ({:+.2})",
            guess.best, guess.best_score
        ));
    }
    if guess.played != guess.guess {
        text.push_str(&format!("; the game went {}", guess.played));
    }
    if let Some(reason) = &guess.reason {
        text.push_str(&format!("\n{}: {reason}", guess.guess));
    }
    text.push('\n');
    text
}
