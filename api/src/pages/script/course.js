/**
 * The course of a game: which moment follows which, by event, by unit that acts, by turn, by swing of luck.
 */

/** The first of a sorted list that is greater than a value. */
function after(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}

/** The last of a sorted list that is less than a value. */
function before(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

export class Course {
  /** @param timeline what the server says of the game's course. */
  constructor(timeline) {
    this.end = timeline.version;
    this.told = timeline.told;
    this.activations = timeline.activations;
    this.turns = [];
    let last;
    for (const entry of timeline.entries) {
      const turn = `${entry.round}/${entry.turn}`;
      if (turn !== last) this.turns.push(entry.from);
      last = turn;
    }
    const luck = timeline.marks.filter((mark) => mark.kind === "lucky" || mark.kind === "unlucky");
    this.luck = luck.map((mark) => mark.version);
  }

  /** Reads the course of a game. */
  static async of(game) {
    const answer = await fetch(`/v1/games/${game}/timeline`);
    if (!answer.ok) throw new Error(`the course of the game: ${answer.status}`);
    return new Course(await answer.json());
  }

  /**
   * The version a step away, or the same where there is none.
   *
   * @param by "event", "every", "activation", "turn" or "luck"
   * @param forward whether to go on or back
   */
  step(version, by, forward) {
    if (by === "every") return Math.min(Math.max(version + (forward ? 1 : -1), 1), this.end);
    const lists = { event: this.told, activation: this.activations, turn: this.turns, luck: this.luck };
    const found = forward ? after(lists[by], version) : before(lists[by], version);
    if (found !== undefined) return found;
    if (by === "luck") return version;
    return forward ? this.end : 1;
  }
}
