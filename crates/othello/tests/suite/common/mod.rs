//! Test data and seeds.

use std::path::PathBuf;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A file of the repository's own test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata")).join(path)
}

/// A file of the full test data, if `OUTFLANK_DATA` names its folder; a missing
/// file there is a failure.
pub(crate) fn outside_data(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("OUTFLANK_DATA is not set: skipping the tests on {path}");
        return None;
    };
    let path = PathBuf::from(folder).join(path);
    assert!(path.exists(), "{} is missing", path.display());
    Some(path)
}

/// A random number generator.
pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
