//! The same arithmetic with AVX-512 instructions, among them one that multiplies and adds up four bytes
//! for each neuron at once (VNNI).

use std::arch::x86_64::*;

use crownhead_board::Position;

use super::layers::{
    self, Accumulator, Changes, HALF_PRODUCT, HIDDEN, Memory, Network, ONE_HIDDEN, ONE_SUM, ONE_THIRD,
    PRODUCT_BITS, PRODUCT_SHIFT, Phase, Products, Row, THIRD, WEIGHT_BITS, WIDTH,
};

/// Proof that the processor has AVX-512 with VNNI, and counts bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

/// Sums in a vector.
const LANES: usize = 32;
/// Vectors of a row; all are kept in registers while rows are added to them.
const VECTORS: usize = WIDTH / LANES;
/// Vectors with sixteen weights for each neuron of the second layer.
const QUARTERS: usize = 4;

const _: () = assert!(WIDTH.is_multiple_of(2 * LANES) && VECTORS <= 16 && HIDDEN == 16 && THIRD == 32);

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx512(()))
    }

    #[inline(always)]
    pub(super) fn evaluate(self, network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
        // SAFETY: a value of this type exists only where the processor has these instructions.
        unsafe { evaluate(network, memory, pos) }
    }
}

/// All of it in one place, so that the bookkeeping too is compiled for such processors.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi1,popcnt")]
fn evaluate(network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
    let update_accumulator =
        |sums: &mut Accumulator, changes: &Changes<'_>| update_accumulator(sums, changes);
    let run_layers = |phase: &Phase, views: [&Products; 2]| run_layers(phase, views);
    layers::evaluate(network, memory, pos, update_accumulator, run_layers)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn update_accumulator(sums: &mut Accumulator, changes: &Changes<'_>) -> Products {
    let mut held: [__m512i; VECTORS] = std::array::from_fn(|i| load(sums, i * LANES));
    for row in changes.added() {
        for (i, vector) in held.iter_mut().enumerate() {
            *vector = _mm512_add_epi16(*vector, weights(row, i * LANES));
        }
    }
    for row in changes.removed() {
        for (i, vector) in held.iter_mut().enumerate() {
            *vector = _mm512_sub_epi16(*vector, weights(row, i * LANES));
        }
    }
    for (lanes, vector) in sums.0.as_chunks_mut::<LANES>().0.iter_mut().zip(held) {
        // SAFETY: the reference is to as many bytes as the vector has.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector) }
    }
    products(&held)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(sums: &Accumulator, at: usize) -> __m512i {
    let lanes: &[i16; LANES] = sums.0[at..].first_chunk().expect("vectors divide sums");
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

/// Weights as wide as sums.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn weights(row: &Row, at: usize) -> __m512i {
    let lanes: &[i8; LANES] = row.0[at..].first_chunk().expect("vectors divide rows");
    // SAFETY: the reference is to as many bytes as the vector has.
    _mm512_cvtepi8_epi16(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn products(sums: &[__m512i; VECTORS]) -> Products {
    let mut products = Products::ZERO;
    let (left, right) = sums.split_at(VECTORS / 2);
    for ((chunk, a), b) in
        products.0.as_flattened_mut().as_chunks_mut::<LANES>().0.iter_mut().zip(left).zip(right)
    {
        // Products have seven bits, so nothing is lost.
        let bytes = _mm512_cvtepi16_epi8(product(*a, *b));
        // SAFETY: the reference is to as many bytes as the vector has.
        unsafe { _mm256_storeu_si256(chunk.as_mut_ptr().cast(), bytes) };
    }
    products
}

/// Clipped sums times their partners in the other half.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn product(a: __m512i, b: __m512i) -> __m512i {
    let clip = |vector| {
        let one = _mm512_set1_epi16(ONE_SUM as i16);
        _mm512_min_epi16(_mm512_max_epi16(vector, _mm512_setzero_si512()), one)
    };
    // 255 * 255 and the half need all 16 bits, so the shift is one of numbers without a sign.
    let half = _mm512_set1_epi16(HALF_PRODUCT as i16);
    let product = _mm512_mullo_epi16(clip(a), clip(b));
    _mm512_srli_epi16::<{ PRODUCT_SHIFT as u32 }>(_mm512_add_epi16(product, half))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn run_layers(phase: &Phase, views: [&Products; 2]) -> i32 {
    let hidden = clip(hidden(phase, views), ONE_HIDDEN);
    let direct = _mm512_mullo_epi32(hidden, load_wide(&phase.output));
    let mut further = _mm512_setzero_si512();
    for (values, weights) in
        third(phase, with_squares(hidden)).into_iter().zip(phase.third_output.as_chunks().0)
    {
        let product = _mm512_mullo_epi32(clip(values, ONE_THIRD), load_wide(weights));
        further = _mm512_add_epi32(further, product);
    }
    layers::output(phase, _mm512_reduce_add_epi32(direct), _mm512_reduce_add_epi32(further))
}

/// The second layer before its values are clipped.
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn hidden(phase: &Phase, views: [&Products; 2]) -> __m512i {
    let mut sums = [_mm512_setzero_si512(); QUARTERS];
    for (products, weights) in views.iter().zip(&phase.hidden) {
        for (sixteen, weights) in products.0.iter().zip(weights) {
            // SAFETY: the reference is to as many bytes as the vector has.
            let inputs = _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) });
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<{ HIDDEN / QUARTERS }>().0) {
                // SAFETY: four times sixteen bytes are as many as the vector has.
                let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                *sum = _mm512_dpbusd_epi32(*sum, inputs, weights);
            }
        }
    }
    // Each neuron has four sums side by side now.
    let [a, b, c, d] = sums;
    let [low, high] = [(a, b), (c, d)]
        .map(|(a, b)| _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)));
    let values = _mm512_add_epi32(_mm512_unpacklo_epi64(low, high), _mm512_unpackhi_epi64(low, high));
    _mm512_add_epi32(values, load_wide(&phase.hidden_bias))
}

/// The values of the second layer in bytes, then their squares.
#[target_feature(enable = "avx512f")]
#[inline]
fn with_squares(hidden: __m512i) -> __m512i {
    let bytes = _mm512_srli_epi32::<WEIGHT_BITS>(hidden);
    let squares = _mm512_srli_epi32::<PRODUCT_BITS>(_mm512_mullo_epi32(bytes, bytes));
    let [bytes, squares] = [bytes, squares].map(|values| _mm512_cvtepi32_epi8(values));
    _mm512_inserti32x4::<1>(_mm512_castsi128_si512(bytes), squares)
}

/// The third layer before its values are clipped.
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn third(phase: &Phase, inputs: __m512i) -> [__m512i; 2] {
    // SAFETY: both arrays have the size that is said.
    let mut values: [__m512i; 2] = unsafe { std::mem::transmute(phase.third_bias) };
    for (four, weights) in phase.third.iter().enumerate() {
        let inputs = _mm512_permutexvar_epi32(_mm512_set1_epi32(four as i32), inputs);
        for (value, weights) in values.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: sixteen times four bytes are as many as the vector has.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            *value = _mm512_dpbusd_epi32(*value, inputs, weights);
        }
    }
    values
}

#[target_feature(enable = "avx512f")]
#[inline]
fn clip(values: __m512i, one: i32) -> __m512i {
    _mm512_min_epi32(_mm512_max_epi32(values, _mm512_setzero_si512()), _mm512_set1_epi32(one))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load_wide(numbers: &[i32; 16]) -> __m512i {
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}
