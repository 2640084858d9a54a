//! The arguments of a call, checked by the tool's own schema: models guess names and types, and should hear what would be right.

use rmcp::ErrorData;
use rmcp::model::{ErrorCode, JsonObject, Tool};
use serde_json::Value;

/// Names that are less alike than this are not suggested.
const ALIKE: f64 = 0.7;

/// Checks arguments. Numbers and truth values that came as text become what they mean, and `null` is as good as nothing.
///
/// # Errors
///
/// Says what is wrong and what would be right.
pub(crate) fn check(tool: &Tool, arguments: &mut JsonObject) -> Result<(), String> {
    let schema = &tool.input_schema;
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    arguments.retain(|_, value| !value.is_null());
    for (name, value) in arguments.iter_mut() {
        let Some(property) = properties.get(name) else {
            return Err(unknown(&tool.name, name, properties.keys().map(String::as_str)));
        };
        *value = Kind::of(property, schema).read(value).map_err(|right| {
            format!("{name} has to be {right}, and {} is not", shortened(&value.to_string()))
        })?;
    }
    match required.iter().find(|name| !arguments.contains_key(**name)) {
        Some(missing) => {
            let about = properties.get(*missing).and_then(|property| property.get("description"));
            let about = about.and_then(Value::as_str).unwrap_or_default();
            Err(format!("{} needs {missing}: {about}", tool.name))
        }
        None => Ok(()),
    }
}

/// A name that there is not among these, and the one that may be meant.
pub(crate) fn suggestion<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &&str| strsim::jaro_winkler(&given.to_lowercase(), name);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) >= ALIKE).then_some(best)
}

fn unknown<'a>(tool: &str, given: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let given = shortened(given);
    let guess = suggestion(&given, names.clone()).map(|name| format!(" Did you mean {name}?"));
    let list: Vec<&str> = names.collect();
    let takes = if list.is_empty() { "no arguments".to_owned() } else { list.join(", ") };
    format!("{tool} has no argument \"{given}\".{} It takes {takes}.", guess.unwrap_or_default())
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// What a property takes.
enum Kind {
    Text,
    Truth,
    /// A whole number within limits.
    Whole(u64, u64),
    /// One of these words.
    Word(Vec<String>),
    Anything,
}

impl Kind {
    fn of(property: &Value, schema: &JsonObject) -> Kind {
        let property = without_null(property, schema);
        if let Some(words) = property.get("enum").and_then(Value::as_array) {
            return Kind::Word(words.iter().filter_map(Value::as_str).map(str::to_owned).collect());
        }
        let has = |kind: &str| match &property["type"] {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        };
        let limit = |name: &str| property.get(name).and_then(Value::as_f64).map(|limit| limit as u64);
        if has("integer") {
            Kind::Whole(limit("minimum").unwrap_or(0), limit("maximum").unwrap_or(u64::from(u32::MAX)))
        } else if has("boolean") {
            Kind::Truth
        } else if has("string") {
            Kind::Text
        } else {
            Kind::Anything
        }
    }

    /// The value as the tool takes it, or what it should have been.
    fn read(&self, value: &Value) -> Result<Value, String> {
        let text = value.as_str().map(str::trim);
        match self {
            Kind::Text => text.map(|_| value.clone()).ok_or_else(|| "a text in quotes".to_owned()),
            Kind::Truth => {
                let truth = value.as_bool().or_else(|| text.and_then(|text| text.parse().ok()));
                truth.map(Value::from).ok_or_else(|| "true or false".to_owned())
            }
            Kind::Whole(min, max) => {
                let number = value.as_u64().or_else(|| text.and_then(|text| text.parse().ok()));
                let right = || match max {
                    _ if *max == u64::from(u32::MAX) => format!("a whole number from {min} on"),
                    max => format!("a whole number from {min} to {max}"),
                };
                number.filter(|number| (min..=max).contains(&number)).map(Value::from).ok_or_else(right)
            }
            Kind::Word(words) => {
                let given = text.map(str::to_lowercase).filter(|given| words.contains(given));
                given.map(Value::from).ok_or_else(|| words.join(" or "))
            }
            Kind::Anything => Ok(value.clone()),
        }
    }
}

