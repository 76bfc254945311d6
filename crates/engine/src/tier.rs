//! CPU tiers.

use std::fmt;
use std::str::FromStr;

/// A set of CPU features that the search is compiled for.
///
/// The best tier is selected once, at the start of a search. All tiers give the same results and
/// node counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Any processor of the architecture; AArch64 includes NEON, and WebAssembly SIMD128 if it is
    /// compiled with that target feature.
    Portable,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT (x86-64-v3).
    Avx2,
    /// Also AVX-512 F, VL, CD, BW and DQ (x86-64-v4).
    Avx512,
}

impl Tier {
    /// All tiers, the fastest last.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns `true` if this processor supports the tier.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Returns the fastest tier that this processor supports.
    #[must_use]
    pub fn best() -> Self {
        let best = Self::ALL.into_iter().rfind(|tier| tier.is_available());
        best.unwrap_or(Self::Portable)
    }
}

/// The portable tier, for boards within 8×8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// The portable tier, for boards of more than 8 columns or rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide;

/// Proof that the processor has the features of [`Tier::Avx2`].
#[derive(Clone, Copy, Debug)]
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx2(());

/// Proof that the processor has the features of [`Tier::Avx512`].
#[derive(Clone, Copy, Debug)]
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    pub(crate) fn new() -> Option<Self> {
        Tier::Avx2.is_available().then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    pub(crate) fn new() -> Option<Self> {
        Tier::Avx512.is_available().then_some(Self(()))
    }
}

/// Evaluates an expression with the kernels for a tier and a shape.
macro_rules! with_kernels {
    ($tier:expr, $shape:expr, $kernels:ident => $run:expr) => {{
        #[cfg(target_arch = "x86_64")]
        use crate::tier::{Avx2, Avx512, Tier};
        use crate::tier::{Portable, Wide};
        if !$shape.is_narrow() {
            let $kernels = Wide;
            return $run;
        }
        #[cfg(target_arch = "x86_64")]
        match ($tier, Avx2::new(), Avx512::new()) {
            (Tier::Avx512, _, Some($kernels)) => return $run,
            (Tier::Avx2, Some($kernels), _) => return $run,
            _ => {}
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = $tier;
        let $kernels = Portable;
        $run
    }};
}
pub(crate) use with_kernels;

/// Calls code of a tier; the call is unsafe if the tier has target features.
macro_rules! proven {
    (; $call:expr) => {
        $call
    };
    ($features:meta; $call:expr) => {
        // SAFETY: `self`, a value of the tier's type, exists only where the processor has
        // the tier's features.
        unsafe { $call }
    };
}
pub(crate) use proven;

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

/// The error for a tier that cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TierError(String);

impl FromStr for Tier {
    type Err = TierError;

    /// Parses a tier that this processor supports.
    fn from_str(text: &str) -> Result<Self, TierError> {
        let mut all = Self::ALL.into_iter();
        match all.find(|tier| tier.to_string().eq_ignore_ascii_case(text)) {
            Some(tier) if tier.is_available() => Ok(tier),
            Some(tier) => Err(format!("this processor cannot run the tier {tier}")),
            None => Err(format!(
                "unknown tier {text:?}: expected portable, avx2 or avx512"
            )),
        }
        .map_err(TierError)
    }
}
