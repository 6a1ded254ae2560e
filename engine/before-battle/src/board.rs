//! The neutral picture of a position, and what an event shows over it.
//!
//! A cell is one board unit: column a lies at x 0 to 1, row 1 at y 0 to 1.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{
    Badge, Board, Grid, LastChange, Link, Point, Roll, RuleSet, Seat, ShownRoll, SideLine, Token, Tone,
    Trail, Zone,
};

use crate::BeforeBattle;
use crate::actions::HUSTLE_NEED;
use crate::combat::in_combat;
use crate::decide::awaiting;
use crate::deploy::deployment_rows;
use crate::event::Event;
use crate::fleeing::flee_need;
use crate::geometry::{Direction, attack_direction, faced_enemy};
use crate::names::{UNITS_PER_ARMY, UnitId};
use crate::state::{SEATS, State, Unit, seat_name};
use crate::tell::tell;
use crate::victory::victory_points;

/// How far a token's outline lies inside its cell.
const INSET: f64 = 0.08;

/// The centre of a cell.
pub(crate) fn centre(cell: Cell) -> Point {
    let (x, y) = cell.centre();
    Point::new(x, y)
}

/// The corners of a rectangle between two points.
fn rectangle(low: Point, high: Point) -> Vec<Point> {
    vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
}

/// A cell's corners, drawn in by `inset`.
pub(crate) fn cell_outline(cell: Cell, inset: f64) -> Vec<Point> {
    let Point { x, y } = centre(cell);
    let half = 0.5 - inset;
    rectangle(Point::new(x - half, y - half), Point::new(x + half, y + half))
}

/// The picture of a position.
pub fn board(state: &State) -> Board {
    let field = state.field();
    let (cols, rows) = (f64::from(field.cols), f64::from(field.rows));
    let asked: Vec<Seat> = awaiting(state).into_iter().map(|asked| asked.seat).collect();
    let points = victory_points(state);
    let zones = SEATS.map(|seat| {
        let home = deployment_rows(state, seat);
        Zone {
            name: format!("{} deploys here", seat_name(seat)),
            seat: Some(seat),
            outline: rectangle(
                Point::new(0.0, f64::from(home.start)),
                Point::new(cols, f64::from(home.end)),
            ),
        }
    });
    let sides = BeforeBattle::seats(state)
        .into_iter()
        .map(|info| SideLine {
            seat: info.seat,
            name: match info.faction {
                Some(faction) => format!("{} · {faction}", info.name),
                None => info.name,
            },
            score: state.turned_up.then(|| match points[info.seat.index()] {
                1 => "1 point".to_owned(),
                count => format!("{count} points"),
            }),
            to_decide: asked.contains(&info.seat),
        })
        .collect();
    Board {
        min: Point::new(0.0, 0.0),
        max: Point::new(cols, rows),
        unit: "cell".to_owned(),
        grid: Grid::Squares,
        zones: zones.into(),
        terrain: Vec::new(),
        tokens: state.standing().filter_map(|unit| token(state, unit)).collect(),
        links: links(state),
        sides,
        caption: BeforeBattle::moment(state).caption,
    }
}

fn token(state: &State, unit: &Unit) -> Option<Token> {
    let cell = unit.cell?;
    let card = state.known_card(unit.id);
    let (strength, strength_text) = match card {
        Some(card) if state.turned_up => (
            f64::from(unit.models) / f64::from(card.models.max(1)),
            format!("{}/{} models", unit.models, card.models),
        ),
        Some(card) => (1.0, format!("{0}/{0} models", card.models)),
        None => (1.0, "face down".to_owned()),
    };
    let kind = card.map_or("unknown", |card| match card.class {
        crate::cards::Class::General => "leader",
        crate::cards::Class::Core | crate::cards::Class::Elite => card.kind.into(),
    });
    Some(Token {
        id: unit.id.to_string(),
        seat: unit.id.seat(),
        name: state.name(unit.id),
        label: card.map_or_else(|| unit.id.to_string(), |card| short_name(&card.id.to_string())),
        outline: cell_outline(cell, INSET),
        facing: Some(unit.facing.degrees()),
        strength,
        strength_text,
        badges: if state.turned_up {
            badges(state, unit)
        } else {
            Vec::new()
        },
        level: 0,
        face_down: card.is_none(),
        kind: kind.to_owned(),
    })
}

