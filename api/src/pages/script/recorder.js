/**
 * The recorder without new pages: forms are sent as they are, what changed is asked for in parts, others' commands appear by
 * themselves, and what cannot be sent waits until it can.
 */
import { Board } from "./board.js";
import { DiceTray } from "./dice.js";
import { check, enhance, send, told } from "./forms.js";
import { part } from "./frames.js";
import { Ghosts } from "./ghosts.js";
import { Queue } from "./queue.js";

/** The parts that change with every command. */
const PARTS = ["sides", "board", "said", "ask", "lately", "besides"];
/** Milliseconds between tries while there is no line. */
const AGAIN = 3000;

const page = document.querySelector(".recorder[data-game]");
const { game, system } = page.dataset;
const action = `/g/${game}/record`;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = page.dataset.chosen ?? (prefersDark.matches ? "dark" : "light");
const one = (selector) => page.querySelector(selector);
const address = new URLSearchParams(location.search);

let shown = Number(page.dataset.version);
let working = false;

const board = new Board(one(".view"));
const ghosts = new Ghosts(page);
const tray = new DiceTray(one(".dice-wanted"));
const queue = new Queue(game, showQueue);

/** Something nobody else names so. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a seat is called here. */
function names(seat) {
  const letter = [...page.querySelectorAll(".sides .chip")].find((chip) => chip.textContent === seat);
  return letter?.parentElement.querySelector(".name").textContent ?? seat;
}

/** Puts the page as the server draws it now in the place of the one shown. */
async function refresh() {
  const fields = new URLSearchParams(address);
  fields.set("theme", theme);
  const fresh = await part(`${action}/now?${fields}`);
  shown = Number(fresh.dataset.version);
  page.dataset.version = shown;
  const focused = document.activeElement;
  const place = PARTS.find((name) => one(`[data-part=${name}]`)?.contains(focused));
  for (const name of PARTS) {
    const [old, next] = [one(`[data-part=${name}]`), fresh.querySelector(`[data-part=${name}]`)];
    if (!old && !next) continue;
    // What somebody is typing stays; only the version it is decided by is new.
    if (name === "besides" && next && old?.contains(focused) && focused.matches("input, textarea, select")) {
      for (const version of old.querySelectorAll("[name=version]")) version.value = shown;
      continue;
    }
    if (name === "besides" && old && next) keepOpen(old, next);
    if (old && next) old.replaceWith(next);
    else if (old) old.remove();
    else one(".beside").append(next);
  }
  settle();
  if (place && !page.contains(document.activeElement)) {
    const section = one(`[data-part=${place}]`);
    const again = focused.dataset.unit && section?.querySelector(`[data-unit="${CSS.escape(focused.dataset.unit)}"]`);
    const target = again || section?.querySelector(".choices button, a, button");
    target?.focus({ preventScroll: true });
  }
}

function keepOpen(old, next) {
  const before = [...old.querySelectorAll(":scope > details")].filter((details) => details.open).map((details) => details.className);
  for (const details of next.querySelectorAll(":scope > details")) details.open ||= before.includes(details.className);
}

function settle() {
  board.settle();
  enhance(page);
  ghosts.settle();
  for (const form of page.querySelectorAll("form[data-checks]")) {
    if (form === ghosts.posed?.form) check(form);
  }
}

/** Says something about what was asked for last. */
function note(...words) {
  const section = document.createElement("section");
  section.className = "refused";
  section.setAttribute("role", "alert");
  section.append(...words);
  one(".notes").replaceChildren(section);
}

/** Records a form: now, or when those before it have arrived. */
async function record(fields, words) {
  fields.set("key", newKey());
  queue.add(fields, words);
  // What is offered now is old as soon as this has arrived; only without a line more is decided by it.
  hold(one("[data-is=line]").hidden);
  await work();
}

/** Whether what is offered waits for what was just chosen. */
function hold(yes) {
  one("[data-part=ask]").inert = yes;
}

