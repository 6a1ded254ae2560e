//! Answers to questions about a position: each with its rule, with overlays and the exact odds.

mod attacks;
mod measured;
mod relation;

use attacks::{attack_odds, with_throw};
use battleground_geometry::Side;
use hindsight_kernel::{
    Argument, Grounds, Inspect, InspectRequest, Inspection, Lens, Message, RuleId, Shape, Threat, Tone,
    joined, message,
};
use serde_json::{Value, json};

use crate::field::{Field, Purpose};
use crate::messages::{self, MESSAGES};
use crate::model::charging::charges_toward;
use crate::model::command::Leg;
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::pinched::{is_pinched, pinched_sides};
use crate::model::refusal::{Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, State, Status, Unit};
use crate::model::words;
use crate::naming::{self, by_id};
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::attack::choice::Choice;
use crate::procedures::attack::standing::{Shade, shade};
use crate::procedures::attack::weapon::enemy_objective;
use crate::procedures::courage::{courage_target, passes_of_216};
use crate::procedures::movement::supposed;
use crate::procedures::rush::eligibility::{could_rush_now, may_rush};
use crate::procedures::rush::sides::{is_time_to_rush, open_to_choice};
use crate::rules::combat::odds;
use crate::system::BattlegroundOf;
use crate::views::board::{at, outline, way};
use crate::views::prospects::attacks_of;

impl<const EDITION: u8> Inspect for BattlegroundOf<EDITION> {
    fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, hindsight_kernel::Refusal> {
        inspect(state, question).map_err(|refusal| refusal.named(state).of(state.edition))
    }

    fn grounds(event: &Event) -> Option<Grounds> {
        crate::views::grounds::grounds(Self::EDITION, event)
    }

    fn lenses() -> Vec<Lens<Self>> {
        vec![crate::lens::by_the_other()]
    }

    fn pair_topics() -> &'static [(&'static str, &'static str)] {
        &[
            ("visible", "Sees it"),
            ("final_rush", "May rush it"),
            ("may_shoot", "May shoot it"),
        ]
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        crate::views::threats::threats(state)
    }
}

struct Answers<'s> {
    state: &'s State,
    field: Field<'s>,
    unit: &'s Unit,
    inspection: Inspection,
}

/// Answers a question about a position.
pub(crate) fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, Refusal> {
    let unit = named(state, &question.unit)?;
    let target = question
        .target
        .as_deref()
        .map(|target| named(state, target))
        .transpose()?;
    if let Some(stranger) = question.about.keys().next() {
        return Err(QuestionRefusal::NothingAbout(stranger.clone()).into());
    }
    let mut answers = Answers {
        state,
        field: Field::of(state),
        unit,
        inspection: Inspection {
            unit: unit.id.to_string(),
            target: target.map(|target| target.id.to_string()),
            answers: Vec::new(),
            attacks: Vec::new(),
            overlays: Vec::new(),
        },
    };
    answers.itself();
    if unit.pose.is_some() {
        answers.place();
        answers.fights();
        answers.movement();
        answers.rushes();
        answers.targets(target.map(|target| target.id));
        if let Some(target) = target.filter(|target| target.pose.is_some() && target.id != unit.id) {
            answers.relation(target);
        }
    }
    Ok(answers.inspection)
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a question about a position.
    enum QuestionRefusal: &'static str {
        NoId { why: Message, name: String, units: Vec<UnitId> } = "HS-FORM-01", "table", why = why.clone() => asked(name), allowed(units);
        NoSuchUnit { unit: UnitId, name: String, units: Vec<UnitId> } = "HS-FORM-01", "table",
            unit = by_id(*unit) => asked(name), allowed(units);
        NothingAbout(stranger: String) = "HS-FORM-01", "table", stranger => asked(stranger);
    }
}

