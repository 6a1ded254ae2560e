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

// Days and minutes stand in UTC; each reader sees those of their own clock.
const two = (number) => String(number).padStart(2, "0");
const showOwnTimes = (within) => {
  for (const place of within.querySelectorAll("time[data-shows]")) {
    const at = new Date(place.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    place.textContent = place.dataset.shows === "minute" ? `${day} ${two(at.getHours())}:${two(at.getMinutes())}` : day;
  }
};
showOwnTimes(document);

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
