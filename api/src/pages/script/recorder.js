/**
 * The recorder without new pages: forms are sent as they are, what changed is asked for in parts, others' commands appear by
 * themselves, and what cannot be sent waits until it can.
 */
import { Board } from "./board.js";
import { came, DiceTray } from "./dice.js";
import { focusedTwin, keep, sent, unsent } from "./entered.js";
import { check, enhance, send, told } from "./forms.js";
import { part } from "./frames.js";
import { Ghosts } from "./ghosts.js";
import { Placing } from "./placing.js";
import { Queue } from "./queue.js";
import { follow } from "./stream.js";

/** The parts that change with every command. */
const PARTS = ["sides", "board", "said", "ask", "lately", "besides"];
/** Milliseconds between tries while there is no line. */
const AGAIN = 3000;
/** Milliseconds for which what was recorded is undone by one tap. */
const UNDO = 5000;

const page = document.querySelector(".recorder[data-game]");
const { game, system } = page.dataset;
/** What was pointed with last: what a finger taps by mistake must be undone easily, or be asked for once more. */
let pointer = "";
addEventListener("pointerdown", (event) => (pointer = event.pointerType), { capture: true, passive: true });
addEventListener("keydown", () => (pointer = ""), { capture: true });
const small = matchMedia("(max-width: 40rem)").matches;
const action = `/g/${game}/record`;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = page.dataset.chosen ?? (prefersDark.matches ? "dark" : "light");
const one = (selector) => page.querySelector(selector);
const address = new URLSearchParams(location.search);

/** The version that is shown, and the last that was heard of. */
let shown = Number(page.dataset.version);
let heard = shown;
let working = false;
/** Something was recorded, and what is chosen has not been looked at since. */
let recorded = false;
/** What was recorded last is a decision of the game: words and rulings leave the chosen unit chosen. */
let decided = false;
/** What takes the offer to undo away, and the words of what it is about until it is made. */
let undoing = 0;
let undone = null;
/** What draws the page anew, while it does; and whether it is wanted once more. */
let drawing = null;
let again = false;
/** What had the focus before it was held: what waits can have none. */
let left = null;

const board = new Board(one(".view"));
const placing = new Placing(page, record);
const ghosts = new Ghosts(page, (opened) => placing.posed(opened));
placing.use(ghosts, board);
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

/** Shows the page as the server draws it now. One drawing is under way at a time; wishes that come meanwhile are one more. */
function refresh() {
  again = true;
  drawing ??= redraw();
  return drawing;
}

async function redraw() {
  page.dataset.drawing = "true";
  try {
    while (again) {
      again = false;
      const fields = new URLSearchParams(address);
      fields.set("theme", theme);
      if (small) fields.set("compact", "true");
      const fresh = await part(`${action}/now?${fields}`).catch(() => null);
      online(fresh !== null);
      if (fresh) put(fresh);
    }
  } finally {
    drawing = null;
    delete page.dataset.drawing;
  }
}

/** Puts the page as the server drew it in the place of the one shown. What was entered and pointed at stays. */
function put(fresh) {
  shown = Number(fresh.dataset.version);
  page.dataset.version = shown;
  const before = focused();
  const posing = before.matches(".ghost");
  let target = null;
  for (const name of PARTS) {
    const [old, next] = [one(`[data-part=${name}]`), fresh.querySelector(`[data-part=${name}]`)];
    if (!old && !next) continue;
    if (old && next) keep(old, next);
    if (old?.contains(before)) target = next && (focusedTwin(before, old, next) ?? firstOf(next));
    const read = old?.querySelector("ol.lately");
    const scrolled = read?.scrollTop ?? 0;
    if (old && next) old.replaceWith(next);
    else if (old) old.remove();
    else one(".beside").append(next);
    // What is being read stays in sight, but where something new came.
    const list = next?.querySelector("ol.lately");
    if (scrolled > 0 && list && list.firstElementChild?.textContent === read.firstElementChild?.textContent) list.scrollTop = scrolled;
  }
  settle();
  if (posing) target = one(".ghosts .ghost") ?? target;
  if (target && !page.contains(document.activeElement)) refocus(target, before);
}

/** Where a part is gone on with: at a choice rather than at a rule that is cited before it. */
function firstOf(part) {
  return part.querySelector(".choices button") ?? part.querySelector(".able a") ?? part.querySelector("a, button");
}

/** Goes on where the focus was, in a text at the same place of it. */
function refocus(target, before) {
  target.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = before;
  if (typeof selectionStart === "number" && target.matches("input, textarea")) target.setSelectionRange(selectionStart, selectionEnd);
}

