//! A game in progress and who plays what.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use outflank_othello::format::{Format, GameRecord, write_beside_and_rename, write_games};
use outflank_othello::{Color, Game, Square};

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Humans {
    pub(super) black: bool,
    pub(super) white: bool,
}

impl Humans {
    const fn play(self, color: Color) -> bool {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Session {
    game: Game,
    humans: Humans,
    /// Where the game goes if no other name is given.
    save_to: Option<PathBuf>,
    /// Number of moves of the game when it was last saved.
    saved_moves: usize,
}

impl Session {
    pub(super) fn new(game: Game, humans: Humans, save_to: Option<PathBuf>) -> Self {
        let saved_moves = game.moves().len();
        Self {
            game,
            humans,
            save_to,
            saved_moves,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn save_to(&self) -> Option<&Path> {
        self.save_to.as_deref()
    }

    /// Whether the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        !self.game.is_over() && !self.humans.play(self.game.position().mover())
    }

    /// Whether a game with moves would be lost by leaving now.
    pub(super) fn is_unsaved(&self) -> bool {
        self.game.moves().len() != self.saved_moves
    }

    /// Plays a move of whoever is to move.
    pub(super) fn play(&mut self, square: Square) -> anyhow::Result<()> {
        Ok(self.game.play(square)?)
    }

    /// Takes back to the last position in which a person was to move. Says
    /// whether anything was taken back.
    pub(super) fn undo(&mut self) -> bool {
        let before = self.game.clone();
        while self.game.undo() {
            if !self.is_engines_turn() {
                return true;
            }
        }
        // There was no such position: nothing is taken back.
        self.game = before;
        false
    }

    /// Plays again what was taken back, up to the next move of a person.
    pub(super) fn redo(&mut self) -> bool {
        let mut moved = false;
        while self.game.redo() {
            moved = true;
            if !self.is_engines_turn() {
                break;
            }
        }
        moved
    }

    /// Changes sides with the engine. Two people, or two engines, stay.
    pub(super) fn change_side(&mut self) {
        let Humans { black, white } = self.humans;
        self.humans = Humans {
            black: white,
            white: black,
        };
    }

    /// Starts again from where this game started.
    pub(super) fn restart(&mut self) {
        self.game = Game::from_position(*self.game.start());
        self.saved_moves = self.game.moves().len();
    }

    /// Who plays a side: `you` or `engine`.
    pub(super) fn player(&self, color: Color) -> &'static str {
        if self.humans.play(color) {
            "you"
        } else {
            "engine"
        }
    }

    /// The result in words, if the game is over.
    pub(super) fn result(&self) -> Option<String> {
        let outcome = self.game.outcome()?;
        let position = self.game.position();
        let [black, white] = Color::ALL.map(|color| position.count(color));
        let words = match outcome.winner() {
            Some(winner) => format!("{winner} wins by {}", outcome.black_score.abs()),
            None => "a draw".to_owned(),
        };
        Some(format!("Game over, {black} to {white}: {words}."))
    }

    /// Saves the game; an existing file only if `overwrite`.
    pub(super) fn save(&mut self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        let format = Format::of_path(path).with_context(|| {
            format!(
                "{}: the extension names no format: expected .txt, .obf or .wtb",
                path.display()
            )
        })?;
        if !overwrite && path.exists() {
            bail!("{} exists", path.display());
        }
        let record = GameRecord::new(self.game.clone());
        let written = write_games(&[record], format, None)?;
        if let Some(refused) = written.refused.first() {
            bail!("{}: {}", path.display(), refused.reason);
        }
        write_beside_and_rename(path, &written.content)
            .with_context(|| path.display().to_string())?;
        self.saved_moves = self.game.moves().len();
        self.save_to = Some(path.to_owned());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;

    fn session(humans: Humans) -> Session {
        Session::new(Game::new(Shape::STANDARD), humans, None)
    }

    const BLACK: Humans = Humans {
        black: true,
        white: false,
    };

    fn play(session: &mut Session, transcript: &str) {
        let game = Game::from_transcript(Shape::STANDARD, transcript).unwrap();
        game.squares()
            .for_each(|square| session.play(square).unwrap());
    }

    #[test]
    fn undo_goes_back_to_a_move_of_ones_own() {
        let mut session = session(BLACK);
        assert!(!session.undo());
        play(&mut session, "f5d6c3d3");
        assert!(session.undo());
        assert_eq!(session.game().moves().len(), 2);
        assert!(session.redo());
        assert_eq!(session.game().moves().len(), 4);
        // While the engine thinks, one's own last move is taken back.
        session.play("c4".parse().unwrap()).unwrap();
        assert!(session.is_engines_turn());
        assert!(session.undo());
        assert_eq!(session.game().moves().len(), 4);
    }

    #[test]
    fn changing_sides_hands_the_move_over() {
        let mut session = session(BLACK);
        assert!(!session.is_engines_turn());
        session.change_side();
        assert!(session.is_engines_turn());
        assert_eq!(
            (session.player(Color::Black), session.player(Color::White)),
            ("engine", "you")
        );
        // White never moved yet, so nothing can be taken back.
        session.play("f5".parse().unwrap()).unwrap();
        assert!(!session.undo());
        assert_eq!(session.game().moves().len(), 1);
    }

    #[test]
    fn saving_never_overwrites_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let mut session = session(BLACK);
        play(&mut session, "f5d6");
        assert!(session.is_unsaved());
        session.save(&path, false).unwrap();
        assert!(!session.is_unsaved());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6\n");
        session.play("c3".parse().unwrap()).unwrap();
        assert!(session.save(&path, false).is_err());
        session.save(&path, true).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6c3\n");
        assert!(
            session
                .save(&folder.path().join("game.doc"), false)
                .is_err()
        );
    }
}
