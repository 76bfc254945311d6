/**
 * Detects killed workers, which browsers do not report: a worker holds a lock, and the page gets it when the worker
 * ends.
 */

/**
 * Takes the lock until this worker ends. Resolves to whether it succeeded: some pages may not use locks.
 * @param {string} lock
 * @returns {Promise<boolean>}
 */
export const hold = (lock) =>
  new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => {});
    };
    if (navigator.locks) navigator.locks.request(lock, held).catch(() => resolve(false));
    else resolve(false);
  });

/** Calls `act` once the worker that holds the lock has ended. @param {string} lock @param {() => void} act */
export const onDeath = (lock, act) => navigator.locks?.request(lock, act);

export const newLock = () => `outflank-worker-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
