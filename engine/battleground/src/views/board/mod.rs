//! The neutral picture of a position, true to scale, and what an event shows over it.
//!
//! One inch is one board unit; South's edge lies at y 0.

use battleground_geometry::{Card, Turn, about_face, reform, shift};
use hindsight_kernel::{
    Badge, Board, BoardFeature, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link, Pictures,
    Roll, Rules, Seat, ShownRoll, Story, Tone, Trail, Zone,
};

use crate::field::tokens::token_card;
use crate::model::cards::{Ground, Piece, TerrainType, UnitType};
use crate::model::charging::charges_toward;
use crate::model::command::{Leg, Patch};
use crate::model::effect::Keyword;
use crate::model::event::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event, MoveKind,
    MovementEvent, ProcedureEvent, SetupEvent, TurnEvent,
};
use crate::model::names::{Team, UnitId, seat_name};
use crate::model::orders::{Objective, Orders};
use crate::model::pinched::is_pinched;
use crate::model::state::{Engagement, LastingKind, Phase, RushKind, State, Status, Unit};
use crate::model::words;
use crate::rules::combat::ammunition::ammo_boxes;
use crate::rules::combat::{Shade, shade};
use crate::rules::victory::{share, victory_points};
use crate::system::Battleground;
use crate::views::sentences::sentence;

impl Pictures for Battleground {
    fn board(state: &State) -> Board {
        board(state)
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        last_change(before, event)
    }
}

/// How wide a line of terrain is drawn, in inches.
const LINE: f64 = 0.22;

/// A point of the table on the board.
pub(crate) fn at(point: battleground_geometry::Point) -> BoardPoint {
    BoardPoint::new(point.x.value(), point.y.value())
}

pub(crate) fn outline(corners: &[battleground_geometry::Point]) -> Vec<BoardPoint> {
    corners.iter().copied().map(at).collect()
}

/// The neutral picture.
pub(crate) fn board(state: &State) -> Board {
    let (width, depth) = state.scenario().map_or((36.0, 30.0), |scenario| {
        (scenario.width.value(), scenario.depth.value())
    });
    let mut tokens: Vec<BoardToken> = state.on_table().filter_map(|unit| token(state, unit)).collect();
    tokens.sort_by_key(|token| token.level);
    Board {
        zones: zones(state),
        terrain: state.map().map_or_else(Vec::new, |map| {
            map.pieces
                .iter()
                .enumerate()
                .map(|(place, piece)| feature(place, piece))
                .collect()
        }),
        lines: Vec::new(),
        tokens,
        links: state
            .engagements
            .iter()
            .map(|engagement| link(state, engagement))
            .collect(),
        sides: sides(state),
        caption: Battleground::moment(state).caption,
        ..Board::empty(
            BoardPoint::new(0.0, 0.0),
            BoardPoint::new(width, depth),
            "inch",
            Grid::None,
        )
    }
}

fn zones(state: &State) -> Vec<Zone> {
    let mut zones = Vec::new();
    if let Some(scenario) = state.scenario() {
        for (team, area) in Team::BOTH.into_iter().zip(&scenario.zones) {
            let seat = team.lead();
            let name = if state.phase == Phase::SetUp {
                format!("{} deploys here", seat_name(seat))
            } else {
                format!("{}'s deployment zone and camp", seat_name(seat))
            };
            zones.push(Zone {
                name,
                seat: Some(seat),
                outline: outline(area.outline()),
            });
        }
    }
    for (token, (seat, centre)) in &state.tokens {
        let Some(card) = token_card(*centre) else { continue };
        let units: Vec<String> = state
            .own(*seat)
            .filter(|unit| {
                matches!(
                    unit.status,
                    Status::Ready(Some(Orders { objective: Some(Objective::Location(aim)), .. })) if aim == *token
                )
            })
            .map(|unit| unit.id.to_string())
            .collect();
        zones.push(Zone {
            name: if units.is_empty() {
                format!("objective {}", token.0)
            } else {
                format!("objective {} of {}", token.0, words::list(&units))
            },
            seat: Some(*seat),
            outline: outline(card.corners()),
        });
    }
    zones
}

