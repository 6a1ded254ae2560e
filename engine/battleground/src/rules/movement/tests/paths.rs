//! Nearest Open Side and Indirect Path.

use battleground_geometry::{Side, Way, contact_length};

use crate::field::{Field, Path, Purpose, TOL};
use crate::model::agenda::{Answer, Answered, Asking, Need, Options, Topic};
use crate::model::cards::{RangedType, TerrainType, UnitType};
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::orders::{Objective, Order};
use crate::model::state::State;
use crate::procedures::backing_up;
use crate::procedures::movement::choices::choose;
use crate::procedures::movement::context::{MoveContext, orders_of};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::movement::plan::{Aim, Indirect, Plan};
use crate::procedures::movement::plans::{Ends, PlanKind};
use crate::procedures::movement::would_move;
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::procedures::rush::targets;
use crate::procedures::rush::targets::must_rush;
use crate::procedures::v4::toward_enemy::{move_target, nearest_open_side};
use crate::scene::{Scene, begun, ground, id, line, moving, pose, scene, shooting, with_keywords};

/// The printed example: a friend half across the way to the enemy ahead.
fn friend_in_the_way() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (19.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
}

/// An enemy whose front a friend holds; its left flank is nearest to the unit, which stands at FC (20.5, 13).
fn front_taken() -> Scene {
    scene()
        .unit("A1", line(), (20.5, 11.75, 0.0))
        .unit("A2", line(), (18.0, 17.5, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
}

fn plan(state: &State, answers: &[Answered]) -> Result<Plan, Need> {
    would_move(&Field::of(state), id("A1"), answers)
}

fn question(state: &State) -> Asking {
    match plan(state, &[]) {
        Err(Need::Ask(question)) => *question,
        other => panic!("no question: {other:?}"),
    }
}

fn words(question: &Asking) -> Vec<String> {
    match &question.options {
        Options::OneOf(options) => options.iter().map(|(_, words)| words.clone()).collect(),
        other => panic!("{other:?}"),
    }
}

fn number(number: u8) -> Vec<Answered> {
    vec![Answered {
        topic: Topic::IndirectPath,
        unit: Some(id("A1")),
        about: Some(id("B1")),
        answer: Answer::Number(number),
    }]
}

fn with_errand<T>(state: &State, ask: impl FnOnce(&MoveContext<'_>, &Field<'_>) -> T) -> T {
    let field = Field::of(state);
    let unit = state.unit(id("A1")).unwrap();
    let context = MoveContext {
        field: &field,
        unit,
        orders: orders_of(unit).unwrap(),
        answers: &[],
        mover: Mover::new(&field, unit, MovedBy::Order).unwrap(),
        followers: &[],
    };
    ask(&context, &field)
}

#[test]
fn bg4_path_01_a_taken_front_turns_the_unit_to_an_open_flank() {
    // (book example) The front is occupied, the flank is the closest unobstructed side and has an Open Path.
    let found = plan(&front_taken().state(), &[]).unwrap();
    assert_eq!(found.aim, Some(Aim::Enemy(id("B1"), Side::Left)));
    assert_eq!(found.indirect, None);
    assert!(!found.legs.is_empty());
}

#[test]
fn bg4_path_02_the_closest_open_side() {
    let side = with_errand(&front_taken().state(), |context, field| {
        nearest_open_side(context, field, id("B1"), Side::Front).unwrap()
    });
    assert_eq!(side, Some(Side::Left));
    // Without anybody in front of it the front is the closest.
    let free = scene()
        .unit("A1", line(), (20.5, 11.75, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state();
    let side = with_errand(&free, |context, field| {
        nearest_open_side(context, field, id("B1"), Side::Front).unwrap()
    });
    assert_eq!(side, Some(Side::Front));
    // On a tie the side that was aimed at, for a follower its leader's rear.
    let tied = scene()
        .unit("A1", line(), (14.625, 8.625, 0.0))
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .state();
    for first in [Side::Rear, Side::Left] {
        let side = with_errand(&tied, |context, field| {
            nearest_open_side(context, field, id("A9"), first).unwrap()
        });
        assert_eq!(side, Some(first));
    }
}

#[test]
fn bg4_path_03_another_enemy_may_be_nearer_now() {
    // The blocked enemy's open side is 7.04 away.
    for (x, nearest, side) in [(28.25, "B2", Side::Front), (30.65, "B1", Side::Left)] {
        let state = front_taken().unit("B2", line(), (x, 14.0, 270.0)).state();
        let found = with_errand(&state, |context, field| {
            move_target(context, field, None).unwrap().unwrap()
        });
        assert_eq!((found.enemy, found.side), (id(nearest), side), "{x}");
    }
}

#[test]
fn bg4_path_04_a_free_front_behind_a_friend_asks_for_an_indirect_path() {
    // (book example) Spearmen between the Lancers and the enemy's free front.
    let state = friend_in_the_way().state();
    let found = with_errand(&state, |context, field| {
        move_target(context, field, None).unwrap().unwrap()
    });
    assert_eq!((found.enemy, found.side), (id("B1"), Side::Front));
    assert_eq!(question(&state).topic, Topic::IndirectPath);
}

#[test]
fn bg4_path_05_up_to_the_friend_or_round_it() {
    let state = friend_in_the_way().state();
    let asked = question(&state);
    assert!(words(&asked)[0].starts_with("option A"));
    let up = plan(&state, &number(0)).unwrap();
    assert_eq!(up.indirect, Some(Indirect::UpTo(id("A2"))));
    assert_eq!(up.to, crate::scene::pose(18.0, 12.5, 0.0));
    // A unit that touches the friend already stays.
    let touching = friend_in_the_way().change("A1", |unit| {
        unit.pose = Some(crate::scene::pose(18.0, 12.5, 0.0));
    });
    let stays = plan(&touching.state(), &number(0)).unwrap();
    assert!(stays.legs.is_empty() && stays.indirect.is_some());
    // One activation may ask on the way to a token and again on from there: neither answer is taken for the other, and
    // a number that is no option for none.
    assert_eq!(asked.about, Some(id("B1")));
    let to_the_token = Answered {
        about: None,
        ..number(1)[0].clone()
    };
    for given in [vec![to_the_token], number(200)] {
        assert!(matches!(plan(&state, &given), Err(Need::Ask(again)) if *again == asked));
    }
}

#[test]
fn bg4_path_06_option_a_may_end_at_the_friends_rear() {
    let state = friend_in_the_way().state();
    let up = plan(&state, &number(0)).unwrap();
    let own = state.card(state.unit(id("A1")).unwrap()).unwrap().at(up.to);
    let friend = state.card(state.unit(id("A2")).unwrap()).unwrap();
    let contact = contact_length(&own, Side::Front, &friend, Side::Rear, TOL);
    assert_eq!(contact.rounded(), crate::scene::inches(2.5));
}

#[test]
fn bg4_path_07_the_least_detour_of_each_kind() {
    let state = friend_in_the_way().state();
    let asked = words(&question(&state));
    // Straight and turning cannot open the path this turn; sideways to the right would take 5.8.
    assert_eq!(asked[1], "option B: sideways to the left, 1.57\"");
    assert!(
        asked
            .iter()
            .any(|words| words.starts_with("option B: a reform to the left")),
        "{asked:?}"
    );
    for no in ["sideways to the right", "option B: straight", "option B: a turn"] {
        assert!(!asked.iter().any(|words| words.contains(no)), "{no} in {asked:?}");
    }
    let around = plan(&state, &number(1)).unwrap();
    assert_eq!(around.indirect, Some(Indirect::Around));
    let Leg::Shift {
        way: Way::Left,
        inches,
    } = around.legs[0]
    else {
        panic!("{:?}", around.legs);
    };
    assert_eq!(inches.rounded(), crate::scene::inches(1.57));
    assert_eq!(around.distance.rounded(), crate::scene::inches(2.5));
    assert_eq!(around.allowance, crate::scene::inches(2.5));
}

#[test]
fn bg4_path_07_where_the_path_opens() {
    let state = friend_in_the_way().state();
    let front = crate::scene::point(18.0, 20.75);
    let opens = |x: f64, heading: f64| {
        let field = Field::of(&state).with(id("A1"), pose(x, 10.0, heading));
        let path = field.open_path(id("A1"), Some((id("B1"), Side::Front)), front, Purpose::Move);
        path == Path::Open
    };
    assert!(!opens(18.0, 0.0));
    // Sideways to the left 1.57, no less than within the tolerance of 1.583; to the right 5.8.
    assert!(opens(16.43, 0.0) && !opens(16.45, 0.0));
    assert!(opens(23.8, 0.0) && !opens(23.75, 0.0));
    // A reform to the west and 0.52 straight on.
    assert!(opens(17.48, 270.0) && !opens(17.5, 270.0));
    // Sideways the unit has 2.5 this turn: enough to the left, and not to the right.
    let far = |way: Way, want: f64| {
        with_errand(&state, |context, _| {
            context
                .mover
                .shifted(&context.mover.start(), way, want)
                .unwrap()
                .1
        })
    };
    assert!((far(Way::Left, 1.57) - 1.57).abs() < 0.001);
    assert!((far(Way::Right, 5.8) - 2.5).abs() < 0.001);
}

/// Thought ahead, only this turn is bound by what the unit has met in it and stands in: the next begins afresh.
#[test]
fn bg4_path_07_later_turns_are_not_slowed_by_the_terrain_of_this_one() {
    let met_a_swamp = friend_in_the_way().change("A1", |unit| unit.turn.terrain = Some(-2));
    let in_a_swamp = friend_in_the_way().terrain(ground(
        TerrainType::Swamp,
        &[(15.0, 8.0), (21.0, 8.0), (21.0, 11.5), (15.0, 11.5)],
    ));
    for scene in [met_a_swamp, in_a_swamp] {
        let state = scene.state();
        let field = Field::of(&state);
        let unit = state.unit(id("A1")).unwrap();
        let ahead = Mover::reaching(&field, unit, MovedBy::Order, 6).unwrap();
        assert!((ahead.allowance(&ahead.start()) - 1.75).abs() < 1e-9);
        let next = ahead.afresh(pose(12.9, 10.0, 0.0));
        assert!((ahead.allowance(&next) - 3.5).abs() < 1e-9);
        // Back into it, if there is one.
        let (end, _) = ahead.shifted(&next, Way::Right, 0.5).unwrap();
        let expected = if field.is_plain(&ahead.card_at(end.pose)) {
            0
        } else {
            -2
        };
        assert_eq!(end.terrain, expected);
    }
}

/// Sideways to the left, and by a reform, the path opens this turn: the owner chooses, and option A is none.
fn assert_goes_round(state: &State) {
    let asked = question(state);
    assert_eq!(asked.topic, Topic::IndirectPath);
    let words = words(&asked);
    assert!(
        words.iter().all(|words| words.starts_with("option B")),
        "{words:?}"
    );
    for kind in ["sideways to the left", "reform to the left"] {
        assert!(
            words.iter().any(|words| words.contains(kind)),
            "{kind} in {words:?}"
        );
    }
    assert_eq!(plan(state, &number(1)).unwrap().indirect, Some(Indirect::Around));
}

#[test]
fn bg4_path_08_impassable_terrain_must_be_gone_round() {
    let broken = || {
        ground(
            TerrainType::BrokenGround,
            &[(17.0, 14.0), (20.0, 14.0), (20.0, 16.0), (17.0, 16.0)],
        )
    };
    let cavalry = UnitType {
        movement: crate::scene::mc(6.0),
        ..with_keywords(&[Keyword::Normal, Keyword::Cavalry])
    };
    let state = scene()
        .unit("A1", cavalry, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .terrain(broken())
        .state();
    assert_goes_round(&state);
    let infantry = scene()
        .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .terrain(broken())
        .state();
    let found = plan(&infantry, &[]).unwrap();
    assert_eq!(
        (found.indirect, found.allowance),
        (None, crate::scene::inches(3.5))
    );
}

#[test]
fn bg4_path_09_an_enemy_in_the_way() {
    let screened = |kind: UnitType, order: Order| {
        scene()
            .unit("A1", kind, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 24.0, 180.0))
            .unit("B2", line(), (19.6, 15.0, 180.0))
            .order("A1", order)
            .objective("A1", Objective::Enemy(id("B1")))
            .set(|state| state.normal_moves = true)
            .state()
    };
    let bows = screened(shooting(10.5, RangedType::Indirect), Order::Range);
    assert_goes_round(&bows);
    // Close: on toward its goal up to contact, here after 2.5.
    let swords = screened(line(), Order::Close);
    let found = plan(&swords, &[]).unwrap();
    assert_eq!(found.indirect, Some(Indirect::ToContact));
    assert_eq!(found.to, crate::scene::pose(18.0, 12.5, 0.0));
}

#[test]
fn bg4_path_09_a_screen_out_of_reach_is_walked_up_to() {
    // The screen's front is 3.535 away and the unit moves 3.5: no rush, though rushes may still be made. Straight on it
    // touches the screen after 3.1.
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 24.0, 180.0))
            .unit("B2", line(), (19.7, 15.6, 180.0))
            .objective("A1", Objective::Enemy(id("B1"))),
    );
    assert!(!state.normal_moves);
    assert!(matches!(
        may_rush(&state, id("A1"), id("B2")),
        Err(NoFinalRush::TooFar { .. })
    ));
    assert!(!must_rush(&state, id("A1")));
    let found = plan(&state, &[]).unwrap();
    assert_eq!(
        (found.aim, found.indirect),
        (Some(Aim::Enemy(id("B1"), Side::Front)), Some(Indirect::ToContact))
    );
    assert_eq!(found.to, pose(18.0, 13.1, 0.0));
}

#[test]
fn bg4_path_10_once_the_path_is_open_the_unit_goes_straight_on() {
    let state = friend_in_the_way()
        .change("A2", |unit| unit.pose = Some(crate::scene::pose(28.0, 15.0, 0.0)))
        .state();
    let found = plan(&state, &[]).unwrap();
    assert_eq!(
        (found.indirect, found.to),
        (None, crate::scene::pose(18.0, 13.5, 0.0))
    );
}

#[test]
fn bg4_path_11_what_opens_during_the_turn_serves_a_normal_move() {
    let state = friend_in_the_way()
        .change("A2", |unit| unit.pose = Some(crate::scene::pose(28.0, 15.0, 0.0)))
        .set(|state| {
            state.snapshot = vec![crate::model::state::Glimpse {
                unit: id("A1"),
                enemy: id("B1"),
                visible: true,
                facing: None,
                side: None,
                distance: crate::scene::inches(9.5),
                could_rush: false,
            }];
        })
        .state();
    assert!(!targets::must_rush(&state, id("A1")));
    assert_eq!(plan(&state, &[]).unwrap().to, crate::scene::pose(18.0, 13.5, 0.0));
}

#[test]
fn bg4_move_11_of_two_equal_ways_sideways_the_owner_chooses() {
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 5.0, 0.0))
        .state();
    let asked = with_errand(&state, |context, _| {
        let from = context.mover.start();
        let behind = crate::scene::point(18.0, 6.25);
        let chosen = choose(
            context,
            &from,
            behind,
            Some(id("B1")),
            &Ends::ANYWHERE,
            &[PlanKind::Sideways],
        );
        match chosen {
            Err(Need::Ask(question)) => Some(question.topic),
            Err(Need::Refuse(_)) | Ok(_) => None,
        }
    });
    assert_eq!(asked, Some(Topic::MoveSide));
}

#[test]
fn bg4_path_05_the_choice_is_made_anew_every_turn() {
    // Up to the friend, and a turn later the path is as blocked as before: the same question again.
    let state = friend_in_the_way().state();
    let up = plan(&state, &number(0)).unwrap().to;
    let next = friend_in_the_way()
        .change("A1", |unit| unit.pose = Some(up))
        .state();
    assert_eq!(question(&next).topic, Topic::IndirectPath);
    // Rule BG4-PATH-06: with enough of its front on the friend's rear it backs it up.
    assert!(backing_up::is_backing_up(&next, id("A1")));
}
