//! The results of `outflank match` as text, in Markdown tables.

use std::collections::BTreeMap;

use comfy_table::Table;
use outflank_matches::{
    Adjudication, CrossTable, ForfeitCause, ForfeitCounts, GamePair, Interval, Pairing, RatingList,
    Sprt, SprtState, SprtVerdict, Tally, Tournament,
};

use super::Outcome;
use crate::output::{grouped, new_table};

pub(super) fn heading(outcome: &Outcome<'_>) -> String {
    let tournament = outcome.tournament;
    let (games, all) = (2 * outcome.pairs.len(), 2 * tournament.pairs());
    let is_cut_short = games < all;
    let [games, all, opening_count] =
        [games, all, tournament.openings.len()].map(|count| grouped(count as u64));
    let ended = if outcome.is_decided() {
        format!(", ended by the test after {games} of {all} games")
    } else if is_cut_short {
        format!(", stopped after {games} of {all} games")
    } else {
        String::new()
    };
    let clock = tournament
        .clock
        .map_or(String::new(), |clock| format!(", clock {clock}"));
    let adjudicated = tournament.adjudicate.map_or(String::new(), |empties| {
        let adjudicated = grouped(outcome.adjudicated(Adjudication::Solved) as u64);
        format!(", {adjudicated} games adjudicated at {empties} empties")
    });
    let rules = tournament.score_rules;
    let by_score = |is_rule: bool, how, text| match outcome.adjudicated(how) {
        0 if !is_rule => String::new(),
        games => format!(", {} {text}", grouped(games as u64)),
    };
    let resigned = by_score(rules.resign.is_some(), Adjudication::Resigned, "resigned");
    let drawn = by_score(rules.draw.is_some(), Adjudication::Drawn, "drawn by score");
    format!(
        "{games} games, {opening_count} openings with colours swapped{clock}{adjudicated}\
         {resigned}{drawn}{ended}\n"
    )
}

/// Returns the specifications and clocks of the engines, unless the names and the heading already
/// show them.
pub(super) fn engines(outcome: &Outcome<'_>) -> Option<Table> {
    let common = outcome.tournament.clock;
    let engines = outcome.tournament.engines.iter().zip(outcome.names);
    let is_named = |name: &str, specification: &str| {
        name == specification || name.starts_with(&format!("{specification} #"))
    };
    let mut text = new_table("engine|is|clock", 0..3);
    let mut is_told = true;
    for (engine, name) in engines {
        let (specification, clock) = (engine.specification(), engine.clock(common));
        is_told &= is_named(name, &specification) && clock == common;
        let clock = clock.map_or_else(String::new, |clock| clock.to_string());
        text.add_row([name.clone(), specification, clock]);
    }
    (!is_told).then_some(text)
}

pub(super) fn sprt(sprt: &Sprt, state: &SprtState) -> String {
    let [elo0, elo1] = sprt.hypotheses();
    let [alpha, beta] = sprt.errors();
    let [lower, upper] = sprt.bounds();
    let verdict = match state.verdict {
        SprtVerdict::Continue => "undecided".to_owned(),
        verdict => format!("{verdict} accepted"),
    };
    let llr = state.llr;
    format!(
        "SPRT of {elo1} Elo (H1) against {elo0} (H0), errors {alpha} and {beta}: \
         LLR {llr:.2} between {lower:.2} and {upper:.2}, {verdict}"
    )
}

/// Returns the scores of the game pairs of each pairing, for its first engine.
pub(super) fn pairs(pairings: &[Pairing], names: &[String], table: &CrossTable) -> Table {
    let header = "engine|opponent|pairs of 0|½|1|1½|2 points|LOS";
    let mut text = new_table(header, [0, 1]);
    for &Pairing { first, second } in pairings {
        let tally = table.cell(first, second);
        let mut cells = vec![names[first].clone(), names[second].clone()];
        cells.extend(tally.pentanomial().map(grouped));
        cells.push(los(tally.los()));
        text.add_row(cells);
    }
    text
}

