/**
 * The unit under the pointer or with the focus: its card beside the board, its ways and reaches on it. A click or Enter
 * keeps it until another is chosen or Escape puts it away.
 */
import { part } from "./frames.js";

/** Milliseconds that a pointer rests on a unit before it is asked about. */
const REST = 120;
/** The layers of the board that tell of one unit. */
const LAYERS = [".overlays-under", ".trails", ".overlays"];

export class UnitCard {
  /**
   * @param view what holds the board
   * @param card what holds the card
   * @param address from a unit to the address of its card at the moment shown
   */
  constructor(view, card, address) {
    this.view = view;
    this.card = card;
    this.address = address;
    this.hint = card.querySelector(".hint") ?? this.#makeHint();
    this.kept = card.querySelector(".card")?.dataset.unit ?? null;
    this.shown = this.kept;
    this.own = null;
    view.addEventListener("pointerover", (event) => this.#rest(event.target.closest?.("a.unit")));
    view.addEventListener("pointerleave", () => this.#rest(null));
    view.addEventListener("focusin", (event) => {
      const unit = event.target.closest("a.unit");
      if (unit?.matches(":focus-visible")) this.show(unit.dataset.unit);
    });
    view.addEventListener("focusout", () => {
      if (!this.kept) this.show(null);
    });
    document.addEventListener("click", (event) => {
      const unit = event.target.closest("a.unit, a[data-unit]");
      if (!unit || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.kept = this.kept === unit.dataset.unit ? null : unit.dataset.unit;
      this.show(unit.dataset.unit, true);
    });
    this.#mark();
  }

  #makeHint() {
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.textContent = "Choose a unit on the board or in the list to see its card, path and range.";
    return hint;
  }

  #rest(unit) {
    clearTimeout(this.timer);
    const next = unit?.dataset.unit ?? this.kept;
    if (next === this.shown) return;
    this.timer = setTimeout(() => this.show(next), REST);
  }

  /** Puts the card away. */
  away() {
    this.kept = null;
    this.show(null);
  }

  /** After a new board came: its own layers are those of no unit; a kept unit is asked about again. */
  settle() {
    this.own = null;
    this.#mark();
    clearTimeout(this.later);
    if (this.shown) this.later = setTimeout(() => this.show(this.shown, true), REST);
  }

  /** Shows a unit, or none. */
  async show(unit, again = false) {
    if (unit === this.shown && !again) return;
    this.shown = unit;
    this.#mark();
    if (!unit) {
      this.card.replaceChildren(this.hint);
      return this.#layers(this.own);
    }
    let found;
    try {
      found = await part(this.address(unit));
    } catch {
      // At this moment there is no such unit.
      found = null;
    }
    if (this.shown !== unit) return;
    if (!found) {
      this.card.replaceChildren(this.hint);
      return;
    }
    this.card.replaceChildren(found.querySelector(".card"));
    const board = this.view.closest("[data-version]");
    if (found.dataset.version !== board.dataset.version) return;
    const drawn = found.querySelector("svg");
    this.own ??= this.#take();
    this.#layers(LAYERS.map((layer) => drawn.querySelector(layer)));
  }

  #take() {
    return LAYERS.map((layer) => this.view.querySelector(`.board ${layer}`)?.cloneNode(true));
  }

  #layers(layers) {
    if (!layers) return;
    LAYERS.forEach((name, place) => {
      const here = this.view.querySelector(`.board ${name}`);
      if (here && layers[place]) here.replaceWith(layers[place].cloneNode(true));
    });
  }

  #mark() {
    for (const unit of this.view.querySelectorAll("a.unit")) {
      unit.classList.toggle("chosen", unit.dataset.unit === this.kept);
    }
  }
}
