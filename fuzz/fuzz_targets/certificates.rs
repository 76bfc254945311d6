//! Certificates: what the checker accepts is true, and no proof of a false claim is accepted. The
//! hashes, and the counts that the checker compares, are made to fit, so that changes reach the proof.
//!
//! An input is a certificate, or a byte that selects one of those below and the bytes of its proof.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_proof_check::certificate::{Certificate, check};

/// The most empty squares. The checker tries all moves where the certificate lets it.
const MOST_EMPTY: usize = 8;

/// The most empty squares for false claims, which need the score of each position. There are few enough
/// proofs of such positions to come upon one that a wrong checker would accept.
const FEW_EMPTY: usize = 5;

/// The size of a line of the table of chunks, and of its numbers before the hash.
const LINE: usize = 40;
const NUMBERS: usize = 8;

/// Certificates of one chunk.
const SMALL: [&[u8]; 5] = [
    include_bytes!("../corpus/certificates/tiny-3"),
    include_bytes!("../corpus/certificates/tiny-4"),
    include_bytes!("../corpus/certificates/tiny-5"),
    include_bytes!("../corpus/certificates/tiny-both"),
    include_bytes!("../corpus/certificates/tiny-3x5"),
];

fuzz_target!(|data: &[u8]| {
    let text = data.split(|&byte| byte == b'\n').take(12);
    let mut positions = text.filter_map(|line| line.strip_prefix(b"position "));
    let empty = |position: &[u8]| position.iter().filter(|&&sign| sign == b'-').count();
    if positions
        .next()
        .is_some_and(|position| empty(position) > MOST_EMPTY)
    {
        return;
    }
    if let Some(certificate) = checked(data) {
        assert_true(&certificate);
    }
    let Some(mut parts) = Parts::split(data).or_else(|| Parts::of_proof(data)) else {
        return;
    };
    if let Some(choices) = parts.error().and_then(|error| found_choices(&error)) {
        parts.set("choices", &choices);
        assert_eq!(parts.error(), None);
    }
    if let Some(claims) = parts.false_claims() {
        parts.set("claims", &claims);
        let error = parts.error().expect("a false claim is not proven");
        assert_eq!(found_choices(&error), None, "a proof of {claims}");
    }
});

/// Returns the number of choices that the checker found, which it compares last.
fn found_choices(error: &str) -> Option<String> {
    let numbers = error.strip_prefix("header: ")?;
    let (_, found) = numbers.split_once(" choices, but the chunks have ")?;
    Some(found.to_owned())
}

fn checked(bytes: &[u8]) -> Option<Certificate> {
    check(&mut &bytes[..], |chunks| vec![true; chunks]).ok()
}

/// A certificate in parts.
struct Parts {
    /// The lines before the hash.
    header: Vec<String>,
    statements: Vec<u8>,
    /// The numbers of each line of the table, and the chunk.
    chunks: Vec<([u8; NUMBERS], Vec<u8>)>,
}

impl Parts {
    /// Splits a certificate. The last chunk takes all that follows.
    fn split(data: &[u8]) -> Option<Self> {
        let end = data.windows(2).position(|two| two == b"\n\n")?;
        let text = std::str::from_utf8(&data[..end]).ok()?;
        let header = text.lines().filter(|line| !line.starts_with("hash "));
        let header: Vec<String> = header.map(str::to_owned).collect();
        let value = |name: &str| value(&header, name);
        let cells = value("position")?.split(' ').next()?.bytes();
        let squares = cells.filter(|&sign| sign != b'#').count();
        let lemmas = value("lemmas")?.split(' ').map(str::parse::<usize>);
        let lemmas: usize = lemmas.collect::<Result<Vec<_>, _>>().ok()?.iter().sum();
        let length = lemmas.checked_mul((squares + 1).div_ceil(5))?;
        let (statements, rest) = data[end + 2..].split_at_checked(length)?;
        let count: usize = value("chunks")?.parse().ok()?;
        let (table, mut rest) = rest.split_at_checked(count.checked_mul(LINE)?)?;
        let mut chunks = Vec::new();
        for (number, line) in table.chunks(LINE).enumerate() {
            let numbers: [u8; NUMBERS] = *line.first_chunk()?;
            let stated = numbers[4..].iter().rev();
            let stated = stated.fold(0, |sum, &byte| sum << 8 | usize::from(byte));
            let is_last = number + 1 == count;
            let length = if is_last {
                rest.len()
            } else {
                stated.min(rest.len())
            };
            let (chunk, after) = rest.split_at(length);
            chunks.push((numbers, chunk.to_vec()));
            rest = after;
        }
        Some(Self {
            header,
            statements: statements.to_vec(),
            chunks,
        })
    }

    /// Returns a small certificate with other bytes as its proof.
    fn of_proof(data: &[u8]) -> Option<Self> {
        let (&choice, proof) = data.split_first()?;
        let mut parts = Self::split(SMALL[usize::from(choice) % SMALL.len()])?;
        for (_, chunk) in &mut parts.chunks {
            *chunk = proof.to_vec();
        }
        Some(parts)
    }

    /// Returns claims that are false by a disc, as many as the certificate has.
    fn false_claims(&self) -> Option<String> {
        let value = |name: &str| value(&self.header, name);
        let (board, mover) = Board::parse(value("board")?, value("position")?)?;
        let empty = board.cells.iter().filter(|&&cell| cell == b'-').count();
        if empty > FEW_EMPTY {
            return None;
        }
        let score = board.score(mover, false);
        let (at_least, at_most) = (score + 1, score - 1);
        Some(match value("lemmas")?.contains(' ') {
            true => format!("at least {at_least}, at most {at_most}"),
            false if value("claims")?.contains("most") => format!("at most {at_most}"),
            false => format!("at least {at_least}"),
        })
    }

