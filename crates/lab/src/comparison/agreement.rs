//! Comparison of searched moves and values with exact scores.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Position, Square};
use outflank_textbook::{Algorithm, search};
use rayon::prelude::*;
use thiserror::Error;

use super::contender::Kind;
use super::{Contender, Estimate, SampledPosition};
use outflank_matches::full_width;

/// Size of a searcher's transposition table in MiB; it is cleared before each search.
const HASH: usize = 4;

/// Evaluations and their search depths.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The evaluations.
    pub contenders: Vec<Contender>,
    /// Depths in plies, at least 1. At depth 1 the move leads to the position with the best static
    /// evaluation.
    pub depths: Vec<u32>,
}

/// The reason why positions cannot be judged.
#[derive(Debug, Error)]
pub enum AgreementError {
    /// There is not enough memory for a searcher.
    #[error("no memory for the solvers: {0}")]
    Memory(#[from] io::Error),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub square: Square,
    /// Loss of the move against best play, in discs.
    pub loss: i32,
    /// The value of the position for the mover, in discs.
    pub value: f64,
}

/// A position with its exact scores and the results of the searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The position.
    pub drawn: SampledPosition,
    /// The exact score of each legal move for the mover, in discs, best first.
    pub scores: Vec<i32>,
    /// The searches: all depths of the first evaluation, then those of the next.
    pub choices: Vec<Choice>,
}

/// The quality of one evaluation at one depth. Standard errors are clustered by game, since
/// positions of one game are correlated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgreementRow {
    /// The index of the evaluation.
    pub contender: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Positions judged.
    pub positions: usize,
    /// Share of the positions in which the move is an exact best move.
    pub agreement: Option<Estimate>,
    /// Loss of the moves against best play, in discs.
    pub loss: Option<Estimate>,
    /// Absolute difference between value and exact score, in discs.
    pub value_error: Option<Estimate>,
    /// The factor that fits the values to the exact scores best, by least squares; `None` if all
    /// values are 0.
    pub factor: Option<f64>,
    /// Absolute difference after this scaling, in discs.
    pub scaled_error: Option<Estimate>,
}

/// The baseline: a random legal move, and a value that is always 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// Positions.
    pub positions: usize,
    /// Legal moves.
    pub moves: Option<Estimate>,
    /// Probability that the move is an exact best move.
    pub agreement: Option<Estimate>,
    /// Loss of the move against best play, in discs.
    pub loss: Option<Estimate>,
    /// Absolute exact score, the error of a value that is always 0.
    pub value_error: Option<Estimate>,
}

impl Judged {
    /// Returns the number of empties.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.drawn.position.empties().len() as u32
    }

    /// Returns the exact score of the position.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.scores[0]
    }
}