/// Returns the list of ratings, with a note if the games do not bound them.
pub(crate) fn ratings(names: &[String], table: &CrossTable, ratings: &RatingList) -> String {
    let text = rating_table(names, table, ratings);
    match ratings.is_bounded() {
        true => text.to_string(),
        false => format!("{text}\n{UNBOUNDED}"),
    }
}

pub(super) fn rating_table(names: &[String], table: &CrossTable, ratings: &RatingList) -> Table {
    let header = "|engine|rating|95 %|games|score|LOS";
    let mut text = new_table(header, [0, 1]);
    for (index, rated) in ratings.ratings().iter().enumerate() {
        let total = table.total(rated.engine);
        text.add_row([
            (index + 1).to_string(),
            names[rated.engine].clone(),
            rating(rated.elo),
            interval_of_ratings(rated.interval),
            grouped(total.games()),
            score(&total),
            los(rated.los),
        ]);
    }
    text
}

/// The note below ratings if the games do not bound them.
pub(super) const UNBOUNDED: &str = "Some engines took no points from others: \
a drawn game was added for each pair that met.";

/// Returns the results of each pairing for its first engine.
pub(crate) fn pairings(pairings: &[Pairing], names: &[String], table: &CrossTable) -> Table {
    let mut text = new_table(
        "engine|opponent|won|drawn|lost|score|95 %|discs|Elo|95 %",
        [0, 1],
    );
    for &Pairing { first, second } in pairings {
        let tally = table.cell(first, second);
        text.add_row([
            names[first].clone(),
            names[second].clone(),
            grouped(tally.wins()),
            grouped(tally.draws()),
            grouped(tally.losses()),
            score(tally),
            score_interval(tally),
            discs(tally),
            elo(tally),
            elo_interval(tally),
        ]);
    }
    text
}

