//! The network in floating point, with its gradient.

use std::sync::Arc;

use crownhead_engine::{Network, NetworkShape};
use fastrand::Rng;

use super::trainer::FitSettings;
use crate::sample::Sample;

const SHAPE: NetworkShape = NetworkShape::OURS;
const WIDTH: usize = SHAPE.width;
const HIDDEN: usize = SHAPE.hidden;
const THIRD: usize = SHAPE.third;

/// The network that the engine runs, with parameters in floating point.
///
/// Its output for a sample is a logit: above 0 the side to move is better. The parameters are in the order of
/// [`Network::round`], apart from the scale of the output.
#[derive(Clone)]
pub struct NetworkModel {
    /// Hundredths of a man per logit.
    pub scale: f32,
    /// The network that a warm start begins with; random weights if there is none.
    pub initial: Option<Arc<Network>>,
    /// The weight of the initial network in the result, from 0 to 1.
    pub anchor_weight: f32,
}

const STAGE_SIZE: usize = SHAPE.features * WIDTH;
const N_ROWS: usize = SHAPE.stages * SHAPE.features;
const BIAS: usize = N_ROWS * WIDTH;
const PHASES: usize = BIAS + WIDTH;
/// Weights of the second layer with their biases, and of the third.
const HIDDEN_SIZE: usize = HIDDEN * (WIDTH + 1);
const THIRD_SIZE: usize = THIRD * (2 * HIDDEN + 1);
const OUTPUT_SIZE: usize = HIDDEN + THIRD + 1;
const PHASE_SIZE: usize = HIDDEN_SIZE + THIRD_SIZE + OUTPUT_SIZE;
const N_PARAMETERS: usize = PHASES + SHAPE.phases * PHASE_SIZE;
/// Sums that fit into registers while rows are added.
const AT_ONCE: usize = 64;
/// Sums start around the middle of the range that is not clipped.
const INITIAL_BIAS: f32 = 0.25;

/// The first layer from one side's point of view.
#[derive(Clone)]
struct View {
    /// The rows of the active features.
    rows: Vec<usize>,
    sums: [f32; WIDTH],
}

/// What the forward pass leaves for the backward pass.
pub struct Activations {
    views: [View; 2],
    products: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    /// Clipped activations of the second layer, then their squares.
    clipped: [f32; 2 * HIDDEN],
    third: [f32; THIRD],
    d_products: [f32; WIDTH],
    phase: usize,
}

impl Default for Activations {
    fn default() -> Activations {
        let view = View { rows: Vec::with_capacity(24), sums: [0.0; WIDTH] };
        Activations {
            views: [view.clone(), view],
            products: [0.0; WIDTH],
            hidden: [0.0; HIDDEN],
            clipped: [0.0; 2 * HIDDEN],
            third: [0.0; THIRD],
            d_products: [0.0; WIDTH],
            phase: 0,
        }
    }
}

/// The parameters of a phase.
struct Phase<T> {
    rows: T,
    bias: T,
    third_rows: T,
    third_bias: T,
    output: T,
    third_output: T,
    output_bias: T,
}

fn phase(parameters: &[f32], phase: usize) -> Phase<&[f32]> {
    let (rows, rest) = parameters[PHASES + phase * PHASE_SIZE..][..PHASE_SIZE].split_at(HIDDEN * WIDTH);
    let (bias, rest) = rest.split_at(HIDDEN);
    let (third_rows, rest) = rest.split_at(THIRD * 2 * HIDDEN);
    let (third_bias, rest) = rest.split_at(THIRD);
    let (output, rest) = rest.split_at(HIDDEN);
    let (third_output, output_bias) = rest.split_at(THIRD);
    Phase { rows, bias, third_rows, third_bias, output, third_output, output_bias }
}

fn phase_mut(parameters: &mut [f32], phase: usize) -> Phase<&mut [f32]> {
    let (rows, rest) = parameters[PHASES + phase * PHASE_SIZE..][..PHASE_SIZE].split_at_mut(HIDDEN * WIDTH);
    let (bias, rest) = rest.split_at_mut(HIDDEN);
    let (third_rows, rest) = rest.split_at_mut(THIRD * 2 * HIDDEN);
    let (third_bias, rest) = rest.split_at_mut(THIRD);
    let (output, rest) = rest.split_at_mut(HIDDEN);
    let (third_output, output_bias) = rest.split_at_mut(THIRD);
    Phase { rows, bias, third_rows, third_bias, output, third_output, output_bias }
}

fn row(parameters: &[f32], at: usize) -> &[f32; WIDTH] {
    parameters[at * WIDTH..].first_chunk().expect("the rows come first, the bias after them")
}

fn row_mut(parameters: &mut [f32], at: usize) -> &mut [f32; WIDTH] {
    parameters[at * WIDTH..].first_chunk_mut().expect("the rows come first, the bias after them")
}

