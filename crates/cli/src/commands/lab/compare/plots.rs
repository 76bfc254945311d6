//! The pictures of a comparison.

use std::path::Path;

use outflank_lab::comparison::{Agreement, AgreementRow, EqualLimit, Judged};
use plotters::style::RGBColor;

use super::agreement::Judgement;
use super::games::RoundRobin;
use crate::chart::{Chart, ErrorBar, Line, STAGE_COLOURS, XAxis};
use crate::commands::training::write_chart;

/// The colours of the evaluations, in the order in which they were named.
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

/// A line through points with bars.
struct Course {
    name: String,
    colour: RGBColor,
    /// Place, height and the ends of the bar.
    points: Vec<(f64, f64, [f64; 2])>,
}

/// Draws what there is: `depth.svg`, `time.svg`, `agreement.svg` by empty squares and
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
        courses_of_games(played, names, at_depth),
    )?;
    write(
        &folder.join("time.svg"),
        "Evaluations against one another at equal time",
        (XAxis::Logarithmic("milliseconds a move"), scores),
        courses_of_games(played, names, at_time),
    )?;
    let share = "exactly best moves, %";
    write(
        &folder.join("agreement.svg"),
        "Moves of 1 ply that are exactly best",
        (XAxis::Linear("empty squares"), share),
        courses_by_empties(judged),
    )?;
    write(
        &folder.join("agreement-by-depth.svg"),
        "Moves that are exactly best, all positions",
        (plies, share),
        courses_by_depth(judged),
    )
}

/// The scores of each evaluation; `at` says where a round robin stands, if it belongs
/// here.
fn courses_of_games(
    played: &[RoundRobin],
    names: &[&str],
    at: impl Fn(EqualLimit) -> Option<f64>,
) -> Vec<Course> {
    let point = |round_robin: &RoundRobin, place: usize| {
        let tally = round_robin.tally(place)?;
        let (score, interval) = (tally.score()?, tally.score_interval()?);
        let ends = [interval.low, interval.high].map(|end| 100.0 * end);
        Some((at(round_robin.limit)?, 100.0 * score, ends))
    };
    names
        .iter()
        .enumerate()
        .map(|(place, name)| Course {
            name: (*name).to_owned(),
            colour: COLOURS[place % COLOURS.len()],
            points: played.iter().filter_map(|one| point(one, place)).collect(),
        })
        .collect()
}

/// The agreement at depth 1 by number of empty squares, and that of chance.
fn courses_by_empties(judged: &Judgement) -> Vec<Course> {
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
    let mut courses = courses_of_rows(judged, |place| {
        let of_place = by_empties.iter().map(move |(empties, rows)| {
            let mut rows = rows.iter().filter(|row| row.depth == 1);
            (*empties, rows.nth(place).copied())
        });
        of_place.collect()
    });
    let chance = empties.iter().filter_map(|&empties| {
        let chance = Agreement::chance(&judged.positions, Some(empties));
        let share = 100.0 * chance.agreement?.mean;
        Some((f64::from(empties), share, [share; 2]))
    });
    courses.push(Course {
        name: "by chance".to_owned(),
        colour: GREY,
        points: chance.collect(),
    });
    courses
}

/// The agreement over all positions by depth.
fn courses_by_depth(judged: &Judgement) -> Vec<Course> {
    let rows = judged.agreement.rows(&judged.positions, None);
    courses_of_rows(judged, |place| {
        let of_place = rows.iter().filter(|row| row.contender == place);
        of_place
            .map(|row| (f64::from(row.depth), Some(*row)))
            .collect()
    })
}

/// A course for each evaluation; `rows` gives where each of its rows stands.
fn courses_of_rows(
    judged: &Judgement,
    rows: impl Fn(usize) -> Vec<(f64, Option<AgreementRow>)>,
) -> Vec<Course> {
    let contenders = judged.agreement.contenders.iter().enumerate();
    contenders
        .map(|(place, contender)| Course {
            name: contender.name().to_owned(),
            colour: COLOURS[place % COLOURS.len()],
            points: rows(place)
                .into_iter()
                .filter_map(|(at, row)| {
                    let share = row?.agreement?;
                    // 95 %, as everywhere.
                    let reach = 1.96 * share.error.unwrap_or(0.0);
                    let ends = [share.mean - reach, share.mean + reach];
                    let ends = ends.map(|end| 100.0 * end.clamp(0.0, 1.0));
                    Some((at, 100.0 * share.mean, ends))
                })
                .collect(),
        })
        .collect()
}

/// Sets the points of courses a little beside one another, so that bars at the same
/// place can be told apart.
fn set_apart(courses: &mut [Course], x_axis: XAxis<'_>) {
    // Places as the axis shows them, and the least width that it has.
    let is_logarithmic = matches!(x_axis, XAxis::Logarithmic(_));
    let least = if is_logarithmic { 0.1 } else { 1.0 };
    let shown = |place: f64| match x_axis {
        XAxis::Linear(_) => place,
        XAxis::Logarithmic(_) => place.log10(),
    };
    let place = |shown: f64| match x_axis {
        XAxis::Linear(_) => shown,
        XAxis::Logarithmic(_) => 10.0_f64.powf(shown),
    };
    let places = courses.iter().flat_map(|course| &course.points);
    let places: Vec<f64> = places.map(|point| shown(point.0)).collect();
    let ends = places
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), &place| {
            (low.min(place), high.max(place))
        });
    let step = 0.012 * (ends.1 - ends.0).max(least);
    let middle = (courses.len() as f64 - 1.0) / 2.0;
    for (number, course) in courses.iter_mut().enumerate() {
        for point in &mut course.points {
            point.0 = place(shown(point.0) + step * (number as f64 - middle));
        }
    }
}

/// Writes a picture, unless there is nothing to be drawn.
fn write(
    path: &Path,
    title: &str,
    (across, up): (XAxis<'_>, &str),
    mut courses: Vec<Course>,
) -> anyhow::Result<()> {
    courses.retain(|course| !course.points.is_empty());
    set_apart(&mut courses, across);
    let (mut lines, mut bars) = (Vec::new(), Vec::new());
    for course in courses {
        let known = course.points.iter().filter(|(.., [low, high])| low < high);
        bars.extend(known.map(|&(place, _, ends)| ErrorBar {
            colour: course.colour,
            x: place,
            ends,
        }));
        lines.push(Line {
            name: course.name,
            colour: course.colour,
            width: 2,
            points: course.points.iter().map(|&(x, y, _)| (x, y)).collect(),
        });
    }
    if lines.is_empty() {
        return Ok(());
    }
    let chart = Chart {
        title,
        x_axis: across,
        y_label: up,
        legend: "evaluation, bars 95 %",
        marked: None,
        lines,
        bars,
    };
    write_chart(&chart, path)
}
