//! Combat tables with every die roll modifier and its rule id, as pure functions of a described situation.
