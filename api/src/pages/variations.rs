//! Variations on the replay page: those of the game, and the form that makes one from the moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use hindsight_engine::System;
use hindsight_kernel::{Bot, Message, ReportedDice, Seat};
use hindsight_notation::{Act, Entry};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    BOT_COMMANDS, BotsPlayOn, BranchedOff, DiceChoice, ForkGame, USUAL_BOT_COMMANDS, VariationPage,
};
use hindsight_store::StreamId;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::compare;
use super::form::Fields;
use super::links::query;
use super::outcomes::on_to;
use super::seen::RequestedView;
use super::variation_tree::{self, VariationTree};
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{COMMANDS, PAGE, TITLE};
use crate::base::messages::{quoted, said_elsewhere, text};
use crate::base::new_id;
use crate::games::{BatchForm, Caution, CommandBatch, LiveGame, Notes, bots};
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, made_id};

/// The fields of the form.
const FIELDS: [&str; 8] = [
    "bot-*", "commands", "dice", "instead", "key", "line", "title", "version",
];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<ForkForm>("forkGame");
}

/// The variations that a page shows.
pub(super) async fn variations(ctx: &Ctx, seen: &RequestedView) -> ApiResult<VariationPage> {
    ctx.services
        .games
        .variations(&ctx.caller, &seen.head, None, PAGE)
        .await
}

/// Of what the game is a variation.
pub(super) fn origin(of: &BranchedOff, game: StreamId) -> Markup {
    let version = of.version;
    let of_moment = if of.title.is_empty() {
        text!("variations-of-untitled", version)
    } else {
        text!("variations-of-titled", title = &of.title, version)
    };
    html! {
        (text!("variations-of"; game = html! { a href=(of.page) { (of_moment) } }))
        " · " a href=(format!("/g/{}/with/{game}", of.game)) { (text!("variations-side-side")) }
    }
}

/// The tree, and the form for who may make games.
pub(super) fn panel(ctx: &Ctx, seen: &RequestedView, tree: &VariationTree) -> Markup {
    html! {
        details.variations #variations open[tree.len() > 0] {
            summary { (text!("variations-heading")) @if tree.len() > 0 { " (" (tree.len()) ")" } }
            (variation_tree::drawn(ctx, seen, tree))
            (make(ctx, seen))
            (compare::chooser(seen.head.id))
        }
    }
}

fn make(ctx: &Ctx, seen: &RequestedView) -> Markup {
    if let Err(why) = seen.head.whole_for(&seen.sight, "variations") {
        return html! { p.hint { (why.detail()) "." } };
    }
    if !ctx.caller.has(Scope::GameWrite) {
        let next = query([("next", seen.address(seen.version).as_str())]);
        return html! { p.hint { (text!("variations-sign-in-first"; sign_in = html! { a href=(format!("/signin{next}")) { (text!("variations-sign-in")) } })) } };
    }
    let seats = seen.head.game.info(seen.viewer).seats;
    html! {
        form.fork method="post" action=(format!("/g/{}/variations", seen.head.id)) {
            input type="hidden" name="key" value=(new_id());
            input type="hidden" name="version" value=(seen.version) data-is="moment";
            label { (text!("variations-title")) " " span.quiet { (text!("variations-optional")) } input type="text" name="title" maxlength=(TITLE) autocomplete="off"; }
            div.pair {
                @for seat in &seats {
                    label { (seat.name)
                        select name=(format!("bot-{}", seat.seat)) {
                            option value="" { (text!("variations-me")) }
                            @for bot in [Bot::Greedy, Bot::Random] { option value=(bots::name(bot)) { (text!("variations-bot", bot = bots::name(bot))) } }
                        }
                    }
                }
                label { (text!("variations-bot-moves"))
                    input type="number" name="commands" min="1" max=(BOT_COMMANDS) value=(USUAL_BOT_COMMANDS);
                }
                label { (text!("variations-dice"))
                    select name="dice" {
                        option value="" { (text!("variations-as-game")) }
                        option value="server" { (text!("variations-rolled-server")) }
                        option value="reported" { (text!("variations-thrown-table")) }
                    }
                }
            }
            div.actions {
                button.main type="submit" { (text!("variations-fork-from-here")) }
                button type="submit" name="instead" value="true" title=(text!("variations-from-decision-before")) { (text!("variations-try-another-move")) }
            }
        }
    }
}

