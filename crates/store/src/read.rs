//! From rows to what they mean. The columns of each are those of its statements in `statements.rs`.

use crate::StoreError;
use crate::club::{
    Account, ApiToken, ChatLine, Offer, OnlineGame, Over, Player, SavedEvent, SavedRating, Session,
};
use crate::database::{Field, Row};
use crate::people::{Blocked, RatingPoint, Record};
use crate::studies::{ListedStudy, OldGame, Study, Visibility};

type Got<T> = Result<T, StoreError>;

/// The only column.
pub(crate) fn only<T: Field>(row: &mut Row<'_>) -> Got<T> {
    row.next()
}

pub(crate) fn account(row: &mut Row<'_>) -> Got<Account> {
    Ok(Account {
        id: row.next()?,
        name: row.next()?,
        folded: row.next()?,
        password: row.next()?,
        is_bot: row.next()?,
        created: row.next()?,
        rating: SavedRating {
            rating: row.next()?,
            deviation: row.next()?,
            volatility: row.next()?,
            games: row.next()?,
            changed: row.next()?,
        },
    })
}

pub(crate) fn session(row: &mut Row<'_>) -> Got<Session> {
    Ok(Session {
        hash: row.next()?,
        person: row.next()?,
        name: row.next()?,
        has_account: row.next()?,
        expires: row.next()?,
    })
}

pub(crate) fn token(row: &mut Row<'_>) -> Got<ApiToken> {
    Ok(ApiToken {
        id: row.next()?,
        hash: row.next()?,
        account: row.next()?,
        name: row.next()?,
        scopes: row.next()?,
        created: row.next()?,
    })
}

pub(crate) fn offer(row: &mut Row<'_>) -> Got<Offer> {
    Ok(Offer {
        id: row.next()?,
        code: row.next()?,
        creator: row.next()?,
        to: row.next()?,
        is_open: row.next()?,
        document: row.next()?,
        created: row.next()?,
        expires: row.next()?,
    })
}

pub(crate) fn game(row: &mut Row<'_>) -> Got<OnlineGame> {
    Ok(OnlineGame {
        id: row.next()?,
        black: player(row)?,
        white: player(row)?,
        settings: row.next()?,
        is_rated: row.next()?,
        is_private: row.next()?,
        created: row.next()?,
        over: match row.next()? {
            Some(ended) => Some(over(ended, row)?),
            None => None,
        },
    })
}

fn player(row: &mut Row<'_>) -> Got<Player> {
    Ok(Player {
        person: row.next()?,
        name: row.next()?,
        has_account: row.next()?,
        is_bot: row.next()?,
        rating: row.next()?,
        rating_change: row.next()?,
    })
}

fn over(ended: u64, row: &mut Row<'_>) -> Got<Over> {
    Ok(Over { ended, result: row.next()?, opening: row.next()?, summary: row.next()? })
}

pub(crate) fn event(row: &mut Row<'_>) -> Got<SavedEvent> {
    Ok(SavedEvent { seq: row.next()?, at: row.next()?, body: row.next()? })
}

pub(crate) fn chat_line(row: &mut Row<'_>) -> Got<ChatLine> {
    Ok(ChatLine { at: row.next()?, person: row.next()?, name: row.next()?, text: row.next()? })
}

pub(crate) fn blocked(row: &mut Row<'_>) -> Got<Blocked> {
    Ok(Blocked { person: row.next()?, name: row.next()? })
}

pub(crate) fn record(row: &mut Row<'_>) -> Got<Record> {
    Ok(Record { wins: row.next()?, draws: row.next()?, losses: row.next()? })
}

pub(crate) fn rating_point(row: &mut Row<'_>) -> Got<RatingPoint> {
    Ok(RatingPoint { at: row.next()?, rating: row.next()? })
}

pub(crate) fn study(row: &mut Row<'_>) -> Got<Study> {
    Ok(Study {
        id: row.next()?,
        owner: row.next()?,
        title: row.next()?,
        visibility: visibility(row)?,
        version: row.next()?,
        created: row.next()?,
        changed: row.next()?,
        pdn: row.next()?,
    })
}

pub(crate) fn listed_study(row: &mut Row<'_>) -> Got<ListedStudy> {
    Ok(ListedStudy {
        id: row.next()?,
        title: row.next()?,
        visibility: visibility(row)?,
        version: row.next()?,
        created: row.next()?,
        changed: row.next()?,
    })
}

fn visibility(row: &mut Row<'_>) -> Got<Visibility> {
    Ok(Visibility::from_word(&row.next::<String>()?))
}

pub(crate) fn old_game(row: &mut Row<'_>) -> Got<OldGame> {
    Ok(OldGame {
        id: row.next()?,
        version: row.next()?,
        created: row.next()?,
        changed: row.next()?,
        document: row.next()?,
    })
}
