//! A crowded position: 24 units, 8 pieces of terrain of different types.

use std::collections::BTreeSet;
use std::sync::Arc;

use battleground::model::cards::{
    Book, Boxes, Category, Ground, Map, Piece, Profile, RangedAttack, RangedType, TerrainType, UnitType,
};
use battleground::model::effect::{Distance, Keyword};
use battleground::model::movement_category::Mc;
use battleground::model::names::{KindNo, Team, UnitId};
use battleground::model::orders::{Order, Orders};
use battleground::model::state::{Agreed, Pending, State, Status, TurnMarks, Unit};
use battleground_geometry::{Area, Degrees, Footprint, Inches, Point, Pose};

fn inches(length: f64) -> Inches {
    Inches::new(length).expect("a bench measures with numbers")
}

fn kind(size: Keyword) -> UnitType {
    UnitType {
        id: "line".to_owned(),
        name: "Line".to_owned(),
        faction: "one".to_owned(),
        category: Category::Core,
        points: 200,
        size: Footprint::new(inches(3.5), inches(2.5), 1).expect("a card has a size"),
        attack: Profile {
            dice: 5,
            skill: 5,
            power: 5,
        },
        ranged: Some(RangedAttack {
            range: Distance(10_000),
            way: RangedType::LineOfSight,
            profile: None,
            cost: 0,
            no_move_and_shoot: false,
            thrown_at_any_rusher: false,
        }),
        more_ranged: Vec::new(),
        def_skill: 2,
        toughness: 2,
        courage: Some(12),
        passes: None,
        movement: Mc::row(4),
        flying: None,
        boxes: Boxes {
            green: 4,
            yellow: 3,
            red: 2,
        },
        ammo: None,
        keywords: BTreeSet::from([size, Keyword::Infantry]),
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

/// Two blocks of twelve, a little ragged, facing one another; every fourth unit is Large.
fn units() -> Vec<Unit> {
    let place = |at: u8| {
        let (row, column) = (f64::from(at / 6), f64::from(at % 6));
        let ragged = f64::from(u32::from(at) * 37 % 11) / 10.0;
        let (seat, y, heading) = if at < 12 {
            (Team::South.lead(), 4.0 + row * 3.6 + ragged, 0.0)
        } else {
            (Team::North.lead(), 12.0 + row * 3.6 + ragged, 180.0)
        };
        let heading = heading + f64::from(u32::from(at) * 53 % 31) - 15.0;
        let heading = Degrees::new(heading).unwrap_or_default();
        Unit {
            id: UnitId::new(seat, at % 12 + 1).expect("a small number"),
            kind: KindNo(u16::from(at % 4 == 3)),
            pose: Some(Pose::new(inches(6.0 + column * 4.6), inches(y), heading)),
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
        }
    };
    (0..24).map(place).collect()
}

/// A two-level hill, two forests, a swamp, a road, a low wall, brush and broken ground.
fn pieces() -> Vec<Piece> {
    let piece = |kind, ground, level| Piece {
        kind,
        ground,
        level,
        rises_to: 0,
        sharp: None,
        blocks_visibility: false,
        custom: None,
    };
    let at = |x: f64, y: f64| Point::new(inches(x), inches(y));
    let area = |kind, from: (f64, f64), to: (f64, f64), level| {
        let area = Area::rectangle(at(from.0, from.1), at(to.0, to.1)).expect("a rectangle");
        piece(kind, Ground::Area(area), level)
    };
    vec![
        area(TerrainType::Hill, (14.0, 10.0), (22.0, 18.0), 1),
        area(TerrainType::Hill, (16.0, 12.0), (20.0, 16.0), 2),
        area(TerrainType::Forest, (3.0, 9.0), (9.0, 14.0), 0),
        area(TerrainType::Forest, (27.0, 14.0), (33.0, 19.0), 0),
        area(TerrainType::Swamp, (23.0, 9.0), (27.0, 13.0), 0),
        area(TerrainType::Road, (10.0, 0.0), (13.0, 30.0), 0),
        piece(
            TerrainType::LowWall,
            Ground::Line(vec![at(24.0, 8.5), at(29.0, 8.5)]),
            0,
        ),
        area(TerrainType::BrokenGround, (4.0, 18.0), (8.0, 21.0), 0),
    ]
}

/// The position: everybody has the order Close and shoots 10 inches far besides.
pub(crate) fn position() -> State {
    State {
        book: Arc::new(Book {
            factions: Vec::new(),
            kinds: vec![kind(Keyword::Normal), kind(Keyword::Large)],
            maps: vec![Map {
                id: "map".to_owned(),
                name: "Map".to_owned(),
                pieces: pieces(),
            }],
            scenarios: Vec::new(),
        }),
        agreed: Agreed {
            map: Some("map".to_owned()),
            ..Agreed::default()
        },
        turn: 1,
        units: units(),
        ..State::default()
    }
}
