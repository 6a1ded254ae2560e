//! The laws that hold of every game: of an event in its place, of a position in which somebody is asked, of a whole game.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Playout, fold};

use crate::{
    Board, BoardToken, Fact, GameEvent, InspectRequest, NOTED, NoteSheet, NotedPosition, Offer, RuleSet,
    Seat, Viewer, codec, plausible, wire,
};

/// Holds an event, in its place between two positions, to the laws of events; gives the position after it.
///
/// # Panics
/// It is not so.
pub fn check_event<R: RuleSet>(before: &R::State, event: &R::Event, facts: &mut Vec<Fact>) -> R::State {
    let mut after = before.clone();
    R::evolve(&mut after, event).unwrap_or_else(|error| panic!("{event:?} does not follow: {error}"));
    if after != *before {
        R::invariants(&after).unwrap_or_else(|broken| panic!("after {event:?}: {broken}"));
    }
    check_forms::<R>(event);
    let sentence = R::describe(before, event).to_string();
    assert!(!sentence.is_empty(), "{event:?} has a sentence");
    assert!(!sentence.contains("{$"), "{sentence}: an argument is missing");
    let change = R::last_change(before, event);
    assert!(
        change.trails.iter().all(|trail| trail.points.len() >= 2),
        "{event:?}: a trail leads from somewhere to somewhere"
    );
    R::facts(before, event, facts);
    after
}

/// An event is the same after it was stored and after it was sent, and it is one that a table can have recorded.
///
/// # Panics
/// It is not so.
pub fn check_forms<R: RuleSet>(event: &R::Event) {
    let played = GameEvent::Played(event.clone());
    let stored = codec::store_event::<R>(&played);
    let loaded = codec::load_event::<R>(&stored.kind, stored.schema, &stored.body);
    assert_eq!(loaded, Ok(played), "an event is read as it was stored");
    let shown = wire::to_value(event);
    assert_eq!(
        shown["type"],
        R::event_name(event),
        "an event has its name on the wire"
    );
    assert_eq!(
        wire::from_value::<R::Event>(shown).as_ref(),
        Ok(event),
        "an event is read as it was sent"
    );
    let value: Value = codec::decode(&stored.body).unwrap_or_else(|why| panic!("{event:?}: {why}"));
    plausible::plausible(&value).unwrap_or_else(|place| panic!("{event:?}: {place}"));
    R::plausible(event).unwrap_or_else(|why| panic!("{event:?}: {why}"));
}

/// The viewers there are: every seat, and the public.
fn viewers<R: RuleSet>(state: &R::State) -> Vec<Viewer> {
    let seats = R::seats(state).into_iter().map(|info| Viewer::Seat(info.seat));
    seats.chain([Viewer::Public]).collect()
}

/// The laws of views: what a viewer sees is what the redacted events fold to; who sees everything sees the
/// position itself; and where nothing is hidden everybody does.
///
/// # Panics
/// It is not so.
pub fn check_views<R: RuleSet>(now: &R::State, events: &[R::Event]) {
    assert_eq!(R::view(now, Viewer::Everything), *now, "who sees everything");
    for viewer in viewers::<R>(now) {
        let redacted: Vec<R::Event> = events.iter().map(|event| R::redact(event, now, viewer)).collect();
        let seen = R::view(now, viewer);
        assert_eq!(
            fold::<R>(R::State::default(), &redacted),
            seen,
            "after {} events {viewer:?} sees what the redacted events fold to",
            events.len()
        );
        assert!(
            R::has_secrets(now) || seen == *now,
            "after {} events {viewer:?} sees less where nothing is hidden",
            events.len()
        );
        check_picture::<R>(&seen);
    }
}

/// Whoever gave a command may see it whole.
pub(super) fn check_own_commands<R: RuleSet>(playout: &Playout<R>) {
    for (seat, command) in &playout.commands {
        let own = R::redact_command(command, *seat, &playout.state, Viewer::Seat(*seat));
        assert_eq!(
            own.as_ref(),
            Some(command),
            "{}: the own command is seen",
            playout.place()
        );
    }
}

