//! Laws of every event in its place, by name, worked out from the rules and not by the rules' own code.

use battleground::Battleground;
use battleground::editions::Edition;
use battleground::model::command::Leg;
use battleground::model::event::{
    CombatEvent, CourageEvent, DamageEvent, EngagementEvent, Event, MoveKind, MovementEvent, ProcedureEvent,
    TurnEvent, TurnMark,
};
use battleground::model::names::{Team, UnitId};
use battleground::model::orders::Objective;
use battleground::model::state::{Engagement, Phase, State, Status, Unit};
use battleground::views::facts::COUNTERS;
use battleground_geometry::Way;
use hindsight_kernel::{Fact, Pictures, Recorded, Rules, Seat, Story};

use crate::footprints::{Card, TOUCH, on_the_ground};

type Law = fn(&State, &Event, &State) -> bool;

/// The laws. Each takes the state before an event, the event, and the state after it.
const LAWS: [(&str, Law); 21] = [
    ("units on the ground do not overlap", units_do_not_overlap),
    ("units lie on the table", units_lie_on_the_table),
    (
        "no unit has more boxes marked than its card has",
        boxes_are_the_cards,
    ),
    ("boxes are only erased by what erases them", boxes_stay_marked),
    (
        "what is destroyed stays destroyed, but by ruling",
        the_destroyed_stay_destroyed,
    ),
    (
        "only the units an event names come, go and turn",
        only_the_named_move,
    ),
    ("no unit moves further than it may", moves_are_within_reach),
    ("every Final Rush comes before any normal move", rushes_come_first),
    (
        "only the Active Player's units act in their Movement & Command Phase",
        only_the_active_act,
    ),
    ("a unit is activated once a turn", units_act_once),
    (
        "two enemies are engaged once, on the ground and touching",
        engagements_are_whole,
    ),
    ("only a Final Rush begins an engagement", rushes_begin_engagements),
    (
        "engagements end by destruction and rout",
        engagements_end_with_reason,
    ),
    ("whoever Final Rushes touches the enemy", rushers_touch),
    ("dice show a face and the successes add up", successes_add_up),
    (
        "a courage check is passed at or under its target",
        checks_are_rolled,
    ),
    (
        "turns alternate and phases follow one another",
        turns_and_phases_follow,
    ),
    (
        "nobody has more command actions than they gained",
        actions_are_gained,
    ),
    (
        "no hand holds more than 15 cards, no deck more than 30",
        cards_are_thirty,
    ),
    (
        "victory points are those of what was destroyed",
        points_are_destroyed,
    ),
    (
        "a status changes only by an event that says so",
        statuses_are_told,
    ),
];

/// The laws that a game has broken, each by its name with the first time.
#[derive(Default)]
pub struct Broken(std::collections::BTreeMap<String, String>);

impl Broken {
    fn note(&mut self, name: &str, told: impl FnOnce() -> String) {
        self.0.entry(name.to_owned()).or_insert_with(told);
    }

    /// Fails if a law was broken.
    pub fn check(self, number: u64) {
        let told: Vec<String> = self
            .0
            .into_iter()
            .map(|(name, told)| format!("{name}: {told}"))
            .collect();
        assert!(told.is_empty(), "game {number} breaks laws:\n{}", told.join("\n"));
    }
}

