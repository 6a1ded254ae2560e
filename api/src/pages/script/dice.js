/**
 * Dice of the table: exactly those that the rules roll now, counted, tapped or typed. Says whose roll it is, against whom, what each
 * die needs, and what was entered before for the same command; a roll before can be entered anew.
 */

const make = (tag, text, fields = {}) => Object.assign(document.createElement(tag), { textContent: text, ...fields });

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The number that a face stands for: the tenth face of a die with ten shows 0. */
const reads = (face, sides) => (sides === 10 ? face % 10 : face);

/** What the dice must show, in words. */
export function needed(need) {
  if (!need) return "";
  if ("at_least" in need) return `${need.at_least}+`;
  if ("at_most" in need) return need.at_most === 1 ? "each a 1" : `each ${need.at_most} or less`;
  if ("sum_at_most" in need) return `the sum ${need.sum_at_most} or less`;
  if ("first_two_at_least" in need) return `the first two ${need.first_two_at_least} or more together`;
  return "";
}

/** How many of what was entered are what is needed, in words. */
export function came(need, items, sides = 6) {
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  if (items.some((item) => /[/=]/.test(item))) return items.join(" ").replaceAll("/", " of ").replaceAll("=", "");
  if (!need) return "";
  const faces = items.map((item) => reads(Number.parseInt(item, 10), sides));
  const many = (count) => `${count} of ${faces.length}`;
  if ("at_least" in need) return many(faces.filter((face) => face >= need.at_least).length);
  if ("at_most" in need) return many(faces.filter((face) => face <= need.at_most).length);
  if ("first_two_at_least" in need) return `${sum(faces.slice(0, 2))} in all`;
  return `${sum(faces)} in all`;
}

/** The roll in a few words: who, for what, against whom. */
export function title(roll, unitName) {
  const purpose = roll.purpose.replaceAll("_", " ");
  const dice = `${roll.count} ${roll.count === 1 ? "die" : "dice"}`;
  const what = [dice, needed(roll.need)].filter(Boolean).join(", ");
  if (!roll.unit) return `${capital(purpose)}: ${what}`;
  if (purpose === "attack" && roll.against) return `${unitName(roll.unit)} attack ${unitName(roll.against)}: ${what}`;
  const against = roll.against ? ` against ${unitName(roll.against)}` : "";
  return `${unitName(roll.unit)}: ${purpose}${against}, ${what}`;
}

/** The rows of numbers that a roll can be counted by, each with its words and what it may be; none where each face matters. */
function rowsOf(roll) {
  const { ranges, sums } = roll.counted ?? {};
  if (roll.count < 2) return [];
  if (ranges?.length === 2) {
    const what = needed(roll.need);
    return [{ words: what ? `How many succeed? (${what})` : "How many succeed?", from: 0, to: roll.count }];
  }
  if (ranges?.length > 2) {
    return ranges.slice(0, -1).map(({ from, to }) => ({ words: `How many show ${from === to ? from : `${from} to ${to}`}?`, from: 0, to: roll.count }));
  }
  return (sums ?? []).map((dice) => ({ words: dice === 1 ? "The die" : `The sum of ${dice} dice`, from: dice, to: dice * roll.sides }));
}

/** Numbers of all rows, as they are recorded. */
function written(roll, numbers) {
  return roll.counted.sums ? `=${numbers.join("=")}` : `${numbers.join("+")}/${roll.count}`;
}

export class DiceTray {
  constructor(section) {
    this.section = section;
  }

  /**
   * Asks for the dice of one roll: a count where the rules read no more, or the face of each. The last tap records it.
   *
   * @param roll what the rules roll
   * @param names from a seat to its name
   * @param unitName from a unit's id to its name
   * @param before the rolls that were entered before, each with what was entered
   * @param inPlace it stands in a panel of the page: it neither takes the focus nor is cancelled
   * @returns what was entered, as texts; or `{ again }`, the number of an earlier roll to be entered anew; or nothing if it is cancelled
   */
  ask(roll, names, unitName, before = [], inPlace = false) {
    const { section } = this;
    this.away();
    section.firstElementChild.textContent = title(roll, unitName);
    const number = before.length ? `Roll ${before.length + 1} of this command. ` : "";
    const rows = rowsOf(roll);
    const how = rows.length ? "Tap how many, or enter each face." : "Tap the faces as they lie, or type them.";
    const who = make("p", `${number}${names(roll.seat)} rolls. ${how}`, { className: "hint" });
    const earlier = this.#earlier(before, unitName);
    const drop = make("button", "Cancel", { type: "button", className: "cancel" });
    const deeds = make("p", "", { className: "deeds" });
    deeds.append(drop);
    return new Promise((settle) => {
      const end = (found) => {
        this.away();
        settle(found);
      };
      const faces = this.#faces(roll, end);
      const parts = [who, earlier];
      if (rows.length) {
        const each = make("details", "", { className: "each-face" });
        each.append(make("summary", "Enter each face"), ...faces);
        parts.push(...this.#counts(roll, rows, end), each);
      } else {
        parts.push(...faces);
      }
      section.append(...parts);
      section.hidden = false;
      if (inPlace) return;
      section.append(deeds);
      section.querySelector(".count, .face").focus({ preventScroll: matchMedia("(pointer: coarse)").matches });
      section.scrollIntoView({ block: "nearest" });
      earlier.addEventListener("click", (event) => {
        if (event.target.matches(".change")) end({ again: Number(event.target.value) });
      });
      drop.addEventListener("click", () => end(null));
    });
  }

  /** The rolls that were entered before for the same command. */
  #earlier(before, unitName) {
    const earlier = make("ol", "", { className: "earlier" });
    for (const [place, done] of before.entries()) {
      const line = make("li", `${title(done.roll, unitName)}: ${done.items.join(" ").replaceAll(",", "")}`);
      const count = came(done.roll.need, done.items, done.roll.sides);
      if (count) line.append(make("b", ` → ${count}`));
      line.append(" ", make("button", "Change", { type: "button", className: "change", value: String(place) }));
      earlier.append(line);
    }
    earlier.hidden = before.length === 0;
    return earlier;
  }

