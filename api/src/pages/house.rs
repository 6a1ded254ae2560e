//! Frame of every page: its head, its header and footer, its colours; and how problems look to people.

use std::fmt;

use actix_web::http::header::{self, HeaderMap};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use hindsight_kernel::{Message, Seat};
use hindsight_openapi::wire::Session;
use hindsight_openapi::{BodyFault, Problem};
use hindsight_reports::Theme;
use maud::{DOCTYPE, Markup, html};

use super::form::Fields;
use crate::base::messages::text;
use crate::http::SentForm;

/// The browser's word on what its user prefers, where it gives one.
const PREFERS: &str = "Sec-CH-Prefers-Color-Scheme";

/// The colours that a page is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colours {
    /// What the reader chose by the switch; without a choice the browser's preference holds.
    pub(crate) chosen: Option<Theme>,
    /// What pictures inside the page are drawn in.
    pub(crate) drawn: Theme,
}

impl Colours {
    /// Those of a request: its cookie, or else what the browser says it prefers, or else light.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let named = |name: &str| match name.trim().trim_matches('"') {
            "dark" => Some(Theme::Dark),
            "light" => Some(Theme::Light),
            _ => None,
        };
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let chosen = text("Cookie").and_then(|cookies| {
            cookies
                .split(';')
                .find_map(|cookie| cookie.trim().strip_prefix("theme="))
                .and_then(named)
        });
        let drawn = chosen
            .or_else(|| text(PREFERS).and_then(named))
            .unwrap_or_default();
        Self { chosen, drawn }
    }

    /// The word for addresses and attributes.
    pub(crate) fn word(theme: Theme) -> &'static str {
        match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// Whether the reader wants to see how games ended before they have watched them: the cookie `results`, set by the button
/// of the start page.
pub(super) fn shows_results(headers: &HeaderMap) -> bool {
    let cookies = headers.get("Cookie").and_then(|value| value.to_str().ok());
    cookies.is_some_and(|cookies| cookies.split(';').any(|cookie| cookie.trim() == "results=shown"))
}

/// A picture that the server draws, in the reader's colours: those that were chosen, or else those that the browser prefers.
pub(super) fn picture(
    colours: Colours,
    address: &str,
    alt: impl fmt::Display,
    (width, height): (u32, u32),
) -> Markup {
    let joint = if address.contains('?') { '&' } else { '?' };
    let drawn = |theme: Theme| format!("{address}{joint}theme={}", Colours::word(theme));
    html! {
        picture {
            @if colours.chosen.is_none() {
                source media="(prefers-color-scheme: dark)" srcset=(drawn(Theme::Dark));
            }
            img src=(drawn(colours.chosen.unwrap_or_default())) alt=(alt) loading="lazy" width=(width) height=(height);
        }
    }
}

/// A board beside another: as wide as a window shows it, and with fewer, larger labels on a phone.
pub(super) fn board_picture(colours: Colours, address: &str, alt: impl fmt::Display) -> Markup {
    let drawn = |looks: &str, theme: Theme| format!("{address}&{looks}&theme={}", Colours::word(theme));
    let (small, large) = ("width=600&compact=true", "width=560");
    let chosen = colours.chosen.unwrap_or_default();
    html! {
        picture {
            @if colours.chosen.is_none() {
                source media="(max-width: 30rem) and (prefers-color-scheme: dark)" srcset=(drawn(small, Theme::Dark));
            }
            source media="(max-width: 30rem)" srcset=(drawn(small, chosen));
            @if colours.chosen.is_none() {
                source media="(prefers-color-scheme: dark)" srcset=(drawn(large, Theme::Dark));
            }
            img src=(drawn(large, chosen)) alt=(alt) loading="lazy" width="560" height="560";
        }
    }
}

/// A chart of a game in a frame of 640 by 400 pixels; for a phone it is drawn as wide as the phone shows it.
pub(super) fn chart_picture(colours: Colours, address: &str, alt: impl fmt::Display) -> Markup {
    let drawn = |width: u32, theme: Theme| format!("{address}?width={width}&theme={}", Colours::word(theme));
    let chosen = colours.chosen.unwrap_or_default();
    html! {
        picture {
            @if colours.chosen.is_none() {
                source media="(max-width: 30rem) and (prefers-color-scheme: dark)" srcset=(drawn(356, Theme::Dark));
            }
            source media="(max-width: 30rem)" srcset=(drawn(356, chosen));
            @if colours.chosen.is_none() {
                source media="(prefers-color-scheme: dark)" srcset=(drawn(640, Theme::Dark));
            }
            img src=(drawn(640, chosen)) alt=(alt) loading="lazy" width="640" height="400";
        }
    }
}

/// The sign of a seat, in its colour.
pub(super) fn chip(seat: Seat) -> Markup {
    let class = format!("chip seat-{}", seat.to_string().to_lowercase());
    html! { span class=(class) { (seat) } }
}