/// Everything that must hold of the event at this place; gives the state after it.
pub fn check_event(
    events: &[Event],
    place: usize,
    before: &State,
    facts: &mut Vec<Fact>,
    broken: &mut Broken,
) -> State {
    let event = &events[place];
    let mut after = before.clone();
    Battleground::evolve(&mut after, event).unwrap();
    let told = |fault: &str| {
        let earlier: Vec<String> = events[place.saturating_sub(4)..=place]
            .iter()
            .map(|event| format!("{event:?}").chars().take(400).collect())
            .collect();
        format!(
            "event {place}, turn {}: {fault}\n    {}\n    before: {}\n    after: {}",
            before.turn,
            earlier.join("\n    "),
            lying(before),
            lying(&after)
        )
    };
    if after != *before
        && let Err(fault) = Battleground::invariants(&after)
    {
        let fault = fault.to_string();
        let name = fault.split(':').next().unwrap_or_default().to_owned();
        broken.note(&name, || told(&fault));
    }
    for (name, law) in LAWS {
        if !law(before, event, &after) {
            broken.note(name, || told(""));
        }
    }
    assert!(!Battleground::describe(before, event).to_string().is_empty());
    let change = Battleground::last_change(before, event);
    assert!(change.trails.iter().all(|trail| trail.points.len() >= 2));
    Battleground::facts(before, event, facts);
    after
}

/// How the units lie and who is engaged with whom, from which a scene of the failure can be laid.
fn lying(state: &State) -> String {
    let units = state.on_table().filter_map(|unit| {
        let pose = unit.pose?;
        let flags = [(unit.airborne, " in the air"), (unit.slid, " slid")]
            .map(|(holds, words)| if holds { words } else { "" })
            .concat();
        let (x, y, heading) = (pose.centre.x, pose.centre.y, pose.heading);
        Some(format!("{} ({x}, {y}, {heading}){flags}", unit.id))
    });
    let engagements = state.engagements.iter().map(|one| {
        format!(
            "{} {:?} at {} {:?} ({:?})",
            one.rusher, one.rusher_side, one.rushed, one.rushed_side, one.kind
        )
    });
    units.chain(engagements).collect::<Vec<_>>().join("; ")
}

/// The laws that hold whenever a player is asked, and not only in the middle of what follows from a command.
pub fn check_hand_over(state: &State, broken: &mut Broken) {
    let place = || format!("turn {}, {:?}", state.turn, state.agenda.last());
    if Battleground::awaiting(state).is_empty() {
        broken.note("somebody is asked until the battle is over", place);
    }
    for unit in state.on_table() {
        let all = state.kind(unit).boxes.all();
        let settled = state.phase != Phase::Combat && state.attack.is_none();
        if settled && unit.marked + unit.fresh >= all {
            broken.note("who has no box left is off the table", || {
                format!("{}: {}", place(), unit.id)
            });
        }
        if !has_its_objective(state, unit) {
            broken.note("objectives are there", || {
                format!("{}: {} {:?}", place(), unit.id, unit.status)
            });
        }
    }
    for token in state.tokens.keys() {
        let sought = state.on_table().any(|unit| {
            matches!(unit.status, Status::Ready(Some(orders)) if orders.objective == Some(Objective::Location(*token)))
        });
        if !sought {
            broken.note("every token is somebody's objective", || {
                format!("{}: {token:?}", place())
            });
        }
    }
}

fn has_its_objective(state: &State, unit: &Unit) -> bool {
    let Status::Ready(Some(orders)) = unit.status else {
        return true;
    };
    let there = |other: UnitId| state.unit(other).is_some_and(|other| other.pose.is_some());
    match orders.objective {
        Some(Objective::Location(token)) => state
            .tokens
            .get(&token)
            .is_some_and(|(seat, _)| *seat == unit.id.seat()),
        Some(Objective::Enemy(enemy)) => enemy.seat() != unit.id.seat() && there(enemy),
        Some(Objective::Friend(friend)) => {
            friend.seat() == unit.id.seat() && friend != unit.id && (there(friend) || state.turn == 0)
        }
        None => true,
    }
}

const fn is_ruling(event: &Event) -> bool {
    matches!(
        event,
        Event::Procedure(ProcedureEvent::Ruled { .. } | ProcedureEvent::Placed { .. })
    )
}

fn pairs<'s>(before: &'s State, after: &'s State) -> impl Iterator<Item = (&'s Unit, &'s Unit)> {
    after
        .units
        .iter()
        .filter_map(|is| Some((before.unit(is.id)?, is)))
}