function settle() {
  board.settle();
  enhance(page);
  placing.settle();
  ghosts.settle();
  layOutAllDice();
  for (const form of page.querySelectorAll("form[data-checks]")) {
    if (form === ghosts.posed?.form || form.dataset.entered) check(form);
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
async function record(form, fields, words) {
  const key = newKey();
  fields.set("key", key);
  sent(form, key);
  decided = form.closest("[data-part=ask]") !== null;
  queue.add(fields, words);
  // What is offered now is old as soon as this has arrived; only without a line more is decided by it.
  hold(hasLine());
  await work();
}

/** Whether what is offered waits for what was just chosen. It gives up the focus meanwhile, and has it again. */
function hold(yes) {
  const ask = one("[data-part=ask]");
  if (yes && ask.contains(document.activeElement)) left = document.activeElement;
  ask.inert = yes;
  if (yes) return;
  if (left?.isConnected && focused() === left) left.focus({ preventScroll: true });
  left = null;
}

/** What has the focus, or had it before it was held. */
function focused() {
  const now = document.activeElement ?? document.body;
  return now === document.body && left ? left : now;
}

/** The first of what waits is not wanted; what was entered for it is kept. */
function drop() {
  unsent(page, new URLSearchParams(queue.first.fields).get("key"));
  queue.drop();
  // Dice of a panel whose command was given up can be entered once more.
  layOutAllDice();
}

/** Whether something waits that can be sent. */
const waits = () => !queue.empty && !queue.first.conflict;
const hasLine = () => one("[data-is=line]").hidden;

/** Sends what waits, in order, and shows what came of it and what was heard meanwhile. */
async function work() {
  if (working) return;
  working = true;
  page.dataset.busy = "true";
  try {
    do {
      await sendAll();
      if (heard > shown) await refresh();
      if (undone) offerUndo();
      if (recorded) await goToNext();
      // What was recorded while the page was drawn goes at once.
    } while (waits() && hasLine());
  } finally {
    working = false;
    hold(false);
    delete page.dataset.busy;
  }
}

/** After something was recorded: the next unit that may do something, where the chosen one is done. */
async function goToNext() {
  recorded = false;
  const chosen = one(".deeds-of");
  const next = one(".able:not(.beyond) a");
  if (chosen && next && !chosen.querySelector("button")) await choose(next.dataset.unit);
}

/** Sends what waits, in order, until there is nothing more or something stands in the way. */
async function sendAll() {
  try {
    while (waits()) {
      const fields = new URLSearchParams(queue.first.fields);
      const { done, problem } = await send(action, fields);
      online(true);
      if (done) {
        one(".notes").replaceChildren();
        sayDone(done);
        recorded = decided;
        undone = (fields.get("command") ?? "").includes('"take_back"') ? null : queue.first.words;
        queue.arrived(done.version);
        heard = Math.max(heard, done.version);
      } else if (problem.needed) {
        await throwDice(fields, problem);
      } else if (problem.type === "/problems/needs-confirmation") {
        await confirmed(fields, problem);
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
        drop();
      }
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    online(false);
  }
}

/** What a unit is called on the board. */
function unitName(id) {
  const { tokens } = JSON.parse(one("[data-part=board]").dataset.measures);
  const found = tokens.find((token) => token.id === id);
  return found ? `${found.name} ${id}` : id;
}

/** The rolls of the command that is being recorded, as they were asked for, each with the dice used before it: kept with the
 * command, so that they are there after a reload too. */
const rolls = () => queue.first?.asked ?? [];

/** Outlines the units that a roll is about; none without a roll. */
function outline(roll) {
  for (const unit of page.querySelectorAll(".view a.unit")) {
    unit.classList.toggle("rolls", unit.dataset.unit === roll?.unit);
    unit.classList.toggle("rolled-at", unit.dataset.unit === roll?.against);
  }
}

function layOutAllDice() {
  for (const form of page.querySelectorAll("form[data-needed]")) layOutDice(form);
}

/**
 * Lays out the dice of the roll that is due in the form that leads to it: the last tap on them records it. Where a pad reports them by
 * one tap already, each face is entered in what is opened below it.
 */
async function layOutDice(form) {
  const place = form.querySelector(".dice-due");
  if (!place?.hidden) return;
  const roll = JSON.parse(form.dataset.needed);
  const faces = place.closest(".each-face");
  const button = (faces ?? form).querySelector("[type=submit]");
  const typed = (faces ?? form).querySelector("input[name=dice]");
  button.hidden = true;
  const entered = await new DiceTray(place).ask(faces ? { ...roll, counted: null } : roll, names, unitName, [], true);
  typed.value = entered.join(" ");
  button.dataset.words = `${place.firstElementChild.textContent}: ${came(roll.need, entered, roll.sides) || typed.value}`;
  form.requestSubmit(button);
}

/** The dice that the rules roll next; those before them stay, unless one of them is entered anew. */
async function throwDice(fields, problem) {
  const thrown = (fields.get("dice") ?? "").split(" ").filter(Boolean);
  const used = problem.used_before ?? thrown.length;
  const kept = thrown.slice(0, used);
  const asked = rolls().filter((roll) => roll.used < used);
  const before = asked.map(({ roll, used: from, items = roll.count }) => ({ roll, items: kept.slice(from, from + items) }));
  outline(problem.needed);
  const entered = await tray.ask(problem.needed, names, unitName, before);
  outline(null);
  if (!entered) return drop();
  if (entered.again !== undefined) {
    // What was thrown from that roll on is entered once more: other dice may lead to other rolls.
    fields.set("dice", kept.slice(0, asked[entered.again].used).join(" "));
  } else {
    asked.push({ roll: problem.needed, used, items: entered.length });
    fields.set("dice", [...kept, ...entered].join(" "));
  }
  queue.change(fields, asked);
}

/** What cannot be undone freely is asked for once more. */
async function confirmed(fields, problem) {
  const bar = one("[data-is=confirm]");
  bar.querySelector("[data-is=what]").textContent = `${queue.first.words}: ${problem.why}.`;
  bar.hidden = false;
  const yes = await new Promise((settle) => {
    bar.querySelector("[data-does=confirm]").onclick = () => settle(true);
    bar.querySelector("[data-does=cancel]").onclick = () => settle(false);
  });
  bar.hidden = true;
  if (!yes) return drop();
  fields.delete("undoable");
  queue.change(fields, rolls());
}

/** Offers for a while to undo by one tap what was recorded last, where the page lets it be undone. */
function offerUndo() {
  const bar = one("[data-is=undo-bar]");
  clearTimeout(undoing);
  bar.hidden = pointer !== "touch" || !undone || !one(".undo form[data-records] button");
  if (bar.hidden) return;
  bar.querySelector("[data-is=what]").textContent = `Recorded: ${undone}`;
  bar.querySelector("button").textContent = "Undo";
  undone = null;
  undoing = setTimeout(() => (bar.hidden = true), UNDO);
}

/** Undoes what was recorded last, by the button of the page as it is drawn now. */
async function undo() {
  one("[data-is=undo-bar]").hidden = true;
  while (working || drawing) await new Promise((settle) => setTimeout(settle, 20));
  one(".undo form[data-records] button")?.click();
}

/** Says what came of what was recorded: every event that tells something. */
function sayDone(done) {
  const list = one("[data-is=done]");
  const words = (done.events ?? []).filter((event) => event.live).map((event) => event.words);
  list.replaceChildren(...words.slice(-8).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  list.closest("section").hidden = words.length === 0;
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
  const quick = queue.items.length === 1 && waits() && hasLine();
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
  button("Record it anyway", () => {
    queue.renew(version ?? shown);
    work();
  });
  button("Discard it", async () => {
    drop();
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
  address.set("unit", unit);
  history.replaceState(null, "", `?${address}`);
  await refresh();
}

/** Does what could not be done before. */
function goOn() {
  if (waits()) work();
  else hear(heard);
}

/** Hears of what anybody records. */
function hear(version) {
  heard = Math.max(heard, version);
  // What is being recorded shows it when it is done; what is being drawn is drawn once more.
  if (heard > shown && (!working || drawing)) refresh();
}

async function listen() {
  const answered = await follow(
    `/v1/games/${game}/live?from=${shown + 1}`,
    (name, said, id) => id && hear(Number(id)),
    (yes) => {
      online(yes);
      if (yes) goOn();
    },
  );
  const line = document.createElement("p");
  line.textContent = `What others record does not appear here any more (${answered}): you may not see this game now. Reload the page to see why.`;
  note(line);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-records]")) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.dataset.confirms && !confirm(button.dataset.confirms)) return;
  const fields = new URLSearchParams(new FormData(form, button));
  if (pointer === "touch" && form.closest("[data-part=ask]")) fields.set("undoable", "true");
  record(form, fields, button?.dataset.words ?? button?.textContent ?? "The command");
});

one("[data-is=undo-bar] button").addEventListener("click", undo);

page.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const unit = event.target.closest?.("a[data-unit]");
  if (unit) {
    event.preventDefault();
    // On the board a unit that the chosen one may do something with is its target; in the list it is itself chosen.
    const holder = unit.closest("[data-part=board]");
    const named = holder && holder.dataset.chosen !== unit.dataset.unit ? ghosts.naming(unit.dataset.unit) : [];
    const only = page.querySelector(`.able [data-only="${CSS.escape(unit.dataset.unit)}"]`);
    if (named.length === 1) named[0].click();
    else if (named.length > 1) ghosts.only(named);
    else if (only) only.click();
    else choose(unit.dataset.unit);
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
  const orders = event.target.closest?.("a[data-part-of=orders]");
  if (orders) {
    event.preventDefault();
    const shows = new URL(orders.href).searchParams.get("orders");
    if (shows) address.set("orders", shows);
    else address.delete("orders");
    history.replaceState(null, "", `?${address}`);
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

addEventListener("online", goOn);
addEventListener("offline", () => online(false));
setInterval(goOn, AGAIN);

page.classList.add("scripted");
for (const hidden of page.querySelectorAll(".zoom")) hidden.hidden = false;
const zoom = { closer: () => board.zoom(1.5), further: () => board.zoom(1 / 1.5), whole: () => board.reset() };
one(".zoom").addEventListener("click", (event) => zoom[event.target.dataset.does]?.());
showQueue();
if (page.dataset.drawn !== theme || (page.dataset.compact === "true") !== small) await refresh();
else settle();
if (!queue.empty) work();
listen();
// On a phone the board stands above the bar, with nothing before it.
if (small) one(".stage").scrollIntoView();
page.dataset.ready = "true";
