//! What every store has to do for play over a network.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::club::{
    Account, ApiToken, Append, Appended, Begin, ChatLine, Claim, ClubStore, Ending, Offer, OnlineGame, Over,
    Player, RatingChange, SavedEvent, SavedRating, Search, Session,
};

/// Checks that a store, which is empty, keeps what it promises about play over a network. It is not empty afterwards.
/// It takes about a second, for leases have to end.
///
/// # Panics
///
/// When it does not.
pub async fn check_club(store: &dyn ClubStore) {
    accounts_have_names_of_their_own(store).await;
    sessions_and_tokens_are_found_by_their_hashes(store).await;
    an_offer_is_taken_once(store).await;
    an_offer_becomes_a_game_at_once(store).await;
    a_game_follows_another(store).await;
    a_game_rests(store).await;
    events_follow_each_other(store).await;
    a_game_has_one_owner(store).await;
    a_node_gives_its_games_back(store).await;
    games_are_found(store).await;
    ratings_change_once(store).await;
    chat_and_seats(store).await;
    super::people::check(store).await;
    what_has_ended_is_tidied_up(store).await;
}

const LEASE_MS: u64 = 300;
/// Long after all tests.
pub(super) const LATER: u64 = 1 << 50;

pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

pub(super) fn account(id: &str, name: &str) -> Account {
    let rating = SavedRating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0, changed: 7 };
    let folded = name.to_lowercase();
    let password = format!("hash of {id}");
    Account { id: id.to_owned(), name: name.to_owned(), folded, password, is_bot: false, created: 5, rating }
}

async fn accounts_have_names_of_their_own(store: &dyn ClubStore) {
    assert!(store.add_account(account("u1", "Marion")).await.expect("a store adds"));
    assert!(!store.add_account(account("u9", "MARION")).await.expect("a store adds"), "the name is taken");
    assert!(store.add_account(account("u2", "Asa")).await.expect("a store adds"));
    assert_eq!(store.account("u1".into()).await.expect("a store finds"), Some(account("u1", "Marion")));
    assert_eq!(store.account("u9".into()).await.expect("a store finds"), None);
    assert!(store.become_bot("u2".into()).await.expect("a store changes"));
    let asa = Account { is_bot: true, ..account("u2", "Asa") };
    assert_eq!(store.account_named("asa".into()).await.expect("a store finds"), Some(asa));
}

async fn sessions_and_tokens_are_found_by_their_hashes(store: &dyn ClubStore) {
    let session = |hash: &str, expires| Session {
        hash: hash.to_owned(),
        person: "u1".into(),
        name: "Marion".into(),
        has_account: true,
        expires,
    };
    for session in [session("s1", LATER), session("old", 5)] {
        store.add_session(session).await.expect("a store adds");
    }
    assert_eq!(store.session("s1".into()).await.expect("a store finds"), Some(session("s1", LATER)));
    assert_eq!(store.session("old".into()).await.expect("a store finds"), None, "it has ended");
    store.delete_session("s1".into()).await.expect("a store deletes");
    assert_eq!(store.session("s1".into()).await.expect("a store finds"), None);

    let token = |id: &str, created| ApiToken {
        id: id.to_owned(),
        hash: format!("hash of {id}"),
        account: "u1".into(),
        name: "bot".into(),
        scopes: "bot:play".into(),
        created,
    };
    for token in [token("t1", 1), token("t2", 2)] {
        store.add_token(token).await.expect("a store adds");
    }
    assert_eq!(store.token("hash of t1".into()).await.expect("a store finds"), Some(token("t1", 1)));
    assert_eq!(store.tokens("u1".into()).await.expect("a store lists"), [token("t2", 2), token("t1", 1)]);
    assert!(!store.delete_token("u2".into(), "t1".into()).await.expect("a store deletes"), "it is another's");
    assert!(store.delete_token("u1".into(), "t1".into()).await.expect("a store deletes"));
    assert_eq!(store.token("hash of t1".into()).await.expect("a store finds"), None);
}

