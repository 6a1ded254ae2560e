use std::collections::BTreeSet;

use hindsight_kernel::{Board, BoardPoint, BoardToken, Fact, Grid, Moment, Seat, SeatInfo, UnitInfo};
use proptest::prelude::*;

use super::*;
use crate::community::Verdict;

fn info(id: &str, seat: Seat, name: &str, left: u32) -> UnitInfo {
    UnitInfo {
        id: id.to_owned(),
        seat,
        card: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        faction: String::new(),
        kind: "infantry".to_owned(),
        points: 3.0,
        full: 9,
        left,
        alive: true,
    }
}

fn game() -> GameThen {
    let seat = |seat, name: &str, faction: &str, verdict| {
        let mut info = SeatInfo::new(seat, name);
        info.faction = Some(faction.to_owned());
        SeatThen { info, verdict }
    };
    GameThen {
        system: "before-battle".to_owned(),
        month: "2026-03".to_owned(),
        seats: vec![
            seat(Seat::A, "South", "Ashfell", Verdict::Won),
            seat(Seat::B, "North", "Rivermark", Verdict::Lost),
        ],
    }
}

fn then() -> FieldThen {
    let corner = |x: f64, y: f64| BoardPoint { x, y };
    let mut board = Board::empty(corner(0.0, 0.0), corner(8.0, 8.0), "cell", Grid::None);
    let outline = vec![
        corner(2.0, 4.0),
        corner(3.0, 4.0),
        corner(3.0, 5.0),
        corner(2.0, 5.0),
    ];
    board.tokens.push(BoardToken::new(
        Seat::A,
        "A1".to_owned(),
        "Soot Riders",
        "cavalry",
        outline,
    ));
    let units = vec![
        info("A1", Seat::A, "Soot Riders", 4),
        info("B1", Seat::B, "Reed Bowmen", 7),
        info("B2", Seat::B, "Gate Guard", 9),
    ];
    FieldThen::of(units, &board)
}

fn told(version: u64, round: u32, fact: &Fact) -> Situation {
    let moment = Moment {
        round,
        turn: round * 2,
        phase: "Actions phase".to_owned(),
        ..Moment::default()
    };
    Situation::of(version, fact, &game(), &then(), &moment)
}

fn charge(direction: &str) -> Fact {
    Fact::Engaged {
        unit: "A1".to_owned(),
        seat: Seat::A,
        with: "B1".to_owned(),
        direction: direction.to_owned(),
        charge: true,
    }
}

fn lost(unit: &str, seat: Seat) -> Fact {
    Fact::Destroyed {
        unit: unit.to_owned(),
        seat,
        points: 3.0,
        cause: "melee".to_owned(),
        by: None,
    }
}

