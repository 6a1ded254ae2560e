//! Taps of a record on a phone: recorded games are recorded again through the page, with as few taps as it lets a finger make.

mod recorded;
mod tally;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::phone::{CONFIRM, OPENING};
use crate::recorder::{SETTLED, VERSION};

pub(crate) use self::recorded::Recorded;
use self::recorded::decks_on_the_table;
pub(crate) use self::tally::Tally;

/// A function of a page that puts the members of a value in order, so that two can be compared.
const SORTED: &str = "const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value && typeof value === 'object' ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
    const leads = (form, first) => JSON.stringify(sorted(JSON.parse(form.elements.namedItem('first')?.value ?? 'null'))) === JSON.stringify(sorted(first));";

/// The taps of a form that is filled in by hand.
const BY_HAND: usize = 5;

impl Desk {
    pub(crate) async fn taps(&self, selector: &str, tally: &mut Tally) {
        self.tap(selector).await;
        tally.taps += 1;
    }

    /// Opens what something lies in.
    async fn opens_to(&self, selector: &str, tally: &mut Tally) {
        while self.marks_what_is_closed(selector).await {
            let words = format!("document.querySelector('{OPENING}').textContent");
            let words: String = self.value(&words).await;
            *tally.opened.entry(words).or_default() += 1;
            self.taps(OPENING, tally).await;
            tally.openings += 1;
        }
    }

