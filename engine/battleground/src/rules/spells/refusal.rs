//! Reasons to refuse a spell in the Movement & Command Phase (pp. 134-135).

use std::collections::BTreeSet;

use battleground_geometry::Inches;

use crate::model::effect::Distance;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a spell: which spell it is, whether its caster may cast now, then its target.
    pub(crate) enum SpellRefusal {
        NoSuchSpell { unit: UnitId, asked: u8, count: usize } = Rule::Spell01, "p. 134",
            "{unit} has {count} spells, numbered from 0" => asked(asked);
        OnlyInCombat(unit: UnitId) = Rule::Spell01, "p. 134",
            "a spell with only the Attack keyword is cast in the Combat Phase" => asked(unit);
        NotReadyOrEngaged(unit: UnitId) = Rule::Spell02, "p. 134", "only a Ready, unengaged unit casts spells"
            => asked(unit);
        /// RULING: BG4-SPELL-02, one spell per unit and turn, since each counts as its attack (p. 134).
        CastAlready(unit: UnitId) = Rule::Spell02, "p. 134", "it has cast a spell this turn" => asked(unit);
        RalliedThisTurn(unit: UnitId) = Rule::Cmd10, "p. 36-37, 44", "a unit Rallied this turn may not cast" => asked(unit);
        RushedThisTurn(unit: UnitId) = Rule::Turn08, "p. 33", "a unit that Final Rushes casts no spell this turn"
            => asked(unit);
        /// RULING: BG4-SPELL-01, a Close unit that can rush must; under Direct Control it may decline and cast (p. 134).
        MustRush(unit: UnitId) = Rule::Spell01, "p. 134", "it can Final Rush now, so it must: it may not cast first"
            => asked(unit);
        /// No ranged attack is made out of deep water, or out of custom terrain that says so. Rules `BG4-TERR-24` (p. 118),
        /// `BG3-TERR-01` (p. 27).
        GroundForbidsShooting(unit: UnitId) = Rule::Terr24, "p. 118",
            "a unit in Deep or Very Deep Water, or in custom terrain that says so, makes no ranged attack" => asked(unit);
        NoAmmo(unit: UnitId) = Rule::Spell08, "p. 135", "an Attack spell uses an ammo box, and all are marked"
            => asked(unit);
        TargetNotOnTable(unit: UnitId) = Rule::Spell03, "p. 134", "{unit} is not on the table" => asked(unit);
        NoAttackTarget { asked: UnitId, allowed: BTreeSet<UnitId> } = Rule::Spell03, "p. 134",
            "an Attack spell is cast at the Nearest Enemy, Visible and in range" => asked(asked), allowed(allowed);
        OutOfRange { target: UnitId, spell: String, found: Option<Inches>, range: Distance } = Rule::Spell03, "p. 134",
            "{target} is beyond the range of {spell}" => asked(found), allowed(range);
    }
}

refusals! {
    /// Reasons to refuse any spell of a unit: the phase of the edition, and more questions than naming a target answers.
    #[derive(Copy, Eq)]
    pub(crate) enum CastingRefusal {
        InTheCombatPhase(unit: UnitId) = Rule::Spell01, "p. 134", "spells are cast in the Combat Phase" => asked(unit);
        ManyTies { unit: UnitId, most: usize } = Rule::Spell03, "p. 134",
            "{unit} stands on the diagonals of more than {most} enemies or among as many ties: turn it first, or mend its place \
             by a ruling";
    }
}
