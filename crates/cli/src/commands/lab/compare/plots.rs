//! The charts of a comparison.

use std::path::Path;

use outflank_lab::comparison::{Agreement, AgreementRow, EqualLimit, Judged};
use plotters::style::RGBColor;

use super::agreement::Judgement;
use super::games::RoundRobin;
use crate::chart::{Chart, Line, STAGE_COLOURS, XAxis};
use crate::commands::training::write_chart;

/// The colours of the evaluations, in the order given.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0xC9, 0x2A, 0x2A),
    STAGE_COLOURS[2],
    STAGE_COLOURS[4],
    STAGE_COLOURS[5],
    STAGE_COLOURS[1],
    STAGE_COLOURS[3],
    STAGE_COLOURS[6],
];

const GREY: RGBColor = RGBColor(0x88, 0x88, 0x88);

/// A point of a line, with its error bar.
type Point = (f64, f64, [f64; 2]);

/// A line through points with error bars.
fn line(name: &str, colour: RGBColor, points: impl Iterator<Item = Point>) -> Line {
    let (mut line, mut bars) = (Line::new(name, colour, Vec::new()), Vec::new());
    for (x, y, ends) in points {
        line.points.push((x, y));
        bars.push((x, ends));
    }
    Line { bars, ..line }
}

/// Draws the charts that have data: `depth.svg`, `time.svg`, `agreement.svg` by empties and
/// `agreement-by-depth.svg`.
pub(super) fn draw(
    folder: &Path,
    played: &[RoundRobin],
    judged: &Judgement,
    names: &[&str],
) -> anyhow::Result<()> {
    let at_depth = |limit: EqualLimit| limit.depth().map(f64::from);
    let at_time = |limit: EqualLimit| limit.seconds().map(|seconds| 1000.0 * seconds);
    let plies = XAxis::Linear("depth in plies");
    let scores = "score against all others, %";
    write(
        &folder.join("depth.svg"),
        "Evaluations against one another at equal depth",
        (plies, scores),
        lines_of_games(played, names, at_depth),
    )?;
    write(
        &folder.join("time.svg"),
        "Evaluations against one another at equal time",
        (XAxis::Logarithmic("milliseconds per move"), scores),
        lines_of_games(played, names, at_time),
    )?;
    let share = "exactly best moves, %";
    write(
        &folder.join("agreement.svg"),
        "Moves of 1 ply that are exactly best",
        (XAxis::Linear("empty squares"), share),
        lines_by_empties(judged),
    )?;
    write(
        &folder.join("agreement-by-depth.svg"),
        "Moves that are exactly best, all positions",
        (plies, share),
        lines_by_depth(judged),
    )
}

/// Returns the scores of each evaluation; `at` returns the x coordinate of a round robin,
/// if it belongs to this chart.
fn lines_of_games(
    played: &[RoundRobin],
    names: &[&str],
    at: impl Fn(EqualLimit) -> Option<f64>,
) -> Vec<Line> {
    let point = |round_robin: &RoundRobin, place: usize| {
        let tally = round_robin.tally(place)?;
        let (score, interval) = (tally.score()?, tally.score_interval()?);
        let ends = [interval.low, interval.high].map(|end| 100.0 * end);
        Some((at(round_robin.limit)?, 100.0 * score, ends))
    };
    let names = names.iter().enumerate();
    names
        .map(|(place, name)| {
            let points = played.iter().filter_map(|one| point(one, place));
            line(name, COLOURS[place % COLOURS.len()], points)
        })
        .collect()
}

