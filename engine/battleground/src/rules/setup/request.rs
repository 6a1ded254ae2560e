//! Request for the set-up of a battle, and the set-up that is made of it with its packs.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_kernel::{Seat, Setups, wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::editions::Edition;
use crate::model::bounds::BUDGETS;
use crate::model::cards::Book;
use crate::model::names::MOST_SEATS;
use crate::model::refusal::Refusal;
use crate::model::state::{Agreed, Allegiance, ArmyList, Decks, HouseRules, MOST_MORE_DECKS};
use crate::packs::form::ReadyArmy;
use crate::packs::{add_to_book, read_pack_of, sample_packs_of};
use crate::rules::setup::agreed::check_agreed;
use crate::rules::setup::refusal::RequestRefusal;
use crate::system::BattlegroundOf;

impl<const EDITION: u8> Setups for BattlegroundOf<EDITION> {
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, hindsight_kernel::Refusal> {
        setup_from(Self::EDITION, request, packs).map_err(|refusal| refusal.of(Self::EDITION))
    }

    fn setup_schema() -> Value {
        setup_schema()
    }
}

/// A battle's setup with everything resolved from its packs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Everything printed that is in play.
    pub book: Arc<Book>,
    /// Who draws the command cards.
    #[serde(default)]
    pub decks: Decks,
    /// Which rulebook is played.
    #[serde(default, skip_serializing_if = "Edition::is_later")]
    pub edition: Edition,
    /// The points of each seat, where several play together. Rule `BG3-SCEN-03` (p. 26).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 6))]
    pub shares: Vec<u16>,
    /// The options of the earlier edition.
    #[serde(default, skip_serializing_if = "HouseRules::is_none")]
    pub house: HouseRules,
    /// What is settled before the first decision, or nothing for the full procedure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<Ready>,
}

/// What is settled before the first decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Budget, scenario and map.
    pub agreed: Agreed,
    /// The factions, seat by seat.
    #[schemars(length(min = 2, max = 6))]
    pub allegiances: Vec<Allegiance>,
    /// The armies, seat by seat.
    #[schemars(length(min = 2, max = 6))]
    pub armies: Vec<ArmyList>,
}

/// What is asked for when a battle is set up. Everything may be left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SetupRequest {
    /// The ids of the packs in play; the sample pack if left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<String>,
    /// `server` draws command cards with the game's dice; `table` leaves that to the players.
    pub decks: Decks,
    /// Options that the earlier edition leaves to the players; the later one has none.
    #[serde(skip_serializing_if = "HouseRules::is_none")]
    pub house: HouseRules,
    /// `sample` begins with the first two ready armies, South with the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armies: Option<SampleArmies>,
    /// Begin with these ready armies of the packs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_armies: Option<ReadyNames>,
    /// The points of each seat in a game of teams: seats A, C and E play for South, B, D and F for North. Only in the edition
    /// that has teams; without it two players.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub teams: BTreeMap<Seat, u16>,
    /// The map for ready armies; without it the first one of the packs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The scenario for ready armies; Breaking Point without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}

/// A word for armies that stand ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SampleArmies {
    /// The first two ready armies.
    Sample,
}

/// The ids of ready armies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyNames {
    /// South's.
    #[serde(rename = "A")]
    pub south: String,
    /// North's.
    #[serde(rename = "B")]
    pub north: String,
    /// South's second in a game of teams, in which each army's own budget is its seat's share.
    #[serde(default, rename = "C", skip_serializing_if = "Option::is_none")]
    pub third: Option<String>,
    /// North's second.
    #[serde(default, rename = "D", skip_serializing_if = "Option::is_none")]
    pub fourth: Option<String>,
    /// South's third.
    #[serde(default, rename = "E", skip_serializing_if = "Option::is_none")]
    pub fifth: Option<String>,
    /// North's third.
    #[serde(default, rename = "F", skip_serializing_if = "Option::is_none")]
    pub sixth: Option<String>,
}

