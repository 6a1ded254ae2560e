/**
 * The board closer by and further away: by keys, buttons, drags and pinches. What is shown of it stays the same from
 * moment to moment.
 */

/** How near one may go. */
const NEAREST = 8;

export class Board {
  /** @param view what holds the board; the board in it is another one at every moment. */
  constructor(view) {
    this.view = view;
    /** The whole board, and the part that is shown: x, y, width, height. */
    this.whole = this.#svg().viewBox.baseVal;
    this.shown = null;
    this.pointers = new Map();
    this.dragged = false;
    view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) view.addEventListener(end, (event) => this.#up(event));
    // The end of a drag is no click on the unit under it.
    view.addEventListener(
      "click",
      (event) => {
        if (!this.dragged) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        this.dragged = false;
      },
      true,
    );
    view.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #svg() {
    return this.view.querySelector(".board > svg");
  }

  /** Shows of a new board what was shown of the last. */
  settle() {
    this.whole = this.#svg().viewBox.baseVal;
    if (this.shown) this.#apply();
  }

  /** The whole board. */
  reset() {
    this.shown = null;
    this.#apply();
  }

  /** Closer (above 1) or further away, around the middle or a point of the page. */
  zoom(factor, at) {
    const box = this.shown ?? this.#all();
    const width = Math.min(this.#all().width, Math.max(this.#all().width / NEAREST, box.width / factor));
    const height = (width / this.#all().width) * this.#all().height;
    const middle = at ? this.#point(at) : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const [across, down] = [(middle.x - box.x) / box.width, (middle.y - box.y) / box.height];
    this.shown = { x: middle.x - across * width, y: middle.y - down * height, width, height };
    this.#apply();
  }

  #all() {
    const svg = this.#svg();
    return { x: 0, y: 0, width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")) };
  }

  #apply() {
    const [svg, all] = [this.#svg(), this.#all()];
    const holder = svg.parentElement;
    if (this.shown && this.shown.width >= all.width * 0.999) this.shown = null;
    const box = this.shown ?? all;
    box.x = Math.min(Math.max(box.x, 0), all.width - box.width);
    box.y = Math.min(Math.max(box.y, 0), all.height - box.height);
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    holder.classList.toggle("zoomed", this.shown !== null);
  }

  /** A point of the page on the board. */
  #point({ x, y }) {
    const point = new DOMPoint(x, y).matrixTransform(this.#svg().getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  // The wheel alone scrolls the page; with Ctrl, and as a pinch on a touchpad, it zooms.
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 240), { x: event.clientX, y: event.clientY });
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest("button")) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
    this.from = { x: event.clientX, y: event.clientY };
  }

  #move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const here = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) {
      const [, other] = [...this.pointers].find(([id]) => id !== event.pointerId);
      const gap = (one) => Math.hypot(one.x - other.x, one.y - other.y);
      this.zoom(gap(here) / Math.max(gap(last), 1), { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 });
      this.dragged = true;
    } else if (this.shown && (this.dragged || Math.hypot(here.x - this.from.x, here.y - this.from.y) > 5)) {
      const [one, two] = [this.#point(last), this.#point(here)];
      this.shown.x += one.x - two.x;
      this.shown.y += one.y - two.y;
      this.dragged = true;
      if (!this.view.hasPointerCapture(event.pointerId)) this.view.setPointerCapture(event.pointerId);
      this.#apply();
    }
    this.pointers.set(event.pointerId, here);
  }

  #up(event) {
    this.leave(event.pointerId);
  }

  /** Leaves a pointer to what is dragged on the board. */
  leave(pointerId) {
    this.pointers.delete(pointerId);
  }
}
