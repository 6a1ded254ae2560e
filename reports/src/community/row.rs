//! Row of one finished game: what is kept of it.

use std::collections::BTreeMap;

use hindsight_kernel::{GameOutcome, Seat, SeatInfo, StatisticTerms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::month::Month;
use crate::statistics::{
    AttackEntry, GameStatistics, Occurrences, OrderResults, SeatStatistics, UnitStatistics,
};

/// The form of [`GameRow`]. Rows of another form are thrown away and made anew, never migrated.
pub const ROW_SCHEMA: u32 = 12;

/// How far the record of a game can be trusted, and who played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Played on this server: every die follows from one seed of its own, and every command comes out the same when the
    /// rules decide it again; no rulings.
    ServerDice,
    /// Recorded from a table or brought in from elsewhere, and every command comes out the same when the rules decide it
    /// again; no rulings.
    AuditedClean,
    /// With rulings or with something that the rules decide otherwise.
    TableRecorded,
    /// Parts of the battle were not recorded: the board was set as it was noted beside the table. What is not known of such a game
    /// cannot be counted, so figures leave it out unless it is asked for.
    PartlyRecorded,
    /// Played by bots.
    Bots,
}

impl Provenance {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::ServerDice,
        Self::AuditedClean,
        Self::TableRecorded,
        Self::PartlyRecorded,
        Self::Bots,
    ];

    /// The word in addresses and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::ServerDice => "server_dice",
            Self::AuditedClean => "audited_clean",
            Self::TableRecorded => "table_recorded",
            Self::PartlyRecorded => "partly_recorded",
            Self::Bots => "bots",
        }
    }
}

/// How a game went for one side of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It won.
    Won,
    /// Nobody won.
    Drawn,
    /// Another won.
    Lost,
}

/// A game that is over, with what one fold of it gave.
#[derive(Debug, Clone, Copy)]
pub struct FinishedGame<'g> {
    /// The bytes of its id.
    pub game: [u8; 16],
    /// The system's id.
    pub system: &'g str,
    /// The version of the rules that opened it.
    pub rules: &'g str,
    /// What was settled before the first move.
    pub terms: &'g StatisticTerms,
    /// Its seats.
    pub seats: &'g [SeatInfo],
    /// The accounts that sat there, by seat.
    pub accounts: &'g BTreeMap<Seat, String>,
    /// How it ended.
    pub outcome: &'g GameOutcome,
    /// When it ended, milliseconds of Unix time.
    pub ended_ms: u64,
    /// How many rounds it lasted.
    pub rounds: u32,
    /// Who had the first turn.
    pub first: Option<Seat>,
    /// How far the record can be trusted.
    pub provenance: Provenance,
}

/// The record of one finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The bytes of its id.
    pub game: [u8; 16],
    /// The system's id.
    pub system: String,
    /// The version of the rules that opened it.
    pub rules: String,
    /// The hashes of its packs, joined by `+`; empty if it has none.
    pub pack: String,
    /// The scenario's id, or nothing.
    pub scenario: String,
    /// The map's id, or nothing.
    pub map: String,
    /// What each army might cost, in points, if that was agreed.
    pub budget: Option<u32>,
    /// When it ended, milliseconds of Unix time.
    pub ended_ms: u64,
    /// How far the record can be trusted.
    pub provenance: Provenance,
    /// How many rounds it lasted.
    pub rounds: u32,
    /// The version of its least likely roll.
    pub unlikeliest: Option<u64>,
    /// Each seat.
    pub sides: Vec<SideRow>,
}

