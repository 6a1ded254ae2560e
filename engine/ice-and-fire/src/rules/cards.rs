//! Tactics cards and Orders: drawing, playing, discarding. Rules `IF-CARD-01` to `-04`, `IF-ORD-01` to `-03`, `IF-TIME-02`,
//! `IF-TIME-03`, `IF-SETUP-11`, `IF-ROUND-07`.

use hindsight_kernel::{Refusal, Seat, refusals};

use super::conditions::User;
use super::{effects, hands};
use crate::cards::{CardId, Order, TacticsCard};
use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, GameTable, Need, Occasion, Source, Step, Taken, proceed};
use crate::model::command::Choice;
use crate::model::event::{EffectEvent, ScoringEvent};
use crate::model::names::UnitId;
use crate::model::state::{Player, State};

/// Cards in hand after drawing up. Rules `IF-SETUP-11`, `IF-ROUND-07`.
pub const HAND: usize = 3;

refusals! {
    messages = MESSAGES;
    /// Reasons why a card may not be played, or an Order not be used.
    pub enum NoUse {
        NotInHand { card: CardId } = "IF-CARD-01", "§Outside the sheet", card;
        NoTrigger = "IF-TIME-01", "§Outside the sheet";
        OtherTrigger { needs: String, now: String } = "IF-TIME-03", "§Outside the sheet (our ruling)", needs, now;
        UsedOne = "IF-TIME-02", "§Outside the sheet";
        Disorderly = "IF-CARD-04", "§Sheet, Disorderly charge";
        NoSuchOrder { unit: UnitId } = "IF-ORD-02", "§Outside the sheet", unit;
        NotYours { unit: UnitId } = "IF-ORD-02", "§Outside the sheet", unit;
        UsedOrder = "IF-ORD-01", "§Sheet, Orders";
        NoDiscard = "IF-ROUND-07", "§Outside the sheet";
    }
}

/// Whether a player may hold a card: it is in their hand, or a card of their hand is not known here and nobody has seen it.
/// Rule `IF-CARD-03`.
pub fn may_hold(player: &Player, card: CardId) -> bool {
    player.hand.contains(&Some(card)) || (player.hand.contains(&None) && player.unseen.contains(&card))
}

/// The designs that a player may hold, each once.
pub fn holdable(player: &Player) -> Vec<CardId> {
    let unknown = player.hand.contains(&None);
    let unseen = player.unseen.iter().copied().filter(|_| unknown);
    let mut cards: Vec<CardId> = player.hand.iter().flatten().copied().chain(unseen).collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// The designs that a player may hold as far as their opponent knows, each once: the cards of the hand that both know, and any
/// unseen card where the hand has more. Rule `IF-CARD-03`.
fn holdable_for_all(player: &Player) -> Vec<CardId> {
    let hidden = player.hidden_hand();
    let unseen = player.unseen.iter().filter(|_| !hidden.is_empty());
    // All cards of the hand: those that are hidden are unseen cards too.
    let mut cards: Vec<CardId> = player.hand.iter().flatten().chain(unseen).copied().collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// Whether a player may play tactics cards: not for the rest of the action of a Disorderly Charge. Rules `IF-CARD-04`,
/// `IF-CHG-09`.
pub fn may_play(state: &State, seat: Seat) -> bool {
    !state
        .charge
        .as_ref()
        .is_some_and(|charge| charge.is_disorderly() && charge.charger.seat() == seat)
}

fn user(seat: Seat, this: Option<UnitId>, at: &Occasion) -> User<'_> {
    User { seat, this, at }
}

/// Whether a card may legally be used at a trigger. Rule `IF-TIME-01`.
fn is_usable_card(state: &State, seat: Seat, at: &Occasion, card: &TacticsCard) -> bool {
    card.trigger == at.trigger
        && effects::is_possible_at_all(state, user(seat, None, at), &card.when, &card.effects)
}

/// The cards that a player may play at a trigger. Rule `IF-CARD-01`.
pub fn usable_cards(state: &State, seat: Seat, at: &Occasion) -> Vec<CardId> {
    usable_among(state, seat, at, holdable(state.player(seat)))
        .map(|card| card.id)
        .collect()
}

/// The cards among these designs that a player could play at a trigger if they held them.
fn usable_among<'s>(
    state: &'s State,
    seat: Seat,
    at: &'s Occasion,
    designs: Vec<CardId>,
) -> impl Iterator<Item = &'s TacticsCard> {
    designs
        .into_iter()
        .filter(move |_| may_play(state, seat))
        .filter_map(|id| state.cards.tactics_card(id))
        .filter(move |card| is_usable_card(state, seat, at, card))
}

