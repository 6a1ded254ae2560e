/**
 * The variations follow the moment: the form makes one from what is shown, the list points out those that begin there.
 */
export function followVariations(panel, version) {
  for (const field of panel.querySelectorAll("[data-is=moment]")) field.value = version;
  for (const branch of panel.querySelectorAll("[data-branch]")) {
    branch.classList.toggle("here", Number(branch.dataset.branch) === version);
  }
}
