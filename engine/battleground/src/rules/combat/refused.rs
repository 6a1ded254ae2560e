//! Refusals of an attack that the unit's owner names: the rule that keeps the unit from it (pp. 90-93,
//! 125-126, 132-134).

use battleground_geometry::Limit;

use super::target_refusals::TargetRefusal;
use crate::editions::profile::{LinesOfFire, Throws};
use crate::field::{Field, Purpose};
use crate::model::agenda::{Answer, Answered, Question, Step, Topic};
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedType, UnitType};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::state::{State, Status, Unit};
use crate::procedures::attack::weapon::{Weapon, enemy_objective};
use crate::procedures::attack::{ammunition, equipment, shots, swoop};
use crate::procedures::{shooting, shot_refusals, spells};

/// Why an attack named as a unit's is none of its choices, or why it may not be declined: the first rule in the book's
/// order. Nothing for another question.
pub(crate) fn refused_attack(state: &State, question: &Question, answer: &Answer) -> Option<Refusal> {
    if question.topic != Topic::Target {
        return None;
    }
    let unit = state.unit(question.unit?)?;
    let answers = state
        .agenda
        .iter()
        .rfind(|frame| frame.step == Step::ChooseTargets)
        .map_or(&[][..], |frame| &frame.answers);
    let asked = Asked {
        field: &Field::of(state),
        unit,
        answers,
    };
    match *answer {
        Answer::Decline => Some(TargetRefusal::Compulsory(unit.id).into()),
        Answer::Attack { by, kind, on } => match asked.check(by, kind, on) {
            Err(why) => Some(why.into()),
            Ok(()) => asked.refused_by_height(kind, on),
        },
        _ => None,
    }
}

/// The unit whose target is chosen, with what has been answered before.
struct Asked<'a> {
    field: &'a Field<'a>,
    unit: &'a Unit,
    answers: &'a [Answered],
}

