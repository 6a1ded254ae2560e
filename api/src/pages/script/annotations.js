/**
 * Annotations on the replay page: what is said of the moment shown, drawings over the board, signs in the log and along the
 * game, layers shown or hidden, forms sent without a new page. All of it is asked for from the server.
 */
import { part } from "./frames.js";
import { Drawing } from "./drawing.js";

const page = document.querySelector(".replay[data-game]");
const section = page.querySelector(".remarks");
const view = page.querySelector(".view");
const { game, query } = page.dataset;

/** Layers that the reader hides. */
const hidden = new Set();
const shown = () => Number(page.dataset.version);
const theme = () => page.querySelector(".board").dataset.theme;
const address = (path, fields = {}) => {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(fields)) all.set(name, value);
  const text = all.toString();
  return `/g/${game}/${path}${text && `?${text}`}`;
};

const form = section.querySelector("form[data-form=annotate]");
const drawing = form && new Drawing(view, form);

/** The version whose annotations are in the list. */
let listed = shown();

const signs = () => page.querySelector("[data-part=signs]");
const marks = () => [...signs().querySelectorAll(".remark-line a[data-go]")].filter((mark) => !hidden.has(layerOf(mark)));
const layerOf = (element) => element.closest("[data-layer]").dataset.layer;
const saidOf = (version) => marks().filter((mark) => Number(mark.dataset.go) <= version && version <= Number(mark.dataset.to));

/** Puts what is drawn for the moment over the board. */
function draw() {
  const board = view.querySelector(".board > svg");
  for (const old of board.querySelectorAll(":scope > .notes")) old.remove();
  for (const drawn of section.querySelectorAll(".drawn")) {
    const notes = drawn.querySelector(".notes");
    if (notes && !hidden.has(drawn.dataset.layer)) board.append(notes.cloneNode(true));
  }
  drawing?.settle();
}

/** Shows signs in the log, at the events that something is said of. */
function sign() {
  const log = page.querySelector(".log");
  for (const old of log.querySelectorAll(".signs")) old.remove();
  for (const mark of marks()) {
    const line = log.querySelector(`li[data-version="${mark.dataset.go}"] > .words`);
    if (!line) continue;
    const sign = document.createElement("span");
    sign.className = "signs";
    sign.textContent = ` ${mark.dataset.sign}`;
    sign.title = mark.dataset.words;
    line.append(sign);
  }
}

/** Hides what is said in the layers that the reader hides. */
function hide() {
  for (const element of page.querySelectorAll(".remark[data-layer], .signs-of-game [data-layer]")) {
    element.toggleAttribute("hidden", hidden.has(element.dataset.layer));
    element.style.display = hidden.has(element.dataset.layer) ? "none" : "";
  }
  sign();
  draw();
}

/** Asks for what is said of the moment that is shown; after something was said, anew. */
async function list(sent) {
  const version = shown();
  listed = version;
  // What is in the list already stays, with what is being written in it.
  if (!sent && section.querySelector(".said-here").dataset.version === String(version)) return draw();
  const fresh = await part(address(`${version}/annotations`, { theme: theme() }));
  if (listed !== version) return;
  const old = section.querySelector(".said-here");
  const focus = keep(old, fresh, sent);
  old.replaceWith(fresh);
  focus?.focus({ preventScroll: true });
  hide();
}

/** Which annotation or answer a form is about, and what it does with it. */
const about = (form) => ["annotation", "to"].map((name) => form.elements[name]?.value ?? "").concat(form.dataset.form).join(" ");

/** Takes words that are being written in a list over to the one in its place; gives the field that had the focus. */
function keep(old, fresh, sent) {
  const forms = [...fresh.querySelectorAll("form[data-form]")];
  let focus = null;
  for (const words of old.querySelectorAll("form[data-form] textarea")) {
    const hasFocus = words === document.activeElement;
    const twin = forms.find((form) => about(form) === about(words.form));
    if (words.form === sent || !twin || (!hasFocus && words.value === words.defaultValue)) continue;
    twin.elements[words.name].value = words.value;
    // Other words for what was said go with the revision that they were written for: the server tells of what changed meanwhile.
    if (twin.dataset.form === "edit") twin.elements.revision.value = words.form.elements.revision.value;
    twin.closest("details").open = true;
    if (hasFocus) focus = twin.elements[words.name];
  }
  return focus;
}

