//! From games to an evaluation: the same every time, whatever the machine does.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use crownhead_board::Position;
use crownhead_engine::{Evaluator, HandEvaluator, NetworkEvaluator, PatternEvaluator, Random, Score, Wdl};
use crownhead_train::{
    FitSettings, Fitting, Lessons, Model, NetworkModel, PatternModel, Sample, SelfPlay, Target, collect,
    fit_model, gather, mingle,
};

const SETTINGS: FitSettings = FitSettings {
    epochs: 3,
    batch: 64,
    rate: 0.005,
    decay: 0.1,
    first_share: 0.5,
    target: Target { scale: 100.0, result_share: 0.5, truth_share: 1.0 },
    seed: 5,
    threads: 2,
};

const NETWORK: NetworkModel = NetworkModel { scale: 100.0, first: None, first_share: 0.5 };

/// Positions of random games, judged by counting pieces.
fn samples(n: usize) -> Vec<Sample> {
    let mut random = Random::new(11);
    let mut samples = Vec::new();
    while samples.len() < n {
        let mut pos = Position::START;
        for _ in 0..10 + random.below(50) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos = pos.play_unchecked(moves[random.below(moves.len())]);
        }
        let lead = pos.pieces(pos.turn()).len() as i32 - pos.pieces(!pos.turn()).len() as i32;
        let result = if lead > 0 { Wdl::Win } else { Wdl::Loss };
        samples.push(Sample::new(&pos, Score::estimate(100 * lead), result, lead.abs() > 2));
    }
    samples
}

fn lessons(n: usize) -> Lessons {
    Lessons::new(vec![samples(n)], 1)
}

fn fitted<M: Model>(model: &M, lessons: &Lessons, settings: FitSettings) -> (Vec<f32>, f64) {
    let mut fitting = Fitting::new(model, lessons, settings);
    while fitting.epoch().is_some() {}
    let loss = fitting.curve.last().unwrap().validation;
    (fitting.parameters, loss)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (model, lessons) = (NETWORK, lessons(500));
    let (one, _) = fitted(&model, &lessons, FitSettings { threads: 1, ..SETTINGS });
    let (three, _) = fitted(&model, &lessons, FitSettings { threads: 3, ..SETTINGS });
    assert!(one == three);
}

#[test]
fn a_fit_that_was_interrupted_comes_to_the_same() {
    let (model, lessons) = (PatternModel { scale: 100.0 }, lessons(500));
    let (whole, _) = fitted(&model, &lessons, SETTINGS);
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("half.fit");
    let mut first = Fitting::new(&model, &lessons, SETTINGS);
    first.epoch().unwrap();
    first.state().write(&checkpoint, "half").unwrap();
    let resumed = fit_model(&model, &lessons, SETTINGS, &checkpoint, "half", &mut |_| {}).unwrap();
    assert_eq!(resumed.curve.len(), SETTINGS.epochs);
    assert!(resumed.parameters == whole);
}

/// What the gradient says, against what a small change of a parameter does.
fn check_gradient<M: Model>(model: &M, parameters: &mut [f32], sample: &Sample) {
    let (mut scratch, mut gradient) = (M::Scratch::default(), vec![0.0; parameters.len()]);
    model.output(parameters, sample, &mut scratch);
    model.add_gradient(parameters, &mut scratch, 1.0, &mut gradient);
    let mut by_size: Vec<usize> = (0..gradient.len()).collect();
    by_size.sort_by(|a, b| gradient[*b].abs().total_cmp(&gradient[*a].abs()));
    let mut kinks = 0;
    for at in by_size.into_iter().take(40).chain([0, 1000]) {
        let (step, before) = (2e-4, parameters[at]);
        parameters[at] = before + step;
        let high = model.output(parameters, sample, &mut scratch);
        parameters[at] = before - step;
        let low = model.output(parameters, sample, &mut scratch);
        parameters[at] = before;
        let slope = (high - low) / (2.0 * step);
        kinks += usize::from((slope - gradient[at]).abs() > 0.02 + 0.05 * slope.abs());
    }
    // Where a sum is about to be clipped, a step has another slope on each side.
    assert!(kinks <= 4, "{kinks} of 42 slopes differ");
}