async fn an_offer_is_taken_once(store: &dyn ClubStore) {
    let offer = |id: &str, is_open: bool, created| Offer {
        id: id.to_owned(),
        code: (!is_open).then(|| format!("code of {id}")),
        creator: "u1".into(),
        to: (!is_open).then(|| "u2".to_owned()),
        is_open,
        document: "{}".into(),
        created,
        expires: LATER,
    };
    for offer in [offer("o2", true, 2), offer("o1", true, 1), offer("o3", false, 3)] {
        store.add_offer(offer).await.expect("a store adds");
    }
    store.add_offer(Offer { expires: 5, ..offer("over", true, 4) }).await.expect("a store adds");
    assert_eq!(
        store.open_offers(9).await.expect("a store lists"),
        [offer("o1", true, 1), offer("o2", true, 2)]
    );
    assert_eq!(store.offer("code of o3".into()).await.expect("a store finds"), Some(offer("o3", false, 3)));
    assert_eq!(store.offer("over".into()).await.expect("a store finds"), None);
    assert_eq!(store.offers_of("u2".into()).await.expect("a store lists"), [offer("o3", false, 3)]);
    assert_eq!(store.offers_of("u1".into()).await.expect("a store lists").len(), 3);
    // Several ask for it at the same time.
    let (one, two, three) = tokio::join!(
        store.take_offer("o1".into()),
        store.take_offer("o1".into()),
        store.take_offer("o1".into())
    );
    let taken: Vec<Offer> =
        [one, two, three].into_iter().filter_map(|one| one.expect("a store takes")).collect();
    assert_eq!(taken, [offer("o1", true, 1)], "exactly one of them gets it");
    assert_eq!(store.offer("o1".into()).await.expect("a store finds"), None);
    assert_eq!(store.take_offer("over".into()).await.expect("a store takes"), None);
}

async fn an_offer_becomes_a_game_at_once(store: &dyn ClubStore) {
    let offer = |id: &str| Offer {
        id: id.to_owned(),
        code: None,
        creator: "u1".into(),
        to: None,
        is_open: true,
        document: "{}".into(),
        created: 50,
        expires: LATER,
    };
    for id in ["met", "own", "lost"] {
        store.add_offer(offer(id)).await.expect("a store adds");
    }
    store.heartbeat("one".into()).await.expect("a sign of life");
    let begin = |id: &str, offers: &[&str]| {
        let game = quiet(id, 50);
        let offers = offers.iter().map(|id| (*id).to_owned()).collect();
        store.begin(Begin { game, node: "one".to_owned() }, offers)
    };
    let is_begun = |done: Result<bool, crate::StoreError>| done.expect("a store begins");
    assert!(!is_begun(begin("lost", &["lost", "gone"]).await), "one of the offers is not there");
    assert_eq!(
        store.offer("lost".into()).await.expect("a store finds"),
        Some(offer("lost")),
        "so neither is taken"
    );
    assert_eq!(store.game("lost".into()).await.expect("a store finds"), None);
    // Two want it at the same time, and the one who gets it has an offer that goes with it.
    let (one, two) = tokio::join!(begin("met", &["met", "own"]), begin("met", &["met"]));
    assert!(is_begun(one) != is_begun(two), "one of them gets it");
    assert_eq!(store.offer("met".into()).await.expect("a store finds"), None);
    assert!(store.game("met".into()).await.expect("a store finds").is_some());
    assert!(!is_begun(begin("met", &["lost"]).await), "there is such a game");
    assert_eq!(append(store, "met", 1, 1..=1).await, Appended::Done, "it has an owner");
    end(store, "met", 1, 2, over(10, "aborted"), Vec::new()).await;
    for id in ["own", "lost"] {
        store.take_offer(id.into()).await.expect("a store takes");
    }
}

