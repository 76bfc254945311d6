//! Every relative link in the documents leads to a file in the repository, and every anchor to a
//! heading in that file.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::common::workspace;

struct Document {
    links: Vec<String>,
    /// The identifiers of the headings.
    anchors: HashSet<String>,
}

impl Document {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a document is UTF-8");
        let mut links = Vec::new();
        let mut anchors = HashSet::new();
        let mut repeated: HashMap<String, usize> = HashMap::new();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let id = heading_id(&heading.take().unwrap_or_default());
                    let earlier = repeated.entry(id.clone()).or_default();
                    anchors.insert(match *earlier {
                        0 => id,
                        number => format!("{id}-{number}"),
                    });
                    *earlier += 1;
                }
                _ => {}
            }
        }
        Self { links, anchors }
    }
}

/// Returns the identifier that mdBook and code hosts give a heading.
fn heading_id(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// Removes `.` and `..` from a path.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

fn paths_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    entries.map(|entry| entry.expect("the folder is readable").path())
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// Returns the Markdown files in a folder and its subfolders.
pub(crate) fn markdown_below(folder: &Path) -> Vec<PathBuf> {
    let (folders, mut files): (Vec<_>, Vec<_>) = paths_in(folder).partition(|path| path.is_dir());
    files.retain(|path| is_markdown(path));
    files.extend(folders.iter().flat_map(|folder| markdown_below(folder)));
    files
}

/// The documents at the root, in `docs` and `testdata`, and the README of each crate.
fn documents() -> Vec<PathBuf> {
    let root = workspace();
    let mut files = markdown_below(&root.join("docs"));
    files.extend(markdown_below(&root.join("testdata")));
    for folder in paths_in(&root.join("crates")).chain([root]) {
        files.extend(paths_in(&folder).filter(|path| is_markdown(path)));
    }
    files
}

#[test]
fn every_relative_link_has_a_target() {
    let root = workspace();
    let mut anchors: HashMap<PathBuf, HashSet<String>> = HashMap::new();
    let mut followed = 0;
    let mut broken = Vec::new();
    for path in documents() {
        for link in Document::read(&path).links {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            followed += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => path.clone(),
                file => normalized(&path.parent().expect("a file is in a folder").join(file)),
            };
            let exists = target.exists() && target.starts_with(&root);
            let has_anchor = anchor.is_empty()
                || exists
                    && anchors
                        .entry(target.clone())
                        .or_insert_with(|| Document::read(&target).anchors)
                        .contains(anchor);
            if !exists || !has_anchor {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(followed > 100, "only {followed} links were followed");
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let docs = workspace().join("docs");
    let summary = docs.join("SUMMARY.md");
    let links = Document::read(&summary).links;
    let pages = links.iter().map(|link| normalized(&docs.join(link)));
    let listed: HashSet<PathBuf> = pages.chain([summary]).collect();
    for page in markdown_below(&docs) {
        let name = page.display();
        assert!(listed.contains(&page), "{name} is not in docs/SUMMARY.md");
    }
}
