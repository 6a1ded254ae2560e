/**
 * A file that is chosen is read into the field beside it, so that it can be looked at before it is sent. A file that is not
 * UTF-8 (nor UTF-16 with a byte order mark) is read as Windows-1252, and the page says so.
 */
const file = document.querySelector("[data-does=read-file]");
const told = document.querySelector("[data-shows=encoding]");

const encodingOf = (bytes) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
};

const decoded = (bytes) => {
  try {
    return [new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes), ""];
  } catch {
    const words = "This file is not UTF-8. It was read as Windows-1252: look at the names before you import it.";
    return [new TextDecoder("windows-1252").decode(bytes), words];
  }
};

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  const field = file.form.elements.namedItem("text");
  const [text, words] = decoded(new Uint8Array(await chosen.arrayBuffer()));
  field.value = text;
  if (told) {
    told.textContent = words;
    told.hidden = words === "";
  }
  field.focus();
});
