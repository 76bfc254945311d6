//! Searches as one page that needs nothing else: no network, no other file.
//!
//! The page is put together here; what it does is written in the scripts
//! beside this file, which are joined into one as they stand.

mod data;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::SearchTree;
use crate::markup::escaped;
use data::PageData;

const SKELETON: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// In the order in which they are joined: each uses what stands above it.
const SCRIPTS: [&str; 14] = [
    include_str!("script/elements.js"),
    include_str!("script/tree.js"),
    include_str!("script/replay.js"),
    include_str!("script/words.js"),
    include_str!("script/layout.js"),
    include_str!("script/board.js"),
    include_str!("script/picture.js"),
    include_str!("script/find.js"),
    include_str!("script/view.js"),
    include_str!("script/pane.js"),
    include_str!("script/panel.js"),
    include_str!("script/controls.js"),
    include_str!("script/keys.js"),
    include_str!("script/app.js"),
];

/// One page that shows searches, of the same tree as a rule: to be stepped
/// through, folded, asked for reasons, and compared.
///
/// It loads nothing and sends nothing. Texts of a game cannot break out of it:
/// only the style and the script that stand here are allowed to run.
#[must_use]
pub fn page(trees: &[SearchTree]) -> String {
    let (style, script) = (pack(STYLE), script());
    let title = match trees {
        [] => "No search".to_owned(),
        [tree, ..] => tree.title.game.clone(),
    };
    let parts = [
        ("policy", policy(&style, &script)),
        ("title", escaped(&title)),
        ("style", style),
        ("data", PageData::new(trees).to_json()),
        ("script", script),
    ];
    fill(SKELETON, &parts)
}

/// The content security policy of every [`page`], as the page itself says it: for a
/// server that says it too.
#[must_use]
pub fn page_policy() -> String {
    policy(&pack(STYLE), &script())
}

/// The scripts as one.
fn script() -> String {
    SCRIPTS.map(pack).concat()
}

fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; \
         base-uri 'none'; form-action 'none'",
        digest(script),
        digest(style),
    )
}

/// A style or a script as it stands in the page: without indentation and
/// remarks, which its readers find here, and with the same line ends however it
/// was checked out, since what is hashed must be what a browser reads.
fn pack(text: &str) -> String {
    let is_remark = |line: &&str| {
        ["//", "/*", "* ", "*/"]
            .iter()
            .any(|sign| line.starts_with(sign))
    };
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !is_remark(line))
        .fold(String::new(), |packed, line| packed + line + "\n")
}

/// What a policy knows a script or a style by.
fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

/// Replaces each `{{name}}` of the skeleton by its part. Parts are not searched for names.
fn fill(skeleton: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut pieces = skeleton.split("{{");
    page.extend(pieces.next());
    for piece in pieces {
        let (name, rest) = piece
            .split_once("}}")
            .expect("the skeleton closes each name");
        let part = parts.iter().find(|(other, _)| *other == name);
        let (_, part) = part.expect("the skeleton asks for what there is");
        page.push_str(part);
        page.push_str(rest);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_stays_as_it_is() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "x".to_owned())];
        assert_eq!(fill("<{{a}} {{b}}>", &parts), "<{{b}} x>");
    }

    #[test]
    fn the_page_without_data_is_small() {
        let page = page(&[]);
        assert!(page.len() < 80_000, "{} bytes", page.len());
    }

    #[test]
    fn the_policy_is_that_of_the_page() {
        assert!(page(&[]).contains(&page_policy()));
    }

    #[test]
    fn the_page_names_no_other_place() {
        let page = page(&[]);
        // The name of a namespace is no address.
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for sign in ["http:", "https:", "//cdn", "url(\"", "@import", "fetch("] {
            assert!(!page.contains(sign), "{sign}");
        }
    }
}
