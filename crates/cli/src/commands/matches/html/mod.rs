//! An HTML page with the results of a tournament.

mod xml;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use outflank_matches::{Adjudication, GamePair, Pairing, Tally};
use outflank_othello::Game;
use outflank_support::write_atomically;
use outflank_trees::escaped;

use crate::chart::{Chart, Line, STAGE_COLOURS};
use crate::commands::matches::Outcome;
use crate::commands::matches::json::start_of;
use crate::commands::matches::tables::{
    self, discs, elo, elo_interval, percent, score, score_interval,
};
use crate::output::new_table;

const STYLE: &str = include_str!("style.css");

pub(super) fn write(path: &Path, outcome: &Outcome<'_>) -> Result<()> {
    let page = page(outcome)?;
    write_atomically(path, page.as_bytes()).with_context(|| format!("--html {}", path.display()))
}

/// Returns the self-contained page.
fn page(outcome: &Outcome<'_>) -> Result<String> {
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

/// Returns the results of each pairing for its first engine.
fn results(outcome: &Outcome<'_>) -> String {
    let header = "engine|opponent|games|won|drawn|lost|score|95 %|discs|Elo|95 %|LOS|\
                  on time|forfeits|resigned";
    let mut table = new_table(header, [0, 1]);
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
            format!("{} : {}", own.resignations, opponent.resignations),
        ]);
    }
    let caption = "Results of the first engine of each pairing, with the losses on time, \
                   forfeits and resignations of both";
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

/// Returns charts of the scores of a pairing's game pairs.
fn pictures(outcome: &Outcome<'_>, pairing: Pairing) -> Result<String> {
    let Pairing { first, second } = pairing;
    let (engine, opponent) = (&outcome.names[first], &outcome.names[second]);
    let of = format!("{engine} against {opponent}");
    let mut tally = Tally::default();
    let [mut low, mut high, mut scores, mut llrs] = [(); 4].map(|()| Vec::new());
    let test = outcome.tournament.sprt;
    let pairs = outcome.pairs.iter().filter(|pair| pair.pairing == pairing);
    for (pair, number) in pairs.zip(1..) {
        tally.add_pair(pair.discs());
        let add = |line: &mut Vec<_>, height| line.push((number, height));
        if let (Some(score), Some(interval)) = (tally.score(), tally.score_interval()) {
            add(&mut scores, 100.0 * score);
            add(&mut low, 100.0 * interval.low);
            add(&mut high, 100.0 * interval.high);
        }
        if let Some(sprt) = test {
            add(&mut llrs, sprt.state(tally.pentanomial()).llr);
        }
    }
    let mut text = figure(
        &bars(tally.pentanomial()),
        &format!("{of}: pairs by points won, {:?}", tally.pentanomial()),
    );
    let [blue, pale] = [STAGE_COLOURS[2], STAGE_COLOURS[0]];
    let mut add = |y_label, levels: &[f64], lines: Vec<Line>, caption| {
        if lines[0].points.is_empty() {
            return Ok(());
        }
        let chart = Chart {
            x_label: "pairs",
            y_label,
            levels,
            lines,
            ..Chart::default()
        };
        text.push_str(&figure(&chart.to_page_svg()?, &format!("{of}: {caption}")));
        anyhow::Ok(())
    };
    let lines = [(low, pale), (high, pale), (scores, blue)];
    let lines = lines.map(|(points, colour)| Line::new("", colour, points));
    let caption = "score and its 95 % interval after each pair";
    add("score, %", &[50.0], lines.into(), caption)?;
    let bounds = test.map(|sprt| sprt.bounds()).unwrap_or_default();
    let caption = "log-likelihood ratio after each pair";
    add("LLR", &bounds, vec![Line::new("", blue, llrs)], caption)?;
    Ok(text)
}

/// Returns a bar chart of the game pairs that scored 0, ½, 1, 1½ and 2 points.
fn bars(pairs: [u64; 5]) -> String {
    let highest = pairs.iter().copied().max().unwrap_or_default().max(1) as f64;
    let mut svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 250\" \
        font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\" \
        fill=\"currentColor\">\n"
        .to_owned();
    for (half_points, count) in pairs.into_iter().enumerate() {
        let (x, points) = (120 + 130 * half_points, half_points as f64 / 2.0);
        let height = 170.0 * count as f64 / highest;
        let y = 200.0 - height;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{y:.1}\" width=\"90\" height=\"{height:.1}\" \
             fill=\"#3B82C4\" /><text x=\"{x}\" y=\"{:.1}\">{count}</text>\
             <text x=\"{x}\" y=\"220\">{points}</text>",
            x - 45,
            y - 6.0,
        );
    }
    svg + "<text x=\"380\" y=\"244\">points of a pair</text>\n</svg>"
}

fn figure(svg: &str, caption: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n<figcaption>{caption}</figcaption>\n{svg}\n</figure>\n")
}

fn games(outcome: &Outcome<'_>) -> String {
    let header = "game|black|white|opening|moves|ending|discs of Black";
    let caption = "All games: the opening, the moves after it, and how the game ended";
    let mut table = new_table(header, 0..6);
    for pair in outcome.pairs {
        for round in 0..2 {
            table.add_row(game(outcome, pair, round));
        }
    }
    xml::table(caption, &table, 6)
}

/// Returns the table row of one game of a pair.
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
        None => match game.adjudication {
            Some(Adjudication::Solved) => "adjudicated",
            Some(Adjudication::Resigned) => "resigned",
            Some(Adjudication::Drawn) => "drawn by score",
            None => "board",
        }
        .to_owned(),
        Some(forfeit) => forfeit.to_string(),
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
