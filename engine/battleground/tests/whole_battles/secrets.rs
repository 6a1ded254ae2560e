//! Hidden information of whole battles: what is hidden is hidden in everything that is seen.

use battleground::Battleground;
use battleground::model::agenda::{Options, Topic};
use battleground::model::event::{CommandEvent, Event, ProcedureEvent, SetupEvent};
use battleground::model::state::{State, Unit};
use hindsight_kernel::testing::check_views;
use hindsight_kernel::{Pictures, Seat, Secrets, Viewer};

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::B), Viewer::Public];

/// What a viewer may not know is in nothing the viewer sees, whatever becomes of it later. Rule `BG4-CARDS-13`.
///
/// Named for itself, beside the fold below: two wrong readings that agree with each other hide nothing.
fn check_nothing_is_told(number: u64, events: &[Event], now: &State, viewer: Viewer) {
    if now.ending.is_some() {
        return;
    }
    let seen = Battleground::view(now, viewer);
    for seat in [Seat::A, Seat::B].into_iter().filter(|seat| !viewer.sees(*seat)) {
        assert!(
            seen.player(seat).hand.iter().all(Option::is_none),
            "game {number}: {viewer:?} sees a card in the hand of {seat}"
        );
        // Rule BG4-ARMY-05: a unit is known when it is deployed, the list when all of them are.
        let waits = |unit: &Unit| unit.id.seat() == seat && unit.pose.is_none() && unit.destroyed.is_none();
        let concealed = now.player(seat).concealed && now.units.iter().any(waits);
        if concealed {
            let player = seen.player(seat);
            assert!(
                !seen.units.iter().any(waits) && player.list.known().is_none() && player.spent == 0,
                "game {number}: {viewer:?} knows the army of {seat} before it is deployed"
            );
        }
        for event in events {
            let told = Battleground::redact(event, now, viewer);
            match &told {
                Event::Command(CommandEvent::CardDrawn { seat: by, card, roll }) if *by == seat => {
                    assert_eq!(*card, None, "game {number}: {viewer:?} is told what {seat} draws");
                    assert!(
                        roll.as_ref().is_none_or(|roll| roll.faces.is_empty()),
                        "game {number}: {viewer:?} sees the die that drew the card of {seat}"
                    );
                }
                Event::Setup(SetupEvent::ArmyBuilt { seat: by, list }) if *by == seat && concealed => {
                    assert_eq!(
                        *list, None,
                        "game {number}: {viewer:?} is told the list of {seat}"
                    );
                }
                Event::Setup(SetupEvent::ArmyMustered { seat: by, units, .. })
                    if *by == seat && concealed =>
                {
                    assert_eq!(
                        *units,
                        [],
                        "game {number}: {viewer:?} is told the units of {seat}"
                    );
                }
                Event::Procedure(ProcedureEvent::Asked { question })
                    if question.seat == seat && question.topic == Topic::Discard =>
                {
                    assert_eq!(
                        question.options,
                        Options::OneOf(Vec::new()),
                        "game {number}: {viewer:?} is told what {seat} may discard"
                    );
                }
                _ => {}
            }
        }
    }
    // Two positions that differ only in which unseen cards are held look alike.
    let mut other = now.clone();
    for seat in [Seat::A, Seat::B].into_iter().filter(|seat| !viewer.sees(*seat)) {
        let player = &mut other.players[seat.index()];
        if let (Some(held), Some(deck)) = (player.hand.iter_mut().flatten().next(), player.unseen.first_mut())
        {
            std::mem::swap(held, deck);
            player.unseen.sort_unstable();
        }
    }
    assert_eq!(
        Battleground::view(&other, viewer),
        seen,
        "game {number}: {viewer:?} can tell which cards are held"
    );
    assert_eq!(
        Battleground::board(&Battleground::view(&other, viewer)),
        Battleground::board(&seen)
    );
}

/// The laws of redaction: what a viewer may not know is told nowhere, and folding the redacted events gives
/// the redacted state.
pub fn check_redaction(number: u64, events: &[Event], now: &State) {
    for viewer in VIEWERS {
        check_nothing_is_told(number, events, now, viewer);
    }
    check_views::<Battleground>(now, events);
}