/// Events that begin another game add it with them, or not at all.
async fn a_game_follows_another(store: &dyn ClubStore) {
    let begins = |id: &str| {
        let game = quiet(id, 60);
        Some(Begin { game, node: "one".to_owned() })
    };
    let append = async |epoch, seq, begins| {
        let append = Append { game: "met".into(), epoch, events: vec![event(seq)], ending: None, begins };
        store.append(append).await.expect("a store answers")
    };
    assert_eq!(append(7, 3, begins("next")).await, Appended::Fenced);
    assert_eq!(append(1, 9, begins("next")).await, Appended::Stale);
    assert_eq!(store.game("next".into()).await.expect("a store finds"), None);
    assert_eq!(append(1, 3, begins("next")).await, Appended::Done);
    let next = begins("next").expect("it is one").game;
    assert_eq!(store.game("next".into()).await.expect("a store finds"), Some(next.clone()));
    // The same once more adds nothing.
    let other = Begin { game: OnlineGame { created: 61, ..next.clone() }, node: "two".to_owned() };
    assert_eq!(append(1, 4, Some(other)).await, Appended::Done);
    assert_eq!(store.game("next".into()).await.expect("a store finds"), Some(next));
    end(store, "next", 1, 1, over(11, "aborted"), Vec::new()).await;
}

/// A game in which nothing is expected to happen has no owner, and is no orphan before its time.
async fn a_game_rests(store: &dyn ClubStore) {
    add(store, quiet("slow", 70), "one").await;
    let rest = async |epoch, wakes| store.rest("slow".into(), epoch, wakes).await.expect("a store answers");
    assert!(!rest(2, LATER).await, "only its owner puts it down");
    assert!(rest(1, LATER).await);
    assert!(orphans(store).await.is_empty());
    assert_eq!(
        claim(store, "slow", "two").await,
        Claim::Owned { epoch: 2, idle_ms: 0 },
        "anybody takes it up"
    );
    assert_eq!(append(store, "slow", 1, 1..=1).await, Appended::Fenced);
    assert!(rest(2, now() - 1).await);
    assert_eq!(orphans(store).await, ["slow"], "its time has come");
    assert_eq!(claim(store, "slow", "one").await, Claim::Owned { epoch: 3, idle_ms: 0 });
    end(store, "slow", 3, 1, over(12, "aborted"), Vec::new()).await;
    assert!(!rest(3, LATER).await, "it is over");
}

fn player(person: &str) -> Player {
    let rating = person.starts_with('u').then_some(1500);
    Player {
        person: person.to_owned(),
        name: person.to_owned(),
        has_account: true,
        is_bot: person == "u2",
        rating,
        rating_change: None,
    }
}

fn game(id: &str, created: u64) -> OnlineGame {
    OnlineGame {
        id: id.to_owned(),
        black: player("u1"),
        white: player("u2"),
        settings: "{}".into(),
        is_rated: true,
        is_private: false,
        created,
        over: None,
    }
}

/// A game that no list of the other checks shows.
fn quiet(id: &str, created: u64) -> OnlineGame {
    let (black, white) = (player("g1"), player("g2"));
    OnlineGame { black, white, is_rated: false, is_private: true, ..game(id, created) }
}

async fn add(store: &dyn ClubStore, game: OnlineGame, node: &str) {
    store.heartbeat(node.to_owned()).await.expect("a sign of life");
    assert!(store.begin(Begin { game, node: node.to_owned() }, Vec::new()).await.expect("a store adds"));
}

fn event(seq: u64) -> SavedEvent {
    SavedEvent { seq, at: 100 + seq, body: format!("event {seq}") }
}

async fn append(
    store: &dyn ClubStore,
    game: &str,
    epoch: u64,
    numbers: std::ops::RangeInclusive<u64>,
) -> Appended {
    let append = Append {
        game: game.to_owned(),
        epoch,
        events: numbers.map(event).collect(),
        ending: None,
        begins: None,
    };
    store.append(append).await.expect("a store answers")
}

