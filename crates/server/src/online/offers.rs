//! Seeks of the lobby, and challenges by link, code or name.

use crownhead_board::Color;
use crownhead_store::club::Offer;
use serde::{Deserialize, Serialize};

use super::{Online, Person, Topic, convert, is_id, new_id, now, secret};
use crate::error::ApiError;
use crate::wire::{
    ChallengeInfo, ErrorCode, NewChallenge, OnlineMessage, OnlineSettings, PersonInfo, SeekAnswer, SeekInfo,
    StartedGame, Wish,
};

/// The seek of a program ends after this.
const SEEK_MS: u64 = 10 * 60 * 1000;
/// How long a seek lasts after its person was last connected, to whatever node,
const SEEK_LEASE_MS: u64 = 30 * 1000;
/// and in any case no longer than this.
const MAX_SEEK_MS: u64 = 60 * 60 * 1000;
/// A challenge ends after this.
const CHALLENGE_MS: u64 = 24 * 3600 * 1000;
/// Seeks that are shown, and looked through for one that fits.
const MAX_SEEKS: u32 = 200;
/// Offers that one person may have.
const MAX_OFFERS: usize = 20;

/// Games in progress with which somebody may begin another.
const MAX_GAMES: usize = 50;

/// An offer as it is kept.
#[derive(Clone, Serialize, Deserialize)]
struct Terms {
    #[serde(deserialize_with = "convert::kept_settings")]
    settings: OnlineSettings,
    name: String,
    has_account: bool,
    #[serde(default)]
    is_bot: bool,
    rating: Option<i32>,
    /// The name of the only person who may take it.
    to: Option<String>,
}

fn read(offer: &Offer) -> Option<Terms> {
    match serde_json::from_str(&offer.document) {
        Ok(terms) => Some(terms),
        Err(error) => {
            tracing::error!(offer = offer.id, "{error}");
            None
        }
    }
}

impl Terms {
    fn by(&self, offer: &Offer) -> PersonInfo {
        PersonInfo {
            id: offer.creator.clone(),
            name: self.name.clone(),
            rating: self.rating,
            rating_change: None,
            guest: !self.has_account,
            bot: self.is_bot,
        }
    }

    fn creator(&self, offer: &Offer) -> Person {
        Person { id: offer.creator.clone(), name: self.name.clone(), has_account: self.has_account }
    }
}

fn seek_info(offer: &Offer) -> Option<SeekInfo> {
    let terms = read(offer)?;
    Some(SeekInfo {
        id: offer.id.clone(),
        by: terms.by(offer),
        settings: terms.settings,
        created: offer.created,
    })
}

fn challenge_info(offer: &Offer) -> Option<ChallengeInfo> {
    let terms = read(offer)?;
    Some(ChallengeInfo {
        id: offer.id.clone(),
        code: offer.code.clone()?,
        by: terms.by(offer),
        to: terms.to.clone(),
        settings: terms.settings,
        expires: offer.expires,
    })
}

fn no_offer() -> ApiError {
    ApiError::not_found("offer: it was accepted, or has expired")
}

impl Online {
    /// The open seeks.
    pub(crate) async fn seeks(&self) -> Result<Vec<SeekInfo>, ApiError> {
        let offers = self.store().open_offers(MAX_SEEKS).await?;
        Ok(offers.iter().filter_map(seek_info).collect())
    }

    /// Seeks a game: takes a seek that fits, or leaves one in the lobby.
    pub(crate) async fn seek(
        &self,
        person: &Person,
        settings: OnlineSettings,
    ) -> Result<SeekAnswer, ApiError> {
        let settings = convert::normal(settings)?;
        if settings.private {
            return Err(ApiError::new(ErrorCode::BadValue, "Games offered in the lobby cannot be private."));
        }
        may_play(person, &settings)?;
        self.may_begin(person).await?;
        self.withdraw_seeks(person).await?;
        if let Some(started) = self.meet(person, &settings, None).await? {
            return Ok(started);
        }
        let offer = self.make_offer(person, settings.clone(), None, true).await?;
        // Two who seek at the same moment have not seen each other; the later one looks again.
        if let Some(started) = self.meet(person, &settings, Some(&offer)).await? {
            return Ok(started);
        }
        Ok(SeekAnswer::Waiting { seek: self.tell_seek(&offer)? })
    }

