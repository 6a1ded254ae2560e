//! Questions about a position, each answer with its rule.

mod odds;

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane};
use hindsight_kernel::{
    Inspect, InspectAnswer, InspectRequest, Inspection, Overlay, Refusal, RuleId, Shape, Threat, Tone,
};
use serde_json::{Value, json};

use crate::BeforeBattle;
use crate::actions::{check_hustle, check_move, check_sidestep, contacts};
use crate::board::{cell_outline, centre};
use crate::combat::in_combat;
use crate::fleeing::{flee_need, run};
use crate::geometry::{attack_direction, faced_enemy, flank_cells, front_cell, one_turn, rear_cell};
use crate::names::UnitId;
use crate::order_of_blows::{silenced, tier};
use crate::shooting::{lane_target, may_shoot};
use crate::state::State;
use crate::threat::threats;

pub use odds::{melee_odds, shooting_odds};

/// What a question about a unit may hold in `about`: `facing` (N, E, S, W) weighs the lanes as if it looked there.
pub const ABOUT: &str = "facing";

struct Answers<'s> {
    state: &'s State,
    unit: UnitId,
    inspection: Inspection,
}

impl Inspect for BeforeBattle {
    fn threats(state: &State) -> Option<Vec<Threat>> {
        threats(state)
    }

    /// Answers a question.
    fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        let unit = named(state, &question.unit)?;
        let target = question
            .target
            .as_deref()
            .map(|target| named(state, target))
            .transpose()?;
        if let Some(stranger) = question.about.keys().find(|&key| key != ABOUT) {
            return Err(Refusal::new("HS-FORM-01", format!("`about` has no {stranger}"))
                .asked(stranger)
                .allowed([ABOUT]));
        }
        let facing = match question.about.get(ABOUT) {
            None => None,
            Some(value) => Some(serde_json::from_value::<Facing>(value.clone()).map_err(|_| {
                Refusal::new("HS-FORM-01", "a facing is N, E, S or W")
                    .asked(value)
                    .allowed(Facing::ALL)
            })?),
        };
        let mut answers = Answers {
            state,
            unit,
            inspection: Inspection {
                unit: unit.to_string(),
                target: target.map(|target| target.to_string()),
                answers: Vec::new(),
                attacks: Vec::new(),
                overlays: Vec::new(),
            },
        };
        match state.cell(unit) {
            None => {
                let lost: Option<&str> = state.unit(unit).lost.map(Into::into);
                answers.say(
                    "on_board",
                    json!(false),
                    lost.map_or("not on the board".to_owned(), |loss| format!("lost: {loss}")),
                    "BB-WIN-02",
                );
            }
            Some(cell) => {
                answers.place(cell);
                if state.turned_up {
                    answers.contact();
                    answers.movement();
                    answers.flight(cell);
                    answers.lanes(cell, facing.unwrap_or(state.unit(unit).facing));
                    answers.attacks(target);
                }
                if let Some(target) = target {
                    answers.relation(cell, target);
                }
            }
        }
        Ok(answers.inspection)
    }
}

