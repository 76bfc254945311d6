//! The JSON objects of `outflank match`.

use outflank_matches::{
    Adjudication, CrossTable, Ending, ForfeitCounts, GamePair, Pairing, PlayedGame, RatingList,
    Sprt, SprtState, Tally,
};
use outflank_othello::{Game, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::Outcome;

/// One game.
#[derive(JsonSchema, Serialize)]
pub(super) struct GameLine<'a> {
    /// 1-based number in the order of the tournament.
    game: usize,
    /// 1-based number; the two games of a pair have the same opening.
    pair: usize,
    /// 1-based number of the opening.
    opening: usize,
    black: &'a str,
    white: &'a str,
    /// Final disc difference for Black, empties going to the winner.
    black_score: i32,
    /// `black`, `white`, or null for a draw.
    winner: Option<&'static str>,
    ending: Ending,
    /// The reason for a forfeit; null if there was none.
    reason: Option<&'a str>,
    /// `start`, or the start position in OBF.
    start: String,
    /// Number of moves of the opening.
    opening_moves: usize,
    moves: String,
    /// The mover's score of each move after the opening, in discs; null if unknown.
    evaluations: &'a [Option<f32>],
}

impl<'a> GameLine<'a> {
    pub(super) fn both(pair: &'a GamePair, names: &'a [String], openings: &[Game]) -> [Self; 2] {
        let (first, second) = (&names[pair.pairing.first], &names[pair.pairing.second]);
        [(0, first, second), (1, second, first)].map(|(round, black, white)| {
            let game = &pair.games[round];
            let black_score = game.black_score;
            Self {
                game: 2 * pair.number + round + 1,
                pair: pair.number + 1,
                opening: pair.opening + 1,
                black,
                white,
                black_score,
                winner: match black_score {
                    1.. => Some("black"),
                    0 => None,
                    _ => Some("white"),
                },
                ending: game.ending(),
                reason: game.forfeit.as_ref().map(|forfeit| forfeit.reason.as_str()),
                start: start_of(game).unwrap_or_else(|| "start".to_owned()),
                opening_moves: openings[pair.opening].squares().count(),
                moves: game.to_string(),
                evaluations: &game.evaluations,
            }
        })
    }
}

/// Returns the start position of a game in OBF, unless it is the standard one.
pub(super) fn start_of(game: &PlayedGame) -> Option<String> {
    let usual = Position::start(game.start.shape());
    (game.start != usual).then(|| game.start.to_string())
}

/// Results of an engine.
#[derive(JsonSchema, Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Score, 0 to 1, and its 95 % interval; null without games.
    score: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    /// Mean final disc difference and its standard error.
    mean_discs: Option<f64>,
    mean_discs_error: Option<f64>,
    /// Elo difference and its 95 % interval; null where infinite.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// Likelihood of superiority; null without games.
    los: Option<f64>,
    /// Game pairs that scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    #[serde(flatten)]
    forfeits: ForfeitCounts,
    /// The same counts for the opponents.
    opponent_time_losses: u64,
    opponent_forfeits: u64,
    opponent_resignations: u64,
    opponent_crashes: u64,
}

impl Results {
    /// Returns the results of all games of an engine.
    fn of_engine(engine: usize, table: &CrossTable) -> Self {
        let forfeits = [
            table.total_forfeits(engine),
            table.total_forfeits_against(engine),
        ];
        Self::of(&table.total(engine), forfeits)
    }

    fn of(tally: &Tally, [own, opponent]: [ForfeitCounts; 2]) -> Self {
        let score = tally.score_interval();
        let elo = tally.elo_interval();
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            games: tally.games(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score: tally.score(),
            score_low: score.map(|interval| interval.low),
            score_high: score.map(|interval| interval.high),
            mean_discs: tally.mean_discs(),
            mean_discs_error: tally.mean_discs_error(),
            elo: tally.elo().and_then(finite),
            elo_low: elo.and_then(|interval| finite(interval.low)),
            elo_high: elo.and_then(|interval| finite(interval.high)),
            los: tally.los(),
            pairs: tally.pentanomial(),
            forfeits: own,
            opponent_time_losses: opponent.on_time,
            opponent_forfeits: opponent.failures,
            opponent_resignations: opponent.resignations,
            opponent_crashes: opponent.crashes,
        }
    }
}

/// The results of a pairing for its first engine.
#[derive(JsonSchema, Serialize)]
pub(crate) struct PairingLine<'a> {
    pairing: bool,
    engine: &'a str,
    opponent: &'a str,
    #[serde(flatten)]
    results: Results,
}

impl<'a> PairingLine<'a> {
    pub(crate) fn new(pairing: Pairing, names: &'a [String], table: &CrossTable) -> Self {
        let Pairing { first, second } = pairing;
        Self {
            pairing: true,
            engine: &names[first],
            opponent: &names[second],
            results: Results::of(
                table.cell(first, second),
                [table.forfeits(first, second), table.forfeits(second, first)],
            ),
        }
    }
}

/// All games of an engine.
#[derive(JsonSchema, Serialize)]
pub(crate) struct Standing<'a> {
    standing: bool,
    /// 1 for the best score.
    rank: usize,
    engine: &'a str,
    #[serde(flatten)]
    results: Results,
}

