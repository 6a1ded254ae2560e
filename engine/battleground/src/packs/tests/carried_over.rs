//! A pack of one edition brought in as one of the other: what cannot be carried over is told at once, path by path.

use super::*;

/// Takes away what stands at a path: a field, or an entry of a list.
fn take_away(pack: &mut Value, path: &str) {
    let (of, last) = path.rsplit_once('/').expect("a path");
    match pack.pointer_mut(of).expect("something is there") {
        Value::Object(fields) => {
            fields.remove(last).expect("a field");
        }
        Value::Array(entries) => {
            entries.remove(last.parse().expect("a place"));
        }
        other => panic!("{path}: {other}"),
    }
}

/// What cannot be carried over of the sample pack of an edition into the other, and the pack without it and without its ready
/// armies, which each edition checks by its own numbers.
fn carried_over(from: Edition, to: Edition) -> (Vec<String>, Value) {
    let mut pack = sample_packs_of(from).remove(0);
    pack["system"] = to.system().into();
    pack["armies"] = json!([]);
    let faults = read_pack_of(to, &pack).err().unwrap_or_default();
    let paths: Vec<String> = faults.into_iter().map(|fault| fault.path).collect();
    for path in paths.iter().rev() {
        take_away(&mut pack, path);
    }
    (paths, pack)
}

#[test]
fn what_cannot_be_carried_over_to_the_later_edition_is_told_at_once() {
    let (paths, pack) = carried_over(Edition::V3, Edition::V4);
    let fields: std::collections::BTreeSet<&str> =
        paths.iter().filter_map(|path| path.rsplit('/').next()).collect();
    // A ranged attack that is bought, one that keeps from moving, Centaurs.
    let earlier = ["cost", "no_move_and_shoot", "thrown_at_any_rusher"];
    assert_eq!(fields, std::collections::BTreeSet::from(earlier), "{paths:?}");
    assert_eq!(paths.len(), 5, "{paths:?}");
    let sound = read_pack_of(Edition::V4, &pack).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(sound.info.system, Edition::V4.system());
}
