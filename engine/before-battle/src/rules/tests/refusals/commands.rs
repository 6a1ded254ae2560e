//! Refused commands of players.

use hindsight_kernel::{Notation, Refusal, ReportedTray, Seat, Table};

use super::{NORTH, SHOWN, SOUTH, arming, battle, build, deploying, reforming, revealing, starting};
use crate::BeforeBattle;
use crate::flow::decide;
use crate::scene::{Scene, cell, unit};

/// The number of rows about lists: they come first.
pub(super) const LISTS: usize = 23;

/// Where a command is given, by whom, what it says; the rule that refuses it and its words.
type Row = (fn() -> Scene, Seat, String, &'static str, &'static str);

fn list_rows() -> Vec<Row> {
    let list = |units: &str, rest: &str| format!("list {units}{rest}");
    let legal = "rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa";
    let shown = " / distractions rm-levy rm-mill rm-swans";
    let row = |line: String, rule, words| -> Row { (build, Seat::A, line, rule, words) };
    vec![
        row(
            "end actions".into(),
            "HS-TURN-01",
            "South is not asked for this now",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights no-card", shown),
            "BB-ARMY-01",
            "no unit card no-card",
        ),
        row(
            list("rm-militia rm-bows rm-gate rm-knights rm-orsa", shown),
            "BB-ARMY-01",
            "exactly 3 core units, not 2",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-orsa", shown),
            "BB-ARMY-01",
            "exactly 2 elite units, not 1",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights", shown),
            "BB-ARMY-01",
            "exactly 1 general units, not 0",
        ),
        row(
            list("rm-militia rm-bows rm-riders rm-gate rm-knights af-skarn", shown),
            "BB-ARMY-01",
            "not of the roster Rivermark",
        ),
        row(
            list("rm-militia rm-weir rm-riders rm-gate rm-knights rm-orsa", shown),
            "BB-ARMY-02",
            "cost 8 points, 7 at most",
        ),
        row(
            list(legal, &format!(" / general with no-item{shown}")),
            "BB-WPN-01",
            "no item no-item",
        ),
        row(
            list(legal, &format!(" / general with sword-1 sword-1{shown}")),
            "BB-WPN-04",
            "sword-1 is in this army twice",
        ),
        row(
            list(legal, &format!(" / general with sword-1 axe-1{shown}")),
            "BB-WPN-02",
            "can hold one melee item only",
        ),
        row(
            list(legal, &format!(" / general with great-3{shown}")),
            "BB-WPN-03",
            "a great up to level 2 only",
        ),
        row(
            list(legal, &format!(" / general with spear-1{shown}")),
            "BB-WPN-03",
            "takes no spear as its melee item",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill rm-swans rm-dunmar"),
            "BB-ARMY-08",
            "a General is never a distraction",
        ),
        row(
            list(legal, " / distractions af-mob rm-mill rm-swans"),
            "BB-ARMY-06",
            "Cinder Mob is of another roster",
        ),
        row(
            list(legal, " / distractions rm-bows rm-mill rm-swans"),
            "BB-ARMY-06",
            "Reed Bowmen is in the army",
        ),
        row(
            list(legal, " / distractions rm-mill rm-swans"),
            "BB-ARMY-06",
            "exactly 1 Core distraction is shown, not 0",
        ),
        row(
            list(legal, " / distractions rm-levy rm-weir rm-mill rm-swans"),
            "BB-ARMY-06",
            "shown, not 2",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill rm-eel"),
            "BB-ARMY-07",
            "Eel Slingers is no Elite distraction here",
        ),
        row(
            list(legal, " / distractions rm-levy rm-mill"),
            "BB-ARMY-07",
            "of type cavalry is missing",
        ),
    ]
}

fn shown_rows() -> Vec<Row> {
    let row = |line: String, rule, words| -> Row { (build, Seat::A, line, rule, words) };
    vec![
        row(
            "list unknown".into(),
            "BB-REV-01",
            "needs the cards that were shown",
        ),
        row(
            "list unknown shown no-card".into(),
            "BB-ARMY-01",
            "no unit card no-card",
        ),
        row(
            "list unknown shown rm-bows rm-levy".into(),
            "BB-REV-01",
            "no legal army with its distractions shows these",
        ),
        row(
            format!(
                "{SOUTH} shown rm-bows rm-otters rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa"
            ),
            "BB-REV-01",
            "is not the list that was shown",
        ),
    ]
}

