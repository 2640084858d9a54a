//! The front: orders and questions go in, events come out.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::ask::Ask;
use crate::connection::{self, Wish};
use crate::event::{Event, Order};
use crate::http::Http;
use crate::kept::SessionFile;
use crate::site::Site;

/// Somebody at a server: a guest, or who they were the last time. Dropping it closes the socket; games go on without it
/// and can be come back to.
#[derive(Debug)]
pub struct Client {
    http: Arc<Http>,
    wishes: Sender<Wish>,
    questions: Sender<Ask>,
}

impl Client {
    /// Goes to a server, as whoever the file of sessions says. Everything that happens is told by a function, which is
    /// called by other threads.
    pub fn open(
        site: Site,
        kept: Option<SessionFile>,
        tell: impl Fn(Event) + Clone + Send + 'static,
    ) -> Client {
        Client::with(Http::new(site, kept), tell)
    }

    /// The same by a session that is there already.
    pub fn with(http: Http, tell: impl Fn(Event) + Clone + Send + 'static) -> Client {
        let http = Arc::new(http);
        let (wishes, wished) = channel();
        let (questions, asked) = channel();
        let (to_answer, to_connect) = (tell.clone(), tell);
        let (by_http, reopen) = (Arc::clone(&http), wishes.clone());
        thread::spawn(move || answer(&by_http, &asked, &reopen, to_answer));
        let by_socket = Arc::clone(&http);
        thread::spawn(move || connection::run(by_socket, wished, to_connect));
        Client { http, wishes, questions }
    }

    /// The server.
    pub fn site(&self) -> &Site {
        self.http.site()
    }

    /// Has something done over the socket.
    pub fn order(&self, order: Order) {
        // The thread ends only after this.
        let _ = self.wishes.send(Wish::Order(order));
    }

    /// Asks something over HTTP. Questions are answered one after the other.
    pub fn ask(&self, ask: Ask) {
        let _ = self.questions.send(ask);
    }
}

/// The thread that waits for answers.
fn answer(http: &Http, asked: &Receiver<Ask>, reopen: &Sender<Wish>, tell: impl Fn(Event)) {
    for ask in asked {
        match ask.put(http) {
            Ok(answer) => {
                if ask.changes_person() {
                    let _ = reopen.send(Wish::Reopen);
                }
                tell(Event::Answered(answer));
            }
            Err(error) => tell(Event::Failed(ask, error)),
        }
    }
}
