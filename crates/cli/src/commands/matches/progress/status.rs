//! The status line of a tournament on the terminal.

use outflank_matches::{Anchor, CrossTable, SprtState, Tournament};

use crate::commands::matches::tables::{
    elo, elo_interval, interval_of_ratings, percent, rating, score,
};
use crate::output::grouped;

/// Maximum number of rating lines.
const MAX_LINES: usize = 20;

/// Returns the template of the bar. With more than two engines, a table stands above the bar.
pub(super) const fn template(engines: usize) -> &'static str {
    match engines {
        0..=2 => "{pos}/{len} games {wide_bar} {msg} {elapsed}<{eta}",
        _ => "{msg}\n{pos}/{len} games {wide_bar} {elapsed}<{eta}",
    }
}

pub(super) fn results(
    tournament: &Tournament,
    names: &[String],
    table: &CrossTable,
    state: Option<SprtState>,
) -> String {
    let tally = table.total(0);
    let test = tournament.sprt.zip(state);
    let test = test.map_or(String::new(), |(sprt, state)| {
        let [lower, upper] = sprt.bounds();
        format!(", LLR {:.2} ({lower:.2} to {upper:.2})", state.llr)
    });
    format!(
        "{} +{} ={} -{}, Elo {} ({}), LOS {}{test}",
        names[0],
        grouped(tally.wins()),
        grouped(tally.draws()),
        grouped(tally.losses()),
        elo(&tally),
        elo_interval(&tally),
        tally.los().map_or("-".to_owned(), percent),
    )
}

/// Returns the ratings so far, one line per engine.
pub(super) fn ratings(names: &[String], table: &CrossTable, anchor: Anchor) -> String {
    let list = table.ratings(anchor);
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or_default().min(40);
    let lines = list.ratings().iter().zip(1..).map(|(rated, rank)| {
        let total = table.total(rated.engine);
        let name: String = names[rated.engine].chars().take(width).collect();
        format!(
            "{rank:>3} {name:width$} {:>6} ({}), {} of {} games",
            rating(rated.elo),
            interval_of_ratings(rated.interval),
            score(&total),
            grouped(total.games()),
        )
    });
    lines.take(MAX_LINES).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use outflank_matches::{
        EngineOptions, GamePair, Pairing, RandomOpenings, Schedule, SprtVerdict, parse_engine,
        play_game,
    };
    use outflank_othello::Shape;

    use super::*;

    /// Returns a tournament of random players with the given results.
    fn tournament(
        engines: usize,
        results: &[(usize, usize, [i32; 2])],
    ) -> (Tournament, CrossTable) {
        let tournament = Tournament {
            engines: (0..engines)
                .map(|_| parse_engine("random", &EngineOptions::default()).unwrap())
                .collect(),
            openings: RandomOpenings::new(Shape::STANDARD, 4, 1).generate(1),
            schedule: Schedule::RoundRobin,
            sprt: "0,100".parse().ok(),
            seed: 1,
            threads: 1,
            ..Tournament::default()
        };
        let player = || tournament.engines[0].new_player(1).unwrap();
        let (mut black, mut white) = (player(), player());
        let game = play_game(
            &tournament.openings[0],
            [&mut *black, &mut *white],
            Default::default(),
            &Default::default(),
        );
        let game = game.unwrap();
        let mut table = CrossTable::empty(engines);
        for &(first, second, discs) in results {
            table.add(&GamePair {
                number: 0,
                pairing: Pairing { first, second },
                opening: 0,
                games: [discs[0], -discs[1]].map(|black_score| {
                    let mut game = game.clone();
                    game.black_score = black_score;
                    game
                }),
            });
        }
        (tournament, table)
    }

    #[test]
    fn a_match_of_two_has_one_line_with_its_test() {
        let (tournament, table) = tournament(2, &[(0, 1, [4, 4]), (0, 1, [6, -6]), (0, 1, [0, 2])]);
        let names = ["one".to_owned(), "two".to_owned()];
        let sprt = tournament.sprt;
        let state = sprt.map(|sprt| sprt.state(table.cell(0, 1).pentanomial()));
        assert_eq!(state.unwrap().verdict, SprtVerdict::Continue);
        let text = results(&tournament, &names, &table, state);
        assert!(text.starts_with("one +4 =1 -1, Elo +191 ("), "{text}");
        let has = |part| text.contains(part);
        assert!(has(" LOS ") && has(", LLR 0."), "{text}");
        assert!(text.ends_with(" (-2.94 to 2.94)"), "{text}");
    }

    #[test]
    fn each_engine_has_a_line_best_first() {
        let pairs = [
            (0, 1, [-4, -4]),
            (1, 2, [4, -2]),
            (0, 2, [4, -2]),
            (0, 1, [2, 2]),
        ];
        let (_, table) = tournament(3, &pairs);
        let names = ["one", "second", "third"].map(str::to_owned);
        let text = ratings(&names, &table, Anchor::Mean);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines.iter().all(|line| line.ends_with(" games")), "{text}");
        assert!(lines[0].starts_with("  1 "), "{text}");
        assert!(lines[2].contains(" of 4 games"), "{text}");
    }
}
