// Helpers that create elements. Text is always inserted as text nodes, so that names
// from a game cannot inject markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") element.addEventListener("click", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== "") element.append(child);
  }
  return element;
}

/** Creates an HTML element. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The frame of the board page, if the page is in it: it has the title, the theme and the typeface. */
const FRAME = window.frameElement?.matches(".search-trees") ? window.frameElement : null;

const byId = (id) => document.getElementById(id);

const ICONS = {
  first: "M5 4v12M15 4 7 10l8 6z",
  playBack: "M15 4 5 10l10 6z",
  back: "M12 5 7 10l5 5",
  on: "M8 5l5 5-5 5",
  play: "M5 4l10 6-10 6z",
  pause: "M6 4v12M14 4v12",
  last: "M15 4v12M5 4l8 6-8 6z",
  less: "M5 10h10",
  more: "M5 10h10M10 5v10",
};

/** Sets the icon of a button, whose name becomes its tooltip. */
function setIcon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  const sign = svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" });
  sign.append(svg("path", { d: ICONS[name] }));
  button.replaceChildren(sign);
  button.title = button.getAttribute("aria-label");
}

/** The reader's settings, if the browser allows local storage. */
const memory = {
  get(name) {
    try {
      return localStorage.getItem(`tree-page-${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`tree-page-${name}`, value);
    } catch {
      // The setting applies now but is not stored.
    }
  },
};
