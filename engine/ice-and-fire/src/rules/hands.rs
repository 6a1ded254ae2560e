//! Drawing of tactics cards. Rules `IF-CARD-02`, `IF-SETUP-11`, `IF-TAC-05`.

use hindsight_kernel::{Refusal, Seat};

use crate::model::agenda::{Frame, GameTable, Need, Step, Taken, proceed};
use crate::model::event::RoundEvent;
use crate::model::setup::Decks;

/// A player draws as many cards as they can. Rule `IF-CARD-02`: the discard pile is never shuffled back.
pub(crate) fn draw(table: &mut GameTable<'_>, seat: Seat, cards: u8) -> Result<(), Refusal> {
    for _ in 0..cards {
        if table.state().player(seat).deck == 0 {
            return Ok(());
        }
        draw_one(table, seat)?;
    }
    Ok(())
}

/// The top card of a shuffled deck is any of its cards. On the table it is not known here; and where a card of the hand is
/// not known, the deck is not either.
fn draw_one(table: &mut GameTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    let player = state.player(seat);
    if state.agreed.decks == Decks::Table || player.hand.contains(&None) {
        table.emit(RoundEvent::CardDrawn {
            seat,
            card: None,
            roll: None,
        });
        return Ok(());
    }
    let deck = player.unseen.clone();
    let sides = u8::try_from(deck.len()).unwrap_or(u8::MAX);
    let roll = table.roll("draw a tactics card", seat, sides, 1)?;
    let place = usize::from(roll.faces.first().copied().unwrap_or(1)).saturating_sub(1);
    table.emit(RoundEvent::CardDrawn {
        seat,
        card: deck.get(place).copied(),
        roll: Some(roll),
    });
    Ok(())
}

/// Cards are drawn as a step of its own. Rules `IF-SETUP-11`, `IF-TAC-05`.
pub(crate) fn draw_step(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Draw { seat, cards } = frame.step else {
        return Ok(Taken::Waits);
    };
    draw(table, seat, cards)?;
    proceed(table, 1, []);
    Ok(Taken::Went)
}
