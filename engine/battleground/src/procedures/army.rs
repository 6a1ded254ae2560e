//! Army building: points, Core, Elite, mercenaries (pp. 126-127, 137-138).

use hindsight_kernel::{Argument, Message, message};

use crate::editions::{Edition, Profile};
use crate::messages::MESSAGES;
use crate::model::cards::{Ability, Book, Category};
use crate::model::effect::Keyword;
use crate::model::names::MOST_UNITS;
use crate::model::rule::Rule;
use crate::model::state::{Allegiance, ArmyList};

/// The cost of a command card. Rule `BG4-ARMY-01` (p. 137).
pub(crate) const CARD_POINTS: u32 = 25;
/// The most cards that may be bought: a full hand. Rule `BG4-ARMY-06` (pp. 137, 139).
// RULING: BG4-ARMY-06, the book names no limit; the hand limit is one.
pub(crate) const MOST_CARDS: u8 = 15;

/// The most abilities that are bought.
const MOST_ABILITIES: usize = 20;

/// The cards of a command deck.
const DECK: u8 = 30;

/// A fault of an army list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ArmyFault {
    /// No such card in the packs in play.
    NoSuchUnit(String),
    /// No unit at all.
    NoUnits,
    /// Too many to number.
    TooManyUnits(usize),
    /// Nothing that such an army buys. Rule `BG3-ARMY-01` (p. 25).
    NoSuchAbility(String),
    /// Bought already. Rule `BG3-ARMY-01` (p. 25).
    AbilityTwice(String),
    /// Too many to look at.
    TooManyAbilities(usize),
    /// Over the budget. Rule `BG4-ARMY-01` (p. 137).
    TooExpensive {
        /// What it costs.
        spent: u32,
        /// What there is.
        budget: u16,
    },
    /// Too few Core units of the own faction. Rules `BG4-ARMY-02`, `BG4-MERC-03` (pp. 127, 137).
    TooFewCore {
        /// In the list.
        found: usize,
        /// Needed.
        needed: usize,
    },
    /// Too many of one Elite kind. Rules `BG4-ARMY-03`, `BG4-MERC-03` (pp. 127, 137).
    TooManyElite {
        /// Which.
        kind: String,
        /// In the list.
        found: usize,
        /// Allowed.
        most: usize,
    },
    /// A unit of another faction that may not be hired. Rules `BG4-MERC-01`, `BG4-SETUP-02` (pp. 126, 136).
    NotAnnounced {
        /// The unit card.
        unit: String,
        /// Its faction.
        faction: String,
    },
    /// A unit of the mercenaries' faction without the keyword. Rule `BG4-MERC-01` (pp. 126, 136).
    NoMercenary(String),
    /// Mercenaries where the scenario forbids them. Rule `BG4-MERC-01` (pp. 126, 136).
    MercenariesForbidden,
    /// More cards than a hand holds. Rule `BG4-ARMY-06` (pp. 137, 139).
    TooManyCards(u8),
}

impl ArmyFault {
    /// The fault as a sentence.
    fn message(&self) -> Message {
        match self {
            Self::NoSuchUnit(card) => {
                message!(MESSAGES, "army-fault-no-unit-card", card = Argument::quoted(card))
            }
            Self::NoUnits => message!(MESSAGES, "army-fault-no-units"),
            Self::TooManyUnits(units) => {
                message!(MESSAGES, "army-fault-too-many-units", units, most = MOST_UNITS)
            }
            Self::NoSuchAbility(ability) => message!(
                MESSAGES,
                "army-fault-no-ability",
                ability = Argument::quoted(ability)
            ),
            Self::AbilityTwice(ability) => message!(MESSAGES, "army-fault-ability-twice", ability),
            Self::TooManyAbilities(abilities) => message!(
                MESSAGES,
                "army-fault-too-many-abilities",
                abilities,
                most = MOST_ABILITIES
            ),
            Self::TooExpensive { spent, budget } => {
                message!(MESSAGES, "army-fault-too-expensive", spent, budget)
            }
            Self::TooFewCore { found, needed } => {
                message!(MESSAGES, "army-fault-few-core-units", found, needed)
            }
            Self::TooManyElite { kind, found, most } => {
                message!(MESSAGES, "army-fault-too-many-elite-units", kind, found, most)
            }
            Self::NotAnnounced { unit, faction } => {
                message!(MESSAGES, "army-fault-not-announced", unit, faction)
            }
            Self::NoMercenary(unit) => message!(MESSAGES, "army-fault-no-mercenary", unit),
            Self::MercenariesForbidden => message!(MESSAGES, "army-fault-mercenaries-forbidden"),
            Self::TooManyCards(cards) => {
                message!(MESSAGES, "army-fault-too-many-cards", cards, most = MOST_CARDS)
            }
        }
    }

