//! `outflank train human`: the model of human moves.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_human::HumanModel;
use outflank_othello::Shape;
use outflank_othello::format::{GameRecord, open_game_file};
use outflank_training::Checkpoint;
use outflank_training::human::{HumanGames, HumanMove, HumanSettings, HumanTrainer};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{Monitor, write_file};
use crate::context::{Context, Verdict};
use crate::output::{counted, grouped};

#[derive(Args)]
#[command(after_help = "\
The players are rated from the same games, as `outflank lab ratings` does; programs are left out. \
Measure the model on games of other years with `outflank lab predict`.")]
pub(crate) struct Arguments {
    /// Games of people, with names and years: WTHOR, GGF, SGF or PGN.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// File to write the model to.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Checkpoint: resume from it if it exists, and save to it every ten minutes and at the end.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Number of epochs.
    #[arg(long, value_name = "N", default_value_t = HumanSettings::default().epochs, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,

    /// Seed of the initial weights and of the order of the moves.
    #[arg(long, value_name = "N", default_value_t = HumanSettings::default().seed)]
    seed: u64,
}

/// The result.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    games: u64,
    /// Number of moves that people chose among several legal moves.
    moves: u64,
    /// Number of moves learned, over all epochs.
    learned: u64,
    /// Mean log-loss in the last epoch, measured on each move before learning from it.
    log_loss: f64,
    /// Size of the file in bytes; 0 if none was written.
    bytes: u64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    crate::options::check_folder("--to", &arguments.to)?;
    let (count, moves) = context.abandonable(|| arguments.moves())?;
    ensure!(
        !moves.is_empty(),
        "no move to learn from: expected games on 8x8 with years and the names of their players"
    );
    let text = format!(
        "{}, {}",
        counted(count, "game"),
        counted(moves.len(), "move")
    );
    context.text(&text)?;

    let settings = HumanSettings {
        epochs: arguments.epochs,
        seed: arguments.seed,
        ..HumanSettings::default()
    };
    let mut trainer = HumanTrainer::new(&moves, settings).with_stop(context.interrupted.clone());
    if let Some(path) = &arguments.checkpoint {
        trainer = trainer.with_checkpoint(Checkpoint::new(path, Duration::from_secs(600)));
    }
    let steps = moves.len() as u64 * u64::from(arguments.epochs);
    let template = "{bar:40} {pos}/{len} moves, log-loss {msg}, {eta}";
    let mut monitor = Monitor::new(context).with_bar(Some(steps), template)?;
    let trained = trainer.train(|progress| {
        monitor.step(|bar| {
            bar.set_position(progress.step);
            bar.set_message(format!("{:.4}", progress.log_loss));
            Ok(())
        })
    });
    monitor.finish()?;
    let trained = trained?;
    let (learned, log_loss) = (trained.progress.step, trained.progress.log_loss);
    let total = |bytes| Total {
        total: true,
        games: count as u64,
        moves: moves.len() as u64,
        learned,
        log_loss,
        bytes,
    };
    // The learning rates fall to 0 only at the end: an earlier model is not fit for play.
    if learned < steps {
        let note = match arguments.checkpoint {
            Some(_) => ": run the same command to resume",
            None => "",
        };
        context.text(format_args!(
            "interrupted after {} of {} moves{note}; no model was written",
            grouped(learned),
            grouped(steps)
        ))?;
        return context.finish(&total(0));
    }
    let description = format!(
        "{text}; epochs {}, seed {}",
        arguments.epochs, arguments.seed
    );
    let bytes =
        context.abandonable(|| Ok(HumanModel::new(description, trained.weights).to_bytes()?))?;
    write_file(&arguments.to, &bytes)?;
    let verdict = context.finish(&total(bytes.len() as u64))?;
    context.text(format_args!(
        "log-loss {log_loss:.4}; {} bytes in {}",
        grouped(bytes.len() as u64),
        arguments.to.display()
    ))?;
    Ok(verdict)
}

impl Arguments {
    /// Returns the number of games, and the moves to learn from.
    fn moves(&self) -> Result<(usize, Vec<HumanMove>)> {
        let mut games = HumanGames::default();
        read(&self.games, |record| {
            games.add(record);
        })?;
        Ok((games.games(), games.rate().concat()))
    }
}

/// Calls `on_game` with each valid game of the files.
pub(crate) fn read(paths: &[PathBuf], mut on_game: impl FnMut(GameRecord)) -> Result<()> {
    for path in paths {
        for game in open_game_file(path, Shape::STANDARD)? {
            if let Ok(parsed) = game.with_context(|| path.display().to_string())?.game
                && parsed.record.game.shape() == Shape::STANDARD
            {
                on_game(parsed.record);
            }
        }
    }
    Ok(())
}
