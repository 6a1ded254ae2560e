//! Tests of declared refusals: what they cite, and the ladders of a chapter.

use crate::{DeclaredReason, RefusalReason, Rulebook, table_rules};

/// Checks that a list of rules, or the kernel's own, has every rule that reasons cite by its id, at the page that they give.
///
/// # Panics
/// A rule is not in the list, or the list has it at another page.
pub fn check_citations(book: &Rulebook, enums: &[&[DeclaredReason]]) {
    for reason in enums.iter().copied().flatten() {
        let Some(id) = reason.rule_id() else {
            continue;
        };
        let rule = book.get(id).or_else(|| table_rules().get(id));
        let rule = rule.unwrap_or_else(|| panic!("{}: no rule {id}", reason.variant));
        assert_eq!(rule.page, reason.page, "{} cites {id}", reason.variant);
    }
}

/// Checks that every ladder goes through reasons of an enum in the order of the declaration, and that together they reach all of
/// them. A ladder is given by the names of the variants that answered.
///
/// # Panics
/// A reason is out of order, or missing in all ladders.
pub fn check_ladders<R: RefusalReason>(ladders: &[Vec<&str>]) {
    let place = |name: &&str| R::DECLARED.iter().position(|reason| reason.variant == *name);
    for ladder in ladders {
        let places: Vec<Option<usize>> = ladder.iter().map(place).collect();
        assert!(places.iter().all(Option::is_some), "{ladder:?}");
        assert!(places.is_sorted_by(|one, next| one < next), "{ladder:?}");
    }
    let missed: Vec<&str> = R::DECLARED
        .iter()
        .map(|reason| reason.variant)
        .filter(|variant| !ladders.iter().any(|ladder| ladder.contains(variant)))
        .collect();
    assert!(missed.is_empty(), "no ladder reaches {missed:?}");
}
