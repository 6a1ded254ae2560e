/**
 * Both boards step together without a new page: the server draws each step, this puts it into its place.
 */
const page = document.querySelector(".compare");
/** Says in words what both boards show; it stands outside of what is replaced, so that it is read out. */
const words = page.querySelector("[data-is=words]");
const address = location.pathname;
const last = Number(page.dataset.last);
let wanted = null;

const pair = () => page.querySelector("[data-part=pair]");

async function go(step) {
  wanted = step;
  const at = `${address}?step=${step}`;
  let drawn;
  try {
    const answer = await fetch(at, { headers: { Accept: "text/html" } });
    // What is wrong is said by the page of the step.
    if (!answer.ok) return location.assign(at);
    drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (wanted !== step) return;
    wanted = null;
    words.textContent = "The step could not be shown: there is no connection.";
    return;
  }
  // A later wish overtakes this one.
  if (wanted !== step) return;
  const focused = document.activeElement?.closest?.(".steps a")?.rel;
  pair().replaceWith(document.adoptNode(drawn.querySelector("[data-part=pair]")));
  words.textContent = drawn.querySelector("[data-is=words]").textContent;
  // At the first and the last step two of the links lead nowhere.
  const again = focused && (page.querySelector(`.steps a[rel=${focused}][href]`) ?? page.querySelector(".steps a[href]"));
  again?.focus({ preventScroll: true });
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
