//! Systems and their rules.

use hindsight_kernel::Rule;

use crate::wire::{PackPage, RuleList, SystemInfo, SystemList};
use crate::{Operation, ProblemKind};

const TAG: &str = "systems";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("listSystems", "/v1/systems", TAG, "The rule sets this server knows")
            .answers::<SystemList>(200, "All of them.")
            .conditional(),
        Operation::get("getSystem", "/v1/systems/{system}", TAG, "One rule set")
            .answers::<SystemInfo>(200, "The system.")
            .conditional(),
        Operation::get("listRules", "/v1/systems/{system}/rules", TAG, "The rules of a system")
            .about("Every rule has an id, its place in the rulebook, a title and one sentence of our own. Refusals, offers and odds cite the ids.")
            .answers::<RuleList>(200, "The rules, and the table's own that hold in every system.")
            .conditional(),
        Operation::get("getRule", "/v1/systems/{system}/rules/{rule}", TAG, "One rule")
            .answers::<Rule>(200, "The rule.")
            .conditional()
            .problems(&[ProblemKind::NoSuchRule]),
        Operation::get("getSchemas", "/v1/systems/{system}/schemas", TAG, "The JSON Schemas of a system")
            .about("What a setup request, a command, an event, a position, a ruling's patch, a pack and a position drawn by hand (`sketch`) of this system look like (JSON Schema 2020-12).")
            .answers::<std::collections::BTreeMap<String, serde_json::Value>>(200, "The schemas.")
            .conditional(),
        Operation::get("listSystemPacks", "/v1/systems/{system}/packs", TAG, "The packs of a system")
            .answers::<PackPage>(200, "Built-in ones first."),
    ]
}
