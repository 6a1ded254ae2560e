/**
 * Settings of the reader on every page, kept as cookies so that the server makes the next page by them at once: light or
 * dark, results shown or not.
 */
const keep = (name, value) => {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
  location.reload();
};

// Tabs that have no room scroll: the one of this page is in sight.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const row = tab.parentElement;
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

// Going back the browser still has what was written into the fields of the page.
for (const back of document.querySelectorAll("a[data-does=back]")) {
  back.addEventListener("click", (event) => {
    if (!document.referrer.startsWith(location.origin) || history.length < 2) return;
    event.preventDefault();
    history.back();
  });
}

const results = document.querySelector("button[data-does=results]");
if (results) {
  results.hidden = false;
  results.addEventListener("click", () => keep("results", results.getAttribute("aria-pressed") === "true" ? "hidden" : "shown"));
}

const button = document.querySelector("button[data-does=theme]");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (prefersDark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    keep("theme", next);
  });
}
