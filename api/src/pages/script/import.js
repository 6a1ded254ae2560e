/**
 * A file that is chosen is read into the field beside it, so that it can be looked at before it is sent.
 */
const file = document.querySelector("[data-does=read-file]");

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  const field = file.form.elements.namedItem("text");
  field.value = await chosen.text();
  field.focus();
});