    /// Marks the button of a command; whether there is one.
    async fn marks(&self, given: &Recorded) -> bool {
        let meant = json!({ "type": "play", "seat": given.seat, "command": given.command });
        let first = json!(given.first);
        self.value(&format!(
            "(() => {{ {SORTED}
                for (const one of document.querySelectorAll('[data-meant]')) delete one.dataset.meant;
                const meant = JSON.stringify(sorted({meant}));
                const found = [...document.querySelectorAll('.ask button[name=command]')].filter((one) => one.checkVisibility() || one.closest('details:not([open])'))
                    .find((one) => leads(one.form, {first}) && JSON.stringify(sorted(JSON.parse(one.value))) === meant);
                if (found) found.dataset.meant = 'yes';
                return Boolean(found); }})()"
        ))
        .await
    }

    /// Whether the page lays out the choice to which the command before one only leads.
    async fn lays_out(&self, given: &Recorded) -> bool {
        let first = json!(given.first);
        self.value(&format!(
            "(() => {{ {SORTED}
                return [...document.querySelectorAll('.ask form')].some((one) => leads(one, {first})); }})()"
        ))
        .await
    }

    /// The tap on a unit that records a command: it is all that the unit can do.
    async fn only(&self, given: &Recorded) -> String {
        let meant = json!({ "type": "play", "seat": given.seat, "command": given.command });
        let unit: String = self
            .value(&format!(
                "(() => {{ {SORTED}
                    const meant = JSON.stringify(sorted({meant}));
                    const found = [...document.querySelectorAll('.able [data-only]')].find((one) => JSON.stringify(sorted(JSON.parse(one.value))) === meant);
                    return found ? found.dataset.only : ''; }})()"
            ))
            .await;
        unit
    }

    /// The dice of a command as the page asks for them: counts where a roll takes them; nothing where the command is refused.
    async fn reported(
        &self,
        game: &str,
        posted: &(dyn Fn(&[Value]) -> Value + Sync),
        (faces, last_by_faces): (&[u64], bool),
    ) -> Option<Vec<Vec<String>>> {
        let (mut rest, mut told, mut items) = (faces, Vec::new(), Vec::new());
        loop {
            let asked = posted(&told);
            let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
            let answer = self.ask("POST", &path, &asked).await;
            if answer.get("applied").is_some_and(Value::is_array) {
                return rest.is_empty().then_some(items);
            }
            let needed = answer.get("needed")?;
            let count = needed["count"].as_u64()? as usize;
            if rest.len() < count {
                return None;
            }
            let (these, others) = rest.split_at(count);
            rest = others;
            let counted = !(last_by_faces && rest.is_empty());
            let ranges = needed["counted"]["ranges"]
                .as_array()
                .filter(|_| counted && count > 1);
            let sums = needed["counted"]["sums"].as_array().filter(|_| counted);
            if let Some(ranges) = ranges {
                let within = |range: &Value| {
                    let fits =
                        |face: &&u64| (range["from"].as_u64()..=range["to"].as_u64()).contains(&Some(**face));
                    these.iter().filter(fits).count()
                };
                let counts: Vec<usize> = ranges.iter().map(within).collect();
                let named: Vec<String> = counts[..counts.len() - 1].iter().map(usize::to_string).collect();
                items.push(vec![format!("{}/{count}", named.join("+"))]);
                told.push(json!({ "counts": counts }));
            } else if sums.is_some_and(|sums| sums.len() == 1) {
                let sum: u64 = these.iter().sum();
                items.push(vec![format!("={sum}")]);
                told.push(json!({ "sums": [sum] }));
            } else {
                items.push(these.iter().map(u64::to_string).collect());
                told.extend(these.iter().map(|face| json!(face)));
            }
        }
    }

    /// Taps what is asked for in the tray, as long as anything is.
    async fn throws(&self, rolls: &[Vec<String>], tally: &mut Tally) {
        for roll in rolls {
            self.throws_in(".dice-wanted:not([hidden])", roll, tally).await;
        }
    }

    /// Taps one roll in a tray.
    async fn throws_in(&self, tray: &str, items: &[String], tally: &mut Tally) {
        for item in items {
            self.until(&format!("document.querySelector('{tray}') !== null"))
                .await;
            let numbers = item.trim_start_matches('=');
            let named = numbers.split_once('/').map_or(numbers, |(named, _)| named);
            let counted = numbers != item || named != numbers;
            let closed = format!("{tray} .each-face:not([open]) > summary");
            if !counted && self.is_there(&closed).await {
                self.taps(&closed, tally).await;
                tally.faces_opened += 1;
            }
            for number in named.split('+') {
                let kind = if counted { "count" } else { "face" };
                let place = if counted {
                    ":not(:has([aria-pressed=true]))"
                } else {
                    ""
                };
                let row = if counted { ".counts" } else { ".faces" };
                let button = format!("{tray} {row}{place} .{kind}[value='{number}']");
                self.taps(&button, tally).await;
                tally.dice += 1;
            }
        }
    }

    /// Records a command through the page. `left_out` are those before it that do nothing.
    async fn gives(&self, game: &str, given: &Recorded, left_out: &mut Vec<Recorded>, tally: &mut Tally) {
        let next = |dice: &[Value]| json!({ "type": "next", "dice": dice });
        let faces = (&*given.dice, given.by_faces);
        tally.inputs += 1;
        // Dice that follow a pass: the panel asks for them.
        if given.may_be_nothing()
            && !given.dice.is_empty()
            && (!given.by_faces || !left_out.is_empty())
            && let Some(items) = self.reported(game, &next, faces).await
        {
            left_out.clear();
            let (first, others) = items.split_first().unwrap();
            let pad = format!(
                ".ahead .count[value='{0}'], .ahead .count[value='{0},']",
                first[0]
            );
            const TRAY: &str = ".ahead .dice-due:not([hidden])";
            let before: u64 = self.value(VERSION).await;
            if first.len() == 1 && self.is_there(&pad).await {
                // One tap on the number of the roll.
                self.taps(&pad, tally).await;
                tally.dice += 1;
            } else if self.is_there(".ahead .dice-due").await {
                const CLOSED: &str = ".ahead form > .each-face:not([open])";
                if self.is_there(CLOSED).await {
                    self.taps(&format!("{CLOSED} > summary"), tally).await;
                    tally.faces_opened += 1;
                }
                self.throws_in(TRAY, first, tally).await;
            } else {
                // A window of its own asks for the dice, or for the card.
                self.records(".ahead button.main", &items, tally).await;
                return;
            }
            self.throws(others, tally).await;
            self.recorded_after(before).await;
            return;
        }
        let items = self.reported(game, &|dice| given.posted(dice), faces).await;
        let items = items.unwrap_or_else(|| vec![given.dice.iter().map(u64::to_string).collect()]);
        for _ in 0..12 {
            let only = self.only(given).await;
            if !only.is_empty() {
                left_out.clear();
                let unit = format!(".able a[data-unit='{only}']");
                self.records(&unit, &items, tally).await;
                return;
            }
            if self.marks(given).await {
                left_out.clear();
                self.opens_to("[data-meant]", tally).await;
                self.records("[data-meant]", &items, tally).await;
                return;
            }
            if self.marks_way(given).await {
                left_out.clear();
                self.draws_way(given, &items, tally).await;
                return;
            }
            // The acts of its unit are laid out, and this one is filled in by hand.
            if given.first.is_some() && self.lays_out(given).await {
                left_out.clear();
                break;
            }
            let unit: String = self
                .value(&format!(
                    "(() => {{ const text = {:?}; return [...document.querySelectorAll('.able a:not([aria-current])')]
                        .map((link) => link.dataset.unit).find((unit) => text.includes('\"' + unit + '\"')) ?? ''; }})()",
                    given.first.as_ref().unwrap_or(&given.command).to_string()
                ))
                .await;
            if !unit.is_empty() {
                self.taps(&format!(".able a[data-unit='{unit}']"), tally).await;
                tally.units += 1;
                self.until(&format!(
                    "({SETTLED}) && (document.querySelector('.deeds-of')?.dataset.unit === '{unit}' || document.querySelector('.able a[data-unit=\"{unit}\"]') === null)"
                ))
                .await;
            } else if !left_out.is_empty()
                && self.is_there(".ahead form > button.main").await
                && self.is_ahead(game, given).await
            {
                self.records(".ahead form > button.main", &[], tally).await;
                left_out.clear();
            } else if let Some(first) = left_out.first().cloned()
                && self.marks(&first).await
            {
                left_out.remove(0);
                self.records("[data-meant]", &[], tally).await;
            } else {
                break;
            }
        }
        // Units that acted by their orders opened no window that could be passed for the whole phase.
        if given.kind() == "pass_phase" && !self.is_legal(game, given).await {
            tally.needless += 1;
            return;
        }
        // No button of the page does it.
        *tally.by_hand.entry(given.kind().to_owned()).or_default() += 1;
        tally.taps += BY_HAND;
        let told: Vec<Value> = given.dice.iter().map(|face| json!(face)).collect();
        let command = given.posted(&told);
        let path = format!("/v1/games/{game}/commands?imply=true");
        let done = self.ask("POST", &path, &command).await;
        assert!(
            done.get("applied").is_some_and(Value::is_array),
            "{command}: {done}"
        );
        left_out.clear();
        let version = &done["version"];
        self.until(&format!("({SETTLED}) && {VERSION} >= {version}"))
            .await;
    }

    /// Whether a command can be given now, with the passes before it.
    async fn is_legal(&self, game: &str, given: &Recorded) -> bool {
        let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
        let answer = self.ask("POST", &path, &given.posted(&[])).await;
        answer.get("applied").is_some_and(Value::is_array)
    }

    /// Marks the form in which the way of a move is drawn on the board; whether there is one.
    async fn marks_way(&self, given: &Recorded) -> bool {
        let kinds = given.command["action"]
            .as_object()
            .into_iter()
            .flat_map(|action| action.keys());
        let kinds: Vec<&String> = kinds.collect();
        let (first, kinds) = (json!(given.first), json!(kinds));
        self.value(&format!(
            "(() => {{ {SORTED}
                for (const one of document.querySelectorAll('[data-drawn-way]')) delete one.dataset.drawnWay;
                const says = (one, kind) => [...one.closest('.wide').querySelectorAll('.samples button')].some((button) => button.value.includes(`\"${{kind}}\"`));
                const found = [...document.querySelectorAll('.ask form[data-way]')].find((one) => leads(one, {first}) && {kinds}.some((kind) => says(one, kind)));
                if (found) found.dataset.drawnWay = 'yes';
                return Boolean(found); }})()"
        ))
        .await
    }

    /// Draws the way of a move in the form that was marked: the unit is dragged to its end, turned there, and recorded.
    async fn draws_way(&self, given: &Recorded, items: &[Vec<String>], tally: &mut Tally) {
        const FORM: &str = "form[data-drawn-way]";
        let record = format!("{FORM} button[type=submit]");
        // A drag that is too far for one form of the unit goes over to the next one by itself, as the story of trays shows.
        self.value::<bool>(&format!(
            "(() => {{ const form = document.querySelector('{FORM}');
                const open = [...document.querySelectorAll('.ask form[data-way]')].find((one) => one.dataset.unit === form.dataset.unit && !one.closest('details:not([open])'));
                if (open && open !== form) [open.closest('details').open, form.closest('details').open] = [false, true];
                return true; }})()"
        ))
        .await;
        self.opens_to(&record, tally).await;
        let way = given.command["action"]
            .as_object()
            .and_then(|action| action.values().next());
        let way = way.unwrap_or(&Value::Null);
        // A finger is not as exact as a record: the numbers are entered for it.
        self.until("document.querySelector('.ghosts .ghost') !== null")
            .await;
        self.value::<bool>(&format!(
                "(() => {{ const way = {way}; const form = document.querySelector('{FORM}');
                    for (const name of ['first', 'distance', 'last']) {{
                        const input = [...form.querySelectorAll(`input[name$=\"/${{name}}\"]`)].find((one) => !one.closest('.variant[hidden]'));
                        if (!input) continue;
                        input.value = way[name] ?? (name === 'distance' ? '0' : '');
                        input.dispatchEvent(new Event('input', {{ bubbles: true }}));
                    }}
                    return true; }})()"
        ))
        .await;
        let drags = 1 + usize::from(way.get("last").is_some());
        tally.taps += drags;
        tally.drags += drags;
        self.records(&record, items, tally).await;
    }

    /// Whether a command can still be given where going on past the passes leads.
    async fn is_ahead(&self, game: &str, given: &Recorded) -> bool {
        let next = json!({ "type": "next" });
        let posted = match given.posted(&[]) {
            Value::Array(mut commands) => {
                commands.insert(0, next);
                json!(commands)
            }
            command => json!([next, command]),
        };
        let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
        let answer = self.ask("POST", &path, &posted).await;
        let asks = answer["item"] != 0 && answer.get("needed").is_some();
        asks || answer.get("applied").is_some_and(Value::is_array)
    }

    /// Taps what records something and the dice that are asked for.
    pub(crate) async fn records(&self, selector: &str, items: &[Vec<String>], tally: &mut Tally) {
        let before: u64 = self.value(VERSION).await;
        self.taps(selector, tally).await;
        tally.buttons += 1;
        if self.is_there(CONFIRM).await {
            self.taps(CONFIRM, tally).await;
        }
        self.throws(items, tally).await;
        self.recorded_after(before).await;
    }

    /// Sets up as an earlier game did, to the next roll; gives how many of its commands that were.
    async fn sets_up(&self, game: &str, of: &str, tally: &mut Tally) -> usize {
        let path = format!("/v1/games/{game}/commands?imply=true&dry_run=true");
        let tried = self
            .ask("POST", &path, &json!({ "type": "set_up", "game": of }))
            .await;
        let Some(commands) = tried["applied"].as_array() else {
            return 0;
        };
        let before: u64 = self.value(VERSION).await;
        let button = format!(".set-up button[value*='{of}']");
        if self.marks_what_is_closed(&button).await {
            self.taps(OPENING, tally).await;
        }
        self.taps(&button, tally).await;
        tally.set_up += 1;
        self.recorded_after(before).await;
        commands.len()
    }

    /// A game in which another is recorded again from a version on.
    async fn begun_again(&self, of: &str, from: u64) -> String {
        let made = if decks_on_the_table() {
            assert_eq!(from, 1, "another deck is another set-up");
            let details = self.data(&format!("/v1/games/{of}")).await;
            let mut setup = self.setup_of(of).await;
            setup["decks"] = json!("table");
            let asked = json!({ "system": details["card"]["system"], "setup": setup, "dice": "reported" });
            self.ask("POST", "/v1/games", &asked).await
        } else {
            let asked = json!({ "version": from, "dice": "reported" });
            let path = format!("/v1/games/{of}/variations");
            self.ask("POST", &path, &asked).await["game"].take()
        };
        let id = made["card"]["id"].as_str();
        id.unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// The number of player turns of a game, the set-up not among them.
    async fn player_turns(&self, game: &str) -> usize {
        let course = self.data(&format!("/v1/games/{game}/timeline")).await;
        let entries = course["entries"].as_array().unwrap().iter();
        let turns: std::collections::BTreeSet<_> = entries
            .map(|entry| (entry["round"].as_u64(), entry["turn"].as_u64()))
            .filter(|(_, turn)| *turn != Some(0))
            .collect();
        turns.len()
    }

    /// The setup that a game was opened with.
    async fn setup_of(&self, game: &str) -> Value {
        let text: String = self
            .value(&format!(
                "fetch('/v1/games/{game}/export?format=hgn').then((answer) => answer.text())"
            ))
            .await;
        let line = text.lines().find_map(|line| line.strip_prefix("[Setup "));
        serde_json::from_str(line.unwrap().trim_end_matches(']')).unwrap()
    }

    /// Records a game again from a version on, through its page on a phone.
    async fn is_recorded_again(&self, of: &str, from: u64) -> Tally {
        let game = self.begun_again(of, from).await;
        let (commands, given_up) = self.recorded_commands(of, from).await;
        self.go(&format!("/g/{game}/record")).await;
        self.until("document.querySelector('.recorder')?.dataset.ready === 'true'")
            .await;
        let (mut tally, mut left_out) = (Tally::default(), Vec::new());
        // With units that act by their orders the count is a measurement: the story of a whole battle is not certain with them yet.
        let by_hand = std::env::var("HINDSIGHT_BY_ORDERS").is_err();
        let (mut done, mut begun) = (0, None);
        for (place, given) in commands.iter().enumerate() {
            if place < done {
                continue;
            }
            let sets_up = self.is_there(".set-up").await;
            if !sets_up {
                tally.set_up_taps.get_or_insert(tally.taps);
                begun.get_or_insert(place);
            }
            if sets_up {
                // The recorded game is taken as the last one of the same armies: what was rolled is entered anew.
                let again = self.sets_up(&game, of, &mut tally).await;
                if again > 0 {
                    done = place + again;
                    continue;
                }
            }
            if given.activated().is_some() && !by_hand {
                let acted = self
                    .acts_by_orders((&game, of), &commands[place..], &mut tally)
                    .await;
                if acted > 0 {
                    left_out.clear();
                    done = place + acted;
                    continue;
                }
            }
            let is_needless = !by_hand && given.is_idle && !self.is_due(&game, given).await;
            if is_needless {
                tally.needless += 1;
                continue;
            }
            if given.may_be_nothing() && given.dice.is_empty() {
                left_out.push(given.clone());
                continue;
            }
            self.gives(&game, given, &mut left_out, &mut tally).await;
        }
        // That was the end: what is left does nothing.
        if !left_out.is_empty() && self.is_there(".ahead form > button.main").await {
            self.records(".ahead form > button.main", &[], &mut tally).await;
        }
        // A battle that was given up is given up again, by hand.
        if let Some(command) = given_up {
            let path = format!("/v1/games/{game}/commands");
            let done = self.ask("POST", &path, &command).await;
            assert!(done.get("applied").is_some_and(Value::is_array), "{done}");
            *tally.by_hand.entry("concede".to_owned()).or_default() += 1;
            tally.taps += BY_HAND;
        }
        let in_battle = &commands[begun.unwrap_or_default()..];
        let made = in_battle.iter().filter(|given| !given.may_be_nothing());
        // An activation and its act are two choices, whatever it takes to record them.
        tally.choices = made.map(|given| 1 + usize::from(given.first.is_some())).sum();
        tally.turns = self.player_turns(of).await;
        let end = |game: String| async move { self.data(&format!("/v1/games/{game}")).await };
        let (recorded, again) = (end(of.to_owned()).await, end(game).await);
        println!(
            "{tally:?}: {:.1} a turn, {:.2} a choice",
            tally.a_turn(),
            tally.a_choice()
        );
        for what in ["/now/outcome/winner", "/now/outcome/scores", "/now/moment/turn"] {
            assert_eq!(
                recorded.pointer(what),
                again.pointer(what),
                "{what}: the game has another end"
            );
        }
        tally
    }
}

