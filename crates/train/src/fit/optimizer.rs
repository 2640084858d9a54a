//! Adam (Kingma and Ba, 2014) with decoupled weight decay (Loshchilov and Hutter, 2017).

/// The optimizer's moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    pub(super) steps: u32,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    pub(super) fn new(n_parameters: usize) -> Adam {
        Adam { mean: vec![0.0; n_parameters], square: vec![0.0; n_parameters], steps: 0 }
    }

    /// One step, in chunks of the parameters that threads can update independently.
    pub(super) fn step(
        &mut self,
        learning_rate: f32,
        weight_decay: f32,
        chunk: usize,
    ) -> impl Iterator<Item = Step<'_>> {
        self.steps += 1;
        let kept = 1.0 - learning_rate * weight_decay;
        let steps = self.steps.min(1_000_000) as i32;
        let rate = learning_rate * (1.0 - BETA2.powi(steps)).sqrt() / (1.0 - BETA1.powi(steps));
        let moments = self.mean.chunks_mut(chunk).zip(self.square.chunks_mut(chunk));
        moments.map(move |(mean, square)| Step { mean, square, rate, kept })
    }
}

/// A step for a chunk of the parameters.
pub(super) struct Step<'a> {
    mean: &'a mut [f32],
    square: &'a mut [f32],
    rate: f32,
    kept: f32,
}

impl Step<'_> {
    pub(super) fn apply(&mut self, parameters: &mut [f32], gradient: &[f32]) {
        let moments = self.mean.iter_mut().zip(self.square.iter_mut());
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            *parameter = self.kept * *parameter - self.rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_minimum_of_a_parabola() {
        let (mut parameters, mut adam) = (vec![3.0, -2.0], Adam::new(2));
        for _ in 0..2000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 8.0 * (parameters[1] - 0.5)];
            adam.step(0.01, 0.0, 2).for_each(|mut step| step.apply(&mut parameters, &gradient));
        }
        assert!((parameters[0] - 1.0).abs() < 0.01 && (parameters[1] - 0.5).abs() < 0.01, "{parameters:?}");
    }

    #[test]
    fn weights_without_a_gradient_decay() {
        let (mut parameters, mut adam) = (vec![1.0], Adam::new(1));
        for _ in 0..100 {
            adam.step(0.1, 0.1, 1).for_each(|mut step| step.apply(&mut parameters, &[0.0]));
        }
        assert!((parameters[0] - 0.99f32.powi(100)).abs() < 1e-4, "{parameters:?}");
    }
}
