//! The rules that are cited: in refusals, modifiers, questions and answers.
//!
//! A rule that is cited is a row here, in the order of `rules.toml`: its id, and the id of the rule of the earlier edition
//! that governs the same matter, empty where there is none; `Rule::closes_in_v3` then says which rule of the earlier
//! edition settles the matter there. Rules that only faults of packs cite follow, then those that only the earlier edition has, with
//! `Rule::closes_in_v4`. A wrong id does not compile, and tests hold every row against the lists of both editions, `rules.toml` and
//! `rules-3.toml`.
//!
//! No rule has an id without an edition: whoever cites one writes `Rule::Mods14.of(edition)`, and refusals keep the rule itself until
//! they leave ([`crate::model::refusal`]). So no answer of one edition cites the other.

use hindsight_kernel::RuleId;

use crate::editions::Edition;

macro_rules! cited {
    ($($name:ident = $v4:literal, $v3:literal;)+) => {
        /// A rule of the rulebook that is cited.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Rule {
            $(#[doc = concat!($v4, " ", $v3)] $name,)+
        }

        impl Rule {
            /// Every rule that is cited, in the order of its rows.
            const ALL: &[Self] = &[$(Self::$name),+];

            /// Its id in the list of an edition; none if that edition has no such rule.
            const fn own_id(self, edition: Edition) -> Option<&'static str> {
                let id = match edition {
                    Edition::V4 => match self {
                        $(Self::$name => $v4,)+
                    },
                    Edition::V3 => match self {
                        $(Self::$name => $v3,)+
                    },
                };
                if id.is_empty() { None } else { Some(id) }
            }
        }
    };
}

impl Rule {
    /// The citation of this rule in an edition.
    pub const fn of(self, edition: Edition) -> RuleId {
        RuleId::new(self.id(edition))
    }

