//! Round robins at equal depth or equal time.

use std::fmt;
use std::time::Duration;

use outflank_othello::Game;

use super::Contender;
use outflank_matches::{Schedule, Tournament};

/// The limit that all players share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualLimit {
    /// A depth in plies.
    Depth(u32),
    /// Time per move.
    Time(Duration),
}

impl EqualLimit {
    /// Returns the contenders that can play at this limit.
    #[must_use]
    pub fn standing(self, contenders: &[Contender]) -> Vec<&Contender> {
        let stands = |contender: &&Contender| match self {
            Self::Depth(_) => true,
            Self::Time(_) => contender.stands_at_equal_time(),
        };
        contenders.iter().filter(stands).collect()
    }

    /// Returns the round robin of all that can play at this limit, each opening with both colours.
    #[must_use]
    pub fn tournament(
        self,
        contenders: &[Contender],
        openings: Vec<Game>,
        seed: u64,
        threads: usize,
    ) -> Tournament {
        let standing = self.standing(contenders).into_iter();
        Tournament {
            engines: standing.map(|contender| contender.engine(self)).collect(),
            openings,
            schedule: Schedule::RoundRobin,
            seed,
            threads,
            ..Tournament::default()
        }
    }

    /// Returns the depth, if it is a depth.
    #[must_use]
    pub const fn depth(self) -> Option<u32> {
        match self {
            Self::Depth(depth) => Some(depth),
            Self::Time(_) => None,
        }
    }

    /// Returns the time in seconds, if it is a time.
    #[must_use]
    pub fn seconds(self) -> Option<f64> {
        match self {
            Self::Depth(_) => None,
            Self::Time(time) => Some(time.as_secs_f64()),
        }
    }
}

/// Formats the limit as `depth 4` or `0.1 s per move`.
impl fmt::Display for EqualLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Time(time) => write!(f, "{} s per move", time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use outflank_matches::CrossTable;
    use outflank_matches::RandomOpenings;

    fn table(names: &[&str], depth: u32, threads: usize) -> CrossTable {
        let contenders: Vec<Contender> = names.iter().map(|name| name.parse().unwrap()).collect();
        let openings = RandomOpenings::new(Shape::STANDARD, 8, 5).generate(4);
        let tournament = EqualLimit::Depth(depth).tournament(&contenders, openings, 5, threads);
        let pairs = tournament.run(&Default::default(), |_| ()).unwrap();
        CrossTable::new(contenders.len(), &pairs)
    }

    #[test]
    fn an_evaluation_against_itself_scores_a_half() {
        for name in ["discs", "phased", "components", "positional", "patterns"] {
            let table = table(&[name, name], 2, 1);
            let tally = table.cell(0, 1);
            // Both games of an opening are the same game, seen from both sides.
            assert_eq!(tally.pentanomial(), [0, 0, 4, 0, 0], "{name}");
            assert_eq!((tally.score(), tally.mean_discs()), (Some(0.5), Some(0.0)));
        }
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let names = ["discs", "phased", "patterns"];
        assert_eq!(table(&names, 2, 1), table(&names, 2, 2));
    }

    #[test]
    fn players_have_the_limit_in_their_names() {
        let contenders = Contender::all(Shape::STANDARD);
        let names = |limit: EqualLimit| -> Vec<String> {
            let tournament = limit.tournament(&contenders, Vec::new(), 1, 1);
            tournament
                .engines
                .iter()
                .map(|engine| engine.name())
                .collect()
        };
        let at_depth = names(EqualLimit::Depth(3));
        assert_eq!(at_depth[1], "textbook:phased@3");
        assert_eq!(at_depth[4], "outflank@3plies");
        // The strong player has a different search, so it does not play at equal time.
        let at_time = names(EqualLimit::Time(Duration::from_millis(10)));
        assert_eq!(at_time.len(), 4);
        assert_eq!(at_time[3], "textbook:positional@0.01s");
    }
}
