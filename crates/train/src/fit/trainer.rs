//! The training loop over epochs.

use std::path::Path;
use std::thread;

use fastrand::Rng;

use super::checkpoint::Checkpoint;
use super::network::{Activations, NetworkModel};
use super::optimizer::Adam;
use super::target::{Target, sigmoid};
use crate::dataset::Dataset;
use crate::file::DataError;
use crate::sample::Sample;

/// Hyperparameters of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Passes over the training set.
    pub epochs: usize,
    /// Samples per step.
    pub batch_size: usize,
    /// The learning rate at the start; it falls to a hundredth.
    pub learning_rate: f32,
    /// Weight decay, as a fraction of the learning rate.
    pub weight_decay: f32,
    /// The weight of the initial network in the result of a warm start, from 0 to 1: new games teach new things, and let a
    /// network forget old ones.
    pub anchor_weight: f32,
    /// The target of the fit.
    pub target: Target,
    /// The seed of the initial weights and of the order of samples.
    pub seed: u64,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 14,
            batch_size: 4096,
            learning_rate: 0.002,
            weight_decay: 0.1,
            anchor_weight: 0.5,
            target: Target::default(),
            seed: 1,
            threads: 2,
        }
    }
}

/// A batch is split into this many parts, whatever the number of threads, and their gradients are added in order: so sums
/// are always rounded alike.
const PARTS: usize = 8;

/// The losses of an epoch: mean cross-entropy minus the entropy of the targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The loss on the training set, measured during the epoch.
    pub training_loss: f64,
    /// The loss on the validation set, measured after the epoch.
    pub validation_loss: f64,
}

/// A fit in progress.
pub struct Trainer<'a> {
    model: &'a NetworkModel,
    settings: FitSettings,
    dataset: &'a Dataset,
    /// The parameters of the model.
    pub parameters: Vec<f32>,
    adam: Adam,
    /// The finished epochs.
    pub epochs: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// Starts a fit.
    pub fn new(model: &'a NetworkModel, dataset: &'a Dataset, settings: FitSettings) -> Trainer<'a> {
        let parameters = model.initial_parameters(&mut Rng::with_seed(settings.seed));
        let adam = Adam::new(parameters.len());
        Trainer { model, settings, dataset, parameters, adam, epochs: Vec::new() }
    }

    /// Continues a fit with the same model, dataset and settings.
    #[must_use]
    pub fn resume(self, checkpoint: Checkpoint) -> Trainer<'a> {
        let Checkpoint { parameters, adam, epochs } = checkpoint;
        Trainer { parameters, adam, epochs, ..self }
    }

    /// All that is needed to continue the fit later.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            parameters: self.parameters.clone(),
            adam: self.adam.clone(),
            epochs: self.epochs.clone(),
        }
    }

    /// One pass over the training set; `None` when the fit is finished.
    pub fn run_epoch(&mut self) -> Option<Epoch> {
        let number = self.epochs.len() + 1;
        if number > self.settings.epochs {
            return None;
        }
        let n_samples = self.dataset.training.len();
        let mut order: Vec<u32> = (0..n_samples as u32).collect();
        Rng::with_seed(self.settings.seed.wrapping_add(number as u64)).shuffle(&mut order);
        let n_batches = n_samples.div_ceil(self.settings.batch_size).max(1);
        let mut gradients = vec![vec![0.0; self.parameters.len()]; PARTS];
        let mut loss = 0.0;
        for (i, batch) in order.chunks(self.settings.batch_size).enumerate() {
            loss += self.gradients(batch, &mut gradients);
            let progress = (number - 1) as f32 + i as f32 / n_batches as f32;
            self.step(&mut gradients, batch.len(), self.learning_rate(progress));
        }
        let training_loss = loss / n_samples.max(1) as f64;
        let epoch = Epoch { number, training_loss, validation_loss: self.validation_loss() };
        self.epochs.push(epoch);
        Some(epoch)
    }

    /// Cosine decay to a hundredth; `progress` counts epochs.
    fn learning_rate(&self, progress: f32) -> f32 {
        let cosine = (std::f32::consts::PI * progress / self.settings.epochs as f32).cos();
        self.settings.learning_rate * (0.01 + 0.99 * (0.5 + 0.5 * cosine))
    }

    /// Adds the gradient of each part of a batch; returns the sum of the losses.
    fn gradients(&self, batch: &[u32], gradients: &mut [Vec<f32>]) -> f64 {
        let mut samples: Vec<Sample> = batch.iter().map(|i| self.dataset.training[*i as usize]).collect();
        // Similar positions use the same weights, which are then still in the cache.
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

    /// A step along the mean of the gradients, which are cleared. Each thread updates a chunk of the parameters.
    fn step(&mut self, gradients: &mut [Vec<f32>], n_samples: usize, learning_rate: f32) {
        let FitSettings { threads, weight_decay, .. } = self.settings;
        let share = self.parameters.len().div_ceil(threads.max(1)).max(1);
        let mut gradients: Vec<_> = gradients.iter_mut().map(|gradient| gradient.chunks_mut(share)).collect();
        let parts = self.parameters.chunks_mut(share).zip(self.adam.step(learning_rate, weight_decay, share));
        thread::scope(|scope| {
            for (parameters, mut adam) in parts {
                let gradients: Vec<_> = gradients.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || adam.apply(parameters, &mean_of(gradients, n_samples)));
            }
        });
        self.model.clamp(&mut self.parameters);
    }

    fn gradient(&self, samples: &[Sample], gradient: &mut [f32]) -> f64 {
        let mut layers = Activations::default();
        let mut loss = 0.0;
        for sample in samples {
            let output = self.model.forward(&self.parameters, sample, &mut layers);
            let (prediction, target) = (sigmoid(output), self.settings.target.of(sample));
            loss += f64::from(divergence(target, prediction));
            self.model.backward(&self.parameters, &mut layers, prediction - target, gradient);
        }
        loss
    }

    fn validation_loss(&self) -> f64 {
        let validation = &self.dataset.validation;
        let share = validation.len().div_ceil(self.settings.threads.max(1)).max(1);
        let loss: f64 = thread::scope(|scope| {
            let handles: Vec<_> = validation
                .chunks(share)
                .map(|samples| {
                    scope.spawn(|| {
                        let mut layers = Activations::default();
                        let loss = |sample| {
                            let logit = self.model.forward(&self.parameters, sample, &mut layers);
                            f64::from(divergence(self.settings.target.of(sample), sigmoid(logit)))
                        };
                        samples.iter().map(loss).sum::<f64>()
                    })
                })
                .collect();
            handles.into_iter().map(|handle| handle.join().expect("no sample makes it panic")).sum()
        });
        loss / validation.len().max(1) as f64
    }
}

