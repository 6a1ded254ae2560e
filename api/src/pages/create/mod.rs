//! A new game: its system, its players, its dice, and the setup as the system's schema and its packs offer it; or a
//! position to play on from, of another game or drawn by hand.

mod packs;
mod sketch;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use actix_web::http::StatusCode;
use hindsight_engine::{GameInfo, System, systems};
use hindsight_kernel::{Message, Seat};
use hindsight_openapi::Problem;
use hindsight_openapi::wire::{CreateGame, DiceChoice, TimeControl, UndoPolicy, Visibility};
use maud::{Markup, html};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{said_elsewhere, text};
use crate::base::new_id;
use crate::games::no_such_version;
use crate::http::systems::known;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, made_id};
use crate::pages::form::{Drawing, Fields, Place, Shape, read, schemas};
use crate::pages::house::{Colours, Page};
use crate::pages::links::query;
use crate::pages::outcomes::on_to;
use crate::pages::record::undo::policy_in_words;
use crate::pages::systems::linked;

use self::packs::{Offered, begun_with};

/// The fields of the form.
const FIELDS: [&str; 16] = [
    "at",
    "clock-increment",
    "clock-minutes",
    "dice",
    "draw",
    "dry_run",
    "f/*",
    "from",
    "hide-names",
    "key",
    "pack",
    "player-*",
    "system",
    "title",
    "undo",
    "visibility",
];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("newGamePage", |ctx| async move {
        let start = Start::of(&ctx).await?;
        page(&ctx, &start, None).await
    });
    mounts.form::<NewGameForm>("createGame");
    mounts.on("drawnPosition", sketch::drawn);
}

/// A game at a moment, to play on from.
struct From {
    game: String,
    version: u64,
    position: Value,
}

/// What a new game starts with.
struct Start {
    system: Option<&'static dyn System>,
    from: Option<From>,
    /// The position is drawn by hand.
    drawn: bool,
    /// The hash of the pack that the page is asked for with.
    pack: Option<String>,
}

impl Start {
    async fn of(ctx: &Ctx) -> ApiResult<Self> {
        let game = ctx.query.text("from").map(ToOwned::to_owned);
        let system = ctx.query.text("system").map(known).transpose()?;
        let start = Self::named(ctx, system, game.as_deref(), ctx.query.number("at")).await?;
        Ok(Self {
            drawn: start.from.is_none() && ctx.query.flag("draw"),
            pack: ctx.query.text("pack").map(ToOwned::to_owned),
            ..start
        })
    }

    async fn named(
        ctx: &Ctx,
        system: Option<&'static dyn System>,
        game: Option<&str>,
        at: Option<u64>,
    ) -> ApiResult<Self> {
        let Some(game) = game else {
            return Ok(Self {
                system,
                from: None,
                drawn: false,
                pack: None,
            });
        };
        let (head, sight) = ctx.services.games.seen(&ctx.caller, game).await?;
        let end = head.version();
        let version = at.unwrap_or(end);
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        let viewer = sight.through(None, head.over)?;
        let then = ctx.services.games.at(&head, Some(version), viewer).await?;
        let position = ctx.services.store.work(move |_| Ok(then.state(viewer))).await?;
        let from = From {
            game: head.id.to_string(),
            version,
            position,
        };
        Ok(Self {
            system: Some(head.system),
            from: Some(from),
            drawn: false,
            pack: None,
        })
    }
}

/// A form that was refused, and why.
struct Refused {
    problem: Problem,
    fields: Fields,
}