fn units_do_not_overlap(before: &State, _: &Event, after: &State) -> bool {
    if before.units == after.units {
        return true;
    }
    let cards = on_the_ground(after);
    cards.iter().enumerate().all(|(place, (unit, one))| {
        cards[..place].iter().all(|(its, other)| {
            // In the earlier edition part of a friend may be covered, but no centre point. Rule BG3-MOV-14 (p. 12).
            let friends = after.edition == Edition::V3 && its.team() == unit.team();
            let tolerated = friends && !one.has_centre_in(other) && !other.has_centre_in(one);
            one.depth_in(other) <= TOUCH + 1e-9 || tolerated
        })
    })
}

fn units_lie_on_the_table(_: &State, _: &Event, after: &State) -> bool {
    let Some(scenario) = after.scenario() else {
        return true;
    };
    let (width, depth) = (scenario.width.value(), scenario.depth.value());
    let within = |at: f64, most: f64| (-TOUCH - 1e-9..=most + TOUCH + 1e-9).contains(&at);
    on_the_ground(after).iter().all(|(_, card)| {
        card.corners()
            .iter()
            .all(|(x, y)| within(*x, width) && within(*y, depth))
    })
}

fn boxes_are_the_cards(_: &State, _: &Event, after: &State) -> bool {
    after.units.iter().all(|unit| {
        let kind = after.kind(unit);
        u32::from(unit.marked) + u32::from(unit.fresh) <= u32::from(kind.boxes.all())
            && unit.ammo_marked <= battleground::procedures::attack::ammunition::ammo_boxes(kind)
    })
}

fn boxes_stay_marked(before: &State, event: &Event, after: &State) -> bool {
    let heals = matches!(event, Event::Damage(DamageEvent::BoxesErased { .. }));
    let reloads = matches!(event, Event::Damage(DamageEvent::AmmoMarked { by, .. }) if *by < 0);
    is_ruling(event)
        || pairs(before, after).all(|(was, is)| {
            (heals || was.marked + was.fresh <= is.marked + is.fresh)
                && (reloads || was.ammo_marked <= is.ammo_marked)
        })
}

fn the_destroyed_stay_destroyed(before: &State, event: &Event, after: &State) -> bool {
    is_ruling(event)
        || pairs(before, after)
            .filter(|(was, _)| was.destroyed.is_some())
            .all(|(was, is)| is.destroyed == was.destroyed && is.pose.is_none() && !is.airborne)
}

fn only_the_named_move(before: &State, event: &Event, after: &State) -> bool {
    let mut named: Vec<UnitId> = event.movements().iter().map(|(_, one)| one.unit).collect();
    match event {
        _ if is_ruling(event) => return true,
        Event::Movement(MovementEvent::UnitTurned { unit, .. })
        | Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) => named.push(*unit),
        _ => {}
    }
    pairs(before, after).all(|(was, is)| was.pose == is.pose || named.contains(&is.id))
}

/// The distance told is within what is allowed, and no centre goes further than the distance told: in a turn the outside
/// corner goes furthest.
fn moves_are_within_reach(before: &State, event: &Event, _: &State) -> bool {
    event.movements().iter().all(|(kind, one)| {
        let from = before.unit(one.unit).and_then(|unit| unit.pose);
        let (told, allowed) = (one.distance.value(), one.allowance.value());
        let went = from.map_or(0.0, |from| from.centre.distance(one.to.centre).value());
        match kind {
            // A unit that lands makes room by a little.
            MoveKind::Ordered | MoveKind::Controlled => {
                told <= allowed + TOUCH && (went <= told + 0.02 || one.legs.is_empty())
            }
            // A rusher is placed.
            MoveKind::Rush => told <= allowed + TOUCH,
            // A rout goes on past friends, and aside for nothing: there it may meet ground that would have slowed it.
            MoveKind::Rout => {
                let forward = |leg: &Leg| {
                    matches!(
                        leg,
                        Leg::Shift {
                            way: Way::Forward,
                            ..
                        }
                    )
                };
                told <= allowed + TOUCH || !one.legs.iter().all(forward)
            }
            MoveKind::Deployed
            | MoveKind::Realigned
            | MoveKind::RoutTurn
            | MoveKind::Rally
            | MoveKind::SteppedIn
            | MoveKind::Ruling => true,
        }
    })
}

