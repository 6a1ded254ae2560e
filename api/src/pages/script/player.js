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
    this.playing = false;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.#play();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
    this.#tell();
  }

  #tell() {
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.button.querySelector(".unseen").textContent = this.playing ? "Pause" : "Play";
  }

  async #play() {
    this.playing = true;
    this.#tell();
    while (this.playing) {
      const there = await this.next();
      if (!there) return this.stop();
      await new Promise((done) => {
        this.timer = setTimeout(done, Number(this.speed.value) * 1000);
      });
    }
  }
}
