//! Addresses of the document's operations, with something in the place of their parameters.

/// What every server has.
const EVERYWHERE: &[(&str, &str)] = &[
    // A unit of the sample pack, on the page of all armies that took it; elsewhere one of a game.
    ("{system}/{unit}", "before-battle/rm-orsa"),
    ("{version}", "3"),
    ("{system}", "before-battle"),
    ("{rule}", "BB-ARMY-01"),
    ("{chart}", "luck"),
    ("{problem}", "refused"),
    ("{script}", "replay.js"),
    ("{picture}", "dice.png"),
    ("{topic}", "recording"),
    ("{unit}", "A1"),
    ("{faction}", "Rivermark"),
    ("{reply}", "1"),
];

/// A path with what stands in the place of its parameters: what a test has of its own, else what every server has.
pub fn filled(path: &str, own: &[(&str, &str)]) -> String {
    let mut filled = path.to_owned();
    for (parameter, value) in own.iter().chain(EVERYWHERE) {
        filled = filled.replace(parameter, value);
    }
    filled
}

/// The parameters that a path names, with their braces.
pub fn parameters(path: &str) -> Vec<String> {
    path.split('{')
        .skip(1)
        .filter_map(|part| Some(format!("{{{}}}", part.split_once('}')?.0)))
        .collect()
}
