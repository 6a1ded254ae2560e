//! Everything the recorder shows of a game, gathered: the position, who is asked what, what may be done, by whom.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hindsight_engine::{AnyGame, GameInfo, RunCaller, WireOffer};
use hindsight_kernel::{Board, BoardPoint, DiceKind, Seat, UnitInfo, Viewer};
use hindsight_openapi::wire::{NextChoice, OffersAhead};
use serde_json::{Value, json};

use super::super::form::Choices;
use super::super::seen::{Moment, RequestedView};
use super::ahead::choice_beyond;
use crate::base::error::ApiResult;
use crate::games::implied::{LaidOut, next_choices};
use crate::http::Ctx;

/// The most commands whose outcome is looked up to show it on the board.
const MOST_SHOWN: usize = 400;

/// What a unit would be if a command were done: where it would stand.
pub(super) struct Ghost {
    /// Its corners.
    pub(super) outline: Vec<BoardPoint>,
    /// Where it would look.
    pub(super) facing: Option<f64>,
}

/// What may be done at a moment, for who looks at it.
pub(super) struct Offered {
    /// Where the game stands.
    pub(super) info: GameInfo,
    /// What those asked may do, as far as the caller speaks for them.
    pub(super) offers: Vec<WireOffer>,
    /// Whole moves of the chosen unit, each with the picture of where it ends.
    pub(super) whole_moves: Vec<WireOffer>,
    /// Choices to which commands of the chosen unit only lead.
    pub(super) next: Vec<NextChoice>,
    /// The units.
    pub(super) units: Vec<UnitInfo>,
    /// The unit whose offers are laid out.
    pub(super) chosen: Option<String>,
    /// What complete commands would do to the chosen unit, by the text of the command.
    pub(super) ghosts: BTreeMap<String, Ghost>,
    /// Complete commands of the chosen unit that lead to the very state to which one before them leads, by their text.
    pub(super) repeats: BTreeSet<String>,
    /// What may be chosen in forms.
    pub(super) choices: Choices,
}

impl Offered {
    /// What may be done in a game. `quick` says whether its outcomes may be looked up at once: at the present moment.
    async fn of(
        ctx: &Ctx,
        seen: &RequestedView,
        game: &Arc<dyn AnyGame>,
        moment: Option<&Moment>,
        chosen: Option<String>,
    ) -> ApiResult<Self> {
        let (seats, viewer) = (speaks_for(seen, game.as_ref()), seen.viewer);
        let (at, moving) = (Arc::clone(game), seats.clone());
        let gathered = ctx
            .services
            .store
            .work(move |_| {
                let mut offers = Vec::new();
                for seat in seats {
                    offers.extend(at.offers(seat));
                }
                let (info, units) = (at.info(viewer), at.units(viewer));
                let hand_made = offers.iter().any(|offer| offer.limits.is_some());
                // Only forms need the names of what is in play.
                let within = if hand_made { at.state(viewer) } else { Value::Null };
                let choices = Choices::within(&[&within]).with_table(
                    units.iter().map(|unit| (unit.id.as_str(), unit.name.as_str())),
                    &info.seats,
                );
                Ok((info, offers, units, choices))
            })
            .await?;
        let (info, offers, units, choices) = gathered;
        let chosen = chosen
            .filter(|unit| units.iter().any(|info| info.id == *unit))
            .or_else(|| only_unit(&offers));
        let whole_moves = match chosen.clone() {
            Some(unit) => {
                let at = Arc::clone(game);
                let of_seat = move |seat: &Seat| at.whole_moves(*seat, &unit);
                let store = &ctx.services.store;
                store
                    .work(move |_| Ok(moving.iter().flat_map(of_seat).collect()))
                    .await?
            }
            None => Vec::new(),
        };
        let (ghosts, repeats) = match (&chosen, moment) {
            (Some(unit), Some(moment)) => outcomes(ctx, seen, &offers, unit, &moment.board).await?,
            _ => (BTreeMap::new(), BTreeSet::new()),
        };
        Ok(Self {
            info,
            offers,
            whole_moves,
            next: Vec::new(),
            units,
            chosen,
            ghosts,
            repeats,
            choices,
        })
    }

    /// What may be done now.
    pub(super) async fn now(
        ctx: &Ctx,
        seen: &RequestedView,
        moment: &Moment,
        chosen: Option<String>,
    ) -> ApiResult<Self> {
        Self::of(ctx, seen, &seen.head.game, Some(moment), chosen).await
    }

