//! Trees from textbook explanations of alpha-beta, with published facts about them.
//!
//! ```
//! use outflank_gametree::games::figures::Figure;
//! use outflank_gametree::Search;
//!
//! let figure = Figure::named("russell-norvig").expect("a figure");
//! let tree = figure.tree();
//! let result = Search::new(&tree).run(&tree.root());
//! assert_eq!(result.value, figure.value.value);
//! assert_eq!(result.counts.leaves, figure.visited.value.len() as u64);
//! ```

use crate::{Tree, Value};

/// A tree with facts about its search by alpha-beta, which visits children from left to right.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name.
    pub name: &'static str,
    /// The tree, in the notation of [`Tree`]. Leaves without a value in the source have names.
    pub text: &'static str,
    /// The source.
    pub source: &'static str,
    /// The value of the root.
    pub value: Fact<Value>,
    /// The leaves visited, in order: by name if they have one, otherwise by value.
    pub visited: Fact<&'static [&'static str]>,
    /// The leaves never visited, from left to right.
    pub never_visited: Fact<&'static [&'static str]>,
    /// Cut-offs at Min nodes, including those at the last child.
    pub alpha_cuts: Fact<u64>,
    /// Cut-offs at Max nodes, including those at the last child.
    pub beta_cuts: Fact<u64>,
    /// The leaves that only deep cut-offs skip: cut-offs by a bound from more than one ply above.
    pub spared_by_deep_cuts: Fact<&'static [&'static str]>,
}

/// A fact about a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact<T> {
    /// The fact.
    pub value: T,
    /// Its source.
    pub source: FactSource,
}

/// The source of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactSource {
    /// The source of the figure states it.
    Published,
    /// Computed by this project.
    Computed,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 8] = [
        MIN_3_MAX_5_A,
        RUSSELL_NORVIG,
        WIKIPEDIA,
        INGARGIOLA,
        PROPP,
        MIDDLESEX,
        DEEP_CUT,
        KNUTH_MOORE,
    ];

    /// Returns the figure of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[Figure] = &Figure::ALL;
        ALL.iter().find(|figure| figure.name == name)
    }

    /// Returns the tree.
    ///
    /// # Panics
    ///
    /// Never panics: tests parse every figure.
    #[must_use]
    pub fn tree(&self) -> Tree {
        self.text.parse().expect("a figure is a tree")
    }
}

const fn published<T: Copy>(value: T) -> Fact<T> {
    let source = FactSource::Published;
    Fact { value, source }
}

const fn computed<T: Copy>(value: T) -> Fact<T> {
    let source = FactSource::Computed;
    Fact { value, source }
}

const MIN_3_MAX_5_A: Figure = Figure {
    name: "min-3-max-5-a",
    text: "MIN(3, MAX(5, a))",
    source: "student reports on Othello programs, as the smallest example: the value is 3 \
             whatever a is",
    value: published(3),
    visited: published(&["3", "5"]),
    never_visited: published(&["a"]),
    alpha_cuts: computed(0),
    beta_cuts: computed(1),
    spared_by_deep_cuts: computed(&[]),
};

const RUSSELL_NORVIG: Figure = Figure {
    name: "russell-norvig",
    text: "MAX(MIN(3, 12, 8), MIN(2, x, y), MIN(14, 5, 2))",
    source: "Russell and Norvig, \"Artificial Intelligence: A Modern Approach\", third edition \
             2010, figures 5.2 and 5.5; there x is 4 and y is 6 at first",
    value: published(3),
    visited: published(&["3", "12", "8", "2", "14", "5", "2"]),
    never_visited: published(&["x", "y"]),
    // The second cut-off is at the last leaf.
    alpha_cuts: computed(2),
    beta_cuts: computed(0),
    spared_by_deep_cuts: computed(&[]),
};

const WIKIPEDIA: Figure = Figure {
    name: "wikipedia",
    text: "MAX(MIN(MAX(MIN(5, 6), MIN(7, 4, 5)), MAX(MIN(3))), \
           MIN(MAX(MIN(6), MIN(6, 9)), MAX(MIN(7))), \
           MIN(MAX(MIN(5)), MAX(MIN(9, 8), MIN(6))))",
    source: "the figure AB_pruning.svg by Jez9999 in the article \"Alpha-beta pruning\" of the \
             English Wikipedia, which shows the leaves never visited in grey",
    value: published(6),
    visited: published(&["5", "6", "7", "4", "3", "6", "6", "7", "5"]),
    never_visited: published(&["5", "9", "9", "8", "6"]),
    // Two of the cut-offs are at nodes with one child.
    alpha_cuts: computed(4),
    beta_cuts: computed(1),
    spared_by_deep_cuts: computed(&[]),
};

