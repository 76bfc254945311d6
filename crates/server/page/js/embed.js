/**
 * Shows only the board and the moves, for a frame in another page: `?embed&game=f5d6c3`. `board`, `start` and `ply` are
 * as in a link. Nothing is saved.
 */

import { mountBoard } from "./board.js";
import { mountNotices } from "./dialog.js";
import { byId, create } from "./elements.js";
import { mountEntry } from "./entry.js";
import { ready, t } from "./i18n.js";
import { addCommand, mountKeys } from "./keys.js";
import { mountMoves } from "./moves.js";
import { mountNarrator } from "./narrate.js";
import { errorText } from "./panels/words.js";
import { linkHash, openGame, readGame } from "./share.js";
import { mountStatus } from "./status.js";
import { store } from "./store.js";

/** A link to the game on the full page. @param {Element} host */
function mountLink(host) {
  const link = create("a", { class: "embed-link", target: "_blank", rel: "noopener", i18n: "embed.open" });
  const show = () => (link.href = location.pathname + linkHash());
  store.on("node", show);
  store.on("tree", show);
  show();
  host.append(link);
}

async function begin() {
  mountNotices(byId("notices"));
  const query = new URLSearchParams(location.search);
  const game = readGame(["board", "start", "game", "ply"].map((name) => query.get(name) ?? undefined));
  const first = openGame(game);
  first.catch(() => {});
  await ready;
  document.title = t("page.title");
  mountBoard(byId("board"));
  mountStatus(byId("status"), byId("opening"));
  mountEntry(byId("entry"));
  try {
    await first;
  } catch (error) {
    store.notice(errorText(error), "error");
    return;
  }
  mountNarrator();
  mountMoves(byId("moves"));
  mountLink(byId("entry"));
  addCommand({ keys: ["ArrowLeft"], label: "keys.back", act: store.back });
  addCommand({ keys: ["ArrowRight"], label: "keys.forward", act: store.forward });
  addCommand({ keys: ["Home"], label: "keys.start", act: store.toStart });
  addCommand({ keys: ["End"], label: "keys.end", act: store.toEnd });
  mountKeys();
  document.body.dataset.ready = "all";
}

begin();