/// What a form asks for. The page and its key stay while its reader goes from one moment to the next and forks one twice:
/// the key that is sent on tells apart what differs, so that only the very same fork is the same again.
fn request(fields: &Fields, version: u64) -> ApiResult<(ForkGame, Option<String>)> {
    let mut seats = BTreeMap::new();
    for (name, value) in fields.pairs() {
        let Some(seat) = name.strip_prefix("bot-") else {
            continue;
        };
        if value.trim().is_empty() {
            continue;
        }
        let wrong = |why: Message| ApiError::body(format!("/{name}"), why);
        let seat: Seat = seat.parse().map_err(|_| wrong(text!("seat-one-letter")))?;
        let bot: Bot = value.trim().parse().map_err(|why| wrong(said_elsewhere(why)))?;
        seats.insert(seat, bot);
    }
    let commands = fields.number("commands")?;
    let dice = match fields.text("dice") {
        None => None,
        Some("server") => Some(DiceChoice::Server),
        Some("reported") => Some(DiceChoice::Reported),
        Some(other) => {
            let reason = text!("variation-dice", other = quoted(other));
            return Err(ApiError::body("/dice", reason));
        }
    };
    let bots = (!seats.is_empty()).then_some(BotsPlayOn { seats, commands });
    let request = ForkGame {
        version,
        title: fields.text("title").map(ToOwned::to_owned),
        // Bots throw no dice on a table.
        dice: dice.or(bots.is_some().then_some(DiceChoice::Server)),
        bots,
    };
    let key = fields
        .text("key")
        .map(|key| format!("{key}/{}", distinguishing_words(&request)));
    Ok((request, key))
}

/// A short text of its own for each fork that might be asked for.
fn distinguishing_words(request: &ForkGame) -> String {
    let whole = format!("{request:?}");
    format!(
        "{}/{}",
        request.version,
        &blake3::hash(whole.as_bytes()).to_hex()[..16]
    )
}

/// The form that makes a variation.
struct ForkForm;

impl PageForm for ForkForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(sent, &FIELDS)?;
        let version: u64 = fields
            .text("version")
            .and_then(|version| version.parse().ok())
            .ok_or_else(|| ApiError::body("/version", text!("version-expected")))?;
        let (head, sight) = ctx.game().await?;
        let version = if fields.ticked("instead") && version <= head.version() {
            let past = ctx.services.games.past(&head).await?;
            past.command_of(version).saturating_sub(1).max(1)
        } else {
            version
        };
        let (request, key) = match fields.text("line") {
            Some(place) => {
                head.whole_for(&sight, "line")?;
                let (begin, _) = line_at(ctx, &head, place).await?;
                before_line(&head, place, begin)
            }
            None => request(&fields, version)?,
        };
        Ok(FormRequest::json(&request)?.key(key.as_deref()))
    }

    /// Leads to the variation's recorder, or to both games side by side where bots or a line were played.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let made = outcome?;
        let fields = Fields::known(sent, &FIELDS)?;
        let (id, is_new) = (made_id(&made)?, made.status() == StatusCode::CREATED);
        let line = fields.text("line");
        if let Some(place) = line.filter(|_| is_new) {
            let (head, _) = ctx.game().await?;
            let (_, entries) = line_at(&ctx, &head, place).await?;
            play_line(&ctx, id, &entries, head.system).await?;
        }
        let by_hand = line.is_none() && !fields.pairs().any(is_bot);
        let to = if by_hand {
            format!("/g/{id}/record")
        } else {
            format!("/g/{}/with/{id}?step=0", ctx.path("game"))
        };
        Ok(on_to(&to).finish())
    }
}

/// Whether a field of the form gives a seat to a bot.
fn is_bot((name, value): (&str, &str)) -> bool {
    name.starts_with("bot-") && !value.trim().is_empty()
}

/// The line of the text at a place: the version at which the command that it replaces begins, and its commands.
async fn line_at(ctx: &Ctx, head: &Arc<LiveGame>, place: &str) -> ApiResult<(u64, Vec<Entry>)> {
    let (id, wanted) = (head.id, place.to_owned());
    let line = ctx
        .services
        .store
        .work(move |store| Ok(Notes::fetch(store, id)?.and_then(|notes| notes.line_at(&wanted))))
        .await?;
    let past = ctx.services.games.past(head).await?;
    let found = line.and_then(|(number, entries)| {
        Some((*past.commands().get(number.checked_sub(1)? as usize)?, entries))
    });
    found.ok_or_else(|| ApiError::body("/line", text!("variation-no-line")))
}

