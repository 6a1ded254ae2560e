//! What a game is made of: names, state, agenda steps and questions, command, event and fold.
