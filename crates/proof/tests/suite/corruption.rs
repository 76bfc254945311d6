//! Corrupts certificates: whatever the checker accepts must be true.

use outflank_othello::{Position, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{certificate, check_all, position, score, searcher};

/// The parts of a certificate, which can be changed and reassembled with correct hashes.
#[derive(Clone)]
struct Parts {
    /// The lines of the header except the hash.
    lines: Vec<String>,
    statements: Vec<Vec<u8>>,
    /// The lemmas and bytes of each chunk.
    chunks: Vec<(u32, Vec<u8>)>,
}

impl Parts {
    fn new(bytes: &[u8]) -> Self {
        let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
        let text = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.pop();
        let numbers = |place: usize| {
            let numbers = lines[place].split(' ').skip(1);
            let numbers = numbers.map(|number| number.parse::<usize>().unwrap());
            numbers.collect::<Vec<_>>()
        };
        let squares = lines[2].len() - "position  X".len() - lines[2].matches('#').count();
        let length = (squares + 1).div_ceil(5);
        let lemmas: usize = numbers(6).iter().sum();
        let (statements, rest) = bytes[end + 2..].split_at(lemmas * length);
        let (table, mut rest) = rest.split_at(40 * numbers(8)[0]);
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
        let chunks = table.chunks(40).map(|line| {
            let (chunk, after) = rest.split_at(number(&line[4..8]) as usize);
            rest = after;
            (number(&line[..4]), chunk.to_vec())
        });
        Self {
            chunks: chunks.collect(),
            statements: statements.chunks(length).map(<[u8]>::to_vec).collect(),
            lines,
        }
    }

    fn hash(parts: &[&[u8]]) -> Vec<u8> {
        blake3::hash(&parts.concat()).as_bytes().to_vec()
    }

    /// Returns the certificate with all hashes recomputed.
    fn seal(&self) -> Vec<u8> {
        let text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let statements = self.statements.concat();
        let mut table = Vec::new();
        let mut row = vec![Self::hash(&[&[0], text.as_bytes(), &statements])];
        for (lemmas, chunk) in &self.chunks {
            let lemmas = lemmas.to_le_bytes();
            let hash = Self::hash(&[&[0], &lemmas, chunk]);
            table.extend([&lemmas[..], &(chunk.len() as u32).to_le_bytes(), &hash].concat());
            row.push(hash);
        }
        while row.len() > 1 {
            let pairs = row.chunks(2).map(|pair| match pair {
                [left, right] => Self::hash(&[&[1], left, right]),
                alone => alone[0].clone(),
            });
            row = pairs.collect();
        }
        let hash: String = row[0].iter().map(|byte| format!("{byte:02x}")).collect();
        let chunks = self.chunks.iter().flat_map(|(_, chunk)| chunk);
        let text = format!("{text}hash {hash}\n\n").into_bytes();
        let before = text.into_iter().chain(statements).chain(table);
        before.chain(chunks.copied()).collect()
    }

    fn set(&mut self, place: usize, value: &str) {
        let (name, _) = self.lines[place].split_once(' ').unwrap();
        self.lines[place] = format!("{name} {value}");
    }
}

type Random = Xoshiro256PlusPlus;

fn flip(bytes: &mut [u8], random: &mut Random) {
    if !bytes.is_empty() {
        for _ in 0..random.random_range(1..=3) {
            let place = random.random_range(0..bytes.len());
            bytes[place] ^= 1 << random.random_range(0..8);
        }
    }
}

/// Corrupts a certificate in one of twelve ways; `score` is the true one.
fn corrupt(parts: &Parts, score: i32, random: &mut Random) -> Vec<u8> {
    let mut new = parts.clone();
    let chunk = random.random_range(0..new.chunks.len());
    let lemma = random.random_range(0..new.statements.len());
    let other = random.random_range(0..new.statements.len());
    let bytes = &mut new.chunks[chunk].1;
    match random.random_range(0..12) {
        // Flip bits and keep the old hash.
        0 => {
            let mut bytes = parts.seal();
            flip(&mut bytes, random);
            return bytes;
        }
        // From here on, all hashes are correct. Flip bits, to change moves and references.
        1 => flip(bytes, random),
        2 => flip(&mut new.statements[lemma], random),
        // Swap moves: exchange four bits with four others.
        3 => {
            let [a, b] = [(); 2].map(|()| random.random_range(0..bytes.len()));
            let [high, low] = [bytes[a] >> 4, bytes[b] & 15];
            bytes[a] = bytes[a] & 15 | low << 4;
            bytes[b] = bytes[b] & 240 | high;
        }
        // Raise the claims.
        4 => {
            let raise = 2 * random.random_range(1..4);
            let (least, most) = match random.random() {
                true => (score + raise, score),
                false => (score, score - raise),
            };
            new.set(4, &format!("at least {least}, at most {most}"));
        }
        // Cut out a subtree.
        5 => {
            let from = random.random_range(0..bytes.len());
            let to = random.random_range(from..bytes.len());
            bytes.drain(from..=to);
        }
        // Redirect references: swap or replace statements.
        6 => new.statements.swap(lemma, other),
        7 => new.statements[lemma] = new.statements[other].clone(),
        // Repeat chunks and adjust the header.
        8 => {
            let repeated = new.chunks[chunk].clone();
            let first: u32 = new.chunks[..chunk].iter().map(|(lemmas, _)| *lemmas).sum();
            let statements = new.statements[first as usize..][..repeated.0 as usize].to_vec();
            let lemmas: usize = new.statements.len() + statements.len();
            new.statements
                .splice(first as usize..first as usize, statements);
            new.chunks.insert(chunk, repeated);
            let of_first = random.random_range(1..lemmas);
            new.set(6, &format!("{of_first} {}", lemmas - of_first));
            new.set(8, &new.chunks.len().to_string());
        }
        9 => {
            let with = random.random_range(0..new.chunks.len());
            new.chunks.swap(chunk, with);
        }
        // Change the cut, the number of lemmas or the board.
        10 => match random.random_range(0..3) {
            0 => new.set(5, &random.random_range(0..9).to_string()),
            1 => {
                let lemmas = new.statements.len();
                let first = random.random_range(0..=lemmas);
                new.set(6, &format!("{first} {}", lemmas - first));
            }
            _ => new.set(1, ["4x16", "16x4", "8x9", "6x6"][random.random_range(0..4)]),
        },
        // Change the position.
        _ => {
            let text = &mut new.lines[2];
            let place = random.random_range("position ".len()..text.len());
            let sign = ["X", "O", "-", "#"][random.random_range(0..4)];
            text.replace_range(place..=place, sign);
            if random.random() {
                // The first lemmas state the position too.
                new.statements[0][0] = random.random_range(0..243_u32) as u8;
            }
        }
    }
    new.seal()
}

/// Returns whether the claim of an accepted certificate is true.
fn is_true(text: &str, known: (&str, i32)) -> bool {
    let value = |name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name));
        value.unwrap().trim_start()
    };
    let (size, position) = (value("board"), value("position"));
    let truth = match position == known.0 {
        true => known.1,
        false => {
            let shape: Shape = size.parse().unwrap();
            let holes = shape.cells_in_order().zip(position.chars());
            let holes = holes.filter_map(|(at, sign)| (sign == '#').then_some(at));
            let shape = shape.with_holes(&holes.collect::<Vec<_>>()).unwrap();
            let position = Position::parse_obf(&position.replace('#', "-"), shape).unwrap();
            score(&mut searcher(), &position)
        }
    };
    value("claims")
        .split(", ")
        .all(|claim| match claim.split_at(claim.rfind(' ').unwrap()) {
            ("at least", score) => truth >= score.trim().parse().unwrap(),
            ("at most", score) => truth <= score.trim().parse().unwrap(),
            _ => false,
        })
}