const INGARGIOLA: Figure = Figure {
    name: "ingargiola",
    text: "MAX(MIN(MAX(MIN(e=10, f=11), MIN(h=9, i)), MAX(MIN(l=14, m=15), MIN(o, p))), \
           MIN(MAX(MIN(t=15, v=2), MIN(w=4, x)), MAX(MIN(z1, z2), MIN(z3, z4))))",
    source: "Ingargiola, \"Simple Example of MiniMax with Alpha-Beta Cutoff\", readings of the \
             course CIS 587, Temple University, whose trace names each node visited; leaves \
             never visited are added here to complete a binary tree",
    value: published(10),
    visited: published(&["e", "f", "h", "l", "m", "t", "v", "w"]),
    never_visited: computed(&["i", "o", "p", "x", "z1", "z2", "z3", "z4"]),
    alpha_cuts: computed(4),
    beta_cuts: computed(1),
    // At Y the bound 10 comes from the root; the bound of its parent R is only 2.
    spared_by_deep_cuts: computed(&["x"]),
};

const PROPP: Figure = Figure {
    name: "propp",
    text: "MAX(MIN(4, 5, 6), MIN(1, h, i))",
    source: "Propp, \"Alpha-beta pruning\", notes on the program Chinook, \
             jamespropp.org/chinook/pruning.txt; its leaves h and i have no value there",
    value: published(4),
    visited: computed(&["4", "5", "6", "1"]),
    never_visited: published(&["h", "i"]),
    alpha_cuts: computed(1),
    beta_cuts: computed(0),
    spared_by_deep_cuts: computed(&[]),
};

const MIDDLESEX: Figure = Figure {
    name: "middlesex",
    text: "MIN(MAX(3, 12, 8), MAX(20, x, y), MAX(13, z, w))",
    source: "lecture notes \"Alpha-Beta Pruning\" of the course CSD 3939, Middlesex University, \
             cwa.mdx.ac.uk",
    value: published(12),
    visited: computed(&["3", "12", "8", "20", "13"]),
    never_visited: published(&["x", "y", "z", "w"]),
    alpha_cuts: computed(0),
    beta_cuts: computed(2),
    spared_by_deep_cuts: computed(&[]),
};

const DEEP_CUT: Figure = Figure {
    name: "deep-cut",
    text: "MAX(5, MIN(MAX(MIN(4, a), 3), b))",
    source: "made here: the smallest tree with a deep cut-off (Knuth and Moore 1975, \"An \
             analysis of alpha-beta pruning\", section 2)",
    value: computed(5),
    visited: computed(&["5", "4", "3"]),
    never_visited: computed(&["a", "b"]),
    alpha_cuts: computed(2),
    beta_cuts: computed(0),
    spared_by_deep_cuts: computed(&["a"]),
};

/// Alpha-beta visits 2^2 + 2^2 − 1 of 16 leaves.
const KNUTH_MOORE: Figure = Figure {
    name: "knuth-moore",
    text: "MAX(MIN(MAX(MIN(8, 9), MIN(7, a)), MAX(MIN(9, 12), MIN(b, c))), \
           MIN(MAX(MIN(6, d), MIN(5, e)), MAX(MIN(f, g), MIN(h, i))))",
    source: "made here after Knuth and Moore 1975, \"An analysis of alpha-beta pruning\", \
             theorem 1 and its corollary: with the best child first everywhere, a uniform tree \
             of breadth b and depth d has b^⌈d/2⌉ + b^⌊d/2⌋ − 1 visited leaves, here 7",
    value: computed(8),
    visited: computed(&["8", "9", "7", "9", "12", "6", "5"]),
    never_visited: computed(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]),
    alpha_cuts: computed(4),
    beta_cuts: computed(1),
    spared_by_deep_cuts: computed(&["d", "e"]),
};
