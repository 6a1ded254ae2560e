//! A game of one edition read by the rules of the other: both share their positions, commands and events, so the same
//! question can be asked of both.

use hindsight_kernel::{InspectRequest, Lens, Modifier, RuleId, Unread, message};

use crate::editions::Edition;
use crate::messages::{self, MESSAGES};
use crate::model::attack::Attack;
use crate::model::event::{
    CombatEvent, CourageEvent, Event, MovementEvent, ProcedureEvent, TurnEvent, TurnMark,
};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Declared, State};
use crate::positions::strange::strange;
use crate::system::BattlegroundOf;

/// The rules of the other edition over a game of this one.
pub(crate) fn by_the_other<const EDITION: u8>() -> Lens<BattlegroundOf<EDITION>> {
    match BattlegroundOf::<EDITION>::EDITION {
        Edition::V4 => by::<EDITION, 3>(),
        Edition::V3 => by::<EDITION, 4>(),
    }
}

/// The rules of an edition over a game of this one.
fn by<const EDITION: u8, const OTHER: u8>() -> Lens<BattlegroundOf<EDITION>> {
    Lens::of::<BattlegroundOf<OTHER>>(|state| read(BattlegroundOf::<OTHER>::EDITION, state), plain, twin)
        .reading_about(|state, question| read_about(BattlegroundOf::<OTHER>::EDITION, state, question))
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
    match state.units.iter().find_map(|unit| strange(edition, unit)) {
        Some(strange) => Err(strange.unread(state)),
        None => sound(State {
            edition,
            ..state.clone()
        }),
    }
}

/// A position as an edition has it for a question about one or two of its units: what it does not have of others is left out, and
/// named.
///
/// # Errors
/// It is one of the units asked about that the edition does not have as it is.
fn read_about(
    edition: Edition,
    state: &State,
    question: &InspectRequest,
) -> Result<(State, Vec<Unread>), Unread> {
    let asked = |unit: UnitId| {
        let name = unit.to_string();
        name == question.unit || question.target.as_deref() == Some(name.as_str())
    };
    let mut read = State {
        edition,
        ..state.clone()
    };
    let mut unread = Vec::new();
    for unit in &mut read.units {
        let Some(strange) = strange(edition, unit) else {
            continue;
        };
        if asked(unit.id) {
            return Err(strange.unread(state));
        }
        unit.status = strange.instead;
        let read_as = message!(
            MESSAGES,
            "strange-read-as",
            strange = strange.words(state),
            status = messages::status(state, unit.status)
        );
        unread.push(Unread {
            what: read_as.into(),
            ..strange.unread(state)
        });
    }
    Ok((sound(read)?, unread))
}

fn sound(read: State) -> Result<State, Unread> {
    match crate::positions::start::invariants(&read) {
        Ok(()) => Ok(read),
        Err(why) => Err(Unread {
            what: message!(MESSAGES, "strange-no-such-position", why).into(),
            rule: None,
        }),
    }
}

/// An event as both editions would record it; nothing where it only keeps the agenda or notes what was seen.
fn plain(event: &Event) -> Option<Event> {
    match event {
        Event::Procedure(ProcedureEvent::Proceeded { .. })
        | Event::Turn(TurnEvent::SnapshotTaken { .. } | TurnEvent::VictoryChecked { .. })
        | Event::Movement(MovementEvent::Marked {
            mark: TurnMark::Beyond(_) | TurnMark::Touched(_),
            ..
        }) => None,
        event => Some(cited_by_earlier(event.clone())),
    }
}

/// An event as the earlier edition cites it: the question that it asks, and the modifiers that it lists.
fn cited_by_earlier(mut event: Event) -> Event {
    match &mut event {
        Event::Procedure(ProcedureEvent::Asked { question }) => {
            if let Some(rule) = Rule::with_id(Edition::V4, &question.rule) {
                rule.id(Edition::V3).clone_into(&mut question.rule);
            }
        }
        Event::Courage(CourageEvent::CheckRolled { modifiers, .. })
        | Event::Combat(CombatEvent::AttackRolled { modifiers, .. }) => earlier_rules(modifiers),
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) => earlier_rules_of(attack),
        Event::Combat(CombatEvent::TargetsChosen { declared, .. }) => {
            for Declared { attack, .. } in declared {
                earlier_rules_of(attack);
            }
        }
        _ => {}
    }
    event
}

fn earlier_rules_of(attack: &mut Attack) {
    let numbers = &mut attack.numbers;
    earlier_rules(&mut numbers.on_dice);
    earlier_rules(&mut numbers.on_hit);
    earlier_rules(&mut numbers.on_wound);
    earlier_rules(&mut numbers.on_impact);
}