/// Returns a table of the games that each engine lost early, if there are any or the games have a
/// clock.
pub(super) fn forfeits(
    tournament: &Tournament,
    names: &[String],
    table: &CrossTable,
) -> Option<Table> {
    let forfeits: Vec<ForfeitCounts> = (0..names.len())
        .map(|row| table.total_forfeits(row))
        .collect();
    if tournament.clock.is_none() && forfeits.iter().all(|forfeits| forfeits.is_empty()) {
        return None;
    }
    type Column = (&'static str, fn(&ForfeitCounts) -> u64);
    let columns: [Column; 4] = [
        ("losses on time", |counts| counts.on_time),
        ("forfeits", |counts| counts.failures),
        ("crashes", |counts| counts.crashes),
        ("resignations", |counts| counts.resignations),
    ];
    let is_shown = |(index, (_, count)): &(usize, Column)| {
        *index < 2 || forfeits.iter().any(|forfeits| count(forfeits) > 0)
    };
    let columns: Vec<Column> = columns
        .into_iter()
        .enumerate()
        .filter(is_shown)
        .map(|(_, column)| column)
        .collect();
    let names_of_columns: String = columns.iter().map(|(name, _)| format!("|{name}")).collect();
    let mut text = new_table(&format!("engine{names_of_columns}"), [0]);
    for (name, forfeits) in names.iter().zip(&forfeits) {
        let counts = columns.iter().map(|(_, count)| grouped(count(forfeits)));
        text.add_row(std::iter::once(name.clone()).chain(counts));
    }
    Some(text)
}

/// Returns a sentence for each engine that forfeited games, with the first reason.
pub(super) fn forfeit_warnings(outcome: &Outcome<'_>) -> Vec<String> {
    let Outcome { names, table, .. } = outcome;
    let failures = outcome.pairs.iter().flat_map(GamePair::forfeits);
    let failures = failures.filter(|(_, forfeit)| forfeit.cause == ForfeitCause::Failure);
    let mut warnings = BTreeMap::new();
    for (engine, forfeit) in failures {
        warnings.entry(engine).or_insert_with(|| {
            let [count, games] = [
                table.total_forfeits(engine).failures,
                table.total(engine).games(),
            ];
            let (name, reason) = (&names[engine], &forfeit.reason);
            format!("{name} forfeited {count} of its {games} games; first reason: {reason}")
        });
    }
    warnings.into_values().collect()
}

/// Returns the cross table in order of rank: the score of the row's engine against the column's.
pub(crate) fn cross(names: &[String], table: &CrossTable) -> Table {
    let ranking = table.ranking();
    let numbers: Vec<String> = (1..=names.len()).map(|rank| rank.to_string()).collect();
    let header = format!("|engine|{}|score|95 %|discs", numbers.join("|"));
    let mut text = new_table(&header, [0, 1]);
    for (rank, &row) in ranking.iter().enumerate() {
        let total = table.total(row);
        let mut cells = vec![numbers[rank].clone(), names[row].clone()];
        cells.extend(ranking.iter().map(|&column| score(table.cell(row, column))));
        cells.extend([score(&total), score_interval(&total), discs(&total)]);
        text.add_row(cells);
    }
    text
}

/// Formats a likelihood of superiority.
pub(super) fn los(los: Option<f64>) -> String {
    los.map_or("-".to_owned(), percent)
}

pub(crate) fn score(tally: &Tally) -> String {
    tally.score().map_or("-".to_owned(), percent)
}

pub(crate) fn score_interval(tally: &Tally) -> String {
    tally.score_interval().map_or("-".to_owned(), |interval| {
        format!("{} to {}", percent(interval.low), percent(interval.high))
    })
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns the mean disc difference and its standard error.
pub(crate) fn discs(tally: &Tally) -> String {
    match (tally.mean_discs(), tally.mean_discs_error()) {
        (Some(mean), Some(error)) => format!("{mean:+.1} ± {error:.1}"),
        (Some(mean), None) => format!("{mean:+.1}"),
        _ => "-".to_owned(),
    }
}

/// Returns the Elo difference, infinite for a clean sweep.
pub(crate) fn elo(tally: &Tally) -> String {
    tally.elo().map_or("-".to_owned(), rating)
}

/// Returns the interval of the Elo difference.
pub(crate) fn elo_interval(tally: &Tally) -> String {
    tally
        .elo_interval()
        .map_or("-".to_owned(), interval_of_ratings)
}

/// Formats an interval as `+120 to +160`, or as `over +730` without an upper bound.
pub(crate) fn interval_of_ratings(interval: Interval) -> String {
    let Interval { low, high } = interval;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} to {}", rating(low), rating(high)),
        (true, false) => format!("over {}", rating(low)),
        (false, true) => format!("under {}", rating(high)),
        (false, false) => "any".to_owned(),
    }
}

pub(crate) fn rating(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "inf".to_owned()
    } else {
        "-inf".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo_texts(pairs: &[[i32; 2]]) -> [String; 2] {
        let mut tally = Tally::default();
        for &pair in pairs {
            tally.add_pair(pair);
        }
        [elo(&tally), elo_interval(&tally)]
    }

    #[test]
    fn infinite_differences_have_one_bound() {
        assert_eq!(elo_texts(&[]), ["-", "-"]);
        let [figure, bound] = elo_texts(&[[8, 8]; 100]);
        assert_eq!(figure, "inf");
        assert!(bound.starts_with("over +"), "{bound}");
        let [figure, bound] = elo_texts(&[[-8, -8]; 100]);
        assert_eq!(figure, "-inf");
        assert!(bound.starts_with("under -"), "{bound}");
        let [figure, bound] = elo_texts(&[[8, -8]; 100]);
        assert_eq!(figure, "+0");
        assert!(bound.starts_with('-') && bound.contains(" to +"), "{bound}");
    }
}
