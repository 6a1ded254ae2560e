//! Relation of a unit to an enemy: what it sees of it, how the way leads there, what a Final Rush would
//! bring.

use battleground_geometry::{Inches, Side};
use hindsight_kernel::{Argument, RefusalReason as _, Shape, Tone, joined, message};
use serde_json::{Value, json};

use super::Answers;
use super::attacks::{attack_odds, with_throw};
use super::measured::{band_name, band_word};
use crate::editions::profile::{LinesOfFire, RushSeen};
use crate::field::{Blocker, Path, Purpose, blocker};
use crate::messages::{self, MESSAGES, inches};
use crate::model::agenda::{Answer, Options, Question, Topic};
use crate::model::attack::AttackKind;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::model::words;
use crate::procedures::attack::bands::band_by;
use crate::procedures::attack::choice::Choice;
use crate::procedures::attack::weapon::is_shot;
use crate::procedures::rush::glimpses::seen_of;
use crate::procedures::rush::sides::{JudgedSide, is_time_to_rush, judged_sides, why_none};
use crate::rules::combat::{odds, refused_attack};
use crate::views::board::at;
use crate::views::prospects::{as_if_rushed, attacks_of};

impl<'s> Answers<'s> {
    /// What it is to another unit.
    pub(super) fn relation(&mut self, target: &'s Unit) {
        let (state, id, other) = (self.state, self.unit.id, target.id);
        if id.team() == other.team() {
            return;
        }
        let facing = self.facing(target);
        self.sees(other);
        self.measures(target);
        let sides = judged_sides(&self.field, self.unit, other);
        self.rushed_sides(&sides, other);
        self.rush_of(&sides, other);
        self.shot_at(other);
        // What a rush of the permitted side would bring, and what would come back.
        let permitted = self.permitted_sides(other);
        let flies = state.has(id, Keyword::Flying) && self.unit.airborne;
        if let Some(side) = permitted.first().copied().or(facing)
            && !state.engaged_with(id).any(|(enemy, _, _)| enemy == other)
            && !flies
            && state.boxes_left(target) > 0
        {
            self.as_if_rushed(target, side);
        }
    }

    /// The side of an enemy that faces it, if it does not stand on a diagonal, and the way there. Rules `BG4-GEO-10`, `BG4-GEO-11`,
    /// `BG4-GEO-17` (pp. 8, 12).
    fn facing(&mut self, target: &Unit) -> Option<Side> {
        let (state, id, other) = (self.state, self.unit.id, target.id);
        let facing = self.field.facing_side(id, other, &[]).ok();
        if let Some(side) = facing {
            let text = message!(
                MESSAGES,
                "inspect-facing-side",
                side = messages::side(side),
                enemy = messages::unit(state, other)
            );
            self.answer("facing_side", json!(side), text, Rule::Geo10);
            if let Some((point, distance)) = self.field.to_side(id, other, side) {
                self.distance(distance, target);
                let path = self
                    .field
                    .open_path(id, Some((other, side)), point, Purpose::Move);
                let text = match path {
                    Path::Open => message!(MESSAGES, "inspect-open-path"),
                    Path::Line(by) => message!(MESSAGES, "inspect-path-blocked", by = blocker(by)),
                    Path::Narrow(by) => message!(MESSAGES, "inspect-path-narrow", by = blocker(by)),
                };
                self.answer("open_path", json!(path.is_open()), text, Rule::Geo17);
                if let Some(card) = state.card(self.unit) {
                    let kind = if path.is_open() { "corridor" } else { "blocked" };
                    let points = vec![at(card.front_centre()), at(point)];
                    let tone = if path.is_open() { Tone::Good } else { Tone::Bad };
                    self.lay(kind, None, tone, Shape::Line { points });
                }
            }
        } else {
            self.answer(
                "facing_side",
                Value::Null,
                message!(MESSAGES, "inspect-facing-diagonal"),
                Rule::Geo11,
            );
        }
        facing
    }