impl Agreement {
    /// Judges positions on several threads. `on_position` is called for each, in any order. The
    /// results are in the order of the positions, without those not judged when `stop` became true,
    /// and do not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the solvers, or the threads
    /// cannot be started.
    pub fn run(
        &self,
        positions: &[SampledPosition],
        threads: usize,
        stop: &Arc<AtomicBool>,
        on_position: impl Fn(&Judged) + Sync,
    ) -> Result<Vec<Judged>, AgreementError> {
        let threads = threads.max(1);
        let judge = |_| Judge::new(self, stop).map(Mutex::new);
        let judges = (0..threads).map(judge).collect::<Result<Vec<_>, _>>()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let judged = |drawn: &SampledPosition| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let judge = judges[thread].lock();
            let mut judge = judge.unwrap_or_else(PoisonError::into_inner);
            let judged = judge.judge(*drawn)?;
            on_position(&judged);
            Some(judged)
        };
        let positions = positions.par_iter().with_max_len(1);
        let judged: Vec<Option<Judged>> = pool.install(|| positions.map(judged).collect());
        Ok(judged.into_iter().flatten().collect())
    }

    /// Returns the agreement of each evaluation at each depth, over the positions with
    /// `empties` empties, or over all.
    #[must_use]
    pub fn rows(&self, judged: &[Judged], empties: Option<u32>) -> Vec<AgreementRow> {
        let judged = with_empties(judged, empties);
        let places = 0..self.contenders.len();
        let searches = places.flat_map(|contender| {
            let depths = self.depths.iter();
            depths.map(move |&depth| (contender, depth))
        });
        searches
            .enumerate()
            .map(|(place, (contender, depth))| {
                let mean = |of: &dyn Fn(&Judged, &Choice) -> f64| {
                    let values = judged.iter().map(|judged| {
                        let choice = &judged.choices[place];
                        (judged.drawn.game, of(judged, choice))
                    });
                    Estimate::of_groups(&values.collect::<Vec<_>>())
                };
                let factor = factor(judged.iter().map(|judged| {
                    let value = judged.choices[place].value;
                    (value, f64::from(judged.score()))
                }));
                let off = |judged: &Judged, value: f64| (value - f64::from(judged.score())).abs();
                AgreementRow {
                    contender,
                    depth,
                    positions: judged.len(),
                    agreement: mean(&|_, choice| f64::from(u8::from(choice.loss == 0))),
                    loss: mean(&|_, choice| f64::from(choice.loss)),
                    value_error: mean(&|judged, choice| off(judged, choice.value)),
                    factor,
                    scaled_error: factor.and_then(|factor| {
                        mean(&|judged, choice| off(judged, factor * choice.value))
                    }),
                }
            })
            .collect()
    }

    /// Returns the baseline over the same positions.
    #[must_use]
    pub fn chance(judged: &[Judged], empties: Option<u32>) -> Chance {
        let judged = with_empties(judged, empties);
        let mean = |of: &dyn Fn(&Judged) -> f64| {
            let values = judged.iter().map(|judged| (judged.drawn.game, of(judged)));
            Estimate::of_groups(&values.collect::<Vec<_>>())
        };
        let moves = |judged: &Judged| judged.scores.len() as f64;
        Chance {
            positions: judged.len(),
            moves: mean(&moves),
            agreement: mean(&|judged| {
                let scores = judged.scores.iter();
                let best = scores.filter(|&&score| score == judged.score()).count();
                best as f64 / moves(judged)
            }),
            loss: mean(&|judged| {
                let scores = judged.scores.iter();
                let losses = scores.map(|score| f64::from(judged.score() - score));
                losses.sum::<f64>() / moves(judged)
            }),
            value_error: mean(&|judged| f64::from(judged.score().abs())),
        }
    }
}

/// Returns the positions with `empties` empties, or all.
fn with_empties(judged: &[Judged], empties: Option<u32>) -> Vec<&Judged> {
    let wanted = |judged: &&Judged| empties.is_none_or(|empties| judged.empties() == empties);
    judged.iter().filter(wanted).collect()
}

/// Returns the factor that best fits the first of each pair to the second.
fn factor(pairs: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let sums = pairs.fold((0.0, 0.0), |(products, squares), (value, score)| {
        (products + value * score, squares + value * value)
    });
    (sums.1 > 0.0).then(|| sums.0 / sums.1)
}

/// Judges positions one after the other.
struct Judge<'a> {
    agreement: &'a Agreement,
    exact: Searcher,
    /// A searcher for each of the strong player's evaluations, in the order of the contenders.
    strong: Vec<Searcher>,
    stop: &'a Arc<AtomicBool>,
}

