/** Makes the site available offline. */

import { keepOffline, useNextVersion } from "./play/js/offline.js";

useNextVersion();
keepOffline(new URL("service-worker.js", import.meta.url));
