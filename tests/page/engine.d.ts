// The bindings of the engine in WebAssembly, which the build of the site writes.

type Initialize = (options: {
  module_or_path: WebAssembly.Module | URL;
  memory?: WebAssembly.Memory;
  thread_stack_size?: number;
}) => Promise<unknown>;

declare class WebDesk {
  constructor(threads: number, hashMebibytes: number);
  begin(id: number, method: string, path: string, query: string, body: Uint8Array, seed: number): string;
  supply(id: number, task: number, snapshot: string, isFinal: boolean): string;
  respond(id: number, question: number, json: string, error: string): string;
  fail(id: number, message: string): string;
  cancel(id: number): void;
}

declare class WebSearchWorker {
  constructor(hashMebibytes: number, threads: number, isSmall: boolean);
  begin(task: string): void;
  /** There must be a task. */
  advance(): { snapshot: string; is_final: boolean; free(): void };
  free(): void;
}

interface Engine {
  default: Initialize;
  provide(name: string, content: Uint8Array): void;
  WebSearchWorker: typeof WebSearchWorker;
  shared_memory(): WebAssembly.Memory;
  start_helpers(count: number): void;
  help(): void;
}

declare module "*/engine/outflank_web.js" {
  const initialize: Initialize;
  export default initialize;
  export const provide: Engine["provide"];
  const Desk: typeof WebDesk;
  const Worker: typeof WebSearchWorker;
  export { Desk as WebDesk, Worker as WebSearchWorker };
  export const shared_memory: Engine["shared_memory"];
  export const start_helpers: Engine["start_helpers"];
  export const help: Engine["help"];
}

declare module "*/engine/outflank_web_threads.js" {
  const initialize: Initialize;
  export default initialize;
  export const provide: Engine["provide"];
  const Worker: typeof WebSearchWorker;
  export { Worker as WebSearchWorker };
  export const shared_memory: Engine["shared_memory"];
  export const start_helpers: Engine["start_helpers"];
  export const help: Engine["help"];
}

declare module "*/engine/outflank_web_storage.js" {
  const initialize: Initialize;
  export default initialize;
  export class Storage {
    /** Rejects if the folder's files cannot be opened. */
    static open(folder: string): Promise<Storage>;
    static in_memory(): Storage;
    /** Throws a string if the request is refused. */
    answer(method: string, path: string, query: string, body: Uint8Array): string;
  }
}