/// The record of one seat of a finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideRow {
    /// The seat.
    pub seat: Seat,
    /// The number of the side it played for.
    pub side: u8,
    /// The faction, or nothing.
    pub faction: String,
    /// The id of the account that sat there.
    pub account: Option<String>,
    /// How the game went for it.
    pub verdict: Verdict,
    /// Whether it had the first turn, where anybody is known to have had it.
    pub first: Option<bool>,
    /// Points its army was worth.
    pub points: f64,
    /// Points of what the other sides lost: destroyed, driven off or fled.
    pub destroyed: f64,
    /// Damage dealt, in points: of each unit the share that it lost. Nothing where the game has no damage.
    pub dealt: Option<f64>,
    /// Damage taken, in points.
    pub taken: Option<f64>,
    /// What was left of its army, 0 to 1.
    pub survival: f64,
    /// How often its units came into a fight (rushed).
    pub rushes: u32,
    /// Those that counted as charges.
    pub charges: u32,
    /// How often its units took part in a fight that ended.
    pub fights: u32,
    /// Those its seat won.
    pub fights_won: u32,
    /// Morale tests it took.
    pub tests: u32,
    /// Those it passed.
    pub passed: u32,
    /// How many of them it should have passed by their chances.
    pub passed_expected: f64,
    /// What its dice gave above expectation.
    pub luck: f64,
    /// The standard deviation of that sum.
    pub luck_deviation: f64,
    /// The units it took, by card.
    pub units: Vec<UnitRow>,
    /// How often it gave which order; which actions its units took, where the game has no orders. Beside them the wounds that
    /// its units suffered by each cause, as `Damage taken: panic`, the orders with which its units began the battle, as `At
    /// deployment: Close`, and the faction abilities that it used, as `Ability: Wedge`.
    pub orders: BTreeMap<String, u32>,
    /// Of orders that succeed or fail, how often each did.
    pub results: BTreeMap<String, OrderResults>,
    /// The version at which each of them was first given (taken, suffered).
    pub ordered_at: BTreeMap<String, u64>,
    /// The version of its first charge; of its first rush, where none was a charge.
    pub rushed_at: Option<u64>,
    /// The version at which its fight with the most damage was decided, of those with a winner.
    pub fought_at: Option<u64>,
    /// The version of the least likely of its rolls.
    pub rolled_at: Option<u64>,
    /// The version of its least likely morale test.
    pub tested_at: Option<u64>,
    /// The version of its attack that did the most damage.
    pub struck_at: Option<u64>,
    /// The version at which its most valuable unit was lost, of those that were.
    pub lost_at: Option<u64>,
    /// The version at which the most valuable unit of the others was lost, of those that were.
    pub destroyed_at: Option<u64>,
}

/// All units of one card that a seat took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitRow {
    /// The card's id in its pack.
    pub card: String,
    /// The card's name.
    pub name: String,
    /// How many.
    pub count: u32,
    /// What they were worth.
    pub points: f64,
    /// What was left of them, each 0 to 1, added up.
    pub left: f64,
    /// Damage they dealt, in points. Nothing where the game has no damage.
    pub dealt: Option<f64>,
    /// Damage they took, in points.
    pub taken: Option<f64>,
    /// Units they destroyed.
    pub kills: u32,
    /// The version at which the first of them was lost.
    pub lost_at: Option<u64>,
    /// The version of their attack that did the most damage.
    pub struck_at: Option<u64>,
}

impl GameRow {
    /// Whether the battle began: a game that was given up before its first move has a result and no figures.
    pub fn was_played(&self) -> bool {
        self.rounds > 0
    }

    /// The month (UTC) in which the game ended: `2026-11`.
    pub fn month(&self) -> String {
        Month::of(self.ended_ms).to_string()
    }

    /// The row of a game: a pure function of the game's end and the figures of one fold of it.
    pub fn of(game: &FinishedGame<'_>, figures: &GameStatistics) -> Self {
        Self {
            game: game.game,
            system: game.system.to_owned(),
            rules: game.rules.to_owned(),
            pack: game.terms.packs.join("+"),
            scenario: game.terms.scenario.clone().unwrap_or_default(),
            map: game.terms.map.clone().unwrap_or_default(),
            budget: game.terms.budget,
            ended_ms: game.ended_ms,
            provenance: game.provenance,
            rounds: game.rounds,
            unlikeliest: figures.least_likely_roll(|roll| !roll.is_roll_off()),
            sides: game
                .seats
                .iter()
                .map(|seat| SideRow::of(game, seat, figures))
                .collect(),
        }
    }
}

/// The points of the units that the other sides lost, whoever or whatever took them from the field: a unit that fled is
/// lost as much as one that was cut down.
fn lost_by_others(game: &FinishedGame<'_>, info: &SeatInfo, figures: &GameStatistics) -> f64 {
    let is_other = |seat: Option<Seat>| seat.is_some_and(|seat| is_other(game, info, seat));
    figures
        .units
        .values()
        .filter(|unit| unit.ending.is_some() && is_other(unit.seat))
        .map(|unit| unit.points)
        .sum()
}

