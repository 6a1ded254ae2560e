//! One serializer for `MessagePack`, JSON text and trees of JSON: which of them it writes is chosen at run time.
//!
//! With a serializer for each form the `Serialize` of each of the games' hundreds of types would be compiled once for each form:
//! that was a third of the code of this workspace's package of all games.

mod form;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Value};

use form::{Collection, Form, Scalar};

/// The name of a newtype struct whose text is JSON already: [`json_text`] takes it over as it is.
pub(crate) const WRITTEN_JSON: &str = "$hindsight::WrittenJson";

/// A value as `MessagePack` with named fields, behind what the buffer holds already.
///
/// # Errors
/// Those of the value's own `Serialize`.
pub(crate) fn packed<T: Serialize + ?Sized>(value: &T, buffer: Vec<u8>) -> Result<Vec<u8>, Error> {
    let mut form = Form::packed(buffer);
    value.serialize(ValueWriter { form: &mut form })?;
    Ok(form.into_bytes())
}

/// A value as JSON text.
///
/// # Errors
/// Those of the value's own `Serialize`; a key of a map that is a list, a map or null.
pub(crate) fn json_text<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut form = Form::text();
    value.serialize(ValueWriter { form: &mut form })?;
    Ok(form.into_bytes())
}

/// A value as a tree of JSON.
///
/// # Errors
/// Those of [`json_text`].
pub(crate) fn json_tree<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    let mut form = Form::tree();
    value.serialize(ValueWriter { form: &mut form })?;
    Ok(form.into_value())
}

/// The serializer: writes the next value of a form.
struct ValueWriter<'w> {
    form: &'w mut Form,
}

impl<'w> ValueWriter<'w> {
    fn collection(self, collection: Collection) -> Collected<'w> {
        Collected {
            form: self.form,
            collection,
        }
    }
}

/// Methods that write a scalar.
macro_rules! write_scalar {
    ($($method:ident $type:ty => $scalar:ident $wide:ty),+) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<(), Error> {
            self.form.scalar(Scalar::$scalar(<$wide>::from(value)))
        })+
    };
}

impl<'w> Serializer for ValueWriter<'w> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Collected<'w>;
    type SerializeTuple = Collected<'w>;
    type SerializeTupleStruct = Collected<'w>;
    type SerializeTupleVariant = Collected<'w>;
    type SerializeMap = Collected<'w>;
    type SerializeStruct = Collected<'w>;
    type SerializeStructVariant = Collected<'w>;

    write_scalar! {
        serialize_bool bool => Bool bool,
        serialize_i8 i8 => Signed i64, serialize_i16 i16 => Signed i64, serialize_i32 i32 => Signed i64,
        serialize_i64 i64 => Signed i64,
        serialize_u8 u8 => Unsigned u64, serialize_u16 u16 => Unsigned u64, serialize_u32 u32 => Unsigned u64,
        serialize_u64 u64 => Unsigned u64,
        serialize_f32 f32 => Single f32, serialize_f64 f64 => Double f64
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.form.scalar(Scalar::Text(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.form.scalar(Scalar::Bytes(value))
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Error> {
        self.form.scalar(Scalar::Null)
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.form.scalar(Scalar::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.form.unit_struct()
    }

    #[inline]
    fn serialize_unit_variant(self, _name: &str, _index: u32, variant: &'static str) -> Result<(), Error> {
        self.form.scalar(Scalar::Text(variant))
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if name == WRITTEN_JSON {
            self.form.next_is_json();
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.form.open_variant(variant)?;
        value.serialize(ValueWriter { form: self.form })?;
        self.form.close_variant();
        Ok(())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Collected<'w>, Error> {
        let collection = self.form.open_list(len)?;
        Ok(self.collection(collection))
    }

    fn serialize_tuple(self, len: usize) -> Result<Collected<'w>, Error> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _name: &'static str, len: usize) -> Result<Collected<'w>, Error> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Collected<'w>, Error> {
        self.form.open_variant(variant)?;
        self.serialize_seq(Some(len))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Collected<'w>, Error> {
        let collection = self.form.open_map(len)?;
        Ok(self.collection(collection))
    }

    fn serialize_struct(self, _name: &'static str, len: usize) -> Result<Collected<'w>, Error> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Collected<'w>, Error> {
        self.form.open_variant(variant)?;
        self.serialize_map(Some(len))
    }

    fn is_human_readable(&self) -> bool {
        self.form.is_human_readable()
    }
}

/// A list, a map, a struct or a variant that is being written.
struct Collected<'w> {
    form: &'w mut Form,
    collection: Collection,
}

impl Collected<'_> {
    #[inline]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        self.form.next_item(&mut self.collection);
        value.serialize(ValueWriter { form: self.form })
    }

    #[inline]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.form.next_field(&mut self.collection, name)?;
        value.serialize(ValueWriter { form: self.form })
    }
}

/// Implementations for what is written item by item, without and with the name of a variant around it.
macro_rules! write_items {
    ($($kind:ident $method:ident $end:ident),+) => {
        $(impl $kind for Collected<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.form.$end(&self.collection);
                Ok(())
            }
        })+
    };
}

write_items! {
    SerializeSeq serialize_element close,
    SerializeTuple serialize_element close,
    SerializeTupleStruct serialize_field close,
    SerializeTupleVariant serialize_field close_with_variant
}

/// The same for what is written field by field.
macro_rules! write_fields {
    ($($kind:ident $end:ident),+) => {
        $(impl $kind for Collected<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.form.$end(&self.collection);
                Ok(())
            }
        })+
    };
}

write_fields! {
    SerializeStruct close,
    SerializeStructVariant close_with_variant
}

impl SerializeMap for Collected<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Error> {
        self.form.next_key(&mut self.collection);
        key.serialize(ValueWriter { form: self.form })?;
        self.form.end_key()
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(ValueWriter { form: self.form })
    }

    fn end(self) -> Result<(), Error> {
        self.form.close(&self.collection);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