fn named<'s>(state: &'s State, name: &str) -> Result<&'s Unit, QuestionRefusal> {
    let units = || state.units.iter().map(|unit| unit.id).collect();
    let unit: UnitId = name.parse().map_err(|why: Message| QuestionRefusal::NoId {
        why,
        name: name.to_owned(),
        units: units(),
    })?;
    state.unit(unit).ok_or_else(|| QuestionRefusal::NoSuchUnit {
        unit,
        name: name.to_owned(),
        units: units(),
    })
}

impl Answers<'_> {
    fn answer(&mut self, topic: &str, value: Value, text: Message, rule: Rule) {
        self.cited(topic, value, text, rule.of(self.state.edition));
    }

    fn cited(&mut self, topic: &str, value: Value, text: Message, rule: RuleId) {
        let text = naming::named(self.state, text);
        self.inspection.answer(topic, value, text, rule);
    }

    fn lay(&mut self, kind: &str, label: Option<String>, tone: Tone, shape: Shape) {
        self.inspection.lay(kind, label, self.unit.id.seat(), tone, shape);
    }

    /// Its card: status and order, boxes, ammunition, courage.
    fn itself(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let card = state.kind(unit);
        if let Some(cause) = unit.destroyed {
            let words = messages::destroyed_cause(cause);
            self.answer(
                "destroyed",
                json!(cause),
                message!(MESSAGES, "inspect-destroyed", cause = words),
                Rule::Cons06,
            );
        }
        self.answer(
            "status",
            json!(unit.status),
            messages::status(state, unit.status),
            Rule::Status01,
        );
        let all = card.boxes.all();
        let left = state.boxes_left(unit);
        let shade = match shade(state, unit) {
            Shade::Green => "green",
            Shade::Yellow => "yellow",
            Shade::Red => "red",
        };
        self.answer(
            "boxes",
            json!({ "left": left, "all": all }),
            message!(MESSAGES, "inspect-boxes", left, boxes = all, shade),
            Rule::Status05,
        );
        let ammo = ammo_boxes(card);
        if ammo > 0 && state.profile().ammunition {
            let left = ammo.saturating_sub(unit.ammo_marked);
            self.answer(
                "ammo",
                json!(left),
                message!(MESSAGES, "inspect-ammo", left, ammo),
                Rule::Atk08,
            );
        }
        if let Some((target, modifiers)) = courage_target(state, unit, CheckKind::Rout, &[]) {
            let passes = passes_of_216(target);
            let chance = f64::from(passes) / 216.0;
            self.answer(
                "courage",
                json!({ "target": target, "chance": chance, "modifiers": modifiers }),
                message!(MESSAGES, "inspect-courage", target, passes),
                Rule::Cour03,
            );
        }
        if unit.turn.activated {
            self.answer(
                "activated",
                json!(true),
                message!(MESSAGES, "inspect-activated"),
                Rule::Turn05,
            );
        }
        if unit.turn.frightened {
            let words = match state.profile().frightened {
                Some(less) => message!(
                    MESSAGES,
                    "inspect-frightened-modifier",
                    dice = format!("{:+}", less.dice),
                    skill = format!("{:+}", less.skill),
                    power = format!("{:+}", less.power)
                ),
                None => message!(MESSAGES, "inspect-frightened"),
            };
            self.answer("frightened", json!(true), words, Rule::Cour11);
        }
        for lasting in &unit.lasting {
            self.answer(
                "lasting",
                json!(lasting),
                message!(MESSAGES, "inspect-lasting", effect = &lasting.name),
                Rule::Prin03,
            );
        }
    }

    /// The enemy that a unit's order makes its nearest: its objective, wherever that is; none on Hold, where it directs shots alone,
    /// and none under Direct Control. Rules `BG3-ORD-11` (pp. 7-8), `BG4-ORDER-13` (pp. 29-30), `BG4-CMD-07` (p. 36).
    fn marked_as_nearest(&self) -> Option<UnitId> {
        let holds = matches!(self.unit.status, Status::Ready(Some(orders)) if orders.order == Order::Hold);
        enemy_objective(self.unit)
            .filter(|_| !holds && !self.unit.turn.controlled)
            .filter(|enemy| self.field.card(*enemy).is_some())
    }

    /// Where it lies, on what ground, and what it looks at.
    fn place(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let Some(card) = state.card(unit) else { return };
        let pose = card.pose();
        self.answer("pose", json!(pose), messages::place(pose), Rule::Geo02);
        let level = self.field.level(unit.id);
        let text = message!(MESSAGES, "inspect-level", level);
        self.answer("level", json!(level), text, Rule::Terr03);
        let kinds: Vec<String> = state
            .map()
            .into_iter()
            .flat_map(|map| &map.pieces)
            .filter(|piece| self.field.is_in(unit.id, piece.kind))
            .map(words::terrain_piece)
            .collect();
        if !kinds.is_empty() {
            self.answer(
                "terrain",
                json!(kinds),
                message!(MESSAGES, "inspect-terrain", pieces = Argument::list(&kinds)),
                Rule::Terr12,
            );
        }
        let seen = self.field.visible_enemies(unit.id, Purpose::Move);
        let text = message!(
            MESSAGES,
            "inspect-visible-enemies",
            enemies = messages::units(state, &seen)
        );
        self.answer("visible_enemies", json!(seen), text, Rule::Geo12);
        if let Some(marked) = self.marked_as_nearest() {
            let text = message!(
                MESSAGES,
                "inspect-objective",
                enemy = messages::unit(state, marked)
            );
            self.answer("nearest_enemy", json!(marked), text, Rule::Order13);
        } else if let Ok(nearest) = self.field.nearest_enemy(unit.id, Purpose::Move, &[]) {
            let enemy = messages::unit_or_none(state, nearest);
            let text = message!(MESSAGES, "inspect-nearest-enemy", enemy);
            // The earlier edition measures in one way on Close and in another on the other orders.
            let profile = self.field.profile();
            let on_close = matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Close);
            let rule = if on_close || profile.nearest_on_close == profile.nearest_else {
                Rule::Geo14
            } else {
                Rule::Geo19
            };
            self.answer("nearest_enemy", json!(nearest), text, rule);
        }
        // The Front Arc is everything beyond the line of the front side; a half disc of a turn's reach stands for it.
        let heading = pose.heading.value();
        self.lay(
            "arc",
            Some(picture("front_arc")),
            Tone::Plain,
            Shape::Sector {
                centre: at(card.front_centre()),
                radius: self.field.current_mc(unit.id).inches().value().max(3.5),
                from: heading - 90.0,
                to: heading + 90.0,
            },
        );
        let ranges = state.kind(unit).ranged_attacks().map(|(_, ranged)| ranged.range);
        if let Some(farthest) = ranges.max() {
            let most = farthest.inches().value();
            let band = |band: &'static str| message!(MESSAGES, "range-band", band).to_string();
            let (short, long) = ((7.0, band("short")), (14.0, band("long")));
            for (place, (reach, label)) in [short, long, (most, picture("range"))].into_iter().enumerate() {
                if reach < most || place == 2 {
                    self.lay(
                        "range",
                        Some(label),
                        Tone::Plain,
                        Shape::Circle {
                            centre: at(card.front_centre()),
                            radius: reach,
                        },
                    );
                }
            }
        }
    }

    /// Whom it fights.
    fn fights(&mut self) {
        let (state, id) = (self.state, self.unit.id);
        let engaged: Vec<(UnitId, Side, Side)> = state.engaged_with(id).collect();
        if engaged.is_empty() {
            let text = message!(MESSAGES, "inspect-not-engaged");
            self.answer("engaged", json!([]), text, Rule::Rush17);
            return;
        }
        let mut words = Vec::new();
        let mut value = Vec::new();
        for (enemy, own, other) in engaged {
            words.push(message!(
                MESSAGES,
                "inspect-engaged-enemy",
                side = messages::side(other),
                enemy = messages::unit(state, enemy),
                own = messages::side(own),
                charging = charges_toward(state, id, enemy)
            ));
            value.push(json!({ "enemy": enemy, "own_side": own, "enemy_side": other }));
        }
        self.answer(
            "engaged",
            json!(value),
            message!(MESSAGES, "inspect-engaged", enemies = Argument::list(words)),
            Rule::Rush17,
        );
        let charged: Vec<UnitId> = state
            .engaged_with(id)
            .map(|(enemy, _, _)| enemy)
            .filter(|enemy| charges_toward(state, id, *enemy))
            .collect();
        if !charged.is_empty() {
            let enemies = messages::units(state, &charged);
            let text = message!(MESSAGES, "inspect-charging", enemies);
            self.answer("charging", json!(charged), text, Rule::Rush18);
        }
        if is_pinched(state, id) {
            let sides = pinched_sides(state, id);
            let text = message!(MESSAGES, "inspect-pinched");
            self.answer("pinched", json!(sides), text, Rule::Rush19);
        }
    }

    /// How far it moves and what it would do by its order.
    fn movement(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let mc = self.field.current_mc(unit.id);
        self.answer(
            "mc",
            json!(mc),
            message!(
                MESSAGES,
                "inspect-movement-category",
                inches = words::hundredths(mc.inches())
            ),
            Rule::Mc03,
        );
        // Who was Rallied or run through this turn does not move in it. Rules BG4-CMD-10 (p. 36), BG3-CMD-11 (p. 10), BG3-ROUT-11 (p. 24).
        let stays = [
            (
                unit.turn.run_through,
                message!(MESSAGES, "inspect-run-through"),
                Rule::RunThrough,
            ),
            (
                unit.turn.rallied,
                message!(MESSAGES, "inspect-rallied"),
                Rule::Cmd10,
            ),
        ];
        if let Some((_, why, rule)) = stays.into_iter().find(|(applies, ..)| *applies) {
            let no_legs: [Leg; 0] = [];
            self.answer(
                "would_move",
                json!({ "to": unit.pose, "legs": no_legs }),
                why,
                rule,
            );
            return;
        }
        let Some(plan) = supposed(&self.field, unit.id) else {
            return;
        };
        let text = if plan.moves(unit) {
            message!(
                MESSAGES,
                "inspect-would-move",
                distance = messages::inches(plan.distance),
                place = messages::place(plan.to)
            )
        } else {
            message!(MESSAGES, "inspect-would-stay")
        };
        self.answer(
            "would_move",
            json!({ "to": plan.to, "legs": plan.legs }),
            text,
            Rule::Move01,
        );
        if plan.moves(unit) {
            let points = way(state, unit, &plan.legs, plan.to);
            if points.len() > 1 {
                self.lay("path", Some(picture("path")), Tone::Plain, Shape::Line { points });
            }
            let card = state.card(unit).map(|card| card.at(plan.to));
            if let Some(card) = card {
                self.lay(
                    "path",
                    None,
                    Tone::Plain,
                    Shape::Area {
                        outline: outline(card.corners()),
                    },
                );
            }
        }
    }

    /// Whom it may Final Rush, and who could Final Rush it as things stand.
    fn rushes(&mut self) {
        let (state, unit) = (self.state, self.unit);
        let enemies: Vec<UnitId> = state.enemies_of(unit.id.seat()).map(|enemy| enemy.id).collect();
        let now = is_time_to_rush(&self.field, unit);
        let may: Vec<UnitId> = enemies
            .iter()
            .copied()
            .filter(|enemy| now && may_rush(state, unit.id, *enemy).is_ok())
            .collect();
        let text = message!(
            MESSAGES,
            "inspect-may-rush",
            enemies = messages::units(state, &may)
        );
        self.answer("may_rush", json!(may), text, Rule::Rush01);
        // Of several its order leaves one, or those between which its owner chooses.
        if may.len() > 1 {
            let chosen = open_to_choice(&self.field, unit);
            let names = chosen.iter().map(|enemy| messages::unit(state, *enemy));
            let enemies = joined!(MESSAGES, "inspect-or", names);
            let text = message!(MESSAGES, "inspect-rush-first", enemies);
            self.answer("rush_first", json!(chosen), text, Rule::Rush09);
        }
        for enemy in &may {
            if let Some(enemy) = state.unit(*enemy)
                && let Some(pose) = enemy.pose
                && let Some(card) = state.card(unit)
            {
                self.lay(
                    "target",
                    Some(
                        message!(
                            MESSAGES,
                            "inspect-picture-rush",
                            enemy = messages::unit(state, enemy.id)
                        )
                        .to_string(),
                    ),
                    Tone::Good,
                    Shape::Arrow {
                        from: at(card.front_centre()),
                        to: at(pose.centre),
                    },
                );
            }
        }
        let threats: Vec<UnitId> = state
            .enemies_of(unit.id.seat())
            .filter(|enemy| could_rush_now(state, enemy, unit.id))
            .map(|enemy| enemy.id)
            .collect();
        let enemies = messages::units(state, &threats);
        let text = message!(MESSAGES, "inspect-rushed-by", enemies);
        self.answer("rushed_by", json!(threats), text, Rule::Rush01);
    }

    /// Its legal attacks as things stand, with their odds.
    fn targets(&mut self, target: Option<UnitId>) {
        let (state, id) = (self.state, self.unit.id);
        let Some(choices) = attacks_of(state, id) else {
            return;
        };
        // Who has no box left only waits to be removed. Rule BG4-CONS-01.
        let stands = |target: UnitId| state.unit(target).is_some_and(|unit| state.boxes_left(unit) > 0);
        let attacks: Vec<Choice> = choices
            .attacks
            .into_iter()
            .filter(|choice| stands(choice.target))
            .flat_map(|choice| with_throw(state, id, choice))
            .collect();
        let value: Vec<Value> = attacks
            .iter()
            .map(|choice| json!({ "target": choice.target, "kind": choice.kind }))
            .collect();
        let text = if attacks.is_empty() {
            message!(MESSAGES, "inspect-no-attack")
        } else {
            let attacks = attacks.iter().map(|choice| {
                let target = messages::unit(state, choice.target);
                message!(
                    MESSAGES,
                    "inspect-attack",
                    attack = messages::attack(choice.kind),
                    target
                )
            });
            message!(MESSAGES, "inspect-attacks", attacks = Argument::list(attacks))
        };
        self.answer("legal_targets", json!(value), text, Rule::Comb03);
        for choice in attacks {
            if target.is_none_or(|target| target == choice.target)
                && let Some((numbers, odds)) = odds::preview(state, id, choice.target, choice.kind)
            {
                let kind = words::attack_kind(choice.kind);
                self.inspection.attacks.push(attack_odds(
                    state.edition,
                    id,
                    choice.target,
                    kind,
                    numbers,
                    odds,
                ));
            }
        }
        if let Some(attack) = state.attack.as_deref().filter(|attack| attack.attacker == id)
            && let Some((numbers, odds)) = odds::now_with_numbers(state)
        {
            let kind = words::attack_kind(attack.kind);
            let kind = message!(MESSAGES, "inspect-kind-as-it-stands", attack = kind).to_string();
            self.inspection.attacks.push(attack_odds(
                state.edition,
                id,
                attack.target,
                &kind,
                numbers,
                odds,
            ));
        }
    }
}

/// The label of something drawn over the board.
fn picture(picture: &'static str) -> String {
    message!(MESSAGES, "inspect-picture", picture).to_string()
}

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;