/// The last word of a card's id as a label: `rm-knights` becomes `Knights`; at most seven characters.
fn short_name(card: &str) -> String {
    let word = card.rsplit('-').next().unwrap_or(card);
    let mut letters = word.chars().take(7);
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let badge = |code: &str, text: String, tone: Tone| Badge {
        code: code.to_owned(),
        text,
        tone,
    };
    let mut badges = Vec::new();
    if in_combat(state, unit.id) {
        badges.push(badge("X", "in combat".to_owned(), Tone::Plain));
    }
    if state.charged.contains(unit.id) {
        badges.push(badge("C", "charged this turn".to_owned(), Tone::Good));
    }
    if state.acted.contains(unit.id) {
        badges.push(badge("A", "acted this turn".to_owned(), Tone::Plain));
    }
    if state.combat.fled.contains(unit.id) {
        badges.push(badge("F", "fled this turn".to_owned(), Tone::Bad));
    }
    let need = flee_need(state, unit.id);
    if need > 2 {
        badges.push(badge(
            &format!("{need}+"),
            format!("stands on {need}+"),
            Tone::Bad,
        ));
    }
    if unit.wounds > 0 {
        badges.push(badge(
            "W",
            format!("{} wounds on one model", unit.wounds),
            Tone::Bad,
        ));
    }
    for item in state.gear(unit.id).items.into_iter().flatten() {
        let code: String = item
            .kind
            .chars()
            .take(2)
            .chain(item.level.to_string().chars())
            .collect();
        badges.push(badge(&code, item.id.to_string(), Tone::Good));
    }
    badges
}

/// Who faces whom, and from where it meets the other.
fn links(state: &State) -> Vec<Link> {
    if !state.turned_up {
        return Vec::new();
    }
    let link = |unit: UnitId| {
        let other = faced_enemy(state, unit)?;
        let kind = match attack_direction(state, unit, other)? {
            Direction::Flank => "flank",
            Direction::Rear => "rear",
            Direction::Front if state.charged.contains(unit) => "charge",
            Direction::Front => "faces",
        };
        Some(Link {
            from: unit.to_string(),
            to: other.to_string(),
            kind: kind.to_owned(),
        })
    };
    state.standing().filter_map(|unit| link(unit.id)).collect()
}

/// The cells of a straight way, both ends included.
pub(crate) fn straight_way(from: Cell, to: Cell) -> Vec<Cell> {
    let (east, north) = from.offset(to);
    let steps = east.abs().max(north.abs());
    (0..=steps)
        .filter_map(|step| {
            let col = i32::from(from.col()) + east.signum() * step;
            let row = i32::from(from.row()) + north.signum() * step;
            Cell::new(u8::try_from(col).ok()?, u8::try_from(row).ok()?)
        })
        .collect()
}

fn trail(unit: UnitId, points: Vec<Point>, kind: &str) -> Vec<Trail> {
    if points.len() < 2 {
        return Vec::new();
    }
    vec![Trail {
        unit: unit.to_string(),
        seat: unit.seat(),
        points,
        kind: kind.to_owned(),
    }]
}

fn way(unit: UnitId, from: Cell, to: Cell, kind: &str) -> Vec<Trail> {
    trail(
        unit,
        straight_way(from, to).into_iter().map(centre).collect(),
        kind,
    )
}

fn shown(seat: Seat, roll: &Roll, target: Option<u8>) -> ShownRoll {
    ShownRoll {
        seat,
        roll: roll.clone(),
        target,
    }
}

/// Beyond the home edge, where a unit goes that flees off the board.
pub(crate) fn beyond_edge(cell: Cell, facing: Facing) -> Point {
    let (east, north) = facing.step();
    let Point { x, y } = centre(cell);
    Point::new(x + f64::from(east) * 0.5, y + f64::from(north) * 0.5)
}

