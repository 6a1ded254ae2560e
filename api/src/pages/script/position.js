/**
 * The board on which a position is drawn: each row of the form that says what it is and where is a unit or a feature on it.
 * What the chosen row says is put, dragged and turned there; what the board looks like then, the server draws.
 */
import { Ghosts } from "./ghosts.js";

/** Milliseconds of rest before the board is drawn anew. */
const REST = 150;
/** The width of a feature that has none yet. */
const WIDTH = "6";

const [UNITS, TERRAIN] = ["f/units", "f/terrain"];
/**
 * The lists whose rows stand on the board, and what a row of them must say besides its place, as far as it is asked. On hexes
 * leaders and Standards stand on it too, and ground and hexsides are changed.
 */
const SAYS = { [UNITS]: ["seat", "unit"], [TERRAIN]: ["kind", "width"], "f/leaders": ["key"], "f/standards": ["key"], "f/ground": [], "f/hexsides": [] };
const POSE = ["pose/x", "pose/y", "pose/heading"];
const SVG = "http://www.w3.org/2000/svg";

const page = document.querySelector(".sketch");
const form = page.querySelector("form");
const how = page.querySelector(".how");
const toPlace = how.textContent;
const selector = (list) => `fieldset[data-list='${list}'] > ol > li`;
const rows = (list) => [...form.querySelectorAll(selector(list))];
const rowAround = (element) => element.closest(Object.keys(SAYS).map(selector).join(", "));
const listOf = (row) => row.parentElement.parentElement.dataset.list;
const value = (row, name) => form.elements.namedItem(`${listOf(row)}/${row.dataset.row}/${name}`);

/** The field of a hex, or of the side of one. */
const hexOf = (row) => row.querySelector("[data-kind=Hex], [data-kind=Hexside]");

/** What says where something stands: a square and a facing, a hex and perhaps a facing, or a pose. */
function placed(row) {
  const hex = hexOf(row);
  if (hex) return [hex, value(row, "facing")].filter(Boolean);
  return (value(row, "cell") ? ["cell", "facing"] : POSE).map((name) => value(row, name));
}
const stands = (row) => [...SAYS[listOf(row)].map((name) => value(row, name)).filter(Boolean), ...placed(row)].every((field) => field !== null && field.value !== "");
const standing = (list) => rows(list).filter(stands);

let chosen = null;
let soon = 0;
let asked = 0;
/** Something on the board is held with the pointer: what it began on stays there until it is let go. */
let pressed = false;
/** The fields of a place that the next click on the board fills in. */
let aimed = null;
/** Whom a field names, whatever number that unit has by now. */
const named = new WeakMap();

/** The field of the id by which a battle calls what a row is: a unit, a leader or a Standard. */
const ownId = (row) => value(row, "key") ?? (value(row, "seat") ? null : value(row, "unit"));

/** The row's unit on the board, as the server numbers it: each seat's in the order of the rows, or as its own id says. */
function unitOf(row) {
  const own = ownId(row);
  // Leaders and Standards are told from units by what they are.
  if (own) return listOf(row) === UNITS ? own.value : `${listOf(row).slice(2, -1)}-${own.value}`;
  const seat = value(row, "seat").value;
  const place = standing(UNITS).filter((other) => value(other, "seat").value === seat).indexOf(row);
  return place < 0 ? null : `${seat}${place + 1}`;
}

const rowOf = (unit) => Object.keys(SAYS).filter((list) => list !== TERRAIN).flatMap(standing).find((row) => unitOf(row) === unit);

/** The outline of a feature as it was drawn last. */
function featureOf(row) {
  const known = ghosts.field?.features?.[standing(TERRAIN).indexOf(row)];
  return known && { points: known.outline.map(({ x, y }) => [x, y]), facing: known.facing };
}

