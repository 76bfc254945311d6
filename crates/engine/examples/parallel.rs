//! Counts what splitting costs: nodes, nodes searched in vain, splits, locks and waiting.
//!
//! ```sh
//! cargo run --release -p outflank-engine --features bench-support --example parallel -- \
//!     virtual testdata/positions/fforum-40-59.obf 0-3 256 1 2 4 8 16 32 64
//! ```
//!
//! The arguments are the kind of processors, a file of positions with their scores, which of its
//! lines to solve, the size of the table in MiB, and numbers of threads, with the first of which
//! the others are compared. On `virtual` processors the threads run in turns and time is counted
//! in nodes, so the figures do not depend on the machine; on `real` ones as they come.

use std::error::Error;
use std::fs;
use std::time::Instant;

use outflank_engine::bench_support::splitting;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::Position;

/// Returns the processor time that this process has used, in seconds.
fn processor_seconds() -> Option<f64> {
    // Fields 14 and 15 of `proc_pid_stat(5)`, counted from behind the name; there are always
    // 100 ticks in a second.
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, lines, hash, threads @ ..] = arguments.as_slice() else {
        return Err("usage: parallel virtual|real FILE FIRST-LAST MIB THREADS…".into());
    };
    let is_virtual = kind == "virtual";
    let (first, last) = lines.split_once('-').ok_or("lines are FIRST-LAST")?;
    let (first, last): (usize, usize) = (first.parse()?, last.parse()?);
    let text = fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().skip(first).take(last + 1 - first).collect();
    println!(
        "threads speedup   Mnodes  ratio in vain  waiting processor-s  wall-s   splits    joins \
         cuts    wakes    locks blocked   polls lost-keeps lost-gets"
    );
    let (mut nodes_of_first, mut first_time) = (None, None);
    for threads in threads {
        let threads: usize = threads.parse()?;
        let options = SearchOptions::default().with_hash(hash.parse()?);
        let mut searcher = Searcher::new(options.with_threads(threads))?;
        splitting::reset();
        splitting::set_virtual_processors(if is_virtual { threads } else { 0 });
        let (began, used) = (Instant::now(), processor_seconds());
        let mut nodes = 0;
        for line in &lines {
            let (position, moves) = line.split_once(';').ok_or("a line without scores")?;
            let position: Position = position.trim().parse()?;
            searcher.clear();
            let result = searcher.search(&SearchRequest::new(&position, Limits::SOLVE), |_| true);
            nodes += result.nodes;
            let expected = moves.split([':', ';']).nth(1).map(str::trim);
            let expected: i32 = expected.ok_or("a move without a score")?.parse()?;
            if result.exact() != Some(expected) {
                return Err(format!("{threads} threads: wrong score of {line}").into());
            }
        }
        let wall = began.elapsed().as_secs_f64();
        let processor = processor_seconds()
            .zip(used)
            .map_or(0.0, |(now, then)| now - then);
        let base: u64 = *nodes_of_first.get_or_insert(nodes);
        let counts = splitting::counts();
        let time = match splitting::set_virtual_processors(0) {
            0 => wall,
            time => time as f64,
        };
        let time_of_first: f64 = *first_time.get_or_insert(time);
        let waiting = if is_virtual {
            1.0 - nodes as f64 / (time * threads as f64)
        } else {
            counts.idle_seconds / (wall * threads as f64)
        };
        println!(
            "{threads:7} {:7.2} {:8.1} {:6.3} {:6.2}% {:7.1}% {processor:11.1} {wall:7.1} {:8} {:8} \
             {:4} {:8} {:8} {:7} {:7} {:10} {:9}",
            time_of_first / time,
            nodes as f64 / 1e6,
            nodes as f64 / base as f64,
            100.0 * counts.vain_nodes as f64 / nodes as f64,
            100.0 * waiting,
            counts.splits,
            counts.joins,
            counts.cuts,
            counts.wakes,
            counts.locks,
            counts.blocked,
            counts.polls,
            counts.table_writes,
            counts.table_reads,
        );
    }
    Ok(())
}
