/**
 * The share panel follows the moment, and copies what it offers.
 */
export class Share {
  constructor(panel, game) {
    this.panel = panel;
    this.game = game;
    panel.addEventListener("click", (event) => {
      const button = event.target.closest("[data-does=copy]");
      if (button) this.#copy(panel.querySelector(`[data-is=${button.dataset.copies}]`));
    });
    for (const button of panel.querySelectorAll("[data-does=copy]")) button.hidden = false;
    for (const field of panel.querySelectorAll("input")) field.addEventListener("focus", () => field.select());
  }

  /** Offers another moment. */
  show(version) {
    const moment = new RegExp(`/${this.game}/\\d+`);
    for (const field of this.panel.querySelectorAll("input")) {
      field.value = field.value.replace(moment, `/${this.game}/${version}`);
    }
    for (const link of this.panel.querySelectorAll("[data-file]")) {
      link.href = `/g/${this.game}/${version}.${link.dataset.file}`;
    }
    for (const link of this.panel.querySelectorAll("[data-from]")) link.href = link.dataset.from + version + (link.dataset.behind ?? "");
    this.panel.querySelector("[role=status]").textContent = "";
  }

  async #copy(field) {
    let done = false;
    try {
      await navigator.clipboard.writeText(field.value);
      done = true;
    } catch {
      // Without leave, or on a page that is not secure, the old way still works.
      field.select();
      done = document.execCommand("copy");
    }
    this.panel.querySelector("[role=status]").textContent = done ? "Copied." : "Press Ctrl+C to copy.";
  }
}
