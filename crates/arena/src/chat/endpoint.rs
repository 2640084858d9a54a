//! An OpenAI-compatible endpoint, with retries.

use std::fmt;
use std::io;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use ureq::Agent;

use super::spec::ChatSpec;
use crate::player::{Cost, Fault};
use crate::reading::shortened;

/// Requests before an endpoint counts as unreachable.
const MAX_TRIES: u32 = 5;
/// The longest wait before a retry. An endpoint that demands more is unreachable.
const MAX_WAIT: Duration = Duration::from_secs(120);
/// The largest response, in bytes.
const MAX_BODY: u64 = 1 << 20;
/// How much of an endpoint's error message is kept, in bytes.
const MAX_EXPLANATION: usize = 300;

/// A message of a conversation.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) role: &'static str,
    pub(crate) content: String,
}

/// A model's reply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) is_truncated: bool,
    pub(crate) cost: Cost,
}

/// An API key, which only its endpoint sees.
#[derive(Clone)]
struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    address: String,
    key: Option<Key>,
    backoff: Duration,
    agent: Agent,
}

/// How long a reply is waited for, and what says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    pub(crate) time: Duration,
    pub(crate) given_by: &'static str,
}

/// The result of a request.
enum Response {
    Answer(Answer),
    /// Retry after this time, or after the usual one.
    Retry(String, Option<Duration>),
    Failed(String),
}

impl Endpoint {
    /// # Errors
    ///
    /// The key is not in the environment.
    pub(crate) fn new(spec: &ChatSpec) -> Result<Endpoint, Fault> {
        let key = spec.key_env.as_ref().map(|name| match std::env::var(name) {
            Ok(key) if !key.trim().is_empty() => Ok(Key(key.trim().to_owned())),
            _ => Err(Fault::Crashed(format!("the environment variable {name} holds no key"))),
        });
        Ok(Endpoint {
            address: format!("{}/chat/completions", spec.url),
            key: key.transpose()?,
            backoff: spec.backoff,
            agent: agent().clone(),
        })
    }

    /// Sends a request until there is a reply.
    ///
    /// # Errors
    ///
    /// The endpoint is unreachable.
    pub(crate) fn ask(&self, request: &Request<'_>, patience: Patience) -> Result<Answer, Fault> {
        let body = serde_json::to_vec(request).map_err(|error| Fault::Unreachable(error.to_string()))?;
        let (mut wait, mut last) = (self.backoff, String::new());
        for retries in 0..MAX_TRIES {
            let start = Instant::now();
            match self.ask_once(&body, patience) {
                Response::Answer(mut answer) => {
                    answer.cost.latency = start.elapsed();
                    answer.cost.retries = retries;
                    answer.text = self.without_key(&answer.text);
                    return Ok(answer);
                }
                Response::Failed(why) => return Err(Fault::Unreachable(self.without_key(&why))),
                Response::Retry(why, after) => {
                    let pause = after.unwrap_or(wait);
                    if pause > MAX_WAIT {
                        let why = format!("{why}; it demands a pause of {} s", pause.as_secs());
                        return Err(Fault::Unreachable(self.without_key(&why)));
                    }
                    last = why;
                    wait *= 2;
                    if retries + 1 < MAX_TRIES {
                        thread::sleep(pause);
                    }
                }
            }
        }
        Err(Fault::Unreachable(format!("{} (asked {MAX_TRIES} times)", self.without_key(&last))))
    }

    fn ask_once(&self, body: &[u8], patience: Patience) -> Response {
        let mut request = self.agent.post(&self.address).header("content-type", "application/json");
        if let Some(Key(key)) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let sent = request.config().timeout_global(Some(patience.time)).build().send(body);
        let mut response = match sent {
            Ok(response) => response,
            Err(error) => return Response::Retry(self.trouble(&error, patience), None),
        };
        let status = response.status().as_u16();
        let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = after.and_then(|value| value.trim().parse().ok()).map(Duration::from_secs);
        let read = response.body_mut().with_config().limit(MAX_BODY).read_to_vec();
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) if is_too_long(&error) && status == 200 => {
                // An endless reply is a reply, and a bad one.
                return Response::Answer(Answer { is_truncated: true, ..Answer::default() });
            }
            Err(error) => return Response::Retry(self.trouble(&error, patience), None),
        };
        match status {
            200 => read_answer(&bytes),
            408 | 409 | 425 | 429 | 500.. => Response::Retry(explanation(status, &bytes), after),
            _ => Response::Failed(explanation(status, &bytes)),
        }
    }

    /// Why there was no response, in words that tell what to look at.
    fn trouble(&self, error: &ureq::Error, patience: Patience) -> String {
        let address = &self.address;
        match error {
            ureq::Error::Timeout(_) => {
                format!("no reply within {} s ({})", patience.time.as_secs_f64(), patience.given_by)
            }
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                format!("nobody listens at {address} (connection refused)")
            }
            ureq::Error::HostNotFound => format!("{address} cannot be found: there is no such host"),
            error => format!("{address}: {error}"),
        }
    }

    /// Replies and error messages may quote the key.
    fn without_key(&self, text: &str) -> String {
        match &self.key {
            Some(Key(key)) => text.replace(key.as_str(), "[key]"),
            None => text.to_owned(),
        }
    }
}