/// What a property is when it is there: an optional one may also be null, and may stand elsewhere in the schema.
fn without_null<'a>(property: &'a Value, schema: &'a JsonObject) -> &'a Value {
    let options = property.get("anyOf").and_then(Value::as_array);
    let property = options.into_iter().flatten().find(|one| one["type"] != "null").unwrap_or(property);
    let named = property.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    let found = named.and_then(|name| schema.get("$defs")?.get(name));
    found.unwrap_or(property)
}

/// Why a request cannot be answered at all, and what it should look like.
pub(crate) fn malformed(method: &str) -> ErrorData {
    let params = match method {
        "initialize" => {
            r#"{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "me", "version": "1"}}"#
        }
        "tools/call" => r#"{"name": "new_game", "arguments": {"level": 3}}"#,
        "resources/read" => r#"{"uri": "ui://crownhead/board"}"#,
        "ping" | "tools/list" | "resources/list" => "{}",
        _ => {
            let why = format!("there is no method {method}; there are {}", METHODS.join(", "));
            return ErrorData::new(ErrorCode::METHOD_NOT_FOUND, why, None);
        }
    };
    ErrorData::invalid_params(format!("{method} has other params; they look like {params}"), None)
}

/// What can be asked.
const METHODS: [&str; 6] =
    ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn tool() -> Tool {
        let schema = serde_json::json!({
            "type": "object",
            "properties": {
                "game_id": { "type": "string", "description": "The game." },
                "level": { "type": ["integer", "null"], "minimum": 1, "maximum": 10 },
                "rated": { "type": "boolean" },
                "color": { "anyOf": [{ "$ref": "#/$defs/Side" }, { "type": "null" }] },
            },
            "required": ["game_id"],
            "$defs": { "Side": { "type": "string", "enum": ["black", "white"] } },
        });
        let Value::Object(schema) = schema else { unreachable!("it is written above") };
        Tool::new("new_game", "Makes a game.", Arc::new(schema))
    }

    /// What becomes of arguments.
    #[track_caller]
    fn checked(arguments: Value) -> Result<Value, String> {
        let Value::Object(mut arguments) = arguments else { unreachable!("it is an object") };
        check(&tool(), &mut arguments).map(|()| Value::Object(arguments))
    }

    #[test]
    fn what_is_meant_is_taken() {
        let given = serde_json::json!({ "game_id": "g", "level": "3", "rated": "true", "color": "Black" });
        let meant = serde_json::json!({ "game_id": "g", "level": 3, "rated": true, "color": "black" });
        assert_eq!(checked(given), Ok(meant));
        let none = serde_json::json!({ "game_id": "g", "level": null });
        assert_eq!(checked(none), Ok(serde_json::json!({ "game_id": "g" })));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_is_right() {
        let cases = [
            (serde_json::json!({ "game_id": "g", "colour": "black" }), "Did you mean color?"),
            (serde_json::json!({ "game_id": "g", "xyz": 1 }), "It takes color, game_id, level, rated."),
            (
                serde_json::json!({ "game_id": "g", "level": 11 }),
                "level has to be a whole number from 1 to 10",
            ),
            (
                serde_json::json!({ "game_id": "g", "level": -1 }),
                "level has to be a whole number from 1 to 10",
            ),
            (serde_json::json!({ "game_id": 7 }), "game_id has to be a text"),
            (serde_json::json!({ "game_id": "g", "color": "red" }), "color has to be black or white"),
            (serde_json::json!({ "game_id": "g", "rated": 2 }), "rated has to be true or false"),
            (serde_json::json!({}), "new_game needs game_id: The game."),
        ];
        for (given, right) in cases {
            let told = checked(given.clone()).unwrap_err();
            assert!(told.contains(right), "{given}: {told}");
        }
    }
}
