/**
 * Light or dark, on every page: the choice is a cookie, so that the server draws the next page in it at once.
 */
const button = document.querySelector("button[data-does=theme]");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (prefersDark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.cookie = `theme=${next}; Path=/; Max-Age=31536000; SameSite=Lax`;
    location.reload();
  });
}