/// How many commands of a seat are held against each other.
const COMPARED: usize = 6;

/// Where a viewer cannot tell by the events which of two commands was given, the commands as they are shown do not tell
/// either.
pub(super) fn check_commands_tell_no_more<R: RuleSet>(playout: &Playout<R>, seat: Seat) {
    if !R::has_secrets(&playout.state) && R::awaiting(&playout.state).len() < 2 {
        return;
    }
    let offers = R::offers(&playout.state, seat);
    let commands = offers.iter().flat_map(Offer::commands).take(COMPARED);
    let tried: Vec<_> = commands
        .filter_map(|command| Some((command, playout.decide(seat, command).ok()?)))
        .collect();
    let others = viewers::<R>(&playout.state);
    for viewer in others.into_iter().filter(|viewer| *viewer != Viewer::Seat(seat)) {
        for (place, (one, (now, happened))) in tried.iter().enumerate() {
            for (other, (then, otherwise)) in &tried[place + 1..] {
                let seen = |events: &[R::Event], now: &R::State| -> Vec<R::Event> {
                    events.iter().map(|event| R::redact(event, now, viewer)).collect()
                };
                if happened == otherwise || seen(happened, now) != seen(otherwise, then) {
                    continue;
                }
                assert_eq!(
                    R::redact_command(one, seat, now, viewer),
                    R::redact_command(other, seat, then, viewer),
                    "{}: {viewer:?} sees which of two commands {seat} gave, though not what it did",
                    playout.place()
                );
            }
        }
    }
}

/// A token stands on the board, by its middle.
fn is_on_board(board: &Board, token: &BoardToken) -> bool {
    let corners = token.outline.len().max(1) as f64;
    let x = token.outline.iter().map(|corner| corner.x).sum::<f64>() / corners;
    let y = token.outline.iter().map(|corner| corner.y).sum::<f64>() / corners;
    (board.min.x..=board.max.x).contains(&x) && (board.min.y..=board.max.y).contains(&y)
}

fn check_picture<R: RuleSet>(state: &R::State) {
    let board = R::board(state);
    for token in &board.tokens {
        assert!(
            is_on_board(&board, token),
            "{} stands beside the board: {:?}",
            token.id,
            token.outline
        );
        assert!(
            (0.0..=1.0).contains(&token.strength) && !token.label.is_empty(),
            "{}: strength {}, label {:?}",
            token.id,
            token.strength,
            token.label
        );
    }
}

/// A position in which somebody is asked is sound, is the same in every form, and a game can begin from it.
///
/// # Panics
/// It is not so.
pub fn check_position<R: RuleSet>(playout: &Playout<R>) {
    let (now, place) = (&playout.state, playout.place());
    R::sound(now).unwrap_or_else(|why| panic!("{place}: {why}"));
    let json = serde_json::to_value(now).unwrap_or_else(|why| panic!("{place}: {why}"));
    let read: R::State = wire::read(&json).unwrap_or_else(|why| panic!("{place}: {why}"));
    assert_eq!(read, *now, "{place}: a position is read as it was sent");
    let stored: Result<R::State, crate::Message> = codec::decode(&codec::encode(now));
    assert_eq!(
        stored.as_ref(),
        Ok(now),
        "{place}: a position is read as it was stored"
    );
    let begun = Playout::<R>::begin_at(playout.number, now.clone())
        .unwrap_or_else(|refusal| panic!("{place}: no game begins from here: {refusal:?}"));
    R::sound(&begun.state).unwrap_or_else(|why| panic!("{place}: begun anew: {why}"));
    if begun.events.len() == 1 {
        assert_eq!(begun.state, *now, "{place}: a game begun from here stands here");
    }
}