  /** A row of numbers for each count or sum; the last that is tapped records the roll. */
  #counts(roll, rows, end) {
    const chosen = rows.map(() => null);
    return rows.map((row, place) => {
      const group = make("div", "", { className: "counts" });
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", row.words);
      if (rows.length > 1) group.append(make("p", row.words));
      for (let count = row.from; count <= row.to; count += 1) {
        group.append(make("button", String(count), { type: "button", className: "count", value: String(count) }));
      }
      group.addEventListener("click", (event) => {
        if (!event.target.matches(".count")) return;
        chosen[place] = Number(event.target.value);
        for (const button of group.querySelectorAll(".count")) button.setAttribute("aria-pressed", String(button === event.target));
        if (chosen.includes(null)) return;
        const all = chosen.reduce((sum, count) => sum + count, 0);
        if (!roll.counted.sums && all > roll.count) {
          chosen[place] = null;
          event.target.setAttribute("aria-pressed", "false");
          return;
        }
        end([written(roll, chosen)]);
      });
      return group;
    });
  }

  /** The faces, to be tapped or typed. */
  #faces(roll, end) {
    const faces = [];
    const thrown = make("p", "", { className: "thrown" });
    thrown.setAttribute("role", "status");
    const row = make("div", "", { className: "faces" });
    for (let face = 1; face <= roll.sides; face += 1) {
      row.append(make("button", String(reads(face, roll.sides)), { type: "button", className: "face", value: String(face) }));
    }
    const typed = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", size: 14 });
    const label = make("label", "");
    label.append(make("span", "Type them"), typed);
    const back = make("button", "Delete last", { type: "button" });
    const done = make("button", "Record", { type: "button", className: "main" });
    const entry = make("p", "", { className: "deeds" });
    entry.append(label, back, done);
    // A comma behind a face keeps its digits together.
    const items = () => faces.map((face) => (roll.sides > 9 ? `${face},` : String(face)));
    const show = () => {
      const count = came(roll.need, faces.map(String), roll.sides);
      const so = faces.length && count ? ` → ${count}` : "";
      const read = faces.map((face) => reads(face, roll.sides)).join(" ");
      thrown.textContent = faces.length ? `${read} (${faces.length} of ${roll.count})${so}` : `0 of ${roll.count}`;
      done.disabled = faces.length !== roll.count;
      back.disabled = faces.length === 0;
      for (const face of row.children) face.disabled = faces.length >= roll.count;
    };
    show();
    row.addEventListener("click", (event) => {
      if (!event.target.matches(".face") || faces.length >= roll.count) return;
      faces.push(Number(event.target.value));
      typed.value = faces.map((face) => reads(face, roll.sides)).join(" ");
      show();
      if (faces.length === roll.count) end(items());
    });
    typed.addEventListener("input", () => {
      const text = typed.value.trim();
      const apart = /[\s,;+]/.test(text) || roll.sides > 10;
      const read = (apart || text === "10" ? text.split(/[\s,;+]+/) : [...text]).filter(Boolean).map(Number);
      const shown = read.map((face) => (roll.sides === 10 && face === 0 ? 10 : face));
      const sound = shown.filter((face) => Number.isInteger(face) && face >= 1 && face <= roll.sides);
      faces.splice(0, faces.length, ...(sound.length === shown.length ? sound : []));
      show();
      if (sound.length !== shown.length) thrown.textContent = `Faces from ${roll.sides === 10 ? "0 to 9" : `1 to ${roll.sides}`} are expected.`;
      else if (faces.length > roll.count) thrown.textContent = `Only ${roll.count} are rolled; ${faces.length} are typed.`;
    });
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || done.disabled) return;
      event.preventDefault();
      end(items());
    });
    back.addEventListener("click", () => {
      faces.pop();
      typed.value = faces.map((face) => reads(face, roll.sides)).join(" ");
      show();
    });
    done.addEventListener("click", () => end(items()));
    return [row, thrown, entry];
  }

  away() {
    for (const child of [...this.section.children].slice(1)) child.remove();
    this.section.hidden = true;
  }
}
