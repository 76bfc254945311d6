//! Cards to practise, their answers and statistics.

use std::collections::BTreeMap;

use outflank_othello::notation::{start_text, transcript};
use outflank_othello::{Color, Game, Position, Shape, Square};
use rusqlite::{Connection, OptionalExtension, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

use super::Archive;
use super::analyses;
use super::backup;
use super::error::{ArchiveError, Fault, Result};
use super::game_row::replay;
use super::position_key::square_byte;
use super::puzzles::{self, PuzzleProgress, Rated};
use outflank_study::puzzle::Theme;
use outflank_study::trainer::{AnswerRecord, CardRecord, Judged, Memory, NewCard, Rating, Review};
use outflank_study::{Analysis, OpeningNames};

/// A position to practise.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The number of the card.
    pub number: i64,
    /// The name of the deck.
    pub deck: String,
    /// The game that leads to the position. The user moves at its end.
    pub game: Game,
    /// How many discs a right answer may lose.
    pub loss: f64,
    /// The themes of a puzzle.
    pub themes: Vec<Theme>,
    /// The rating of a puzzle.
    pub rating: Option<Rating>,
    /// The memory, and the due time in seconds since 1970. `None` before the first answer.
    pub review: Option<Review>,
}

/// A stored answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The judgement of the answer.
    pub judged: Judged,
    /// The memory after the answer, and the time when the card is due.
    pub review: Review,
    /// What the first answer to a puzzle changed.
    pub rated: Option<Rated>,
}

/// The statistics of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeckStatistics {
    /// The name of the deck.
    pub deck: String,
    /// Number of cards.
    pub cards: u64,
    /// Number of cards that have never been answered.
    pub new: u64,
    /// Number of cards that are due now.
    pub due: u64,
    /// Number of answers.
    pub answers: u64,
    /// Number of right answers.
    pub right: u64,
}

/// The statistics of the puzzles with a theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThemeStatistics {
    /// The theme.
    pub theme: Theme,
    /// Number of puzzles with this theme.
    pub puzzles: u64,
    /// Number of puzzles answered at least once.
    pub tried: u64,
    /// Number of puzzles whose first answer was right.
    pub solved: u64,
}

/// The statistics of all cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PracticeStatistics {
    /// The decks by name.
    pub decks: Vec<DeckStatistics>,
    /// The themes that occur.
    pub themes: Vec<ThemeStatistics>,
    /// The results with puzzles.
    pub puzzles: PuzzleProgress,
}

/// A question: which move is best?
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Question {
    /// The number of the card.
    pub card: i64,
    /// The name of the deck.
    pub deck: String,
    /// The board, as in `8x8`.
    pub board: Shape,
    /// `start`, or a position in OBF.
    pub start: String,
    /// The moves from the start to the position, as a transcript.
    pub moves: String,
    /// The position.
    pub position: String,
    /// The side to move.
    pub mover: Color,
    /// The name of the opening, with the openings that lead to it.
    pub opening: Option<String>,
    /// Whether the card has never been answered.
    pub new: bool,
    /// Whether the card is a puzzle.
    pub puzzle: bool,
    /// The rating of a puzzle.
    pub rating: Option<f64>,
}

/// The judgement of an answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnswerObject {
    /// The number of the card.
    pub card: i64,
    #[serde(flatten)]
    judged: Judged,
    /// The themes of a puzzle.
    themes: Vec<Theme>,
    /// The rating of the player, if this was the first answer to a puzzle.
    rated: Option<Rated>,
    /// How many days remain until the card is due.
    pub days: f64,
}

/// Seconds within which the same answer counts as a repeat.
const REPEATED: i64 = 600;

pub(super) const COLUMNS: &str = "id, deck, start, moves, loss, themes, stability, difficulty, \
                                  answered, due, rating, deviation";

impl Archive {
    /// Adds cards to a deck. Skips positions that already have a card in the deck. Right answers
    /// lose at most `loss` discs according to the analysis of the position, which must be
    /// [stored](Archive::keep) first. Returns the number of new cards.
    pub fn add_cards(
        &mut self,
        deck: &str,
        loss: f64,
        cards: &[NewCard],
    ) -> Result<usize, ArchiveError> {
        self.write(|connection| {
            let added = cards.iter().map(|card| add(connection, deck, loss, card));
            added.sum()
        })
    }

