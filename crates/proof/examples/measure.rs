//! Makes and checks certificates, and measures both steps.
//!
//! `cargo run --release -p outflank-proof --example measure -- FOLDER CUT SET…` writes the
//! certificates of each set to FOLDER, fewest empties first, and a JSON object for each to
//! FOLDER/measured.jsonl; a stopped run continues where it was. Sets are `ffo` (positions 1 to 49
//! of the FFO test), `hard` (ten hard positions with 20 empties), `games` (200 positions with 20 to
//! 24 empties from games of 1980), `boards` (small boards from the start), or one position of a
//! set, as in `ffo-40`. It uses one thread and measures processor seconds on Linux.
//! `scripts/certificate_tables.py` runs the second checker and prints tables.

use std::error::Error;
use std::fs;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::format::{parse_obf_lines, read_game_file};
use outflank_othello::{Position, Shape};
use outflank_proof::{Claims, DEFAULT_LEMMA_BYTES, ProofOptions, prove};
use outflank_proof_check::certificate::check;

/// Size of the table in MiB, and of the memory for positions of a proof.
const MIB: usize = 256;

/// Pairs of a number of empties and the number of positions to take from games.
const GAMES: [(usize, usize); 5] = [(20, 120), (21, 40), (22, 20), (23, 12), (24, 8)];

const BOARDS: [&str; 7] = ["4x4", "4x5", "4x6", "5x5", "4x7", "5x6", "6x6"];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, cut, sets @ ..] = &arguments[..] else {
        return Err("expected FOLDER CUT SET…".into());
    };
    let folder = &PathBuf::from(folder);
    fs::create_dir_all(folder)?;
    let lines = &folder.join("measured.jsonl");
    let done = fs::read_to_string(lines).unwrap_or_default();
    let mut positions = Vec::new();
    for set in sets {
        positions.extend(read_set(set)?);
    }
    positions.sort_by_key(|(_, position)| position.empties().len());
    for (name, position) in positions {
        if !done.contains(&format!("\"name\":\"{name}\"")) {
            let line = measure(&name, &position, cut.parse()?, folder)?;
            let mut lines = fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(lines)?;
            writeln!(lines, "{line}")?;
            println!("{line}");
        }
    }
    Ok(())
}

/// Returns the positions of a set with their names.
fn read_set(set: &str) -> Result<Vec<(String, Position)>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata"));
    let obf = |file: &str| {
        let text = fs::read_to_string(root.join("positions").join(file))?;
        let records = parse_obf_lines(&text, Shape::STANDARD);
        let positions = records.map(|record| Ok(record?.position));
        positions.collect::<Result<Vec<Position>>>()
    };
    let numbered = |positions: Vec<Position>| {
        let names = (1..).map(|number| format!("{set}-{number:02}"));
        names.zip(positions).collect()
    };
    match set {
        "ffo" => {
            let mut all = Vec::new();
            for file in ["fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf"] {
                all.extend(obf(file)?);
            }
            all.truncate(49);
            Ok(numbered(all))
        }
        "hard" => Ok(numbered(obf("hard-20-first-10.obf")?)),
        "boards" => {
            let start = |size: &&str| Ok((format!("start-{size}"), Position::start(size.parse()?)));
            BOARDS.iter().map(start).collect()
        }
        "games" => {
            let games = read_game_file(&root.join("wthor/WTH_1980.wtb"), Shape::STANDARD)?;
            // After the last game, continue with later positions of the first.
            let mut games = games.records.iter().cycle();
            let mut all = Vec::new();
            for (empties, count) in GAMES {
                let found = games.by_ref().filter_map(|(number, record)| {
                    let mut positions = record.game.positions().iter();
                    let position = positions.find(|position| {
                        position.empties().len() == empties && !position.legal_moves().is_empty()
                    })?;
                    Some((format!("game-{number:03}-{empties}"), *position))
                });
                all.extend(found.take(count));
            }
            Ok(all)
        }
        one => {
            let (set, _) = one
                .split_once('-')
                .ok_or_else(|| format!("unknown set {one}"))?;
            let set = ["ffo", "hard", "games", "boards"]
                .into_iter()
                .find(|name| name.starts_with(set) || *name == "boards");
            let mut all = read_set(set.unwrap_or("boards"))?;
            all.retain(|(name, _)| name == one);
            Ok(all)
        }
    }
}

/// Solves a position, proves its score and checks the certificate; returns a JSON object.
fn measure(name: &str, position: &Position, cut: u32, folder: &Path) -> Result<String> {
    let path = folder.join(format!("{name}.proof"));
    let began = processor_seconds();
    let mut searcher = Searcher::new(SearchOptions::default().with_hash(MIB))?;
    let request = SearchRequest::new(position, Limits::SOLVE);
    let score = searcher.search(&request).exact().ok_or("not solved")?;
    let (solved, solve_nodes) = (processor_seconds(), searcher.progress().nodes());
    let most = position.shape().squares() as i32;
    let claims = Claims {
        at_least: (score > -most).then_some(score),
        at_most: (score < most).then_some(score),
    };
    let options = ProofOptions {
        cut,
        lemma_bytes: DEFAULT_LEMMA_BYTES,
        memory: MIB << 20,
        folder: folder.join(format!("{name}.layers")),
        keep: false,
    };
    let made = prove(
        &mut |request| searcher.proving_moves(request),
        position,
        claims,
        &options,
        &path,
        &mut |_| (),
    )
    .map_err(|error| format!("{name}, score {score}: {error}"))?;
    let (proven, nodes) = (processor_seconds(), searcher.progress().nodes());
    drop(searcher);
    let file = &mut BufReader::new(fs::File::open(&path)?);
    let checked = check(file, |chunks| vec![true; chunks])
        .map_err(|error| format!("{name}, score {score}: {error}"))?;
    let check_seconds = processor_seconds() - proven;
    if checked.position != position.to_string() || checked.claims.join(", ") != claims.to_string() {
        return Err(format!("{name}: the certificate is for another position or claim").into());
    }
    Ok(format!(
        "{{\"name\":\"{name}\",\"empties\":{},\"score\":{score},\"cut\":{cut},\"bytes\":{},\"chunks\":{},\
         \"lemmas\":{},\"choices\":{},\"solve_nodes\":{solve_nodes},\"proof_nodes\":{},\"solve_seconds\":{:.2},\
         \"proof_seconds\":{:.2},\"leaves\":{},\"tried\":{},\"check_seconds\":{check_seconds:.2}}}",
        position.empties().len(),
        made.bytes,
        made.chunks,
        made.lemmas,
        made.choices,
        nodes - solve_nodes,
        solved - began,
        proven - solved,
        checked.counts.leaves,
        checked.counts.tried,
    ))
}

/// Returns the processor time of this process; 0 on systems other than Linux.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    // Fields 14 and 15, in hundredths of a second.
    let ticks = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
