//! Ids of cards, factions, packs and terrain pieces.

use hindsight_kernel::ShortName;

/// An id of a data pack: 1 to 32 lower-case letters, digits and hyphens.
pub type Name = ShortName<32>;

/// The id of a unit card, attachment, NCU, tactics card or terrain piece of a pack.
pub type CardId = Name;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_to_their_letters() {
        for right in ["mw-shield", "a", "12345678901234567890123456789012"] {
            assert_eq!(right.parse::<Name>().unwrap().to_string(), right);
        }
        for wrong in ["", "MW", "a b", "123456789012345678901234567890123", "é", "a\0"] {
            assert!(wrong.parse::<Name>().is_err(), "{wrong:?}");
        }
    }
}