/// All endpoints share connections. Redirects are not followed, so that keys stay with their endpoint.
fn agent() -> &'static Agent {
    static AGENT: OnceLock<Agent> = OnceLock::new();
    AGENT.get_or_init(|| {
        Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("crownhead/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(Duration::from_secs(20)))
            .input_buffer_size(16 << 10)
            .output_buffer_size(16 << 10)
            .max_idle_connections(512)
            .max_idle_connections_per_host(512)
            .build()
            .new_agent()
    })
}

fn is_too_long(error: &ureq::Error) -> bool {
    let inner = |error: &std::io::Error| {
        error.get_ref().and_then(|inner| inner.downcast_ref()).is_some_and(is_too_long)
    };
    match error {
        ureq::Error::BodyExceedsLimit(_) => true,
        ureq::Error::Io(error) => inner(error),
        _ => false,
    }
}

/// The body of a request.
#[derive(Debug, Serialize)]
pub(crate) struct Request<'a> {
    pub(crate) model: &'a str,
    pub(crate) messages: &'a [Message],
    #[serde(flatten)]
    pub(crate) max_tokens: std::collections::BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) temperature: Option<f64>,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<Content>,
}

/// What a model says: a text, or a list of parts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

/// A part of what a model says. Parts that are not its answer, such as its reasoning, have another type.
#[derive(Deserialize)]
struct Part {
    #[serde(rename = "type", default)]
    kind: String,
    text: Option<String>,
}

impl Content {
    fn text(self) -> String {
        let is_answer = |part: &Part| matches!(part.kind.as_str(), "" | "text" | "output_text");
        match self {
            Content::Text(text) => text,
            Content::Parts(parts) => {
                parts.into_iter().filter(is_answer).filter_map(|part| part.text).collect()
            }
        }
    }
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

fn read_answer(bytes: &[u8]) -> Response {
    let response: Completion = match serde_json::from_slice(bytes) {
        Ok(response) => response,
        Err(error) => return Response::Retry(format!("not a chat completion: {error}"), None),
    };
    let (usage, Some(choice)) = (response.usage, response.choices.into_iter().next()) else {
        return Response::Retry("a chat completion without choices".to_owned(), None);
    };
    let cost = Cost {
        tokens_in: usage.as_ref().and_then(|usage| usage.prompt_tokens),
        tokens_out: usage.as_ref().and_then(|usage| usage.completion_tokens),
        ..Cost::default()
    };
    Response::Answer(Answer {
        text: choice.message.content.map(Content::text).unwrap_or_default(),
        is_truncated: choice.finish_reason.as_deref() == Some("length"),
        cost,
    })
}

/// The error message of an endpoint.
fn explanation(status: u16, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let what = match status {
        401 | 403 => "the endpoint does not accept the key; key_env=NAME names the variable that holds it",
        404 => "the endpoint knows no such address or model; look at url= and model=",
        429 => "the endpoint is asked too often",
        500.. => "the endpoint failed",
        _ => "the endpoint refused the request",
    };
    let text = shortened(text.trim(), MAX_EXPLANATION);
    let said = if text.is_empty() { String::new() } else { format!(": {text}") };
    format!("{what} (status {status}{said})")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(content: &str) -> String {
        let body = format!(r#"{{"choices":[{{"message":{{"content":{content}}}}}]}}"#);
        match read_answer(body.as_bytes()) {
            Response::Answer(answer) => answer.text,
            Response::Retry(why, _) | Response::Failed(why) => panic!("{content}: {why}"),
        }
    }

    #[test]
    fn an_answer_is_a_text_or_a_list_of_parts() {
        assert_eq!(said(r#""11-15""#), "11-15");
        assert_eq!(
            said(r#"[{"type":"text","text":"Move: "},{"type":"text","text":"11-15"}]"#),
            "Move: 11-15"
        );
        let reasoning =
            r#"[{"type":"thinking","text":"9-14?"},{"type":"image"},{"type":"text","text":"11-15"}]"#;
        assert_eq!(said(reasoning), "11-15", "what is no answer is not read");
        assert_eq!(said("null"), "");
        assert_eq!(said("[]"), "");
    }
}
