//! The drawings of `outflank tree`.

use std::collections::HashSet;
use std::fs;

use crate::common::{self, Words, as_array, shows};
use regex::Regex;
use roxmltree::{Document, Node};

/// Textbook trees: names and expressions.
const TREES: [(&str, &str); 4] = [
    ("least", "MIN(3, MAX(5, a))"),
    (
        "russell_norvig",
        "MAX(MIN(3, 12, 8), MIN(2, x, y), MIN(14, 5, 2))",
    ),
    ("deep_cut", "MAX(5, MIN(MAX(MIN(4, a), 3), b))"),
    (
        "knuth_moore",
        "MAX(MIN(MAX(MIN(8, 9), MIN(7, a)), MAX(MIN(9, 12), MIN(b, c))), \
         MIN(MAX(MIN(6, d), MIN(5, e)), MAX(MIN(f, g), MIN(h, i))))",
    ),
];

fn draw(arguments: impl Words) -> String {
    common::text(("tree", arguments))
}

#[test]
fn textbook_trees_match_their_snapshots() {
    for (name, tree) in TREES {
        for format in ["text", "dot", "svg"] {
            let drawn = draw(["--expr", tree, "--format", format]);
            insta::assert_snapshot!(format!("{name}_{format}"), drawn);
        }
        let page = draw(["--expr", tree, "--format", "html"]);
        insta::assert_snapshot!(format!("{name}_html"), data_of(&page));
    }
}

/// Returns the data of a page: its searches, one line per list entry. The script is the same on all
/// pages and is tested in a browser.
fn data_of(page: &str) -> String {
    let script = r#"<script type="application/json" id="data">"#;
    let (_, data) = page.split_once(script).unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let mut lines = Vec::new();
    for tree in as_array(&data["trees"]) {
        for (name, field) in tree.as_object().unwrap() {
            match field.as_array() {
                None => lines.push(format!("{name}: {field}")),
                Some(entries) => {
                    lines.push(format!("{name}:"));
                    lines.extend(entries.iter().map(|entry| format!("  {entry}")));
                }
            }
        }
        lines.push(String::new());
    }
    lines.join("\n")
}

#[test]
fn other_searches_match_their_snapshots() {
    let again = draw("--game kalah:2x1 --depth 3 --algorithm alpha-beta");
    assert!(again.contains("again"), "{again}");
    insta::assert_snapshot!("kalah_text", again);
    let tests = draw("--game figure:russell-norvig --algorithm pvs,mtdf,deepening --measure");
    insta::assert_snapshot!("tests_text", tests);
    let ascii = draw(["--expr", TREES[0].1, "--ascii"]);
    assert!(ascii.is_ascii());
    insta::assert_snapshot!("least_ascii", ascii);
}

#[test]
fn the_extension_selects_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, begin) in [
        ("a.svg", "<svg "),
        ("a.dot", "digraph"),
        ("a.GV", "digraph"),
        ("a.html", "<!doctype html>"),
    ] {
        let printed = draw(["--expr", TREES[0].1, "--to", &path(name)]);
        shows(&printed, &["80.0 %", name]);
        let drawn = fs::read_to_string(path(name)).unwrap();
        assert!(drawn.starts_with(begin), "{drawn}");
    }
    draw(["--expr", TREES[0].1, "--to", &path("a.txt")]);
    let text = fs::read_to_string(path("a.txt")).unwrap();
    assert_eq!(text.trim_end(), draw(["--expr", TREES[0].1]).trim_end());
}

#[test]
fn the_picture_in_the_documents_is_up_to_date() {
    let page = fs::read_to_string(common::workspace().join("docs/images/trees.svg")).unwrap();
    let drawn = draw("--game figure:wikipedia --format svg");
    assert_eq!(page.trim_end(), drawn.trim_end());
    assert!(page.len() < 60_000);
}

/// Searches whose drawings are checked: small and large trees, with and without boards, with
/// null-window tests, with iterative deepening, and with a side that moves twice in a row.
const SEARCHES: [&str; 8] = [
    "--game figure:wikipedia",
    "--game figure:ingargiola --algorithm minimax,pvs,mtdf --measure",
    "start --board 4x4 --measure --boards always",
    "f5d6c3 --evaluation positional",
    "--game kalah:3x2 --depth 4 --boards always",
    "--game tic-tac-toe:2@a1,b2 --depth 2 --algorithm alpha-beta,deepening-table",
    "start --depth 4 --algorithm alpha-beta-table --prune probcut --probcut-margin 0",
    "--game dots-and-boxes:2x1 --depth 3 --max-nodes 60 --nodes 200",
];