    /// Its id in an edition, always one of that edition's list.
    pub const fn id(self, edition: Edition) -> &'static str {
        match self.own_id(edition) {
            Some(id) => id,
            None => match edition {
                Edition::V4 => self.closes_in_v4(),
                Edition::V3 => self.closes_in_v3(),
            },
        }
    }

    /// Of a rule that only the later edition has: the rule of the earlier one that settles the matter, or by whose list there
    /// is no such thing.
    const fn closes_in_v3(self) -> &'static str {
        match self {
            Self::Prin03 => "BG3-SPELL-04",
            Self::Geo08 => "BG3-MOV-05",
            Self::Cards03 => "BG3-CCARD-06",
            Self::Cards06 | Self::Cards07 => "BG3-CCARD-02",
            // There are Ready and Routing units alone.
            Self::Status02 => "BG3-CARD-10",
            Self::Order12 => "BG3-ORD-14",
            // Neither stands in the list of actions.
            Self::Cmd11 | Self::Cmd12 => "BG3-CMD-04",
            Self::Rush24 => "BG3-RUSH-14",
            Self::Rout06 => "BG3-ROUT-06",
            Self::Atk07 | Self::Atk08 => "BG3-CARD-07",
            Self::Atk16 => "BG3-COMB-16",
            Self::Cons06 => "BG3-COMB-19",
            Self::End02 => "BG3-TURN-02",
            Self::Terr21 => "BG3-TERR-12",
            Self::Keyw11 => "BG3-ORD-01",
            Self::Fly13 | Self::Fly14 => "BG3-KEY-14",
            Self::Equip08 => "BG3-CARD-03",
            Self::Spell08 => "BG3-SPELL-01",
            Self::Scen02 | Self::Scen03 | Self::Scen05 => "BG3-SET-13",
            // Specific beats general: what a card says.
            _ => "BG3-GEN-06",
        }
    }

    /// Of a rule that only the earlier edition has: the rule of the later one that settles the matter, or by whose list there is
    /// no such thing.
    const fn closes_in_v4(self) -> &'static str {
        match self {
            Self::TurnsAway => "BG4-COUR-13",
            Self::RoutDirection => "BG4-ROUT-01",
            Self::Outreached => "BG4-MODS-02",
            Self::Frightened => "BG4-MODS-04",
            Self::InColour => "BG4-STATUS-05",
            Self::EngagedTarget => "BG4-MODS-03",
            Self::CavalryTarget => "BG4-MODS-20",
            Self::SoundsCharge => "BG4-CMD-13",
            Self::Shot => "BG4-COMB-10",
            Self::Heights => "BG4-TERR-08",
            Self::CloseOrder => "BG4-ORDER-02",
            Self::HoldOrder => "BG4-ORDER-03",
            Self::FirstTurn => "BG4-CMD-02",
            Self::PinchingAlone => "BG4-MODS-10",
            Self::RunThrough => "BG4-ROUT-11",
            Self::MinimumDamage => "BG4-ATK-06",
            Self::Throws => "BG4-EQUIP-03",
            Self::Paid => "BG4-ORDER-04",
            Self::NoMoveAndShoot => "BG4-COMB-11",
            Self::FliesOff => "BG4-FLY-15",
            Self::DamageRoll => "BG4-ATK-18",
            Self::DeadTarget => "BG4-COMB-05",
            Self::RemovesCards => "BG4-MERC-04",
            Self::ManeuversOnPoint => "BG4-ORDER-11",
            Self::Obstacle => "BG4-PATH-04",
            Self::Lands => "BG4-FLY-06",
            Self::Overlaps => "BG4-MOVE-18",
            Self::ActionsInOwnPhase => "BG4-CMD-04",
            Self::RallyFacing => "BG4-CMD-10",
            Self::HealedOnce => "BG4-SPELL-06",
            Self::PartnersRush => "BG4-TURN-06",
            Self::FearsNothing => "BG4-COUR-05",
            Self::SeveralRanges => "BG4-ORDER-06",
            // Units have the orders of the list.
            _ => "BG4-ORDER-01",
        }
    }

    /// Whether this is its id, in whichever edition.
    pub fn is_named(self, id: &str) -> bool {
        [Edition::V4, Edition::V3]
            .into_iter()
            .any(|edition| self.id(edition) == id)
    }

    /// The rule with this id in the list of an edition, if it is cited: of several the first.
    pub(crate) fn with_id(edition: Edition, id: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|rule| rule.own_id(edition) == Some(id))
    }

    /// The rule that an expression names, `Rule::Rush24`.
    #[cfg(test)]
    pub(crate) fn named(expression: &str) -> Option<Self> {
        let name = expression.strip_prefix("Rule::")?;
        Self::ALL.iter().copied().find(|rule| format!("{rule:?}") == name)
    }

    /// The id in the other edition of the rule with this id in one of them; nothing for a rule that only the earlier has, or that
    /// is not cited. Of several rules of the later edition that are one in the earlier it is the first.
    pub(crate) fn twin_of(id: &str) -> Option<&'static str> {
        match Self::with_id(Edition::V4, id) {
            Some(rule) => Some(rule.id(Edition::V3)),
            None => Self::ALL
                .iter()
                .filter(|rule| rule.own_id(Edition::V3) == Some(id))
                .find_map(|rule| rule.own_id(Edition::V4)),
        }
    }
}

