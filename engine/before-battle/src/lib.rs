//! The rules of Before Battle
