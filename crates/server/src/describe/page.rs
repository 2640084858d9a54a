//! The page of the API: every operation with a form to try it, and every type.

use std::collections::BTreeMap;
use std::fmt::Write;

use crownhead_study::html::escaped;
use serde_json::Value;

use super::entries;

/// How the page looks.
pub(crate) const STYLE: &str = include_str!("page.css");
/// Sends what is filled in. The page can be read without it.
pub(crate) const SCRIPT: &str = include_str!("page.js");

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Crownhead API</title>\
    <link rel=\"stylesheet\" href=\"/api/docs.css\"><script src=\"/api/docs.js\" defer></script></head><body>\n";

/// An operation: its method, its path, its description.
type Operation<'a> = (&'a str, &'a str, &'a Value);

/// The page for a description.
pub(crate) fn page(description: &Value) -> String {
    let (info, schemas) = (&description["info"], &description["components"]["schemas"]);
    let groups = groups(description);
    let mut html = String::from(HEAD);
    write_navigation(&mut html, &groups, schemas);
    let _ = writeln!(
        html,
        "<main><h1>{} API {}</h1><p>{}</p><p>As data: <a href=\"/api/openapi.json\">/api/openapi.json</a></p>",
        word(&info["title"]),
        word(&info["version"]),
        words(&info["description"])
    );
    write_security(&mut html, &description["components"]["securitySchemes"]);
    for (tag, operations) in &groups {
        let _ = writeln!(html, "<h2 id=\"{0}\">{0}</h2>", escaped(tag));
        operations.iter().for_each(|operation| write_operation(&mut html, *operation, schemas));
    }
    html.push_str("<h2 id=\"types\">Types</h2>\n");
    entries(schemas).for_each(|(name, schema)| write_schema(&mut html, name, schema));
    html.push_str("</main></body></html>\n");
    html
}

/// The operations by what they are about.
fn groups(description: &Value) -> BTreeMap<&str, Vec<Operation<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    for (path, operations) in entries(&description["paths"]) {
        for (method, operation) in entries(operations) {
            let tag = operation["tags"][0].as_str().unwrap_or("other");
            groups.entry(tag).or_default().push((method, path, operation));
        }
    }
    groups
}

fn write_navigation(html: &mut String, groups: &BTreeMap<&str, Vec<Operation<'_>>>, schemas: &Value) {
    html.push_str("<nav aria-label=\"Operations\"><input type=\"search\" id=\"find\" placeholder=\"Find\" aria-label=\"Find\">\n");
    for (tag, operations) in groups {
        let _ = write!(html, "<details open><summary>{}</summary><ul>", escaped(tag));
        for (method, path, operation) in operations {
            let (id, method) = (word(&operation["operationId"]), method.to_uppercase());
            let _ = write!(html, "<li><a href=\"#{id}\"><b>{method}</b> {}</a></li>", escaped(path));
        }
        html.push_str("</ul></details>\n");
    }
    html.push_str("<details><summary>types</summary><ul>");
    for (name, _) in entries(schemas) {
        let _ = write!(html, "<li><a href=\"#{0}\">{0}</a></li>", escaped(name));
    }
    html.push_str("</ul></details></nav>\n");
}

fn write_security(html: &mut String, schemes: &Value) {
    html.push_str("<dl>");
    for (name, scheme) in entries(schemes) {
        let _ =
            write!(html, "<dt><code>{}</code></dt><dd>{}</dd>", escaped(name), words(&scheme["description"]));
    }
    html.push_str("</dl>\n<p><label>Token to try operations with <input id=\"token\" type=\"password\" autocomplete=\"off\"></label> \
        Without one, your session in this browser is used.</p>\n");
}

fn write_operation(html: &mut String, (method, path, operation): Operation<'_>, schemas: &Value) {
    let _ = write!(
        html,
        "<section id=\"{}\"><h3><code>{} {}</code></h3><p>{}</p>",
        word(&operation["operationId"]),
        method.to_uppercase(),
        escaped(path),
        words(&operation["summary"])
    );
    if let Some(needs) = needs(&operation["security"]) {
        let _ = write!(html, "<p>Needs: {needs}.</p>");
    }
    html.push_str("<dl>");
    for parameter in parameters(operation) {
        let (name, place) = (word(&parameter["name"]), word(&parameter["in"]));
        let about = words(&parameter["description"]);
        let _ = write!(html, "<dt><code>{name}</code> in {place}</dt><dd>{about}</dd>");
    }
    for (_, content) in entries(&operation["requestBody"]["content"]) {
        let _ = write!(html, "<dt>Body</dt><dd>{}</dd>", type_text(&content["schema"]));
    }
    for (status, response) in entries(&operation["responses"]).filter(|(status, _)| status.starts_with('2')) {
        let types: Vec<String> =
            entries(&response["content"]).map(|(_, content)| type_text(&content["schema"])).collect();
        let _ = write!(
            html,
            "<dt>{status}</dt><dd>{} {}</dd>",
            types.join(", "),
            words(&response["description"])
        );
    }
    html.push_str("<dt>otherwise</dt><dd><a href=\"#ErrorAnswer\">ErrorAnswer</a></dd></dl>");
    write_form(html, (method, path, operation), schemas);
    html.push_str("</section>\n");
}

