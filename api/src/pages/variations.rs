//! Variations on the replay page: those of the game, and the form that makes one from the moment.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_kernel::{Bot, Seat};
use hindsight_openapi::wire::{
    BOT_COMMANDS, BotsPlayOn, BranchedOff, DiceChoice, ForkGame, USUAL_BOT_COMMANDS, Variation, VariationPage,
};
use hindsight_store::StreamId;
use maud::{Markup, html};

use super::form::Fields;
use super::links::{query, title_of};
use super::seen::RequestedView;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::{PAGE, TITLE};
use crate::base::new_id;
use crate::games::bots;
use crate::http::{Answer, Ctx, Mounts};

/// The fields of the form.
const FIELDS: [&str; 7] = ["bot-*", "commands", "dice", "instead", "key", "title", "version"];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("forkByForm", post);
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
    let title = if of.title.is_empty() {
        "a game"
    } else {
        of.title.as_str()
    };
    html! {
        "Variation of " a href=(of.page) { (title) ", event " (of.version) }
        " · " a href=(format!("/g/{}/with/{game}", of.game)) { "side by side" }
    }
}

/// The list, and the form for who may make games.
pub(super) fn panel(ctx: &Ctx, seen: &RequestedView, known: &VariationPage) -> Markup {
    html! {
        details.variations #variations open[!known.items.is_empty()] {
            summary { "Variations" @if !known.items.is_empty() { " (" (known.items.len()) @if known.next.is_some() { " and more" } ")" } }
            (list(seen, &known.items))
            (make(ctx, seen))
        }
    }
}

fn list(seen: &RequestedView, items: &[Variation]) -> Markup {
    html! {
        @if !items.is_empty() {
            ul.branches {
                @for variation in items {
                    li data-branch=(variation.version) class=[(variation.version == seen.version).then_some("here")] {
                        a href=(variation.card.links.page) { (title_of(&variation.card)) }
                        " " a.held href=(format!("/g/{}/with/{}", seen.head.id, variation.card.id)) { "side by side" }
                        span.quiet {
                            " from event " a href=(seen.address(variation.version)) data-go=(variation.version) { (variation.version) }
                            @if let Some(result) = &variation.card.result { " · " (result) }
                            " · " (variation.card.version.saturating_sub(variation.shared)) " new events"
                        }
                    }
                }
            }
        }
    }
}

fn make(ctx: &Ctx, seen: &RequestedView) -> Markup {
    let what = "make variations of it";
    if let Err(why) = seen.head.whole_for(&seen.sight, what) {
        return html! { p.hint { (why.problem().detail) "." } };
    }
    if !ctx.caller.has(Scope::GameWrite) {
        let next = query([("next", seen.address(seen.version).as_str())]);
        return html! { p.hint { a href=(format!("/signin{next}")) { "Sign in" } " to try another move from here, by hand or with bots." } };
    }
    let seats = seen.head.game.info(seen.viewer).seats;
    html! {
        form.fork method="post" action=(format!("/g/{}/variations", seen.head.id)) {
            input type="hidden" name="key" value=(new_id());
            input type="hidden" name="version" value=(seen.version) data-is="moment";
            label { "Title " span.quiet { "(optional)" } input type="text" name="title" maxlength=(TITLE) autocomplete="off"; }
            div.pair {
                @for seat in &seats {
                    label { (seat.name)
                        select name=(format!("bot-{}", seat.seat)) {
                            option value="" { "me" }
                            @for bot in [Bot::Greedy, Bot::Random] { option value=(bots::name(bot)) { (bots::name(bot)) " bot" } }
                        }
                    }
                }
                label { "Bot move limit"
                    input type="number" name="commands" min="1" max=(BOT_COMMANDS) value=(USUAL_BOT_COMMANDS);
                }
                label { "Dice from here"
                    select name="dice" {
                        option value="" { "as in this game" }
                        option value="server" { "rolled by the server" }
                        option value="reported" { "thrown on the table" }
                    }
                }
            }
            div.actions {
                button.main type="submit" { "Fork from here" }
                button type="submit" name="instead" value="true" title="From the decision before this event, to take it otherwise" { "Try another move here" }
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
        let wrong = |why: String| ApiError::body(format!("/{name}"), why);
        let seat: Seat = seat
            .parse()
            .map_err(|_| wrong("a seat is one letter".to_owned()))?;
        let bot: Bot = value.trim().parse().map_err(wrong)?;
        seats.insert(seat, bot);
    }
    let commands = fields.number("commands")?;
    let dice = match fields.text("dice") {
        None => None,
        Some("server") => Some(DiceChoice::Server),
        Some("reported") => Some(DiceChoice::Reported),
        Some(other) => {
            let reason = format!("`server` or `reported` is expected, not {other:?}");
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
        .map(|key| format!("{key}/{}", told_apart(&request)));
    Ok((request, key))
}

/// A short text of its own for each fork that might be asked for.
fn told_apart(request: &ForkGame) -> String {
    let whole = format!("{request:?}");
    format!(
        "{}/{}",
        request.version,
        &blake3::hash(whole.as_bytes()).to_hex()[..16]
    )
}

async fn post(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &FIELDS)?;
    let version: u64 = fields
        .text("version")
        .and_then(|version| version.parse().ok())
        .ok_or_else(|| ApiError::body("/version", "a version of the game is expected"))?;
    let version = if fields.ticked("instead") && version <= head.version() {
        let past = ctx.services.games.past(&head).await?;
        past.command_of(version).saturating_sub(1).max(1)
    } else {
        version
    };
    let (request, key) = request(&fields, version)?;
    let by_hand = request.bots.is_none();
    let made = ctx
        .services
        .variations
        .fork(&ctx.caller, (&head, &sight), request, key.as_deref())
        .await?;
    let id = made.head.id;
    let to = if by_hand {
        format!("/g/{id}/record")
    } else {
        format!("/g/{}/with/{id}?step=0", made.of.game)
    };
    Ok(HttpResponse::SeeOther()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
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
