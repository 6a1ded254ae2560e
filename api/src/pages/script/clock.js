/** Clocks that run: each shows what was left when the page came, less the time since. */

const begun = new WeakMap();

function words(milliseconds) {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, two(seconds % 60)];
  const sign = milliseconds < 0 ? "−" : "";
  return hours ? `${sign}${hours}:${two(minutes)}:${rest}` : `${sign}${minutes}:${rest}`;
}

/** Moves every clock of the page that runs; those that are drawn anew begin from what they say. */
function tick() {
  for (const clock of document.querySelectorAll("[data-clock][data-runs]")) {
    if (!begun.has(clock)) begun.set(clock, performance.now());
    const left = Number(clock.dataset.clock) - (performance.now() - begun.get(clock));
    clock.textContent = words(left);
    clock.classList.toggle("over", left < 0);
  }
}

setInterval(tick, 500);
