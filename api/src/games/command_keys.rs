//! Idempotency keys of requests with commands.

use hindsight_openapi::ProblemKind;

use crate::base::error::ApiError;

/// The ids under which the commands of a request with a key are stored: the key alone for one command, the key with
/// its place for one of a list; the last of a list says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) key: String,
    pub(super) count: usize,
}

impl Names {
    /// The id of the command at a place.
    pub(super) fn of(&self, place: usize) -> String {
        let key = &self.key;
        match self.count {
            0 | 1 => key.clone(),
            count if place + 1 == count => format!("{key}/{place}/end"),
            _ => format!("{key}/{place}"),
        }
    }

    /// An id that is there if the key was used for a list and not for one command, or the other way round.
    pub(super) fn of_other_kind(&self) -> String {
        let count = if self.count > 1 { 1 } else { 2 };
        Self {
            key: self.key.clone(),
            count,
        }
        .of(0)
    }

    /// An id that is there if the key was used for a list that ends at this place, or does not end there as this one.
    pub(super) fn of_other_length(&self, place: usize) -> String {
        let count = if place + 1 == self.count {
            place + 2
        } else {
            place + 1
        };
        Self {
            key: self.key.clone(),
            count: count.max(2),
        }
        .of(place)
    }

    pub(super) fn reused(&self) -> ApiError {
        ApiError::new(
            ProblemKind::CommandKeyReused,
            format!("the key {:?} names another command of this game", self.key),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_one_command_from_a_list_and_lists_by_their_length() {
        let names = |count| Names {
            key: "k".to_owned(),
            count,
        };
        let all = |count| -> Vec<String> { (0..count).map(|place| names(count).of(place)).collect() };
        assert_eq!(all(1), ["k"]);
        assert_eq!(all(2), ["k/0", "k/1/end"]);
        assert_eq!(all(3), ["k/0", "k/1", "k/2/end"]);
        // What a list of two left behind is met by one command, and by a list of three.
        assert_eq!(names(1).of_other_kind(), "k/0");
        assert_eq!(names(3).of_other_length(1), "k/1/end");
        // What a list of three left behind is met by a list of two; what one command left, by any list.
        assert_eq!(names(2).of_other_length(1), "k/1");
        assert_eq!(
            (names(2).of_other_kind(), names(3).of_other_kind()),
            ("k".into(), "k".into())
        );
    }
}