fn earlier_rules(modifiers: &mut [Modifier]) {
    for modifier in modifiers {
        if let Some(rule) = Rule::with_id(Edition::V4, &modifier.rule.0) {
            modifier.rule = rule.of(Edition::V3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::orders::{Objective, Order};
    use crate::model::state::Status;
    use crate::scene::{begun, id, line, moving, scene, shooting};
    use crate::system::Battleground;

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
        let [here, earlier] = [Lens::of_this_release(), by_the_other()].map(|lens| visible(&lens));
        assert_eq!(here, "BG4-GEO-12 Visible");
        assert_eq!(earlier, "BG3-GEO-03 not Visible: hidden by Line (A2)");
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
        assert!(unread.what.starts_with("Line (A1) is Disrupted"), "{unread:?}");
        assert!(read(Edition::V4, &state).is_ok());
    }

    #[test]
    fn bg3_ord_11_a_friend_as_objective_is_read_by_the_earlier_edition_and_means_nothing_to_close() {
        let state = begun(
            scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .objective("A1", Objective::Friend(id("A2")))
                .unit("A2", line(), (5.0, 10.0, 0.0))
                .order("A2", Order::Hold)
                .unit("B1", line(), (18.0, 14.5, 180.0))
                .order("B1", Order::Hold),
        );
        assert!(read(Edition::V3, &state).is_ok());
        let rush = |lens: &Lens<Battleground>| {
            let answers = ask(&state, lens, "A1", "B1");
            answers
                .into_iter()
                .find(|(topic, _)| topic == "final_rush")
                .unwrap()
                .1
        };
        // By the later edition it follows A2, in whose way B1 does not stand (p. 30).
        let here = rush(&Lens::of_this_release());
        assert!(
            here.starts_with("BG4-RUSH-03 no Final Rush: it is not the unit's objective"),
            "{here}"
        );
        let there = rush(&by_the_other());
        assert!(
            there.starts_with("BG3-RUSH-02 it may Final Rush") && there.ends_with("the front at 2 inches"),
            "{there}"
        );
    }

    #[test]
    fn what_an_edition_does_not_have_of_other_units_is_named_and_the_question_answered() {
        let state = begun(
            scene()
                .unit("A1", moving(3.5), (18.0, 10.0, 0.0))
                .unit("A2", line(), (5.0, 10.0, 0.0))
                .change("A2", |unit| unit.status = Status::Disrupted)
                .unit("B1", line(), (18.0, 16.0, 180.0))
                .order("B1", Order::Hold),
        );
        let told = ask(&state, &by_the_other(), "A1", "B1");
        let words = |topic: &str| told.iter().find(|(one, _)| one == topic).unwrap().1.clone();
        assert_eq!(
            words("not_read"),
            "BG4-STATUS-02 Line (A2) is Disrupted, which they do not know: for this question it is read as Ready on Hold"
        );
        // 3.5 away, which is not less than it moves.
        assert!(
            words("final_rush").starts_with("BG3-RUSH-08"),
            "{}",
            words("final_rush")
        );
        // Of A2 itself they cannot say anything.
        let question = InspectRequest {
            unit: "A2".to_owned(),
            target: None,
            about: serde_json::Map::new(),
        };
        let refusal = by_the_other::<4>().inspect(&state, &question).unwrap_err();
        assert_eq!(refusal.message, "Line (A2) is Disrupted, which they do not know");
    }

    #[test]
    fn bg3_comb_06_who_may_shoot_is_told_with_the_rule_of_either_edition() {
        use crate::model::cards::RangedType;
        // Friends stand side by side across the whole way: the later edition has no Open Path past them (p. 92), the earlier one no
        // line of fire (p. 16).
        let state = begun(
            scene()
                .unit("A1", shooting(14.0, RangedType::LineOfSight), (18.0, 8.75, 0.0))
                .order("A1", Order::Range)
                .unit("A2", line(), (17.0, 12.5, 0.0))
                .unit("A3", line(), (20.5, 12.5, 0.0))
                .unit("B1", line(), (18.0, 19.0, 180.0)),
        );
        let shot = |lens: &Lens<Battleground>, target: &str| {
            let answers = ask(&state, lens, "A1", target);
            answers
                .into_iter()
                .find(|(topic, _)| topic == "may_shoot")
                .unwrap()
                .1
        };
        let here = shot(&Lens::of_this_release(), "B1");
        assert_eq!(
            here,
            "BG4-COMB-10 it may not make a ranged attack: Line (A1) has no Open Path to Line (B1)"
        );
        let there = shot(&by_the_other(), "B1");
        assert_eq!(
            there,
            "BG3-COMB-08 it may not make a ranged attack: Line (A1) has no line of fire to Line (B1)"
        );
    }
}
