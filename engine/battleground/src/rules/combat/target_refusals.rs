//! Reasons to refuse an attack that a unit's owner names (pp. 90-93, 125-126, 132-134).

use battleground_geometry::Inches;

use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse an attack that a unit's owner names: for which unit a target is chosen, melee, who may shoot, whom it may
    /// shoot, swoops. The question itself knows what was asked and what it allows.
    pub(crate) enum TargetRefusal {
        // Choose Target Enemy.
        AnotherUnitChooses { unit: UnitId, by: UnitId } = Rule::Comb03, "p. 90-91",
            "a target is chosen for {unit} now, not for {by}";
        NoSuchEnemy(unit: UnitId) = Rule::Comb03, "p. 90-91", "{unit} is no enemy unit on the table";
        NotChosenHere { kind: AttackKind } = Rule::Comb03, "p. 90-91",
            "{} is not chosen with the targets of the Combat Phase", phrase(*kind);

        // Engaged attacks.
        NotEngagedWith { unit: UnitId, enemy: UnitId, engaged: Vec<UnitId> } = Rule::Comb04, "p. 91",
            "{unit} is not engaged with {enemy}" => with("engaged_with", engaged);
        Engaged(unit: UnitId) = Rule::Comb04, "p. 91", "{unit} is engaged and makes no ranged attack";
        Compulsory(unit: UnitId) = Rule::Comb05, "p. 90-91",
            "{unit} must attack: only spells, swoops and the answers to swoops may be declined";

        // Ranged attacks: who shoots.
        NotReady(unit: UnitId) = Rule::Comb06, "p. 91", "{unit} is not Ready and makes no ranged attack";
        NoRangedAttack(unit: UnitId) = Rule::Comb06, "p. 91", "{unit} has no ranged attack";
        NoAttackSpell { unit: UnitId, spell: u8 } = Rule::Spell01, "p. 134",
            "{unit} has no spell {} that is cast in the Combat Phase", u16::from(*spell) + 1;
        NoAmmo(unit: UnitId) = Rule::Comb06, "p. 91", "all ammo boxes of {unit} are marked";
        /// A Rallied unit does not shoot this turn. Rules `BG4-COMB-06` (p. 91), `BG4-CMD-10` (pp. 36-37).
        Rallied(unit: UnitId) = Rule::Comb06, "p. 91", "{unit} was Rallied this turn and does not shoot";
        /// Units in deep water, or in custom terrain that says so, do not shoot. Rules `BG4-TERR-24` (p. 118), `BG3-TERR-01` (p. 27).
        GroundForbidsShooting(unit: UnitId) = Rule::Terr24, "p. 118",
            "{unit} does not shoot from where it stands: in deep water, or in custom terrain that says so";
        HoldsItsThrow(unit: UnitId) = Rule::Equip02, "p. 132", "{unit} is on Close and keeps its throw for the charge";

        // Ranged attacks: at whom.
        NotVisible { unit: UnitId, enemy: UnitId } = Rule::Comb06, "p. 91", "{enemy} is not Visible to {unit}";
        TooFar { unit: UnitId, enemy: UnitId, distance: Inches, reach: Inches } = Rule::Comb06, "p. 91",
            "{enemy} is {distance} away and {unit} shoots {reach}" => with("distance", distance), with("reach", reach);
        /// With the orders Short and Long the target is within 7 or 14 inches. Rules `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
        BeyondItsOrder { unit: UnitId, enemy: UnitId, distance: Inches, reach: Inches, order: Order }
            = if *order == Order::Short { Rule::Order07 } else { Rule::Order08 }, "p. 26",
            "{enemy} is {distance} away and with the order {} {unit} shoots {reach}", order.letter()
            => with("distance", distance), with("reach", reach);
        NamedAnother { named: UnitId, enemy: UnitId } = Rule::Cmd06, "p. 36, 46",
            "under Direct Control {named} was named as the Nearest Enemy";
        ObjectiveFirst { unit: UnitId, objective: UnitId, enemy: UnitId } = Rule::Order13, "p. 29-30",
            "{unit} shoots its objective {objective}";
        NotNearest { unit: UnitId, nearest: UnitId, enemy: UnitId } = Rule::Comb07, "p. 91",
            "{nearest} is nearer to {unit} than {enemy}" => with("nearest", nearest);
        NoOpenPath { unit: UnitId, enemy: UnitId } = Rule::Comb10, "p. 92", "{unit} has no Open Path to {enemy}";
        NoOpenPathIntoMelee { unit: UnitId, enemy: UnitId } = Rule::Comb11, "p. 92-93",
            "{enemy} is engaged and {unit} has no Open Path to it";

        // Swoops.
        NotInTheAir(unit: UnitId) = Rule::Fly13, "p. 125-126", "{unit} is not in the air and does not swoop";
        /// RULING: BG4-FLY-13, an enemy in the air is not swooped on (pp. 125-126).
        EnemyInTheAir(unit: UnitId) = Rule::Fly13, "p. 125-126", "{unit} is in the air and is not swooped on";
        NotOverIt { unit: UnitId, enemy: UnitId } = Rule::Fly13, "p. 125-126",
            "fewer than two side centre points of {unit} lie over {enemy}";
        HiddenFromAbove(unit: UnitId) = Rule::Fly13, "p. 125-126", "{unit} stands in terrain that hides it from above";
        NotSwoopedOn { unit: UnitId, enemy: UnitId } = Rule::Fly14, "p. 126", "{enemy} does not swoop on {unit}";
    }
}

/// An attack that nobody chooses, as a sentence begins with it.
const fn phrase(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Free => "a Free Attack",
        AttackKind::Thrown => "a throw on the charge",
        AttackKind::Melee
        | AttackKind::Ranged
        | AttackKind::OtherRanged { .. }
        | AttackKind::Swoop
        | AttackKind::SwoopAnswer
        | AttackKind::Spell { .. }
        | AttackKind::Strike { .. } => "this attack",
    }
}
