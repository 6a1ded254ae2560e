//! Reasons to refuse a faction ability in the Movement & Command Phase (p. 36).

use crate::messages::MESSAGES;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::naming::by_id;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a faction ability: which one it is, on whom it falls, then what it costs. The number of its units and their
    /// owners are judged as those of cards ([`check_named`](crate::rules::command_cards::check_named)).
    #[derive(Eq)]
    pub(crate) enum AbilityRefusal {
        NotUsable { asked: String, usable: Vec<String> } = Rule::Cmd09, "p. 36, 100",
            asked => asked(asked), allowed(usable);
        OnNoUnit { ability: String, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100", ability => asked(on);
        OfAnotherFaction { ability: String, unit: UnitId } = Rule::Merc05, "p. 127", ability => asked(unit);
        /// It heals whom a Healing spell might heal. Rules `BG3-SPELL-05`, `BG3-ERR-02`, `BG3-ERR-03` (pp. 32-33).
        NotHealed { ability: String, unit: UnitId } = Rule::HealedOnce, "p. 32",
            ability, unit = by_id(*unit) => asked(unit);
        MarkedAlready { ability: String, unit: UnitId } = Rule::Cmd09, "p. 36, 100",
            ability, unit = by_id(*unit) => asked(unit);
        NotOn { ability: String, unit: UnitId, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100",
            ability, unit = by_id(*unit) => asked(on);
        NotInThisPhase { ability: String, on: Vec<UnitId> } = Rule::Cmd09, "p. 36, 100", ability => asked(on);
        TooDear { ability: String, cost: u8, left: u8 } = Rule::Cmd09, "p. 36, 100",
            ability, cost, left => asked(cost), allowed(left);
    }
}
