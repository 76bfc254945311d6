#!/usr/bin/env bash
# Writes the site into target/site: a landing page, the board under play/, and the book of documents
# under docs/. Static files with relative addresses, for any host and any sub-path.
set -euo pipefail
cd "$(dirname "$0")/.."

site=target/site
# The engine in WebAssembly and its data, in target/browser.
scripts/web.sh
scripts/setup-mdbook.sh
target/tools/bin/mdbook build

rm -rf "$site"
mkdir -p "$site"
# Later folders replace files of earlier ones.
for folder in crates/server/page crates/web/page target/browser; do
    if [ -d "$folder" ]; then cp -RT "$folder" "$site/play"; fi
done
# One service worker serves the whole site.
rm "$site/play/service-worker.js"
cp site/icon-*.png "$site/play"
cp -R target/book "$site/docs"
rm "$site/docs/.nojekyll" "$site/docs/404.html"
cp site/site.css site/documents.css site/site.js docs/images/board.png "$site"
touch "$site/.nojekyll"
node site/build.mjs "$site"
