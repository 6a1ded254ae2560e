/**
 * The height that is left for the board beside all that stands above and below it, so that the bar of steps hides none of it.
 * The style sheet makes the board's column as wide as the board is at that height.
 */

/** Free pixels below the bar. */
const FREE = 6;

/** Keeps the stage's board as high as there is room for. */
export function fit(stage) {
  const table = stage.querySelector(".table");
  const board = stage.querySelector(".board");
  const measure = () => {
    stage.style.removeProperty("--room");
    // Under each other, as on a phone, the board is as wide as the page.
    if (getComputedStyle(table).position !== "sticky") return;
    // What stands beside the board may wrap as the column becomes narrower: once more with the new width.
    for (let round = 0; round < 2; round += 1) {
      const top = table.getBoundingClientRect().top + scrollY;
      const beside = table.offsetHeight - board.offsetHeight;
      const room = Math.max(240, Math.floor(innerHeight - top - beside - FREE));
      stage.style.setProperty("--room", `${room}px`);
    }
  };
  measure();
  addEventListener("resize", measure);
  document.fonts?.ready.then(measure);
}
