// Runs the library in Node.js: node tests/wasm/run.mjs FILE.wasm
import assert from "node:assert";
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
// The module imports its clock from wasm-bindgen. Here it stands still, and no object is released.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  (imports[from] ??= {})[name] = () => (name.endsWith("_statics_end") ? 2 ** 20 : 0);
}
const { exports } = new WebAssembly.Instance(module, imports);
assert.equal(exports.solve(), 18);
assert.ok(exports.review_game() >= 4);
// The native counts. A test of the documents compares them with those of the program.
const benchmarks = readFileSync(new URL("../../docs/reference/benchmarks.md", import.meta.url), "utf8");
const counts = [...benchmarks.matchAll(/^FFO .*, (?:exact|WLD) +\d+ +(\d+(?: \d{3})+) /gm)].map(([, count]) =>
  count.replaceAll(" ", ""),
);
assert.equal(counts.length, 3);
for (const [line, count] of counts.entries()) assert.equal(String(exports.bench_nodes(line)), count);
console.log("solved an endgame, reviewed a game and ran the 8x8 searches of `outflank bench` in WebAssembly");
