//! An OpenAI-compatible endpoint: one question, one answer, and patience where nobody answers.

use std::fmt;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use ureq::Agent;

use super::spec::ChatSpec;
use crate::attempt::shortened;
use crate::player::{Cost, Fault};

/// How often a question is asked before an endpoint counts as out of reach.
const MAX_TRIES: u32 = 5;
/// The longest wait before asking again. An endpoint that wants more is out of reach.
const MAX_WAIT: Duration = Duration::from_secs(120);
/// The largest answer that is read, in bytes.
const MAX_BODY: u64 = 1 << 20;
/// How much of an endpoint's explanation is told, in bytes.
const MAX_EXPLANATION: usize = 300;

/// Something said in a conversation.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) role: &'static str,
    pub(crate) content: String,
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) is_truncated: bool,
    pub(crate) cost: Cost,
}

/// A key, which is shown to nobody but its endpoint.
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

/// What came of asking once.
enum Heard {
    Answer(Answer),
    /// Nobody was there, but somebody may be after this time, or after the usual one.
    Again(String, Option<Duration>),
    Never(String),
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

    /// Asks until there is an answer.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn ask(&self, request: &Request<'_>, timeout: Duration) -> Result<Answer, Fault> {
        let body = serde_json::to_vec(request).map_err(|error| Fault::Unreachable(error.to_string()))?;
        let (mut wait, mut last) = (self.backoff, String::new());
        for retries in 0..MAX_TRIES {
            let start = Instant::now();
            match self.ask_once(&body, timeout) {
                Heard::Answer(mut answer) => {
                    answer.cost.latency = start.elapsed();
                    answer.cost.retries = retries;
                    answer.text = self.without_key(&answer.text);
                    return Ok(answer);
                }
                Heard::Never(why) => return Err(Fault::Unreachable(self.without_key(&why))),
                Heard::Again(why, after) => {
                    let pause = after.unwrap_or(wait);
                    if pause > MAX_WAIT {
                        let why = format!("{why}; it wants to be left alone for {} s", pause.as_secs());
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

    fn ask_once(&self, body: &[u8], timeout: Duration) -> Heard {
        let mut request = self.agent.post(&self.address).header("content-type", "application/json");
        if let Some(Key(key)) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let sent = request.config().timeout_global(Some(timeout)).build().send(body);
        let mut response = match sent {
            Ok(response) => response,
            Err(error) => return Heard::Again(error.to_string(), None),
        };
        let status = response.status().as_u16();
        let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = after.and_then(|value| value.trim().parse().ok()).map(Duration::from_secs);
        let read = response.body_mut().with_config().limit(MAX_BODY).read_to_vec();
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) if is_too_long(&error) && status == 200 => {
                // Somebody talks without end. That is an answer, and a bad one.
                return Heard::Answer(Answer { is_truncated: true, ..Answer::default() });
            }
            Err(error) => return Heard::Again(error.to_string(), None),
        };
        match status {
            200 => read_answer(&bytes),
            408 | 409 | 425 | 429 | 500.. => Heard::Again(explanation(status, &bytes), after),
            _ => Heard::Never(explanation(status, &bytes)),
        }
    }

    /// Endpoints repeat what they were sent, and explanations quote keys.
    fn without_key(&self, text: &str) -> String {
        match &self.key {
            Some(Key(key)) => text.replace(key.as_str(), "[key]"),
            None => text.to_owned(),
        }
    }
}

/// All endpoints share connections. Addresses are not followed elsewhere, so that a key stays where it belongs.
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

/// What is sent.
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
struct Response {
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
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

fn read_answer(bytes: &[u8]) -> Heard {
    let response: Response = match serde_json::from_slice(bytes) {
        Ok(response) => response,
        Err(error) => return Heard::Again(format!("the answer is no chat completion: {error}"), None),
    };
    let (usage, Some(choice)) = (response.usage, response.choices.into_iter().next()) else {
        return Heard::Again("the answer has no choices".to_owned(), None);
    };
    let cost = Cost {
        tokens_in: usage.as_ref().and_then(|usage| usage.prompt_tokens),
        tokens_out: usage.as_ref().and_then(|usage| usage.completion_tokens),
        ..Cost::default()
    };
    Heard::Answer(Answer {
        text: choice.message.content.unwrap_or_default(),
        is_truncated: choice.finish_reason.as_deref() == Some("length"),
        cost,
    })
}

/// What an endpoint says when it does not answer.
fn explanation(status: u16, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("status {status}: {}", shortened(text.trim(), MAX_EXPLANATION))
        .trim_end_matches([':', ' '])
        .to_owned()
}
