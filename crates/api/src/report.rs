//! The file that the review of a game is put into.

use outflank_study::report::TEMPLATE;
use schemars::JsonSchema;
use serde::Serialize;

use crate::endpoint::NoFields;
use crate::{ApiError, Context};

/// An HTML file without its review.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReportTemplate {
    /// The file, with `/*DATA*/` where the JSON of the review goes.
    template: &'static str,
}

pub(crate) fn report(_: &NoFields, _: &Context<'_>) -> Result<ReportTemplate, ApiError> {
    Ok(ReportTemplate { template: TEMPLATE })
}
