//! The rules that are cited: in refusals, modifiers, questions and answers.
//!
//! A rule that is cited is a row here, in the order of `rules.toml`; a wrong id does not compile, and a test holds every row
//! against the list.

use std::borrow::Cow;
use std::fmt;

use hindsight_kernel::RuleId;

macro_rules! cited {
    ($($name:ident = $v4:literal;)+) => {
        /// A rule of the rulebook that is cited.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Rule {
            $(#[doc = $v4] $name,)+
        }

        impl Rule {
            /// Every rule that is cited, in the order of the list of rules.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name),+];

            /// Its id.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $v4,)+
                }
            }
        }
    };
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl From<Rule> for RuleId {
    fn from(rule: Rule) -> Self {
        Self(Cow::Borrowed(rule.id()))
    }
}

impl From<Rule> for String {
    fn from(rule: Rule) -> Self {
        rule.id().to_owned()
    }
}

cited! {
    Prin03 = "BG4-PRIN-03";
    Prin04 = "BG4-PRIN-04";
    Prin06 = "BG4-PRIN-06";
    Geo01 = "BG4-GEO-01";
    Geo02 = "BG4-GEO-02";
    Geo07 = "BG4-GEO-07";
    Geo08 = "BG4-GEO-08";
    Geo10 = "BG4-GEO-10";
    Geo11 = "BG4-GEO-11";
    Geo12 = "BG4-GEO-12";
    Geo14 = "BG4-GEO-14";
    Geo15 = "BG4-GEO-15";
    Geo17 = "BG4-GEO-17";
    Geo18 = "BG4-GEO-18";
    Geo19 = "BG4-GEO-19";
    Geo20 = "BG4-GEO-20";
    Cards01 = "BG4-CARDS-01";
    Cards02 = "BG4-CARDS-02";
    Cards03 = "BG4-CARDS-03";
    Cards04 = "BG4-CARDS-04";
    Cards06 = "BG4-CARDS-06";
    Cards07 = "BG4-CARDS-07";
    Cards08 = "BG4-CARDS-08";
    Cards09 = "BG4-CARDS-09";
    Cards10 = "BG4-CARDS-10";
    Cards11 = "BG4-CARDS-11";
    Cards12 = "BG4-CARDS-12";
    Status01 = "BG4-STATUS-01";
    Status02 = "BG4-STATUS-02";
    Status05 = "BG4-STATUS-05";
    Order04 = "BG4-ORDER-04";
    Order06 = "BG4-ORDER-06";
    Order07 = "BG4-ORDER-07";
    Order09 = "BG4-ORDER-09";
    Order11 = "BG4-ORDER-11";
    Order12 = "BG4-ORDER-12";
    Order13 = "BG4-ORDER-13";
    Order14 = "BG4-ORDER-14";
    Order15 = "BG4-ORDER-15";
    Order16 = "BG4-ORDER-16";
    Turn03 = "BG4-TURN-03";
    Turn04 = "BG4-TURN-04";
    Turn05 = "BG4-TURN-05";
    Turn06 = "BG4-TURN-06";
    Turn08 = "BG4-TURN-08";
    Cmd04 = "BG4-CMD-04";
    Cmd05 = "BG4-CMD-05";
    Cmd06 = "BG4-CMD-06";
    Cmd07 = "BG4-CMD-07";
    Cmd08 = "BG4-CMD-08";
    Cmd09 = "BG4-CMD-09";
    Cmd10 = "BG4-CMD-10";
    Cmd11 = "BG4-CMD-11";
    Cmd12 = "BG4-CMD-12";
    Cmd13 = "BG4-CMD-13";
    Cmd14 = "BG4-CMD-14";
    Cmd15 = "BG4-CMD-15";
    Move01 = "BG4-MOVE-01";
    Move11 = "BG4-MOVE-11";
    Move14 = "BG4-MOVE-14";
    Move15 = "BG4-MOVE-15";
    Move17 = "BG4-MOVE-17";
    Move18 = "BG4-MOVE-18";
    Move20 = "BG4-MOVE-20";
    Move21 = "BG4-MOVE-21";
    Move22 = "BG4-MOVE-22";
    Man07 = "BG4-MAN-07";
    Man08 = "BG4-MAN-08";
    Mc02 = "BG4-MC-02";
    Mc03 = "BG4-MC-03";
    Path01 = "BG4-PATH-01";
    Path02 = "BG4-PATH-02";
    Path05 = "BG4-PATH-05";
    Ordmv16 = "BG4-ORDMV-16";
    Rush01 = "BG4-RUSH-01";
    Rush02 = "BG4-RUSH-02";
    Rush03 = "BG4-RUSH-03";
    Rush04 = "BG4-RUSH-04";
    Rush05 = "BG4-RUSH-05";
    Rush07 = "BG4-RUSH-07";
    Rush09 = "BG4-RUSH-09";
    Rush10 = "BG4-RUSH-10";
    Rush13 = "BG4-RUSH-13";
    Rush14 = "BG4-RUSH-14";
    Rush17 = "BG4-RUSH-17";
    Rush18 = "BG4-RUSH-18";
    Rush19 = "BG4-RUSH-19";
    Rush20 = "BG4-RUSH-20";
    Rush21 = "BG4-RUSH-21";
    Rush22 = "BG4-RUSH-22";
    Rush24 = "BG4-RUSH-24";
    Rout01 = "BG4-ROUT-01";
    Rout02 = "BG4-ROUT-02";
    Rout03 = "BG4-ROUT-03";
    Rout05 = "BG4-ROUT-05";
    Rout06 = "BG4-ROUT-06";
    Rout08 = "BG4-ROUT-08";
    Rout10 = "BG4-ROUT-10";
    Rout11 = "BG4-ROUT-11";
    Rout12 = "BG4-ROUT-12";
    Rout16 = "BG4-ROUT-16";
    Eng01 = "BG4-ENG-01";
    Eng04 = "BG4-ENG-04";
    Eng06 = "BG4-ENG-06";
    Eng07 = "BG4-ENG-07";
    Eng08 = "BG4-ENG-08";
    Eng09 = "BG4-ENG-09";
    Cour03 = "BG4-COUR-03";
    Cour04 = "BG4-COUR-04";
    Cour06 = "BG4-COUR-06";
    Cour08 = "BG4-COUR-08";
    Cour11 = "BG4-COUR-11";
    Cour20 = "BG4-COUR-20";
    Comb03 = "BG4-COMB-03";
    Comb10 = "BG4-COMB-10";
    Comb12 = "BG4-COMB-12";
    Atk02 = "BG4-ATK-02";
    Atk03 = "BG4-ATK-03";
    Atk04 = "BG4-ATK-04";
    Atk06 = "BG4-ATK-06";
    Atk07 = "BG4-ATK-07";
    Atk08 = "BG4-ATK-08";
    Atk11 = "BG4-ATK-11";
    Atk14 = "BG4-ATK-14";
    Atk16 = "BG4-ATK-16";
    Atk17 = "BG4-ATK-17";
    Mods05 = "BG4-MODS-05";
    Mods06 = "BG4-MODS-06";
    Mods07 = "BG4-MODS-07";
    Mods08 = "BG4-MODS-08";
    Mods09 = "BG4-MODS-09";
    Mods10 = "BG4-MODS-10";
    Mods12 = "BG4-MODS-12";
    Mods13 = "BG4-MODS-13";
    Mods14 = "BG4-MODS-14";
    Mods15 = "BG4-MODS-15";
    Mods16 = "BG4-MODS-16";
    Mods17 = "BG4-MODS-17";
    Mods19 = "BG4-MODS-19";
    Mods20 = "BG4-MODS-20";
    Mods21 = "BG4-MODS-21";
    Cons01 = "BG4-CONS-01";
    Cons06 = "BG4-CONS-06";
    End02 = "BG4-END-02";
    Terr01 = "BG4-TERR-01";
    Terr03 = "BG4-TERR-03";
    Terr09 = "BG4-TERR-09";
    Terr10 = "BG4-TERR-10";
    Terr12 = "BG4-TERR-12";
    Terr15 = "BG4-TERR-15";
    Terr16 = "BG4-TERR-16";
    Terr17 = "BG4-TERR-17";
    Terr18 = "BG4-TERR-18";
    Terr19 = "BG4-TERR-19";
    Terr21 = "BG4-TERR-21";
    Terr22 = "BG4-TERR-22";
    Terr24 = "BG4-TERR-24";
    Keyw06 = "BG4-KEYW-06";
    Keyw09 = "BG4-KEYW-09";
    Keyw11 = "BG4-KEYW-11";
    Colos05 = "BG4-COLOS-05";
    Fly05 = "BG4-FLY-05";
    Fly06 = "BG4-FLY-06";
    Fly11 = "BG4-FLY-11";
    Fly12 = "BG4-FLY-12";
    Fly13 = "BG4-FLY-13";
    Fly14 = "BG4-FLY-14";
    Fly15 = "BG4-FLY-15";
    Merc01 = "BG4-MERC-01";
    Merc04 = "BG4-MERC-04";
    Merc05 = "BG4-MERC-05";
    Skirm01 = "BG4-SKIRM-01";
    Skirm04 = "BG4-SKIRM-04";
    Skirm09 = "BG4-SKIRM-09";
    Skirm10 = "BG4-SKIRM-10";
    Equip07 = "BG4-EQUIP-07";
    Equip08 = "BG4-EQUIP-08";
    Spell01 = "BG4-SPELL-01";
    Spell02 = "BG4-SPELL-02";
    Spell03 = "BG4-SPELL-03";
    Spell04 = "BG4-SPELL-04";
    Spell05 = "BG4-SPELL-05";
    Spell08 = "BG4-SPELL-08";
    Setup01 = "BG4-SETUP-01";
    Setup02 = "BG4-SETUP-02";
    Setup03 = "BG4-SETUP-03";
    Setup04 = "BG4-SETUP-04";
    Army01 = "BG4-ARMY-01";
    Army02 = "BG4-ARMY-02";
    Army03 = "BG4-ARMY-03";
    Army06 = "BG4-ARMY-06";
    Deploy01 = "BG4-DEPLOY-01";
    Deploy02 = "BG4-DEPLOY-02";
    Deploy03 = "BG4-DEPLOY-03";
    Deploy05 = "BG4-DEPLOY-05";
    Deploy06 = "BG4-DEPLOY-06";
    Deploy07 = "BG4-DEPLOY-07";
    Scen03 = "BG4-SCEN-03";
    Scen04 = "BG4-SCEN-04";
    Scen05 = "BG4-SCEN-05";
    Scen06 = "BG4-SCEN-06";
    Scen07 = "BG4-SCEN-07";
    Scen08 = "BG4-SCEN-08";
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Rules as _;

    use super::Rule;
    use crate::system::Battleground;

    #[test]
    fn every_cited_rule_stands_in_the_list_of_rules_in_its_order() {
        let list: Vec<&str> = Battleground::rulebook()
            .rules()
            .iter()
            .map(|rule| &*rule.id)
            .collect();
        let places: Vec<Option<usize>> = Rule::ALL
            .iter()
            .map(|cited| list.iter().position(|id| *id == cited.id()))
            .collect();
        assert!(places.iter().all(Option::is_some), "{places:?}");
        assert!(places.is_sorted(), "{places:?}");
    }
}
