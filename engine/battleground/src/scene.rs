//! Small positions for the tests of all chapters.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use battleground_geometry::{Area, Degrees, Footprint, Hand, Inches, Point, Pose, Side, Way};
use hindsight_kernel::agenda::open_question;
use hindsight_kernel::{Ask, DiceTray, Refusal, Roll, RollSource, Rules as _, Seat, Table, testing};

use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::{BattleTable, Step};
use crate::model::cards::{
    Book, Boxes, Category, Deployment, Ground, Map, Piece, Profile, RangedAttack, RangedType, Scenario,
    TerrainType, UnitType, Victory,
};
use crate::model::command::{Command, Leg};
use crate::model::effect::{Distance, Keyword};
use crate::model::event::{CourageEvent, Event};
use crate::model::movement_category::Mc;
use crate::model::names::{KindNo, UnitId};
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::{
    Agreed, CheckKind, Engagement, Pending, Phase, RushKind, State, Status, TurnMarks, Unit,
};
use crate::rules::movement::check_legs;
use crate::system::{Battleground, BattlegroundOf};

pub(crate) fn inches(length: f64) -> Inches {
    Inches::new(length).unwrap()
}

pub(crate) fn point(x: f64, y: f64) -> Point {
    Point::new(inches(x), inches(y))
}

pub(crate) fn pose(x: f64, y: f64, heading: f64) -> Pose {
    Pose::new(inches(x), inches(y), Degrees::new(heading).unwrap())
}

/// A unit by its id: `id("A1")`.
pub(crate) fn id(text: &str) -> UnitId {
    text.parse().unwrap()
}

pub(crate) fn degrees(angle: f64) -> Degrees {
    Degrees::new(angle).unwrap()
}

/// A leg so far in a direction.
pub(crate) fn shift(way: Way, length: f64) -> Leg {
    Leg::Shift {
        way,
        inches: inches(length),
    }
}

/// A leg straight on.
pub(crate) fn forward(length: f64) -> Leg {
    shift(Way::Forward, length)
}

/// A turn by an angle, with this length of the ruler.
pub(crate) fn turn(hand: Hand, angle: f64, length: f64) -> Leg {
    Leg::Turn {
        hand,
        angle: degrees(angle),
        inches: inches(length),
        backward: false,
    }
}

/// A reform to a heading.
pub(crate) fn reform(heading: f64) -> Leg {
    Leg::Reform {
        heading: degrees(heading),
    }
}

/// Legs that a player gives to the unit that was activated.
pub(crate) fn submit_legs(legs: Vec<Leg>) -> Command {
    Command::SubmitLegs {
        legs,
        land: None,
        nearest: None,
    }
}

/// Whether A1 may make these legs under Direct Control.
pub(crate) fn legs_allowed(state: &State, legs: &[Leg]) -> bool {
    let unit = state.unit(id("A1")).unwrap();
    check_legs(&Field::of(state), unit, legs, None).is_ok()
}

/// A plain line unit: (5)5/5, 2/2, courage 12, Move 3.5, boxes 4/3/2, 200 points, no keyword but Normal Infantry.
pub(crate) fn line() -> UnitType {
    UnitType {
        id: "line".to_owned(),
        name: "Line".to_owned(),
        faction: "one".to_owned(),
        category: Category::Core,
        points: 200,
        size: Footprint::new(inches(3.5), inches(2.5), 1).unwrap(),
        attack: Profile {
            dice: 5,
            skill: 5,
            power: 5,
        },
        ranged: None,
        more_ranged: Vec::new(),
        def_skill: 2,
        toughness: 2,
        courage: Some(12),
        passes: None,
        movement: mc(3.5),
        flying: None,
        boxes: Boxes {
            green: 4,
            yellow: 3,
            red: 2,
        },
        ammo: None,
        keywords: BTreeSet::from([Keyword::Normal, Keyword::Infantry]),
        labels: BTreeSet::new(),
        impact_hits: 0,
        specials: Vec::new(),
        triggers: Vec::new(),
        spells: Vec::new(),
        cards_on_its_attack: 1,
        direct_control_cost: 1,
        preprinted: None,
        healing_forbidden: false,
    }
}

pub(crate) fn mc(distance: f64) -> Mc {
    Mc::of(distance).unwrap()
}

/// A line unit with this Move.
pub(crate) fn moving(distance: f64) -> UnitType {
    UnitType {
        movement: mc(distance),
        ..line()
    }
}

/// A line unit with these keywords instead of Normal Infantry: give size and type.
pub(crate) fn with_keywords(keywords: &[Keyword]) -> UnitType {
    UnitType {
        keywords: keywords.iter().copied().collect(),
        ..line()
    }
}

