//! Text against the formatter of the language, and back.

use crownhead_bits::{Bits, ParseBitsErrorKind, parse};
use proptest::prelude::*;

macro_rules! text_matches_native {
    ($($name:ident: $uint:ident,)*) => { $(mod $name {
        use super::*;

        const HEX_DIGITS: usize = $uint::BITS as usize / 4;

        proptest! {
            #[test]
            fn fixed_width(value: $uint) {
                let binary = format!("{value:0width$b}", width = $uint::BITS as usize);
                let hex = format!("{value:0HEX_DIGITS$X}");
                prop_assert_eq!(value.binary().without_prefix().to_string(), &binary[..]);
                prop_assert_eq!(value.hex().without_prefix().to_string(), &hex[..]);
                prop_assert_eq!(value.binary().to_string(), format!("0b{binary}"));
                prop_assert_eq!(value.hex().to_string(), format!("0x{hex}"));
            }

            #[test]
            fn groups_have_their_size(value: $uint, n in 1..100u32) {
                for digits in [value.binary(), value.hex()] {
                    let text = digits.without_prefix().grouped(n).to_string();
                    let groups: Vec<&str> = text.split('_').collect();
                    prop_assert!(groups[1..].iter().all(|group| group.len() == n as usize));
                    prop_assert!((1..=n as usize).contains(&groups[0].len()));
                    prop_assert_eq!(groups.concat(), digits.without_prefix().to_string());
                    prop_assert_eq!(digits.grouped(0), digits);
                }
            }

            #[test]
            fn written_is_read(value: $uint, n in 0..9u32) {
                for text in [
                    value.to_string(),
                    value.binary().grouped(n).to_string(),
                    value.hex().grouped(n).to_string(),
                ] {
                    prop_assert_eq!(parse(&text), Ok(value));
                    prop_assert_eq!(parse(&text.to_uppercase()), Ok(value));
                    prop_assert_eq!(parse(&text.to_lowercase()), Ok(value));
                }
            }

            #[test]
            fn decimal_as_native(text in "[0-9]{1,22}") {
                prop_assert_eq!(parse::<$uint>(&text).ok(), text.parse::<$uint>().ok());
            }

            #[test]
            fn any_text_gives_an_answer(text: String) {
                if let Err(error) = parse::<$uint>(&text) {
                    prop_assert!(error.to_string().contains(&$uint::MAX.to_string()));
                }
            }
        }

        #[test]
        fn largest_and_one_more() {
            let (max, above) = ($uint::MAX, u128::from($uint::MAX) + 1);
            assert_eq!(parse(&format!("{max}")), Ok(max));
            for text in [format!("{above}"), format!("{above:#b}"), format!("{above:#x}")] {
                let error = parse::<$uint>(&text).expect_err("one more than the largest");
                assert_eq!(error.kind(), ParseBitsErrorKind::TooLarge);
                assert!(error.to_string().ends_with(&format!("at most {max}")));
            }
        }
    })* };
}

text_matches_native! {
    width_8: u8,
    width_16: u16,
    width_32: u32,
    width_64: u64,
}

#[track_caller]
fn check(text: &str, expected: Result<u16, ParseBitsErrorKind>) {
    assert_eq!(parse::<u16>(text).map_err(|error| error.kind()), expected, "{text:?}");
}

#[test]
fn typed_numbers() {
    use ParseBitsErrorKind::{InvalidDigit, NoDigits, TooLarge};
    check("0", Ok(0));
    check("007", Ok(7));
    check("0b1011", Ok(11));
    check("0B1011", Ok(11));
    check("0xFFF", Ok(4095));
    check("0XfFf", Ok(4095));
    check("0x_ff_", Ok(255));
    check("1__0_", Ok(10));
    check("0x00000000000000000000000F", Ok(15));
    check("", Err(NoDigits));
    check("0b", Err(NoDigits));
    check("0x_", Err(NoDigits));
    check("_", Err(InvalidDigit('_')));
    check("_1", Err(InvalidDigit('_')));
    check("0b2", Err(InvalidDigit('2')));
    check("FF", Err(InvalidDigit('F')));
    check("0o17", Err(InvalidDigit('o')));
    check("-1", Err(InvalidDigit('-')));
    check("+1", Err(InvalidDigit('+')));
    check(" 1", Err(InvalidDigit(' ')));
    check("٣", Err(InvalidDigit('٣')));
    check("65536", Err(TooLarge));
    check("99999999999999999999999x", Err(InvalidDigit('x')));
}

#[test]
fn errors_read_well() {
    let message = |text: &str| parse::<u8>(text).expect_err("not a u8").to_string();
    let expected = "expected decimal like 11, binary like 0b1011 or hexadecimal like 0xB, at most 255";
    assert_eq!(message(""), format!("\"\" has no digits; {expected}"));
    assert_eq!(message("1\n"), format!("'\\n' in \"1\\n\" is not a decimal digit; {expected}"));
    assert_eq!(message("0x100"), "\"0x100\" does not fit in 8 bits; expected at most 255");
    let long = "é".repeat(100);
    assert_eq!(message(&long), format!("'é' in \"{}\"… is not a decimal digit; {expected}", &long[..48]));
}

#[test]
fn digits_pad_as_a_whole() {
    assert_eq!(format!("[{:>12}]", 5u8.binary()), "[  0b00000101]");
    assert_eq!(format!("[{:-<6}]", 5u8.hex()), "[0x05--]");
    assert_eq!(u64::MAX.binary().grouped(1).to_string().len(), 2 + 64 + 63);
}
