//! Name of a token on the field: its label, a whole word again where that was cut, shorter only where it must
//! be.

use std::borrow::Cow;

use hindsight_kernel::BoardToken;

use crate::sheet::Dot;

/// Labels up to so many letters are written as they are.
const SHORT: usize = 8;
/// A label of up to so many letters is a code.
const CODE: usize = 3;
/// A label of so many letters may be a word that was cut to fit.
const CUT: usize = 7;
/// A shorter form is taken where the letters would be less than this share of the token.
const COMFORT: f32 = 0.15;
/// Words that say nothing in a few letters.
const SMALL_WORDS: [&str; 8] = ["of", "the", "and", "a", "an", "de", "la", "von"];

/// The first of a token's names that can be read well on it, else the first that can be read at all; with what `fitted`
/// says of it: the size of its letters and the box it stands in.
pub(super) fn choose(
    token: &BoardToken,
    size: f32,
    least: f32,
    fitted: impl Fn(&str) -> (f32, Dot),
) -> (String, (f32, Dot)) {
    let names = names(token);
    let mut fits: Vec<(String, (f32, Dot))> = names
        .into_iter()
        .map(|name| {
            let fit = fitted(&name);
            (name, fit)
        })
        .collect();
    let at_least = |bound: f32| fits.iter().position(|(_, (letters, _))| *letters >= bound);
    let place = at_least(least.max(size * COMFORT)).or_else(|| at_least(least));
    fits.swap_remove(place.unwrap_or(0))
}

/// The first letter of a label that is a code, such as counters on hexes bear: it tells more than the seat's letter, which
/// the colours tell already.
pub(super) fn first_of_code(token: &BoardToken) -> Option<String> {
    let label = token.label.trim();
    let is_code = !label.is_empty() && label.chars().count() <= CODE;
    label.chars().next().filter(|_| is_code).map(String::from)
}

/// What a token may be called, the best first.
fn names(token: &BoardToken) -> Vec<String> {
    if token.label.trim().is_empty() {
        return vec![if token.face_down {
            "?".to_owned()
        } else {
            token.seat.to_string()
        }];
    }
    let label: Cow<'_, str> = match whole_word(&token.label, &token.name) {
        Some(word) => Cow::Borrowed(word),
        None => Cow::Borrowed(&token.label),
    };
    // What nobody could read anyway is not even tried.
    let label: String = label.chars().take(60).collect();
    let words: Vec<&str> = label.split_whitespace().collect();
    let mut names = vec![words.join(" ")];
    if label.chars().count() <= SHORT {
        names.extend(first_of_code(token).filter(|first| *first != names[0]));
        return names;
    }
    let telling: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !SMALL_WORDS.contains(&word.to_lowercase().as_str()))
        .collect();
    let last = telling.last().or(words.last()).copied().unwrap_or_default();
    if let Some((_, before)) = telling.split_last().filter(|(_, before)| !before.is_empty()) {
        let initials: String = before
            .iter()
            .filter_map(|word| word.chars().next())
            .flat_map(|letter| [letter, '.'])
            .collect();
        names.push(format!("{initials} {last}"));
        names.push(last.to_owned());
    }
    for letters in [6, 4, 3] {
        if last.chars().count() > letters + 1 {
            names.push(last.chars().take(letters).chain(['…']).collect());
        }
    }
    names
}

/// The word of a full name that a label is the cut beginning of.
fn whole_word<'n>(label: &str, name: &'n str) -> Option<&'n str> {
    if label.chars().count() < CUT {
        return None;
    }
    let cut = label.to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '’');
    let mut found = None;
    words
        .all(|word| {
            let word_small = word.to_lowercase();
            if found.is_none() && word_small.starts_with(&cut) {
                found = Some(word);
            }
            word_small != cut
        })
        .then_some(found)
        .flatten()
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Seat;

    use super::*;

    fn token(label: &str, name: &str) -> BoardToken {
        BoardToken {
            id: "A1".to_owned(),
            seat: Seat::A,
            name: name.to_owned(),
            label: label.to_owned(),
            stripe: None,
            kind: "infantry".to_owned(),
            outline: Vec::new(),
            facing: None,
            strength: 1.0,
            strength_text: String::new(),
            badges: Vec::new(),
            level: 0,
            face_down: false,
        }
    }

    fn names_of(label: &str, name: &str) -> Vec<String> {
        names(&token(label, name))
    }

    #[test]
    fn a_label_that_was_cut_in_a_word_is_that_word_again() {
        for (label, name, first) in [
            ("Colossu", "Bronze Colossus", "Colossus"),
            ("Crossbo", "Rivermark Crossbowmen", "Crossbowmen"),
            // No word of the name: as it is. A whole word, or a short label: as it is.
            ("BrMilit", "Bridge Militia", "BrMilit"),
            ("Knights", "Knights of the Knightship", "Knights"),
            ("Spear", "Spearmen", "Spear"),
            ("Swords", "League Swords", "Swords"),
        ] {
            assert_eq!(names_of(label, name)[0], first, "{label} of {name}");
        }
    }

    #[test]
    fn long_names_are_shortened_by_words_and_never_cut_without_an_ellipsis() {
        assert_eq!(
            names_of("Crossbo", "Rivermark Crossbowmen"),
            ["Crossbowmen", "Crossb…", "Cros…", "Cro…"]
        );
        assert_eq!(
            names_of("Border Reivers of the March", ""),
            ["Border Reivers of the March", "B.R. March", "March", "Mar…"]
        );
        assert_eq!(
            names_of("Bronze Colossus", ""),
            [
                "Bronze Colossus",
                "B. Colossus",
                "Colossus",
                "Coloss…",
                "Colo…",
                "Col…"
            ]
        );
        assert_eq!(names_of("Militia", "Militia"), ["Militia"]);
        assert_eq!(names_of("", "Anything"), ["A"]);
        assert_eq!(names_of("MM", "Mounted men-at-arms"), ["MM", "M"]);
        assert_eq!(names_of("LB1", ""), ["LB1", "L"]);
        assert_eq!(names_of("?", ""), ["?"]);
    }

    #[test]
    fn the_longest_form_that_reads_well_is_chosen() {
        // A letter half an em wide in a box 90 pixels wide.
        let fitted = |name: &str| (90.0 / (name.chars().count() as f32 * 0.5), (45.0, 20.0));
        let chosen = |label: &str, size: f32, least: f32| choose(&token(label, ""), size, least, fitted).0;
        assert_eq!(chosen("Crossbowmen", 100.0, 6.5), "Crossbowmen");
        assert_eq!(chosen("Crossbowmen", 150.0, 6.5), "Crossb…");
        // Nothing reads well, so the first that reads at all.
        assert_eq!(chosen("Crossbowmen", 900.0, 6.5), "Crossbowmen");
        assert_eq!(chosen("Crossbowmen", 900.0, 30.0), "Cros…");
    }
}
