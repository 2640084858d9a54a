//! Epoch after epoch over the samples.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use crownhead_engine::{Network, Random, shuffle};

use super::Model;
use super::adam::Adam;
use super::network::NetworkModel;
use super::target::{Target, sigmoid};
use crate::file::DataError;
use crate::lessons::Lessons;
use crate::sample::Sample;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Times that all samples are seen.
    pub epochs: usize,
    /// Samples for one step.
    pub batch: usize,
    /// The size of the first steps; later ones get smaller, down to a hundredth.
    pub rate: f32,
    /// The share of the rate by which numbers shrink in each step, unless they prove useful: a fit
    /// that learns its samples by heart plays worse.
    pub decay: f32,
    /// The share of what a fit began with in the mean that it comes to, if it did not begin from nothing: new
    /// games teach new things, and let old ones be forgotten.
    pub first_share: f32,
    /// What the labels mean.
    pub target: Target,
    /// Decides about the first numbers and the order of the samples.
    pub seed: u64,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 14,
            batch: 4096,
            rate: 0.002,
            decay: 0.1,
            first_share: 0.5,
            target: Target::default(),
            seed: 1,
            threads: 2,
        }
    }
}

impl FitSettings {
    /// A network to be fitted like this, from another one or from nothing.
    pub fn network_model(&self, first: Option<Arc<Network>>) -> NetworkModel {
        NetworkModel { scale: self.target.scale, first, first_share: self.first_share }
    }
}

/// A batch is cut into so many parts, whatever the number of threads, and their gradients are added
/// in order: so the sums are always rounded alike.
const PARTS: usize = 8;

/// What an epoch came to: mean cross-entropy above that of the labels themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// For the samples learned from, while they were.
    pub training: f64,
    /// For the others, afterwards.
    pub validation: f64,
}

/// A fit under way.
pub struct Fitting<'a, M: Model> {
    model: &'a M,
    settings: FitSettings,
    lessons: &'a Lessons,
    /// The numbers.
    pub parameters: Vec<f32>,
    adam: Adam,
    /// The epochs that are over.
    pub curve: Vec<Epoch>,
}

impl<'a, M: Model> Fitting<'a, M> {
    /// Begins anew.
    pub fn new(model: &'a M, lessons: &'a Lessons, settings: FitSettings) -> Fitting<'a, M> {
        let parameters = model.start(&mut Random::new(settings.seed));
        let adam = Adam::new(parameters.len());
        Fitting { model, settings, lessons, parameters, adam, curve: Vec::new() }
    }

    /// Goes on where another fit with the same lessons and settings was.
    #[must_use]
    pub fn resume(mut self, state: FitState) -> Fitting<'a, M> {
        self.parameters = state.parameters;
        self.adam = Adam { mean: state.mean, square: state.square, steps: state.steps };
        self.curve = state.curve;
        self
    }

    /// All that another fit needs to go on.
    pub fn state(&self) -> FitState {
        FitState {
            parameters: self.parameters.clone(),
            mean: self.adam.mean.clone(),
            square: self.adam.square.clone(),
            steps: self.adam.steps,
            curve: self.curve.clone(),
        }
    }

    /// Sees all samples once; `None` when it has done so often enough.
    pub fn epoch(&mut self) -> Option<Epoch> {
        let number = self.curve.len() + 1;
        if number > self.settings.epochs {
            return None;
        }
        let mut order: Vec<u32> = (0..self.lessons.learning.len() as u32).collect();
        shuffle(&mut order, self.settings.seed.wrapping_add(number as u64));
        let n_batches = order.len().div_ceil(self.settings.batch).max(1);
        let mut gradients = vec![vec![0.0; self.parameters.len()]; PARTS];
        let mut loss = 0.0;
        for (i, batch) in order.chunks(self.settings.batch).enumerate() {
            loss += self.gradients(batch, &mut gradients);
            let progress = (number - 1) as f32 + i as f32 / n_batches as f32;
            self.step(&mut gradients, batch.len(), self.rate_at(progress));
        }
        let training = loss / self.lessons.learning.len().max(1) as f64;
        let epoch = Epoch { number, training, validation: self.validate() };
        self.curve.push(epoch);
        Some(epoch)
    }

    /// The rate falls along half a wave to a hundredth.
    fn rate_at(&self, progress: f32) -> f32 {
        let share = progress / self.settings.epochs as f32;
        let wave = 0.5 + 0.5 * (std::f32::consts::PI * share).cos();
        self.settings.rate * (0.01 + 0.99 * wave)
    }

    /// The gradient of each part of a batch; tells the sum of its losses.
    fn gradients(&self, batch: &[u32], gradients: &mut [Vec<f32>]) -> f64 {
        let mut samples: Vec<Sample> = batch.iter().map(|i| self.lessons.learning[*i as usize]).collect();
        // Positions that are alike need the same numbers, which then are still in the cache.
        samples.sort_by_key(|sample| (sample.stage(), sample.n_pieces()));
        let parts = samples.chunks(samples.len().div_ceil(PARTS));
        let mut work: Vec<(&[Sample], &mut Vec<f32>)> = parts.zip(gradients).collect();
        let share = work.len().div_ceil(self.settings.threads.max(1));
        let losses: Vec<f64> = thread::scope(|scope| {
            let handles: Vec<_> = work
                .chunks_mut(share)
                .map(|work| {
                    scope.spawn(|| {
                        let part =
                            |(part, gradient): &mut (&[Sample], &mut Vec<f32>)| self.gradient(part, gradient);
                        work.iter_mut().map(part).collect::<Vec<f64>>()
                    })
                })
                .collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("no sample makes it panic")).collect()
        });
        losses.iter().sum()
    }

    /// A step along the mean of the gradients of the parts, which are cleared. Each thread has a share of the
    /// parameters.
    fn step(&mut self, gradients: &mut [Vec<f32>], n_samples: usize, rate: f32) {
        let FitSettings { threads, decay, .. } = self.settings;
        let share = self.parameters.len().div_ceil(threads.max(1)).max(1);
        let mut gradients: Vec<_> = gradients.iter_mut().map(|gradient| gradient.chunks_mut(share)).collect();
        let parts = self.parameters.chunks_mut(share).zip(self.adam.step(rate, decay, share));
        thread::scope(|scope| {
            for (parameters, mut adam) in parts {
                let gradients: Vec<_> = gradients.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || adam.go(parameters, &mean_of(gradients, n_samples)));
            }
        });
        self.model.confine(&mut self.parameters);
    }

    fn gradient(&self, samples: &[Sample], gradient: &mut [f32]) -> f64 {
        let mut scratch = M::Scratch::default();
        let mut loss = 0.0;
        for sample in samples {
            let output = self.model.output(&self.parameters, sample, &mut scratch);
            let (guess, target) = (sigmoid(output), self.settings.target.of(sample));
            loss += f64::from(excess_entropy(guess, target));
            self.model.add_gradient(&self.parameters, &mut scratch, guess - target, gradient);
        }
        loss
    }

    fn validate(&self) -> f64 {
        let held_back = &self.lessons.held_back;
        let share = held_back.len().div_ceil(self.settings.threads.max(1)).max(1);
        let loss: f64 = thread::scope(|scope| {
            let handles: Vec<_> = held_back
                .chunks(share)
                .map(|samples| {
                    scope.spawn(|| {
                        let mut scratch = M::Scratch::default();
                        let loss = |sample| {
                            let guess = sigmoid(self.model.output(&self.parameters, sample, &mut scratch));
                            f64::from(excess_entropy(guess, self.settings.target.of(sample)))
                        };
                        samples.iter().map(loss).sum::<f64>()
                    })
                })
                .collect();
            handles.into_iter().map(|handle| handle.join().expect("no sample makes it panic")).sum()
        });
        loss / held_back.len().max(1) as f64
    }
}

