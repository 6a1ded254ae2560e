//! The moment that a page's request asks for: which game, which version, through whose eyes, from which side.

use std::sync::Arc;

use hindsight_kernel::{Board, LastChange, Message, Overlay, Seat, Trail, UnitInfo, Viewer};
use hindsight_reports::{Measures, PictureOptions, Theme, UnitLinks, svg};
use serde_json::{Value, json};

use super::links::query;
use crate::access::GameAccess;
use crate::aggregates::annotations::Reader;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::card_fields::break_after_ms;
use crate::games::{EventRange, LiveGame, no_such_version, shortly};
use crate::http::Ctx;

/// What a request asks to see, checked.
#[derive(Clone)]
pub(super) struct RequestedView {
    /// The game.
    pub(super) head: Arc<LiveGame>,
    /// What the caller may see of it.
    pub(super) sight: GameAccess,
    /// Through whose eyes the record is read.
    pub(super) viewer: Viewer,
    /// Whose knowledge was asked for.
    pub(super) seat: Option<Seat>,
    /// From the far side of the table.
    pub(super) flip: bool,
    /// Adds the places where units end that carry out their standing orders; the recorder alone shows them.
    pub(super) shows_orders: bool,
    /// Drawn for a small screen.
    pub(super) compact: bool,
    /// The moment.
    pub(super) version: u64,
}

/// A moment of a game as its pages show it.
#[derive(Debug, Clone)]
pub(super) struct Moment {
    /// What happened, in one sentence.
    pub(super) words: String,
    /// What matters most of it; the same where that is no shorter.
    pub(super) short: String,
    /// Where in the game this is.
    pub(super) caption: String,
    /// On the present line, or the undo that it goes on behind.
    pub(super) live: bool,
    /// The version before it on its line.
    pub(super) before: Option<u64>,
    /// The version after it on its line.
    pub(super) after: Option<u64>,
    /// The position.
    pub(super) board: Board,
    /// What changed.
    pub(super) change: LastChange,
    /// The units.
    pub(super) units: Vec<UnitInfo>,
    /// How long its decision took, in milliseconds, where that says something.
    pub(super) took_ms: Option<u64>,
}

/// A shorter time than this is none: what came in as a text has a second for each command.
const SHOWN_MS: u64 = 2_000;

impl Moment {
    /// The same moment with more ways drawn on its board.
    pub(super) fn with_ways(&self, ways: &[Trail]) -> Self {
        let mut moment = self.clone();
        moment.change.trails = ways.to_vec();
        moment
    }
}

impl RequestedView {
    /// The game as the caller reads and writes its annotations.
    pub(super) fn reader<'r>(&'r self, ctx: &'r Ctx) -> Reader<'r> {
        ctx.reader(&self.head, &self.sight)
    }

    /// What a request asks to see: this version, or else the present one.
    pub(super) async fn of(ctx: &Ctx, version: Option<u64>) -> ApiResult<Self> {
        let (head, sight) = ctx.game().await?;
        let end = head.version();
        let version = version.unwrap_or(end);
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        let seat = ctx.query.seat();
        let viewer = sight.through(seat, head.over)?;
        if let Some(seat) = seat {
            let seats = head.game.info(viewer).seats;
            if !seats.iter().any(|info| info.seat == seat) {
                return Err(ApiError::parameter("seat", text!("no-seat-here", seat)));
            }
        }
        Ok(Self {
            head,
            sight,
            viewer,
            seat,
            flip: ctx.query.flag("flip"),
            shows_orders: ctx.query.flag("orders"),
            compact: is_small_screen(ctx),
            version,
        })
    }

    /// As [`of`](Self::of), at the version in the path.
    pub(super) async fn at_path(ctx: &Ctx) -> ApiResult<Self> {
        // A game that is not for these eyes comes first, whatever is asked of it.
        ctx.game().await?;
        let text = ctx.path("version");
        let version =
            text.parse().ok().filter(|version| *version > 0).ok_or_else(|| {
                ApiError::parameter("version", text!("moment-version", text = quoted(text)))
            })?;
        Self::of(ctx, Some(version)).await
    }