    /// Removes a deck and its answers. Returns the number of cards removed. Fails if no deck has
    /// the name or the archive cannot be written.
    pub fn remove_deck(&mut self, deck: &str) -> Result<usize, ArchiveError> {
        self.write(|connection| {
            check_deck(connection, deck)?;
            let of_deck = "DELETE FROM answers \
                           WHERE card IN (SELECT id FROM cards WHERE deck = ?1)";
            connection.execute(of_deck, [deck])?;
            Ok(connection.execute("DELETE FROM cards WHERE deck = ?1", [deck])?)
        })
    }

    /// Returns the card to ask at `now`, in seconds since 1970. This is the card that has been due
    /// for longest or, if none is due and `new` is set, the first card never answered. Fails if no
    /// deck has the name or the archive cannot be read.
    pub fn next_card(
        &self,
        deck: Option<&str>,
        new: bool,
        now: i64,
    ) -> Result<Option<Card>, ArchiveError> {
        self.read(|connection| {
            if let Some(deck) = deck {
                check_deck(connection, deck)?;
            }
            let due = format!(
                "SELECT {COLUMNS} FROM cards WHERE due <= ?1 AND (?2 IS NULL OR deck = ?2) \
                 ORDER BY due, id LIMIT 1"
            );
            let mut select = connection.prepare_cached(&due)?;
            let found = select.query_row(params![now, deck], |row| Ok(read_card(row)));
            if let Some(card) = found.optional()? {
                return card.map(Some);
            }
            if !new {
                return Ok(None);
            }
            let first = format!(
                "SELECT {COLUMNS} FROM cards WHERE due IS NULL AND (?1 IS NULL OR deck = ?1) \
                 ORDER BY id LIMIT 1"
            );
            let mut select = connection.prepare_cached(&first)?;
            let found = select.query_row([deck], |row| Ok(read_card(row)));
            found.optional()?.transpose()
        })
    }

    /// Returns the card of a deck that continues a game: the first position of the deck, from the
    /// game's own on, on a line that begins with its moves; of several the one due first. Fails if no
    /// deck has the name or the archive cannot be read.
    pub fn card_after(&self, deck: &str, game: &Game) -> Result<Option<Card>, ArchiveError> {
        self.read(|connection| {
            check_deck(connection, deck)?;
            let moves: Vec<u8> = game.squares().map(square_byte).collect();
            let following = format!(
                "SELECT {COLUMNS} FROM cards WHERE deck = ?1 AND start IS ?2 \
                 AND length(moves) >= length(?3) AND substr(moves, 1, length(?3)) = ?3 \
                 ORDER BY length(moves), due IS NULL, due, id LIMIT 1"
            );
            let mut select = connection.prepare_cached(&following)?;
            let with = params![deck, start_text(game.start()), moves];
            let found = select.query_row(with, |row| Ok(read_card(row)));
            found.optional()?.transpose()
        })
    }

    /// Returns the longest line of the deck that leads through the position of a card, with the best
    /// move after its last position. Fails if there is no card with the number, the analysis of that
    /// position is missing, or the archive cannot be read.
    pub fn line_through(&self, card: i64) -> Result<Game, ArchiveError> {
        self.read(|connection| {
            let card = find(connection, card)?;
            let moves: Vec<u8> = card.game.squares().map(square_byte).collect();
            let longest = format!(
                "SELECT {COLUMNS} FROM cards WHERE deck = ?1 AND start IS ?2 \
                 AND substr(moves, 1, length(?3)) = ?3 ORDER BY length(moves) DESC, id LIMIT 1"
            );
            let mut select = connection.prepare_cached(&longest)?;
            let with = params![card.deck, start_text(card.game.start()), moves];
            let last = select.query_row(with, |row| Ok(read_card(row)))??;
            let analysis = analyses::find(connection, last.game.position())?;
            let best = analysis.and_then(|it| it.moves.first().map(|best| best.square));
            let best = best.ok_or_else(|| no_analysis(&last))?;
            let mut line = last.game;
            line.play(best)?;
            Ok(line)
        })
    }

    /// Returns the card with the given number. Fails if there is none or the archive cannot be
    /// read.
    pub fn card(&self, number: i64) -> Result<Card, ArchiveError> {
        self.read(|connection| find(connection, number))
    }

