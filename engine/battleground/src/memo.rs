//! A cache of what units would do in the positions that were looked at last.
//!
//! What a unit would do is asked again and again of one position: when the offers are listed, when one of them is taken,
//! when it happens, and once more after each answer of its owner. What was found stands here beside a copy of the
//! position and counts only while the position asked about is the same in everything that a move can depend on, so it is
//! never out of date. It is no rule: without it everything is the same, only slower.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use crate::model::state::State;

/// So many positions are remembered: the one at hand, and those that a player supposes beside it.
const POSITIONS: usize = 4;
/// So many answers are kept of one position; whoever asks for more of it begins anew.
const ANSWERS: usize = 2_000;

thread_local! {
    static LAST: RefCell<Vec<CachedAnswers>> = const { RefCell::new(Vec::new()) };
}

/// What was found of a position.
struct CachedAnswers {
    /// The position, without its agenda: no move depends on what is to be done later.
    position: State,
    /// The answers to each kind of question: a list of pairs of a question and its answer.
    lists: Vec<Box<dyn Any>>,
}

impl CachedAnswers {
    /// The answers to questions of this kind.
    fn list<K: 'static, T: 'static>(&mut self) -> Option<&mut Vec<(K, T)>> {
        let known = self.lists.iter().position(|list| list.is::<Vec<(K, T)>>());
        let place = known.unwrap_or_else(|| {
            self.lists.push(Box::new(Vec::<(K, T)>::new()));
            self.lists.len() - 1
        });
        self.lists[place].downcast_mut()
    }
}

/// What is remembered of a position under a key, or else what is found now. The types of both say which kind of question it is.
pub(crate) fn cached<K: PartialEq + 'static, T: Clone + 'static>(
    state: &State,
    key: K,
    find: impl FnOnce() -> T,
) -> T {
    let known = LAST.with_borrow_mut(|all| {
        let list = of(all, state)?.list::<K, T>()?;
        list.iter()
            .find(|(known, _)| *known == key)
            .map(|(_, found)| found.clone())
    });
    if let Some(known) = known {
        return known;
    }
    let found = find();
    LAST.with_borrow_mut(|all| {
        if of(all, state).is_none() {
            let position = State {
                agenda: Vec::new(),
                ..state.clone()
            };
            let lists = Vec::new();
            all.truncate(POSITIONS - 1);
            all.insert(0, CachedAnswers { position, lists });
        }
        if let Some(list) = all[0].list::<K, T>() {
            if list.len() >= ANSWERS {
                list.clear();
            }
            list.push((key, found.clone()));
        }
    });
    found
}

/// What was found of this position, put first.
fn of<'a>(all: &'a mut [CachedAnswers], state: &State) -> Option<&'a mut CachedAnswers> {
    let place = all.iter().position(|found| is_same(&found.position, state))?;
    all[..=place].rotate_right(1);
    all.first_mut()
}

/// Whether two positions are the same but for their agenda; what differs most often is looked at first.
fn is_same(one: &State, other: &State) -> bool {
    let State {
        edition,
        book,
        decks,
        house,
        agreed,
        agenda: _,
        turn,
        active,
        deployer,
        orderer,
        first,
        phase,
        players,
        units,
        engagements,
        tokens,
        snapshot,
        normal_moves,
        attack,
        declared,
        triggered,
        check,
        ending,
        fewer,
    } = one;
    let book_is_same = || Arc::ptr_eq(book, &other.book) || *book == other.book;
    *turn == other.turn
        && *phase == other.phase
        && *normal_moves == other.normal_moves
        && *units == other.units
        && *engagements == other.engagements
        && *attack == other.attack
        && *players == other.players
        && *snapshot == other.snapshot
        && *tokens == other.tokens
        && *declared == other.declared
        && *triggered == other.triggered
        && *check == other.check
        && *active == other.active
        && *edition == other.edition
        && *decks == other.decks
        && *house == other.house
        && *agreed == other.agreed
        && (*deployer, *orderer, *first) == (other.deployer, other.orderer, other.first)
        && *ending == other.ending
        && *fewer == other.fewer
        && book_is_same()
}

#[cfg(test)]
mod tests {
    use crate::field::Field;
    use crate::model::state::State;
    use crate::procedures::movement::would_move;
    use crate::scene::{id, line, scene};

    fn enemy_at(x: f64) -> State {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (18.0, 13.0, 0.0))
            .unit("B1", line(), (x, 24.0, 180.0))
            .state()
    }

    #[test]
    fn what_is_remembered_is_what_is_found_anew() {
        let asked = |state: &State| would_move(&Field::of(state), id("A1"), &[]);
        // Another thread remembers nothing.
        let anew = |state: State| std::thread::spawn(move || asked(&state)).join().unwrap();
        for x in [10.0, 18.0, 26.0, 18.0, 10.0] {
            let state = enemy_at(x);
            let first = asked(&state);
            assert_eq!(asked(&state), first, "asked again with the enemy at {x}");
            assert_eq!(anew(state), first, "asked of somebody else with the enemy at {x}");
        }
    }

    #[test]
    fn a_field_that_is_altered_is_another() {
        let state = enemy_at(18.0);
        let blocked = would_move(&Field::of(&state), id("A1"), &[]);
        let free = would_move(&Field::of(&state).without(&[id("A2")]), id("A1"), &[]);
        assert_ne!(blocked, free);
        let elsewhere = Field::of(&state).with(id("A2"), enemy_at(18.0).units[0].pose.unwrap());
        assert_ne!(would_move(&elsewhere, id("A1"), &[]), blocked);
    }
}
