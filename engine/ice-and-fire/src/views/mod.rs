//! What players see of a game: pictures, facts, sentences, notation, inspections and what each seat may know.
