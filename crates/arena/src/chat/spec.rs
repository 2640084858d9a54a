//! Chat models by name: `chat:model=NAME,url=URL,key_env=VARIABLE`.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::prompt::Prompt;

/// A chat model: its address, limits and prompts.
#[derive(Clone, Debug)]
pub struct ChatSpec {
    /// The name of the model at its endpoint.
    pub model: String,
    /// The address before `/chat/completions`.
    pub url: String,
    /// The environment variable that holds the API key.
    pub key_env: Option<String>,
    /// The timeout of a request.
    pub timeout: Duration,
    /// The maximum tokens of a reply, after the field of the request: `max_tokens` or `max_completion_tokens`.
    pub max_tokens: Option<(&'static str, u64)>,
    /// The maximum tokens of all replies in a game.
    pub game_tokens: Option<u64>,
    /// The maximum time of all replies in a game.
    pub game_time: Option<Duration>,
    /// The sampling temperature.
    pub temperature: Option<f64>,
    /// The number of earlier turns in the conversation. The position and the moves are always there.
    pub history: usize,
    /// The wait before the first retry; it doubles each time.
    pub backoff: Duration,
    /// Whether the prompts have the board. Without it there are the moves so far alone.
    pub shows_board: bool,
    /// Its prompts.
    pub prompt: Prompt,
}

/// A text that is not a chat model.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum ChatSpecError {
    /// The model or the address is missing.
    #[error("chat:… needs {0}=, as in chat:model=NAME,url=http://127.0.0.1:8080/v1")]
    Missing(&'static str),
    /// An invalid address.
    #[error(
        "\"{0}\" is not an address; it begins with http:// or https://, and has no user name or password"
    )]
    Url(String),
    /// A key where the name of a variable belongs.
    #[error(
        "key= is not taken, so that no key is seen; name the environment variable that holds it with key_env=NAME"
    )]
    Key,
    /// No such option, or not with this value.
    #[error(
        "\"{0}\" cannot be set; there are model, url, key_env, timeout (seconds), max_tokens, max_completion_tokens, game_tokens, game_time (seconds), temperature, history, board (on or off) and backoff (seconds)"
    )]
    Option(String),
}

impl FromStr for ChatSpec {
    type Err = ChatSpecError;

    /// Reads what follows `chat:`.
    fn from_str(text: &str) -> Result<ChatSpec, ChatSpecError> {
        let mut spec = ChatSpec {
            model: String::new(),
            url: String::new(),
            key_env: None,
            timeout: Duration::from_secs(180),
            max_tokens: None,
            game_tokens: None,
            game_time: None,
            temperature: None,
            history: 0,
            backoff: Duration::from_secs(1),
            shows_board: true,
            prompt: Prompt::shipped(),
        };
        for option in text.split(',').filter(|option| !option.is_empty()) {
            spec.set(option)?;
        }
        if spec.model.is_empty() {
            return Err(ChatSpecError::Missing("model"));
        }
        if spec.url.is_empty() {
            return Err(ChatSpecError::Missing("url"));
        }
        Ok(spec)
    }
}

impl ChatSpec {
    fn set(&mut self, option: &str) -> Result<(), ChatSpecError> {
        let wrong = || ChatSpecError::Option(option.to_owned());
        let (name, value) = option.split_once('=').ok_or_else(wrong)?;
        let number = || value.parse::<u64>().map_err(|_| wrong());
        let seconds = || {
            let seconds = value.parse().ok();
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(wrong)
        };
        match name {
            "model" => value.clone_into(&mut self.model),
            "url" => self.url = read_url(value)?,
            "key" | "api_key" => return Err(ChatSpecError::Key),
            "key_env" => self.key_env = Some(value.to_owned()),
            "timeout" => self.timeout = seconds()?,
            "max_tokens" => self.max_tokens = Some(("max_tokens", number()?)),
            "max_completion_tokens" => self.max_tokens = Some(("max_completion_tokens", number()?)),
            "game_tokens" => self.game_tokens = Some(number()?),
            "game_time" => self.game_time = Some(seconds()?),
            "temperature" => self.temperature = Some(value.parse().map_err(|_| wrong())?),
            "history" => self.history = value.parse().map_err(|_| wrong())?,
            "backoff" => self.backoff = seconds()?,
            "board" => {
                self.shows_board = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong()),
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

fn read_url(value: &str) -> Result<String, ChatSpecError> {
    let rest = value.strip_prefix("http://").or_else(|| value.strip_prefix("https://"));
    let is_plain = |rest: &str| !rest.is_empty() && !rest.contains(['@', '?', '#', ' ']);
    // An invalid address may contain a password, so only its start is shown.
    let told = || value.split(['@', '?']).next().filter(|_| !value.contains('@')).unwrap_or("…@…").to_owned();
    match rest {
        Some(rest) if is_plain(rest) => {
            // Many copy the whole address of the endpoint.
            let base = value.trim_end_matches('/');
            Ok(base.strip_suffix("/chat/completions").unwrap_or(base).to_owned())
        }
        _ => Err(ChatSpecError::Url(told())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_named_with_its_address() {
        let spec: ChatSpec = "model=m,url=http://127.0.0.1:8080/v1/,timeout=2.5,history=1".parse().unwrap();
        assert_eq!(spec.url, "http://127.0.0.1:8080/v1");
        let whole: ChatSpec = "model=m,url=http://127.0.0.1:8080/v1/chat/completions".parse().unwrap();
        assert_eq!(whole.url, spec.url);
        assert_eq!((spec.timeout, spec.history), (Duration::from_millis(2500), 1));
    }

    #[test]
    fn a_key_is_never_taken_and_never_told() {
        let error = |text: &str| text.parse::<ChatSpec>().unwrap_err().to_string();
        assert!(error("model=m,url=http://h,key=sk-secret").contains("key_env"));
        for text in ["model=m,url=http://me:secret@host/v1", "model=m,url=https://h/v1?key=secret"] {
            assert!(!error(text).contains("secret"), "{}", error(text));
        }
        assert!(error("model=m,url=http://h,board=dark").contains("board (on or off)"));
        assert!(error("url=http://h").contains("model="));
        assert!(error("model=m,url=ftp://h").contains("http://"));
    }
}
