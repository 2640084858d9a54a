//! Requests and answers as texts.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crownhead_study::StudyError;
use crownhead_wire::ErrorBody;

/// A module: whatever it is asked, it answers.
pub trait Module {
    /// The answer to a request. Both are JSON.
    fn answer(&mut self, request: &str) -> String;
}

/// Why a request has no answer: a code for programs, and what went wrong for whoever reads a log.
#[derive(Debug, Serialize)]
pub(crate) struct Refusal {
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The parameters of the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<serde_json::Value>,
}

impl Refusal {
    pub(crate) fn new(code: &str, why: impl ToString) -> Refusal {
        Refusal { code: code.to_owned(), message: why.to_string(), hint: None, with: None }
    }
}

/// What the question alone shows to be wrong.
impl From<ErrorBody> for Refusal {
    fn from(ErrorBody { code, message, hint, with }: ErrorBody) -> Refusal {
        Refusal { code: code.to_string(), message, hint, with }
    }
}

impl From<StudyError> for Refusal {
    fn from(error: StudyError) -> Refusal {
        Refusal::new(error.code(), error)
    }
}

/// What a game at one's own board refuses, with its parameters.
impl From<crownhead_contest::Refusal> for Refusal {
    fn from(refusal: crownhead_contest::Refusal) -> Refusal {
        let told = serde_json::to_value(&refusal).unwrap_or_default();
        let code = told["code"].as_str().unwrap_or("not_now");
        Refusal { with: told.get("with").cloned(), ..Refusal::new(code, &refusal) }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Failure {
    Error { error: Refusal },
}

/// Reads a request, has it answered, and writes the answer.
pub(crate) fn respond<Request: DeserializeOwned, Answer: Serialize>(
    request: &str,
    answer: impl FnOnce(Request) -> Result<Answer, Refusal>,
) -> String {
    let read = serde_json::from_str(request).map_err(|error| Refusal::new("bad_request", error));
    match read.and_then(answer) {
        Ok(answer) => write(&answer),
        Err(error) => write(&Failure::Error { error }),
    }
}

fn write(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers have names as keys and finite numbers")
}
