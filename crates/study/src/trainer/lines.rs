//! The lines of an opening as cards.

use std::collections::HashSet;

use outflank_othello::{Color, Game, Position, Square};
use thiserror::Error;

use super::NewCard;
use crate::analyzer::Analyzer;

/// Which lines to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOptions {
    /// The side to learn.
    pub side: Color,
    /// Number of moves after the opening, not counting passes, at which lines end.
    pub plies: u32,
    /// Maximum number of cards.
    pub cards: usize,
}

/// The reason why there are no lines.
#[derive(Debug, Error)]
pub enum LineError<E> {
    /// The analyzer was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The replies of a position cannot be read.
    #[error(transparent)]
    Replies(#[from] E),
}

/// Returns the cards of an opening. These are the positions with `side` to move that arise if
/// `side` plays the best moves and the opponent plays any of the `replies`. Each position has one
/// card, whatever moves lead to it. A card comes after the cards that lead to it. Fails if
/// `analyzer` is interrupted or `replies` fails.
pub fn opening_cards<E>(
    opening: &Game,
    options: &LineOptions,
    analyzer: &dyn Analyzer,
    replies: &mut dyn FnMut(&Position) -> Result<Vec<Square>, E>,
) -> Result<Vec<NewCard>, LineError<E>> {
    let mut cards = Vec::new();
    let mut met = HashSet::new();
    let mut layer = vec![opening.clone()];
    for _ in 0..options.plies {
        let mut next = Vec::new();
        for game in layer {
            let position = game.position();
            if game.is_over() || !met.insert(position.canonical().0) {
                continue;
            }
            let moves = if position.mover() == options.side {
                if cards.len() == options.cards {
                    return Ok(cards);
                }
                let moves = analyzer.score_moves(position);
                let moves = moves.ok_or(LineError::Interrupted)?;
                let best = moves.first().map(|best| best.square);
                if best.is_some() {
                    cards.push(NewCard {
                        game: game.clone(),
                        themes: Vec::new(),
                        rating: None,
                    });
                }
                best.into_iter().collect()
            } else {
                replies(position)?
            };
            next.extend(moves.into_iter().filter_map(|square| {
                let mut longer = game.clone();
                longer.play(square).ok()?;
                Some(longer)
            }));
        }
        layer = next;
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use outflank_othello::Shape;

    use super::*;
    use crate::analyzer::TextbookAnalyzer;

    fn analyzer() -> TextbookAnalyzer {
        TextbookAnalyzer::to_depth(3)
    }

    /// Returns all legal moves as replies.
    fn every_reply(position: &Position) -> Result<Vec<Square>, Infallible> {
        Ok(position.legal_moves().into_iter().collect())
    }

    fn cards(side: Color, plies: u32, most: usize) -> Vec<NewCard> {
        let opening = Game::from_transcript(Shape::STANDARD, "f5d6c3").unwrap();
        let options = LineOptions {
            side,
            plies,
            cards: most,
        };
        opening_cards(&opening, &options, &analyzer(), &mut every_reply).unwrap()
    }

    #[test]
    fn own_moves_are_best_and_every_reply_is_answered() {
        for side in Color::ALL {
            let cards = cards(side, 4, 1000);
            let mut met = HashSet::new();
            for card in &cards {
                assert_eq!(card.game.position().mover(), side);
                assert!(met.insert(card.game.position().canonical().0));
                for (position, mv) in card.game.plies().skip(3) {
                    if position.mover() == side {
                        let best = &analyzer().score_moves(position).unwrap()[0];
                        assert_eq!(mv.square(), Some(best.square));
                    }
                }
            }
            // There is a card for every reply to the first best move.
            let mut game = Game::from_transcript(Shape::STANDARD, "f5d6c3").unwrap();
            while game.position().mover() == side {
                let best = analyzer().score_moves(game.position()).unwrap()[0].square;
                game.play(best).unwrap();
            }
            for reply in game.position().legal_moves() {
                let after = game.position().play(reply).unwrap();
                assert!(met.contains(&after.canonical().0), "{reply}");
            }
        }
    }

    #[test]
    fn lines_end_at_the_limits() {
        assert_eq!(cards(Color::White, 4, 3).len(), 3);
        assert_eq!(cards(Color::White, 1, 100).len(), 1);
        assert_eq!(cards(Color::Black, 1, 100).len(), 0);
    }

    #[test]
    fn errors_from_replies_are_passed_on() {
        let opening = Game::new(Shape::STANDARD);
        let options = LineOptions {
            side: Color::White,
            plies: 4,
            cards: 100,
        };
        let mut replies = |_: &Position| Err(std::fmt::Error);
        let failed = opening_cards(&opening, &options, &analyzer(), &mut replies);
        assert!(matches!(failed, Err(LineError::Replies(_))));
    }
}
