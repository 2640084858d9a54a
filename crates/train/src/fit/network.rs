//! The network in real numbers, with its gradient.

use std::sync::Arc;

use crownhead_engine::{Network, NetworkShape, Random};

use super::Model;
use crate::sample::Sample;

const SHAPE: NetworkShape = NetworkShape::OURS;
const WIDTH: usize = SHAPE.width;
const HIDDEN: usize = SHAPE.hidden;

/// The network that the engine runs.
///
/// Parameters in order: the rows of the features, the bias of the first layer; for each phase the
/// rows of the hidden neurons, their biases, the weights of the output and its bias.
#[derive(Clone)]
pub struct NetworkModel {
    /// Hundredths of a man that make one logit.
    pub scale: f32,
    /// What a fit begins with; random numbers if there is nothing.
    pub first: Option<Arc<Network>>,
}

const BIAS: usize = SHAPE.inputs * WIDTH;
const PHASES: usize = BIAS + WIDTH;
const PHASE_SIZE: usize = HIDDEN * WIDTH + 2 * HIDDEN + 1;
const N_PARAMETERS: usize = PHASES + SHAPE.phases * PHASE_SIZE;
/// Sums that fit into registers while rows are added to them.
const AT_ONCE: usize = 64;
/// A network begins with sums around the middle of what is not clipped.
const START_BIAS: f32 = 0.25;

/// The first layer as one side sees it.
#[derive(Clone)]
struct View {
    features: Vec<usize>,
    sums: [f32; WIDTH],
}

/// The layers for one sample.
pub struct Layers {
    views: [View; 2],
    products: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    d_products: [f32; WIDTH],
    phase: usize,
}

impl Default for Layers {
    fn default() -> Layers {
        let view = View { features: Vec::with_capacity(24), sums: [0.0; WIDTH] };
        Layers {
            views: [view.clone(), view],
            products: [0.0; WIDTH],
            hidden: [0.0; HIDDEN],
            d_products: [0.0; WIDTH],
            phase: 0,
        }
    }
}

/// The parts of a phase's parameters.
struct Phase<T> {
    rows: T,
    bias: T,
    output: T,
    output_bias: T,
}

fn phase(parameters: &[f32], phase: usize) -> Phase<&[f32]> {
    let (rows, rest) = parameters[PHASES + phase * PHASE_SIZE..][..PHASE_SIZE].split_at(HIDDEN * WIDTH);
    let (bias, rest) = rest.split_at(HIDDEN);
    let (output, output_bias) = rest.split_at(HIDDEN);
    Phase { rows, bias, output, output_bias }
}

fn phase_mut(parameters: &mut [f32], phase: usize) -> Phase<&mut [f32]> {
    let (rows, rest) = parameters[PHASES + phase * PHASE_SIZE..][..PHASE_SIZE].split_at_mut(HIDDEN * WIDTH);
    let (bias, rest) = rest.split_at_mut(HIDDEN);
    let (output, output_bias) = rest.split_at_mut(HIDDEN);
    Phase { rows, bias, output, output_bias }
}

fn row(parameters: &[f32], feature: usize) -> &[f32; WIDTH] {
    parameters[feature * WIDTH..].first_chunk().expect("a row for each feature")
}

fn row_mut(parameters: &mut [f32], feature: usize) -> &mut [f32; WIDTH] {
    parameters[feature * WIDTH..].first_chunk_mut().expect("a row for each feature")
}

