//! `--book`, `--book-random` and `--book-rating`: options for playing from an opening book.

use clap::Args;
use outflank_book::{BookError, BookName};
use outflank_engine::SearchRequest;
use outflank_human::HumanRating;
use outflank_study::opponent::{BookChoice, Opponent, Step};

/// `--book`, `--book-random` and `--book-rating` of commands that play.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Opening book")]
pub(crate) struct BookPlayOptions {
    /// Opening book to play from: `shipped`, a file made by `outflank book`, or `off`
    /// [default: shipped].
    #[arg(long, value_name = "FILE|shipped|off")]
    book: Option<BookName>,

    /// Vary the games: rotate through the book moves at most DISCS worse than the best one,
    /// starting with a random one. Beyond the book, a game that repeats an earlier one continues
    /// with a move at most two discs worse than the best one [default: 0, or 64 with
    /// --book-rating].
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u8).range(0..=64))]
    book_random: Option<u8>,

    /// Play each book move as often as people of this rating do: 400 to 2400, or a level such as
    /// club.
    #[arg(long, value_name = "RATING")]
    book_rating: Option<HumanRating>,
}

impl BookPlayOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.book
            .as_ref()
            .is_some_and(|book| *book != BookName::Off)
            || self.book_random.is_some()
            || self.book_rating.is_some()
    }

    pub(crate) fn open(&self) -> Result<Option<BookChoice>, BookError> {
        let book = self.book.as_ref().unwrap_or(&BookName::Shipped).open()?;
        let margin = match self.book_rating {
            Some(_) => self.book_random.unwrap_or(64),
            None => self.book_random.unwrap_or(0),
        };
        Ok(book.map(|book| BookChoice::new(book, margin, self.book_rating)))
    }
}

/// Returns how an opponent finds its move. If the book is damaged, prints a warning and returns a
/// search.
pub(crate) fn prepare(opponent: &Opponent, request: &SearchRequest) -> Step {
    opponent.prepare(request).unwrap_or_else(|error| {
        eprintln!("warning: {error}");
        Step::Search(request.clone().into())
    })
}