/// Fits a model. A checkpoint is written after each epoch; an existing one with the same description is continued.
///
/// # Errors
///
/// The checkpoint cannot be read or written.
pub fn fit<'a>(
    model: &'a NetworkModel,
    dataset: &'a Dataset,
    settings: FitSettings,
    checkpoint: &Path,
    description: &str,
    log: &mut dyn FnMut(&str),
) -> Result<Trainer<'a>, DataError> {
    let mut trainer = Trainer::new(model, dataset, settings);
    if let Some(checkpoint) = Checkpoint::read(checkpoint, description)? {
        log(&format!("continuing after epoch {}", checkpoint.epochs.len()));
        trainer = trainer.resume(checkpoint);
    }
    while let Some(Epoch { number, training_loss, validation_loss }) = trainer.run_epoch() {
        log(&format!(
            "epoch {number}: training loss {training_loss:.5}, validation loss {validation_loss:.5}"
        ));
        trainer.checkpoint().write(checkpoint, description)?;
    }
    Ok(trainer)
}

/// The mean over a batch of the gradients of its parts, which are cleared.
fn mean_of(gradients: Vec<&mut [f32]>, n_samples: usize) -> Vec<f32> {
    let mut total = vec![0.0; gradients.first().map_or(0, |gradient| gradient.len())];
    for gradient in gradients {
        total.iter_mut().zip(gradient.iter()).for_each(|(total, slope)| *total += slope);
        gradient.fill(0.0);
    }
    total.iter_mut().for_each(|slope| *slope /= n_samples as f32);
    total
}

/// The Kullback-Leibler divergence of two probabilities, in nats: cross-entropy minus entropy.
fn divergence(target: f32, prediction: f32) -> f32 {
    let term = |p: f32, q: f32| if p > 0.0 { p * (p / q.max(1e-7)).ln() } else { 0.0 };
    term(target, prediction) + term(1.0 - target, 1.0 - prediction)
}
