//! A server with games, a browser, and a page whose every word and request is noted.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    MouseButton,
};
use chromiumoxide::cdp::browser_protocol::log::EventEntryAdded;
use chromiumoxide::cdp::browser_protocol::network::{
    EventRequestWillBeSent, Headers, SetExtraHttpHeadersParams,
};
use chromiumoxide::cdp::browser_protocol::page::CaptureScreenshotFormat;
use chromiumoxide::cdp::browser_protocol::target::CreateTargetParams;
use chromiumoxide::cdp::js_protocol::runtime::{EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::{Browser, BrowserConfig, Page};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

/// How long anything may take on a slow machine.
pub(crate) const PATIENT: Duration = Duration::from_mins(2);

/// Games that are put in, by file.
const GAMES: [&str; 3] = [
    "orsa-takes-the-axes",
    "two-hidden-armies",
    "the-knights-at-the-barrow",
];

/// A page is there and its scripts are ready.
const READY: &str = "document.readyState === 'complete' && (document.querySelector('[data-game]')?.dataset.ready ?? 'true') === 'true'";

/// A phone, a tablet and a laptop: width and height of their windows in CSS pixels.
pub(crate) const WINDOWS: [(i64, i64); 3] = [(390, 844), (820, 1180), (1440, 900)];
/// A narrower window is a phone's.
const PHONE: i64 = 600;
/// A narrower window is touched.
const TOUCHED: i64 = 1000;

/// A server, a browser and a page in it.
pub(crate) struct Desk {
    pub(crate) page: Page,
    /// Width and height of the window that was asked for last.
    pub(crate) size: Mutex<(i64, i64)>,
    pub(crate) address: String,
    /// The token of the administrator.
    token: String,
    /// The token that the page comes with.
    comes: Mutex<Option<String>>,
    /// The games, in the order of [`GAMES`].
    pub(crate) games: Vec<String>,
    notes: Arc<Mutex<Notes>>,
    browser: Browser,
    server: Child,
    /// The store and the browser's own files; it goes with the desk.
    _folder: tempfile::TempDir,
}

/// What the page said and asked for.
#[derive(Debug, Default)]
struct Notes {
    errors: Vec<String>,
    /// Words of what is meant to go wrong.
    expected: Vec<String>,
    requests: Vec<String>,
}

/// Where Chromium is, or nothing if the tests of pages are to be left out.
pub(crate) fn chromium() -> Option<PathBuf> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(|name| {
            std::env::split_paths(&std::env::var_os("PATH")?)
                .map(|folder| folder.join(name))
                .find(|file| file.is_file())
        });
    if found.is_none() {
        assert!(
            std::env::var_os("HINDSIGHT_REQUIRE_TOOLS").is_none(),
            "there is no Chromium here: install Debian's package `chromium`"
        );
        println!("left out: there is no Chromium here");
    }
    found
}

