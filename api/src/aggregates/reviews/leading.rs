//! Leading a review and looking at one, for who may.

use hindsight_kernel::plain_text::unfit_in_line;
use std::sync::Arc;

use hindsight_annotations::{check_drawings, limits};
use hindsight_kernel::Seat;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{Author, HandOver, NewReview, Review, ReviewList, ReviewMoment};

use super::{ActiveReview, Reviews};
use crate::access::Caller;
use crate::aggregates::annotations::Reader;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::base::{links, time_text};
use crate::games::no_such_version;
use crate::games::player_names::are_hidden;

impl Reviews {
    /// Makes a review that who asks leads.
    pub async fn begin_review(&self, reader: Reader<'_>, new: NewReview) -> ApiResult<Review> {
        let maker = reader.writer()?;
        let title = new.title.trim().to_owned();
        if title.chars().count() > limits::TITLE || unfit_in_line(&title).is_some() {
            return Err(ApiError::body(
                "/title",
                text!("title-length", most = limits::TITLE),
            ));
        }
        let moment = ReviewMoment {
            version: new.version.unwrap_or(reader.head.version()),
            seat: None,
            flip: false,
            unit: None,
            drawings: Vec::new(),
        };
        let moment = shown(reader, moment)?;
        let led = self.begin(reader.head.id, &maker, title, moment)?;
        self.describe_review(reader, &led).await
    }

    /// A review of a game.
    pub fn review(&self, reader: Reader<'_>, id: &str) -> ApiResult<Arc<ActiveReview>> {
        let found = id.parse().ok();
        found
            .and_then(|found| self.find(reader.head.id, found))
            .ok_or_else(|| no_such_review(id))
    }

    /// The reviews of a game that who asks made or leads.
    pub async fn own_reviews(&self, reader: Reader<'_>) -> ApiResult<ReviewList> {
        let mut items = Vec::new();
        if let Some(subject) = reader.caller.annotates(reader.head.id) {
            for led in self.of(reader.head.id, &subject) {
                items.push(self.describe_review(reader, &led).await?);
            }
        }
        Ok(ReviewList { items })
    }

    /// Shows a moment to those who follow, if who asks leads.
    pub async fn lead_review(
        &self,
        reader: Reader<'_>,
        led: &ActiveReview,
        moment: ReviewMoment,
    ) -> ApiResult<Review> {
        let by = reader.writer()?;
        let moment = shown(reader, moment)?;
        let name = if are_hidden(&reader.head.card) && !reader.sight.keeps {
            text!("review-somebody-else").into()
        } else {
            self.accounts.name_of(&led.leader).await?
        };
        self.changed(reader, led, |led| {
            if led.leader != by {
                return Err(ApiError::new(
                    ProblemKind::Forbidden,
                    text!("review-led-by", name = name.clone()),
                ));
            }
            led.moment = moment;
            Ok(())
        })
        .await
    }