    /// Returns the number of the card with a position in a deck, if there is one. Positions that are
    /// the same up to symmetry have one card.
    pub fn find_card(&self, deck: &str, position: &Position) -> Result<Option<i64>, ArchiveError> {
        self.read(|connection| {
            let select = "SELECT id FROM cards WHERE deck = ?1 AND position = ?2";
            let mut select = connection.prepare_cached(select)?;
            let found = select.query_row(params![deck, key(position)], |row| row.get(0));
            Ok(found.optional()?)
        })
    }

    /// Removes a card and its answers. Returns the record from which
    /// [`restore_cards`](Self::restore_cards) restores them. Fails if there is no such card or the
    /// archive cannot be written.
    pub fn remove_card(&mut self, number: i64) -> Result<CardRecord, ArchiveError> {
        let card = self.card(number)?;
        self.write(|connection| {
            let record = backup::record(connection, &card)?;
            connection.execute("DELETE FROM answers WHERE card = ?1", [number])?;
            connection.execute("DELETE FROM cards WHERE id = ?1", [number])?;
            Ok(record)
        })
    }

    /// Judges an answer at `now`, in seconds since 1970, and stores it with the new due time of the
    /// card in one transaction. A client that received no response may repeat its request: the same
    /// answer within ten minutes to a card that is not due is stored once. The first answer to a
    /// puzzle changes the ratings of the player and of the puzzle. Fails if the move is illegal,
    /// the analysis of the position is missing, or the archive cannot be written.
    pub fn answer_card(
        &mut self,
        card: &Card,
        answer: Square,
        now: i64,
    ) -> Result<Answered, ArchiveError> {
        self.write(|connection| {
            // The same request may have been carried out since `card` was read.
            let card = find(connection, card.number)?;
            let analysis = analyses::find(connection, card.game.position())?;
            let judged = judge(&card, analysis.as_ref(), answer)?;
            let square = answer.to_string();
            if let Some(review) = card.review
                && is_repeated(connection, card.number, &review, &square, now)?
            {
                let rated = puzzles::rated(connection, card.number)?;
                return Ok(Answered {
                    judged,
                    review,
                    rated,
                });
            }
            let is_rated = !card.themes.is_empty() && card.review.is_none();
            let ratings = match is_rated {
                true => {
                    let (player, puzzle) =
                        (puzzles::rating(connection)?, puzzles::rating_of(&card));
                    Some(player.after(puzzle, judged.right))
                }
                false => None,
            };
            let (player, puzzle) = ratings.unzip();
            let memory = card.review.map(|review| review.memory);
            let review = Review::new(memory, judged.right, now)
                .map_err(|_| Fault::damaged(format!("the memory of card {}", card.number)))?;
            let memory = review.memory;
            connection.execute(
                "UPDATE cards SET stability = ?2, difficulty = ?3, answered = ?4, due = ?5, \
                     rating = coalesce(?6, rating), deviation = coalesce(?7, deviation) \
                 WHERE id = ?1",
                params![
                    card.number,
                    memory.stability,
                    memory.difficulty,
                    memory.answered,
                    review.due,
                    puzzle.map(|puzzle| puzzle.rating),
                    puzzle.map(|puzzle| puzzle.deviation),
                ],
            )?;
            let record = AnswerRecord {
                time: now,
                mv: square,
                loss: judged.loss,
                right: judged.right,
                rating: player,
            };
            add_answer(connection, card.number, &record)?;
            let rated = puzzles::rated(connection, card.number)?;
            Ok(Answered {
                judged,
                review,
                rated,
            })
        })
    }

    /// Judges an answer without storing it. Fails if the move is illegal or the analysis of the position
    /// is missing.
    pub fn judge_card(&self, card: &Card, answer: Square) -> Result<Judged, ArchiveError> {
        self.read(|connection| {
            let analysis = analyses::find(connection, card.game.position())?;
            judge(card, analysis.as_ref(), answer)
        })
    }

    /// Returns the statistics of all cards at `now`, in seconds since 1970.
    pub fn practice_statistics(&self, now: i64) -> Result<PracticeStatistics, ArchiveError> {
        self.read(|connection| {
            Ok(PracticeStatistics {
                decks: deck_statistics(connection, now)?,
                themes: theme_statistics(connection)?,
                puzzles: puzzles::progress(connection)?,
            })
        })
    }
}