fn weapon_rows() -> Vec<Row> {
    fn known() -> Scene {
        arming(SOUTH)
    }
    fn unknown() -> Scene {
        arming(&format!("list unknown shown {SHOWN}"))
    }
    let row = |line: &str, rule, words| -> Row { (known, Seat::A, line.into(), rule, words) };
    vec![
        (
            unknown,
            Seat::A,
            "weapons A1 spear-2".into(),
            "BB-WPN-03",
            "an army that is not known cannot be checked",
        ),
        row("weapons B1 spear-1", "BB-WPN-01", "B1 is not of this army"),
        row("weapons A1 no-item", "BB-WPN-01", "no item no-item"),
        row(
            "weapons A1 spear-2, A4 shield-3, A5 lance-2",
            "BB-WPN-01",
            "cost 7 points, 6 are left",
        ),
        row(
            "weapons A1 sword-1, A3 sword-1",
            "BB-WPN-04",
            "sword-1 is in this army twice",
        ),
        row(
            "weapons A1 sword-1, A1 spear-1",
            "BB-WPN-02",
            "Bridge Militia can hold one melee item only",
        ),
        row(
            "weapons A2 sword-2",
            "BB-WPN-03",
            "Reed Bowmen takes a sword up to level 1 only",
        ),
        row(
            "weapons A2 shield-1",
            "BB-WPN-03",
            "Reed Bowmen takes no shield as its shield item",
        ),
    ]
}

fn start_rows() -> Vec<Row> {
    fn naming() -> Scene {
        let mut scene = starting();
        scene.give(Seat::A, "name A first deployer", &[]).unwrap();
        scene
    }
    let reveal = |rest: &str| format!("reveal {SOUTH}{rest}");
    vec![
        (
            starting,
            Seat::A,
            "name C first deployer".into(),
            "BB-START-02",
            "South or North can be named",
        ),
        (
            naming,
            Seat::B,
            "name Z first player".into(),
            "BB-START-02",
            "South or North can be named",
        ),
        (
            starting,
            Seat::B,
            "name A first deployer".into(),
            "HS-TURN-01",
            "North is not asked",
        ),
        (
            deploying,
            Seat::A,
            "deploy B2 c1 N".into(),
            "BB-DEP-03",
            "B2 is not a unit of South",
        ),
        (
            deploying,
            Seat::A,
            "deploy A1 c1 N".into(),
            "BB-DEP-03",
            "A1 stands on c2 already",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 c3 N".into(),
            "BB-DEP-02",
            "South deploys in rows 1 to 2",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 i1 N".into(),
            "BB-DEP-02",
            "South deploys in rows 1 to 2",
        ),
        (
            deploying,
            Seat::A,
            "deploy A2 c2 N".into(),
            "BB-DEP-02",
            "A1 stands on c2",
        ),
        (
            revealing,
            Seat::B,
            format!("reveal {NORTH} weapons none"),
            "BB-DEP-05",
            "the units of North are known already",
        ),
        (
            revealing,
            Seat::A,
            "reveal weapons none".into(),
            "BB-DEP-05",
            "the list of South must be told now",
        ),
        (
            revealing,
            Seat::A,
            reveal(""),
            "BB-DEP-05",
            "the weapons of South must be told now",
        ),
        (
            revealing,
            Seat::A,
            reveal(" weapons none").replace("rm-levy", "rm-weir"),
            "BB-REV-01",
            "is not the list that was shown",
        ),
        (
            revealing,
            Seat::A,
            reveal(" weapons A1 axe-1"),
            "BB-WPN-03",
            "takes no axe",
        ),
        (
            revealing,
            Seat::B,
            "reveal".into(),
            "BB-DEP-05",
            "the weapons of North must be told now",
        ),
    ]
}

