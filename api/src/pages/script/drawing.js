/**
 * Drawing over the board with a pointer, in board units. What is being drawn is sketched in one line; once it is saved the
 * server draws it.
 */

import { Field } from "./field.js";
import { short, sketch } from "./sketch.js";

const NAMES = { arrow: "Arrow", circle: "Circle", area: "Area", distance: "Distance" };

export class Drawing {
  /**
   * @param view what holds the board
   * @param form the form that the drawings belong to
   */
  constructor(view, form) {
    this.view = view;
    this.form = form;
    this.list = form.querySelector(".drawn-so-far");
    this.field = form.querySelector("[name=drawings]");
    this.drawings = [];
    this.tool = null;
    this.from = null;
    form.querySelector(".tools").hidden = false;
    form.querySelector("[data-does=add-drawing]").hidden = false;
    form.addEventListener("click", (event) => this.#click(event));
    // Before the board takes a pointer for a drag of itself, and a unit under it for chosen.
    for (const [name, act] of [["pointerdown", "down"], ["pointermove", "move"], ["pointerup", "up"], ["pointercancel", "cancel"], ["click", "away"]]) {
      view.addEventListener(name, (event) => this.#pointer(act, event), true);
    }
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.tool) this.#choose(null);
    });
  }

  /** Forgets what was drawn. */
  clear() {
    this.drawings = [];
    this.#choose(null);
    this.#show();
  }

  /** Puts the sketches on a new board. */
  settle() {
    this.#board().classList.toggle("drawing", this.tool !== null);
    this.#show();
  }

  #board() {
    return this.view.querySelector(".board");
  }

  #field() {
    return new Field(this.#board());
  }

  /** A place of the page in board units. */
  #place(event) {
    const svg = this.#board().querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [x, y] = this.#field().point([at.x, at.y]).map((number) => Math.round(number * 100) / 100);
    return { x, y };
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.tool) this.#choose(this.tool === button.dataset.tool ? null : button.dataset.tool);
    else if (button.dataset.does === "add-drawing") this.#byNumbers();
    else if (button.dataset.takes) {
      this.drawings.splice(Number(button.dataset.takes), 1);
      this.#show();
    }
  }

  #choose(tool) {
    this.tool = tool;
    this.from = null;
    for (const button of this.form.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    }
    this.#board().classList.toggle("drawing", tool !== null);
  }

  #pointer(act, event) {
    if (!this.tool || event.target.closest("button")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (act === "down" && event.button === 0) {
      this.from = this.#place(event);
      this.view.setPointerCapture(event.pointerId);
    } else if (act === "move" && this.from) {
      this.#show(this.#made(this.tool, this.from, this.#place(event)));
    } else if (act === "up" && this.from) {
      const [from, to] = [this.from, this.#place(event)];
      this.from = null;
      if (Math.hypot(to.x - from.x, to.y - from.y) >= 0.05) this.drawings.push(this.#made(this.tool, from, to));
      this.#show();
    } else if (act === "cancel") {
      this.from = null;
      this.#show();
    }
  }

  #byNumbers() {
    const value = (name) => this.form.elements[name].value;
    const numbers = ["x1", "y1", "x2", "y2"].map((name) => (value(name) === "" ? NaN : Number(value(name))));
    if (!value("draw") || numbers.some(Number.isNaN)) {
      this.form.querySelector(".problem-here").textContent = "Say what to draw, and both points.";
      return;
    }
    this.form.querySelector(".problem-here").textContent = "";
    const [x1, y1, x2, y2] = numbers;
    this.drawings.push(this.#made(value("draw"), { x: x1, y: y1 }, { x: x2, y: y2 }));
    for (const name of ["draw", "x1", "y1", "x2", "y2", "label"]) this.form.elements[name].value = "";
    this.#show();
  }

  #made(type, from, to) {
    const look = { type, colour: this.form.elements.colour.value };
    const label = this.form.elements.label.value.trim();
    if (label) look.label = label;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (type === "circle") return { ...look, centre: from, radius: Number(length.toFixed(2)) };
    if (type === "area") return { ...look, outline: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }] };
    return { ...look, from, to };
  }

  #words(drawing) {
    const at = (point) => `(${short(point.x)}, ${short(point.y)})`;
    const name = NAMES[drawing.type];
    if (drawing.type === "circle") return `${name} of ${short(drawing.radius)} around ${at(drawing.centre)}`;
    if (drawing.type === "area") return `${name} ${at(drawing.outline[0])} to ${at(drawing.outline[2])}`;
    return `${name} from ${at(drawing.from)} to ${at(drawing.to)}`;
  }

  /** Lists and sketches what was drawn, and what is being drawn. */
  #show(now) {
    this.field.value = this.drawings.length > 0 ? JSON.stringify(this.drawings) : "";
    this.list.replaceChildren(
      ...this.drawings.map((drawing, place) => {
        const line = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.takes = String(place);
        button.textContent = "Take away";
        line.append(this.#words(drawing), button);
        return line;
      }),
    );
    sketch(this.#board(), now ? [...this.drawings, now] : this.drawings, "own");
    if (!now) this.form.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
  }
}
