//! Search windows.

use std::str::FromStr;

use super::thread::Thread;
use super::tiers::Entries;

/// A search window in discs, from the mover's side: scores between α and β are exact, all others
/// only bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The full window.
    pub const EXACT: Self = Self {
        alpha: -FURTHEST,
        beta: FURTHEST,
    };

    /// Win, draw or loss.
    pub const WIN_DRAW_LOSS: Self = Self { alpha: -1, beta: 1 };

    /// Makes the window from `alpha` to `beta`.
    ///
    /// # Errors
    ///
    /// Returns an error if `alpha` is not below `beta`, or if either is beyond ±129.
    pub fn new(alpha: i32, beta: i32) -> Result<Self, WindowError> {
        if alpha < beta && alpha >= -FURTHEST && beta <= FURTHEST {
            return Ok(Self { alpha, beta });
        }
        Err(WindowError(format!(
            "invalid window from {alpha} to {beta}: expected two scores from -{FURTHEST} to \
             {FURTHEST}, the lower first"
        )))
    }

    /// Makes a window from scores that may be beyond those of a board.
    pub(super) fn clamped(alpha: i32, beta: i32) -> Self {
        let alpha = alpha.clamp(-FURTHEST, FURTHEST - 1);
        Self {
            alpha,
            beta: beta.clamp(alpha + 1, FURTHEST),
        }
    }

    /// Returns α, the score that a move must exceed.
    #[must_use]
    pub const fn alpha(self) -> i32 {
        self.alpha
    }

    /// Returns β, the score that is enough for a cut-off.
    #[must_use]
    pub const fn beta(self) -> i32 {
        self.beta
    }

    /// Returns `true` if bounds on a score settle the window.
    #[must_use]
    pub const fn is_settled_by(self, lower: i32, upper: i32) -> bool {
        lower >= upper || lower >= self.beta || upper <= self.alpha
    }
}

/// An aspiration window, in 1/128 discs.
pub(super) struct AspirationWindow {
    alpha: i32,
    beta: i32,
    most: i32,
    /// By how much the window is widened next, and the factor by which that grows.
    by: i32,
    growth: i32,
}

impl AspirationWindow {
    /// Returns the window around `guess` of twice the width `half`. No score is beyond `most`.
    pub(super) fn new(guess: i32, half: i32, growth: i32, most: i32) -> Self {
        Self {
            alpha: (guess - half).clamp(-most, most - 1),
            beta: (guess + half).clamp(1 - most, most),
            most,
            by: 4 * half,
            growth,
        }
    }

    /// Widens the window if `value` is outside it. It never narrows the window, because one
    /// selective
    /// search may contradict another.
    fn grow_to(&mut self, value: i32) -> bool {
        if value <= self.alpha && self.alpha > -self.most {
            self.alpha = (self.alpha - self.by).max(-self.most);
        } else if value >= self.beta && self.beta < self.most {
            self.beta = (self.beta + self.by).min(self.most);
        } else {
            return false;
        }
        self.by *= self.growth;
        true
    }

    /// Searches until the score is inside the window. The score is meaningless if the search is
    /// aborted.
    pub(super) fn resolve<'a, K: Entries>(
        mut self,
        thread: &mut Thread<'a, K>,
        mut search: impl FnMut(&mut Thread<'a, K>, i32, i32) -> i32,
    ) -> i32 {
        loop {
            let value = search(thread, self.alpha, self.beta);
            if thread.is_aborted || !self.grow_to(value) {
                return value;
            }
        }
    }
}

/// One more disc than the largest board has squares.
const FURTHEST: i32 = 129;

/// The error for text that is not a window, and for an invalid window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WindowError(String);

impl FromStr for Window {
    type Err = WindowError;

    /// Parses `alpha,beta`.
    fn from_str(text: &str) -> Result<Self, WindowError> {
        let number = |text: &str| text.trim().parse().ok();
        let (alpha, beta) = text
            .split_once(',')
            .and_then(|(alpha, beta)| Some((number(alpha)?, number(beta)?)))
            .ok_or_else(|| {
                let expected = "expected two scores separated by a comma, as in -2,2";
                WindowError(format!("{text:?} is not a window: {expected}"))
            })?;
        Self::new(alpha, beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_parsed_and_empty_windows_rejected() {
        assert_eq!("-2,2".parse(), Ok(Window { alpha: -2, beta: 2 }));
        assert_eq!(" 10 , 12 ".parse(), Window::new(10, 12));
        for text in [
            "",
            "1",
            "1,",
            "1,1",
            "2,-2",
            "a,b",
            "-130,0",
            "0,99999999999",
        ] {
            assert!(text.parse::<Window>().is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_outside_a_window_or_an_exact_score_settle_it() {
        let window = Window::WIN_DRAW_LOSS;
        assert!(window.is_settled_by(1, 64) && window.is_settled_by(-64, -1));
        assert!(window.is_settled_by(0, 0) && !window.is_settled_by(0, 2));
        assert!(!Window::EXACT.is_settled_by(62, 64));
    }
}
