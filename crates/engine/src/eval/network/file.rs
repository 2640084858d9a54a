//! A network as bytes, and from the real numbers of its training.

use super::super::weights::{Numbers, WeightsError};
use super::layers::*;
use crate::eval::features::{N_FEATURES, TURN};

impl NetworkShape {
    /// Weights of the second layer beyond this cannot be held in a byte.
    pub const MAX_HIDDEN_WEIGHT: f32 = 127.0 / ONE_WEIGHT as f32;

    /// The number of a feature as the other color sees it.
    pub const fn turned(feature: usize) -> usize {
        feature ^ TURN as usize
    }
}

impl Network {
    /// Rounds the real numbers of a trained network: weights of features and biases of the first
    /// layer; for each phase and neuron of the second layer its weights, its bias and its weight in
    /// the output, and the bias of the output. The output is in hundredths of a man.
    pub fn round(
        row: impl Fn(usize, usize) -> f32,
        bias: impl Fn(usize) -> f32,
        hidden: impl Fn(usize, usize, usize) -> f32,
        hidden_bias: impl Fn(usize, usize) -> f32,
        output: impl Fn(usize, usize) -> f32,
        output_bias: impl Fn(usize) -> f32,
    ) -> Network {
        let sum = |number: f32| (number * ONE_SUM as f32).round() as i16;
        let weight = |number: f32| (number * ONE_WEIGHT as f32).round().clamp(-127.0, 127.0) as i8;
        let fraction =
            |number: f32| ((number * OUTPUT_FRACTION as f32).round() as i32).clamp(-MAX_OUTPUT, MAX_OUTPUT);
        let mut network = Network {
            bias: Row(std::array::from_fn(|i| sum(bias(i)))),
            rows: Box::new(std::array::from_fn(|at| Row(std::array::from_fn(|i| sum(row(at, i)))))),
            phases: Box::new([const { Phase::ZERO }; N_PHASES]),
        };
        for (at, phase) in network.phases.iter_mut().enumerate() {
            for neuron in 0..HIDDEN {
                for i in 0..N_PRODUCTS {
                    phase.hidden[i / 4][neuron][i % 4] = weight(hidden(at, neuron, i));
                }
                phase.hidden_bias[neuron] =
                    (hidden_bias(at, neuron) * (ONE_PRODUCT * ONE_WEIGHT) as f32).round() as i32;
                phase.output[neuron] = fraction(output(at, neuron));
            }
            phase.output_bias = fraction(output_bias(at));
        }
        network
    }

    /// The real numbers that the whole ones stand for, as [`Network::round`] takes them: weights of
    /// features.
    pub fn row(&self, feature: usize, i: usize) -> f32 {
        f32::from(self.rows[feature].0[i]) / ONE_SUM as f32
    }

    /// Biases of the first layer.
    pub fn bias(&self, i: usize) -> f32 {
        f32::from(self.bias.0[i]) / ONE_SUM as f32
    }

    /// Weights of a neuron of the second layer.
    pub fn hidden(&self, phase: usize, neuron: usize, i: usize) -> f32 {
        f32::from(self.phases[phase].hidden[i / 4][neuron][i % 4]) / ONE_WEIGHT as f32
    }

    /// Its bias.
    pub fn hidden_bias(&self, phase: usize, neuron: usize) -> f32 {
        self.phases[phase].hidden_bias[neuron] as f32 / (ONE_PRODUCT * ONE_WEIGHT) as f32
    }

    /// Its weight in the output.
    pub fn output(&self, phase: usize, neuron: usize) -> f32 {
        self.phases[phase].output[neuron] as f32 / OUTPUT_FRACTION as f32
    }

    /// The bias of the output.
    pub fn output_bias(&self, phase: usize) -> f32 {
        self.phases[phase].output_bias as f32 / OUTPUT_FRACTION as f32
    }

    pub(in super::super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for row in self.rows.iter().chain([&self.bias]) {
            row.0.iter().for_each(|weight| bytes.extend_from_slice(&weight.to_le_bytes()));
        }
        for phase in self.phases.iter() {
            phase
                .hidden
                .iter()
                .flatten()
                .flatten()
                .for_each(|weight| bytes.extend_from_slice(&weight.to_le_bytes()));
            let rest = phase.hidden_bias.iter().chain(&phase.output).chain([&phase.output_bias]);
            rest.for_each(|weight| bytes.extend_from_slice(&weight.to_le_bytes()));
        }
        bytes
    }

    pub(in super::super) fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        let mut numbers = Numbers(bytes);
        let mut network = Network {
            bias: Row([0; WIDTH]),
            rows: Box::new([Row([0; WIDTH]); N_FEATURES]),
            phases: Box::new([const { Phase::ZERO }; N_PHASES]),
        };
        for row in network.rows.iter_mut().chain([&mut network.bias]) {
            for weight in &mut row.0 {
                *weight = numbers.i16()?;
            }
        }
        for phase in network.phases.iter_mut() {
            for weight in phase.hidden.iter_mut().flatten().flatten() {
                *weight = numbers.i8()?;
            }
            let rest = phase.hidden_bias.iter_mut().chain(&mut phase.output).chain([&mut phase.output_bias]);
            for weight in rest {
                *weight = numbers.i32()?;
            }
            if phase.output.iter().any(|weight| weight.abs() > MAX_OUTPUT) {
                return Err(WeightsError::Damaged("a weight of the output is too great"));
            }
        }
        numbers.end()?;
        Ok(network)
    }
}
