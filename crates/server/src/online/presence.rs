//! Who is online: on this node, and on others, which tell each other now and then.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Note, NoteKind, Online, Topic, text};
use crate::wire::{OnlineMessage, PeopleOnline, PersonInfo};

/// How often others are told, if something has changed.
const TELL: Duration = Duration::from_secs(2);
/// How often nodes tell each other who is there.
const REPEAT: Duration = Duration::from_secs(10);
/// What a node has told is forgotten when it is silent this long.
const FORGET: Duration = Duration::from_secs(30);
/// People who are named.
const MAX_NAMED: usize = 100;

/// Who is online.
#[derive(Default)]
pub(crate) struct Presence {
    /// People on this node, with the number of their connections.
    here: Mutex<HashMap<String, (PersonInfo, usize)>>,
    elsewhere: Mutex<HashMap<String, (Instant, PeopleOnline)>>,
}

/// Being online, which ends when this is dropped.
pub(crate) struct Stay {
    presence: Arc<Presence>,
    id: String,
}

impl Drop for Stay {
    fn drop(&mut self) {
        let mut here = lock(&self.presence.here);
        if let Some((_, n)) = here.get_mut(&self.id) {
            *n -= 1;
            if *n == 0 {
                here.remove(&self.id);
            }
        }
    }
}

/// What a node tells the others.
#[derive(Serialize, Deserialize)]
struct Gossip {
    node: String,
    online: PeopleOnline,
}

impl Presence {
    /// Somebody is online from now on.
    pub(crate) fn enter(self: &Arc<Presence>, person: PersonInfo) -> Stay {
        let id = person.id.clone();
        lock(&self.here).entry(id.clone()).or_insert((person, 0)).1 += 1;
        Stay { presence: self.clone(), id }
    }

    /// Somebody's rating has changed.
    pub(crate) fn rated(&self, id: &str, rating: i32) {
        if let Some((person, _)) = lock(&self.here).get_mut(id) {
            person.rating = Some(rating);
        }
    }

    fn here(&self) -> PeopleOnline {
        let here = lock(&self.here);
        let named = here.values().map(|(person, _)| person).filter(|person| !person.guest).cloned();
        PeopleOnline { count: here.len() as u32, people: best(named) }
    }

    /// Everybody.
    pub(crate) fn all(&self) -> PeopleOnline {
        let PeopleOnline { mut count, mut people } = self.here();
        let mut elsewhere = lock(&self.elsewhere);
        elsewhere.retain(|_, (heard, _)| heard.elapsed() < FORGET);
        for (_, online) in elsewhere.values() {
            count += online.count;
            people.extend(online.people.iter().cloned());
        }
        PeopleOnline { count, people: best(people) }
    }

    /// Is this person online?
    pub(crate) fn has(&self, id: &str) -> bool {
        let is_there =
            |(_, online): &(Instant, PeopleOnline)| online.people.iter().any(|person| person.id == id);
        lock(&self.here).contains_key(id) || lock(&self.elsewhere).values().any(is_there)
    }

    fn hear(&self, own: &str, said: &str) {
        let Ok(Gossip { node, online }) = serde_json::from_str(said) else { return };
        if node != own {
            lock(&self.elsewhere).insert(node, (Instant::now(), online));
        }
    }
}

/// Each once, the best first.
fn best(people: impl IntoIterator<Item = PersonInfo>) -> Vec<PersonInfo> {
    let each: BTreeMap<String, PersonInfo> =
        people.into_iter().map(|person| (person.id.clone(), person)).collect();
    let mut people: Vec<PersonInfo> = each.into_values().collect();
    people.sort_by_key(|person| std::cmp::Reverse(person.rating));
    people.truncate(MAX_NAMED);
    people
}

impl Online {
    /// Tells the lobby and the other nodes who is online, for ever.
    pub(super) async fn tell_presence(&self) {
        let (outbox, mut heard) = self.hub().outbox();
        let _listening = self.hub().subscribe(Topic::Nodes, &outbox);
        let mut interval = tokio::time::interval(TELL);
        let mut told = (PeopleOnline::default(), PeopleOnline::default());
        let mut repeated = Instant::now();
        loop {
            tokio::select! {
                Some(note) = heard.recv() => self.presence().hear(self.node().name(), &note.text),
                _ = interval.tick() => {
                    let here = self.presence().here();
                    if here != told.0 || repeated.elapsed() >= REPEAT {
                        repeated = Instant::now();
                        self.gossip(here.clone());
                    }
                    let all = self.presence().all();
                    if all != told.1 {
                        self.tell_lobby_here(&OnlineMessage::Online { online: all.clone() });
                    }
                    told = (here, all);
                }
            }
        }
    }

    fn gossip(&self, online: PeopleOnline) {
        let gossip = Gossip { node: self.node().name().to_owned(), online };
        if let Ok(said) = serde_json::to_string(&gossip) {
            self.hub().publish(Note { topic: Topic::Nodes, kind: NoteKind::Other, text: said.into() });
        }
    }

    /// Every node tells its own: each knows of the others by itself.
    fn tell_lobby_here(&self, message: &OnlineMessage) {
        if let Some(text) = text(message) {
            self.hub().deliver(Note { topic: Topic::Lobby, kind: NoteKind::Other, text });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str, rating: Option<i32>) -> PersonInfo {
        let guest = rating.is_none();
        PersonInfo { id: id.to_owned(), name: id.to_owned(), rating, rating_change: None, guest, bot: false }
    }

    fn names(online: &PeopleOnline) -> Vec<&str> {
        online.people.iter().map(|person| person.name.as_str()).collect()
    }

    #[test]
    fn people_are_counted_once_and_guests_are_not_named() {
        let presence = Arc::new(Presence::default());
        let _marion = presence.enter(person("marion", Some(1500)));
        let phone = presence.enter(person("marion", Some(1500)));
        let asa = presence.enter(person("asa", Some(1600)));
        let _guest = presence.enter(person("guest", None));
        let all = presence.all();
        assert_eq!((all.count, names(&all)), (3, vec!["asa", "marion"]));
        drop((phone, asa));
        assert_eq!((presence.all().count, presence.has("marion"), presence.has("asa")), (2, true, false));
    }

    #[test]
    fn other_nodes_tell_who_is_there() {
        let presence = Arc::new(Presence::default());
        let _marion = presence.enter(person("marion", Some(1500)));
        let online = PeopleOnline { count: 7, people: vec![person("asa", Some(1400))] };
        let said = |node: &str| {
            serde_json::to_string(&Gossip { node: node.to_owned(), online: online.clone() }).unwrap()
        };
        presence.hear("one", &said("one"));
        assert_eq!(presence.all().count, 1, "what oneself has said is known");
        presence.hear("one", &said("two"));
        presence.hear("one", &said("two"));
        presence.hear("one", "nonsense");
        let all = presence.all();
        assert_eq!((all.count, names(&all)), (8, vec!["marion", "asa"]));
        assert!(presence.has("asa"));
    }
}
