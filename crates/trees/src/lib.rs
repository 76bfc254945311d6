//! Search trees drawn as text, DOT, SVG and interactive HTML.
//!
//! ```
//! use outflank_gametree::trace::Recorder;
//! use outflank_gametree::{Search, Tree};
//! use outflank_trees::{SearchTree, Title};
//!
//! let tree: Tree = "MIN(3, MAX(5, a))".parse()?;
//! let mut recorder = Recorder::new(&tree, 1000, 100);
//! let result = Search::new(&tree).observer(&mut recorder).run(&tree.root());
//! let title = Title { game: tree.to_string(), algorithm: "alpha-beta".to_owned() };
//! let drawn = SearchTree::new(&tree, &recorder.into_trace(), &result, title);
//! let cut = &drawn.nodes[2];
//! assert_eq!(cut.cut.as_ref().unwrap().cause, "beta");
//! assert_eq!(cut.unentered[0].mv.as_deref(), Some("2"));
//!
//! // A page to step through in a browser.
//! let page = outflank_trees::page(&[drawn]);
//! assert!(page.starts_with("<!doctype html>"));
//! # Ok::<(), outflank_gametree::TreeError>(())
//! ```
#![forbid(unsafe_code)]

mod algorithms;
mod colours;
mod cut_reason;
mod dot;
mod html;
mod labels;
mod layout;
mod markup;
mod model;
mod overlay;
mod summary;
mod svg;
mod text;
mod traced_searches;

pub use algorithms::{AlgorithmRow, Algorithms};
pub use dot::dot;
pub use html::{page, page_policy};
pub use markup::escaped;
pub use model::{
    BoardCell, CutBound, NodeCut, NodeWindow, PrunedPart, SearchTree, Title, TreeNode, TreePass,
};
pub use summary::{CutCounts, Summary};
pub use svg::{Boards, svg};
pub use text::{TextLook, text};
pub use traced_searches::{SearchesError, TracedSearch, TracedSearches};