impl ReadyNames {
    /// The armies seat by seat, or the first seat that is left out before another.
    fn by_seat(&self) -> Result<Vec<String>, Seat> {
        let rest = [&self.third, &self.fourth, &self.fifth, &self.sixth];
        let given = rest.iter().take_while(|name| name.is_some()).count();
        if rest[given..].iter().any(|name| name.is_some()) {
            return Err(Seat::new(2 + given).unwrap_or(Seat::A));
        }
        let first = [self.south.clone(), self.north.clone()];
        Ok(first
            .into_iter()
            .chain(rest.into_iter().flatten().cloned())
            .collect())
    }
}

/// Sets up a battle from packs: fills in what the request leaves open. The sample packs are always at hand.
pub(crate) fn setup_from(edition: Edition, request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
    let request: SetupRequest = match request {
        Value::Null => SetupRequest::default(),
        given => wire::read_form("the setup", given)?,
    };
    if !edition.profile().house_options && !request.house.is_none() {
        return Err(RequestRefusal::NoHouseOptions(request.house).into());
    }
    let samples = sample_packs_of(edition);
    let id_of = |pack: &Value| pack["id"].as_str().unwrap_or_default().to_owned();
    let known: Vec<&Value> = packs.iter().chain(&samples).collect();
    let wanted = if request.packs.is_empty() {
        samples.iter().map(id_of).collect()
    } else {
        request.packs.clone()
    };
    let (mut book, mut ready) = (Book::default(), Vec::new());
    for id in &wanted {
        let pack =
            known
                .iter()
                .find(|pack| id_of(pack) == *id)
                .ok_or_else(|| RequestRefusal::NoSuchPack {
                    pack: id.clone(),
                    packs: known.iter().map(|pack| id_of(pack)).collect(),
                })?;
        let sound = read_pack_of(edition, pack).map_err(|faults| RequestRefusal::FaultyPack {
            pack: id.clone(),
            faults,
        })?;
        add_to_book(&mut book, &sound.pack, &sound.info.hash);
        ready.extend(sound.pack.armies);
    }
    check_book(&book)?;
    let mut shares = shares_of(edition, &request.teams)?;
    let names = match (&request.ready_armies, request.armies) {
        (Some(names), _) => Some(names.by_seat().map_err(RequestRefusal::NoArmyBefore)?),
        (None, Some(SampleArmies::Sample)) => match &ready[..] {
            [south, north, ..] => Some(vec![south.id.clone(), north.id.clone()]),
            _ => return Err(RequestRefusal::NoTwoArmies.into()),
        },
        (None, None) => None,
    };
    let ready = names
        .map(|names| ready_battle(&book, &ready, &names, &request))
        .transpose()?;
    if let Some((_, points)) = &ready
        && points.len() > 2
    {
        shares = teams_of(edition, points.clone())?;
    }
    let ready = ready.map(|(ready, _)| ready);
    if request.house.shared_deck && shares.len() > 2 {
        return Err(RequestRefusal::DeckSharedByTeams(request.house).into());
    }
    if request.house.shared_deck && request.house.more_decks > 0 {
        return Err(RequestRefusal::DecksBesideShared(request.house).into());
    }
    if request.house.more_decks > MOST_MORE_DECKS {
        return Err(RequestRefusal::TooManyDecks(request.house).into());
    }
    if ready
        .as_ref()
        .is_some_and(|ready| !shares.is_empty() && ready.armies.len() != shares.len())
    {
        return Err(RequestRefusal::SomeSeatsReady.into());
    }
    Ok(Setup {
        book: Arc::new(book),
        decks: request.decks,
        edition,
        shares,
        house: request.house,
        ready,
    })
}