    /// Whether an enemy lies in its Front Arc and is Visible, whether it has High Ground, and what cover the enemy has. Rules
    /// `BG4-GEO-07`, `BG4-GEO-08`, `BG4-TERR-19`, `BG4-MODS-07` (pp. 8, 103, 114, 117).
    fn sees(&mut self, other: UnitId) {
        let id = self.unit.id;
        let arc = self.field.in_front_arc(id, other);
        self.answer(
            "front_arc",
            json!(arc),
            message!(MESSAGES, "inspect-front-arc", inside = arc),
            Rule::Geo07,
        );
        if self.field.profile().ties_by_most_ahead {
            let ahead = self.field.is_directly_ahead(id, other);
            let text = message!(MESSAGES, "inspect-directly-ahead", ahead);
            self.answer("directly_ahead", json!(ahead), text, Rule::Geo08);
        }
        self.visible("visible", other, Purpose::Move);
        // Where lines of fire go by heights they are told of each weapon. Rule BG3-COMB-08 (p. 16).
        if self.field.profile().lines_of_fire != LinesOfFire::ByHeight {
            self.visible("visible_to_shoot", other, Purpose::Shoot);
        }
        let high = self.field.has_high_ground(id, other);
        self.answer(
            "high_ground",
            json!(high),
            message!(MESSAGES, "inspect-high-ground", high),
            Rule::Terr19,
        );
        for (topic, ranged) in [("cover_in_melee", false), ("cover_from_shots", true)] {
            let cover = self.field.cover(id, other, ranged);
            let names = if cover.is_empty() {
                messages::none()
            } else {
                Argument::list(cover.iter().map(|modifier| &modifier.name))
            };
            let text = message!(MESSAGES, "inspect-cover", cover = names);
            self.answer(topic, json!(cover), text, Rule::Mods07);
        }
    }

    /// What a Final Rush at a side of an enemy would bring, and what would come back.
    fn as_if_rushed(&mut self, target: &Unit, side: Side) {
        let (state, id, other) = (self.state, self.unit.id, target.id);
        let rushed = as_if_rushed(state, id, other, side);
        for (attacker, target) in [(id, other), (other, id)] {
            let kind = AttackKind::Melee;
            for choice in with_throw(&rushed, attacker, Choice { target, kind }) {
                if let Some((numbers, odds)) = odds::preview(&rushed, attacker, target, choice.kind) {
                    let name = words::attack_kind(choice.kind);
                    let kind = message!(
                        MESSAGES,
                        "inspect-kind-if-rushed",
                        attack = name,
                        unit = messages::unit(state, id),
                        side = messages::side(side)
                    )
                    .to_string();
                    self.inspection.attacks.push(attack_odds(
                        state.edition,
                        attacker,
                        target,
                        &kind,
                        numbers,
                        odds,
                    ));
                }
            }
        }
    }

    /// Whether it may Final Rush an enemy, which side of it and how far away that is, or why not. Rules `BG4-RUSH-01` (p. 61),
    /// `BG3-RUSH-02` (p. 13).
    fn rush_of(&mut self, sides: &[JudgedSide], enemy: UnitId) {
        let now = is_time_to_rush(&self.field, self.unit);
        let (rule, text) = if let Some(why) = why_none(sides) {
            let why = why.as_refused(&self.field);
            let text = message!(MESSAGES, "inspect-no-rush", why = why.message());
            (why.rule(), text)
        } else {
            let enemy = messages::unit(self.state, enemy);
            let open = sides
                .iter()
                .filter(|judged| judged.verdict.is_ok())
                .map(|judged| {
                    message!(
                        MESSAGES,
                        "inspect-rush-side",
                        side = messages::side(judged.side),
                        distance = inches(judged.distance)
                    )
                });
            let sides = joined!(MESSAGES, "inspect-or", open);
            let text = if now {
                message!(MESSAGES, "inspect-rush", enemy, sides)
            } else {
                message!(MESSAGES, "inspect-could-rush", enemy, sides)
            };
            (Rule::Rush01, text)
        };
        let may = now && sides.iter().any(|judged| judged.verdict.is_ok());
        self.answer("final_rush", json!(may), text, rule);
    }

    /// Whether it may shoot an enemy as things stand, and by which rule it may not. Rules `BG4-COMB-06` to `BG4-COMB-11`
    /// (pp. 91-93), `BG3-COMB-06` to `BG3-COMB-13` (pp. 16-17).
    fn shot_at(&mut self, enemy: UnitId) {
        let (state, id) = (self.state, self.unit.id);
        let card = state.kind(self.unit);
        let ranged = card.ranged_attacks().map(|(kind, _)| kind);
        let spells = (0..=u8::MAX)
            .zip(&card.spells)
            .filter(|(_, spell)| is_shot(state.profile(), spell))
            .map(|(spell, _)| AttackKind::Spell { spell });
        let kinds: Vec<AttackKind> = ranged.chain(spells).collect();
        if kinds.is_empty() {
            return;
        }
        let choices = attacks_of(state, id).map_or_else(Vec::new, |choices| choices.attacks);
        for kind in kinds {
            if choices.contains(&Choice { target: enemy, kind }) {
                let away = self.field.within(id, enemy);
                let text = message!(
                    MESSAGES,
                    "inspect-may-shoot",
                    attack = messages::attack(kind),
                    enemy = messages::unit(state, enemy),
                    distance = away.map_or_else(messages::none, |away| inches(away).into())
                );
                self.answer("may_shoot", json!(true), text, Rule::Comb06);
                continue;
            }
            let rule = Rule::Comb06.of(state.edition);
            let question = Question {
                seat: id.seat(),
                topic: Topic::Target,
                unit: Some(id),
                about: None,
                options: Options::OneOf(Vec::new()),
                rule: rule.0.to_string(),
            };
            let asked = Answer::Attack {
                by: id,
                kind,
                on: enemy,
            };
            let (rule, why) = match refused_attack(state, &question, &asked) {
                Some(refusal) => {
                    let refusal = refusal.named(state).of(state.edition);
                    (refusal.rule, refusal.message.into())
                }
                None => (rule, messages::none()),
            };
            let text = message!(
                MESSAGES,
                "inspect-may-not-shoot",
                attack = messages::attack(kind),
                why
            );
            self.cited("may_shoot", json!(false), text, rule);
        }
    }

