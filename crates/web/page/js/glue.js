/** The bindings of the engine's module, or of the one whose memory several workers share. @param {boolean} isShared */
export const load = (isShared) =>
  isShared ? import("../engine/outflank_web_threads.js") : import("../engine/outflank_web.js");
