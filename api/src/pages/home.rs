//! The start page: two ways in, sample games, all games by what is asked, supported systems; and the games of who is
//! signed in.

use hindsight_engine::systems;
use hindsight_kernel::Message;
use hindsight_openapi::wire::GameCard;
use hindsight_store::{Audience, Listed, NotACursor, SortBy, StreamFilter};
use maud::{Markup, html};

use super::house::{Colours, Page, chip, day_of, picture, shows_results};
use super::links::{query, title_of};
use super::tabs::result;
use super::words::count_of;
use crate::base::error::ApiError;
use crate::base::messages::{said_elsewhere, text};
use crate::games::cards::{asked_terms, term};
use crate::games::game_card;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("startPage", start);
    mounts.on("myGamesPage", my_games);
}

/// Games on a page.
const SHOWN: usize = 24;
/// Games to begin with.
const SAMPLES: usize = 4;
/// Sample games that they are chosen from.
const LOOKED_AT: usize = 40;
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// The fields of the search, as the address has them.
const FIELDS: [&str; 8] = [
    "q", "system", "player", "faction", "tag", "result", "since", "until",
];

async fn start(ctx: Ctx) -> Answer {
    let cursor = match ctx.query.text("cursor") {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|why: NotACursor| ApiError::parameter("cursor", said_elsewhere(why)))?,
        ),
    };
    let asked = FIELDS.iter().any(|field| ctx.query.text(field).is_some());
    let first = cursor.is_none();
    let listing = {
        let games = &ctx.services.games;
        games.list_for(&ctx.caller, filter(&ctx), cursor, SHOWN).await?
    };
    let samples = if first && !asked {
        let sample = StreamFilter {
            mark: Some("sample".to_owned()),
            ..public()
        };
        let listed = ctx.services.games.list(sample, None, LOOKED_AT).await?.games;
        one_of_each(listed)
    } else {
        Vec::new()
    };
    let look = CardDisplay::of(&ctx);
    // What stands above as a sample does not stand below once more.
    let below: Vec<Listed> = listing
        .games
        .into_iter()
        .filter(|listed| samples.iter().all(|sample| sample.stream != listed.stream))
        .collect();
    let next = listing
        .next
        .map(|cursor| address(&ctx, &[("cursor", &cursor.to_string())], ""));
    let body = html! {
        @if first && !asked {
            (welcome(samples.first().or(below.first())))
            @if !samples.is_empty() {
                section.samples aria-labelledby="samples" {
                    h2 #samples { (text!("home-sample-games")) }
                    (cards(&samples, look))
                }
            }
        }
        section.find aria-labelledby="games" {
            div.with-switch {
                @if first && !asked { h2 #games { (text!("home-all-games")) } } @else { h1 #games { @if asked { (text!("home-games-found")) } @else { (text!("home-games")) } } }
                (results_switch(look))
            }
            (search(&ctx))
            @if !first || asked { h2.unseen { (text!("home-list-games")) } }
            @if below.is_empty() {
                @if samples.is_empty() { (nothing(asked || !first)) }
            } @else {
                (cards(&below, look))
            }
            nav.pages aria-label=(text!("home-pages-games")) {
                @if !first { a rel="first" href=(format!("{}#games", address(&ctx, &[], ""))) { (text!("home-newest-games")) } }
                @if let Some(next) = next { a rel="next" href=(format!("{next}#games")) { (text!("home-older-games")) } }
            }
        }
        (rulebooks())
    };
    let title = if asked {
        text!("home-games-found")
    } else {
        text!("home-recorded-tabletop-battles")
    };
    let page = Page {
        colours: Some(look.colours),
        head: html! {
            meta name="description" content=(text!("home-record-tabletop-battles"));
        },
        class: "start",
        ..Page::plain(title, body)
    };
    Ok(page.answer(&ctx.req))
}

