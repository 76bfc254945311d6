//! A game in progress and its players.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use outflank_othello::{Color, Game, Move, Square};

/// The sides that humans play. The engine plays the remaining ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HumanSide {
    /// You play Black.
    Black,
    /// You play White.
    White,
    /// Two people play.
    Both,
    /// The engine plays itself.
    None,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct PlaySession {
    pub(super) game: Game,
    /// The game at the start.
    opening: Game,
    humans: HumanSide,
    /// Default file to save to.
    pub(super) save_to: Option<PathBuf>,
    /// The moves at the last save, or at the start.
    saved: Vec<Square>,
}

impl PlaySession {
    pub(super) fn new(game: Game, humans: HumanSide, save_to: Option<PathBuf>) -> Self {
        let saved = game.squares().collect();
        Self {
            opening: game.clone(),
            game,
            humans,
            save_to,
            saved,
        }
    }

    pub(super) fn has_humans(&self) -> bool {
        self.humans != HumanSide::None
    }

    const fn is_human(&self, color: Color) -> bool {
        matches!(
            (self.humans, color),
            (HumanSide::Both, _)
                | (HumanSide::Black, Color::Black)
                | (HumanSide::White, Color::White)
        )
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        !self.game.is_over() && !self.is_human(self.game.position().mover())
    }

    pub(super) fn is_unsaved(&self) -> bool {
        !self.game.moves().is_empty() && !self.game.squares().eq(self.saved.iter().copied())
    }

    /// Takes back moves to the last position with a human to move, or one move if no human plays.
    /// Returns whether any move was taken back.
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
        // There is no earlier human turn: restore the game.
        self.game = before;
        false
    }

    /// Replays moves to the next position with a human to move, or one move if no human plays.
    /// Returns whether any move was replayed.
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

    /// Swaps sides with the engine. Returns false if the same player has both sides.
    pub(super) fn change_side(&mut self) -> bool {
        self.humans = match self.humans {
            HumanSide::Black => HumanSide::White,
            HumanSide::White => HumanSide::Black,
            HumanSide::Both | HumanSide::None => return false,
        };
        true
    }

    pub(super) fn restart(&mut self) {
        self.game = self.opening.clone();
        self.saved = self.game.squares().collect();
    }

    pub(super) fn note_saved(&mut self, path: &Path) {
        self.saved = self.game.squares().collect();
        self.save_to = Some(path.to_owned());
    }

    /// Returns the player of a side: `you` or `engine`.
    pub(super) const fn player(&self, color: Color) -> &'static str {
        if self.is_human(color) {
            "you"
        } else {
            "engine"
        }
    }

    pub(super) fn pass_note(&self) -> Option<String> {
        (self.game.last_move() == Some(Move::Pass)).then(|| {
            let passed = self.game.position().mover().opponent();
            format!("{passed} has no legal move and passes.")
        })
    }

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

    fn session(humans: HumanSide, transcript: &str) -> PlaySession {
        let mut session = PlaySession::new(Game::new(Shape::STANDARD), humans, None);
        let game = Game::from_transcript(Shape::STANDARD, transcript).unwrap();
        for square in game.squares() {
            session.game.play(square).unwrap();
        }
        session
    }

    #[test]
    fn undo_returns_to_the_humans_move() {
        assert!(!session(HumanSide::Black, "").undo());
        let mut session = session(HumanSide::Black, "f5d6c3d3");
        assert!(session.undo());
        assert_eq!(session.game.moves().len(), 2);
        assert!(session.redo());
        assert_eq!(session.game.moves().len(), 4);
        // On the engine's turn, undo takes back the human's last move.
        session.game.play("c4".parse().unwrap()).unwrap();
        assert!(session.is_engines_turn());
        assert!(session.undo());
        assert_eq!(session.game.moves().len(), 4);
    }

    #[test]
    fn without_humans_undo_takes_back_one_move() {
        let mut session = session(HumanSide::None, "f5d6c3");
        assert!(session.undo());
        assert_eq!(session.game.moves().len(), 2);
        assert!(session.redo());
        assert_eq!(session.game.moves().len(), 3);
        assert!(!session.redo());
    }

    #[test]
    fn swapping_sides_changes_whose_turn_it_is() {
        let mut session = session(HumanSide::Black, "");
        assert!(!session.is_engines_turn());
        assert!(session.change_side());
        assert!(session.is_engines_turn());
        let players = Color::ALL.map(|side| session.player(side));
        assert_eq!(players, ["engine", "you"]);
        // The human, now White, has not moved yet.
        session.game.play("f5".parse().unwrap()).unwrap();
        assert!(!session.undo());
        assert_eq!(session.game.moves().len(), 1);
    }

    #[test]
    fn a_different_game_of_the_same_length_is_unsaved() {
        let mut session = session(HumanSide::Black, "");
        assert!(!session.is_unsaved(), "there is nothing to lose");
        session.game.play("f5".parse().unwrap()).unwrap();
        session.note_saved(Path::new("game.txt"));
        assert!(!session.is_unsaved());
        session.undo();
        session.game.play("d3".parse().unwrap()).unwrap();
        assert!(session.is_unsaved());
    }
}
