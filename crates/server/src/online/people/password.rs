//! Passwords: what they have to be, and what is kept of them.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

/// Is this a password that somebody may have?
pub(super) fn check(password: &str) -> Result<(), &'static str> {
    // Long ones are good; very long ones are an attack on the one who hashes them.
    match password.chars().count() {
        0..8 => Err("A password has at least 8 characters."),
        8..=256 => Ok(()),
        _ => Err("A password has at most 256 characters."),
    }
}

/// What is kept of a password: argon2id with its salt and parameters. None without random numbers.
pub(super) fn hash(password: &str) -> Option<String> {
    let hash = Argon2::default().hash_password(password.as_bytes()).ok()?;
    Some(hash.to_string())
}

/// Is it the password of which this was kept? Without anything kept the answer is no, and takes as long.
pub(super) fn verify(password: &str, kept: Option<&str>) -> bool {
    let Some(kept) = kept else {
        let _ = hash(password);
        return false;
    };
    let Ok(kept) = PasswordHash::new(kept) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &kept).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_kept_as_a_salted_hash() {
        let (one, two) = (hash("correct horse").unwrap(), hash("correct horse").unwrap());
        assert!(one.starts_with("$argon2id$") && one != two && !one.contains("horse"));
        assert!(verify("correct horse", Some(&one)) && !verify("correct house", Some(&one)));
        assert!(!verify("correct horse", None) && !verify("correct horse", Some("damaged")));
    }
}
