/**
 * The log beside the board: the stretch of the game that the moment stands in, the moment's event marked.
 */
import { part } from "./frames.js";

/** Stretches that are kept. */
const KEPT = 16;

export class Log {
  /**
   * @param scroll what holds the list
   * @param address from a version to the address of its log
   */
  constructor(scroll, address) {
    this.scroll = scroll;
    this.address = address;
    this.kept = new Map();
    this.wanted = 0;
    this.#keep(this.#list());
    this.#reveal(this.#list().querySelector("[aria-current]"));
  }

  #list() {
    return this.scroll.querySelector(".log");
  }

  #keep(list) {
    this.kept.set(Number(list.dataset.from), list);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  #holds(list, version) {
    return Number(list.dataset.from) <= version && version <= Number(list.dataset.to);
  }

  /** Marks the event of a version. */
  async show(version) {
    this.wanted = version;
    if (!this.#holds(this.#list(), version)) {
      let list = [...this.kept.values()].find((list) => this.#holds(list, version));
      if (!list) {
        list = await part(this.address(version));
        this.#keep(list);
        if (this.wanted !== version) return;
      }
      this.#list().replaceWith(list);
    }
    this.#list().querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.#list().querySelector(`[data-version="${version}"]`);
    line?.setAttribute("aria-current", "step");
    this.#reveal(line);
  }

  // Within the list alone: the page stays where it is.
  #reveal(line) {
    if (!line) return;
    const [box, here] = [this.scroll.getBoundingClientRect(), line.getBoundingClientRect()];
    if (here.top < box.top || here.bottom > box.bottom) {
      this.scroll.scrollTop += here.top - box.top - (box.height - here.height) / 2;
    }
  }
}
