//! What people do with their accounts: passwords, codes for who has forgotten one, sessions, deletion; and whom they do
//! not want to meet.

use crownhead_contest::Name;
use crownhead_store::club::Account;

use super::people::{Login, check_password};
use super::{Note, NoteKind, Online, Order, Person, Secret, Topic, needs_account, secret, side_of};
use crate::error::ApiError;
use crate::wire::{
    BlockList, BlockedPerson, ChatReport, Command, ErrorCode, Leader, Leaderboard, PasswordChange,
    PersonInfo, RatingPointInfo, RecordInfo, Recovery, RecoveryCodes,
};

/// Recovery codes of an account.
const N_CODES: usize = 8;
/// People whom one person may block.
const MAX_BLOCKED: u32 = 500;
/// Players on the leaderboard.
const MAX_LEADERS: u32 = 100;
/// Ratings that a profile shows.
const MAX_POINTS: u32 = 500;
/// Lines of chat among which a reported one is looked for.
const MAX_LINES: u32 = 500;

impl Online {
    /// Something by which a person was known has ended: everything that was opened by it is closed, on every node.
    fn revoked(&self, person: &str) {
        self.hub().publish(Note {
            topic: Topic::Person(person.into()),
            kind: NoteKind::Revoked,
            text: "".into(),
        });
    }

    /// Is somebody still known by this?
    pub(crate) async fn is_valid(&self, login: &Login) -> Result<bool, ApiError> {
        Ok(match login {
            Login::Session(hash) => self.store().session(hash.clone()).await?.is_some(),
            Login::Token(hash) => self.store().token(hash.clone()).await?.is_some(),
        })
    }

    /// Ends one session.
    pub(crate) async fn log_out(&self, person: &Person, session: &Login) -> Result<(), ApiError> {
        if let Login::Session(hash) = session {
            self.store().delete_session(hash.clone()).await?;
            self.revoked(&person.id);
        }
        Ok(())
    }

    /// Ends all sessions of a person.
    pub(crate) async fn log_out_everywhere(&self, person: &Person) -> Result<(), ApiError> {
        self.store().end_sessions(person.id.clone()).await?;
        self.revoked(&person.id);
        Ok(())
    }

    /// Takes a token of an account away.
    pub(crate) async fn revoke_token(&self, person: &Person, id: String) -> Result<(), ApiError> {
        if !self.store().delete_token(person.id.clone(), id).await? {
            return Err(ApiError::not_found("token"));
        }
        self.revoked(&person.id);
        Ok(())
    }

    /// The account of a person who has proved to know its password.
    async fn proved(&self, person: &Person, password: String) -> Result<Account, ApiError> {
        needs_account(person)?;
        let account = self.store().account(person.id.clone()).await?;
        let kept = account.as_ref().map(|account| account.password.clone());
        let is_right = self.verify(password, kept).await?;
        account.filter(|_| is_right).ok_or_else(|| {
            self.metrics().failed_logins.inc();
            ApiError::new(ErrorCode::Forbidden, "This is not your password.")
        })
    }

    /// Changes the password. All sessions but this one end.
    pub(crate) async fn change_password(
        &self,
        person: &Person,
        session: &Login,
        change: PasswordChange,
    ) -> Result<(), ApiError> {
        check_password(&change.new)?;
        let account = self.proved(person, change.old).await?;
        let password = self.hash(change.new).await?;
        let but = match session {
            Login::Session(hash) => hash.clone(),
            Login::Token(_) => String::new(),
        };
        self.store().set_password(account.id, password, but).await?;
        self.revoked(&person.id);
        Ok(())
    }

    /// Makes recovery codes; those from before are void.
    pub(crate) async fn make_codes(
        &self,
        person: &Person,
        password: String,
    ) -> Result<RecoveryCodes, ApiError> {
        let account = self.proved(person, password).await?;
        let codes = (0..N_CODES).map(|_| secret::new_recovery_code()).collect::<Result<Vec<_>, _>>()?;
        let hashes = codes.iter().map(Secret::hash).collect();
        self.store().set_recovery_codes(account.id, hashes).await?;
        Ok(RecoveryCodes { codes: codes.iter().map(|code| secret::in_groups(code.reveal())).collect() })
    }

    /// Sets a new password with a recovery code, and logs in. Everything else that was open is closed.
    pub(crate) async fn recover(&self, recovery: Recovery) -> Result<(Person, Secret), ApiError> {
        let Recovery { name, code, password } = recovery;
        check_password(&password)?;
        // Whether the name or the code is wrong takes as long.
        let hash = self.hash(password).await?;
        let account = self.store().account_named(Name::fold(&name)).await?;
        let code = secret::read_recovery_code(&code).hash();
        let id = account.as_ref().map(|account| account.id.clone()).unwrap_or_default();
        let is_right = self.store().recover(id, code, hash).await?;
        let Some(account) = account.filter(|_| is_right) else {
            self.metrics().failed_logins.inc();
            let message = "There is no account with this name and this recovery code.";
            return Err(ApiError::new(ErrorCode::WhoAreYou, message));
        };
        self.revoked(&account.id);
        let person = Person { id: account.id, name: account.name, has_account: true };
        let token = self.open_session(&person).await?;
        Ok((person, token))
    }

