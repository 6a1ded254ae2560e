/**
 * Dice of the table: exactly those that the rules roll now, clicked or typed. Says whose roll it is, against whom, what each
 * die needs, and what was entered before for the same command; a roll before can be entered anew.
 */

const make = (tag, text, fields = {}) => Object.assign(document.createElement(tag), { textContent: text, ...fields });

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the dice must show, in words. */
export function needed(need) {
  if (!need) return "";
  if ("at_least" in need) return `${need.at_least}+`;
  if ("at_most" in need) return need.at_most === 1 ? "each a 1" : `each ${need.at_most} or less`;
  if ("sum_at_most" in need) return `the sum ${need.sum_at_most} or less`;
  return "";
}

/** How many of these faces are what is needed, in words. */
export function came(need, faces) {
  if (!need) return "";
  const many = (count) => `${count} of ${faces.length}`;
  if ("at_least" in need) return many(faces.filter((face) => face >= need.at_least).length);
  if ("at_most" in need) return many(faces.filter((face) => face <= need.at_most).length);
  const sum = faces.reduce((all, face) => all + face, 0);
  return `${sum} in all`;
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

export class DiceTray {
  constructor(section) {
    this.section = section;
  }

  /**
   * Asks for the faces of one roll.
   *
   * @param roll what the rules roll
   * @param names from a seat to its name
   * @param unitName from a unit's id to its name
   * @param before the rolls that were entered before, each with its faces
   * @returns the faces; or `{ again }`, the number of an earlier roll to be entered anew; or nothing if it is cancelled
   */
  ask(roll, names, unitName, before = []) {
    const faces = [];
    const { section } = this;
    this.away();
    section.querySelector("h2").textContent = title(roll, unitName);
    const number = before.length ? `Roll ${before.length + 1} of this command. ` : "";
    const who = make("p", `${number}${names(roll.seat)} rolls. Click the faces as they lie, or type them.`, { className: "hint" });
    const earlier = make("ol", "", { className: "earlier" });
    for (const [place, done] of before.entries()) {
      const line = make("li", `${title(done.roll, unitName)}: ${done.faces.join(" ")}`);
      const count = came(done.roll.need, done.faces);
      if (count) line.append(make("b", ` → ${count}`));
      line.append(" ", make("button", "Change", { type: "button", className: "change", value: String(place) }));
      earlier.append(line);
    }
    const thrown = make("p", "", { className: "thrown" });
    thrown.setAttribute("role", "status");
    const row = make("div", "", { className: "faces" });
    for (let face = 1; face <= roll.sides; face += 1) {
      row.append(make("button", String(face), { type: "button", className: "face", value: String(face) }));
    }
    const typed = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", size: 14 });
    const label = make("label", "");
    label.append(make("span", "Type them"), typed);
    const back = make("button", "Delete last", { type: "button" });
    const done = make("button", "Record", { type: "button", className: "main" });
    const drop = make("button", "Cancel", { type: "button", className: "cancel" });
    const deeds = make("p", "", { className: "deeds" });
    deeds.append(label, back, drop, done);
    section.append(who, earlier, row, thrown, deeds);
    earlier.hidden = before.length === 0;
    section.hidden = false;
    const show = () => {
      const count = came(roll.need, faces);
      const so = faces.length && count ? ` → ${count}` : "";
      thrown.textContent = faces.length ? `${faces.join(" ")} (${faces.length} of ${roll.count})${so}` : `0 of ${roll.count}`;
      done.disabled = faces.length !== roll.count;
      back.disabled = faces.length === 0;
      for (const face of row.children) face.disabled = faces.length >= roll.count;
    };
    show();
    row.firstElementChild.focus({ preventScroll: matchMedia("(pointer: coarse)").matches });
    section.scrollIntoView({ block: "nearest" });
    return new Promise((settle) => {
      const end = (found) => {
        this.away();
        settle(found);
      };
      row.addEventListener("click", (event) => {
        if (!event.target.matches(".face") || faces.length >= roll.count) return;
        faces.push(Number(event.target.value));
        typed.value = faces.join(" ");
        show();
        if (faces.length === roll.count) done.focus();
      });
      earlier.addEventListener("click", (event) => {
        if (event.target.matches(".change")) end({ again: Number(event.target.value) });
      });
      typed.addEventListener("input", () => {
        const text = typed.value.trim();
        const apart = /[\s,;+]/.test(text) || roll.sides > 9;
        const read = (apart ? text.split(/[\s,;+]+/) : [...text]).filter(Boolean).map(Number);
        const sound = read.filter((face) => Number.isInteger(face) && face >= 1 && face <= roll.sides);
        faces.splice(0, faces.length, ...(sound.length === read.length ? sound : []));
        show();
        if (sound.length !== read.length) thrown.textContent = `Faces from 1 to ${roll.sides} are expected.`;
        else if (faces.length > roll.count) thrown.textContent = `Only ${roll.count} are rolled; ${faces.length} are typed.`;
      });
      typed.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || done.disabled) return;
        event.preventDefault();
        end([...faces]);
      });
      back.addEventListener("click", () => {
        faces.pop();
        typed.value = faces.join(" ");
        show();
      });
      done.addEventListener("click", () => end([...faces]));
      drop.addEventListener("click", () => end(null));
    });
  }

  away() {
    for (const child of [...this.section.children].slice(1)) child.remove();
    this.section.hidden = true;
  }
}
