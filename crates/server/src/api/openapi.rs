//! `GET /api`: the OpenAPI 3.1 document. Its schemas are generated from the types.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use outflank_archive::library::List;
use outflank_archive::{AnswerObject, PracticeStatistics, Totals};
use outflank_study::guess::Guess;
use outflank_study::{Opening, Review, ReviewedMove};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use super::analysis::Queued;
use super::archive::ArchivePosition;
use super::balanced::{Balanced, BalancedRequest};
use super::book::KnownPosition;
use super::book_edit::{BookChangeRequest, BookChanged, BookReplaced};
use super::choose::Chosen;
use super::error::ErrorBody;
use super::explain::Explanation;
use super::export::{ExportRequest, Exported};
use super::game::GameView;
use super::guess::Choices;
use super::import::Imported;
use super::library::{Done, SaveRequest, Saved};
use super::opponents::Opponent;
use super::practice::{AddRequest, Added, AnswerRequest, NextQuestion, PuzzlesRequest};
use super::report::ReportTemplate;
use super::search_update::Update;
use super::status::Status;
use super::umigame::UmigameAnswer;
use crate::app_state::AppState;

/// Paths and parameters.
const TEMPLATE: &str = include_str!("openapi.json");

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api", get(document))
}

async fn document() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| build().to_string());
    ([(header::CONTENT_TYPE, "application/json")], &DOCUMENT)
}

/// Generates the schema of a type.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The objects of answers and events.
const ANSWERS: [SchemaOf; 30] = [
    SchemaGenerator::subschema_for::<ErrorBody<'static>>,
    SchemaGenerator::subschema_for::<Status>,
    SchemaGenerator::subschema_for::<GameView>,
    SchemaGenerator::subschema_for::<Queued>,
    SchemaGenerator::subschema_for::<Update>,
    SchemaGenerator::subschema_for::<Chosen>,
    SchemaGenerator::subschema_for::<ReviewedMove>,
    SchemaGenerator::subschema_for::<Review>,
    SchemaGenerator::subschema_for::<Explanation>,
    SchemaGenerator::subschema_for::<Balanced>,
    SchemaGenerator::subschema_for::<KnownPosition>,
    SchemaGenerator::subschema_for::<BookChanged>,
    SchemaGenerator::subschema_for::<BookReplaced>,
    SchemaGenerator::subschema_for::<Opening>,
    SchemaGenerator::subschema_for::<Opponent>,
    SchemaGenerator::subschema_for::<List>,
    SchemaGenerator::subschema_for::<Saved>,
    SchemaGenerator::subschema_for::<Done>,
    SchemaGenerator::subschema_for::<ReportTemplate>,
    SchemaGenerator::subschema_for::<Imported>,
    SchemaGenerator::subschema_for::<Exported>,
    SchemaGenerator::subschema_for::<Totals>,
    SchemaGenerator::subschema_for::<ArchivePosition>,
    SchemaGenerator::subschema_for::<Guess>,
    SchemaGenerator::subschema_for::<Choices>,
    SchemaGenerator::subschema_for::<UmigameAnswer>,
    SchemaGenerator::subschema_for::<PracticeStatistics>,
    SchemaGenerator::subschema_for::<NextQuestion>,
    SchemaGenerator::subschema_for::<AnswerObject>,
    SchemaGenerator::subschema_for::<Added>,
];

/// The bodies of requests that are described apart from their path.
const REQUESTS: [(&str, SchemaOf); 7] = [
    (
        "BookChangeRequest",
        SchemaGenerator::subschema_for::<BookChangeRequest>,
    ),
    (
        "BalancedRequest",
        SchemaGenerator::subschema_for::<BalancedRequest>,
    ),
    (
        "ExportRequest",
        SchemaGenerator::subschema_for::<ExportRequest>,
    ),
    ("SaveRequest", SchemaGenerator::subschema_for::<SaveRequest>),
    (
        "AnswerRequest",
        SchemaGenerator::subschema_for::<AnswerRequest>,
    ),
    ("AddRequest", SchemaGenerator::subschema_for::<AddRequest>),
    (
        "PuzzlesRequest",
        SchemaGenerator::subschema_for::<PuzzlesRequest>,
    ),
];

/// Fills the schemas into the template.
pub(super) fn build() -> Value {
    let mut document: Value = serde_json::from_str(TEMPLATE).expect("the template is JSON");
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .with_transform(RecursiveTransform(close));
    let mut answers = settings.clone().for_serialize().into_generator();
    for schema in ANSWERS {
        schema(&mut answers);
    }
    let mut schemas = answers.take_definitions(true);
    // A request may leave out fields that an answer always has.
    let requests = settings.for_deserialize();
    let mut requests = requests
        .with(|settings| settings.inline_subschemas = true)
        .into_generator();
    for (name, schema) in REQUESTS {
        let mut schema = schema(&mut requests);
        RecursiveTransform(close).transform(&mut schema);
        schemas.insert(name.to_owned(), schema.into());
    }
    document["components"]["schemas"] = schemas.into();
    document
}

/// Allows no other properties than those listed.
fn close(schema: &mut Schema) {
    let has = |name: &str| schema.get(name).is_some();
    if has("properties") && !has("additionalProperties") {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// With `REWRITE_DOCUMENTS`, which `make documents` sets, rewrites
    /// `docs/reference/openapi.json`.
    #[test]
    fn the_committed_document_is_the_generated_one() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference");
        let path = Path::new(folder).join("openapi.json");
        if std::env::var_os("REWRITE_DOCUMENTS").is_some() {
            let generated = serde_json::to_string_pretty(&build()).unwrap();
            fs::write(&path, generated + "\n").unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap();
        let committed: Value = serde_json::from_str(&committed).unwrap();
        assert!(committed == build(), "out of date: run `make documents`");
    }
}