    fn tell_seek(&self, offer: &Offer) -> Result<SeekInfo, ApiError> {
        let seek = seek_info(offer).ok_or_else(no_offer)?;
        self.tell_lobby(&OnlineMessage::SeekAdded { seek: seek.clone() });
        Ok(seek)
    }

    /// Takes a seek that fits, one that is older than the person's own.
    async fn meet(
        &self,
        person: &Person,
        settings: &OnlineSettings,
        own: Option<&Offer>,
    ) -> Result<Option<SeekAnswer>, ApiError> {
        for offer in self.store().open_offers(MAX_SEEKS).await? {
            let is_older = own.is_none_or(|own| (offer.created, &offer.id) < (own.created, &own.id));
            let is_fit = read(&offer).is_some_and(|terms| fits(&terms.settings, settings));
            if offer.creator == person.id
                || !is_older
                || !is_fit
                || self.are_apart(person, &offer.creator).await?
            {
                continue;
            }
            let own = own.map(|own| own.id.clone());
            if let Some(StartedGame { game, side }) = self.take(offer, person, settings.side, own).await? {
                return Ok(Some(SeekAnswer::Started { game, side }));
            }
        }
        Ok(None)
    }

    /// Has one of two people blocked the other?
    async fn are_apart(&self, person: &Person, other: &str) -> Result<bool, ApiError> {
        Ok(self.store().has_blocked(other.to_owned(), person.id.clone()).await?
            || self.store().has_blocked(person.id.clone(), other.to_owned()).await?)
    }

    /// The seeks of people who are connected here go on; those that have ended are taken out of the lobby.
    pub(crate) async fn look_after_seeks(&self) -> Result<(), ApiError> {
        let now = now();
        for offer in self.store().open_offers(MAX_SEEKS).await? {
            let is_ending = offer.expires < now + SEEK_LEASE_MS / 2 && now < offer.created + MAX_SEEK_MS;
            if is_ending && self.hub().is_heard(&Topic::Person(offer.creator.as_str().into())) {
                self.store().extend_seeks(offer.creator, now + SEEK_LEASE_MS).await?;
            }
        }
        for id in self.store().take_ended_seeks().await? {
            self.tell_lobby(&OnlineMessage::SeekRemoved { id });
        }
        Ok(())
    }

    /// Somebody seeks one thing at a time.
    pub(crate) async fn withdraw_seeks(&self, person: &Person) -> Result<(), ApiError> {
        for offer in self.store().offers_of(person.id.clone()).await? {
            if offer.is_open && offer.creator == person.id {
                self.withdraw(offer).await?;
            }
        }
        Ok(())
    }

    async fn withdraw(&self, offer: Offer) -> Result<(), ApiError> {
        if self.store().take_offer(offer.id.clone()).await?.is_some() && offer.is_open {
            self.tell_lobby(&OnlineMessage::SeekRemoved { id: offer.id });
        }
        Ok(())
    }

    async fn make_offer(
        &self,
        person: &Person,
        settings: OnlineSettings,
        to: Option<&Person>,
        is_open: bool,
    ) -> Result<Offer, ApiError> {
        let player = self.player(person).await?;
        let terms = Terms {
            settings,
            name: player.name,
            has_account: player.has_account,
            is_bot: player.is_bot,
            rating: player.rating,
            to: to.map(|to| to.name.clone()),
        };
        let lasts = match (is_open, player.is_bot) {
            (false, _) => CHALLENGE_MS,
            (true, true) => SEEK_MS,
            (true, false) => SEEK_LEASE_MS,
        };
        let offer = Offer {
            id: new_id()?,
            code: if is_open { None } else { Some(secret::new_code()?) },
            creator: person.id.clone(),
            to: to.map(|to| to.id.clone()),
            is_open,
            document: serde_json::to_string(&terms).map_err(|_| no_offer())?,
            created: now(),
            expires: now() + lasts,
        };
        self.store().add_offer(offer.clone()).await?;
        Ok(offer)
    }

    /// Accepts a seek.
    pub(crate) async fn accept_seek(&self, person: &Person, id: &str) -> Result<StartedGame, ApiError> {
        self.accept(person, id, true).await
    }

    /// Accepts a challenge, by its id or code.
    pub(crate) async fn accept_challenge(&self, person: &Person, id: &str) -> Result<StartedGame, ApiError> {
        self.accept(person, id, false).await
    }