const ghosts = new Ghosts(page, () => {
  const fieldset = chosen?.querySelector("fieldset[data-pose]");
  if (!fieldset || !stands(chosen)) return null;
  return listOf(chosen) === UNITS ? { fieldset, unit: unitOf(chosen) } : { fieldset, outline: featureOf(chosen) };
});

/** The form as it stands, without rows that are not yet on the board. */
function fields() {
  const all = new URLSearchParams(new FormData(form));
  const waiting = Object.keys(SAYS).flatMap((list) => rows(list).filter((row) => !stands(row)).map((row) => `${list}/${row.dataset.row}/`));
  for (const name of [...all.keys()]) {
    if (waiting.some((path) => name.startsWith(path) || `${name}/` === path)) all.delete(name);
  }
  return all;
}

/** Shows the board as the rows say now; an answer that is late is put away, and one that meets a click or a drag waits for its end. */
async function draw() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.board, { method: "POST", headers: { Accept: "text/html" }, body: fields() }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  if (pressed) {
    drawSoon();
    return;
  }
  page.querySelector("[data-part=board]").replaceWith(document.adoptNode(fresh.querySelector("[data-part=board]")));
  settle();
}

function drawSoon() {
  clearTimeout(soon);
  soon = setTimeout(draw, REST);
}

function settle() {
  const holder = page.querySelector("[data-part=board]");
  const unit = chosen && listOf(chosen) !== TERRAIN && stands(chosen) ? unitOf(chosen) : null;
  if (unit) holder.dataset.chosen = unit;
  else delete holder.dataset.chosen;
  for (const list of Object.keys(SAYS)) {
    for (const row of rows(list)) row.classList.toggle("chosen", row === chosen);
  }
  ghosts.settle();
  grips();
  nameUnits();
}

/** A grip on each feature, by which its row is chosen: a unit may stand upon it. */
function grips() {
  for (const row of standing(TERRAIN).filter((row) => row !== chosen)) {
    const feature = featureOf(row);
    if (!feature) continue;
    const grip = document.createElementNS(SVG, "circle");
    // At a corner, where it hides no name.
    const [x, y] = ghosts.field.dot(feature.points[0]);
    for (const [name, text] of Object.entries({ class: "grip", r: 9, cx: x, cy: y })) grip.setAttribute(name, text);
    const title = document.createElementNS(SVG, "title");
    title.textContent = value(row, "kind").selectedOptions[0].textContent;
    grip.append(title);
    grip.addEventListener("click", (event) => {
      if (aimed) return;
      event.stopPropagation();
      choose(row);
    });
    ghosts.layer.append(grip);
  }
}

/** Fields that name a unit offer those that stand, and go on naming the same one when the numbers change. */
function nameUnits() {
  const all = standing(UNITS).map((row) => [unitOf(row), value(row, "unit").selectedOptions?.[0]?.textContent ?? value(row, "unit").value]);
  for (const old of form.querySelectorAll("[data-kind=UnitId]")) {
    // What says who the row itself is names nobody that stands.
    if (old === (rowAround(old) && ownId(rowAround(old)))) continue;
    const own = rowAround(old);
    const seat = own && value(own, "seat")?.value;
    const self = own && unitOf(own);
    const offered = all.filter(([id]) => {
      if (old.name.endsWith("/enemy")) return !id.startsWith(seat);
      if (old.name.endsWith("/friend")) return id.startsWith(seat) && id !== self;
      return true;
    });
    const row = named.get(old);
    const still = row === undefined ? old.value : (row.isConnected && unitOf(row)) || "";
    const field = old.matches("select") ? old : document.createElement("select");
    const first = old.matches("select") ? old.options[0] : new Option("Choose …", "");
    field.replaceChildren(first, ...offered.map(([id, words]) => new Option(`${id} ${words}`, id)));
    field.value = offered.some(([id]) => id === still) ? still : "";
    if (field !== old) {
      for (const name of ["id", "name", "data-kind"]) field.setAttribute(name, old.getAttribute(name));
      old.replaceWith(field);
    }
    if (field.value) named.set(field, rowOf(field.value));
  }
}

