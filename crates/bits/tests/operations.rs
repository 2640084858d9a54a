//! Operations on single bits and masks against the native operators, on every width.

use crownhead_bits::Bits;
use proptest::prelude::*;

/// Positions in range, just out of range, and anywhere.
fn positions(width: u32) -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..width, 2 => width..=2 * width, 1 => any::<u32>(), 1 => Just(u32::MAX)]
}

macro_rules! operations_match_native {
    ($($module:ident: $uint:ident,)*) => { $(mod $module {
        use super::*;

        /// The bit at `position`, or 0 where there is none.
        fn native_mask(position: u32) -> $uint {
            (1 as $uint).checked_shl(position).unwrap_or(0)
        }

        proptest! {
            #[test]
            fn single_bits(value: $uint, position in positions($uint::BITS)) {
                let mask = native_mask(position);
                prop_assert_eq!($uint::mask(position), mask);
                prop_assert_eq!(value.set(position), value | mask);
                prop_assert_eq!(value.clear(position), value & !mask);
                prop_assert_eq!(value.flip(position), value ^ mask);
                prop_assert_eq!(value.is_set(position), value & mask != 0);
            }

            #[test]
            fn out_of_range_changes_nothing(value: $uint, position in $uint::BITS..) {
                prop_assert_eq!($uint::mask(position), 0);
                prop_assert_eq!(value.set(position), value);
                prop_assert_eq!(value.clear(position), value);
                prop_assert_eq!(value.flip(position), value);
                prop_assert!(!value.is_set(position));
                prop_assert_eq!(value.move_bit(position, 0), value);
                prop_assert_eq!(value.move_bit(0, position), value);
                prop_assert_eq!(value.shift_left(position), 0);
                prop_assert_eq!(value.shift_right(position), 0);
            }

            #[test]
            fn moved_bits(
                value: $uint,
                from in positions($uint::BITS),
                to in positions($uint::BITS),
            ) {
                let (source, target) = (native_mask(from), native_mask(to));
                let expected = if value & source != 0 && target != 0 {
                    (value & !source) | target
                } else {
                    value
                };
                prop_assert_eq!(value.move_bit(from, to), expected);
                prop_assert_eq!(value.move_bit(from, from), value);
            }

            #[test]
            fn shifts(value: $uint, distance in positions($uint::BITS)) {
                prop_assert_eq!(value.shift_left(distance), value.checked_shl(distance).unwrap_or(0));
                prop_assert_eq!(value.shift_right(distance), value.checked_shr(distance).unwrap_or(0));
            }

            #[test]
            fn counting(value: $uint) {
                let ones: Vec<u32> = (0..$uint::BITS).filter(|p| value >> p & 1 == 1).collect();
                prop_assert_eq!(Bits::count_ones(value) as usize, ones.len());
                prop_assert_eq!(value.lowest_position(), ones.first().copied());
            }

            #[test]
            fn masks(a: $uint, b: $uint, distance in 0..$uint::BITS) {
                // Shifted down, two values often share no bit; unshifted they nearly always do.
                let b = b >> distance;
                prop_assert_eq!(a.union(b), a | b);
                prop_assert_eq!(a.intersection(b), a & b);
                prop_assert_eq!(a.intersects(b), a & b != 0);
                prop_assert!(!a.intersects(!a & b));
            }
        }

        #[test]
        fn extremes() {
            assert_eq!(<$uint as Bits>::WIDTH, $uint::BITS);
            assert_eq!(<$uint as Bits>::MAX, $uint::MAX);
            assert_eq!($uint::lowest_position(0), None);
            assert_eq!($uint::mask($uint::BITS - 1).lowest_position(), Some($uint::BITS - 1));
            assert_eq!(Bits::count_ones($uint::MAX), $uint::BITS);
        }

        #[test]
        fn functions_are_const() {
            use crownhead_bits::{Digits, $module::*};
            const TEXT: [Digits; 2] = [binary(5).grouped(4), hex(5).without_prefix()];
            assert_eq!(TEXT, [(5 as $uint).binary().grouped(4), (5 as $uint).hex().without_prefix()]);
            const {
                assert!(flip(set(0, 0), 1) == 0b11 && clear(0b11, 0) == 0b10);
                assert!(is_set(mask(2), 2) && intersects(0b11, 0b10));
                assert!(move_bit(0b01, 0, WIDTH - 1) == shift_left(1, WIDTH - 1));
                assert!(count_ones(union(0b01, 0b10)) == 2 && intersection(0b01, 0b11) == 1);
                assert!(matches!(lowest_position(shift_right(0b1000, 1)), Some(2)));
                assert!(matches!(add(2, 3), Ok(5)) && matches!(subtract(3, 2), Ok(1)));
                assert!(matches!(multiply(6, 7), Ok(42)) && divide(1, 0).is_err());
            }
        }
    })* };
}

operations_match_native! {
    bits8: u8,
    bits16: u16,
    bits32: u32,
    bits64: u64,
}