impl Asked<'_> {
    fn state(&self) -> &State {
        self.field.state()
    }

    fn card(&self) -> &UnitType {
        self.state().kind(self.unit)
    }

    /// Rules `BG4-COMB-03` (pp. 90-91) and those of the kind of attack.
    fn check(&self, by: UnitId, kind: AttackKind, on: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        if by != unit {
            return Err(TargetRefusal::AnotherUnitChooses { unit, by });
        }
        // A spell that is no attack may fall on anybody. Rule BG3-SPELL-02 (p. 31).
        let on_anybody = spells::is_cast_without_attack(self.state(), unit, kind);
        if !on_anybody && self.state().enemies_of(unit.seat()).all(|enemy| enemy.id != on) {
            return Err(TargetRefusal::NoSuchEnemy(on));
        }
        match kind {
            AttackKind::Melee | AttackKind::Strike { .. } => self.check_melee(on),
            AttackKind::Ranged | AttackKind::OtherRanged { .. } => self.check_shot(kind, None, on),
            AttackKind::Spell { spell } => self.check_shot(kind, Some(spell), on),
            AttackKind::Swoop => self.check_swoop(on),
            AttackKind::SwoopAnswer => Err(TargetRefusal::NotSwoopedOn { unit, enemy: on }),
            AttackKind::Free | AttackKind::Thrown => Err(TargetRefusal::NotChosenHere { kind }),
        }
    }

    /// Rule `BG4-COMB-04` (p. 91).
    fn check_melee(&self, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        let engaged: Vec<UnitId> = self.state().engaged_with(unit).map(|(id, _, _)| id).collect();
        if engaged.contains(&enemy) {
            return Ok(());
        }
        Err(TargetRefusal::NotEngagedWith { unit, enemy, engaged })
    }

    /// A ranged attack, or one by a spell. Rules `BG4-COMB-04` to `BG4-COMB-11` (pp. 90-93).
    fn check_shot(&self, kind: AttackKind, spell: Option<u8>, enemy: UnitId) -> Result<(), TargetRefusal> {
        self.check_shooter(kind, spell)?;
        match self.weapon(kind) {
            Some(weapon) if !self.shoots_by_height() => self.check_shot_at(weapon, enemy),
            Some(_) | None => Ok(()),
        }
    }

    /// What it would shoot with: a ranged attack of its card, or a spell.
    fn weapon(&self, kind: AttackKind) -> Option<Weapon> {
        let weapons = shooting::weapons(self.field, self.unit);
        weapons.into_iter().find(|weapon| weapon.kind == kind)
    }

    fn shoots_by_height(&self) -> bool {
        self.field.profile().lines_of_fire == LinesOfFire::ByHeight
    }

    /// Why a shot or a spell is none of its choices where lines of fire go by height. Rules `BG3-COMB-07` to `BG3-COMB-13` (pp.
    /// 16-17), `BG3-SPELL-02` (p. 31).
    fn refused_by_height(&self, kind: AttackKind, enemy: UnitId) -> Option<Refusal> {
        let spell = match kind {
            AttackKind::Ranged | AttackKind::OtherRanged { .. } => None,
            AttackKind::Spell { spell } | AttackKind::Strike { spell } => Some(spell),
            _ => return None,
        };
        if let Some(spell) = spell
            && self.field.profile().spells_in_combat
            && let Some(refusal) = spells::refused(self.field, self.unit, spell, enemy)
        {
            return Some(refusal);
        }
        let made_as = spell.map_or(kind, |spell| AttackKind::Spell { spell });
        let weapon = self.weapon(made_as).filter(|_| self.shoots_by_height())?;
        let checked = shot_refusals::check(self.field, self.unit, weapon, enemy, self.answers);
        checked.err().map(Into::into)
    }

    /// Who may shoot. Rules `BG4-COMB-04`, `BG4-COMB-06` (p. 91), `BG4-SPELL-01` (p. 134), `BG4-TERR-24` (p. 118),
    /// `BG4-EQUIP-02` (p. 132).
    fn check_shooter(&self, kind: AttackKind, spell: Option<u8>) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        // Whether a spell of this phase is cast while engaged is its own matter. Rule BG3-SPELL-01 (p. 31).
        let casts = spell.is_some() && self.field.profile().spells_in_combat;
        if self.state().is_engaged(unit) && !casts {
            return Err(TargetRefusal::Engaged(unit));
        }
        let Status::Ready(Some(orders)) = self.unit.status else {
            return Err(TargetRefusal::NotReady(unit));
        };
        match spell {
            None if self.card().ranged_attack(kind).is_none() => {
                return Err(TargetRefusal::NoRangedAttack(unit));
            }
            Some(spell) if !self.casts(spell) => return Err(TargetRefusal::NoAttackSpell { unit, spell }),
            None | Some(_) => {}
        }
        if !ammunition::has_ammo(self.state(), self.unit) {
            return Err(TargetRefusal::NoAmmo(unit));
        }
        if self.unit.turn.rallied {
            return Err(TargetRefusal::Rallied(unit));
        }
        let shoots = spell.is_none_or(|spell| {
            !spells::is_cast_without_attack(self.state(), unit, AttackKind::Spell { spell })
        });
        if shoots && self.field.ground_forbids_shooting(unit) {
            return Err(TargetRefusal::GroundForbidsShooting(unit));
        }
        let keeps = self.field.profile().throws == Throws::WhenCharging;
        if keeps && spell.is_none() && equipment::holds_its_throw(self.card(), orders.order) {
            return Err(TargetRefusal::HoldsItsThrow(unit));
        }
        Ok(())
    }

    /// Whether its card has this spell with the Attack keyword alone, or at all where every spell is cast in the Combat Phase.
    /// Rules `BG4-SPELL-01` (p. 134), `BG3-SPELL-01` (p. 31).
    fn casts(&self, spell: u8) -> bool {
        let spell = self.card().spells.get(usize::from(spell));
        let any = self.field.profile().spells_in_combat;
        spell.is_some_and(|spell| any || spell.is_pure_attack())
    }

    /// Whom it may shoot. Rules `BG4-COMB-06`, `BG4-COMB-07` (p. 91), `BG4-ORDER-13` (pp. 29-30).
    fn check_shot_at(&self, weapon: Weapon, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        let visible = self.field.visible_enemies(unit, Purpose::Shoot);
        if !visible.contains(&enemy) {
            return Err(TargetRefusal::NotVisible { unit, enemy });
        }
        self.check_range(weapon, enemy)?;
        let legal = shooting::targets(self.field, self.unit, weapon, self.answers);
        let only = match legal.as_deref() {
            Ok([only]) if *only != enemy => Some(*only),
            Ok(_) | Err(_) => None,
        };
        if self.unit.turn.controlled {
            return match only {
                Some(named) if self.unit.turn.named_enemy == only => {
                    Err(TargetRefusal::NamedAnother { named, enemy })
                }
                Some(_) | None => self.check_path(weapon, enemy),
            };
        }
        match only {
            Some(objective) if enemy_objective(self.unit) == only => Err(TargetRefusal::ObjectiveFirst {
                unit,
                objective,
                enemy,
            }),
            Some(_) | None => self.check_nearest(weapon, enemy),
        }
    }

    /// The target is within the Range stat, and with the orders Short and Long within 7 and 14 inches. Rules `BG4-COMB-06`
    /// (p. 91), `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
    fn check_range(&self, weapon: Weapon, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        let Some(distance) = self.field.within(unit, enemy) else {
            return Ok(());
        };
        let within = |reach| {
            self.field
                .profile()
                .measures
                .reaches(distance, reach, Limit::Within)
        };
        if !within(weapon.range) {
            return Err(TargetRefusal::TooFar {
                unit,
                enemy,
                distance,
                reach: weapon.range,
            });
        }
        let reach = shots::limit(self.field.profile(), self.unit, weapon.range);
        match self.unit.status {
            Status::Ready(Some(orders)) if !within(reach) => Err(TargetRefusal::BeyondItsOrder {
                unit,
                enemy,
                distance,
                reach,
                order: orders.order,
            }),
            Status::Ready(_) | Status::Disrupted | Status::Routing => Ok(()),
        }
    }

    /// The target is the Nearest Enemy of those that a blocked path does not rule out. Rules `BG4-COMB-07`, `BG4-COMB-10`,
    /// `BG4-COMB-11` (pp. 91-93).
    fn check_nearest(&self, weapon: Weapon, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        let mut dropped = Vec::new();
        loop {
            let nearest = self
                .field
                .nearest_enemy_but(unit, Purpose::Shoot, &dropped, self.answers);
            // ERR: of enemies that tie its owner may choose this one: it is not refused for another that is nearer.
            let Ok(Some(nearest)) = nearest else {
                return Ok(());
            };
            let open = self.check_path(weapon, nearest);
            if nearest == enemy {
                return open;
            }
            if open.is_ok() {
                return Err(TargetRefusal::NotNearest { unit, nearest, enemy });
            }
            dropped.push(nearest);
        }
    }

    /// Line of Sight attacks need an Open Path, Low Arc ones at an engaged enemy. Rules `BG4-COMB-10`, `BG4-COMB-11`
    /// (pp. 92-93).
    fn check_path(&self, weapon: Weapon, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        let free = shooting::is_way_free(self.field, unit, enemy, weapon.way, self.answers);
        if !matches!(free, Ok(false)) {
            return Ok(());
        }
        Err(match weapon.way {
            RangedType::LowArc => TargetRefusal::NoOpenPathIntoMelee { unit, enemy },
            RangedType::LineOfSight | RangedType::Indirect => TargetRefusal::NoOpenPath { unit, enemy },
        })
    }

    /// Whom a flyer swoops on. Rule `BG4-FLY-13` (pp. 125-126).
    fn check_swoop(&self, enemy: UnitId) -> Result<(), TargetRefusal> {
        let unit = self.unit.id;
        if !self.unit.airborne {
            return Err(TargetRefusal::NotInTheAir(unit));
        }
        if self.state().unit(enemy).is_some_and(|enemy| enemy.airborne) {
            return Err(TargetRefusal::EnemyInTheAir(enemy));
        }
        if !swoop::is_over(self.field, unit, enemy) {
            return Err(TargetRefusal::NotOverIt { unit, enemy });
        }
        if self.field.is_hidden_from_above(enemy) {
            return Err(TargetRefusal::HiddenFromAbove(enemy));
        }
        Ok(())
    }
}