/** A moment with nothing said of it needs no question. */
function follow() {
  const version = shown();
  if (form) form.action = address(`${version}/annotations`);
  if (saidOf(version).length > 0 || saidOf(listed).length > 0) {
    list().catch(() => {});
  } else {
    draw();
  }
  sign();
}

/** Asks for everything anew after something was said. */
async function refresh(sent) {
  const fresh = await part(address("signs"));
  signs().replaceWith(fresh);
  layers();
  await list(sent);
}

function layers() {
  const choice = signs().querySelector(".layers");
  if (!choice) return;
  choice.hidden = false;
  for (const box of choice.querySelectorAll("[data-shows]")) box.checked = !hidden.has(box.dataset.shows);
}

async function send(sent, event) {
  event.preventDefault();
  const told = sent.querySelector(".problem-here");
  told.textContent = "";
  const answer = await fetch(sent.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(sent)),
    headers: { Accept: "application/json" },
    redirect: "manual",
  });
  if (answer.type !== "opaqueredirect" && !answer.ok) {
    const problem = await answer.json().catch(() => null);
    told.textContent = problem?.detail ?? `The server answered ${answer.status}.`;
    return;
  }
  if (sent.dataset.form === "layer") return location.reload();
  if (sent === form) {
    sent.reset();
    drawing.clear();
  }
  await refresh(sent);
}

/** The version of the next annotation with this glyph. */
function next(glyph, forward) {
  const at = shown();
  const found = marks().filter((mark) => mark.dataset.glyph === String(glyph)).map((mark) => Number(mark.dataset.go));
  return forward ? found.find((version) => version > at) : found.findLast((version) => version < at);
}

function go(version) {
  if (version === undefined) return;
  // The line's own link, so that the replay goes there as for any other.
  marks().find((mark) => Number(mark.dataset.go) === version)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function toggleShown() {
  const hides = page.classList.toggle("no-remarks");
  const button = section.querySelector("[data-does=remarks]");
  button.setAttribute("aria-pressed", String(!hides));
  button.textContent = hides ? "Hidden" : "Shown";
}

function write() {
  const panel = section.querySelector(".write");
  if (!panel) return null;
  panel.open = true;
  return panel;
}

/** What a key does, as players of chess know it. */
function act(event) {
  const seek = { b: 4, m: 2, i: 6 }[event.key.toLowerCase()];
  if (seek) return go(next(seek, !event.shiftKey));
  if (event.key === "d") return toggleShown();
  if (event.key === "g") return write()?.querySelector("[name=glyph]:checked")?.focus();
  if (!form) return;
  write();
  const radio = form.querySelector(`[name=glyph][value="${event.key}"]`);
  (radio.checked ? form.querySelector("[name=glyph][value='']") : radio).click();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || event.ctrlKey || document.querySelector("dialog[open]")) return;
  if (!/^[dgbmiBMI1-6]$/.test(event.key)) return;
  const field = event.target.closest("textarea, select, input, [contenteditable]");
  if (field && field.type !== "checkbox" && field.type !== "radio") return;
  event.preventDefault();
  act(event);
});
page.addEventListener("submit", (event) => {
  const sent = event.target.closest("form[data-form]");
  if (sent) send(sent, event).catch((error) => (sent.querySelector(".problem-here").textContent = String(error)));
});
page.addEventListener("change", (event) => {
  const { shows } = event.target.dataset;
  if (!shows) return;
  if (event.target.checked) hidden.delete(shows);
  else hidden.add(shows);
  hide();
});
section.querySelector("[data-does=remarks]").hidden = false;
section.querySelector("[data-does=remarks]").addEventListener("click", toggleShown);
// The replay says in its own attribute which moment is shown; the log comes a moment later.
new MutationObserver(follow).observe(page, { attributes: true, attributeFilter: ["data-version"] });
new MutationObserver((changes) => {
  if (changes.some((change) => [...change.addedNodes].some((node) => node.classList?.contains("log")))) sign();
}).observe(page.querySelector(".events .scroll"), { childList: true });
layers();
hide();
page.dataset.annotated = "true";