/// The day of a time: in UTC, until a script turns it into the reader's own. `time` is in RFC 3339.
pub(super) fn day_of(time: &str) -> Markup {
    let day = time.get(..10).unwrap_or(time);
    // A game whose day alone is known begins at midnight: that day is the same for every reader.
    if time.get(11..19) == Some("00:00:00") {
        return html! { time datetime=(day) { (day) } };
    }
    html! { time datetime=(time) data-shows="day" title=(format!("{time} (UTC)")) { (text!("frame-utc", time = day.to_owned())) } }
}

/// The minute of a time, as [`day_of`] shows a day.
pub(super) fn minute_of(time: &str) -> Markup {
    let minute = time.get(..16).unwrap_or(time).replace('T', " ");
    html! { time datetime=(time) data-shows="minute" title=(format!("{time} (UTC)")) { (text!("frame-utc", time = minute)) } }
}

/// A table that scrolls by itself where it is wider than the page.
pub(super) fn wide(name: impl fmt::Display, table: &Markup) -> Markup {
    html! { div.wide-table tabindex="0" role="group" aria-label=(name) { (table) } }
}

/// Pages that every page leads to, besides games and recorder.
fn places() -> [(&'static str, Message); 4] {
    [
        ("/community", text!("frame-community")),
        ("/studies", text!("frame-studies")),
        ("/#systems", text!("frame-rules")),
        ("/docs", text!("frame-api")),
    ]
}

/// A whole page.
pub(crate) struct Page<'p> {
    /// What stands in the window's title, before the service's name.
    pub(crate) title: String,
    /// The reader's colours; those of the request if left out.
    pub(crate) colours: Option<Colours>,
    /// What stands in the head besides: descriptions for other sites.
    pub(crate) head: Markup,
    /// The modules it runs, by name.
    pub(crate) scripts: &'p [&'p str],
    /// Class of the main part.
    pub(crate) class: &'p str,
    /// The main part.
    pub(crate) body: Markup,
}

impl Page<'_> {
    /// A page of text.
    pub(crate) fn plain(title: impl Into<String>, body: Markup) -> Self {
        Self {
            title: title.into(),
            colours: None,
            head: html! {},
            scripts: &[],
            class: "text",
            body,
        }
    }

    /// The page as it is sent to who asked so: in their colours, with their name.
    pub(crate) fn answer(self, to: &HttpRequest) -> HttpResponse {
        self.answer_as(StatusCode::OK.as_u16(), to)
    }

    /// The page with another status: one that says what went wrong.
    pub(crate) fn answer_as(self, status: u16, to: &HttpRequest) -> HttpResponse {
        let reader = to.extensions().get::<Session>().cloned();
        let path = to.uri().path_and_query().map_or("/", |path| path.as_str());
        let colours = self.colours.unwrap_or_else(|| Colours::of(to.headers()));
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        send(
            &mut HttpResponse::build(status),
            &self.markup(colours, reader.as_ref(), path),
        )
    }

    fn markup(&self, colours: Colours, reader: Option<&Session>, path: &str) -> Markup {
        let chosen = colours.chosen.map(Colours::word);
        html! {
            (DOCTYPE)
            html lang="en" data-theme=[chosen] {
                (self.inside_head())
                body {
                    a.skip href="#main" { (text!("frame-skip-content")) }
                    header.house {
                        a.home href="/" { (sign()) span { (text!("frame-hindsight")) } }
                        nav aria-label=(text!("frame-hindsight")) {
                            a.tight href="/#games" { (text!("frame-games")) }
                            @if reader.is_some() { a.roomy href="/mine" { (text!("frame-my-games")) } }
                            a.tight href="/new" { (text!("frame-record")) }
                            @for (address, name) in places() { a.roomy href=(address) { (name) } }
                            (who(reader, path))
                            // What a phone has no room for.
                            details.who.menu {
                                summary { (text!("frame-menu")) }
                                div {
                                    a.squeezed href="/#games" { (text!("frame-games")) }
                                    a.squeezed href="/new" { (text!("frame-record")) }
                                    @for (address, name) in places() { a href=(address) { (name) } }
                                }
                            }
                            button type="button" data-does="theme" hidden aria-label=(text!("frame-light-dark")) { (half_moon()) }
                        }
                    }
                    main #main class=(self.class) { (self.body) }
                    footer.house {
                        p { (text!("frame-events-results-statistics")) " " a href="/docs" { (text!("frame-api")) } " · " a href="/odds" { (text!("frame-exact-odds")) } " · " a href="/openapi.json" { (text!("frame-openapi-document")) } }
                    }
                }
            }
        }
    }

    fn inside_head(&self) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text!("frame-title", title = self.title.clone())) }
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/style.css";
                script type="module" src="/script/house.js" {}
                @for script in self.scripts {
                    script type="module" src=(format!("/script/{script}")) {}
                }
                (self.head)
            }
        }
    }

    /// The page without header and footer, for frames in other pages.
    pub(crate) fn bare(self) -> HttpResponse {
        let chosen = self.colours.and_then(|colours| colours.chosen).map(Colours::word);
        let page = html! {
            (DOCTYPE)
            html lang="en" data-theme=[chosen] {
                (self.inside_head())
                body.bare { main #main class=(self.class) { (self.body) } }
            }
        };
        send(&mut HttpResponse::Ok(), &page)
    }
}

