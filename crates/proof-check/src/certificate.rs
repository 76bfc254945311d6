//! The file: a text header, the statements of the lemmas, the table of chunks, the chunks.

use std::io::{BufRead, Read};

use crate::proof::{Counts, Goal, Proof, read_statement, statement_length};
use crate::rules::{Position, Shape, other};

/// The header of a certificate and the result of a check.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The lines of the header except the hash.
    pub text: String,
    /// The position as text.
    pub position: String,
    /// The claims as text, such as `at least 4`.
    pub claims: Vec<String>,
    /// The number of lemmas of each claim.
    pub lemmas: Vec<usize>,
    /// The number of chunks.
    pub chunks: usize,
    /// The root of the hash tree, which names the certificate.
    pub hash: String,
    /// The number of chunks that were checked.
    pub checked: usize,
    /// Counts over the checked chunks.
    pub counts: Counts,
    choices: u64,
    shape: Shape,
    root: Position,
    goals: Vec<Goal>,
}

/// The size of a table line: number of lemmas (4 bytes), length (4 bytes), hash.
const LINE: usize = 40;

/// The only scoring that is accepted.
const SCORING: &str = "disc difference, empties to the winner";

/// Checks a certificate. `select` gets the number of chunks and returns which to check; the claims
/// are proven if all chunks are checked.
///
/// # Errors
///
/// Returns the place of the first fault, with a description.
pub fn check(
    reader: &mut impl BufRead,
    select: impl FnOnce(usize) -> Vec<bool>,
) -> Result<Certificate, String> {
    let mut certificate = read_header(reader)?;
    let length = statement_length(&certificate.shape);
    let lemmas: usize = certificate.lemmas.iter().sum();
    let statements = read_bytes(reader, lemmas.saturating_mul(length), "statements")?;
    let size = certificate.chunks.saturating_mul(LINE);
    let table = read_bytes(reader, size, "table of chunks")?;
    certificate.check_hash(&statements, &table)?;
    let selected = select(certificate.chunks);
    let mut lemma = 0;
    for (number, line) in table.chunks(LINE).enumerate() {
        let place = format!("chunk {number}");
        let end = lemma + little_endian(&line[..4]);
        if end > lemmas {
            return Err(format!("{place}: expected {lemmas} lemmas in all chunks"));
        }
        let bytes = read_bytes(reader, little_endian(&line[4..8]), &place)?;
        if selected[number] {
            certificate.checked += 1;
            if hash(&[&[0], &line[..4], &bytes]) != line[8..] {
                return Err(format!("{place}: its hash differs from the table's"));
            }
            let mut rest = &bytes[..];
            for lemma in lemma..end {
                rest = certificate
                    .check_lemma(lemma, &statements, rest)
                    .map_err(|fault| format!("{place}, {fault}"))?;
            }
            if !rest.is_empty() {
                return Err(format!("{place}: {} bytes after its lemmas", rest.len()));
            }
        }
        lemma = end;
    }
    if lemma != lemmas {
        return Err(format!(
            "table of chunks: {lemma} lemmas, expected {lemmas}"
        ));
    }
    if !matches!(reader.fill_buf(), Ok([])) {
        return Err("end: expected nothing after the last chunk".to_owned());
    }
    let (found, expected) = (certificate.counts.choices, certificate.choices);
    if certificate.checked == certificate.chunks && found != expected {
        return Err(format!(
            "header: {expected} choices, but the chunks have {found}"
        ));
    }
    Ok(certificate)
}

impl Certificate {
    /// Checks the proof of a lemma at the start of `bytes`, and returns the rest.
    fn check_lemma<'a>(
        &mut self,
        lemma: usize,
        statements: &[u8],
        bytes: &'a [u8],
    ) -> Result<&'a [u8], String> {
        let length = statement_length(&self.shape);
        // The lemmas of the first claim come first; the claims share no lemmas.
        let claim = usize::from(lemma >= self.lemmas[0]);
        let end: usize = self.lemmas[..=claim].iter().sum();
        let place = format!("lemma {lemma}");
        let statement = read_statement(&self.shape, &statements[lemma * length..][..length])
            .map_err(|reason| format!("{place}: {reason}"))?;
        if lemma + self.lemmas[claim] == end && statement != self.root {
            return Err(format!("{place}: expected the position of the header"));
        }
        let mut proof = Proof {
            shape: &self.shape,
            goal: self.goals[claim],
            later: &statements[(lemma + 1) * length..end * length],
            bytes,
            bits: 0,
            met: Vec::new(),
            path: Vec::new(),
            counts: self.counts,
        };
        proof.check(&statement).map_err(|reason| {
            let path: Vec<String> = proof.path.iter().map(|&at| self.shape.name(at)).collect();
            let (position, bit) = (self.shape.text(&statement), proof.bits);
            format!(
                "{place} ({position}), after [{}], bit {bit}: {reason}",
                path.join(" ")
            )
        })?;
        self.counts = proof.counts;
        Ok(&bytes[proof.bits / 8..])
    }

    /// Checks that the header's hash is the root of the hash tree over the header with the
    /// statements and the chunks.
    fn check_hash(&self, statements: &[u8], table: &[u8]) -> Result<(), String> {
        let mut row = vec![hash(&[&[0], self.text.as_bytes(), statements])];
        row.extend(table.chunks(LINE).map(|line| line[8..].to_vec()));
        while row.len() > 1 {
            let pairs = row.chunks(2).map(|pair| match pair {
                [left, right] => hash(&[&[1], left, right]),
                alone => alone[0].clone(),
            });
            row = pairs.collect();
        }
        let found: String = row[0].iter().map(|byte| format!("{byte:02x}")).collect();
        let wrong = || format!("header: the hash is {}, expected {found}", self.hash);
        (found == self.hash).then_some(()).ok_or_else(wrong)
    }
}