impl<'a> Judge<'a> {
    fn new(agreement: &'a Agreement, stop: &'a Arc<AtomicBool>) -> io::Result<Self> {
        let options = SearchOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(stop));
        let strong = agreement.contenders.iter().filter_map(|contender| {
            let Kind::Patterns(own) = &contender.kind else {
                return None;
            };
            Some(Searcher::new(match own {
                Some(own) => options.clone().with_evaluation(Arc::clone(own)),
                None => options.clone(),
            }))
        });
        Ok(Self {
            agreement,
            strong: strong.collect::<io::Result<_>>()?,
            exact: Searcher::new(options)?,
            stop,
        })
    }

    /// Returns `None` if the searches were stopped.
    fn judge(&mut self, drawn: SampledPosition) -> Option<Judged> {
        let position = &drawn.position;
        self.exact.clear();
        let request = SearchRequest::new(position, Limits::SOLVE).every_move();
        let solved = self.exact.search(&request).moves;
        if solved.is_empty() || solved.len() < position.legal_moves().len() {
            return None;
        }
        let best = solved[0].discs() as i32;
        let mut choices = Vec::new();
        let mut strong = self.strong.iter_mut();
        for contender in &self.agreement.contenders {
            let mut searcher = match contender.kind {
                Kind::Textbook(_) => None,
                Kind::Patterns(_) => strong.next(),
            };
            for &depth in &self.agreement.depths {
                let (square, value) = choose(
                    contender,
                    searcher.as_deref_mut(),
                    position,
                    depth,
                    self.stop,
                )?;
                let chosen = solved.iter().find(|solved| solved.square == square)?;
                choices.push(Choice {
                    square,
                    loss: best - chosen.discs() as i32,
                    value,
                });
            }
        }
        Some(Judged {
            drawn,
            scores: solved.iter().map(|solved| solved.discs() as i32).collect(),
            choices,
        })
    }
}