impl<'a> Standing<'a> {
    pub(crate) fn all(names: &'a [String], table: &CrossTable) -> Vec<Self> {
        let ranking = table.ranking().into_iter().enumerate();
        ranking
            .map(|(index, engine)| Self {
                standing: true,
                rank: index + 1,
                engine: &names[engine],
                results: Results::of_engine(engine, table),
            })
            .collect()
    }
}

/// The result of a game pair, and the standing after it.
#[derive(JsonSchema, Serialize)]
pub(super) struct PairLine<'a> {
    pair_ended: bool,
    /// 1-based.
    pair: usize,
    opening: usize,
    engine: &'a str,
    opponent: &'a str,
    /// Points of the engine, 0 to 2.
    points: f64,
    /// Final disc differences from the engine's point of view.
    discs: [i32; 2],
    /// Game pairs of this pairing so far that scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// Score of the engine so far.
    score: Option<f64>,
    /// LLR of the SPRT so far; null without a test.
    llr: Option<f64>,
}

impl<'a> PairLine<'a> {
    /// Creates the line of a pair, which `tally` already includes.
    pub(super) fn new(
        pair: &GamePair,
        names: &'a [String],
        tally: &Tally,
        state: Option<SprtState>,
    ) -> Self {
        let discs = pair.discs();
        let points = discs.map(|discs| f64::from(discs.signum() + 1) / 2.0);
        Self {
            pair_ended: true,
            pair: pair.number + 1,
            opening: pair.opening + 1,
            engine: &names[pair.pairing.first],
            opponent: &names[pair.pairing.second],
            points: points.iter().sum(),
            discs,
            pairs: tally.pentanomial(),
            score: tally.score(),
            llr: state.map(|state| state.llr),
        }
    }
}

/// The rating of an engine.
#[derive(JsonSchema, Serialize)]
pub(crate) struct RatingLine<'a> {
    rating: bool,
    /// 1 for the best rating.
    rank: usize,
    engine: &'a str,
    elo: f64,
    /// The 95 % interval; a bound is null if the games do not set it.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    games: u64,
    score: Option<f64>,
    /// Likelihood of superiority over the engine ranked next; null for the last one.
    los: Option<f64>,
}

impl<'a> RatingLine<'a> {
    pub(crate) fn all(names: &'a [String], table: &CrossTable, ratings: &RatingList) -> Vec<Self> {
        let ratings = ratings.ratings().iter().enumerate();
        let finite = |value: f64| value.is_finite().then_some(value);
        ratings
            .map(|(index, rating)| {
                let total = table.total(rating.engine);
                Self {
                    rating: true,
                    rank: index + 1,
                    engine: &names[rating.engine],
                    elo: rating.elo,
                    elo_low: finite(rating.interval.low),
                    elo_high: finite(rating.interval.high),
                    games: total.games(),
                    score: total.score(),
                    los: rating.los,
                }
            })
            .collect()
    }
}

/// The last line: all games of the first engine.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total<'a> {
    total: bool,
    engine: &'a str,
    #[serde(flatten)]
    results: Results,
    /// The SPRT; null without one.
    sprt: Option<SprtLine>,
    /// All engines, in the order of the match.
    engines: Vec<EngineLine<'a>>,
    /// Games of all engines that were adjudicated by the exact score.
    adjudicated: usize,
    /// Games that an engine resigned or that were adjudicated as a loss because of its scores.
    resigned: usize,
    /// Games that were adjudicated as a draw because of both engines' scores.
    drawn_by_score: usize,
    /// Engines that reported no score; empty if scores could not decide games.
    without_scores: Vec<&'a str>,
    /// The clock of each side, as in `10+0.1`; null without one.
    clock: Option<String>,
    /// False if the tournament was stopped.
    complete: bool,
}

impl<'a> Total<'a> {
    pub(super) fn new(outcome: &'a Outcome<'a>) -> Self {
        let tournament = outcome.tournament;
        let sprt = tournament.sprt.zip(outcome.sprt);
        let engines = tournament.engines.iter().zip(outcome.names);
        let engines = engines.map(|(engine, name)| EngineLine {
            name,
            specification: engine.specification(),
            clock: engine
                .clock(tournament.clock)
                .map(|clock| clock.to_string()),
        });
        Self {
            total: true,
            engine: &outcome.names[0],
            results: Results::of_engine(0, &outcome.table),
            sprt: sprt.map(|(sprt, state)| SprtLine { sprt, state }),
            engines: engines.collect(),
            adjudicated: outcome.adjudicated(Adjudication::Solved),
            resigned: outcome.adjudicated(Adjudication::Resigned),
            drawn_by_score: outcome.adjudicated(Adjudication::Drawn),
            without_scores: outcome.without_scores(),
            clock: tournament.clock.map(|clock| clock.to_string()),
            complete: outcome.is_complete(),
        }
    }
}

/// An engine of the match.
#[derive(JsonSchema, Serialize)]
struct EngineLine<'a> {
    name: &'a str,
    /// The engine's specification: a name that `outflank match` accepts and, for a program, its
    /// settings.
    specification: String,
    /// The engine's clock, as in `10+0.1`; null without one.
    clock: Option<String>,
}

/// A test and its state.
#[derive(JsonSchema, Serialize)]
struct SprtLine {
    #[serde(flatten)]
    sprt: Sprt,
    #[serde(flatten)]
    state: SprtState,
}
