//! The review of a game as a stream of events, and the template of its HTML file.

use std::sync::atomic::Ordering;

use outflank_engine::DEFAULT_LEVEL;
use outflank_othello::Move;
use outflank_study::progress::ReviewRecord;
use outflank_study::report::TEMPLATE;
use outflank_study::{Review, review_sequentially};
use schemars::JsonSchema;
use serde::Serialize;

use crate::endpoint::{Event, NoFields, Stream};
use crate::game_fields::GameFields;
use crate::guess::LevelRequest;
use crate::{ApiError, Context, Result};

pub(crate) fn review<'a>(
    game: &GameFields,
    request: &LevelRequest,
    context: &'a Context<'a>,
) -> Result<Stream<'a>> {
    let game = game.game()?;
    if game.moves().is_empty() {
        let message = "the game has no moves to review: expected at least one";
        return Err(ApiError::bad("moves", message));
    }
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    context.search.open()?;
    Ok(Box::new(move |emit| {
        let plies = game.plies().filter(|(_, played)| *played != Move::Pass);
        let tasks = plies.map(|(position, _)| context.scores_task(position, level));
        context.search.announce(&tasks.collect::<Vec<_>>());
        let book = context.resources.book.clone();
        let review = context.with_scores(level, book, |scores| {
            review_sequentially(&game, scores, &mut |reviewed| {
                if emit(Event::new("move", reviewed)).is_break() {
                    context.stop.store(true, Ordering::Relaxed);
                }
            })
        })?;
        let record = ReviewRecord::new(&review);
        let _ = emit(Event::new("done", &ReviewedGame { review, record }));
        Ok(())
    }))
}

/// The review of a whole game, and what a front end keeps of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewedGame {
    #[serde(flatten)]
    review: Review,
    /// What `POST /api/progress` needs of the review.
    record: ReviewRecord,
}

/// The HTML file of a review, without the review itself.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReportTemplate {
    /// The file, with `/*DATA*/` where the JSON of the review goes.
    template: &'static str,
}

pub(crate) fn report(_: &NoFields, _: &Context<'_>) -> Result<ReportTemplate> {
    Ok(ReportTemplate { template: TEMPLATE })
}
