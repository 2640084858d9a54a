//! Connections: taken, served, and ended when the server is.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

/// Whoever does not say what they want in this time is not served.
const HEADERS: Duration = Duration::from_secs(10);
/// When there are too many connections for the system, it is given this time.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections until it is told to stop, and then lets each come to its end.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(());
    // Each connection holds a sender; when all are gone, so are the connections.
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    let (router, stopped, alive) = (router.clone(), stopped.clone(), alive.clone());
                    tokio::spawn(async move {
                        attend(stream, peer, router, stopped).await;
                        drop(alive);
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
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, mut stopped: watch::Receiver<()>) {
    // Moves are short, and must not wait for more.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request| answer(router.clone(), peer, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), answer)
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
    request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    router.oneshot(request).await
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
