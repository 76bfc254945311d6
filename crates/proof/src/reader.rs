//! Reading a certificate: how the winning side answers each move.
//!
//! The reader only navigates the proof; verifying it is the checker's job.

use std::collections::HashMap;
use std::path::Path;

use outflank_othello::{Color, Position, Shape, Square};

use crate::bits::BitReader;

/// A certificate in memory.
#[derive(Debug)]
pub struct Certificate {
    /// The root.
    pub position: Position,
    /// Positions with at most this many empties are leaves.
    pub cut: u32,
    /// The claims.
    pub claims: Vec<Claim>,
    statements: Vec<u8>,
    /// The chunks: for each, the number of its first lemma and its bytes.
    chunks: Vec<(usize, Vec<u8>)>,
}

/// A claim of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The claim about the score of the side to move, such as `at least 4`.
    pub text: String,
    /// The side that reaches this score.
    pub winner: Color,
    /// The numbers of its lemmas.
    lemmas: std::ops::Range<usize>,
}

/// What a proof does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The winning side plays this move.
    Answer(Square),
    /// The other side may play any legal move.
    AnyMove,
    /// The side to move passes.
    Pass,
    /// The position is at or below the cut, so the checker solves it.
    Leaf,
    /// The game is over.
    Over,
}

/// Why a certificate cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// Returns any I/O error, or an error that says what is missing or wrong in the file.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let bytes = std::fs::read(path);
        let bytes = bytes.map_err(|error| ReadError(format!("{}: {error}", path.display())))?;
        Self::from_bytes(&bytes)
            .map_err(|ReadError(error)| ReadError(format!("{}: {error}", path.display())))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let missing = |what: &str| ReadError(format!("not a certificate: expected {what}"));
        let end = bytes.windows(2).position(|two| two == b"\n\n");
        let end = end.ok_or_else(|| missing("lines of text and an empty line"))?;
        let text = String::from_utf8_lossy(&bytes[..end]);
        let value = |name: &str| {
            let value = text
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.ok_or_else(|| missing(&format!("a line {name:?}")))
        };
        if value("othello certificate")? != "1" {
            return Err(missing("version 1"));
        }
        let shape = shape(value("board")?, value("position")?).ok_or_else(|| missing("a board"))?;
        let board = value("position")?.replace('#', "-");
        let position = Position::parse_obf(&board, shape);
        let position = position.map_err(|error| ReadError(format!("position: {error}")))?;
        let numbers = |name: &str| {
            let numbers = value(name)?.split(' ').map(str::parse::<usize>);
            numbers
                .collect::<Result<Vec<_>, _>>()
                .map_err(|_| missing(&format!("{name}: numbers")))
        };
        let (lemmas, cut) = (numbers("lemmas")?, numbers("cut")?);
        let mut claims = Vec::new();
        let mut first = 0;
        for (text, count) in value("claims")?.split(", ").zip(lemmas) {
            let mover = position.mover();
            let is_at_least = text.starts_with("at least");
            claims.push(Claim {
                text: text.to_owned(),
                winner: if is_at_least { mover } else { mover.opponent() },
                lemmas: first..first + count,
            });
            first += count;
        }
        let mut rest = &bytes[end + 2..];
        let mut take = |length: usize| {
            let (taken, after) = rest
                .split_at_checked(length)
                .ok_or_else(|| missing("more bytes"))?;
            rest = after;
            Ok::<_, ReadError>(taken)
        };
        let statements = take(first.saturating_mul(statement_length(shape)))?.to_vec();
        let table = take(numbers("chunks")?[0].saturating_mul(40))?;
        let mut chunks = Vec::new();
        let mut first = 0;
        for line in table.chunks_exact(40) {
            let number = |place: usize| {
                let bytes: [u8; 4] = [0, 1, 2, 3].map(|byte| line[place + byte]);
                u32::from_le_bytes(bytes) as usize
            };
            chunks.push((first, take(number(4))?.to_vec()));
            first += number(0);
        }
        let cut = cut[0] as u32;
        Ok(Self {
            position,
            cut,
            claims,
            statements,
            chunks,
        })
    }

    /// Follows the proof of a claim along moves, given without passes.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is illegal, if the proof plays another move for the winning side,
    /// or if the proof is damaged.
    pub fn follow(&self, claim: &Claim, moves: &[Square]) -> Result<Walk<'_>, ReadError> {
        let mut walk = Walk {
            certificate: self,
            claim: claim.clone(),
            answers: self.lemma(claim.lemmas.start)?,
            position: self.position,
        };
        for &square in moves {
            while walk.step()? == Step::Pass {
                walk.position = walk.position.with_other_mover();
            }
            match walk.step()? {
                Step::Answer(answer) if answer != square => {
                    let claim = &claim.text;
                    return Err(ReadError(format!(
                        "{square}: the proof of {claim:?} plays {answer} here"
                    )));
                }
                Step::Leaf => {
                    let end = "the proof ends before this move: the checker solves the position";
                    return Err(ReadError(format!("{square}: {end}")));
                }
                _ => walk.play(square)?,
            }
        }
        Ok(walk)
    }

    fn lemma(&self, number: usize) -> Result<Answers, ReadError> {
        let damaged = || ReadError(format!("the proof of lemma {number} is damaged"));
        let chunk = self.chunks.partition_point(|(first, _)| *first <= number);
        let (first, bytes) = self.chunks.get(chunk.wrapping_sub(1)).ok_or_else(damaged)?;
        let mut bits = BitReader::new(bytes);
        let mut lemma = *first;
        loop {
            // A chunk may have lemmas of both claims.
            let mut claims = self.claims.iter();
            let claim = claims.find(|claim| claim.lemmas.contains(&lemma));
            let mut parser = Parser {
                cut: self.cut,
                claim: claim.ok_or_else(damaged)?,
                lemma,
                bits: &mut bits,
                met: Vec::new(),
                answers: HashMap::new(),
            };
            let statement = self.statement(lemma).ok_or_else(damaged)?;
            parser.parse(statement).ok_or_else(damaged)?;
            if lemma == number {
                return Ok(parser.answers);
            }
            bits.align();
            lemma += 1;
        }
    }

    fn statement(&self, lemma: usize) -> Option<Position> {
        let shape = self.position.shape();
        let length = statement_length(shape);
        let bytes = self.statements.get(lemma * length..(lemma + 1) * length)?;
        let digits = bytes.iter();
        let digits = digits.flat_map(|byte| [1, 3, 9, 27, 81].map(|power| byte / power % 3));
        let digits: Vec<u8> = digits.collect();
        let with = |wanted: u8| {
            let squares = shape.squares_in_order().zip(&digits);
            squares.filter_map(move |(square, digit)| (*digit == wanted).then_some(square))
        };
        let mover = match digits[shape.squares() as usize] {
            1 => Color::Black,
            _ => Color::White,
        };
        Position::with_discs(shape, with(1), with(2), mover).ok()
    }
}

