//! A game in progress and who plays what.

use std::path::{Path, PathBuf};

use outflank_othello::{Color, Game, IllegalMove, Move, Square};

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
pub(super) struct PlaySession {
    game: Game,
    /// The game as it was given to begin with.
    opening: Game,
    humans: Humans,
    /// Where the game goes if no other name is given.
    save_to: Option<PathBuf>,
    /// The squares of the game as it was last saved, or as it began.
    saved: Vec<Square>,
}

impl PlaySession {
    pub(super) fn new(game: Game, humans: Humans, save_to: Option<PathBuf>) -> Self {
        let saved = game.squares().collect();
        Self {
            opening: game.clone(),
            game,
            humans,
            save_to,
            saved,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn save_to(&self) -> Option<&Path> {
        self.save_to.as_deref()
    }

    /// Whether anybody but the engine plays.
    pub(super) const fn has_humans(&self) -> bool {
        self.humans.black || self.humans.white
    }

    /// Whether the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        !self.game.is_over() && !self.humans.play(self.game.position().mover())
    }

    /// Whether moves would be lost by leaving now.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.game.moves().is_empty() && !self.game.squares().eq(self.saved.iter().copied())
    }

    /// Plays a move of whoever is to move.
    pub(super) fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.game.play(square)
    }

    /// Takes back to the last position in which a person was to move; where
    /// nobody plays, one disc. Says whether anything was taken back.
    pub(super) fn undo(&mut self) -> bool {
        if !self.has_humans() {
            return self.game.undo();
        }
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

    /// Plays again what was taken back, up to the next move of a person; where
    /// nobody plays, one disc.
    pub(super) fn redo(&mut self) -> bool {
        let mut moved = false;
        while self.game.redo() {
            moved = true;
            if !self.is_engines_turn() || !self.has_humans() {
                break;
            }
        }
        moved
    }

    /// Changes sides with the engine. Says whether there was somebody to
    /// change with: two people, or two engines, stay.
    pub(super) fn change_side(&mut self) -> bool {
        let Humans { black, white } = self.humans;
        self.humans = Humans {
            black: white,
            white: black,
        };
        black != white
    }

    /// Starts again from where this game began.
    pub(super) fn restart(&mut self) {
        self.game = self.opening.clone();
        self.saved = self.game.squares().collect();
    }

    /// Notes that the game, as it is now, was saved.
    pub(super) fn note_saved(&mut self, path: &Path) {
        self.saved = self.game.squares().collect();
        self.save_to = Some(path.to_owned());
    }

    /// Who plays a side: `you` or `engine`.
    pub(super) const fn player(&self, color: Color) -> &'static str {
        if self.humans.play(color) {
            "you"
        } else {
            "engine"
        }
    }

    /// What is to be said of a pass that was just made.
    pub(super) fn pass_note(&self) -> Option<String> {
        (self.game.last_move() == Some(Move::Pass)).then(|| {
            let passed = self.game.position().mover().opponent();
            format!("{passed} has no legal move and passes.")
        })
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
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;

    const BLACK: Humans = Humans {
        black: true,
        white: false,
    };
    const NOBODY: Humans = Humans {
        black: false,
        white: false,
    };

    fn session(humans: Humans, transcript: &str) -> PlaySession {
        let mut session = PlaySession::new(Game::new(Shape::STANDARD), humans, None);
        let game = Game::from_transcript(Shape::STANDARD, transcript).unwrap();
        for square in game.squares() {
            session.play(square).unwrap();
        }
        session
    }

    #[test]
    fn undo_goes_back_to_a_move_of_ones_own() {
        assert!(!session(BLACK, "").undo());
        let mut session = session(BLACK, "f5d6c3d3");
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
    fn where_nobody_plays_undo_takes_back_one_disc() {
        let mut session = session(NOBODY, "f5d6c3");
        assert!(session.undo());
        assert_eq!(session.game().moves().len(), 2);
        assert!(session.redo());
        assert_eq!(session.game().moves().len(), 3);
        assert!(!session.redo());
    }

    #[test]
    fn changing_sides_hands_the_move_over() {
        let mut session = session(BLACK, "");
        assert!(!session.is_engines_turn());
        assert!(session.change_side());
        assert!(session.is_engines_turn());
        assert_eq!(
            Color::ALL.map(|side| session.player(side)),
            ["engine", "you"]
        );
        // White never moved yet, so nothing can be taken back.
        session.play("f5".parse().unwrap()).unwrap();
        assert!(!session.undo());
        assert_eq!(session.game().moves().len(), 1);
    }

    #[test]
    fn another_game_of_the_same_length_is_unsaved() {
        let mut session = session(BLACK, "");
        assert!(!session.is_unsaved(), "there is nothing to lose");
        session.play("f5".parse().unwrap()).unwrap();
        session.note_saved(Path::new("game.txt"));
        assert!(!session.is_unsaved());
        session.undo();
        session.play("d3".parse().unwrap()).unwrap();
        assert!(session.is_unsaved());
    }
}
