//! From games to an evaluation, reproducibly.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use crownhead_board::Position;
use crownhead_engine::{Evaluation, NetworkEvaluator, Score, Value};
use crownhead_train::{
    Activations, Dataset, FitSettings, NetworkModel, Sample, SelfPlay, Target, Trainer, dedup_and_shuffle,
    fit, load_samples, play_batches,
};
use fastrand::Rng;

const SETTINGS: FitSettings = FitSettings {
    epochs: 3,
    batch_size: 64,
    learning_rate: 0.005,
    weight_decay: 0.1,
    anchor_weight: 0.5,
    target: Target { scale: 100.0, result_weight: 0.5, exact_weight: 1.0 },
    seed: 5,
    threads: 2,
};

const MODEL: NetworkModel = NetworkModel { scale: 100.0, initial: None, anchor_weight: 0.5 };

/// Positions of random games, evaluated by counting pieces.
fn samples(n: usize) -> Vec<Sample> {
    let mut rng = Rng::with_seed(11);
    let mut samples = Vec::new();
    while samples.len() < n {
        let mut pos = Position::START;
        for _ in 0..rng.usize(10..60) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos = pos.play_unchecked(moves[rng.usize(..moves.len())]);
        }
        let lead = pos.pieces(pos.turn()).len() as i32 - pos.pieces(!pos.turn()).len() as i32;
        let result = if lead > 0 { Value::Win } else { Value::Loss };
        samples.push(Sample::new(&pos, Score::estimate(100 * lead), result, lead.abs() > 2));
    }
    samples
}

fn dataset(n: usize) -> Dataset {
    Dataset::new(vec![samples(n)], 1)
}

/// The parameters and the validation loss after a fit.
fn fitted(model: &NetworkModel, dataset: &Dataset, settings: FitSettings) -> (Vec<f32>, f64) {
    let mut trainer = Trainer::new(model, dataset, settings);
    while trainer.run_epoch().is_some() {}
    let loss = trainer.epochs.last().unwrap().validation_loss;
    (trainer.parameters, loss)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let dataset = dataset(500);
    let (one, _) = fitted(&MODEL, &dataset, FitSettings { threads: 1, ..SETTINGS });
    let (three, _) = fitted(&MODEL, &dataset, FitSettings { threads: 3, ..SETTINGS });
    assert!(one == three);
}

#[test]
fn an_interrupted_fit_gives_the_same_result() {
    let dataset = dataset(500);
    let (whole, _) = fitted(&MODEL, &dataset, SETTINGS);
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("half.fit");
    let mut first = Trainer::new(&MODEL, &dataset, SETTINGS);
    first.run_epoch().unwrap();
    first.checkpoint().write(&checkpoint, "half").unwrap();
    let resumed = fit(&MODEL, &dataset, SETTINGS, &checkpoint, "half", &mut |_| {}).unwrap();
    assert_eq!(resumed.epochs.len(), SETTINGS.epochs);
    assert!(resumed.parameters == whole);
}

/// Compares the gradient with finite differences.
fn check_gradient(model: &NetworkModel, parameters: &mut [f32], sample: &Sample) {
    let (mut layers, mut gradient) = (Activations::default(), vec![0.0; parameters.len()]);
    model.forward(parameters, sample, &mut layers);
    model.backward(parameters, &mut layers, 1.0, &mut gradient);
    let mut by_size: Vec<usize> = (0..gradient.len()).collect();
    by_size.sort_by(|a, b| gradient[*b].abs().total_cmp(&gradient[*a].abs()));
    let mut kinks = 0;
    for at in by_size.into_iter().take(40).chain([0, 1000]) {
        let (step, before) = (2e-4, parameters[at]);
        parameters[at] = before + step;
        let high = model.forward(parameters, sample, &mut layers);
        parameters[at] = before - step;
        let low = model.forward(parameters, sample, &mut layers);
        parameters[at] = before;
        let slope = (high - low) / (2.0 * step);
        kinks += usize::from((slope - gradient[at]).abs() > 0.02 + 0.05 * slope.abs());
    }
    // Where a sum is about to be clipped, the slopes on the two sides differ.
    assert!(kinks <= 4, "{kinks} of 42 slopes differ");
}

#[test]
fn gradients_are_slopes() {
    for sample in &samples(20) {
        check_gradient(&MODEL, &mut MODEL.initial_parameters(&mut Rng::with_seed(3)), sample);
    }
}

#[test]
fn the_quantized_network_is_close_to_the_model() {
    let dataset = dataset(2000);
    let (parameters, _) = fitted(&MODEL, &dataset, SETTINGS);
    let mut evaluator = NetworkEvaluator::new(Arc::new(MODEL.network(&parameters)));
    let mut layers = Activations::default();
    for sample in &dataset.training[..200] {
        let real = MODEL.scale * MODEL.forward(&parameters, sample, &mut layers);
        let quantized = evaluator.evaluate(&sample.position().unwrap()).centimen() as f32;
        assert!((real - quantized).abs() < 12.0 + 0.05 * real.abs(), "{real} {quantized}");
    }
}

#[test]
fn fitting_learns_to_count_pieces() {
    let dataset = dataset(3000);
    let (_, before) = fitted(&MODEL, &dataset, FitSettings { epochs: 1, learning_rate: 1e-9, ..SETTINGS });
    let (_, after) = fitted(&MODEL, &dataset, FitSettings { epochs: 8, ..SETTINGS });
    assert!(after < before / 4.0, "{before} {after}");
}

#[test]
fn a_warm_start_improves_a_network_and_averages() {
    let dataset = dataset(2000);
    let (parameters, before) = fitted(&MODEL, &dataset, SETTINGS);
    let initial = Some(Arc::new(MODEL.network(&parameters)));
    let model = NetworkModel { initial, ..MODEL };
    let start = model.initial_parameters(&mut Rng::with_seed(1));
    assert!(model.initial.as_deref() == Some(&model.network(&start)));
    let (parameters, after) = fitted(&model, &dataset, SETTINGS);
    assert!(after < before, "{before} {after}");

    // The result is the weighted mean of the first and the last parameters.
    let reals = |weight| NetworkModel { anchor_weight: weight, ..model.clone() }.network(&parameters).reals();
    let (first, last) = (reals(1.0), reals(0.0));
    assert_eq!(Some(&first), model.initial.as_ref().map(|initial| initial.reals()).as_ref());
    let is_between =
        |(mean, (first, last)): (&f32, (&f32, &f32))| first.min(*last) <= *mean && *mean <= first.max(*last);
    assert!(reals(0.5).iter().zip(first.iter().zip(&last)).all(is_between));
    assert_ne!(reals(0.5), first);
    assert_ne!(reals(0.5), last);
}

#[test]
fn games_are_reproducible_and_saved() {
    let self_play =
        SelfPlay { evaluation: Evaluation::hand(), nodes: 30, endgame: None, oracle: None, seed: 1 };
    let folder = tempfile::tempdir().unwrap();
    let mut batches = Vec::new();
    play_batches(&self_play, folder.path(), 0..2, 2, |batch| batches.push(batch)).unwrap();
    assert!(batches.iter().all(|batch| !batch.existed && batch.n_samples > 1000));
    let saved = load_samples(folder.path()).unwrap();
    assert_eq!(
        saved[..batches.iter().find(|batch| batch.number == 0).unwrap().n_samples],
        self_play.batch(0)
    );
    play_batches(&self_play, folder.path(), 0..2, 1, |batch| assert!(batch.existed)).unwrap();
    let n_saved = saved.len();
    assert!(dedup_and_shuffle(saved, 1).len() < n_saved, "the start of the game appears once");
}