/// A line unit with a ranged attack.
pub(crate) fn shooting(range: f64, way: RangedType) -> UnitType {
    UnitType {
        ranged: Some(RangedAttack {
            range: Distance::try_from(range).unwrap(),
            way,
            ..RangedAttack::default()
        }),
        ..line()
    }
}

/// A Colossal line unit.
pub(crate) fn colossal() -> UnitType {
    UnitType {
        size: Footprint::new(inches(3.5), inches(5.0), 2).unwrap(),
        ..with_keywords(&[Keyword::Colossal, Keyword::Infantry])
    }
}

/// The standard scenario: Breaking Point on 36 by 30 inches.
pub(crate) fn breaking_point() -> Scenario {
    let zone = |from: f64, to: f64| Area::rectangle(point(5.0, from), point(31.0, to)).unwrap();
    Scenario {
        id: "breaking-point".to_owned(),
        name: "Breaking Point".to_owned(),
        budget: None,
        width: inches(36.0),
        depth: inches(30.0),
        zones: [zone(0.0, 7.5), zone(22.5, 30.0)],
        command_actions: None,
        first_turn_actions: None,
        mercenaries: true,
        map: None,
        deployment: Deployment::Standard,
        rules: Vec::new(),
        victory: Victory {
            threshold: 60,
            crushing: 85,
            victory: 50,
            sacking: 100,
            sacking_above: 100,
            turns: None,
        },
    }
}

/// An area of terrain.
pub(crate) fn ground(kind: TerrainType, outline: &[(f64, f64)]) -> Piece {
    Piece {
        kind,
        ground: Ground::Area(Area::new(outline.iter().map(|&(x, y)| point(x, y)).collect()).unwrap()),
        level: 0,
        rises_to: 0,
        sharp: None,
        blocks_visibility: false,
        custom: None,
    }
}

/// An area of terrain from one corner to the opposite one.
pub(crate) fn rectangle(kind: TerrainType, from: (f64, f64), to: (f64, f64)) -> Piece {
    ground(kind, &[from, (to.0, from.1), to, (from.0, to.1)])
}

/// A level of a hill from one corner to the opposite one.
pub(crate) fn hill_over(level: u8, from: (f64, f64), to: (f64, f64)) -> Piece {
    hill(level, &[from, (to.0, from.1), to, (from.0, to.1)])
}

/// A level of a hill.
pub(crate) fn hill(level: u8, outline: &[(f64, f64)]) -> Piece {
    Piece {
        level,
        ..ground(TerrainType::Hill, outline)
    }
}