fn send(answer: &mut actix_web::HttpResponseBuilder, page: &Markup) -> HttpResponse {
    answer
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .insert_header((header::VARY, format!("Authorization, Accept, Cookie, {PREFERS}")))
        .insert_header(("Accept-CH", PREFERS))
        .body(page.0.clone())
}

/// Whether somebody looks after the accounts of the server.
fn looks_after(reader: &Session) -> bool {
    let scopes = &reader.scopes;
    scopes
        .iter()
        .any(|scope| scope == "admin" || scope == "account:write")
}

/// Who is signed in, with the way out; or the way in, and back to this page.
fn who(reader: Option<&Session>, path: &str) -> Markup {
    let Some(reader) = reader else {
        let next = match path.split('?').next() {
            Some("/signin" | "/signup") => String::new(),
            _ => super::links::query([("next", path)]),
        };
        return html! { a href=(format!("/signin{next}")) { (text!("frame-sign")) } };
    };
    html! {
        details.who {
            summary { span.unseen { (text!("frame-signed")) " " } (reader.name) }
            div {
                a href="/mine" { (text!("frame-my-games")) }
                a href="/account" { (text!("frame-account")) }
                @if looks_after(reader) {
                    a href="/moderation" { (text!("frame-moderation")) }
                    a href="/accounts" { (text!("frame-accounts")) }
                }
                form method="post" action="/signout" { button type="submit" { (text!("frame-sign-out")) } }
            }
        }
    }
}

/// The page of this server that led to a request, as far as the browser says.
fn came_from(to: &HttpRequest) -> Option<String> {
    let text = |name: header::HeaderName| to.headers().get(name).and_then(|value| value.to_str().ok());
    let (referer, host) = (text(header::REFERER)?, text(header::HOST)?);
    let rest = referer
        .strip_prefix("https://")
        .or_else(|| referer.strip_prefix("http://"))?;
    let path = rest.strip_prefix(host).filter(|path| path.starts_with('/'))?;
    // A page does not lead back to itself; a form that is sent to the page it stands on does.
    let is_here = path == to.uri().path_and_query().map_or("/", |path| path.as_str());
    let is_own = !path.starts_with("//") && (!is_here || to.method() != Method::GET);
    is_own.then(|| path.to_owned())
}

/// A text as a sentence: with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut sentence: String = letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default();
    if !sentence.is_empty() && !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

/// A fault of a body as people read it: the field in words, then what is wrong with it.
pub(super) fn fault_in_words(fault: &BodyFault) -> String {
    let field = fault.path.trim_start_matches('/').replace(['_', '/'], " ");
    let reason = plainly(&fault.reason);
    if let Some(missing) = reason.strip_prefix("missing field ") {
        return sentence(&text!("frame-needed", field = missing.replace('_', " ")).to_string());
    }
    if field.is_empty() {
        return sentence(&reason);
    }
    sentence(&format!("{field}: {reason}"))
}

/// A text of the API as a page says it: without the marks of code, and with the last name of a path alone before what is
/// wrong with it.
pub(super) fn plainly(text: &str) -> String {
    let text = text.replace('`', "");
    match text.strip_prefix('/').and_then(|rest| rest.split_once(": ")) {
        Some((path, rest)) if !path.contains(' ') => {
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("{}: {rest}", name.replace('_', " "))
        }
        _ => text,
    }
}

/// The most letters of a field that is shown in one line.
const LINE: usize = 80;