impl View {
    #[inline(always)]
    fn fill(&mut self, parameters: &[f32], stage: usize, features: impl Iterator<Item = usize>) {
        self.rows.clear();
        self.rows.extend(features.map(|feature| stage * SHAPE.features + feature));
        let bias = row(parameters, N_ROWS).as_chunks().0;
        for (i, sums) in self.sums.as_chunks_mut().0.iter_mut().enumerate() {
            let mut held: [f32; AT_ONCE] = bias[i];
            for at in &self.rows {
                add(&mut held, &row(parameters, *at).as_chunks().0[i]);
            }
            *sums = held;
        }
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], row: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

impl NetworkModel {
    /// A model for a fit, with a warm start from another network if one is given.
    pub fn new(settings: &FitSettings, initial: Option<Arc<Network>>) -> NetworkModel {
        NetworkModel { scale: settings.target.scale, initial, anchor_weight: settings.anchor_weight }
    }

    /// The parameters that a fit begins with.
    pub fn initial_parameters(&self, rng: &mut Rng) -> Vec<f32> {
        if let Some(initial) = &self.initial {
            return self.parameters(initial);
        }
        let mut parameters = vec![0.0; N_PARAMETERS];
        let mut randomize = |weights: &mut [f32], deviation: f32| {
            weights.iter_mut().for_each(|weight| *weight = deviation * standard_normal(rng));
        };
        // All stages begin with the same weights.
        randomize(&mut parameters[..STAGE_SIZE], 0.1);
        (1..SHAPE.stages).for_each(|stage| parameters.copy_within(..STAGE_SIZE, stage * STAGE_SIZE));
        parameters[BIAS..PHASES].fill(INITIAL_BIAS);
        for i in 0..SHAPE.phases {
            let phase = phase_mut(&mut parameters, i);
            randomize(phase.rows, (2.0 / WIDTH as f32).sqrt());
            phase.bias.fill(0.1);
            randomize(phase.output, (1.0 / HIDDEN as f32).sqrt());
            randomize(phase.third_rows, (1.0 / HIDDEN as f32).sqrt());
            phase.third_bias.fill(0.1);
            randomize(phase.third_output, (1.0 / THIRD as f32).sqrt());
        }
        parameters
    }

    /// The output for a sample.
    pub fn forward(&self, parameters: &[f32], sample: &Sample, layers: &mut Activations) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { wide::forward(parameters, sample, layers) };
        }
        forward(parameters, sample, layers)
    }

    /// Adds the gradient of the last forward pass, times the derivative of the loss by the output.
    pub fn backward(
        &self,
        parameters: &[f32],
        layers: &mut Activations,
        d_output: f32,
        gradient: &mut [f32],
    ) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { wide::backward(parameters, layers, d_output, gradient) };
        }
        backward(parameters, layers, d_output, gradient);
    }

    /// Clamps the weights to what their quantized form can hold.
    pub(super) fn clamp(&self, parameters: &mut [f32]) {
        let clamp = |weights: &mut [f32], max: f32| {
            weights.iter_mut().for_each(|weight| *weight = weight.clamp(-max, max));
        };
        clamp(&mut parameters[..BIAS], NetworkShape::MAX_ROW_WEIGHT);
        for i in 0..SHAPE.phases {
            let phase = phase_mut(parameters, i);
            clamp(phase.rows, NetworkShape::MAX_HIDDEN_WEIGHT);
            clamp(phase.third_rows, NetworkShape::MAX_THIRD_WEIGHT);
        }
    }

    /// The parameters of a quantized network.
    pub fn parameters(&self, network: &Network) -> Vec<f32> {
        let mut parameters = network.reals();
        scale_output(&mut parameters, 1.0 / self.scale);
        parameters
    }

    /// The quantized network, as the engine runs it: after a warm start the weighted mean with the initial network.
    pub fn network(&self, parameters: &[f32]) -> Network {
        let mut parameters = parameters.to_vec();
        if let Some(initial) = &self.initial {
            let pairs = parameters.iter_mut().zip(self.parameters(initial));
            pairs.for_each(|(number, initial)| *number += self.anchor_weight * (initial - *number));
        }
        scale_output(&mut parameters, self.scale);
        Network::round(&parameters)
    }
}

