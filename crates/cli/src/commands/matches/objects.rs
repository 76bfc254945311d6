//! The JSON objects of `outflank match`.

use outflank_matches::{
    CrossTable, ForfeitCause, ForfeitCounts, GamePair, Pairing, PlayedGame, RatingList, Sprt,
    SprtState, Tally,
};
use outflank_othello::{Game, Position};
use schemars::JsonSchema;
use serde::Serialize;

use super::Outcome;

/// One game.
#[derive(JsonSchema, Serialize)]
pub(super) struct GameLine<'a> {
    /// 1-based, in the order of the tournament.
    game: usize,
    /// 1-based; the two games of a pair have the same opening.
    pair: usize,
    /// 1-based place among the openings played.
    opening: usize,
    black: &'a str,
    white: &'a str,
    /// Final disc difference for Black, empty squares going to the winner.
    black_score: i32,
    /// `black`, `white`, or null for a draw.
    winner: Option<&'static str>,
    /// `board`, `adjudicated`, or how the loser lost: `time` or `forfeit`.
    ending: &'static str,
    /// What happened, if the game did not end on the board.
    reason: Option<&'a str>,
    /// `start`, or in OBF the position from which the moves were played.
    start: String,
    /// How many of the moves belong to the opening.
    opening_moves: usize,
    moves: String,
}

impl<'a> GameLine<'a> {
    /// Both games of a pair.
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
                ending: ending(game),
                reason: game.forfeit.as_ref().map(|forfeit| forfeit.reason.as_str()),
                start: start_of(game).unwrap_or_else(|| "start".to_owned()),
                opening_moves: openings[pair.opening].squares().count(),
                moves: game.to_string(),
            }
        })
    }
}

/// How a game ended, in a word.
pub(super) fn ending(game: &PlayedGame) -> &'static str {
    match game.forfeit.as_ref().map(|forfeit| forfeit.cause) {
        None if game.adjudicated => "adjudicated",
        None => "board",
        Some(ForfeitCause::Time) => "time",
        Some(ForfeitCause::Failure) => "forfeit",
    }
}

/// Where a game began, in OBF, unless that is the usual start.
pub(super) fn start_of(game: &PlayedGame) -> Option<String> {
    let usual = Position::start(game.start.shape());
    (game.start != usual).then(|| game.start.to_string())
}

/// What all objects of results tell, seen from one engine.
#[derive(JsonSchema, Serialize)]
struct Results {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Share of the points, 0 to 1, and its 95 % interval; null without games.
    score: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    /// Mean final disc difference and its standard error.
    mean_discs: Option<f64>,
    mean_discs_error: Option<f64>,
    /// Null where it is infinite.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// How probable it is that the engine is the better one; null without games.
    los: Option<f64>,
    /// Pairs of games that won 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// Of the losses, those on time and those by failing or an illegal move.
    time_losses: u64,
    forfeits: u64,
    /// Of the wins, those by such forfeits of the opponents.
    opponent_time_losses: u64,
    opponent_forfeits: u64,
}

impl Results {
    /// All games of an engine.
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
            time_losses: own.on_time,
            forfeits: own.failures,
            opponent_time_losses: opponent.on_time,
            opponent_forfeits: opponent.failures,
        }
    }
}

/// Two engines of more: the results seen from the first of them.
#[derive(JsonSchema, Serialize)]
pub(in crate::commands) struct PairingLine<'a> {
    pairing: bool,
    engine: &'a str,
    opponent: &'a str,
    #[serde(flatten)]
    results: Results,
}

impl<'a> PairingLine<'a> {
    pub(in crate::commands) fn new(
        pairing: Pairing,
        names: &'a [String],
        table: &CrossTable,
    ) -> Self {
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

/// One engine of more than two: all its games.
#[derive(JsonSchema, Serialize)]
pub(in crate::commands) struct Standing<'a> {
    standing: bool,
    /// 1 for the greatest score.
    rank: usize,
    engine: &'a str,
    #[serde(flatten)]
    results: Results,
}

impl<'a> Standing<'a> {
    /// All engines, the best first.
    pub(in crate::commands) fn all(names: &'a [String], table: &CrossTable) -> Vec<Self> {
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

/// A pair, after its games: what it and all before it won.
#[derive(JsonSchema, Serialize)]
pub(super) struct PairLine<'a> {
    pair_ended: bool,
    /// 1-based.
    pair: usize,
    opening: usize,
    engine: &'a str,
    opponent: &'a str,
    /// Points that the engine won of the two.
    points: f64,
    /// The final disc differences, seen from the engine.
    discs: [i32; 2],
    /// Pairs of the two engines up to this one that won 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// Share of the points that they won.
    score: Option<f64>,
    /// Of the test after this pair; null without one.
    llr: Option<f64>,
}

impl<'a> PairLine<'a> {
    /// A pair; `tally` has it and those before.
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

/// An engine in the list of ratings.
#[derive(JsonSchema, Serialize)]
pub(in crate::commands) struct RatingLine<'a> {
    rating: bool,
    /// 1 for the greatest rating.
    rank: usize,
    engine: &'a str,
    elo: f64,
    /// The 95 % interval; null where the games set no bound.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    games: u64,
    score: Option<f64>,
    /// How probable it is that it is better than the next; null for the last.
    los: Option<f64>,
}

impl<'a> RatingLine<'a> {
    /// The whole list.
    pub(in crate::commands) fn all(
        names: &'a [String],
        table: &CrossTable,
        ratings: &RatingList,
    ) -> Vec<Self> {
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

/// The last object: all games of the first engine.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total<'a> {
    total: bool,
    engine: &'a str,
    #[serde(flatten)]
    results: Results,
    /// What the test says; null without one.
    sprt: Option<SprtObject>,
    /// Games of all engines that ended by the exact score.
    adjudicated: usize,
    /// The clock of each side, as in `10+0.1`; null without one.
    clock: Option<String>,
    /// False if the tournament was broken off.
    complete: bool,
}

impl<'a> Total<'a> {
    pub(super) fn new(outcome: &Outcome<'a>) -> Self {
        let tournament = outcome.tournament;
        let sprt = tournament.sprt.zip(outcome.sprt);
        Self {
            total: true,
            engine: &outcome.names[0],
            results: Results::of_engine(0, &outcome.table),
            sprt: sprt.map(|(sprt, state)| SprtObject::new(&sprt, &state)),
            adjudicated: outcome.adjudicated(),
            clock: tournament.clock.map(|clock| clock.to_string()),
            complete: outcome.is_complete(),
        }
    }
}

/// A test and what it says.
#[derive(JsonSchema, Serialize)]
struct SprtObject {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    /// The bounds of the LLR.
    lower: f64,
    upper: f64,
    /// `continue`, `H0` or `H1`.
    verdict: &'static str,
}

impl SprtObject {
    fn new(sprt: &Sprt, state: &SprtState) -> Self {
        let ([elo0, elo1], [alpha, beta]) = (sprt.hypotheses(), sprt.errors());
        let [lower, upper] = sprt.bounds();
        Self {
            elo0,
            elo1,
            alpha,
            beta,
            llr: state.llr,
            lower,
            upper,
            verdict: state.verdict.name(),
        }
    }
}
