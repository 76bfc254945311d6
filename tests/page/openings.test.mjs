import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../crates/${path}`, import.meta.url), "utf8");

test("each translated name of an opening is in the table", () => {
  const lines = read("study/src/openings/names.txt").split("\n");
  const known = lines.filter((line) => /^f5/.test(line)).flatMap((line) => line.split("  ")[1].split(" | "));
  const translated = Object.keys(JSON.parse(read("server/page/i18n/openings/ja.json")));
  assert.deepEqual(
    translated.filter((name) => !known.includes(name)),
    [],
  );
});
