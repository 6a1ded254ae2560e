/**
 * What is shown over the board while something is chosen: where each choice leads, whom it names, and the ghost of a unit
 * that is dragged to its place. Everything comes from the buttons and fields of the page; no rule is known here.
 */

import { Field } from "./field.js";

const SVG = "http://www.w3.org/2000/svg";

function make(tag, fields) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(fields)) element.setAttribute(name, value);
  return element;
}

/** Whether a finger points, which hides what it touches. */
const coarse = matchMedia("(pointer: coarse)").matches;

const corners = (text) => text.split(" ").map((pair) => pair.split(",").map(Number));
const middle = (points) => points.reduce(([x, y], point) => [x + point[0] / points.length, y + point[1] / points.length], [0, 0]);
const round = (number) => Math.round(number * 1000) / 1000;

/** One step along a heading: degrees, clockwise, 0 is up the board. */
const ahead = (degrees) => [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];

/** The same points turned clockwise around the origin. */
function turned(points, degrees) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return points.map(([x, y]) => [x * cos + y * sin, y * cos - x * sin]);
}

/** A place and a heading that three fields say. */
class Pose {
  constructor(input) {
    Object.assign(this, { x: input("x"), y: input("y"), heading: input("heading") });
  }

  /** Whether nothing is entered yet. */
  get empty() {
    return this.x.value === "";
  }

  now() {
    return { x: Number(this.x.value), y: Number(this.y.value), heading: Number(this.heading.value) };
  }

  /** Enters where a unit stands, which nobody changed yet. */
  enter([x, y, heading]) {
    [this.x.value, this.y.value, this.heading.value] = [x, y, heading];
  }

