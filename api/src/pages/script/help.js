/**
 * The list of keys.
 */
export function toggleHelp() {
  const dialog = document.querySelector("dialog.keys");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
