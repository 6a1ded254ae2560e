//! The settings of a game, for who keeps its record: title, tags, visibility, players and seats, deletion of a draft. All
//! of it is plain forms.

use actix_web::HttpResponse;
use hindsight_kernel::{Message, Seat, Viewer};
use hindsight_openapi::wire::{CreateClaim, NewClaim, PatchGame, UndoPolicy, Visibility};
use maud::{Markup, html};

use super::form::Fields;
use super::house::{Page, chip};
use super::links::title_of;
use super::outcomes::{on_to, unkept, wrong};
use super::seen::RequestedView;
use super::share::origin;
use super::tabs::{Tab, tabs};
use crate::access::seat_marks::taken_by as seat_taken_by;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::card_fields::{is_shared, undo_policy};
use crate::games::game_card;
use crate::games::player_names::names_of;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};
use crate::pages::record::undo::policy_in_words;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("gameSettingsPage", |ctx| async move {
        ctx.own_game().await?;
        let seen = RequestedView::of(&ctx, None).await?;
        Ok(unkept(
            page(&ctx, &seen, None, None, &Fields::default()).answer(&ctx.req),
        ))
    });
    mounts.form::<SettingsForm>("patchGame");
}

/// The fields of the forms.
const FIELDS: [&str; 8] = [
    "does",
    "title",
    "tags",
    "visibility",
    "undo",
    "player-*",
    "hide-names",
    "seat",
];

/// The forms of the settings.
struct SettingsForm;

impl PageForm for SettingsForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(sent, &FIELDS)?;
        let named_seat = || -> ApiResult<Seat> {
            let text = fields.needed("seat")?;
            text.parse()
                .map_err(|_| ApiError::body("/seat", text!("seat-one-letter")))
        };
        match fields.needed("does")? {
            "describe" => FormRequest::json(&described(&fields)?),
            "offer" => FormRequest::json(&CreateClaim { seat: named_seat()? }),
            "free" => Ok(FormRequest::default().path("seat", named_seat()?.to_string())),
            "delete" => Ok(FormRequest::default()),
            other => Err(ApiError::body(
                "/does",
                text!("owner-does", other = quoted(other)),
            )),
        }
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let fields = Fields::known(sent, &FIELDS);
        let error = match outcome {
            Ok(answer) => return done(&ctx, fields?.text("does"), answer).await,
            Err(error) => error,
        };
        let is_for_the_form = (400..500).contains(&error.kind().status()) && ctx.own_game().await.is_ok();
        match fields {
            Ok(fields) if is_for_the_form => {
                let seen = RequestedView::of(&ctx, None).await?;
                let page = page(&ctx, &seen, Some(&error), None, &fields);
                Ok(unkept(page.answer_as(error.kind().status(), &ctx.req)))
            }
            _ => Err(error),
        }
    }
}

/// Leads back to the page, or shows the link by which a player takes a seat: this once.
async fn done(ctx: &Ctx, does: Option<&str>, answer: HttpResponse) -> Answer {
    match does {
        Some("offer") => {
            let claim: NewClaim = answered(answer).await?;
            let link = format!("{}{}", origin(ctx), claim.link);
            let seen = RequestedView::of(ctx, None).await?;
            let page = page(ctx, &seen, None, Some((claim.seat, &link)), &Fields::default());
            Ok(unkept(page.answer(&ctx.req)))
        }
        Some("delete") => Ok(on_to("/mine").finish()),
        _ => Ok(on_to(&format!("/g/{}/settings", ctx.path("game"))).finish()),
    }
}

/// What the first form says of a game.
fn described(fields: &Fields) -> ApiResult<PatchGame> {
    let mut players = std::collections::BTreeMap::new();
    for (name, value) in fields.pairs() {
        if let Some(seat) = name.strip_prefix("player-") {
            let seat: Seat = seat
                .parse()
                .map_err(|_| ApiError::body(format!("/{name}"), text!("seat-one-letter")))?;
            players.insert(seat, value.trim().to_owned());
        }
    }
    let tags = fields.text("tags").unwrap_or_default();
    let visibility = fields.needed("visibility")?;
    if !Visibility::ALL.iter().any(|known| known.name() == visibility) {
        return Err(ApiError::body("/visibility", text!("visibility-expected")));
    }
    let undo = match fields.text("undo") {
        None => None,
        Some(name) => Some(UndoPolicy::of_name(name).ok_or_else(|| {
            let names = UndoPolicy::ALL.map(UndoPolicy::name).join(", ");
            ApiError::body("/undo", text!("one-of", words = names.clone()))
        })?),
    };
    Ok(PatchGame {
        undo,
        title: Some(fields.text("title").unwrap_or_default().to_owned()),
        tags: Some(
            tags.split(',')
                .map(str::trim)
                .filter(|tag| !tag.is_empty())
                .map(ToOwned::to_owned)
                .collect(),
        ),
        players: Some(players),
        names_hidden: Some(fields.ticked("hide-names")),
        visibility: Some(Visibility::of_name(visibility)),
    })
}