impl SideRow {
    fn of(game: &FinishedGame<'_>, info: &SeatInfo, figures: &GameStatistics) -> Self {
        let own: Vec<_> = figures
            .units
            .values()
            .filter(|unit| unit.seat == Some(info.seat))
            .collect();
        let whose = figures.seats.get(&info.seat);
        let points: f64 = own.iter().map(|unit| unit.points).sum();
        let left: f64 = own.iter().map(|unit| unit.points * unit.survival()).sum();
        let checks = || own.iter().flat_map(|unit| unit.checks.values());
        let thrown = || figures.rolls_of_battle().filter(|entry| entry.seat == info.seat);
        let variance: f64 = thrown().map(|entry| entry.expected.variance()).sum();
        let attacker = |attack: &AttackEntry| figures.units.get(&attack.unit);
        let tells_damage = figures.tells_damage();
        let damage = |worth: f64| tells_damage.then_some(worth);
        let mut units: BTreeMap<&str, UnitRow> = BTreeMap::new();
        for unit in own.iter().filter(|unit| !unit.card.is_empty()) {
            let row = units.entry(&unit.card).or_insert_with(|| UnitRow {
                card: unit.card.clone(),
                name: unit.name.clone(),
                count: 0,
                points: 0.0,
                left: 0.0,
                dealt: damage(0.0),
                taken: damage(0.0),
                kills: 0,
                lost_at: None,
                struck_at: figures.greatest_attack(
                    |attack| {
                        attacker(attack)
                            .is_some_and(|known| known.seat == Some(info.seat) && known.card == unit.card)
                    },
                    |attack| attack.damage,
                ),
            });
            row.count += 1;
            let lost_at = unit.ending.as_ref().map(|ending| ending.version);
            row.lost_at = row.lost_at.into_iter().chain(lost_at).min();
            row.points += unit.points;
            row.left += unit.survival();
            row.dealt = row.dealt.map(|dealt| dealt + unit.dealt.worth);
            row.taken = row.taken.map(|taken| taken + unit.taken.worth);
            row.kills += unit.kills;
        }
        Self {
            seat: info.seat,
            side: info.side.0,
            faction: info.faction.clone().unwrap_or_default(),
            account: game.accounts.get(&info.seat).cloned(),
            verdict: match game.outcome.winner {
                None => Verdict::Drawn,
                Some(side) if side == info.side => Verdict::Won,
                Some(_) => Verdict::Lost,
            },
            // A team takes its turn together.
            first: game.first.map(|first| !is_other(game, info, first)),
            points,
            destroyed: lost_by_others(game, info, figures),
            dealt: damage(own.iter().map(|unit| unit.dealt.worth).sum()),
            taken: damage(own.iter().map(|unit| unit.taken.worth).sum()),
            survival: if points > 0.0 { left / points } else { 0.0 },
            rushes: own.iter().map(|unit| unit.engagements).sum(),
            charges: own.iter().map(|unit| unit.charges_made).sum(),
            fights: own.iter().map(|unit| unit.fights).sum(),
            fights_won: own.iter().map(|unit| unit.fights_won).sum(),
            tests: checks().map(|check| check.taken).sum(),
            passed: checks().map(|check| check.passed).sum(),
            passed_expected: checks().map(|check| check.expected).sum(),
            luck: thrown().map(|entry| entry.surplus).sum(),
            luck_deviation: variance.sqrt(),
            units: units.into_values().collect(),
            orders: orders(&own, whose),
            results: whose.map(results).unwrap_or_default(),
            ordered_at: whose.map(ordered_at).unwrap_or_default(),
            rushed_at: whose.and_then(|of| of.charged_at.or(of.rushed_at)),
            fought_at: whose.and_then(|of| of.greatest_fight).map(|fight| fight.version),
            rolled_at: figures.least_likely_roll(|roll| !roll.is_roll_off() && roll.seat == info.seat),
            tested_at: figures.least_likely_test(info.seat),
            struck_at: figures.greatest_attack(
                |attack| attacker(attack).and_then(|unit| unit.seat) == Some(info.seat),
                |attack| attack.damage,
            ),
            lost_at: figures.greatest_loss(|seat| seat == info.seat),
            destroyed_at: figures.greatest_loss(|seat| is_other(game, info, seat)),
        }
    }

    /// The army as people tell it: its cards by name, each with how many of it there are more than one.
    pub(super) fn army(&self) -> String {
        let mut cards: Vec<String> = self
            .units
            .iter()
            .map(|unit| match unit.count {
                0 | 1 => unit.name.clone(),
                count => format!("{count} {}", unit.name),
            })
            .collect();
        cards.sort();
        cards.join(", ")
    }
}

/// Whether a seat plays against another.
fn is_other(game: &FinishedGame<'_>, info: &SeatInfo, seat: Seat) -> bool {
    let of = game.seats.iter().find(|known| known.seat == seat);
    of.is_some_and(|of| of.side != info.side)
}

/// How often which order was given to these units. What stands behind it in brackets says why, and is left away.
fn orders(units: &[&UnitStatistics], seat: Option<&SeatStatistics>) -> BTreeMap<String, u32> {
    let ordered = units.iter().any(|unit| !unit.orders.is_empty());
    let mut orders = BTreeMap::new();
    for unit in units {
        for (order, times) in if ordered { &unit.orders } else { &unit.actions } {
            *orders.entry(order_itself(order)).or_insert(0) += times;
        }
        for (cause, damage) in &unit.taken_by {
            *orders.entry(format!("{DAMAGE_TAKEN}{cause}")).or_insert(0) += damage.wounds;
        }
    }
    for (what, times) in seat.into_iter().flat_map(chosen) {
        *orders.entry(what).or_insert(0) += times.times;
    }
    orders
}

