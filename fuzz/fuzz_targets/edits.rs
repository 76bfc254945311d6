//! Edits of an open book, compared with a plain model of its positions, of the scores set by hand
//! and of what each edit replaced. A reader that opens the file sees each edit at once. At the end
//! the book is rewritten, and makes a round trip through the text format.
#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use outflank_book::formats::{Format, export, import};
use outflank_book::{
    Book, BookEditor, BookError, BookLock, Entry, Growth, LeafSearch, Levels, Progress, Store,
    verify,
};
use outflank_engine::SearchOptions;
use outflank_fuzz::memory_folder;
use outflank_othello::{Board, Game, Layout, Position, Shape};

/// Maximum number of steps.
const MAX_STEPS: usize = 30;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    is_small: bool,
    steps: Vec<Step>,
    /// A book in text form, appended to the exported one.
    text: &'a [u8],
}

#[derive(Arbitrary, Debug)]
enum Step {
    Add { line: Line, level: u8 },
    Remove { line: Line },
    SetScore { line: Line, score: i8 },
    Undo { change: u8 },
    Redo { change: u8 },
    Reopen,
}

/// Each byte selects a legal move; 0 ends the line.
type Line = [u8; 5];

/// The entries of the known boards.
type Entries = BTreeMap<Board<u64>, Option<Entry>>;

/// The entries that a change replaced, and those that it made.
struct Change {
    before: Entries,
    after: Entries,
}

struct Model {
    shape: Shape,
    layout: Layout<u64>,
    /// All boards that a step has named, and what the book has for them.
    known: Entries,
    changes: Vec<Change>,
}

fuzz_target!(|input: Input<'_>| {
    let name = if input.is_small { "4x4" } else { "8x8" };
    let shape: Shape = name.parse().expect("a shape");
    let folder = memory_folder();
    let path = folder.path().join("book");
    create(&path, shape);
    let mut model = Model {
        shape,
        layout: Layout::new(shape).expect("the shape fits"),
        known: Entries::new(),
        changes: Vec::new(),
    };
    let mut editor = open(&path);
    for step in input.steps.into_iter().take(MAX_STEPS) {
        if matches!(step, Step::Reopen) {
            drop(editor);
            editor = open(&path);
            model.changes.clear();
        } else {
            model.step(&editor, &step);
        }
        model.check(&path, editor.book());
    }
    drop(editor);
    rewrite(&path, &model);
    // Only books of the standard board can be imported.
    if shape == Shape::STANDARD {
        round_trip_as_text(folder.path(), &path, input.text);
    }
});

fn search(level: u8) -> LeafSearch {
    LeafSearch {
        levels: Levels::all(level % 3),
        options: SearchOptions::default().with_hash(1),
        threads: 1,
        stop: Arc::default(),
    }
}