    /// Which sides of an enemy it may rush this turn: the Facing Side, or where no Open Path led there when the turn began the
    /// Nearest Open Side; in the earlier edition the nearest open side as it lies now. Where the start of the turn counts, only
    /// the Active Player's units have looked. Rules `BG4-RUSH-05`, `BG4-RUSH-06` (p. 62), `BG4-PATH-01` (pp. 46-47),
    /// `BG3-RUSH-05` (p. 13).
    fn permitted_sides(&mut self, enemy: UnitId) -> Vec<Side> {
        let glimpses = seen_of(&self.field, self.unit, enemy);
        let mut sides: Vec<Side> = glimpses.iter().filter_map(|glimpse| glimpse.side).collect();
        sides.dedup();
        if !glimpses.is_empty() {
            let at_start = self.field.profile().rush_seen == RushSeen::AtStartOfTurn;
            let enemy = messages::unit(self.state, enemy);
            let names = sides
                .iter()
                .map(|side| message!(MESSAGES, "inspect-side", side = messages::side(*side)));
            let names = Argument::list(names);
            let text = match (sides.is_empty(), at_start) {
                (true, _) => {
                    let when = if at_start { "turn" } else { "now" };
                    message!(MESSAGES, "inspect-no-rush-side", enemy, when)
                }
                (false, true) => message!(MESSAGES, "inspect-rush-sides", enemy, sides = names),
                (false, false) => message!(MESSAGES, "inspect-rush-sides-now", enemy, sides = names),
            };
            self.answer("rush_sides", json!(sides), text, Rule::Rush05);
        }
        sides
    }

    /// Whether it sees an enemy, and what hides it. Rules `BG4-GEO-12` (p. 12), `BG3-GEO-03` (p. 7).
    fn visible(&mut self, topic: &str, enemy: UnitId, purpose: Purpose) {
        let id = self.unit.id;
        let seen = self.field.is_visible(id, enemy, purpose);
        let text = if seen {
            message!(MESSAGES, "inspect-visible")
        } else {
            message!(
                MESSAGES,
                "inspect-not-visible",
                by = self.hidden_by(enemy, purpose)
            )
        };
        self.answer(topic, json!(seen), text, Rule::Geo12);
    }

    /// What hides an enemy, as messages choose by it.
    fn hidden_by(&self, enemy: UnitId, purpose: Purpose) -> Argument {
        let id = self.unit.id;
        if !self.field.in_front_arc(id, enemy) {
            return "arc".into();
        }
        let by = self.field.hidden_by(id, enemy, purpose);
        if by.is_empty() {
            return messages::none();
        }
        Argument::list(by.into_iter().map(|by| match by {
            Blocker::Terrain(at) => words::terrain_piece(self.field.lays()[at].piece).into(),
            Blocker::Unit(_) | Blocker::Edge | Blocker::Target => blocker(by),
        }))
    }

    fn distance(&mut self, distance: Inches, target: &Unit) {
        let reach = self.field.current_mc(self.unit.id).inches();
        let text = message!(
            MESSAGES,
            "inspect-distance",
            distance = inches(distance),
            enemy = messages::unit(self.state, target.id),
            reach = inches(reach)
        );
        if self.field.profile().lines_of_fire == LinesOfFire::ByHeight {
            // How far a shot counts is told of each weapon.
            self.answer("distance", json!(distance), text, Rule::Rush07);
            return;
        }
        self.answer("distance", json!(distance), text, Rule::Geo20);
        let own_high = self.field.has_high_ground(self.unit.id, target.id);
        let its_high = self.field.has_high_ground(target.id, self.unit.id);
        let band = band_by(self.field.profile(), distance, (own_high, its_high));
        let (ground, rule) = match (own_high, its_high) {
            (true, _) => ("own", Rule::Mods06),
            (false, true) => ("other", Rule::Mods06),
            (false, false) => ("level", Rule::Mods14),
        };
        let text = message!(MESSAGES, "inspect-range-band", band = band_word(band), ground);
        self.answer("range_band", json!(band_name(band)), text, rule);
    }
}
