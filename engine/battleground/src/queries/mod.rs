//! Questions about a state that several chapters ask and that emit nothing.

pub(crate) mod order_legality;
