//! `outflank lab people`: the discs that people and the human-like opponent lose, by rating.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_engine::{Limits, MAX_LEVEL, SearchOptions};
use outflank_matches::PlayerGames;
use outflank_othello::Color;
use outflank_othello::format::GameRecord;
use outflank_study::people::{Band, Losses, LossesByRating, RatedSide, Topic};
use outflank_study::{Review, Stage};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::train::human::read;
use crate::commands::train::shared::write_file;
use crate::context::{Context, Verdict};
use crate::game_checkpoint::{GameCheckpoint, review_games};
use crate::options::{HashOption, ThreadsOption, check_folder};
use crate::output::{counted, grouped, new_table};

/// Width of a rating band.
const BAND: f64 = 200.0;

#[derive(Args)]
#[command(after_help = "\
All GAMES together rate the people, as in `outflank lab ratings`. Games are drawn at random until \
each band of 200 points has --sides of them, and then reviewed; only moves with a choice count. The \
move probabilities of human@R, at each person's rating, are compared in the same positions.")]
pub(crate) struct Arguments {
    /// Games between people, with names and years.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Review only games from this year or later.
    #[arg(long, value_name = "YEAR")]
    since: Option<u16>,

    /// Games to review for each rating band; each counts for one player.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    sides: u32,

    /// Level of the review.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: u32,

    /// Seed for drawing the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Save the results of games in this file, and resume from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Write the table of people's losses, which reviews use, to this file.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    hash: HashOption,
}

/// Losses in a stage: of the people in a rating band, and of `human@R` at their ratings.
#[derive(JsonSchema, Serialize)]
pub(super) struct Row {
    /// The lowest rating of the band of 200 points.
    rating: i32,
    /// The stage; null for the whole game.
    stage: Option<Stage>,
    moves: f64,
    /// The people's losses per move.
    people: Losses,
    /// The losses per move of `human@R`.
    human: Losses,
    /// Mean probability with which `human@R` plays the person's move.
    agreement: f64,
}

/// Discs lost, by topic of the mistakes.
#[derive(JsonSchema, Serialize)]
pub(super) struct TopicRow {
    /// The lowest rating of the band of 200 points.
    rating: i32,
    topic: Topic,
    /// Discs lost per game.
    discs: f64,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    /// Games reviewed.
    games: usize,
    /// Sides counted.
    sides: usize,
    moves: f64,
    /// Sides whose rating was estimated from their losses.
    estimated: usize,
    /// Share of these sides whose rating lies in the estimated interval.
    in_interval: f64,
    /// Mean width of the interval, in points.
    interval: f64,
    /// Root mean square difference between estimate and rating, in points.
    error: f64,
}

