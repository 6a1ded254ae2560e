/**
 * The list of operations, filtered as one types; an operation that the address names is opened.
 */
const field = document.querySelector("[data-does=filter-operations]");
const operations = [...document.querySelectorAll("details.operation")];

field.closest("label").hidden = false;
field.addEventListener("input", () => {
  const words = field.value.trim().toLowerCase();
  for (const operation of operations) operation.hidden = !operation.querySelector("summary").textContent.toLowerCase().includes(words);
  for (const chapter of document.querySelectorAll("details.chapter")) {
    const some = [...chapter.querySelectorAll("details.operation")].some((operation) => !operation.hidden);
    chapter.hidden = !some;
    if (words) chapter.open = some;
  }
});

function open() {
  let named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (; named; named = named.parentElement) if (named.matches("details")) named.open = true;
}
addEventListener("hashchange", open);
open();
