//! The parameters of an evaluation as a vector.

use outflank_textbook::{
    ComponentsParameters, Evaluation, EvaluationKind, Parameters, PhasedParameters,
};

use crate::error::TrainingError;

/// A tuned parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// Minimum.
    pub least: f64,
    /// Maximum.
    pub most: f64,
    /// A change large enough to affect play: the initial perturbation.
    pub scale: f64,
}

/// The parameters of an evaluation as a vector: for `phased` the weights of each stage, then
/// the ends of all stages but the last; for `components` the weights.
///
/// ```
/// use outflank_textbook::{EvaluationKind, Parameters};
/// use outflank_training::tuning::Tunable;
///
/// let tunable = Tunable::new(Parameters::by_hand(EvaluationKind::Phased)?)?;
/// let names: Vec<_> = tunable.parameters().iter().map(|p| p.name.as_str()).collect();
/// assert_eq!((names[0], names[13]), ("opening discs", "end of middle"));
/// // Clamping keeps the ends of stages in order.
/// let mut values = tunable.values().to_vec();
/// values[12] = 0.9;
/// let clamped = tunable.clamp(&values);
/// assert!(clamped[12] < clamped[13]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    start: Parameters,
    values: Vec<f64>,
    parameters: Vec<Parameter>,
}

/// Minimum length of a stage, as a share of the board.
const SHORTEST_STAGE: f64 = 0.1;

/// Tolerance for rounded ends of stages.
const ROUNDING: f64 = 0.0015;

/// Maximum weight of `phased`, in discs.
const MOST_DISCS: f64 = 50.0;

/// Maximum weight of `components`, in per cent.
const MOST_PERCENT: f64 = 100.0;

/// Terms of `phased` and their scales in discs.
const PHASED: [(&str, f64); 4] = [
    ("discs", 0.3),
    ("stability", 1.0),
    ("mobility", 0.4),
    ("corner access", 1.5),
];

/// Scale of the end of a stage, as a share of the board.
const END: f64 = 0.06;

/// Terms of `components`, and their scale in per cent.
const COMPONENTS: [&str; 4] = ["parity", "mobility", "corners", "stability"];
const COMPONENT: f64 = 8.0;

impl Tunable {
    /// Creates the vector of starting parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is out of bounds or a stage is too short.
    pub fn new(start: Parameters) -> Result<Self, TrainingError> {
        let (parameters, values) = match &start {
            Parameters::Phased(phased) => vector_of_phased(phased),
            Parameters::Components(components) => vector_of_components(components),
        };
        for (parameter, value) in parameters.iter().zip(&values) {
            let Parameter { least, most, .. } = *parameter;
            if !(least..=most).contains(value) {
                let name = &parameter.name;
                let reason = format!("{name} is {value}: expected {least} to {most}");
                return Err(TrainingError::Settings(reason));
            }
        }
        let tunable = Self {
            start,
            values,
            parameters,
        };
        // Clamping moves the ends of stages that are too short.
        let clamped = tunable.clamp(&tunable.values);
        let mut moved = clamped.iter().zip(&tunable.values);
        if moved.any(|(clamped, value)| (clamped - value).abs() > ROUNDING) {
            let reason =
                format!("a stage covers less than {SHORTEST_STAGE} of the board: expected more");
            return Err(TrainingError::Settings(reason));
        }
        Ok(tunable)
    }

    /// Returns the kind of evaluation.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        self.start.kind()
    }

    /// Returns the starting parameters.
    #[must_use]
    pub const fn start(&self) -> &Parameters {
        &self.start
    }

    /// Returns the descriptions of the values.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the starting values.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the names of the stages; `components` has one.
    #[must_use]
    pub fn stages(&self) -> Vec<&str> {
        match &self.start {
            Parameters::Phased(phased) => {
                let names = phased.stages.iter().map(|stage| stage.name.as_str());
                names.collect()
            }
            Parameters::Components(_) => vec!["all"],
        }
    }

    /// Returns the nearest values within bounds, with the ends of stages in order.
    #[must_use]
    pub fn clamp(&self, values: &[f64]) -> Vec<f64> {
        let bounded = self.parameters.iter().zip(values);
        let mut values: Vec<f64> = bounded
            .map(|(parameter, value)| value.clamp(parameter.least, parameter.most))
            .collect();
        let ends = self.ends();
        for place in ends.clone().skip(1) {
            values[place] = values[place].max(values[place - 1] + SHORTEST_STAGE);
        }
        for place in ends.rev() {
            values[place] = values[place].min(self.parameters[place].most);
        }
        values
    }

    /// Returns the indices of the ends of stages.
    fn ends(&self) -> std::ops::Range<usize> {
        let count = self.parameters.len();
        count + 1 - self.stages().len()..count
    }

    /// Returns the parameters with these values, rounded as in files.
    #[must_use]
    pub fn parameters_with(&self, values: &[f64]) -> Parameters {
        let rounded = |value: f64, to: f64| (value * to).round() / to;
        let values = self.clamp(values);
        match &self.start {
            Parameters::Components(_) => {
                let mut weights = [0.0; 4];
                for (weight, value) in weights.iter_mut().zip(&values) {
                    *weight = rounded(*value, 100.0);
                }
                Parameters::Components(ComponentsParameters::from_weights(weights))
            }
            Parameters::Phased(phased) => {
                let (weights, ends) = values.split_at(self.ends().start);
                let (weights, _) = weights.as_chunks::<4>();
                let mut stages = Vec::with_capacity(phased.stages.len());
                for (place, (stage, weights)) in phased.stages.iter().zip(weights).enumerate() {
                    let mut stage = stage.with_weights(weights.map(|w| rounded(w, 100.0)));
                    stage.until = ends.get(place).map_or(1.0, |&end| rounded(end, 1000.0));
                    stages.push(stage);
                }
                Parameters::Phased(PhasedParameters { stages })
            }
        }
    }

    /// Returns the evaluation with these values.
    #[must_use]
    pub fn evaluation(&self, values: &[f64]) -> Evaluation {
        match Evaluation::with_parameters(&self.parameters_with(values)) {
            Ok(evaluation) => evaluation,
            Err(error) => unreachable!("clamped values are within bounds: {error}"),
        }
    }

    /// Returns the final parameters: the weights of `components`, of which only the ratios
    /// matter, add up to 100 per cent.
    #[must_use]
    pub fn normalized(&self, values: &[f64]) -> Parameters {
        let sum: f64 = values.iter().map(|value| value.abs()).sum();
        match &self.start {
            Parameters::Components(_) if sum > 0.0 => {
                let scaled: Vec<f64> = values.iter().map(|value| 100.0 * value / sum).collect();
                self.parameters_with(&scaled)
            }
            _ => self.parameters_with(values),
        }
    }
}