    /// The seats of the side that won; none of a draw, or while the game goes on.
    pub(super) fn winners(&self) -> Vec<Seat> {
        let info = self.head.game.info(self.viewer);
        let winner = info.outcome.and_then(|outcome| outcome.winner);
        let seats = info.seats.into_iter();
        seats
            .filter(|info| Some(info.side) == winner)
            .map(|info| info.seat)
            .collect()
    }

    /// The eyes that the board is drawn for. In a game that is over a seat's own eyes may be asked for, to see what it
    /// knew then; the record itself holds no secrets any more.
    pub(super) fn eyes(&self) -> Viewer {
        self.seat.map_or(self.viewer, Viewer::Seat)
    }

    /// The moment itself.
    pub(super) async fn moment(&self, ctx: &Ctx) -> ApiResult<Moment> {
        let past = ctx.services.games.past(&self.head).await?;
        let (version, viewer, eyes) = (self.version, self.viewer, self.eyes());
        let known_then = if eyes == viewer {
            None
        } else {
            Some(ctx.services.games.at(&self.head, Some(version), viewer).await?)
        };
        let break_after = break_after_ms(&self.head.card);
        ctx.services
            .store
            .work(move |_| {
                let mut moment = None;
                let look = EventRange {
                    from: version,
                    to: version,
                    all_lines: true,
                    facts: false,
                };
                past.walk(look, viewer, &mut |step| {
                    let on_line = |other: &u64| !step.live() || past.is_live(*other);
                    // An undo stands on no line itself; the line goes on behind it.
                    let goes_on = version == past.version() || past.is_live(version + 1);
                    moment = Some(Moment {
                        words: step.words(),
                        short: shortly(step, &step.facts()).into(),
                        caption: step.moment().caption.into(),
                        live: step.live() || goes_on,
                        before: (1..version).rev().find(on_line),
                        after: (version + 1..=past.version()).find(on_line),
                        board: step.board(),
                        change: step.change(),
                        units: step.units(),
                        took_ms: past
                            .took_ms(version, break_after)
                            .filter(|took| *took >= SHOWN_MS),
                    });
                    false
                })?;
                let mut moment = moment.ok_or_else(|| no_such_version(version, past.version()))?;
                if let Some(game) = known_then {
                    moment.board = game.board(eyes);
                    moment.units = game.units(eyes);
                    let shown = &moment.board.tokens;
                    moment
                        .change
                        .trails
                        .retain(|trail| shown.iter().any(|token| token.id == trail.unit));
                }
                Ok(moment)
            })
            .await
    }

    /// A moment of a game that was found otherwise than by the path; the version is one of the game's.
    pub(super) fn whole(head: Arc<LiveGame>, sight: GameAccess, viewer: Viewer, version: u64) -> Self {
        Self {
            head,
            sight,
            viewer,
            seat: None,
            flip: false,
            shows_orders: false,
            compact: false,
            version,
        }
    }

    /// The page of a version of the same game, seen alike.
    pub(super) fn address(&self, version: u64) -> String {
        format!("/g/{}/{version}{}", self.head.id, self.query(None))
    }