#[test]
fn the_guide_is_read_and_says_itself_again() {
    for (text, about) in GUIDE {
        let question = ask(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        assert_eq!(ask(&question.to_string()).as_ref(), Ok(&question), "{text}");
        assert!(!about.message().is_empty());
    }
}

#[test]
fn words_of_fields_and_deeds_are_unique() {
    let fields: BTreeSet<&str> = Field::ALL.iter().map(|field| field.word()).collect();
    let deeds: BTreeSet<&str> = ActionField::ALL.iter().map(|deed| deed.word()).collect();
    assert_eq!(
        (fields.len(), deeds.len()),
        (Field::ALL.len(), ActionField::ALL.len())
    );
    for field in Field::ALL {
        assert!(field.means().to_string().ends_with(['.', '`']), "{field:?}");
    }
}

#[test]
fn a_moment_has_the_field_just_before_it() {
    let at = told(7, 2, &charge("flank"));
    let rows = [
        (Field::Direction, Cell::Word("flank".to_owned())),
        (Field::Charge, Cell::Truth(true)),
        (Field::UnitLeft, Cell::Number(4.0)),
        (Field::UnitX, Cell::Number(2.5)),
        (Field::UnitY, Cell::Number(4.5)),
        (Field::OtherName, Cell::Word("Reed Bowmen".to_owned())),
        (Field::OwnUnits, Cell::Number(1.0)),
        (Field::EnemyUnits, Cell::Number(2.0)),
        (Field::EnemyPoints, Cell::Number(6.0)),
        (Field::Faction, Cell::Word("Ashfell".to_owned())),
        (Field::Result, Cell::Word("won".to_owned())),
        (Field::Round, Cell::Number(2.0)),
    ];
    for (field, cell) in rows {
        assert_eq!(at.get(field), Some(&cell), "{field:?}");
    }
    assert_eq!(at.get(Field::Cause), None);
}

#[test]
fn a_question_means_moments() {
    let at = told(7, 2, &charge("flank"));
    let rows = [
        ("charged", true),
        ("engaged where charge", true),
        ("engaged where charge = yes and not ranged", true),
        ("engaged where charge = no", false),
        ("anything", true),
        ("destroyed", false),
        ("charged where direction = flank and unit.left <= 4", true),
        ("charged where direction = FLANK", true),
        ("charged where direction = front or unit.left < 4", false),
        (
            "charged where direction = front or (unit.left < 5 and round = 2)",
            true,
        ),
        ("charged where direction in (front, flank)", true),
        ("charged where unit.left < other.left", true),
        ("charged where unit.left >= other.left", false),
        ("charged where unit.faction = other.faction", false),
        ("charged where other.name contains bowmen", true),
        ("charged where other.name = \"reed bowmen\"", true),
        ("charged where unit.y >= 4 and unit.y < 5", true),
        ("charged where round != 2", false),
        // A field that the moment has not passes no test.
        ("charged where luck != 0", false),
        ("charged where not luck != 0", true),
    ];
    for (text, expected) in rows {
        let question = ask(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        assert_eq!(question.means(&at), expected, "{text}");
        let again = ask(&question.to_string()).unwrap();
        assert_eq!(again.means(&at), expected, "{text} as {question}");
    }
}

#[test]
fn what_is_wrong_points_at_the_word() {
    let rows = [
        ("", 0, "", "what happened is expected"),
        ("flew", 0, "flew", "what happened is expected"),
        ("chraged", 0, "chraged", "did you mean charged?"),
        ("units charged", 6, "charged", "\"with\" is expected"),
        (
            "charged when round = 1",
            8,
            "when",
            "\"where\", \"by\" or the end",
        ),
        ("charged where strength < 4", 14, "strength", "no such field"),
        ("charged where left < 4", 14, "left", "did you mean unit.left"),
        ("charged where round", 19, "", "= != <"),
        ("charged where round < many", 22, "many", "holds a number"),
        ("charged where direction < flank", 24, "<", "only = and !="),
        ("charged where charge = 3", 23, "3", "yes or no"),
        ("charged where (round = 1", 24, "", "\")\" is expected"),
        (
            "charged where round = 1 round = 2",
            24,
            "round",
            "\"and\", \"or\"",
        ),
        ("charged where unit.name = \"Soot", 26, "\"Soot", "not closed"),
        ("charged where round = 1 & turn = 2", 24, "&", "no such sign"),
        ("charged where round contains 1", 14, "round", "no text"),
        ("charged by", 10, "", "a field is expected"),
        (
            "charged where direction in flank",
            27,
            "flank",
            "\"(\" is expected",
        ),
    ];
    for (text, at, word, why) in rows {
        let wrong = ask(text).expect_err(text);
        assert_eq!((wrong.at, wrong.word.as_str()), (at, word), "{text}: {wrong}");
        assert!(wrong.why.contains(why), "{text}: {wrong}");
    }
}

#[test]
fn a_question_is_no_larger_than_it_may_be() {
    let deep = format!("charged where {}charge{}", "(".repeat(40), ")".repeat(40));
    assert!(ask(&deep).unwrap_err().why.contains("deep"));
    let long = format!("charged where {}", vec!["charge"; 60].join(" and "));
    assert!(ask(&long).unwrap_err().why.contains("at most 40 tests"));
    let longer = format!("charged where unit.name = \"{}\"", "x".repeat(2_000));
    assert!(ask(&longer).unwrap_err().why.contains("1000 bytes"));
}

#[test]
fn what_is_found_is_counted_by_what_is_asked() {
    let game = [
        told(3, 1, &charge("front")),
        told(5, 2, &charge("flank")),
        told(6, 2, &charge("flank")),
        told(7, 2, &lost("B1", Seat::B)),
        told(9, 3, &lost("A1", Seat::A)),
    ];
    let count = |text: &str| {
        let mut found = SituationTally::new(ask(text).unwrap());
        let versions: Vec<u64> = found.add(&game).iter().map(|at| at.version).collect();
        (found.whole(), found.groups(), versions)
    };
    let (whole, _, versions) = count("charged");
    assert_eq!((whole.count, whole.games, versions), (3, 1, vec![3, 5, 6]));
    assert_eq!(
        whole.won.map(|won| (won.value, won.n)),
        Some((1.0, 1)),
        "one side, once"
    );
    assert_eq!(count("turns with charged").0.count, 2);
    assert_eq!(count("units with charged").0.count, 1);
    assert_eq!(count("games with charged").0.count, 1);
    assert_eq!(count("games with charged where round = 4").0.count, 0);
    let both = count("destroyed").0.won.unwrap();
    assert!((both.value - 0.5).abs() < 1e-9 && both.n == 2, "{both:?}");
    let (_, groups, _) = count("charged by direction");
    let told: Vec<(Option<&str>, u64)> = groups
        .iter()
        .map(|group| (group.value.as_deref(), group.count))
        .collect();
    assert_eq!(told, [(Some("flank"), 2), (Some("front"), 1)]);
    let (_, rounds, _) = count("anything by round");
    let told: Vec<Option<&str>> = rounds.iter().map(|group| group.value.as_deref()).collect();
    assert_eq!(told, [Some("1"), Some("2"), Some("3")], "numbers in their order");
}

#[test]
fn a_moment_is_a_flat_record_and_back() {
    for fact in [charge("flank"), lost("B2", Seat::B)] {
        let at = told(7, 2, &fact);
        let line = serde_json::to_value(&at).unwrap();
        assert_eq!(line["version"], 7);
        assert!(
            line["what"].is_string() && line["unit.name"].is_string(),
            "{line}"
        );
        assert_eq!(serde_json::from_value::<Situation>(line).unwrap(), at);
    }
    let more = serde_json::json!({ "version": 1, "what": "broke", "game": "01", "later": { "x": 1 } });
    assert_eq!(
        serde_json::from_value::<Situation>(more).unwrap().deed,
        ActionField::Broke
    );
    assert!(serde_json::from_value::<Situation>(serde_json::json!({ "version": 1 })).is_err());
}

#[test]
fn a_map_counts_places_by_square() {
    let corner = |x: f64, y: f64| BoardPoint { x, y };
    let places = [(0.5, 0.5), (0.6, 0.2), (7.9, 7.9), (-1.0, 3.0), (8.0, 2.0)];
    let map = HeatMap::of(corner(0.0, 0.0), corner(8.0, 8.0), places);
    assert_eq!(map.squares(), (8, 8));
    assert_eq!((map.count(0, 0), map.count(7, 7), map.total()), (2, 1, 3));
    for theme in [crate::Theme::Light, crate::Theme::Dark] {
        let svg = map.svg(theme);
        assert!(
            svg.contains("<title>2</title>") && svg.contains("2 off the field"),
            "{svg}"
        );
    }
    let table = HeatMap::of(corner(0.0, 0.0), corner(48.0, 31.5), [(47.0, 31.0)]);
    assert_eq!(table.squares(), (24, 16));
    assert_eq!(table.count(23, 15), 1);
    let empty = HeatMap::of(corner(0.0, 0.0), corner(0.0, 0.0), []);
    assert_eq!((empty.total(), empty.squares()), (0, (1, 1)));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,120}") {
        drop(ask(&text));
    }

    #[test]
    fn what_is_read_is_printed_and_read_the_same(words in proptest::collection::vec(
        prop_oneof![
            Just("charged"), Just("destroyed"), Just("where"), Just("and"), Just("or"), Just("not"), Just("("), Just(")"),
            Just("unit.left"), Just("<="), Just("="), Just("4"), Just("direction"), Just("flank"), Just("charge"), Just("by"),
            Just("units"), Just("with"), Just("round"), Just("\"a b\""), Just("in"), Just(","),
        ], 1..14)) {
        if let Ok(question) = ask(&words.join(" ")) {
            prop_assert_eq!(ask(&question.to_string()), Ok(question));
        }
    }
}
