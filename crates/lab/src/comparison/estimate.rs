//! Means and standard errors of clustered data.

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` for a single group.
    pub error: Option<f64>,
}

impl Estimate {
    /// Returns the mean of values, each with the number of its group, or `None` without values.
    /// Values of one group may be correlated, as positions of one game are; groups are independent.
    /// The standard error is that of K.-Y. Liang and S. Zeger ("Longitudinal data analysis using
    /// generalized linear models", Biometrika 73, 1986), which is the usual one if each value is
    /// its own group.
    #[must_use]
    pub fn of_groups(values: &[(u64, f64)]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().map(|(_, value)| value).sum::<f64>() / count;
        let mut deviations = std::collections::BTreeMap::<u64, f64>::new();
        for (group, value) in values {
            *deviations.entry(*group).or_default() += value - mean;
        }
        let groups = deviations.len() as f64;
        let squares: f64 = deviations.values().map(|deviation| deviation.powi(2)).sum();
        let error = (squares * groups / (groups - 1.0)).sqrt() / count;
        Some(Self {
            mean,
            error: (deviations.len() > 1).then_some(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ungrouped_values_have_the_usual_standard_error() {
        let estimate = Estimate::of_groups(&[(1, 4.0), (2, 1.0), (3, -2.0), (4, 5.0)]).unwrap();
        // Sample variance 10, n = 4.
        assert_eq!(estimate.mean, 2.0);
        assert!((estimate.error.unwrap() - (10.0f64 / 4.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn repeated_values_do_not_reduce_the_error() {
        let once = [(1, 4.0), (2, 1.0), (3, -2.0), (4, 5.0)];
        let twice = [once, once].concat();
        let [once, twice] = [&once[..], &twice].map(|seen| Estimate::of_groups(seen).unwrap());
        assert_eq!(once.mean, twice.mean);
        assert!((once.error.unwrap() - twice.error.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn a_single_group_has_no_error() {
        assert_eq!(Estimate::of_groups(&[]), None);
        let one = Estimate::of_groups(&[(7, 3.0), (7, 5.0)]);
        assert_eq!(
            one,
            Some(Estimate {
                mean: 4.0,
                error: None
            })
        );
    }
}
