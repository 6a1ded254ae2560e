//! Reasons to refuse a spell in the Movement & Command Phase (pp. 134-135).

use std::collections::BTreeSet;

use battleground_geometry::Inches;

use crate::messages::MESSAGES;
use crate::model::effect::Distance;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::by_id;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a spell: which spell it is, whether its caster may cast now, then its target.
    pub(crate) enum SpellRefusal {
        NoSuchSpell { unit: UnitId, asked: u8, count: usize } = Rule::Spell01, "p. 134",
            unit = by_id(*unit), count, asked => asked(asked);
        OnlyInCombat(unit: UnitId) = Rule::Spell01, "p. 134" => asked(unit);
        NotReadyOrEngaged(unit: UnitId) = Rule::Spell02, "p. 134" => asked(unit);
        /// RULING: BG4-SPELL-02, one spell per unit and turn, since each counts as its attack (p. 134).
        CastAlready(unit: UnitId) = Rule::Spell02, "p. 134" => asked(unit);
        RalliedThisTurn(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44" => asked(unit);
        RushedThisTurn(unit: UnitId) = Rule::Turn08, "p. 33" => asked(unit);
        /// RULING: BG4-SPELL-01, a Close unit that can rush must; under Direct Control it may decline and cast (p. 134).
        MustRush(unit: UnitId) = Rule::Spell01, "p. 134" => asked(unit);
        /// No ranged attack is made out of deep water, or out of custom terrain that says so. Rules `BG4-TERR-24` (p. 118),
        /// `BG3-TERR-01` (p. 27).
        GroundForbidsShooting(unit: UnitId) = Rule::Terr24, "p. 118" => asked(unit);
        NoAmmo(unit: UnitId) = Rule::Spell08, "p. 135" => asked(unit);
        TargetNotOnTable(unit: UnitId) = Rule::Spell03, "p. 134", unit = by_id(*unit) => asked(unit);
        NoAttackTarget { asked: UnitId, allowed: BTreeSet<UnitId> } = Rule::Spell03, "p. 134"
            => asked(asked), allowed(allowed);
        OutOfRange { target: UnitId, spell: String, found: Option<Inches>, range: Distance } = Rule::Spell03, "p. 134",
            target = by_id(*target), spell => asked(found), allowed(range);
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse any spell of a unit: the phase of the edition, and more questions than naming a target answers.
    #[derive(Copy, Eq)]
    pub(crate) enum CastingRefusal {
        InTheCombatPhase(unit: UnitId) = Rule::Spell01, "p. 134" => asked(unit);
        ManyTies { unit: UnitId, most: usize } = Rule::Spell03, "p. 134", unit = by_id(*unit), most;
    }
}
