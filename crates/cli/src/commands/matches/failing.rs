//! Engines that forfeit every game.

use outflank_matches::{CrossTable, Forfeit, GamePair, Tournament};

use super::forfeit_log::ForfeitLog;

/// An engine that forfeits this many games from the start ends the match.
const FIRST_GAMES: u64 = 4;

/// Returns the last forfeit in a pair by an engine that has forfeited its first four games, or all
/// of its games if there are fewer. `table` includes all games so far.
pub(super) fn find<'a>(
    pair: &'a GamePair,
    tournament: &Tournament,
    table: &CrossTable,
) -> Option<(usize, &'a Forfeit)> {
    let is_failing = |engine: usize| {
        let games = table.total(engine).games();
        table.total_forfeits(engine).failures == games
            && games >= FIRST_GAMES.min(scheduled(tournament, engine))
    };
    pair.forfeits()
        .filter(|(engine, _)| is_failing(*engine))
        .last()
}

/// Returns the number of games that an engine is scheduled to play.
fn scheduled(tournament: &Tournament, engine: usize) -> u64 {
    let pairings = tournament.schedule.pairings(tournament.engines.len());
    let own = pairings
        .iter()
        .filter(|pairing| [pairing.first, pairing.second].contains(&engine));
    2 * (own.count() * tournament.openings.len()) as u64
}

/// Returns a message that says why an engine ended the match and where to find details.
pub(super) fn message(name: &str, games: u64, forfeit: &Forfeit, log: &ForfeitLog) -> String {
    let mut lines = forfeit.conversation.iter().rev();
    let printed = lines.find_map(|line| line.strip_prefix("! "));
    let printed = printed.map_or(String::new(), |line| {
        format!("; the last line on its standard error was {line:?}")
    });
    let more = match log.path() {
        Some(path) => format!("{} has the end of each conversation", path.display()),
        None => "--log FILE keeps the end of each conversation".to_owned(),
    };
    let reason = &forfeit.reason;
    format!("{name} forfeited all of its {games} games: {reason}{printed}; {more}")
}
