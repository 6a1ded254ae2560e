//! The exact odds of an attack, from its declaration to the end of its Panic Test.
