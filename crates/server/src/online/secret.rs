//! What nobody may guess, and names that need not be secret.

use sha2::{Digest, Sha256};

use crate::error::ApiError;

/// Letters that nobody takes for others.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A token that gives its holder rights. It is shown where it must be, and never in a log.
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// A token of 160 bits that nobody has seen before.
    pub(crate) fn new() -> Result<Secret, ApiError> {
        letters(32).map(Secret)
    }

    /// What somebody has sent as a token.
    pub(crate) fn given(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    /// The token itself, for the one it belongs to.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it. A token is long and random, so a plain hash is enough to make a stolen store useless.
    pub(crate) fn hash(&self) -> String {
        Sha256::digest(self.0.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The name of a game, an offer or a person.
pub(crate) fn new_id() -> Result<String, ApiError> {
    letters(12)
}

/// The name of the game that follows another one: always the same, so that there is one however often it is asked for.
pub(crate) fn next_id(game: &str) -> String {
    let hash = Sha256::digest(format!("the game after {game}"));
    hash.iter().take(12).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A code that can be read out.
pub(crate) fn new_code() -> Result<String, ApiError> {
    letters(6)
}

/// A code that lets somebody in who has forgotten the password: 80 bits, because guesses are few and slow.
pub(crate) fn new_recovery_code() -> Result<Secret, ApiError> {
    letters(16).map(Secret)
}

/// A long code in groups of four letters.
pub(crate) fn in_groups(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A recovery code as somebody types it.
pub(crate) fn read_recovery_code(typed: &str) -> Secret {
    Secret(
        typed.chars().filter(char::is_ascii_alphanumeric).take(64).collect::<String>().to_ascii_lowercase(),
    )
}

/// Could this be the name of a game or an offer?
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// The number of a guest, and the throw of a coin.
pub(crate) fn chance() -> Result<u32, ApiError> {
    let mut bytes = [0; 4];
    fill(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn letters(n: usize) -> Result<String, ApiError> {
    let mut bytes = vec![0; n];
    fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

fn fill(bytes: &mut [u8]) -> Result<(), ApiError> {
    getrandom::fill(bytes).map_err(|error| {
        tracing::error!("no random numbers: {error}");
        super::try_again()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_is_read_as_it_is_shown() {
        let code = new_recovery_code().unwrap();
        let shown = in_groups(code.reveal());
        assert_eq!((shown.len(), shown.matches('-').count()), (19, 3));
        assert_eq!(read_recovery_code(&format!(" {} ", shown.to_uppercase())).hash(), code.hash());
    }

    #[test]
    fn a_secret_shows_in_no_debug_text() {
        let secret = Secret::new().unwrap();
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert_ne!(secret.hash(), Secret::new().unwrap().hash());
        assert_eq!(secret.hash(), Secret::given(secret.reveal()).hash());
        assert_eq!((secret.reveal().len(), secret.hash().len()), (32, 64));
    }
}
