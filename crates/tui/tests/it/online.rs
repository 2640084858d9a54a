//! Playing people at a server: what it tells, what is pressed, and what is asked of it.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crownhead_board::Color;
use crownhead_client::wire::{ClockReading, Command, GameId, OnlineMessage, Stamped, TimeControl};
use crownhead_client::{Answer, Ask, ClientError, Event as Told, Order};
use crownhead_contest::{Contest, Seat, Terms};
use crownhead_tui::{App, Effect, Event, Happening, Page, Session, Settings, view};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use std::time::Instant;

use crate::desk::COLORED;

const GAME: &str = "k7m2qd4xw0aj";
/// What the server's clock shows.
const TIME: u64 = 1_790_000_000_000;

/// A screen at a server that says what the test tells it.
struct Guest {
    app: App,
    now: Instant,
    /// The game as the server has it.
    contest: Contest,
}

/// A game in which these moves were made.
fn contest(moves: &[&str]) -> Contest {
    let terms = Terms { control: Some(TimeControl::new(5, 3)), ..Terms::default() };
    let mut contest = Contest::new(terms, [Seat::Person; 2], TIME);
    for (text, ply) in moves.iter().zip(0..) {
        let command = Command::Move { ply, text: (*text).to_owned(), seen: None, lag_ms: 0 };
        let ruling = contest.rule(contest.turn(), &command, TIME);
        ruling.events.iter().for_each(|event| contest.apply(event).unwrap());
    }
    contest
}

impl Guest {
    /// In the lobby, connected.
    fn new(size: (u16, u16)) -> Guest {
        let now = Instant::now();
        let site = "http://club.example:8340".parse().unwrap();
        let session = Session::online_at(Settings::default(), site, None, now);
        let mut app = App::new(session, COLORED, Size { width: size.0, height: size.1 }, now);
        app.open_lobby();
        let mut guest = Guest { app, now, contest: contest(&[]) };
        guest.hear(Told::Connected);
        guest.told(r#"{"type": "hello", "me": {"id": "u-Guest", "name": "Guest 4821", "guest": true}, "games": [], "now": 1790000000000}"#);
        let asked = guest.wanted();
        assert!(asked.contains("Lobby { on: true }"), "{asked}");
        guest
    }

    /// At a game as White, with Black to move.
    fn playing() -> Guest {
        let mut guest = Guest::new((80, 24));
        guest.told(&format!(r#"{{"type": "started", "game": "{GAME}", "side": "white"}}"#));
        assert!(guest.wanted().contains("Watch"));
        guest.state(1, &[], Some("white"));
        guest.wanted();
        guest
    }

    fn hear(&mut self, told: Told) {
        self.app.update(Event::Happened(Happening::Online(told)), self.now);
    }

    fn told(&mut self, text: &str) {
        let message: OnlineMessage = serde_json::from_str(text).unwrap();
        self.hear(Told::Told(Box::new(message)));
    }

    fn state(&mut self, seq: u64, moves: &[&str], you: Option<&str>) {
        self.state_with(seq, moves, you, r#""rated": false"#);
    }

    /// A game with these settings besides its clocks.
    fn state_with(&mut self, seq: u64, moves: &[&str], you: Option<&str>, settings: &str) {
        self.contest = contest(moves);
        let now = serde_json::to_string(&self.contest.situation(TIME)).unwrap();
        let moves = serde_json::to_string(moves).unwrap();
        let you = you.map(|side| format!(r#", "you": "{side}""#)).unwrap_or_default();
        self.told(&format!(
            r#"{{"type": "game", "now": {TIME}, "game": {{"id": "{GAME}", "seq": {seq},
                "black": {{"id": "u-Marion", "name": "Marion", "rating": 1612}}, "white": {{"id": "u-Guest", "name": "Guest 4821", "guest": true}},
                "settings": {{"clock": {{"base_ms": 300000, "increment_ms": 3000}}, {settings}}}, "created": 1,
                "start": "B:W21-32:B1-12", "moves": {moves}, "ballot_plies": 0, "now": {now}{you}}}}}"#
        ));
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.app.update(Event::Tick, self.now);
    }

    /// Something happens at the server.
    #[track_caller]
    fn happens(&mut self, seq: u64, event: &str) {
        let stamped = Stamped {
            seq: self.contest.seq() + 1,
            at: TIME,
            act: None,
            event: serde_json::from_str(event).unwrap(),
        };
        self.contest.apply(&stamped).unwrap();
        self.hears(seq, event);
    }

    /// Something is heard, whether it fits or not.
    fn hears(&mut self, seq: u64, event: &str) {
        let running = Some(Color::White);
        let clock = ClockReading { at: TIME, black_ms: 240_000, white_ms: 180_000, running };
        let mut now = self.contest.situation(TIME);
        now.clock = Some(clock);
        let now = serde_json::to_string(&now).unwrap();
        self.told(&format!(
            r#"{{"type": "event", "game": "{GAME}", "seq": {seq}, "at": {TIME}, "event": {event}, "now": {now}}}"#
        ));
    }

    fn press(&mut self, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::Tab,
                '↓' => KeyCode::Down,
                '→' => KeyCode::Right,
                c => KeyCode::Char(c),
            };
            self.app.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), self.now);
        }
    }

    fn effects(&mut self) -> Vec<Effect> {
        self.app.take_effects()
    }

    /// What is wanted of the server, as a text to look into.
    fn wanted(&mut self) -> String {
        self.effects().iter().map(|effect| format!("{effect:?}\n")).collect()
    }

    /// The one order that is given.
    fn order(&mut self) -> Order {
        let effects = self.effects();
        match effects.as_slice() {
            [Effect::Order(order)] => order.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn screen(&self) -> String {
        let size = self.app.size();
        let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
        terminal.draw(|frame| view(&self.app, frame)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    #[track_caller]
    fn shows(&self, texts: &[&str]) {
        let screen = self.screen();
        for text in texts {
            assert!(screen.contains(text), "{text:?} is not on the screen:\n{screen}");
        }
    }
}

const SEEK: &str = r#"{"type": "seek_added", "seek": {"id": "s1", "by": {"id": "u-Marion", "name": "Marion", "rating": 1612},
    "settings": {"clock": {"base_ms": 300000, "increment_ms": 3000}, "rated": true, "side": "black"}, "created": 1}}"#;
const LIVE: &str = r#"{"type": "live_added", "game": {"id": "g9", "black": {"id": "u-Asa", "name": "Asa"}, "white": {"id": "u-Don", "name": "Don"},
    "settings": {"rated": false}, "created": 1}}"#;

