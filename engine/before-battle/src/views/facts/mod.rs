//! The neutral story of each event, with this game's own counters: a file a chapter.

mod action;
mod aftermath;
mod army;
mod blows;
mod combat;
mod counters;
mod ending;
mod ruling;
mod start;

use hindsight_kernel::{BoardPoint, Distribution, Fact, Seat, SideId};

use super::subjects::{Throw, throws};
use crate::model::event::{Event, RulingEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::victory::victory_points;

pub use counters::COUNTERS;

/// The facts of one event.
struct Story<'s> {
    before: &'s State,
    event: &'s Event,
    out: &'s mut Vec<Fact>,
}

/// The facts of an event. `before` is the state as it was.
pub fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
    let mut story = Story { before, event, out };
    match event {
        Event::Opening(_) => {}
        Event::Army(event) => story.army(event),
        Event::Start(event) => story.start(event),
        Event::Deployment(event) => story.deployment(event),
        Event::Action(event) => story.action(event),
        Event::Combat(event) => story.combat(event),
        Event::Aftermath(event) => story.aftermath(event),
        Event::Ending(event) => story.ending(event),
        Event::Ruling(RulingEvent::Patched { patch }) => story.patched(patch),
        Event::Ruling(RulingEvent::PositionNoted { .. }) => story.noted(),
    }
}