fn action_rows() -> Vec<Row> {
    let row = |line: &str, rule, words| -> Row { (battle, Seat::A, line.into(), rule, words) };
    vec![
        (
            battle,
            Seat::B,
            "move B1 1".into(),
            "HS-TURN-01",
            "North is not asked for this now",
        ),
        row("reform A1 N", "HS-TURN-01", "South is not asked for this now"),
        row("move B1 1", "BB-TURN-02", "B1 is not a unit of South"),
        row("move A6 1", "BB-TURN-02", "Unit A6 is not on the board"),
        row("turn A4 left", "BB-TURN-02", "Card A4 has acted this turn"),
        row(
            "move A2 right 1",
            "BB-ACT-07",
            "Card A2 is in combat and may only turn",
        ),
        row("hustle A2", "BB-ACT-07", "may only turn"),
        row("sidestep A2 right", "BB-ACT-07", "may only turn"),
        row("shoot A2 lane centre at B2", "BB-ACT-07", "may only turn"),
        row(
            "move A1 0",
            "BB-ACT-01",
            "without a turn and without a cell is no action",
        ),
        row("move A1 3", "BB-ACT-01", "Card A1 moves 2 cells at most"),
        row("move A3 2", "BB-GEO-05", "only 1 cell north of g2 is free"),
        row("move A5 left 1", "BB-GEO-05", "no cell south of d1 is free"), // The edge of the board.
        row(
            "hustle A3",
            "BB-ACT-02",
            "a Hustle needs all 2 cells ahead free, 1 is",
        ),
        row(
            "sidestep A5 left",
            "BB-ACT-04",
            "the board ends to the left of d1",
        ),
        (
            || {
                let mut scene = battle();
                scene.state.units[unit("A5").index()].facing = hindsight_geometry::squares::Facing::N;
                scene
            },
            Seat::A,
            "sidestep A5 left".into(),
            "BB-GEO-05",
            "A4 stands on c1",
        ),
    ]
}

fn shot_rows() -> Vec<Row> {
    fn facing_west() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A3").index()].facing = hindsight_geometry::squares::Facing::W;
        scene
    }
    fn armed_stranger() -> Scene {
        battle().card("A3", |card| card.ranged = None)
    }
    fn with_a_friend_ahead() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A5").index()].cell = Some(cell("g3"));
        scene
    }
    fn with_a_fight_ahead() -> Scene {
        let mut scene = battle();
        scene.state.units[unit("A5").index()].cell = Some(cell("h4"));
        scene
    }
    let row = |line: &str, rule, words| -> Row { (battle, Seat::A, line.into(), rule, words) };
    vec![
        row(
            "shoot A5 lane centre at B1",
            "BB-SHOOT-01",
            "Card A5 has no ranged stat",
        ),
        (
            armed_stranger,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-01",
            "Card A3 has no ranged stat",
        ),
        row(
            "shoot A1 lane centre at B1",
            "BB-SHOOT-01",
            "Card A1 has no ranged weapon",
        ),
        row(
            "shoot A3 lane left at B3",
            "BB-SHOOT-05",
            "nobody stands in the left lane within 3 cells",
        ),
        (
            facing_west,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "nobody stands in the centre lane",
        ),
        (
            with_a_friend_ahead,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "Card A5 of the own side is the nearest",
        ),
        (
            with_a_fight_ahead,
            Seat::A,
            "shoot A3 lane centre at B3".into(),
            "BB-SHOOT-05",
            "Card B3 is in combat",
        ),
        row(
            "shoot A3 lane centre at B4",
            "BB-SHOOT-04",
            "the target of the centre lane is Card B3",
        ),
        (
            reforming,
            Seat::A,
            "reform nobody".into(),
            "BB-REF-01",
            "each unit of this combat that did not flee, in order",
        ),
        (
            reforming,
            Seat::A,
            "reform A2 N".into(),
            "BB-REF-01",
            "did not flee, in order",
        ),
        (
            reforming,
            Seat::B,
            "reform B1 N".into(),
            "HS-TURN-01",
            "North is not asked",
        ),
    ]
}

/// The refusals of all rows. Each cites its rule and changes nothing.
pub(super) fn refused_commands() -> Vec<Refusal> {
    let rows: Vec<Row> = [
        list_rows(),
        shown_rows(),
        weapon_rows(),
        start_rows(),
        action_rows(),
        shot_rows(),
    ]
    .concat();
    assert_eq!(list_rows().len() + shown_rows().len(), LISTS);
    let refused = |(place, seat, line, rule, words): Row| {
        let scene = place();
        let command = BeforeBattle::parse(&line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut tray = ReportedTray::scripted([]); // A die rolled before the refusal would be refused as missing.
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        let refusal = decide(&mut table, seat, &command).expect_err(&line);
        assert_eq!(refusal.rule.to_string(), rule, "{line}: {refusal}");
        assert!(
            refusal.message.contains(words),
            "{line}: {:?} has not {words:?}",
            refusal.message
        );
        assert_eq!(*table.state(), scene.state, "{line} changed something");
        assert!(table.finish().unwrap().1.is_empty(), "{line} recorded something");
        refusal
    };
    rows.into_iter().map(refused).collect()
}