/// What each visibility means.
pub(super) fn visibility_in_words(visibility: Visibility) -> Message {
    match visibility {
        Visibility::Private => text!("settings-private"),
        Visibility::Unlisted => text!("settings-unlisted"),
        Visibility::Public => text!("settings-public"),
    }
}

fn page(
    ctx: &Ctx,
    seen: &RequestedView,
    refused: Option<&ApiError>,
    offered: Option<(Seat, &str)>,
    entered: &Fields,
) -> Page<'static> {
    let head = &seen.head;
    let card = game_card(head.id, &head.card, seen.sight.yours);
    let action = format!("/g/{}/settings", head.id);
    let is_describing = entered.text("does") == Some("describe");
    let written = |name: &str, now: &str| {
        if is_describing {
            entered.written(name).unwrap_or_default().to_owned()
        } else {
            now.to_owned()
        }
    };
    let visibility = written("visibility", card.visibility.name());
    let undo = written("undo", undo_policy(&head.card).name());
    let seats = head.game.info(Viewer::Public).seats;
    let names = names_of(&head.card);
    let hides = if is_describing {
        entered.ticked("hide-names")
    } else {
        card.names_hidden
    };
    let body = html! {
        header.game { div { h1 { (title_of(&card)) } } }
        (tabs(seen, Tab::Settings))
        (wrong(refused))
        @if let Some((seat, link)) = offered {
            div.once role="status" {
                p { (text!("settings-send-link", seat)) }
                p { code { (link) } }
            }
        }
        section aria-labelledby="described" {
            h2 #described { (text!("settings-game")) }
            form.fields method="post" action=(action) {
                (does("describe"))
                label { span { (text!("settings-title")) } input type="text" name="title" value=(written("title", &card.title)) maxlength="200" autocomplete="off"; }
                label { span { (text!("settings-tags")) } input type="text" name="tags" value=(written("tags", &card.tags.join(", "))) maxlength="2000" autocomplete="off"; span.quiet { (text!("settings-separated-commas")) } }
                label { span { (text!("settings-visibility")) }
                    select name="visibility" {
                        @for known in Visibility::ALL { option value=(known.name()) selected[known.name() == visibility] { (visibility_in_words(known)) } }
                    }
                    span.quiet { (text!("settings-after-change-private")) }
                }
                label { span { (text!("settings-who-may-undo")) }
                    select name="undo" {
                        @for known in UndoPolicy::ALL { option value=(known.name()) selected[known.name() == undo] { (policy_in_words(known)) } }
                    }
                    @if is_shared(&head.card, &head.game.info(Viewer::Public)) { span.quiet { (text!("settings-others-have-taken")) } }
                }
                @for info in &seats {
                    @if seat_taken_by(&head.card, info.seat).is_none() {
                        @let name = format!("player-{}", info.seat);
                        label { span { (text!("settings-name-of", player = &info.name)) }
                            input type="text" name=(name) value=(written(&name, names.get(&info.seat).map_or("", String::as_str))) maxlength="100" autocomplete="off";
                        }
                    }
                }
                label.tick { input type="checkbox" name="hide-names" value="true" checked[hides]; " " (text!("settings-hide-players-names")) }
                p.quiet {
                    (text!("settings-while-they-hidden")) " "
                    (text!("settings-game-counts-no")) " "
                    (text!("settings-title-tags-comments"))
                }
                button.main type="submit" { (text!("settings-save")) }
            }
        }
        section aria-labelledby="seats" {
            h2 #seats { (text!("settings-seats")) }
            p.quiet { (text!("settings-player-who-claims")) }
            ul.plain {
                @for info in &seats { (seat_row(seen, &action, info.seat, &info.name, names.get(&info.seat))) }
            }
        }
        section aria-labelledby="leave" {
            h2 #leave { (text!("settings-delete")) }
            @if card.status == "draft" {
                form method="post" action=(action) {
                    (does("delete"))
                    p { (text!("settings-nothing-has-been")) }
                    button.danger type="submit" { (text!("settings-delete-draft")) }
                }
            } @else {
                p { (text!("settings-game-which-something")) }
            }
        }
    };
    let _ = ctx;
    Page {
        class: "text account",
        ..Page::plain(text!("settings-game-settings"), body)
    }
}

fn does(deed: &str) -> Markup {
    html! { input type="hidden" name="does" value=(deed); }
}

/// A seat with who has it, and the way to give it to somebody.
fn seat_row(seen: &RequestedView, action: &str, seat: Seat, name: &str, player: Option<&String>) -> Markup {
    let taken = seat_taken_by(&seen.head.card, seat).is_some();
    html! {
        li {
            (chip(seat)) " " (name)
            @if let Some(player) = player { " · " (player) }
            form method="post" action=(action) {
                input type="hidden" name="seat" value=(seat);
                @if taken {
                    (does("free")) button type="submit" { (text!("settings-free", name = name.to_owned())) }
                } @else {
                    (does("offer")) button type="submit" { (text!("settings-invite", name = name.to_owned())) }
                }
            }
        }
    }
}