    fn set(&mut self, name: &str, value: &str) {
        for line in &mut self.header {
            if line.split(' ').next() == Some(name) {
                *line = format!("{name} {value}");
            }
        }
    }

    /// Writes the certificate with the lengths and hashes of its chunks.
    fn write(&self) -> Vec<u8> {
        let mut text = self.header.join("\n");
        text.push('\n');
        let first = hash(&[&[0], text.as_bytes(), &self.statements]);
        let (mut table, mut row) = (Vec::new(), vec![first]);
        for (numbers, chunk) in &self.chunks {
            let own = hash(&[&[0], &numbers[..4], chunk]);
            table.extend(&numbers[..4]);
            table.extend((chunk.len() as u32).to_le_bytes());
            table.extend(own);
            row.push(own);
        }
        while row.len() > 1 {
            let pairs = row.chunks(2).map(|pair| match pair {
                [left, right] => hash(&[&[1], left, right]),
                alone => alone[0],
            });
            row = pairs.collect();
        }
        let root: String = row[0].iter().map(|byte| format!("{byte:02x}")).collect();
        let mut file = format!("{text}hash {root}\n\n").into_bytes();
        file.extend(&self.statements);
        file.extend(table);
        self.chunks.iter().for_each(|(_, chunk)| file.extend(chunk));
        file
    }

    /// Returns why the checker rejects the certificate. If it accepts it, checks the claims.
    fn error(&self) -> Option<String> {
        match check(&mut &self.write()[..], |chunks| vec![true; chunks]) {
            Ok(certificate) => {
                assert_true(&certificate);
                None
            }
            Err(error) => Some(error),
        }
    }
}

/// Returns the value of a line of the header.
fn value<'a>(header: &'a [String], name: &str) -> Option<&'a str> {
    let mut lines = header.iter();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    *blake3::hash(&parts.concat()).as_bytes()
}

/// Checks all claims with a search of our own.
fn assert_true(certificate: &Certificate) {
    let header: Vec<String> = certificate.text.lines().map(str::to_owned).collect();
    let size = value(&header, "board").expect("it was read");
    let (board, mover) = Board::parse(size, &certificate.position).expect("it was read");
    let score = board.score(mover, false);
    for claim in &certificate.claims {
        let (side, bound) = claim.rsplit_once(' ').expect("it was read");
        let bound: i32 = bound.parse().expect("it was read");
        let is_true = match side {
            "at least" => score >= bound,
            "at most" => score <= bound,
            _ => panic!("{claim}"),
        };
        assert!(
            is_true,
            "{claim}, but the score is {score}: {}",
            certificate.text
        );
    }
}

/// A board as text: `X`, `O`, `-`, or `#` for a hole.
#[derive(Clone)]
struct Board {
    columns: usize,
    cells: Vec<u8>,
}

impl Board {
    /// Parses a board and the side to move.
    fn parse(size: &str, position: &str) -> Option<(Self, u8)> {
        let (columns, rows) = size.split_once('x')?;
        let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
        let (cells, mover) = position.split_once(' ')?;
        let cells = cells.as_bytes().to_vec();
        let is_whole = columns > 0 && columns.checked_mul(rows)? == cells.len();
        (is_whole && ["X", "O"].contains(&mover))
            .then(|| (Self { columns, cells }, mover.as_bytes()[0]))
    }

    const fn other(side: u8) -> u8 {
        if side == b'X' { b'O' } else { b'X' }
    }

    /// Returns the board after a disc on an empty square, if it flips any.
    fn play(&self, at: usize, side: u8) -> Option<Self> {
        let mut after = self.clone();
        let (column, row) = (at % self.columns, at / self.columns);
        let rows = self.cells.len() / self.columns;
        for (dx, dy) in [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
        ] {
            let mut line = Vec::new();
            let (mut x, mut y) = (column as isize, row as isize);
            loop {
                (x, y) = (x + dx, y + dy);
                let inside =
                    (0..self.columns as isize).contains(&x) && (0..rows as isize).contains(&y);
                let cell = y * self.columns as isize + x;
                match inside.then(|| self.cells[cell as usize]) {
                    Some(sign) if sign == Self::other(side) => line.push(cell as usize),
                    Some(sign) if sign == side => {
                        line.into_iter().for_each(|cell| after.cells[cell] = side);
                        break;
                    }
                    _ => break,
                }
            }
        }
        let flips = after.cells != self.cells;
        after.cells[at] = side;
        flips.then_some(after)
    }

    /// Returns the score for the side to move, by minimax.
    fn score(&self, side: u8, has_passed: bool) -> i32 {
        let empty = (0..self.cells.len()).filter(|&at| self.cells[at] == b'-');
        let after = empty.filter_map(|at| self.play(at, side));
        let best = after
            .map(|after| -after.score(Self::other(side), false))
            .max();
        match best {
            Some(best) => best,
            None if has_passed => -self.final_score(Self::other(side)),
            None => -self.score(Self::other(side), true),
        }
    }

    fn final_score(&self, side: u8) -> i32 {
        let count = |sign: u8| self.cells.iter().filter(|&&cell| cell == sign).count() as i32;
        let difference = count(side) - count(Self::other(side));
        difference + difference.signum() * count(b'-')
    }
}