    async fn accept(&self, person: &Person, id: &str, is_open: bool) -> Result<StartedGame, ApiError> {
        match self.offer(person, id).await {
            Ok(offer) if offer.is_open == is_open => self.accept_offer(person, offer).await,
            Ok(_) => Err(no_offer()),
            Err(error) => self.accepted_before(person, id).await?.ok_or(error),
        }
    }

    /// The game that this person has begun by accepting an offer, when the answer to that was lost.
    async fn accepted_before(&self, person: &Person, id: &str) -> Result<Option<StartedGame>, ApiError> {
        let game = if is_id(id) { self.store().game(id.to_owned()).await? } else { None };
        Ok(game.filter(|game| game.over.is_none()).and_then(|game| {
            let side = super::side_of(&game, &person.id)?;
            Some(StartedGame { game: game.id, side })
        }))
    }

    async fn accept_offer(&self, person: &Person, offer: Offer) -> Result<StartedGame, ApiError> {
        if offer.creator == person.id {
            return Err(ApiError::not_now("This is your own offer; somebody else has to accept it."));
        }
        if self.store().has_blocked(offer.creator.clone(), person.id.clone()).await? {
            return Err(no_offer());
        }
        let terms = read(&offer).ok_or_else(no_offer)?;
        may_play(person, &terms.settings)?;
        self.may_begin(person).await?;
        self.take(offer, person, Wish::Random, None).await?.ok_or_else(no_offer)
    }

    /// Takes an offer, and with it an own seek that waits, and begins the game; none if either is gone. The game has the
    /// id of the offer, by which whoever made that finds it.
    async fn take(
        &self,
        offer: Offer,
        person: &Person,
        side: Wish,
        own: Option<String>,
    ) -> Result<Option<StartedGame>, ApiError> {
        let terms = read(&offer).ok_or_else(no_offer)?;
        let creator = terms.creator(&offer);
        let coin = secret::chance()? % 2 == 0;
        let creators = terms.settings.side.settle(side, coin);
        let creators = creators.unwrap_or(Color::Black);
        let (black, white) = match creators {
            Color::Black => (&creator, person),
            Color::White => (person, &creator),
        };
        let offers = [offer.id.clone()].into_iter().chain(own).collect();
        let begun = self.begin(offer.id.clone(), black, white, terms.settings, offers).await?;
        let Some(game) = begun else { return Ok(None) };
        if offer.is_open {
            self.tell_lobby(&OnlineMessage::SeekRemoved { id: offer.id.clone() });
        }
        self.begun(game);
        Ok(Some(StartedGame { game: offer.id, side: (!creators).into() }))
    }

    /// May this person begin another game?
    async fn may_begin(&self, person: &Person) -> Result<(), ApiError> {
        let n_games = self.store().games_of(person.id.clone()).await?.len();
        if n_games < MAX_GAMES {
            return Ok(());
        }
        Err(ApiError::not_now(format!("You have {n_games} games in progress already; finish one first.")))
    }

    /// An offer that a person may see.
    async fn offer(&self, person: &Person, id_or_code: &str) -> Result<Offer, ApiError> {
        let id_or_code = id_or_code.to_ascii_lowercase();
        let is_one = is_id(&id_or_code) || id_or_code.len() == 6;
        let offer = if is_one { self.store().offer(id_or_code).await? } else { None };
        let offer = offer.ok_or_else(no_offer)?;
        let is_for = offer.to.as_ref().is_none_or(|to| *to == person.id) || offer.creator == person.id;
        if is_for { Ok(offer) } else { Err(no_offer()) }
    }

    /// Challenges somebody, or whoever has the link or the code.
    pub(crate) async fn challenge(
        &self,
        person: &Person,
        new: NewChallenge,
    ) -> Result<ChallengeInfo, ApiError> {
        let settings = convert::normal(new.settings)?;
        may_play(person, &settings)?;
        self.may_begin(person).await?;
        let offers = self.store().offers_of(person.id.clone()).await?;
        if offers.iter().filter(|offer| offer.creator == person.id).count() >= MAX_OFFERS {
            return Err(ApiError::not_now("You have too many open challenges; wait, or withdraw some."));
        }
        let to = match new.to.as_deref() {
            Some(name) => Some(self.person_named(name).await?),
            None => None,
        };
        if to.as_ref().is_some_and(|to| to.id == person.id) {
            return Err(ApiError::new(ErrorCode::BadValue, "You cannot challenge yourself."));
        }
        if let Some(to) = &to
            && self.store().has_blocked(to.id.clone(), person.id.clone()).await?
        {
            let message = "This person does not accept challenges from you.";
            return Err(ApiError::new(ErrorCode::Forbidden, message));
        }
        let offer = self.make_offer(person, settings, to.as_ref(), false).await?;
        let challenge = challenge_info(&offer).ok_or_else(no_offer)?;
        if let Some(to) = &to {
            self.tell_person(&to.id, &OnlineMessage::Challenge { challenge: challenge.clone() });
        }
        Ok(challenge)
    }

