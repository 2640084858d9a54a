//! Numbers as people type them.

use core::error::Error;
use core::fmt::{self, Write as _};

use crate::Bits;

/// Reads a number: decimal, binary after `0b`, or hexadecimal after `0x`.
///
/// Prefixes and digits may be in either case. Underscores may stand anywhere but at the very
/// beginning, as in Rust. Signs and spaces are not allowed.
///
/// # Errors
///
/// [`ParseBitsError`] if the text is not such a number or does not fit the width. A wrong digit is
/// reported even if the number is also too large.
///
/// # Examples
///
/// ```
/// use crownhead_bits::parse;
///
/// assert_eq!(parse("0b1111_0000"), Ok(240u8));
/// assert_eq!(parse("0XfFf"), Ok(4095u16));
/// assert_eq!(parse("1_000_000"), Ok(1_000_000u32));
/// assert!(parse::<u8>("256").is_err());
/// ```
pub fn parse<T: Bits>(text: &str) -> Result<T, ParseBitsError> {
    let (radix, digits) = Radix::split(text);
    radix
        .value(digits)
        .and_then(|value| T::try_from(value).map_err(|_| ParseBitsErrorKind::TooLarge))
        .map_err(|kind| ParseBitsError {
            quote: Quote::new(text),
            kind,
            radix,
            width: T::WIDTH,
            max: T::MAX.into(),
        })
}

/// Why a text is not a number of some width.
///
/// The message quotes the text, cut short if it is long, and says what is expected.
///
/// # Examples
///
/// ```
/// use crownhead_bits::parse;
///
/// let error = parse::<u8>("0b12").expect_err("2 is not a binary digit");
/// assert_eq!(
///     error.to_string(),
///     "'2' in \"0b12\" is not a binary digit; expected decimal like 11, binary like 0b1011 \
///      or hexadecimal like 0xB, at most 255"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBitsError {
    quote: Quote,
    kind: ParseBitsErrorKind,
    radix: Radix,
    width: u32,
    max: u64,
}

impl ParseBitsError {
    /// The kind of error.
    ///
    /// # Examples
    ///
    /// ```
    /// use crownhead_bits::{ParseBitsErrorKind, parse};
    ///
    /// let error = parse::<u8>("256").expect_err("the largest u8 is 255");
    /// assert_eq!(error.kind(), ParseBitsErrorKind::TooLarge);
    /// assert_eq!(error.to_string(), "\"256\" does not fit in 8 bits; expected at most 255");
    /// ```
    #[must_use]
    pub fn kind(&self) -> ParseBitsErrorKind {
        self.kind
    }
}

impl fmt::Display for ParseBitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseBitsError { quote, kind, radix, width, max } = self;
        match kind {
            ParseBitsErrorKind::NoDigits => write!(f, "{quote} has no digits")?,
            ParseBitsErrorKind::InvalidDigit(c) => {
                write!(f, "{c:?} in {quote} is not a {} digit", radix.name())?;
            }
            ParseBitsErrorKind::TooLarge => {
                return write!(f, "{quote} does not fit in {width} bits; expected at most {max}");
            }
        }
        f.write_str("; expected decimal like 11, binary like 0b1011 or hexadecimal like 0xB")?;
        write!(f, ", at most {max}")
    }
}

impl Error for ParseBitsError {}

/// The kinds of [`ParseBitsError`].
///
/// # Examples
///
/// ```
/// use crownhead_bits::{ParseBitsErrorKind, parse};
///
/// let kind = |text| parse::<u8>(text).map_err(|error| error.kind());
/// assert_eq!(kind("0x"), Err(ParseBitsErrorKind::NoDigits));
/// assert_eq!(kind("-1"), Err(ParseBitsErrorKind::InvalidDigit('-')));
/// assert_eq!(kind("0x100"), Err(ParseBitsErrorKind::TooLarge));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseBitsErrorKind {
    /// There are no digits, or only a prefix and underscores.
    NoDigits,
    /// This character is not a digit in the radix of the number.
    InvalidDigit(char),
    /// The number is larger than the largest value of the width.
    TooLarge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Radix {
    Binary,
    Decimal,
    Hexadecimal,
}

impl Radix {
    /// The radix that the prefix stands for, and the text after the prefix.
    fn split(text: &str) -> (Radix, &str) {
        if let Some(digits) = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B")) {
            (Radix::Binary, digits)
        } else if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            (Radix::Hexadecimal, digits)
        } else {
            (Radix::Decimal, text)
        }
    }

    fn value(self, digits: &str) -> Result<u64, ParseBitsErrorKind> {
        if self == Radix::Decimal && digits.starts_with('_') {
            return Err(ParseBitsErrorKind::InvalidDigit('_'));
        }
        let mut has_digits = false;
        let mut value = Some(0u64);
        for c in digits.chars().filter(|&c| c != '_') {
            let digit = c.to_digit(self.base()).ok_or(ParseBitsErrorKind::InvalidDigit(c))?;
            has_digits = true;
            value = value
                .and_then(|value| value.checked_mul(self.base().into()))
                .and_then(|value| value.checked_add(digit.into()));
        }
        if !has_digits {
            return Err(ParseBitsErrorKind::NoDigits);
        }
        value.ok_or(ParseBitsErrorKind::TooLarge)
    }

    fn base(self) -> u32 {
        match self {
            Radix::Binary => 2,
            Radix::Decimal => 10,
            Radix::Hexadecimal => 16,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Radix::Binary => "binary",
            Radix::Decimal => "decimal",
            Radix::Hexadecimal => "hexadecimal",
        }
    }
}

/// Long enough for any number worth reading in a message.
const QUOTE_CAPACITY: usize = 48;

/// The beginning of a text, owned.
#[derive(Clone, PartialEq, Eq)]
struct Quote {
    bytes: [u8; QUOTE_CAPACITY],
    len: usize,
    is_cut: bool,
}

impl Quote {
    fn new(text: &str) -> Quote {
        let mut quote = Quote { bytes: [0; QUOTE_CAPACITY], len: 0, is_cut: false };
        for c in text.chars() {
            let end = quote.len + c.len_utf8();
            if end > QUOTE_CAPACITY {
                quote.is_cut = true;
                break;
            }
            c.encode_utf8(&mut quote.bytes[quote.len..]);
            quote.len = end;
        }
        quote
    }

    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Debug` escapes control characters, which must not reach a terminal.
        write!(f, "{:?}", self.as_str())?;
        if self.is_cut { f.write_char('…') } else { Ok(()) }
    }
}

impl fmt::Debug for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
