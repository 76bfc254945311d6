//! `outflank-check`: checks a certificate of an Othello score.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_proof_check::certificate::{Certificate, check};

const USAGE: &str = "\
usage: outflank-check FILE [--chunks A-B | --sample N [--seed S]]

Checks a certificate of an Othello score and prints what it proves. The exit status is 0 if
the claim is proven, 1 if not, with the place of the first fault, and 2 for a usage error.

  --chunks A-B  check only chunks A to B, counted from 0; a claim is proven when the
                checked parts together cover all chunks and report the same hash
  --sample N    check only N random chunks
  --seed S      random seed for the sample [default: from the clock]
";

/// Which chunks to check.
enum Selection {
    All,
    Range(usize, usize),
    Sample(usize, u64),
}

impl Selection {
    /// Marks the selected chunks.
    fn mark(&self, chunks: usize) -> Vec<bool> {
        match *self {
            Self::All => vec![true; chunks],
            Self::Range(first, last) => (0..chunks).map(|at| first <= at && at <= last).collect(),
            Self::Sample(count, seed) => {
                let mut selected = vec![false; chunks];
                let mut state = seed;
                // Pick among the remaining chunks uniformly (splitmix64: Steele and others 2014).
                for left in (chunks - count.min(chunks) + 1..=chunks).rev() {
                    state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                    let mut bits = state;
                    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                    let drawn = ((bits ^ bits >> 31) % left as u64) as usize;
                    let free = (0..chunks).filter(|&at| !selected[at]).nth(drawn);
                    selected[free.unwrap_or(0)] = true;
                }
                selected
            }
        }
    }
}

fn parse(arguments: &[String]) -> Option<(String, Selection)> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let clock = now.map_or(0, |now| now.as_nanos() as u64);
    let (file, selection) = match arguments[..] {
        [file] => (file, Selection::All),
        [file, "--chunks", range] => {
            let (first, last) = range.split_once('-')?;
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            (first <= last).then_some((file, Selection::Range(first, last)))?
        }
        [file, "--sample", count] => (file, Selection::Sample(count.parse().ok()?, clock)),
        [file, "--sample", count, "--seed", seed] => (
            file,
            Selection::Sample(count.parse().ok()?, seed.parse().ok()?),
        ),
        _ => return None,
    };
    (!file.starts_with("--")).then(|| (file.to_owned(), selection))
}

fn describe(certificate: &Certificate, selection: &Selection) -> String {
    let (checked, chunks) = (certificate.checked, certificate.chunks);
    let is_proven = checked == chunks;
    let word = if is_proven { "proven" } else { "claimed" };
    let mut text = String::new();
    for claim in &certificate.claims {
        text += &format!("{word}: the score of {} is {claim}\n", certificate.position);
    }
    let counts = certificate.counts;
    text += &format!(
        "{checked} of {chunks} chunks checked: {} positions with a move, {} leaves solved by trying \
         {} positions\nhash {}\n",
        counts.choices, counts.leaves, counts.tried, certificate.hash
    );
    text += &match selection {
        _ if is_proven => String::new(),
        Selection::Sample(..) => format!(
            "a sample, not a proof: a single fault would void the claim, and of certificates with \
             faults in {:.1} % of their chunks, one in twenty would pass such a sample\n",
            100.0 * (1.0 - 0.05_f64.powf(1.0 / checked as f64))
        ),
        _ => "part of the proof, which is complete once all chunks are checked\n".to_owned(),
    };
    text
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // A closed pipe is not an error.
    let print = |text: &str| drop(std::io::stdout().write_all(text.as_bytes()));
    let mut all = arguments.iter();
    if all.any(|argument| argument == "--help" || argument == "-h") {
        print(USAGE);
        return ExitCode::SUCCESS;
    }
    let Some((path, selection)) = parse(&arguments) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    match check(&mut BufReader::new(file), |chunks| selection.mark(chunks)) {
        Ok(certificate) => {
            print(&describe(&certificate, &selection));
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{path}: not proven: {fault}");
            ExitCode::from(1)
        }
    }
}
