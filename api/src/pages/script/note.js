/**
 * The board on which positions are noted: pieces are dragged to where they stand. The fields of each piece hold what is noted; the
 * board shows it until the server draws it anew.
 */
import { Field } from "./field.js";
import { Queue } from "./queue.js";

const page = document.querySelector(".note");
const form = page.querySelector("form.noting");

if (form) {
  const holder = page.querySelector("[data-part=board]");
  const svg = holder.querySelector("svg");
  const field = new Field(holder);
  const step = Number(form.dataset.step);
  const rows = new Map([...form.querySelectorAll("details.piece")].map((row) => [row.dataset.piece, row]));
  const input = (row, name) => form.elements.namedItem(`f/piece/${row.dataset.piece}/${name}`);
  const put = (one, value) => {
    one.value = value;
    one.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const round = (number) => Math.round(number * 1000) / 1000;
  let chosen = null;
  let drag = null;

  const centre = (token) => {
    const sum = token.outline.reduce(([x, y], point) => [x + point.x, y + point.y], [0, 0]);
    return sum.map((number) => number / token.outline.length);
  };
  const tokens = new Map(field.tokens.map((token) => [token.id, token]));
  /** The piece's picture on the board. */
  const pictured = (row) => field.pictured(row.dataset.piece);
  const links = new Map([...svg.querySelectorAll("a.unit")].map((link) => [link.dataset.unit, link]));
  const rowOf = (link) => [...rows.values()].find((row) => pictured(row) === link.dataset.unit);

  /** The point of the board under the pointer. */
  function under(event) {
    const dot = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return field.point([dot.x, dot.y]);
  }

  /** Shows a piece where its fields say. */
  function show(row) {
    const id = pictured(row);
    const link = links.get(id);
    if (!link) return;
    const gone = input(row, "gone")?.value;
    link.style.opacity = gone ? "0.25" : "";
    if (!input(row, "x").value || !input(row, "y").value) return;
    const token = tokens.get(id);
    const from = field.dot(centre(token));
    const to = field.dot([Number(input(row, "x").value), Number(input(row, "y").value)]);
    const turn = token.facing === null || !input(row, "facing").value ? 0 : Number(input(row, "facing").value) - token.facing;
    link.setAttribute("transform", `translate(${to[0] - from[0]} ${to[1] - from[1]}) rotate(${turn} ${from[0]} ${from[1]})`);
    const was = JSON.parse(input(row, "was").value);
    row.classList.toggle("changed", ["x", "y"].some((name) => was.at && Number(input(row, name).value) !== was.at[name]));
  }

  function choose(row) {
    if (chosen) chosen.open = false;
    chosen = row;
    for (const other of rows.values()) other.classList.toggle("chosen", other === row);
    for (const link of links.values()) link.classList.remove("chosen");
    if (!row) return;
    row.open = true;
    links.get(pictured(row))?.classList.add("chosen");
  }

  /** Buttons for a finger beside the fields of a piece. */
  function enliven(row) {
    const bar = document.createElement("div");
    bar.className = "quick";
    const button = (words, label, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words;
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      bar.append(made);
    };
    const left = input(row, "left");
    if (left) {
      const change = (by) => put(left, String(Math.min(Number(left.max), Math.max(0, Number(left.value || 0) + by))));
      button("−1", "One less", () => change(-1));
      button("+1", "One more", () => change(1));
    }
    if (input(row, "facing").value) {
      const by = step === 1 ? 15 : step;
      const turn = (angle) => put(input(row, "facing"), String((((Number(input(row, "facing").value) + angle) % 360) + 360) % 360));
      button("⟲", "Turn left", () => turn(-by));
      button("⟳", "Turn right", () => turn(by));
    }
    const gone = input(row, "gone");
    if (gone) {
      button("✕", "Off the field", () => put(gone, gone.value ? "" : gone.options[1].value));
    }
    row.querySelector("summary").after(bar);
  }

  for (const row of rows.values()) {
    enliven(row);
    row.classList.toggle("off", !links.has(pictured(row)));
    row.addEventListener("input", () => {
      const left = input(row, "left");
      const state = row.querySelector("[data-is=state]");
      if (left) state.textContent = `${left.value} of ${left.max}`;
      show(row);
    });
    row.querySelector("summary").addEventListener("click", (event) => {
      event.preventDefault();
      choose(row === chosen ? null : row);
    });
  }

  /** Puts the chosen piece on the board where it was pointed at. */
  function place(row, point) {
    const [x, y] = field.snapped(point);
    const gone = input(row, "gone");
    if (gone?.value) put(gone, "");
    put(input(row, "x"), round(x));
    put(input(row, "y"), round(y));
  }

  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    const link = event.target.closest("a.unit");
    const row = link && rowOf(link);
    if (!row || event.button !== 0) return;
    event.preventDefault();
    const [x, y] = under(event);
    const at = ["x", "y"].map((name) => Number(input(row, name).value));
    drag = { row, by: [at[0] - x, at[1] - y], from: [event.clientX, event.clientY], moved: false };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < 5) return;
    drag.moved = true;
    const [x, y] = under(event);
    place(drag.row, [x + drag.by[0], y + drag.by[1]]);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, () => {
      if (drag) choose(drag.row);
      drag = null;
    });
  }
  svg.addEventListener("click", (event) => {
    const link = event.target.closest("a.unit");
    if (link) event.preventDefault();
    else if (chosen && (input(chosen, "gone")?.value || !input(chosen, "x").value)) place(chosen, under(event));
  });
  const queue = new Queue(`${page.dataset.game}-noted`, showWaiting);
  const button = form.querySelector("button.main");
  const notes = form.querySelector(".notes");
  const moment = { turn: form.elements.namedItem("f/turn"), active: form.elements.namedItem("f/active") };
  let second = form.dataset.second !== undefined;
  let sending = false;
  /** The version that the record has come to, as far as it was told. */
  let reached = Number(page.dataset.version);
  const loaded = reached;

  const words = () => `${form.dataset.counts} ${moment.turn.value}: ${moment.active.selectedOptions[0].textContent}`;

  /** Says what stands in the way, under the board. */
  function say(...parts) {
    const told = document.createElement("p");
    told.append(...parts);
    notes.replaceChildren(told);
    notes.scrollIntoView({ block: "nearest" });
  }

  /** Takes the sheet as it is noted now for the one that the next position is compared with. */
  function settle(row) {
    const was = JSON.parse(input(row, "was").value);
    const value = (name) => input(row, name)?.value ?? "";
    const is = { ...was, at: undefined, facing: undefined, left: undefined, conditions: undefined, gone: undefined };
    if (value("gone")) is.gone = value("gone");
    else {
      if (value("x") && value("y")) is.at = { x: Number(value("x")), y: Number(value("y")) };
      if (value("facing")) is.facing = Number(value("facing"));
      if (value("left")) is.left = Number(value("left"));
      const marks = [...row.querySelectorAll("[name$='/is']:checked")].map((mark) => mark.value);
      if (was.conditions || marks.length > 0) is.conditions = marks;
    }
    input(row, "was").value = JSON.stringify(is);
  }

  /** Goes on to the moment behind the one that was noted, which the server has not told yet. */
  function goOn() {
    for (const row of rows.values()) settle(row);
    const turns = Number(form.dataset.turns);
    const grows = turns === 1 || second;
    second = turns > 1 && !second;
    if (grows) moment.turn.value = Number(moment.turn.value) + 1;
    moment.active.selectedIndex = (moment.active.selectedIndex + 1) % moment.active.options.length;
    form.elements.namedItem("reason").value = "";
    form.elements.namedItem("key").value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    button.textContent = words();
    choose(null);
  }

  /** The positions that wait for a connection, and what stands in the way of the first. */
  function showWaiting() {
    const section = form.querySelector(".waiting");
    section.hidden = queue.empty;
    const items = queue.items.map((item, place) => {
      const line = document.createElement("li");
      line.append(item.words);
      if (place === 0 && item.conflict) {
        const leave = document.createElement("button");
        leave.type = "button";
        leave.textContent = "Leave it out";
        leave.addEventListener("click", () => {
          leaveOut();
          sendAll();
        });
        const again = document.createElement("button");
        again.type = "button";
        again.textContent = "Send it again";
        again.addEventListener("click", () => {
          queue.renew(reached);
          sendAll();
        });
        line.append(`: ${item.conflict} `, again, " ", leave);
      }
      return line;
    });
    section.querySelector("ol").replaceChildren(...items);
  }

  /** The first is left out: what it noted is noted by the one behind it. */
  function leaveOut() {
    const left = new URLSearchParams(queue.first.fields);
    const next = queue.items[1];
    const carry = (has, set) => {
      for (const [name, was] of left) if (name.endsWith("/was") && has(name)) set(name, was);
    };
    if (next) {
      const fields = new URLSearchParams(next.fields);
      carry((name) => fields.has(name), (name, was) => fields.set(name, was));
      next.fields = fields.toString();
    } else {
      carry((name) => form.elements.namedItem(name), (name, was) => (form.elements.namedItem(name).value = was));
    }
    queue.drop();
  }

  /** Sends the positions that wait, in order. Whether all of them arrived. */
  async function sendAll() {
    if (sending) return false;
    sending = true;
    try {
      while (!queue.empty && !queue.first.conflict) {
        const headers = { Accept: "application/json" };
        const sent = { method: "POST", headers, body: new URLSearchParams(queue.first.fields) };
        const answer = await fetch(form.action, sent).catch(() => null);
        if (!answer || answer.status >= 500) {
          say("There is no connection: positions are kept here and sent when there is one.");
          return false;
        }
        const told = await answer.json().catch(() => ({}));
        if (!answer.ok) {
          // Somebody else recorded meanwhile: sent again it goes behind that.
          if (told.version) reached = told.version;
          queue.stop(told.detail ?? told.title ?? "it was refused");
          return false;
        }
        reached = told.version;
        form.elements.namedItem("version").value = told.version;
        queue.arrived(told.version);
      }
      return queue.empty;
    } finally {
      sending = false;
    }
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const fields = new URLSearchParams(new FormData(form));
    const alone = queue.empty;
    queue.add(fields, words());
    const arrived = await sendAll();
    button.disabled = false;
    if (alone && arrived) {
      location.assign(location.pathname);
      return;
    }
    if (alone && queue.first?.conflict) {
      // What was refused at once is put right where it was entered.
      say(queue.first.conflict);
      queue.drop();
      return;
    }
    goOn();
  });
  const send = async () => {
    if (!queue.empty && (await sendAll())) notes.replaceChildren();
  };
  addEventListener("online", send);
  setInterval(send, 15_000);
  showWaiting();
  send().then(() => {
    // What waited from an earlier visit was noted behind what this page shows.
    if (reached !== loaded) location.assign(location.pathname);
  });
  for (const row of rows.values()) show(row);
  page.classList.add("live");
  for (const how of page.querySelectorAll(".how")) how.hidden = false;
}
