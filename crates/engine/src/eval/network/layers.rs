//! The layers of a network in whole numbers, and what is done with them.

use crownhead_board::{Color, Position};

use super::features::{self, N_FEATURES, Planes, TURN, bits};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// Sums of the first layer for each point of view.
pub(crate) const WIDTH: usize = 384;
/// Pairs of sums are multiplied, so half as many values come out for each view.
pub(crate) const N_PRODUCTS: usize = WIDTH;
/// Neurons of the second layer.
pub(crate) const HIDDEN: usize = 16;
/// The narrow layers differ by the number of pieces: 1 to 4, 5 to 8, and so on.
pub(crate) const N_PHASES: usize = 6;

/// What 1 is in the first layer, in its products, in the weights of the second layer.
pub(crate) const ONE_SUM: i32 = 255;
pub(crate) const ONE_PRODUCT: i32 = 127;
pub(crate) const ONE_WEIGHT: i32 = 256;
/// A product of two sums loses so many bits, and is rounded: all of them cut off would add up.
pub(super) const PRODUCT_SHIFT: i32 = 9;
pub(super) const HALF_PRODUCT: i32 = 1 << (PRODUCT_SHIFT - 1);
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

/// The sums of the first layer for the position judged last.
#[derive(Clone)]
pub(super) struct Sums {
    planes: Planes,
    /// As White sees the board, and as Black does.
    views: [Accumulator; 2],
}

impl Sums {
    pub(super) fn of_empty_board(network: &Network) -> Sums {
        Sums { planes: [0; 4], views: [network.bias; 2] }
    }

    /// Brings the sums from the last position to this one, by the pieces that differ or, if those
    /// are more than there are on the board, from the beginning.
    #[inline(always)]
    fn update(&mut self, network: &Network, planes: Planes, change: impl Fn(&mut Accumulator, &Changes<'_>)) {
        let n_pieces: u32 = planes.iter().map(|plane| plane.count_ones()).sum();
        let n_changes: u32 =
            planes.iter().zip(self.planes).map(|(now, last)| (now ^ last).count_ones()).sum();
        if n_changes > n_pieces {
            *self = Sums::of_empty_board(network);
        }
        let (mut added, mut removed) = (Features::default(), Features::default());
        for (first, (now, last)) in (0..N_FEATURES).step_by(32).zip(planes.into_iter().zip(self.planes)) {
            bits(now & !last).for_each(|bit| added.push(first + bit));
            bits(last & !now).for_each(|bit| removed.push(first + bit));
        }
        for (view, toggle) in self.views.iter_mut().zip([0, TURN]) {
            change(view, &Changes { network, added: &added, removed: &removed, toggle });
        }
        self.planes = planes;
    }
}

/// Features that came and went, as one of the colors sees them.
pub(super) struct Changes<'a> {
    network: &'a Network,
    added: &'a Features,
    removed: &'a Features,
    toggle: u8,
}

impl Changes<'_> {
    #[inline(always)]
    pub(super) fn added(&self) -> impl Iterator<Item = &Row> {
        self.rows(self.added)
    }

    #[inline(always)]
    pub(super) fn removed(&self) -> impl Iterator<Item = &Row> {
        self.rows(self.removed)
    }

    #[inline(always)]
    fn rows(&self, features: &Features) -> impl Iterator<Item = &Row> {
        features.list[..features.len]
            .iter()
            .map(|feature| &self.network.rows[usize::from(feature ^ self.toggle) % N_FEATURES])
    }
}

/// At most as many as there are squares.
#[derive(Default)]
struct Features {
    list: [u8; 32],
    len: usize,
}

impl Features {
    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.list[self.len % 32] = feature as u8;
        self.len += 1;
    }
}

/// Which instructions do the work. The numbers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Kernel {
    /// Those that the processor can run, the fastest first.
    pub(super) fn all() -> Vec<Kernel> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx512::detect().map(Kernel::Avx512));
            all.extend(Avx2::detect().map(Kernel::Avx2));
        }
        all.push(Kernel::Portable);
        all
    }

    /// The score for the side to move, in hundredths of a man.
    #[inline(always)]
    pub(super) fn judge(self, network: &Network, sums: &mut Sums, pos: &Position) -> i32 {
        match self {
            Kernel::Portable => judge(network, sums, pos, change, hidden),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.judge(network, sums, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(avx512) => avx512.judge(network, sums, pos),
        }
    }
}

/// What any kernel does: bring the sums to the position, then run the layers of its phase.
#[inline(always)]
pub(super) fn judge(
    network: &Network,
    sums: &mut Sums,
    pos: &Position,
    change: impl Fn(&mut Accumulator, &Changes<'_>),
    hidden: impl Fn(&Phase, &Accumulator, &Accumulator) -> [i32; HIDDEN],
) -> i32 {
    let planes = features::planes(pos);
    sums.update(network, planes, change);
    let [white, black] = &sums.views;
    let (own, other) = match pos.turn() {
        Color::White => (white, black),
        Color::Black => (black, white),
    };
    let phase = &network.phases[NetworkShape::phase(pos.occupied().len())];
    output(phase, &hidden(phase, own, other))
}

fn change(sums: &mut Accumulator, changes: &Changes<'_>) {
    for row in changes.added() {
        for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for row in changes.removed() {
        for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
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
            *product = ((a * b + HALF_PRODUCT) >> PRODUCT_SHIFT) as u8;
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