fn is_usable_order(state: &State, id: UnitId, at: &Occasion, order: &Order) -> bool {
    order.trigger == at.trigger
        && effects::is_possible_at_all(state, user(id.seat(), Some(id), at), &order.when, &order.effects)
}

/// The Orders that a player may use at a trigger: the unit and the Order's place among the unit's. Rules `IF-ORD-01`,
/// `IF-ORD-02`.
pub fn usable_orders(state: &State, seat: Seat, at: &Occasion) -> Vec<(UnitId, u8)> {
    let mut usable = Vec::new();
    for (unit, _) in state.on_table().filter(|(unit, _)| unit.id.seat() == seat) {
        for (place, order) in (0..).zip(state.orders_of(unit)) {
            if !unit.orders_used.contains(&place) && is_usable_order(state, unit.id, at, order) {
                usable.push((unit.id, place));
            }
        }
    }
    usable
}

/// Whether a player has an Order to use at a trigger, or may have a card as far as their opponent knows. Rule `IF-TIME-01`.
pub fn may_have_usable(state: &State, seat: Seat, at: &Occasion) -> bool {
    let designs = holdable_for_all(state.player(seat));
    usable_among(state, seat, at, designs).next().is_some() || !usable_orders(state, seat, at).is_empty()
}

/// The complete legal choices for a card at a trigger.
pub fn card_choices(state: &State, seat: Seat, at: &Occasion, card: CardId) -> Vec<Choice> {
    state.cards.tactics_card(card).map_or_else(Vec::new, |card| {
        effects::sample_choices(state, user(seat, None, at), &card.when, &card.effects)
    })
}

/// The complete legal choices for an Order at a trigger.
pub fn order_choices(state: &State, at: &Occasion, id: UnitId, place: u8) -> Vec<Choice> {
    let order = state
        .unit(id)
        .and_then(|unit| state.orders_of(unit).nth(place.into()));
    order.map_or_else(Vec::new, |order| {
        effects::sample_choices(state, user(id.seat(), Some(id), at), &order.when, &order.effects)
    })
}

/// The trigger at which a player may use an effect, by whatever is asked.
fn open_window(state: &State, seat: Seat) -> Result<(Occasion, bool), NoUse> {
    match state.step() {
        Some(&Step::Window { at, asked, used }) if asked == seat => Ok((at, used)),
        _ => Err(NoUse::NoTrigger),
    }
}

/// Whether a player may play a card now, whatever is chosen for it. Rules `IF-CARD-01`, `IF-TIME-01` to `-03`,
/// `IF-CARD-04`.
fn check_card(state: &State, seat: Seat, id: CardId) -> Result<(Occasion, &TacticsCard), NoUse> {
    let held = may_hold(state.player(seat), id);
    let card = state
        .cards
        .tactics_card(id)
        .filter(|_| held)
        .ok_or(NoUse::NotInHand { card: id })?;
    let (at, used) = open_window(state, seat)?;
    if card.trigger != at.trigger {
        return Err(NoUse::OtherTrigger {
            needs: card.trigger.title(),
            now: at.trigger.title(),
        });
    }
    if used {
        return Err(NoUse::UsedOne);
    }
    if !may_play(state, seat) {
        return Err(NoUse::Disorderly);
    }
    Ok((at, card))
}

/// A card is played from the hand, goes to the discard pile and happens. Rule `IF-CARD-01`.
pub(crate) fn play(
    table: &mut GameTable<'_>,
    seat: Seat,
    id: CardId,
    choice: &Choice,
) -> Result<(), Refusal> {
    let state = table.state();
    let (at, card) = check_card(state, seat, id)?;
    effects::check_choice(state, user(seat, None, &at), &card.when, &card.effects, choice)?;
    table.emit(EffectEvent::CardPlayed { seat, card: id });
    happen(table, seat, Source::Card { card: id }, at, choice);
    Ok(())
}