    /// How it is seen, as the query of an address; `unit` is the unit whose card lies beside the board.
    pub(super) fn query(&self, unit: Option<&str>) -> String {
        let seat = self.seat.map(|seat| seat.to_string());
        let fields = [
            ("seat", seat.as_deref()),
            ("flip", self.flip.then_some("true")),
            ("unit", unit),
        ];
        query(
            fields
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?))),
        )
    }

    /// The same moment seen otherwise.
    pub(super) fn otherwise(&self, seat: Option<Seat>, flip: bool) -> String {
        let other = Self {
            seat,
            flip,
            ..self.clone()
        };
        other.address(self.version)
    }

    /// The board as marks that a page holds: its units lead to their cards.
    pub(super) fn board(
        &self,
        moment: &Moment,
        theme: Theme,
        overlays: Vec<Overlay>,
        notes: Vec<Overlay>,
    ) -> String {
        let fields = self.query(None).replacen('?', "&", 1);
        let links = UnitLinks {
            before: format!("/g/{}/{}?unit=", self.head.id, self.version),
            after: fields,
        };
        let options = PictureOptions {
            overlays,
            notes,
            unit_links: Some(links),
            ..self.options(moment, theme)
        };
        svg(&moment.board, &options)
    }

    /// The size of the board as it is drawn, width and height.
    pub(super) fn size(&self, moment: &Moment, theme: Theme) -> (f64, f64) {
        let (width, height) = Measures::of(&moment.board, &self.options(moment, theme)).picture;
        (f64::from(width), f64::from(height))
    }

    /// The board as marks, to look at only.
    pub(super) fn still(&self, moment: &Moment, theme: Theme) -> String {
        svg(&moment.board, &self.options(moment, theme))
    }

    /// The board as marks beside that of another game: the names in it begin otherwise.
    pub(super) fn beside(&self, moment: &Moment, theme: Theme, prefix: &str) -> String {
        let options = PictureOptions {
            prefix: prefix.to_owned(),
            ..self.options(moment, theme)
        };
        svg(&moment.board, &options)
    }

    /// Where the field lies on the picture of a moment, for scripts that draw on it or point at it.
    pub(super) fn measures(&self, moment: &Moment, theme: Theme) -> Value {
        measured(&moment.board, &self.options(moment, theme))
    }

    /// How the board is drawn with these drawings of people over it.
    pub(super) fn with_notes(&self, moment: &Moment, theme: Theme, notes: Vec<Overlay>) -> PictureOptions {
        PictureOptions {
            notes,
            ..self.options(moment, theme)
        }
    }

    /// How the board is drawn on a page.
    pub(super) fn options(&self, moment: &Moment, theme: Theme) -> PictureOptions {
        let mut change = moment.change.clone();
        // Words and dice stand beside the board, so that it has the same size at every moment.
        change.words = Message::default();
        change.rolls.clear();
        PictureOptions {
            width: 900,
            theme,
            flip: self.flip,
            caption: false,
            legend: false,
            last: Some(change),
            prefix: "board-".to_owned(),
            compact: self.compact,
            ..PictureOptions::default()
        }
    }
}

/// Whether a page is asked for by a phone: by its script, which knows, or else by what the browser says of itself.
pub(super) fn is_small_screen(ctx: &Ctx) -> bool {
    if let Some(compact) = ctx.query.text("compact") {
        return compact == "true";
    }
    // A part of a page is kept for all who ask by the same address: only the address says for what screen it is.
    if !ctx.shows_page() {
        return false;
    }
    let headers = ctx.req.headers();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    text("Sec-CH-UA-Mobile") == Some("?1") || text("User-Agent").is_some_and(|agent| agent.contains("Mobi"))
}

/// Where the field lies on a picture.
fn measured(board: &Board, options: &PictureOptions) -> Value {
    let measures = Measures::of(board, options);
    json!({
        "corner": measures.corner, "size": measures.size, "scale": measures.scale, "low": measures.low,
        "flip": measures.flip,
    })
}

/// Where the field lies on a picture, and who stands on it where: for scripts that move units on it.
pub(super) fn pointed_at(board: &Board, options: &PictureOptions) -> Value {
    let tokens: Vec<Value> = board
        .tokens
        .iter()
        .map(|token| json!({ "id": token.id, "name": token.name, "outline": token.outline, "facing": token.facing }))
        .collect();
    let mut measures = measured(board, options);
    measures["grid"] = json!(board.grid);
    measures["tokens"] = json!(tokens);
    measures
}
