//! Checks of what reasons claim, on the boards of the two lines.
//!
//! They are written apart from the code that finds the reasons: lines are played out move by
//! move, legal moves are tried one by one, and stable discs are put to the test of random
//! games.

use outflank_othello::{Color, Position, Shape, Square};
use rand::seq::IteratorRandom;

use super::Reason;
use crate::analyzer::AnalyzedMove;

/// Random games in which a disc that is claimed to be stable must survive.
const GAMES: u64 = 20;

/// Checks the claim of a reason why `played` is worse than `best`.
///
/// # Errors
///
/// Returns the part of the claim that is false.
pub fn check_claim(
    position: &Position,
    played: &AnalyzedMove,
    best: &AnalyzedMove,
    reason: &Reason,
) -> Result<(), String> {
    let mover = position.mover();
    let opponent = mover.opponent();
    let after = play(position, &[played.square])?;
    let after_best = play(position, &[best.square])?;
    match reason {
        Reason::GivesUpCorner { corner } => {
            hold(is_corner(position.shape(), *corner), "it is a corner")?;
            hold(
                can_move(&after, opponent, *corner),
                "the opponent can take it",
            )?;
            hold(
                !can_move(&after_best, opponent, *corner),
                "the best move denies it",
            )
        }
        Reason::PassesUpCorner { corner } => {
            hold(is_corner(position.shape(), *corner), "it is a corner")?;
            hold(can_move(position, mover, *corner), "the mover can take it")?;
            hold(
                best.square == *corner && played.square != *corner,
                "the best move takes it",
            )
        }
        Reason::LosesCorner { corner, line } => {
            corner_falls(position, line, played, *corner, opponent)?;
            let other = best
                .pv
                .get(..line.len())
                .ok_or("the other line is as long")?;
            hold(
                no_corner(position, other, opponent)?,
                "none falls in the other line",
            )
        }
        Reason::MissesCorner { corner, line } => {
            corner_falls(position, line, best, *corner, mover)?;
            let other = played
                .pv
                .get(..line.len())
                .ok_or("the other line is as long")?;
            hold(
                no_corner(position, other, mover)?,
                "none falls in the other line",
            )
        }
        Reason::MissesWipeOut { best: square } => {
            hold(best.square == *square, "it is the best move")?;
            hold(after_best.count(opponent) == 0, "it wipes out")
        }
        Reason::RunsOutOfMoves { line } => {
            begins(line, played)?;
            hold(
                must_pass(&play(position, line)?, mover),
                "the mover must pass",
            )
        }
        Reason::MissesPass { line } => {
            begins(line, best)?;
            hold(
                must_pass(&play(position, line)?, opponent),
                "the opponent must pass",
            )
        }
        Reason::Stability {
            side,
            played: count,
            best: other,
            discs,
            line,
        } => {
            begins(line, played)?;
            let end = play(position, line)?;
            let end_best = play(position, best.pv.get(..line.len()).ok_or("no such line")?)?;
            let change = i64::from(*count) - i64::from(*other);
            hold(
                if *side == mover {
                    change < 0
                } else {
                    change > 0
                },
                "it is worse",
            )?;
            hold(
                discs.len() as i64 >= change.abs(),
                "the discs explain the numbers",
            )?;
            let where_stable = if *side == mover { &end_best } else { &end };
            discs
                .iter()
                .try_for_each(|&disc| survives(where_stable, disc, *side))
        }
        Reason::Mobility {
            opponent: side,
            opponent_moves,
            opponent_moves_after_best,
            opened,
        } => {
            hold(*side == opponent, "the opponent's")?;
            hold(
                count_moves(&after, opponent) == *opponent_moves,
                "the moves",
            )?;
            let fewer = count_moves(&after_best, opponent);
            hold(
                fewer == *opponent_moves_after_best,
                "the moves after the best",
            )?;
            hold(*opponent_moves >= fewer + 2, "there are more of them")?;
            hold(
                opened.len() as u32 >= *opponent_moves - fewer,
                "the squares explain it",
            )?;
            hold(
                opened.iter().all(|&to| can_move(&after, opponent, to)),
                "they are moves",
            )?;
            hold(
                !opened.iter().any(|&to| can_move(&after_best, opponent, to)),
                "and were not",
            )
        }
        Reason::MovesTakenAway {
            mover: side,
            moves,
            moves_after_best,
            taken,
            line,
        } => {
            hold(*side == mover, "the mover's")?;
            begins(line, played)?;
            let end = play(position, line)?;
            let end_best = play(position, best.pv.get(..line.len()).ok_or("no such line")?)?;
            hold(count_moves(&end, mover) == *moves, "the moves")?;
            hold(
                count_moves(&end_best, mover) == *moves_after_best,
                "the moves after the best",
            )?;
            hold(*moves_after_best >= *moves + 2, "there are fewer of them")?;
            hold(
                taken.len() as u32 >= *moves_after_best - *moves,
                "the squares explain it",
            )?;
            hold(
                taken.iter().all(|&to| can_move(&end_best, mover, to)),
                "they are moves",
            )?;
            hold(
                !taken.iter().any(|&to| can_move(&end, mover, to)),
                "and are taken",
            )
        }
        Reason::Parity {
            opponent: side,
            region,
        } => {
            hold(*side == opponent, "the opponent's")?;
            hold(region.len() % 2 == 1, "the region is odd")?;
            hold(flood(&after, region[0]) == *region, "it is a whole region")?;
            hold(
                region.iter().any(|&to| can_move(&after, opponent, to)),
                "with a move",
            )?;
            let odd_after_best = after_best.empties().into_iter().any(|square| {
                can_move(&after_best, opponent, square) && flood(&after_best, square).len() % 2 == 1
            });
            hold(!odd_after_best, "the best move leaves none")
        }
        Reason::Frontier {
            played: more,
            best: fewer,
            exposed,
        } => {
            let all = |position: &Position| {
                let squares = position.shape().squares_in_order();
                squares
                    .filter(|&disc| is_frontier(position, mover, disc))
                    .count() as u32
            };
            hold(
                all(&after) == *more && all(&after_best) == *fewer,
                "the numbers",
            )?;
            hold(*more >= *fewer + 2, "there are more")?;
            hold(
                exposed.iter().all(|&disc| is_frontier(&after, mover, disc)),
                "exposed",
            )?;
            hold(
                !exposed
                    .iter()
                    .any(|&disc| is_frontier(&after_best, mover, disc)),
                "not before",
            )
        }
        Reason::EdgeSquare {
            opponent: side,
            square,
            line,
        } => {
            hold(*side == opponent, "the opponent's")?;
            begins(line, played)?;
            hold(
                line.last() == Some(square) && best.square == *square,
                "both want it",
            )?;
            let before = play(position, &line[..line.len() - 1])?;
            hold(
                before.mover() == opponent || must_pass(&before, mover),
                "the opponent plays it",
            )
        }
        Reason::LosesGroup {
            opponent: side,
            group,
            line,
        } => {
            hold(*side == opponent && *line == played.pv, "the line played")?;
            let (end, end_best) = (play(position, line)?, play(position, &best.pv)?);
            hold(
                end.is_over() && end_best.is_over(),
                "both lines end the game",
            )?;
            hold(
                group.iter().all(|&disc| end.disc(disc) == Some(opponent)),
                "lost",
            )?;
            hold(
                group.iter().all(|&disc| end_best.disc(disc) == Some(mover)),
                "kept",
            )
        }
        Reason::Line { line, best_line } => {
            hold(*line == played.pv && *best_line == best.pv, "the lines")
        }
    }
}

