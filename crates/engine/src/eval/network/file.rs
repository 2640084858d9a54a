//! A network as bytes, and from the real numbers of its training.

use super::super::weights::{Numbers, WeightsError};
use super::layers::*;
use crate::eval::features::TURN;

impl NetworkShape {
    /// Weights of the first layer beyond this cannot be held in a byte.
    pub const MAX_ROW_WEIGHT: f32 = 127.0 / ONE_SUM as f32;
    /// Weights of the second layer beyond this cannot either.
    pub const MAX_HIDDEN_WEIGHT: f32 = 127.0 / ONE_WEIGHT as f32;
    /// Nor weights of the third layer beyond this.
    pub const MAX_THIRD_WEIGHT: f32 = 127.0 / ONE_THIRD_WEIGHT as f32;

    /// The number of a feature as the other color sees it.
    pub const fn turned(feature: usize) -> usize {
        feature ^ TURN as usize
    }
}

/// No bias is greater, by far; all up to it are real numbers of 32 bits.
const MAX_BIAS: i32 = 1 << 24;

/// One of the whole numbers of a network.
enum Number<'a> {
    /// A bias of the first layer.
    Sum(&'a mut i16),
    /// A weight that has to fit into a byte, and what 1 is.
    Weight(&'a mut i8, i32),
    /// A bias or a weight of the output, what 1 is, and how great it may be.
    Wide(&'a mut i32, i32, i32),
}

impl Number<'_> {
    fn round(self, real: f32) {
        let units = |one: i32| (real * one as f32).round();
        match self {
            Number::Sum(number) => *number = units(ONE_SUM) as i16,
            Number::Weight(number, one) => *number = units(one).clamp(-127.0, 127.0) as i8,
            Number::Wide(number, one, most) => *number = (units(one) as i32).clamp(-most, most),
        }
    }

    fn real(&self) -> f32 {
        match self {
            Number::Sum(number) => f32::from(**number) / ONE_SUM as f32,
            Number::Weight(number, one) => f32::from(**number) / *one as f32,
            Number::Wide(number, one, _) => **number as f32 / *one as f32,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Number::Sum(number) => bytes.extend_from_slice(&number.to_le_bytes()),
            Number::Weight(number, _) => bytes.extend_from_slice(&number.to_le_bytes()),
            Number::Wide(number, ..) => bytes.extend_from_slice(&number.to_le_bytes()),
        }
    }

    fn read(self, numbers: &mut Numbers<'_>) -> Result<(), WeightsError> {
        match self {
            Number::Sum(number) => *number = numbers.i16()?,
            Number::Weight(number, _) => *number = numbers.i8()?,
            Number::Wide(number, _, most) => {
                *number = numbers.i32()?;
                if number.unsigned_abs() > most.unsigned_abs() {
                    return Err(WeightsError::Damaged("a weight is too great"));
                }
            }
        }
        Ok(())
    }
}

impl Network {
    /// Rounds the real numbers of a trained network. In order: for each stage and feature the row of
    /// its weights, the biases of the first layer; for each phase the weights of each neuron of the
    /// second layer and their biases, the same of the third layer, then the output's weights of both and its
    /// bias. The output is in hundredths of a man.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as [`NetworkShape::OURS`] asks for.
    pub fn round(reals: &[f32]) -> Network {
        let (mut network, mut reals) = (Network::zero(), reals.iter());
        network.each(|number| number.round(*reals.next().expect("a number for each weight")));
        assert!(reals.next().is_none(), "no more numbers than weights");
        network
    }

    /// The real numbers that the whole ones stand for, as [`Network::round`] takes them.
    pub fn reals(&self) -> Vec<f32> {
        let mut reals = Vec::new();
        self.clone().each(|number| reals.push(number.real()));
        reals
    }

    pub(in super::super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.clone().each(|number| number.write(&mut bytes));
        bytes
    }

    pub(in super::super) fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        let (mut network, mut numbers) = (Network::zero(), Numbers(bytes));
        let mut outcome = Ok(());
        network.each(|number| {
            if outcome.is_ok() {
                outcome = number.read(&mut numbers);
            }
        });
        outcome?;
        numbers.end()?;
        Ok(network)
    }

    fn zero() -> Network {
        Network {
            bias: Accumulator([0; WIDTH]),
            rows: Box::new([Row([0; WIDTH]); N_ROWS]),
            phases: Box::new([const { Phase::ZERO }; N_PHASES]),
        }
    }

    /// A network of random numbers, large enough that values are clipped at both ends.
    #[cfg(test)]
    pub(super) fn random(seed: u64) -> Network {
        let (mut network, mut random) = (Network::zero(), fastrand::Rng::with_seed(seed));
        network.each(|number| {
            let width = match number {
                Number::Sum(_) | Number::Weight(..) => 0.3,
                Number::Wide(_, OUTPUT_FRACTION, _) => 100.0,
                Number::Wide(..) => 0.3,
            };
            number.round(width * (2.0 * random.f32() + random.f32() + random.f32() - 2.0));
        });
        network
    }

    /// Visits all numbers in order.
    fn each(&mut self, mut visit: impl FnMut(Number<'_>)) {
        for row in self.rows.iter_mut() {
            row.0.iter_mut().for_each(|number| visit(Number::Weight(number, ONE_SUM)));
        }
        self.bias.0.iter_mut().for_each(|number| visit(Number::Sum(number)));
        for phase in self.phases.iter_mut() {
            each_weight(phase.hidden.as_flattened_mut(), &HIDDEN_ORDER, ONE_WEIGHT, &mut visit);
            each_wide(&mut phase.hidden_bias, ONE_HIDDEN, MAX_BIAS, &mut visit);
            each_weight(&mut phase.third, &std::array::from_fn(|i| i), ONE_THIRD_WEIGHT, &mut visit);
            each_wide(&mut phase.third_bias, ONE_THIRD, MAX_BIAS, &mut visit);
            each_wide(&mut phase.output, OUTPUT_FRACTION, MAX_OUTPUT, &mut visit);
            each_wide(&mut phase.third_output, OUTPUT_FRACTION, MAX_THIRD_OUTPUT, &mut visit);
            visit(Number::Wide(&mut phase.output_bias, OUTPUT_FRACTION, MAX_BIAS));
        }
    }
}

/// Visits the weights of a layer, neuron by neuron. They are kept for a few inputs at a time, with the
/// neurons in some order.
fn each_weight<const INPUTS: usize, const N: usize>(
    blocks: &mut [[[i8; INPUTS]; N]],
    order: &[usize; N],
    one: i32,
    visit: &mut impl FnMut(Number<'_>),
) {
    for neuron in 0..N {
        let place = order.iter().position(|at| *at == neuron).expect("the order has all neurons");
        for block in blocks.iter_mut() {
            block[place].iter_mut().for_each(|number| visit(Number::Weight(number, one)));
        }
    }
}

fn each_wide(numbers: &mut [i32], one: i32, most: i32, visit: &mut impl FnMut(Number<'_>)) {
    numbers.iter_mut().for_each(|number| visit(Number::Wide(number, one, most)));
}
