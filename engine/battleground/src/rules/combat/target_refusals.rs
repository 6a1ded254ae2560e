//! Reasons to refuse an attack that a unit's owner names (pp. 90-93, 125-126, 132-134).

use battleground_geometry::Inches;

use crate::messages::MESSAGES;
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::{by_id, length, order_named};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an attack that a unit's owner names: for which unit a target is chosen, melee, who may shoot, whom it may
    /// shoot, swoops. The question itself knows what was asked and what it allows.
    pub(crate) enum TargetRefusal {
        // Choose Target Enemy.
        AnotherUnitChooses { unit: UnitId, by: UnitId } = Rule::Comb03, "p. 90-91", unit = by_id(*unit), by = by_id(*by);
        NoSuchEnemy(unit: UnitId) = Rule::Comb03, "p. 90-91", unit = by_id(*unit);
        NotChosenHere { kind: AttackKind } = Rule::Comb03, "p. 90-91", attack = unchosen(*kind);

        // Engaged attacks.
        NotEngagedWith { unit: UnitId, enemy: UnitId, engaged: Vec<UnitId> } = Rule::Comb04, "p. 91",
            unit = by_id(*unit), enemy = by_id(*enemy) => with("engaged_with", engaged);
        Engaged(unit: UnitId) = Rule::Comb04, "p. 91", unit = by_id(*unit);
        Compulsory(unit: UnitId) = Rule::Comb05, "p. 90-91", unit = by_id(*unit);

        // Ranged attacks: who shoots.
        NotReady(unit: UnitId) = Rule::Comb06, "p. 91", unit = by_id(*unit);
        NoRangedAttack(unit: UnitId) = Rule::Comb06, "p. 91", unit = by_id(*unit);
        NoAttackSpell { unit: UnitId, spell: u8 } = Rule::Spell01, "p. 134",
            unit = by_id(*unit), spell = u16::from(*spell) + 1;
        NoAmmo(unit: UnitId) = Rule::Comb06, "p. 91", unit = by_id(*unit);
        /// A Rallied unit does not shoot this turn. Rules `BG4-COMB-06` (p. 91), `BG4-CMD-10` (pp. 36-37).
        Rallied(unit: UnitId) = Rule::Comb06, "p. 91", unit = by_id(*unit);
        /// Units in deep water, or in custom terrain that says so, do not shoot. Rules `BG4-TERR-24` (p. 118), `BG3-TERR-01` (p. 27).
        GroundForbidsShooting(unit: UnitId) = Rule::Terr24, "p. 118", unit = by_id(*unit);
        HoldsItsThrow(unit: UnitId) = Rule::Equip02, "p. 132", unit = by_id(*unit);

        // Ranged attacks: at whom.
        NotVisible { unit: UnitId, enemy: UnitId } = Rule::Comb06, "p. 91", enemy = by_id(*enemy), unit = by_id(*unit);
        TooFar { unit: UnitId, enemy: UnitId, distance: Inches, reach: Inches } = Rule::Comb06, "p. 91",
            enemy = by_id(*enemy), distance = length(*distance), unit = by_id(*unit), reach = length(*reach)
            => with("distance", distance), with("reach", reach);
        /// With the orders Short and Long the target is within 7 or 14 inches. Rules `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
        BeyondItsOrder { unit: UnitId, enemy: UnitId, distance: Inches, reach: Inches, order: Order }
            = if *order == Order::Short { Rule::Order07 } else { Rule::Order08 }, "p. 26",
            enemy = by_id(*enemy), distance = length(*distance), order = order_named(*order), unit = by_id(*unit),
            reach = length(*reach)
            => with("distance", distance), with("reach", reach);
        NamedAnother { named: UnitId, enemy: UnitId } = Rule::Cmd06, "p. 36, 46", named = by_id(*named);
        ObjectiveFirst { unit: UnitId, objective: UnitId, enemy: UnitId } = Rule::Order13, "p. 29-30",
            unit = by_id(*unit), objective = by_id(*objective);
        NotNearest { unit: UnitId, nearest: UnitId, enemy: UnitId } = Rule::Comb07, "p. 91",
            nearest = by_id(*nearest), unit = by_id(*unit), enemy = by_id(*enemy) => with("nearest", nearest);
        NoOpenPath { unit: UnitId, enemy: UnitId } = Rule::Comb10, "p. 92", unit = by_id(*unit), enemy = by_id(*enemy);
        NoOpenPathIntoMelee { unit: UnitId, enemy: UnitId } = Rule::Comb11, "p. 92-93",
            enemy = by_id(*enemy), unit = by_id(*unit);

        // Swoops.
        NotInTheAir(unit: UnitId) = Rule::Fly13, "p. 125-126", unit = by_id(*unit);
        /// RULING: BG4-FLY-13, an enemy in the air is not swooped on (pp. 125-126).
        EnemyInTheAir(unit: UnitId) = Rule::Fly13, "p. 125-126", unit = by_id(*unit);
        NotOverIt { unit: UnitId, enemy: UnitId } = Rule::Fly13, "p. 125-126", unit = by_id(*unit), enemy = by_id(*enemy);
        HiddenFromAbove(unit: UnitId) = Rule::Fly13, "p. 125-126", unit = by_id(*unit);
        NotSwoopedOn { unit: UnitId, enemy: UnitId } = Rule::Fly14, "p. 126", enemy = by_id(*enemy), unit = by_id(*unit);
    }
}

/// The word by which a message chooses an attack that nobody chooses.
const fn unchosen(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Free => "free",
        AttackKind::Thrown => "thrown",
        AttackKind::Melee
        | AttackKind::Ranged
        | AttackKind::OtherRanged { .. }
        | AttackKind::Swoop
        | AttackKind::SwoopAnswer
        | AttackKind::Spell { .. }
        | AttackKind::Strike { .. } => "other",
    }
}