fn parameters(operation: &Value) -> impl Iterator<Item = &Value> {
    operation["parameters"].as_array().into_iter().flatten()
}

/// Who may do it: one of these.
fn needs(security: &Value) -> Option<String> {
    let kinds = security.as_array()?.iter().flat_map(|kind| {
        if kind.as_object().is_some_and(|kind| kind.is_empty()) {
            return vec!["nobody in particular".to_owned()];
        }
        entries(kind).map(|(name, scopes)| with_scopes(name, scopes)).collect()
    });
    Some(kinds.collect::<Vec<_>>().join(" or "))
}

fn with_scopes(name: &str, scopes: &Value) -> String {
    let scopes: Vec<String> = scopes.as_array().into_iter().flatten().map(word).collect();
    let scopes =
        if scopes.is_empty() { String::new() } else { format!(" with <code>{}</code>", scopes.join(" ")) };
    format!("{}{scopes}", escaped(name))
}

/// The form by which an operation can be tried.
fn write_form(html: &mut String, (method, path, operation): Operation<'_>, schemas: &Value) {
    let path = escaped(path);
    let _ = write!(
        html,
        "<details><summary>Try it</summary><form data-method=\"{method}\" data-path=\"{path}\">"
    );
    for parameter in parameters(operation) {
        let (name, place) = (word(&parameter["name"]), word(&parameter["in"]));
        let required = if parameter["required"] == true { " required" } else { "" };
        let _ = write!(html, "<label>{name} <input name=\"{name}\" data-in=\"{place}\"{required}></label>");
    }
    for (_, content) in entries(&operation["requestBody"]["content"]) {
        let example = example(&content["schema"], schemas, 0);
        let _ = write!(
            html,
            "<label>Body <textarea rows=\"6\">{}</textarea></label>",
            escaped(&format!("{example:#}"))
        );
    }
    html.push_str("<button>Send</button></form><output></output></details>");
}

/// How deep examples go; some types contain themselves.
const DEEPEST: u32 = 4;

/// Something of a type to begin with: its examples, and what it cannot be without.
fn example(schema: &Value, schemas: &Value, depth: u32) -> Value {
    let given = [&schema["example"], &schema["default"], &schema["enum"][0], &schema["const"]];
    if let Some(given) = given.into_iter().find(|given| !given.is_null()) {
        return given.clone();
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return if depth < DEEPEST { example(&schemas[name], schemas, depth + 1) } else { Value::Null };
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        let mut options = schema[kind].as_array().into_iter().flatten();
        if let Some(option) = options.find(|option| option["type"] != "null") {
            return example(option, schemas, depth);
        }
    }
    let required = |name: &str| schema["required"].as_array().into_iter().flatten().any(|it| it == name);
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find_map(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => entries(&schema["properties"])
            .filter(|(name, member)| required(name) || !member["example"].is_null())
            .map(|(name, member)| (name.to_owned(), example(member, schemas, depth)))
            .collect(),
        Some("array") => Value::Array(Vec::new()),
        Some("string") => "".into(),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(0.into()),
        Some("boolean") => false.into(),
        _ => Value::Null,
    }
}

fn word(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

/// A description. What stands between backticks is code.
fn words(value: &Value) -> String {
    let parts = value.as_str().unwrap_or_default().split('`').map(escaped);
    let part = |(i, part): (usize, String)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part };
    parts.enumerate().map(part).collect()
}

fn write_schema(html: &mut String, name: &str, schema: &Value) {
    let name = escaped(name);
    let _ = write!(
        html,
        "<section id=\"{name}\"><h3><code>{name}</code></h3><p>{}</p>",
        words(&schema["description"])
    );
    write_members(html, schema);
    for kind in ["oneOf", "anyOf", "allOf"] {
        for option in schema[kind].as_array().into_iter().flatten() {
            let _ = write!(
                html,
                "<p>{}: {} {}</p>",
                either(kind),
                type_text(option),
                words(&option["description"])
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
            words(&member["description"])
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