async fn numbers(store: &dyn ClubStore, game: &str, after: u64) -> Vec<u64> {
    let events = store.events(game.to_owned(), after).await.expect("a store lists");
    assert!(events.iter().all(|found| *found == event(found.seq)));
    events.into_iter().map(|event| event.seq).collect()
}

async fn events_follow_each_other(store: &dyn ClubStore) {
    add(store, game("first", 10), "one").await;
    assert_eq!(store.game("first".into()).await.expect("a store finds"), Some(game("first", 10)));
    assert_eq!(store.game("nobody".into()).await.expect("a store finds"), None);
    assert_eq!(append(store, "first", 1, 1..=2).await, Appended::Done);
    assert_eq!(append(store, "first", 1, 2..=3).await, Appended::Stale, "2 is there already");
    assert_eq!(append(store, "first", 1, 4..=4).await, Appended::Stale, "3 is missing");
    assert_eq!(append(store, "first", 2, 3..=3).await, Appended::Fenced, "nobody owns it in epoch 2");
    assert_eq!(append(store, "nobody", 1, 1..=1).await, Appended::Fenced);
    assert_eq!(append(store, "first", 1, 3..=3).await, Appended::Done);
    assert_eq!(numbers(store, "first", 0).await, [1, 2, 3]);
    assert_eq!(numbers(store, "first", 2).await, [3]);
}

async fn claim(store: &dyn ClubStore, game: &str, node: &str) -> Claim {
    store.claim(game.to_owned(), node.to_owned(), LEASE_MS).await.expect("a store answers")
}

async fn orphans(store: &dyn ClubStore) -> Vec<String> {
    store.orphans(LEASE_MS, 100).await.expect("a store lists")
}

async fn a_game_has_one_owner(store: &dyn ClubStore) {
    store.heartbeat("one".into()).await.expect("a sign of life");
    store.heartbeat("two".into()).await.expect("a sign of life");
    assert_eq!(claim(store, "first", "two").await, Claim::Other("one".into()));
    assert_eq!(claim(store, "nobody", "two").await, Claim::Unknown);
    assert!(orphans(store).await.is_empty());
    // The owner may begin anew; what it began before cannot be ended then.
    assert!(matches!(claim(store, "first", "one").await, Claim::Owned { epoch: 2, .. }));
    assert_eq!(append(store, "first", 1, 4..=4).await, Appended::Fenced);
    assert_eq!(append(store, "first", 2, 4..=4).await, Appended::Done);
    // The owner gives no sign of life any more.
    tokio::time::sleep(Duration::from_millis(LEASE_MS + 50)).await;
    store.heartbeat("two".into()).await.expect("a sign of life");
    assert_eq!(orphans(store).await, ["first"]);
    let Claim::Owned { epoch: 3, idle_ms } = claim(store, "first", "two").await else { panic!("not owned") };
    assert!((LEASE_MS..10_000).contains(&idle_ms), "{idle_ms}");
    assert_eq!(append(store, "first", 2, 5..=5).await, Appended::Fenced);
    assert_eq!(append(store, "first", 3, 5..=5).await, Appended::Done);
    store.heartbeat("one".into()).await.expect("a sign of life");
    assert_eq!(claim(store, "first", "one").await, Claim::Other("two".into()));
}

async fn a_node_gives_its_games_back(store: &dyn ClubStore) {
    store.leave("two".into()).await.expect("a store answers");
    assert_eq!(orphans(store).await, ["first"]);
    tokio::time::sleep(Duration::from_millis(60)).await;
    let Claim::Owned { epoch: 4, idle_ms } = claim(store, "first", "one").await else { panic!("not owned") };
    assert!((50..LEASE_MS).contains(&idle_ms), "{idle_ms}");
    // A node that is started again owns nothing, and knows since when.
    store.heartbeat("one".into()).await.expect("a sign of life");
    tokio::time::sleep(Duration::from_millis(60)).await;
    store.enter("one".into()).await.expect("a store answers");
    assert_eq!(orphans(store).await, ["first"]);
    let Claim::Owned { epoch: 5, idle_ms } = claim(store, "first", "one").await else { panic!("not owned") };
    assert!((50..LEASE_MS).contains(&idle_ms), "{idle_ms}");
}