/// Of the samples the first of each system, in the order of the systems.
fn one_of_each(samples: Vec<Listed>) -> Vec<Listed> {
    let place = |listed: &Listed| {
        let mut all = systems().iter();
        all.position(|system| system.id() == listed.card.system)
    };
    let mut samples = samples;
    samples.sort_by_key(place);
    samples.dedup_by_key(|listed| listed.card.system.clone());
    samples.truncate(SAMPLES);
    samples
}

/// What everybody may see in a list.
fn public() -> StreamFilter {
    StreamFilter {
        audience: Audience::Public,
        visibility: Some("public".to_owned()),
        ..StreamFilter::default()
    }
}

fn filter(ctx: &Ctx) -> StreamFilter {
    let text = |name: &str| ctx.query.text(name).map(ToOwned::to_owned);
    let result = ctx.query.text("result");
    StreamFilter {
        text: text("q"),
        system: text("system"),
        player: text("player"),
        tag: text("tag"),
        terms: asked_terms([
            (term::FACTION, text("faction")),
            (
                term::ENDING,
                result
                    .filter(|result| *result != "running")
                    .map(ToOwned::to_owned),
            ),
        ]),
        text_in: vec![term::FACTION.to_owned()],
        status: result
            .filter(|result| *result == "running")
            .map(ToOwned::to_owned),
        since_ms: ctx.query.day("since"),
        // The day itself still counts.
        until_ms: ctx.query.day("until").map(|begins| begins + DAY),
        ..public()
    }
}

/// This page with other fields, and without one.
fn address(ctx: &Ctx, more: &[(&str, &str)], without: &str) -> String {
    let kept = FIELDS
        .iter()
        .filter(|field| **field != without)
        .filter_map(|field| Some((*field, ctx.query.text(field)?)));
    let fields = query(kept.chain(more.iter().copied()));
    format!("/{fields}")
}

/// How cards of games are shown to a reader.
#[derive(Debug, Clone, Copy)]
struct CardDisplay {
    colours: Colours,
    /// Results stand on the cards.
    results: bool,
}

impl CardDisplay {
    fn of(ctx: &Ctx) -> Self {
        let headers = ctx.req.headers();
        Self {
            colours: Colours::of(headers),
            results: shows_results(headers),
        }
    }
}

/// What this is, and the two things that a visitor comes for.
fn welcome(sample: Option<&Listed>) -> Markup {
    html! {
        section.welcome {
            h1 { (text!("home-replay-tabletop-battles")) }
            p.lead {
                (text!("home-step-through-game"))
            }
            p.ways-in {
                @if let Some(sample) = sample { a.main href=(format!("/g/{}", sample.stream)) { (text!("home-watch-sample-battle")) } }
                a href="/new" { (text!("home-record-game")) }
                a href="/import" { (text!("home-import-game")) }
            }
        }
    }
}

/// The button that shows or hides how games ended; a script sets the cookie.
fn results_switch(look: CardDisplay) -> Markup {
    html! {
        button type="button" hidden data-does="results" aria-pressed=(look.results) {
            @if look.results { (text!("home-hide-results")) } @else { (text!("home-show-results")) }
        }
    }
}