/// The ratings of the sides that count, by game number.
type Ratings = HashMap<usize, [Option<f64>; 2]>;

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    if let Some(path) = &arguments.to {
        check_folder("--to", path)?;
    }
    let (chosen, ratings) = context.abandonable(|| arguments.choose())?;
    ensure!(
        !chosen.is_empty(),
        "no game to review: expected games on 8x8 with years and the names of their players"
    );
    let reviewed = arguments.review(&chosen, &ratings, context)?;
    let games = reviewed.len();
    let sides: Vec<RatedSide> = reviewed.into_iter().flatten().collect();
    let mut bands: BTreeMap<i32, Vec<&RatedSide>> = BTreeMap::new();
    for side in &sides {
        bands.entry(band(side.rating)).or_default().push(side);
    }
    report(&bands, context)?;
    report_topics(&bands, context)?;
    /// A rating from all games, and the estimate from the losses in one game with its interval.
    type Estimate = (f64, [f64; 3]);
    let estimate = |side: &RatedSide| Some((side.rating, side.estimate?));
    let estimates: Vec<Estimate> = sides.iter().filter_map(estimate).collect();
    let mean = |part: &dyn Fn(&Estimate) -> f64| {
        estimates.iter().map(part).sum::<f64>() / estimates.len().max(1) as f64
    };
    let moves = sides.iter().map(|side| all(&side.person.stages).moves);
    let total = Total {
        total: true,
        games,
        sides: sides.len(),
        moves: moves.sum(),
        estimated: estimates.len(),
        in_interval: mean(&|&(rating, [_, low, high])| {
            f64::from(u8::from((low..=high).contains(&rating)))
        }),
        interval: mean(&|&(_, [_, low, high])| high - low),
        error: mean(&|&(rating, [found, ..])| (found - rating).powi(2)).sqrt(),
    };
    let text = format!(
        "{}, {} sides, {} moves with a choice, level {}",
        counted(games, "game"),
        grouped(total.sides as u64),
        grouped(total.moves as u64),
        arguments.level,
    );
    let verdict = context.finish(&total)?;
    context.text(format_args!(
        "{text}\nratings estimated from the losses in a game: {:.1} % of {} in the interval, {:.0} \
         points wide; error {:.0} points",
        100.0 * total.in_interval,
        grouped(total.estimated as u64),
        total.interval,
        total.error
    ))?;
    // Do not write a table from partial data.
    if let (Some(path), Verdict::Done) = (&arguments.to, verdict) {
        let table = LossesByRating {
            made: text,
            bands: bands.values().map(|sides| sum(sides)).collect(),
        };
        write_file(path, serde_json::to_string_pretty(&table)?.as_bytes())?;
    }
    Ok(verdict)
}

impl Arguments {
    /// Draws the games to review. Returns them and the ratings of the sides that count.
    fn choose(&self) -> Result<(Vec<(usize, GameRecord)>, Ratings)> {
        let mut players = PlayerGames::default();
        let mut records = Vec::new();
        read(&self.games, |record| {
            if players.add(&record) {
                records.push(record);
            }
        })?;
        let ratings = players.rate();
        let mut numbered: Vec<(usize, GameRecord)> = records.into_iter().enumerate().collect();
        numbered.retain(|(_, record)| self.since.is_none_or(|since| record.year() >= Some(since)));
        numbered.shuffle(&mut SmallRng::seed_from_u64(self.seed));
        let mut counts: BTreeMap<i32, u32> = BTreeMap::new();
        let mut chosen = Ratings::new();
        numbered.retain(|(number, record)| {
            let ratings = ratings.of_game(record).map(|rating| {
                let rating = rating?.elo;
                let count = counts.entry(band(rating)).or_default();
                *count += 1;
                (*count <= self.sides).then_some(rating)
            });
            chosen.insert(*number, ratings);
            ratings.iter().any(Option::is_some)
        });
        Ok((numbered, chosen))
    }

    /// Reviews games in parallel. Returns the sides of the completed reviews.
    fn review(
        &self,
        chosen: &[(usize, GameRecord)],
        ratings: &Ratings,
        context: &Context,
    ) -> Result<Vec<Vec<RatedSide>>> {
        let (level, seed, sides) = (self.level, self.seed, self.sides);
        let options = format!("level {level}, seed {seed}, sides {sides}");
        let checkpoint = self.checkpoint.as_deref();
        let checkpoint = GameCheckpoint::open(checkpoint, "lab people", &options)?;
        let parallelism = self.threads.on_many_positions();
        let limits = Limits::level(self.level);
        let analyzer =
            parallelism.analyzer(limits, SearchOptions::default(), self.hash, context)?;
        let checkpoint = checkpoint.as_ref();
        let sides = |number: usize, record: &GameRecord, review: &Review| {
            let mut sides = Vec::new();
            for (side, rating) in Color::ALL.into_iter().zip(ratings[&number]) {
                if let Some(rating) = rating {
                    sides.push(RatedSide::of(&record.game, review, side, rating)?);
                }
            }
            Ok(sides)
        };
        review_games(chosen, &analyzer, checkpoint, self.threads, context, sides)
            .context("cannot review games")
    }
}

