//! Games that begin. They go to the database as JSON, for they have many columns and seldom come alone.

use serde_json::json;

use crate::club::Begin;

/// The columns of `begun`, the games that begin: what is in the text, and what the database makes of it.
macro_rules! new_game_columns {
    () => {
        "id TEXT, black TEXT, black_name TEXT, black_has_account BOOLEAN, black_is_bot BOOLEAN, black_rating INTEGER,
         white TEXT, white_name TEXT, white_has_account BOOLEAN, white_is_bot BOOLEAN, white_rating INTEGER,
         settings TEXT, is_rated BOOLEAN, is_private BOOLEAN, created BIGINT, node TEXT"
    };
}
pub(super) use new_game_columns;

/// Parts of a statement that add the games of `begun`, unless they are there; `added_games` are those that were not.
macro_rules! add_games {
    () => {
        "added_games AS (
            INSERT INTO online_games (id, black, black_name, black_has_account, black_is_bot, black_rating,
                white, white_name, white_has_account, white_is_bot, white_rating, settings, is_rated, is_private, created)
            SELECT id, black, black_name, black_has_account, black_is_bot, black_rating,
                white, white_name, white_has_account, white_is_bot, white_rating, settings, is_rated, is_private, created
            FROM begun ON CONFLICT DO NOTHING RETURNING id
        ), added_leases AS (
            INSERT INTO leases (game, node, epoch, last_seq, is_live)
            SELECT begun.id, node, 1, 0, TRUE FROM begun JOIN added_games ON added_games.id = begun.id
        )"
    };
}
pub(super) use add_games;

/// Begins the game `$1`, if all of the offers `$2` are there. Everybody locks offers in the same order.
pub(super) const BEGIN: &str = concat!(
    "WITH offered AS (
        SELECT id FROM offers WHERE id = ANY($2::TEXT[]) AND expires > now_ms() ORDER BY id FOR UPDATE
    ), begun AS (
        SELECT begun.* FROM jsonb_to_record($1::TEXT::JSONB) AS begun (",
    new_game_columns!(),
    ") WHERE (SELECT count(*) FROM offered) = cardinality($2::TEXT[])
    ), ",
    add_games!(),
    ", taken AS (
        DELETE FROM offers WHERE id = ANY($2::TEXT[]) AND EXISTS (SELECT 1 FROM added_games)
    )
    SELECT 1 FROM added_games"
);

/// A game that begins, as the database reads it.
pub(super) fn begin_text(Begin { game, node }: &Begin) -> String {
    let (black, white) = (&game.black, &game.white);
    json!({
        "id": game.id,
        "black": black.person,
        "black_name": black.name,
        "black_has_account": black.has_account,
        "black_is_bot": black.is_bot,
        "black_rating": black.rating,
        "white": white.person,
        "white_name": white.name,
        "white_has_account": white.has_account,
        "white_is_bot": white.is_bot,
        "white_rating": white.rating,
        "settings": game.settings,
        "is_rated": game.is_rated,
        "is_private": game.is_private,
        "created": game.created,
        "node": node,
    })
    .to_string()
}
