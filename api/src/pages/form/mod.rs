//! Forms made from JSON Schemas: what a system's schema asks for, as fields that people fill in, and back into JSON.
//!
//! Nothing here knows a system. A schema says what each place is (`shape`); `draw` makes fields of it, which work without
//! a script; `read` makes the value again from what a browser sends. What may be chosen where the schema only says
//! `string` comes from `choices`: from lists of things with an `id` and a `name`, and from the samples of an offer.
//!
//! Every field is named by its place: `f/list/units/0`. `…?` is ticked where something that may be left out is given, `…@`
//! holds the number of the variant that was chosen, whose own fields stand under `…~number`.

mod choices;
mod draw;
mod fields;
mod read;
mod shape;

pub(super) use choices::{Card, Choices};
pub(super) use draw::{Drawing, hint as first_sentence, in_words, worded};
pub(super) use fields::Fields;
pub(super) use read::read;
pub(super) use shape::{Place, Shape, schemas, tagged};

/// What the names of all fields begin with, so that a form can have fields of its own beside those of the schema.
const ROOT: &str = "f";

/// What the name of a field goes on with behind a place: a member or row, a variant, which variant, whether it is given.
const MARKS: [char; 4] = ['/', '~', '@', '?'];
