/**
 * Starts the page after the browser's first frame, so that it is not blank while the modules run.
 * A page in the background draws nothing and starts at once.
 */

import { useNextVersion } from "./offline.js";
import { isEmbedded } from "./theme.js";

const start = () => (isEmbedded ? import("./embed.js") : import("./main.js"));

if (!isEmbedded) useNextVersion();
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
