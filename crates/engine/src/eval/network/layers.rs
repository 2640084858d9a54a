//! The layers of a network in whole numbers, and what is done with them.

use super::features::{N_FEATURES, turned};

/// Sums of the first layer for each point of view.
pub(crate) const WIDTH: usize = 256;
/// Pairs of sums are multiplied, so half as many values come out for each view.
pub(crate) const N_PRODUCTS: usize = WIDTH;
/// Neurons of the second layer.
pub(crate) const HIDDEN: usize = 16;
/// The narrow layers differ by the number of pieces: 1 to 4, 5 to 8, and so on.
pub(crate) const N_PHASES: usize = 6;

/// What 1 is in the first layer, in its products, in the weights of the second layer.
pub(crate) const ONE_SUM: i32 = 255;
pub(crate) const ONE_PRODUCT: i32 = 127;
pub(crate) const ONE_WEIGHT: i32 = 64;
/// A product of two sums loses so many bits.
const PRODUCT_SHIFT: u32 = 9;
/// The output is in these fractions of a hundredth of a man.
pub(crate) const OUTPUT_FRACTION: i32 = 16;
/// Greater weights in the output could overflow its sum.
pub(crate) const MAX_OUTPUT: i32 = i32::MAX / (HIDDEN as i32 * ONE_PRODUCT * ONE_WEIGHT);
/// What 1 is among the values of the second layer.
const ONE_HIDDEN: i32 = ONE_PRODUCT * ONE_WEIGHT;

/// The measures of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Features of a position.
    pub inputs: usize,
    /// Sums of the first layer for each point of view.
    pub width: usize,
    /// Neurons of the second layer.
    pub hidden: usize,
    /// Sets of the narrow layers, by the number of pieces.
    pub phases: usize,
}

impl NetworkShape {
    /// The one shape this program runs.
    pub const OURS: NetworkShape =
        NetworkShape { inputs: N_FEATURES, width: WIDTH, hidden: HIDDEN, phases: N_PHASES };

    /// The phase of a position with so many pieces.
    pub const fn phase(n_pieces: usize) -> usize {
        let phase = n_pieces.saturating_sub(1) / 4;
        if phase < N_PHASES { phase } else { N_PHASES - 1 }
    }
}

/// A trained network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(crate) bias: Row,
    pub(crate) rows: Box<[Row; N_FEATURES]>,
    pub(crate) phases: Box<[Phase; N_PHASES]>,
}

/// Weights of a feature, or sums of them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

pub(crate) type Accumulator = Row;

/// The narrow layers.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Phase {
    /// For each four products, the weights of the four for each neuron in turn, so that a vector of
    /// them adds to all neurons at once.
    pub(crate) hidden: [[[i8; 4]; HIDDEN]; N_PRODUCTS / 4],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) output: [i32; HIDDEN],
    pub(crate) output_bias: i32,
}

impl Phase {
    pub(crate) const ZERO: Phase = Phase {
        hidden: [[[0; 4]; HIDDEN]; N_PRODUCTS / 4],
        hidden_bias: [0; HIDDEN],
        output: [0; HIDDEN],
        output_bias: 0,
    };
}

impl Network {
    pub(super) fn empty_board(&self) -> Accumulator {
        self.bias
    }
}

/// Features that came and went, at most as many as there are squares.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) added: Features,
    pub(super) removed: Features,
}

#[derive(Default)]
pub(super) struct Features {
    list: [u8; 32],
    len: usize,
}

impl Features {
    #[inline(always)]
    pub(super) fn push(&mut self, feature: usize) {
        self.list[self.len] = feature as u8;
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.list[..self.len].iter().map(|feature| usize::from(*feature))
    }

    #[inline(always)]
    pub(super) fn turned(&self) -> Features {
        Features { list: self.list.map(|feature| turned(usize::from(feature)) as u8), len: self.len }
    }
}

/// Which instructions do the work. The numbers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(super::simd::Avx2),
}

impl Kernel {
    pub(super) fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = super::simd::Avx2::detect() {
            return Kernel::Avx2(avx2);
        }
        Kernel::Portable
    }

    /// Adds and takes away the rows of features.
    #[inline(always)]
    pub(super) fn change(self, network: &Network, sums: &mut Accumulator, changes: &Changes) {
        match self {
            Kernel::Portable => change(network, sums, changes),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.change(network, sums, changes),
        }
    }

    /// The score for the side whose sums come first, in hundredths of a man.
    #[inline(always)]
    pub(super) fn judge(
        self,
        network: &Network,
        own: &Accumulator,
        other: &Accumulator,
        n_pieces: usize,
    ) -> i32 {
        let phase = &network.phases[NetworkShape::phase(n_pieces)];
        let hidden = match self {
            Kernel::Portable => hidden(phase, own, other),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.hidden(phase, own, other),
        };
        output(phase, &hidden)
    }
}

fn change(network: &Network, sums: &mut Accumulator, changes: &Changes) {
    for feature in changes.added.iter() {
        for (sum, weight) in sums.0.iter_mut().zip(&network.rows[feature].0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for feature in changes.removed.iter() {
        for (sum, weight) in sums.0.iter_mut().zip(&network.rows[feature].0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// The second layer before its values are clipped.
fn hidden(phase: &Phase, own: &Accumulator, other: &Accumulator) -> [i32; HIDDEN] {
    let mut values = phase.hidden_bias;
    let products = products(own, other);
    for (four, weights) in products.as_chunks::<4>().0.iter().zip(&phase.hidden) {
        for (value, weights) in values.iter_mut().zip(weights) {
            *value += four.iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum::<i32>();
        }
    }
    values
}

fn products(own: &Accumulator, other: &Accumulator) -> [u8; N_PRODUCTS] {
    let mut products = [0; N_PRODUCTS];
    for (sums, products) in [own, other].into_iter().zip(products.chunks_exact_mut(WIDTH / 2)) {
        let (left, right) = sums.0.split_at(WIDTH / 2);
        for ((product, a), b) in products.iter_mut().zip(left).zip(right) {
            let [a, b] = [a, b].map(|sum| i32::from(*sum).clamp(0, ONE_SUM));
            *product = ((a * b) >> PRODUCT_SHIFT) as u8;
        }
    }
    products
}

/// The score in hundredths of a man.
#[inline(always)]
fn output(phase: &Phase, hidden: &[i32; HIDDEN]) -> i32 {
    let mut sum = 0;
    for (value, weight) in hidden.iter().zip(&phase.output) {
        sum += (*value).clamp(0, ONE_HIDDEN) * weight;
    }
    (sum / ONE_HIDDEN + phase.output_bias) / OUTPUT_FRACTION
}