/// Whoever is asked, and nobody else, is offered something; all of it is accepted, by the rules and in the notation.
///
/// # Panics
/// It is not so.
pub fn check_offers<R: RuleSet>(playout: &Playout<R>, rng: &mut dyn rand_core::Rng) {
    let (now, place) = (&playout.state, playout.place());
    let book = R::rulebook();
    let asked = R::awaiting(now);
    for asked in &asked {
        assert!(
            book.get(&asked.rule.0).is_some(),
            "{place}: {} is in the book",
            asked.rule
        );
    }
    for seat in (0..=R::seats(now).len()).filter_map(Seat::new) {
        let offers = R::offers(now, seat);
        let is_asked = asked.iter().any(|asked| asked.seat == seat);
        assert_eq!(!offers.is_empty(), is_asked, "{place}: offers to {seat}");
        if let Some(nothing) = R::nothing(now, seat) {
            assert!(
                offers.iter().any(|offer| offer.commands().contains(&nothing)),
                "{place}: {} is offered to {seat}",
                R::format(&nothing)
            );
        }
        for offer in &offers {
            assert_eq!(offer.seat, seat, "{place}: {}", offer.label);
            assert!(
                book.get(&offer.rule.0).is_some(),
                "{place}: {} is in the book",
                offer.rule
            );
            check_offer(playout, offer, rng);
        }
        if is_asked {
            check_players(playout, seat, rng);
        }
    }
}

fn check_offer<R: RuleSet>(playout: &Playout<R>, offer: &Offer<R::Command>, rng: &mut dyn rand_core::Rng) {
    assert!(
        !offer.commands().is_empty(),
        "{}: {} has no sample",
        playout.place(),
        offer.label
    );
    for command in offer.commands() {
        check_accepted(playout, offer.seat, command, "is offered");
    }
    let completed = R::complete(&playout.state, offer, rng)
        .unwrap_or_else(|| panic!("{}: {} cannot be completed", playout.place(), offer.label));
    check_accepted(playout, offer.seat, &completed, "completes an offer");
}

fn check_players<R: RuleSet>(playout: &Playout<R>, seat: Seat, rng: &mut dyn rand_core::Rng) {
    let greedy = R::greedy(&playout.state, seat, rng)
        .unwrap_or_else(|| panic!("{}: greedy knows nothing to do", playout.place()));
    check_accepted(playout, seat, &greedy, "is greedy's choice");
    let candidates = R::candidates(&playout.state, seat, 4, rng);
    assert!(
        (1..=4).contains(&candidates.len()),
        "{}: candidates",
        playout.place()
    );
    for command in &candidates {
        check_accepted(playout, seat, command, "is a candidate");
    }
}

/// A command is accepted, does the same each time, and is read as it was written.
///
/// # Panics
/// It is not so.
pub fn check_accepted<R: RuleSet>(playout: &Playout<R>, seat: Seat, command: &R::Command, why: &str) {
    let line = R::format(command);
    let result = playout.decide(seat, command);
    match &result {
        Ok((_, events)) => assert!(!events.is_empty(), "{}: {line} does nothing", playout.place()),
        Err(refusal) => panic!("{}: {line} {why} and refused: {refusal:?}", playout.place()),
    }
    assert_eq!(
        R::parse(&line).as_ref(),
        Ok(command),
        "{line} is read as it was written"
    );
    let shown = wire::to_value(command);
    assert_eq!(
        wire::from_value::<R::Command>(shown).as_ref(),
        Ok(command),
        "{line}"
    );
}

/// A command of another time, by somebody who is asked, is accepted because it is offered or refused with its rule, or it
/// does no harm.
pub(super) fn check_unlisted<R: RuleSet>(playout: &Playout<R>, seat: Seat, command: &R::Command) {
    let (place, line) = (playout.place(), R::format(command));
    match playout.decide(seat, command) {
        Ok((state, events)) => {
            assert!(!events.is_empty(), "{place}: {line} does nothing");
            R::invariants(&state).unwrap_or_else(|broken| panic!("{place} after {line}: {broken}"));
        }
        Err(refusal) => {
            let rule = refusal.rule.0.as_ref();
            let known = R::rulebook().get(rule).is_some() || crate::table_rules().get(rule).is_some();
            assert!(known && rule != "HS-FAULT-01", "{place}: {line}: {refusal:?}");
        }
    }
}

