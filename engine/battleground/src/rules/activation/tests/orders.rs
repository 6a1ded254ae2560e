//! Units that follow their orders, one after the other and to the end.

use super::*;

#[test]
fn bg4_turn_06_one_after_the_other_if_the_front_one_goes_first() {
    let mut state = activated(column().state(), &["A1"]).unwrap();
    state.agenda.truncate(1);
    let after = activated(state, &["A2"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 13.5, 0.0));
    assert_eq!(place(&after, "A2"), pose(18.0, 11.0, 0.0));
}

#[test]
fn bg4_prin_05_a_unit_may_not_stop_short_to_keep_its_flank_safe() {
    // (book example) Straight at the Militia, its flank open to the Lancers.
    let exposed = |controlled: bool| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = controlled)
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .unit(
                "B2",
                crate::scene::with_keywords(&[Keyword::Normal, Keyword::Cavalry]),
                (28.0, 12.0, 270.0),
            )
            .state()
    };
    let short = pose(18.0, 11.0, 0.0);
    assert_eq!(rule(reported(exposed(false), "A1", short)), "BG4-MOVE-01");
    let ordered = activated(exposed(false), &["A1"]).unwrap();
    assert_eq!(place(&ordered, "A1"), pose(18.0, 13.5, 0.0));
    // Direct Control is what would allow it.
    assert_eq!(place(&reported(exposed(true), "A1", short).unwrap(), "A1"), short);
}