/// A wall, hedge, row of stakes or cliff edge.
pub(crate) fn wall(kind: TerrainType, points: &[(f64, f64)]) -> Piece {
    Piece {
        ground: Ground::Line(points.iter().map(|&(x, y)| point(x, y)).collect()),
        ..ground(kind, &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    }
}

/// A position in South's Movement & Command Phase of turn 1 with nobody on the table.
pub(crate) fn scene() -> Scene {
    Scene(State {
        book: Arc::new(Book {
            factions: Vec::new(),
            kinds: Vec::new(),
            maps: vec![Map {
                id: "map".to_owned(),
                name: "Map".to_owned(),
                pieces: Vec::new(),
            }],
            scenarios: vec![breaking_point()],
        }),
        agreed: Agreed {
            budget: Some(2_000),
            scenario: Some("breaking-point".to_owned()),
            map: Some("map".to_owned()),
        },
        agenda: vec![Step::MovementAndCommand.into()],
        turn: 1,
        active: Some(Seat::A),
        first: Some(Seat::A),
        phase: Phase::MovementAndCommand,
        ..State::default()
    })
}

/// A position of an edition in South's third turn, in which nothing of the first turns is special.
pub(crate) fn scene_of(edition: Edition) -> Scene {
    scene().set(|state| (state.edition, state.turn) = (edition, 3))
}

/// Units that wait for deployment: so many of South's and North's, whose armies cost so many points.
pub(crate) fn waiting(edition: Edition, counts: [u8; 2], spent: [u32; 2]) -> State {
    let mut made = scene_of(edition);
    for (letter, count) in ["A", "B"].into_iter().zip(counts) {
        for number in 1..=count {
            made = made.unit(&format!("{letter}{number}"), line(), (18.0, 15.0, 0.0));
        }
    }
    made.set(|state| {
        for unit in &mut state.units {
            unit.pose = None;
            unit.status = Status::Ready(None);
        }
        for (player, spent) in state.players.iter_mut().zip(spent) {
            player.spent = spent;
        }
        (state.turn, state.phase) = (0, Phase::SetUp);
        (state.active, state.first) = (None, None);
        state.agenda = vec![Step::BuildArmies.into()];
    })
    .state()
}

/// The value of the later edition, or that of the earlier one.
pub(crate) fn of_editions<T>(edition: Edition, [later, earlier]: [T; 2]) -> T {
    match edition {
        Edition::V4 => later,
        Edition::V3 => earlier,
    }
}

/// Tests of one check in the editions, each named after its rule.
macro_rules! in_editions {
    ($check:ident: $(#[test] fn $name:ident($edition:ident);)+) => {
        $(
            #[test]
            fn $name() {
                $check($crate::editions::Edition::$edition);
            }
        )+
    };
}
pub(crate) use in_editions;

/// A position under construction.
pub(crate) struct Scene(State);

impl From<State> for Scene {
    fn from(state: State) -> Self {
        Self(state)
    }
}

impl Scene {
    /// Adds a unit on the order Close, Ready: `.unit("A1", line(), (18.0, 10.0, 0.0))`.
    pub(crate) fn unit(mut self, name: &str, kind: UnitType, (x, y, heading): (f64, f64, f64)) -> Self {
        let book = Arc::make_mut(&mut self.0.book);
        let number = KindNo(book.kinds.len() as u16);
        book.kinds.push(UnitType {
            id: format!("{}-{name}", kind.id),
            ..kind
        });
        self.0.units.push(Unit {
            id: id(name),
            kind: number,
            pose: Some(pose(x, y, heading)),
            status: Status::Ready(Some(Orders::plain(Order::Close))),
            airborne: false,
            slid: false,
            marked: 0,
            fresh: 0,
            ammo_marked: 0,
            lasting: Vec::new(),
            pending: Pending::default(),
            turn: TurnMarks::default(),
            held: None,
            destroyed: None,
        });
        self.0.units.sort_by_key(|unit| unit.id);
        self
    }

    /// Adds a unit on the order Hold, Ready.
    pub(crate) fn holding(self, name: &str, kind: UnitType, place: (f64, f64, f64)) -> Self {
        self.unit(name, kind, place).order(name, Order::Hold)
    }

    /// Gives a unit another order.
    pub(crate) fn order(self, name: &str, order: Order) -> Self {
        self.change(name, |unit| {
            unit.status = Status::Ready(Some(Orders::plain(order)));
        })
    }

    /// Gives a unit an objective besides its order.
    pub(crate) fn objective(self, name: &str, objective: Objective) -> Self {
        self.change(name, |unit| {
            if let Status::Ready(Some(orders)) = &mut unit.status {
                orders.objective = Some(objective);
            }
        })
    }

    /// Changes a unit at will.
    pub(crate) fn change(mut self, name: &str, change: impl FnOnce(&mut Unit)) -> Self {
        change(self.0.unit_mut(id(name)).unwrap());
        self
    }

    /// Changes the position at will.
    pub(crate) fn set(mut self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.0);
        self
    }

    /// Adds terrain.
    pub(crate) fn terrain(mut self, piece: Piece) -> Self {
        Arc::make_mut(&mut self.0.book).maps[0].pieces.push(piece);
        self
    }

    /// Engages two units since an earlier turn: the rusher's front on a side of the other.
    pub(crate) fn engaged(mut self, rusher: &str, rushed: &str, side: Side) -> Self {
        self.0.engagements.push(Engagement {
            rusher: id(rusher),
            rusher_side: Side::Front,
            rushed: id(rushed),
            rushed_side: side,
            kind: RushKind::Front,
            point: None,
            turn: 0,
            taken_over: false,
        });
        self
    }

    /// Engages two units in this turn.
    pub(crate) fn engaged_now(self, rusher: &str, rushed: &str, side: Side) -> Self {
        self.engaged(rusher, rushed, side).set(|state| {
            let turn = state.turn;
            if let Some(engagement) = state.engagements.last_mut() {
                engagement.turn = turn;
            }
        })
    }

    /// Puts a unit in the air, where it was when the turn began.
    pub(crate) fn aloft(self, name: &str) -> Self {
        self.change(name, |unit| {
            (unit.airborne, unit.turn.began_flying) = (true, true);
        })
    }

    /// Gives South so many command actions in this turn.
    pub(crate) fn actions(self, actions: u8) -> Self {
        self.set(|state| (state.players[0].actions, state.players[0].gained) = (actions, actions))
    }

    /// The card of a unit.
    pub(crate) fn kind_of(&self, name: &str) -> KindNo {
        self.0.unit(id(name)).unwrap().kind
    }

    /// The position.
    pub(crate) fn state(self) -> State {
        self.0
    }
}

/// A1 routs since this phase from B1 behind it and B2 on its flank, who are engaged with nobody else.
pub(crate) fn routing_from_two() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Rear)
        .engaged("B2", "A1", Side::Left)
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.just_routed = true;
        })
}

