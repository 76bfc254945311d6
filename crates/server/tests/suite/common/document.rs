//! The OpenAPI document, to validate answers.

use jsonschema::Validator;
use serde_json::{Value, json};

/// The OpenAPI document.
pub(crate) struct Document(pub(crate) Value);

/// Returns the committed document, which is the one that the server sends.
pub(crate) fn document() -> Document {
    let text = include_str!("../../../../../docs/reference/openapi.json");
    Document(serde_json::from_str(text).unwrap())
}

impl Document {
    /// Validates an answer to a request.
    pub(crate) fn check(&self, method: &str, path: &str, answer: &Value) {
        let operation = &self.0["paths"][path][method];
        let content = &operation["responses"]["200"]["content"]["application/json"];
        let schema = &content["schema"];
        assert!(schema.is_object(), "{method} {path} is not described");
        self.hold(schema, answer, &format!("{method} {path}"));
    }

    /// Validates a value against a named schema.
    pub(crate) fn check_schema(&self, name: &str, value: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        self.hold(&schema, value, name);
    }

    fn hold(&self, schema: &Value, value: &Value, what: &str) {
        let validator = self.validator(schema);
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{what}: {errors:?} in {value}");
    }

    /// Returns a validator of the schema with its references.
    fn validator(&self, schema: &Value) -> Validator {
        let whole = json!({ "allOf": [schema], "components": self.0["components"] });
        jsonschema::draft202012::new(&whole).unwrap()
    }
}
