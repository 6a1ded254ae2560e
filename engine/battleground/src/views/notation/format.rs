//! Commands to lines.

use std::fmt::Write as _;

use battleground_geometry::{Degrees, Point, Pose, Side, Way};
use hindsight_kernel::words::{is_plain, join, quote};

use crate::model::agenda::{Answer, Around, PathObstacle};
use crate::model::attack::AttackKind;
use crate::model::command::{Command, Leg, Ordered, Rallied};
use crate::model::names::UnitId;
use crate::model::orders::{Objective, WrittenOrder};
use crate::model::state::{Agreed, ArmyList};
use crate::model::words;

use super::RESERVED;

#[allow(
    clippy::needless_pass_by_value,
    reason = "it is handed to `join`, which gives things away"
)]
fn text<T: ToString>(thing: T) -> String {
    thing.to_string()
}

/// An id of a pack: as it is, or in quotes without any white space.
fn id(id: &str) -> String {
    if is_plain(id, &RESERVED) {
        id.to_owned()
    } else {
        quote(id)
    }
}

fn point(point: Point) -> String {
    format!("{},{}", point.x.value(), point.y.value())
}

fn pose(pose: Pose) -> String {
    format!("{}@{}", point(pose.centre), pose.heading.value())
}

fn heading(heading: Degrees, airborne: bool) -> String {
    format!("@{}{}", heading.value(), if airborne { " A" } else { "" })
}

/// `C2.5>B3 A`.
fn order(order: &WrittenOrder) -> String {
    let mut line = order.order.letter().to_string();
    if let Some(cap) = order.cap {
        let _ = write!(line, "{}", f64::from(cap));
    }
    match order.objective {
        Some(Objective::Enemy(unit)) => {
            let _ = write!(line, ">{unit}");
        }
        Some(Objective::Friend(unit)) => {
            let _ = write!(line, "+{unit}");
        }
        Some(Objective::Location(token)) => {
            let _ = write!(line, "#{}", token.0);
        }
        None => {}
    }
    if let Some(at) = order.token_at {
        let _ = write!(line, ":{}", point(at));
    }
    if order.airborne {
        line.push_str(" A");
    }
    line
}

fn ordered(list: &[Ordered]) -> String {
    join(list, ", ", |one| format!("{} {}", one.unit, order(&one.order)))
}

fn rallied(list: &[Rallied]) -> String {
    join(list, ", ", |one| {
        format!("{} {}", one.unit, heading(one.heading, one.airborne))
    })
}

fn leg(leg: &Leg) -> String {
    match leg {
        Leg::Shift { way, inches } => {
            let way = match way {
                Way::Forward => "forward",
                Way::Backward => "backward",
                Way::Left => "sideways left",
                Way::Right => "sideways right",
            };
            format!("{way} {}", inches.value())
        }
        Leg::Turn {
            hand: to,
            angle,
            inches,
            backward,
        } => format!(
            "turn {}{} {} along {}",
            if *backward { "backward " } else { "" },
            words::hand(*to),
            angle.value(),
            inches.value()
        ),
        Leg::AboutFace => "about face".to_owned(),
        Leg::Reform { heading } => format!("reform {}", heading.value()),
    }
}

fn agreed(agreed: &Agreed) -> String {
    let mut line = "scenario".to_owned();
    if let Some(scenario) = &agreed.scenario {
        let _ = write!(line, " {}", id(scenario));
    }
    if let Some(map) = &agreed.map {
        let _ = write!(line, " map {}", id(map));
    }
    if let Some(budget) = agreed.budget {
        let _ = write!(line, " budget {budget}");
    }
    line
}

/// `army swords*3 knights abilities foresight cards 2`.
fn army(list: &ArmyList) -> String {
    let mut line = "army".to_owned();
    let mut rest = list.units.as_slice();
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|unit| *unit == first).count();
        let _ = write!(line, " {}", id(first));
        if same > 1 {
            let _ = write!(line, "*{same}");
        }
        rest = &rest[same..];
    }
    if !list.abilities.is_empty() {
        line.push_str(" abilities");
        for ability in &list.abilities {
            let _ = write!(line, " {}", id(ability));
        }
    }
    if list.cards > 0 {
        let _ = write!(line, " cards {}", list.cards);
    }
    line
}

