/**
 * Plays the game by itself, a moment at a time, each after the last has been shown.
 */
export class Player {
  /**
   * @param button play and pause
   * @param speed the choice of seconds between moments
   * @param next shows the next moment; says whether there was one
   */
  constructor(button, speed, next) {
    this.button = button;
    this.speed = speed;
    this.next = next;
    /** The run that is under way: one that was stopped does not go on, whatever it still waited for. */
    this.run = null;
  }

  get playing() {
    return this.run !== null;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.#play();
  }

  stop() {
    this.run = null;
    clearTimeout(this.timer);
    this.#tell();
  }

  #tell() {
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.button.querySelector(".unseen").textContent = this.playing ? "Pause" : "Play";
  }

  async #play() {
    const run = Symbol("run");
    this.run = run;
    this.#tell();
    while (this.run === run) {
      const there = await this.next();
      if (this.run !== run) return;
      if (!there) return this.stop();
      await new Promise((done) => {
        this.timer = setTimeout(done, Number(this.speed.value) * 1000);
      });
    }
  }
}