/// Whether a unit may use an Order now, whatever is chosen for it. Rules `IF-ORD-01`, `IF-ORD-02`, `IF-TIME-01` to `-03`.
fn check_order(state: &State, seat: Seat, id: UnitId, place: u8) -> Result<(Occasion, &Order), NoUse> {
    let unit = state
        .unit(id)
        .filter(|unit| unit.id.seat() == seat && unit.is_alive() && unit.pose.is_some())
        .ok_or(NoUse::NotYours { unit: id })?;
    let order = state
        .orders_of(unit)
        .nth(place.into())
        .ok_or(NoUse::NoSuchOrder { unit: id })?;
    let (at, used) = open_window(state, seat)?;
    if order.trigger != at.trigger {
        return Err(NoUse::OtherTrigger {
            needs: order.trigger.title(),
            now: at.trigger.title(),
        });
    }
    if used {
        return Err(NoUse::UsedOne);
    }
    if unit.orders_used.contains(&place) {
        return Err(NoUse::UsedOrder);
    }
    Ok((at, order))
}

/// An Order is used; its token marks it for the round. Rules `IF-ORD-01`, `IF-ORD-02`.
pub(crate) fn use_order(
    table: &mut GameTable<'_>,
    seat: Seat,
    id: UnitId,
    place: u8,
    choice: &Choice,
) -> Result<(), Refusal> {
    let state = table.state();
    let (at, order) = check_order(state, seat, id, place)?;
    effects::check_choice(
        state,
        user(seat, Some(id), &at),
        &order.when,
        &order.effects,
        choice,
    )?;
    table.emit(EffectEvent::OrderUsed {
        unit: id,
        order: place,
    });
    let source = Source::Order {
        unit: id,
        order: place,
    };
    happen(table, seat, source, at, choice);
    Ok(())
}

/// The effects happen, then the player's window goes on without a further effect. Rule `IF-TIME-02`.
fn happen(table: &mut GameTable<'_>, seat: Seat, source: Source, at: Occasion, choice: &Choice) {
    let effects = Step::Effects {
        seat,
        source,
        at,
        choice: Some(choice.clone()),
        next: 0,
    };
    let rest = Step::Window {
        at,
        asked: seat,
        used: true,
    };
    proceed(table, 1, [effects, rest]);
}

/// A player without cards discards nothing and draws up by themselves. Rule `IF-ROUND-07`.
pub(crate) fn discard_step(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Discard { seat } = frame.step else {
        return Ok(Taken::Waits);
    };
    if table.state().player(seat).hand.is_empty() {
        draw_up(table, seat)?;
        return Ok(Taken::Went);
    }
    Ok(Taken::Waits)
}

/// A player discards any number of cards and draws up to three. Rule `IF-ROUND-07`.
pub(crate) fn discard(table: &mut GameTable<'_>, seat: Seat, cards: &[CardId]) -> Result<(), Refusal> {
    if !matches!(table.state().step(), Some(Step::Discard { seat: asked }) if *asked == seat) {
        return Err(NoUse::NoDiscard.into());
    }
    let mut after = table.state().player(seat).clone();
    for card in cards {
        // Each card named is one of the hand of its own.
        if !after.give_up(*card) {
            return Err(NoUse::NotInHand { card: *card }.into());
        }
    }
    for card in cards {
        table.emit(ScoringEvent::CardDiscarded { seat, card: *card });
    }
    draw_up(table, seat)
}

fn draw_up(table: &mut GameTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let missing = HAND.saturating_sub(table.state().player(seat).hand.len());
    hands::draw(table, seat, missing as u8)?; // At most a hand.
    proceed(table, 1, []);
    Ok(())
}

/// The rule that closes a card or an Order to a player who is not asked: their chance at the trigger is over or has not
/// come. Rules `IF-TIME-01`, `IF-TIME-03`.
pub(crate) fn closed(state: &State, seat: Seat, card: Option<CardId>) -> Refusal {
    if let Some(card) = card
        && !may_hold(state.player(seat), card)
    {
        return NoUse::NotInHand { card }.into();
    }
    NoUse::NoTrigger.into()
}
