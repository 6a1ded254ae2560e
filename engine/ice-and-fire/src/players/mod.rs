//! Players without a person: the greedy bot and the coach.

use hindsight_kernel::{Analysis, Coaching, Players};

use crate::system::IceAndFire;

impl Players for IceAndFire {}

impl Coaching for IceAndFire {}

impl Analysis for IceAndFire {}