function choose(row) {
  if (!row || row === chosen) return;
  chosen = row;
  settle();
}

/** Fills a field in as if it had been typed. */
function put(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const quarter = (number) => String(Math.round(number * 4) / 4);

/** Puts what the chosen row says where the board was pointed at; a unit that has no heading yet looks at the enemy. */
function place(event) {
  const south = value(chosen, "seat")?.value !== "B";
  const hex = hexOf(chosen);
  if (hex) {
    const found = hex.dataset.kind === "Hexside" ? ghosts.hexside(event) : ghosts.hex(event);
    if (!found) return;
    // Who stands in the south looks north by east.
    const facing = value(chosen, "facing");
    if (facing?.value === "") put(facing, ghosts.point(event)[1] < ghosts.field.middle() ? "1" : "7");
    put(hex, found);
    return;
  }
  if (value(chosen, "cell")) {
    const square = ghosts.square(event);
    if (!square) return;
    if (value(chosen, "facing").value === "") put(value(chosen, "facing"), south ? "N" : "S");
    put(value(chosen, "cell"), square);
    return;
  }
  const [x, y] = ghosts.point(event);
  if (value(chosen, "pose/heading").value === "") put(value(chosen, "pose/heading"), south ? "0" : "180");
  if (value(chosen, "width")?.value === "") put(value(chosen, "width"), WIDTH);
  put(value(chosen, "pose/x"), quarter(x));
  put(value(chosen, "pose/y"), quarter(y));
}

/** The next click on the board says these fields of a place; without any it puts the chosen row there again. */
function aim(fieldset) {
  aimed?.querySelector("[data-does=aim]").setAttribute("aria-pressed", "false");
  aimed = fieldset;
  aimed?.querySelector("[data-does=aim]").setAttribute("aria-pressed", "true");
  page.classList.toggle("aims", aimed !== null);
  how.textContent = aimed ? "Click the place on the board; Escape leaves it as it was." : toPlace;
}

function show(event) {
  const [x, y] = ghosts.point(event);
  put(form.elements.namedItem(`${aimed.dataset.point}/x`), quarter(x));
  put(form.elements.namedItem(`${aimed.dataset.point}/y`), quarter(y));
  const button = aimed.querySelector("[data-does=aim]");
  aim(null);
  button.focus({ preventScroll: true });
}

const held = (event) => {
  pressed = event.type === "pointerdown" && event.target.closest("[data-part=board]") !== null;
};
for (const kind of ["pointerdown", "pointerup", "pointercancel"]) window.addEventListener(kind, held, true);
page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-does=aim]");
  if (button) {
    const fieldset = button.closest("fieldset[data-point]");
    aim(fieldset === aimed ? null : fieldset);
    if (aimed) page.querySelector("[data-part=board]").scrollIntoView({ block: "nearest" });
    return;
  }
  if (!event.target.closest("[data-part=board]")) return;
  const unit = event.target.closest("a.unit");
  if (unit) event.preventDefault();
  if (aimed) show(event);
  else if (unit) choose(rowOf(unit.dataset.unit));
  else if (chosen && !event.target.closest(".ghost")) place(event);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && aimed) aim(null);
});
form.addEventListener("focusin", (event) => choose(rowAround(event.target)));
for (const kind of ["input", "change"]) {
  form.addEventListener(kind, (event) => {
    if (event.target.matches("[data-kind=UnitId]")) named.set(event.target, rowOf(event.target.value));
    if (chosen && !chosen.isConnected) chosen = rows(UNITS)[0] ?? null;
    enliven();
    nameUnits();
    drawSoon();
  });
}

/** Places can be shown on the board. */
function enliven() {
  for (const button of form.querySelectorAll("[data-does=aim][hidden]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", "false");
  }
}

how.hidden = false;
page.querySelector(".draws").hidden = true;
chosen = rows(UNITS)[0] ?? null;
enliven();
settle();