fn hold(is_true: bool, claim: &str) -> Result<(), String> {
    is_true.then_some(()).ok_or_else(|| claim.to_owned())
}

/// Plays squares one after another, with forced passes before them.
fn play(position: &Position, line: &[Square]) -> Result<Position, String> {
    let mut position = *position;
    for &square in line {
        if let Ok(passed) = position.pass() {
            position = passed;
        }
        position = position.play(square).map_err(|error| error.to_string())?;
    }
    Ok(position)
}

fn begins(line: &[Square], mv: &AnalyzedMove) -> Result<(), String> {
    hold(
        mv.pv.starts_with(line) && !line.is_empty(),
        "the line begins so",
    )
}

fn is_corner(shape: Shape, square: Square) -> bool {
    outflank_textbook::corners(shape).any(|corner| corner == square)
}

/// Whether a side could move to a square if it were its turn.
fn can_move(position: &Position, side: Color, square: Square) -> bool {
    let is_turn = position.mover() == side;
    let position = if is_turn {
        *position
    } else {
        position.with_other_mover()
    };
    position.play(square).is_ok()
}

fn count_moves(position: &Position, side: Color) -> u32 {
    let empties = position.empties().into_iter();
    empties
        .filter(|&square| can_move(position, side, square))
        .count() as u32
}

fn must_pass(position: &Position, side: Color) -> bool {
    count_moves(position, side) == 0 && count_moves(position, side.opponent()) > 0
}

/// The last move of a line is a corner taken by a side.
fn corner_falls(
    position: &Position,
    line: &[Square],
    mv: &AnalyzedMove,
    corner: Square,
    side: Color,
) -> Result<(), String> {
    begins(line, mv)?;
    hold(
        is_corner(position.shape(), corner) && line.last() == Some(&corner),
        "it ends there",
    )?;
    let end = play(position, line)?;
    hold(end.disc(corner) == Some(side), "the side takes it")
}

/// Whether a side takes no corner in a line.
fn no_corner(position: &Position, line: &[Square], side: Color) -> Result<bool, String> {
    for length in 1..=line.len() {
        let last = line[length - 1];
        if is_corner(position.shape(), last)
            && play(position, &line[..length])?.disc(last) == Some(side)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let around = (-1..=1_i8).flat_map(|down| (-1..=1_i8).map(move |right| (right, down)));
    around
        .filter(|&step| step != (0, 0))
        .filter_map(move |(right, down)| {
            let column = square.column().checked_add_signed(right)?;
            Square::new(column, square.row().checked_add_signed(down)?)
        })
}

fn is_frontier(position: &Position, side: Color, disc: Square) -> bool {
    let empties = position.empties();
    position.disc(disc) == Some(side) && neighbours(disc).any(|next| empties.contains(next))
}

/// The region of empty squares around a square.
fn flood(position: &Position, square: Square) -> Vec<Square> {
    let empties = position.empties();
    let mut region = vec![square];
    let mut next = 0;
    while next < region.len() {
        for near in neighbours(region[next]) {
            if empties.contains(near) && !region.contains(&near) {
                region.push(near);
            }
        }
        next += 1;
    }
    region.sort_unstable();
    region
}

/// Plays random games in which a disc must keep its colour.
fn survives(position: &Position, disc: Square, side: Color) -> Result<(), String> {
    for seed in 0..GAMES {
        let mut random = crate::sparring::seeded(seed, position);
        let mut position = *position;
        loop {
            hold(
                position.disc(disc) == Some(side),
                &format!("{disc} is stable"),
            )?;
            match position.legal_moves().into_iter().choose(&mut random) {
                Some(square) => position = position.play(square).map_err(|e| e.to_string())?,
                None => match position.pass() {
                    Ok(passed) => position = passed,
                    Err(_) => break,
                },
            }
        }
    }
    Ok(())
}