cited! {
    Prin03 = "BG4-PRIN-03", "";
    Prin04 = "BG4-PRIN-04", "BG3-GEN-07";
    Prin06 = "BG4-PRIN-06", "BG3-GEN-03";
    Geo01 = "BG4-GEO-01", "BG3-SET-01";
    Geo02 = "BG4-GEO-02", "BG3-CARD-01";
    Geo07 = "BG4-GEO-07", "BG3-GEO-01";
    Geo08 = "BG4-GEO-08", "";
    Geo10 = "BG4-GEO-10", "BG3-GEO-02";
    Geo11 = "BG4-GEO-11", "BG3-GEO-02";
    Geo12 = "BG4-GEO-12", "BG3-GEO-03";
    Geo14 = "BG4-GEO-14", "BG3-GEO-05";
    Geo15 = "BG4-GEO-15", "BG3-GEO-08";
    Geo17 = "BG4-GEO-17", "BG3-RUSH-06";
    Geo18 = "BG4-GEO-18", "BG3-RUSH-07";
    Geo19 = "BG4-GEO-19", "BG3-GEO-06";
    Geo20 = "BG4-GEO-20", "BG3-COMB-07";
    Cards01 = "BG4-CARDS-01", "BG3-CCARD-02";
    Cards02 = "BG4-CARDS-02", "BG3-CCARD-03";
    Cards03 = "BG4-CARDS-03", "";
    Cards04 = "BG4-CARDS-04", "BG3-CCARD-02";
    Cards06 = "BG4-CARDS-06", "";
    Cards07 = "BG4-CARDS-07", "";
    Cards08 = "BG4-CARDS-08", "BG3-CCARD-02";
    Cards09 = "BG4-CARDS-09", "BG3-CMD-08";
    Cards10 = "BG4-CARDS-10", "BG3-CMD-09";
    Cards11 = "BG4-CARDS-11", "BG3-CCARD-08";
    Cards12 = "BG4-CARDS-12", "BG3-CCARD-06";
    Status01 = "BG4-STATUS-01", "BG3-CARD-10";
    Status02 = "BG4-STATUS-02", "";
    Status05 = "BG4-STATUS-05", "BG3-CARD-08";
    Order01 = "BG4-ORDER-01", "BG3-ORD-01";
    Order04 = "BG4-ORDER-04", "BG3-ORD-04";
    Order06 = "BG4-ORDER-06", "BG3-ORD-09";
    Order07 = "BG4-ORDER-07", "BG3-ORD-05";
    Order08 = "BG4-ORDER-08", "BG3-ORD-05";
    Order09 = "BG4-ORDER-09", "BG3-ORD-17";
    Order11 = "BG4-ORDER-11", "BG3-ORD-14";
    Order12 = "BG4-ORDER-12", "";
    Order13 = "BG4-ORDER-13", "BG3-ORD-11";
    Order14 = "BG4-ORDER-14", "BG3-ORD-11";
    Order15 = "BG4-ORDER-15", "BG3-ORD-20";
    Order16 = "BG4-ORDER-16", "BG3-ORD-10";
    Turn01 = "BG4-TURN-01", "BG3-TURN-02";
    Turn03 = "BG4-TURN-03", "BG3-CMD-03";
    Turn04 = "BG4-TURN-04", "BG3-RUSH-01";
    Turn05 = "BG4-TURN-05", "BG3-MOV-01";
    Turn06 = "BG4-TURN-06", "BG3-MOV-15";
    Turn08 = "BG4-TURN-08", "BG3-SPELL-01";
    Cmd01 = "BG4-CMD-01", "BG3-CMD-01";
    Cmd04 = "BG4-CMD-04", "BG3-CMD-02";
    Cmd05 = "BG4-CMD-05", "BG3-CMD-05";
    Cmd06 = "BG4-CMD-06", "BG3-CMD-06";
    Cmd07 = "BG4-CMD-07", "BG3-CMD-06";
    Cmd08 = "BG4-CMD-08", "BG3-CMD-08";
    Cmd09 = "BG4-CMD-09", "BG3-CMD-10";
    Cmd10 = "BG4-CMD-10", "BG3-CMD-11";
    Cmd11 = "BG4-CMD-11", "";
    Cmd12 = "BG4-CMD-12", "";
    Cmd13 = "BG4-CMD-13", "BG3-CMD-12";
    Cmd14 = "BG4-CMD-14", "BG3-KEY-34";
    Cmd15 = "BG4-CMD-15", "BG3-CMD-04";
    Move01 = "BG4-MOVE-01", "BG3-MOV-01";
    Move06 = "BG4-MOVE-06", "BG3-PATH-02";
    Move11 = "BG4-MOVE-11", "BG3-PATH-04";
    Move14 = "BG4-MOVE-14", "BG3-MOV-04";
    Move15 = "BG4-MOVE-15", "BG3-MOV-06";
    Move17 = "BG4-MOVE-17", "BG3-MOV-04";
    Move18 = "BG4-MOVE-18", "BG3-MOV-14";
    Move20 = "BG4-MOVE-20", "BG3-SET-02";
    Move21 = "BG4-MOVE-21", "BG3-MOV-11";
    Move22 = "BG4-MOVE-22", "BG3-CMD-06";
    Man07 = "BG4-MAN-07", "BG3-MOV-10";
    Man08 = "BG4-MAN-08", "BG3-MOV-11";
    Mc02 = "BG4-MC-02", "BG3-MOV-03";
    Mc03 = "BG4-MC-03", "BG3-ORD-18";
    Path01 = "BG4-PATH-01", "BG3-PATH-03";
    Path02 = "BG4-PATH-02", "BG3-RUSH-05";
    Path05 = "BG4-PATH-05", "BG3-PATH-04";
    Ordmv16 = "BG4-ORDMV-16", "BG3-ORD-07";
    Rush01 = "BG4-RUSH-01", "BG3-RUSH-02";
    Rush02 = "BG4-RUSH-02", "BG3-RUSH-02";
    Rush03 = "BG4-RUSH-03", "BG3-RUSH-13";
    Rush04 = "BG4-RUSH-04", "BG3-RUSH-03";
    Rush05 = "BG4-RUSH-05", "BG3-RUSH-05";
    Rush07 = "BG4-RUSH-07", "BG3-RUSH-08";
    Rush09 = "BG4-RUSH-09", "BG3-RUSH-11";
    Rush10 = "BG4-RUSH-10", "BG3-RUSH-10";
    Rush13 = "BG4-RUSH-13", "BG3-RUSH-14";
    Rush14 = "BG4-RUSH-14", "BG3-RUSH-15";
    Rush17 = "BG4-RUSH-17", "BG3-RUSH-20";
    Rush18 = "BG4-RUSH-18", "BG3-MOD-07";
    Rush19 = "BG4-RUSH-19", "BG3-MOD-15";
    Rush20 = "BG4-RUSH-20", "BG3-RUSH-17";
    Rush21 = "BG4-RUSH-21", "BG3-RUSH-16";
    Rush22 = "BG4-RUSH-22", "BG3-RUSH-18";
    Rush24 = "BG4-RUSH-24", "";
    Rout01 = "BG4-ROUT-01", "BG3-ROUT-04";
    Rout02 = "BG4-ROUT-02", "BG3-ROUT-09";
    Rout03 = "BG4-ROUT-03", "BG3-ROUT-03";
    Rout05 = "BG4-ROUT-05", "BG3-ROUT-06";
    Rout06 = "BG4-ROUT-06", "";
    Rout08 = "BG4-ROUT-08", "BG3-ROUT-10";
    Rout10 = "BG4-ROUT-10", "BG3-ROUT-12";
    Rout11 = "BG4-ROUT-11", "BG3-ROUT-11";
    Rout12 = "BG4-ROUT-12", "BG3-ROUT-11";
    Rout16 = "BG4-ROUT-16", "BG3-ROUT-11";
    Eng01 = "BG4-ENG-01", "BG3-MOV-17";
    Eng04 = "BG4-ENG-04", "BG3-MOV-16";
    Eng06 = "BG4-ENG-06", "BG3-BACK-01";
    Eng07 = "BG4-ENG-07", "BG3-BACK-02";
    Eng08 = "BG4-ENG-08", "BG3-BACK-03";
    Eng09 = "BG4-ENG-09", "BG3-BACK-04";
    Cour03 = "BG4-COUR-03", "BG3-COUR-04";
    Cour04 = "BG4-COUR-04", "BG3-COUR-05";
    Cour06 = "BG4-COUR-06", "BG3-COUR-02";
    Cour08 = "BG4-COUR-08", "BG3-COUR-10";
    Cour11 = "BG4-COUR-11", "BG3-MOD-04";
    Cour12 = "BG4-COUR-12", "BG3-COUR-06";
    Cour20 = "BG4-COUR-20", "BG3-COUR-17";
    Comb03 = "BG4-COMB-03", "BG3-COMB-14";
    Comb04 = "BG4-COMB-04", "BG3-COMB-05";
    Comb05 = "BG4-COMB-05", "BG3-COMB-04";
    Comb06 = "BG4-COMB-06", "BG3-COMB-06";
    Comb07 = "BG4-COMB-07", "BG3-COMB-07";
    Comb10 = "BG4-COMB-10", "BG3-COMB-10";
    Comb11 = "BG4-COMB-11", "BG3-COMB-11";
    Comb12 = "BG4-COMB-12", "BG3-COMB-15";
    Atk02 = "BG4-ATK-02", "BG3-ROLL-02";
    Atk03 = "BG4-ATK-03", "BG3-ROLL-07";
    Atk04 = "BG4-ATK-04", "BG3-ROLL-03";
    Atk06 = "BG4-ATK-06", "BG3-ROLL-08";
    Atk07 = "BG4-ATK-07", "";
    Atk08 = "BG4-ATK-08", "";
    Atk11 = "BG4-ATK-11", "BG3-ROLL-05";
    Atk14 = "BG4-ATK-14", "BG3-CCARD-04";
    Atk16 = "BG4-ATK-16", "";
    Atk17 = "BG4-ATK-17", "BG3-CMD-10";
    Mods05 = "BG4-MODS-05", "BG3-MOD-23";
    Mods06 = "BG4-MODS-06", "BG3-MOD-24";
    Mods07 = "BG4-MODS-07", "BG3-MOD-25";
    Mods08 = "BG4-MODS-08", "BG3-MOD-11";
    Mods09 = "BG4-MODS-09", "BG3-MOD-12";
    Mods10 = "BG4-MODS-10", "BG3-MOD-14";
    Mods12 = "BG4-MODS-12", "BG3-MOD-07";
    Mods13 = "BG4-MODS-13", "BG3-MOD-09";
    Mods14 = "BG4-MODS-14", "BG3-MOD-16";
    Mods15 = "BG4-MODS-15", "BG3-MOD-21";
    Mods16 = "BG4-MODS-16", "BG3-MOD-19";
    Mods17 = "BG4-MODS-17", "BG3-ORD-12";
    Mods19 = "BG4-MODS-19", "BG3-MOD-26";
    Mods20 = "BG4-MODS-20", "BG3-MOD-17";
    Mods21 = "BG4-MODS-21", "BG3-MOD-22";
    Cons01 = "BG4-CONS-01", "BG3-COMB-19";
    Cons06 = "BG4-CONS-06", "";
    End02 = "BG4-END-02", "";
    Terr01 = "BG4-TERR-01", "BG3-TERR-01";
    Terr03 = "BG4-TERR-03", "BG3-TERR-07";
    Terr09 = "BG4-TERR-09", "BG3-TERR-02";
    Terr10 = "BG4-TERR-10", "BG3-TERR-04";
    Terr12 = "BG4-TERR-12", "BG3-TERR-06";
    Terr13 = "BG4-TERR-13", "BG3-TERR-12";
    Terr15 = "BG4-TERR-15", "BG3-TERR-21";
    Terr16 = "BG4-TERR-16", "BG3-MOD-26";
    Terr17 = "BG4-TERR-17", "BG3-TERR-18";
    Terr18 = "BG4-TERR-18", "BG3-TERR-19";
    Terr19 = "BG4-TERR-19", "BG3-MOD-23";
    Terr21 = "BG4-TERR-21", "";
    Terr22 = "BG4-TERR-22", "BG3-TERR-17";
    Terr24 = "BG4-TERR-24", "BG3-TERR-11";
    Keyw06 = "BG4-KEYW-06", "BG3-KEY-03";
    Keyw09 = "BG4-KEYW-09", "BG3-COUR-11";
    Keyw11 = "BG4-KEYW-11", "";
    Colos05 = "BG4-COLOS-05", "BG3-KEY-07";
    Fly05 = "BG4-FLY-05", "BG3-KEY-15";
    Fly06 = "BG4-FLY-06", "BG3-KEY-12";
    Fly11 = "BG4-FLY-11", "BG3-KEY-16";
    Fly12 = "BG4-FLY-12", "BG3-KEY-14";
    Fly13 = "BG4-FLY-13", "";
    Fly14 = "BG4-FLY-14", "";
    Fly15 = "BG4-FLY-15", "BG3-SET-14";
    Merc01 = "BG4-MERC-01", "BG3-MERC-01";
    Merc04 = "BG4-MERC-04", "BG3-MERC-04";
    Merc05 = "BG4-MERC-05", "BG3-MERC-06";
    Skirm01 = "BG4-SKIRM-01", "BG3-SET-06";
    Skirm04 = "BG4-SKIRM-04", "BG3-KEY-28";
    Skirm09 = "BG4-SKIRM-09", "BG3-KEY-33";
    Skirm10 = "BG4-SKIRM-10", "BG3-KEY-37";
    Equip02 = "BG4-EQUIP-02", "BG3-KEY-22";
    Equip07 = "BG4-EQUIP-07", "BG3-MOD-22";
    Equip08 = "BG4-EQUIP-08", "";
    Spell01 = "BG4-SPELL-01", "BG3-SPELL-01";
    Spell02 = "BG4-SPELL-02", "BG3-SPELL-01";
    Spell03 = "BG4-SPELL-03", "BG3-SPELL-02";
    Spell04 = "BG4-SPELL-04", "BG3-SPELL-04";
    Spell05 = "BG4-SPELL-05", "BG3-SPELL-04";
    Spell08 = "BG4-SPELL-08", "";
    Setup01 = "BG4-SETUP-01", "BG3-SET-04";
    Setup02 = "BG4-SETUP-02", "BG3-MERC-02";
    Setup03 = "BG4-SETUP-03", "BG3-ARMY-03";
    Setup04 = "BG4-SETUP-04", "BG3-SCEN-01";
    Army01 = "BG4-ARMY-01", "BG3-ARMY-01";
    Army02 = "BG4-ARMY-02", "BG3-ARMY-04";
    Army03 = "BG4-ARMY-03", "BG3-ARMY-05";
    Army06 = "BG4-ARMY-06", "BG3-ARMY-02";
    Deploy01 = "BG4-DEPLOY-01", "BG3-SET-03";
    Deploy02 = "BG4-DEPLOY-02", "BG3-SET-05";
    Deploy03 = "BG4-DEPLOY-03", "BG3-SET-06";
    Deploy05 = "BG4-DEPLOY-05", "BG3-SET-12";
    Deploy06 = "BG4-DEPLOY-06", "BG3-SET-09";
    Deploy07 = "BG4-DEPLOY-07", "BG3-SET-11";
    Scen02 = "BG4-SCEN-02", "";
    Scen03 = "BG4-SCEN-03", "";
    Scen04 = "BG4-SCEN-04", "BG3-SET-13";
    Scen05 = "BG4-SCEN-05", "";
    Scen06 = "BG4-SCEN-06", "BG3-SET-13";
    Scen07 = "BG4-SCEN-07", "BG3-GEN-08";
    Scen08 = "BG4-SCEN-08", "BG3-SCEN-01";

    Keyw01 = "BG4-KEYW-01", "BG3-KEY-01";
    Colos01 = "BG4-COLOS-01", "BG3-KEY-05";
    Fly01 = "BG4-FLY-01", "BG3-KEY-12";
    Equip01 = "BG4-EQUIP-01", "BG3-KEY-22";
    Deploy04 = "BG4-DEPLOY-04", "BG3-SET-08";

    TurnsAway = "", "BG3-COUR-08";
    RoutDirection = "", "BG3-ROUT-04";
    Outreached = "", "BG3-MOD-06";
    Frightened = "", "BG3-MOD-04";
    InColour = "", "BG3-MOD-03";
    EngagedTarget = "", "BG3-MOD-20";
    CavalryTarget = "", "BG3-MOD-18";
    SoundsCharge = "", "BG3-CMD-12";
    NoFollow = "", "BG3-ORD-01";
    Shot = "", "BG3-COMB-08";
    Heights = "", "BG3-TERR-09";
    CloseOrder = "", "BG3-ORD-02";
    HoldOrder = "", "BG3-ORD-03";
    FirstTurn = "", "BG3-TURN-03";
    PinchingAlone = "", "BG3-MOD-13";
    RunThrough = "", "BG3-ROUT-11";
    MinimumDamage = "", "BG3-KEY-06";
    Throws = "", "BG3-KEY-23";
    Paid = "", "BG3-ORD-08";
    NoMoveAndShoot = "", "BG3-ERR-05";
    FliesOff = "", "BG3-SET-14";
    DamageRoll = "", "BG3-ROLL-04";
    DeadTarget = "", "BG3-COMB-16";
    RemovesCards = "", "BG3-MERC-05";
    ManeuversOnPoint = "", "BG3-ORD-16";
    Obstacle = "", "BG3-PATH-04";
    Lands = "", "BG3-KEY-17";
    Overlaps = "", "BG3-MOV-14";
    ActionsInOwnPhase = "", "BG3-CMD-02";
    RallyFacing = "", "BG3-CMD-11";
    HealedOnce = "", "BG3-SPELL-05";
    PartnersRush = "", "BG3-SCEN-03";
    FearsNothing = "", "BG3-MOD-05";
    SeveralRanges = "", "BG3-CARD-07";
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::Rules as _;

    use super::Rule;
    use crate::editions::Edition;
    use crate::{Battleground, Battleground3};

    #[test]
    fn every_cited_rule_stands_in_the_list_of_rules_in_its_order() {
        let list: Vec<&str> = Battleground::rulebook()
            .rules()
            .iter()
            .map(|rule| &*rule.id)
            .collect();
        let places: Vec<Option<usize>> = Rule::ALL
            .iter()
            .filter_map(|cited| cited.own_id(Edition::V4))
            .map(|cited| list.iter().position(|id| *id == cited))
            .collect();
        assert!(places.iter().all(Option::is_some), "{places:?}");
        let breaks = places.windows(2).filter(|pair| pair[0] > pair[1]).count();
        assert_eq!(breaks, 1, "only the rules of packs begin anew: {places:?}");
    }

    #[test]
    fn every_rule_is_cited_by_an_id_of_the_list_of_either_edition() {
        assert_eq!(Battleground3::rulebook().rules().len(), 341);
        for cited in Rule::ALL {
            let later = cited.id(Edition::V4);
            assert!(
                Battleground::rulebook().get(later).is_some(),
                "{cited:?}: {later}"
            );
            let earlier = cited.id(Edition::V3);
            assert!(
                Battleground3::rulebook().get(earlier).is_some(),
                "{cited:?}: {earlier}"
            );
        }
    }

    #[test]
    fn what_an_edition_does_not_have_is_settled_by_another_of_its_rules() {
        for cited in Rule::ALL {
            let mapped = cited.own_id(Edition::V3).is_some() || cited.closes_in_v3() != "BG3-GEN-06";
            assert!(mapped, "{cited:?}: no rule of the earlier edition settles it");
            let mapped = cited.own_id(Edition::V4).is_some()
                || *cited == Rule::NoFollow
                || cited.closes_in_v4() != "BG4-ORDER-01";
            assert!(mapped, "{cited:?}: no rule of the later edition settles it");
        }
        assert_eq!(Rule::Mods14.id(Edition::V3), "BG3-MOD-16", "range bands");
        assert_eq!(Rule::Rush24.own_id(Edition::V3), None, "corner rushes are new");
        assert_eq!(
            Rule::Throws.own_id(Edition::V4),
            None,
            "throws of their own are gone"
        );
    }

    #[test]
    fn a_rule_is_named_by_its_id_in_the_other_edition() {
        assert_eq!(Rule::twin_of("BG4-MODS-14"), Some("BG3-MOD-16"));
        assert_eq!(Rule::twin_of("BG3-MOD-16"), Some("BG4-MODS-14"));
        // The front arc is one rule in both; two rules of the facing side are one in the earlier edition.
        assert_eq!(Rule::twin_of("BG3-GEO-02"), Some("BG4-GEO-10"));
        // Corner rushes are new: the placement of rushes settles them.
        assert_eq!(Rule::twin_of("BG4-RUSH-24"), Some("BG3-RUSH-14"));
        assert_eq!(Rule::twin_of("BG3-MOV-14"), Some("BG4-MOVE-18"));
        assert_eq!(Rule::twin_of("BG3-ROUT-01"), None);
    }
}