fn rushes_come_first(before: &State, event: &Event, _: &State) -> bool {
    !before.normal_moves || event.movements().iter().all(|(kind, _)| *kind != MoveKind::Rush)
}

fn only_the_active_act(before: &State, event: &Event, _: &State) -> bool {
    event.movements().iter().all(|(kind, one)| match kind {
        MoveKind::Ordered | MoveKind::Controlled | MoveKind::Rush | MoveKind::Realigned => {
            before.active == Some(one.unit.seat()) && before.phase == Phase::MovementAndCommand
        }
        MoveKind::Deployed => before.phase == Phase::SetUp,
        MoveKind::RoutTurn | MoveKind::Rout | MoveKind::Rally | MoveKind::SteppedIn => {
            before.active.is_some()
        }
        MoveKind::Ruling => true,
    })
}

fn units_act_once(before: &State, event: &Event, _: &State) -> bool {
    match event {
        Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Activated,
        }) => before.unit(*unit).is_some_and(|unit| !unit.turn.activated),
        _ => event.movements().iter().all(|(kind, one)| {
            let acts = matches!(kind, MoveKind::Ordered | MoveKind::Controlled | MoveKind::Rush);
            !acts || before.unit(one.unit).is_some_and(|unit| !unit.turn.activated)
        }),
    }
}

/// The two of an engagement, the lesser first.
fn the_two(engagement: &Engagement) -> (UnitId, UnitId) {
    let (one, other) = (engagement.rusher, engagement.rushed);
    (one.min(other), one.max(other))
}

/// A unit that slides back from under its enemy has drawn back before the next event says that its front card is out: its
/// whole card touches. Rule `BG4-COLOS-05`.
fn engagements_are_whole(_: &State, event: &Event, after: &State) -> bool {
    let mut cards = on_the_ground(after);
    for (kind, one) in event.movements() {
        if kind == MoveKind::Realigned
            && let Some(whole) = after.unit(one.unit).and_then(|unit| Card::whole(after, unit))
        {
            cards.retain(|(id, _)| *id != one.unit);
            cards.push((one.unit, whole));
        }
    }
    let lies = |unit: UnitId| cards.iter().find(|(id, _)| *id == unit).map(|(_, card)| card);
    after.engagements.iter().enumerate().all(|(place, engagement)| {
        let (one, other) = the_two(engagement);
        one.seat() != other.seat()
            && lies(one)
                .zip(lies(other))
                .is_some_and(|(one, other)| one.meets(other))
            && after.engagements[..place]
                .iter()
                .all(|earlier| the_two(earlier) != (one, other))
    })
}

fn rushes_begin_engagements(before: &State, event: &Event, after: &State) -> bool {
    let old: Vec<_> = before.engagements.iter().map(the_two).collect();
    let mut new = after
        .engagements
        .iter()
        .filter(|engagement| !old.contains(&the_two(engagement)));
    match event {
        Event::Engagement(EngagementEvent::FinalRushed { .. }) => new.count() == 1,
        Event::Engagement(EngagementEvent::EngagementsChanged { .. }) => {
            new.all(|engagement| engagement.taken_over)
        }
        _ => is_ruling(event) || new.next().is_none(),
    }
}

fn engagements_end_with_reason(before: &State, event: &Event, after: &State) -> bool {
    let left: Vec<_> = after.engagements.iter().map(the_two).collect();
    let mut gone = before
        .engagements
        .iter()
        .map(the_two)
        .filter(|pair| !left.contains(pair));
    let routs = |unit: UnitId| {
        before
            .unit(unit)
            .is_some_and(|unit| unit.status == Status::Routing)
    };
    match event {
        Event::Damage(DamageEvent::UnitDestroyed { unit, .. }) => {
            gone.all(|(one, other)| one == *unit || other == *unit)
        }
        Event::Engagement(EngagementEvent::EngagementsChanged { .. }) => {
            gone.all(|(one, other)| routs(one) || routs(other))
        }
        _ => is_ruling(event) || gone.next().is_none(),
    }
}