async fn end(store: &dyn ClubStore, game: &str, epoch: u64, seq: u64, over: Over, positions: Vec<u64>) {
    let ending = Some(Ending { over, positions });
    let append = Append { game: game.to_owned(), epoch, events: vec![event(seq)], ending, begins: None };
    assert_eq!(store.append(append).await.expect("a store answers"), Appended::Done);
}

fn over(ended: u64, result: &str) -> Over {
    let opening = (result == "draw").then(|| "Defiance".to_owned());
    Over { ended, result: result.to_owned(), opening, summary: format!("summary {ended}") }
}

async fn games_are_found(store: &dyn ClubStore) {
    add(store, OnlineGame { is_private: true, ..game("secret", 20) }, "one").await;
    add(store, OnlineGame { white: player("u3"), is_rated: false, ..game("third", 30) }, "one").await;
    let names = |games: Vec<OnlineGame>| games.into_iter().map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(names(store.live_games(9).await.expect("a store lists")), ["third", "first"]);
    assert_eq!(names(store.live_games(1).await.expect("a store lists")), ["third"]);
    assert_eq!(names(store.games_of("u2".into()).await.expect("a store lists")), ["secret", "first"]);

    // A key may be any number of 64 bits, and a game may come to a position twice.
    end(store, "first", 5, 6, over(1000, "draw"), vec![1, u64::MAX, 1]).await;
    end(store, "third", 1, 1, over(2000, "black"), vec![1, 2]).await;
    assert!(store.live_games(9).await.expect("a store lists").is_empty());
    assert_eq!(names(store.games_of("u2".into()).await.expect("a store lists")), ["secret"]);
    end(store, "secret", 1, 1, over(3000, "white"), vec![2]).await;
    let found = store.game("first".into()).await.expect("a store finds").expect("it is there");
    assert_eq!(found.over, Some(over(1000, "draw")));
    assert!(orphans(store).await.is_empty());

    let search = |change: fn(&mut Search)| {
        let mut search = Search { limit: 10, ..Search::default() };
        change(&mut search);
        async move { names(store.search(search).await.expect("a store searches")) }
    };
    assert_eq!(search(|_| {}).await, ["third", "first"], "private games are not told");
    assert_eq!(search(|search| search.viewer = Some("u2".into())).await, ["secret", "third", "first"]);
    assert_eq!(search(|search| search.viewer = Some("u3".into())).await, ["third", "first"]);
    assert_eq!(search(|search| search.player = Some("u2".into())).await, ["first"]);
    let both = |search: &mut Search| {
        search.player = Some("u3".into());
        search.opponent = Some("u1".into());
    };
    assert_eq!(search(both).await, ["third"]);
    assert_eq!(search(|search| search.result = Some("black".into())).await, ["third"]);
    assert_eq!(search(|search| search.opening = Some("Defiance".into())).await, ["first"]);
    assert_eq!(search(|search| search.position = Some(1)).await, ["third", "first"]);
    assert_eq!(search(|search| search.position = Some(u64::MAX)).await, ["first"]);
    assert_eq!(search(|search| search.position = Some(3)).await, [""; 0]);
    assert_eq!(search(|search| search.limit = 1).await, ["third"]);
    assert_eq!(search(|search| search.after = Some((2000, "third".into()))).await, ["first"]);
}

