//! Annotations: what people say of a game, in layers.

use std::collections::BTreeSet;

use hindsight_annotations::{
    Anchor, Drawing, Glyph, GlyphKind, HouseMark, LayerChange, LayerStanding, LayerVisibility,
};
use hindsight_kernel::SideId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something to be said of a game. At least one of text, glyphs, marks and drawings is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnnotation {
    /// One of your layers of this game. Left out, your first one, made if you have none.
    #[serde(default)]
    pub layer: Option<String>,
    /// Of what it speaks.
    pub anchor: Anchor,
    /// Markdown, at most 10,000 characters. HTML in it is shown as it is written, and a picture becomes a link to it.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub text: String,
    /// PGN's numbers: at most one glyph for what was done and one for how the game stands, and at most 8 observations.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub glyphs: Vec<u8>,
    /// Marks of our own: `lucky`, `unlucky`, `rules-error`, `forgotten-order`, `turning-point`, `missed-trigger`.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub marks: Vec<String>,
    /// Drawn over the board; at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub drawings: Vec<Drawing>,
}

/// What the forms of a page about annotations send. Fields that nobody filled in are as if they were not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AnnotationForm {
    /// `annotate`, `edit`, `undo`, `remove`, `reply`, `remove-reply` or `layer`.
    pub does: String,
    /// The annotation's id, for all but `annotate` and `layer`.
    pub annotation: Option<String>,
    /// The revision that was decided by.
    pub revision: Option<String>,
    /// The number of a reply, to be taken away; `to` is the one that is answered, or the last version of a span.
    pub reply: Option<String>,
    /// See `reply`.
    pub to: Option<String>,
    /// Markdown.
    pub text: Option<String>,
    /// The number of a glyph for what was done; `position` and `observation` are numbers too, and `observation` and `mark`
    /// may come several times.
    pub glyph: Option<String>,
    /// The number of a glyph for how the game stands.
    pub position: Option<String>,
    /// The number of an observation.
    pub observation: Option<String>,
    /// The name of a mark.
    pub mark: Option<String>,
    /// `event`, `span`, `unit` or `place`; `event` if left out. With `unit`, or `x` and `y`.
    pub about: Option<String>,
    /// The unit's id.
    pub unit: Option<String>,
    /// The place, east.
    pub x: Option<String>,
    /// The place, north.
    pub y: Option<String>,
    /// Drawings as JSON; besides, one by numbers: `draw` is its kind, from `x1`, `y1` to `x2`, `y2`.
    pub drawings: Option<String>,
    /// `arrow`, `circle`, `area` or `distance`.
    pub draw: Option<String>,
    /// East.
    pub x1: Option<String>,
    /// North.
    pub y1: Option<String>,
    /// East.
    pub x2: Option<String>,
    /// North.
    pub y2: Option<String>,
    /// `plain`, `good`, `bad`, `a` or `b`.
    pub colour: Option<String>,
    /// Words beside the drawing.
    pub label: Option<String>,
    /// The layer's id.
    pub layer: Option<String>,
    /// For `layer`: its title.
    pub title: Option<String>,
    /// For `layer`: who may read it.
    pub visibility: Option<String>,
    /// For `layer`: subjects, separated by commas.
    pub readers: Option<String>,
}

/// What changes of an annotation; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PatchAnnotation {
    /// Of what it speaks.
    pub anchor: Option<Anchor>,
    /// Markdown.
    pub text: Option<String>,
    /// PGN's numbers, these and no others.
    pub glyphs: Option<Vec<u8>>,
    /// Marks of our own, these and no others.
    pub marks: Option<Vec<String>>,
    /// Drawings, these and no others.
    pub drawings: Option<Vec<Drawing>>,
    /// `false` brings back what was removed. Not together with anything else.
    pub removed: Option<bool>,
}

/// A reply to be given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReply {
    /// Markdown, at most 4,000 characters.
    #[schemars(length(max = 4_000))]
    pub text: String,
    /// The number of the reply that it answers; the annotation itself if left out.
    #[serde(default)]
    pub to: Option<u32>,
}

/// What changes of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchReply {
    /// Markdown, at most 4,000 characters.
    #[schemars(length(max = 4_000))]
    pub text: String,
}

/// A layer to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLayer {
    /// A title for people, 1 to 100 characters.
    #[schemars(length(min = 1, max = 100))]
    pub title: String,
    /// Who may read it, among those who may see the game.
    #[serde(default)]
    pub visibility: LayerVisibility,
    /// The subjects who may read it when it is for `readers`; at most 100.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub readers: BTreeSet<String>,
}

/// What changes of a layer; what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PatchLayer {
    /// A title for people.
    pub title: Option<String>,
    /// Who may read it.
    pub visibility: Option<LayerVisibility>,
    /// The subjects who may read it, these and no others.
    pub readers: Option<BTreeSet<String>>,
}

/// Somebody who wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Author {
    /// The subject. Where players' names are hidden it may be a word: `keeper`, `guest`, `maker` or `leader`.
    pub subject: String,
    /// The name to show.
    pub name: String,
    /// It is you.
    pub you: bool,
}

