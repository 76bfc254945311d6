//! Game trees written as text: `MIN(3, MAX(5, a))`.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use crate::{Game, GameDisplay, INFINITY, Side, Value};

/// The maximum nesting of a typed tree.
pub const MAX_NESTING: usize = 200;

/// A tree of Max and Min nodes over leaves with values.
///
/// A leaf is a number, a name without a value (`a`), or a name with a value (`a=7`), which applies
/// to every leaf of that name. A child may belong to the same side as its parent. As a [`Game`],
/// its states are nodes, its moves are 0-based indices of children, and a leaf ends the game.
///
/// Numbers may have decimals. Values are exact: whole numbers of the smallest decimal unit in the
/// tree ([`Tree::units`]), displayed as decimals.
///
/// A leaf without a value may be worth anything. [`Tree::bounds`] returns the bounds that hold
/// whatever it is worth, and [`Tree::deciding_leaf`] returns a leaf whose value must be known to
/// determine that of the root. A search assumes the worst value for the side to which it could
/// matter.
///
/// ```
/// use outflank_gametree::{Search, Tree};
///
/// let tree: Tree = "MIN(3, MAX(5, a))".parse()?;
/// let result = Search::new(&tree).run(&tree.root());
/// // Max already has 5, which Min avoids for 3: `a` cannot matter.
/// assert_eq!((result.value, result.counts.pruned_children), (3, 1));
/// # Ok::<(), outflank_gametree::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Parents come before children; the root is the first.
    nodes: Vec<Node>,
    /// The number of decimals: values are in units of `10^-decimals`.
    decimals: u32,
    /// The bounds of each node.
    bounds: Vec<(Value, Value)>,
    /// The value that a search assumes for each leaf without a value, by node.
    assumed: Vec<Value>,
}

/// The number of leaves to try when looking for one that decides the value of a tree.
const MAX_TRIED: usize = 100;

/// Maximum number of decimals: a [`Value`] has at most ten digits.
const MAX_DECIMALS: u32 = 9;

/// The bounds of an unknown value: the range of numbers that [`Tree`] parses.
const ANYTHING: (Value, Value) = (-INFINITY + 1, INFINITY - 1);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Inner(Side, Vec<usize>),
    Leaf(Option<String>, Option<Value>),
}

/// The error for an invalid tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}")]
pub struct TreeError {
    /// 1-based line.
    pub line: usize,
    /// 1-based column, in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl Tree {
    /// Returns the root.
    #[must_use]
    pub const fn root(&self) -> usize {
        0
    }

    /// Returns the number of units in 1: a power of ten, or 1 if all numbers are whole.
    #[must_use]
    pub const fn units(&self) -> Value {
        Value::pow(10, self.decimals)
    }

