//! Verbs: what chapters make happen in the same way, with the checks that come before it.
//!
//! A verb reads [`procedures`](crate::procedures), [`field`](crate::field) and [`model`](crate::model), and emits events; no chapter
//! is named here. Each chapter of [`rules`](crate::rules) calls the verbs that it needs, and no other chapter's insides.

pub(crate) mod actions;
pub(crate) mod backing_up;
pub(crate) mod charges;
pub(crate) mod checks;
pub(crate) mod command_refusal;
pub(crate) mod damage;
pub(crate) mod failed_checks;
pub(crate) mod landing;
pub(crate) mod lasting;
pub(crate) mod moving;
pub(crate) mod noted;
pub(crate) mod order_changes;
pub(crate) mod order_writing;
pub(crate) mod orders;
pub(crate) mod rallying;
pub(crate) mod routing;
pub(crate) mod taking_effect;
