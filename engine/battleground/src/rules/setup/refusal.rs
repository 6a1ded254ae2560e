//! Reasons to refuse a step of the set-up, and the request for one (pp. 126-127, 136-139).

use hindsight_kernel::{PackFault, Seat};

use crate::model::names::MOST_SEATS;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::{HouseRules, MOST_MORE_DECKS};

refusals! {
    /// Reasons to refuse a step of the set-up: faction, budget, scenario and map, army; of each first whether it is its time.
    pub(crate) enum SetupRefusal {
        // Faction.
        NotChoosing = Rule::Setup01, "p. 136", "no faction is chosen now: the steps of the set-up follow one another";
        OneSource { also: Vec<String> } = Rule::Merc01, "p. 126, 136", "mercenaries come from one faction" => asked(also);
        NoSuchFaction { asked: String, factions: Vec<String> } = Rule::Setup02, "p. 136", "there is no faction {asked:?}"
            => asked(asked), allowed(factions);
        NotForHire { asked: String, hired: Vec<String> } = Rule::Merc01, "p. 126, 136",
            "the units of {asked} may not be taken as mercenaries" => asked(asked), allowed(hired);
        PrimaryFaction(faction: String) = Rule::Merc01, "p. 126, 136", "mercenaries come from another faction than the primary one"
            => asked(faction);

        // Budget.
        NoBudgetNow = Rule::Setup01, "p. 136", "no budget is agreed now: the steps of the set-up follow one another";
        NoSuchBudget { asked: u16, types: [u16; 3] } = Rule::Setup03, "p. 136-137", "a budget is 500 to 20000 points"
            => asked(asked), allowed(types);
        NoScenarioFor { asked: u16, prescribed: Vec<u16> } = Rule::Scen08, "p. 35, 126, 137",
            "no scenario of these packs is played with that many points" => asked(asked), allowed(prescribed);

        // Scenario and map.
        NoScenarioNow = Rule::Setup01, "p. 136", "no scenario is agreed now: the steps of the set-up follow one another";
        NoSuchScenario { asked: Option<String>, scenarios: Vec<String> } = Rule::Setup04, "p. 137", "there is no such scenario"
            => asked(asked), allowed(scenarios);
        NoSuchMap { asked: Option<String>, maps: Vec<String> } = Rule::Setup04, "p. 137", "there is no such map"
            => asked(asked), allowed(maps);
        MapOfItsOwn { scenario: String, asked: Option<String>, map: Option<String> } = Rule::Scen08, "p. 35, 126, 137",
            "{scenario} is played on a map of its own" => asked(asked), allowed(map);
        BudgetOfItsOwn { scenario: String, asked: Option<u16>, budget: u16 } = Rule::Scen08, "p. 35, 126, 137",
            "{scenario} is played with {budget} points" => asked(asked), allowed(budget);
        HiredAlready { scenario: Option<String> } = Rule::Scen08, "p. 35, 126, 137",
            "armies with mercenaries are built, which this scenario forbids" => asked(scenario);
        BudgetAgreed { asked: Option<u16>, agreed: Option<u16> } = Rule::Setup03, "p. 136-137", "the budget is agreed already"
            => asked(asked), allowed(agreed);

        // Proposals of the other player.
        NothingProposedNow = Rule::Setup01, "p. 136", "no proposal is accepted now: the steps of the set-up follow one another";
        NoBudgetProposed = Rule::Setup03, "p. 136-137", "there is no proposal of the other player to accept";
        NoScenarioProposed = Rule::Setup04, "p. 137", "there is no proposal of the other player to accept";

        // Army.
        NotBuilding = Rule::Setup01, "p. 136", "no army is built now: the steps of the set-up follow one another";
        UnknownFaction = Rule::Setup02, "p. 136", "the faction is not known here";
        FaultyArmy { rule: Rule, faults: Vec<String> } = *rule, "pp. 126-127, 137-139", "{}", faults.join("; ")
            => with("faults", faults);
        UnknownArmy = Rule::Army01, "p. 137", "the army is not known here";
    }
}

refusals! {
    /// Reasons to refuse a request for a set-up: options, packs, seats and shares, ready armies.
    pub(crate) enum RequestRefusal: &'static str {
        NoHouseOptions(house: HouseRules) = "HS-FORM-01", "table", "house: this edition leaves no such option to the players"
            => asked(house);

        // Packs.
        NoSuchPack { pack: String, packs: Vec<String> } = "HS-FORM-01", "table", "there is no pack {pack} here"
            => asked(pack), allowed(packs);
        FaultyPack { pack: String, faults: Vec<PackFault> } = "HS-FORM-01", "table", "the pack {pack} has faults"
            => with("faults", faults);
        InTwoPacks(named: String) = "HS-FORM-01", "table", "two packs both have {named}" => asked(named);
        NoFaction = "HS-FORM-01", "table", "the packs have no faction";
        NoScenarioOrMap = "HS-FORM-01", "table", "the packs have no scenario or no map";

        // Seats and shares.
        SeatLeftOut(seat: Seat) = "HS-FORM-01", "table", "the seats of teams follow one another: A, B, C ..." => asked(seat);
        NoTeams = "HS-FORM-01", "table", "this edition is played by two players";
        SeatCount(count: usize) = "HS-FORM-01", "table", "two to {MOST_SEATS} seats can play" => asked(count);
        NoSuchShare(share: u16) = "HS-FORM-01", "table", "a player's share is 500 to 20000 points" => asked(share);

        // Ready armies.
        NoArmyBefore(seat: Seat) = "HS-FORM-01", "table", "seat {seat} has no ready army, and one after it has"
            => with("seat", seat);
        NoTwoArmies = "HS-FORM-01", "table", "the packs have no two ready armies";
        NoReadyArmy { army: String, armies: Vec<String> } = "HS-FORM-01", "table", "the packs have no ready army {army}"
            => asked(army), allowed(armies);
        DeckSharedByTeams(house: HouseRules) = "HS-FORM-01", "table",
            "house: a deck is shared by two players, not by teams" => asked(house);
        DecksBesideShared(house: HouseRules) = "HS-FORM-01", "table",
            "house: a shared deck is one deck, with none beside it" => asked(house);
        TooManyDecks(house: HouseRules) = "HS-FORM-01", "table",
            "house: a player has at most {MOST_MORE_DECKS} command decks beside the first" => asked(house);
        SomeSeatsReady = "HS-FORM-01", "table", "each seat of the teams has a ready army, or none has";
        OneOfEach = "HS-FORM-01", "table", "each seat has one faction and one army";
    }
}
