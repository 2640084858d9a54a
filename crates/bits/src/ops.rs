//! Operations on single bits and masks, written once for all widths.

/// Defines the operations for one width; expands inside the module of that width.
macro_rules! bit_operations {
    ($module:ident, $uint:ident) => {
        /// The number of bits in a value.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        #[doc = concat!("assert_eq!(bits::WIDTH, ", stringify!($uint), "::BITS);")]
        /// ```
        pub const WIDTH: u32 = <$uint>::BITS;

        /// The mask with the one bit at `position`; 0 if the position is out of range.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::mask(3), 0b1000);
        /// assert_eq!(bits::mask(bits::WIDTH), 0);
        /// ```
        #[must_use]
        #[inline]
        pub const fn mask(position: u32) -> $uint {
            shift_left(1, position)
        }

        /// `value` with the bit at `position` made 1; unchanged if the position is out of range.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::set(0b0100, 0), 0b0101);
        /// assert_eq!(bits::set(0b0100, bits::WIDTH), 0b0100);
        /// ```
        #[must_use]
        #[inline]
        pub const fn set(value: $uint, position: u32) -> $uint {
            value | mask(position)
        }

        /// `value` with the bit at `position` made 0; unchanged if the position is out of range.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::clear(0b0101, 2), 0b0001);
        /// assert_eq!(bits::clear(0b0101, bits::WIDTH), 0b0101);
        /// ```
        #[must_use]
        #[inline]
        pub const fn clear(value: $uint, position: u32) -> $uint {
            value & !mask(position)
        }

        /// `value` with the bit at `position` inverted; unchanged if the position is out of range.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::flip(0b0101, 1), 0b0111);
        /// assert_eq!(bits::flip(0b0101, 0), 0b0100);
        /// assert_eq!(bits::flip(0b0101, bits::WIDTH), 0b0101);
        /// ```
        #[must_use]
        #[inline]
        pub const fn flip(value: $uint, position: u32) -> $uint {
            value ^ mask(position)
        }

        /// Whether the bit at `position` is 1; `false` if the position is out of range.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert!(bits::is_set(0b0100, 2));
        /// assert!(!bits::is_set(0b0100, 1));
        /// assert!(!bits::is_set(0b0100, bits::WIDTH));
        /// ```
        #[must_use]
        #[inline]
        pub const fn is_set(value: $uint, position: u32) -> bool {
            overlaps(value, mask(position))
        }

        /// Moves the bit at `from`, if it is 1, to `to`: the source becomes 0 and the target 1.
        ///
        /// The value is unchanged if the source is 0, if the positions are equal, or if either
        /// is out of range. A target that was already 1 stays 1, so the value then loses a bit.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::move_bit(0b0101, 2, 3), 0b1001);
        /// assert_eq!(bits::move_bit(0b0101, 1, 3), 0b0101);
        /// assert_eq!(bits::move_bit(0b0101, 2, bits::WIDTH), 0b0101);
        /// ```
        #[must_use]
        #[inline]
        pub const fn move_bit(value: $uint, from: u32, to: u32) -> $uint {
            let target = mask(to);
            if is_set(value, from) && target != 0 { union(clear(value, from), target) } else { value }
        }

        /// `value` moved `distance` positions up, zeros following; 0 if that is the width or more.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::shift_left(0b0101, 1), 0b1010);
        /// assert_eq!(bits::shift_left(0b0101, bits::WIDTH), 0);
        /// ```
        #[must_use]
        #[inline]
        pub const fn shift_left(value: $uint, distance: u32) -> $uint {
            if distance < WIDTH { value << distance } else { 0 }
        }

        /// `value` moved `distance` positions down, zeros following; 0 if that is the width or more.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::shift_right(0b1010, 2), 0b0010);
        /// assert_eq!(bits::shift_right(0b1010, bits::WIDTH), 0);
        /// ```
        #[must_use]
        #[inline]
        pub const fn shift_right(value: $uint, distance: u32) -> $uint {
            if distance < WIDTH { value >> distance } else { 0 }
        }

        /// How many bits are 1.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::n_ones(0b0111), 3);
        /// ```
        #[must_use]
        #[inline]
        pub const fn n_ones(value: $uint) -> u32 {
            value.count_ones()
        }

        /// The position of the lowest bit that is 1, or `None` if there is none.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::lowest_position(0b0110), Some(1));
        /// assert_eq!(bits::lowest_position(0), None);
        /// ```
        #[must_use]
        #[inline]
        pub const fn lowest_position(value: $uint) -> Option<u32> {
            if value == 0 { None } else { Some(value.trailing_zeros()) }
        }

        /// The bits that are 1 in `a` or in `b`.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::union(0b0011, 0b0110), 0b0111);
        /// ```
        #[must_use]
        #[inline]
        pub const fn union(a: $uint, b: $uint) -> $uint {
            a | b
        }

        /// The bits that are 1 in both `a` and `b`.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert_eq!(bits::intersection(0b0011, 0b0110), 0b0010);
        /// ```
        #[must_use]
        #[inline]
        pub const fn intersection(a: $uint, b: $uint) -> $uint {
            a & b
        }

        /// Whether some bit is 1 in both `a` and `b`.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        /// assert!(bits::overlaps(0b0011, 0b0110));
        /// assert!(!bits::overlaps(0b0011, 0b1100));
        /// ```
        #[must_use]
        #[inline]
        pub const fn overlaps(a: $uint, b: $uint) -> bool {
            intersection(a, b) != 0
        }
    };
}

pub(crate) use bit_operations;
