//! The tunable parameters of the search, in one table.
//!
//! Each entry has a value, its unit, the range of sensible values, and how the value was found;
//! experiments are pages of `docs/experiments`. All entries are constants, because reading a table
//! at run time would cost speed. [`SearchOptions::without`](super::SearchOptions::without) switches
//! whole features off, to measure what each contributes.

use crate::evaluation::UNITS_PER_DISC;

/// Number of depths of ordering searches.
pub(super) const ORDERING_DEPTHS: usize = 5;

/// Defines the constants, and a test that they are within their ranges.
macro_rules! parameters {
    ($(
        $(#[doc = $meaning:literal])+
        $name:ident: $type:ty = $value:expr, $unit:literal, $least:literal..=$most:literal, $found:literal;
    )*) => {
        $(
            $(#[doc = $meaning])+
            #[doc = concat!(
                "\n\nUnit: ", $unit, "; range: ", stringify!($least), " to ", stringify!($most),
                ". Found by: ", $found, "."
            )]
            pub(super) const $name: $type = $value;
        )*

        #[cfg(test)]
        #[test]
        fn parameters_are_within_their_ranges() {
            $(
                for value in tests::Values::values(&$name) {
                    let range = f64::from($least)..=f64::from($most);
                    assert!(range.contains(&value), "{} = {value}", stringify!($name));
                }
            )*
        }
    };
}

