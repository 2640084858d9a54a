//! What every store has to do for people.

use super::club::{LATER, account, now};
use crate::club::{ApiToken, ChatLine, ClubStore, Offer, Session};
use crate::people::{Blocked, DELETED, RatingPoint, Record};

/// Follows what was done to the games, the accounts and the ratings before.
pub(super) async fn check(store: &dyn ClubStore) {
    a_bot_is_one_before_its_first_rated_game(store).await;
    results_and_ratings_are_told(store).await;
    a_new_password_ends_other_sessions(store).await;
    a_recovery_code_is_used_once(store).await;
    people_are_blocked_up_to_a_limit(store).await;
    seeks_last_while_they_are_extended(store).await;
    of_a_deleted_account_the_games_stay(store).await;
}

fn session(hash: &str, person: &str) -> Session {
    let (hash, person, name) = (hash.to_owned(), person.to_owned(), format!("name of {person}"));
    Session { hash, person, name, has_account: true, expires: LATER }
}

async fn is_known(store: &dyn ClubStore, hash: &str) -> bool {
    store.session(hash.to_owned()).await.expect("a store finds").is_some()
}

async fn a_bot_is_one_before_its_first_rated_game(store: &dyn ClubStore) {
    assert!(!store.become_bot("u1".into()).await.expect("a store changes"), "it has played rated games");
    assert!(!store.account("u1".into()).await.expect("a store finds").expect("it is there").is_bot);
    assert!(store.become_bot("u2".into()).await.expect("a store changes"), "it is one already");
    assert!(!store.become_bot("nobody".into()).await.expect("a store changes"));
    let game = store.game("first".into()).await.expect("a store finds").expect("it is there");
    assert_eq!((game.black.is_bot, game.white.is_bot), (false, true));
}

async fn results_and_ratings_are_told(store: &dyn ClubStore) {
    let record = async |id: &str| store.record(id.to_owned()).await.expect("a store counts");
    assert_eq!(record("u1").await, Record { wins: 0, draws: 1, losses: 1 });
    assert_eq!(record("u2").await, Record { wins: 1, draws: 1, losses: 0 });
    assert_eq!(record("nobody").await, Record::default());
    let points =
        async |id: &str, limit| store.rating_points(id.to_owned(), limit).await.expect("a store lists");
    assert_eq!(points("u1", 9).await, [RatingPoint { at: 1000, rating: 1509 }]);
    assert_eq!(points("u2", 9).await, [RatingPoint { at: 1000, rating: 1491 }]);
    assert_eq!((points("u1", 0).await, points("u3", 9).await), (Vec::new(), Vec::new()));
    let leaders = async |deviation, limit| {
        let leaders = store.leaders(deviation, limit).await.expect("a store lists");
        leaders.into_iter().map(|account| account.id).collect::<Vec<_>>()
    };
    assert_eq!(leaders(300.0, 9).await, ["u1", "u2"]);
    assert_eq!(leaders(300.0, 1).await, ["u1"]);
    assert_eq!(leaders(299.0, 9).await, [""; 0]);
}

async fn a_new_password_ends_other_sessions(store: &dyn ClubStore) {
    for session in [session("desk", "u1"), session("phone", "u1"), session("other", "u2")] {
        store.add_session(session).await.expect("a store adds");
    }
    store.set_password("u1".into(), "new".into(), "desk".into()).await.expect("a store changes");
    assert_eq!(
        store.account("u1".into()).await.expect("a store finds").expect("it is there").password,
        "new"
    );
    assert!(
        is_known(store, "desk").await && is_known(store, "other").await && !is_known(store, "phone").await
    );
    store.end_sessions("u1".into()).await.expect("a store changes");
    assert!(!is_known(store, "desk").await && is_known(store, "other").await);
}

async fn a_recovery_code_is_used_once(store: &dyn ClubStore) {
    let codes = |words: [&str; 2]| words.map(str::to_owned).to_vec();
    let left = async || store.n_recovery_codes("u2".into()).await.expect("a store counts");
    let recover = async |id: &str, code: &str| {
        store.recover(id.to_owned(), code.to_owned(), "found".into()).await.expect("a store answers")
    };
    store.set_recovery_codes("u2".into(), codes(["old", "older"])).await.expect("a store keeps");
    store.set_recovery_codes("u2".into(), codes(["one", "two"])).await.expect("a store keeps");
    assert_eq!(left().await, 2);
    assert!(!recover("u2", "old").await && !recover("u1", "one").await);
    assert!(is_known(store, "other").await);
    assert!(recover("u2", "one").await && !recover("u2", "one").await);
    assert_eq!(left().await, 1);
    assert!(!is_known(store, "other").await);
    assert_eq!(
        store.account("u2".into()).await.expect("a store finds").expect("it is there").password,
        "found"
    );
}

