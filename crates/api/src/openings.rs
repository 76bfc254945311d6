//! All openings with a name.

use outflank_study::{Opening, OpeningNames};

use crate::endpoint::NoFields;
use crate::{ApiError, Context};

pub(crate) fn openings(_: &NoFields, _: &Context<'_>) -> Result<&'static [Opening], ApiError> {
    Ok(OpeningNames::shipped().openings())
}
