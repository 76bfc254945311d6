//! By which evaluation a search by values sees the boards.

use outflank_othello::Board;

use super::hot::Hot;
use super::thread::Thread;
use crate::evaluation::{Count, Evaluation, LANES, Network, ORDERING_LANES, Places};

/// An evaluation as the search by values needs it.
pub(crate) trait Sight<H: Hot> {
    /// The numbers of a board's pattern instances.
    type Lanes: Copy;

    /// Where instances stand.
    type Places;

    /// Whether values are taken from the table and kept there, and searches left out
    /// whose outcome is probable. (Previews are too short for either to pay, and
    /// their entries would push those of deeper searches out of the table.)
    const IS_WHOLE: bool;

    /// The weights, if there are any for the shape.
    fn evaluation<'a>(thread: &Thread<'a, H>) -> Option<&'a Evaluation>;

    /// Where the pattern instances stand; nowhere where there are no weights.
    fn places<'a>(thread: &Thread<'a, H>) -> &'a Self::Places;

    /// The numbers of a board.
    fn set_up(places: &Self::Places, board: Board<H::Word>) -> Self::Lanes;

    /// The numbers after a move, for the next mover.
    fn after(places: &Self::Places, lanes: &Self::Lanes, index: u32, flips: H::Word)
    -> Self::Lanes;

    /// The numbers for the other side.
    fn passed(lanes: &Self::Lanes) -> Self::Lanes;

    /// The value of a board at a glance by its instances and by the numbers of the
    /// mover's moves, the opponent's and the discs, from the table of its stage.
    fn total(places: &Self::Places, lanes: &Self::Lanes, counts: [u32; 3], table: &[i16]) -> i32;

    /// The network of an evaluation, if it has one and this sight is by it.
    fn network(evaluation: &Evaluation) -> Option<&Network>;

    /// The value of a board at a glance by the network, by the same.
    fn by_network(
        network: &Network,
        places: &Self::Places,
        lanes: &Self::Lanes,
        counts: [u32; 3],
    ) -> i32;

    /// The entry of the tier into [`heuristic`](super::heuristic::heuristic).
    fn search(
        thread: &mut Thread<'_, H>,
        board: Board<H::Word>,
        lanes: &Self::Lanes,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;
}

/// By all patterns: for values that count.
pub(crate) struct Whole;

/// By the patterns of the smaller evaluation: for the order of moves.
pub(crate) struct Glance;

/// Implements [`Sight`] by places for instances and an entry of [`Hot`].
macro_rules! sight {
    (
        $name:ident, $lanes:ident, $is_whole:literal, $evaluation:ident, $places:ident,
        $entry:ident, $network:expr, $by_network:path
    ) => {
        impl<H: Hot> Sight<H> for $name {
            type Lanes = H::Lanes<$lanes>;

            type Places = Places<$lanes>;

            const IS_WHOLE: bool = $is_whole;

            #[inline(always)]
            fn evaluation<'a>(thread: &Thread<'a, H>) -> Option<&'a Evaluation> {
                thread.$evaluation
            }

            #[inline(always)]
            fn places<'a>(thread: &Thread<'a, H>) -> &'a Self::Places {
                thread.$places
            }

            #[inline(always)]
            fn set_up(places: &Self::Places, board: Board<H::Word>) -> Self::Lanes {
                H::set_up(places, board)
            }

            #[inline(always)]
            fn after(
                places: &Self::Places,
                lanes: &Self::Lanes,
                index: u32,
                flips: H::Word,
            ) -> Self::Lanes {
                H::lanes_after(places, lanes, index, flips)
            }

            #[inline(always)]
            fn passed(lanes: &Self::Lanes) -> Self::Lanes {
                H::lanes_passed(lanes)
            }

            #[inline(always)]
            fn total(
                places: &Self::Places,
                lanes: &Self::Lanes,
                [moves, replies, discs]: [u32; 3],
                table: &[i16],
            ) -> i32 {
                let count = |count, number| i32::from(table[places.entry(count, number)]);
                H::total(places, lanes, table)
                    + count(Count::Moves, moves)
                    + count(Count::Replies, replies)
                    + count(Count::Discs, discs)
            }

            #[inline(always)]
            fn network(evaluation: &Evaluation) -> Option<&Network> {
                $network(evaluation)
            }

            #[inline(always)]
            fn by_network(
                network: &Network,
                places: &Self::Places,
                lanes: &Self::Lanes,
                counts: [u32; 3],
            ) -> i32 {
                $by_network(network, places, lanes, counts)
            }

            #[inline(always)]
            fn search(
                thread: &mut Thread<'_, H>,
                board: Board<H::Word>,
                lanes: &Self::Lanes,
                depth: u32,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                H::$entry(thread, board, lanes, depth, alpha, beta)
            }
        }
    };
}

sight!(
    Whole,
    LANES,
    true,
    evaluation,
    places,
    heuristic,
    Evaluation::network,
    with_network::<H>
);
sight!(
    Glance,
    ORDERING_LANES,
    false,
    ordering,
    ordering_places,
    preview,
    |_| None,
    without_network::<H>
);

/// The value by the network where a search ends.
#[inline(always)]
fn with_network<H: Hot>(
    network: &Network,
    places: &Places<LANES>,
    lanes: &H::Lanes<LANES>,
    counts: [u32; 3],
) -> i32 {
    let [_, _, discs] = counts;
    H::by_network(network, places, lanes, counts) + network.by_discs(discs)
}

/// The smaller evaluation has no network.
#[inline(always)]
fn without_network<H: Hot>(
    _: &Network,
    _: &Places<ORDERING_LANES>,
    _: &H::Lanes<ORDERING_LANES>,
    _: [u32; 3],
) -> i32 {
    unreachable!("this sight names no network")
}
