//! Compares the published facts about the figures with the search.

use crate::common::{children, traced};
use outflank_gametree::games::figures::{FactSource, Figure};
use outflank_gametree::{Algorithm, Game as _, Search, Side, Tree, Value};

/// Returns the leaves below a node from left to right.
fn leaves(tree: &Tree, node: usize) -> Vec<usize> {
    match tree.terminal_value(&node) {
        Some(_) => vec![node],
        None => {
            let children = children(tree, &node).into_iter();
            children.flat_map(|child| leaves(tree, child)).collect()
        }
    }
}

/// Textbook alpha-beta that records the leaves it visits. Without `deep`, a node gets only the
/// bound of its parent, so there are no deep cut-offs: this is procedure F1 of Knuth and Moore
/// 1975.
fn search(
    tree: &Tree,
    node: usize,
    (mut alpha, mut beta): (Value, Value),
    deep: bool,
    visited: &mut Vec<usize>,
) -> Value {
    if let Some(value) = tree.terminal_value(&node) {
        visited.push(node);
        return value;
    }
    let mover = tree.mover(&node);
    if !deep {
        match mover {
            Side::Max => alpha = Value::MIN,
            Side::Min => beta = Value::MAX,
        }
    }
    for child in children(tree, &node) {
        let value = search(tree, child, (alpha, beta), deep, visited);
        match mover {
            Side::Max => alpha = alpha.max(value),
            Side::Min => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    match mover {
        Side::Max => alpha,
        Side::Min => beta,
    }
}

fn names(tree: &Tree, leaves: &[usize]) -> Vec<String> {
    leaves.iter().filter_map(|&leaf| tree.leaf(leaf)).collect()
}

#[test]
fn every_fact_matches_the_search() {
    for figure in Figure::ALL {
        let tree = figure.tree();
        let name = figure.name;
        let found = Search::new(&tree).run(&tree.root());
        assert_eq!(found.value, figure.value.value, "{name}");
        let negamax = Search::new(&tree).algorithm(Algorithm::Negamax);
        let by_negamax = negamax.run(&tree.root());
        assert_eq!(found.counts, by_negamax.counts, "{name}");
        assert_eq!(found.counts.alpha_cuts, figure.alpha_cuts.value, "{name}");
        assert_eq!(found.counts.beta_cuts, figure.beta_cuts.value, "{name}");

        let mut visited = Vec::new();
        let window = (Value::MIN, Value::MAX);
        search(&tree, tree.root(), window, true, &mut visited);
        assert_eq!(names(&tree, &visited), figure.visited.value, "{name}");
        let mut never = leaves(&tree, tree.root());
        never.retain(|leaf| !visited.contains(leaf));
        assert_eq!(names(&tree, &never), figure.never_visited.value, "{name}");

        let mut with_single_bounds = Vec::new();
        // Without deep cut-offs, the search visits leaves without a value; here they are worth 0.
        let unknown = tree.named_leaves().filter(|(_, value)| value.is_none());
        let zeroed = unknown.fold(tree.clone(), |tree, (name, _)| tree.with_value(name, 0));
        search(&zeroed, tree.root(), window, false, &mut with_single_bounds);
        never.retain(|leaf| with_single_bounds.contains(leaf));
        let spared = figure.spared_by_deep_cuts.value;
        assert_eq!(names(&tree, &never), spared, "{name}");
    }
}

#[test]
fn the_leaves_are_visited_in_the_order_printed() {
    for figure in Figure::ALL {
        let tree = figure.tree();
        let nodes = traced(&tree).nodes;
        assert_eq!(nodes[0].value, Some(figure.value.value), "{}", figure.name);
        let visited = nodes.iter().filter_map(|node| tree.leaf(node.state));
        let (visited, name) = (Vec::from_iter(visited), figure.name);
        assert_eq!(visited, figure.visited.value, "{name}");
    }
}

/// Leaves that are never visited may have any value.
#[test]
fn leaves_without_a_value_do_not_matter() {
    for figure in Figure::ALL {
        for value in [-1000, -3, 0, 4, 7, 1000] {
            let mut tree = figure.tree();
            for (name, known) in figure.tree().named_leaves() {
                if known.is_none() {
                    assert!(figure.never_visited.value.contains(&name));
                    tree = tree.with_value(name, value);
                }
            }
            let minimax = Search::new(&tree).algorithm(Algorithm::Minimax);
            let all = minimax.run(&tree.root());
            assert_eq!(all.value, figure.value.value, "{} {value}", figure.name);
        }
    }
}

#[test]
fn figures_are_found_by_their_names() {
    for figure in Figure::ALL {
        let found = Figure::named(figure.name).expect("a figure");
        assert_eq!(found.text, figure.text);
        // Figures made for this crate are not published.
        let is_ours = figure.source.starts_with("made here");
        let is_published = figure.value.source == FactSource::Published;
        assert_ne!(is_ours, is_published, "{}", figure.name);
    }
    assert!(Figure::named("mona-lisa").is_none());
}
