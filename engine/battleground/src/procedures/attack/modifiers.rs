//! The numbers of an attack, with every modifier by name and rule (pp. 94-95, 101-110).

use std::borrow::Cow;

use battleground_geometry::{Inches, Side};

use super::bands::{Band, band_by, is_fast};
use super::conditions::Part;
use super::count::{Count, PLAYED, name};
use super::standing::Shade;
use crate::editions::profile::{ChargeBonus, HighGround, ShadeBy, SkirmisherRushed};
use crate::field::Field;
use crate::model::agenda::Answered;
use crate::model::attack::{AttackKind, Numbers};
use crate::model::cards::{Profile as AttackProfile, RangedType, UnitType};
use crate::model::effect::{Change, Condition, Effect, Keyword, Target};
use crate::model::lasting::changes;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Lasting, State, Status, Unit};
use crate::procedures::attack::{equipment, shots, standing, weapon};
use crate::procedures::{backing_up, holding, movement};

/// What the numbers of attacks are judged by: a field, and what engaged units have chosen to attack.
#[derive(Debug, Clone)]
pub(crate) struct Situation<'f, 's> {
    /// The table.
    pub(crate) field: &'f Field<'s>,
    /// Melee targets chosen in the Combat Phase: the unit, its target.
    pub(crate) chosen: Vec<(UnitId, UnitId)>,
    /// Facing sides that their owners have chosen.
    pub(crate) answers: &'f [Answered],
}

impl<'f, 's> Situation<'f, 's> {
    /// With the targets that are declared, if any are.
    pub(crate) fn of(field: &'f Field<'s>) -> Self {
        let declared = &field.state().declared;
        let chosen = declared
            .iter()
            .filter_map(|one| {
                let unit = one.attack.attacker;
                crate::model::charging::chosen_in(declared, unit).map(|target| (unit, target))
            })
            .collect();
        Self {
            field,
            chosen,
            answers: &[],
        }
    }

    fn state(&self) -> &'s State {
        self.field.state()
    }

    /// What a unit has chosen to attack in melee.
    pub(crate) fn choice_of(&self, unit: UnitId) -> Option<UnitId> {
        self.chosen
            .iter()
            .find(|(chooser, _)| *chooser == unit)
            .map(|(_, target)| *target)
    }

    /// A unit of an attack for its conditions.
    pub(crate) fn part(
        &self,
        unit: UnitId,
        other: UnitId,
        kind: AttackKind,
        own_attack: bool,
        wounded: bool,
    ) -> Part<'f, 's> {
        Part {
            field: self.field,
            unit,
            other,
            kind,
            own_attack,
            chosen: self.choice_of(unit),
            others_choice: self.choice_of(other),
            wounded,
        }
    }
}

/// The numbers of an attack by the position, before any card is played in it.
///
/// Rules `BG4-ATK-02` to `BG4-ATK-04`, `BG4-MODS-01` to `BG4-MODS-22` (pp. 94-110).
pub(crate) fn numbers(
    situation: &Situation<'_, '_>,
    attacker: UnitId,
    target: UnitId,
    kind: AttackKind,
) -> Numbers {
    let state = situation.state();
    let (Some(unit), Some(enemy)) = (state.unit(attacker), state.unit(target)) else {
        return Numbers::default();
    };
    let Some(profile) = profile(state.kind(unit), kind) else {
        return Numbers::default(); // Direct damage has no stats. Rule BG4-ATK-18.
    };
    let mut count = Count::of(state.edition, profile, state.kind(enemy));
    let attack = Judged {
        situation,
        unit,
        enemy,
        kind,
    };
    if kind.is_swoop() {
        attack.swoop(&mut count);
    } else {
        attack.general(&mut count);
        if kind.is_melee() {
            attack.melee(&mut count);
        } else {
            attack.ranged(&mut count);
        }
        attack.unit_cards(&mut count);
    }
    attack.lasting(&mut count);
    // A damage roll that is ordered without a hit roll. Rule BG3-ROLL-04 (p. 17).
    if let Some(spell) = weapon::spell_of(state, attacker, kind).filter(|spell| spell.damage_dice > 0) {
        count.impact(&spell.name, spell.damage_dice.into(), Rule::DamageRoll);
    }
    count.numbers()
}