/// Fits a model, keeping a checkpoint after each epoch and going on from one that is there.
///
/// # Errors
///
/// The checkpoint cannot be read or written.
pub fn fit_model<'a, M: Model>(
    model: &'a M,
    lessons: &'a Lessons,
    settings: FitSettings,
    checkpoint: &Path,
    about: &str,
    tell: &mut dyn FnMut(&str),
) -> Result<Fitting<'a, M>, DataError> {
    let mut fitting = Fitting::new(model, lessons, settings);
    if let Some(state) = FitState::read(checkpoint, about)? {
        tell(&format!("going on after epoch {}", state.curve.len()));
        fitting = fitting.resume(state);
    }
    while let Some(epoch) = fitting.epoch() {
        tell(&format!(
            "epoch {}: {:.5} learned, {:.5} held back",
            epoch.number, epoch.training, epoch.validation
        ));
        fitting.state().write(checkpoint, about)?;
    }
    Ok(fitting)
}

/// What a fit needs to go on later.
#[derive(Clone, Debug, PartialEq)]
pub struct FitState {
    /// The numbers that are fitted.
    pub parameters: Vec<f32>,
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    pub(super) steps: u32,
    /// The epochs that are over.
    pub curve: Vec<Epoch>,
}

/// The mean over the batch of the gradients of its parts, which are cleared.
fn mean_of(gradients: Vec<&mut [f32]>, n_samples: usize) -> Vec<f32> {
    let mut total = vec![0.0; gradients.first().map_or(0, |gradient| gradient.len())];
    for gradient in gradients {
        total.iter_mut().zip(gradient.iter()).for_each(|(total, slope)| *total += slope);
        gradient.fill(0.0);
    }
    total.iter_mut().for_each(|slope| *slope /= n_samples as f32);
    total
}

/// How much worse a guess is than the label itself, in nats.
fn excess_entropy(guess: f32, target: f32) -> f32 {
    let cross = |p: f32, q: f32| if p > 0.0 { p * (p / q.max(1e-7)).ln() } else { 0.0 };
    cross(target, guess) + cross(1.0 - target, 1.0 - guess)
}
