//! Removal of temporary files left by killed processes.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Clock ticks per second in `/proc/PID/stat`, on every supported Linux architecture.
const TICKS: u64 = 100;

/// Removes the temporary files `NAME.PID.part` that killed processes left in a folder, if `is_ours`
/// accepts `NAME`. Does nothing on systems that cannot list processes.
///
/// [`AtomicFile::create`](crate::AtomicFile::create) does this for its own name.
pub fn remove_abandoned(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) {
    let is_abandoned = |path: &Path| {
        let stem = path.file_stem().map(Path::new)?;
        let process: u32 = stem.extension()?.to_str()?.parse().ok()?;
        let is_part = path.extension()? == "part" && is_ours(stem.file_stem()?);
        Some(is_part && !may_be_written(path, process))
    };
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if is_abandoned(&path) == Some(true) {
            // A leftover temporary file is harmless.
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns whether a running process may still write the file.
fn may_be_written(path: &Path, process: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else {
        return false;
    };
    // A killed process stays a zombie until its parent waits for it.
    let is_dead = matches!(field(&stat, 3), Some("Z" | "X"));
    // PIDs are reused, especially in containers. A process that has reused one is newer than the
    // file.
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified());
    let is_older = match (changed, start(&stat)) {
        (Ok(changed), Some(start)) => changed < start,
        _ => false,
    };
    !is_dead && !is_older
}

/// Returns a field of `/proc/PID/stat`, numbered as in proc(5), from 3 on.
fn field(stat: &str, number: usize) -> Option<&str> {
    // Field 2 is the program's name in parentheses, which may contain anything.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(number - 3)
}

/// Returns a time at most two seconds before the start of a process.
fn start(stat: &str) -> Option<SystemTime> {
    let ticks: u64 = field(stat, 22)?.parse().ok()?;
    let system = fs::read_to_string("/proc/stat").ok()?;
    let boot = system
        .lines()
        .find_map(|line| line.strip_prefix("btime "))?;
    let seconds = boot.trim().parse::<u64>().ok()? + ticks / TICKS;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_start_of_a_process_is_before_its_first_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "half").unwrap();
        let own = std::process::id();
        assert!(may_be_written(&path, own));
        let file = fs::File::options().write(true).open(&path).unwrap();
        let hour = Duration::from_secs(3600);
        file.set_modified(SystemTime::now() - hour).unwrap();
        let stat = fs::read_to_string("/proc/self/stat").unwrap();
        let age = start(&stat).unwrap().elapsed().unwrap();
        assert!(age < hour, "{age:?}");
        assert!(!may_be_written(&path, own), "older than the process");
    }
}
