//! The content of the page.

use std::fmt::Write as _;

use outflank_matches::{GamePair, Pairing, SprtState, Tally};
use outflank_othello::Game;
use outflank_trees::escaped;

use super::plots::{Progress, bars};
use super::xml;
use crate::commands::matches::Outcome;
use crate::commands::matches::objects::start_of;
use crate::commands::matches::tables::{
    self, discs, elo, elo_interval, percent, score, score_interval,
};

const STYLE: &str = include_str!("style.css");

/// The whole page, which is self-contained.
pub(super) fn page(outcome: &Outcome<'_>) -> anyhow::Result<String> {
    let title = escaped(&outcome.names.join(" – "));
    let mut page = format!(
        "<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n\
         <head>\n<meta charset=\"utf-8\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        escaped(tables::heading(outcome).trim())
    );
    page.push_str(&results(outcome));
    if let Some((sprt, state)) = outcome.tournament.sprt.zip(outcome.sprt) {
        let _ = writeln!(page, "<p>{}</p>", escaped(&tables::sprt(&sprt, &state)));
    }
    if outcome.is_of_many() {
        page.push_str("<h2>Ratings</h2>\n");
        page.push_str(&ratings(outcome));
        page.push_str(&cross(outcome));
    }
    page.push_str("<h2>Pairs</h2>\n");
    for pairing in outcome.pairings() {
        page.push_str(&pictures(outcome, pairing)?);
    }
    page.push_str("<h2>Games</h2>\n");
    page.push_str(&games(outcome));
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

/// The results of each pairing for its first engine.
fn results(outcome: &Outcome<'_>) -> String {
    let header = [
        "engine", "opponent", "games", "won", "drawn", "lost", "score", "95 %", "discs", "Elo",
        "95 %", "LOS", "on time", "forfeits",
    ];
    let mut table = tables::markdown(&header, 2);
    for Pairing { first, second } in outcome.pairings() {
        let tally = outcome.table.cell(first, second);
        let own = outcome.table.forfeits(first, second);
        let opponent = outcome.table.forfeits(second, first);
        table.add_row([
            outcome.names[first].clone(),
            outcome.names[second].clone(),
            tally.games().to_string(),
            tally.wins().to_string(),
            tally.draws().to_string(),
            tally.losses().to_string(),
            score(tally),
            score_interval(tally),
            discs(tally),
            elo(tally),
            elo_interval(tally),
            tally.los().map_or("-".to_owned(), percent),
            format!("{} : {}", own.on_time, opponent.on_time),
            format!("{} : {}", own.failures, opponent.failures),
        ]);
    }
    let caption = "Results of the first of each two engines, with the losses on time and the \
                   forfeits of both";
    xml::table(caption, &table, 2)
}

fn ratings(outcome: &Outcome<'_>) -> String {
    let caption = "Ratings, each with the likelihood that the engine is better than the next";
    let table = tables::rating_table(outcome.names, &outcome.table, &outcome.ratings);
    let mut text = xml::table(caption, &table, 2);
    if !outcome.ratings.is_bounded() {
        let _ = writeln!(text, "<p>{}</p>", escaped(tables::UNBOUNDED));
    }
    text
}

fn cross(outcome: &Outcome<'_>) -> String {
    let caption = "Scores of the row's engine against the column's";
    let table = tables::cross(outcome.names, &outcome.table);
    xml::table(caption, &table, 2)
}

/// Plots of how the game pairs of a pairing scored.
fn pictures(outcome: &Outcome<'_>, pairing: Pairing) -> anyhow::Result<String> {
    let Pairing { first, second } = pairing;
    let (engine, opponent) = (&outcome.names[first], &outcome.names[second]);
    let of = format!("{engine} against {opponent}");
    let mut tally = Tally::default();
    let (mut scores, mut intervals, mut llrs) = (Vec::new(), Vec::new(), Vec::new());
    let test = outcome.tournament.sprt;
    for pair in outcome.pairs.iter().filter(|pair| pair.pairing == pairing) {
        tally.add_pair(pair.discs());
        let percent = |share: f64| 100.0 * share;
        scores.extend(tally.score().map(percent));
        let ends = tally.score_interval();
        intervals.extend(ends.map(|ends| [ends.low, ends.high].map(percent)));
        let state = test.map(|sprt| sprt.state(tally.pentanomial()));
        llrs.extend(state.map(|SprtState { llr, .. }| llr));
    }
    let mut text = figure(
        &bars(tally.pentanomial())?,
        &format!("{of}: pairs by points won, {:?}", tally.pentanomial()),
    );
    let plot = Progress {
        across: "pairs",
        up: "score, %",
        line: &scores,
        interval: &intervals,
        marks: &[50.0],
    };
    if let Some(svg) = plot.to_svg()? {
        let caption = format!("{of}: score and its 95 % interval after each pair");
        text.push_str(&figure(&svg, &caption));
    }
    let bounds = test.map(|sprt| sprt.bounds()).unwrap_or_default();
    let plot = Progress {
        across: "pairs",
        up: "LLR",
        line: &llrs,
        interval: &[],
        marks: &bounds,
    };
    if let Some(svg) = plot.to_svg()? {
        let caption = format!("{of}: log-likelihood ratio after each pair");
        text.push_str(&figure(&svg, &caption));
    }
    Ok(text)
}

fn figure(svg: &str, caption: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n<figcaption>{caption}</figcaption>\n{svg}\n</figure>\n")
}

fn games(outcome: &Outcome<'_>) -> String {
    let header = [
        "game",
        "black",
        "white",
        "opening",
        "moves",
        "ending",
        "discs of Black",
    ];
    let caption = "All games: the opening, the moves after it, and how the game ended";
    let mut table = tables::markdown(&header, 6);
    for pair in outcome.pairs {
        for round in 0..2 {
            table.add_row(game(outcome, pair, round));
        }
    }
    xml::table(caption, &table, 6)
}

/// The row of one game of a pair.
fn game(outcome: &Outcome<'_>, pair: &GamePair, round: usize) -> [String; 7] {
    let Pairing { first, second } = pair.pairing;
    let [black, white] = [[first, second], [second, first]][round];
    let game = &pair.games[round];
    let opening: &Game = &outcome.tournament.openings[pair.opening];
    let moves = opening.squares().count();
    let squares = |squares: &[_]| squares.iter().map(ToString::to_string).collect::<String>();
    let (of_opening, after) = game.moves.split_at(moves.min(game.moves.len()));
    let start = start_of(game).map_or(String::new(), |start| format!("{start} "));
    let ending = match &game.forfeit {
        None if game.adjudicated => "adjudicated".to_owned(),
        None => "board".to_owned(),
        Some(forfeit) => format!("{} of {}: {}", forfeit.cause, forfeit.side, forfeit.reason),
    };
    [
        (2 * pair.number + round + 1).to_string(),
        outcome.names[black].clone(),
        outcome.names[white].clone(),
        format!("{start}{}", squares(of_opening)),
        squares(after),
        ending,
        format!("{:+}", game.black_score),
    ]
}
