//! Searches as one self-contained HTML page. The scripts in `script/` are concatenated into one.

mod data;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::{SearchTree, escaped};
use data::PageData;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The scripts in order of concatenation. Each uses those before it.
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

/// Returns a page on which the reader can step through, fold and compare searches, usually of the
/// same tree, and see why they cut off. The page makes no requests. Its content security policy
/// allows only its own style and script, so text from a game cannot inject any.
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
    fill(TEMPLATE, &parts)
}

/// Returns the content security policy of every [`page`], for a server's response headers.
#[must_use]
pub fn page_policy() -> String {
    policy(&pack(STYLE), &script())
}

fn script() -> String {
    SCRIPTS.map(pack).concat()
}

fn policy(style: &str, script: &str) -> String {
    let (script, style) = (digest(script), digest(style));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; \
         base-uri 'none'; form-action 'none'"
    )
}

/// Minifies a style or a script by removing indentation and comments. Normalizes line ends, because
/// the policy contains a hash of the exact text.
fn pack(text: &str) -> String {
    let starts = ["//", "/*", "* ", "*/"];
    let is_comment = |line: &&str| starts.iter().any(|start| line.starts_with(start));
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !is_comment(line))
        .fold(String::new(), |packed, line| packed + line + "\n")
}

/// Returns the hash by which a policy identifies a script or a style.
fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

/// Replaces each `{{name}}` in the template with its part. Does not expand names inside parts.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut pieces = template.split("{{");
    page.extend(pieces.next());
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("every placeholder is closed");
        let part = parts.iter().find(|(other, _)| *other == name);
        let (_, part) = part.expect("every placeholder has a part");
        page.push_str(part);
        page.push_str(rest);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_in_data_are_kept() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "x".to_owned())];
        assert_eq!(fill("<{{a}} {{b}}>", &parts), "<{{b}} x>");
    }

    #[test]
    fn the_page_without_data_is_small() {
        let page = page(&[]);
        assert!(page.len() < 81_000, "{} bytes", page.len());
    }

    #[test]
    fn the_page_contains_its_policy() {
        assert!(page(&[]).contains(&page_policy()));
    }

    #[test]
    fn the_page_makes_no_external_requests() {
        let page = page(&[]);
        // The XML namespace is an identifier that is never fetched.
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for part in ["http:", "https:", "//cdn", "url(\"", "@import", "fetch("] {
            assert!(!page.contains(part), "{part}");
        }
    }
}