    /// Deletes an account: its games are given up, and stay without its name.
    pub(crate) async fn delete_account(&self, person: &Person, password: String) -> Result<(), ApiError> {
        self.proved(person, password).await?;
        for game in self.store().games_of(person.id.clone()).await? {
            let Some(side) = side_of(&game, &person.id) else { continue };
            let end = async |command| self.order(Order::new(game.id.clone(), side, command)).await;
            let is_settled = |error: &ApiError| error.is(ErrorCode::NotNow);
            match end(Command::Abort).await {
                Err(error) if is_settled(&error) => match end(Command::Resign).await {
                    // It has ended by itself meanwhile.
                    Err(error) if is_settled(&error) => {}
                    done => done?,
                },
                done => done?,
            }
        }
        self.withdraw_seeks(person).await?;
        self.store().delete_account(person.id.clone()).await?;
        self.revoked(&person.id);
        Ok(())
    }

    /// The account is a program's from now on, for good.
    pub(crate) async fn become_bot(&self, person: &Person) -> Result<(), ApiError> {
        needs_account(person)?;
        let games = self.store().games_of(person.id.clone()).await?;
        let is_being_rated = games.iter().any(|game| game.is_rated);
        if is_being_rated || !self.store().become_bot(person.id.clone()).await? {
            let message =
                "This account has played rated games, so it stays a person's. Make another one for the bot.";
            return Err(ApiError::not_now(message));
        }
        Ok(())
    }

    /// Blocks somebody.
    pub(crate) async fn block(&self, person: &Person, other: String) -> Result<(), ApiError> {
        let bad = |message: &str| ApiError::new(ErrorCode::BadValue, message);
        if other == person.id {
            return Err(bad("You cannot block yourself."));
        }
        // People are named by a letter and twelve more.
        if other.len() > 16 || !other.is_ascii() || other.is_empty() {
            return Err(ApiError::not_found("person"));
        }
        match self.store().block(person.id.clone(), other, MAX_BLOCKED).await? {
            true => Ok(()),
            false => Err(ApiError::not_now(format!("You have blocked {MAX_BLOCKED} people already."))),
        }
    }

    /// Whom somebody has blocked.
    pub(crate) async fn blocked(&self, person: &Person) -> Result<BlockList, ApiError> {
        let people = self.store().blocked_by(person.id.clone()).await?;
        let people =
            people.into_iter().map(|blocked| BlockedPerson { id: blocked.person, name: blocked.name });
        Ok(BlockList { people: people.collect() })
    }

    /// Writes a line of chat into the log, for whoever runs the server.
    pub(crate) async fn report(
        &self,
        person: &Person,
        game: &str,
        report: ChatReport,
    ) -> Result<(), ApiError> {
        let lines = self.store().chat(game.to_owned(), MAX_LINES).await?;
        let line = lines.into_iter().find(|line| line.person == report.by && line.at == report.at);
        let line = line.ok_or_else(|| ApiError::not_found("line of chat"))?;
        tracing::warn!(
            game,
            by = line.person,
            name = line.name,
            at = line.at,
            line = ?line.text,
            reported_by = person.id,
            reporter = person.name,
            "a line of chat was reported"
        );
        Ok(())
    }

    /// The best players.
    pub(crate) async fn leaderboard(&self) -> Result<Leaderboard, ApiError> {
        let leaders = self.store().leaders(crownhead_contest::Rating::CERTAIN, MAX_LEADERS).await?;
        let leader = |account: Account| {
            let rating = super::rating_info(&account.rating);
            Leader { person: account_info(&account), rating }
        };
        Ok(Leaderboard { players: leaders.into_iter().map(leader).collect() })
    }

    /// How somebody has played: results, and ratings after each game.
    pub(crate) async fn history(&self, id: &str) -> Result<(RecordInfo, Vec<RatingPointInfo>), ApiError> {
        let record = self.store().record(id.to_owned()).await?;
        let points = self.store().rating_points(id.to_owned(), MAX_POINTS).await?;
        let points = points.into_iter().map(|point| RatingPointInfo { at: point.at, rating: point.rating });
        let record = RecordInfo { wins: record.wins, draws: record.draws, losses: record.losses };
        Ok((record, points.collect()))
    }
}

/// An account as others see it.
fn account_info(account: &Account) -> PersonInfo {
    PersonInfo {
        id: account.id.clone(),
        name: account.name.clone(),
        rating: Some(account.rating.rating.round() as i32),
        rating_change: None,
        guest: false,
        bot: account.is_bot,
    }
}
