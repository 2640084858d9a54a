//! The description of the API: as data, and as a page without scripts.

use std::collections::BTreeSet;
use std::fmt::Write;

use crownhead_study::html::escaped;
use serde_json::Value;
use utoipa::openapi::OpenApi;

/// What clients send over WebSockets, which have no place in the list of addresses.
const SENT_OVER_SOCKETS: [&str; 2] = ["AnalysisRequest", "OnlineRequest"];

/// The description as data.
///
/// A client may send `null` for something that it could leave out; the server leaves it out. So `null` is taken from the types that
/// only the server sends.
pub(crate) fn data(description: &OpenApi) -> Value {
    let mut data = serde_json::to_value(description).unwrap_or_default();
    let sent = sent_by_clients(&data);
    if let Some(schemas) = data["components"]["schemas"].as_object_mut() {
        schemas
            .iter_mut()
            .filter(|(name, _)| !sent.contains(*name))
            .for_each(|(_, schema)| without_null(schema));
    }
    data
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

/// The page for a description.
pub(crate) fn page(description: &Value) -> String {
    let info = &description["info"];
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Crownhead API</title>\
         <link rel=\"stylesheet\" href=\"/api/docs.css\"></head><body><h1>{} API {}</h1><p>{}</p>\
         <p>As data: <a href=\"/api/openapi.json\">/api/openapi.json</a></p>\n",
        word(&info["title"]),
        word(&info["version"]),
        word(&info["description"])
    );
    for (path, operations) in entries(&description["paths"]) {
        for (method, operation) in entries(operations) {
            write_operation(&mut html, path, method, operation);
        }
    }
    html.push_str("<h2>Types</h2>\n");
    for (name, schema) in entries(&description["components"]["schemas"]) {
        write_schema(&mut html, name, schema);
    }
    html.push_str("</body></html>\n");
    html
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn word(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn write_operation(html: &mut String, path: &str, method: &str, operation: &Value) {
    let _ = write!(html, "<section><h2><code>{} {}</code></h2>", method.to_uppercase(), escaped(path));
    let _ = write!(html, "<p>{}</p><dl>", word(&operation["summary"]));
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, place) = (word(&parameter["name"]), word(&parameter["in"]));
        let _ = write!(
            html,
            "<dt><code>{name}</code> in {place}</dt><dd>{}</dd>",
            word(&parameter["description"])
        );
    }
    for (_, content) in entries(&operation["requestBody"]["content"]) {
        let _ = write!(html, "<dt>Body</dt><dd>{}</dd>", type_text(&content["schema"]));
    }
    for (status, response) in entries(&operation["responses"]) {
        let types: Vec<String> =
            entries(&response["content"]).map(|(_, content)| type_text(&content["schema"])).collect();
        let _ =
            write!(html, "<dt>{status}</dt><dd>{} {}</dd>", types.join(", "), word(&response["description"]));
    }
    html.push_str("</dl></section>\n");
}

fn write_schema(html: &mut String, name: &str, schema: &Value) {
    let name = escaped(name);
    let _ = write!(
        html,
        "<section id=\"{name}\"><h3><code>{name}</code></h3><p>{}</p>",
        word(&schema["description"])
    );
    write_members(html, schema);
    for kind in ["oneOf", "anyOf", "allOf"] {
        for option in schema[kind].as_array().into_iter().flatten() {
            let _ = write!(
                html,
                "<p>{}: {} {}</p>",
                either(kind),
                type_text(option),
                word(&option["description"])
            );
            write_members(html, option);
        }
    }
    html.push_str("</section>\n");
}

fn either(kind: &str) -> &'static str {
    if kind == "allOf" { "all of" } else { "one of" }
}

fn write_members(html: &mut String, schema: &Value) {
    html.push_str("<dl>");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, member) in entries(&schema["properties"]) {
        let optional = if required.contains(&name) { "" } else { ", optional" };
        let (name, kind) = (escaped(name), type_text(member));
        let _ = write!(
            html,
            "<dt><code>{name}</code>: {kind}{optional}</dt><dd>{}</dd>",
            word(&member["description"])
        );
    }
    for value in schema["enum"].as_array().into_iter().flatten() {
        let _ = write!(html, "<dt><code>{}</code></dt>", word(value));
    }
    html.push_str("</dl>");
}

/// What a schema is called, with a link to it where it has a name of its own.
fn type_text(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        if let Some(options) = schema[kind].as_array() {
            let options: Vec<String> = options.iter().map(type_text).collect();
            return options.join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", type_text(&schema["items"])),
        Value::String(kind) => escaped(kind),
        Value::Array(kinds) => kinds.iter().map(word).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    }
}

/// How the page looks.
pub(crate) const STYLE: &str = ":root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}\
section{border-top:1px solid #8886;margin-top:1rem}h2 code{font-size:1rem}dt{margin-top:.3rem}dd{margin-left:2rem}\n";
