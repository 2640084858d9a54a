//! What the two databases have in common: statements with values, and rows that are read column by column.

use crate::club::{Append, Appended, Begin, RatingChange};
use crate::{Answer, StoreError};

/// A database that carries out statements. What takes several changes at once has a method of its own, for each
/// database does that in its own way.
pub trait Database: Send + Sync + 'static {
    /// The rows that a statement gives.
    fn rows<T: Send + 'static>(
        &self,
        statement: Statement,
        values: Vec<Value>,
        read: Read<T>,
    ) -> Answer<'_, Vec<T>>;

    /// Carries out a first statement and, if that gives a row, all the others, or nothing. All have the same values, and
    /// the others end with a condition. Did the first one give a row?
    fn change_together(
        &self,
        first: Statement,
        others: Vec<Statement>,
        values: Vec<Value>,
    ) -> Answer<'_, bool>;

    /// Adds a game and takes all of these offers away, or does neither. Was it done?
    fn begin_game(&self, begin: Begin, offers: Vec<String>) -> Answer<'_, bool>;

    /// Adds events, with what ends or begins by them.
    fn append_events(&self, append: Append) -> Answer<'_, Appended>;

    /// Saves both ratings and what is shown beside the game, or nothing. Was it done?
    fn save_ratings(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool>;

    /// One row that a query finds, if it finds one.
    fn one<T: Send + 'static>(
        &self,
        statement: Statement,
        values: Vec<Value>,
        read: Read<T>,
    ) -> Answer<'_, Option<T>> {
        Box::pin(async move { Ok(self.rows(statement, values, read).await?.into_iter().next()) })
    }

    /// Carries out a change that gives back a row for each row it changes. How many were there?
    fn change(&self, statement: Statement, values: Vec<Value>) -> Answer<'_, usize> {
        Box::pin(async move { Ok(self.rows(statement, values, |_| Ok(())).await?.len()) })
    }

    /// Carries out a change.
    fn make(&self, statement: Statement, values: Vec<Value>) -> Answer<'_, ()> {
        Box::pin(async move { self.change(statement, values).await.map(drop) })
    }
}

/// A statement in the words that both databases understand; its values are `$1`, `$2` and so on.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(crate) sql: std::borrow::Cow<'static, str>,
    /// SQLite is never in doubt.
    #[cfg_attr(not(feature = "postgres"), allow(dead_code, reason = "only a connection can be lost"))]
    pub(crate) repeat: Repeat,
}

/// May a statement be carried out again when nobody knows whether it was?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Yes: twice comes to the same as once.
    Freely,
    /// No.
    Never,
}

impl Statement {
    /// One that may be carried out twice.
    pub(crate) const fn freely(sql: &'static str) -> Statement {
        Statement { sql: std::borrow::Cow::Borrowed(sql), repeat: Repeat::Freely }
    }

    /// One that may not.
    pub(crate) const fn once(sql: &'static str) -> Statement {
        Statement { sql: std::borrow::Cow::Borrowed(sql), repeat: Repeat::Never }
    }
}

/// A value of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text.
    Text(Option<String>),
    /// A whole number.
    Number(Option<i64>),
    /// A number with a fraction.
    Real(f64),
    /// Yes or no.
    Flag(bool),
}

macro_rules! from {
    ($($type:ty: $value:ident => $into:expr;)*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $into
            }
        })*
    };
}

from! {
    String: text => Value::Text(Some(text));
    &str: text => Value::Text(Some(text.to_owned()));
    Option<String>: text => Value::Text(text);
    u64: number => Value::Number(Some(number as i64));
    i64: number => Value::Number(Some(number));
    u32: number => Value::Number(Some(number.into()));
    i32: number => Value::Number(Some(number.into()));
    u8: number => Value::Number(Some(number.into()));
    Option<u64>: number => Value::Number(number.map(|number| number as i64));
    Option<i32>: number => Value::Number(number.map(Into::into));
    f64: number => Value::Real(number);
    bool: flag => Value::Flag(flag);
}

/// The values of a statement, in their order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { Vec::<$crate::database::Value>::from([$($crate::database::Value::from($value)),*]) };
}
pub(crate) use values;

/// A row as a database gives it. What is not there is none.
pub(crate) trait Columns {
    /// A text.
    fn text(&self, column: usize) -> Result<Option<String>, StoreError>;
    /// A whole number, of whatever width.
    fn number(&self, column: usize) -> Result<Option<i64>, StoreError>;
    /// A number with a fraction.
    fn real(&self, column: usize) -> Result<Option<f64>, StoreError>;
    /// Yes or no.
    fn flag(&self, column: usize) -> Result<Option<bool>, StoreError>;
}

/// From a row to what it means.
pub(crate) type Read<T> = fn(&mut Row<'_>) -> Result<T, StoreError>;

/// A row that is read from the left to the right.
pub struct Row<'a> {
    columns: &'a dyn Columns,
    next: usize,
}

impl<'a> Row<'a> {
    pub(crate) fn new(columns: &'a dyn Columns) -> Row<'a> {
        Row { columns, next: 0 }
    }

    /// The next column.
    pub(crate) fn next<T: Field>(&mut self) -> Result<T, StoreError> {
        let column = self.next;
        self.next += 1;
        let missing = || StoreError::Failed(format!("column {column} of a row is empty").into());
        T::read(self.columns, column)?.ok_or_else(missing)
    }
}

/// Something that is in a column.
pub(crate) trait Field: Sized {
    /// Reads it; none if the column is empty.
    fn read(columns: &dyn Columns, column: usize) -> Result<Option<Self>, StoreError>;
}

impl<T: Field> Field for Option<T> {
    fn read(columns: &dyn Columns, column: usize) -> Result<Option<Option<T>>, StoreError> {
        T::read(columns, column).map(Some)
    }
}

macro_rules! fields {
    ($($type:ty: $read:ident $(as $cast:ty)?;)*) => {
        $(impl Field for $type {
            fn read(columns: &dyn Columns, column: usize) -> Result<Option<$type>, StoreError> {
                columns.$read(column)$(.map(|found| found.map(|number| number as $cast)))?
            }
        })*
    };
}

fields! {
    String: text;
    bool: flag;
    f64: real;
    i64: number;
    u64: number as u64;
    u32: number as u32;
    i32: number as i32;
    u8: number as u8;
}
