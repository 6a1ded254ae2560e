/**
 * A review on the replay page: who leads sends the moment and what is drawn over it; the boards of those who follow go where
 * the leader is, until they go their own way.
 */
import { sketch } from "./sketch.js";
import { follow } from "./stream.js";

const page = document.querySelector(".replay[data-game]");
const panel = page.querySelector(".review[data-review]");

/** Follows the review of the page. */
function join() {
  const { review, live } = panel.dataset;
  const { game } = page.dataset;
  const api = `/v1/games/${game}/reviews/${review}`;
  const one = (name) => panel.querySelector(`[data-is=${name}]`);
  const button = panel.querySelector("[data-does=follow-review]");
  const drawn = page.querySelector("form[data-form=annotate] [name=drawings]");
  const board = () => page.querySelector(".view .board");
  const shown = () => Number(page.dataset.version);
  const kept = `hindsight-review-${review}`;
  /** The review as it was told last. */
  let led = null;
  /** Versions that the page was sent to and has not shown yet: the leader may be further when one of them is there. */
  const sentTo = new Set();
  let following = sessionStorage.getItem(kept) !== "away";

  const view = new URLSearchParams(page.dataset.query);
  const [seat, flip] = [view.get("seat"), view.get("flip") === "true"];

  function choose(follows) {
    following = follows;
    sessionStorage.setItem(kept, follows ? "here" : "away");
    button.setAttribute("aria-pressed", String(follows));
    button.textContent = follows ? "Following" : "Follow";
    if (follows) go();
    else sketch(board(), [], "led");
  }

  /** Says on the page whether somebody else leads it, so that it goes nowhere by itself. */
  function say() {
    if (following && !led?.leader.you && !panel.dataset.ended) page.dataset.led = "true";
    else delete page.dataset.led;
  }

  /** Goes where the leader is. */
  function go() {
    if (!led || led.leader.you || !following) return;
    const { moment } = led;
    if ((moment.seat ?? null) !== seat || Boolean(moment.flip) !== flip) {
      const fields = new URLSearchParams({ review });
      if (moment.seat) fields.set("seat", moment.seat);
      if (moment.flip) fields.set("flip", "true");
      return location.assign(`/g/${game}/${moment.version}?${fields}`);
    }
    if (shown() !== moment.version) {
      sentTo.add(moment.version);
      page.dispatchEvent(new CustomEvent("go", { detail: moment.version }));
    } else sketch(board(), moment.drawings, "led");
  }

  function tell() {
    one("leader").textContent = led.leader.you ? "You lead" : `${led.leader.name} leads`;
    // The reader's own stream is counted there and is no viewer to them.
    const others = Math.max(0, led.followers - 1);
    one("followers").textContent = others === 1 ? "1 other viewer" : `${others} other viewers`;
    one("there").href = led.page;
    one("there").dataset.go = String(led.moment.version);
    one("there").querySelector("b").textContent = led.moment.version;
    button.hidden = led.leader.you;
    for (const form of panel.querySelectorAll("form[data-for]")) {
      const mine = { leader: led.leader.you || led.maker.you, maker: led.maker.you, other: led.maker.you && !led.leader.you };
      form.hidden = !mine[form.dataset.for];
    }
  }

  // What is shown now is sent one by one; while one is under way only the last of what comes is kept.
  let [sending, next] = [false, false];
  async function lead() {
    next = true;
    if (sending) return;
    sending = true;
    while (next && led?.leader.you) {
      next = false;
      const moment = { version: shown(), flip, drawings: drawn?.value ? JSON.parse(drawn.value) : [] };
      if (seat) moment.seat = seat;
      const answer = await fetch(`${api}/moment`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(moment),
      }).catch(() => null);
      if (!answer || answer.status === 429) {
        await new Promise((done) => setTimeout(done, 1000));
        next = true;
      }
    }
    sending = false;
  }

  button.addEventListener("click", () => choose(!following));
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select");
    if (event.key === "y" && !elsewhere && !button.hidden && !document.querySelector("dialog[open]")) choose(!following);
  });
  let before = shown();
  new MutationObserver(() => {
    // The same moment may be drawn anew.
    if (shown() === before) return;
    before = shown();
    if (!led) return;
    if (led.leader.you) return lead();
    if (!following) return;
    const isSent = sentTo.delete(shown());
    if (shown() === led.moment.version) {
      sentTo.clear();
      sketch(board(), led.moment.drawings, "led");
    } else if (isSent) go();
    // Who steps by themselves goes their own way from here.
    else choose(false);
  }).observe(page, { attributes: true, attributeFilter: ["data-version"] });
  page.addEventListener("drawn", lead);

  let own = null;
  follow(live, (name, told) => {
    if (name === "ended") {
      panel.dataset.ended = "true";
      say();
      one("leader").textContent = "This review has ended";
      sketch(board(), [], "led");
      for (const form of panel.querySelectorAll("form, button")) form.hidden = true;
    } else if (name === "review") {
      led = told;
      say();
      tell();
      // Who was given the lead shows at once where they are.
      if (led.leader.you && own === false) lead();
      own = led.leader.you;
      if (own) sketch(board(), [], "led");
      else go();
    }
  }).then(() => {
    panel.dataset.ended = "true";
    say();
    button.hidden = true;
  });
  choose(following);
  panel.dataset.ready = "true";
}

if (panel) join();