    /// The person with an account of this name.
    pub(crate) async fn person_named(&self, name: &str) -> Result<Person, ApiError> {
        let account = self.store().account_named(crownhead_contest::Name::fold(name)).await?;
        let account = account.ok_or_else(|| ApiError::not_found("player"))?;
        Ok(Person { id: account.id, name: account.name, has_account: true })
    }

    /// A challenge by its id or code.
    pub(crate) async fn challenge_of(
        &self,
        person: &Person,
        id_or_code: &str,
    ) -> Result<ChallengeInfo, ApiError> {
        challenge_info(&self.offer(person, id_or_code).await?).ok_or_else(no_offer)
    }

    /// The challenges that a person has made or was made.
    pub(crate) async fn challenges(&self, person: &Person) -> Result<Vec<ChallengeInfo>, ApiError> {
        let offers = self.store().offers_of(person.id.clone()).await?;
        Ok(offers.iter().filter_map(challenge_info).collect())
    }

    /// Declines a challenge that was made to a person by name.
    pub(crate) async fn decline(&self, person: &Person, id_or_code: &str) -> Result<(), ApiError> {
        let offer = self.offer(person, id_or_code).await?;
        if offer.to.as_ref() != Some(&person.id) {
            return Err(ApiError::not_now("This challenge is open to everybody, so it cannot be declined."));
        }
        let creator = offer.creator.clone();
        let id = offer.id.clone();
        self.withdraw(offer).await?;
        self.tell_person(&creator, &OnlineMessage::ChallengeDeclined { id });
        Ok(())
    }

    /// Takes an offer of one's own back.
    pub(crate) async fn cancel(&self, person: &Person, id: &str) -> Result<(), ApiError> {
        let offer = self.offer(person, id).await?;
        if offer.creator != person.id {
            return Err(no_offer());
        }
        self.withdraw(offer).await
    }
}

/// What agents need besides.
#[cfg(feature = "mcp")]
impl Online {
    /// Leaves a seek in the lobby for whoever wants to take it, and looks at no others.
    pub(crate) async fn leave_seek(
        &self,
        person: &Person,
        settings: OnlineSettings,
    ) -> Result<SeekInfo, ApiError> {
        let settings = convert::normal(settings)?;
        may_play(person, &settings)?;
        self.may_begin(person).await?;
        self.withdraw_seeks(person).await?;
        let offer = self.make_offer(person, settings, None, true).await?;
        self.tell_seek(&offer)
    }

    /// A seek that nobody has taken yet, and the one who seeks.
    pub(crate) async fn open_seek(&self, id: &str) -> Result<Option<(SeekInfo, Person)>, ApiError> {
        let offer = if is_id(id) { self.store().offer(id.to_owned()).await? } else { None };
        let found = offer.filter(|offer| offer.is_open);
        Ok(found.and_then(|offer| Some((seek_info(&offer)?, read(&offer)?.creator(&offer)))))
    }

    /// Accepts a seek by its id, or a challenge by its id or code.
    pub(crate) async fn accept_either(&self, person: &Person, id: &str) -> Result<StartedGame, ApiError> {
        let offer = self.offer(person, id).await?;
        self.accept_offer(person, offer).await
    }
}

/// May this person play on these terms?
fn may_play(person: &Person, settings: &OnlineSettings) -> Result<(), ApiError> {
    if settings.rated { super::people::needs_account(person) } else { Ok(()) }
}

/// Do two seeks want the same game, and sides that go together?
fn fits(one: &OnlineSettings, two: &OnlineSettings) -> bool {
    let sides = one.side.settle(two.side, true);
    let same = OnlineSettings { side: one.side, ..two.clone() };
    sides.is_some() && *one == same
}
