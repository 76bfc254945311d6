//! Where the nodes of a tree stand beside one another: as close as may be,
//! parents over the middle of their children, equal subtrees drawn equally.
//!
//! Reingold and Tilford 1981, "Tidier drawings of trees", for any number of
//! children, in linear time: Buchheim, Jünger and Leipert 2002, "Improving
//! Walker's algorithm to run in linear time". The names are theirs.

/// The middles of all nodes, the leftmost edge being at 0. `children` are those
/// of each node from left to right, `widths` what each needs, `gap` lies between
/// neighbours.
pub(super) fn middles(children: &[Vec<usize>], root: usize, widths: &[f64], gap: f64) -> Vec<f64> {
    let count = children.len();
    let mut tidy = Tidy {
        children,
        widths,
        gap,
        parent: vec![None; count],
        number: vec![0; count],
        preliminary: vec![0.0; count],
        modifier: vec![0.0; count],
        shift: vec![0.0; count],
        change: vec![0.0; count],
        thread: vec![None; count],
        ancestor: (0..count).collect(),
    };
    for (node, below) in children.iter().enumerate() {
        for (number, &child) in below.iter().enumerate() {
            tidy.parent[child] = Some(node);
            tidy.number[child] = number;
        }
    }
    tidy.first_walk(root);
    let mut middles = vec![0.0; count];
    let mut open = vec![(root, 0.0)];
    while let Some((node, moved)) = open.pop() {
        middles[node] = tidy.preliminary[node] + moved;
        let below = children[node].iter();
        open.extend(below.map(|&child| (child, moved + tidy.modifier[node])));
    }
    let left = middles.iter().zip(widths).map(|(x, width)| x - width / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    middles.iter().map(|x| x - left).collect()
}

struct Tidy<'a> {
    children: &'a [Vec<usize>],
    widths: &'a [f64],
    gap: f64,
    parent: Vec<Option<usize>>,
    /// Place among the siblings.
    number: Vec<usize>,
    preliminary: Vec<f64>,
    modifier: Vec<f64>,
    shift: Vec<f64>,
    change: Vec<f64>,
    thread: Vec<Option<usize>>,
    ancestor: Vec<usize>,
}