/// What to show of an event over the board after it.
pub fn last_change(before: &State, event: &Event) -> LastChange {
    let (units, trails, rolls): (Vec<UnitId>, Vec<Trail>, Vec<ShownRoll>) = match event {
        Event::UnitDeployed { unit, .. } | Event::UnitTurned { unit, .. } => (vec![*unit], vec![], vec![]),
        Event::StartRolled { south, north, .. } => (
            vec![],
            vec![],
            vec![shown(Seat::A, south, None), shown(Seat::B, north, None)],
        ),
        Event::UnitMoved {
            unit,
            from,
            to,
            charged,
            ..
        } => (
            vec![*unit],
            way(*unit, *from, *to, if *charged { "charge" } else { "move" }),
            vec![],
        ),
        Event::UnitHustled {
            unit,
            from,
            to,
            roll,
            charged,
            ..
        } => (
            vec![*unit],
            way(*unit, *from, *to, if *charged { "charge" } else { "hustle" }),
            vec![shown(unit.seat(), roll, Some(HUSTLE_NEED))],
        ),
        Event::UnitSidestepped { unit, from, to, .. } => {
            (vec![*unit], way(*unit, *from, *to, "sidestep"), vec![])
        }
        Event::UnitShot { blow, .. } => {
            let points = [blow.unit, blow.target]
                .iter()
                .filter_map(|&unit| before.cell(unit))
                .map(centre)
                .collect();
            let mut rolls = vec![shown(blow.unit.seat(), &blow.attack, Some(blow.need))];
            rolls.extend(
                blow.block
                    .as_ref()
                    .map(|roll| shown(blow.target.seat(), roll, Some(blow.block_need))),
            );
            (
                vec![blow.unit, blow.target],
                trail(blow.unit, points, "shot"),
                rolls,
            )
        }
        Event::TierFought { blows, .. } => {
            let mut units: Vec<UnitId> = blows.iter().flat_map(|blow| [blow.unit, blow.target]).collect();
            units.sort_unstable();
            units.dedup();
            let attacks = blows
                .iter()
                .map(|blow| shown(blow.unit.seat(), &blow.attack, Some(blow.need)));
            let blocks = blows.iter().filter_map(|blow| {
                Some(shown(
                    blow.target.seat(),
                    blow.block.as_ref()?,
                    Some(blow.block_need),
                ))
            });
            (units, vec![], attacks.chain(blocks).collect())
        }
        Event::CombatOrderSet { .. } | Event::CombatResolved { .. } => {
            let units = before
                .combat
                .combats
                .first()
                .map(|combat| combat.iter().collect());
            (units.unwrap_or_default(), vec![], vec![])
        }
        Event::FleeRolled { unit, need, roll, .. } => {
            (vec![*unit], vec![], vec![shown(unit.seat(), roll, Some(*need))])
        }
        Event::UnitFled {
            unit,
            from,
            to,
            facing,
            off_board,
            dice,
            need,
            ..
        } => {
            let mut points: Vec<Point> = straight_way(*from, *to).into_iter().map(centre).collect();
            if *off_board {
                points.push(beyond_edge(*to, *facing));
            }
            let rolls = dice.as_ref().map(|roll| shown(unit.seat(), roll, Some(*need)));
            (
                vec![*unit],
                trail(*unit, points, "flee"),
                rolls.into_iter().collect(),
            )
        }
        Event::UnitsReformed { facings, .. } => (
            facings.iter().map(|reformed| reformed.unit).collect(),
            vec![],
            vec![],
        ),
        Event::ArmiesTurnedUp { units } => {
            debug_assert!(units.len() <= 2 * UNITS_PER_ARMY);
            (units.iter().map(|up| up.unit).collect(), vec![], vec![])
        }
        Event::GameSet { .. }
        | Event::PositionSet { .. }
        | Event::ListConfirmed { .. }
        | Event::ListsRevealed { .. }
        | Event::WeaponsConfirmed { .. }
        | Event::RightTaken { .. }
        | Event::DeployerNamed { .. }
        | Event::FirstNamed { .. }
        | Event::ArmySupplied { .. }
        | Event::TurnBegan { .. }
        | Event::ActionsEnded
        | Event::CombatsSet { .. }
        | Event::CombatEnded
        | Event::TurnEnded
        | Event::BattleEnded { .. }
        | Event::Patched { .. } => (vec![], vec![], vec![]),
    };
    LastChange {
        units: units.iter().map(UnitId::to_string).collect(),
        trails,
        rolls,
        words: tell(before, event),
    }
}