  set(fields) {
    for (const [name, value] of Object.entries(fields)) this[name].value = round(value);
    this.x.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** A place and a heading at the end of a way from where a unit stands: a turn, straight ahead, a turn. */
class Way {
  /**
   * @param input from the name of a member to its field
   * @param names the members that say the way
   * @param from where the unit stands: its place and its heading
   */
  constructor(input, names, from) {
    Object.assign(this, { names, from, distance: input(names.distance), first: names.first && input(names.first), last: input(names.last) });
  }

  /** The heading of the straight part. */
  get #course() {
    return this.first?.value ? Number(this.first.value) : this.from.heading;
  }

  get empty() {
    return false;
  }

  now() {
    const [dx, dy] = ahead(this.#course);
    const far = Number(this.distance.value) / this.names.per_unit;
    const heading = this.last.value ? Number(this.last.value) : this.#course;
    return { x: this.from.x + dx * far, y: this.from.y + dy * far, heading };
  }

  /** A new place keeps the last turn where one was chosen; a new heading keeps the place. */
  set({ x, y, heading }) {
    if (x !== undefined) this.#go(x - this.from.x, (y ?? this.now().y) - this.from.y);
    else if (y !== undefined) this.#go(this.now().x - this.from.x, y - this.from.y);
    if (heading !== undefined) this.last.value = heading === this.#course ? "" : heading;
    this.distance.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #go(across, up) {
    if (this.first) {
      const course = (Math.round((Math.atan2(across, up) * 180) / Math.PI) + 360) % 360;
      if (Math.hypot(across, up) > 0.05) this.first.value = course === this.from.heading ? "" : course;
    }
    const [dx, dy] = ahead(this.#course);
    const { per_unit: perUnit, step, most } = this.names;
    const far = Math.round(((across * dx + up * dy) * perUnit) / step) * step;
    this.distance.value = Math.min(Math.max(far, 0), most);
  }
}

export class Ghosts {
  /**
   * @param page the recorder
   * @param posed the fields of a place and a heading that are shown as a ghost, and the unit that has them or what is
   *   known of its outline; it is given what finds those of the first form that is open, which are taken without it
   */
  constructor(page, posed = (opened) => opened()) {
    this.page = page;
    this.posing = posed;
    page.addEventListener("judged", (event) => {
      if (event.target === this.posed?.form) this.shape.classList.toggle("refused", !event.detail.allowed);
    });
    page.addEventListener(
      "toggle",
      (event) => {
        // While a finger holds the ghost, the form that it goes over to opens and the other one closes.
        if (this.held) return;
        if (event.target.open) this.opened = event.target;
        this.settle();
      },
      true,
    );
    page.addEventListener("input", (event) => {
      if (event.target.form === this.posed?.form) this.#place();
    });
  }

  /** After the page was drawn anew, or something opened or closed in it. Who holds the ghost by its keys goes on holding it. */
  settle() {
    const held = this.ghost && document.activeElement === this.ghost;
    const holder = this.page.querySelector("[data-part=board]");
    const svg = holder.querySelector("svg");
    svg.querySelector(".ghosts")?.remove();
    this.layer = make("g", { class: "ghosts" });
    svg.append(this.layer);
    this.svg = svg;
    this.field = new Field(holder);
    this.posed = null;
    this.ghost = null;
    this.held = false;
    this.#places();
    this.#targets(holder);
    this.#pose();
    if (held) this.ghost?.focus({ preventScroll: true });
  }

  /** Where the complete choices of the chosen unit lead. */
  #places() {
    const places = new Map();
    for (const button of this.page.querySelectorAll(".ask .deeds-of form:not(.samples) .choices button[data-outline]")) {
      const known = places.get(button.dataset.outline);
      if (known) known.push(button);
      else places.set(button.dataset.outline, [button]);
    }
    const own = this.field.token(this.page.querySelector("[data-part=board]").dataset.chosen);
    const here = own && this.field.dots(own.points);
    for (const [outline, buttons] of places) {
      const points = corners(outline);
      const shape = this.field.dots(points);
      // Arrows are too small for a finger: there the headings are chosen by their buttons.
      if (shape !== here) this.#spot(points, shape, buttons);
      else if (!coarse) this.#ways(points, buttons, 0.62);
    }
  }

  #spot(points, shape, buttons) {
    const words = buttons.map((button) => button.textContent).join(" · ");
    const spot = make("polygon", { points: shape, class: "spot" });
    spot.append(make("title", {}));
    spot.firstChild.textContent = words;
    spot.addEventListener("click", () => {
      if (buttons.length === 1) return buttons[0].click();
      for (const way of this.layer.querySelectorAll(".way.of-spot")) way.remove();
      this.only(buttons);
      if (!coarse) this.#ways(points, buttons, 0.3, "of-spot");
    });
    this.layer.append(spot);
  }

  /** A choice of headings, as arrows around a place. */
  #ways(points, buttons, reach, more = "") {
    const [x, y] = middle(points);
    const size = Math.sqrt(Math.abs(points.reduce((sum, [px, py], place) => {
      const [nx, ny] = points[(place + 1) % points.length];
      return sum + px * ny - nx * py;
    }, 0)) / 2);
    for (const button of buttons.filter((button) => button.dataset.facing)) {
      const degrees = Number(button.dataset.facing);
      const [dx, dy] = ahead(degrees);
      const at = [x + dx * size * reach, y + dy * size * reach];
      const arrow = turned([[-0.17, -0.1], [0, 0.16], [0.17, -0.1]], degrees).map(([px, py]) => [at[0] + px * size, at[1] + py * size]);
      const way = make("polygon", { points: this.field.dots(arrow), class: `way ${more}` });
      way.append(make("title", {}));
      way.firstChild.textContent = button.textContent;
      way.addEventListener("click", () => button.click());
      this.layer.append(way);
    }
  }

  /** Shows only these of the chosen unit's choices; all of them again when another is asked for. */
  only(buttons) {
    for (const button of this.page.querySelectorAll(".ask .deeds-of .choices button")) {
      button.classList.toggle("other", !buttons.includes(button));
    }
    for (const holder of this.page.querySelectorAll(".ask .deeds-of .whole-moves")) {
      holder.open = buttons.some((button) => holder.contains(button));
    }
    buttons[0]?.focus();
  }

