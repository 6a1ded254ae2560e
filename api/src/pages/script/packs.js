/**
 * Files that are chosen are read into a hidden field, as an object of their names and texts.
 */
const choose = document.querySelector("[data-does=choose-files]");
const said = document.querySelector("[data-does=chosen-files]");
const input = choose?.querySelector("input");

if (input) {
  choose.hidden = false;
  input.addEventListener("change", async () => {
    const chosen = [...input.files];
    const texts = await Promise.all(chosen.map((file) => file.text()));
    const files = Object.fromEntries(chosen.map((file, place) => [file.name, texts[place]]));
    input.form.elements.namedItem("files").value = chosen.length ? JSON.stringify(files) : "";
    said.hidden = false;
    said.textContent = chosen.length ? `${chosen.length} files are read: ${chosen.map((file) => file.name).join(", ")}` : "";
  });
}
