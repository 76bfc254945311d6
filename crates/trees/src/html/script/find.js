// The search box, which finds nodes by moves, values and kinds.

const KIND_TESTS = {
  cut: (node) => node.cut !== null,
  alpha: (node) => node.cut?.cause === "alpha",
  beta: (node) => node.cut?.cause === "beta",
  table: (node) => node.cut?.cause === "table",
  stability: (node) => node.cut?.cause === "stability",
  probcut: (node) => node.cut?.cause === "probcut",
  test: (node) => node.purpose === "test",
  again: (node) => node.purpose === "again",
  shallow: (node) => node.purpose === "shallow",
  ghost: (node) => node.isGhost,
  leaf: (node) => isLeaf(node),
  best: (node) => node.isBest,
  exact: (node) => node.kind === "exact",
  bound: (node) => node.kind === "at least" || node.kind === "at most",
  max: (node) => node.mover === MAX,
  min: (node) => node.mover !== null && node.mover !== MAX,
};

const COMPARISONS = {
  "=": (a, b) => a === b,
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};

function comparison(word) {
  const parts = /^(>=|<=|=|>|<)(.+)$/.exec(word);
  if (!parts) return null;
  const [, sign, text] = parts;
  const wanted = Number(text.replace("−", "-"));
  if (Number.isNaN(wanted)) return (node) => sign === "=" && node.value === text;
  return (node) => node.value !== null && COMPARISONS[sign](Number(node.value), wanted);
}

/** Matches nodes whose path ends with these moves or, after a `/`, is exactly these moves. */
function moveTest(tree, words) {
  const fromRoot = words[0].startsWith("/");
  const wanted = words.map((word) => word.toLowerCase());
  if (fromRoot) wanted[0] = wanted[0].slice(1);
  return (node) => {
    let at = node;
    for (const word of wanted.toReversed()) {
      if (at === null || at.move === null || at.move.toLowerCase() !== word) return false;
      at = tree.above(at);
    }
    return !fromRoot || (at !== null && at.parent === null);
  };
}

/** Returns the nodes of a pass that match a query, in reading order. */
function find(tree, pass, query) {
  const words = query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const tests = [];
  const moves = [];
  for (const word of words) {
    const test = Object.hasOwn(KIND_TESTS, word.toLowerCase()) ? KIND_TESTS[word.toLowerCase()] : comparison(word);
    if (test) tests.push(test);
    else moves.push(word);
  }
  if (moves.length > 0) tests.push(moveTest(tree, moves));
  if (tests.length === 0) return [];
  const hits = tree.nodes.filter((node) => node.pass === pass && tests.every((test) => test(node)));
  return hits.sort((a, b) => a.order - b.order);
}
