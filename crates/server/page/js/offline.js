/** Caches the page, so that it opens offline. */

/** Delay in milliseconds before the service worker caches files, so that it does not slow the page's own loading. */
const PAUSE = 3000;

/**
 * Registers a service worker and asks it to cache the files that it lacks.
 * @param {string|URL} address
 */
export function keepOffline(address) {
  setTimeout(async () => {
    try {
      await navigator.serviceWorker.register(address, { updateViaCache: "none" });
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage("fill");
    } catch {
      // On an insecure connection, or in a private window, there is no service worker.
    }
  }, PAUSE);
}

/** Switches to the next version if it is installed and no other tab is open. */
export async function useNextVersion() {
  const { serviceWorker } = navigator;
  const { waiting } = (await serviceWorker?.getRegistration()) ?? {};
  if (!waiting || !serviceWorker.controller) return;
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("activate");
}