/// The picture's name of a kind of terrain.
const fn looks(kind: TerrainType) -> &'static str {
    match kind {
        TerrainType::Forest => "forest",
        TerrainType::Hill => "hill",
        TerrainType::Road => "road",
        TerrainType::ShallowWater
        | TerrainType::DeepWater
        | TerrainType::VeryDeepWater
        | TerrainType::RiverRapids => "water",
        TerrainType::Swamp => "marsh",
        TerrainType::FortificationWall | TerrainType::FortificationDoor | TerrainType::LowWall => "wall",
        TerrainType::Hedge | TerrainType::Stakes | TerrainType::Fence => "fence",
        TerrainType::FortificationInside => "building",
        TerrainType::SheerCliff => "cliff",
        TerrainType::BrokenGround
        | TerrainType::LowBrush
        | TerrainType::RoughGround
        | TerrainType::Sand
        | TerrainType::VeryRoughGround
        | TerrainType::Custom
        | TerrainType::Shoreline
        | TerrainType::WetGround => "rough",
    }
}

fn feature(place: usize, piece: &Piece) -> BoardFeature {
    let mut name = words::terrain_piece(piece);
    if piece.level > 0 {
        name = format!("{name}, level {}", piece.level);
    }
    BoardFeature {
        id: format!("terrain-{}", place + 1),
        name,
        kind: looks(piece.kind).to_owned(),
        height: f64::from(piece.level.max(piece.rises_to)),
        outline: outline_of(&piece.ground),
    }
}

/// The corners of a piece as it is drawn.
pub(crate) fn outline_of(ground: &Ground) -> Vec<BoardPoint> {
    match ground {
        Ground::Area(area) => outline(area.outline()),
        Ground::Line(points) => band(points),
    }
}

/// A line as a thin polygon: out along its left side, back along its right one.
fn band(points: &[battleground_geometry::Point]) -> Vec<BoardPoint> {
    let dots: Vec<BoardPoint> = outline(points);
    let side = |place: usize| {
        let (before, after) = (
            dots[place.saturating_sub(1)],
            dots[(place + 1).min(dots.len() - 1)],
        );
        let (dx, dy) = (after.x - before.x, after.y - before.y);
        let long = dx.hypot(dy).max(1e-9);
        (-dy / long * LINE / 2.0, dx / long * LINE / 2.0)
    };
    let out = (0..dots.len()).map(|place| {
        let (x, y) = side(place);
        BoardPoint::new(dots[place].x + x, dots[place].y + y)
    });
    let back = (0..dots.len()).rev().map(|place| {
        let (x, y) = side(place);
        BoardPoint::new(dots[place].x - x, dots[place].y - y)
    });
    out.chain(back).collect()
}

/// The pictogram of a unit card.
fn pictogram(card: &UnitType) -> &'static str {
    if card.is(Keyword::Flying) {
        "flyer"
    } else if card.is(Keyword::Wheeled) {
        "artillery"
    } else if card.is(Keyword::Colossal) || (card.is(Keyword::Large) && !card.is(Keyword::Cavalry)) {
        "monster"
    } else if card.is(Keyword::Cavalry) {
        "cavalry"
    } else if card.ranged.is_some() {
        "missile"
    } else {
        "infantry"
    }
}

/// The last word of a card's id as a label: `league-swords` becomes `Swords`; at most seven characters. Where the armies
/// hold another card with that last word, the card's whole name: `Levy Spears` beside `League Spears`.
fn label(state: &State, card: &UnitType) -> String {
    fn last_word(card: &UnitType) -> &str {
        card.id.rsplit('-').next().unwrap_or(&card.id)
    }
    let word = last_word(card);
    let mut kinds = state.units.iter().map(|unit| state.kind(unit));
    if kinds.any(|other| other.id != card.id && last_word(other) == word) {
        return card.name.clone();
    }
    let mut letters = word.chars().take(7);
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().take(1).chain(letters).collect()
    })
}

