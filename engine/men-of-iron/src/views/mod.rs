//! How a game is shown: board, facts, sentences, notation, questions about a position, threats, drawn positions.