fn attack(kind: AttackKind) -> String {
    match kind {
        AttackKind::Melee => "melee attack".to_owned(),
        AttackKind::Free => "free attack".to_owned(),
        AttackKind::Ranged => "ranged attack".to_owned(),
        AttackKind::OtherRanged { attack } => format!("ranged attack {}", u16::from(attack) + 2),
        AttackKind::Thrown => "thrown attack".to_owned(),
        AttackKind::Swoop => "swoop attack".to_owned(),
        AttackKind::SwoopAnswer => "answer to the swoop".to_owned(),
        AttackKind::Spell { spell } => format!("spell {}", u16::from(spell) + 1),
        AttackKind::Strike { spell } => format!("strike with spell {}", u16::from(spell) + 1),
    }
}

fn obstacle(what: PathObstacle) -> String {
    match what {
        PathObstacle::Unit(unit) => unit.to_string(),
        PathObstacle::Terrain(place) => format!("piece {}", u32::from(place) + 1),
    }
}

fn around(way: Around) -> String {
    match way {
        Around::Straight => "straight".to_owned(),
        Around::Turn(to) => format!("turn {}", words::hand(to)),
        Around::Sideways(to) => format!("sideways {}", words::hand(to)),
        Around::AboutFace => "about face".to_owned(),
        Around::Reform(to) => format!("reform {}", words::hand(to)),
        Around::Backward => "backward".to_owned(),
    }
}

/// The name of a rule: as it is, or in quotes without any white space.
fn title(name: &str) -> String {
    if super::is_title(name) {
        name.to_owned()
    } else {
        quote(name)
    }
}

fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Decline => "none".to_owned(),
        Answer::Accept => "yes".to_owned(),
        Answer::Unit(unit) => unit.to_string(),
        Answer::Side(Side::Front) => "front side".to_owned(),
        Answer::Side(Side::Right) => "right side".to_owned(),
        Answer::Side(Side::Rear) => "rear side".to_owned(),
        Answer::Side(Side::Left) => "left side".to_owned(),
        Answer::Hand(to) => words::hand(*to).to_owned(),
        Answer::Attack { by, kind, on } => format!("{by} {} on {on}", attack(*kind)),
        Answer::Ranged { range, way } => {
            format!("range {} {}", f64::from(*range), words::ranged_type(*way))
        }
        Answer::UpTo(friend) => format!("up to {friend}"),
        Answer::Around(way) => format!("around {}", around(*way)),
        Answer::Avoid(what) => format!("avoid {}", obstacle(*what)),
        Answer::Meet(what) => format!("meet {}", obstacle(*what)),
        Answer::Rule {
            unit,
            name,
            other,
            number,
        } => {
            let mut line = format!("rule {} of {unit}", title(name));
            if let Some(other) = other {
                let _ = write!(line, " on {other}");
            }
            if let Some(number) = number {
                let _ = write!(line, " number {number}");
            }
            line
        }
        Answer::Places(placed) => format!(
            "place {}",
            join(placed, ", ", |one| format!("{} {}", one.unit, pose(one.pose)))
        )
        .trim_end()
        .to_owned(),
        Answer::Number(number) => format!("option {}", u16::from(*number) + 1),
        Answer::Shift { hand: to, inches } => format!("shift {} {}", words::hand(*to), inches.value()),
        Answer::Heading(heading) => format!("heading {}", heading.value()),
        Answer::Pose(at) => format!("place {}", pose(*at)),
        Answer::Card(card) => format!("card {card}"),
        Answer::Dice(dice) if dice.is_empty() => "dice none".to_owned(),
        Answer::Dice(dice) => format!("dice {}", join(dice, " ", |die| text(u16::from(*die) + 1))),
        Answer::Order(given) => format!("order {}", order(given)),
    }
}

