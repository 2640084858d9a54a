//! A server to test, and somebody to ask it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use crownhead_bus::Bus;
use crownhead_endgame::Database;
use crownhead_server::wire::ErrorAnswer;
use crownhead_server::{Config, Limits, Server, Timeouts, Workers};
use crownhead_store::SqliteStore;
use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

/// The usual address of this machine.
pub(crate) const HOME: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// A server that runs, and a client.
pub(crate) struct Desk {
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl Desk {
    /// A server whose games are gone with it.
    pub(crate) async fn open() -> Desk {
        Desk::with_store(Arc::new(SqliteStore::in_memory().unwrap())).await
    }

    /// A server whose games are in a file.
    pub(crate) async fn open_file(path: &Path) -> Desk {
        Desk::with_store(Arc::new(SqliteStore::open(path).unwrap())).await
    }

    pub(crate) async fn with_store(store: Arc<SqliteStore>) -> Desk {
        let server = Server::bind(Desk::config(store)).await.unwrap();
        Desk::run(server, &tokio::runtime::Handle::current())
    }

    fn config(store: Arc<SqliteStore>) -> Config {
        Config {
            listen: ([127, 0, 0, 1], 0).into(),
            any_port: false,
            studies: store.clone(),
            club: store,
            node: "one".to_owned(),
            bus: None,
            workers: None,
            limits: Limits::Others,
            public_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics: Some(([127, 0, 0, 1], 0).into()),
            timeouts: Timeouts::default(),
            arena: None,
            collection: None,
            endings: Database::shipped(),
            threads: 2,
            hash: 4,
        }
    }

    /// A server with other settings than usual.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Desk {
        let mut config = Desk::config(Arc::new(SqliteStore::in_memory().unwrap()));
        change(&mut config);
        Desk::run(Server::bind(config).await.unwrap(), &tokio::runtime::Handle::current())
    }

    /// A server that limits everybody, this machine included.
    pub(crate) async fn limited() -> Desk {
        Desk::with(|config| config.limits = Limits::All).await
    }

    /// A server behind a proxy on the same machine, by the name `checkers.example.org`.
    pub(crate) async fn behind_proxy() -> Desk {
        Desk::with(|config| {
            config.limits = Limits::All;
            config.public_hosts = vec!["checkers.example.org".parse().unwrap()];
            config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        })
        .await
    }

    /// What it tells its operator.
    pub(crate) async fn metrics(&self) -> String {
        let response = self.client.get(format!("http://{}/metrics", self.metrics)).send().await.unwrap();
        response.text().await.unwrap()
    }

    /// A server that shows tournaments.
    pub(crate) async fn with_arena(folder: &Path) -> Desk {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        let config = Config { arena: Some(folder.to_owned()), ..Desk::config(store) };
        Desk::run(Server::bind(config).await.unwrap(), &tokio::runtime::Handle::current())
    }

    /// A server that other machines can reach as well.
    pub(crate) async fn open_to_others(store: Arc<SqliteStore>) -> Desk {
        let config = Config { listen: ([0, 0, 0, 0], 0).into(), ..Desk::config(store) };
        let mut desk = Desk::run(Server::bind(config).await.unwrap(), &tokio::runtime::Handle::current());
        desk.address.set_ip([127, 0, 0, 1].into());
        desk
    }

    /// A server in a runtime of its own: when that is dropped, everything stops as if the process were killed.
    pub(crate) async fn killable(path: &Path, runtime: &tokio::runtime::Runtime) -> Desk {
        let path = path.to_owned();
        let bound = runtime.spawn(async move {
            let store = Arc::new(SqliteStore::open(&path).unwrap());
            Server::bind(Desk::config(store)).await.unwrap()
        });
        Desk::run(bound.await.unwrap(), runtime.handle())
    }

