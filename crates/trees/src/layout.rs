//! Horizontal positions of the nodes of a tree. Subtrees are as close together as their outlines
//! allow, and parents are centred over their children.
//!
//! The algorithm is from Kennedy 1996, "Drawing trees". It packs children once from the left and
//! once from the right, and places them halfway between, so that a mirrored tree is drawn mirrored.
//! The HTML page folds subtrees in the browser and therefore repeats the algorithm in
//! `html/script/layout.js`. A test compares the two.

/// Gap between neighbouring nodes, in pictures and on the page.
pub(super) const GAP: f64 = 12.0;

/// The left and right edges of a subtree, row by row, relative to the middle of its root.
type Outline = Vec<(f64, f64)>;

/// Returns the middles of all nodes below `root`, with the leftmost edge at 0. `children`
/// lists the children of each node from left to right.
pub(super) fn middles(children: &[Vec<usize>], root: usize, widths: &[f64]) -> Vec<f64> {
    let mut parents_first = vec![root];
    let mut next = 0;
    while let Some(&node) = parents_first.get(next) {
        parents_first.extend(&children[node]);
        next += 1;
    }
    let mut outlines = vec![Outline::new(); children.len()];
    // Until the last loop, each middle is relative to that of the parent.
    let mut middles = vec![0.0; children.len()];
    for &node in parents_first.iter().rev() {
        let below = &children[node];
        let parts = below
            .iter()
            .map(|&child| std::mem::take(&mut outlines[child]));
        let parts: Vec<Outline> = parts.collect();
        let half = widths[node] / 2.0;
        let mut outline = vec![(-half, half)];
        for ((&child, part), offset) in below.iter().zip(&parts).zip(offsets(&parts)) {
            middles[child] = offset;
            for (row, &(left, right)) in part.iter().enumerate() {
                match outline.get_mut(row + 1) {
                    Some(edges) => edges.1 = right + offset,
                    None => outline.push((left + offset, right + offset)),
                }
            }
        }
        outlines[node] = outline;
    }
    let edges = outlines[root].iter().map(|edges| edges.0);
    middles[root] = -edges.fold(f64::INFINITY, f64::min);
    for &node in &parents_first {
        for &child in &children[node] {
            middles[child] += middles[node];
        }
    }
    middles
}

/// Returns the middles of siblings relative to that of their parent.
fn offsets(parts: &[Outline]) -> Vec<f64> {
    let mirror = |part: &Outline| part.iter().map(|&(left, right)| (-right, -left)).collect();
    let mirrored: Vec<Outline> = parts.iter().rev().map(mirror).collect();
    let (from_left, from_right) = (packed(parts), packed(&mirrored));
    let halfway = |(left, right): (f64, &f64)| f64::midpoint(left, -right);
    let both = from_left.into_iter().zip(from_right.iter().rev());
    both.map(halfway).collect()
}

