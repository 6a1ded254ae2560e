//! Packs: reading and checking, the sample pack, the import of public unit data.
