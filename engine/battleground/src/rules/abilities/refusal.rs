//! Reasons to refuse a faction ability in the Movement & Command Phase (p. 36).

use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;

refusals! {
    /// Reasons to refuse a faction ability: which one it is, on whom it falls, then what it costs. The number of its units and their
    /// owners are judged as those of cards ([`check_named`](crate::rules::command_cards::check_named)).
    #[derive(Eq)]
    pub(crate) enum AbilityRefusal {
        NotUsable { asked: String, usable: Vec<String> } = Rule::Cmd09, "p. 36, 100",
            "{asked:?} is no ability you may use now" => asked(asked), allowed(usable);
        OnNoUnit { ability: String, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100", "{ability} is used on no unit"
            => asked(on);
        OfAnotherFaction { ability: String, unit: UnitId } = Rule::Merc05, "p. 127",
            "{ability} is used on units of its own faction" => asked(unit);
        /// It heals whom a Healing spell might heal. Rules `BG3-SPELL-05`, `BG3-ERR-02`, `BG3-ERR-03` (pp. 32-33).
        NotHealed { ability: String, unit: UnitId } = Rule::HealedOnce, "p. 32",
            "{ability} heals, and {unit} was healed this turn or is healed by nothing" => asked(unit);
        MarkedAlready { ability: String, unit: UnitId } = Rule::Cmd09, "p. 36, 100",
            "the box of {ability} is marked on {unit} already" => asked(unit);
        NotOn { ability: String, unit: UnitId, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100",
            "{ability} cannot be used on {unit}" => asked(on);
        NotInThisPhase { ability: String, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100",
            "{ability} is not used in this phase" => asked(on);
        TooDear { ability: String, cost: u8, left: u8 } = Rule::Cmd09, "p. 36, 100",
            "{ability} costs {cost} CA, {left} are left" => asked(cost), allowed(left);
    }
}