fn open(path: &Path) -> BookEditor {
    BookEditor::open(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Creates a book of the start alone.
fn create(path: &Path, shape: Shape) {
    let mut growth = Growth::open(path, shape).unwrap_or_else(|error| panic!("{error}"));
    let start = Position::start(shape);
    let step = growth.step(&start, 0, 1, &search(1));
    step.unwrap_or_else(|error| panic!("{error}"));
    finish(growth);
}

fn finish(growth: Growth) {
    let mut never = |_, _| ControlFlow::Continue(());
    let finished = growth.finish(&mut Progress::new(&mut never));
    finished.unwrap_or_else(|error| panic!("{error}"));
}

impl Model {
    /// Plays the moves that a line chooses, until the game is over.
    fn game(&self, line: &Line) -> Game {
        let mut game = Game::new(self.shape);
        for &choice in line {
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            if choice == 0 || moves.is_empty() {
                break;
            }
            let square = moves[usize::from(choice) % moves.len()];
            game.play(square).expect("a legal move");
        }
        game
    }

    /// Returns the canonical board of a position.
    fn board(&self, position: &Position) -> Board<u64> {
        let board = Board::narrow(position.widened_board());
        let board: Board<u64> = match board.legal_moves(&self.layout) {
            0 => board.pass(),
            _ => board,
        };
        board.canonical(&self.layout).0
    }

    fn step(&mut self, editor: &BookEditor, step: &Step) {
        match *step {
            Step::Add { ref line, level } => {
                let game = self.game(line);
                self.changes_of(editor, &game, |editor| editor.add(&game, &search(level)));
                if !game.is_over() {
                    self.expect(editor, &game, |entry| entry.is_some());
                }
            }
            Step::Remove { ref line } => {
                let game = self.game(line);
                self.changes_of(editor, &game, |editor| editor.remove(&game, &search(1)));
                if !game.is_over() {
                    self.expect(editor, &game, |entry| entry.is_none());
                }
            }
            Step::SetScore { ref line, score } => {
                let game = self.game(line);
                let score = score % 65;
                let set = |editor: &BookEditor| editor.set_score(&game, score, &search(1));
                self.changes_of(editor, &game, set);
                if !game.is_over() {
                    let is_set = |entry: Option<Entry>| {
                        entry.is_none_or(|entry| entry.is_manual && entry.score == score)
                    };
                    self.expect(editor, &game, is_set);
                }
            }
            Step::Undo { change } => {
                let found = editor.undo(change.into());
                let found = found.unwrap_or_else(|error| panic!("{error}"));
                self.replace(change, found, |change| (&change.after, &change.before));
            }
            Step::Redo { change } => {
                let found = editor.redo(change.into());
                let found = found.unwrap_or_else(|error| panic!("{error}"));
                self.replace(change, found, |change| (&change.before, &change.after));
            }
            Step::Reopen => {}
        }
    }

    fn expect(&self, editor: &BookEditor, game: &Game, is_right: impl Fn(Option<Entry>) -> bool) {
        let board = self.board(game.position());
        let entry = editor.book().get(board);
        let entry = entry.unwrap_or_else(|error| panic!("{error}"));
        assert!(is_right(entry), "{entry:?}");
    }

    /// Makes a change and records what it replaced. Scores that were set by hand must stay, unless
    /// this is their position.
    fn changes_of(
        &mut self,
        editor: &BookEditor,
        game: &Game,
        make: impl FnOnce(&BookEditor) -> Result<Option<usize>, BookError>,
    ) {
        let boards = game.positions().iter().map(|position| self.board(position));
        let boards: Vec<Board<u64>> = boards.collect();
        for board in boards {
            let entry = editor.book().get(board);
            let entry = entry.unwrap_or_else(|error| panic!("{error}"));
            self.known.entry(board).or_insert(entry);
        }
        let before = self.known.clone();
        let number = match make(editor) {
            Ok(number) => number,
            Err(error) => {
                assert!(game.is_over(), "{error}");
                return;
            }
        };
        assert!(!game.is_over());
        for (board, entry) in &mut self.known {
            let found = editor.book().get(*board);
            *entry = found.unwrap_or_else(|error| panic!("{error}"));
        }
        let Some(number) = number else {
            assert_eq!(self.known, before);
            return;
        };
        assert_eq!(number, self.changes.len());
        assert_ne!(self.known, before);
        let last = self.board(game.position());
        let differs = |board: &Board<u64>| before[board] != self.known[board];
        let changed: Vec<_> = self.known.keys().copied().filter(differs).collect();
        for board in &changed {
            if let (Some(old), Some(new)) = (before[board], self.known[board])
                && old.is_manual
                && *board != last
            {
                assert_eq!((new.is_manual, new.score), (true, old.score));
            }
        }
        let of = |entries: &Entries| {
            changed
                .iter()
                .map(|board| (*board, entries[board]))
                .collect()
        };
        let change = Change {
            before: of(&before),
            after: of(&self.known),
        };
        self.changes.push(change);
    }

    /// Undoes or redoes a change, which is possible only while the book has the entries of its other
    /// side.
    fn replace(&mut self, change: u8, is_done: bool, of: impl Fn(&Change) -> (&Entries, &Entries)) {
        let sides = self.changes.get(usize::from(change)).map(of);
        let fits = sides.filter(|(expected, _)| {
            let mut entries = expected.iter();
            entries.all(|(board, entry)| self.known.get(board) == Some(entry))
        });
        assert_eq!(is_done, fits.is_some());
        if let Some((_, wanted)) = fits {
            self.known.extend(wanted.clone());
        }
    }

    /// Compares the open book, and the book as another reader opens it, with the model.
    fn check(&self, path: &Path, open: &Book) {
        let reader = Book::open(path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(reader.positions(), open.positions());
        for book in [&reader, open] {
            for (board, entry) in &self.known {
                let found = book.get(*board).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(found, *entry);
            }
        }
    }
}

/// Rewrites the file with consistent scores. Keeps the positions and the scores set by hand.
fn rewrite(path: &Path, model: &Model) {
    let growth = Growth::open(path, model.shape).unwrap_or_else(|error| panic!("{error}"));
    let is_empty = growth.is_empty();
    finish(growth);
    if is_empty {
        return;
    }
    let store = Store::open(path).unwrap_or_else(|error| panic!("{error}"));
    let mut never = |_, _| ControlFlow::Continue(());
    let verified = verify(&store, &mut Progress::new(&mut never));
    let verified = verified.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verified.not_canonical + verified.without_moves, 0);
    assert_eq!(verified.wrong_scores + verified.wrong_leaves, 0);
    let book = Book::open(path).unwrap_or_else(|error| panic!("{error}"));
    for (board, entry) in &model.known {
        let found = book.get(*board).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.is_some(), entry.is_some());
        if let (Some(found), Some(entry)) = (found, entry)
            && entry.is_manual
        {
            assert_eq!((found.is_manual, found.score), (true, entry.score));
        }
    }
}

/// Exports a book to text, adds lines to the file and imports it. Either the import
/// fails, or the imported book is complete.
fn round_trip_as_text(folder: &Path, path: &Path, lines: &[u8]) {
    let mut never = |_, _| ControlFlow::Continue(());
    let progress = &mut Progress::new(&mut never);
    let store = Store::open(path).unwrap_or_else(|error| panic!("{error}"));
    let [text, again] = ["book.txt", "again"].map(|name| folder.join(name));
    let exported = export(&store, &text, Format::Text, progress);
    exported.unwrap_or_else(|error| panic!("{error}"));
    let mut bytes = fs::read(&text).expect("it was written");
    let is_whole = lines.is_empty();
    bytes.extend(lines);
    fs::write(&text, bytes).expect("memory");
    let lock = BookLock::new(&again).expect("no other program");
    let imported = match import(&lock, &text, progress) {
        Ok((imported, _)) => imported,
        Err(error) => {
            assert!(!is_whole, "{error}");
            return;
        }
    };
    let Ok(read) = Store::open(&again) else {
        assert_eq!(imported.written, 0);
        return;
    };
    let entries = |store: &Store| -> Vec<Entry> {
        let entries = store.entries().map(|entry| match entry {
            Ok(entry) => entry,
            Err(error) => panic!("{error}"),
        });
        entries.collect()
    };
    let found = entries(&read);
    assert_eq!(imported.written, found.len() as u64);
    if is_whole {
        let stored = entries(&store);
        let kept = |entry: &Entry| (entry.board, entry.score, entry.leaf, entry.level);
        assert!(found.iter().map(kept).eq(stored.iter().map(kept)));
    }
    let verified = verify(&read, progress).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verified.positions, imported.written);
}
