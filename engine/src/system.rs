//! One rule set behind the door.

use std::marker::PhantomData;

use hindsight_kernel::codec::{self, StoredEvent};
use hindsight_kernel::plausible::plausible;
use hindsight_kernel::{
    Board, DamageWords, Detector, DrawnFeature, FoldError, Game, GameEvent, GameOrder, GameStart,
    ImportFault, ImportFile, ImportedPack, LensName, MESSAGES, Message, MessageFile, OrderOf, PackFault,
    PackImport, PackInfo, PackTitle, Phrase, Refusal, RuleSet, Rulebook, Seat, Seeds, Viewer, lenses_of,
    message, wire,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::any_game::{AnyDecided, AnyGame, GameOf, store_all};
use crate::chronicle::{Chronicle, ChronicleOf, PastRecord};
use crate::given::{self, CommandError, CommandRequest, check_texts};
use crate::schemas::{SchemaSource, Schemas};
use crate::snapshot;

/// A request to begin a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenRequest {
    /// A setup request of the system, for a game from its beginning.
    pub setup: Option<Value>,
    /// A position, for a game from the middle. Only one of the two.
    pub position: Option<Value>,
    /// Whether the server rolls the dice; otherwise the players report them.
    pub server_dice: bool,
}

/// A position that somebody drew.
#[derive(Debug, Clone)]
pub struct Sketched {
    /// The whole position in its wire form, as [`OpenRequest::position`] takes it. It need not be sound.
    pub position: Value,
    /// Its picture.
    pub board: Board,
    /// The terrain that was drawn, in the order of the drawing.
    pub terrain: Vec<DrawnFeature>,
    /// Why no game begins from it, where the position alone does not show that.
    pub refusal: Option<Refusal>,
}

/// A rule set behind the door.
pub trait System: Send + Sync {
    /// Its id: `before-battle`.
    fn id(&self) -> &'static str;
    /// The game's title.
    fn title(&self) -> &'static str;
    /// The version of its rules code.
    fn rules_version(&self) -> &'static str;
    /// The newest event schema it reads and writes.
    fn event_schema(&self) -> u16;
    /// Whether every decision takes well under a millisecond.
    fn decides_quickly(&self) -> bool;
    /// The wire form of a command, read by the system and written again: whatever says the same comes out the same.
    fn plain_command(&self, request: CommandRequest) -> Result<Value, CommandError>;
    /// Its rules.
    fn rulebook(&self) -> &'static Rulebook;
    /// The file of its sentences, where it has one.
    fn messages(&self) -> Option<&'static MessageFile>;
    /// The detectors of its coach.
    fn detectors(&self) -> &'static [Detector];
    /// The game's own counters of statistics, each with what it counts.
    fn counters(&self) -> &'static [(&'static str, Phrase)];
    /// The words in which it counts damage.
    fn damage_words(&self) -> DamageWords;
    /// The rules by which its games can be read besides playing them: those of this release first, then other editions.
    fn lenses(&self) -> Vec<LensName>;
    /// The topics of inspections by which its editions are compared for a unit and an enemy, each in words.
    fn pair_topics(&self) -> &'static [(&'static str, &'static str)];
    /// Its JSON Schemas.
    fn schemas(&self) -> Schemas;
    /// Its embedded packs.
    fn sample_packs(&self) -> Vec<Value>;
    /// Checks a pack: what it is, or all that is wrong with it.
    fn check_pack(&self, pack: &Value) -> Result<PackInfo, Vec<PackFault>>;
    /// The forms of files from elsewhere that packs are made of.
    fn pack_imports(&self) -> Vec<PackImport>;
    /// Makes a pack of files in a form from elsewhere; nothing is stored.
    fn import_pack(
        &self,
        form: &str,
        files: &[ImportFile],
        named: &PackTitle,
    ) -> Result<ImportedPack, Vec<ImportFault>>;
    /// Fills up a position drawn by hand, as its schema says; whether the game can be so shows when it is opened. The place of a
    /// fault is that in the drawing.
    fn sketch(&self, sketch: &Value, packs: &[Value]) -> Result<Sketched, CommandError>;
    /// Opens a game. The place of a fault begins with the part of the request: `/setup` or `/position`.
    fn open(
        &self,
        request: &OpenRequest,
        packs: &[Value],
        seeds: Option<Seeds<'_>>,
    ) -> Result<AnyDecided, CommandError>;
    /// The table before the first event of a stream: [`AnyGame::apply_parts`] folds what a store lends without a
    /// copy of it. A stream that goes back ([`hindsight_kernel::Applied::Rewound`]) is one for [`Self::fold`].
    fn blank(&self) -> Box<dyn AnyGame>;
    /// Folds a stream.
    fn fold(&self, events: &[StoredEvent]) -> Result<Box<dyn AnyGame>, FoldError>;
    /// Whether a table can have recorded this stream: it folds; no number is beyond every game, no die shows what it cannot;
    /// and between any two commands lies a state that a table can have.
    ///
    /// # Errors
    /// The first version at which it is not so.
    fn plausible(&self, records: &[PastRecord]) -> Result<(), FoldError>;
    /// A game from the bytes of a snapshot.
    fn restore(&self, snapshot: &[u8]) -> Result<Box<dyn AnyGame>, Message>;
    /// A stream with its commands, for everything that needs the past.
    fn chronicle(&self, records: &[PastRecord]) -> Result<Box<dyn Chronicle>, FoldError>;
    /// A command of the system in the words of the text notation.
    fn format_command(&self, command: &Value) -> Result<String, wire::Malformed>;
    /// The command of the system, in its wire form, behind words of the text notation.
    fn parse_command(&self, words: &str) -> Result<Value, Message>;
}