#[test]
fn the_lobby_lists_offers_and_enter_takes_one_up() {
    let mut guest = Guest::new((80, 24));
    guest.shows(&[
        "Crownhead - connected as Guest 4821 to http://club.example:8340",
        "Nobody offers a game",
        "s seek",
        "c challenge",
    ]);
    guest.told(SEEK);
    guest.told(LIVE);
    guest.shows(&["seeks a game", "Marion (1612)", "5+3, rated, you play White", "to watch", "Asa - Don"]);
    guest.press("⏎");
    assert!(matches!(guest.effects().as_slice(), [Effect::Ask(Ask::AcceptSeek(id))] if id == "s1"));
    guest.press("w");
    assert_eq!(guest.app.page(), &Page::Lobby(1));
    guest.press("⏎");
    assert_eq!(guest.order(), Order::Watch { game: "g9".to_owned(), seat: None });
    guest.told(r#"{"type": "seek_removed", "id": "s1"}"#);
    guest.told(r#"{"type": "live_removed", "id": "g9"}"#);
    guest.shows(&["Nobody offers a game"]);
}

#[test]
fn a_seek_and_a_challenge_are_made_in_a_form_and_taken_back() {
    let mut guest = Guest::new((80, 24));
    guest.press("s");
    guest.shows(&["A game with anybody", "Clock", "5 min + 3 s per move", "Rated", "random"]);
    guest.press("→↓→⏎");
    let effects = guest.effects();
    let [Effect::Ask(Ask::Seek(settings))] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(
        settings.rated && !settings.private && settings.clock.is_some_and(|clock| clock.base_ms == 600_000)
    );
    let no = ClientError::Refused(
        serde_json::from_str(r#"{"code": "not_now", "message": "Log in first."}"#).unwrap(),
    );
    guest.hear(Told::Failed(Ask::Seek(settings.clone()), no));
    guest.shows(&["! Log in first."]);
    guest.press("c");
    guest.shows(&["A game with somebody", "Watchers"]);
    guest.press("⏎");
    assert!(guest.wanted().contains("Challenge"));
    let challenge = r#"{"id": "longid", "code": "k7m2qd", "by": {"id": "u-Guest", "name": "Guest 4821", "guest": true},
        "settings": {"rated": false}, "expires": 1}"#;
    guest.hear(Told::Answered(Answer::Challenge(serde_json::from_str(challenge).unwrap())));
    guest.shows(&["code k7m2qd", "http://club.example:8340/#/challenge/longid", "you challenge"]);
    guest.press("x");
    assert!(matches!(guest.effects().as_slice(), [Effect::Ask(Ask::EndChallenge(id))] if id == "longid"));
    guest.press("jhttp://club.example:8340/#/challenge/other⏎");
    assert!(
        matches!(guest.effects().as_slice(), [Effect::Ask(Ask::AcceptChallenge(code))] if code == "other")
    );
}

#[test]
fn a_password_is_typed_unseen() {
    let mut guest = Guest::new((80, 24));
    guest.press("lMarion⏎");
    guest.shows(&["Password:"]);
    guest.press("horse");
    guest.shows(&["Password: *****"]);
    assert!(!guest.screen().contains("horse") && !format!("{:?}", guest.app).contains("horse"));
    guest.press("⏎");
    let effects = guest.effects();
    let [Effect::Ask(Ask::LogIn(credentials))] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!((credentials.name.as_str(), credentials.password.as_str()), ("Marion", "horse"));
    assert!(!format!("{effects:?}").contains("horse"));
}

#[test]
fn moves_go_both_ways_and_the_clocks_run() {
    let mut guest = Guest::playing();
    guest.shows(&["Marion (1612)", "Guest 4821, you", "You play White against Marion", "5:00"]);
    guest.press("22-18⏎");
    guest.shows(&["It is Black's turn: Marion is to move."]);
    assert!(guest.effects().is_empty());
    guest.happens(2, r#"{"type": "move", "ply": 0, "move": "11-15"}"#);
    guest.shows(&["Black played 11-15.", "White to move (you)", "4:00", "3:00"]);
    guest.pass(Duration::from_secs(5));
    guest.shows(&["2:55"]);
    guest.press("22-18⏎");
    let command = Command::Move { ply: 1, text: "22-18".to_owned(), seen: None, lag_ms: 0 };
    assert_eq!(guest.order(), Order::Act { game: GAME.to_owned(), command });
    guest.shows(&["Black to move"]);
    // It comes back as an event, and is not made twice.
    guest.happens(3, r#"{"type": "move", "ply": 1, "move": "22-18"}"#);
    assert_eq!(guest.app.session.game().moves().len(), 2);
    guest.happens(4, r#"{"type": "move", "ply": 2, "move": "15x22"}"#);
    guest.shows(&["A jump must be taken", "(", "!"]);
}

#[test]
fn what_does_not_fit_is_fetched_whole_and_what_is_refused_is_taken_off() {
    let mut guest = Guest::playing();
    guest.hears(2, r#"{"type": "move", "ply": 3, "move": "11-15"}"#);
    assert_eq!(guest.order(), Order::Watch { game: GAME.to_owned(), seat: None });
    guest.state(4, &["11-15"], Some("white"));
    guest.press("22-18⏎");
    let order = guest.order();
    let error = r#"{"code": "not_now", "message": "The game is paused."}"#;
    guest.hear(Told::Refused(order, serde_json::from_str(error).unwrap()));
    guest.shows(&["! The game is paused.", "White to move (you)"]);
    assert_eq!(guest.app.session.game().moves().len(), 1);
}

#[test]
fn offers_stand_on_one_line_with_their_keys() {
    let mut guest = Guest::playing();
    guest.happens(1, r#"{"type": "move", "ply": 0, "move": "11-15"}"#);
    guest.happens(2, r#"{"type": "draw_offered", "side": "black"}"#);
    guest.shows(&["Marion offers a draw: + agrees, - declines; so does a move."]);
    guest.press("-");
    let act = |command| Order::Act { game: GAME.to_owned(), command };
    assert_eq!(guest.order(), act(Command::DeclineDraw));
    guest.happens(3, r#"{"type": "draw_declined", "side": "white"}"#);
    guest.happens(4, r#"{"type": "takeback_asked", "side": "black"}"#);
    guest.press("+");
    assert_eq!(guest.order(), act(Command::AcceptTakeback));
    guest.happens(5, r#"{"type": "taken_back", "ply": 0}"#);
    guest.shows(&["A move was taken back."]);
    guest.press("D");
    assert_eq!(guest.order(), act(Command::OfferDraw));
    guest.happens(6, r#"{"type": "draw_offered", "side": "white"}"#);
    guest.shows(&["You offer a draw."]);
    // Nobody has moved: the game is aborted, and not lost.
    guest.press("Ry");
    assert_eq!(guest.order(), act(Command::Abort));
    guest.happens(7, r#"{"type": "ended", "result": {"reason": "aborted"}}"#);
    guest.shows(&["The game was aborted and counts for nothing.", "Aborted", "R rematch"]);
    guest.press("R");
    assert_eq!(guest.order(), act(Command::Rematch { next: GameId::default() }));
    guest.happens(8, r#"{"type": "rematch", "game": "next0game"}"#);
    let wanted = guest.wanted();
    assert!(wanted.contains("Unwatch") && wanted.contains("next0game"), "{wanted}");
}

#[test]
fn a_game_that_the_other_player_has_left_can_be_claimed() {
    let mut guest = Guest::playing();
    guest.state(3, &["11-15", "22-18"], Some("white"));
    guest.wanted();
    guest.happens(4, r#"{"type": "left", "side": "black"}"#);
    guest.shows(&["Marion left the game. You can claim it in 0:30."]);
    guest.pass(Duration::from_secs(120));
    guest.shows(&["Marion left the game: W claims a win, :claim draw a draw."]);
    let act = |command| Order::Act { game: GAME.to_owned(), command };
    guest.press("W");
    assert_eq!(guest.order(), act(Command::ClaimWin));
    guest.press(":claim draw⏎");
    assert_eq!(guest.order(), act(Command::ClaimDraw));
    guest.happens(5, r#"{"type": "returned", "side": "black"}"#);
    guest.shows(&["Marion is back."]);
    assert!(!guest.screen().contains("claims a win"));
}

#[test]
fn a_lost_connection_is_told_and_a_game_goes_on() {
    let mut guest = Guest::playing();
    let lost =
        ClientError::Unreachable { site: "http://club.example:8340".to_owned(), why: "refused".to_owned() };
    guest.hear(Told::Lost(lost.clone()));
    guest.shows(&["CONNECTION LOST, trying again", "No connection to http://club.example:8340: refused."]);
    guest.hear(Told::Lost(lost));
    guest.hear(Told::Connected);
    guest.told(&format!(
        r#"{{"type": "hello", "me": {{"id": "u-Guest", "name": "Guest 4821", "guest": true}}, "games": [{{"game": "{GAME}", "side": "white"}}],
            "now": 1790000000000}}"#
    ));
    guest.shows(&["connected as Guest 4821", "Connected again."]);
    // The game is watched by the client; it is not begun anew.
    assert!(!guest.wanted().contains("Watch"));
    guest.happens(2, r#"{"type": "ended", "result": {"winner": "white", "reason": "time"}}"#);
    guest.shows(&["White wins: Black ran out of time.", "White has won"]);
}

#[test]
fn a_game_that_was_left_is_gone_on_with_at_once() {
    let mut guest = Guest::new((80, 24));
    guest.told(&format!(
        r#"{{"type": "hello", "me": {{"id": "u-Guest", "name": "Guest 4821", "guest": true}}, "games": [{{"game": "{GAME}", "side": "white"}}],
            "now": 1790000000000}}"#
    ));
    assert!(guest.wanted().contains(GAME));
    guest.state(9, &["11-15"], Some("white"));
    guest.shows(&["1. 11-15", "White to move (you)"]);
    assert_eq!(guest.app.page(), &Page::Board);
    assert_eq!(guest.app.session.person(), Some(Color::White));
}

#[test]
fn chat_is_shown_said_and_muted() {
    let mut guest = Guest::playing();
    let chat = format!(
        r#"{{"type": "chat", "game": "{GAME}", "at": 1, "by": "u-Marion", "name": "Marion", "text": "good luck"}}"#
    );
    guest.told(&chat);
    guest.shows(&["Marion: good luck"]);
    guest.press("\"thank you⏎");
    assert_eq!(guest.order(), Order::Say { game: GAME.to_owned(), text: "thank you".to_owned() });
    guest.press(":mute⏎");
    assert_eq!(guest.order(), Order::Mute { game: GAME.to_owned(), on: true });
    assert!(!guest.screen().contains("good luck"));
}

#[test]
fn the_engine_is_not_to_be_had_in_a_game_with_somebody() {
    let mut guest = Guest::playing();
    for line in [":hint⏎", ":analyze⏎", ":level 3⏎", ":fen B:W21-32:B1-12⏎"] {
        guest.press(line);
        guest.shows(&["That is for games at your own board"]);
        assert!(guest.effects().is_empty());
    }
}

#[test]
fn small_and_large_screens_show_the_lobby_and_the_game() {
    for size in [(80, 24), (40, 12), (120, 40)] {
        let mut guest = Guest::new(size);
        guest.told(SEEK);
        guest.shows(&["seeks a game", "Marion"]);
        guest.told(&format!(r#"{{"type": "started", "game": "{GAME}", "side": "white"}}"#));
        guest.state(1, &[], Some("white"));
        guest.shows(&["Marion"]);
    }
}

#[test]
fn what_a_rated_game_did_stands_beside_the_names() {
    let mut guest = Guest::playing();
    guest.state_with(2, &["11-15", "23-19"], Some("white"), r#""rated": true"#);
    guest.shows(&["5+3, rated", "Marion (1612)"]);
    guest.happens(3, r#"{"type": "ended", "result": {"winner": "white", "reason": "resignation"}}"#);
    guest.told(&format!(r#"{{"type": "rated", "game": "{GAME}", "black": -9, "white": 9}}"#));
    guest.shows(&["Marion (1612-9)", "White wins: Black resigned."]);
}