    /// The rule it breaks.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NoSuchUnit(_)
            | Self::NoUnits
            | Self::TooManyUnits(_)
            | Self::NoSuchAbility(_)
            | Self::AbilityTwice(_)
            | Self::TooManyAbilities(_)
            | Self::TooExpensive { .. } => Rule::Army01,
            Self::TooFewCore { .. } => Rule::Army02,
            Self::TooManyElite { .. } => Rule::Army03,
            Self::NotAnnounced { .. } | Self::NoMercenary(_) | Self::MercenariesForbidden => Rule::Merc01,
            Self::TooManyCards(_) => Rule::Army06,
        }
    }

    /// In a sentence with the rule of an edition.
    pub(crate) fn cited(&self, edition: Edition) -> Message {
        message!(
            MESSAGES,
            "pack-fault-by-rule",
            reason = self.message(),
            rule = self.rule().id(edition).to_owned()
        )
    }
}

/// The number of Core units that a budget asks for. Rule `BG4-ARMY-02` (p. 137).
pub(crate) const fn core_needed(budget: u16) -> usize {
    (budget / 500) as usize
}

/// The most Elite units of one kind that a budget allows. Rule `BG4-ARMY-03` (p. 137).
pub(crate) const fn elite_allowed(budget: u16) -> usize {
    (budget / 1_000) as usize
}

/// The abilities that an army can buy: those of its primary faction that cost points, and of the factions of its mercenaries the
/// unit abilities. Rules `BG3-ARMY-01`, `BG3-MERC-06`, `BG3-MERC-07` (pp. 25-26).
pub(crate) fn for_sale<'b>(book: &'b Book, allegiance: &Allegiance) -> Vec<&'b Ability> {
    let sources = std::iter::once(&allegiance.faction).chain(allegiance.sources());
    let factions = sources.filter_map(|id| book.faction(id));
    let sold = |ability: &&Ability, own: bool| ability.points.is_some() && (own || ability.of_unit);
    factions
        .flat_map(|faction| {
            let own = faction.id == allegiance.faction;
            faction.abilities.iter().filter(move |ability| sold(ability, own))
        })
        .collect()
}

/// The cost of a list: printed points of units and abilities, and 25 for each card. Rules `BG4-ARMY-01` (p. 137), `BG3-ARMY-01`
/// (p. 25).
pub(crate) fn cost(book: &Book, allegiance: &Allegiance, list: &ArmyList) -> u32 {
    let units: u32 = list
        .units
        .iter()
        .filter_map(|id| book.kind_named(id))
        .map(|(_, kind)| u32::from(kind.points))
        .sum();
    let sold = for_sale(book, allegiance);
    let abilities: u32 = list
        .abilities
        .iter()
        .filter_map(|id| sold.iter().find(|ability| ability.id == *id)?.points)
        .map(u32::from)
        .sum();
    units + abilities + CARD_POINTS * u32::from(list.cards)
}

/// Whether a list holds mercenaries: what is announced, without their number. Rule `BG4-ARMY-05` (p. 138).
pub(crate) fn has_mercenaries(book: &Book, allegiance: &Allegiance, list: &ArmyList) -> bool {
    list.units
        .iter()
        .filter_map(|id| book.kind_named(id))
        .any(|(_, kind)| kind.faction != allegiance.faction)
}

/// Everything that is wrong with a list in an edition: where every unit of a faction that is named may be taken, no keyword is
/// asked for. So many command decks make up the player's own. Rules `BG3-MERC-01` (p. 25), `BG4-MERC-02` (p. 126).
pub(crate) fn faults_in(
    profile: &Profile,
    book: &Book,
    budget: u16,
    mercenaries: bool,
    allegiance: &Allegiance,
    list: &ArmyList,
    decks: u8,
) -> Vec<ArmyFault> {
    let deck = DECK.saturating_mul(decks);
    let mut faults = faults(book, budget, mercenaries, allegiance, list);
    faults.retain(|fault| match fault {
        ArmyFault::NoMercenary(_) => profile.mercenaries_by_keyword,
        // A player's deck has no more cards, and a hand has no limit. Rules BG3-CMD-08 (p. 10), BG3-ARMY-02 (p. 25),
        // BG3-SCEN-06 (p. 26).
        ArmyFault::TooManyCards(cards) => profile.hand_limit.is_some() || *cards > deck,
        _ => true,
    });
    faults
}

