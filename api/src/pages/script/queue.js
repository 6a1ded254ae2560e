/**
 * What could not be sent yet: kept in the browser with its key and the version it was decided by, sent again in order.
 * A key names a command once and for all, so what arrived before the line broke is not recorded twice.
 */
export class Queue {
  /**
   * @param game whose commands
   * @param changed called after every change
   */
  constructor(game, changed) {
    this.name = `hindsight-waiting-${game}`;
    this.changed = changed;
    this.items = JSON.parse(localStorage.getItem(this.name) ?? "[]");
  }

  get empty() {
    return this.items.length === 0;
  }

  get first() {
    return this.items[0];
  }

  /** Keeps a command; one that follows another is decided by what that one leads to. */
  add(fields, words) {
    this.items.push({ fields: fields.toString(), words, follows: !this.empty });
    this.#keep();
  }

  /** The first arrived and led to this version: those behind it go on from there. */
  arrived(version) {
    this.items.shift();
    if (this.first?.follows) this.#version(version);
    this.#keep();
  }

  /** The first is not wanted any more. */
  drop() {
    const [dropped] = this.items.splice(0, 1);
    const version = new URLSearchParams(dropped.fields).get("version");
    if (this.first?.follows && version) this.#version(version);
    this.#keep();
  }

  /** The first is wanted whatever happened meanwhile. */
  renew(version) {
    this.#version(version);
    delete this.first.conflict;
    this.#keep();
  }

  /** Other fields of the first, its dice, with the rolls that they were asked for. */
  change(fields, asked) {
    this.first.fields = fields.toString();
    this.first.asked = asked;
    this.#keep();
  }

  /** What stands in the way of the first. */
  stop(conflict) {
    this.first.conflict = conflict;
    this.#keep();
  }

  #version(version) {
    const fields = new URLSearchParams(this.first.fields);
    fields.set("version", version);
    this.first.fields = fields.toString();
    this.first.follows = false;
  }

  #keep() {
    if (this.empty) localStorage.removeItem(this.name);
    else localStorage.setItem(this.name, JSON.stringify(this.items));
    this.changed();
  }
}
