//! Connections: taken, served, and ended when the server is. Nobody is waited for without end.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Sleep, sleep};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::client::Entrance;
use crate::limits::Gate;
use crate::metrics::Metrics;

/// How long clients are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Until they have said what they want.
    pub headers: Duration,
    /// Until the body of a request is there.
    pub body: Duration,
    /// Until they take anything of what is sent to them.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { headers: seconds(10), body: seconds(60), write: seconds(30) }
    }
}

/// When there are too many connections for the system, it is given this time.
const PAUSE: Duration = Duration::from_millis(100);

/// Whom connections are taken from.
#[derive(Clone)]
pub(crate) struct Door {
    pub(crate) entrance: Arc<Entrance>,
    pub(crate) gate: Arc<Gate>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) timeouts: Timeouts,
}

/// Serves connections until it is told to stop, and then lets each come to its end.
pub(crate) async fn serve(listener: TcpListener, router: Router, door: Door, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(());
    // Each connection holds a sender; when all are gone, so are the connections.
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // A proxy has the connections of all its clients.
                    let is_proxy = door.entrance.trusts(peer.ip());
                    let place = if is_proxy { None } else { door.gate.connection(peer.ip()) };
                    if place.is_none() && !is_proxy {
                        door.metrics.too_many();
                        continue;
                    }
                    let (router, stopped, alive) = (router.clone(), stopped.clone(), alive.clone());
                    let timeouts = door.timeouts;
                    tokio::spawn(async move {
                        attend(stream, peer, router, timeouts, stopped).await;
                        drop((alive, place));
                    });
                }
                Err(error) => rest(&error).await,
            },
            () = &mut stop => break,
        }
    }
    drop((listener, alive, stopping));
    // Nobody sends anything: it ends with the last connection.
    let _ = all_gone.recv().await;
}

/// Serves one connection; told to stop, it ends with the answer that is on its way.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
    mut stopped: watch::Receiver<()>,
) {
    // Moves are short, and must not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeouts.write));
    let answer = service_fn(move |request| answer(router.clone(), peer, timeouts.body, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer)
        .with_upgrades();
    tokio::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A client may go away at any moment.
    if let Err(error) = served {
        tracing::debug!("{error}");
    }
}

async fn answer(
    router: Router,
    peer: SocketAddr,
    patience: Duration,
    request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let timely = |body| Body::new(TimelyBody { body, end: None, patience });
    let mut request = request.map(timely);
    request.extensions_mut().insert(ConnectInfo(peer));
    router.oneshot(request).await
}

/// A body was not there in time.
#[derive(Debug, Error)]
#[error("the body of the request took too long to arrive")]
pub(crate) struct SlowBody;

impl SlowBody {
    /// Is it why something failed?
    pub(crate) fn is_cause_of(error: &(dyn Error + 'static)) -> bool {
        std::iter::successors(Some(error), |error| (*error).source()).any(|error| error.is::<SlowBody>())
    }
}

/// The body of a request, which has to be there as a whole in a time that begins when it is read.
struct TimelyBody {
    body: Incoming,
    end: Option<Pin<Box<Sleep>>>,
    patience: Duration,
}

impl http_body::Body for TimelyBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if frame.is_ready() {
            return frame.map_err(Into::into);
        }
        let patience = self.patience;
        ready!(self.end.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(cx));
        Poll::Ready(Some(Err(SlowBody.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that was gone before it was taken is no trouble; too many files are open until some are closed.
async fn rest(error: &io::Error) {
    let is_gone = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset
    );
    if !is_gone {
        tracing::error!("cannot accept connections: {error}");
        tokio::time::sleep(PAUSE).await;
    }
}
