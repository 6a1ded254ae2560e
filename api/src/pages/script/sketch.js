/**
 * Drawings that are stored nowhere, in one line over the board: those that are being drawn, and those that somebody shows.
 */
import { Field } from "./field.js";

const SVG = "http://www.w3.org/2000/svg";

/** A number that people read. */
export const short = (number) => String(Math.round(number * 100) / 100);

function element(name, fields) {
  const made = document.createElementNS(SVG, name);
  for (const [field, value] of Object.entries(fields)) made.setAttribute(field, value);
  return made;
}

function lines(field, drawing) {
  const dot = ({ x, y }) => field.dot([x, y]);
  if (drawing.type === "circle") {
    const [cx, cy] = dot(drawing.centre);
    return [element("circle", { cx, cy, r: drawing.radius * field.scale })];
  }
  if (drawing.type === "area") {
    return [element("polygon", { points: drawing.outline.map((point) => dot(point).join(",")).join(" ") })];
  }
  const [[x1, y1], [x2, y2]] = [dot(drawing.from), dot(drawing.to)];
  const parts = [element("line", { x1, y1, x2, y2 })];
  if (drawing.type === "arrow") parts.push(element("circle", { cx: x2, cy: y2, r: 5 }));
  if (drawing.type === "distance") {
    const text = element("text", { x: (x1 + x2) / 2 + 6, y: (y1 + y2) / 2 - 6 });
    text.textContent = short(Math.hypot(drawing.to.x - drawing.from.x, drawing.to.y - drawing.from.y));
    parts.push(text);
  }
  return parts;
}

/** Shows these drawings on a board, under a name of their own, and no others under that name. */
export function sketch(board, drawings, name) {
  const svg = board.querySelector("svg");
  svg.querySelector(`.${name}`)?.remove();
  if (drawings.length === 0) return;
  const group = element("g", { class: `sketch ${name}`, "aria-hidden": "true" });
  const field = new Field(board);
  for (const drawing of drawings) group.append(...lines(field, drawing));
  svg.append(group);
}
