/**
 * Starts the page after the browser's first frame, so that it is not blank while the modules run.
 * A page in the background draws nothing and starts at once.
 */
const start = () => import("./main.js");

if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
