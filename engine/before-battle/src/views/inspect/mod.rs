//! Questions about a position, each answer with its rule.

mod odds;

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane};
use hindsight_kernel::{
    Argument, Inspect, InspectRequest, Inspection, Message, Refusal, Shape, Threat, Tone, message, refusals,
};
use serde_json::{Value, json};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::{attack_direction, faced_enemy, flank_cells, front_cell, one_turn, rear_cell};
use crate::messages::{MESSAGES, facing_message};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::{check_hustle, check_move, check_sidestep, contacts};
use crate::rules::fleeing::{flee_need, run};
use crate::rules::order_of_blows::{silenced, tier};
use crate::rules::shooting::{lane_target, may_shoot};
use crate::views::board::{cell_outline, centre};
use crate::views::threats::threats;

pub use odds::{melee_odds, shooting_odds};

/// The value that a question about a unit may hold in `about`: `facing` (N, E, S, W) weighs the lanes as if
/// it looked there.
pub const ABOUT: &str = "facing";

struct Answers<'s> {
    state: &'s State,
    unit: UnitId,
    inspection: Inspection,
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a question.
    #[allow(clippy::enum_variant_names, reason = "each names what is not there")]
    pub(crate) enum QuestionRefusal {
        /// A name that is no unit's.
        NoUnit { why: Message, name: String, units: Vec<UnitId> } = "HS-FORM-01", "table", why = why.clone() => asked(name), allowed(units);
        /// A field that questions do not have.
        NoField { field: String } = "HS-FORM-01", "table", field => asked(field), allowed([ABOUT]);
        /// A text that is no facing.
        NoFacing { value: Value } = "HS-FORM-01", "table" => asked(value), allowed(Facing::ALL);
    }
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
            let field = stranger.clone();
            return Err(QuestionRefusal::NoField { field }.into());
        }
        let facing = match question.about.get(ABOUT) {
            None => None,
            Some(value) => Some(
                serde_json::from_value::<Facing>(value.clone())
                    .map_err(|_| QuestionRefusal::NoFacing { value: value.clone() })?,
            ),
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
                let lost: &str = state.unit(unit).lost.map_or("none", Into::into);
                answers.answer(
                    "on_board",
                    json!(false),
                    message!(MESSAGES, "inspect-off-board", lost),
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
        let name = name.to_owned();
        QuestionRefusal::NoUnit { why, name, units }.into()
    })
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

/// A cell, or the word by which a message goes without.
fn cell_or_none(cell: Option<Cell>) -> Argument {
    cell.map_or_else(|| "none".into(), Argument::text)
}