/// Questions about any unit are answered, by rules that are in the book.
///
/// # Panics
/// It is not so.
pub fn check_questions<R: RuleSet>(playout: &Playout<R>) {
    let units = R::units(&playout.state);
    let _ = R::threats(&playout.state);
    for (place, unit) in units.iter().enumerate().step_by(5) {
        let other = &units[(place + units.len() / 2) % units.len()];
        for target in [None, Some(other.id.clone())] {
            let question = InspectRequest {
                unit: unit.id.clone(),
                target,
                about: serde_json::Map::new(),
            };
            let told = R::inspect(&playout.state, &question)
                .unwrap_or_else(|refusal| panic!("{}: {}: {refusal:?}", playout.place(), unit.id));
            for answer in &told.answers {
                assert!(
                    R::rulebook().get(&answer.rule.0).is_some(),
                    "{} is in the book",
                    answer.rule
                );
            }
            let chances = told.attacks.iter().map(|attack| attack.destroys);
            assert!(chances.into_iter().all(|chance| (0.0..=1.0).contains(&chance)));
        }
    }
}

/// A fold may be split anywhere.
///
/// # Panics
/// It is not so.
pub fn check_split<R: RuleSet>(playout: &Playout<R>, at: usize) {
    let prefix = fold::<R>(R::State::default(), &playout.events[..at]);
    assert_eq!(
        fold::<R>(prefix, &playout.events[at..]),
        playout.state,
        "{}: folded to event {at} and on from there",
        playout.place()
    );
}

/// The strength of each unit by the facts of a whole game equals that of the position after it.
///
/// # Panics
/// It is not so.
pub fn check_strengths<R: RuleSet>(end: &R::State, facts: &[Fact]) {
    for unit in R::units(end) {
        let mut told: f64 = 1.0;
        for fact in facts {
            told = match fact {
                Fact::DamageDealt(lost) if lost.unit == unit.id => told - lost.share,
                Fact::Restored(regained) if regained.unit == unit.id => told + regained.share,
                Fact::Destroyed { unit: lost, .. } if *lost == unit.id => 0.0,
                Fact::Returned {
                    unit: back, share, ..
                } if *back == unit.id => *share,
                _ => continue,
            };
            told = told.clamp(0.0, 1.0);
        }
        assert!(
            (told - unit.share()).abs() < 1e-9,
            "{}: facts tell a strength of {told}, the position {} of {}",
            unit.id,
            unit.left,
            unit.full
        );
    }
}

