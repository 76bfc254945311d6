/** The bindings of the engine's module, or of the one whose memory several workers share. */
export const load = (isShared) => import(isShared ? "../engine/outflank_web_threads.js" : "../engine/outflank_web.js");
