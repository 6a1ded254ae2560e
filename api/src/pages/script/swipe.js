/**
 * A finger drawn across the board steps from moment to moment.
 */

/** The least way across, in pixels, and how much straighter than steep it has to be. */
const FAR = 45;
const STRAIGHT = 2;

/** Calls `step(forward)` when a single finger was drawn to the left (forward) or to the right. */
export function swipe(view, step) {
  let from = null;
  view.addEventListener("touchstart", (event) => {
    const { touches } = event;
    from = touches.length === 1 && !event.target.closest("button") ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }, { passive: true });
  view.addEventListener("touchend", (event) => {
    if (!from || event.touches.length > 0) return;
    const [end] = event.changedTouches;
    const [across, down] = [end.clientX - from.x, end.clientY - from.y];
    from = null;
    if (Math.abs(across) >= FAR && Math.abs(across) > STRAIGHT * Math.abs(down)) step(across < 0);
  }, { passive: true });
}