/// A position noted beside the table: the sheet as it stands can be noted as the beginning of the next turn, and play goes on from
/// there; a sheet with something changed is taken so, or refused with the place of the fault. Without a sheet nothing is noted.
///
/// # Panics
/// It is not so.
pub(super) fn check_noted<R: RuleSet>(playout: &Playout<R>, rng: &mut dyn rand_core::Rng) {
    let place = playout.place();
    let Some(sheet) = R::sheet(&playout.state) else {
        let nothing = NotedPosition {
            turn: 1,
            active: Seat::A,
            phase: None,
            points: BTreeMap::new(),
            pieces: Vec::new(),
        };
        let refused = playout.at_table(|table| R::note(table, &nothing));
        assert_eq!(
            refused.map(|_| ()).map_err(|refusal| refusal.rule.to_string()),
            Err(NOTED.to_owned()),
            "{place}: nothing is noted without a sheet"
        );
        return;
    };
    let as_it_stands = NotedPosition {
        turn: sheet.next.turn,
        active: sheet.next.active,
        phase: None,
        points: sheet.points.clone(),
        pieces: sheet.pieces.iter().map(|piece| piece.now.clone()).collect(),
    };
    match playout.at_table(|table| R::note(table, &as_it_stands)) {
        Ok((state, events)) => {
            check_noted_events::<R>(playout, &sheet, &as_it_stands, &events);
            if !R::awaiting(&state).is_empty() {
                let mut on = Playout::<R>::begin_at(playout.number, state).unwrap_or_else(|refusal| {
                    panic!("{place}: no game begins from where it was noted: {refusal:?}")
                });
                for _ in 0..3 {
                    on.step(rng);
                }
            }
        }
        // In the midst of a move or a fight two pieces may be in one place.
        Err(refusal) => assert!(
            refusal.rule.0 == NOTED && refusal.details.get("path").is_some_and(|path| path == "/pieces"),
            "{place}: the sheet as it stands is refused: {refusal:?}"
        ),
    }
    // Something stands otherwise.
    let mut changed = as_it_stands;
    let count = changed.pieces.len();
    let Some(which) = crate::below(rng, count) else {
        return;
    };
    let piece = &mut changed.pieces[which];
    if let Some(at) = &mut piece.at {
        let mut by = || crate::below(rng, 9).unwrap_or_default() as f64 - 4.0;
        (at.x, at.y) = (at.x + by(), at.y + by());
        piece.facing = piece.facing.map(|facing| facing + 17.0 * by());
    }
    piece.left = piece.left.map(|left| left.saturating_sub(1));
    match playout.at_table(|table| R::note(table, &changed)) {
        Ok((_, events)) => check_noted_events::<R>(playout, &sheet, &changed, &events),
        Err(refusal) => assert!(
            refusal.rule.0 == NOTED && refusal.details.contains_key("path"),
            "{place}: {changed:?} is refused by another rule or without a place: {refusal:?}"
        ),
    }
}

/// The events of a noted position follow, and behind the first of them everything stands as it was noted.
fn check_noted_events<R: RuleSet>(
    playout: &Playout<R>,
    sheet: &NoteSheet,
    noted: &NotedPosition,
    events: &[R::Event],
) {
    let place = playout.place();
    let mut state = playout.state.clone();
    let wanted = sheet
        .filled(noted)
        .unwrap_or_else(|refusal| panic!("{place}: {refusal:?}"));
    for (number, event) in events.iter().enumerate() {
        state = check_event::<R>(&state, event, &mut Vec::new());
        if number > 0 {
            continue;
        }
        let laid = R::sheet(&state).unwrap_or_else(|| panic!("{place}: there is a sheet behind {event:?}"));
        for piece in &wanted {
            let is = laid
                .pieces
                .iter()
                .find(|laid| laid.now.piece == piece.piece.piece);
            let is = &is
                .unwrap_or_else(|| panic!("{place}: {} is there", piece.piece.piece))
                .now;
            assert_eq!(is.left, piece.piece.left, "{place}: {}", piece.piece.piece);
            assert_eq!(
                is.gone.is_some(),
                piece.piece.gone.is_some(),
                "{place}: {}",
                piece.piece.piece
            );
            let apart = is
                .at
                .zip(piece.piece.at)
                .map(|(is, noted)| (is.x - noted.x).hypot(is.y - noted.y));
            assert_eq!(
                is.at.is_some(),
                piece.piece.at.is_some(),
                "{place}: {}",
                piece.piece.piece
            );
            assert!(
                apart.is_none_or(|apart| apart < 0.75),
                "{place}: {} stands {apart:?} away",
                piece.piece.piece
            );
        }
    }
    R::sound(&state).unwrap_or_else(|why| panic!("{place}: noted: {why}"));
    assert_eq!(
        R::awaiting(&state).is_empty(),
        R::outcome(&state).is_some(),
        "{place}: somebody is asked behind a noted position, or the game is over: {events:?}"
    );
}