/// Standard normal, nearly: the sum of twelve uniform numbers.
fn standard_normal(rng: &mut Rng) -> f32 {
    (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0
}

/// From logits to hundredths of a man, or back.
fn scale_output(parameters: &mut [f32], scale: f32) {
    for i in 0..SHAPE.phases {
        let phase = phase_mut(parameters, i);
        let output = [phase.output, phase.third_output, phase.output_bias];
        output.into_iter().flatten().for_each(|weight| *weight *= scale);
    }
}

/// The same code compiled for AVX2. The order of sums is the same, so the results are too.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::*;

    #[target_feature(enable = "avx2")]
    pub(super) fn forward(parameters: &[f32], sample: &Sample, layers: &mut Activations) -> f32 {
        super::forward(parameters, sample, layers)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn backward(
        parameters: &[f32],
        layers: &mut Activations,
        d_output: f32,
        gradient: &mut [f32],
    ) {
        super::backward(parameters, layers, d_output, gradient);
    }
}

#[inline(always)]
fn forward(parameters: &[f32], sample: &Sample, layers: &mut Activations) -> f32 {
    layers.phase = NetworkShape::phase(sample.n_pieces());
    let [own, other] = &mut layers.views;
    let stage = sample.stage();
    own.fill(parameters, stage, sample.features());
    let turned = sample.features().map(NetworkShape::turned);
    other.fill(parameters, NetworkShape::opposing_stage(stage), turned);
    for (view, products) in layers.views.iter().zip(layers.products.chunks_exact_mut(WIDTH / 2)) {
        let (left, right) = view.sums.split_at(WIDTH / 2);
        for ((product, a), b) in products.iter_mut().zip(left).zip(right) {
            *product = a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0);
        }
    }
    let phase = phase(parameters, layers.phase);
    let mut sum = phase.output_bias[0];
    for (neuron, row) in phase.rows.chunks_exact(WIDTH).enumerate() {
        layers.hidden[neuron] = phase.bias[neuron] + dot(row, &layers.products);
        let clipped = layers.hidden[neuron].clamp(0.0, 1.0);
        layers.clipped[neuron] = clipped;
        layers.clipped[HIDDEN + neuron] = clipped * clipped;
        sum += clipped * phase.output[neuron];
    }
    for (neuron, row) in phase.third_rows.chunks_exact(2 * HIDDEN).enumerate() {
        layers.third[neuron] = phase.third_bias[neuron] + dot(row, &layers.clipped);
        sum += layers.third[neuron].clamp(0.0, 1.0) * phase.third_output[neuron];
    }
    sum
}

/// A dot product in enough lanes to hide the latency of an addition.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 32];
    for (a, b) in a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0) {
        for i in 0..32 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

#[inline(always)]
fn backward(parameters: &[f32], layers: &mut Activations, d_output: f32, gradient: &mut [f32]) {
    let phase = phase(parameters, layers.phase);
    let slopes = phase_mut(gradient, layers.phase);
    slopes.output_bias[0] += d_output;
    let mut d_clipped = [0.0; 2 * HIDDEN];
    for neuron in 0..THIRD {
        let value = layers.third[neuron];
        slopes.third_output[neuron] += d_output * value.clamp(0.0, 1.0);
        if !(0.0..=1.0).contains(&value) {
            continue;
        }
        let d_third = d_output * phase.third_output[neuron];
        slopes.third_bias[neuron] += d_third;
        let weights = &phase.third_rows[neuron * 2 * HIDDEN..][..2 * HIDDEN];
        let slopes = &mut slopes.third_rows[neuron * 2 * HIDDEN..][..2 * HIDDEN];
        for i in 0..2 * HIDDEN {
            slopes[i] += d_third * layers.clipped[i];
            d_clipped[i] += d_third * weights[i];
        }
    }
    layers.d_products.fill(0.0);
    for neuron in 0..HIDDEN {
        let value = layers.hidden[neuron];
        slopes.output[neuron] += d_output * value.clamp(0.0, 1.0);
        if !(0.0..=1.0).contains(&value) {
            continue;
        }
        let d_square = 2.0 * value * d_clipped[HIDDEN + neuron];
        let d_hidden = d_output * phase.output[neuron] + d_clipped[neuron] + d_square;
        slopes.bias[neuron] += d_hidden;
        let weights = &phase.rows[neuron * WIDTH..][..WIDTH];
        let slopes = &mut slopes.rows[neuron * WIDTH..][..WIDTH];
        for i in 0..WIDTH {
            slopes[i] += d_hidden * layers.products[i];
            layers.d_products[i] += d_hidden * weights[i];
        }
    }
    for (view, d_products) in layers.views.iter().zip(layers.d_products.chunks_exact(WIDTH / 2)) {
        let d_sums = d_sums(&view.sums, d_products);
        add(row_mut(gradient, N_ROWS), &d_sums);
        for at in &view.rows {
            add(row_mut(gradient, *at), &d_sums);
        }
    }
}

/// The derivatives of the sums, which were clipped and multiplied in pairs.
#[inline(always)]
fn d_sums(sums: &[f32; WIDTH], d_products: &[f32]) -> [f32; WIDTH] {
    let mut d_sums = [0.0; WIDTH];
    let (left, right) = sums.split_at(WIDTH / 2);
    let (d_left, d_right) = d_sums.split_at_mut(WIDTH / 2);
    for i in 0..WIDTH / 2 {
        let is_open = |sum: f32| if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 };
        d_left[i] = d_products[i] * right[i].clamp(0.0, 1.0) * is_open(left[i]);
        d_right[i] = d_products[i] * left[i].clamp(0.0, 1.0) * is_open(right[i]);
    }
    d_sums
}