/// Returns the move of a search and the value of the position for the mover in discs, or `None` if
/// the search was stopped.
fn choose(
    contender: &Contender,
    searcher: Option<&mut Searcher>,
    position: &Position,
    depth: u32,
    stop: &Arc<AtomicBool>,
) -> Option<(Square, f64)> {
    match (&contender.kind, searcher) {
        (Kind::Patterns(_), Some(searcher)) => {
            searcher.clear();
            let request = SearchRequest::new(position, full_width(depth));
            let result = searcher.search(&request);
            let best = result.best().filter(|_| result.complete)?;
            Some((best.square, best.discs()))
        }
        (Kind::Textbook(evaluation), _) => {
            let limits = outflank_gametree::SearchLimits::plies(depth).with_stop(Arc::clone(stop));
            let report = search(position, evaluation, Algorithm::AlphaBeta, &limits);
            let square = report.best.filter(|_| report.completed)?;
            Some((square, report.score.discs()))
        }
        (Kind::Patterns(_), None) => unreachable!("each of them has a searcher"),
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;
    use outflank_textbook::{Evaluation, EvaluationKind};

    use super::super::Sample;
    use super::*;

    fn agreement(depths: &[u32]) -> Agreement {
        Agreement {
            contenders: Contender::all(Shape::STANDARD),
            depths: depths.to_vec(),
        }
    }

    fn sample(empties: &[u32], count: usize) -> Vec<SampledPosition> {
        let mut sample = Sample::new(Shape::STANDARD, empties, count, 3);
        sample.take_from_selfplay(&Default::default()).unwrap();
        sample.positions()
    }

    fn judge(agreement: &Agreement, positions: &[SampledPosition], threads: usize) -> Vec<Judged> {
        let stop = Default::default();
        agreement.run(positions, threads, &stop, |_| ()).unwrap()
    }

    #[test]
    fn searches_to_the_end_always_choose_a_best_move() {
        let agreement = agreement(&[1, 6]);
        let judged = judge(&agreement, &sample(&[5, 6], 40), 1);
        let rows = agreement.rows(&judged, None);
        assert_eq!(rows.len(), 10);
        for row in rows {
            assert_eq!(row.positions, 80);
            let [share, loss, error] =
                [row.agreement, row.loss, row.value_error].map(|estimate| estimate.unwrap().mean);
            match row.depth {
                1 => assert!(share < 1.0 && loss > 0.0 && error > 0.0, "{row:?}"),
                _ => assert_eq!((share, loss, error), (1.0, 0.0, 0.0), "{row:?}"),
            }
            if row.depth == 6 {
                assert!((row.factor.unwrap() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let agreement = agreement(&[1, 2]);
        let positions = sample(&[8], 20);
        let one = judge(&agreement, &positions, 1);
        assert_eq!(one.len(), 20);
        assert_eq!(one, judge(&agreement, &positions, 2));
    }

    #[test]
    fn choices_are_judged_by_exact_scores() {
        let agreement = agreement(&[1]);
        let positions = sample(&[7], 10);
        for judged in judge(&agreement, &positions, 1) {
            let position = &judged.drawn.position;
            let request = SearchRequest::new(position, Limits::SOLVE).every_move();
            let mut searcher = Searcher::new(SearchOptions::default()).unwrap();
            let solved = searcher.search(&request).moves;
            assert!(
                solved
                    .iter()
                    .map(|solved| solved.discs() as i32)
                    .eq(judged.scores.clone())
            );
            // Counting discs prefers the move with the most flips, unless a move ends the
            // game.
            let discs = Evaluation::new(EvaluationKind::Discs);
            let after = |square: Square| {
                let next = position.play(square).unwrap();
                (!next.is_over()).then(|| -discs.explain_after(position, &next, None).total())
            };
            let moves: Vec<Option<f64>> =
                solved.iter().map(|solved| after(solved.square)).collect();
            let choice = &judged.choices[0];
            if let Some(values) = moves.into_iter().collect::<Option<Vec<f64>>>() {
                let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(after(choice.square), Some(most));
            }
            let chosen = solved.iter().find(|solved| solved.square == choice.square);
            assert_eq!(choice.loss, judged.score() - chosen.unwrap().discs() as i32);
        }
    }

    #[test]
    fn rows_are_means_over_their_positions() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let positions = sample(&[5, 6], 2);
        let choice = |loss, value| Choice {
            square: square("a1"),
            loss,
            value,
        };
        let judged = |place: usize, scores: &[i32], choice| Judged {
            drawn: positions[place],
            scores: scores.to_vec(),
            choices: vec![choice],
        };
        let judged = [
            judged(0, &[10, 10, 4], choice(0, 4.0)),
            judged(1, &[-2, -6], choice(4, 3.0)),
            judged(2, &[64, 0], choice(64, 0.0)),
        ];
        let agreement = Agreement {
            contenders: vec!["discs".parse().unwrap()],
            depths: vec![1],
        };
        let row = agreement.rows(&judged, Some(5))[0];
        assert_eq!((row.contender, row.depth, row.positions), (0, 1, 2));
        assert_eq!(row.agreement.unwrap().mean, 0.5);
        assert_eq!(row.loss.unwrap().mean, 2.0);
        assert_eq!(row.value_error.unwrap().mean, 5.5);
        // (4 · 10 − 3 · 2) / (4² + 3²), and the remaining error.
        let factor = row.factor.unwrap();
        assert!((factor - 34.0 / 25.0).abs() < 1e-12);
        let left = ((10.0 - 4.0 * factor) + (2.0 + 3.0 * factor)) / 2.0;
        assert!((row.scaled_error.unwrap().mean - left).abs() < 1e-12);
        assert_eq!(agreement.rows(&judged, Some(6))[0].factor, None);
        assert_eq!(agreement.rows(&judged, None)[0].positions, 3);
        assert_eq!(agreement.rows(&judged, Some(7))[0].agreement, None);

        let chance = Agreement::chance(&judged, Some(5));
        assert_eq!(chance.positions, 2);
        assert_eq!(chance.moves.unwrap().mean, 2.5);
        assert!((chance.agreement.unwrap().mean - (2.0 / 3.0 + 0.5) / 2.0).abs() < 1e-12);
        assert_eq!(chance.loss.unwrap().mean, 2.0);
        assert_eq!(chance.value_error.unwrap().mean, 6.0);
    }

    #[test]
    fn a_stop_leaves_out_unjudged_positions() {
        let stop = Arc::new(AtomicBool::new(true));
        let judged = agreement(&[4]).run(&sample(&[12], 3), 1, &stop, |_| ());
        assert!(judged.unwrap().len() < 3);
    }
}