  /** Marks whom the choices of the chosen unit name. */
  #targets(holder) {
    const named = new Set();
    for (const button of this.page.querySelectorAll(".ask .deeds-of [data-mentions]")) {
      for (const unit of button.dataset.mentions.split(" ")) named.add(unit);
    }
    for (const unit of holder.querySelectorAll("a.unit")) {
      unit.classList.toggle("named", named.has(unit.dataset.unit));
      unit.classList.toggle("chosen", unit.dataset.unit === holder.dataset.chosen);
    }
  }

  /** The choices of the chosen unit that name another. */
  naming(unit) {
    const all = this.page.querySelectorAll(".ask .deeds-of [data-mentions]");
    return [...all].filter((button) => button.dataset.mentions.split(" ").includes(unit));
  }

  /** The form that asks for a place and a heading, or for a way there: in what was opened last, else the first. */
  #opened() {
    const open = (element) => !element.closest("details:not([open]), .placing");
    const all = [...this.page.querySelectorAll("fieldset[data-pose], form[data-way]")].filter(open);
    const found = all.find((one) => this.opened?.contains(one)) ?? all[0];
    if (!found?.dataset.way) return found && { fieldset: found };
    return this.field.token(found.dataset.unit) && { way: JSON.parse(found.dataset.way), form: found, unit: found.dataset.unit };
  }

  /** The fields that say where the ghost is. */
  #where({ fieldset, form, way, unit }) {
    if (!way) return new Pose((name) => fieldset.form.elements.namedItem(`${fieldset.dataset.pose}/${name}`));
    const token = this.field.token(unit);
    const [x, y] = middle(token.points);
    const shown = (input) => !input.closest(".variant[hidden]");
    const input = (name) => [...form.querySelectorAll(`input[name$="/${name}"]`)].find(shown);
    return new Way(input, way, { x, y, heading: token.facing });
  }

  /** What asks for a place and a heading, as a ghost that can be dragged. */
  #pose() {
    const found = this.posing(() => this.#opened());
    if (!found) return;
    const { unit, outline, way, snap = (fields) => fields, turns = true, least = { move: 0, turn: 0 } } = found;
    const where = this.#where(found);
    this.posed = { form: found.form ?? found.fieldset.form, unit, outline, way, snap, least, from: where.from, where };
    const ghost = make("g", { class: "ghost", tabindex: "0", role: "img" });
    this.shape = make("polygon", { class: "body" });
    this.front = make("circle", { class: "front", r: 7 });
    ghost.append(this.shape);
    if (turns) ghost.append(this.front);
    ghost.setAttribute("aria-label", "Where it is placed. Arrows move it, brackets turn it.");
    this.layer.append(ghost);
    this.ghost = ghost;
    this.#drag(ghost);
    ghost.addEventListener("keydown", (event) => this.#key(event));
    this.#place();
  }

  /** The form of the unit that is placed, looking up the board around the origin. */
  #local() {
    const { form, unit, outline, where } = this.posed;
    const chosen = [...form.querySelectorAll("select[data-kind=UnitId]")].map((select) => select.value).find(Boolean);
    const id = unit ?? chosen ?? form.dataset.unit;
    const token = outline ?? this.field.token(id);
    // The outline of a unit that is not on the field was drawn for the fields as they came.
    const known = token ?? (form.dataset.outline && { points: corners(form.dataset.outline), facing: Number(where.heading.defaultValue) });
    if (!known) return { points: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] };
    const [x, y] = middle(known.points);
    return { points: turned(known.points.map((point) => [point[0] - x, point[1] - y]), -known.facing), at: [x, y], facing: known.facing };
  }

  #place() {
    if (!this.posed) return;
    const { where } = this.posed;
    const local = this.#local();
    if (where.empty && local.at) where.enter([round(local.at[0]), round(local.at[1]), local.facing]);
    const { x, y, heading } = where.now();
    const at = [x, y];
    const points = turned(local.points, heading).map((point) => [point[0] + at[0], point[1] + at[1]]);
    this.shape.setAttribute("points", this.field.dots(points));
    const [dx, dy] = ahead(heading);
    const deep = Math.max(...local.points.map((point) => point[1])) + 12 / this.field.scale;
    const [cx, cy] = this.field.dot([at[0] + dx * deep, at[1] + dy * deep]);
    this.front.setAttribute("cx", cx);
    this.front.setAttribute("cy", cy);
  }

  #set(fields) {
    if (fields.x !== undefined && this.posed.way) this.#goOver(fields);
    this.posed.where.set(this.posed.snap(fields));
  }

  /** Goes over to the shortest kind of move that reaches a place: what is too far for one form of the unit is another's. */
  #goOver({ x, y }) {
    const { form, unit, way, from } = this.posed;
    const far = Math.hypot(x - from.x, y - from.y) * way.per_unit;
    const forms = [...this.page.querySelectorAll(`.ask form[data-way][data-unit="${CSS.escape(unit)}"]`)];
    const ways = forms.map((one) => ({ form: one, way: JSON.parse(one.dataset.way), unit })).sort((one, other) => one.way.most - other.way.most);
    const found = ways.find((one) => far <= one.way.most + one.way.step / 2) ?? ways.at(-1);
    if (!found || found.form === form) return;
    this.posed = { ...this.posed, form: found.form, way: found.way, where: this.#where(found) };
    this.opened = found.form.closest("details");
    form.closest("details").open = false;
    this.opened.open = true;
  }

  /** Where on the board a pointer is. */
  point(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return this.field.point([point.x, point.y]);
  }

  /** Holds the ghost by a pointer that went down at a place of the page: it follows until it is let go. */
  take({ pointerId, clientX, clientY }, turns = false) {
    this.ghost.focus({ preventScroll: true });
    const [x, y] = this.point({ clientX, clientY });
    const now = this.posed.where.now();
    this.held = turns ? "turn" : [x - now.x, y - now.y];
    this.begun = this.posed.form;
    this.ghost.setPointerCapture(pointerId);
  }

  /** Moves or turns the ghost that is held to where its pointer is. */
  follow(event) {
    if (!this.held) return;
    const [x, y] = this.point(event);
    if (this.held === "turn") {
      const now = this.posed.where.now();
      const [dx, dy] = [x - now.x, y - now.y];
      const degrees = (Math.atan2(dx, dy) * 180) / Math.PI;
      this.#set({ heading: (Math.round(degrees) + 360) % 360 });
    } else {
      this.#set({ x: Math.round((x - this.held[0]) * 100) / 100, y: Math.round((y - this.held[1]) * 100) / 100 });
    }
  }

  #drag(ghost) {
    this.held = null;
    ghost.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.take(event, event.target === this.front);
    });
    ghost.addEventListener("pointermove", (event) => this.follow(event));
    for (const end of ["pointerup", "pointercancel"]) {
      ghost.addEventListener(end, () => {
        if (!this.held) return;
        this.held = null;
        ghost.dispatchEvent(new CustomEvent("let-go", { bubbles: true, detail: { dropped: end === "pointerup" } }));
        if (this.posed && this.posed.form !== this.begun) this.settle();
      });
    }
  }

  #key(event) {
    const side = this.field.flip ? -1 : 1;
    const { least } = this.posed;
    const step = Math.max(event.shiftKey ? 1 : 0.25, least.move) * side;
    const moves = { ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] };
    const [little, much] = [Math.max(5, least.turn), Math.max(45, least.turn)];
    const turns = { "[": -little, "]": little, "{": -much, "}": much };
    const { x, y, heading } = this.posed.where.now();
    if (moves[event.key]) {
      const [dx, dy] = moves[event.key];
      this.#set({ x: x + dx, y: y + dy });
    } else if (turns[event.key]) {
      this.#set({ heading: (heading + turns[event.key] + 360) % 360 });
    } else if (event.key === "Enter") {
      this.posed.form.requestSubmit();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The name of the hex under a pointer, where the field has numbered hexes. */
  hex(event) {
    return this.#hexes(event)?.[0].name ?? null;
  }

  /** The name of the hexside nearest to a pointer. */
  hexside(event) {
    const two = this.#hexes(event)?.slice(0, 2).map((hex) => hex.name);
    return two?.sort().join("-") ?? null;
  }

  /** The hexes from the one under a pointer on; nothing beside the field. */
  #hexes(event) {
    if (!this.field.grid.numbered) return null;
    const all = this.field.hexesFrom(this.point(event));
    return all[0].away < 0.6 ? all : null;
  }

  /** The name of the square under a pointer, where the field has squares. */
  square(event) {
    if (this.field.grid.kind !== "squares") return null;
    const [x, y] = this.point(event);
    const [wide, tall] = [this.field.size[0] / this.field.scale, this.field.size[1] / this.field.scale];
    const [column, row] = [Math.floor(x - this.field.low.x), Math.floor(y - this.field.low.y)];
    if (column < 0 || row < 0 || column >= wide || row >= tall) return null;
    return String.fromCharCode(97 + column) + String(row + 1);
  }
}