    /// Returns the named leaves from left to right, with their values in units.
    pub fn named_leaves(&self) -> impl Iterator<Item = (&str, Option<Value>)> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Leaf(Some(name), value) => Some((name.as_str(), *value)),
            _ => None,
        })
    }

    /// Returns the name or the value of a leaf, or `None` for an inner node.
    #[must_use]
    pub fn leaf(&self, state: usize) -> Option<String> {
        match self.nodes.get(state)? {
            Node::Leaf(Some(name), _) => Some(name.clone()),
            Node::Leaf(None, value) => value.map(|value| self.number(value)),
            Node::Inner(..) => None,
        }
    }

    /// Sets the value of all leaves with a name, in units.
    #[must_use]
    pub fn with_value(mut self, name: &str, value: Value) -> Self {
        for node in &mut self.nodes {
            if let Node::Leaf(Some(other), known) = node
                && other == name
            {
                *known = Some(value);
            }
        }
        Self::new(self.nodes, self.decimals)
    }

    /// Formats a value as a number, without trailing zeros.
    fn number(&self, value: Value) -> String {
        let units = self.units().unsigned_abs();
        let sign = if value < 0 { "-" } else { "" };
        let (whole, rest) = (value.unsigned_abs() / units, value.unsigned_abs() % units);
        if rest == 0 {
            return format!("{sign}{whole}");
        }
        let width = self.decimals as usize;
        let text = format!("{sign}{whole}.{rest:0width$}");
        text.trim_end_matches('0').to_owned()
    }

    /// Returns the minimum and maximum value of a node over all possible values of the leaves
    /// without a value.
    #[must_use]
    pub fn bounds(&self, state: usize) -> (Value, Value) {
        self.bounds[state]
    }

    /// Returns the name of a leaf without a value on which the value of the root depends, or `None`
    /// if the value of the root depends on no such leaf.
    ///
    /// ```
    /// use outflank_gametree::Tree;
    ///
    /// let open: Tree = "MIN(3, a)".parse()?;
    /// assert_eq!(open.deciding_leaf(), Some("a"));
    /// let closed: Tree = "MIN(3, MAX(5, a))".parse()?;
    /// assert_eq!(closed.deciding_leaf(), None);
    /// # Ok::<(), outflank_gametree::TreeError>(())
    /// ```
    #[must_use]
    pub fn deciding_leaf(&self) -> Option<&str> {
        let bounds = self.bounds(self.root());
        if bounds.0 == bounds.1 {
            return None;
        }
        let decides = |name: &&str| {
            let (least, greatest) = ANYTHING;
            let tree = |value| self.clone().with_value(name, value);
            let mut extremes = [least, greatest].into_iter();
            extremes.any(|value| tree(value).bounds(self.root()) != bounds)
        };
        let unknown = || {
            let leaves = self.named_leaves();
            leaves.filter_map(|(name, value)| value.is_none().then_some(name))
        };
        // Leaves may matter only in combination.
        let decisive = unknown().take(MAX_TRIED).find(decides);
        decisive.or_else(|| unknown().next())
    }

    fn new(nodes: Vec<Node>, decimals: u32) -> Self {
        let mut bounds = vec![ANYTHING; nodes.len()];
        for (state, node) in nodes.iter().enumerate().rev() {
            bounds[state] = match node {
                Node::Leaf(_, Some(value)) => (*value, *value),
                Node::Leaf(_, None) => ANYTHING,
                Node::Inner(side, children) => {
                    let children = children.iter().map(|&child| bounds[child]);
                    let better =
                        |a: (_, _), b: (_, _)| (side.better(a.0, b.0), side.better(a.1, b.1));
                    children.reduce(better).unwrap_or(ANYTHING)
                }
            };
        }
        // An assumed value must not decide a node whose bounds are known without it.
        let mut assumed = vec![0; nodes.len()];
        for (state, node) in nodes.iter().enumerate() {
            if let Node::Inner(side, children) = node {
                let worst = match side {
                    _ if bounds[state] == ANYTHING => assumed[state],
                    Side::Max => ANYTHING.0,
                    Side::Min => ANYTHING.1,
                };
                for &child in children {
                    assumed[child] = worst;
                }
            }
        }
        Self {
            nodes,
            decimals,
            bounds,
            assumed,
        }
    }
}

impl Game for Tree {
    type State = usize;
    type Move = usize;

    fn mover(&self, &state: &usize) -> Side {
        match &self.nodes[state] {
            Node::Inner(player, _) => *player,
            Node::Leaf(..) => Side::Max,
        }
    }

    fn moves(&self, &state: &usize, moves: &mut Vec<usize>) {
        if let Node::Inner(_, children) = &self.nodes[state] {
            moves.extend(0..children.len());
        }
    }

    fn play(&self, &state: &usize, place: usize) -> usize {
        match &self.nodes[state] {
            Node::Inner(_, children) => children[place],
            Node::Leaf(..) => state,
        }
    }

    fn terminal_value(&self, &state: &usize) -> Option<Value> {
        match self.nodes[state] {
            Node::Inner(..) => None,
            Node::Leaf(_, value) => Some(value.unwrap_or(self.assumed[state])),
        }
    }
}

impl GameDisplay for Tree {
    fn move_name(&self, _state: &usize, child: usize) -> String {
        (child + 1).to_string()
    }

    fn value_name(&self, value: Value) -> String {
        // A window may contain the value that a search assumes for a leaf.
        match value {
            _ if value == ANYTHING.0 => "-∞".to_owned(),
            _ if value == ANYTHING.1 => "+∞".to_owned(),
            _ => self.number(value),
        }
    }

    fn caption(&self, &state: &usize) -> Option<String> {
        self.leaf(state)
    }

    fn unknown_bounds(&self, &state: &usize) -> Option<(Value, Value)> {
        let (least, greatest) = self.bounds(state);
        let open = |bound, unknown, infinite| if bound == unknown { infinite } else { bound };
        let least_open = open(least, ANYTHING.0, -INFINITY);
        (least != greatest).then(|| (least_open, open(greatest, ANYTHING.1, INFINITY)))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(self.root()))
    }
}

impl Tree {
    fn text(&self, node: usize) -> String {
        match &self.nodes[node] {
            Node::Inner(player, children) => {
                let name = format!("{player:?}").to_uppercase();
                let children: Vec<String> =
                    children.iter().map(|&child| self.text(child)).collect();
                format!("{name}({})", children.join(", "))
            }
            Node::Leaf(Some(name), Some(value)) => format!("{name}={}", self.number(*value)),
            Node::Leaf(Some(name), None) => name.clone(),
            Node::Leaf(None, value) => self.number(value.unwrap_or(0)),
        }
    }
}

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let mut parser = Parser {
            text,
            at: 0,
            decimals: max_decimals(text),
            nodes: Vec::new(),
            values: HashMap::new(),
        };
        parser.node(0)?;
        parser.skip_blanks();
        if parser.at < text.len() {
            return Err(parser.expected("the end of the tree"));
        }
        for node in &mut parser.nodes {
            if let Node::Leaf(Some(name), value) = node {
                *value = parser.values.get(name).copied();
            }
        }
        Ok(Self::new(parser.nodes, parser.decimals))
    }
}