/// The opening command as the store keeps it: a [`hindsight_kernel::Given`] that also remembers the setup request.
#[derive(Serialize)]
#[serde(bound = "")]
struct Opening<'r, R: RuleSet> {
    seat: Option<Seat>,
    order: OrderOf<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<&'r Value>,
}

/// The setup request that a game was opened with, from its stored opening command; nothing for a game from a
/// position.
pub fn opening_setup(command: &[u8]) -> Option<Value> {
    #[derive(Deserialize)]
    struct Remembered {
        #[serde(default)]
        setup: Option<Value>,
    }
    // ERR: a command that is none has no setup; whether it can be read is told where it is folded.
    codec::decode::<Remembered>(command).ok()?.setup
}

/// How often a stream may go back.
const MOST_REWINDS: usize = 500;

/// Whether a table can have recorded this event and the command that it came with, by themselves.
fn plausible_record<R: RuleSet>(PastRecord { event, command }: &PastRecord) -> Result<(), FoldError> {
    let forged =
        |why: Message| FoldError::new(message!(MESSAGES, "record-implausible", kind = &event.kind, why));
    for body in std::iter::once(&event.body).chain(command) {
        let value: Value = codec::decode(body).map_err(forged)?;
        plausible(&value).map_err(|place| forged(place.message()))?;
    }
    match codec::load_event::<R>(&event.kind, event.schema, &event.body)? {
        GameEvent::Played(played) => R::plausible(&played).map_err(forged),
        _ => Ok(()),
    }
}

/// A rule set as a system; its schemas come from `S`.
pub(crate) struct Of<R: RuleSet, S>(PhantomData<fn() -> (R, S)>);

impl<R: RuleSet, S: SchemaSource> Of<R, S> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