/// The games that the caller keeps, and those in which they took a seat.
async fn my_games(ctx: Ctx) -> Answer {
    let Some(subject) = ctx.caller.subject().map(ToOwned::to_owned) else {
        return Ok(super::outcomes::on_to("/signin?next=%2Fmine").finish());
    };
    let cursor = match ctx.query.text("cursor") {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|why: NotACursor| ApiError::parameter("cursor", said_elsewhere(why)))?,
        ),
    };
    let own = StreamFilter {
        owner: Some(subject),
        audience: ctx.caller.audience(),
        sort: SortBy::Updated,
        ..StreamFilter::default()
    };
    let games = &ctx.services.games;
    let listing = games.list_for(&ctx.caller, own, cursor, SHOWN).await?;
    let mut played = Vec::new();
    if let (Some(account), None) = (ctx.caller.account(), cursor) {
        for seat in games.seats_of(account).await? {
            if let Ok((head, sight)) = games.seen(&ctx.caller, &seat.game).await
                && !sight.yours
                && played.iter().all(|known: &GameCard| known.id != seat.game)
            {
                played.push(game_card(head.id, &head.card, false));
            }
        }
    }
    // A token of one game alone is a seat in it.
    if let (Some(game), None) = (ctx.caller.token().and_then(|token| token.game), cursor)
        && let Ok((head, sight)) = games.seen(&ctx.caller, &game.to_string()).await
        && !sight.yours
        && played.iter().all(|known: &GameCard| known.id != game.to_string())
    {
        played.push(game_card(head.id, &head.card, false));
    }
    let look = CardDisplay::of(&ctx);
    let next = listing.next.map(|cursor| cursor.to_string());
    let (unfinished, finished): (Vec<&Listed>, Vec<&Listed>) = listing
        .games
        .iter()
        .partition(|listed| listed.card.status != "finished");
    let mine = |heading: Message, games: &[&Listed]| {
        html! {
            @if !games.is_empty() {
                h2 { (heading) }
                ul.games { @for listed in games { (one_card(&game_card(listed.stream, &listed.card, true), look)) } }
            }
        }
    };
    let body = html! {
        div.with-switch { h1 { (text!("home-my-games")) } (results_switch(look)) }
        p.ways-in { a.main href="/new" { (text!("home-record-game")) } a href="/import" { (text!("home-import-game")) } }
        @if listing.games.is_empty() && played.is_empty() {
            div.nothing { p { (text!("home-you-have-no")) } }
        }
        @else if !listing.games.is_empty() {
            p.quiet { a href="/v1/games/export" { (text!("home-download-all-my")) } " " (text!("home-ndjson-another-server")) }
        }
        (mine(text!("home-unfinished"), &unfinished))
        (mine(text!("home-finished"), &finished))
        @if !played.is_empty() {
            h2 { (text!("home-played-games-others")) }
            ul.games { @for card in &played { (one_card(card, look)) } }
        }
        nav.pages aria-label=(text!("home-pages-games")) {
            @if cursor.is_some() { a rel="first" href="/mine" { (text!("home-newest-games")) } }
            @if let Some(next) = next { a rel="next" href=(format!("/mine{}", query([("cursor", next.as_str())]))) { (text!("home-older-games")) } }
        }
    };
    let page = Page {
        colours: Some(look.colours),
        class: "start",
        ..Page::plain(text!("home-my-games"), body)
    };
    Ok(page.answer(&ctx.req))
}

/// The form of the search; it works without a script, and its fields stand in the address.
fn search(ctx: &Ctx) -> Markup {
    let value = |name: &str| ctx.query.text(name).unwrap_or_default();
    let text = |name: &str, label: Message| {
        html! {
            label { span { (label) } input type="text" name=(name) value=(value(name)) maxlength="100" autocomplete="off"; }
        }
    };
    let more = FIELDS.iter().skip(2).any(|field| ctx.query.text(field).is_some());
    let results = [
        ("", text!("home-any")),
        ("won", text!("home-won-side")),
        ("draw", text!("home-draw")),
        ("running", text!("home-not-over-yet")),
    ];
    html! {
        form.search method="get" action="/#games" role="search" {
            label.words { span { (text!("home-search")) } input type="search" name="q" value=(value("q")) maxlength="200" placeholder=(text!("home-title-player-faction")); }
            label {
                span { (text!("home-system")) }
                select name="system" {
                    option value="" { (text!("home-any")) }
                    @for system in systems() {
                        option value=(system.id()) selected[value("system") == system.id()] { (system.title()) }
                    }
                }
            }
            button type="submit" { (text!("home-find")) }
            details.more open[more] {
                summary { (text!("home-more-filters")) }
                div {
                    (text("player", text!("home-player")))
                    (text("faction", text!("home-faction")))
                    (text("tag", text!("home-tag")))
                    label {
                        span { (text!("home-result")) }
                        select name="result" {
                            @for (word, label) in results {
                                option value=(word) selected[value("result") == word] { (label) }
                            }
                        }
                    }
                    label { span { (text!("home-since")) } input type="date" name="since" value=(value("since")); }
                    label { span { (text!("home-until")) } input type="date" name="until" value=(value("until")); }
                }
            }
        }
        @let given: Vec<&str> = FIELDS.iter().copied().filter(|field| ctx.query.text(field).is_some()).collect();
        @if !given.is_empty() {
            ul.given aria-label=(text!("home-filters")) {
                @for field in given {
                    li {
                        a href=(format!("{}#games", address(ctx, &[], field))) {
                            (text!("home-filter", field = field_label(field), value = value(field).to_owned())) " " span aria-hidden="true" { "✕" } span.unseen { " " (text!("home-remove")) }
                        }
                    }
                }
                li { a href="/#games" { (text!("home-clear-filters")) } }
            }
        }
    }
}

