//! Play over a network, in any database.

use super::{lease, search};
use crate::Answer;
use crate::club::{
    Account, ApiToken, Append, Appended, Begin, ChatLine, Claim, ClubStore, Offer, OnlineGame, RatingChange,
    SavedEvent, Search, Session,
};
use crate::database::{Database, values};
use crate::{read, statements as sql};

impl<D: Database> ClubStore for D {
    fn add_account(&self, account: Account) -> Answer<'_, bool> {
        let Account { id, name, folded, password, is_bot, created, rating } = account;
        let values = values![
            id,
            name,
            folded,
            password,
            is_bot,
            created,
            rating.rating,
            rating.deviation,
            rating.volatility,
            rating.games,
            rating.changed,
        ];
        is_any(self.change(sql::ADD_ACCOUNT, values))
    }

    fn account(&self, id: String) -> Answer<'_, Option<Account>> {
        self.one(sql::ACCOUNT, values![id], read::account)
    }

    fn account_named(&self, folded: String) -> Answer<'_, Option<Account>> {
        self.one(sql::ACCOUNT_NAMED, values![folded], read::account)
    }

    fn add_session(&self, session: Session) -> Answer<'_, ()> {
        let Session { hash, person, name, has_account, expires } = session;
        self.make(sql::ADD_SESSION, values![hash, person, name, has_account, expires])
    }

    fn session(&self, hash: String) -> Answer<'_, Option<Session>> {
        self.one(sql::SESSION, values![hash], read::session)
    }

    fn delete_session(&self, hash: String) -> Answer<'_, ()> {
        self.make(sql::DELETE_SESSION, values![hash])
    }

    fn add_token(&self, token: ApiToken) -> Answer<'_, ()> {
        let ApiToken { id, hash, account, name, scopes, created } = token;
        self.make(sql::ADD_TOKEN, values![id, hash, account, name, scopes, created])
    }

    fn token(&self, hash: String) -> Answer<'_, Option<ApiToken>> {
        self.one(sql::TOKEN, values![hash], read::token)
    }

    fn tokens(&self, account: String) -> Answer<'_, Vec<ApiToken>> {
        self.rows(sql::TOKENS, values![account], read::token)
    }

    fn delete_token(&self, account: String, id: String) -> Answer<'_, bool> {
        is_any(self.change(sql::DELETE_TOKEN, values![account, id]))
    }

    fn add_offer(&self, offer: Offer) -> Answer<'_, ()> {
        let Offer { id, code, creator, to, is_open, document, created, expires } = offer;
        self.make(sql::ADD_OFFER, values![id, code, creator, to, is_open, document, created, expires])
    }

    fn offer(&self, id_or_code: String) -> Answer<'_, Option<Offer>> {
        self.one(sql::OFFER, values![id_or_code], read::offer)
    }

    fn open_offers(&self, limit: u32) -> Answer<'_, Vec<Offer>> {
        self.rows(sql::OPEN_OFFERS, values![limit], read::offer)
    }

    fn offers_of(&self, person: String) -> Answer<'_, Vec<Offer>> {
        self.rows(sql::OFFERS_OF, values![person], read::offer)
    }

    fn take_offer(&self, id: String) -> Answer<'_, Option<Offer>> {
        self.one(sql::TAKE_OFFER, values![id], read::offer)
    }

    fn begin(&self, begin: Begin, offers: Vec<String>) -> Answer<'_, bool> {
        self.begin_game(begin, offers)
    }

    fn game(&self, id: String) -> Answer<'_, Option<OnlineGame>> {
        self.one(sql::GAME, values![id], read::game)
    }

    fn events(&self, game: String, after: u64) -> Answer<'_, Vec<SavedEvent>> {
        self.rows(sql::EVENTS, values![game, after], read::event)
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.append_events(append)
    }

    fn live_games(&self, limit: u32) -> Answer<'_, Vec<OnlineGame>> {
        self.rows(sql::LIVE_GAMES, values![limit], read::game)
    }

    fn games_of(&self, person: String) -> Answer<'_, Vec<OnlineGame>> {
        self.rows(sql::GAMES_OF, values![person], read::game)
    }

    fn search(&self, search: Search) -> Answer<'_, Vec<OnlineGame>> {
        let (statement, values) = search::statement(search);
        self.rows(statement, values, read::game)
    }

    fn set_seat(&self, game: String, side: u8, hash: String) -> Answer<'_, ()> {
        self.make(sql::SET_SEAT, values![game, side, hash])
    }

    fn seat(&self, game: String, hash: String) -> Answer<'_, Option<u8>> {
        self.one(sql::SEAT, values![game, hash], read::only)
    }

    fn enter(&self, node: String) -> Answer<'_, ()> {
        Box::pin(async move {
            self.make(sql::FREE, values![node.as_str()]).await?;
            self.make(sql::BEAT, values![node]).await
        })
    }

    fn heartbeat(&self, node: String) -> Answer<'_, ()> {
        self.make(sql::BEAT, values![node])
    }

    fn claim(&self, game: String, node: String, lease_ms: u64) -> Answer<'_, Claim> {
        Box::pin(lease::claim(self, game, node, lease_ms))
    }

    fn rest(&self, game: String, epoch: u64, wakes: u64) -> Answer<'_, bool> {
        is_any(self.change(sql::REST, values![game, epoch, wakes]))
    }

    fn leave(&self, node: String) -> Answer<'_, ()> {
        self.make(sql::LEAVE, values![node])
    }

    fn orphans(&self, lease_ms: u64, limit: u32) -> Answer<'_, Vec<String>> {
        self.rows(sql::ORPHANS, values![lease_ms, limit], read::only)
    }

    fn rate(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool> {
        self.save_ratings(game, changes)
    }

    fn unrated(&self, limit: u32) -> Answer<'_, Vec<String>> {
        self.rows(sql::UNRATED, values![limit], read::only)
    }

    fn say(&self, game: String, line: ChatLine, act: Option<u64>) -> Answer<'_, bool> {
        let ChatLine { at, person, name, text } = line;
        is_any(match act {
            Some(act) => self.change(sql::SAY_ONCE, values![game, at, person, name, text, act]),
            None => self.change(sql::SAY, values![game, at, person, name, text]),
        })
    }

    fn chat(&self, game: String, limit: u32) -> Answer<'_, Vec<ChatLine>> {
        Box::pin(async move {
            let mut lines = self.rows(sql::CHAT, values![game, limit], read::chat_line).await?;
            lines.reverse();
            Ok(lines)
        })
    }

    fn tidy(&self) -> Answer<'_, usize> {
        Box::pin(async move {
            let sessions = self.change(sql::TIDY_SESSIONS, values![]).await?;
            Ok(sessions + self.change(sql::TIDY_OFFERS, values![]).await?)
        })
    }
}

/// Was any row changed?
pub(super) fn is_any(changed: Answer<'_, usize>) -> Answer<'_, bool> {
    Box::pin(async move { Ok(changed.await? > 0) })
}