#[test]
fn gradients_are_slopes() {
    for sample in &samples(20) {
        let model = NETWORK;
        check_gradient(&model, &mut model.start(&mut Random::new(3)), sample);
        let model = PatternModel { scale: 100.0 };
        check_gradient(&model, &mut model.start(&mut Random::new(3)), sample);
    }
}

/// A fitted evaluation in whole numbers says nearly what its real numbers say.
#[test]
fn whole_numbers_are_close_to_real_ones() {
    let lessons = lessons(2000);
    let scale = SETTINGS.target.scale;
    let (network, patterns) = (NETWORK, PatternModel { scale });
    let (numbers, _) = fitted(&network, &lessons, SETTINGS);
    let mut evaluator = NetworkEvaluator::new(Arc::new(network.network(&numbers)));
    check_rounding(&network, &numbers, &mut evaluator, &lessons.learning);
    let (numbers, _) = fitted(&patterns, &lessons, SETTINGS);
    let mut evaluator = PatternEvaluator::new(Arc::new(patterns.patterns(&numbers)));
    check_rounding(&patterns, &numbers, &mut evaluator, &lessons.learning);
}

fn check_rounding<M: Model>(model: &M, numbers: &[f32], evaluator: &mut impl Evaluator, samples: &[Sample]) {
    let mut scratch = M::Scratch::default();
    for sample in &samples[..200] {
        let real = 100.0 * model.output(numbers, sample, &mut scratch);
        let whole = evaluator.evaluate(&sample.position().unwrap()).centimen() as f32;
        assert!((real - whole).abs() < 12.0 + 0.05 * real.abs(), "{real} {whole}");
    }
}

#[test]
fn fitting_learns_to_count_pieces() {
    let lessons = lessons(3000);
    let model = NETWORK;
    let (_, before) = fitted(&model, &lessons, FitSettings { epochs: 1, rate: 1e-9, ..SETTINGS });
    let (_, after) = fitted(&model, &lessons, FitSettings { epochs: 8, ..SETTINGS });
    assert!(after < before / 4.0, "{before} {after}");
}

#[test]
fn a_fit_can_go_on_from_a_network() {
    let lessons = lessons(2000);
    let (numbers, learned) = fitted(&NETWORK, &lessons, SETTINGS);
    let first = Some(Arc::new(NETWORK.network(&numbers)));
    let model = NetworkModel { first, ..NETWORK };
    assert!(model.first.as_deref() == Some(&model.network(&model.start(&mut Random::new(1)))));
    let (numbers, further) = fitted(&model, &lessons, SETTINGS);
    assert!(further < learned, "{learned} {further}");

    // What comes of it is the mean of where it began and where it ended.
    let reals = |share| NetworkModel { first_share: share, ..model.clone() }.network(&numbers).reals();
    let (first, last) = (reals(1.0), reals(0.0));
    assert_eq!(Some(&first), model.first.as_ref().map(|first| first.reals()).as_ref());
    let is_between =
        |(mean, (first, last)): (&f32, (&f32, &f32))| first.min(*last) <= *mean && *mean <= first.max(*last);
    assert!(reals(0.5).iter().zip(first.iter().zip(&last)).all(is_between));
    assert_ne!(reals(0.5), first);
    assert_ne!(reals(0.5), last);
}

#[test]
fn games_are_the_same_every_time_and_kept() {
    let self_play =
        SelfPlay { evaluator: HandEvaluator::default(), nodes: 30, endgame: None, truth: None, seed: 1 };
    let folder = tempfile::tempdir().unwrap();
    let mut batches = Vec::new();
    collect(&self_play, folder.path(), 0..2, 2, |batch| batches.push(batch)).unwrap();
    assert!(batches.iter().all(|batch| !batch.is_old && batch.n_samples > 1000));
    let kept = gather(folder.path()).unwrap();
    assert_eq!(kept[..batches.iter().find(|batch| batch.number == 0).unwrap().n_samples], self_play.batch(0));
    collect(&self_play, folder.path(), 0..2, 1, |batch| assert!(batch.is_old)).unwrap();
    let n_kept = kept.len();
    assert!(mingle(kept, 1).len() < n_kept, "the start of the game appears once");
}