impl Card {
    /// Returns the question, which does not reveal the answer.
    #[must_use]
    pub fn question(&self) -> Question {
        let (shape, start) = (self.game.shape(), self.game.start());
        let opening = OpeningNames::shipped().name_of(&self.game);
        Question {
            card: self.number,
            deck: self.deck.clone(),
            board: shape,
            start: match *start == Position::start(shape) {
                true => "start".to_owned(),
                false => start.to_string(),
            },
            moves: transcript(&self.game),
            position: self.game.position().to_string(),
            mover: self.game.position().mover(),
            opening: opening.map(|named| named.opening.to_string()),
            new: self.review.is_none(),
            puzzle: !self.themes.is_empty(),
            rating: self.rating.map(|it| it.rating),
        }
    }

    /// Returns the JSON object of an answer to this card.
    #[must_use]
    pub fn answer_object(&self, answered: &Answered) -> AnswerObject {
        let review = answered.review;
        let seconds = review.due - review.memory.answered;
        AnswerObject {
            card: self.number,
            judged: answered.judged.clone(),
            themes: self.themes.clone(),
            rated: answered.rated,
            days: seconds as f64 / 86_400.0,
        }
    }
}

/// Returns the canonical position with its shape, as text.
pub(super) fn key(position: &Position) -> String {
    let canonical = position.canonical().0;
    format!("{} {canonical}", position.shape())
}

/// Returns a card by its number.
pub(super) fn find(connection: &Connection, number: i64) -> Result<Card> {
    let select = format!("SELECT {COLUMNS} FROM cards WHERE id = ?1");
    let mut select = connection.prepare_cached(&select)?;
    let found = select.query_row([number], |row| Ok(read_card(row)));
    found.optional()?.ok_or(Fault::NoCard(number))?
}

/// Adds a card unless the deck has one for its position. Returns the number of new cards.
pub(super) fn add(connection: &Connection, deck: &str, loss: f64, card: &NewCard) -> Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO cards \
             (deck, position, start, moves, loss, themes, rating, deviation) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let moves: Vec<u8> = card.game.squares().map(square_byte).collect();
    let themes: Vec<&str> = card.themes.iter().map(|theme| theme.name()).collect();
    let rating = card.rating.map(Rating::of_puzzle);
    Ok(insert.execute(params![
        deck,
        key(card.game.position()),
        start_text(card.game.start()),
        moves,
        loss,
        themes.join(" "),
        rating.map(|it| it.rating),
        rating.map(|it| it.deviation),
    ])?)
}

/// Adds an answer unless the card has the same one. Returns the number of new answers.
pub(super) fn add_answer(
    connection: &Connection,
    card: i64,
    answer: &AnswerRecord,
) -> Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO answers (card, time, move, loss, right, rating, deviation, volatility) \
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 \
         WHERE NOT EXISTS (SELECT 1 FROM answers WHERE card = ?1 AND time = ?2 AND move = ?3)",
    )?;
    Ok(insert.execute(params![
        card,
        answer.time,
        answer.mv,
        answer.loss,
        answer.right,
        answer.rating.map(|it| it.rating),
        answer.rating.map(|it| it.deviation),
        answer.rating.map(|it| it.volatility),
    ])?)
}

/// Returns all cards in the order in which they were added.
pub(super) fn all(connection: &Connection) -> Result<Vec<Card>> {
    let mut select = connection.prepare(&format!("SELECT {COLUMNS} FROM cards ORDER BY id"))?;
    let cards = select.query_map([], |row| Ok(read_card(row)))?;
    cards.map(|card| card?).collect()
}

fn check_deck(connection: &Connection, deck: &str) -> Result<()> {
    let known = "SELECT EXISTS (SELECT 1 FROM cards WHERE deck = ?1)";
    let is_known: bool = connection.query_row(known, [deck], |row| row.get(0))?;
    let missing = || Fault::NoDeck(deck.to_owned());
    is_known.then_some(()).ok_or_else(missing)
}

