/**
 * The button that prints the report.
 */
const button = document.querySelector("[data-does=print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
