//! The OpenAPI 3.1 document, generated from the table of endpoints and their types.

use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::endpoint::{AnswerSchema, Endpoint, NoFields, Source};
use crate::endpoints::ENDPOINTS;
use crate::error::ErrorBody;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// Everything except the paths and schemas.
const TEMPLATE: &str = include_str!("openapi.json");

/// Returns the OpenAPI document.
#[must_use]
pub fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(build);
    &DOCUMENT
}

/// Returns the OpenAPI document as a response.
#[derive(serde::Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Document(&'static Map<String, Value>);

pub(crate) fn answer(_: &NoFields, _: &Context<'_>) -> Result<Document> {
    let document = document().as_object().map(Document);
    document.ok_or_else(|| ApiError::internal(&"the document is not an object"))
}

fn build() -> Value {
    let mut document: Value = serde_json::from_str(TEMPLATE).expect("the template is JSON");
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .with_transform(RecursiveTransform(close));
    let mut answers = settings.clone().for_serialize().into_generator();
    // A request may omit fields that a response always has.
    let requests = settings.for_deserialize();
    let requests = requests.with(|settings| settings.inline_subschemas = true);
    let mut requests = requests.into_generator();
    answers.subschema_for::<ErrorBody<'_>>();
    for endpoint in &*ENDPOINTS {
        let (path, method) = (endpoint.path, endpoint.source.method());
        document["paths"][path][method] = operation(endpoint, &mut requests, &mut answers);
    }
    document["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    document["components"]["schemas"] = answers.take_definitions(true).into();
    document
}

/// Forbids properties that are not listed.
fn close(schema: &mut Schema) {
    let has = |name: &str| schema.get(name).is_some();
    if has("properties") && !has("additionalProperties") {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

fn operation(
    endpoint: &Endpoint,
    requests: &mut SchemaGenerator,
    answers: &mut SchemaGenerator,
) -> Value {
    let mut request = (endpoint.request)(requests);
    if endpoint.has_game {
        // All fields of a game have defaults.
        let game = requests.subschema_for::<GameFields>();
        let fields = request.ensure_object().entry("properties");
        let fields = fields.or_insert_with(|| json!({}));
        let game = game.get("properties").and_then(Value::as_object);
        for (name, schema) in game.into_iter().flatten() {
            fields[name] = schema.clone();
        }
    }
    RecursiveTransform(close).transform(&mut request);
    let answer = match &endpoint.answer {
        AnswerSchema::Json(schema) => json!({
            "description": "the response",
            "content": { "application/json": { "schema": schema(answers) } },
        }),
        AnswerSchema::Page => json!({
            "description": "an HTML page",
            "content": { "text/html": { "schema": { "type": "string" } } },
        }),
        AnswerSchema::Events(events) => {
            let events = events.iter().copied();
            let failed: crate::endpoint::SchemaOf = SchemaGenerator::subschema_for::<ErrorBody<'_>>;
            let events = events.chain([("failed", failed)]);
            let described = events.map(|(name, schema)| (name.to_owned(), schema(answers).into()));
            let events: Map<String, Value> = described.collect();
            json!({
                "description": "the results as events. Closing the connection ends the search",
                "content": {
                    "text/event-stream": { "schema": { "type": "string" }, "x-events": events },
                },
            })
        }
    };
    let mut operation = json!({
        "summary": endpoint.summary,
        "operationId": endpoint.name,
        "parameters": [{ "$ref": "#/components/parameters/client" }],
        "responses": {
            "200": answer,
            "default": { "$ref": "#/components/responses/Refused" },
        },
    });
    if endpoint.source == Source::Json {
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": request } },
        });
    } else if let Some(list) = operation["parameters"].as_array_mut() {
        list.extend(parameters(endpoint.path, &request));
    }
    if endpoint.source == Source::File {
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/octet-stream": {} } });
    }
    operation
}

/// Describes the fields of a request as path and query parameters.
fn parameters(path: &str, request: &Schema) -> Vec<Value> {
    let fields = request.get("properties").and_then(Value::as_object);
    let describe = |(name, schema): (&String, &Value)| {
        let mut schema = schema.clone();
        let description = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("description"));
        // A query cannot contain null.
        if schema["default"].is_null() {
            schema
                .as_object_mut()
                .map(|schema| schema.remove("default"));
        }
        if let Some([kind, Value::String(_)]) = schema["type"].as_array().map(Vec::as_slice) {
            schema["type"] = kind.clone();
        }
        let is_in_path = path.contains(&format!("{{{name}}}"));
        let mut parameter = json!({
            "name": name,
            "in": if is_in_path { "path" } else { "query" },
            "required": is_in_path,
            "schema": schema,
        });
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameter
    };
    fields.into_iter().flatten().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// If `REWRITE_DOCUMENTS` is set, as by `make documents`, rewrites
    /// `docs/reference/openapi.json`.
    #[test]
    fn the_committed_document_is_up_to_date() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference");
        let path = Path::new(folder).join("openapi.json");
        if std::env::var_os("REWRITE_DOCUMENTS").is_some() {
            let generated = serde_json::to_string_pretty(document()).unwrap();
            fs::write(&path, generated + "\n").unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap();
        let committed: Value = serde_json::from_str(&committed).unwrap();
        let is_current = committed == *document();
        assert!(is_current, "out of date: run `make documents`");
    }
}