impl<R: RuleSet, S: SchemaSource> System for Of<R, S> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn rules_version(&self) -> &'static str {
        R::RULES_VERSION
    }

    fn event_schema(&self) -> u16 {
        R::EVENT_SCHEMA
    }

    fn decides_quickly(&self) -> bool {
        R::DECIDES_QUICKLY
    }

    fn plain_command(&self, request: CommandRequest) -> Result<Value, CommandError> {
        Ok(given::write::<R>(&given::read::<R>(request)?))
    }

    fn rulebook(&self) -> &'static Rulebook {
        R::rulebook()
    }

    fn messages(&self) -> Option<&'static MessageFile> {
        R::messages()
    }

    fn detectors(&self) -> &'static [Detector] {
        R::detectors()
    }

    fn counters(&self) -> &'static [(&'static str, Phrase)] {
        R::counters()
    }

    fn damage_words(&self) -> DamageWords {
        R::damage_words()
    }

    fn lenses(&self) -> Vec<LensName> {
        lenses_of::<R>().iter().map(LensName::from).collect()
    }

    fn pair_topics(&self) -> &'static [(&'static str, &'static str)] {
        R::pair_topics()
    }

    fn schemas(&self) -> Schemas {
        S::schemas::<R>()
    }

    fn sample_packs(&self) -> Vec<Value> {
        R::sample_packs()
    }

    fn check_pack(&self, pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        R::check_pack(pack)
    }

    fn pack_imports(&self) -> Vec<PackImport> {
        R::pack_imports()
    }

    fn import_pack(
        &self,
        form: &str,
        files: &[ImportFile],
        named: &PackTitle,
    ) -> Result<ImportedPack, Vec<ImportFault>> {
        R::import_pack(form, files, named)
    }

    fn sketch(&self, sketch: &Value, packs: &[Value]) -> Result<Sketched, CommandError> {
        check_texts("", sketch)?;
        let drawn = R::sketched(sketch, packs)?;
        Ok(Sketched {
            board: R::board(&drawn.state),
            position: wire::plain(&drawn.state),
            terrain: drawn.terrain,
            refusal: drawn.refusal,
        })
    }

    fn open(
        &self,
        request: &OpenRequest,
        packs: &[Value],
        seeds: Option<Seeds<'_>>,
    ) -> Result<AnyDecided, CommandError> {
        let start = match (&request.setup, &request.position) {
            (Some(_), Some(_)) => {
                return Err(Refusal::new("HS-POS-01", message!(MESSAGES, "setup-and-position")).into());
            }
            (None, Some(position)) => {
                check_texts("/position", position)?;
                let position = wire::read::<R::State>(position).map_err(|fault| wire::Malformed {
                    path: format!("/position{}", fault.path),
                    reason: fault.reason,
                })?;
                GameStart::Position(position)
            }
            (setup, None) => {
                let request = setup.clone().unwrap_or_else(|| json!({}));
                check_texts("/setup", &request)?;
                GameStart::Setup(R::setup_from(&request, packs)?)
            }
        };
        let decided = Game::<R>::open(start, request.server_dice, &[], seeds)?;
        let usual = json!({});
        let setup = request
            .position
            .is_none()
            .then(|| request.setup.as_ref().unwrap_or(&usual));
        let opening = Opening::<R> {
            seat: None,
            order: GameOrder::Open,
            setup,
        };
        Ok(AnyDecided {
            stopped: None,
            command: codec::encode(&opening),
            events: store_all::<R>(&decided.events),
            game: Box::new(GameOf(decided.game)),
        })
    }

    fn blank(&self) -> Box<dyn AnyGame> {
        Box::new(GameOf(Game::<R>::default()))
    }

    fn fold(&self, events: &[StoredEvent]) -> Result<Box<dyn AnyGame>, FoldError> {
        let load = |(place, event): (usize, &StoredEvent)| {
            codec::load_event::<R>(&event.kind, event.schema, &event.body)
                .map_err(|error| error.at(place as u64 + 1))
        };
        if events.iter().any(|event| codec::rewinds(&event.kind)) {
            let loaded = events
                .iter()
                .enumerate()
                .map(load)
                .collect::<Result<Vec<_>, _>>()?;
            return Ok(Box::new(GameOf(Game::<R>::fold(&loaded)?)));
        }
        let mut game = Game::<R>::default();
        for numbered in events.iter().enumerate() {
            game.apply(&load(numbered)?)?;
        }
        Ok(Box::new(GameOf(game)))
    }

    fn plausible(&self, records: &[PastRecord]) -> Result<(), FoldError> {
        let rewinds = records.iter().filter(|record| codec::rewinds(&record.event.kind));
        if rewinds.count() > MOST_REWINDS {
            return Err(FoldError::new(message!(
                MESSAGES,
                "record-rewinds",
                most = MOST_REWINDS
            )));
        }
        for (version, record) in (1..).zip(records) {
            plausible_record::<R>(record).map_err(|error| error.at(version))?;
        }
        let chronicle = ChronicleOf::<R>::load(records)?;
        let mut unsound = None;
        chronicle.walk(1, chronicle.len(), Viewer::Everything, &mut |step| {
            // Before the opening there is no position yet.
            if step.version() > 1
                && step.begins_command()
                && let Err(why) = step.sound_before()
            {
                unsound = Some((step.version() - 1, why));
            }
            unsound.is_none()
        })?;
        match unsound {
            Some((version, why)) => {
                Err(FoldError::new(message!(MESSAGES, "record-unsound", why)).at(version))
            }
            None => Ok(()),
        }
    }

    fn restore(&self, bytes: &[u8]) -> Result<Box<dyn AnyGame>, Message> {
        snapshot::read::<R>(bytes).map(|game| Box::new(GameOf(game)) as Box<dyn AnyGame>)
    }

    fn chronicle(&self, records: &[PastRecord]) -> Result<Box<dyn Chronicle>, FoldError> {
        Ok(Box::new(ChronicleOf::<R>::load(records)?))
    }

    fn format_command(&self, command: &Value) -> Result<String, wire::Malformed> {
        wire::from_value::<R::Command>(command.clone()).map(|command| R::format(&command))
    }

    fn parse_command(&self, words: &str) -> Result<Value, Message> {
        R::parse(words).map(|command| wire::to_value(&command))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use hindsight_kernel::plain_text::unfit_reason;

    use super::*;
    use crate::built_in_systems;

    /// Characters that control a terminal or turn the direction of what stands beside them.
    const UNFIT: [char; 4] = ['\u{7}', '\u{1B}', '\u{202E}', '\u{2066}'];

    /// Each of the first texts of a value in turn with such a character, and its place.
    fn unfit_forms(value: &Value) -> Vec<(String, char, Value)> {
        fn places(value: &Value, place: &str, found: &mut Vec<String>) {
            match value {
                Value::String(_) => found.push(place.to_owned()),
                Value::Array(entries) => {
                    for (number, entry) in entries.iter().enumerate() {
                        places(entry, &format!("{place}/{number}"), found);
                    }
                }
                Value::Object(members) => {
                    for (name, member) in members {
                        places(member, &format!("{place}/{name}"), found);
                    }
                }
                _ => {}
            }
        }
        let mut found = Vec::new();
        places(value, "", &mut found);
        let few = found.into_iter().take(12);
        few.zip(UNFIT.into_iter().cycle())
            .map(|(place, unfit)| {
                let mut form = value.clone();
                let text = form.pointer_mut(&place).unwrap();
                *text = json!(format!("{}{unfit}", text.as_str().unwrap()));
                (place, unfit, form)
            })
            .collect()
    }

    /// The fault of a request that cannot be read.
    #[track_caller]
    fn fault<T>(done: Result<T, CommandError>) -> (String, String) {
        match done.err() {
            Some(CommandError::Malformed(fault)) => (fault.path, fault.reason.into()),
            other => panic!("it should be refused for a text in it: {other:?}"),
        }
    }

    fn opened(
        system: &dyn System,
        setup: Option<Value>,
        position: Option<Value>,
    ) -> Result<AnyDecided, CommandError> {
        let request = OpenRequest {
            setup,
            position,
            server_dice: false,
        };
        system.open(&request, &system.sample_packs(), None)
    }

    #[test]
    fn texts_of_openings_positions_and_drawings_hold_nothing_that_controls_or_turns() {
        for system in built_in_systems() {
            let game = opened(system, None, None).unwrap().game;
            let position = game.state(Viewer::Everything);
            let forms = unfit_forms(&position);
            assert!(forms.len() > 3, "{} has texts in its positions", system.id());
            for (place, unfit, form) in forms {
                let told = fault(opened(system, None, Some(form.clone())));
                assert_eq!(
                    told,
                    (format!("/position{place}"), String::from(unfit_reason(unfit))),
                    "{}",
                    system.id()
                );
                let drawn = fault(system.sketch(&form, &system.sample_packs()));
                assert_eq!(
                    drawn,
                    (place, String::from(unfit_reason(unfit))),
                    "{}",
                    system.id()
                );
            }
            let named = json!({ "pack": "cards\u{202E}" });
            let told = fault(opened(system, Some(named), None));
            assert_eq!(
                told,
                ("/setup/pack".to_owned(), String::from(unfit_reason('\u{202E}'))),
                "{}",
                system.id()
            );
        }
    }

    #[test]
    fn texts_of_commands_and_rulings_hold_nothing_that_controls_or_turns() {
        let said = "dice\u{202E}";
        for (system, patch, place) in [
            (
                "battleground-3",
                json!({ "type": "dispute", "dispute": said, "low": "a", "high": "b" }),
                "/patch/dispute",
            ),
            (
                "battleground-3",
                json!({ "type": "dispute", "dispute": "a", "low": said, "high": "b" }),
                "/patch/low",
            ),
            (
                "battleground-3",
                json!({ "type": "dispute", "dispute": "a", "low": "b", "high": said }),
                "/patch/high",
            ),
            (
                "battleground-4",
                json!({ "type": "roll_off", "dispute": said, "south": 1, "north": 2 }),
                "/patch/dispute",
            ),
            (
                "battleground-4",
                json!({ "type": "effect", "unit": "A1", "name": said }),
                "/patch/name",
            ),
            (
                "battleground-4",
                json!({ "type": "effect", "unit": "A1", "name": "a", "effects": [{ "by_ruling": { "text": said } }] }),
                "/patch/effects/0/by_ruling/text",
            ),
        ] {
            let system = crate::system(system).unwrap();
            let ruled = json!({ "type": "rule", "patch": patch, "reason": "agreed" });
            let game = opened(system, None, None).unwrap().game;
            let told = fault(game.decide(ruled.clone(), None, None));
            assert_eq!(told, (place.to_owned(), String::from(unfit_reason('\u{202E}'))));
            // Nor is it smuggled in by a correction.
            let change = json!({ "type": "insert", "command": ruled });
            let correction = json!({ "type": "correct", "at": 1, "change": change, "reason": "forgotten" });
            assert_eq!(
                fault(game.decide(correction, None, None)).0,
                format!("/change/command{place}")
            );
        }
        for system in built_in_systems() {
            let game = opened(system, None, None).unwrap().game;
            for unfit in UNFIT {
                let played =
                    json!({ "type": "play", "command": { "type": "pass", "on": [format!("a{unfit}")] } });
                let told = fault(game.decide(played, None, None));
                assert_eq!(
                    told,
                    ("/command/on/0".to_owned(), String::from(unfit_reason(unfit))),
                    "{}",
                    system.id()
                );
            }
        }
    }

    #[test]
    fn texts_of_packs_hold_nothing_that_controls_or_turns() {
        for system in built_in_systems() {
            for unfit in UNFIT {
                let mut pack = system.sample_packs().swap_remove(0);
                let named = if pack.get("name").is_some() {
                    "name"
                } else {
                    "title"
                };
                pack[named] = json!(format!("a{unfit}b"));
                let faults = system.check_pack(&pack).unwrap_err();
                let told = faults
                    .iter()
                    .map(|fault| (fault.path.as_str(), fault.reason.to_string()));
                assert_eq!(
                    told.collect::<Vec<_>>(),
                    [(format!("/{named}").as_str(), String::from(unfit_reason(unfit)))],
                    "{}",
                    system.id()
                );
            }
        }
    }
}
