// The tests of the site: its own, then those of the page, with the engine in the browser. Two suites need the
// program: library.test.mjs kills its server, and tree-page.test.mjs reads the pages that `outflank tree` writes.

import { after } from "node:test";
import { serveSite } from "../../site/serve.mjs";
import { SITE } from "./support.mjs";

const site = await serveSite(SITE, { base: "/sub/path/" });
after(() => site.close());
process.env.OUTFLANK_PAGE = `${site.address}play/`;
process.env.OUTFLANK_EDITION = "site";

await import("./site.test.mjs");
await import("./board-page.test.mjs");
await import("./input.test.mjs");
await import("./screen.test.mjs");
await import("./saved-games.test.mjs");
await import("./panels.test.mjs");
await import("./train.test.mjs");
await import("./mistakes.test.mjs");
await import("./lessons.test.mjs");
await import("./people.test.mjs");
await import("./walk.test.mjs");
await import("./archive.test.mjs");
await import("./book.test.mjs");
await import("./session.test.mjs");
await import("./storage.test.mjs");
await import("./backup.test.mjs");
await import("./no-storage.test.mjs");
await import("./engine.test.mjs");
await import("./firefox.test.mjs");