async fn page(ctx: &Ctx, start: &Start, refused: Option<&Refused>) -> Answer {
    if let (Some(system), true) = (start.system, start.drawn) {
        return sketch::page(ctx, system, start.pack.as_deref(), refused).await;
    }
    let colours = Colours::of(ctx.req.headers());
    let may = ctx.caller.has(Scope::GameWrite);
    let body = match start.system {
        None => html! {
            h1 { (text!("create-title-page")) }
            p.lead { (text!("create-choose-system")) }
            ul.choose-system {
                @for system in systems() {
                    li { a href=(format!("/new{}", query([("system", system.id())]))) { strong { (system.title()) } span { (text!("create-rules-count", rules = system.rulebook().rules().len())) } } }
                }
            }
        },
        Some(system) => {
            let info = seats(ctx, system).await?;
            let root = &schemas(system).setup;
            let place = Place::of(root, root);
            let given = refused.and_then(|refused| read(&place, &refused.fields).ok().flatten());
            let hash = refused.map_or(start.pack.as_deref(), |refused| begun_with(&refused.fields));
            let packs = Offered::of(ctx, system, hash, given.as_ref()).await?;
            let given = given.or_else(|| packs.named_in(&place));
            let here = format!("/new{}", query([("system", system.id())]));
            html! {
                h1 { @if start.from.is_some() { (text!("create-title-from-position")) } @else { (text!("create-record-game-of", system = system.title())) } }
                @if !may {
                    p.hint { (text!(
                            "create-sign-in-first";
                            sign_in = html! { a href=(format!("/signin{}", query([("next", here.as_str())]))) { (text!("create-sign-in")) } }
                        )) }
                }
                @if may && start.from.is_none() { (quick_start(system, &place, &packs)) }
                @if start.from.is_none() {
                    p.hint { (text!("create-already-played")) " " a href="/import" { (text!("create-import-instead")) } "." }
                    p.hint { (text!(
                            "create-from-start";
                            draw = html! { a href=(format!("/new{}", query([("system", system.id()), ("draw", "true")]))) { (text!("create-draw-link")) } }
                        )) }
                }
                @let filled_in = form(start, &info, (&place, given.as_ref()), &packs, refused);
                // Quick start takes what is usual; whoever wants anything else opens the rest.
                @if may && start.from.is_none() {
                    details.options open[refused.is_some() || start.pack.is_some()] {
                        summary { (text!("create-more-options")) " " span.quiet { (text!("create-other-options")) } }
                        (filled_in)
                    }
                } @else { (filled_in) }
            }
        }
    };
    let page = Page {
        colours: Some(colours),
        scripts: &["forms.js"],
        ..Page::plain(
            text!("create-title-page"),
            html! { div.recorder.create { (body) } },
        )
    };
    let mut answer = page.answer(&ctx.req);
    if let Some(refused) = refused {
        *answer.status_mut() = status(refused);
    }
    Ok(answer)
}

fn status(refused: &Refused) -> StatusCode {
    StatusCode::from_u16(refused.problem.status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY)
}

/// The seats of a system, as its usual game has them. The usual game is opened once: to check its packs takes the time of many
/// pages.
async fn seats(ctx: &Ctx, system: &'static dyn System) -> ApiResult<GameInfo> {
    static KNOWN: Mutex<BTreeMap<&'static str, GameInfo>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(info) = known().get(system.id()) {
        return Ok(info.clone());
    }
    let usual = CreateGame {
        system: system.id().to_owned(),
        title: None,
        setup: None,
        position: None,
        sketch: None,
        packs: Vec::new(),
        dice: DiceChoice::Reported,
        tags: Vec::new(),
        players: BTreeMap::new(),
        names_hidden: false,
        visibility: Visibility::Private,
        undo: UndoPolicy::Recorder,
        clock: None,
    };
    let opening = ctx
        .services
        .games
        .rehearse_opening(&ctx.caller, &ctx.services.packs, usual);
    let info = opening.await?;
    known().insert(system.id(), info.clone());
    Ok(info)
}

