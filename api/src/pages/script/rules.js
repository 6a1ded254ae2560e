/**
 * Finds rules by any of their words as one types.
 */
const field = document.querySelector("[data-does=find-rule]");

field.closest("label").hidden = false;
field.addEventListener("input", () => {
  const words = field.value.trim().toLowerCase().split(/\s+/);
  for (const rule of document.querySelectorAll("div.rule")) {
    const text = rule.textContent.toLowerCase();
    rule.hidden = !words.every((word) => text.includes(word));
  }
  for (const chapter of document.querySelectorAll("section[aria-labelledby]")) {
    chapter.hidden = !chapter.querySelector("div.rule:not([hidden])");
  }
});