/// The attack profile that a kind of attack uses. Rules `BG4-EQUIP-01`, `BG4-EQUIP-06`, `BG4-SPELL-07` (pp. 92, 132, 133, 135).
fn profile(card: &UnitType, kind: AttackKind) -> Option<AttackProfile> {
    match kind {
        AttackKind::Melee | AttackKind::Free | AttackKind::Swoop | AttackKind::SwoopAnswer => {
            Some(card.attack)
        }
        AttackKind::Ranged | AttackKind::Thrown => Some(equipment::ranged_profile(card)),
        // Without stats of its own it is made with those on the front. Rule BG3-CARD-07 (pp. 3, 6).
        AttackKind::OtherRanged { .. } => {
            let ranged = card.ranged_attack(kind)?;
            Some(ranged.profile.unwrap_or(card.attack))
        }
        AttackKind::Spell { spell } | AttackKind::Strike { spell } => {
            card.spells.get(usize::from(spell))?.profile
        }
    }
}

/// An attack whose numbers are worked out.
struct Judged<'a, 'f, 's> {
    situation: &'a Situation<'f, 's>,
    unit: &'s Unit,
    enemy: &'s Unit,
    kind: AttackKind,
}

impl<'s> Judged<'_, '_, 's> {
    fn state(&self) -> &'s State {
        self.situation.state()
    }

    fn card(&self) -> &'s UnitType {
        self.state().kind(self.unit)
    }

    fn target(&self) -> &'s UnitType {
        self.state().kind(self.enemy)
    }

    fn shade(&self) -> Shade {
        standing::shade(self.state(), self.unit)
    }

    /// Whether the attack is a melee attack at an enemy that the unit is Charging toward.
    fn charges(&self) -> bool {
        self.kind.is_melee()
            && !self.kind.is_swoop()
            && crate::model::charging::charges_toward(self.state(), self.unit.id, self.enemy.id)
    }

    /// General modifiers. Rules `BG4-MODS-01` (p. 101), `BG3-MOD-01` to `BG3-MOD-04` (p. 19).
    fn general(&self, count: &mut Count) {
        let profile = self.state().profile();
        if self.unit.status == Status::Disrupted {
            count.dice("Disrupted", -1, Rule::Status02);
            count.hit("Disrupted", -1, Rule::Status02);
            count.wound("Disrupted", -1, Rule::Status02);
        }
        let pila = self.kind.is_ranged() && self.card().is(Keyword::Pila) && self.is_throw();
        if !pila {
            // Rule BG4-EQUIP-06: Pila ignore Yellow and Red.
            match self.state().shade_by() {
                ShadeBy::Dice => count.dice(self.shade().name(), self.shade().dice(), Rule::Status05),
                ShadeBy::Skill => count.hit(self.shade().name(), self.shade().dice(), Rule::InColour),
            }
        }
        // Whoever passes every Fear Check by its card is never Frightened. Rule BG3-MOD-05 (pp. 19, 23).
        let frightened = self.unit.turn.frightened && self.card().fears();
        if let Some(change) = profile.frightened.filter(|_| frightened) {
            count.attacker("Frightened", change, Rule::Frightened, false);
        }
        let field = self.situation.field;
        let (unit, enemy) = (self.unit.id, self.enemy.id);
        let (higher, change) = match profile.high_ground_in_melee {
            HighGround::HelpsDefender => (field.has_high_ground(enemy, unit), -1),
            HighGround::HelpsAttacker => (field.has_high_ground_in_melee(unit, enemy), 1),
        };
        if self.kind.is_melee() && higher {
            count.hit("High Ground", change, Rule::Mods05);
        }
        // RULING: BG4-MODS-07, one Soft and one Hard Cover both count. RULING: BG3-MOD-25 (p. 20), only the best.
        let covers = field.cover(self.unit.id, self.enemy.id, self.kind.is_ranged());
        let best = covers.iter().map(|cover| cover.change.abs()).max();
        for cover in covers {
            if !profile.covers_add_up && Some(cover.change.abs()) != best {
                continue;
            }
            count.cover(cover);
        }
    }

    /// Melee modifiers. Rule `BG4-MODS-02` (p. 101).
    fn melee(&self, count: &mut Count) {
        let state = self.state();
        let against = standing::engagement_of(state, self.unit.id, self.enemy.id);
        let evading = self.is_evading();
        if let Some(engagement) = against {
            let own = standing::engaged_side(engagement, self.unit.id);
            match own {
                Some(Side::Left | Side::Right) => count.dice("Attacking to your Flank", -1, Rule::Mods08),
                Some(Side::Rear) => {
                    count.hit("Attacking to your Rear", -1, Rule::Mods08);
                    count.wound("Attacking to your Rear", -1, Rule::Mods08);
                }
                Some(Side::Front) | None => {}
            }
            let its = standing::engaged_side(engagement, self.enemy.id);
            match its {
                Some(Side::Left | Side::Right)
                    if !evading
                        && (state.profile().flank_rush_is_flanked
                            || !standing::is_own_flank_rush(engagement, self.unit.id)) =>
                {
                    count.hit("Flanking", 1, Rule::Mods09);
                }
                Some(Side::Rear) if !evading => {
                    count.hit("Rear Attacking", 1, Rule::Mods09);
                    count.wound("Rear Attacking", 1, Rule::Mods09);
                }
                Some(Side::Left | Side::Right | Side::Rear | Side::Front) | None => {}
            }
        }
        let pinching = crate::model::pinched::pinching(state, self.unit.id, self.enemy.id);
        if pinching > 0 && !evading {
            count.hit("Pinching", pinching, Rule::Mods10);
            count.wound("Pinching", pinching, Rule::Mods10);
        }
        self.charging(count);
        self.outreached(count);
        self.spears(count);
        if evading {
            self.evasion(count);
        }
    }

    /// Charging dice and Impact Hits. Rules `BG4-MODS-12`, `BG4-MODS-13`, `BG4-KEYW-06`, `BG4-KEYW-07` (pp. 101, 103-104,
    /// 105-106, 122-123).
    fn charging(&self, count: &mut Count) {
        if !self.charges() {
            return;
        }
        match self.state().profile().charging {
            ChargeBonus::Dice => {
                let more = match standing::base_attacks(self.card(), self.shade(), true) {
                    4.. => 2,
                    1..=3 => 1,
                    _ => 0, // RULING: BG4-MODS-12, no charging dice without base attacks.
                };
                count.dice("Charging", more, Rule::Mods12);
            }
            ChargeBonus::Power(power) => count.wound("Charging", power, Rule::Mods12),
        }
        if !self.rides_down() {
            return;
        }
        if self.card().is(Keyword::Cavalry) {
            count.impact("Charging Cavalry", 1, Rule::Keyw06);
        }
        count.impact(
            "Impact Hits of the unit",
            self.card().impact_hits.into(),
            Rule::Mods13,
        );
    }

    /// A smaller unit that charges a larger one, or is charged by it, this turn. Rule `BG3-MOD-06` (p. 19).
    // RULING: BG3-MOD-06, all its engaged attacks of the turn, whomever they are made at.
    fn outreached(&self, count: &mut Count) {
        let state = self.state();
        let dice = state.profile().outreached;
        if dice != 0 && (self.unit.turn.outreached || standing::is_outreached(state, self.unit)) {
            count.dice("Outreached", dice, Rule::Outreached);
        }
    }

    /// Whether Impact Hits count against the target: always, but for a Skirmisher that evades only if the attacker is
    /// faster. Rule `BG4-SKIRM-09` (p. 129).
    fn rides_down(&self) -> bool {
        let field = self.situation.field;
        !self.is_evading() || field.current_mc(self.unit.id) > field.current_mc(self.enemy.id)
    }

    /// Whether this is a Free Attack at a Skirmisher that a non-Skirmisher Final Rushed this turn, and that was not
    /// engaged when the turn began. One that rushed itself, or that only Skirmishers rushed, is attacked like any other
    /// unit. Rule `BG4-SKIRM-09` (p. 129).
    fn is_evading(&self) -> bool {
        self.kind == AttackKind::Free
            && self.state().profile().skirmisher_rushed == SkirmisherRushed::FreeAttacks
            && self.target().is(Keyword::Skirmisher)
            && self.enemy.turn.rushed_by_line
            && !self.enemy.turn.began_engaged
    }

    /// The defence of a Skirmisher that evades. Rule `BG4-SKIRM-09` (p. 129).
    fn evasion(&self, count: &mut Count) {
        let field = self.situation.field;
        let bonus = match field
            .current_mc(self.unit.id)
            .cmp(&field.current_mc(self.enemy.id))
        {
            std::cmp::Ordering::Less => 3,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 1,
        };
        count.hit("Evading Skirmisher", -bonus, Rule::Skirm09);
    }

    /// Spears. Rules `BG4-EQUIP-07`, `BG4-EQUIP-08`, `BG4-COLOS-09` (pp. 122, 133).
    fn spears(&self, count: &mut Count) {
        if !self.state().profile().spears || !self.card().is(Keyword::Spears) {
            return;
        }
        if self.charges() {
            count.dice("Charging with Spears", -1, Rule::Equip07);
        }
        if self.target().is_any(&equipment::SPEARS_AGAINST) {
            count.hit("Spears", 1, Rule::Equip07);
            let enemy = self.enemy.id;
            let charging =
                crate::model::charging::is_charging(self.state(), enemy, self.situation.choice_of(enemy));
            if charging && holding::is_holding(self.situation.field, self.unit) {
                count.wound("Holding with Spears", 2, Rule::Equip08);
            }
        }
    }

    /// Whether the unit throws Javelins or Pila in this attack.
    fn is_throw(&self) -> bool {
        matches!(self.kind, AttackKind::Ranged | AttackKind::Thrown) && equipment::throws(self.card())
    }

    /// Ranged modifiers. Rule `BG4-MODS-03` (p. 101).
    fn ranged(&self, count: &mut Count) {
        let (field, state) = (self.situation.field, self.state());
        let (unit, enemy) = (self.unit.id, self.enemy.id);
        if self.target().is(Keyword::Cavalry) {
            count.hit(name::CAVALRY_TARGET, -1, Rule::Mods20);
        }
        if self.target().is(Keyword::Colossal) {
            count.hit("Colossal Target", 2, Rule::Mods20); // RULING: BG4-MODS-20, instead of Large.
        } else if self.target().is(Keyword::Large) {
            count.hit("Large Target", 1, Rule::Mods20);
        }
        let profile = state.profile();
        let (above, below) = (
            field.has_high_ground(unit, enemy),
            field.has_high_ground(enemy, unit),
        );
        let distance = shots::distance(field, unit, enemy, self.situation.answers).unwrap_or(Inches::ZERO);
        if above {
            count.hit("High Ground", profile.shot_from_above, Rule::Mods06);
        }
        match band_by(profile, distance, (above, below)) {
            Band::Short => {}
            Band::Long => count.hit(name::LONG_RANGE, -1, Rule::Mods14),
            Band::Extreme => count.hit(name::EXTREME_RANGE, -2, Rule::Mods14),
        }
        if is_fast(field, self.enemy) {
            count.hit(name::FAST_MOVING_TARGET, -1, Rule::Mods15);
        }
        let by_order = || movement::would_it_move(field, unit) || backing_up::is_backing_up(state, unit);
        let moves = self.unit.turn.moved || (profile.move_and_shoot_by_order && by_order());
        // None for units with Javelins, whichever of their ranged attacks it is. Rules BG3-KEY-25 (p. 30), BG4-EQUIP-05 (p. 132).
        let is_exempt = match self.kind {
            AttackKind::Thrown => true,
            AttackKind::Ranged | AttackKind::OtherRanged { .. } => equipment::throws(self.card()),
            _ => false,
        };
        if moves && !is_exempt {
            count.hit(name::MOVE_AND_SHOOT, -1, Rule::Mods16);
        }
        if profile.not_nearest != 0
            && self.kind != AttackKind::Thrown
            && shots::is_not_nearest(field, self.unit, enemy)
        {
            count.hit(name::NOT_NEAREST_ENEMY, profile.not_nearest, Rule::Mods17);
        }
        // Whoever is engaged with it itself and shoots all the same, by Javelins, a spell, a card or an ability, suffers only where another
        // is. Rule BG3-MOD-20 (p. 20).
        let others = |(other, _, _): (UnitId, Side, Side)| other != unit;
        let engaged = state.engaged_with(enemy).any(others);
        let way = match self.kind {
            AttackKind::Spell { spell } => self.card().spells.get(usize::from(spell)).map(|spell| spell.way),
            AttackKind::OtherRanged { .. } => self.card().ranged_attack(self.kind).map(|ranged| ranged.way),
            _ => self.card().ranged.map(|ranged| ranged.way),
        };
        let towers = way == Some(RangedType::LowArc) && !weapon::is_engaged_for_low_arc(state, enemy);
        if engaged && !towers {
            count.hit("Engaged Target", profile.engaged_target, Rule::EngagedTarget);
        }
    }

    /// Modifiers of both unit cards. Rule `BG4-MODS-21` (p. 109).
    fn unit_cards(&self, count: &mut Count) {
        let rule = Rule::Mods21;
        let (unit, enemy) = (self.unit.id, self.enemy.id);
        let own = self.situation.part(unit, enemy, self.kind, true, false);
        for special in &self.card().specials {
            if own.all(&special.when) {
                let name = in_words(&special.when);
                count.attacker(&name, special.change, rule, self.charges() && self.rides_down());
            }
        }
        let its = self.situation.part(enemy, unit, self.kind, false, false);
        for special in &self.target().specials {
            if its.all(&special.when) {
                count.defender(&in_words(&special.when), special.change, rule);
            }
        }
    }

    /// What lasts on both units: cards, Blessings, Curses, boxes of abilities. Rules `BG4-CARDS-05`, `BG4-CARDS-12`,
    /// `BG4-SPELL-04`, `BG4-SPELL-05` (pp. 19-20, 98, 134-135).
    fn lasting(&self, count: &mut Count) {
        let (unit, enemy) = (self.unit.id, self.enemy.id);
        let own = self.situation.part(unit, enemy, self.kind, true, false);
        for (name, change) in changes(self.state(), self.unit, &|when| own.all(when)) {
            // Rule BG4-MODS-11: nothing but Yellow and Red changes the base attacks of a swoop.
            let change = if self.kind.is_swoop() {
                Change { dice: 0, ..change }
            } else {
                change
            };
            count.attacker(&name, change, PLAYED, self.charges() && self.rides_down());
        }
        let its = self.situation.part(enemy, unit, self.kind, false, false);
        for (name, change) in changes(self.state(), self.enemy, &|when| its.all(when)) {
            count.defender(&name, change, PLAYED);
        }
    }

    /// A swoop and its answer: base attacks less two dice, no other combat modifiers.
    ///
    /// RULING: BG4-FLY-13, effects "while Engaged" count for neither side of a swoop.
    fn swoop(&self, count: &mut Count) {
        count.dice(self.shade().name(), self.shade().dice(), Rule::Status05);
        let rule = if self.kind == AttackKind::Swoop {
            Rule::Fly13
        } else {
            Rule::Fly14
        };
        count.dice("Swooping Attack", -2, rule);
    }
}

