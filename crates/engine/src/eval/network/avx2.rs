//! The same arithmetic with AVX2 instructions.

use std::arch::x86_64::*;

use crownhead_board::Position;

use super::layers::{
    self, Accumulator, Changes, HALF_PRODUCT, HIDDEN, Memory, Network, ONE_SUM, PRODUCT_SHIFT, Phase,
    Products, Row, THIRD, WIDTH,
};

/// Proof that the processor has AVX2 and counts bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

/// Sums in a vector.
const LANES: usize = 16;
/// Vectors that are kept in registers while rows are added to them.
const AT_ONCE: usize = 8;
/// Vectors with sixteen weights for each neuron of the second layer.
const EIGHTHS: usize = 8;

const _: () = assert!(WIDTH.is_multiple_of(2 * LANES * AT_ONCE) && HIDDEN == 16 && THIRD == 32);

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }

    #[inline(always)]
    pub(super) fn evaluate(self, network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
        // SAFETY: a value of this type exists only where the processor has these instructions.
        unsafe { evaluate(network, memory, pos) }
    }
}

/// All of it in one place, so that the bookkeeping too is compiled for such processors.
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn evaluate(network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
    let update_accumulator =
        |sums: &mut Accumulator, changes: &Changes<'_>| update_accumulator(sums, changes);
    let run_layers = |phase: &Phase, views: [&Products; 2]| {
        let third = |phase: &Phase, inputs: &[u8; 2 * HIDDEN]| third(phase, inputs);
        layers::run_narrow(phase, hidden(phase, views), third)
    };
    layers::evaluate(network, memory, pos, update_accumulator, run_layers)
}

#[target_feature(enable = "avx2")]
#[inline]
fn update_accumulator(sums: &mut Accumulator, changes: &Changes<'_>) -> Products {
    change(sums, changes);
    products(sums)
}

#[target_feature(enable = "avx2")]
#[inline]
fn change(sums: &mut Accumulator, changes: &Changes<'_>) {
    for start in (0..WIDTH).step_by(LANES * AT_ONCE) {
        let mut held: [__m256i; AT_ONCE] = std::array::from_fn(|i| load(sums, start + i * LANES));
        for row in changes.added() {
            for (i, vector) in held.iter_mut().enumerate() {
                *vector = _mm256_add_epi16(*vector, weights(row, start + i * LANES));
            }
        }
        for row in changes.removed() {
            for (i, vector) in held.iter_mut().enumerate() {
                *vector = _mm256_sub_epi16(*vector, weights(row, start + i * LANES));
            }
        }
        for (i, vector) in held.into_iter().enumerate() {
            store(sums, start + i * LANES, vector);
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(sums: &Accumulator, at: usize) -> __m256i {
    let lanes: &[i16; LANES] = sums.0[at..].first_chunk().expect("vectors divide sums");
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

/// Weights as wide as sums.
#[target_feature(enable = "avx2")]
#[inline]
fn weights(row: &Row, at: usize) -> __m256i {
    let lanes: &[i8; LANES] = row.0[at..].first_chunk().expect("vectors divide rows");
    // SAFETY: the reference is to as many bytes as the vector has.
    _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) })
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(sums: &mut Accumulator, at: usize, vector: __m256i) {
    let lanes: &mut [i16; LANES] = sums.0[at..].first_chunk_mut().expect("vectors divide sums");
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn hidden(phase: &Phase, views: [&Products; 2]) -> [i32; HIDDEN] {
    let mut sums = [_mm256_setzero_si256(); EIGHTHS];
    for (products, weights) in views.iter().zip(&phase.hidden) {
        for (sixteen, weights) in products.0.iter().zip(weights) {
            // SAFETY: the reference is to as many bytes as the vector has.
            let inputs = _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) });
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<{ HIDDEN / EIGHTHS }>().0) {
                // SAFETY: two times sixteen bytes are as many as the vector has.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                *sum = add_products(*sum, inputs, weights);
            }
        }
    }
    // Each neuron has four sums side by side now; the first vector has neurons 0 and 4, the second 8 and
    // 12, the third 1 and 5, and so on.
    let [a, e, b, f, c, g, d, h] = sums;
    let add_pairs = |a, b| _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let add_fours = |a, b, c, d| {
        let (low, high) = (add_pairs(a, b), add_pairs(c, d));
        _mm256_add_epi32(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high))
    };
    // SAFETY: both arrays have the same size, and any bits are numbers.
    let sums: [i32; HIDDEN] = unsafe { std::mem::transmute([add_fours(a, b, c, d), add_fours(e, f, g, h)]) };
    std::array::from_fn(|neuron| phase.hidden_bias[neuron] + sums[neuron])
}

#[target_feature(enable = "avx2")]
#[inline]
fn third(phase: &Phase, inputs: &[u8; 2 * HIDDEN]) -> [i32; THIRD] {
    // SAFETY: both arrays have the size that is said.
    let mut values: [__m256i; 4] = unsafe { std::mem::transmute(phase.third_bias) };
    for (four, weights) in inputs.as_chunks::<4>().0.iter().zip(&phase.third) {
        let inputs = _mm256_set1_epi32(i32::from_le_bytes(*four));
        for (value, weights) in values.iter_mut().zip(weights.as_chunks::<8>().0) {
            // SAFETY: eight times four bytes are as many as the vector has.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            *value = add_products(*value, inputs, weights);
        }
    }
    // SAFETY: both arrays have the same size, and any bits are numbers.
    unsafe { std::mem::transmute(values) }
}

/// Adds to each sum four inputs times their weights.
#[target_feature(enable = "avx2")]
#[inline]
fn add_products(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
    // Two products of at most 127 * 128 fit into 16 bits, so nothing saturates.
    let twos = _mm256_maddubs_epi16(inputs, weights);
    _mm256_add_epi32(sum, _mm256_madd_epi16(twos, _mm256_set1_epi16(1)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn products(sums: &Accumulator) -> Products {
    let mut products = Products::ZERO;
    for (i, chunk) in products.0.as_flattened_mut().as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let low = product(sums, 2 * i * LANES);
        let high = product(sums, (2 * i + 1) * LANES);
        // Packing works on halves of a vector; the permutation puts them in order.
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
        // SAFETY: the reference is to as many bytes as the vector has.
        unsafe { _mm256_storeu_si256(chunk.as_mut_ptr().cast(), packed) };
    }
    products
}

/// Clipped sums times their partners in the other half.
#[target_feature(enable = "avx2")]
#[inline]
fn product(sums: &Accumulator, at: usize) -> __m256i {
    let clip = |vector| {
        let one = _mm256_set1_epi16(ONE_SUM as i16);
        _mm256_min_epi16(_mm256_max_epi16(vector, _mm256_setzero_si256()), one)
    };
    let (a, b) = (clip(load(sums, at)), clip(load(sums, at + WIDTH / 2)));
    // 255 * 255 and the half need all 16 bits, so the shift is one of numbers without a sign.
    let half = _mm256_set1_epi16(HALF_PRODUCT as i16);
    _mm256_srli_epi16::<PRODUCT_SHIFT>(_mm256_add_epi16(_mm256_mullo_epi16(a, b), half))
}
