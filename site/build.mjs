// Completes the site that scripts/site.sh has assembled: `node site/build.mjs FOLDER`. Writes the landing pages, adds
// content security policies, embeds boards in the documents, and writes the service worker with its list of files.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, sha256, writeServiceWorker } from "./files.mjs";

const SOURCES = dirname(fileURLToPath(import.meta.url));
const [site] = process.argv.slice(2);
const LANGUAGES = { en: "", fr: "fr/", ja: "ja/" };

const source = (name) => readFileSync(join(SOURCES, name), "utf8");
const read = (name) => readFileSync(join(site, name), "utf8");
const write = (name, text) => {
  mkdirSync(dirname(join(site, name)), { recursive: true });
  writeFileSync(join(site, name), text);
};
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const replace = (text, pattern, by) => {
  if (!text.includes(pattern)) throw new Error(`nothing to replace: ${pattern}`);
  return text.replace(pattern, () => by);
};
/** The relative path from a page to the root of the site. */
const rootOf = (name) => "../".repeat(name.split("/").length - 1);

/** A content security policy; `scripts` and `styles` are additional sources, `more` further directives. */
function policyMeta({ scripts = [], styles = [], more = [] }) {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">`;
}

/** The landing page in each language. */
function writeLandingPages() {
  const template = source("index.html");
  const texts = Object.fromEntries(
    Object.keys(LANGUAGES).map((code) => [code, JSON.parse(source(`i18n/${code}.json`))]),
  );
  const pageIn = (code) => `${LANGUAGES[code]}index.html`;
  for (const code of Object.keys(LANGUAGES)) {
    const root = rootOf(pageIn(code)) || "./";
    const links = Object.keys(LANGUAGES).map((other) => {
      const attributes = `href="${root}${LANGUAGES[other]}" lang="${other}" hreflang="${other}"`;
      return `<a ${attributes}${other === code ? ' aria-current="page"' : ""}>${texts[other].language}</a>`;
    });
    // The board opens in the language of a translated page, otherwise in that of the browser.
    const choice = LANGUAGES[code] && `?language=${code}`;
    const values = { ...texts[code], code, root, choice };
    const page = template.replace(/\{\{(\w+)\}\}/g, (whole, name) => {
      if (name === "policy") return policyMeta({});
      if (name === "languages") return links.join("\n");
      if (values[name] === undefined) throw new Error(`no text for ${whole} in ${code}`);
      return escape(values[name]);
    });
    write(pageIn(code), page);
  }
}

const IMPORT = /^(?:import|export) (?:[^"]*? from )?"(\.[^"]+)";/gm;

const PANEL = /import\("\.\/(panels\/[^"]+)"\)/g;

/** A module of the board and all modules that it imports, directly or not. */
function modulesOf(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other] of read(name).matchAll(IMPORT)) modulesOf(posix.join(posix.dirname(name), other), found);
  return found;
}

/**
 * Preload links, in order: the modules of the first frame, the rest of the board, the panels, and the engine.
 */
function preloads() {
  const engine = "play/engine/outflank_web_bg.wasm";
  const entries = ["play/js/theme.js", "play/js/main.js", "play/js/browser.js"].filter((name) =>
    existsSync(join(site, name)),
  );
  const panels = entries.flatMap((name) => [...read(name).matchAll(PANEL)].map(([, panel]) => `play/js/${panel}`));
  const modules = [...entries, ...panels].flatMap((name) => [...modulesOf(name)]);
  const links = [...new Set(modules)].map((name) => `<link rel="modulepreload" href="${name.slice("play/".length)}">`);
  if (!existsSync(join(site, engine))) return links;
  return [...links, `<link rel="preload" href="${engine.slice("play/".length)}" as="fetch" crossorigin>`];
}

/** Adds maskable icons, which systems crop to their own shape. */
function addIcons() {
  const manifest = JSON.parse(read("play/outflank.webmanifest"));
  for (const size of [192, 512]) {
    manifest.icons.push({ src: `icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "maskable" });
  }
  write("play/outflank.webmanifest", JSON.stringify(manifest, null, 2));
}

const STYLE = /^ *<link rel="stylesheet" href="(.*)" \/>\n/gm;

/** Joins the style sheets of the board page, because the first frame waits for each. */
function joinStyles(text) {
  const names = [...text.matchAll(STYLE)].map(([, name]) => name);
  write("play/css/all.css", names.map((name) => read(`play/${name}`)).join("\n"));
  for (const name of names) rmSync(join(site, "play", name));
  return text.replace(STYLE, (link, name) => (name === names[0] ? link.replace(name, "css/all.css") : ""));
}

/** Adds to the board page its policy, its transport, and the service worker of the site. */
function changeBoard() {
  const policy = policyMeta({ scripts: ["'wasm-unsafe-eval'"], more: ["frame-src 'self'"] });
  const page = "play/index.html";
  const charset = '<meta charset="utf-8" />';
  const transport = '<meta name="outflank-transport" content="./browser.js">';
  const worker = (path) => `name="outflank-service-worker" content="${path}service-worker.js"`;
  let text = replace(joinStyles(read(page)), charset, [charset, policy, transport].join("\n    "));
  text = replace(text, worker(""), worker("../"));
  const links = ['<link rel="apple-touch-icon" href="icon-192.png">', ...preloads()];
  write(page, replace(text, "  </head>", `    ${links.join("\n    ")}\n  </head>`));
}

const INLINE = /<script>([\s\S]*?)<\/script>/g;
const BOARD = /<(figure|div) class="board"([^>]*)>([\s\S]*?)<\/\1>/g;

/** A link to a source file, which is not part of the site. */
const SOURCE_LINK = /<a href="(?:\.\.\/)+crates\/[^"]*">([\s\S]*?)<\/a>/g;

/** A frame with a live board, in place of the picture in the book. */
function boardFrame(attributes, root) {
  const of = (name) => new RegExp(`data-${name}="([^"]*)"`).exec(attributes)?.[1];
  const query = ["game", "board", "start", "ply"]
    .filter(of)
    .map((name) => `&amp;${name}=${encodeURIComponent(of(name))}`);
  return `<iframe class="board-frame" src="${root}play/?embed${query.join("")}" title="${of("title") ?? "Board"}" loading="lazy"></iframe>`;
}

/** Adds boards, a policy that allows the inline scripts, and the service worker to the documents. */
function changeDocuments() {
  for (const name of filesOf(site).filter((one) => /^docs\/.*\.html$/.test(one))) {
    const root = rootOf(name);
    const text = read(name)
      .replace(SOURCE_LINK, "$1")
      .replace(BOARD, (_, __, attributes) => boardFrame(attributes, root));
    const scripts = [...text.matchAll(INLINE)].map(([, script]) => `'sha256-${sha256(script)}'`);
    const head = [
      policyMeta({ scripts: [...new Set(scripts)], styles: ["'unsafe-inline'"], more: ["frame-src 'self'"] }),
      `<link rel="stylesheet" href="${root}documents.css">`,
      `<script type="module" src="${root}site.js"></script>`,
    ];
    write(
      name,
      text.replace(/<meta charset="UTF-8">/i, (charset) => [charset, ...head].join("\n        ")),
    );
  }
}

writeLandingPages();
addIcons();
changeBoard();
changeDocuments();
writeServiceWorker(site);