/// What cards and abilities played in an attack make of its frozen numbers. Rule `BG4-CARDS-12` (p. 98).
pub(crate) fn with_cards(
    situation: &Situation<'_, '_>,
    attack: &crate::model::attack::Attack,
    cards: &[Lasting],
    wounded: bool,
) -> Numbers {
    let mut count = Count::from_frozen(situation.state().edition, attack.numbers.clone());
    let (attacker, target, kind) = (attack.attacker, attack.target, attack.kind);
    let own = situation.part(attacker, target, kind, true, wounded);
    let its = situation.part(target, attacker, kind, false, wounded);
    let state = situation.state();
    let charging = state
        .unit(attacker)
        .zip(state.unit(target))
        .is_some_and(|(unit, enemy)| {
            let judged = Judged {
                situation,
                unit,
                enemy,
                kind,
            };
            judged.charges() && judged.rides_down()
        });
    for played in cards {
        for effect in &played.effects {
            match effect {
                Effect::Change {
                    on: Target::Attacker,
                    change,
                    when,
                    ..
                } if own.all(when) => count.attacker(&played.name, *change, PLAYED, charging),
                Effect::Change {
                    on: Target::Defender,
                    change,
                    when,
                    ..
                } if its.all(when) => count.defender(&played.name, *change, PLAYED),
                Effect::Ignore { modifiers } => count.ignore(modifiers),
                _ => {}
            }
        }
    }
    count.numbers()
}

