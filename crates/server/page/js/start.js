/**
 * Starts the page once the browser has drawn its first frame, so that it does not stay blank while the
 * modules are run. A page in the background draws nothing and starts at once.
 */
const start = () => import("./main.js");

if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
