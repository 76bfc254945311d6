// The names of players and tournaments in WTHOR's files: a .wtb file holds numbers, and the
// files .JOU and .TRN chosen with it hold the names.

/** @typedef {{jou: string[], trn: string[]}} Names of players and of tournaments */

const HEADER = 16;
const GAME = 68;
/** Number of bytes of each name, by file extension. */
/** @type {{[extension: string]: number}} */
const NAME_BYTES = { jou: 20, trn: 26 };

const extensionOf = (/** @type {string} */ name) => /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? "";

/** Whether a file holds names. @param {string} file */
export const holdsNames = (file) => extensionOf(file) in NAME_BYTES;

/** The names of a file, in order. @param {ArrayBuffer} bytes @param {number} length */
function namesIn(bytes, length) {
  const latin = new TextDecoder("latin1");
  const count = Math.floor((bytes.byteLength - HEADER) / length);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const record = new Uint8Array(bytes, HEADER + index * length, length);
    const end = record.indexOf(0);
    return latin.decode(end < 0 ? record : record.subarray(0, end)).trim();
  });
}

/** Reads the names from the files that hold any. @param {{name: string, bytes: Blob}[]} sources */
export async function readNames(sources) {
  /** @type {Names} */
  const names = { jou: [], trn: [] };
  for (const { name, bytes } of sources.filter((source) => holdsNames(source.name))) {
    const extension = /** @type {keyof Names} */ (extensionOf(name));
    names[extension] = namesIn(await bytes.arrayBuffer(), NAME_BYTES[extension]);
  }
  return names;
}

/**
 * Sets the names in the games of a .wtb file.
 * @param {Api.Record[]} games
 * @param {Blob} bytes
 * @param {Names} names
 */
export async function nameGames(games, bytes, { jou, trn }) {
  const numbers = new DataView(await bytes.arrayBuffer());
  for (const game of games) {
    const at = HEADER + (game.number - 1) * GAME;
    const name = (/** @type {string[]} */ list, /** @type {number} */ offset) =>
      list[numbers.getUint16(at + offset, true)] || null;
    game.tournament ??= name(trn, 0);
    game.black ??= name(jou, 2);
    game.white ??= name(jou, 4);
  }
}