parameters! {
    // Endgame: which routine searches a node.

    /// Maximum empties at which moves are ordered by counts alone and only the thread's own
    /// table is used.
    SHALLOW_TO: u32 = 10, "empties", 5..=12, "experiment large-positions";
    /// Minimum empties for enhanced transposition cut-offs (ETC).
    ENHANCED_CUTOFF_FROM: u32 = 13, "empties", 9..=20, "experiment large-positions";
    /// Minimum empties to order moves by searches of 0 plies, of 1 ply, and so on.
    ORDERING_SEARCH_FROM: [u32; ORDERING_DEPTHS] = [13, 16, 19, 22, 24], "empties", 8..=30,
        "experiment large-positions";
    /// Minimum empties to try the best move of the midgame table first.
    MIDGAME_MOVES_FROM: u32 = 14, "empties", 10..=30, "comparison with its neighbours on FFO 40–48";
    /// Minimum depth of a midgame table entry for its move to be tried first.
    MIDGAME_MOVE_DEPTH: u32 = 4, "plies", 3..=20, "experiment probcut-tests";
    /// Minimum empties for selective pre-searches.
    PRESEARCH_FROM: u32 = 18, "empties", 12..=30, "comparison with its neighbours on FFO 40–48";
    /// Minimum empties for the last pre-search to reach the end of the game.
    PRESEARCH_TO_END_FROM: u32 = 20, "empties", 18..=34, "experiment large-positions";
    /// Minimum empties for another, less selective pre-search to the end.
    SECOND_PRESEARCH_FROM: u32 = 25, "empties", 18..=34,
        "experiments search-thresholds and solver-speed";
    /// Empties at which the last pre-search ends if it does not reach the end of the game.
    PRESEARCH_END: u32 = 6, "empties", 0..=8, "experiment solver-speed";
    /// Greatest depth of the pre-searches before the last pre-search.
    MAX_PRESEARCH_DEPTH: u32 = 8, "plies", 4..=16, "experiment large-positions";
    /// Half the width of a pre-search's first window.
    PRESEARCH_WINDOW: i32 = 3 * UNITS_PER_DISC, "1/128 discs", 128..=1280, "hand tuning";
    /// Depth of the search that provides the first guess of an exact score.
    GUESS_PLIES: u32 = 3, "plies", 1..=8, "hand tuning";
    /// Maximum empties at which one search with an open window replaces several null windows.
    OPEN_WINDOW_FROM: u32 = 9, "empties", 4..=14, "hand tuning";
    /// Minimum empties of a node to be split between threads.
    SPLIT_FROM: u32 = 15, "empties", 10..=22, "experiment search-thresholds";
    /// Minimum empties of the nodes that read the stop flag.
    STOP_FROM: u32 = 12, "empties", 8..=20, "hand tuning";
    /// Minimum empties of the nodes that read the clock and report the node count.
    POLL_FROM: u32 = 12, "empties", 8..=20, "hand tuning";

    // Endgame: values added to the score of an ordering search, to order moves.

    /// For each reply of the opponent.
    ORDERING_REPLY: i32 = -450, "1/128 discs", -800..=0, "experiment large-positions";
    /// For each reply of the opponent in a corner, in addition.
    ORDERING_CORNER_REPLY: i32 = -170, "1/128 discs", -800..=0, "hand tuning";
    /// For each potential move of the opponent: an empty square next to a disc of the mover.
    ORDERING_POTENTIAL_MOVE: i32 = -60, "1/128 discs", -400..=0, "experiment large-positions";
    /// For a move into a quadrant with an odd number of empties.
    ORDERING_ODD: i32 = 85, "1/128 discs", 0..=800, "hand tuning";
    /// Margin below the best ordering score within which scores are exact; below it, bounds are
    /// enough.
    ORDERING_MARGIN: i32 = 1000, "1/128 discs", 0..=4000, "hand tuning";

    // Endgame: values added to the rank of a move that is ordered by counts.

    /// For each reply of the opponent; corners count twice.
    COUNTED_REPLY: i32 = -16, "1/16 replies", -16..=-16, "definition, as the unit of the others";
    /// For each potential move of the opponent: an empty square next to a disc of the mover.
    COUNTED_POTENTIAL_MOVE: i32 = -1, "1/16 replies", -16..=0, "experiment large-positions";
    /// For each frontier disc of the mover: a disc next to an empty square.
    COUNTED_FRONTIER: i32 = -2, "1/16 replies", -16..=0, "experiment large-positions";
    /// For a move into a quadrant with an odd number of empties.
    COUNTED_ODD: i8 = 4, "1/16 replies", 0..=32, "hand tuning";
    /// For a move to a corner. Of the 18 sets of square values tried, this set takes the fewest
    /// nodes.
    CORNER: i8 = 6, "1/16 replies", 0..=32, "experiment search-thresholds";
    /// For a move to an X-square.
    X_SQUARE: i8 = -4, "1/16 replies", -32..=0, "experiment search-thresholds";
    /// For a move to another square of the second row or column that touches no edge.
    SECOND_ROW: i8 = -3, "1/16 replies", -32..=0, "experiment search-thresholds";
    /// Penalty for a move that fails low according to the table.
    KNOWN_TO_FAIL: i32 = 64, "1/16 replies or 1/128 discs", 0..=1000, "hand tuning";

    // Endgame: cut-offs by stable discs.

    /// Stable discs of the opponent are counted if the number of its discs, plus the number of its
    /// edge discs, exceeds the number of stable discs that a cut-off needs by at least this much.
    /// The larger the excess, the likelier the cut-off. The values are for up to 6 empties, for 7
    /// empties and more without the shared table, and for the search with the shared table. On
    /// smaller boards they shrink in proportion.
    STABILITY_MARGINS: [i32; 3] = [23, 22, 20], "discs of 64", 0..=64, "experiment large-positions";
    /// Stable discs are always counted if a cut-off needs at most this many.
    STABILITY_ALWAYS_TO: i32 = 3, "discs", 0..=16, "experiment large-positions";

    // Midgame.

    /// Minimum depth for ProbCut.
    PROBCUT_FROM: u32 = 1, "plies", 1..=8, "experiment probcut-tests";
    /// Margin of a static value that cuts off without a search, relative to the deviation that
    /// the confidence requires.
    PROBCUT_VALUE_MARGIN: f32 = 1.5, "ratio", 1..=4, "experiment probcut-tests";
    /// The same margin with one ply left.
    PROBCUT_LAST_MARGIN: f32 = 3.0, "ratio", 1..=6, "experiment probcut-tests";
    /// Maximum number of nested ProbCut searches.
    MAX_PROBCUTS: u32 = 2, "searches", 1..=4, "hand tuning";
    /// Minimum depth of a node whose late moves are reduced.
    LATE_FROM: u32 = 5, "plies", 5..=12, "experiment late-moves";
    /// Number of moves of such a node that are never reduced.
    LATE_AFTER: usize = 2, "moves", 1..=8, "experiment late-moves";
    /// Plies by which late moves are reduced; even, because values at odd and even depths differ.
    LATE_REDUCTION: u32 = 2, "plies", 2..=4, "experiment late-moves";
    /// Minimum depth of scores kept in the midgame table.
    MIDGAME_TABLE_FROM: u32 = 2, "plies", 1..=4, "hand tuning";
    /// Minimum depth to order moves by their static values; below it, they are ordered by the
    /// opponent's replies.
    VALUE_ORDER_FROM: u32 = 4, "plies", 2..=6, "experiment probcut-tests";
    /// Added to the static value of a move, for ordering, for each reply of the opponent.
    VALUE_ORDER_REPLY: i32 = -24, "1/128 discs", -200..=0, "hand tuning";
    /// Minimum depth to read the stop flag; the clock is read one ply deeper.
    MIDGAME_STOP_FROM: u32 = 4, "plies", 3..=8, "hand tuning";
    /// Minimum depth of a node to be split between threads.
    MIDGAME_SPLIT_FROM: u32 = 5, "plies", 3..=10, "hand tuning";
    /// Maximum empties at which an exact search replaces a midgame search to the end.
    MIDGAME_EXACT_FROM: u32 = 11, "empties", 6..=16, "hand tuning";
    /// Minimum depth of root searches with an aspiration window.
    ASPIRATION_FROM: u32 = 5, "plies", 2..=10, "hand tuning";
    /// Half the width of the first aspiration window.
    ASPIRATION: i32 = 3 * UNITS_PER_DISC / 2, "1/128 discs", 32..=1280,
        "hand tuning";
    /// Minimum depth at which scores are averaged over depths.
    AVERAGING_FROM: u32 = 5, "plies", 2..=10, "experiment steady-values";
    /// The smallest weight of a depth in an average, in parts of 20.
    MIN_SHARE: i32 = 4, "1/20", 1..=20, "hand tuning";
    /// Maximum distance of an averaged score from the last score.
    MAX_AVERAGING_SHIFT: i32 = 3 * UNITS_PER_DISC, "1/128 discs", 128..=1280, "hand tuning";
    /// By how much another move's averaged score must exceed that of the previous depth's best move
    /// to take its place.
    LEAD: i32 = UNITS_PER_DISC / 10, "1/128 discs", 0..=128, "experiment steady-values";
    /// Margin below the best averaged score within which moves get a score instead of a bound.
    AVERAGING_MARGIN: i32 = UNITS_PER_DISC, "1/128 discs", 0..=640, "hand tuning";
    /// Minimum empties for an iteration to the end of the game at each selectivity before the next
    /// higher one.
    SELECTIVE_FROM: [u32; 5] = [16, 20, 22, 24, 26], "empties", 10..=40,
        "hand tuning";

    // Hand-crafted evaluation, for shapes without trained weights. The values minimise the nodes of
    // 15 tournament positions with 22 empties; they need a fifth fewer nodes than hand-tuned
    // values.

    /// A legal move.
    HAND_MOVE: i32 = 16, "1/16 moves", 16..=16, "definition, as the unit of the others";
    /// A legal move in a corner, in addition.
    HAND_CORNER_MOVE: i32 = 16, "1/16 moves", 0..=200, "coordinate search over nodes";
    /// An empty square next to a disc of the opponent: potential mobility.
    HAND_POTENTIAL_MOVE: i32 = 6, "1/16 moves", 0..=64, "coordinate search over nodes";
    /// A frontier disc of the opponent.
    HAND_FRONTIER: i32 = 6, "1/16 moves", 0..=64, "coordinate search over nodes";
    /// A corner.
    HAND_CORNER: i32 = 52, "1/16 moves", 0..=400, "coordinate search over nodes";
    /// A disc on the X-square of an empty corner.
    HAND_X_SQUARE: i32 = -20, "1/16 moves", -200..=0, "coordinate search over nodes";
    /// A disc on a C-square of an empty corner.
    HAND_C_SQUARE: i32 = -4, "1/16 moves", -200..=0, "coordinate search over nodes";
    /// A stable disc.
    HAND_STABLE: i32 = 8, "1/16 moves", 0..=200, "coordinate search over nodes";
    /// A disc of the final score.
    HAND_DISC: i32 = 12, "1/16 moves", 4..=64, "hand tuning";

    // Memory.

    /// Entries of the thread's own table: 96 KB for 8×8.
    THREAD_TABLE_ENTRIES: usize = 1 << 12, "entries", 256..=1048576, "experiment search-thresholds";
    /// Entries of the evaluation cache: 96 KB for 8×8.
    EVALUATION_CACHE_ENTRIES: usize = 1 << 12, "entries", 256..=1048576,
        "experiment midgame-speed";
    /// Size of the transposition table relative to that of the midgame table.
    MIDGAME_TABLE_SHARE: usize = 4, "ratio", 1..=64, "hand tuning";

    // Time management.

    /// Reserve of a clock, or half of the clock if that is less. On a machine with many more busy
    /// threads than cores, a thread waits up to 50 ms for its turn.
    CLOCK_RESERVE: u64 = 100, "ms", 0..=1000, "experiment clock";
    /// Minimum reserve of any clock.
    MIN_CLOCK_RESERVE: u64 = 40, "ms", 0..=1000, "experiment clock";
    /// Part of each move's time that is reserved for the work after the search.
    MOVE_OVERHEAD: u64 = 3, "ms", 0..=100, "hand tuning";
    /// Maximum empties at which solving takes hardly any time.
    SOLVED_FROM: u32 = 14, "empties", 8..=20, "hand tuning";
    /// Another iteration starts only if the elapsed time multiplied by this factor is below the
    /// aim.
    NEXT_ITERATION: f64 = 1.6, "ratio", 1..=4, "hand tuning";
    /// Factor by which a hard move may exceed its share of a clock.
    HARD_MOVE: f64 = 2.5, "ratio", 1..=5, "hand tuning";
}

#[cfg(test)]
mod tests {
    /// The numbers of a parameter.
    pub(super) trait Values {
        fn values(&self) -> Vec<f64>;
    }

    macro_rules! values {
        ($($type:ty),*) => {$(
            impl Values for $type {
                fn values(&self) -> Vec<f64> {
                    vec![*self as f64]
                }
            }
        )*};
    }
    values!(i8, i32, u32, u64, usize, f32, f64);

    impl<const N: usize, T: Values> Values for [T; N] {
        fn values(&self) -> Vec<f64> {
            self.iter().flat_map(Values::values).collect()
        }
    }
}