impl Desk {
    /// A desk, or nothing where there is no browser.
    pub(crate) async fn open() -> Option<Self> {
        let chromium = chromium()?;
        let folder = tempfile::tempdir().unwrap();
        let (server, address, token) = serve(folder.path());
        let config = BrowserConfig::builder()
            .chrome_executable(chromium)
            // Tests run as root in containers, where Chromium has no sandbox to stand in.
            .no_sandbox()
            .user_data_dir(folder.path().join("profile"))
            .window_size(1280, 900)
            // The library would emulate fingers on every page; `window` does where a story is of a phone.
            .viewport(None)
            .launch_timeout(PATIENT)
            .request_timeout(PATIENT)
            .args([
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--force-color-profile=srgb",
            ])
            .build()
            .unwrap();
        let (browser, mut handler) = Browser::launch(config).await.unwrap();
        tokio::spawn(async move { while handler.next().await.is_some() {} });
        let page = browser.new_page("about:blank").await.unwrap();
        let notes = Arc::default();
        note(&page, &notes).await;
        page.goto(&address).await.unwrap();
        let listed: serde_json::Value = page
            .evaluate("fetch('/v1/games?sort=created').then((answer) => answer.json())")
            .await
            .unwrap()
            .into_value()
            .unwrap();
        let games = GAMES
            .iter()
            .map(|name| {
                let title = name.replace('-', " ");
                let known =
                    |game: &&serde_json::Value| game["title"].as_str().unwrap().to_lowercase() == title;
                let game = listed["items"].as_array().unwrap().iter().find(known);
                game.unwrap_or_else(|| panic!("no game {title}: {listed}"))["id"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        Some(Self {
            page,
            size: Mutex::new((1280, 900)),
            address,
            token,
            comes: Mutex::default(),
            games,
            notes,
            browser,
            server,
            _folder: folder,
        })
    }

    /// The token that the first start shows.
    pub(crate) fn token_of_administrator(&self) -> String {
        self.token.clone()
    }

    /// Something that the browser will complain of, because the test does it on purpose.
    pub(crate) fn expect(&self, words: &str) {
        self.notes.lock().unwrap().expected.push(words.to_owned());
    }

    /// Another page of the same browser at an address of the server, as somebody who may do everything.
    pub(crate) async fn other_page(&self, path: &str) -> Page {
        let page = self.browser.new_page("about:blank").await.unwrap();
        authorise(&page, Some(&self.token)).await;
        page.goto(format!("{}{path}", self.address)).await.unwrap();
        // A page behind another one is not drawn, so nothing on it could be clicked.
        self.page.bring_to_front().await.unwrap();
        page
    }

    /// A page in a window of its own, as whoever a token stands for, or as nobody: another device. What it says counts too.
    pub(crate) async fn device(&self, token: Option<&str>, path: &str) -> Page {
        let window = CreateTargetParams::builder()
            .url("about:blank")
            .new_window(true)
            .build()
            .unwrap();
        let page = self.browser.new_page(window).await.unwrap();
        note(&page, &self.notes).await;
        authorise(&page, token).await;
        page.goto(format!("{}{path}", self.address)).await.unwrap();
        self.until_on(&page, READY).await;
        page
    }

    /// Sends a request as the administrator, whoever the page comes as; the answer, empty if it has no body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &serde_json::Value) -> serde_json::Value {
        let asked = format!(
            "fetch('{path}', {{ method: '{method}', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({body}) }})
                .then((answer) => answer.status === 204 ? {{}} : answer.json())"
        );
        authorise(&self.page, Some(&self.token)).await;
        let answer = self.value(&asked).await;
        let comes = self.comes.lock().unwrap().clone();
        authorise(&self.page, comes.as_deref()).await;
        answer
    }

    /// Goes to a page of the server and waits until its scripts are ready.
    pub(crate) async fn go(&self, path: &str) {
        // The library's own way waits for frames too that load only when they are scrolled to.
        let leave = format!(
            "window.leaving = true; setTimeout(() => location.assign('{}{path}')); true",
            self.address
        );
        // The page may be left before it has answered.
        if let Err(why) = self.page.evaluate(leave).await {
            assert!(why.to_string().contains("navigated"), "{path}: {why}");
        }
        self.until(&format!("window.leaving === undefined && ({READY})"))
            .await;
    }

    /// Sends the administrator's token with every request from now on, or none any more.
    pub(crate) async fn comes_with_token(&self, comes: bool) {
        self.comes(comes.then_some(self.token.as_str())).await;
    }

    async fn comes(&self, token: Option<&str>) {
        *self.comes.lock().unwrap() = token.map(ToOwned::to_owned);
        authorise(&self.page, token).await;
    }

    /// Comes as whoever a token stands for, from now on.
    pub(crate) async fn comes_as(&self, token: &str) {
        self.comes(Some(token)).await;
    }

    /// A token of somebody of this name, who may make games and write of them.
    pub(crate) async fn token_of(&self, subject: &str) -> String {
        let wanted = serde_json::json!({ "subject": subject, "scopes": ["game:read", "game:write"] });
        let made = self.ask("POST", "/v1/tokens", &wanted).await;
        made["secret"]
            .as_str()
            .unwrap_or_else(|| panic!("{made}"))
            .to_owned()
    }

    /// Types into a field, in place of what stands there.
    pub(crate) async fn fill(&self, field: &str, text: &str) {
        self.until(&format!(
            "document.querySelector('{field}')?.checkVisibility() === true"
        ))
        .await;
        let empty = format!("document.querySelector('{field}').value = ''");
        self.page.evaluate(empty).await.unwrap();
        let found = self.page.find_element(field).await.unwrap();
        found.click().await.unwrap().type_str(text).await.unwrap();
        let typed: String = self
            .value(&format!("document.querySelector('{field}').value"))
            .await;
        assert_eq!(typed, text, "{field}");
    }

    /// Waits for a page with this heading.
    pub(crate) async fn heading(&self, words: &str) {
        self.until(&format!(
            "document.readyState === 'complete' && document.querySelector('h1')?.textContent === '{words}'"
        ))
        .await;
    }

    /// Drags with the left button over the page, from one point to another.
    pub(crate) async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        use DispatchMouseEventType::{MouseMoved, MousePressed, MouseReleased};
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        for (kind, (x, y)) in [
            (MouseMoved, from),
            (MousePressed, from),
            (MouseMoved, middle),
            (MouseMoved, to),
            (MouseReleased, to),
        ] {
            let event = DispatchMouseEventParams::builder()
                .r#type(kind)
                .x(x)
                .y(y)
                .button(MouseButton::Left)
                .buttons(1)
                .click_count(1)
                .build()
                .unwrap();
            self.page.execute(event).await.unwrap();
        }
    }

    /// What an expression of the page is.
    pub(crate) async fn value<T: DeserializeOwned>(&self, expression: &str) -> T {
        let found = self.page.evaluate(expression).await;
        found
            .unwrap_or_else(|why| panic!("{expression}: {why}"))
            .into_value()
            .unwrap_or_else(|why| panic!("{expression}: {why}"))
    }

    /// Waits until an expression of the page holds.
    #[track_caller]
    pub(crate) fn until<'d>(&'d self, expression: &'d str) -> impl Future<Output = ()> + 'd {
        self.until_on(&self.page, expression)
    }

    /// Waits until an expression of another page holds.
    #[track_caller]
    pub(crate) fn until_on<'d>(
        &'d self,
        page: &'d Page,
        expression: &'d str,
    ) -> impl Future<Output = ()> + 'd {
        let place = std::panic::Location::caller();
        async move {
            let begun = Instant::now();
            loop {
                // While a new page comes there is nothing to ask.
                let held = page
                    .evaluate(expression)
                    .await
                    .ok()
                    .and_then(|found| found.into_value().ok());
                if held == Some(true) {
                    return;
                }
                if begun.elapsed() >= PATIENT {
                    let file = place.file().rsplit('/').next().unwrap_or_default();
                    save_screenshot(page, &format!("failed-{file}-{}", place.line())).await;
                    let notes = self.notes.lock().unwrap().errors.join("\n");
                    panic!("{place}: never {expression}\n{notes}");
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Presses a key, perhaps with Ctrl (2) or Shift (8) held.
    pub(crate) async fn press(&self, key: &str, modifiers: i64) {
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::builder()
                .r#type(kind.clone())
                .key(key)
                .modifiers(modifiers);
            let code = match key {
                "Tab" => 9,
                "Enter" => 13,
                "Escape" => 27,
                " " => 32,
                _ => 0,
            };
            if code > 0 {
                event = event.windows_virtual_key_code(code);
            }
            if key.chars().count() == 1 && kind == DispatchKeyEventType::KeyDown {
                event = event.text(key);
            } else if key == "Enter" && kind == DispatchKeyEventType::KeyDown {
                event = event.text("\r");
            }
            self.page.execute(event.build().unwrap()).await.unwrap();
        }
    }

    /// Clicks in the middle of what a selector names.
    #[track_caller]
    pub(crate) fn click<'d>(&'d self, selector: &'d str) -> impl Future<Output = ()> + 'd {
        click(&self.page, selector)
    }

    /// Opens a `details` element by a click, unless it is open.
    pub(crate) async fn unfold(&self, details: &str) {
        let open = format!("document.querySelector('{details}').open");
        if !self.value::<bool>(&open).await {
            self.click(&format!("{details} > summary")).await;
        }
        self.until(&open).await;
    }

    /// Clicks the first of what a selector finds, unless the page is without it by now.
    pub(crate) async fn click_if_there(&self, selector: &str) {
        if self.page.find_element(selector).await.is_ok() {
            click_while(&self.page, selector, async || {
                self.page.find_element(selector).await.is_ok()
            })
            .await;
        }
    }

    /// A window of this size, in light or dark; those of phones and tablets are touched.
    pub(crate) async fn window(&self, width: i64, height: i64, scheme: &str) {
        let size = SetDeviceMetricsOverrideParams::builder()
            .width(width)
            .height(height)
            .device_scale_factor(1.0)
            .mobile(width < PHONE)
            .build()
            .unwrap();
        self.page.execute(size).await.unwrap();
        let touch = SetTouchEmulationEnabledParams::new(width < TOUCHED);
        self.page.execute(touch).await.unwrap();
        *self.size.lock().unwrap() = (width, height);
        let media = SetEmulatedMediaParams::builder()
            .feature(MediaFeature::new("prefers-color-scheme", scheme))
            .build();
        self.page.execute(media).await.unwrap();
    }

    /// A picture of the whole page, into the target folder.
    pub(crate) async fn screenshot(&self, name: &str) {
        save_screenshot(&self.page, name).await;
    }

    /// Nothing was complained of, and nothing was asked of anybody else.
    #[track_caller]
    pub(crate) fn is_clean(&self) {
        let notes = self.notes.lock().unwrap();
        let is_meant = |error: &&String| !notes.expected.iter().any(|words| error.contains(words));
        let errors: Vec<&String> = notes.errors.iter().filter(is_meant).collect();
        assert_eq!(errors, Vec::<&String>::new());
        assert!(!notes.requests.is_empty(), "requests are noted");
        let foreign: Vec<&String> = notes
            .requests
            .iter()
            .filter(|url| {
                !url.starts_with(&self.address) && !url.starts_with("data:") && *url != "about:blank"
            })
            .collect();
        assert_eq!(foreign, Vec::<&String>::new(), "requests that leave the server");
    }

    /// Ends browser and server.
    pub(crate) async fn close(mut self) {
        self.is_clean();
        drop(self.browser.close().await);
        drop(self.browser.wait().await);
    }
}

/// A picture of a whole page, into the target folder.
async fn save_screenshot(page: &Page, name: &str) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    let params = ScreenshotParams::builder()
        .format(CaptureScreenshotFormat::Png)
        .full_page(true)
        .build();
    let picture = page.screenshot(params).await.unwrap();
    std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
}

/// Clicks in the middle of what a selector names on a page.
#[track_caller]
pub(crate) fn click<'p>(page: &'p Page, selector: &'p str) -> impl Future<Output = ()> + 'p {
    click_while(page, selector, async || true)
}

/// Tries to click until it can be done, or is not wanted any more. Who waited in vain says all that stood in the way, and how
/// often: the last word alone may be about something else.
#[track_caller]
fn click_while<'p>(
    page: &'p Page,
    selector: &'p str,
    wanted: impl AsyncFn() -> bool + 'p,
) -> impl Future<Output = ()> + 'p {
    let place = std::panic::Location::caller();
    async move {
        let begun = Instant::now();
        let mut said: BTreeMap<String, usize> = BTreeMap::new();
        while let Err(why) = try_click(page, selector).await {
            if !wanted().await {
                return;
            }
            *said.entry(why.to_string()).or_default() += 1;
            assert!(begun.elapsed() < PATIENT, "{place}: {selector}: {said:#?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Parts of a page may be replaced at any time, also between being found and being clicked.
async fn try_click(page: &Page, selector: &str) -> chromiumoxide::Result<()> {
    let element = page.find_element(selector).await?;
    element.scroll_into_view().await?;
    element.click().await.map(drop)
}

impl Drop for Desk {
    fn drop(&mut self) {
        // A test that fails leaves nothing running.
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// The program, serving its sample games from an empty folder; it says where.
fn serve(folder: &Path) -> (Child, String, String) {
    let program = std::env::var_os("HINDSIGHT_PROGRAM").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/debug/hindsight"),
        PathBuf::from,
    );
    let mut server = Command::new(&program)
        .arg("--data-dir")
        .arg(folder.join("data"))
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-rate-limits",
            "--log",
            "warn",
            "--json",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|why| {
            panic!(
                "{}: {why}; build it, or name it in HINDSIGHT_PROGRAM",
                program.display()
            )
        });
    let mut welcome = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut welcome)
        .unwrap();
    let welcome: serde_json::Value = serde_json::from_str(&welcome).unwrap();
    let word = |name: &str| welcome[name].as_str().unwrap().to_owned();
    (server, word("listening"), word("first_token"))
}

/// Every request of the page from now on comes with this token, or with none.
async fn authorise(page: &Page, token: Option<&str>) {
    let headers = token.map_or_else(
        || serde_json::json!({}),
        |token| serde_json::json!({ "Authorization": format!("Bearer {token}") }),
    );
    page.execute(SetExtraHttpHeadersParams::new(Headers::new(headers)))
        .await
        .unwrap();
}

async fn note(page: &Page, notes: &Arc<Mutex<Notes>>) {
    page.execute(chromiumoxide::cdp::browser_protocol::log::EnableParams::default())
        .await
        .unwrap();
    let mut requests = page.event_listener::<EventRequestWillBeSent>().await.unwrap();
    let mut thrown = page.event_listener::<EventExceptionThrown>().await.unwrap();
    let mut said = page.event_listener::<EventConsoleApiCalled>().await.unwrap();
    let mut logged = page.event_listener::<EventEntryAdded>().await.unwrap();
    let notes = Arc::clone(notes);
    tokio::spawn(async move {
        loop {
            let error = tokio::select! {
                Some(request) = requests.next() => {
                    notes.lock().unwrap().requests.push(request.request.url.clone());
                    continue;
                }
                Some(thrown) = thrown.next() => format!("{:?}", thrown.exception_details),
                Some(said) = said.next() => format!("{:?} {:?}", said.r#type, said.args),
                Some(logged) = logged.next() => format!("{:?}", logged.entry),
                else => break,
            };
            notes.lock().unwrap().errors.push(error);
        }
    });
}