/// Returns the agreement at depth 1 by number of empties, and that of a random move.
fn lines_by_empties(judged: &Judgement) -> Vec<Line> {
    let mut empties: Vec<u32> = judged.positions.iter().map(Judged::empties).collect();
    empties.sort_unstable();
    empties.dedup();
    let by_empties: Vec<(f64, Vec<AgreementRow>)> = empties
        .iter()
        .map(|&empties| {
            let rows = judged.agreement.rows(&judged.positions, Some(empties));
            (f64::from(empties), rows)
        })
        .collect();
    let mut lines = lines_of_rows(judged, |place| {
        let of_place = by_empties.iter().map(move |(empties, rows)| {
            let mut rows = rows.iter().filter(|row| row.depth == 1);
            (*empties, rows.nth(place).copied())
        });
        of_place.collect()
    });
    let chance = empties.iter().filter_map(|&empties| {
        let chance = Agreement::chance(&judged.positions, Some(empties));
        let share = 100.0 * chance.agreement?.mean;
        Some((f64::from(empties), share))
    });
    lines.push(Line::new("by chance", GREY, chance.collect()));
    lines
}

/// Returns the agreement over all positions by depth.
fn lines_by_depth(judged: &Judgement) -> Vec<Line> {
    let rows = judged.agreement.rows(&judged.positions, None);
    lines_of_rows(judged, |place| {
        let of_place = rows.iter().filter(|row| row.contender == place);
        of_place
            .map(|row| (f64::from(row.depth), Some(*row)))
            .collect()
    })
}

/// Returns a line for each evaluation; `rows` returns the coordinates of its rows.
fn lines_of_rows(
    judged: &Judgement,
    rows: impl Fn(usize) -> Vec<(f64, Option<AgreementRow>)>,
) -> Vec<Line> {
    let contenders = judged.agreement.contenders.iter().enumerate();
    contenders
        .map(|(place, contender)| {
            let points = rows(place).into_iter().filter_map(|(at, row)| {
                let share = row?.agreement?;
                // 95 % confidence.
                let error = 1.96 * share.error.unwrap_or(0.0);
                let ends = [share.mean - error, share.mean + error];
                let ends = ends.map(|end| 100.0 * end.clamp(0.0, 1.0));
                Some((at, 100.0 * share.mean, ends))
            });
            line(contender.name(), COLOURS[place % COLOURS.len()], points)
        })
        .collect()
}

/// Shifts the points of each line slightly, so that error bars at the same x do not
/// overlap.
fn set_apart(lines: &mut [Line], x_axis: XAxis<'_>) {
    let is_logarithmic = matches!(x_axis, XAxis::Logarithmic(_));
    let points = lines.iter().flat_map(|line| &line.points);
    let places: Vec<f64> = points.map(|point| x_axis.coordinate(point.0)).collect();
    let least = places.iter().copied().fold(f64::MAX, f64::min);
    let most = places.iter().copied().fold(f64::MIN, f64::max);
    let step = 0.012 * (most - least).max(if is_logarithmic { 0.1 } else { 1.0 });
    let middle = (lines.len() as f64 - 1.0) / 2.0;
    for (number, line) in lines.iter_mut().enumerate() {
        let shift = step * (number as f64 - middle);
        let points = line.points.iter_mut().map(|point| &mut point.0);
        for place in points.chain(line.bars.iter_mut().map(|bar| &mut bar.0)) {
            *place = match is_logarithmic {
                true => 10.0_f64.powf(place.log10() + shift),
                false => *place + shift,
            };
        }
    }
}

/// Writes a chart, unless there is nothing to draw.
fn write(
    path: &Path,
    title: &str,
    (x_axis, y_label): (XAxis<'_>, &str),
    mut lines: Vec<Line>,
) -> anyhow::Result<()> {
    lines.retain(|line| !line.points.is_empty());
    if lines.is_empty() {
        return Ok(());
    }
    set_apart(&mut lines, x_axis);
    for line in &mut lines {
        line.bars.retain(|(_, [low, high])| low < high);
    }
    let chart = Chart {
        title,
        x_axis,
        y_label,
        legend: "evaluation, bars 95 %",
        lines,
        ..Chart::default()
    };
    write_chart(&chart, path)
}