impl View {
    #[inline(always)]
    fn fill(&mut self, parameters: &[f32], features: impl Iterator<Item = usize>) {
        self.features.clear();
        self.features.extend(features);
        let bias = row(parameters, SHAPE.inputs).as_chunks().0;
        for (i, sums) in self.sums.as_chunks_mut().0.iter_mut().enumerate() {
            let mut held: [f32; AT_ONCE] = bias[i];
            for feature in &self.features {
                add(&mut held, &row(parameters, *feature).as_chunks().0[i]);
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

impl Model for NetworkModel {
    type Scratch = Layers;

    fn start(&self, random: &mut Random) -> Vec<f32> {
        if let Some(first) = &self.first {
            return self.parameters(first);
        }
        let mut parameters = vec![0.0; N_PARAMETERS];
        let mut scatter = |numbers: &mut [f32], width: f32| {
            numbers.iter_mut().for_each(|number| *number = width * random.bell() as f32);
        };
        scatter(&mut parameters[..BIAS], 0.1);
        parameters[BIAS..PHASES].fill(START_BIAS);
        for i in 0..SHAPE.phases {
            let phase = phase_mut(&mut parameters, i);
            scatter(phase.rows, (2.0 / WIDTH as f32).sqrt());
            phase.bias.fill(0.1);
            scatter(phase.output, (1.0 / HIDDEN as f32).sqrt());
        }
        parameters
    }

    fn output(&self, parameters: &[f32], sample: &Sample, layers: &mut Layers) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { wide::output(parameters, sample, layers) };
        }
        output(parameters, sample, layers)
    }

    fn add_gradient(&self, parameters: &[f32], layers: &mut Layers, d_output: f32, gradient: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { wide::add_gradient(parameters, layers, d_output, gradient) };
        }
        add_gradient(parameters, layers, d_output, gradient);
    }

    fn confine(&self, parameters: &mut [f32]) {
        let most = NetworkShape::MAX_HIDDEN_WEIGHT;
        for i in 0..SHAPE.phases {
            phase_mut(parameters, i).rows.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        }
    }
}

impl NetworkModel {
    /// The real numbers of a network in whole ones.
    pub fn parameters(&self, network: &Network) -> Vec<f32> {
        let mut parameters: Vec<f32> = Vec::with_capacity(N_PARAMETERS);
        for feature in 0..SHAPE.inputs {
            parameters.extend((0..WIDTH).map(|i| network.row(feature, i)));
        }
        parameters.extend((0..WIDTH).map(|i| network.bias(i)));
        for at in 0..SHAPE.phases {
            for neuron in 0..HIDDEN {
                parameters.extend((0..WIDTH).map(|i| network.hidden(at, neuron, i)));
            }
            parameters.extend((0..HIDDEN).map(|neuron| network.hidden_bias(at, neuron)));
            parameters.extend((0..HIDDEN).map(|neuron| network.output(at, neuron) / self.scale));
            parameters.push(network.output_bias(at) / self.scale);
        }
        parameters
    }

    /// The network in whole numbers, as the engine runs it.
    pub fn network(&self, parameters: &[f32]) -> Network {
        Network::round(
            |feature, i| parameters[feature * WIDTH + i],
            |i| parameters[BIAS + i],
            |at, neuron, i| phase(parameters, at).rows[neuron * WIDTH + i],
            |at, neuron| phase(parameters, at).bias[neuron],
            |at, neuron| self.scale * phase(parameters, at).output[neuron],
            |at| self.scale * phase(parameters, at).output_bias[0],
        )
    }
}

/// The same code compiled for wider vectors. Nothing is summed in another order, so the numbers are
/// the same.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::*;

    #[target_feature(enable = "avx2")]
    pub(super) fn output(parameters: &[f32], sample: &Sample, layers: &mut Layers) -> f32 {
        super::output(parameters, sample, layers)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn add_gradient(parameters: &[f32], layers: &mut Layers, d_output: f32, gradient: &mut [f32]) {
        super::add_gradient(parameters, layers, d_output, gradient);
    }
}

#[inline(always)]
fn output(parameters: &[f32], sample: &Sample, layers: &mut Layers) -> f32 {
    layers.phase = NetworkShape::phase(sample.n_pieces());
    let [own, other] = &mut layers.views;
    own.fill(parameters, sample.features());
    other.fill(parameters, sample.features().map(NetworkShape::turned));
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
        sum += layers.hidden[neuron].clamp(0.0, 1.0) * phase.output[neuron];
    }
    sum
}

/// A sum in eight lanes, which vectors can hold.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

#[inline(always)]
fn add_gradient(parameters: &[f32], layers: &mut Layers, d_output: f32, gradient: &mut [f32]) {
    let phase = phase(parameters, layers.phase);
    let slopes = phase_mut(gradient, layers.phase);
    slopes.output_bias[0] += d_output;
    layers.d_products.fill(0.0);
    for neuron in 0..HIDDEN {
        let value = layers.hidden[neuron];
        slopes.output[neuron] += d_output * value.clamp(0.0, 1.0);
        if !(0.0..=1.0).contains(&value) {
            continue;
        }
        let d_hidden = d_output * phase.output[neuron];
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
        add(row_mut(gradient, SHAPE.inputs), &d_sums);
        for feature in &view.features {
            add(row_mut(gradient, *feature), &d_sums);
        }
    }
}

/// The slopes of clipped sums that were multiplied in pairs.
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