/// Records a game of `tests/games` again from a version on: from 1 with its set-up, which is that of an earlier game.
async fn taps_of(file: &str, from: u64) -> Option<Tally> {
    let desk = Desk::open().await?;
    // The rules ask for dice by refusing what came without them.
    desk.expect("status of 422");
    desk.comes_with_token(true).await;
    desk.phone().await;
    desk.go("/").await;
    let id = desk.imported(file).await;
    let tally = desk.is_recorded_again(&id, from).await;
    desk.close().await;
    Some(tally)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement: HINDSIGHT_GAME names a file of tests/games, HINDSIGHT_FROM a version behind its set-up"]
async fn taps_of_a_recorded_game() {
    let file = std::env::var("HINDSIGHT_GAME").unwrap();
    let from = std::env::var("HINDSIGHT_FROM").unwrap().parse().unwrap();
    taps_of(&file, from).await;
}

/// Holds a game that is recorded again, set-up and all, to the most taps that it may cost.
async fn costs_at_most(file: &str, most: usize) {
    let Some(tally) = taps_of(file, 1).await else {
        return;
    };
    assert!(tally.taps <= most, "{file}: {} taps, at most {most}", tally.taps);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_before_battle_is_recorded_by_few_taps() {
    costs_at_most("orsa-takes-the-axes", 180).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_men_of_iron_is_recorded_by_few_taps() {
    costs_at_most("the-marshal-comes-late", 500).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_battleground_is_recorded_by_few_taps() {
    costs_at_most("the-knights-at-the-barrow", 580).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_ice_and_fire_is_recorded_by_few_taps() {
    costs_at_most("the-levy-that-came-back", 490).await;
}

/// A long battle: with the other long campaigns alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_battleground_3_is_recorded_by_few_taps() {
    if std::env::var("HINDSIGHT_LONG").is_ok() {
        costs_at_most("the-wolves-at-two-woods", 1_300).await;
    }
}