    /// Hands over the lead, or takes it back.
    pub async fn hand_over_review(
        &self,
        reader: Reader<'_>,
        led: &ActiveReview,
        asked: HandOver,
    ) -> ApiResult<Review> {
        let by = reader.writer()?;
        let to = match asked.to.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(name) => Some(self.next_leader(reader, name).await?),
        };
        self.changed(reader, led, |led| {
            let leads_on = to.is_some() && led.leader == by;
            if led.maker != by && !leads_on {
                return Err(ApiError::new(ProblemKind::Forbidden, text!("review-hand-over")));
            }
            led.leader = to.unwrap_or_else(|| led.maker.clone());
            // What one person drew is not taken for another's.
            led.moment.drawings = Vec::new();
            Ok(())
        })
        .await
    }

    /// The subject of the account of this name, if it may annotate the game and so lead.
    async fn next_leader(&self, reader: Reader<'_>, name: &str) -> ApiResult<String> {
        let account = self.accounts.named(name).await?;
        let account = account.filter(|account| account.deleted_ms.is_none());
        let may = |caller: &Caller| {
            let sees = caller.sight(reader.head.id, &reader.head.card).is_some();
            caller.annotates(reader.head.id).filter(|_| sees)
        };
        account
            .and_then(|account| may(&Caller::Bearer(Arc::new(account.authority()))))
            .ok_or_else(|| ApiError::body("/to", text!("review-to")))
    }

    /// Ends a review, if who asks made it or keeps the game.
    pub fn end_review(&self, reader: Reader<'_>, led: &ActiveReview) -> ApiResult<()> {
        let by = reader.writer()?;
        if led.maker != by && !reader.sight.keeps {
            return Err(ApiError::new(ProblemKind::Forbidden, text!("review-ended-by")));
        }
        if !self.end(led.id) {
            return Err(no_such_review(&led.id.to_string()));
        }
        self.hub.touch(led.id);
        Ok(())
    }

    /// Changes a review and tells its followers; the review as who asks sees it.
    async fn changed(
        &self,
        reader: Reader<'_>,
        led: &ActiveReview,
        change: impl FnOnce(&mut ActiveReview) -> ApiResult<()>,
    ) -> ApiResult<Review> {
        let led = self
            .change(led.id, change)?
            .ok_or_else(|| no_such_review(&led.id.to_string()))?;
        self.hub.touch(led.id);
        self.describe_review(reader, &led).await
    }

    /// A review as it is told to a reader: nothing of the game that they may not see.
    pub async fn describe_review(&self, reader: Reader<'_>, led: &ActiveReview) -> ApiResult<Review> {
        let you = reader.caller.annotates(reader.head.id);
        let end = reader.head.version();
        let mut moment = led.moment.clone();
        if moment.version > end {
            // Who is behind the table waits at the last moment that they may see.
            moment.version = end;
            moment.drawings = Vec::new();
            moment.unit = None;
        }
        if may_look(reader, moment.seat).is_err() {
            // What was drawn and opened on a seat's own board may be what that seat hides.
            moment.seat = None;
            moment.drawings = Vec::new();
            moment.unit = None;
        }
        if let Some(unit) = &moment.unit
            && reader.head.hides()
            && !self
                .games
                .units_known(reader.head, reader.sight, moment.version)
                .await?
                .contains(unit)
        {
            moment.unit = None;
        }
        // Whoever leads a review of a game with hidden names is most often its owner.
        let names_none = are_hidden(&reader.head.card) && !reader.sight.keeps;
        let author = async |subject: &str, part: &str| -> ApiResult<Author> {
            let you = you.as_deref() == Some(subject);
            if names_none && !you {
                return Ok(Author {
                    subject: part.to_owned(),
                    name: format!("the {part}"),
                    you,
                });
            }
            Ok(Author {
                subject: subject.to_owned(),
                name: self.accounts.name_of(subject).await?,
                you,
            })
        };
        let (game, id) = (led.game, led.id);
        Ok(Review {
            id: id.to_string(),
            game: game.to_string(),
            title: led.title.clone(),
            maker: author(&led.maker, "maker").await?,
            leader: author(&led.leader, "leader").await?,
            number: led.number,
            page: links::review(game, moment.version, id),
            moment,
            followers: self.hub.following(id),
            created_at: time_text(led.created_ms),
            live: links::review_live(game, id),
        })
    }
}

/// A moment as somebody shows it, checked: nothing but what they see themselves.
fn shown(reader: Reader<'_>, mut moment: ReviewMoment) -> ApiResult<ReviewMoment> {
    let end = reader.head.version();
    if moment.version == 0 || moment.version > end {
        return Err(no_such_version(moment.version, end));
    }
    may_look(reader, moment.seat)?;
    if moment.unit.as_ref().is_some_and(|unit| {
        unit.is_empty() || unit.chars().count() > limits::UNIT || unfit_in_line(unit).is_some()
    }) {
        return Err(ApiError::body("/unit", text!("review-unit")));
    }
    check_drawings(&moment.drawings).map_err(|fault| ApiError::body(fault.path, fault.reason))?;
    moment.drawings = moment
        .drawings
        .into_iter()
        .map(hindsight_annotations::Drawing::measured)
        .collect();
    Ok(moment)
}

/// Whether a reader may look through a seat's eyes.
fn may_look(reader: Reader<'_>, seat: Option<Seat>) -> ApiResult<()> {
    let viewer = reader.sight.through(seat, reader.head.over)?;
    let Some(seat) = seat else { return Ok(()) };
    if reader
        .head
        .game
        .info(viewer)
        .seats
        .iter()
        .any(|info| info.seat == seat)
    {
        return Ok(());
    }
    Err(ApiError::body("/seat", text!("no-seat-here", seat)))
}

fn no_such_review(id: &str) -> ApiError {
    ApiError::new(
        ProblemKind::NoSuchReview,
        text!("no-such-review", id = quoted(id)),
    )
}
