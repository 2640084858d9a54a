//! The layers of a network in whole numbers, and what is done with them.

use crownhead_board::{Color, Position};

use super::features::{self, N_FEATURES, Planes, TURN, bits};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// The width of the accumulator: sums of the first layer for each point of view.
pub(crate) const WIDTH: usize = 512;
/// The first layer has weights of its own for each case of who has kings, because men are worth something
/// else then: neither side, the side whose view it is, the other side, both.
pub(crate) const N_STAGES: usize = 4;
/// Rows of all stages.
pub(crate) const N_ROWS: usize = N_STAGES * N_FEATURES;
/// Pairs of sums are multiplied, so half as many values come out for each view.
pub(crate) const N_PRODUCTS: usize = WIDTH;
/// Neurons of the second layer.
pub(crate) const HIDDEN: usize = 16;
/// Neurons of the third layer. They see the values of the second one, and their squares.
pub(crate) const THIRD: usize = 32;
/// The narrow layers differ by the number of pieces: 1 and 2, 3 and 4, and so on.
pub(crate) const N_PHASES: usize = 12;

/// What 1 is in the first layer, in its products, in the weights of the second layer and the third.
pub(crate) const ONE_SUM: i32 = 255;
pub(crate) const ONE_PRODUCT: i32 = 127;
pub(crate) const ONE_WEIGHT: i32 = 256;
pub(crate) const ONE_THIRD_WEIGHT: i32 = 64;
/// Bits of a weight of the second layer, and of a product.
pub(super) const WEIGHT_BITS: u32 = ONE_WEIGHT.trailing_zeros();
pub(super) const PRODUCT_BITS: u32 = (ONE_PRODUCT + 1).trailing_zeros();
/// Bits that a product of two sums loses. It is rounded: cut-off bits would add up.
pub(super) const PRODUCT_SHIFT: i32 = 9;
pub(super) const HALF_PRODUCT: i32 = 1 << (PRODUCT_SHIFT - 1);
/// The output is in these fractions of a hundredth of a man.
pub(crate) const OUTPUT_FRACTION: i32 = 16;
/// Greater weights in the output could overflow its sum.
pub(crate) const MAX_OUTPUT: i32 = i32::MAX / (HIDDEN as i32 * ONE_PRODUCT * ONE_WEIGHT);
pub(crate) const MAX_THIRD_OUTPUT: i32 = i32::MAX / (THIRD as i32 * ONE_PRODUCT * ONE_THIRD_WEIGHT);
/// What 1 is among the values of the second layer, and of the third.
pub(crate) const ONE_HIDDEN: i32 = ONE_PRODUCT * ONE_WEIGHT;
pub(crate) const ONE_THIRD: i32 = ONE_PRODUCT * ONE_THIRD_WEIGHT;

/// The dimensions of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Features of a position.
    pub features: usize,
    /// Sets of rows for the features, by who has kings.
    pub stages: usize,
    /// The width of the accumulator: sums of the first layer for each point of view.
    pub width: usize,
    /// Neurons of the second layer.
    pub hidden: usize,
    /// Neurons of the third layer.
    pub third: usize,
    /// Sets of the narrow layers, by the number of pieces.
    pub phases: usize,
}

impl NetworkShape {
    /// The one shape this program runs.
    pub const OURS: NetworkShape = NetworkShape {
        features: N_FEATURES,
        stages: N_STAGES,
        width: WIDTH,
        hidden: HIDDEN,
        third: THIRD,
        phases: N_PHASES,
    };

    /// The stage of a position, as a side sees it that has kings or not, like its opponent.
    pub const fn stage(own_kings: bool, other_kings: bool) -> usize {
        own_kings as usize + 2 * other_kings as usize
    }

    /// The same stage as the opponent sees it.
    pub const fn opposing_stage(stage: usize) -> usize {
        (stage & 1) << 1 | stage >> 1
    }

    /// The phase of a position with `n_pieces` pieces.
    pub const fn phase(n_pieces: usize) -> usize {
        let phase = n_pieces.saturating_sub(1) / 2;
        if phase < N_PHASES { phase } else { N_PHASES - 1 }
    }
}

/// A trained network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(crate) bias: Accumulator,
    /// The rows of the first stage, then those of the second, and so on.
    pub(crate) rows: Box<[Row; N_ROWS]>,
    pub(crate) phases: Box<[Phase; N_PHASES]>,
}

impl Network {
    #[inline(always)]
    fn rows_at(&self, stage: usize) -> &[Row; N_FEATURES] {
        &self.rows.as_chunks().0[stage]
    }
}

