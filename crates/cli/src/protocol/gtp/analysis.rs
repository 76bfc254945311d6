//! What a running analysis says.

use outflank_engine::ScoredMove;
use outflank_engine::evaluation::UNITS_PER_DISC;

use super::request::vertex;
use crate::protocol::SearchReport;

/// The line of a completed depth.
pub(super) fn line(found: &SearchReport) -> String {
    let moves = found.moves.iter().enumerate();
    let infos: Vec<String> = moves.map(|(order, mv)| info(order, mv, found)).collect();
    infos.join(" ")
}

fn info(order: usize, mv: &ScoredMove, found: &SearchReport) -> String {
    let pv: Vec<String> = mv.pv.iter().copied().map(vertex).collect();
    format!(
        "info move {} score {:.2} exact {} depth {} selectivity {} order {order} nodes {} \
         seconds {:.2} pv {}",
        vertex(mv.square),
        f64::from(mv.value) / f64::from(UNITS_PER_DISC),
        mv.is_exact,
        mv.depth,
        mv.selectivity.percent(),
        found.nodes,
        found.elapsed.as_secs_f64(),
        pv.join(" ")
    )
}
