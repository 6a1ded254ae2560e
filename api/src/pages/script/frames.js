/**
 * Moments as the server draws them, asked for before they are needed.
 */

/** Moments that are kept. */
const KEPT = 150;
/** Requests at once that nobody waits for yet. */
const AT_ONCE = 3;

/** Asks for a part of a page; waits where the server says so. */
export async function part(address) {
  for (;;) {
    const answer = await fetch(address);
    if (answer.status === 429 || answer.status === 503) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 1);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      continue;
    }
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    return template.content.firstElementChild;
  }
}

export class Frames {
  /** @param address from a version to the address of its frame. */
  constructor(address) {
    this.address = address;
    this.kept = new Map();
    this.queue = [];
    this.running = 0;
  }

  /** The moment at a version, at once if it was foreseen. */
  get(version) {
    const known = this.kept.get(version);
    if (known) {
      // Those looked at last are kept longest.
      this.kept.delete(version);
      this.kept.set(version, known);
      return known;
    }
    const asked = part(this.address(version));
    asked.catch(() => this.kept.delete(version));
    this.kept.set(version, asked);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return asked;
  }

  /** Forgets a moment that is not as it was: something came after it. */
  forget(version) {
    this.kept.delete(version);
  }

  /** Asks for moments that may be next, the likeliest first; what was foreseen before is forgotten. */
  foresee(versions) {
    this.queue = versions.filter((version) => !this.kept.has(version));
    this.#work();
  }

  #work() {
    while (this.running < AT_ONCE && this.queue.length > 0) {
      const version = this.queue.shift();
      if (this.kept.has(version)) continue;
      this.running += 1;
      this.get(version)
        .catch(() => {})
        .finally(() => {
          this.running -= 1;
          this.#work();
        });
    }
  }
}