/// Weights of a feature, in bytes because most of the time is spent fetching them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i8; WIDTH]);

/// The sums of weights.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Accumulator(pub(crate) [i16; WIDTH]);

/// The products of clipped sums, as one side sees the board, by sixteens.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Products(pub(super) [[u8; 16]; N_PRODUCTS / 32]);

impl Products {
    pub(super) const ZERO: Products = Products([[0; 16]; N_PRODUCTS / 32]);
}

/// The neurons of the second layer as they stand in [`Phase::hidden`]: a vector has the weights of
/// neurons that are four apart, and four vectors, summed up crosswise, give the neurons in order.
pub(crate) const HIDDEN_ORDER: [usize; HIDDEN] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

/// The narrow layers.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Phase {
    /// For the view of the side to move and the other, for each sixteen products, the weights of the
    /// sixteen for each neuron, in the order of [`HIDDEN_ORDER`].
    pub(crate) hidden: [[[[i8; 16]; HIDDEN]; N_PRODUCTS / 32]; 2],
    pub(crate) hidden_bias: [i32; HIDDEN],
    /// For each four inputs, the weights of the four for each neuron in turn, so that a vector of
    /// them adds to all neurons at once.
    pub(crate) third: [[[i8; 4]; THIRD]; HIDDEN / 2],
    pub(crate) third_bias: [i32; THIRD],
    /// The output sees the second layer and the third.
    pub(crate) output: [i32; HIDDEN],
    pub(crate) third_output: [i32; THIRD],
    pub(crate) output_bias: i32,
}

impl Phase {
    pub(crate) const ZERO: Phase = Phase {
        hidden: [[[[0; 16]; HIDDEN]; N_PRODUCTS / 32]; 2],
        hidden_bias: [0; HIDDEN],
        third: [[[0; 4]; THIRD]; HIDDEN / 2],
        third_bias: [0; THIRD],
        output: [0; HIDDEN],
        third_output: [0; THIRD],
        output_bias: 0,
    };
}

/// The sums of the first layer for the position evaluated last at each stage, as White sees the stage.
#[derive(Clone)]
pub(super) struct Memory([Sums; N_STAGES]);

impl Memory {
    pub(super) fn of_empty_board(network: &Network) -> Memory {
        Memory(std::array::from_fn(|_| Sums::of_empty_board(network)))
    }
}

/// The sums of the first layer for a position.
#[derive(Clone)]
struct Sums {
    planes: Planes,
    /// As White sees the board, and as Black does.
    views: [Accumulator; 2],
}

impl Sums {
    fn of_empty_board(network: &Network) -> Sums {
        Sums { planes: [0; 4], views: [network.bias; 2] }
    }

    /// Brings the sums from the last position to this one, by the pieces that differ or, if those
    /// are more than there are on the board, from the beginning. Gives the products of both views.
    #[inline(always)]
    fn update(
        &mut self,
        network: &Network,
        planes: Planes,
        update_accumulator: impl Fn(&mut Accumulator, &Changes<'_>) -> Products,
    ) -> [Products; 2] {
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
        self.planes = planes;
        let stage = stage_of(planes);
        let update_accumulator = |view, stage, toggle| {
            update_accumulator(
                view,
                &Changes { rows: network.rows_at(stage), added: &added, removed: &removed, toggle },
            )
        };
        let [white, black] = &mut self.views;
        [
            update_accumulator(white, stage, 0),
            update_accumulator(black, NetworkShape::opposing_stage(stage), TURN),
        ]
    }
}

/// The stage of a position, as White sees it.
#[inline(always)]
fn stage_of([_, white_kings, _, black_kings]: Planes) -> usize {
    NetworkShape::stage(white_kings != 0, black_kings != 0)
}

/// Features that came and went, as one of the colors sees them.
pub(super) struct Changes<'a> {
    rows: &'a [Row; N_FEATURES],
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
            .map(|feature| &self.rows[usize::from(feature ^ self.toggle) % N_FEATURES])
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
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// Those that the processor can run, the fastest first.
    pub(super) fn all() -> Vec<Kernel> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Kernel::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Kernel::Avx2),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Kernel::Simd128),
            Some(Kernel::Portable),
        ];
        all.into_iter().flatten().collect()
    }

    /// The score for the side to move, in hundredths of a man.
    #[inline(always)]
    pub(super) fn evaluate(self, network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
        match self {
            Kernel::Portable => evaluate(network, memory, pos, update_accumulator, run_layers),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.evaluate(network, memory, pos),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(avx512) => avx512.evaluate(network, memory, pos),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => super::simd128::evaluate(network, memory, pos),
        }
    }
}