fn token(state: &State, unit: &Unit) -> Option<BoardToken> {
    let on_table = state.card(unit)?;
    let card = state.kind(unit);
    let all = card.boxes.all();
    let left = state.boxes_left(unit);
    let (id, outline) = (unit.id.to_string(), outline(on_table.corners()));
    let name = words::unit_name(state, unit.id);
    Some(BoardToken {
        label: label(state, card),
        facing: Some(on_table.pose().heading.value()),
        strength: f64::from(left) / f64::from(all.max(1)),
        strength_text: format!("{left}/{all} boxes"),
        badges: badges(state, unit),
        level: u8::from(unit.airborne),
        ..BoardToken::new(unit.id.seat(), id, &name, pictogram(card), outline)
    })
}

fn badge(code: impl Into<String>, text: impl Into<String>, tone: Tone) -> Badge {
    Badge {
        code: code.into(),
        text: text.into(),
        tone,
    }
}

/// A unit's order, status, boxes, marks and ammunition, the weightiest first.
fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let card = state.kind(unit);
    let mut badges = Vec::new();
    match unit.status {
        Status::Ready(Some(orders)) => {
            let mut code = orders.order.letter().to_string();
            if orders.cap.is_some() {
                code.push('-');
            }
            if orders.objective.is_some() {
                code.push('>');
            }
            badges.push(badge(
                code,
                format!("order: {}", words::orders(orders)),
                Tone::Plain,
            ));
        }
        Status::Ready(None) => badges.push(badge("?", "waits for its order", Tone::Plain)),
        Status::Disrupted => badges.push(badge("D", "Disrupted", Tone::Bad)),
        // `R` alone is the order Range.
        Status::Routing => badges.push(badge("RT", "Routing", Tone::Bad)),
    }
    if unit.airborne {
        badges.push(badge("A", "Airborne", Tone::Plain));
    }
    match shade(state, unit) {
        Shade::Green => {}
        Shade::Yellow => badges.push(badge("YEL", "In the Yellow", Tone::Bad)),
        Shade::Red => badges.push(badge("RED", "In the Red", Tone::Bad)),
    }
    for engagement in state
        .engagements
        .iter()
        .filter(|engagement| engagement.rusher == unit.id)
    {
        match engagement.kind {
            RushKind::Front => {}
            RushKind::Flank => badges.push(badge("FRF", "Final Rushed with a flank", Tone::Bad)),
            RushKind::Corner => badges.push(badge("FRC", "Final Rushed a corner", Tone::Bad)),
        }
    }
    if state
        .engaged_with(unit.id)
        .any(|(enemy, _, _)| charges_toward(state, unit.id, enemy))
    {
        badges.push(badge("CH", "Charging", Tone::Good));
    }
    if is_pinched(state, unit.id) {
        badges.push(badge("PIN", "Pinched", Tone::Bad));
    }
    if unit.turn.frightened {
        badges.push(badge("FR", "Frightened", Tone::Bad));
    }
    for lasting in &unit.lasting {
        let (code, tone) = match &lasting.kind {
            LastingKind::Blessing => ("BLS".to_owned(), Tone::Good),
            LastingKind::Curse => ("CUR".to_owned(), Tone::Bad),
            LastingKind::Mark(_) | LastingKind::Rule | LastingKind::Ruling => {
                (lasting.name.chars().take(3).collect(), Tone::Good)
            }
            LastingKind::Card(card) => (
                format!("c{card}"),
                if lasting.by == unit.id.seat() {
                    Tone::Good
                } else {
                    Tone::Bad
                },
            ),
        };
        badges.push(badge(code, lasting.name.clone(), tone));
    }
    let ammo = ammo_boxes(card);
    if ammo > 0 && state.profile().ammunition {
        let left = ammo.saturating_sub(unit.ammo_marked);
        let tone = if left == 0 { Tone::Bad } else { Tone::Plain };
        badges.push(badge(
            format!("{left}a"),
            format!("{left} of {ammo} ammo boxes left"),
            tone,
        ));
    }
    if unit.turn.activated {
        badges.push(badge("*", "activated this turn", Tone::Plain));
    }
    badges
}

/// Who rushed whom, and where.
fn link(state: &State, engagement: &Engagement) -> Link {
    let kind = match engagement.rushed_side {
        battleground_geometry::Side::Rear => "rear",
        battleground_geometry::Side::Left | battleground_geometry::Side::Right => "flank",
        battleground_geometry::Side::Front if charges_toward(state, engagement.rusher, engagement.rushed) => {
            "charge"
        }
        battleground_geometry::Side::Front => "faces",
    };
    Link {
        from: engagement.rusher.to_string(),
        to: engagement.rushed.to_string(),
        kind: kind.to_owned(),
    }
}