/// A piece of text in a picture, with its bounding box in a typical font.
#[derive(Debug)]
struct Placed {
    text: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Placed {
    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// Returns the sum of the offsets of the groups around a node.
fn moved(node: Node<'_, '_>) -> (f64, f64) {
    let above = node.ancestors();
    let transforms = above.filter_map(|above| above.attribute("transform"));
    transforms.fold((0.0, 0.0), |(x, y), transform| {
        let inside = transform.strip_prefix("translate(").unwrap();
        let (right, down) = inside.strip_suffix(')').unwrap().split_once(' ').unwrap();
        let [right, down] = [right, down].map(|length| length.parse::<f64>().unwrap());
        (x + right, y + down)
    })
}

fn texts(document: &Document<'_>) -> Vec<Placed> {
    let style = Regex::new(r"\.([a-z-]+)(?:, [^{]*)? \{[^}]*font-size: (\d+)px").unwrap();
    let mut nodes = document.descendants();
    let css = nodes.find(|node| node.has_tag_name("style"));
    let css = css.unwrap().text().unwrap();
    let size = |class: &str| {
        let mut sizes = style.captures_iter(css);
        let found = sizes.find(|rule| class.split(' ').any(|name| rule[1] == *name));
        found.map_or(10.0, |rule| rule[2].parse::<f64>().unwrap())
    };
    let placed = |node: Node<'_, '_>| {
        let text = node.text().unwrap().to_owned();
        let class = node.attribute("class").unwrap();
        let size = size(class);
        let width = text.chars().count() as f64 * size * 0.56;
        let (right, down) = moved(node);
        let (x, y) = (number(node, "x") + right, number(node, "y") + down);
        let is_left = ["title", "heading", "key"].contains(&class);
        let left = if is_left { x } else { x - width / 2.0 };
        let (right, top, bottom) = (left + width, y - 0.75 * size, y + 0.1 * size);
        Placed {
            text,
            left,
            right,
            top,
            bottom,
        }
    };
    let texts = document.descendants();
    let texts = texts.filter(|node| node.has_tag_name("text"));
    texts.map(placed).collect()
}

#[test]
fn text_does_not_overlap_and_stays_inside_the_picture() {
    for search in SEARCHES {
        let svg = draw((search, "--format svg"));
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        let texts = texts(&document);
        assert!(texts.len() > 20, "{search:?}");
        for (place, one) in texts.iter().enumerate() {
            let is_inside = one.left >= 0.0 && one.right <= width && one.bottom <= height;
            assert!(is_inside, "{search}: {} is cut off", one.text);
            for other in &texts[..place] {
                assert!(!one.overlaps(other), "{search}: {one:?} and {other:?}");
            }
        }
    }
}

fn of_class<'a>(document: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node<'_, '_>| {
        let classes = node.attribute("class").unwrap_or_default();
        let mut names = class.split(' ');
        names.all(|name| classes.split(' ').any(|other| other == name))
    };
    document.descendants().filter(has).collect()
}

#[test]
fn pictures_show_entered_and_pruned_nodes() {
    let svg = draw("--game figure:wikipedia --format svg");
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    for name in root.attribute("aria-labelledby").unwrap().split(' ') {
        let mut nodes = document.descendants();
        let note = nodes.find(|node| node.attribute("id") == Some(name));
        assert!(!note.unwrap().text().unwrap().is_empty());
    }
    let names = |class: &str| of_class(&document, class).len();
    // Alpha-beta enters 25 of 33 states; the legend adds one dark square.
    assert_eq!(names("step"), 33 + 25);
    assert_eq!(names("node dark"), 33 - 25 + 1);
    // Three of the subtrees never entered begin at an alpha cut; the legend adds one.
    assert_eq!(names("edge alpha"), 3 + 1);
    assert_eq!(names("note-alpha") + names("note-beta"), 5);
    // Both panels draw a node in the same place. Check it for the roots.
    let roots: Vec<_> = of_class(&document, "node best");
    let path = |node: Node<'_, '_>| {
        let path = node.children().find(|child| child.has_tag_name("path"));
        path.and_then(|path| path.attribute("d").map(str::to_owned))
    };
    assert_eq!(path(roots[0]), path(roots[5]));
    assert!(path(roots[0]).is_some());
    let is_dark = |node: &Node<'_, '_>| node.attribute("class") == Some("node dark");
    for node in document.descendants().filter(is_dark) {
        let title = node.children().find(|child| child.has_tag_name("title"));
        let is_legend = title.is_none();
        assert!(is_legend || title.unwrap().text().unwrap().contains("Never entered"));
    }
}