/// Corrupts certificates and returns how many were accepted.
fn accepted(count: usize, seed: u64) -> usize {
    let roots = [
        (position("8x8", 11, 1), 4),
        (position("8x8", 12, 2), 5),
        (position("6x6", 12, 3), 4),
        (position("8x8-a1h8", 10, 4), 3),
        (Position::start("4x4".parse().unwrap()), 2),
        (position("8x8", 14, 1), 5),
    ];
    let certificates = roots.map(|(position, cut)| {
        let score = score(&mut searcher(), &position);
        let bytes = certificate(&position, cut);
        assert!(check_all(&bytes).is_ok() && Parts::new(&bytes).seal() == bytes);
        (position.to_string(), score, Parts::new(&bytes))
    });
    let mut all = certificates.iter();
    assert!(all.any(|(_, _, parts)| parts.statements.len() > 2));
    let mut random = Random::seed_from_u64(seed);
    let mut accepted = 0;
    for number in 0..count {
        let (position, score, parts) = &certificates[number % certificates.len()];
        let bytes = corrupt(parts, *score, &mut random);
        match check_all(&bytes) {
            Ok(checked) => {
                accepted += 1;
                let is_true = is_true(&checked.text, (position, *score));
                assert!(is_true, "seed {seed}, number {number}");
            }
            Err(fault) => {
                let (place, reason) = fault.split_once(": ").unwrap();
                let mut places =
                    ["header", "statements", "table of chunks", "chunk ", "end"].iter();
                assert!(places.any(|known| place.starts_with(known)), "{fault}");
                assert!(!reason.is_empty());
            }
        }
    }
    accepted
}

/// Runs 2,000 corruptions; `OUTFLANK_CORRUPTIONS=100000` runs more.
#[test]
fn corrupted_certificates_prove_no_false_claim() {
    let count = std::env::var("OUTFLANK_CORRUPTIONS");
    let count = count.map_or(2000, |count| count.parse().unwrap());
    let accepted = accepted(count, 1);
    println!("{accepted} of {count} accepted, all true");
    // Some changes are harmless, such as a move replaced by another that also wins.
    assert!(accepted < count / 2, "{accepted} of {count}");
}
