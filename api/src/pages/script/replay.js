/**
 * The replay: moment after moment without a new page. The server draws every moment; this puts it into its place, asks
 * for the next ones early, and keeps address, log, line and share panel at the moment that is shown.
 */
import { Board } from "./board.js";
import { Course } from "./course.js";
import { fit } from "./fit.js";
import { Frames } from "./frames.js";
import { toggleHelp } from "./help.js";
import { listen } from "./keys.js";
import { Log } from "./log.js";
import { Player } from "./player.js";
import { listenRerolls } from "./reroll.js";
import { Share } from "./share.js";
import { swipe } from "./swipe.js";
import { UnitCard } from "./unit.js";
import { followVariations } from "./variations.js";

/** The parts of the page that change from moment to moment. */
const PARTS = ["sides", "board", "said", "units"];
/** Milliseconds of rest before the address is written: browsers take only so many changes. */
const REST = 200;

const page = document.querySelector(".replay[data-game]");
const { game, query, review } = page.dataset;
let end = Number(page.dataset.end);
/** The end that the line along the game was drawn for. */
const drawnEnd = end;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const wide = matchMedia("(min-width: 62.01rem)");
const theme = page.dataset.chosen ?? (prefersDark.matches ? "dark" : "light");
/** How boards are drawn: in the reader's colours, and with few large labels on a small screen. */
const small = matchMedia("(max-width: 40rem)").matches;
const look = small ? { theme, compact: "true" } : { theme };

const one = (selector) => page.querySelector(selector);
const fields = (more) => {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  const text = all.toString();
  return text && `?${text}`;
};
const moment = (version) => `/g/${game}/${version}`;
/** The address of a moment, in the review of the page if it is part of one. */
const address = (version) => moment(version) + fields(review ? { review } : {});

/** The version that is asked for last, and the one that is shown. */
let wanted = Number(page.dataset.version);
let shown = wanted;
let course = null;
/** The step taken last: whoever has jumped a turn mostly jumps another. */
let lastStep = { by: "event", forward: true };

fit(one(".stage"));
const view = one(".view");
const board = new Board(view);
const frames = new Frames((version) => `${moment(version)}/frame${fields(look)}`);
const log = new Log(one(".events .scroll"), (version) => `${moment(version)}/log${fields({})}`);
const unit = new UnitCard(view, one("[data-part=chosen]"), (id) => {
  return `${moment(shown)}/unit/${encodeURIComponent(id)}${fields(look)}`;
});
const share = new Share(one(".share"), game);
listenRerolls(one(".events"));
const every = one("[data-does=every]");
const player = new Player(one("[data-does=play]"), one("[data-does=speed]"), async () => {
  const before = wanted;
  await go(next("event", true));
  return wanted !== before;
});

/** The version a step away from the one asked for last. */
function next(by, forward) {
  if (by === "first") return 1;
  if (by === "last") return end;
  const step = by === "event" && every.checked ? "every" : by;
  return course ? course.step(wanted, step, forward) : wanted;
}

/** Shows a version; a later wish overtakes it. */
async function go(version, since = performance.now()) {
  if (version === wanted && version === shown) return;
  wanted = version;
  let frame;
  try {
    frame = await frames.get(version);
  } catch (error) {
    // The page of the moment says what is wrong; but a page that is being left asks in vain, and must not come back.
    setTimeout(() => {
      if (wanted === version) location.assign(address(version));
    }, REST);
    throw error;
  }
  if (wanted !== version) return;
  put(frame, version);
  foresee();
  // The next frame of the screen has it.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.measure("step", { start: since, end: performance.now() });
    port2.postMessage(0);
  });
}

function put(frame, version) {
  const focused = document.activeElement?.closest?.("a.unit, [data-part=units] a");
  for (const name of PARTS) {
    const fresh = frame.querySelector(`[data-part=${name}]`);
    one(`[data-part=${name}]`).replaceWith(fresh.cloneNode(true));
  }
  shown = version;
  // What goes by of itself is not read out.
  one("[aria-live]").setAttribute("aria-live", player.playing ? "off" : "polite");
  page.dataset.version = String(version);
  board.settle();
  unit.settle();
  if (focused) {
    const where = focused.matches("a.unit") ? ".view a.unit" : "[data-part=units] a";
    one(`${where}[data-unit="${CSS.escape(focused.dataset.unit)}"]`)?.focus({ preventScroll: true });
  }
  point("first", version > 1 ? 1 : null);
  point("prev", frame.dataset.before);
  point("next", frame.dataset.after);
  point("last", version < end ? end : null);
  one("[data-is=version]").textContent = version;
  one(".scrub input").value = version;
  const now = one(".line .now");
  for (const side of ["x1", "x2"]) now.setAttribute(side, `${Math.min((version - 1) / drawnEnd, 1) * 100}%`);
  log.show(version);
  share.show(version);
  followVariations(one(".variations"), version);
  clearTimeout(put.timer);
  put.timer = setTimeout(() => {
    history.replaceState(null, "", address(version));
    document.title = document.title.replace(/event \d+/, `event ${version}`);
    // Where it has a line to come into; in a narrow window it would push the board and the buttons down.
    if (version === end && wide.matches) one("header.game details.result")?.setAttribute("open", "");
  }, REST);
}

