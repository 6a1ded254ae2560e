/**
 * The board on which a position is drawn: each row of the form that says whose unit it is and where is a unit on it. The
 * unit of the chosen row is put, dragged and turned there; what the board looks like then, the server draws.
 */
import { Ghosts } from "./ghosts.js";

/** Milliseconds of rest before the board is drawn anew. */
const REST = 150;

const page = document.querySelector(".sketch");
const form = page.querySelector("form");
const rows = () => [...form.querySelectorAll("fieldset[data-list='f/units'] > ol > li")];
const value = (row, name) => form.elements.namedItem(`f/units/${row.dataset.row}/${name}`);
const POSE = ["pose/x", "pose/y", "pose/heading"];

/** What says where a unit stands: a square and a facing, or a pose. */
const placed = (row) => (value(row, "cell") ? ["cell", "facing"] : POSE).map((name) => value(row, name));
const stands = (row) => [value(row, "seat"), value(row, "unit"), ...placed(row)].every((field) => field.value !== "");

let chosen = null;
let soon = 0;
let asked = 0;

/** The row's unit on the board, as the server numbers it: each seat's in the order of the rows. */
function unitOf(row) {
  const seat = value(row, "seat").value;
  const before = rows().filter((other) => stands(other) && value(other, "seat").value === seat);
  const place = before.indexOf(row);
  return place < 0 ? null : `${seat}${place + 1}`;
}

const rowOf = (unit) => rows().find((row) => stands(row) && unitOf(row) === unit);

const ghosts = new Ghosts(page, () => {
  const fieldset = chosen?.querySelector("fieldset[data-pose]");
  return fieldset && stands(chosen) ? { fieldset, unit: unitOf(chosen) } : null;
});

/** The form as it stands, without rows that are not yet on the board. */
function fields() {
  const all = new URLSearchParams(new FormData(form));
  const waiting = rows().filter((row) => !stands(row)).map((row) => `f/units/${row.dataset.row}/`);
  for (const name of [...all.keys()]) {
    if (waiting.some((path) => name.startsWith(path) || `${name}/` === path)) all.delete(name);
  }
  return all;
}

/** Shows the board as the rows say now; an answer that is late is put away. */
async function draw() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.board, { method: "POST", headers: { Accept: "text/html" }, body: fields() }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  page.querySelector("[data-part=board]").replaceWith(document.adoptNode(fresh.querySelector("[data-part=board]")));
  settle();
}

function settle() {
  const holder = page.querySelector("[data-part=board]");
  const unit = chosen && stands(chosen) ? unitOf(chosen) : null;
  if (unit) holder.dataset.chosen = unit;
  else delete holder.dataset.chosen;
  for (const row of rows()) row.classList.toggle("chosen", row === chosen);
  ghosts.settle();
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

/** Puts the unit of the chosen row where the board was pointed at; one that has no heading yet looks at the enemy. */
function place(event) {
  const south = value(chosen, "seat").value !== "B";
  if (value(chosen, "cell")) {
    const square = ghosts.square(event);
    if (!square) return;
    if (value(chosen, "facing").value === "") put(value(chosen, "facing"), south ? "N" : "S");
    put(value(chosen, "cell"), square);
    return;
  }
  const [x, y] = ghosts.point(event);
  if (value(chosen, "pose/heading").value === "") put(value(chosen, "pose/heading"), south ? "0" : "180");
  put(value(chosen, "pose/x"), String(Math.round(x * 4) / 4));
  put(value(chosen, "pose/y"), String(Math.round(y * 4) / 4));
}

page.addEventListener("click", (event) => {
  if (!event.target.closest("[data-part=board]")) return;
  const unit = event.target.closest("a.unit");
  if (unit) {
    event.preventDefault();
    choose(rowOf(unit.dataset.unit));
  } else if (chosen && !event.target.closest(".ghost")) {
    place(event);
  }
});
form.addEventListener("focusin", (event) => choose(event.target.closest("fieldset[data-list='f/units'] > ol > li")));
for (const kind of ["input", "change"]) {
  form.addEventListener(kind, () => {
    clearTimeout(soon);
    soon = setTimeout(draw, REST);
  });
}

page.querySelector(".how").hidden = false;
page.querySelector(".draws").hidden = true;
chosen = rows()[0] ?? null;
settle();