/// The orders with which a seat began the battle and the faction abilities that it used, counted as orders are.
fn chosen(seat: &SeatStatistics) -> impl Iterator<Item = (String, Occurrences)> + '_ {
    let opening = seat.opening_orders.iter();
    let opening = opening.map(|(order, times)| (format!("{AT_DEPLOYMENT}{}", order_itself(order)), *times));
    let used = seat.abilities.iter();
    opening.chain(used.map(|(ability, times)| (format!("{ABILITY}{ability}"), *times)))
}

/// What stands before an order that a unit had when the battle began.
const AT_DEPLOYMENT: &str = "At deployment: ";
/// What stands before a faction ability.
const ABILITY: &str = "Ability: ";

/// What stands before the cause of wounds, where they are counted as an order is.
const DAMAGE_TAKEN: &str = "Damage taken: ";

/// How often each order succeeded, of those that succeed or fail.
fn results(seat: &SeatStatistics) -> BTreeMap<String, OrderResults> {
    let mut results: BTreeMap<String, OrderResults> = BTreeMap::new();
    for (order, result) in &seat.order_results {
        let known = results.entry(order_itself(order)).or_default();
        *known = known.and(*result);
    }
    results
}

/// An order without what stands behind it in brackets.
fn order_itself(order: &str) -> String {
    order.split(" (").next().unwrap_or(order).to_owned()
}

/// Where each order was first given; where each action was first taken, if there were no orders. Where the first wounds of
/// each cause were suffered.
fn ordered_at(seat: &SeatStatistics) -> BTreeMap<String, u64> {
    let given = if seat.ordered_at.is_empty() {
        &seat.acted_at
    } else {
        &seat.ordered_at
    };
    let mut first: BTreeMap<String, u64> = BTreeMap::new();
    for (order, version) in given {
        first
            .entry(order_itself(order))
            .and_modify(|known| *known = (*known).min(*version))
            .or_insert(*version);
    }
    for (what, times) in chosen(seat) {
        let known = first.entry(what).or_insert(times.first);
        *known = (*known).min(times.first);
    }
    let harmed = seat.harmed_at.iter();
    first.extend(harmed.map(|(cause, version)| (format!("{DAMAGE_TAKEN}{cause}"), *version)));
    first
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{Fact, Message, Moment, SideId};

    use super::*;

    /// A and C against B; A, who leads its side, is named for its first turn.
    fn row(figures: &GameStatistics) -> GameRow {
        let seat = |place: usize, side: u8| SeatInfo {
            side: SideId(side),
            ..SeatInfo::new(Seat::new(place).unwrap(), "")
        };
        let game = FinishedGame {
            game: [1; 16],
            system: "chess",
            rules: "1",
            terms: &StatisticTerms {
                budget: Some(1_500),
                ..StatisticTerms::default()
            },
            seats: &[seat(0, 1), seat(1, 2), seat(2, 1)],
            accounts: &BTreeMap::new(),
            outcome: &GameOutcome::won_by(Seat::A, Message::default(), "X-1"),
            ended_ms: 0,
            rounds: 1,
            first: Some(Seat::A),
            provenance: Provenance::ServerDice,
        };
        GameRow::of(&game, figures)
    }

    #[test]
    fn a_whole_team_has_the_first_turn() {
        let row = row(&GameStatistics::new());
        assert_eq!(row.budget, Some(1_500));
        let first: Vec<Option<bool>> = row.sides.iter().map(|side| side.first).collect();
        assert_eq!(first, [Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn orders_at_deployment_and_abilities_are_counted_beside_orders() {
        let mut figures = GameStatistics::new();
        let order = |order: &str| Fact::OrderGiven {
            unit: "A1".to_owned(),
            seat: Seat::A,
            order: order.to_owned(),
        };
        let turn = |turn| Moment {
            turn,
            ..Moment::default()
        };
        let used = Fact::Decided {
            seat: Seat::A,
            decision: "ability".to_owned(),
            choice: "Wedge".to_owned(),
        };
        figures.fact(3, &turn(0), &order("Close (pre-printed)"));
        figures.fact(4, &turn(0), &order("Close"));
        figures.fact(9, &turn(2), &order("Close"));
        figures.fact(11, &turn(2), &used);
        figures.fact(14, &turn(3), &used);
        let row = row(&figures);
        let side = &row.sides[0];
        let of = |name: &str| (side.orders.get(name).copied(), side.ordered_at.get(name).copied());
        assert_eq!(of("Close"), (Some(3), Some(3)));
        assert_eq!(of("At deployment: Close"), (Some(2), Some(3)));
        assert_eq!(of("Ability: Wedge"), (Some(2), Some(11)));
    }
}
