//! The same arithmetic with AVX-512 instructions, among them one that multiplies and adds up four bytes
//! for each neuron at once (VNNI).

use std::arch::x86_64::*;

use crownhead_board::Position;

use super::layers::{
    self, Accumulator, Changes, HALF_PRODUCT, HIDDEN, Memory, N_PRODUCTS, Network, ONE_SUM, PRODUCT_SHIFT,
    Phase, Row, THIRD, WIDTH,
};

/// Proof that the processor has AVX-512 with VNNI, and counts bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

/// Sums in a vector.
const LANES: usize = 32;
/// Vectors of a row; all are kept in registers while rows are added to them.
const VECTORS: usize = WIDTH / LANES;
/// Sums of the second layer that are added to in turn, because each has to wait for itself.
const IN_TURN: usize = 4;

const _: () = assert!(WIDTH.is_multiple_of(2 * LANES) && VECTORS <= 16 && HIDDEN == 16 && THIRD == 32);
const _: () = assert!((N_PRODUCTS / 4).is_multiple_of(IN_TURN));

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
    pub(super) fn judge(self, network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
        // SAFETY: a value of this type exists only where the processor has these instructions.
        unsafe { judge(network, memory, pos) }
    }
}

/// All of it in one place, so that the bookkeeping too is compiled for such processors.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi1,popcnt")]
fn judge(network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
    let change = |sums: &mut Accumulator, changes: &Changes<'_>| change(sums, changes);
    let hidden = |phase: &Phase, own: &Accumulator, other: &Accumulator| hidden(phase, own, other);
    let third = |phase: &Phase, inputs: &[u8; 2 * HIDDEN]| third(phase, inputs);
    layers::judge(network, memory, pos, change, hidden, third)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn change(sums: &mut Accumulator, changes: &Changes<'_>) {
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

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
fn hidden(phase: &Phase, own: &Accumulator, other: &Accumulator) -> [i32; HIDDEN] {
    // SAFETY: the reference is to as many bytes as the vector has.
    let bias = unsafe { _mm512_loadu_si512(phase.hidden_bias.as_ptr().cast()) };
    let zero = _mm512_setzero_si512();
    let mut values = [bias, zero, zero, zero];
    let products = products(own, other);
    let fours = products.0.as_chunks::<4>().0.as_chunks::<IN_TURN>().0;
    for (fours, weights) in fours.iter().zip(phase.hidden.as_chunks::<IN_TURN>().0) {
        for ((value, four), weights) in values.iter_mut().zip(fours).zip(weights) {
            let inputs = _mm512_set1_epi32(i32::from_le_bytes(*four));
            // SAFETY: sixteen times four bytes are as many as the vector has.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            *value = _mm512_dpbusd_epi32(*value, inputs, weights);
        }
    }
    let [a, b, c, d] = values;
    let sums = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    let mut hidden = [0; HIDDEN];
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { _mm512_storeu_si512(hidden.as_mut_ptr().cast(), sums) };
    hidden
}

#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn third(phase: &Phase, inputs: &[u8; 2 * HIDDEN]) -> [i32; THIRD] {
    // SAFETY: both arrays have the size that is said.
    let mut values: [__m512i; 2] = unsafe { std::mem::transmute(phase.third_bias) };
    for (four, weights) in inputs.as_chunks::<4>().0.iter().zip(&phase.third) {
        let inputs = _mm512_set1_epi32(i32::from_le_bytes(*four));
        for (value, weights) in values.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: sixteen times four bytes are as many as the vector has.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            *value = _mm512_dpbusd_epi32(*value, inputs, weights);
        }
    }
    // SAFETY: both arrays have the same size, and any bits are numbers.
    unsafe { std::mem::transmute(values) }
}

#[repr(align(64))]
struct Products([u8; N_PRODUCTS]);

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn products(own: &Accumulator, other: &Accumulator) -> Products {
    let mut products = Products([0; N_PRODUCTS]);
    let chunks = products.0.as_chunks_mut::<LANES>().0;
    for (sums, chunks) in [own, other].into_iter().zip(chunks.chunks_exact_mut(VECTORS / 2)) {
        for (i, chunk) in chunks.iter_mut().enumerate() {
            // Products have seven bits, so nothing is lost.
            let bytes = _mm512_cvtepi16_epi8(product(sums, i * LANES));
            // SAFETY: the reference is to as many bytes as the vector has.
            unsafe { _mm256_storeu_si256(chunk.as_mut_ptr().cast(), bytes) };
        }
    }
    products
}

/// Clipped sums times their partners in the other half.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn product(sums: &Accumulator, at: usize) -> __m512i {
    let clip = |vector| {
        let one = _mm512_set1_epi16(ONE_SUM as i16);
        _mm512_min_epi16(_mm512_max_epi16(vector, _mm512_setzero_si512()), one)
    };
    let (a, b) = (clip(load(sums, at)), clip(load(sums, at + WIDTH / 2)));
    // 255 * 255 and the half need all 16 bits, so the shift is one of numbers without a sign.
    let half = _mm512_set1_epi16(HALF_PRODUCT as i16);
    _mm512_srli_epi16::<{ PRODUCT_SHIFT as u32 }>(_mm512_add_epi16(_mm512_mullo_epi16(a, b), half))
}