fn sides(state: &State) -> Vec<BoardSideLine> {
    let asked: Vec<Seat> = Battleground::awaiting(state)
        .into_iter()
        .map(|asked| asked.seat)
        .collect();
    let goal = state
        .scenario()
        .map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
    Battleground::seats(state)
        .into_iter()
        .map(|info| {
            let player = state.player(info.seat);
            let score = (state.turn > 0).then(|| {
                format!(
                    "{} of {goal} points destroyed · {} · {}",
                    victory_points(state, info.seat),
                    words::count(player.actions, "command action", "command actions"),
                    words::count(player.hand.len() as i64, "card", "cards")
                )
            });
            BoardSideLine {
                seat: info.seat,
                name: match info.faction {
                    Some(faction) => format!("{} · {faction}", info.name),
                    None => info.name,
                },
                score,
                to_decide: asked.contains(&info.seat),
            }
        })
        .collect()
}

/// The centre points of a way, leg by leg.
pub(crate) fn way(
    state: &State,
    unit: &Unit,
    legs: &[Leg],
    to: battleground_geometry::Pose,
) -> Vec<BoardPoint> {
    let Some(card) = state.card(unit) else {
        return Vec::new();
    };
    let mut points = vec![at(card.pose().centre)];
    let mut card: Card = card;
    for leg in legs {
        let pose = match *leg {
            Leg::Shift { way, inches } => shift(card.pose(), way, inches),
            Leg::Turn {
                hand,
                angle,
                inches,
                backward,
            } => match Turn::new(hand, angle, inches) {
                Ok(turn) if backward => turn.backward_end(&card),
                Ok(turn) => turn.end(&card),
                Err(_) => card.pose(),
            },
            Leg::AboutFace => about_face(card.pose()),
            Leg::Reform { heading } => reform(card.pose(), heading),
        };
        card = card.at(pose);
        points.push(at(pose.centre));
    }
    // The last leg ends where the event says; a rush or a realignment has no legs.
    let end = at(to.centre);
    match points.last_mut() {
        Some(last) if !legs.is_empty() => *last = end,
        Some(_) | None => points.push(end),
    }
    points.dedup_by(|one, other| (one.x - other.x).hypot(one.y - other.y) < 1e-6);
    points
}

/// The picture's name of a kind of move.
pub(crate) const fn move_kind(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Rush => "charge",
        MoveKind::Rout | MoveKind::RoutTurn => "rout",
        MoveKind::Deployed => "deploy",
        MoveKind::Ordered => "move",
        MoveKind::Controlled => "direct control",
        MoveKind::Realigned => "realign",
        MoveKind::Rally => "rally",
        MoveKind::SteppedIn => "step in",
        MoveKind::Ruling => "ruling",
    }
}

fn trail(unit: UnitId, points: Vec<BoardPoint>, kind: &str) -> Vec<Trail> {
    Trail::through(&unit, unit.seat(), points, kind)
        .into_iter()
        .collect()
}

/// From the middle of one unit to the middle of another.
fn between(state: &State, from: UnitId, to: UnitId, kind: &str) -> Vec<Trail> {
    let points = [from, to]
        .iter()
        .filter_map(|unit| state.unit(*unit)?.pose)
        .map(|pose| at(pose.centre))
        .collect();
    trail(from, points, kind)
}

fn shown(seat: Seat, roll: &Roll) -> Vec<ShownRoll> {
    vec![ShownRoll {
        seat,
        roll: roll.clone(),
        // Dice succeed at or under their number here; the words tell it.
        target: None,
    }]
}

fn patched(patch: &Patch) -> Option<UnitId> {
    match patch {
        Patch::Place { unit, .. }
        | Patch::Boxes { unit, .. }
        | Patch::Order { unit, .. }
        | Patch::Disrupt { unit }
        | Patch::Rout { unit }
        | Patch::Destroy { unit }
        | Patch::Disengage { unit, .. }
        | Patch::Effect { unit, .. } => Some(*unit),
        Patch::Actions { .. } | Patch::RollOff { .. } | Patch::Dispute { .. } => None,
    }
}

