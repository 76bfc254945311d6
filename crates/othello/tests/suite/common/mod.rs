//! Test data and seeds.

use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the path of a file in the repository's test data.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata")).join(path)
}

/// Returns the path of a file in the full test data, if `OUTFLANK_DATA` is set to its folder.
/// Panics if the file is missing.
pub(crate) fn outside_data(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("OUTFLANK_DATA is not set: skipping the tests on {path}");
        return None;
    };
    let path = PathBuf::from(folder).join(path);
    assert!(path.exists(), "{} is missing", path.display());
    Some(path)
}

/// Returns the files of a folder with an extension in upper or lower case, sorted.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|other| other.eq_ignore_ascii_case(extension))
        })
        .collect();
    paths.sort();
    paths
}

/// Returns a random number generator.
pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