impl Answers<'_> {
    fn answer(&mut self, topic: &str, value: Value, text: Message, rule: &'static str) {
        self.inspection.answer(topic, value, text, rule);
    }

    fn area(&mut self, kind: &str, label: Option<String>, tone: Tone, cell: Cell) {
        let outline = cell_outline(cell, 0.03);
        let shape = Shape::Area { outline };
        self.inspection.lay(kind, label, self.unit.seat(), tone, shape);
    }

    /// Where it stands and which cells lie around it.
    fn place(&mut self, cell: Cell) {
        let (state, unit) = (self.state, self.unit);
        let facing = state.unit(unit).facing;
        self.answer(
            "cell",
            json!(cell),
            message!(
                MESSAGES,
                "inspect-cell",
                cell = Argument::text(cell),
                facing = facing_message(facing)
            ),
            "BB-GEO-01",
        );
        let front = front_cell(state, unit);
        let text = message!(MESSAGES, "inspect-front-cell", cell = cell_or_none(front));
        self.answer("front_cell", json!(front), text, "BB-GEO-02");
        let flanks = cells(flank_cells(state, unit));
        let text = message!(MESSAGES, "inspect-cells", cells = Argument::list(&flanks));
        self.answer("flank_cells", json!(flanks), text, "BB-GEO-02");
        let rear = rear_cell(state, unit);
        let text = message!(MESSAGES, "inspect-rear-cell", cell = cell_or_none(rear));
        self.answer("rear_cell", json!(rear), text, "BB-GEO-02");
        if let Some(front) = front {
            self.area("arc", Some("front".to_owned()), Tone::Plain, front);
        }
    }

    /// With whom it is in combat, and when it would strike.
    fn contact(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let with: Vec<UnitId> = contacts(state, unit);
        let text = if with.is_empty() {
            message!(MESSAGES, "inspect-no-combat")
        } else {
            let units = Argument::list(with.iter().map(|&other| state.name(other)));
            message!(MESSAGES, "inspect-combat", units)
        };
        self.answer("in_combat", json!(with), text, "BB-ACT-06");
        let Some(enemy) = faced_enemy(state, unit) else {
            self.answer(
                "strikes",
                Value::Null,
                message!(MESSAGES, "inspect-strikes-nobody"),
                "BB-ORD-01",
            );
            return;
        };
        let Some(direction) = attack_direction(state, unit, enemy) else {
            return;
        };
        let word: &str = direction.into();
        self.answer(
            "direction",
            json!(direction),
            message!(
                MESSAGES,
                "inspect-direction",
                direction = word,
                unit = state.name(enemy)
            ),
            "BB-GEO-04",
        );
        let combat = crate::field::combat::combats(state)
            .into_iter()
            .find(|combat| combat.contains(unit))
            .unwrap_or_default();
        if silenced(state, combat, unit) {
            self.answer(
                "strikes",
                Value::Null,
                message!(MESSAGES, "inspect-silenced"),
                "BB-ORD-02",
            );
            return;
        }
        let tier = tier(state, unit, enemy, direction);
        let rule = match tier {
            1 => "BB-ORD-03",
            2 => "BB-ORD-04",
            3 => "BB-ORD-05",
            _ => "BB-ORD-06",
        };
        self.answer(
            "strikes",
            json!({ "target": enemy, "tier": tier }),
            message!(MESSAGES, "inspect-strikes", tier),
            rule,
        );
    }

    /// What it can still do this turn.
    fn movement(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let acted = state.acted.contains(unit);
        self.answer(
            "acted",
            json!(acted),
            message!(MESSAGES, "inspect-acted", acted),
            "BB-TURN-02",
        );
        let charged = state.charged.contains(unit);
        self.answer(
            "charged",
            json!(charged),
            message!(MESSAGES, "inspect-charged", charged),
            "BB-ACT-09",
        );
        let speed = state.gear(unit).speed();
        let text = message!(MESSAGES, "cells", cells = speed);
        self.answer("speed", json!(speed), text, "BB-WPN-06");
        if in_combat(state, unit) {
            self.answer(
                "actions",
                json!(["turn"]),
                message!(MESSAGES, "inspect-only-turn"),
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
        let actions = can
            .iter()
            .map(|&action| message!(MESSAGES, "inspect-action", action));
        let text = message!(MESSAGES, "inspect-actions", actions = Argument::list(actions));
        self.answer("actions", json!(can), text, "BB-ACT-01");
        for &cell in &reach {
            self.area("path", None, Tone::Plain, cell);
        }
        let names = cells(reach);
        let text = message!(MESSAGES, "inspect-reach", cells = Argument::list(&names));
        self.answer("reachable_cells", json!(names), text, "BB-ACT-01");
    }

    /// When and where it would flee.
    fn flight(&mut self, cell: Cell) {
        let (state, unit) = (self.state, self.unit);
        let need = flee_need(state, unit);
        let now = state.unit(unit);
        let start = state.card(unit).models;
        self.answer(
            "flee_target",
            json!(need),
            message!(MESSAGES, "inspect-flee-target", models = now.models, start, need),
            "BB-FLEE-01",
        );
        let run = run(state, unit, cell);
        let (text, rule) = match (run.off_board, run.blocked_by) {
            (true, _) => (message!(MESSAGES, "inspect-flight-off-board"), "BB-FLEE-04"),
            (false, Some(other)) => {
                let cell = Argument::text(run.to);
                let text = message!(MESSAGES, "inspect-flight-blocked", cell, unit = state.name(other));
                (text, "BB-FLEE-05")
            }
            (false, None) => {
                let text = message!(MESSAGES, "inspect-flight", cell = Argument::text(run.to));
                (text, "BB-FLEE-03")
            }
        };
        let value = json!({ "to": run.to, "off_board": run.off_board, "blocked_by": run.blocked_by });
        self.answer("flight", value, text, rule);
    }

    /// What it sees along its three lanes, and whom it may shoot.
    fn lanes(&mut self, cell: Cell, facing: Facing) {
        let (state, unit) = (self.state, self.unit);
        let range = match may_shoot(state, unit) {
            Ok(range) => range,
            Err(refusal) => {
                self.answer("legal_targets", json!([]), refusal.message, "BB-SHOOT-01");
                return;
            }
        };
        let text = message!(MESSAGES, "cells", cells = range);
        self.answer("range", json!(range), text, "BB-SHOOT-03");
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
        self.answer(
            "lanes",
            json!(lanes),
            message!(MESSAGES, "inspect-lanes", facing = facing_message(facing)),
            "BB-SHOOT-04",
        );
        for target in &targets {
            if let Some(there) = state.cell(target.unit) {
                self.area("target", Some(state.name(target.unit)), Tone::Good, there);
            }
        }
        let named = targets.iter().map(|target| {
            message!(
                MESSAGES,
                "inspect-target",
                unit = state.name(target.unit),
                lane = Argument::text(target.lane),
                cells = target.distance
            )
        });
        let text = message!(MESSAGES, "inspect-targets", targets = Argument::list(named));
        let value: Vec<Value> = targets
            .iter()
            .map(|target| json!({ "unit": target.unit, "lane": target.lane, "distance": target.distance }))
            .collect();
        self.answer("legal_targets", json!(value), text, "BB-SHOOT-05");
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
        self.answer(
            "distance",
            json!(steps),
            message!(MESSAGES, "inspect-distance", cells = steps),
            "BB-GEO-03",
        );
        match attack_direction(self.state, self.unit, target) {
            Some(direction) => {
                let word: &str = direction.into();
                self.answer(
                    "direction_to_target",
                    json!(direction),
                    message!(MESSAGES, "inspect-direction-to-target", direction = word),
                    "BB-GEO-04",
                );
            }
            None => self.answer(
                "direction_to_target",
                Value::Null,
                message!(MESSAGES, "inspect-not-adjacent"),
                "BB-GEO-03",
            ),
        }
        let line = Shape::Line {
            points: vec![centre(cell), centre(there)],
        };
        let (steps, seat) = (format!("{steps}"), self.unit.seat());
        self.inspection.lay("sight", Some(steps), seat, Tone::Plain, line);
    }
}

#[cfg(test)]
mod tests;