fn vector_of_phased(phased: &PhasedParameters) -> (Vec<Parameter>, Vec<f64>) {
    let (mut parameters, mut values) = (Vec::new(), Vec::new());
    for stage in &phased.stages {
        parameters.extend(PHASED.map(|(term, scale)| Parameter {
            name: format!("{} {term}", stage.name),
            unit: "discs",
            least: -MOST_DISCS,
            most: MOST_DISCS,
            scale,
        }));
        values.extend(stage.weights());
    }
    let stages = phased.stages.len();
    for (place, stage) in phased.stages.iter().take(stages - 1).enumerate() {
        let shortest = |stages: usize| stages as f64 * SHORTEST_STAGE;
        parameters.push(Parameter {
            name: format!("end of {}", stage.name),
            unit: "share of the board",
            least: shortest(place + 1),
            most: 1.0 - shortest(stages - 1 - place),
            scale: END,
        });
        values.push(stage.until);
    }
    (parameters, values)
}

fn vector_of_components(components: &ComponentsParameters) -> (Vec<Parameter>, Vec<f64>) {
    let parameters = COMPONENTS.map(|term| Parameter {
        name: term.to_owned(),
        unit: "per cent",
        least: -MOST_PERCENT,
        most: MOST_PERCENT,
        scale: COMPONENT,
    });
    (parameters.to_vec(), components.weights().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_hand(kind: EvaluationKind) -> Tunable {
        Tunable::new(Parameters::by_hand(kind).unwrap()).unwrap()
    }

    #[test]
    fn vectors_and_parameters_round_trip() {
        for kind in [EvaluationKind::Phased, EvaluationKind::Components] {
            let tunable = by_hand(kind);
            assert_eq!(tunable.values().len(), tunable.parameters().len());
            assert_eq!(tunable.parameters_with(tunable.values()), *tunable.start());
            let mut values = tunable.values().to_vec();
            values[1] += 1.234_56;
            let changed = Tunable::new(tunable.parameters_with(&values)).unwrap();
            assert!((changed.values()[1] - values[1]).abs() <= 0.005);
            assert_ne!(
                tunable.evaluation(&values),
                tunable.evaluation(tunable.values())
            );
        }
    }

    #[test]
    fn clamped_values_are_valid() {
        let tunable = by_hand(EvaluationKind::Phased);
        let mut rng = outflank_support::seeds::derived_rng(5, &[]);
        for _ in 0..1000 {
            let values: Vec<f64> = tunable
                .values()
                .iter()
                .map(|value| value + rand::RngExt::random_range(&mut rng, -99.0..99.0))
                .collect();
            let clamped = tunable.clamp(&values);
            assert_eq!(tunable.clamp(&clamped), clamped);
            let [.., first, second] = clamped[..] else {
                panic!("there are two ends");
            };
            assert!(first >= SHORTEST_STAGE && second <= 1.0 - SHORTEST_STAGE);
            // Allows for rounding.
            assert!(second - first > SHORTEST_STAGE - 1e-9, "{first} {second}");
            assert!(
                Tunable::new(tunable.parameters_with(&values)).is_ok(),
                "{clamped:?}"
            );
        }
    }

    #[test]
    fn normalized_weights_of_components_add_up_to_100() {
        let tunable = by_hand(EvaluationKind::Components);
        let found = tunable.normalized(&[-10.0, 10.0, 20.0, 0.0]);
        let Parameters::Components(components) = found else {
            panic!("{found:?}");
        };
        assert_eq!(components.weights(), [-25.0, 25.0, 50.0, 0.0]);
        let Parameters::Components(none) = tunable.normalized(&[0.0; 4]) else {
            panic!("components stay components");
        };
        assert_eq!(none.weights(), [0.0; 4]);
    }

    #[test]
    fn parameters_out_of_bounds_are_refused() {
        let refused = |change: &dyn Fn(&mut PhasedParameters)| {
            let Ok(Parameters::Phased(mut phased)) = Parameters::by_hand(EvaluationKind::Phased)
            else {
                panic!("phased parameters");
            };
            change(&mut phased);
            Tunable::new(Parameters::Phased(phased))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused(&|phased| phased.stages[1].mobility = 51.0),
            "middle mobility is 51: expected -50 to 50"
        );
        assert_eq!(
            refused(&|phased| phased.stages[0].until = 0.78),
            "a stage covers less than 0.1 of the board: expected more"
        );
        assert_eq!(
            refused(&|phased| phased.stages[0].until = 0.01),
            "end of opening is 0.01: expected 0.1 to 0.8"
        );
    }
}
