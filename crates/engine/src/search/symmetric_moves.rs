//! Root moves that are images of one another under a symmetry of the position. Only one of these
//! moves is searched; the others get its score and line.

use outflank_othello::{Position, Shape, Square, Symmetry};

use super::result::ScoredMove;

/// A move that is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Image {
    square: Square,
    /// The move that is searched instead.
    searched: Square,
    /// Maps `searched` to `square`, and the position to itself.
    symmetry: Symmetry,
}

/// The root moves that are images of a move earlier in reading order, which is searched instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymmetricMoves {
    shape: Shape,
    images: Vec<Image>,
}

impl SymmetricMoves {
    /// No images.
    pub(super) const NONE: Self = Self {
        shape: Shape::STANDARD,
        images: Vec::new(),
    };

    /// Finds the images among `moves`, which are in reading order.
    pub(super) fn find(position: &Position, moves: &[Square]) -> Self {
        let shape = position.shape();
        let keeps = |symmetry: &Symmetry| position.under(*symmetry) == *position;
        let others = shape
            .symmetries()
            .filter(|&symmetry| symmetry != Symmetry::IDENTITY);
        let symmetries: Vec<Symmetry> = others.filter(keeps).collect();
        let mut images: Vec<Image> = Vec::new();
        for (index, &searched) in moves.iter().enumerate() {
            if images.iter().any(|image| image.square == searched) {
                continue;
            }
            for &symmetry in &symmetries {
                let square = symmetry.square(searched, shape);
                let is_new = moves[index + 1..].contains(&square)
                    && !images.iter().any(|image| image.square == square);
                if is_new {
                    images.push(Image {
                        square,
                        searched,
                        symmetry,
                    });
                }
            }
        }
        Self { shape, images }
    }

    /// Returns whether no move is skipped.
    pub(super) const fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// Returns whether a move is skipped.
    pub(super) fn contains(&self, square: Square) -> bool {
        self.images.iter().any(|image| image.square == square)
    }

    /// Adds the images of scored moves, and keeps the best `count`.
    pub(super) fn complete(&self, moves: &mut Vec<ScoredMove>, count: usize) {
        if self.images.is_empty() {
            return;
        }
        let scored = |image: &Image| {
            let found = moves.iter().find(|found| found.square == image.searched)?;
            let there = |&square: &Square| image.symmetry.square(square, self.shape);
            Some(ScoredMove {
                square: image.square,
                pv: found.pv.iter().map(there).collect(),
                ..found.clone()
            })
        };
        let images: Vec<ScoredMove> = self.images.iter().filter_map(scored).collect();
        moves.extend(images);
        moves.sort_by_key(ScoredMove::order);
        moves.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Position, Shape};

    use super::super::{Limits, SearchOptions, SearchRequest, SearchResult, Searcher};
    use super::*;

    fn search(request: &SearchRequest) -> SearchResult {
        let mut searcher = Searcher::new(SearchOptions::default().with_hash(4)).unwrap();
        searcher.search(request)
    }

    fn position(shape: &str, moves: &str) -> Position {
        let game = Game::from_transcript(shape.parse().unwrap(), moves).unwrap();
        *game.position()
    }

    #[test]
    fn one_search_scores_all_symmetric_first_moves() {
        let start = Position::start(Shape::STANDARD);
        for limits in [Limits::level(7), Limits::depth(4)] {
            let request = SearchRequest::new(&start, limits).every_move();
            let all = search(&request);
            let one = request.root_moves(&[all.moves[0].square]).unwrap();
            let one = search(&one);
            assert_eq!(all.moves.len(), 4);
            assert_eq!((&all.moves[0], all.nodes), (&one.moves[0], one.nodes));
            for found in &all.moves {
                assert_eq!(found.score, all.moves[0].score);
                assert_eq!(found.pv[0], found.square);
                let line: String = found.pv.iter().map(ToString::to_string).collect();
                // The line is legal from its first move on.
                assert_eq!(position("8x8", &line).empties().len(), 60 - found.pv.len());
            }
        }
    }

    /// Positions with each kind of symmetry, and one without symmetry.
    const CASES: [(&str, &str, usize); 6] = [
        ("4x4", "", 3),
        ("6x4", "", 2),
        ("8x8", "f5f6e6f4", 0),
        ("8x8", "f5f6e6", 1),
        ("8x8", "d3c3f5f6", 2),
        ("4x4", "d3", 0),
    ];

    #[test]
    fn images_have_the_exact_scores_of_separate_searches() {
        let mut met = 0;
        for (shape, moves, _) in CASES.into_iter().filter(|case| case.0.contains('4')) {
            let position = position(shape, moves);
            let all = search(&SearchRequest::new(&position, Limits::SOLVE).every_move());
            assert_eq!(all.moves.len(), position.legal_moves().len());
            for found in &all.moves {
                let own = SearchRequest::new(&position, Limits::SOLVE);
                let own = search(&own.root_moves(&[found.square]).unwrap());
                assert!(found.is_exact(), "{shape} {moves} {}", found.square);
                assert_eq!(own.exact().map(f64::from), Some(found.discs()));
                met += 1;
            }
            let one = search(&SearchRequest::new(&position, Limits::SOLVE));
            assert_eq!(one.exact().map(f64::from), Some(all.moves[0].discs()));
            assert_eq!(one.pv, one.moves[0].pv);
            let some = search(&SearchRequest::new(&position, Limits::level(20)).best_moves(2));
            assert_eq!(some.moves.len(), 2);
            assert!(some.moves.iter().all(ScoredMove::is_exact));
            assert_eq!(some.moves[0].discs(), all.moves[0].discs());
        }
        assert!(met >= 10, "{met} moves");
    }

    #[test]
    fn images_follow_the_symmetries_of_the_position() {
        for (shape, moves, images) in CASES {
            let position = position(shape, moves);
            let legal: Vec<Square> = position.legal_moves().into_iter().collect();
            let found = SymmetricMoves::find(&position, &legal);
            assert_eq!(found.images.len(), images, "{shape} {moves}");
            for image in &found.images {
                let [here, there] = [image.searched, image.square].map(|square| {
                    let after = position.play(square).unwrap();
                    after.canonical().0
                });
                assert_eq!(here, there, "{shape} {moves}");
                assert!(image.searched < image.square);
            }
        }
    }

    #[test]
    fn a_resumed_search_does_not_repeat_images() {
        let start = Position::start(Shape::STANDARD);
        let request = SearchRequest::new(&start, Limits::level(5)).every_move();
        let first = search(&request);
        let resumed = search(&request.resume(&first.moves));
        assert_eq!(resumed.moves.len(), 4);
        assert!(resumed.nodes < first.nodes / 4, "{}", resumed.nodes);
        let scores = |result: &SearchResult| {
            let moves = result.moves.iter();
            moves
                .map(|found| (found.square, found.score))
                .collect::<Vec<_>>()
        };
        assert_eq!(scores(&resumed), scores(&first));
    }
}