fn field_label(field: &str) -> Message {
    match field {
        "q" => text!("home-text"),
        "system" => text!("home-system"),
        "player" => text!("home-player"),
        "faction" => text!("home-faction"),
        "tag" => text!("home-tag"),
        "result" => text!("home-result"),
        "since" => text!("home-since"),
        _ => text!("home-until"),
    }
}

fn nothing(asked: bool) -> Markup {
    html! {
        div.nothing {
            @if asked {
                p { (text!("home-no-matches")) " " a href="/#games" { (text!("home-clear-filters")) } }
            } @else {
                p {
                    (text!(
                        "home-none-yet";
                        record = html! { a href="/new" { (text!("home-record-first-one")) } },
                        import = html! { a href="/import" { (text!("home-import-one")) } }
                    ))
                }
            }
        }
    }
}

fn cards(games: &[Listed], look: CardDisplay) -> Markup {
    html! {
        ul.games {
            @for listed in games {
                (one_card(&game_card(listed.stream, &listed.card, false), look))
            }
        }
    }
}

fn one_card(card: &GameCard, look: CardDisplay) -> Markup {
    let board = format!("/g/{}/thumbnail.svg", card.id);
    let system = hindsight_engine::system(&card.system).map_or(card.system.as_str(), |system| system.title());
    // Players who are called as their factions are named once.
    let named_already = card.players.values().eq(&card.factions);
    let factions = if named_already {
        String::new()
    } else {
        card.factions.join(" vs ")
    };
    html! {
        li {
            a.picture href=(format!("/g/{}", card.id)) tabindex="-1" aria-hidden="true" {
                (picture(look.colours, &board, "", (480, 480)))
            }
            div.told {
                h3 { a href=(format!("/g/{}", card.id)) { (title_of(card)) } }
                @if !card.players.is_empty() {
                    p.players {
                        @for (place, (seat, name)) in card.players.iter().enumerate() {
                            @if place > 0 { " " span.quiet { (text!("home-vs")) } " " }
                            span.player {
                                (chip(*seat)) " "
                                a href=(format!("/{}#games", query([("player", name.as_str())]))) { (name) }
                            }
                        }
                    }
                }
                @if !factions.is_empty() { p.quiet { (factions) } }
                (result(card, look.results))
                p.quiet {
                    (system) @if card.rounds > 0 { " · " (count_of(card.rounds, hindsight_engine::counted_in(&card.system))) }
                    " · " (day_of(&card.created_at))
                }
                @if !card.tags.is_empty() {
                    p.tags {
                        @for tag in &card.tags {
                            a href=(format!("/{}#games", query([("tag", tag.as_str())]))) { (tag) } " "
                        }
                    }
                }
            }
        }
    }
}

fn rulebooks() -> Markup {
    html! {
        section.systems aria-labelledby="systems" {
            h2 #systems { (text!("home-supported-games")) }
            ul {
                @for system in systems() {
                    li {
                        h3 { a href=(format!("/systems/{}", system.id())) { (system.title()) } }
                        p { (text!("home-rules", rules = system.rulebook().rules().len())) }
                        p { a href=(format!("/{}#games", query([("system", system.id())]))) { (text!("home-browse-games")) } }
                    }
                }
            }
        }
    }
}