fn change(account: &str, games: u32, difference: i32) -> RatingChange {
    let rating = 1500.0 + f64::from(difference);
    let rating = SavedRating { rating, deviation: 300.0, volatility: 0.06, games, changed: 99 };
    RatingChange { account: account.to_owned(), rating, difference }
}

async fn ratings_change_once(store: &dyn ClubStore) {
    let unrated = async || store.unrated(9).await.expect("a store lists");
    let mut found = unrated().await;
    found.sort();
    assert_eq!(found, ["first", "secret"]);
    let rate = async |game: &str, changes: [RatingChange; 2]| {
        store.rate(game.to_owned(), changes).await.expect("a store rates")
    };
    assert!(
        !rate("first", [change("u1", 2, 9), change("u2", 1, -9)]).await,
        "computed from what is not there"
    );
    assert!(!rate("first", [change("u1", 1, 9), change("u2", 5, -9)]).await, "nor half of it");
    assert!(rate("first", [change("u1", 1, 9), change("u2", 1, -9)]).await);
    assert!(!rate("first", [change("u1", 2, 9), change("u2", 2, -9)]).await, "a game is rated once");
    let marion = store.account("u1".into()).await.expect("a store finds").expect("it is there");
    assert_eq!(marion.rating, change("u1", 1, 9).rating);
    let game = store.game("first".into()).await.expect("a store finds").expect("it is there");
    assert_eq!((game.black.rating_change, game.white.rating_change), (Some(9), Some(-9)));
    assert_eq!(unrated().await, ["secret"]);
}

async fn chat_and_seats(store: &dyn ClubStore) {
    let line =
        |at, text: &str| ChatLine { at, person: "u1".into(), name: "Marion".into(), text: text.to_owned() };
    for line in [line(3, "one"), line(2, "two '; --"), line(1, "three")] {
        assert!(store.say("first".into(), line, None).await.expect("a store keeps"));
    }
    let chat = store.chat("first".into(), 2).await.expect("a store lists");
    assert_eq!(chat, [line(2, "two '; --"), line(1, "three")], "in the order in which it was said");
    // A line that is sent again is not said again; the same number from somebody else, or elsewhere, is another line.
    let say = async |game: &str, line: ChatLine| {
        store.say(game.into(), line, Some(u64::MAX)).await.expect("a store keeps")
    };
    let asa = ChatLine { person: "u2".into(), ..line(5, "me too") };
    assert!(say("first", line(4, "hello")).await && !say("first", line(4, "hello")).await);
    assert!(say("first", asa).await && say("third", line(4, "hello")).await);
    assert_eq!(store.chat("first".into(), 9).await.expect("a store lists").len(), 5);
    store.set_seat("first".into(), 0, "black".into()).await.expect("a store keeps");
    store.set_seat("first".into(), 1, "old".into()).await.expect("a store keeps");
    store.set_seat("first".into(), 1, "white".into()).await.expect("a store keeps");
    let seat =
        async |game: &str, hash: &str| store.seat(game.into(), hash.into()).await.expect("a store finds");
    assert_eq!((seat("first", "black").await, seat("first", "white").await), (Some(0), Some(1)));
    assert_eq!((seat("first", "old").await, seat("third", "black").await), (None, None));
}

async fn what_has_ended_is_tidied_up(store: &dyn ClubStore) {
    let session = |hash: &str, expires| Session {
        hash: hash.to_owned(),
        person: "g".into(),
        name: "short".into(),
        has_account: false,
        expires,
    };
    for session in [session("ends", now() - 1), session("stays", LATER)] {
        store.add_session(session).await.expect("a store adds");
    }
    let tidy = async || store.tidy().await.expect("a store tidies");
    assert_eq!(tidy().await, 2, "this one, and an offer of the checks before");
    assert_eq!(tidy().await, 0, "they are gone");
    let found = store.session("stays".into()).await.expect("a store finds");
    assert_eq!(found, Some(session("stays", LATER)));
    assert_eq!(store.open_offers(9).await.expect("a store lists").len(), 1);
}
