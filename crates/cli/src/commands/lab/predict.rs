//! `outflank lab predict`: how well models predict people's moves.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_engine::{Limits, MAX_LEVEL, SearchOptions};
use outflank_human::HumanModel;
use outflank_othello::{Layout, Shape};
use outflank_training::human::{Hits, HumanGames, HumanMove, Prediction, Predictor};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::train::human::read;
use crate::commands::train::shared::Monitor;
use crate::context::{Context, Verdict};
use crate::options::HashOption;
use crate::output::{grouped, new_table};

/// Width of a rating band.
const BAND: i32 = 200;

#[derive(Args)]
#[command(after_help = "\
Positions with a single legal move are omitted. Each position counts once, up to symmetry, unless \
--all is given. \
`model` sees the engine's evaluation but no search, `search` only the search; `constant blend` \
weights both the same everywhere, `blend` by stage and rating.")]
pub(crate) struct Arguments {
    /// Games between people, with names and years, whose moves are predicted.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Games that the model was trained on. They count for the ratings, but their positions are not
    /// predicted.
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    known: Vec<PathBuf>,

    /// Predict every move, even in positions of --known, as often as each position occurs.
    #[arg(long)]
    all: bool,

    /// A model written by `outflank train human` to use instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Level of the search.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    /// Predict only every N-th position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    #[command(flatten)]
    hash: HashOption,
}

/// The results of a predictor in a rating band.
#[derive(JsonSchema, Serialize)]
pub(super) struct Object {
    /// `model`, `search`, `constant blend` or `blend`.
    predictor: &'static str,
    /// The lowest rating of the band of 200 points; null for all ratings.
    rating: Option<i32>,
    #[serde(flatten)]
    means: Means,
}

/// The results of a predictor.
#[derive(JsonSchema, Serialize)]
struct Means {
    positions: u64,
    /// Share of positions in which the move played was predicted as the likeliest.
    top1: f64,
    /// Share of positions in which the move played was among the three likeliest.
    top3: f64,
    /// Mean of the negative natural logarithm of the probability predicted for the move played.
    log_loss: f64,
}

impl From<&Hits> for Means {
    fn from(hits: &Hits) -> Self {
        let [top1, top3, log_loss] = hits.means();
        Self {
            positions: hits.positions,
            top1,
            top3,
            log_loss,
        }
    }
}

/// The last JSON object: the blend by stage and rating.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    games: usize,
    #[serde(flatten)]
    means: Means,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let read_model;
    let model = match &arguments.model {
        Some(path) => {
            let place = || path.display().to_string();
            let bytes = std::fs::read(path).with_context(place)?;
            read_model = HumanModel::from_bytes(&bytes).with_context(place)?;
            &read_model
        }
        None => HumanModel::shipped(),
    };
    let (games, moves) = context.abandonable(|| arguments.moves())?;
    let options = SearchOptions::default().with_stop(Arc::clone(&context.interrupted));
    let searcher = arguments.hash.searcher(options)?;
    let mut prediction = Prediction::new(model, searcher, Limits::level(arguments.level));
    let template = "{bar:40} {pos}/{len} positions, {eta}";
    let mut monitor = Monitor::new(context).with_bar(Some(moves.len() as u64), template)?;
    let mut bands: BTreeMap<i32, [Hits; 4]> = BTreeMap::new();
    let mut all = [Hits::default(); 4];
    for played in &moves {
        let hits = prediction.predict(played);
        // The scores of an interrupted search would be counted as scores of the full level.
        if context.is_interrupted() {
            break;
        }
        let rating = (played.rating as i32).div_euclid(BAND) * BAND;
        let band = bands.entry(rating).or_default();
        for (number, hits) in hits.iter().enumerate() {
            band[number].add(hits);
            all[number].add(hits);
        }
        let goes_on = monitor.step(|bar| {
            bar.inc(1);
            Ok(())
        });
        if !goes_on {
            break;
        }
    }
    monitor.finish()?;
    report(&bands, &all, context)?;
    let [.., blend] = &all;
    context.finish(&Total {
        total: true,
        games,
        means: blend.into(),
    })
}

impl Arguments {
    /// Returns the number of games, and the moves to predict.
    fn moves(&self) -> Result<(usize, Vec<HumanMove>)> {
        let mut games = HumanGames::default();
        read(&self.known, |record| {
            games.add(record);
        })?;
        let known = games.games();
        read(&self.games, |record| {
            games.add(record);
        })?;
        let count = games.games() - known;
        let mut known_moves = games.rate();
        let mut moves = known_moves.split_off(known).concat();
        if !self.all {
            let layout = Layout::<u64>::new(Shape::STANDARD).context("8x8 fits into 64 bits")?;
            let canonical = |mv: &HumanMove| mv.board.canonical(&layout).0;
            let mut seen: HashSet<_> = known_moves.iter().flatten().map(canonical).collect();
            moves.retain(|mv| seen.insert(canonical(mv)));
        }
        ensure!(
            !moves.is_empty(),
            "no move to predict: expected games on 8x8 with years and the names of their players"
        );
        let every = self.every as usize;
        Ok((count, moves.into_iter().step_by(every).collect()))
    }
}

/// Prints the results of all predictors, by band and overall.
fn report(bands: &BTreeMap<i32, [Hits; 4]>, all: &[Hits; 4], context: &Context) -> Result<()> {
    let header = "predictor|rating|positions|top 1|top 3|log-loss";
    let mut table = new_table(header, [0, 1]);
    let bands = bands.iter().map(|(rating, hits)| (Some(*rating), hits));
    let rows: Vec<(Option<i32>, &[Hits; 4])> = bands.chain([(None, all)]).collect();
    for (number, predictor) in Predictor::ALL.into_iter().enumerate() {
        for (rating, hits) in &rows {
            let means = Means::from(&hits[number]);
            let row = [
                predictor.name().to_owned(),
                rating.map_or("all".to_owned(), |low| format!("{low} to {}", low + BAND)),
                grouped(means.positions),
                format!("{:.1} %", 100.0 * means.top1),
                format!("{:.1} %", 100.0 * means.top3),
                format!("{:.3}", means.log_loss),
            ];
            context.object(&Object {
                predictor: predictor.name(),
                rating: *rating,
                means,
            })?;
            table.add_row(row);
        }
    }
    context.text(table)
}