/// What was written into a refused form, to be sent again: nothing of it is lost.
fn again(problem: &Problem, to: &HttpRequest) -> Markup {
    let form = to.extensions().get::<SentForm>().cloned();
    // What a page elsewhere sent is not put into a form of this server, which its reader would send as their own.
    let is_own = came_from(to).is_some() && (400..500).contains(&problem.status);
    let Some(SentForm(body)) = form.filter(|_| is_own) else {
        return html! {};
    };
    let Ok(fields) = Fields::parse(&body) else {
        return html! {};
    };
    let is_wrong = |name: &str| {
        let mut faults = problem.errors.iter();
        faults.any(|fault| fault.path.trim_start_matches('/') == name)
    };
    // What people write is shown; what stands in a form for the server goes with it.
    let is_shown = |name: &str, value: &str| is_wrong(name) || WRITTEN.contains(&name) || value.contains(' ');
    if !fields.pairs().any(|(name, value)| is_shown(name, value)) {
        return html! {};
    }
    html! {
        form.fields.again method="post" action=(to.uri().path_and_query().map_or("/", |path| path.as_str())) {
            @for (name, value) in fields.pairs() {
                @let words = sentence(&name.replace('_', " "));
                @if name.contains("password") || name.contains("token") {
                    label { span { (words.trim_end_matches('.')) } input type="password" name=(name) autocomplete="off"; }
                } @else if !is_shown(name, value) {
                    input type="hidden" name=(name) value=(value);
                } @else if value.len() > LINE || value.contains('\n') || LONG.contains(&name) {
                    label { span { (words.trim_end_matches('.')) } textarea name=(name) rows="5" { (value) } }
                } @else {
                    label { span { (words.trim_end_matches('.')) } input type="text" name=(name) value=(value) autocomplete="off"; }
                }
            }
            button.main type="submit" { (text!("frame-try-again")) }
        }
    }
}

/// Fields that people write into.
const WRITTEN: [&str; 11] = [
    "title", "text", "words", "reason", "name", "tags", "address", "url", "with", "label", "to",
];

/// Those of them that hold more than a line.
const LONG: [&str; 3] = ["text", "words", "reason"];

/// A problem as a page.
pub(crate) fn problem_page(problem: &Problem, to: &HttpRequest) -> HttpResponse {
    let page = Page::plain(
        problem.title.clone(),
        html! {
            section.problem {
                h1 { (problem.title) }
                @match problem.errors.as_slice() {
                    // The detail says the same.
                    [only] => p.lead { (fault_in_words(only)) },
                    [] => p.lead { (sentence(&plainly(&problem.detail))) },
                    several => {
                        p.lead { (sentence(&plainly(&problem.detail))) }
                        ul { @for fault in several { li { (fault_in_words(fault)) } } }
                    }
                }
                (again(problem, to))
                p.ways-in {
                    @if let Some(back) = came_from(to) { a.main href=(back) data-does="back" { (text!("frame-back")) } }
                    a href="/" { (text!("frame-start-page")) }
                    a href=(problem.kind) { (text!("frame-help")) }
                }
                p.quiet { (text!("frame-status", status = problem.status)) }
            }
        },
    );
    page.answer_as(problem.status, to)
}

/// The sign of the house: a board seen back through an arrow.
fn sign() -> Markup {
    html! {
        svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" {
            rect class="ground" x="1" y="1" width="30" height="30" rx="7" {}
            path class="line" d="M22.5 9.5a9 9 0 1 0 2.4 6.5" {}
            path class="head" d="M24.8 5.2v6.6h-6.6z" {}
            path class="line" d="M16 11v5.4l3.6 2.2" {}
        }
    }
}

fn half_moon() -> Markup {
    html! {
        svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" {
            circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" {}
            path d="M10 2a8 8 0 0 1 0 16z" fill="currentColor" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_utc_with_what_a_script_needs_to_tell_them_otherwise() {
        let time = "2026-11-28T16:52:03.000Z";
        assert_eq!(
            day_of(time).into_string(),
            "<time datetime=\"2026-11-28T16:52:03.000Z\" data-shows=\"day\" title=\"2026-11-28T16:52:03.000Z (UTC)\">2026-11-28 UTC</time>"
        );
        assert_eq!(
            minute_of(time).into_string(),
            "<time datetime=\"2026-11-28T16:52:03.000Z\" data-shows=\"minute\" title=\"2026-11-28T16:52:03.000Z (UTC)\">2026-11-28 16:52 UTC</time>"
        );
        // A day that is known without its time is that day for everybody.
        assert_eq!(
            day_of("2026-11-28T00:00:00.000Z").into_string(),
            "<time datetime=\"2026-11-28\">2026-11-28</time>"
        );
    }

    #[test]
    fn faults_are_told_by_the_names_of_fields() {
        let rows = [
            ("", "missing field `reason`", "Reason: this is needed."),
            (
                "/title",
                "1 to 100 characters are expected",
                "Title: 1 to 100 characters are expected.",
            ),
            ("", "`since`: a month is expected", "Since: a month is expected."),
        ];
        for (path, reason, words) in rows {
            let fault = BodyFault {
                path: path.to_owned(),
                reason: reason.to_owned(),
                message: None,
            };
            assert_eq!(fault_in_words(&fault), words);
        }
        assert_eq!(plainly("/chapters/0/title: too long"), "title: too long");
        assert_eq!(plainly("/g/1 is gone: no"), "/g/1 is gone: no");
    }
}
