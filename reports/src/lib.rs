//! Pictures, charts and statistics folded from boards and facts
