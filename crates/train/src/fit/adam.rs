//! Steps down a gradient (Kingma and Ba, 2014), and back towards nothing (Loshchilov and Hutter, 2017).

/// What is remembered of earlier gradients.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    pub(super) steps: u32,
}

const MEMORY: f32 = 0.9;
const SQUARE_MEMORY: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Adam {
    pub(super) fn new(n_parameters: usize) -> Adam {
        Adam { mean: vec![0.0; n_parameters], square: vec![0.0; n_parameters], steps: 0 }
    }

    /// A step by about the rate, with a decay by a share of it, for chunks of the parameters: each can be
    /// made by another thread.
    pub(super) fn step(&mut self, rate: f32, decay: f32, chunk: usize) -> impl Iterator<Item = Step<'_>> {
        self.steps += 1;
        let kept = 1.0 - rate * decay;
        let steps = self.steps.min(1_000_000) as i32;
        let rate = rate * (1.0 - SQUARE_MEMORY.powi(steps)).sqrt() / (1.0 - MEMORY.powi(steps));
        let moments = self.mean.chunks_mut(chunk).zip(self.square.chunks_mut(chunk));
        moments.map(move |(mean, square)| Step { mean, square, rate, kept })
    }
}

/// A step of some of the parameters.
pub(super) struct Step<'a> {
    mean: &'a mut [f32],
    square: &'a mut [f32],
    rate: f32,
    kept: f32,
}

impl Step<'_> {
    /// Moves the parameters down the gradient.
    pub(super) fn go(&mut self, parameters: &mut [f32], gradient: &[f32]) {
        let moments = self.mean.iter_mut().zip(self.square.iter_mut());
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            *mean = MEMORY * *mean + (1.0 - MEMORY) * slope;
            *square = SQUARE_MEMORY * *square + (1.0 - SQUARE_MEMORY) * slope * slope;
            *parameter = self.kept * *parameter - self.rate * *mean / (square.sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let (mut parameters, mut adam) = (vec![3.0, -2.0], Adam::new(2));
        for _ in 0..2000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 8.0 * (parameters[1] - 0.5)];
            adam.step(0.01, 0.0, 2).for_each(|mut step| step.go(&mut parameters, &gradient));
        }
        assert!((parameters[0] - 1.0).abs() < 0.01 && (parameters[1] - 0.5).abs() < 0.01, "{parameters:?}");
    }

    #[test]
    fn what_is_of_no_use_decays() {
        let (mut parameters, mut adam) = (vec![1.0], Adam::new(1));
        for _ in 0..100 {
            adam.step(0.1, 0.1, 1).for_each(|mut step| step.go(&mut parameters, &[0.0]));
        }
        assert!((parameters[0] - 0.99f32.powi(100)).abs() < 1e-4, "{parameters:?}");
    }
}
