//! Fractional numbers in JSON that come back to the last bit, as texts.

use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse()
        .map_err(|error| serde::de::Error::custom(format_args!("{text:?}: {error}")))
}