async fn people_are_blocked_up_to_a_limit(store: &dyn ClubStore) {
    store.add_session(session("guest", "g1")).await.expect("a store adds");
    let block =
        async |other: &str| store.block("u1".into(), other.to_owned(), 2).await.expect("a store answers");
    assert!(block("u2").await && block("g1").await && !block("u3").await);
    assert!(block("u2").await, "again is not one more");
    let blocked = |person: &str, name: &str| Blocked { person: person.to_owned(), name: name.to_owned() };
    let list = store.blocked_by("u1".into()).await.expect("a store lists");
    assert_eq!(list, [blocked("u2", "Asa"), blocked("g1", "name of g1")]);
    let has =
        async |one: &str, two: &str| store.has_blocked(one.into(), two.into()).await.expect("a store finds");
    assert!(has("u1", "u2").await && !has("u2", "u1").await);
    store.unblock("u1".into(), "u2".into()).await.expect("a store changes");
    assert!(!has("u1", "u2").await);
}

async fn seeks_last_while_they_are_extended(store: &dyn ClubStore) {
    let offer = |id: &str, is_open, expires| Offer {
        id: id.to_owned(),
        code: None,
        creator: "u7".into(),
        to: None,
        is_open,
        document: "{}".into(),
        created: 1,
        expires,
    };
    let soon = now() + 60_000;
    for offer in [offer("soon", true, soon), offer("gone", true, 5), offer("challenge", false, 5)] {
        store.add_offer(offer).await.expect("a store adds");
    }
    store.extend_seeks("u7".into(), soon + 9).await.expect("a store changes");
    store.extend_seeks("u7".into(), soon + 1).await.expect("a store changes");
    assert_eq!(store.offer("soon".into()).await.expect("a store finds"), Some(offer("soon", true, soon + 9)));
    let ended = store.take_ended_seeks().await.expect("a store takes");
    assert!(ended.contains(&"gone".to_owned()) && !ended.contains(&"challenge".to_owned()), "{ended:?}");
    assert_eq!(store.take_ended_seeks().await.expect("a store takes"), [""; 0]);
    store.take_offer("soon".into()).await.expect("a store takes");
}

async fn of_a_deleted_account_the_games_stay(store: &dyn ClubStore) {
    let token = ApiToken {
        id: "t9".into(),
        hash: "hash of t9".into(),
        account: "u2".into(),
        name: "bot".into(),
        scopes: String::new(),
        created: 1,
    };
    store.add_session(session("last", "u2")).await.expect("a store adds");
    store.add_token(token).await.expect("a store adds");
    let line = ChatLine { at: 1, person: "u2".into(), name: "Asa".into(), text: "hello".into() };
    store.say("third".into(), line, None).await.expect("a store keeps");
    store.block("u1".into(), "u2".into(), 9).await.expect("a store answers");
    store.delete_account("u2".into()).await.expect("a store deletes");
    store.delete_account("u2".into()).await.expect("a store deletes");
    assert!(!is_known(store, "last").await);
    assert_eq!(store.token("hash of t9".into()).await.expect("a store finds"), None);
    assert_eq!(store.n_recovery_codes("u2".into()).await.expect("a store counts"), 0);
    assert!(!store.has_blocked("u1".into(), "u2".into()).await.expect("a store finds"));
    assert_eq!(store.account_named("asa".into()).await.expect("a store finds"), None);
    let game = store.game("first".into()).await.expect("a store finds").expect("it is there");
    assert_eq!((game.white.name.as_str(), game.white.has_account), (DELETED, false));
    assert_eq!(game.black.name, "u1");
    let said = store.chat("third".into(), 9).await.expect("a store lists");
    assert_eq!(said.last().map(|line| line.name.as_str()), Some(DELETED));
    let gone = store.account("u2".into()).await.expect("a store finds").expect("its rating stays");
    assert_eq!((gone.name.as_str(), gone.password.as_str()), (DELETED, ""));
    assert_eq!(store.leaders(300.0, 9).await.expect("a store lists").len(), 1);
    assert!(store.add_account(account("u4", "Asa")).await.expect("a store adds"), "the name is free");
}