fn rushers_touch(before: &State, event: &Event, _: &State) -> bool {
    let (one, other) = match event {
        Event::Engagement(EngagementEvent::FinalRushed { engagement, contact }) => {
            if contact.value() < 0.0 {
                return false;
            }
            (engagement.rusher, engagement.rushed)
        }
        Event::Engagement(EngagementEvent::RoutingRushed { unit, target }) => (*unit, *target),
        _ => return true,
    };
    let card = |unit: UnitId| Card::of(before, before.unit(unit)?);
    // Of several that rush a Routing unit together the first has destroyed it.
    if before.unit(other).is_some_and(|unit| unit.destroyed.is_some()) {
        return matches!(event, Event::Engagement(EngagementEvent::RoutingRushed { .. }));
    }
    card(one)
        .zip(card(other))
        .is_some_and(|(one, other)| one.meets(&other))
}

/// At or under the target, 1s always and 6s only by Overkill. Rules `BG4-ATK-11`, `-12`.
fn successes_add_up(_: &State, event: &Event, _: &State) -> bool {
    let dice = Battleground::dice(event);
    let on_six = |face: &u8| (1..=6).contains(face);
    match event {
        Event::Combat(CombatEvent::AttackRolled {
            roll,
            rerolled,
            again,
            target,
            successes,
            ..
        }) => {
            let plain = roll
                .faces
                .iter()
                .filter(|&&face| face == 1 || (face < 6 && i32::from(face) <= *target))
                .count() as i64;
            let sixes = roll.faces.iter().map(|&face| i64::from(face == 6)).sum::<i64>();
            let again = again.as_ref().map_or(0, hindsight_kernel::Roll::dice);
            roll.faces.iter().all(on_six)
                && again == rerolled.len()
                && i64::from(*successes) == plain + sixes.min(i64::from(*target - 5).max(0))
        }
        Event::Courage(CourageEvent::CheckRolled { roll, .. }) => {
            roll.dice() == 3 && roll.faces.iter().all(on_six)
        }
        _ => dice.iter().all(|roll| !roll.faces.contains(&0)),
    }
}

fn checks_are_rolled(_: &State, event: &Event, _: &State) -> bool {
    match event {
        Event::Courage(CourageEvent::CourageChecked {
            roll: Some(roll),
            target,
            passed,
            ..
        }) => {
            let total: i32 = roll.faces.iter().map(|&face| i32::from(face)).sum();
            roll.dice() == 3 && *passed == (total <= *target)
        }
        Event::Courage(CourageEvent::CourageChecked { passed, .. }) => *passed,
        _ => true,
    }
}

fn turns_and_phases_follow(before: &State, event: &Event, after: &State) -> bool {
    match event {
        Event::Turn(TurnEvent::TurnBegan { turn, active, .. }) => {
            *turn == before.turn + 1
                && match before.active {
                    None => before.first == Some(*active),
                    Some(last) => *active != last,
                }
                && after.phase == Phase::MovementAndCommand
        }
        Event::Turn(TurnEvent::PhaseBegan { phase }) => matches!(
            (before.phase, phase),
            (Phase::MovementAndCommand, Phase::PreCombatCourage)
                | (Phase::PreCombatCourage, Phase::Combat)
                | (Phase::Combat, Phase::PostCombatCourage)
                | (Phase::PostCombatCourage, Phase::EndOfTurn)
        ),
        Event::Turn(TurnEvent::BattleEnded { .. }) => {
            before.ending.is_none() && before.phase == Phase::EndOfTurn
        }
        _ => is_ruling(event) || before.phase == after.phase,
    }
}

