//! The description of the API: as data, and as a page to read and to try it.

mod page;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

pub(crate) use page::{SCRIPT, STYLE, page};

/// What clients send over WebSockets, which have no place in the list of addresses.
const SENT_OVER_SOCKETS: [&str; 2] = ["AnalysisRequest", "OnlineRequest"];

/// The description as data.
///
/// A client may send `null` for something that it could leave out; the server leaves it out. So `null` is taken from the types that
/// only the server sends.
pub(crate) fn data(description: &OpenApi) -> Value {
    let mut data = serde_json::to_value(description).unwrap_or_default();
    data["servers"] = json!([{ "url": "/", "description": "The server that gives this description." }]);
    data["components"]["securitySchemes"] = security_schemes();
    operations(&mut data).for_each(complete);
    with_whole_range(&mut data);
    let sent = sent_by_clients(&data);
    if let Some(schemas) = data["components"]["schemas"].as_object_mut() {
        schemas
            .iter_mut()
            .filter(|(name, _)| !sent.contains(*name))
            .for_each(|(_, schema)| without_null(schema));
    }
    data
}

/// By what a client is known.
fn security_schemes() -> Value {
    json!({
        "session": {
            "type": "apiKey", "in": "cookie", "name": "crownhead",
            "description": "The cookie of a session: of a guest by POST /api/online/guest, of an account by POST /api/online/login.",
        },
        "token": {
            "type": "http", "scheme": "bearer",
            "description": "The token of a program, made by POST /api/online/tokens. Scopes: bot:play, challenge:write.",
        },
    })
}

fn operations(description: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = description["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(_, path)| path.as_object_mut().into_iter().flatten()).map(|(_, operation)| operation)
}

/// Functions have the same names in several modules, and a success needs no words there; clients want names that
/// differ and words.
fn complete(operation: &mut Value) {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    operation["operationId"] =
        format!("{}_{}", word(&operation["tags"][0]), word(&operation["operationId"])).into();
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        if word(&response["description"]).is_empty() {
            response["description"] = success(status).into();
        }
    }
}

fn success(status: &str) -> &'static str {
    match status {
        "201" => "It was made.",
        "204" => "It was done; there is nothing more to say.",
        _ => "The answer.",
    }
}

/// Numbers without a sign are described by formats that have one, and half of their range.
fn with_whole_range(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let largest = match members.get("format").and_then(Value::as_str) {
                Some("int32") => u64::from(u32::MAX),
                _ => u64::MAX,
            };
            let is_format = |format: &Value| format == "int32" || format == "int64";
            if members.get("minimum").is_some_and(|least| least == 0)
                && members.get("format").is_some_and(is_format)
            {
                members.remove("format");
                members.entry("maximum").or_insert(largest.into());
            }
            members.values_mut().for_each(with_whole_range);
        }
        Value::Array(items) => items.iter_mut().for_each(with_whole_range),
        _ => {}
    }
}

/// The names of all types in what clients send.
fn sent_by_clients(description: &Value) -> BTreeSet<String> {
    let bodies = entries(&description["paths"])
        .flat_map(|(_, operations)| entries(operations))
        .map(|(_, operation)| &operation["requestBody"]);
    let mut open: Vec<String> = SENT_OVER_SOCKETS.map(str::to_owned).into();
    bodies.for_each(|body| add_names(body, &mut open));
    let mut sent = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !sent.contains(&name) {
            add_names(&description["components"]["schemas"][&name], &mut open);
            sent.insert(name);
        }
    }
    sent
}

/// Adds the names of the types that a schema refers to.
fn add_names(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            members.values().for_each(|member| add_names(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| add_names(item, names)),
        _ => {}
    }
}

/// Takes `null` from wherever a schema allows it beside something else.
fn without_null(schema: &mut Value) {
    let is_null = |option: &Value| option == "null" || option["type"] == "null";
    match schema {
        Value::Object(members) => {
            for kind in ["type", "oneOf"] {
                if let Some(options) = members.get_mut(kind).and_then(Value::as_array_mut) {
                    options.retain(|option| !is_null(option));
                }
            }
            if let Some([only]) = members.get("type").and_then(Value::as_array).map(Vec::as_slice) {
                let only = only.clone();
                members.insert("type".to_owned(), only);
            }
            members.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All operations with their names.
    fn all() -> Vec<(String, Value)> {
        let data = crate::description();
        let of = |(path, methods): (&str, &Value)| {
            let named = |(method, operation): (&str, &Value)| (format!("{method} {path}"), operation.clone());
            entries(methods).map(named).collect::<Vec<_>>()
        };
        entries(&data["paths"]).flat_map(of).collect()
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let operations = all();
        let names: BTreeSet<String> =
            operations.iter().map(|(_, it)| it["operationId"].to_string()).collect();
        assert!(operations.len() > 50);
        assert_eq!(names.len(), operations.len());
    }

    #[test]
    fn every_parameter_and_answer_is_described() {
        let has_words = |value: &Value| value["description"].as_str().is_some_and(|words| !words.is_empty());
        for (name, operation) in all() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(has_words(parameter), "{name}: {parameter}");
            }
            for (status, response) in entries(&operation["responses"]) {
                assert!(has_words(response), "{name}: {status}");
            }
        }
    }

    #[test]
    fn numbers_without_a_sign_have_their_whole_range() {
        let data = crate::description();
        let number = &data["components"]["schemas"]["AnalysisQuestion"]["properties"]["request"];
        assert_eq!((&number["minimum"], &number["maximum"]), (&json!(0), &json!(u32::MAX)));
        assert!(number.get("format").is_none(), "{number}");
    }

    #[test]
    fn what_needs_somebody_says_so() {
        let kinds = |name: &str| {
            let (_, operation) = all().into_iter().find(|(it, _)| it == name).unwrap();
            operation["security"].to_string()
        };
        assert_eq!(kinds("post /api/bot/games"), r#"[{"token":["challenge:write"]}]"#);
        assert_eq!(kinds("get /api/online/me"), r#"[{"session":[]},{"token":[]}]"#);
        assert_eq!(kinds("get /api/studies"), r#"[{"session":[]}]"#);
        assert_eq!(kinds("get /api/about"), "null");
    }
}