fn form(
    start: &Start,
    info: &GameInfo,
    (place, given): (&Place<'_>, Option<&Value>),
    packs: &Offered,
    refused: Option<&Refused>,
) -> Markup {
    let system = start.system;
    let choices = packs.choices();
    let drawing = Drawing {
        choices: &choices,
        prefix: "setup",
    };
    html! {
        form.deeds.fields.creates method="post" action="/new" data-checks {
            @if let (Some(refused), Some(system)) = (refused, system) { (refusal(refused, system)) }
            input type="hidden" name="key" value=(new_id());
            input type="hidden" name="system" value=[system.map(System::id)];
            @if let Some(from) = &start.from {
                input type="hidden" name="from" value=(from.game);
                input type="hidden" name="at" value=(from.version);
                figure {
                    img src=(format!("/g/{}/{}.svg", from.game, from.version)) alt=(text!("create-position-after", version = from.version)) width="600" height="600";
                    figcaption {
                        (text!(
                            "create-position-of",
                            version = from.version;
                            game = html! { a href=(format!("/g/{}/{}", from.game, from.version)) { (text!("create-this-game")) } }
                        ))
                    }
                }
            }
            (the_table(info, refused.map(|refused| &refused.fields)))
            @if start.from.is_none() {
                fieldset {
                    legend { (text!("create-section-setup")) }
                    p.hint { (text!("create-setup-hint")) }
                    (drawing.whole(place, given))
                    (pack_begun_with(packs))
                }
            }
            p.verdict role="status" {}
            button.main type="submit" { (text!("create-submit")) }
        }
    }
}

/// One button that begins a game with what is usual: ready armies where the system has them, and dice of the table.
fn quick_start(system: &dyn System, place: &Place<'_>, packs: &Offered) -> Markup {
    let ready = has_ready_armies(place);
    html! {
        form.quick method="post" action="/new" {
            input type="hidden" name="key" value=(new_id());
            input type="hidden" name="system" value=(system.id());
            @if let Some(hash) = &packs.chosen { input type="hidden" name="pack" value=(hash); }
            input type="hidden" name="dice" value="reported";
            @if ready { input type="hidden" name="f/armies" value="sample"; }
            button.main type="submit" { @if ready { (text!("create-quick-start-title")) } @else { (text!("create-quick-start-submit")) } }
            span.quiet { (text!("create-quick-start-hint")) }
        }
    }
}

/// Whether the setup of a system has armies that are ready to play.
fn has_ready_armies(place: &Place<'_>) -> bool {
    let Shape::Record(members) = place.shape() else {
        return false;
    };
    let words = members
        .iter()
        .find(|(name, _)| *name == "armies")
        .map(|(_, member)| member.shape());
    matches!(words, Some(Shape::Words(words)) if words.iter().any(|(word, _)| *word == "sample"))
}

/// The word before the letter of a seat that is called a player.
const PLAYER: &str = "Player ";

/// What the field of a player's name is called: by the seat, which some systems call a player until it has a side.
fn player_label(seat: &str) -> Message {
    match seat.strip_prefix(PLAYER) {
        Some(letter) => text!("create-name-of", player = letter.to_owned()),
        None => text!("create-name-of", player = seat.to_owned()),
    }
}

/// Who plays, with which dice, for whose eyes; as it was filled in.
fn the_table(info: &GameInfo, fields: Option<&Fields>) -> Markup {
    let was = |name: &str| fields.and_then(|fields| fields.text(name));
    let one_of = |name: &str, options: &[(&str, Message)]| {
        html! {
            select id=(name) name=(name) {
                @for (value, words) in options { option value=(value) selected[was(name) == Some(value)] { (words) } }
            }
        }
    };
    html! {
        fieldset {
            legend { (text!("create-section-game")) }
            div.field { label for="title" { (text!("create-title")) " " span.quiet { (text!("create-optional")) } } input #title type="text" name="title" value=[was("title")] maxlength="200" autocomplete="off"; }
            @for seat in &info.seats {
                @let name = format!("player-{}", seat.seat);
                div.field { label for=(name) { (player_label(&seat.name)) } input type="text" id=(name) name=(name) value=[was(&name)] maxlength="100" autocomplete="off"; }
            }
            div.field.tick { label { input type="checkbox" name="hide-names" value="true" checked[was("hide-names").is_some()]; " " (text!("create-hide-names")) } }
            div.field { label for="dice" { (text!("create-dice")) }
                (one_of("dice", &[("reported", text!("create-dice-reported")), ("server", text!("create-dice-server"))]))
            }
            div.field { label for="visibility" { (text!("create-visibility")) }
                (one_of("visibility", &[("public", text!("create-visibility-public")), ("unlisted", text!("create-visibility-unlisted")), ("private", text!("create-visibility-private"))]))
            }
            details.more open[["undo", "clock-minutes", "clock-increment"].iter().any(|name| was(name).is_some_and(|word| word != "recorder"))] {
                summary { (text!("create-section-undo-clock")) " " span.quiet { (text!("create-optional")) } }
                div.field { label for="undo" { (text!("create-undo-policy")) }
                    (one_of("undo", &UndoPolicy::ALL.map(|policy| (policy.name(), policy_in_words(policy)))))
                }
                div.field { label for="clock-minutes" { (text!("create-clock-minutes")) }
                    input #clock-minutes type="number" name="clock-minutes" min="1" max="1440" inputmode="numeric" placeholder=(text!("create-clock-none")) value=[was("clock-minutes")];
                }
                div.field { label for="clock-increment" { (text!("create-clock-increment")) }
                    input #clock-increment type="number" name="clock-increment" min="0" max="3600" inputmode="numeric" value=[was("clock-increment")];
                }
            }
        }
    }
}

/// The pack that a form is begun with stays with it; the units, armies and maps of another are offered once it is.
fn pack_begun_with(packs: &Offered) -> Markup {
    html! {
        @if let Some(hash) = &packs.chosen { input type="hidden" name="pack" value=(hash); }
        p.hint { (text!("create-other-pack"; packs = html! { a href="/packs" { (text!("create-packs")) } })) }
    }
}

fn refusal(refused: &Refused, system: &dyn System) -> Markup {
    let problem = &refused.problem;
    html! {
        div.refused role="alert" {
            p { strong { (problem.title) ": " } (problem.detail) " "
                @if let Some(rule) = &problem.rule { (linked(system, rule)) }
            }
        }
    }
}

/// The request that a form makes.
async fn request(ctx: &Ctx, fields: &Fields) -> ApiResult<(Start, CreateGame)> {
    let system = fields
        .text("system")
        .ok_or_else(|| ApiError::body("/system", text!("system-expected")))?;
    let system = known(system)?;
    let at = fields
        .text("at")
        .map(|at| {
            at.parse()
                .map_err(|_| ApiError::body("/at", text!("version-expected")))
        })
        .transpose()?;
    let start = Start::named(ctx, Some(system), fields.text("from"), at).await?;
    let (dice, visibility) = (word(fields, "dice")?, word(fields, "visibility")?);
    let mut players = std::collections::BTreeMap::new();
    for (name, value) in fields.pairs() {
        if let Some(seat) = name.strip_prefix("player-")
            && !value.trim().is_empty()
        {
            let seat: Seat = seat
                .parse()
                .map_err(|_| ApiError::body(format!("/{name}"), text!("seat-one-letter")))?;
            players.insert(seat, value.trim().to_owned());
        }
    }
    let start = Start {
        drawn: start.from.is_none() && fields.ticked("draw"),
        ..start
    };
    let schemas = schemas(start.system.unwrap_or(system));
    let filled_in = |root| read(&Place::of(root, root), fields);
    let (setup, sketch) = match (&start.from, start.drawn) {
        (Some(_), _) => {
            fields.without_schema()?;
            (None, None)
        }
        (None, true) => (None, filled_in(&schemas.sketch)?),
        (None, false) => (filled_in(&schemas.setup)?, None),
    };
    let filled_in = setup.as_ref().or(sketch.as_ref());
    let packs = Offered::of(ctx, start.system.unwrap_or(system), begun_with(fields), filled_in).await?;
    let packs = packs.needed(filled_in);
    let request = CreateGame {
        system: start.system.unwrap_or(system).id().to_owned(),
        title: fields.text("title").map(ToOwned::to_owned),
        setup,
        position: start.from.as_ref().map(|from| from.position.clone()),
        sketch,
        packs,
        dice,
        tags: Vec::new(),
        players,
        names_hidden: fields.ticked("hide-names"),
        visibility,
        undo: word(fields, "undo")?,
        clock: time_control(fields)?,
    };
    Ok((start, request))
}

/// The time control of a form; nothing where the minutes are left out.
fn time_control(fields: &Fields) -> ApiResult<Option<TimeControl>> {
    let Some(minutes) = fields.number("clock-minutes")? else {
        return Ok(None);
    };
    Ok(Some(TimeControl {
        minutes,
        increment_seconds: fields.number("clock-increment")?.unwrap_or_default(),
    }))
}

/// A field whose words the wire type knows; its usual value where it is left out.
fn word<T: DeserializeOwned + Default>(fields: &Fields, name: &str) -> ApiResult<T> {
    fields.text(name).map_or_else(
        || Ok(T::default()),
        |word| {
            serde_json::from_value(Value::String(word.to_owned()))
                .map_err(|why| ApiError::body(format!("/{name}"), said_elsewhere(why)))
        },
    )
}

/// The form of a new game. Its script asks what the rules say of it before it is sent.
struct NewGameForm;

impl PageForm for NewGameForm {
    const DATA_FIRST: bool = true;

    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(sent, &FIELDS)?;
        let (_, request) = request(ctx, &fields).await?;
        let request = FormRequest::json(&request)?;
        Ok(if fields.ticked("dry_run") {
            request.query("dry_run", "true")
        } else {
            request.key(fields.text("key"))
        })
    }

    /// Opens the recorder, or shows the form again with what was refused.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let fields = Fields::known(sent, &FIELDS);
        if fields.as_ref().is_ok_and(|fields| fields.ticked("dry_run")) {
            return outcome;
        }
        let error = match outcome {
            Ok(made) => return Ok(on_to(&format!("/g/{}/record", made_id(&made)?)).finish()),
            Err(error) if error.kind().status() >= 500 || error.kind().status() == 429 => return Err(error),
            Err(error) => error,
        };
        let Ok(fields) = fields else {
            return Err(error);
        };
        // What the form says is wrong by itself; what was made of it was refused.
        let Ok((start, _)) = request(&ctx, &fields).await else {
            return Err(error);
        };
        let refused = Refused {
            problem: error.problem().clone(),
            fields,
        };
        page(&ctx, &start, Some(&refused)).await
    }
}
