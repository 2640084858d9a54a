//! Values in and rows out, in PostgreSQL.

use std::error::Error;

use tokio_postgres::Row;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::link::failed;
use crate::StoreError;
use crate::database::{Columns, Value};

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Text(text) => text.to_sql(ty, out),
            Value::Number(None) => Ok(IsNull::Yes),
            // The column says how wide a number is.
            Value::Number(Some(number)) if *ty == Type::INT2 => i16::try_from(*number)?.to_sql(ty, out),
            Value::Number(Some(number)) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Value::Number(Some(number)) => number.to_sql(ty, out),
            Value::Real(number) => number.to_sql(ty, out),
            Value::Flag(flag) => flag.to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        [Type::TEXT, Type::INT2, Type::INT4, Type::INT8, Type::FLOAT8, Type::BOOL].contains(ty)
    }

    to_sql_checked!();
}

/// A whole number of whatever width.
struct Number(i64);

impl<'a> FromSql<'a> for Number {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Number, Box<dyn Error + Sync + Send>> {
        Ok(Number(match *ty {
            Type::INT2 => i16::from_sql(ty, raw)?.into(),
            Type::INT4 => i32::from_sql(ty, raw)?.into(),
            _ => i64::from_sql(ty, raw)?,
        }))
    }

    fn accepts(ty: &Type) -> bool {
        [Type::INT2, Type::INT4, Type::INT8].contains(ty)
    }
}

impl Columns for Row {
    fn text(&self, column: usize) -> Result<Option<String>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        let number: Option<Number> = self.try_get(column).map_err(failed)?;
        Ok(number.map(|Number(number)| number))
    }

    fn real(&self, column: usize) -> Result<Option<f64>, StoreError> {
        self.try_get(column).map_err(failed)
    }

    fn flag(&self, column: usize) -> Result<Option<bool>, StoreError> {
        self.try_get(column).map_err(failed)
    }
}
