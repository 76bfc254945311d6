// Runs a program for WASI in Node.js: node tests/wasm/wasi.mjs FILE.wasm ARGUMENT…
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: process.env });
const { wasi_snapshot_preview1: functions } = wasi.getImportObject();
// Node.js 20 aborts when optimized code calls these functions directly.
const calls = Object.entries(functions).map(([name, call]) => [name, (...args) => call(...args)]);
const imports = { wasi_snapshot_preview1: Object.fromEntries(calls) };
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
process.exitCode = wasi.start(new WebAssembly.Instance(module, imports));
