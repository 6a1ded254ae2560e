/**
 * Pieces dragged on the board before the battle: the ghost of the recorder shows where a piece goes, and its place is recorded where it
 * is let go. The server says which pieces there are; no rule is known here.
 */

import { Field } from "./field.js";

/** Pixels that a pointer moves before a piece follows it: less is a tap. */
const NEAR = 5;

export class Placing {
  /**
   * @param page the recorder
   * @param record records a form with its fields, in words
   */
  constructor(page, record) {
    Object.assign(this, { page, record, pressed: null, held: null, dragged: false });
    page.addEventListener("pointerdown", (event) => this.#down(event));
    page.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) page.addEventListener(end, () => this.#up());
    // A finger that drags does not scroll the page: `touch-action` does not count for what stands in a picture.
    page.addEventListener("touchmove", (event) => (this.pressed || this.held || this.ghosts.held) && event.preventDefault(), { passive: false });
    // The end of a drag is no click on what lies under it.
    page.addEventListener("click", (event) => this.dragged && event.target.closest(".board") && event.stopPropagation(), true);
    page.addEventListener("let-go", (event) => this.#letGo(event.detail.dropped));
    page.addEventListener("submit", (event) => {
      if (event.target !== this.form) return;
      event.preventDefault();
      this.#letGo(true);
    });
  }

  /** Learns what shows the pieces: the ghosts, and the board that is dragged where no piece is. */
  use(ghosts, board) {
    Object.assign(this, { ghosts, board });
  }

  /** After the page was drawn anew. */
  settle() {
    this.form = this.page.querySelector("form.placing");
    this.pieces = this.form ? JSON.parse(this.form.dataset.pieces) : [];
    this.field = new Field(this.page.querySelector("[data-part=board]"));
    for (const piece of this.pieces) {
      piece.unit = this.field.pictured(piece.piece);
      this.page.querySelector(`.board a.unit[data-unit="${CSS.escape(piece.unit ?? "")}"]`)?.classList.add("placed");
    }
    for (const hint of this.page.querySelectorAll(".set-up .drags")) hint.hidden = this.pieces.length === 0;
  }

  /** The piece that is dragged, else the chosen one where nothing else asks for a place: shown as a ghost. */
  posed(opened) {
    const { chosen } = this.page.querySelector("[data-part=board]").dataset;
    const piece = this.held ?? (opened() ? null : this.pieces?.find((one) => one.unit && one.unit === this.field.pictured(chosen)));
    if (!piece || !this.form) return opened();
    this.shown = piece;
    const fieldset = this.form.querySelector("fieldset");
    const put = (name, value) => (this.form.elements.namedItem(`f/place/${name}`).value = value);
    put("x", piece.at.x);
    put("y", piece.at.y);
    put("heading", piece.facing ?? 0);
    const snap = (fields) => this.#snapped(piece, fields);
    const cells = ["squares", "hexes"].includes(this.field.grid.kind);
    return { fieldset, unit: piece.unit, turns: piece.facing !== undefined, snap, least: { move: cells ? 1 : 0, turn: piece.heading_step } };
  }

  /** A place and a heading that the board has. */
  #snapped(piece, { x, y, heading }) {
    const fields = {};
    if (x !== undefined || y !== undefined) {
      const own = (name) => Number(this.form.elements.namedItem(`f/place/${name}`).value);
      [fields.x, fields.y] = this.field.snapped([x ?? own("x"), y ?? own("y")]);
    }
    if (heading !== undefined) {
      const steps = Math.round((heading - (piece.facing ?? 0)) / piece.heading_step);
      fields.heading = ((((piece.facing ?? 0) + steps * piece.heading_step) % 360) + 360) % 360;
    }
    return fields;
  }

  #down(event) {
    this.dragged = false;
    const link = event.target.closest(".board a.unit.placed");
    const piece = link && this.pieces.find((one) => one.unit === link.dataset.unit);
    // Two fingers bring the board closer.
    this.pressed = piece && event.button === 0 && event.isPrimary ? { piece, pointerId: event.pointerId, clientX: event.clientX, clientY: event.clientY } : null;
  }

  #move(event) {
    const { pressed } = this;
    if (!pressed || event.pointerId !== pressed.pointerId) return;
    if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < NEAR) return;
    this.pressed = null;
    this.held = pressed.piece;
    this.dragged = true;
    this.board.leave(event.pointerId);
    this.ghosts.settle();
    this.ghosts.take(pressed);
    this.ghosts.follow(event);
  }

  #up() {
    this.pressed = null;
    // The page was drawn anew under the pointer: what was dragged is where it stood.
    if (!this.held || this.ghosts.held) return;
    this.held = null;
    this.ghosts.settle();
  }

  /** Records where the piece was let go; where it stands as it stood nothing is recorded. */
  async #letGo(dropped) {
    const piece = this.held ?? this.shown;
    if (!this.form || this.ghosts.posed?.form !== this.form || !piece) return;
    this.held = null;
    const now = this.ghosts.posed.where.now();
    const same = now.x === piece.at.x && now.y === piece.at.y && (piece.facing === undefined || now.heading === piece.facing);
    if (dropped && !same) {
      const command = { type: "place", piece: piece.piece, at: { x: now.x, y: now.y } };
      if (piece.facing !== undefined) command.facing = now.heading;
      const fields = new URLSearchParams(new FormData(this.form));
      for (const name of ["x", "y", "heading"]) fields.delete(`f/place/${name}`);
      fields.set("command", JSON.stringify(command));
      await this.record(this.form, fields, piece.words);
    }
    // What was refused stands where it stood.
    this.ghosts.settle();
  }
}
