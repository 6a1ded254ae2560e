//! What a pack holds: unit cards, attacks, abilities, attachments, tactics cards, Orders, terrain and their effects.