/// Reads a line that begins with a name, and returns the rest.
fn read_line(reader: &mut impl BufRead, name: &str) -> Result<String, String> {
    let mut line = String::new();
    let read = reader.take(1000).read_line(&mut line);
    let value = line.strip_prefix(name).filter(|_| read.is_ok());
    let value = value.and_then(|value| value.strip_suffix('\n'));
    let wrong = || format!("header: found {line:?}, expected {name:?}");
    value.map(str::to_owned).ok_or_else(wrong)
}

/// Reads the header: lines of a name and a value, up to an empty line.
fn read_header(reader: &mut impl BufRead) -> Result<Certificate, String> {
    let mut text = String::new();
    let mut next = |name: &str| {
        let value = read_line(reader, &format!("{name} "))?;
        text += &format!("{name} {value}\n");
        Ok::<_, String>(value)
    };
    let wrong = |name: &str, value: &str| format!("header: invalid {name} {value:?}");
    let version = next("othello certificate")?;
    let size = next("board")?;
    let position = next("position")?;
    let scoring = next("scoring")?;
    if version != "1" || scoring != SCORING {
        return Err(format!(
            "header: expected version 1 and scoring {SCORING:?}"
        ));
    }
    let (shape, root) =
        Shape::parse(&size, &position).ok_or_else(|| wrong("position", &position))?;
    let claims: Vec<String> = next("claims")?.split(", ").map(str::to_owned).collect();
    let cut = number(&next("cut")?)?;
    let goal = |claim: &String| {
        let (side, score) = claim.rsplit_once(' ')?;
        let score: i32 = score.parse().ok()?;
        let (winner, target) = match (side, (-128..=128).contains(&score)) {
            ("at least", true) => (root.mover, score),
            ("at most", true) => (other(root.mover), -score),
            _ => return None,
        };
        Some(Goal {
            winner,
            target,
            cut,
        })
    };
    let goals: Option<Vec<Goal>> = claims.iter().map(goal).collect();
    let goals = goals.ok_or_else(|| wrong("claims", &claims.join(", ")))?;
    let lemmas = next("lemmas")?;
    let lemmas: Vec<usize> = lemmas.split(' ').map(number).collect::<Result<_, _>>()?;
    if lemmas.len() != claims.len() || lemmas.len() > 2 || lemmas.contains(&0) {
        return Err("header: expected one or two claims, each with a number of lemmas".to_owned());
    }
    let choices = number(&next("choices")?)? as u64;
    let chunks = number(&next("chunks")?)?;
    let hash = read_line(reader, "hash ")?;
    if !read_line(reader, "")?.is_empty() {
        return Err("header: expected an empty line at its end".to_owned());
    }
    Ok(Certificate {
        text,
        position,
        claims,
        lemmas,
        chunks,
        hash,
        checked: 0,
        counts: Counts::default(),
        choices,
        shape,
        root,
        goals,
    })
}

/// Parses a number.
fn number(text: &str) -> Result<usize, String> {
    let value = text.parse().ok();
    let value = value.filter(|value: &usize| value.to_string() == text);
    value.ok_or_else(|| format!("header: {text:?} is not a number"))
}

/// Decodes a little-endian number of four bytes.
fn little_endian(bytes: &[u8]) -> usize {
    let highest_first = bytes.iter().rev();
    highest_first.fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

fn read_bytes(reader: &mut impl BufRead, length: usize, place: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match reader.take(length as u64).read_to_end(&mut bytes) {
        Ok(read) if read == length => Ok(bytes),
        Ok(read) => Err(format!(
            "{place}: the file ends after {read} of {length} bytes"
        )),
        Err(error) => Err(format!("{place}: {error}")),
    }
}

/// Returns the BLAKE3 hash of concatenated parts.
fn hash(parts: &[&[u8]]) -> Vec<u8> {
    blake3::hash(&parts.concat()).as_bytes().to_vec()
}