/// Returns the lowest rating of the band that contains `rating`.
fn band(rating: f64) -> i32 {
    ((rating / BAND).floor() * BAND) as i32
}

fn all(stages: &BTreeMap<Stage, Losses>) -> Losses {
    stages.values().fold(Losses::default(), |mut sum, losses| {
        sum.merge(losses);
        sum
    })
}

/// Returns the losses of the people in a band.
fn sum(sides: &[&RatedSide]) -> Band {
    let mut sum = Band::default();
    for side in sides {
        sum.games += side.person.games;
        sum.rating += side.rating / sides.len() as f64;
        for (&stage, losses) in &side.person.stages {
            sum.stages.entry(stage).or_default().merge(losses);
        }
        for (&topic, discs) in &side.person.topics {
            *sum.topics.entry(topic).or_default() += discs;
        }
    }
    sum
}

/// Prints the losses of people and of the opponent, by band and stage.
fn report(bands: &BTreeMap<i32, Vec<&RatedSide>>, context: &Context) -> Result<()> {
    let header = "rating|stage|moves|discs|human@R|?!|human@R|?|human@R|??|human@R|\
                  best|human@R|agreement";
    let mut table = new_table(header, [0, 1]);
    for (&rating, sides) in bands {
        let people = sum(sides).stages;
        let mut human: BTreeMap<Stage, Losses> = BTreeMap::new();
        for (&stage, losses) in sides.iter().flat_map(|side| &side.opponent) {
            human.entry(stage).or_default().merge(losses);
        }
        for stage in Stage::ALL.into_iter().map(Some).chain([None]) {
            let pick = |of: &BTreeMap<Stage, Losses>| match stage {
                Some(stage) => of.get(&stage).copied().unwrap_or_default(),
                None => all(of),
            };
            let agreed = sides.iter().flat_map(|side| &side.agreement);
            let agreed = agreed.filter(|(of, _)| stage.is_none_or(|stage| stage == **of));
            let agreed: f64 = agreed.map(|(_, sum)| sum).sum();
            let moves = pick(&people).moves;
            if moves == 0.0 {
                continue;
            }
            let row = Row {
                rating,
                stage,
                moves,
                people: pick(&people).per_move(),
                human: pick(&human).per_move(),
                agreement: agreed / moves,
            };
            context.object(&row)?;
            let (a, b) = (&row.people, &row.human);
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            table.add_row([
                format!("{rating} to {}", rating + BAND as i32),
                stage.map_or("all", Stage::name).to_owned(),
                grouped(moves as u64),
                format!("{:.2}", a.discs),
                format!("{:.2}", b.discs),
                percent(a.inaccuracies),
                percent(b.inaccuracies),
                percent(a.mistakes),
                percent(b.mistakes),
                percent(a.blunders),
                percent(b.blunders),
                percent(a.best_moves),
                percent(b.best_moves),
                percent(row.agreement),
            ]);
        }
    }
    context.text(table)?;
    context.text("")
}

/// Prints the discs that people lose per game, by topic of the mistakes.
fn report_topics(bands: &BTreeMap<i32, Vec<&RatedSide>>, context: &Context) -> Result<()> {
    let names = Topic::ALL.map(Topic::name).join("|");
    let mut table = new_table(&format!("discs per game|{names}"), [0]);
    for (&rating, sides) in bands {
        let sum = sum(sides);
        let mut cells = vec![format!("{rating} to {}", rating + BAND as i32)];
        for topic in Topic::ALL {
            let discs = sum.topics.get(&topic).copied().unwrap_or(0.0) / sum.games;
            context.object(&TopicRow {
                rating,
                topic,
                discs,
            })?;
            cells.push(format!("{discs:.1}"));
        }
        table.add_row(cells);
    }
    context.text(table)?;
    context.text("")
}
