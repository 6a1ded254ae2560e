//! Reasons to refuse a step of the set-up, and the request for one (pp. 126-127, 136-139).

use hindsight_kernel::{Message, PackFault, Seat, joined, sentences};

use crate::messages::MESSAGES;
use crate::model::names::MOST_SEATS;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::{HouseRules, MOST_MORE_DECKS};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a step of the set-up: faction, budget, scenario and map, army; of each first whether it is its time.
    pub(crate) enum SetupRefusal {
        // Faction.
        NotChoosing = Rule::Setup01, "p. 136";
        OneSource { also: Vec<String> } = Rule::Merc01, "p. 126, 136" => asked(also);
        NoSuchFaction { asked: String, factions: Vec<String> } = Rule::Setup02, "p. 136",
            asked => asked(asked), allowed(factions);
        NotForHire { asked: String, hired: Vec<String> } = Rule::Merc01, "p. 126, 136",
            asked => asked(asked), allowed(hired);
        PrimaryFaction(faction: String) = Rule::Merc01, "p. 126, 136" => asked(faction);

        // Budget.
        NoBudgetNow = Rule::Setup01, "p. 136";
        NoSuchBudget { asked: u16, types: [u16; 3] } = Rule::Setup03, "p. 136-137" => asked(asked), allowed(types);
        NoScenarioFor { asked: u16, prescribed: Vec<u16> } = Rule::Scen08, "p. 35, 126, 137"
            => asked(asked), allowed(prescribed);

        // Scenario and map.
        NoScenarioNow = Rule::Setup01, "p. 136";
        NoSuchScenario { asked: Option<String>, scenarios: Vec<String> } = Rule::Setup04, "p. 137"
            => asked(asked), allowed(scenarios);
        NoSuchMap { asked: Option<String>, maps: Vec<String> } = Rule::Setup04, "p. 137" => asked(asked), allowed(maps);
        MapOfItsOwn { scenario: String, asked: Option<String>, map: Option<String> } = Rule::Scen08, "p. 35, 126, 137",
            scenario => asked(asked), allowed(map);
        BudgetOfItsOwn { scenario: String, asked: Option<u16>, budget: u16 } = Rule::Scen08, "p. 35, 126, 137",
            scenario, budget => asked(asked), allowed(budget);
        HiredAlready { scenario: Option<String> } = Rule::Scen08, "p. 35, 126, 137" => asked(scenario);
        BudgetAgreed { asked: Option<u16>, agreed: Option<u16> } = Rule::Setup03, "p. 136-137"
            => asked(asked), allowed(agreed);

        // Proposals of the other player.
        NothingProposedNow = Rule::Setup01, "p. 136";
        NoBudgetProposed = Rule::Setup03, "p. 136-137";
        NoScenarioProposed = Rule::Setup04, "p. 137";

        // Army.
        NotBuilding = Rule::Setup01, "p. 136";
        UnknownFaction = Rule::Setup02, "p. 136";
        FaultyArmy { rule: Rule, faults: Vec<Message> } = *rule, "pp. 126-127, 137-139",
            faults = joined!(MESSAGES, "ask-fault-next", faults.iter().cloned()) => with("faults", sentences(faults));
        UnknownArmy = Rule::Army01, "p. 137";
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a request for a set-up: options, packs, seats and shares, ready armies.
    pub(crate) enum RequestRefusal: &'static str {
        NoHouseOptions(house: HouseRules) = "HS-FORM-01", "table" => asked(house);

        // Packs.
        NoSuchPack { pack: String, packs: Vec<String> } = "HS-FORM-01", "table", pack => asked(pack), allowed(packs);
        FaultyPack { pack: String, faults: Vec<PackFault> } = "HS-FORM-01", "table", pack => with("faults", faults);
        InTwoPacks(named: String) = "HS-FORM-01", "table", named => asked(named);
        NoFaction = "HS-FORM-01", "table";
        NoScenarioOrMap = "HS-FORM-01", "table";

        // Seats and shares.
        SeatLeftOut(seat: Seat) = "HS-FORM-01", "table" => asked(seat);
        NoTeams = "HS-FORM-01", "table";
        SeatCount(count: usize) = "HS-FORM-01", "table", most = MOST_SEATS => asked(count);
        NoSuchShare(share: u16) = "HS-FORM-01", "table" => asked(share);

        // Ready armies.
        NoArmyBefore(seat: Seat) = "HS-FORM-01", "table", seat => with("seat", seat);
        NoTwoArmies = "HS-FORM-01", "table";
        NoReadyArmy { army: String, armies: Vec<String> } = "HS-FORM-01", "table", army => asked(army), allowed(armies);
        DeckSharedByTeams(house: HouseRules) = "HS-FORM-01", "table" => asked(house);
        DecksBesideShared(house: HouseRules) = "HS-FORM-01", "table" => asked(house);
        TooManyDecks(house: HouseRules) = "HS-FORM-01", "table", most = MOST_MORE_DECKS => asked(house);
        SomeSeatsReady = "HS-FORM-01", "table";
        OneOfEach = "HS-FORM-01", "table";
    }
}