/// A special of a unit card as it is cited.
fn in_words(when: &[Condition]) -> String {
    let mut words = vec![Cow::Borrowed("unit card")];
    for condition in when {
        words.push(match condition {
            Condition::Charging => "while Charging".into(),
            Condition::Engaged => "while Engaged".into(),
            Condition::Unengaged => "while not Engaged".into(),
            Condition::Holding => "while Holding".into(),
            Condition::Melee => "in melee".into(),
            Condition::Ranged => "at range".into(),
            Condition::Has(keywords) => format!("as {}", listed(keywords)).into(),
            Condition::Against(keywords) => format!("against {}", listed(keywords)).into(),
            Condition::AgainstCharging => "against a Charging unit".into(),
            Condition::Status(status) => format!("while {status:?}").into(),
            Condition::OnClose => "on Close".into(),
            Condition::NotActivated => "before it is activated".into(),
            Condition::Faction(label) => format!("for {label}").into(),
            Condition::Wounded => "after a wound".into(),
            Condition::AgainstFlankOrRear => "against a flank or the rear".into(),
            Condition::InYellowOrRed => "In the Yellow or In the Red".into(),
            Condition::AgainstInYellowOrRed => "against a unit In the Yellow or In the Red".into(),
            Condition::RoutCheck => "in a Rout Check".into(),
            Condition::FearCheck => "in a Fear Check".into(),
        });
    }
    words.join(", ")
}

fn listed(keywords: &[Keyword]) -> String {
    let names: Vec<&str> = keywords.iter().map(|&keyword| keyword.into()).collect();
    names.join(" or ")
}