/// A layer of annotations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotationLayer {
    /// Its id.
    pub id: String,
    /// The game it speaks of.
    pub game: String,
    /// A title for people.
    pub title: String,
    /// Whose it is.
    pub author: Author,
    /// Who may read it.
    pub visibility: LayerVisibility,
    /// The subjects who may read it; told to its author alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<String>,
    /// How many events it has.
    pub version: u64,
    /// How many annotations are shown.
    pub annotations: usize,
    /// It came in with the text of the game.
    pub from_text: bool,
    /// When it was made.
    pub created_at: String,
}

/// The layers of a game that you may read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LayerList {
    /// The game.
    pub game: String,
    /// The layers, oldest first.
    pub items: Vec<AnnotationLayer>,
}

/// A glyph with its sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GlyphShown {
    /// PGN's number.
    pub number: u8,
    /// The sign; `$` and the number where there is none.
    pub sign: String,
    /// In words, a side by its letter: `side A ahead`.
    pub words: String,
    /// What it is said of, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<GlyphKind>,
    /// The side of which it is said, where of one: 1 is side A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

impl GlyphShown {
    /// The glyph of a number.
    pub fn of(number: u8) -> Self {
        match Glyph::numbered(number) {
            Some(glyph) => Self {
                number,
                sign: glyph.sign.to_owned(),
                words: glyph.said(|_| None).into_owned(),
                kind: Some(glyph.kind),
                side: glyph.side,
            },
            None => Self {
                number,
                sign: format!("${number}"),
                words: format!("glyph {number}"),
                kind: None,
                side: None,
            },
        }
    }
}

/// A mark with its sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkShown {
    /// Its name.
    pub name: String,
    /// A sign; `%` where there is none.
    pub sign: String,
    /// In words.
    pub words: String,
}

impl MarkShown {
    /// The mark of a name.
    pub fn of(name: &str) -> Self {
        let known = HouseMark::named(name);
        Self {
            name: name.to_owned(),
            sign: known.map_or("%", |mark| mark.sign).to_owned(),
            words: known.map_or_else(|| name.replace('-', " "), |mark| mark.words.to_owned()),
        }
    }
}

/// Something said of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotationShown {
    /// Its id: the layer's, a hyphen, and its number there.
    pub id: String,
    /// The layer it stands in.
    pub layer: String,
    /// Its number there, from 1.
    pub number: u32,
    /// The number of its present state; send its `ETag` as `If-Match` with a change.
    pub revision: u32,
    /// Who says it.
    pub author: Author,
    /// Of what it speaks, as it was said.
    pub anchor: Anchor,
    /// Where that stands now: taken along by a correction, or gone from the present line.
    pub standing: LayerStanding,
    /// Markdown.
    pub text: String,
    /// The text as HTML of a few harmless elements.
    pub html: String,
    /// Its glyphs.
    pub glyphs: Vec<GlyphShown>,
    /// Its marks.
    pub marks: Vec<MarkShown>,
    /// What is drawn over the board.
    pub drawings: Vec<Drawing>,
    /// The answers, in the order in which they came.
    pub replies: Vec<ReplyShown>,
    /// When it was first said.
    pub created_at: String,
    /// When it was last changed.
    pub changed_at: String,
    /// It was taken away; shown to its author alone.
    pub removed: bool,
}

impl AnnotationShown {
    /// Whether it speaks of a version, as it stands now.
    pub fn speaks_of(&self, version: u64) -> bool {
        let from = self.standing.version();
        (from..=from + (self.anchor.to() - self.anchor.from())).contains(&version)
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplyShown {
    /// Its number, from 1.
    pub number: u32,
    /// The reply that it answers, if not the annotation itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// How many replies lie between it and the annotation.
    pub depth: usize,
    /// Who says it; nobody where it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Author>,
    /// Markdown.
    pub text: String,
    /// The text as HTML of a few harmless elements.
    pub html: String,
    /// When it was said.
    pub created_at: String,
    /// When it was last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<String>,
    /// It was taken away: only its place is left.
    pub removed: bool,
}

/// A page of annotations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotationPage {
    /// The game.
    pub game: String,
    /// The version of its last event.
    pub version: u64,
    /// The layers you may read.
    pub layers: Vec<AnnotationLayer>,
    /// The annotations, by where they stand in the game.
    pub items: Vec<AnnotationShown>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A state that an annotation had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RevisionShown {
    /// Its number, from 1.
    pub revision: u32,
    /// How it came to be.
    pub change: LayerChange,
    /// Who made it.
    pub by: Author,
    /// When.
    pub at: String,
    /// Of what it spoke.
    pub anchor: Anchor,
    /// Markdown.
    pub text: String,
    /// PGN's numbers.
    pub glyphs: Vec<u8>,
    /// Marks.
    pub marks: Vec<String>,
    /// Drawings.
    pub drawings: Vec<Drawing>,
    /// Whether it was taken away then.
    pub removed: bool,
}

/// Every state that an annotation had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnnotationHistory {
    /// The annotation.
    pub id: String,
    /// Its states, oldest first.
    pub items: Vec<RevisionShown>,
}
