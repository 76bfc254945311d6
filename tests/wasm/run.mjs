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
console.log("solved an endgame and reviewed a game in WebAssembly");
