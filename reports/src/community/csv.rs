//! An answer as CSV: a line a cell, every number with how many it was counted from and its interval.

use super::CommunityAnswer;
use super::columns::Value;
use crate::statistics::table::column::{Cell, number, text, whole};

impl CommunityAnswer {
    /// The cells as CSV, with a header line.
    pub fn csv(&self) -> String {
        let columns = self.columns();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer
            .write_record(columns.iter().map(|column| &column.name))
            .expect("a vector takes every byte");
        for cell in &self.cells {
            writer
                .write_record(columns.iter().map(|column| written(column.of(cell))))
                .expect("every line has as many cells as the header");
        }
        let bytes = writer.into_inner().expect("a vector takes every byte");
        String::from_utf8(bytes).expect("cells are text")
    }
}

fn written(value: Option<Value<'_>>) -> Cell {
    match value {
        None => Cell::new(),
        Some(Value::Text(said)) => text(said),
        Some(Value::Count(count)) => whole(count),
        Some(Value::Figure(figure)) => number(figure),
    }
}