/** Sends what waits, in order. */
async function work() {
  if (working) return;
  working = true;
  page.dataset.busy = "true";
  let arrived = false;
  try {
    while (!queue.empty && !queue.first.conflict) {
      const fields = new URLSearchParams(queue.first.fields);
      const { done, problem } = await send(action, fields);
      online(true);
      if (done) {
        one(".notes").replaceChildren();
        queue.arrived(done.version);
        arrived = true;
      } else if (problem.needed) {
        await throwDice(fields, problem);
      } else if (problem.type === "/problems/stale-version") {
        queue.stop(await since(Number(fields.get("version"))));
      } else if (problem.status >= 500) {
        queue.stop({ detail: problem.detail, events: [] });
      } else {
        const line = document.createElement("p");
        const strong = document.createElement("strong");
        strong.textContent = `${queue.first.words}: `;
        line.append(strong, told(problem, system));
        note(line);
        queue.drop();
      }
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    online(false);
  } finally {
    working = false;
  }
  if (arrived) await refresh().catch(() => online(false));
  hold(false);
  delete page.dataset.busy;
}

/** The dice that the rules roll next; those before them stay. */
async function throwDice(fields, problem) {
  const thrown = (fields.get("dice") ?? "").split(" ").filter(Boolean);
  const kept = thrown.slice(0, problem.used_before ?? thrown.length);
  const faces = await tray.ask(problem.needed, names);
  if (!faces) return queue.drop();
  fields.set("dice", [...kept, ...faces].join(" "));
  queue.change(fields);
}

/** What others recorded after a version. */
async function since(version) {
  const answer = await fetch(`/v1/games/${game}/events?from=${version + 1}&limit=12`);
  const { items = [], version: present } = await answer.json();
  return { version: present, events: items.map((event) => event.words) };
}

function showQueue() {
  const section = one(".waiting");
  // What is on its way at this moment is nobody's trouble.
  const quick = queue.items.length === 1 && !queue.first.conflict && one("[data-is=line]").hidden;
  section.hidden = queue.empty || quick;
  const list = section.querySelector("ol");
  list.replaceChildren();
  for (const [place, item] of queue.items.entries()) {
    const line = document.createElement("li");
    line.textContent = item.words;
    if (place === 0 && item.conflict) line.append(...conflict(item.conflict));
    list.append(line);
  }
}

/** What happened meanwhile, and what to do about it. */
function conflict({ version, events, detail }) {
  const why = document.createElement("p");
  why.textContent = detail ?? "The game has gone on meanwhile:";
  const happened = document.createElement("ul");
  for (const words of events) happened.append(Object.assign(document.createElement("li"), { textContent: words }));
  const deeds = document.createElement("p");
  const button = (words, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    made.addEventListener("click", act);
    deeds.append(made, " ");
  };
  button("Record it all the same", () => {
    queue.renew(version ?? shown);
    work();
  });
  button("Let it be", async () => {
    queue.drop();
    await work();
    await refresh();
  });
  return [why, happened, deeds];
}

/** Whether there is a line to the server. */
function online(yes) {
  const line = one("[data-is=line]");
  const before = line.hidden;
  line.hidden = yes;
  line.textContent = yes ? "" : "No connection. What you record waits here and is sent when it is back.";
  if (!yes) hold(false);
  if (before !== yes) showQueue();
}

/** Lays out what a unit may do. */
async function choose(unit) {
  const named = ghosts.naming(unit);
  if (named.length > 0 && one("[data-part=board]").dataset.chosen !== unit) return ghosts.only(named);
  address.set("unit", unit);
  history.replaceState(null, "", `?${address}`);
  await refresh();
}

/** Hears of what anybody records; a line that breaks is opened again. */
async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`/v1/games/${game}/live?from=${shown + 1}`, { headers: { Accept: "text/event-stream" } });
      if (!answer.ok) throw new TypeError(`the live stream: ${answer.status}`);
      online(true);
      if (!queue.empty) work();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ; ) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        const versions = lines.filter((line) => line.startsWith("id: ")).map((line) => Number(line.slice(4)));
        if (versions.some((version) => version > shown) && !working) await refresh();
      }
    } catch {
      online(false);
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-records]")) return;
  event.preventDefault();
  const button = event.submitter;
  record(new URLSearchParams(new FormData(form, button)), button?.textContent ?? "The command");
});

page.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const unit = event.target.closest?.("a[data-unit]");
  if (unit) {
    event.preventDefault();
    choose(unit.dataset.unit);
    return;
  }
  const kind = event.target.closest?.("a[data-part-of=ruling]");
  if (kind) {
    event.preventDefault();
    address.set("ruling", new URL(kind.href).searchParams.get("ruling"));
    kind.blur();
    refresh();
    return;
  }
  // A square that is clicked fills the field that asks for one.
  const cell = event.target.closest?.("[data-part=board]") && [...page.querySelectorAll("input[data-kind=Cell]")].find((input) => !input.closest("details:not([open])"));
  const square = cell && ghosts.square(event);
  if (square) {
    cell.value = square;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

addEventListener("online", () => work());
addEventListener("offline", () => online(false));
setInterval(() => {
  if (!queue.empty && !queue.first.conflict) work();
}, AGAIN);

page.classList.add("scripted");
for (const hidden of page.querySelectorAll(".zoom")) hidden.hidden = false;
const zoom = { closer: () => board.zoom(1.5), further: () => board.zoom(1 / 1.5), whole: () => board.reset() };
one(".zoom").addEventListener("click", (event) => zoom[event.target.dataset.does]?.());
showQueue();
if (page.dataset.drawn !== theme) await refresh();
else settle();
if (!queue.empty) work();
follow();
page.dataset.ready = "true";
