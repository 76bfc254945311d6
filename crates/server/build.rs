//! Rebuilds the crate when a file of the page is added or removed.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
