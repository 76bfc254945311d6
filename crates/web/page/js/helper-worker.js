/** A worker that helps a search worker, whose memory it shares. It never returns to its event loop. */

import { load } from "./glue.js";

/** Bytes of stack that a search needs on the largest boards. */
const STACK = 16 << 20;

/** @param {{module: WebAssembly.Module, memory: WebAssembly.Memory}} message */
async function start({ module, memory }) {
  const { default: init, help } = await load(true);
  await init({ module_or_path: module, memory, thread_stack_size: STACK });
  postMessage({});
  help();
}

addEventListener("message", ({ data }) => start(data).catch((error) => postMessage({ died: String(error) })));