/// What any kernel does: bring the sums to the position, then run the layers of its phase.
#[inline(always)]
pub(super) fn evaluate(
    network: &Network,
    memory: &mut Memory,
    pos: &Position,
    update_accumulator: impl Fn(&mut Accumulator, &Changes<'_>) -> Products,
    run_layers: impl Fn(&Phase, [&Products; 2]) -> i32,
) -> i32 {
    let planes = features::planes(pos);
    let [white, black] = &memory.0[stage_of(planes)].update(network, planes, update_accumulator);
    let phase = &network.phases[NetworkShape::phase(pos.occupied().len())];
    let views = match pos.turn() {
        Color::White => [white, black],
        Color::Black => [black, white],
    };
    run_layers(phase, views)
}

/// The sums after changes, and their products.
fn update_accumulator(sums: &mut Accumulator, changes: &Changes<'_>) -> Products {
    change(sums, changes);
    let mut products = Products::ZERO;
    let (left, right) = sums.0.split_at(WIDTH / 2);
    for ((product, a), b) in products.0.as_flattened_mut().iter_mut().zip(left).zip(right) {
        let [a, b] = [a, b].map(|sum| i32::from(*sum).clamp(0, ONE_SUM));
        *product = ((a * b + HALF_PRODUCT) >> PRODUCT_SHIFT) as u8;
    }
    products
}

fn change(sums: &mut Accumulator, changes: &Changes<'_>) {
    for row in changes.added() {
        for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(i16::from(*weight));
        }
    }
    for row in changes.removed() {
        for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(i16::from(*weight));
        }
    }
}

fn run_layers(phase: &Phase, views: [&Products; 2]) -> i32 {
    run_narrow(phase, hidden(phase, views), third)
}

/// The second layer before its values are clipped.
fn hidden(phase: &Phase, views: [&Products; 2]) -> [i32; HIDDEN] {
    let mut values = phase.hidden_bias;
    for (products, weights) in views.iter().zip(&phase.hidden) {
        for (sixteen, weights) in products.0.iter().zip(weights) {
            for (neuron, weights) in HIDDEN_ORDER.into_iter().zip(weights) {
                values[neuron] += dot(sixteen, weights);
            }
        }
    }
    values
}

/// The values of the second layer in bytes, then their squares.
#[inline(always)]
fn with_squares(hidden: &[i32; HIDDEN]) -> [u8; 2 * HIDDEN] {
    // Shifts where divisions would do, because they are done in vectors.
    let bytes = hidden.map(|value| value >> WEIGHT_BITS);
    let squares = bytes.map(|byte| (byte * byte) >> PRODUCT_BITS);
    std::array::from_fn(|i| if i < HIDDEN { bytes[i] as u8 } else { squares[i - HIDDEN] as u8 })
}

/// The third layer before its values are clipped.
fn third(phase: &Phase, inputs: &[u8; 2 * HIDDEN]) -> [i32; THIRD] {
    let mut values = phase.third_bias;
    for (four, weights) in inputs.as_chunks::<4>().0.iter().zip(&phase.third) {
        for (value, weights) in values.iter_mut().zip(weights) {
            *value += dot(four, weights);
        }
    }
    values
}

/// Inputs times their weights.
#[inline(always)]
fn dot<const N: usize>(inputs: &[u8; N], weights: &[i8; N]) -> i32 {
    inputs.iter().zip(weights).map(|(x, w)| i32::from(*x) * i32::from(*w)).sum()
}

/// What comes after the second layer, whose values are not clipped yet.
#[inline(always)]
pub(super) fn run_narrow(
    phase: &Phase,
    hidden: [i32; HIDDEN],
    third: impl Fn(&Phase, &[u8; 2 * HIDDEN]) -> [i32; THIRD],
) -> i32 {
    let hidden = hidden.map(|value| value.clamp(0, ONE_HIDDEN));
    let direct = hidden.iter().zip(&phase.output).map(|(value, weight)| value * weight).sum();
    let third = third(phase, &with_squares(&hidden)).map(|value| value.clamp(0, ONE_THIRD));
    let further = third.iter().zip(&phase.third_output).map(|(value, weight)| value * weight).sum();
    output(phase, direct, further)
}

/// The score in hundredths of a man, from what the second layer and the third say.
#[inline(always)]
pub(super) fn output(phase: &Phase, direct: i32, further: i32) -> i32 {
    (direct / ONE_HIDDEN + further / ONE_THIRD + phase.output_bias) / OUTPUT_FRACTION
}
