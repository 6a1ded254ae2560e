//! A game of one edition read by the rules of the other: both share their positions, commands and events, so the same
//! question can be asked of both.

use hindsight_kernel::{Lens, RuleId, Unread};

use super::v3::Battleground3;
use super::{Edition, citations};
use crate::model::event::{Event, MovementEvent, ProcedureEvent, TurnEvent, TurnMark};
use crate::model::orders::{Objective, Order};
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::system::Battleground;

/// The rules of the earlier edition over a game of the later one.
pub(crate) fn earlier() -> Lens<Battleground> {
    Lens::of::<Battleground3>(|state| read(Edition::V3, state), plain, twin)
}

/// The rules of the later edition over a game of the earlier one.
pub(crate) fn later() -> Lens<Battleground3> {
    Lens::of::<Battleground>(|state| read(Edition::V4, state), plain, twin)
}

/// The id in the other edition of a rule of one of them.
fn twin(rule: &RuleId) -> Option<RuleId> {
    Rule::twin_of(&rule.0).map(RuleId::new)
}

/// A position as an edition has it.
///
/// # Errors
/// That edition has no such thing: a status, an order, an objective.
fn read(edition: Edition, state: &State) -> Result<State, Unread> {
    if let Some((rule, what)) = state.units.iter().find_map(|unit| strange(edition, unit)) {
        // The edition that has it is the other one.
        let rule = Some(RuleId::new(rule.id_in(state.edition)));
        return Err(Unread { what, rule });
    }
    let read = State {
        edition,
        ..state.clone()
    };
    match crate::positions::start::invariants(&read) {
        Ok(()) => Ok(read),
        Err(why) => Err(Unread {
            what: format!("they have no such position: {why}"),
            rule: None,
        }),
    }
}

/// What an edition does not know of a unit, and the rule of the other that has it.
fn strange(edition: Edition, unit: &Unit) -> Option<(Rule, String)> {
    let profile = edition.profile();
    match unit.status {
        Status::Disrupted if profile.statuses == super::profile::Statuses::ReadyAndRouting => Some((
            Rule::Status02,
            format!("{} is Disrupted, which they do not know", unit.id),
        )),
        Status::Ready(Some(orders)) if !profile.orders.contains(&orders.order) => Some((
            Rule::Ordmv16,
            format!("{} has an order that they do not know", unit.id),
        )),
        Status::Ready(Some(orders)) => match orders.objective {
            Some(Objective::Friend(_)) if !profile.friend_objectives => Some((
                Rule::Order14,
                format!(
                    "{} has a friend as its objective, which they do not know",
                    unit.id
                ),
            )),
            Some(Objective::Enemy(_)) if !profile.enemy_objective_on_hold && orders.order == Order::Hold => {
                Some((
                    Rule::Mods17,
                    format!(
                        "{} has an enemy objective on Hold, which they do not know",
                        unit.id
                    ),
                ))
            }
            _ => None,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => None,
    }
}

/// An event as both editions would record it; nothing where it only keeps the agenda or notes what was seen.
fn plain(event: &Event) -> Option<Event> {
    match event {
        Event::Procedure(ProcedureEvent::Proceeded { .. })
        | Event::Turn(TurnEvent::SnapshotTaken { .. } | TurnEvent::VictoryChecked { .. })
        | Event::Movement(MovementEvent::Marked {
            mark: TurnMark::Beyond(_),
            ..
        }) => None,
        event => Some(citations::recorded(Edition::V3, event.clone())),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::InspectRequest;

    use super::*;
    use crate::scene::{line, scene};

    fn ask(state: &State, lens: &Lens<Battleground>, unit: &str, target: &str) -> Vec<(String, String)> {
        let question = InspectRequest {
            unit: unit.to_owned(),
            target: Some(target.to_owned()),
            about: serde_json::Map::new(),
        };
        let told = lens.inspect(state, &question).unwrap();
        told.answers
            .into_iter()
            .map(|answer| (answer.topic, format!("{} {}", answer.rule, answer.text)))
            .collect()
    }

    #[test]
    fn the_same_question_is_answered_under_both_editions() {
        // A friend stands between: it blocks clear visibility in the earlier edition (BG3-GEO-03, p. 7) and not in the later
        // one (BG4-GEO-13, p. 12).
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (18.0, 13.0, 0.0))
            .unit("B1", line(), (18.0, 17.0, 180.0))
            .state();
        let visible = |lens: &Lens<Battleground>| {
            let answers = ask(&state, lens, "A1", "B1");
            answers
                .into_iter()
                .find(|(topic, _)| topic == "visible")
                .unwrap()
                .1
        };
        let [here, earlier] = [Lens::of_this_release(), earlier()].map(|lens| visible(&lens));
        assert_eq!(here, "BG4-GEO-12 Visible");
        assert_eq!(earlier, "BG3-GEO-03 not Visible: hidden by A2");
    }

    #[test]
    fn a_position_that_an_edition_does_not_have_is_not_read() {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .change("A1", |unit| unit.status = Status::Disrupted)
            .state();
        let unread = read(Edition::V3, &state).unwrap_err();
        assert_eq!(unread.rule, Some(RuleId::new("BG4-STATUS-02")));
        assert!(unread.what.starts_with("A1 is Disrupted"), "{unread:?}");
        assert!(read(Edition::V4, &state).is_ok());
    }
}