/// The position after the start of the turn has been noted: who sees whom and what may be Final Rushed.
pub(crate) fn begun(scene: Scene) -> State {
    let state = scene
        .set(|state| state.agenda.push(Step::Snapshot.into()))
        .state();
    let (taken, state, _) = at_table(state, &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        crate::rules::final_rush::take_snapshot(table, &frame)
    });
    assert!(taken.is_ok());
    state
}

/// Decides commands one after the other with these dice; the position after them and all events.
pub(crate) fn play(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    testing::play::<Battleground>(state, commands, dice)
}

/// The same by the rules of the position's edition, with these dice and then sixes.
pub(crate) fn play_in(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    in_its_edition(state, commands, dice, false)
}

/// Goes on unless somebody is asked, and then decides commands as [`play_in`] does.
pub(crate) fn on_with(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    let asked = matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::Ask(_)) | None
    );
    in_its_edition(state, commands, dice, !asked)
}

fn in_its_edition(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
    goes_on: bool,
) -> Result<(State, Vec<Event>), Refusal> {
    match state.edition {
        Edition::V4 => decided::<4>(state, commands, dice, goes_on),
        Edition::V3 => decided::<3>(state, commands, dice, goes_on),
    }
}

fn decided<const EDITION: u8>(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
    goes_on: bool,
) -> Result<(State, Vec<Event>), Refusal> {
    let mut cup = Cup::with(dice);
    let mut table = Table::<BattlegroundOf<EDITION>>::new(state, &mut cup);
    if goes_on {
        table
            .lend::<Battleground, _>(crate::model::agenda::go_on)
            .unwrap();
    }
    for (seat, command) in commands {
        BattlegroundOf::<EDITION>::decide(&mut table, *seat, command)?;
    }
    table.finish()
}

/// These dice, and then sixes: what is not looked at misses, and no courage check succeeds.
pub(crate) struct Cup(VecDeque<u8>);

impl Cup {
    /// With these dice on top.
    pub(crate) fn with(dice: &[u8]) -> Self {
        Self(dice.iter().copied().collect())
    }
}

impl DiceTray for Cup {
    fn roll(&mut self, ask: &Ask) -> Result<Roll, Refusal> {
        Ok(Roll {
            purpose: ask.purpose.clone(),
            sides: ask.sides,
            faces: (0..ask.count).map(|_| self.0.pop_front().unwrap_or(6)).collect(),
            counted: Vec::new(),
            source: RollSource::Scripted,
        })
    }
}

/// The courage checks among events: whose, of what kind, and whether it was passed.
pub(crate) fn courage_checks(events: &[Event]) -> Vec<(UnitId, CheckKind, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Courage(CourageEvent::CourageChecked {
                unit, kind, passed, ..
            }) => Some((*unit, *kind, *passed)),
            _ => None,
        })
        .collect()
}

/// Decides commands one after the other with these dice and then sixes, and answers every question that comes up with its
/// first option; the position after them and all events.
pub(crate) fn play_out(
    state: State,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> Result<(State, Vec<Event>), Refusal> {
    let mut cup = Cup::with(dice);
    let mut table = Table::<Battleground>::new(state, &mut cup);
    for (seat, command) in commands {
        Battleground::decide(&mut table, *seat, command)?;
        while let Some(question) = open_question::<Battleground>(table.state()).cloned() {
            let answer = crate::procedures::movement::first_answer(&question.options)
                .expect("every question has options");
            Battleground::decide(&mut table, question.seat, &Command::Choose { answer })?;
        }
    }
    table.finish()
}

/// Calls a rule on a table with these dice; the position after it and the events.
pub(crate) fn at_table<T>(
    state: State,
    dice: &[u8],
    rule: impl FnOnce(&mut BattleTable<'_>) -> T,
) -> (T, State, Vec<Event>) {
    testing::at_table::<Battleground, T>(state, dice, rule)
}

/// Fails if an invariant is broken after any of the events that follow a position, and not only after the last.
pub(crate) fn assert_sound_throughout(state: &State, events: &[Event]) {
    testing::assert_sound_throughout::<Battleground>(state, events);
}
