//! The same arithmetic with the vectors of WebAssembly.

use std::arch::wasm32::*;

use crownhead_board::Position;

use super::layers::{
    self, Accumulator, Changes, HALF_PRODUCT, HIDDEN, Memory, N_PRODUCTS, Network, ONE_SUM, PRODUCT_SHIFT,
    Phase, Products, THIRD, WIDTH,
};

/// Sums in a vector.
const LANES: usize = 8;
/// Vectors that are kept in registers while something is added to them.
const AT_ONCE: usize = 8;

const _: () = assert!(WIDTH.is_multiple_of(2 * LANES * AT_ONCE) && HIDDEN == 16 && THIRD == 32);

/// The score for the side to move. A module that is compiled for vectors does not run without them.
#[inline(always)]
pub(super) fn evaluate(network: &Network, memory: &mut Memory, pos: &Position) -> i32 {
    let run_layers =
        |phase: &Phase, views: [&Products; 2]| layers::run_narrow(phase, hidden(phase, views), third);
    layers::evaluate(network, memory, pos, update_accumulator, run_layers)
}

fn update_accumulator(sums: &mut Accumulator, changes: &Changes<'_>) -> Products {
    change(sums, changes);
    products(sums)
}

fn change(sums: &mut Accumulator, changes: &Changes<'_>) {
    for (i, sums) in sums.0.as_chunks_mut::<{ LANES * AT_ONCE }>().0.iter_mut().enumerate() {
        let sums = sums.as_chunks_mut::<LANES>().0;
        let mut held: [v128; AT_ONCE] = std::array::from_fn(|i| load(&sums[i]));
        for row in changes.added() {
            let weights = row.0.as_chunks::<LANES>().0.as_chunks::<AT_ONCE>().0[i];
            for (vector, weights) in held.iter_mut().zip(&weights) {
                *vector = i16x8_add(*vector, load_wide(weights));
            }
        }
        for row in changes.removed() {
            let weights = row.0.as_chunks::<LANES>().0.as_chunks::<AT_ONCE>().0[i];
            for (vector, weights) in held.iter_mut().zip(&weights) {
                *vector = i16x8_sub(*vector, load_wide(weights));
            }
        }
        for (sums, vector) in sums.iter_mut().zip(held) {
            // SAFETY: the reference is to as many bytes as the vector has.
            unsafe { v128_store(sums.as_mut_ptr().cast(), vector) };
        }
    }
}

#[inline(always)]
fn load(sums: &[i16; LANES]) -> v128 {
    // SAFETY: the reference is to as many bytes as the vector has.
    unsafe { v128_load(sums.as_ptr().cast()) }
}

/// Weights as wide as sums.
#[inline(always)]
fn load_wide(weights: &[i8; LANES]) -> v128 {
    // SAFETY: the reference is to as many bytes as are read.
    unsafe { i16x8_load_extend_i8x8(weights.as_ptr()) }
}

/// Inputs as wide as sums.
#[inline(always)]
fn load_inputs(inputs: &[u8; LANES]) -> v128 {
    // SAFETY: the reference is to as many bytes as are read.
    unsafe { i16x8_load_extend_u8x8(inputs.as_ptr()) }
}

fn products(sums: &Accumulator) -> Products {
    let mut products = Products::ZERO;
    let (left, right) = sums.0.as_chunks::<LANES>().0.split_at(WIDTH / 2 / LANES);
    let pairs = left.as_chunks::<2>().0.iter().zip(right.as_chunks::<2>().0);
    for (sixteen, (a, b)) in products.0.iter_mut().zip(pairs) {
        let packed = u8x16_narrow_i16x8(product(&a[0], &b[0]), product(&a[1], &b[1]));
        // SAFETY: the reference is to as many bytes as the vector has.
        unsafe { v128_store(sixteen.as_mut_ptr().cast(), packed) };
    }
    products
}

/// Clipped sums times their partners in the other half.
#[inline(always)]
fn product(a: &[i16; LANES], b: &[i16; LANES]) -> v128 {
    let clip = |sums| i16x8_min(i16x8_max(load(sums), i16x8_splat(0)), i16x8_splat(ONE_SUM as i16));
    // 255 * 255 and the half need all 16 bits, so the shift is one of numbers without a sign.
    let rounded = i16x8_add(i16x8_mul(clip(a), clip(b)), i16x8_splat(HALF_PRODUCT as i16));
    u16x8_shr(rounded, PRODUCT_SHIFT as u32)
}

fn hidden(phase: &Phase, views: [&Products; 2]) -> [i32; HIDDEN] {
    let mut sums = [i32x4_splat(0); HIDDEN];
    for (half, sums) in sums.as_chunks_mut::<AT_ONCE>().0.iter_mut().enumerate() {
        let mut held = *sums;
        for (products, weights) in views.iter().zip(&phase.hidden) {
            for i in 0..N_PRODUCTS / 32 {
                let [low, high] = [0, 1].map(|side| load_inputs(&products.0[i].as_chunks().0[side]));
                let weights = &weights[i].as_chunks::<AT_ONCE>().0[half];
                for (sum, weights) in held.iter_mut().zip(weights) {
                    let weights = weights.as_chunks().0;
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(low, load_wide(&weights[0])));
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(high, load_wide(&weights[1])));
                }
            }
        }
        *sums = held;
    }
    // Each neuron has four sums side by side now; the vectors are of neurons 0, 4, 8, 12, 1, 5 and so on.
    let add_pairs = |a, b| i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
    let add_fours = |i: usize| {
        let (low, high) = (add_pairs(sums[i], sums[i + 4]), add_pairs(sums[i + 8], sums[i + 12]));
        i32x4_add(i64x2_shuffle::<0, 2>(low, high), i64x2_shuffle::<1, 3>(low, high))
    };
    let sums = integers([add_fours(0), add_fours(1), add_fours(2), add_fours(3)]);
    std::array::from_fn(|neuron| phase.hidden_bias[neuron] + sums[neuron])
}

fn third(phase: &Phase, inputs: &[u8; 2 * HIDDEN]) -> [i32; THIRD] {
    let mut values = phase.third_bias;
    for (half, values) in values.as_chunks_mut::<{ THIRD / 2 }>().0.iter_mut().enumerate() {
        // Two neurons in a vector, each with two sums side by side.
        let mut held = [i32x4_splat(0); AT_ONCE];
        for (four, weights) in inputs.as_chunks::<4>().0.iter().zip(&phase.third) {
            let four = i32x4_splat(i32::from_le_bytes(*four));
            let inputs = i16x8_extend_low_u8x16(four);
            let weights = weights.as_chunks::<{ THIRD / 2 }>().0[half].as_flattened();
            for (sum, weights) in held.iter_mut().zip(weights.as_chunks().0) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(inputs, load_wide(weights)));
            }
        }
        let add_pairs = |&[a, b]: &[v128; 2]| {
            i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b))
        };
        let [a, b, c, d] = held.as_chunks::<2>().0 else { unreachable!("eight are four pairs") };
        let sums = integers([add_pairs(a), add_pairs(b), add_pairs(c), add_pairs(d)]);
        values.iter_mut().zip(sums).for_each(|(value, sum)| *value += sum);
    }
    values
}

/// The lanes of four vectors.
#[inline(always)]
fn integers(vectors: [v128; 4]) -> [i32; 16] {
    // SAFETY: both arrays have the same size, and any bits are numbers.
    unsafe { std::mem::transmute(vectors) }
}