/// What to show of an event over the board after it.
pub(crate) fn last_change(before: &State, event: &Event) -> LastChange {
    let (units, trails, rolls) = shows(before, event);
    LastChange {
        units: units.iter().map(UnitId::to_string).collect(),
        trails,
        rolls,
        words: sentence(before, event),
    }
}

fn shows(before: &State, event: &Event) -> (Vec<UnitId>, Vec<Trail>, Vec<ShownRoll>) {
    let only = |units: Vec<UnitId>| (units, Vec::new(), Vec::new());
    match event {
        Event::Movement(MovementEvent::UnitMoved { .. } | MovementEvent::UnitsMoved { .. }) => {
            let moves = event.movements();
            let trails = moves.iter().flat_map(|(kind, one)| {
                let points = before
                    .unit(one.unit)
                    .map_or_else(Vec::new, |there| way(before, there, &one.legs, one.to));
                trail(one.unit, points, move_kind(*kind))
            });
            (
                moves.iter().map(|(_, one)| one.unit).collect(),
                trails.collect(),
                Vec::new(),
            )
        }
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) => {
            let trails = if attack.kind.is_ranged() {
                between(before, attack.attacker, attack.target, "shot")
            } else {
                Vec::new()
            };
            (vec![attack.attacker, attack.target], trails, Vec::new())
        }
        Event::Combat(CombatEvent::AttackRolled { roll, again, .. }) => {
            let Some(attack) = &before.attack else {
                return only(Vec::new());
            };
            let trails = if attack.kind.is_ranged() {
                between(before, attack.attacker, attack.target, "shot")
            } else {
                Vec::new()
            };
            let mut rolls = shown(attack.attacker.seat(), roll);
            rolls.extend(
                again
                    .iter()
                    .flat_map(|again| shown(attack.attacker.seat(), again)),
            );
            (vec![attack.attacker, attack.target], trails, rolls)
        }
        Event::Combat(CombatEvent::AttackResolved { attacker, target, .. }) => only(vec![*attacker, *target]),
        Event::Courage(CourageEvent::CheckRolled { roll, .. }) => {
            let unit = before.check.as_ref().map(|check| check.unit);
            let rolls = unit.map_or_else(Vec::new, |unit| shown(unit.seat(), roll));
            (unit.into_iter().collect(), Vec::new(), rolls)
        }
        Event::Courage(CourageEvent::CourageChecked { unit, roll, .. }) => {
            let rolls = roll.iter().flat_map(|roll| shown(unit.seat(), roll)).collect();
            (vec![*unit], Vec::new(), rolls)
        }
        Event::Setup(SetupEvent::FewerPointsRolled { south, north, .. }) => {
            let mut rolls = shown(Seat::A, south);
            rolls.extend(shown(Seat::B, north));
            (Vec::new(), Vec::new(), rolls)
        }
        Event::Setup(SetupEvent::LotDrawn { roll, seat, .. }) => (Vec::new(), Vec::new(), shown(*seat, roll)),
        Event::Command(CommandEvent::CardDrawn { seat, roll, .. }) => {
            // The die tells the card: it is shown only where the card is.
            let rolls = roll
                .iter()
                .filter(|roll| !roll.faces.is_empty())
                .flat_map(|roll| shown(*seat, roll))
                .collect();
            (Vec::new(), Vec::new(), rolls)
        }
        Event::Ability(AbilityEvent::SpellCast { unit, target, .. }) => (
            vec![*unit, *target],
            between(before, *unit, *target, "spell"),
            Vec::new(),
        ),
        Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) => {
            only(vec![engagement.rusher, engagement.rushed])
        }
        Event::Engagement(EngagementEvent::RoutingRushed { unit, target }) => only(vec![*unit, *target]),
        Event::Damage(
            DamageEvent::BoxesMarked { unit, .. }
            | DamageEvent::BoxesErased { unit, .. }
            | DamageEvent::AmmoMarked { unit, .. }
            | DamageEvent::UnitDestroyed { unit, .. },
        )
        | Event::Courage(
            CourageEvent::CheckDemanded { unit, .. }
            | CourageEvent::CauseNoted { unit, .. }
            | CourageEvent::CausesCleared { unit, .. }
            | CourageEvent::CheckForced { unit, .. },
        )
        | Event::Movement(
            MovementEvent::UnitTurned { unit, .. }
            | MovementEvent::FlightChanged { unit, .. }
            | MovementEvent::SlidUnder { unit, .. }
            | MovementEvent::StatusChanged { unit, .. }
            | MovementEvent::Marked { unit, .. }
            | MovementEvent::PointHeld { unit, .. },
        )
        | Event::Ability(AbilityEvent::LastingAdded { unit, .. } | AbilityEvent::LastingEnded { unit, .. }) => {
            only(vec![*unit])
        }
        Event::Courage(CourageEvent::PassedThrough { unit, by }) => only(vec![*unit, *by]),
        Event::Courage(CourageEvent::CheckBegan { check }) => only(vec![check.unit]),
        Event::Command(CommandEvent::CardPlayed { on, .. })
        | Event::Ability(AbilityEvent::AbilityUsed { on, .. }) => only(on.clone()),
        Event::Turn(TurnEvent::VictoryChecked { sackers, .. }) => only(sackers.clone()),
        Event::Combat(CombatEvent::TargetsChosen { declared, .. }) => {
            let trails = declared
                .iter()
                .filter(|declared| declared.attack.kind.is_ranged())
                .flat_map(|declared| {
                    between(before, declared.attack.attacker, declared.attack.target, "shot")
                })
                .collect();
            let units = declared.iter().map(|declared| declared.attack.attacker).collect();
            (units, trails, Vec::new())
        }
        Event::Procedure(ProcedureEvent::Asked { question }) => {
            only(question.unit.into_iter().chain(question.about).collect())
        }
        Event::Procedure(ProcedureEvent::Answered { answered }) => {
            only(answered.unit.into_iter().chain(answered.about).collect())
        }
        Event::Ability(AbilityEvent::RuleTriggered { triggered }) => only(vec![triggered.unit]),
        Event::Procedure(ProcedureEvent::Ruled { patch, .. }) => only(patched(patch).into_iter().collect()),
        Event::Procedure(
            ProcedureEvent::Opened { .. } | ProcedureEvent::Placed { .. } | ProcedureEvent::Proceeded { .. },
        )
        | Event::Setup(
            SetupEvent::FactionChosen { .. }
            | SetupEvent::AgreementMade { .. }
            | SetupEvent::ArmyBuilt { .. }
            | SetupEvent::ArmyMustered { .. }
            | SetupEvent::FirstDeployerNamed { .. }
            | SetupEvent::FirstOrdererNamed { .. }
            | SetupEvent::FirstPlayerNamed { .. },
        )
        | Event::Turn(
            TurnEvent::TurnBegan { .. }
            | TurnEvent::PhaseBegan { .. }
            | TurnEvent::TurnEnded
            | TurnEvent::SnapshotTaken { .. }
            | TurnEvent::FliersWaited { .. }
            | TurnEvent::Finished { .. }
            | TurnEvent::BattleEnded { .. },
        )
        | Event::Movement(MovementEvent::TokenPlaced { .. })
        | Event::Engagement(EngagementEvent::EngagementsChanged { .. })
        | Event::Courage(CourageEvent::CheckChanged { .. })
        | Event::Command(
            CommandEvent::ActionsGained { .. }
            | CommandEvent::ActionsSpent { .. }
            | CommandEvent::ActionsLost { .. }
            | CommandEvent::DeckRenewed { .. }
            | CommandEvent::FactionCardsRemoved { .. }
            | CommandEvent::CardDiscarded { .. }
            | CommandEvent::Passed { .. }
            | CommandEvent::RerollClaimed { .. },
        )
        | Event::Combat(
            CombatEvent::ChoiceSettled { .. }
            | CombatEvent::AttackWent { .. }
            | CombatEvent::AttackChanged { .. },
        )
        | Event::Ability(AbilityEvent::RuleSettled { .. })
        | Event::Damage(DamageEvent::DamageCounted) => only(Vec::new()),
    }
}

#[cfg(test)]
mod tests;