/// The points of each seat of a game of teams, in the order of the seats. Rules `BG3-SCEN-03`, `BG3-SCEN-04` (p. 26).
pub(crate) fn shares_of(edition: Edition, teams: &BTreeMap<Seat, u16>) -> Result<Vec<u16>, RequestRefusal> {
    if teams.is_empty() {
        return Ok(Vec::new());
    }
    let gap = teams.keys().zip(0..).find(|(seat, place)| seat.index() != *place);
    if let Some((seat, _)) = gap {
        return Err(RequestRefusal::SeatLeftOut(*seat));
    }
    teams_of(edition, teams.values().copied().collect())
}

/// Whether so many seats with these points can play.
fn teams_of(edition: Edition, points: Vec<u16>) -> Result<Vec<u16>, RequestRefusal> {
    if !edition.profile().teams {
        return Err(RequestRefusal::NoTeams);
    }
    if !(2..=MOST_SEATS).contains(&points.len()) {
        return Err(RequestRefusal::SeatCount(points.len()));
    }
    if let Some(share) = points.iter().find(|share| !BUDGETS.contains(share)) {
        return Err(RequestRefusal::NoSuchShare(*share));
    }
    Ok(points)
}

/// What several packs together must be: ids that do not clash, somebody to play and something to play for.
pub(super) fn check_book(book: &Book) -> Result<(), RequestRefusal> {
    let twice = |ids: Vec<&str>| {
        let mut seen = std::collections::BTreeSet::new();
        ids.into_iter().find(|id| !seen.insert(*id)).map(str::to_owned)
    };
    let clash = twice(book.factions.iter().map(|each| each.id.as_str()).collect())
        .or_else(|| twice(book.kinds.iter().map(|each| each.id.as_str()).collect()))
        .or_else(|| twice(book.maps.iter().map(|each| each.id.as_str()).collect()))
        .or_else(|| twice(book.scenarios.iter().map(|each| each.id.as_str()).collect()));
    if let Some(id) = clash {
        return Err(RequestRefusal::InTwoPacks(id));
    }
    if book.factions.is_empty() {
        return Err(RequestRefusal::NoFaction);
    }
    if book.scenarios.is_empty() || book.maps.is_empty() {
        return Err(RequestRefusal::NoScenarioOrMap);
    }
    Ok(())
}

/// What ready armies settle, and what each of them may cost.
pub(super) fn ready_battle(
    book: &Book,
    ready: &[ReadyArmy],
    names: &[String],
    request: &SetupRequest,
) -> Result<(Ready, Vec<u16>), Refusal> {
    let find = |id: &String| {
        let found = ready.iter().find(|army| army.id == *id);
        found.ok_or_else(|| RequestRefusal::NoReadyArmy {
            army: id.clone(),
            armies: ready.iter().map(|army| army.id.clone()).collect(),
        })
    };
    let armies: Vec<&ReadyArmy> = names.iter().map(find).collect::<Result<_, _>>()?;
    let shares: Vec<u16> = armies.iter().map(|army| army.budget).collect();
    // The richer team's points. RULING: BG3-SCEN-04 (p. 26).
    let budget = [0, 1].map(|team| {
        let own = shares.iter().skip(team).step_by(2);
        own.copied().fold(0, u16::saturating_add)
    });
    let default = || book.default_scenario().map(|each| each.id.clone());
    let scenario = request.scenario.clone().or_else(default);
    let map = || book.default_map(scenario.as_deref()).map(str::to_owned);
    let agreed = Agreed {
        budget: budget.into_iter().max(),
        map: request.map.clone().or_else(map),
        scenario,
    };
    check_agreed(book, &agreed)?;
    let ready = Ready {
        agreed,
        allegiances: armies
            .iter()
            .map(|army| Allegiance {
                faction: army.faction.clone(),
                mercenaries: army.mercenaries.clone(),
                also: Vec::new(),
            })
            .collect(),
        armies: armies
            .iter()
            .map(|army| ArmyList {
                units: army.units.clone(),
                cards: army.cards,
                abilities: army.abilities.clone(),
            })
            .collect(),
    };
    Ok((ready, shares))
}

/// The JSON Schema of a setup request.
pub(crate) fn setup_schema() -> Value {
    wire::schema::<SetupRequest>()
}
