/**
 * Both boards step together without a new page: the server draws each step, this puts it into its place.
 */
const page = document.querySelector(".compare");
const address = location.pathname;
const last = Number(page.dataset.last);
let wanted = null;

const pair = () => page.querySelector("[data-part=pair]");

async function go(step) {
  wanted = step;
  const at = `${address}?step=${step}`;
  const answer = await fetch(at, { headers: { Accept: "text/html" } });
  if (!answer.ok) return location.assign(at);
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A later wish overtakes this one.
  if (wanted !== step) return;
  const focused = document.activeElement?.closest?.(".steps a")?.rel;
  pair().replaceWith(document.adoptNode(drawn.querySelector("[data-part=pair]")));
  if (focused) page.querySelector(`.steps a[rel=${focused}]`)?.focus({ preventScroll: true });
  history.replaceState(null, "", at);
}

page.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = event.target.closest("a[data-go]");
  if (!link) return;
  event.preventDefault();
  go(Number(link.dataset.go));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
  const now = wanted ?? Number(pair().dataset.step);
  const steps = { ArrowRight: now + 1, j: now + 1, ArrowLeft: now - 1, k: now - 1, Home: 0, End: last };
  const step = steps[event.key];
  if (step === undefined || step < 0 || step > last) return;
  event.preventDefault();
  go(step);
});

page.dataset.ready = "true";
