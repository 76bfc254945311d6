//! Symbolic links.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use outflank_support::{check_writable, regular_path, write_atomically};

use crate::common::{device, file, folder, mode, names, set_mode};

/// Writes to `link`, which must stay a link to `to`, and returns the content of `target`.
fn written(link: &Path, to: &str, target: &Path) -> String {
    check_writable(link).unwrap();
    write_atomically(link, b"after").unwrap();
    assert_eq!(fs::read_link(link).unwrap(), Path::new(to));
    assert!(fs::symlink_metadata(target).unwrap().is_file());
    fs::read_to_string(target).unwrap()
}

#[test]
fn the_target_is_replaced_and_the_link_stays() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("deep")).unwrap();
    let target = file(here.join("deep/target"), "before");
    set_mode(&target, 0o640);
    for to in ["deep/target", target.to_str().unwrap()] {
        let link = here.join("link");
        symlink(to, &link).unwrap();
        assert_eq!(written(&link, to, &target), "after");
        assert_eq!(mode(&target), 0o640);
        fs::remove_file(link).unwrap();
        fs::write(&target, "before").unwrap();
    }
    assert_eq!(names(here), ["deep"]);
    assert_eq!(names(&here.join("deep")), ["target"]);
}

#[test]
fn links_to_links_are_followed() {
    let folder = folder();
    let here = folder.path();
    fs::create_dir(here.join("deep")).unwrap();
    symlink("deep/second", here.join("first")).unwrap();
    // A relative target is relative to the link's folder.
    symlink("../target", here.join("deep/second")).unwrap();
    let target = file(here.join("target"), "before");
    let first = here.join("first");
    assert_eq!(written(&first, "deep/second", &target), "after");
    assert_eq!(
        fs::read_link(here.join("deep/second")).unwrap(),
        Path::new("../target")
    );
    let found = regular_path(&first).unwrap().unwrap();
    assert_eq!(
        found.canonicalize().unwrap(),
        target.canonicalize().unwrap()
    );
}

#[test]
fn a_dangling_link_creates_its_target() {
    let folder = folder();
    let here = folder.path();
    let link = here.join("link");
    symlink("target", &link).unwrap();
    assert_eq!(written(&link, "target", &here.join("target")), "after");
    symlink("no/target", here.join("nowhere")).unwrap();
    assert!(write_atomically(&here.join("nowhere"), b"after").is_err());
    assert_eq!(names(here), ["link", "nowhere", "target"]);
}

#[test]
fn loops_and_folders_are_refused() {
    let folder = folder();
    let here = folder.path();
    symlink("b", here.join("a")).unwrap();
    symlink("a", here.join("b")).unwrap();
    let error = write_atomically(&here.join("a"), b"").unwrap_err();
    assert!(error.to_string().contains("loop"), "{error}");
    symlink(".", here.join("folder")).unwrap();
    let error = write_atomically(&here.join("folder"), b"").unwrap_err();
    assert!(error.to_string().contains("not a folder"), "{error}");
    assert_eq!(names(here), ["a", "b", "folder"]);
}

#[test]
fn a_link_to_a_device_leads_to_the_device() {
    let folder = folder();
    let Some(node) = device(folder.path().join("null"), "3") else {
        return;
    };
    let link = folder.path().join("link");
    symlink(&node, &link).unwrap();
    write_atomically(&link, b"content").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(!fs::symlink_metadata(&node).unwrap().is_file());
    assert_eq!(regular_path(&link).unwrap(), None);
}
