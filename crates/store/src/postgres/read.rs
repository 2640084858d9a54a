//! From rows to what they mean. Their columns are those of `columns.rs`.

use tokio_postgres::Row;

use super::{Read, number};
use crate::club::{
    Account, ApiToken, ChatLine, Offer, OnlineGame, Over, Player, SavedEvent, SavedRating, Session,
};

pub(super) fn account(row: &Row) -> Read<Account> {
    Ok(Account {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        folded: row.try_get(2)?,
        password: row.try_get(3)?,
        is_bot: row.try_get(4)?,
        created: number(row, 5)?,
        rating: SavedRating {
            rating: row.try_get(6)?,
            deviation: row.try_get(7)?,
            volatility: row.try_get(8)?,
            games: number(row, 9)? as u32,
            changed: number(row, 10)?,
        },
    })
}

pub(super) fn session(row: &Row) -> Read<Session> {
    Ok(Session {
        hash: row.try_get(0)?,
        person: row.try_get(1)?,
        name: row.try_get(2)?,
        has_account: row.try_get(3)?,
        expires: number(row, 4)?,
    })
}

pub(super) fn token(row: &Row) -> Read<ApiToken> {
    Ok(ApiToken {
        id: row.try_get(0)?,
        hash: row.try_get(1)?,
        account: row.try_get(2)?,
        name: row.try_get(3)?,
        scopes: row.try_get(4)?,
        created: number(row, 5)?,
    })
}

pub(super) fn offer(row: &Row) -> Read<Offer> {
    Ok(Offer {
        id: row.try_get(0)?,
        code: row.try_get(1)?,
        creator: row.try_get(2)?,
        to: row.try_get(3)?,
        is_open: row.try_get(4)?,
        document: row.try_get(5)?,
        created: number(row, 6)?,
        expires: number(row, 7)?,
    })
}

pub(super) fn game(row: &Row) -> Read<OnlineGame> {
    let over = |ended: i64| -> Read<Over> {
        Ok(Over {
            ended: ended as u64,
            result: row.try_get(16)?,
            opening: row.try_get(17)?,
            summary: row.try_get(18)?,
        })
    };
    Ok(OnlineGame {
        id: row.try_get(0)?,
        black: player(row, 1, 19)?,
        white: player(row, 6, 20)?,
        settings: row.try_get(11)?,
        is_rated: row.try_get(12)?,
        is_private: row.try_get(13)?,
        created: number(row, 14)?,
        over: row.try_get::<_, Option<i64>>(15)?.map(over).transpose()?,
    })
}

fn player(row: &Row, first: usize, is_bot: usize) -> Read<Player> {
    Ok(Player {
        person: row.try_get(first)?,
        name: row.try_get(first + 1)?,
        has_account: row.try_get(first + 2)?,
        is_bot: row.try_get(is_bot)?,
        rating: row.try_get(first + 3)?,
        rating_change: row.try_get(first + 4)?,
    })
}

pub(super) fn event(row: &Row) -> Read<SavedEvent> {
    Ok(SavedEvent { seq: number(row, 0)?, at: number(row, 1)?, body: row.try_get(2)? })
}

pub(super) fn chat_line(row: &Row) -> Read<ChatLine> {
    Ok(ChatLine {
        at: number(row, 0)?,
        person: row.try_get(1)?,
        name: row.try_get(2)?,
        text: row.try_get(3)?,
    })
}

/// The only column, as a text.
pub(super) fn text(row: &Row) -> Read<String> {
    row.try_get(0)
}
