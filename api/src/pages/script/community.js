/**
 * Tables of figures that sort by the column whose heading is clicked.
 */

/** What a cell counts for: its number, or its text where it has none. */
function counted(row, column) {
  const cell = row.cells[column];
  if (!cell) return null;
  const text = cell.textContent.trim().replace("−", "-");
  if (cell.matches(".number")) {
    const found = text.match(/-?\d+(\.\d+)?/);
    return found ? Number(found[0]) : null;
  }
  return text.toLowerCase();
}

function sort(table, column, down) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  rows.sort((one, other) => {
    const [a, b] = [counted(one, column), counted(other, column)];
    // What is not known stands last, whichever way.
    if (a === null || b === null) return (a === null) - (b === null);
    const less = typeof a === "number" ? a - b : a.localeCompare(b);
    return down ? -less : less;
  });
  body.append(...rows);
}

for (const table of document.querySelectorAll("table.figures")) {
  const head = table.tHead?.rows[0];
  if (!head || table.tBodies[0].rows.length < 2) continue;
  [...head.cells].forEach((cell, column) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "sorts", textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = cell.getAttribute("aria-sort") ? cell.getAttribute("aria-sort") === "ascending" : cell.matches(".number");
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort(table, column, down);
    });
  });
}