/// The legs of a unit, and what it does at the end of them.
fn moved(legs: &[Leg], land: Option<Degrees>, nearest: Option<UnitId>) -> String {
    let mut parts: Vec<String> = legs.iter().map(leg).collect();
    if parts.is_empty() {
        parts.push("nothing".to_owned());
    }
    parts.extend(land.map(|heading| format!("land {}", heading.value())));
    parts.extend(nearest.map(|enemy| format!("nearest {enemy}")));
    parts.join(", ")
}

/// A command as a line.
pub(crate) fn format(command: &Command) -> String {
    match command {
        Command::ChooseFaction { allegiance } => {
            let own = id(&allegiance.faction);
            let sources: Vec<String> = allegiance.sources().map(|source| id(source)).collect();
            if sources.is_empty() {
                format!("faction {own}")
            } else {
                format!("faction {own} mercenaries {}", sources.join(" "))
            }
        }
        Command::ProposeBudget { points } => format!("budget {points}"),
        Command::ProposeScenario { agreed: what } => agreed(what),
        Command::AcceptProposal => "accept".to_owned(),
        Command::BuildArmy { list } => army(list),
        Command::Name { seat } => format!("name {seat}"),
        Command::Deploy { unit, pose: at } => format!("deploy {unit} {}", pose(*at)),
        Command::AssignDefaults => "assign defaults".to_owned(),
        Command::AssignOrder { unit, order: given } => format!("assign {unit} {}", order(given)),
        Command::Choose { answer: given } => format!("choose {}", answer(given)),
        Command::PlayCard { card, colour, on } => {
            let colour: &str = colour.into();
            let mut line = format!("play {card} {colour}");
            if !on.is_empty() {
                let _ = write!(line, " on {}", join(on, " ", text));
            }
            line
        }
        Command::Pass => "pass".to_owned(),
        Command::ClaimReroll => "claim reroll".to_owned(),
        Command::PassPhase => "pass phase".to_owned(),
        Command::UseAbility { ability, on } => {
            let mut line = format!("ability {}", id(ability));
            if !on.is_empty() {
                let _ = write!(line, " on {}", join(on, " ", text));
            }
            line
        }
        Command::ChangeOrder { unit, order: given } => format!("change {unit} {}", order(given)),
        Command::DirectControl { unit } => format!("control {unit}"),
        Command::DrawCard { card: None } => "draw".to_owned(),
        Command::DrawCard { card: Some(card) } => format!("draw {card}"),
        Command::Rally {
            unit,
            heading: to,
            airborne,
        } => format!("rally {unit} {}", heading(*to, *airborne)),
        Command::Reload { unit } => format!("reload {unit}"),
        Command::Reorganize { unit, order: given } => format!("reorganize {unit} {}", order(given)),
        Command::SoundTheCharge {
            charge,
            rally,
            reorganize,
        } => {
            let mut line = "sound the charge".to_owned();
            if !charge.is_empty() {
                let _ = write!(line, " {}", ordered(charge));
            }
            if !rally.is_empty() {
                let _ = write!(line, " rally {}", rallied(rally));
            }
            if !reorganize.is_empty() {
                let _ = write!(line, " reorganize {}", ordered(reorganize));
            }
            line
        }
        Command::PayToShoot { unit } => format!("pay to shoot {unit}"),
        Command::FlyOff { unit } => format!("fly off {unit}"),
        Command::Recall { units } => format!("recall {}", join(units, " ", text)).trim_end().to_owned(),
        Command::Cast { unit, spell, target } => {
            format!("cast {unit} spell {} on {target}", u16::from(*spell) + 1)
        }
        Command::Activate { units } => format!("activate {}", join(units, " ", text))
            .trim_end()
            .to_owned(),
        Command::SubmitLegs { legs, land, nearest } => format!("move {}", moved(legs, *land, *nearest)),
        Command::SubmitLegsTogether { moves } => {
            let each = join(moves, " and ", |one| {
                format!("{} {}", one.unit, moved(&one.legs, one.land, one.nearest))
            });
            format!("move together {each}").trim_end().to_owned()
        }
        Command::ReportMove { unit, pose: at } => format!("report {unit} {}", pose(*at)),
        Command::EndPhase => "end phase".to_owned(),
    }
}