/// Returns whether an answer repeats the card's last one.
fn is_repeated(
    connection: &Connection,
    card: i64,
    review: &Review,
    answer: &str,
    now: i64,
) -> Result<bool> {
    // If the last answer lies in the future, the clock has been set back: this is a new answer.
    let last = "SELECT move = ?2 AND time BETWEEN ?3 AND ?4 FROM answers \
                WHERE card = ?1 ORDER BY id DESC LIMIT 1";
    let mut select = connection.prepare_cached(last)?;
    let times = params![card, answer, now - REPEATED, now];
    let is_last = select.query_row(times, |row| row.get(0));
    Ok(now < review.due && is_last.optional()?.unwrap_or(false))
}

fn judge(card: &Card, analysis: Option<&Analysis>, answer: Square) -> Result<Judged> {
    let position = card.game.position();
    position.play(answer)?;
    let judged =
        analysis.and_then(|analysis| Judged::new(position, &analysis.moves, card.loss, answer));
    judged.ok_or_else(|| no_analysis(card))
}

fn no_analysis(card: &Card) -> Fault {
    Fault::damaged(format!("the analysis of card {} is missing", card.number))
}

pub(super) fn read_card(row: &Row<'_>) -> Result<Card> {
    let number: i64 = row.get(0)?;
    let damaged = || Fault::damaged(format!("card {number}"));
    let start: Option<String> = row.get(2)?;
    let moves = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
    let themes: String = row.get(5)?;
    let themes = themes.split_whitespace().map(str::parse);
    let memory: Option<f64> = row.get(6)?;
    let review = match memory {
        None => None,
        Some(stability) => Some(Review {
            memory: Memory {
                stability,
                difficulty: row.get(7)?,
                answered: row.get(8)?,
            },
            due: row.get(9)?,
        }),
    };
    Ok(Card {
        number,
        deck: row.get(1)?,
        game: replay(start.as_deref(), moves).ok_or_else(damaged)?,
        loss: row.get(4)?,
        themes: themes.collect::<Result<_, _>>().map_err(|_| damaged())?,
        rating: match (row.get(10)?, row.get(11)?) {
            (Some(rating), Some(deviation)) => Some(Rating {
                deviation,
                ..Rating::of_puzzle(rating)
            }),
            _ => None,
        },
        review,
    })
}

fn deck_statistics(connection: &Connection, now: i64) -> Result<Vec<DeckStatistics>> {
    let mut select = connection.prepare_cached(
        "SELECT deck, count(*), sum(due IS NULL), sum(due IS NOT NULL AND due <= ?1), \
             sum((SELECT count(*) FROM answers WHERE card = cards.id)), \
             sum((SELECT count(*) FROM answers WHERE card = cards.id AND right)) \
         FROM cards GROUP BY deck ORDER BY deck",
    )?;
    let decks = select.query_map([now], |row| {
        let count = |column: usize| row.get::<_, i64>(column).map(|count| count as u64);
        Ok(DeckStatistics {
            deck: row.get(0)?,
            cards: count(1)?,
            new: count(2)?,
            due: count(3)?,
            answers: count(4)?,
            right: count(5)?,
        })
    })?;
    Ok(decks.collect::<Result<_, _>>()?)
}

fn theme_statistics(connection: &Connection) -> Result<Vec<ThemeStatistics>> {
    let mut select = connection.prepare_cached(
        "SELECT themes, (SELECT right FROM answers WHERE card = cards.id ORDER BY id LIMIT 1) \
         FROM cards WHERE themes != ''",
    )?;
    let puzzles = select.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<bool>>(1)?))
    })?;
    let mut counts: BTreeMap<Theme, [u64; 3]> = BTreeMap::new();
    for puzzle in puzzles {
        let (themes, first) = puzzle?;
        for theme in themes.split_whitespace().map(str::parse) {
            let theme = theme.map_err(|_| Fault::damaged("the themes of a card"))?;
            let [puzzles, tried, solved] = counts.entry(theme).or_default();
            *puzzles += 1;
            *tried += u64::from(first.is_some());
            *solved += u64::from(first == Some(true));
        }
    }
    let counts = counts.into_iter();
    let counts = counts.map(|(theme, [puzzles, tried, solved])| ThemeStatistics {
        theme,
        puzzles,
        tried,
        solved,
    });
    Ok(counts.collect())
}
