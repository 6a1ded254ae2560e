//! Hands and decks: who may hold a card, and how cards are drawn (pp. 16, 21-22, 36).

use hindsight_kernel::Seat;

use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::cards::CommandCard;
use crate::model::event::{CommandEvent, Event};
use crate::model::hands::may_hold;
use crate::model::names::CardNo;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Decks, Player, State};
use crate::verbs::command_refusal::CommandActionRefusal;

/// The most cards in a hand of the later edition. Rule `BG4-CARDS-09` (p. 36).
pub const HAND_LIMIT: usize = 15;

/// Whether a hand takes no more cards. Rules `BG4-CARDS-09` (p. 36), `BG3-CMD-08` (p. 10).
pub(crate) fn is_full(state: &State, player: &Player) -> bool {
    let limit = state.profile().hand_limit;
    limit.is_some_and(|limit| player.hand.len() >= usize::from(limit))
}

/// The cards that a player may hold, by number.
pub(crate) fn holdable(player: &Player) -> Vec<CardNo> {
    CardNo::deck().filter(|card| may_hold(player, *card)).collect()
}

/// A card of a player's deck. Rule `BG4-MERC-04` (p. 127).
pub(crate) fn printed(state: &State, seat: Seat, card: CardNo) -> Option<&CommandCard> {
    state.faction(seat)?.card(card)
}

/// Refuses a card that is told as drawn on the table and cannot be. Of an empty deck those may be drawn that are discarded. Rules
/// `BG4-CARDS-09`, `BG4-CARDS-10` (p. 36), `BG3-CMD-09` (p. 10).
pub(crate) fn check_told(state: &State, seat: Seat, card: CardNo) -> Result<(), CommandActionRefusal> {
    let player = state.player(seat);
    if is_full(state, player) {
        return Err(CommandActionRefusal::HandFull(card));
    }
    let pile = if player.deck == 0 {
        &player.discards
    } else {
        &player.unseen
    };
    if !pile.contains(&card) {
        return Err(CommandActionRefusal::NotInDeck { seat, card });
    }
    Ok(())
}

/// A card drawn on the table, known or not; an empty deck is renewed before. Rules `BG4-CARDS-10` (p. 36), `BG3-CMD-09` (p. 10).
pub(crate) fn draw_told(table: &mut BattleTable<'_>, seat: Seat, card: Option<CardNo>) {
    renew_empty_deck(table, seat);
    table.emit(Event::Command(CommandEvent::CardDrawn {
        seat,
        card,
        roll: None,
    }));
}

/// Draws cards one by one: a full hand discards first, an empty deck is renewed from the discards. Rules `BG4-CARDS-09`,
/// `BG4-CARDS-10`, `BG4-DEPLOY-04` (pp. 36, 127, 139).
pub(crate) fn draw_cards(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::DrawCard { seat, count } = frame.step else {
        return Ok(Taken::Waits);
    };
    let state = table.state();
    let player = state.player(seat);
    if count == 0 || (player.deck == 0 && player.discards.is_empty()) {
        // RULING: BG4-CARDS-10, with both piles empty no card is drawn.
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    if is_full(state, player) {
        if let Some(Answer::Card(card)) = answer_to(&frame.answers, Topic::Discard, None, None) {
            let card = *card;
            table.emit(Event::Command(CommandEvent::CardDiscarded { seat, card }));
        } else {
            let options = holdable(player)
                .into_iter()
                .map(|card| (Answer::Card(card), name_of(state, seat, card)))
                .collect();
            return Err(Asking {
                seat,
                topic: Topic::Discard,
                unit: None,
                about: None,
                options: Options::OneOf(options),
                rule: Rule::Cards09.into(),
            }
            .into());
        }
    }
    renew_empty_deck(table, seat);
    draw_one(table, seat)?;
    proceed(
        table,
        1,
        [Step::DrawCard {
            seat,
            count: count - 1,
        }],
    );
    Ok(Taken::Went)
}

/// The discards become the deck where that is empty. Rules `BG4-CARDS-10` (p. 36), `BG3-CMD-09` (p. 10).
// RULING: BG4-CARDS-10, the discard pile is shuffled into a new deck.
fn renew_empty_deck(table: &mut BattleTable<'_>, seat: Seat) {
    if table.state().player(seat).deck == 0 {
        table.emit(Event::Command(CommandEvent::DeckRenewed { seat }));
    }
}

fn draw_one(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    let player = state.player(seat);
    let shared = state.house.shared_deck && state.players.iter().any(|player| player.hand.contains(&None));
    if state.decks == Decks::Table || player.hand.contains(&None) || shared {
        draw_told(table, seat, None);
        return Ok(());
    }
    let deck = player.unseen.clone();
    let sides = u8::try_from(deck.len()).unwrap_or(u8::MAX);
    let roll = table.roll("draw a command card", seat, sides, 1)?;
    let place = usize::from(roll.faces.first().copied().unwrap_or(1)).saturating_sub(1);
    let card = deck.get(place).copied();
    table.emit(Event::Command(CommandEvent::CardDrawn {
        seat,
        card,
        roll: Some(roll),
    }));
    Ok(())
}

fn name_of(state: &State, seat: Seat, card: CardNo) -> String {
    printed(state, seat, card).map_or_else(|| card.to_string(), |printed| format!("{card} {}", printed.name))
}