impl Story<'_> {
    /// The state after the event.
    fn after(&self) -> Option<State> {
        let mut after = self.before.clone();
        after.evolve(self.event).ok().map(|()| after)
    }

    /// Tells the dice of the event, each with what it came to and what was to be expected.
    fn thrown(&mut self, outcome: impl Fn(&Throw<'_>) -> (i32, Distribution)) {
        for throw in throws(self.event) {
            let (result, expected) = outcome(&throw);
            self.out
                .push(Fact::DiceRolled(throw.rolled(result, expected, Vec::new())));
        }
    }

    fn count(&mut self, counter: &str, unit: Option<UnitId>, seat: Option<Seat>, amount: f64) {
        debug_assert!(
            COUNTERS.iter().any(|(name, _)| *name == counter),
            "{counter} is documented"
        );
        self.out.push(Fact::Counted {
            counter: counter.to_owned(),
            unit: unit.map(|unit| unit.to_string()),
            seat,
            amount,
        });
    }

    fn decided(&mut self, seat: Seat, decision: &str, choice: &str) {
        self.out.push(Fact::Decided {
            seat,
            decision: decision.to_owned(),
            choice: choice.to_owned(),
        });
    }

    fn moved(&mut self, unit: UnitId, way: Vec<BoardPoint>, entered: u8, kind: &str) {
        self.out.push(Fact::UnitMoved {
            unit: unit.to_string(),
            seat: unit.seat(),
            distance: f64::from(entered),
            kind: kind.to_owned(),
            way,
        });
    }

    fn destroyed(&mut self, after: &State, unit: UnitId, cause: &str, by: Option<UnitId>) {
        let points = f64::from(self.before.cards.board.vp.of(self.before.card(unit).class));
        self.out.push(Fact::Destroyed {
            unit: unit.to_string(),
            seat: unit.seat(),
            points,
            cause: cause.to_owned(),
            by: by.map(|by| by.to_string()),
        });
        self.scored(
            after,
            unit.seat().opponent(),
            points,
            &format!("{unit} destroyed"),
        );
    }

    fn scored(&mut self, after: &State, seat: Seat, amount: f64, reason: &str) {
        self.out.push(Fact::Scored {
            side: SideId::of_seat(seat),
            amount,
            total: f64::from(victory_points(after)[seat.index() & 1]),
            reason: reason.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::command::Patch;
    use crate::model::event::EndingEvent;
    use crate::scene::Scene;

    /// Plays a line and gives the facts of all its events.
    fn story(scene: &mut Scene, line: &str, dice: &[u8]) -> Vec<Fact> {
        let mut state = scene.state.clone();
        let mut out = Vec::new();
        for event in scene.play(line, dice).unwrap() {
            facts(&state, &event, &mut out);
            state.evolve(&event).unwrap();
        }
        assert_eq!(state, scene.state);
        out
    }

    #[test]
    fn a_charge_and_its_combat_are_told() {
        let mut scene = Scene::new("A1 d2 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .card("B1", |card| (card.models, card.block) = (2, 7));
        let told = story(&mut scene, "move A1 2", &[]);
        assert!(told.contains(&Fact::Activated {
            unit: "A1".to_owned(),
            seat: Seat::A,
            action: "move".to_owned()
        }));
        assert!(told.iter().any(|fact| matches!(fact, Fact::Engaged { with, charge: true, direction, .. } if with == "B1" && direction == "front")));
        assert!(told.iter().any(|fact| matches!(fact, Fact::UnitMoved { distance, kind, .. } if *distance == 2.0 && kind == "charge")));
        let told = story(&mut scene, "end actions", &[6, 6, 6, 1, 1]);
        let attack = told
            .iter()
            .find_map(|fact| {
                if let Fact::AttackResolved(attack) = fact {
                    Some(attack)
                } else {
                    None
                }
            })
            .unwrap();
        assert!(!attack.ranged, "a fight hand to hand");
        assert_eq!(
            (
                attack.dice,
                attack.hits,
                attack.damage,
                attack.surplus,
                attack.tier
            ),
            (5, 3, 2, 1, Some(3))
        );
        // Five dice at 4+ against two models that cannot block: the cap is in the expectation.
        let expected = 1.0 * 5.0 / 32.0 + 2.0 * 26.0 / 32.0;
        assert!((attack.expected.mean() - expected).abs() < 1e-12);
        assert!(told.iter().any(|fact| matches!(fact, Fact::Destroyed { unit, points, by, .. } if unit == "B1" && *points == 1.0 && by.as_deref() == Some("A1"))));
        assert!(
            told.iter()
                .any(|fact| matches!(fact, Fact::Scored { side: SideId(1), total, .. } if *total == 1.0))
        );
        assert!(told.iter().any(|fact| matches!(fact, Fact::Counted { counter, unit: Some(unit), .. } if counter == "turns_without_action" && unit == "A2")));
    }

    #[test]
    fn at_the_end_of_a_turn_each_unit_is_told_by_combat() {
        // A1 and B1 face each other; nobody faces A2 or B2.
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 S, B3 g8 S").lost("B3");
        let mut told = Vec::new();
        facts(&scene.state, &Event::Ending(EndingEvent::TurnEnded), &mut told);
        let passed: Vec<(&str, bool)> = told
            .iter()
            .filter_map(|fact| match fact {
                Fact::TurnPassed {
                    unit,
                    in_combat,
                    without_order: false,
                    ..
                } => Some((unit.as_str(), *in_combat)),
                _ => None,
            })
            .collect();
        assert_eq!(passed, [("A1", true), ("A2", false), ("B1", true), ("B2", false)]);
    }

    #[test]
    fn a_shot_that_misses_is_an_attack_from_a_distance() {
        let mut scene = Scene::new("A1 d2 N, A6 h1 S, B1 d4 S, B6 h8 N").card("A1", |card| {
            card.ranged = Some(4);
            card.innate_ranged = Some("bow-1".parse().unwrap());
        });
        let told = story(&mut scene, "shoot A1 lane centre at B1", &[1, 1, 1, 1, 1]);
        assert!(told.iter().any(|fact| matches!(fact, Fact::AttackResolved(attack) if attack.ranged && attack.against == "B1" && attack.hits == 0)));
    }

    #[test]
    fn a_flight_is_told_with_its_chances() {
        let mut scene =
            Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 d6 N, B3 h8 S").card("B1", |card| card.block = 7);
        let told = story(
            &mut scene,
            "end actions",
            &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 6],
        );
        let check = told
            .iter()
            .find_map(|fact| match fact {
                Fact::MoraleChecked {
                    need,
                    rolled,
                    passed,
                    chance,
                    ..
                } => Some((*need, *rolled, *passed, *chance)),
                _ => None,
            })
            .unwrap();
        assert_eq!(check, (2, 1, false, 5.0 / 6.0));
        let lost = |fact: &Fact| matches!(fact, Fact::DamageDealt(dealt) if dealt.cause == "flee dice" && dealt.models == 1);
        assert!(told.iter().any(lost));
        let counted = |name: &str| {
            told.iter().any(|fact| matches!(fact, Fact::Counted { counter, amount, .. } if counter == name && *amount == 1.0))
        };
        assert!(counted("flights_blocked") && counted("flights_blocked_by_friend") && counted("combats_won"));
    }

    #[test]
    fn rulings_tell_models_lost_and_regained_and_units_returned() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d8 S").card("A1", |card| {
            (card.models, card.wounds_per_model) = (4, 2);
        });
        let unit = crate::scene::unit("A1");
        let set = |models, wounds| Patch::SetUnit {
            unit,
            cell: None,
            facing: None,
            models: Some(models),
            wounds: Some(wounds),
            acted: None,
            charged: None,
        };
        let back = Patch::RestoreUnit {
            unit,
            cell: crate::scene::cell("c3"),
            facing: hindsight_geometry::squares::Facing::N,
            models: 1,
            wounds: 1,
        };
        // Eight wounds: five left, then seven, gone, then one.
        let patches = [set(3, 1), set(4, 1), Patch::RemoveUnit { unit }, back];
        let (mut state, mut told) = (scene.state, Vec::new());
        for patch in patches {
            let event = Event::Ruling(RulingEvent::Patched { patch });
            facts(&state, &event, &mut told);
            state.evolve(&event).unwrap();
        }
        told.retain(|fact| !matches!(fact, Fact::Scored { .. }));
        let [
            Fact::DamageDealt(lost),
            Fact::Restored(regained),
            Fact::Destroyed { cause, .. },
            Fact::Returned { share, .. },
        ] = told.as_slice()
        else {
            panic!("{told:?}");
        };
        assert_eq!((lost.wounds, lost.models, lost.share), (3, 1, 0.375));
        assert_eq!((regained.wounds, regained.models, regained.share), (2, 1, 0.25));
        assert_eq!((cause.as_str(), *share), ("ruling", 0.125));
    }
}
