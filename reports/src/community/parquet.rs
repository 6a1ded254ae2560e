//! An answer as Parquet: the columns of the CSV with types, for programs that read many at once.
//!
//! Ids and names are strings, counts are unsigned numbers of 64 bits, figures and the ends of their intervals are
//! doubles; what is hidden, or not known of a cell, is null. The file says by itself what was asked, when, and that
//! it is free to use.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::columns::{Column, Kind, Value};
use super::{CommunityAnswer, CommunityCell, CommunityQuery};

/// The licence of the figures, as SPDX names it.
pub const FIGURES_LICENCE: &str = "CC0-1.0";
const IN_MEMORY: &str = "a vector takes every byte, and every column is written once with its own type";

impl CommunityAnswer {
    /// The cells as a Parquet file. `made_at` is the time that stands in it (RFC 3339).
    pub fn parquet(&self, made_at: &str) -> Vec<u8> {
        self.written(made_at).expect(IN_MEMORY)
    }

    fn written(&self, made_at: &str) -> Result<Vec<u8>, ParquetError> {
        let columns = self.columns();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("hindsight".to_owned())
            .set_key_value_metadata(Some(self.about(made_at)))
            .build();
        let mut file = SerializedFileWriter::new(Vec::new(), schema(&columns)?, Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for column in &columns {
            let mut writer = group.next_column()?.expect("the schema has this column");
            write(&mut writer, column, &self.cells)?;
            writer.close()?;
        }
        group.close()?;
        file.into_inner()
    }

    /// What the file says of itself.
    fn about(&self, made_at: &str) -> Vec<KeyValue> {
        [
            ("query", self.query.address()),
            ("licence", FIGURES_LICENCE.to_owned()),
            ("made_at", made_at.to_owned()),
            ("left_out", self.left_out.to_string()),
        ]
        .map(|(key, value)| KeyValue::new(key.to_owned(), value))
        .to_vec()
    }
}

impl CommunityQuery {
    /// The question as the query of an address, without the question mark.
    pub fn address(&self) -> String {
        let by: Vec<&str> = self.by.iter().map(|dimension| dimension.word()).collect();
        let mut address = format!(
            "group={}&draws={}&minimum_games={}",
            by.join(","),
            self.draws.word(),
            self.least
        );
        let filter = self.filter.query();
        if !filter.is_empty() {
            address.push('&');
            address.push_str(&filter);
        }
        address
    }
}

/// The form of the table.
fn schema(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let fields = columns
        .iter()
        .map(|column| field(column).map(Arc::new))
        .collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("community_figures")
        .with_fields(fields)
        .build()?;
    Ok(Arc::new(schema))
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind() {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Count | Kind::MaybeCount => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Kind::MaybeFigure => (Physical::DOUBLE, None),
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(logical)
        .with_repetition(if may_be_null(column) {
            Repetition::OPTIONAL
        } else {
            Repetition::REQUIRED
        })
        .build()
}

fn may_be_null(column: &Column) -> bool {
    match column.kind() {
        Kind::Text | Kind::Count => false,
        Kind::MaybeCount | Kind::MaybeFigure => true,
    }
}

fn write(
    writer: &mut SerializedColumnWriter<'_>,
    column: &Column,
    cells: &[CommunityCell],
) -> Result<(), ParquetError> {
    match column.kind() {
        Kind::Text => write_as::<ByteArrayType>(writer, column, cells, |value| match value {
            Value::Text(text) => Some(ByteArray::from(text)),
            Value::Count(_) | Value::Figure(_) => None,
        }),
        // The same 64 bits: the schema says that they have no sign.
        Kind::Count | Kind::MaybeCount => write_as::<Int64Type>(writer, column, cells, |value| match value {
            Value::Count(count) => Some(count.cast_signed()),
            Value::Text(_) | Value::Figure(_) => None,
        }),
        Kind::MaybeFigure => write_as::<DoubleType>(writer, column, cells, |value| match value {
            Value::Figure(figure) => Some(figure),
            Value::Text(_) | Value::Count(_) => None,
        }),
    }
}

/// Writes a column: the values that there are, and beside them which lines have one.
fn write_as<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    column: &Column,
    cells: &[CommunityCell],
    typed: impl Fn(Value<'_>) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let read: Vec<Option<T::T>> = cells
        .iter()
        .map(|cell| column.of(cell).and_then(&typed))
        .collect();
    let there: Vec<i16> = read.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = read.into_iter().flatten().collect();
    let levels = may_be_null(column).then_some(&there[..]);
    writer.typed::<T>().write_batch(&values, levels, None)?;
    Ok(())
}