#[test]
fn names_may_contain_non_ascii_characters() {
    // Names of leaves are the only text that comes from the user.
    let svg = draw(["--expr", "MAX(été=7, MIN(ß=2, 𝒙=1))", "--format", "svg"]);
    let document = Document::parse(&svg).unwrap();
    let shown: Vec<String> = texts(&document).into_iter().map(|it| it.text).collect();
    for name in ["été", "ß"] {
        assert!(shown.iter().any(|text| text == name), "{shown:?}");
    }
}

/// Splits a DOT file into tokens: names, strings and punctuation.
fn tokens(dot: &str) -> Vec<String> {
    const TOKEN: &str =
        r#"(?s)\s*("(?:[^"\\]|\\.)*"|<<TABLE.*?</TABLE>>|[A-Za-z_][A-Za-z_0-9]*|->|[{}\[\];,=])"#;
    let token = Regex::new(TOKEN).unwrap();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < dot.trim_end().len() {
        let found = token.captures_at(dot, at).unwrap();
        let whole = found.get(0).unwrap();
        assert_eq!(whole.start(), at, "what is {:?}?", &dot[at..whole.start()]);
        tokens.push(found[1].to_owned());
        at = whole.end();
    }
    tokens
}

/// The nodes of a graph with their attributes, and its edges.
#[derive(Default)]
struct Declared {
    nodes: Vec<(String, String)>,
    edges: Vec<(String, String, String)>,
}

/// Parses the statements of a graph according to the grammar of Graphviz.
fn declared(dot: &str) -> Declared {
    let tokens = tokens(dot);
    let mut declared = Declared::default();
    let mut depth = 0;
    let mut at = 0;
    let attributes = |at: &mut usize| {
        assert_eq!(tokens[*at], "[");
        *at += 1;
        let mut all = String::new();
        while tokens[*at] != "]" {
            assert_eq!(tokens[*at + 1], "=", "{:?}", &tokens[*at..*at + 3]);
            all.push_str(&format!("{}={} ", tokens[*at], tokens[*at + 2]));
            *at += 3;
            if tokens[*at] == "," {
                *at += 1;
            }
        }
        *at += 1;
        all
    };
    while at < tokens.len() {
        match (tokens[at].as_str(), tokens.get(at + 1).map(String::as_str)) {
            ("digraph" | "subgraph", _) => {
                assert_eq!(tokens[at + 2], "{");
                (depth, at) = (depth + 1, at + 3);
            }
            ("{", _) => (depth, at) = (depth + 1, at + 1),
            ("}", _) => (depth, at) = (depth - 1, at + 1),
            ("graph" | "node" | "edge", Some("[")) => {
                at += 1;
                attributes(&mut at);
            }
            (_, Some("=")) => at += 3,
            (from, Some("->")) => {
                let (from, to) = (from.to_owned(), tokens[at + 2].clone());
                at += 3;
                declared.edges.push((from, to, attributes(&mut at)));
            }
            (node, Some("[")) => {
                at += 1;
                declared.nodes.push((node.to_owned(), attributes(&mut at)));
            }
            (";", _) => at += 1,
            // A node name in a rank.
            (name, Some(";")) => {
                assert!(name.starts_with("\"t"), "{name}");
                at += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(depth, 0);
    declared
}

#[test]
fn nodes_are_unique_and_have_one_parent() {
    for search in SEARCHES {
        for boards in ["never", "always"] {
            let search = search.replace("--boards always", "");
            let dot = draw(format!("{search} --format dot --boards {boards}"));
            let Declared { nodes, edges } = declared(&dot);
            let names: HashSet<&String> = nodes.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), nodes.len(), "{search:?}");
            for (from, to, _) in &edges {
                assert!(names.contains(from) && names.contains(to), "{from} {to}");
            }
            let reached: HashSet<&String> = edges.iter().map(|(_, to, _)| to).collect();
            assert_eq!(reached.len(), edges.len(), "a node has one parent");
        }
    }
}

#[test]
fn graphs_show_entered_and_pruned_nodes() {
    let drawn = draw("--game figure:wikipedia --algorithm alpha-beta --format dot");
    let Declared { nodes, edges } = declared(&drawn);
    let with = |part: &str| nodes.iter().filter(|(_, all)| all.contains(part)).count();
    // 25 states, 3 moves never entered, and the legend.
    assert_eq!(nodes.len(), 25 + 3 + 1);
    assert_eq!(with("fillcolor=\"#3c3c3c\""), 3);
    let is_dashed = |edge: &&(String, String, String)| edge.2.contains("style=\"dashed\"");
    assert_eq!(edges.iter().filter(is_dashed).count(), 3);
    let triangles = with("shape=\"triangle\"") + with("shape=\"invtriangle\"");
    assert_eq!(triangles, 16);
    assert_eq!(with("color=\"#d55e00\", ") + with("color=\"#d55e00\" "), 4);
}