/// Returns the shape of a board with the given size and the holes of a position on it.
fn shape(size: &str, position: &str) -> Option<Shape> {
    let shape: Shape = size.parse().ok()?;
    let cells = shape.cells_in_order().zip(position.chars());
    let holes = cells.filter_map(|(at, cell)| (cell == '#').then_some(at));
    shape.with_holes(&holes.collect::<Vec<_>>()).ok()
}

const fn statement_length(shape: Shape) -> usize {
    (shape.squares() as usize + 1).div_ceil(5)
}

/// The moves of the winning side in the proof of a lemma.
type Answers = HashMap<Position, Answer>;

#[derive(Clone, Copy, Debug)]
enum Answer {
    Move(Square),
    Lemma(usize),
}

struct Parser<'a, 'b> {
    cut: u32,
    claim: &'a Claim,
    lemma: usize,
    bits: &'a mut BitReader<'b>,
    met: Vec<Position>,
    answers: Answers,
}

impl Parser<'_, '_> {
    fn parse(&mut self, position: Position) -> Option<()> {
        match step(&position, self.cut, self.claim.winner) {
            None => self.parse_answer(position),
            Some(Step::AnyMove) => {
                let moves = position.legal_moves().into_iter();
                moves
                    .map(|square| position.play(square).ok())
                    .try_for_each(|next| self.parse(next?))
            }
            Some(Step::Pass) => self.parse(position.with_other_mover()),
            Some(_) => Some(()),
        }
    }

    fn parse_answer(&mut self, position: Position) -> Option<()> {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        let choice = self.bits.read(moves.len() as u64 + 2)? as usize;
        if let Some(&square) = moves.get(choice) {
            self.met.push(position);
            self.answers.insert(position, Answer::Move(square));
            return self.parse(position.play(square).ok()?);
        }
        if choice == moves.len() {
            let number = self.bits.read(self.met.len() as u64)?;
            return (*self.met.get(number as usize)? == position).then_some(());
        }
        let first = self.lemma + 1;
        let later = self.claim.lemmas.end.checked_sub(first)?;
        let number = first + self.bits.read(later as u64)? as usize;
        self.answers.insert(position, Answer::Lemma(number));
        Some(())
    }
}

/// Returns the step that the rules determine; `None` if the proof must give a move.
fn step(position: &Position, cut: u32, winner: Color) -> Option<Step> {
    if position.is_over() {
        return Some(Step::Over);
    }
    if position.empties().len() as u32 <= cut {
        return Some(Step::Leaf);
    }
    if position.must_pass() {
        return Some(Step::Pass);
    }
    (position.mover() != winner).then_some(Step::AnyMove)
}

/// A place in a proof.
#[derive(Debug)]
pub struct Walk<'a> {
    certificate: &'a Certificate,
    claim: Claim,
    answers: Answers,
    position: Position,
}

impl Walk<'_> {
    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns what the proof does here.
    ///
    /// # Errors
    ///
    /// Returns an error if the proof is damaged.
    pub fn step(&mut self) -> Result<Step, ReadError> {
        self.step_at(self.position)
    }

    /// Returns what the proof does after a legal move of the other side.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is illegal or the proof is damaged.
    pub fn step_after(&mut self, square: Square) -> Result<Step, ReadError> {
        let next = self.position.play(square);
        self.step_at(next.map_err(|error| ReadError(error.to_string()))?)
    }

    fn step_at(&mut self, position: Position) -> Result<Step, ReadError> {
        if let Some(step) = step(&position, self.certificate.cut, self.claim.winner) {
            return Ok(step);
        }
        // If the position is a lemma, the lemma's own proof has the answer.
        let mut found = self.answers.get(&position).copied();
        while let Some(Answer::Lemma(number)) = found {
            found = self.certificate.lemma(number)?.get(&position).copied();
        }
        match found {
            Some(Answer::Move(square)) => Ok(Step::Answer(square)),
            _ => Err(ReadError(format!("the proof has no answer to {position}"))),
        }
    }

    /// Plays a legal move, and follows the proof's reference to another lemma, if there is one.
    fn play(&mut self, square: Square) -> Result<(), ReadError> {
        if let Some(&Answer::Lemma(number)) = self.answers.get(&self.position) {
            self.answers = self.certificate.lemma(number)?;
        }
        let next = self.position.play(square);
        self.position = next.map_err(|error| ReadError(error.to_string()))?;
        Ok(())
    }
}