/// The variation that a line of the text begins from: the moment before the command that it replaces.
fn before_line(head: &LiveGame, place: &str, begin: u64) -> (ForkGame, Option<String>) {
    let title = if head.card.title.is_empty() {
        text!("variations-line-text").to_string()
    } else {
        text!("variations-line-of", title = &head.card.title).into()
    };
    let asked = ForkGame {
        version: begin.saturating_sub(1).max(1),
        title: Some(title.chars().take(TITLE).collect()),
        dice: Some(DiceChoice::Reported),
        bots: None,
    };
    (asked, Some(format!("line/{place}/{begin}")))
}

/// Plays the commands of a line with their dice. Where the rules refuse one the game stands there, to be played on by hand.
async fn play_line(ctx: &Ctx, id: &str, entries: &[Entry], system: &dyn System) -> ApiResult<()> {
    let commands = entries
        .iter()
        .map_while(|entry| played(entry, system))
        .take(COMMANDS)
        .collect();
    let given = CommandBatch {
        commands,
        form: BatchForm::List,
        if_match: None,
        key: None,
        dry_run: false,
        minimal: true,
        imply: false,
        caution: Caution::GiveAnyway,
    };
    let (own, sight) = ctx.services.games.seen(&ctx.caller, id).await?;
    // What was stored before a refusal stays; the recorder goes on from there.
    match ctx.services.games.give(&ctx.caller, own.id, &sight, given).await {
        Ok(_) => Ok(()),
        Err(error) if [ProblemKind::Refused, ProblemKind::InvalidBody].contains(&error.kind()) => Ok(()),
        Err(error) => Err(error),
    }
}

/// A command of a line as the API takes it; nothing where it is none that is played or said.
fn played(entry: &Entry, system: &dyn System) -> Option<Value> {
    let seat = entry.given.seat;
    match &entry.given.act {
        Act::Play { words, dice } => {
            let command = system.parse_command(words.as_str()).ok()?;
            let faces: Vec<&ReportedDice> = dice.iter().flat_map(|roll| &roll.faces).collect();
            Some(json!({ "type": "play", "seat": seat, "dice": faces, "command": command }))
        }
        Act::Say { text } => Some(json!({ "type": "say", "seat": seat, "text": text })),
        Act::Concede => Some(json!({ "type": "concede", "seat": seat })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_form_says_who_plays_and_where_the_dice_come_from() {
        let fields = |text: &str| Fields::known(text.as_bytes(), &FIELDS).unwrap();
        let (asked, key) = request(&fields("key=k&title=&bot-A=&bot-B=&commands=500&dice="), 40).unwrap();
        let by_hand = ForkGame {
            version: 40,
            title: None,
            dice: None,
            bots: None,
        };
        assert_eq!(asked, by_hand);
        // One page forks a moment with other bots, dice and titles, each of them once.
        let keys: Vec<String> = [
            "",
            "bot-A=greedy",
            "bot-B=greedy",
            "bot-A=random",
            "bot-A=greedy&commands=7",
            "dice=server",
            "title=Other",
        ]
        .into_iter()
        .map(|more| request(&fields(&format!("key=k&{more}")), 40).unwrap().1.unwrap())
        .collect();
        assert_eq!(key.as_ref(), keys.first());
        let apart: BTreeSet<&String> = keys.iter().collect();
        assert_eq!(apart.len(), keys.len(), "{keys:?}");
        let (_, later) = request(&fields("key=k"), 41).unwrap();
        assert!(!apart.contains(&later.unwrap()));
        let (asked, _) = request(&fields("bot-B=greedy&commands=7"), 1).unwrap();
        assert_eq!(asked.dice, Some(DiceChoice::Server), "bots need dice");
        let bots = asked.bots.unwrap();
        assert_eq!((bots.seats.len(), bots.commands), (1, Some(7)));
        assert_eq!(bots.seats[&Seat::B], Bot::Greedy);
        for wrong in ["bot-B=clever", "bot-bob=greedy", "commands=many", "dice=loaded"] {
            assert!(request(&fields(wrong), 1).is_err(), "{wrong}");
        }
    }
}