/// Returns the largest number of decimals in the text, up to [`MAX_DECIMALS`].
fn max_decimals(text: &str) -> u32 {
    let after_points = text.split('.').skip(1);
    let decimals = after_points.map(|after| {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        after[..digits].trim_end_matches('0').len()
    });
    let most = decimals.max().unwrap_or(0);
    u32::try_from(most).map_or(MAX_DECIMALS, |most| most.min(MAX_DECIMALS))
}

struct Parser<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
    /// The largest number of decimals.
    decimals: u32,
    nodes: Vec<Node>,
    /// The values of names.
    values: HashMap<String, Value>,
}

impl Parser<'_> {
    fn expected(&self, expected: &'static str) -> TreeError {
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        TreeError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected,
        }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks, and `sign` if it follows.
    fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    /// Reads characters while `accepts` is true.
    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &str {
        let start = self.at;
        let rest = &self.text[start..];
        self.at += rest.find(|sign| !accepts(sign)).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    /// Parses a node and returns its index.
    fn node(&mut self, nesting: usize) -> Result<usize, TreeError> {
        const EXPECTED: &str = "MIN(…), MAX(…), a number or a name";
        self.skip_blanks();
        if nesting > MAX_NESTING {
            return Err(self.expected("at most 200 levels of nesting"));
        }
        let rest = &self.text[self.at..];
        let number = self.nodes.len();
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
            let value = self.number()?;
            self.nodes.push(Node::Leaf(None, Some(value)));
            return Ok(number);
        }
        if !rest.starts_with(|sign: char| sign.is_alphabetic() || sign == '_') {
            return Err(self.expected(EXPECTED));
        }
        let start = self.at;
        let name = self.take_while(|sign| sign.is_alphanumeric() || sign == '_');
        let name = name.to_owned();
        let after_name = self.at;
        if self.take('(') {
            let player = match name.to_ascii_uppercase().as_str() {
                "MAX" => Side::Max,
                "MIN" => Side::Min,
                _ => {
                    self.at = start;
                    return Err(self.expected("MIN or MAX before a parenthesis"));
                }
            };
            self.children(player, nesting)?;
            return Ok(number);
        }
        let value = if self.take('=') {
            self.skip_blanks();
            let at = self.at;
            let value = self.number()?;
            if *self.values.entry(name.clone()).or_insert(value) != value {
                self.at = at;
                return Err(self.expected("the value that the name already has"));
            }
            Some(value)
        } else {
            self.at = after_name;
            None
        };
        self.nodes.push(Node::Leaf(Some(name), value));
        Ok(number)
    }

    /// Parses the children of a node after its parenthesis.
    fn children(&mut self, player: Side, nesting: usize) -> Result<(), TreeError> {
        let number = self.nodes.len();
        self.nodes.push(Node::Inner(player, Vec::new()));
        let mut children = Vec::new();
        loop {
            children.push(self.node(nesting + 1)?);
            if self.take(')') {
                break;
            }
            if !self.take(',') {
                return Err(self.expected("a comma or a closing parenthesis"));
            }
        }
        self.nodes[number] = Node::Inner(player, children);
        Ok(())
    }

    /// Parses a number, and returns it in units of the last decimal.
    fn number(&mut self) -> Result<Value, TreeError> {
        let start = self.at;
        let is_negative = self.take('-');
        if !is_negative {
            self.take('+');
        }
        let whole = self.take_while(|c| c.is_ascii_digit()).to_owned();
        let mut decimals = String::new();
        let has_point = self.text[self.at..].starts_with('.');
        if has_point {
            self.at += 1;
            decimals = self.take_while(|c| c.is_ascii_digit()).to_owned();
        }
        let is_number = !whole.is_empty() && (!has_point || !decimals.is_empty());
        let value = self.in_units(&whole, &decimals).filter(|_| is_number);
        let value = value.filter(|&value| value < INFINITY);
        if value.is_none() {
            self.at = start;
        }
        let value = value.ok_or_else(|| {
            self.expected("a number of fewer than ten digits, including the tree's decimals")
        })?;
        Ok(if is_negative { -value } else { value })
    }

    /// Converts a number without a sign to units. Returns `None` on overflow.
    fn in_units(&self, whole: &str, decimals: &str) -> Option<Value> {
        let decimals = decimals.trim_end_matches('0');
        let places = self.decimals as usize;
        if decimals.len() > places {
            return None;
        }
        format!("{whole}{decimals:0<places$}").parse().ok()
    }
}