function point(rel, version) {
  const link = one(`.steps [rel=${rel}]`);
  if (version) {
    link.href = address(version);
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  }
}

/** Asks for what a key may show next. */
function foresee() {
  if (!course) return;
  const by = every.checked ? "every" : "event";
  const again = next(lastStep.by, lastStep.forward);
  const likely = [again];
  let [on, back] = [shown, shown];
  for (let ahead = 0; ahead < 6; ahead += 1) {
    on = course.step(on, by, true);
    likely.push(on);
    if (ahead < 2) {
      back = course.step(back, by, false);
      likely.push(back);
    }
  }
  for (const far of ["activation", "turn"]) likely.push(course.step(shown, far, true), course.step(shown, far, false));
  likely.push(course.step(shown, "luck", true), 1, end);
  frames.foresee([...new Set(likely)].filter((version) => version !== shown));
}

async function act(name, forward, since) {
  if (name !== "play" && name !== "closer" && name !== "further" && name !== "whole") player.stop();
  switch (name) {
    case "play":
      // At the end there is nothing more to play: it begins anew where the battle does.
      if (!player.playing && wanted === end) await go(Number(page.dataset.begins));
      return player.toggle();
    case "closer":
      return board.zoom(1.4);
    case "further":
      return board.zoom(1 / 1.4);
    case "whole":
      return board.reset();
    case "flip":
      return location.assign(moment(wanted) + flipped());
    case "help":
      return toggleHelp();
    case "away":
      return unit.away();
    default:
      lastStep = { by: name, forward };
      return go(next(name, forward), since);
  }
}

function flipped() {
  const all = new URLSearchParams(query);
  if (all.has("flip")) all.delete("flip");
  else all.set("flip", "true");
  if (review) all.set("review", review);
  const text = all.toString();
  return text && `?${text}`;
}

const BUTTONS = {
  closer: ["closer"],
  further: ["further"],
  whole: ["whole"],
  play: ["play"],
  help: ["help"],
  flip: ["flip"],
  first: ["first"],
  last: ["last"],
  prev: ["event", false],
  next: ["event", true],
  "turn-back": ["turn", false],
  "turn-on": ["turn", true],
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const target = event.target.closest("[data-go], [data-does]");
  if (!target) return;
  if (target.dataset.go) {
    event.preventDefault();
    player.stop();
    return go(Number(target.dataset.go), event.timeStamp);
  }
  const does = BUTTONS[target.dataset.does];
  if (!does) return;
  event.preventDefault();
  act(does[0], does[1], event.timeStamp);
});

const scrub = one(".scrub input");
scrub.addEventListener("input", () => {
  player.stop();
  go(Number(scrub.value));
});
every.addEventListener("change", foresee);
prefersDark.addEventListener("change", () => {
  if (!page.dataset.chosen) location.reload();
});

// Other modules lead to a moment, or say that the game has gone on.
page.addEventListener("go", (event) => {
  player.stop();
  go(event.detail);
});
page.addEventListener("grown", async (event) => {
  const was = end;
  end = event.detail;
  page.dataset.end = String(end);
  scrub.max = String(end);
  for (const whole of page.querySelectorAll("[data-is=end]")) whole.textContent = end;
  course = await Course.of(game);
  frames.forget(was);
  point("last", wanted < end ? end : null);
  if (wanted !== was || shown !== was) return;
  // Who looks at the present goes on looking at it; who is led looks at what they are shown.
  if (page.dataset.led) point("next", next("event", true));
  else go(end);
});

for (const hidden of page.querySelectorAll(".zoom, .scrub, .steps [hidden]")) hidden.hidden = false;
course = await Course.of(game);
listen(act);
if (page.dataset.drawn !== theme || (page.dataset.compact === "true") !== small) {
  const first = shown;
  const frame = await frames.get(first);
  // Meanwhile somebody may have led the page elsewhere.
  if (wanted === first && shown === first) put(frame, first);
}
swipe(view, (forward) => !board.shown && act("event", forward));
foresee();
page.dataset.ready = "true";