impl Tidy<'_> {
    fn first_walk(&mut self, node: usize) {
        let children = self.children;
        let mut default_ancestor = children[node].first().copied();
        for &child in &children[node] {
            self.first_walk(child);
            if let Some(ancestor) = default_ancestor {
                default_ancestor = Some(self.apportion(child, ancestor));
            }
        }
        self.execute_shifts(node);
        let middle = match (children[node].first(), children[node].last()) {
            (Some(&first), Some(&last)) => {
                Some((self.preliminary[first] + self.preliminary[last]) / 2.0)
            }
            _ => None,
        };
        match (self.left_sibling(node), middle) {
            (Some(left), middle) => {
                self.preliminary[node] = self.preliminary[left] + self.distance(left, node);
                if let Some(middle) = middle {
                    self.modifier[node] = self.preliminary[node] - middle;
                }
            }
            (None, Some(middle)) => self.preliminary[node] = middle,
            (None, None) => {}
        }
    }

    fn left_sibling(&self, node: usize) -> Option<usize> {
        let left = self.number[node].checked_sub(1)?;
        Some(self.children[self.parent[node]?][left])
    }

    /// Between the middles of neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        f64::midpoint(self.widths[left], self.widths[right]) + self.gap
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.thread[node])
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.thread[node])
    }

    /// Moves the subtree of a node away from those on its left.
    fn apportion(&mut self, node: usize, default_ancestor: usize) -> usize {
        let (Some(left), Some(parent)) = (self.left_sibling(node), self.parent[node]) else {
            return default_ancestor;
        };
        let mut default_ancestor = default_ancestor;
        // Contours: inside and outside, on the right (this subtree) and on the
        // left, each with the sum of its modifiers.
        let (mut in_right, mut out_right) = (node, node);
        let (mut in_left, mut out_left) = (left, self.children[parent][0]);
        let mut sum_in_right = self.modifier[in_right];
        let mut sum_out_right = self.modifier[out_right];
        let mut sum_in_left = self.modifier[in_left];
        let mut sum_out_left = self.modifier[out_left];
        while let (Some(next_left), Some(next_right)) =
            (self.next_right(in_left), self.next_left(in_right))
        {
            (in_left, in_right) = (next_left, next_right);
            // The outer contours reach as far down as the inner ones.
            out_left = self.next_left(out_left).unwrap_or(out_left);
            out_right = self.next_right(out_right).unwrap_or(out_right);
            self.ancestor[out_right] = node;
            let shift = (self.preliminary[in_left] + sum_in_left)
                - (self.preliminary[in_right] + sum_in_right)
                + self.distance(in_left, in_right);
            if shift > 0.0 {
                let ancestor = self.ancestor[in_left];
                let moving = if self.parent[ancestor] == Some(parent) {
                    ancestor
                } else {
                    default_ancestor
                };
                self.move_subtree(moving, node, shift);
                sum_in_right += shift;
                sum_out_right += shift;
            }
            sum_in_left += self.modifier[in_left];
            sum_in_right += self.modifier[in_right];
            sum_out_left += self.modifier[out_left];
            sum_out_right += self.modifier[out_right];
        }
        if let (Some(next), None) = (self.next_right(in_left), self.next_right(out_right)) {
            self.thread[out_right] = Some(next);
            self.modifier[out_right] += sum_in_left - sum_out_right;
        }
        if let (Some(next), None) = (self.next_left(in_right), self.next_left(out_left)) {
            self.thread[out_left] = Some(next);
            self.modifier[out_left] += sum_in_right - sum_out_left;
            default_ancestor = node;
        }
        default_ancestor
    }

    /// Moves a subtree, and spreads those between it and another.
    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let between = (self.number[right] - self.number[left]) as f64;
        self.change[right] -= shift / between;
        self.shift[right] += shift;
        self.change[left] += shift / between;
        self.preliminary[right] += shift;
        self.modifier[right] += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.children[node].iter().rev() {
            self.preliminary[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A tree by chance, parents before children, and widths.
    fn random_tree(seed: u64) -> (Vec<Vec<usize>>, Vec<f64>) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = random.random_range(1..120);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in 1..count {
            // Often a late one, so that trees are deep too.
            let first = if random.random_bool(0.5) {
                node.saturating_sub(5)
            } else {
                0
            };
            let parent = random.random_range(first..node);
            children[parent].push(node);
        }
        let widths = (0..count).map(|_| random.random_range(1.0..60.0));
        (children, widths.collect())
    }

    /// The nodes of each ply from left to right.
    fn plies(children: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut plies = vec![vec![0]];
        loop {
            let last = &plies[plies.len() - 1];
            let next: Vec<usize> = last
                .iter()
                .flat_map(|&node| children[node].iter().copied())
                .collect();
            if next.is_empty() {
                return plies;
            }
            plies.push(next);
        }
    }

    #[test]
    fn neighbours_lie_apart_and_parents_over_their_children() {
        const GAP: f64 = 7.0;
        for seed in 0..500 {
            let (children, widths) = random_tree(seed);
            let middles = middles(&children, 0, &widths, GAP);
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
            let left = middles
                .iter()
                .zip(&widths)
                .map(|(x, width)| x - width / 2.0);
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
            let one = middles(&children, 0, &widths, 5.0);
            let other = middles(&mirrored, 0, &widths, 5.0);
            let right = one.iter().zip(&widths).map(|(x, width)| x + width / 2.0);
            let right = right.fold(0.0, f64::max);
            for (node, (x, mirrored)) in one.iter().zip(&other).enumerate() {
                assert!((right - x - mirrored).abs() < 1e-6, "seed {seed}: {node}");
            }
        }
    }
}