    /// One of several nodes that share a store and a bus, in a runtime of its own.
    pub(crate) async fn node(
        name: &str,
        store: Arc<SqliteStore>,
        bus: impl Bus,
        runtime: &tokio::runtime::Runtime,
    ) -> Desk {
        let config = Config { node: name.to_owned(), bus: Some(Arc::new(bus)), ..Desk::config(store) };
        let bound = runtime.spawn(async move { Server::bind(config).await.unwrap() });
        Desk::run(bound.await.unwrap(), runtime.handle())
    }

    /// A server that leaves analysis to workers.
    pub(crate) async fn with_workers(workers: Workers) -> Desk {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        let config = Config { workers: Some(workers), ..Desk::config(store) };
        Desk::run(Server::bind(config).await.unwrap(), &tokio::runtime::Handle::current())
    }

    fn run(server: Server, runtime: &tokio::runtime::Handle) -> Desk {
        let (address, metrics) = (server.address(), server.metrics_address().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = runtime.spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            server.run(stopped).await.unwrap();
        });
        Desk { address, metrics, client: reqwest::Client::new(), stop: Some(stop), running }
    }

    /// Stops the server as Ctrl-C does, and waits until it has ended.
    pub(crate) async fn close(mut self) {
        drop(self.client);
        let _ = self.stop.take().unwrap().send(());
        self.running.await.unwrap();
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Value) -> Response {
        self.request(method, path).json(&body).send().await.unwrap()
    }

    /// Asks something that works.
    #[track_caller]
    pub(crate) fn post<T: DeserializeOwned>(&self, path: &str, body: Value) -> impl Future<Output = T> {
        let caller = std::panic::Location::caller();
        let request = self.request(Method::POST, path).json(&body);
        async move { read(request.send().await.unwrap(), caller).await }
    }

    #[track_caller]
    pub(crate) fn get<T: DeserializeOwned>(&self, path: &str) -> impl Future<Output = T> {
        let caller = std::panic::Location::caller();
        let request = self.request(Method::GET, path);
        async move { read(request.send().await.unwrap(), caller).await }
    }

    pub(crate) async fn text(&self, path: &str) -> String {
        let response = self.request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.text().await.unwrap()
    }

    /// Asks something that is refused, and gives the code and the sentence.
    pub(crate) async fn refused(&self, method: Method, path: &str, body: Value) -> (u16, String, String) {
        let response = self.send(method, path, body).await;
        let status = response.status().as_u16();
        assert!((400..500).contains(&status), "{path}: {status}");
        let ErrorAnswer { error } = response.json().await.unwrap();
        (status, error.code.to_string(), error.message)
    }

    pub(crate) async fn socket(&self, path: &str) -> Socket {
        self.socket_from(HOME, path).await.unwrap()
    }

    /// A socket from one of the addresses of this machine, 127.0.0.1 to 127.255.255.254. The status if it is refused.
    pub(crate) async fn socket_from(&self, from: Ipv4Addr, path: &str) -> Result<Socket, StatusCode> {
        let address = format!("ws://{}{path}", self.address);
        let connected =
            client_async(address, MaybeTlsStream::Plain(connect_from(from, self.address).await)).await;
        match connected {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Somebody who asks from one of the addresses of this machine.
    pub(crate) fn client_from(from: Ipv4Addr) -> reqwest::Client {
        reqwest::Client::builder().local_address(IpAddr::V4(from)).build().unwrap()
    }
}

/// A connection from one of the addresses of this machine.
pub(crate) async fn connect_from(from: Ipv4Addr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

async fn read<T: DeserializeOwned>(response: Response, caller: &std::panic::Location<'_>) -> T {
    let status = response.status();
    let text = response.text().await.unwrap();
    assert!(status.is_success(), "{caller}: {status} {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{caller}: {error} in {text}"))
}

/// A WebSocket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    /// The next message; `None` when the server has closed.
    pub(crate) async fn hear<T: DeserializeOwned>(&mut self) -> Option<T> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