/// Everything that is wrong with a list. Rules `BG4-ARMY-01` to `BG4-ARMY-06`, `BG4-MERC-01` to `BG4-MERC-03` (pp. 126-127, 136,
/// 137, 138, 139).
pub(crate) fn faults(
    book: &Book,
    budget: u16,
    mercenaries: bool,
    allegiance: &Allegiance,
    list: &ArmyList,
) -> Vec<ArmyFault> {
    if list.units.len() > usize::from(MOST_UNITS) {
        // Looked at no further: it may be endless.
        return vec![ArmyFault::TooManyUnits(list.units.len())];
    }
    if list.abilities.len() > MOST_ABILITIES {
        return vec![ArmyFault::TooManyAbilities(list.abilities.len())];
    }
    let mut faults = Vec::new();
    let mut kinds = Vec::new();
    for id in &list.units {
        match book.kind_named(id) {
            Some((_, kind)) => kinds.push(kind),
            None => faults.push(ArmyFault::NoSuchUnit(id.clone())),
        }
    }
    if list.units.is_empty() {
        faults.push(ArmyFault::NoUnits);
    }
    let sold = for_sale(book, allegiance);
    for (place, id) in list.abilities.iter().enumerate() {
        if !sold.iter().any(|ability| ability.id == *id) {
            faults.push(ArmyFault::NoSuchAbility(id.clone()));
        } else if list.abilities[..place].contains(id) {
            faults.push(ArmyFault::AbilityTwice(id.clone()));
        }
    }
    let spent = cost(book, allegiance, list);
    if spent > u32::from(budget) {
        faults.push(ArmyFault::TooExpensive { spent, budget });
    }
    let core = kinds
        .iter()
        .filter(|kind| kind.category == Category::Core && kind.faction == allegiance.faction)
        .count();
    if core < core_needed(budget) {
        faults.push(ArmyFault::TooFewCore {
            found: core,
            needed: core_needed(budget),
        });
    }
    let mut counted: Vec<&str> = Vec::new();
    for kind in kinds.iter().filter(|kind| kind.category == Category::Elite) {
        if counted.contains(&kind.id.as_str()) {
            continue;
        }
        counted.push(&kind.id);
        let found = kinds.iter().filter(|other| other.id == kind.id).count();
        if found > elite_allowed(budget) {
            faults.push(ArmyFault::TooManyElite {
                kind: kind.id.clone(),
                found,
                most: elite_allowed(budget),
            });
        }
    }
    for kind in kinds.iter().filter(|kind| kind.faction != allegiance.faction) {
        if !allegiance.hires(&kind.faction) {
            faults.push(ArmyFault::NotAnnounced {
                unit: kind.id.clone(),
                faction: kind.faction.clone(),
            });
        } else if !kind.is(Keyword::Mercenary) {
            faults.push(ArmyFault::NoMercenary(kind.id.clone()));
        }
    }
    if !mercenaries && has_mercenaries(book, allegiance, list) {
        faults.push(ArmyFault::MercenariesForbidden);
    }
    if list.cards > MOST_CARDS {
        faults.push(ArmyFault::TooManyCards(list.cards));
    }
    faults
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Setups as _;
    use serde_json::json;

    use super::*;
    use crate::packs::sample_book;
    use crate::scene::{in_editions, of_editions};
    use crate::system::Battleground3;

    fn list(units: &[(usize, &str)], cards: u8) -> ArmyList {
        ArmyList {
            units: units
                .iter()
                .flat_map(|&(count, id)| std::iter::repeat_n(id.to_owned(), count))
                .collect(),
            cards,
            abilities: Vec::new(),
        }
    }

    fn league(mercenaries: Option<&str>) -> Allegiance {
        Allegiance {
            faction: "ostmark".to_owned(),
            mercenaries: mercenaries.map(str::to_owned),
            also: Vec::new(),
        }
    }

    /// The rules that an army of the sample pack breaks, South's, which hires from the faction with mercenaries.
    fn broken_in(edition: Edition, budget: u16, units: &[(usize, &str)], cards: u8) -> Vec<&'static str> {
        let (book, own, hired) = match edition {
            Edition::V4 => (sample_book(), "ostmark", "gravenmoor"),
            Edition::V3 => {
                let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
                ((*setup.book).clone(), "hawkshold", "free-companies")
            }
        };
        let allegiance = Allegiance {
            faction: own.to_owned(),
            mercenaries: Some(hired.to_owned()),
            also: Vec::new(),
        };
        let list = list(units, cards);
        let faults = faults_in(edition.profile(), &book, budget, true, &allegiance, &list, 1);
        faults.iter().map(|fault| fault.rule().id(edition)).collect()
    }

    fn broken(budget: u16, units: &[(usize, &str)], cards: u8) -> Vec<&'static str> {
        broken_in(Edition::V4, budget, units, cards)
    }

    const LINE: [(usize, &str); 6] = [
        (1, "levy-spears"),
        (2, "league-swords"),
        (2, "league-spears"),
        (2, "town-archers"),
        (1, "league-lancers"),
        (1, "household-foot"),
    ];

    #[test]
    fn bg4_army_01_units_and_cards_fit_the_budget() {
        let book = sample_book();
        assert_eq!(cost(&book, &league(None), &list(&LINE, 0)), 1_934);
        assert_eq!(cost(&book, &league(None), &list(&LINE, 2)), 1_984);
        assert_eq!(cost(&book, &league(None), &list(&LINE, 3)), 2_009);
        assert_eq!(
            broken(2_000, &[(4, "league-swords"), (1, "nobody")], 0),
            ["BG4-ARMY-01"]
        );
        assert_eq!(broken(400, &[], 0), ["BG4-ARMY-01"]);
    }

    fn core_units(edition: Edition) {
        let core = of_editions(edition, ["levy-spears", "militia"]);
        let rule = of_editions(edition, ["BG4-ARMY-02", "BG3-ARMY-04"]);
        for (budget, needed) in [(1_500, 3), (2_000, 4), (2_500, 5), (1_750, 3)] {
            assert_eq!(core_needed(budget), needed);
            assert!(broken_in(edition, budget, &[(needed, core)], 0).is_empty());
            assert_eq!(broken_in(edition, budget, &[(needed - 1, core)], 0), [rule]);
        }
        // Standard units do not count as Core, and are limited by points alone.
        let standard = of_editions(edition, ["runner-screen", "hawk-outriders"]);
        assert!(broken_in(edition, 2_500, &[(5, core), (7, standard)], 0).is_empty());
        assert_eq!(broken_in(edition, 2_500, &[(7, standard)], 0), [rule]);
    }

    in_editions!(core_units:
        #[test] fn bg4_army_02_core_units_by_the_budget(V4);
        #[test] fn bg4_army_04_standard_units_are_limited_by_points_alone(V4);
        #[test] fn bg3_army_04_core_units_by_the_budget(V3);
        #[test] fn bg3_army_06_standard_units_are_unlimited(V3);
    );

    fn elite_units(edition: Edition) {
        let core = of_editions(edition, ["levy-spears", "peasant-mob"]);
        let [elite, other] = of_editions(
            edition,
            [["iron-knights", "field-ballista"], ["knights", "longbowmen"]],
        );
        let rule = of_editions(edition, ["BG4-ARMY-03", "BG3-ARMY-05"]);
        for (budget, most) in [(1_500, 1), (2_000, 2), (2_500, 2), (2_999, 2)] {
            assert_eq!(elite_allowed(budget), most);
            let with = |count| broken_in(edition, budget, &[(core_needed(budget), core), (count, elite)], 0);
            assert!(with(most).is_empty(), "{budget}");
            assert_eq!(with(most + 1), [rule], "{budget}");
        }
        // Of any number of kinds.
        assert!(broken_in(edition, 1_500, &[(3, core), (1, elite), (1, other)], 0).is_empty());
    }

    in_editions!(elite_units:
        #[test] fn bg4_army_03_elite_units_of_one_kind(V4);
        #[test] fn bg3_army_05_elite_units_of_a_kind(V3);
    );

    fn budgets(edition: Edition) {
        // 1934 points of units and two cards of 25 fit into 2000; 1425 and three into 1500.
        let earlier = [(6, "hawk-swordsmen"), (1, "hawk-spearmen")];
        let (budget, most) = of_editions(edition, [(2_000, 2), (1_500, 3)]);
        let units = of_editions(edition, [&LINE[..], &earlier]);
        assert!(broken_in(edition, budget, units, most).is_empty());
        let rule = of_editions(edition, ["BG4-ARMY-01", "BG3-ARMY-01"]);
        assert_eq!(broken_in(edition, budget, units, most + 1), [rule]);
    }

    in_editions!(budgets:
        #[test] fn bg4_army_01_cards_of_25_points_count(V4);
        #[test] fn bg3_army_01_units_and_cards_fit_the_budget(V3);
        #[test] fn bg3_army_02_command_cards_cost_25_points(V3);
    );

    #[test]
    fn bg4_army_05_only_whether_mercenaries_were_taken_is_announced() {
        let book = sample_book();
        let with = list(&[(4, "levy-spears"), (2, "sworn-exiles")], 0);
        assert!(has_mercenaries(&book, &league(Some("gravenmoor")), &with));
        assert!(!has_mercenaries(
            &book,
            &league(Some("gravenmoor")),
            &list(&LINE, 0)
        ));
    }

    #[test]
    fn bg4_army_06_bought_cards_cost_25_points_and_fit_a_hand() {
        let book = sample_book();
        assert_eq!(
            cost(&book, &league(None), &list(&LINE, 3)) - cost(&book, &league(None), &list(&LINE, 0)),
            75
        );
        assert!(broken(2_000, &[(4, "levy-spears")], 15).is_empty());
        assert_eq!(broken(2_000, &[(4, "levy-spears")], 16), ["BG4-ARMY-06"]);
    }

    #[test]
    fn bg4_merc_01_mercenaries_come_from_the_one_announced_faction() {
        let army = [(4, "levy-spears"), (1, "sworn-exiles")];
        assert!(broken(2_000, &army, 0).is_empty());
        let unannounced = faults(&sample_book(), 2_000, true, &league(None), &list(&army, 0));
        assert!(matches!(unannounced[..], [ArmyFault::NotAnnounced { .. }]));
        let forbidden = faults(
            &sample_book(),
            2_000,
            false,
            &league(Some("gravenmoor")),
            &list(&army, 0),
        );
        assert_eq!(forbidden, [ArmyFault::MercenariesForbidden]);
        // Units of two other factions: only one can be announced.
        let mut book = sample_book();
        let mut third = book
            .kinds
            .iter()
            .find(|kind| kind.id == "sworn-exiles")
            .unwrap()
            .clone();
        third.id = "free-lances".to_owned();
        third.faction = "somewhere".to_owned();
        book.kinds.push(third);
        let two = list(&[(4, "levy-spears"), (1, "sworn-exiles"), (1, "free-lances")], 0);
        assert!(matches!(
            faults(&book, 2_000, true, &league(Some("gravenmoor")), &two)[..],
            [ArmyFault::NotAnnounced { .. }]
        ));
        // A unit without the keyword is no mercenary.
        assert_eq!(
            broken(2_000, &[(4, "levy-spears"), (1, "clan-axes")], 0),
            ["BG4-MERC-01"]
        );
    }

    #[test]
    fn bg4_merc_03_core_mercenaries_do_not_count_but_the_elite_limit_does() {
        let mut book = sample_book();
        let hired = |book: &Book, id: &str, of: &str| {
            let mut kind = book.kinds.iter().find(|kind| kind.id == of).unwrap().clone();
            kind.id = id.to_owned();
            kind.keywords.insert(Keyword::Mercenary);
            kind
        };
        let core = hired(&book, "hired-core", "clan-axes");
        let elite = hired(&book, "hired-elite", "rook-riders");
        book.kinds.extend([core, elite]);
        let rules = |units: &[(usize, &str)]| -> Vec<&'static str> {
            faults(&book, 2_000, true, &league(Some("gravenmoor")), &list(units, 0))
                .iter()
                .map(|fault| fault.rule().id(Edition::V4))
                .collect()
        };
        assert_eq!(rules(&[(3, "levy-spears"), (1, "hired-core")]), ["BG4-ARMY-02"]);
        assert_eq!(rules(&[(4, "levy-spears"), (3, "hired-elite")]), ["BG4-ARMY-03"]);
        assert!(rules(&[(4, "levy-spears"), (2, "hired-elite")]).is_empty());
    }

    #[test]
    fn an_endless_list_has_one_fault() {
        let found = faults(
            &sample_book(),
            2_000,
            true,
            &Allegiance {
                faction: "ostmark".to_owned(),
                mercenaries: None,
                also: Vec::new(),
            },
            &list(&[(100_000, "nobody")], 0),
        );
        assert_eq!(found, [ArmyFault::TooManyUnits(100_000)]);
    }
}
