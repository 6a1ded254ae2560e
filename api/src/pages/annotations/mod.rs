//! Annotations on the replay page: what is said of the moment, the form to say something, signs along the whole game.
//!
//! All of it works as plain links and forms. The script asks for the parts that change (`/g/{id}/{version}/annotations`,
//! `/g/{id}/signs`), and sends the same forms.

mod form;
mod list;
mod post;
mod signs;

use std::borrow::Cow;

use hindsight_annotations::Glyph;
use hindsight_kernel::{Board, Overlay, SeatInfo};
use hindsight_openapi::wire::AnnotationShown;
use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::house::Colours;
use super::seen::{Moment, RequestedView};
use crate::aggregates::annotations::Wanted;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::http::pictures::theme;
use crate::http::{Answer, Ctx, Mounts};

/// Annotations that one page shows.
const MOST: usize = 500;

/// The routes of this room.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("momentAnnotations", part);
    mounts.on("gameSigns", signs_part);
    mounts.on("annotateOnPage", post::post);
}

/// What is said of a game, as a page of it shows.
pub(super) struct Said {
    /// Of the moment.
    here: Vec<AnnotationShown>,
    /// Of the whole game.
    all: Vec<AnnotationShown>,
    /// The layers, and whether one may write.
    layers: Vec<hindsight_openapi::wire::AnnotationLayer>,
    writes: bool,
}

impl Said {
    /// What is said of the game that a page shows.
    pub(super) async fn of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Self> {
        let reader = seen.reader(ctx);
        let wanted = Wanted {
            limit: Some(MOST),
            ..Wanted::default()
        };
        let all = ctx
            .services
            .annotations
            .annotations_found(reader, &wanted)
            .await?
            .page;
        let here = Wanted {
            version: Some(seen.version),
            limit: Some(MOST),
            ..Wanted::default()
        };
        let here = ctx
            .services
            .annotations
            .annotations_found(reader, &here)
            .await?
            .page;
        let seats = seen.head.game.info(seen.viewer).seats;
        let named = |mut annotations: Vec<AnnotationShown>| {
            for glyph in annotations
                .iter_mut()
                .flat_map(|annotation| &mut annotation.glyphs)
            {
                if let Some(known) = Glyph::numbered(glyph.number) {
                    glyph.words = in_words(known, &seats).into_owned();
                }
            }
            annotations
        };
        Ok(Self {
            here: named(here.items),
            all: named(all.items),
            layers: all.layers,
            writes: ctx.caller.annotates(seen.head.id).is_some(),
        })
    }

    /// What is drawn over the moment.
    pub(super) fn drawings(&self, board: &Board) -> Vec<Overlay> {
        overlays(&self.here, board)
    }
}

/// A glyph in words, a side by the names of its seats.
fn in_words(glyph: &Glyph, seats: &[SeatInfo]) -> Cow<'static, str> {
    glyph.said(|side| {
        let of_side = seats
            .iter()
            .filter(|info| info.side == side && !info.name.is_empty());
        let names: Vec<&str> = of_side.map(|info| info.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    })
}

fn overlays<'a>(annotations: impl IntoIterator<Item = &'a AnnotationShown>, board: &Board) -> Vec<Overlay> {
    annotations
        .into_iter()
        .flat_map(|annotation| &annotation.drawings)
        .map(|drawing| drawing.overlay(&board.unit))
        .collect()
}

/// The section beside the board.
pub(super) fn section(ctx: &Ctx, seen: &RequestedView, moment: &Moment, said: &Said) -> Markup {
    html! {
        section.remarks #annotations aria-labelledby="remarks" {
            header {
                h2 #remarks { (text!("notes-comments")) }
                button type="button" hidden data-does="remarks" aria-pressed="true" title=(text!("notes-show-hide-d")) { (text!("notes-shown")) }
            }
            (list::list(seen, moment, said, Colours::of(ctx.req.headers()).drawn))
            @if said.writes {
                (form::write(seen, moment, said))
            } @else {
                @let back = seen.address(seen.version);
                @let next = utf8_percent_encode(&back, NON_ALPHANUMERIC);
                p.hint { (text!("notes-sign-in-first"; sign_in = html! { a href=(format!("/signin?next={next}")) { (text!("notes-sign-in")) } })) }
            }
        }
    }
}

/// The signs along the game, and the layers.
pub(super) fn signs(seen: &RequestedView, said: &Said) -> Markup {
    signs::signs(seen, said)
}

async fn part(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    let (moment, said) = (seen.moment(&ctx).await?, Said::of(&ctx, &seen).await?);
    Ok(fresh(&list::list(&seen, &moment, &said, theme(&ctx))))
}

async fn signs_part(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let said = Said::of(&ctx, &seen).await?;
    Ok(fresh(&signs::signs(&seen, &said)))
}

/// A part that is asked for whenever something was said.
fn fresh(part: &Markup) -> actix_web::HttpResponse {
    use actix_web::http::header;
    actix_web::HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(part.0.clone())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Seat, SideId};

    use super::*;

    fn seat(seat: Seat, side: u8, name: &str) -> SeatInfo {
        SeatInfo {
            seat,
            side: SideId(side),
            name: name.to_owned(),
            faction: None,
        }
    }

    #[test]
    fn glyphs_name_the_seats_of_a_side() {
        let said = |number: u8, seats: &[SeatInfo]| in_words(Glyph::numbered(number).unwrap(), seats);
        let two = [seat(Seat::A, 1, "South"), seat(Seat::B, 2, "North")];
        assert_eq!(said(14, &two), "South slightly ahead");
        assert_eq!(said(19, &two), "North winning");
        assert_eq!(said(10, &two), "even");
        let teams = [
            seat(Seat::A, 1, "West"),
            seat(Seat::B, 2, ""),
            seat(Seat::new(2).unwrap(), 1, "East"),
        ];
        assert_eq!(said(16, &teams), "West and East ahead");
        assert_eq!(said(17, &teams), "side B ahead");
    }
}
