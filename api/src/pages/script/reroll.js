/**
 * Dice thrown again without leaving the log: the form is sent, and what came of it stands below it.
 */
export function listenRerolls(log) {
  log.addEventListener("submit", async (event) => {
    const form = event.target.closest("form.reroll");
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    form.parentElement.querySelector(".rerolled")?.remove();
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const told = page.querySelector("[data-part=rerolled]") ?? page.querySelector(".problem p:nth-of-type(2)");
      const place = document.createElement("div");
      place.className = "rerolled";
      place.setAttribute("role", "status");
      if (told) place.append(...document.adoptNode(told).childNodes);
      form.after(place);
    } catch {
      // Without a connection the plain form says so.
      form.submit();
    } finally {
      button.disabled = false;
    }
  });
}