fn actions_are_gained(_: &State, event: &Event, after: &State) -> bool {
    is_ruling(event) || after.players.iter().all(|player| player.actions <= player.gained)
}

fn cards_are_thirty(_: &State, _: &Event, after: &State) -> bool {
    after.players.iter().all(|player| {
        let held = player.hand.len() + usize::from(player.deck) + player.discards.len();
        player.hand.len() <= 15
            && held
                == if player.unseen.is_empty() && held == 0 {
                    0
                } else {
                    30
                }
    })
}

/// Destroyed enemies and flyers still in the air count, and 100 points for each unit that sacks the camp. Rules
/// `BG4-SCEN-02`, `BG4-FLY-15`.
fn points_are_destroyed(before: &State, event: &Event, _: &State) -> bool {
    let Event::Turn(TurnEvent::VictoryChecked { destroyed, sackers }) = event else {
        return true;
    };
    let each = before
        .scenario()
        .map_or(0, |scenario| u32::from(scenario.victory.sacking));
    Team::BOTH.map(Team::lead).iter().all(|seat| {
        let lost: u32 = before
            .units
            .iter()
            .filter(|unit| unit.id.seat() != *seat && (unit.destroyed.is_some() || unit.airborne))
            .map(|unit| u32::from(before.kind(unit).points))
            .sum();
        let camps = sackers.iter().filter(|unit| unit.seat() == *seat).count() as u32;
        destroyed[seat.index()] == lost + each * camps
    })
}

fn statuses_are_told(before: &State, event: &Event, after: &State) -> bool {
    is_ruling(event) || pairs(before, after).all(|(was, is)| {
        was.status == is.status
            || matches!(event, Event::Movement(MovementEvent::StatusChanged { unit, .. }) if *unit == is.id)
    })
}

/// The laws of facts: they must have been possible, and must add up to what the state holds; each attack is
/// told once.
pub fn check_facts(number: u64, state: &State, events: &[Event], facts: &[Fact]) {
    let resolved = |event: &&Event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. }));
    let told = |fact: &&Fact| matches!(fact, Fact::AttackResolved(_));
    assert_eq!(
        facts.iter().filter(told).count(),
        events.iter().filter(resolved).count(),
        "game {number}: attacks"
    );
    for fact in facts {
        match fact {
            Fact::DiceRolled(rolled) => assert!(
                rolled.expected.exactly(rolled.result) > 0.0,
                "game {number}: {rolled:?} was possible"
            ),
            Fact::AttackResolved(attack) => assert_eq!(
                attack.hits.saturating_sub(attack.saved),
                (attack.damage + attack.surplus).min(attack.hits),
                "game {number}: {attack:?}"
            ),
            Fact::Counted { counter, .. } => {
                assert!(COUNTERS.iter().any(|(name, _)| name == counter), "{counter}");
            }
            _ => {}
        }
    }
    for seat in [Seat::A, Seat::B] {
        let destroyed = facts
            .iter()
            .filter(|fact| matches!(fact, Fact::Destroyed { seat: whose, .. } if *whose == seat))
            .count();
        let gone = Battleground::units(state)
            .iter()
            .filter(|unit| unit.seat == seat && !unit.alive)
            .count();
        assert_eq!(destroyed, gone, "game {number}: units of {seat} destroyed");
    }
    for unit in &state.units {
        let name = unit.id.to_string();
        let sum = |pick: fn(&Fact, &str) -> u32| facts.iter().map(|fact| pick(fact, &name)).sum::<u32>();
        let dealt = sum(|fact, name| match fact {
            Fact::DamageDealt(dealt) if dealt.unit == name => dealt.wounds,
            _ => 0,
        });
        let healed = sum(|fact, name| match fact {
            Fact::Restored(restored) if restored.unit == name => restored.wounds,
            _ => 0,
        });
        assert_eq!(
            dealt.saturating_sub(healed),
            u32::from(unit.marked + unit.fresh),
            "game {number}: boxes of {name}"
        );
    }
}
