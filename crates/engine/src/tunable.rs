//! Parameters that games tune: one line each.

/// A parameter that can be set by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// The name it is set by.
    pub name: &'static str,
    /// What it is unless it is set.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TunableError {
    /// There is no parameter with this name.
    #[error("there is no parameter called \"{0}\"")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} cannot be {value}; it can be {min} to {max}", name = .tunable.name, min = .tunable.min, max = .tunable.max)]
    OutOfRange {
        /// The parameter.
        tunable: Tunable,
        /// What it was to be.
        value: i32,
    },
}

/// Makes a struct of parameters from lines with a name, a default and a range.
macro_rules! tunables {
    (
        $(#[$struct_doc:meta])* $struct:ident {
            $($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal,)*
        }
    ) => {
        $(#[$struct_doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $struct {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl $struct {
            /// All parameters, in the order of their declaration.
            pub const LIST: &[$crate::tunable::Tunable] = &[
                $($crate::tunable::Tunable {
                    name: stringify!($name), default: $default, min: $min, max: $max,
                },)*
            ];

            /// Sets a parameter by its name.
            ///
            /// # Errors
            ///
            /// There is no such parameter, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), $crate::tunable::TunableError> {
                use $crate::tunable::TunableError;
                let unknown = || TunableError::Unknown(name.to_string());
                let tunable = *$struct::LIST.iter().find(|tunable| tunable.name == name).ok_or_else(unknown)?;
                if !(tunable.min..=tunable.max).contains(&value) {
                    return Err(TunableError::OutOfRange { tunable, value });
                }
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(unknown()),
                }
                Ok(())
            }

            /// All values, in the order of [`Self::LIST`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }
        }

        impl Default for $struct {
            fn default() -> $struct {
                $struct { $($name: $default,)* }
            }
        }
    };
}

pub(crate) use tunables;

#[cfg(test)]
mod tests {
    use crate::{HandWeights, SearchTunables};

    #[test]
    fn a_line_makes_a_parameter() {
        let mut weights = HandWeights::default();
        let man = HandWeights::LIST[0];
        assert_eq!(man.name, "man");
        assert_eq!(weights.values()[0], man.default);
        assert_eq!(weights.set("man", man.max), Ok(()));
        assert_eq!(weights.man, man.max);
    }

    #[test]
    fn defaults_are_within_their_ranges() {
        let all = HandWeights::LIST.iter().chain(SearchTunables::LIST);
        assert!(all.into_iter().all(|tunable| (tunable.min..=tunable.max).contains(&tunable.default)));
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let mut weights = HandWeights::default();
        assert_eq!(weights.set("man", 7).unwrap_err().to_string(), "man cannot be 7; it can be 50 to 200");
        assert_eq!(weights.set("pawn", 7).unwrap_err().to_string(), "there is no parameter called \"pawn\"");
    }
}