fn named(state: &State, name: &str) -> Result<UnitId, Refusal> {
    name.parse::<UnitId>().map_err(|why| {
        let units: Vec<UnitId> = state.standing().map(|unit| unit.id).collect();
        Refusal::new("HS-FORM-01", why).asked(name).allowed(units)
    })
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

impl Answers<'_> {
    fn say(&mut self, topic: &str, value: Value, text: impl Into<String>, rule: &'static str) {
        self.inspection.answers.push(InspectAnswer {
            topic: topic.to_owned(),
            value,
            text: text.into(),
            rule: RuleId::new(rule),
        });
    }

    fn area(&mut self, kind: &str, label: Option<String>, tone: Tone, cell: Cell) {
        self.inspection.overlays.push(Overlay {
            kind: kind.to_owned(),
            label,
            seat: Some(self.unit.seat()),
            tone,
            shape: Shape::Area {
                outline: cell_outline(cell, 0.03),
            },
        });
    }

    /// Where it stands and which cells lie around it.
    fn place(&mut self, cell: Cell) {
        let (state, unit) = (self.state, self.unit);
        let facing = state.unit(unit).facing;
        self.say(
            "cell",
            json!(cell),
            format!("{cell}, facing {}", facing.word()),
            "BB-GEO-01",
        );
        let front = front_cell(state, unit);
        let text = front.map_or("the board ends ahead".to_owned(), |cell| {
            format!("it faces {cell}")
        });
        self.say("front_cell", json!(front), text, "BB-GEO-02");
        let flanks = cells(flank_cells(state, unit));
        let text = flanks.join(" and ");
        self.say("flank_cells", json!(flanks), text, "BB-GEO-02");
        let rear = rear_cell(state, unit);
        let text = rear.map_or("the board ends behind".to_owned(), |cell| cell.to_string());
        self.say("rear_cell", json!(rear), text, "BB-GEO-02");
        if let Some(front) = front {
            self.area("arc", Some("front".to_owned()), Tone::Plain, front);
        }
    }

    /// With whom it is in combat, and when it would strike.
    fn contact(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let with: Vec<UnitId> = contacts(state, unit);
        let names: Vec<String> = with.iter().map(|&other| state.name(other)).collect();
        let text = if names.is_empty() {
            "not in combat".to_owned()
        } else {
            format!("in combat with {}", names.join(", "))
        };
        self.say("in_combat", json!(with), text, "BB-ACT-06");
        let Some(enemy) = faced_enemy(state, unit) else {
            self.say(
                "strikes",
                Value::Null,
                "it faces no enemy and strikes nobody",
                "BB-ORD-01",
            );
            return;
        };
        let Some(direction) = attack_direction(state, unit, enemy) else {
            return;
        };
        let word: &str = direction.into();
        self.say(
            "direction",
            json!(direction),
            format!("it meets the {word} of {}", state.name(enemy)),
            "BB-GEO-04",
        );
        let combat = crate::combat::combats(state)
            .into_iter()
            .find(|combat| combat.contains(unit))
            .unwrap_or_default();
        if silenced(state, combat, unit) {
            self.say(
                "strikes",
                Value::Null,
                "attacked in the rear: it does not strike",
                "BB-ORD-02",
            );
            return;
        }
        let tier = tier(state, unit, enemy, direction);
        let (why, rule) = match tier {
            1 => ("flank and rear attackers strike first", "BB-ORD-03"),
            2 => ("spears strike before an enemy that charged", "BB-ORD-04"),
            3 => ("it charged", "BB-ORD-05"),
            _ => ("it strikes with all others", "BB-ORD-06"),
        };
        self.say(
            "strikes",
            json!({ "target": enemy, "tier": tier }),
            format!("tier {tier}: {why}"),
            rule,
        );
    }

    /// What it can still do this turn.
    fn movement(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let acted = state.acted.contains(unit);
        self.say(
            "acted",
            json!(acted),
            if acted {
                "it has acted this turn"
            } else {
                "it has not acted this turn"
            },
            "BB-TURN-02",
        );
        let charged = state.charged.contains(unit);
        self.say(
            "charged",
            json!(charged),
            if charged {
                "it charged this turn"
            } else {
                "it did not charge this turn"
            },
            "BB-ACT-09",
        );
        let speed = state.gear(unit).speed();
        self.say("speed", json!(speed), format!("{speed} cells"), "BB-WPN-06");
        if in_combat(state, unit) {
            self.say(
                "actions",
                json!(["turn"]),
                "in combat: it may only turn",
                "BB-ACT-07",
            );
            return;
        }
        let turns = [None, Some(Hand::Left), Some(Hand::Right)];
        let mut reach: Vec<Cell> = turns
            .iter()
            .flat_map(|&turn| (0..=speed).filter_map(move |count| check_move(state, unit, turn, count).ok()))
            .map(|(cell, _)| cell)
            .chain(
                Hand::ALL
                    .iter()
                    .filter_map(|&hand| check_sidestep(state, unit, hand).ok()),
            )
            .chain(check_hustle(state, unit).ok())
            .filter(|&cell| Some(cell) != state.cell(unit))
            .collect();
        reach.sort_unstable();
        reach.dedup();
        let hustle = check_hustle(state, unit).is_ok();
        let mut can = vec!["move", "turn"];
        if hustle {
            can.push("hustle");
        }
        if Hand::ALL
            .iter()
            .any(|&hand| check_sidestep(state, unit, hand).is_ok())
        {
            can.push("sidestep");
        }
        if may_shoot(state, unit).is_ok() {
            can.push("shoot");
        }
        self.say("actions", json!(can), can.join(", "), "BB-ACT-01");
        for &cell in &reach {
            self.area("path", None, Tone::Plain, cell);
        }
        let names = cells(reach);
        let text = format!("it reaches {}", names.join(" "));
        self.say("reachable_cells", json!(names), text, "BB-ACT-01");
    }

    /// When and where it would flee.
    fn flight(&mut self, cell: Cell) {
        let (state, unit) = (self.state, self.unit);
        let need = flee_need(state, unit);
        let now = state.unit(unit);
        let start = state.card(unit).models;
        self.say(
            "flee_target",
            json!(need),
            format!("{} of {start} models: it stands on {need}+", now.models),
            "BB-FLEE-01",
        );
        let run = run(state, unit, cell);
        let (text, rule) = match (run.off_board, run.blocked_by) {
            (true, _) => ("a flight would lead off the board".to_owned(), "BB-FLEE-04"),
            (false, Some(other)) => (
                format!(
                    "a flight would end on {}, blocked by {}",
                    run.to,
                    state.name(other)
                ),
                "BB-FLEE-05",
            ),
            (false, None) => (format!("a flight would end on {}", run.to), "BB-FLEE-03"),
        };
        let value = json!({ "to": run.to, "off_board": run.off_board, "blocked_by": run.blocked_by });
        self.say("flight", value, text, rule);
    }

    /// What it sees along its three lanes, and whom it may shoot.
    fn lanes(&mut self, cell: Cell, facing: Facing) {
        let (state, unit) = (self.state, self.unit);
        let range = match may_shoot(state, unit) {
            Ok(range) => range,
            Err(refusal) => {
                self.say("legal_targets", json!([]), refusal.message, "BB-SHOOT-01");
                return;
            }
        };
        self.say("range", json!(range), format!("{range} cells"), "BB-SHOOT-03");
        let (mut lanes, mut targets) = (Vec::new(), Vec::new());
        for lane in Lane::ALL {
            let (mut open, mut obscured, mut blocked) = (Vec::new(), Vec::new(), false);
            for cell in state.field().lane(cell, facing, lane).take(usize::from(range)) {
                if blocked {
                    obscured.push(cell);
                } else {
                    open.push(cell);
                }
                blocked |= state.at(cell).is_some();
            }
            for &cell in &open {
                self.area("range", None, Tone::Good, cell);
            }
            for &cell in &obscured {
                self.area("blocked", None, Tone::Bad, cell);
            }
            lanes.push(json!({ "lane": lane, "open": cells(open), "obscured": cells(obscured) }));
            if let Ok(target) = lane_target(state, unit, facing, lane, range) {
                targets.push(target);
            }
        }
        self.say(
            "lanes",
            json!(lanes),
            format!("three lanes {}", facing.word()),
            "BB-SHOOT-04",
        );
        for target in &targets {
            if let Some(there) = state.cell(target.unit) {
                self.area("target", Some(state.name(target.unit)), Tone::Good, there);
            }
        }
        let names: Vec<String> = targets
            .iter()
            .map(|target| {
                format!(
                    "{} ({} lane, {} cells)",
                    state.name(target.unit),
                    target.lane,
                    target.distance
                )
            })
            .collect();
        let value: Vec<Value> = targets
            .iter()
            .map(|target| json!({ "unit": target.unit, "lane": target.lane, "distance": target.distance }))
            .collect();
        let text = if names.is_empty() {
            "nobody".to_owned()
        } else {
            names.join(", ")
        };
        self.say("legal_targets", json!(value), text, "BB-SHOOT-05");
    }

    /// The exact odds of its blow against the enemy it faces (or the one asked about) and of each shot it may take.
    fn attacks(&mut self, target: Option<UnitId>) {
        let (state, unit) = (self.state, self.unit);
        let foe = |other: &UnitId| other.seat() != unit.seat() && state.cell(*other).is_some();
        if let Some(enemy) = target.filter(foe).or_else(|| faced_enemy(state, unit)) {
            self.inspection.attacks.push(melee_odds(state, unit, enemy));
        }
        let Ok(range) = may_shoot(state, unit) else { return };
        let mut seen: Vec<UnitId> = Vec::new();
        for turn in [None, Some(Hand::Left), Some(Hand::Right)] {
            let facing = one_turn(state.unit(unit).facing, turn);
            for lane in Lane::ALL {
                if let Ok(aimed) = lane_target(state, unit, facing, lane, range)
                    && !seen.contains(&aimed.unit)
                {
                    seen.push(aimed.unit);
                    self.inspection
                        .attacks
                        .push(shooting_odds(state, unit, aimed.unit));
                }
            }
        }
    }

    /// How the unit and the other one stand to each other.
    fn relation(&mut self, cell: Cell, target: UnitId) {
        let Some(there) = self.state.cell(target) else {
            return;
        };
        let steps = cell.steps_to(there);
        self.say(
            "distance",
            json!(steps),
            format!("{steps} cells from edge to edge"),
            "BB-GEO-03",
        );
        match attack_direction(self.state, self.unit, target) {
            Some(direction) => {
                let word: &str = direction.into();
                self.say(
                    "direction_to_target",
                    json!(direction),
                    format!("from there it meets the {word}"),
                    "BB-GEO-04",
                );
            }
            None => self.say(
                "direction_to_target",
                Value::Null,
                "they are not adjacent",
                "BB-GEO-03",
            ),
        }
        let line = Shape::Line {
            points: vec![centre(cell), centre(there)],
        };
        self.inspection.overlays.push(Overlay {
            kind: "sight".to_owned(),
            label: Some(format!("{steps}")),
            seat: Some(self.unit.seat()),
            tone: Tone::Plain,
            shape: line,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    fn ask(scene: &Scene, unit: &str, target: Option<&str>) -> Inspection {
        let question = InspectRequest {
            unit: unit.to_owned(),
            target: target.map(ToOwned::to_owned),
            about: serde_json::Map::new(),
        };
        BeforeBattle::inspect(&scene.state, &question).unwrap()
    }

    fn answer<'i>(inspection: &'i Inspection, topic: &str) -> (&'i Value, String) {
        let answer = inspection
            .answers
            .iter()
            .find(|answer| answer.topic == topic)
            .unwrap_or_else(|| panic!("{topic}"));
        (&answer.value, answer.rule.to_string())
    }

    #[test]
    fn a_fighting_unit_is_explained() {
        let scene = Scene::new("A1 c5 E, B1 d5 S")
            .items("A1", "sword-2")
            .items("B1", "shield-1");
        let told = ask(&scene, "A1", Some("B1"));
        assert_eq!(answer(&told, "distance"), (&json!(1), "BB-GEO-03".to_owned()));
        assert_eq!(
            answer(&told, "direction"),
            (&json!("flank"), "BB-GEO-04".to_owned())
        );
        assert_eq!(
            answer(&told, "in_combat"),
            (&json!(["B1"]), "BB-ACT-06".to_owned())
        );
        assert_eq!(
            answer(&told, "actions"),
            (&json!(["turn"]), "BB-ACT-07".to_owned())
        );
        assert_eq!(answer(&told, "strikes").0["tier"], json!(1));
        assert_eq!(answer(&told, "flee_target").0, &json!(2));
        // Melee 4+ less 1 for the sword; block 5+ less 1 for the shield plus 1 for the sword.
        let [attack] = &told.attacks[..] else {
            panic!("{:?}", told.attacks)
        };
        assert_eq!(
            (
                attack.steps[0].dice,
                attack.steps[0].target,
                attack.steps[1].target
            ),
            (Some(5), Some(3), Some(5))
        );
        let changes: Vec<(String, i32)> = attack.steps[1]
            .modifiers
            .iter()
            .map(|part| (part.name.clone(), part.change))
            .collect();
        assert_eq!(
            changes,
            [
                ("block 5+".to_owned(), 5),
                ("shield-1".to_owned(), -1),
                ("sword-2".to_owned(), 1)
            ]
        );
        let chance = 4.0 / 6.0 * 4.0 / 6.0_f64;
        assert!((attack.damage.mean() - 5.0 * chance).abs() < 1e-12);
        assert!((attack.destroys - chance.powi(5)).abs() < 1e-12);
    }

    #[test]
    fn an_archer_sees_lanes_and_targets() {
        let scene = Scene::new("A1 d2 N, A2 e4 N, B1 d4 S, B2 c5 S")
            .card("A1", |card| {
                (card.ranged, card.innate_ranged, card.models) = (Some(4), Some("bow-1".parse().unwrap()), 2);
            })
            .card("B1", |card| {
                (card.models, card.block, card.wounds_per_model) = (1, 7, 3);
            });
        let told = ask(&scene, "A1", None);
        assert_eq!(answer(&told, "range").0, &json!(3));
        let targets = answer(&told, "legal_targets").0;
        assert_eq!(targets[0], json!({ "unit": "B2", "lane": "left", "distance": 3 }));
        assert_eq!(
            targets[1],
            json!({ "unit": "B1", "lane": "centre", "distance": 2 })
        );
        assert_eq!(
            answer(&told, "lanes").0[2],
            json!({ "lane": "right", "open": ["e3", "e4"], "obscured": ["e5"] })
        );
        assert_eq!(told.attacks.len(), 2);
        // Two dice cannot destroy a unit that dies of three wounds.
        let shot = told.attacks.iter().find(|attack| attack.target == "B1").unwrap();
        assert_eq!((shot.damage.last(), shot.destroys), (2, 0.0));
        assert!((shot.damage.mean() - 1.0).abs() < 1e-12);
        for kind in ["range", "blocked", "target", "path", "arc"] {
            assert!(told.overlays.iter().any(|overlay| overlay.kind == kind), "{kind}");
        }
        // Another facing is weighed on request.
        let mut question = InspectRequest {
            unit: "A1".to_owned(),
            target: None,
            about: serde_json::Map::new(),
        };
        question.about.insert("facing".to_owned(), json!("E"));
        let east = BeforeBattle::inspect(&scene.state, &question).unwrap();
        assert_eq!(answer(&east, "legal_targets").0, &json!([]));
    }

    #[test]
    fn reach_is_told_by_the_rules_of_moving() {
        let scene = Scene::new("A1 a1 N, A2 a3 N, B1 h8 S");
        let told = ask(&scene, "A1", Some("B1"));
        assert_eq!(answer(&told, "reachable_cells").0, &json!(["b1", "c1", "a2"]));
        assert_eq!(answer(&told, "direction_to_target").0, &Value::Null);
        assert_eq!(answer(&told, "flight").1, "BB-FLEE-04");
    }

    #[test]
    fn questions_about_nobody_are_refused() {
        let scene = Scene::new("A1 a1 N, B1 h8 S");
        let mut question = InspectRequest {
            unit: "A9".to_owned(),
            target: None,
            about: serde_json::Map::new(),
        };
        assert_eq!(
            BeforeBattle::inspect(&scene.state, &question)
                .unwrap_err()
                .rule
                .to_string(),
            "HS-FORM-01"
        );
        question.unit = "A3".to_owned();
        assert_eq!(
            answer(
                &BeforeBattle::inspect(&scene.state, &question).unwrap(),
                "on_board"
            )
            .0,
            &json!(false)
        );
        question.about.insert("mood".to_owned(), json!("bad"));
        assert!(BeforeBattle::inspect(&scene.state, &question).is_err());
    }
}
