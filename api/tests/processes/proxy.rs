//! Behind a real proxy, set up as `api/PROXY.md` says, clients are told apart.
//!
//! Without `nginx`, `caddy` and `curl` it is skipped and says so, or fails if `HINDSIGHT_REQUIRE_TOOLS=1`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hindsight_api::Settings;
use hindsight_api::app::Services;
use hindsight_api::server::Listening;
use hindsight_store::MemoryStore;
use tokio::sync::oneshot;

/// Attempts to sign in that one client may make at once, and some.
const TOO_MANY: usize = 30;

/// Whether a program is here.
fn has(program: &str) -> bool {
    let is_here = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    assert!(
        is_here || std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
        "{program} is needed and is not here"
    );
    if !is_here {
        println!("skipped: {program} is not here");
    }
    is_here
}

/// A server that trusts 127.0.0.1.
struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl Server {
    fn start() -> Self {
        let settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            workers: Some(1),
            trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
            shutdown_timeout: Duration::from_secs(2),
            ..Settings::default()
        };
        let services = Services::open(Arc::new(MemoryStore::new()), &settings).unwrap();
        let listening = Listening::bind(services).unwrap();
        let address = listening.address();
        let (stop, stopped) = oneshot::channel();
        let running = std::thread::spawn(move || {
            let until = async move { drop(stopped.await) };
            actix_web::rt::System::new()
                .block_on(listening.serve(until))
                .unwrap();
        });
        Self {
            address,
            stop: Some(stop),
            running: Some(running),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.running.take().unwrap().join().unwrap();
    }
}

/// A program that is ended with the value.
struct Proxy(Child);

impl Proxy {
    fn start(command: &mut Command, at: SocketAddr) -> Self {
        let mut proxy = Self(
            command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        let begun = Instant::now();
        while TcpStream::connect(at).is_err() {
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "{command:?} does not listen"
            );
            assert!(proxy.0.try_wait().unwrap().is_none(), "{command:?} ended");
            std::thread::sleep(Duration::from_millis(20));
        }
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The example of the guide for a proxy.
fn example(language: &str) -> String {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("PROXY.md")).unwrap();
    let (_, rest) = guide.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// An address that nobody listens at.
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// The statuses of so many attempts to sign in that come from an address.
fn ask(proxy: SocketAddr, from: &str, times: usize, more: &[&str]) -> Vec<u16> {
    const WRONG: &str = r#"{"token":"hs_wrong"}"#;
    let asked = Command::new("curl")
        .args([
            "-s",
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}\n",
            "--interface",
            from,
        ])
        .args([
            "-H",
            "Sec-Fetch-Site: same-origin",
            "-H",
            "Content-Type: application/json",
        ])
        .args(["-d", WRONG])
        .args(more)
        .arg(format!("http://{proxy}/v1/session#[1-{times}]"))
        .output()
        .unwrap();
    let statuses = String::from_utf8_lossy(&asked.stdout);
    let statuses: Vec<u16> = statuses.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(statuses.len(), times, "{asked:?}");
    statuses
}

fn clients_are_told_apart(proxy: SocketAddr) {
    let loud = ask(proxy, "127.0.0.2", TOO_MANY, &[]);
    let refused = loud[0];
    assert_ne!(refused, 429);
    assert!(
        loud.contains(&429),
        "the first client used up its limit: {loud:?}"
    );
    assert_eq!(
        ask(proxy, "127.0.0.3", 5, &[]),
        [refused; 5],
        "the second has one of its own"
    );
    // Now and then one more is allowed; with an address of its own each of these would have all.
    for lie in [
        "X-Forwarded-For: 9.9.9.9",
        "Forwarded: for=9.9.9.8",
        "X-Real-IP: 9.9.9.7",
    ] {
        let lied = ask(proxy, "127.0.0.2", 8, &["-H", lie]);
        assert!(lied.contains(&429), "{lie}: {lied:?}");
    }
}

#[test]
fn behind_nginx_as_the_guide_sets_it_up() {
    if !has("curl") || !has("nginx") {
        return;
    }
    let (server, at) = (Server::start(), free_address());
    let home = tempfile::tempdir().unwrap();
    let site = example("nginx")
        .replace("listen 443 ssl;", &format!("listen {at};"))
        .replace("127.0.0.1:8080", &server.address.to_string());
    let lines: Vec<&str> = site
        .lines()
        .filter(|line| !line.trim().starts_with("ssl_"))
        .collect();
    let site = lines.join("\n");
    let dir = home.path().display();
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {dir}/{kind};\n"))
        .concat();
    let config = format!(
        "pid {dir}/pid;\nerror_log {dir}/errors;\ndaemon off;\nmaster_process off;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    );
    let file = home.path().join("nginx.conf");
    fs::write(&file, config).unwrap();
    let _proxy = Proxy::start(
        Command::new("nginx")
            .arg("-p")
            .arg(home.path())
            .arg("-c")
            .arg(&file),
        at,
    );
    clients_are_told_apart(at);
}

#[test]
fn behind_caddy_as_the_guide_sets_it_up() {
    if !has("curl") || !has("caddy") {
        return;
    }
    let (server, at) = (Server::start(), free_address());
    let home = tempfile::tempdir().unwrap();
    let site = example("caddy")
        .replace("games.example", &format!("http://{at}"))
        .replace("127.0.0.1:8080", &server.address.to_string());
    let file = home.path().join("Caddyfile");
    fs::write(&file, format!("{{\n    admin off\n}}\n{site}")).unwrap();
    let mut caddy = Command::new("caddy");
    caddy
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file);
    caddy
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path());
    let _proxy = Proxy::start(&mut caddy, at);
    clients_are_told_apart(at);
}
