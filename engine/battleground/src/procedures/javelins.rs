//! Javelins and Pila thrown on engaging (earlier edition: p. 30). The later edition throws them on the charge, as equipment.

pub(crate) use super::v3::javelins::{beyond_range, felled_by, targets, throwers_at};
