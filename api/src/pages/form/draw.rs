//! The fields of a place.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::shape::{BEHIND, NAMED};
use super::{Choices, Place, ROOT, Shape};
use crate::base::messages::text;

/// Rows that a list has at most when it is drawn.
const ROWS: usize = 60;

/// Words for a name of the schema: `within_inches` is "within inches".
pub(crate) fn worded(name: &str) -> String {
    let parts = name.split(['_', '-']).map(|part| {
        let known = SHORT.iter().find(|(word, _)| *word == part);
        known.map_or(part, |(_, words)| words)
    });
    let mut words = parts.collect::<Vec<_>>().join(" ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// Words that are written in capitals at the table.
const SHORT: [(&str, &str); 3] = [("ncus", "NCUs"), ("ncu", "NCU"), ("vp", "VP")];

/// A schema's name in words that players use at the table; otherwise the name itself.
pub(crate) fn in_words(name: &str) -> String {
    match name {
        "pose" => text!("form-field-pose").into(),
        "heading" => text!("form-field-heading").into(),
        "name_first" => text!("form-field-name-first").into(),
        "name_deployer" => text!("form-field-name-deployer").into(),
        "confirm_list" => text!("form-field-confirm-list").into(),
        "confirm_weapons" => text!("form-field-confirm-weapons").into(),
        other => worded(other),
    }
}

/// The first sentence of what a schema says, without citations and examples for programmers.
pub(crate) fn hint(about: &str) -> String {
    let line = about.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let plain = line.split(" Rule `").next().unwrap_or_default();
    let plain = plain.split(" Rules `").next().unwrap_or_default();
    plain.replace('`', "")
}

/// Whether a place stands in a row of a list: a row that nobody filled in stays empty.
fn is_row(path: &str) -> bool {
    path.split('/').any(|part| part.parse::<usize>().is_ok())
}

/// Fields of one form: what may be chosen, and what its ids begin with, so that several forms can stand on a page.
pub(crate) struct Drawing<'c> {
    /// What may be chosen.
    pub(crate) choices: &'c Choices,
    /// What ids begin with.
    pub(crate) prefix: &'c str,
}

impl Drawing<'_> {
    /// A whole form: the members of a record without a frame of their own. `value` is what stands in the fields at first.
    pub(crate) fn whole(&self, place: &Place<'_>, value: Option<&Value>) -> Markup {
        self.variant(place, ROOT, value)
    }

    fn place(&self, place: &Place<'_>, label: &str, path: &str, value: Option<&Value>) -> Markup {
        let value = value
            .filter(|value| !value.is_null())
            .or_else(|| place.usual.filter(|_| !is_row(path)));
        match place.shape() {
            Shape::Fixed(_) => html! {},
            Shape::Words(words) => {
                let chosen = value.and_then(Value::as_str);
                let options: Vec<(String, String)> = words
                    .into_iter()
                    .map(|(word, means)| {
                        let told = hint(means);
                        let told = told.trim_end_matches('.');
                        let word_text = worded(word);
                        let shown = if told.is_empty() { word_text } else { text!("form-option", word = word_text, means = told.to_owned()).into() };
                        (word.to_owned(), shown)
                    })
                    .collect();
                self.select(place, label, path, chosen, &options)
            }
            Shape::Truth => self.truth(place, label, path, value),
            Shape::Number { whole, least, most } => self.field(place, label, path, &html! {
                input type="number" inputmode=(if whole { "numeric" } else { "decimal" }) id=(self.id(path)) name=(path)
                    step=(if whole { "1" } else { "any" }) min=[least] max=[most.filter(|most| *most < 1e6)]
                    value=[value.map(Value::to_string)] {}
            }),
            Shape::Numbers(numbers) => {
                let chosen = value.map(Value::to_string);
                let options: Vec<(String, String)> =
                    numbers.iter().map(|one| (one.to_string(), one.to_string())).collect();
                self.select(place, label, path, chosen.as_deref(), &options)
            }
            Shape::Text => {
                let chosen = value.and_then(Value::as_str);
                let options = self.choices.at(path, place);
                if options.is_empty() {
                    return self.field(place, label, path, &html! {
                        input type="text" id=(self.id(path)) name=(path) value=[chosen] maxlength="2000" autocomplete="off"
                            data-kind=[(!place.kind.is_empty()).then_some(place.kind)] {}
                    });
                }
                self.select(place, label, path, chosen, &options)
            }
            Shape::Record(_) => self.record(place, label, path, value),
            Shape::List(item) => self.list(place, &item, label, path, value),
            Shape::Map(name, of) => self.map(place, (&name, &of), label, path, value),
            Shape::OneOf(variants) => self.one_of(&variants, label, path, value),
            Shape::Json => self.field(place, label, path, &html! {
                textarea id=(self.id(path)) name=(path) rows="3" spellcheck="false" {
                    @if let Some(value) = value { (value.to_string()) }
                }
            }),
        }
    }

    fn id(&self, path: &str) -> String {
        format!("{}-{path}", self.prefix)
    }

    fn field(&self, place: &Place<'_>, label: &str, path: &str, input: &Markup) -> Markup {
        let told = hint(place.about);
        html! {
            div.field {
                label for=(self.id(path)) title=[(!told.is_empty()).then_some(&told)] {
                    (label) @if place.optional { " " span.quiet { (text!("form-optional")) } }
                }
                (input)
            }
        }
    }

    fn select(
        &self,
        place: &Place<'_>,
        label: &str,
        path: &str,
        chosen: Option<&str>,
        options: &[(String, String)],
    ) -> Markup {
        let known = |word: &str| options.iter().any(|(id, _)| id == word);
        self.field(place, label, path, &html! {
            select id=(self.id(path)) name=(path) data-kind=[(!place.kind.is_empty()).then_some(place.kind)] {
                option value="" { @if place.optional { "–" } @else { (text!("form-choose")) } }
                @if let Some(other) = chosen.filter(|chosen| !known(chosen)) { option value=(other) selected { (other) } }
                @for (id, words) in options { option value=(id) selected[chosen == Some(id)] { (words) } }
            }
        })
    }

    fn truth(&self, place: &Place<'_>, label: &str, path: &str, value: Option<&Value>) -> Markup {
        let yes = value.and_then(Value::as_bool);
        if place.optional {
            let options = [
                ("true".to_owned(), text!("form-yes").into()),
                ("false".to_owned(), text!("form-no").into()),
            ];
            let chosen = yes.map(|yes| if yes { "true" } else { "false" });
            return self.select(place, label, path, chosen, &options);
        }
        html! {
            div.field.tick {
                label title=(hint(place.about)) { input type="checkbox" name=(path) value="true" checked[yes == Some(true)]; " " (label) }
            }
        }
    }

    fn record(&self, place: &Place<'_>, label: &str, path: &str, value: Option<&Value>) -> Markup {
        let Shape::Record(members) = place.shape() else {
            return html! {};
        };
        html! {
            fieldset.record data-pose=[place.is_pose().then_some(path)] data-point=[place.is_point().then_some(path)] title=[Some(hint(place.about)).filter(|told| !told.is_empty())] {
                legend { (label) }
                (given(place, path, value))
                div.inside {
                    @for (name, member) in members {
                        (self.place(&member, &in_words(name), &format!("{path}/{name}"), value.and_then(|value| value.get(name))))
                    }
                    @if place.is_point() { button type="button" data-does="aim" hidden { (text!("form-pick-on-board")) } }
                }
            }
        }
    }

    fn list(
        &self,
        place: &Place<'_>,
        item: &Place<'_>,
        label: &str,
        path: &str,
        value: Option<&Value>,
    ) -> Markup {
        let rows: &[Value] = value.and_then(Value::as_array).map_or(&[], Vec::as_slice);
        let shown = rows.len().min(ROWS);
        html! {
            fieldset.list data-list=(path) title=[Some(hint(place.about)).filter(|told| !told.is_empty())] {
                legend { (label) }
                (given(place, path, value))
                ol.inside {
                    @for (row, value) in rows.iter().take(shown).map(Some).chain([None]).enumerate() {
                        li data-row=(row) {
                            (self.place(item, &format!("{}", row + 1), &format!("{path}/{row}"), value))
                            button.remove type="button" data-does="remove-row" aria-label=(text!("form-remove-row-of", row = row + 1)) hidden { (text!("form-remove-row")) }
                        }
                    }
                }
                button type="button" data-does="another-row" hidden { (text!("form-another-row")) }
            }
        }
    }

    /// Rows of a name and of what stands behind it.
    fn map(
        &self,
        place: &Place<'_>,
        (name, of): (&Place<'_>, &Place<'_>),
        label: &str,
        path: &str,
        value: Option<&Value>,
    ) -> Markup {
        let none = Map::new();
        let rows = value.and_then(Value::as_object).unwrap_or(&none);
        let called = if name.kind.is_empty() {
            label.strip_suffix('s').unwrap_or(label).to_owned()
        } else {
            worded(name.kind)
        };
        let name = if name.kind.is_empty() {
            name.of_kind(&called)
        } else {
            *name
        };
        let unnamed = text!("form-map-value").to_string();
        let behind = if of.kind.is_empty() { &unnamed } else { of.kind };
        html! {
            fieldset.list data-list=(path) title=[Some(hint(place.about)).filter(|told| !told.is_empty())] {
                legend { (label) }
                (given(place, path, value))
                ol.inside {
                    @for (row, entry) in rows.iter().take(ROWS).map(Some).chain([None]).enumerate() {
                        @let under = format!("{path}/{row}");
                        li data-row=(row) {
                            fieldset.record {
                                legend { (row + 1) }
                                div.inside {
                                    (self.place(&name, &called, &format!("{under}{NAMED}"), entry.map(|(key, _)| Value::from(key.as_str())).as_ref()))
                                    @match of.shape() {
                                        Shape::Record(_) => (self.variant(of, &format!("{under}{BEHIND}"), entry.map(|(_, value)| value))),
                                        _ => (self.place(of, behind, &format!("{under}{BEHIND}"), entry.map(|(_, value)| value))),
                                    }
                                }
                            }
                            button.remove type="button" data-does="remove-row" aria-label=(text!("form-remove-row-of", row = row + 1)) hidden { (text!("form-remove-row")) }
                        }
                    }
                }
                button type="button" data-does="another-row" hidden { (text!("form-another-row")) }
            }
        }
    }

    fn one_of(&self, variants: &[Place<'_>], label: &str, path: &str, value: Option<&Value>) -> Markup {
        let chosen = value.and_then(|value| variants.iter().position(|variant| variant.fits(value)));
        html! {
            fieldset.one-of data-one-of=(path) {
                legend { (label) }
                div.field {
                    label for=(self.id(&format!("{path}@"))) { (text!("form-kind")) }
                    select id=(self.id(&format!("{path}@"))) name=(format!("{path}@")) {
                        option value="" { "–" }
                        @for (place, variant) in variants.iter().enumerate() {
                            option value=(place) selected[chosen == Some(place)] title=(hint(variant.about)) { (in_words(&variant.name())) }
                        }
                    }
                }
                @for (place, variant) in variants.iter().enumerate() {
                    @let own = value.filter(|_| chosen == Some(place));
                    div.variant data-variant=(place) {
                        (self.variant(variant, &format!("{path}~{place}"), own))
                    }
                }
            }
        }
    }

    /// A variant; one with a single member needs no frame around it.
    fn variant(&self, variant: &Place<'_>, path: &str, value: Option<&Value>) -> Markup {
        match variant.shape() {
            Shape::Record(members) => html! {
                @for (name, member) in members {
                    @match member.shape() {
                        Shape::Fixed(_) => {},
                        _ => (self.place(&member, &in_words(name), &format!("{path}/{name}"), value.and_then(|value| value.get(name)))),
                    }
                }
            },
            Shape::Fixed(_) => html! {},
            _ => self.place(variant, &in_words(&variant.name()), path, value),
        }
    }
}

/// The box that says whether something that may be left out is given.
fn given(place: &Place<'_>, path: &str, value: Option<&Value>) -> Markup {
    html! {
        @if place.optional {
            label.tick.given { input type="checkbox" name=(format!("{path}?")) value="1" checked[value.is_some()]; " " (text!("form-given")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fields, read, schemas, tagged};
    use super::*;
    use serde_json::json;

    /// The fields as a browser would send them: every input as it stands.
    fn sent(markup: &str) -> Fields {
        let mut pairs = Vec::new();
        for tag in markup.split('<').skip(1) {
            let attribute = |name: &str| {
                let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
                Some(rest.split_once('"')?.0.to_owned())
            };
            let (element, name) = (
                tag.split([' ', '>']).next().unwrap_or_default(),
                attribute("name"),
            );
            match element {
                "select" => pairs.push((name.unwrap(), String::new())),
                "option" if tag.contains(" selected") => {
                    pairs.last_mut().unwrap().1 = attribute("value").unwrap();
                }
                "input" if attribute("type").as_deref() == Some("checkbox") && !tag.contains(" checked") => {}
                "input" if attribute("type").as_deref() == Some("checkbox") => {
                    pairs.push((name.unwrap(), attribute("value").unwrap()));
                }
                "input" => pairs.push((name.unwrap(), attribute("value").unwrap_or_default())),
                "textarea" => {
                    let text = tag.split_once('>').unwrap().1.replace("&quot;", "\"");
                    pairs.push((name.unwrap(), text));
                }
                _ => {}
            }
        }
        let encode = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
        };
        let body: Vec<String> = pairs
            .iter()
            .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
            .collect();
        Fields::parse(body.join("&").as_bytes()).unwrap()
    }

    #[test]
    fn what_is_drawn_is_read_again_as_it_was() {
        let pose = json!({ "x": 6.75, "y": 23.75, "heading": 180.0 });
        let rows = [
            (
                "before-battle",
                json!({ "type": "deploy", "unit": "A1", "cell": "d4", "facing": "N" }),
            ),
            ("before-battle", json!({ "type": "confirm_list" })),
            (
                "before-battle",
                json!({ "type": "confirm_list", "shown": ["rm-levy", "rm-mill"] }),
            ),
            (
                "before-battle",
                json!({ "type": "confirm_weapons", "weapons": [] }),
            ),
            (
                "before-battle",
                json!({ "type": "confirm_weapons", "weapons": [{ "item": "axe-1", "unit": "A2" }] }),
            ),
            (
                "battleground-4",
                json!({ "type": "deploy", "unit": "B1", "pose": pose }),
            ),
            (
                "battleground-4",
                json!({ "type": "build_army", "list": { "cards": 2, "units": ["a", "b"] } }),
            ),
            (
                "battleground-4",
                json!({ "type": "submit_legs", "legs": [
                { "shift": { "way": "left", "inches": 2.5 } }, "about_face", { "reform": { "heading": 45.0 } }],
                "nearest": "B2" }),
            ),
            (
                "battleground-4",
                json!({ "type": "assign_order", "unit": "B1",
                "order": { "airborne": false, "order": "close", "cap": 2.5, "objective": { "enemy": "A1" } } }),
            ),
            (
                "battleground-4",
                json!({ "type": "choose", "answer": { "dice": [0, 2] } }),
            ),
        ];
        let choices = Choices::default();
        let drawing = Drawing {
            choices: &choices,
            prefix: "x",
        };
        for (system, command) in rows {
            let root = &schemas(hindsight_engine::system(system).unwrap()).command;
            let kind = command["type"].as_str().unwrap();
            let (_, place) = tagged(root)
                .into_iter()
                .find(|(known, _)| *known == kind)
                .unwrap();
            let drawn = drawing.whole(&place, Some(&command)).0;
            assert_eq!(read(&place, &sent(&drawn)).unwrap(), Some(command), "{drawn}");
        }
    }

    #[test]
    fn rows_behind_names_are_drawn_and_read_again() {
        let root = &schemas(hindsight_engine::system("men-of-iron").unwrap()).sketch;
        let place = Place::of(root, root);
        let choices = Choices::default();
        let drawing = Drawing {
            choices: &choices,
            prefix: "x",
        };
        let sketch = json!({
            "units": [{ "unit": "A-LB1", "hex": "1008", "facing": 11, "status": "normal", "formation": "open",
                "dismounted": false, "unhorsed": true }],
            "leaders": { "Hale": "1008", "Osric": "1009" },
            "standards": {},
            "ground": { "1010": { "terrain": "woods", "level": 2, "entry_for": [] } },
            "hexsides": { "1008-1009": ["stream", "bridge"] },
        });
        let drawn = drawing.whole(&place, Some(&sketch)).0;
        let read_again = read(&place, &sent(&drawn)).unwrap().unwrap();
        for (member, value) in sketch.as_object().unwrap() {
            assert_eq!(read_again[member], *value, "{member}: {drawn}");
        }
        // A row with nothing behind its name is not filled in yet; a name may stand once.
        let text = b"f/leaders/0/key=Hale&f/leaders/1/key=Osric&f/leaders/1/value=1009";
        let found = read(&place, &Fields::parse(text).unwrap()).unwrap().unwrap();
        assert_eq!(found["leaders"], json!({ "Osric": "1009" }));
        let twice =
            b"f/leaders/0/key=Hale&f/leaders/0/value=1008&f/leaders/1/key=Hale&f/leaders/1/value=1009";
        let problem = read(&place, &Fields::parse(twice).unwrap()).unwrap_err();
        assert_eq!(problem.problem().errors[0].path, "/leaders");
        let word = b"f/units/0/facing=north";
        let problem = read(&place, &Fields::parse(word).unwrap()).unwrap_err();
        assert_eq!(problem.problem().errors[0].path, "/units/0/facing");
        assert!(read(&place, &Fields::parse(b"f/leaders/0/colour=red").unwrap()).is_err());
    }

    #[test]
    fn what_is_no_number_is_named_by_its_place() {
        let root = &schemas(hindsight_engine::system("battleground-4").unwrap()).command;
        let (_, place) = tagged(root)
            .into_iter()
            .find(|(kind, _)| *kind == "deploy")
            .unwrap();
        let fields = Fields::parse(b"f/unit=A1&f/pose/x=far&f/pose/y=1&f/pose/heading=0").unwrap();
        let problem = read(&place, &fields).unwrap_err();
        assert_eq!(problem.problem().errors[0].path, "/pose/x");
    }
}