/// Places siblings from left to right, each as far left as its outline allows, and
/// centres the first and the last over 0.
fn packed(parts: &[Outline]) -> Vec<f64> {
    let mut edges: Vec<f64> = Vec::new();
    let mut offsets = Vec::new();
    for part in parts {
        let pairs = edges.iter().zip(part);
        let needed = pairs.map(|(edge, &(left, _))| edge + GAP - left);
        let offset = needed.fold(0.0, f64::max);
        edges.resize(edges.len().max(part.len()), 0.0);
        for (edge, &(_, right)) in edges.iter_mut().zip(part) {
            *edge = right + offset;
        }
        offsets.push(offset);
    }
    let middle = offsets.last().copied().unwrap_or_default() / 2.0;
    offsets.iter().map(|offset| offset - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    /// Returns a random tree, parents before children, and the widths of its nodes.
    fn random_tree(seed: u64) -> (Vec<Vec<usize>>, Vec<f64>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = random.random_range(1..120);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in 1..count {
            // Often choose a late node, so that some trees are deep.
            let is_late = random.random_bool(0.5);
            let first = if is_late { node.saturating_sub(5) } else { 0 };
            let parent = random.random_range(first..node);
            children[parent].push(node);
        }
        let widths = (0..count).map(|_| random.random_range(1.0..60.0));
        (children, widths.collect())
    }

    /// Returns the nodes of each ply from left to right.
    fn plies(children: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut plies = vec![vec![0]];
        loop {
            let last = plies[plies.len() - 1].iter();
            let next: Vec<usize> = last.flat_map(|&node| children[node].clone()).collect();
            if next.is_empty() {
                return plies;
            }
            plies.push(next);
        }
    }

    #[test]
    fn neighbours_do_not_overlap_and_parents_are_centred() {
        for seed in 0..500 {
            let (children, widths) = random_tree(seed);
            let middles = middles(&children, 0, &widths);
            for pair in plies(&children).iter().flat_map(|ply| ply.windows(2)) {
                let (left, right) = (pair[0], pair[1]);
                let between = middles[right] - middles[left];
                let needed = f64::midpoint(widths[left], widths[right]) + GAP;
                assert!(between > needed - 1e-6, "seed {seed}: {left} and {right}");
            }
            for (node, below) in children.iter().enumerate() {
                if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                    let middle = f64::midpoint(middles[first], middles[last]);
                    assert!((middles[node] - middle).abs() < 1e-6, "seed {seed}: {node}");
                }
            }
            let nodes = middles.iter().zip(&widths);
            let left = nodes.map(|(x, width)| x - width / 2.0);
            assert!(left.fold(f64::INFINITY, f64::min).abs() < 1e-6);
        }
    }

    #[test]
    fn a_mirrored_tree_is_drawn_mirrored() {
        for seed in 0..200 {
            let (children, widths) = random_tree(seed);
            let mut mirrored = children.clone();
            for below in &mut mirrored {
                below.reverse();
            }
            let one = middles(&children, 0, &widths);
            let other = middles(&mirrored, 0, &widths);
            let right = one.iter().zip(&widths).map(|(x, width)| x + width / 2.0);
            let right = right.fold(0.0, f64::max);
            for (node, (x, mirrored)) in one.iter().zip(&other).enumerate() {
                assert!((right - x - mirrored).abs() < 1e-6, "seed {seed}: {node}");
            }
        }
    }

    #[test]
    #[ignore = "needs node (scripts/setup-browser.sh); `make test` runs it"]
    fn the_page_uses_the_same_layout() {
        let trees: Vec<_> = (0..100).map(random_tree).collect();
        let script = format!(
            "{}
            const trees = {};
            console.log(JSON.stringify(trees.map(([children, widths]) => {{
              const nodes = children.map((below, id) => ({{ id, below }}));
              const below = (node) => node.below.map((id) => nodes[id]);
              const drawn = layOut(nodes[0], below, ({{ id }}) => ({{ w: widths[id], h: 1 }}), 9);
              return nodes.map(({{ id }}) => drawn.byId.get(id).x);
            }})));",
            include_str!("html/script/layout.js"),
            serde_json::to_string(&trees).unwrap(),
        );
        let mut node = Command::new("node")
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts: run scripts/setup-browser.sh");
        let mut stdin = node.stdin.take().unwrap();
        stdin.write_all(script.as_bytes()).unwrap();
        drop(stdin);
        let output = node.wait_with_output().unwrap();
        let on_page: Vec<Vec<f64>> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(on_page.len(), trees.len());
        for (number, (on_page, (children, widths))) in on_page.iter().zip(&trees).enumerate() {
            let in_picture = middles(children, 0, widths);
            assert_eq!(on_page.len(), in_picture.len());
            for (node, (x, other)) in on_page.iter().zip(&in_picture).enumerate() {
                assert!((x - other).abs() < 1e-6, "tree {number}: node {node}");
            }
        }
    }
}
