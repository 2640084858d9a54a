//! `crownhead play --online URL`: logs in before anything is drawn.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use crownhead_client::wire::Credentials;
use crownhead_client::{Http, SessionFile, Site, Token};
use crownhead_tui::Visit;

use super::play::PlayArgs;
use crate::config;

/// The server that is asked for, if one is, with us logged in as we are told to.
pub(crate) fn visit(args: &PlayArgs) -> anyhow::Result<Option<Visit>> {
    let Some(url) = &args.online else {
        if args.name.is_some() || args.token.is_some() {
            bail!("--name and --token need a server: add --online URL");
        }
        return Ok(None);
    };
    if args.name.is_some() && args.token.is_some() {
        bail!("--name logs in to an account and --token uses a session; give only one of them");
    }
    // A link that was copied from a browser leads to a challenge or to a game.
    let is_invitation = url.contains("#/challenge/") || url.contains("#/game/");
    let invitation = is_invitation.then(|| url.clone());
    Ok(Some(Visit { server: server(args, url)?, invitation }))
}

fn server(args: &PlayArgs, url: &str) -> anyhow::Result<Http> {
    let site: Site = url.parse()?;
    if let Some(file) = &args.token {
        let http = Http::new(site, None);
        http.set_session(Some(token_in(file)?));
        http.me().with_context(|| format!("the session in {}", file.display()))?;
        return Ok(http);
    }
    let is_kept = args.no_keep != Some(true);
    let kept = is_kept.then(config::own_sessions).flatten().map(SessionFile::new);
    let http = Http::new(site, kept);
    if let Some(name) = &args.name {
        log_in(&http, name)?;
    }
    Ok(http)
}

/// Logs in, unless the session that was kept is that of the account already.
fn log_in(http: &Http, name: &str) -> anyhow::Result<()> {
    let is_them = |me: &crownhead_client::wire::Me| !me.guest && me.name.eq_ignore_ascii_case(name);
    if http.session().is_some() && http.me().is_ok_and(|me| is_them(&me)) {
        return Ok(());
    }
    let password = ask_password(&format!("Password of {name} at {}: ", http.site()))?;
    http.log_in(&Credentials { name: name.to_owned(), password })?;
    Ok(())
}

/// Asks for a password at the terminal, without showing it.
pub(crate) fn ask_password(prompt: &str) -> io::Result<String> {
    if !io::stdin().is_terminal() {
        return Err(io::Error::other(
            "the password has to be typed at a terminal; in a script use --token FILE",
        ));
    }
    rpassword::prompt_password(prompt)
}

/// The token in a file, which must be for its owner alone.
fn token_in(file: &Path) -> anyhow::Result<Token> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| name.to_string())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(file).with_context(|| name.to_string())?.permissions().mode();
        if mode & 0o077 != 0 {
            bail!("others can read {name}; protect it with: chmod 600 {name}");
        }
    }
    match text.trim() {
        "" => bail!("{name} is empty; it should hold a session token, the value of the cookie \"crownhead\""),
        text => Ok(Token::new(text)),
    }
}