    /// The same, with the choices to which commands of the chosen unit only lead: those that may be given now, or after the passes
    /// that may be left out.
    pub(super) async fn with_next(
        mut self,
        ctx: &Ctx,
        seen: &RequestedView,
        ahead: Option<&OffersAhead>,
    ) -> ApiResult<Self> {
        let Some(unit) = self.chosen.clone() else {
            return Ok(self);
        };
        let beyond = ahead.and_then(choice_beyond);
        let all = self
            .offers
            .iter()
            .chain(beyond.iter().flat_map(|place| &place.items));
        let leading: Vec<WireOffer> = all.filter(|offer| offer.leads_on).cloned().collect();
        if leading.is_empty() {
            return Ok(self);
        }
        let (head, caller) = (seen.head.clone(), run_caller(ctx, seen).await?);
        let store = &ctx.services.store;
        let found = store.work(move |_| Ok(next_choices(&head, &leading, &unit, &caller)));
        let found = found.await?;
        let has_forms = |found: &&LaidOut| found.choice.items.iter().any(|offer| offer.limits.is_some());
        if let Some(found) = found.iter().find(has_forms) {
            let units = self
                .units
                .iter()
                .map(|unit| (unit.id.as_str(), unit.name.as_str()));
            self.choices = Choices::within(&[&found.state]).with_table(units, &self.info.seats);
        }
        self.next = found.into_iter().map(|found| found.choice).collect();
        Ok(self)
    }

    /// What might have been done instead of what was done after a version.
    pub(super) async fn then(
        ctx: &Ctx,
        seen: &RequestedView,
        version: u64,
        chosen: Option<String>,
    ) -> ApiResult<Self> {
        let game = ctx
            .services
            .games
            .at(&seen.head, Some(version), seen.viewer)
            .await?;
        Self::of(ctx, seen, &game, None, chosen).await
    }
}

/// The seats that a caller may speak for in a game.
pub(super) fn speaks_for(seen: &RequestedView, game: &dyn AnyGame) -> Vec<Seat> {
    if !seen.sight.keeps {
        return seen.sight.seats.clone();
    }
    game.info(Viewer::Everything)
        .seats
        .iter()
        .map(|info| info.seat)
        .collect()
}

/// The caller of a page, as far as passes may be left out for the seats that they speak for.
pub(super) async fn run_caller(ctx: &Ctx, seen: &RequestedView) -> ApiResult<RunCaller> {
    Ok(RunCaller {
        seats: (!seen.sight.keeps).then(|| seen.sight.seats.clone()),
        viewer: seen.viewer,
        standing: ctx.services.games.standing_passes(seen.head.id).await?,
    })
}

/// Whether the server rolls the dice of a game.
pub(super) fn server_rolls(seen: &RequestedView) -> bool {
    matches!(
        seen.head.game.info(Viewer::Public).dice,
        Some(DiceKind::Server { .. })
    )
}

/// The command of an offer as the API takes it.
pub(super) fn played(offer: &WireOffer, command: &Value) -> Value {
    json!({ "type": "play", "seat": offer.seat, "command": command })
}

/// The unit that all offers are about, if there is only one.
fn only_unit(offers: &[WireOffer]) -> Option<String> {
    let mut about = offers.iter().map(|offer| offer.unit.as_deref());
    let first = about.next()??;
    about.all(|unit| unit == Some(first)).then(|| first.to_owned())
}

/// Where the chosen unit would stand after each of its commands, and which of them do the same as one before. Systems whose
/// decisions take time are asked only for one command of each form: enough to know the shape of a unit that is not on the field
/// yet.
async fn outcomes(
    ctx: &Ctx,
    seen: &RequestedView,
    offers: &[WireOffer],
    unit: &str,
    board: &Board,
) -> ApiResult<(BTreeMap<String, Ghost>, BTreeSet<String>)> {
    let quick = seen.head.system.decides_quickly();
    let here = |board: &Board| board.tokens.iter().find(|token| token.id == unit).cloned();
    let present = here(board);
    let commands: Vec<Value> = offers
        .iter()
        .filter(|offer| offer.unit.as_deref() == Some(unit))
        .flat_map(|offer| match (&offer.command, quick, &present) {
            (Some(command), true, _) => vec![played(offer, command)],
            (None, _, None) => offer
                .samples
                .first()
                .map(|sample| played(offer, sample))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        })
        .take(MOST_SHOWN)
        .collect();
    let (mut ghosts, mut repeats) = (BTreeMap::new(), BTreeSet::new());
    if commands.is_empty() {
        return Ok((ghosts, repeats));
    }
    let named: Vec<String> = commands.iter().map(Value::to_string).collect();
    let outcomes = ctx
        .services
        .games
        .outcomes_of(&seen.head, commands, seen.viewer)
        .await?;
    let mut states = BTreeSet::new();
    for (name, after) in named.into_iter().zip(outcomes) {
        let Some(after) = after else { continue };
        if !states.insert(after.state) {
            repeats.insert(name);
            continue;
        }
        let Some(token) = here(&after.board) else {
            continue;
        };
        let moved = present
            .as_ref()
            .is_none_or(|present| present.outline != token.outline || present.facing != token.facing);
        if moved {
            ghosts.insert(
                name,
                Ghost {
                    outline: token.outline,
                    facing: token.facing,
                },
            );
        }
    }
    Ok((ghosts, repeats))
}
