/**
 * Dice of the table: exactly those that the rules roll now, clicked or typed.
 */
export class DiceTray {
  constructor(section) {
    this.section = section;
  }

  /** Asks for the faces of one roll; nothing if it is given up. */
  ask(needed, names) {
    const faces = [];
    const { section } = this;
    this.away();
    const make = (tag, text, fields = {}) => Object.assign(document.createElement(tag), { textContent: text, ...fields });
    const title = section.querySelector("h2");
    title.textContent = `${needed.count} ${needed.count === 1 ? "die" : "dice"} for ${needed.purpose.replaceAll("_", " ")}`;
    const who = make("p", `${names(needed.seat)} rolls. Click the faces as they lie, or type them.`, { className: "hint" });
    const thrown = make("p", "", { className: "thrown" });
    thrown.setAttribute("role", "status");
    const row = make("div", "", { className: "faces" });
    for (let face = 1; face <= needed.sides; face += 1) {
      row.append(make("button", String(face), { type: "button", className: "face", value: String(face) }));
    }
    const typed = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", size: 14 });
    const label = make("label", "");
    label.append(make("span", "Typed"), typed);
    const back = make("button", "Take one back", { type: "button" });
    const done = make("button", "Record", { type: "button", className: "main" });
    const drop = make("button", "Give up", { type: "button" });
    const deeds = make("p", "", { className: "deeds" });
    deeds.append(label, back, done, drop);
    section.append(who, row, thrown, deeds);
    section.hidden = false;
    const show = () => {
      thrown.textContent = faces.length ? `${faces.join(" ")} (${faces.length} of ${needed.count})` : `0 of ${needed.count}`;
      done.disabled = faces.length !== needed.count;
      back.disabled = faces.length === 0;
      for (const face of row.children) face.disabled = faces.length >= needed.count;
    };
    show();
    row.firstElementChild.focus();
    section.scrollIntoView({ block: "nearest" });
    return new Promise((settle) => {
      const end = (found) => {
        this.away();
        settle(found);
      };
      row.addEventListener("click", (event) => {
        if (!event.target.matches(".face") || faces.length >= needed.count) return;
        faces.push(Number(event.target.value));
        typed.value = faces.join(" ");
        show();
        if (faces.length === needed.count) done.focus();
      });
      typed.addEventListener("input", () => {
        const text = typed.value.trim();
        const apart = /[\s,;+]/.test(text) || needed.sides > 9;
        const read = (apart ? text.split(/[\s,;+]+/) : [...text]).filter(Boolean).map(Number);
        const sound = read.filter((face) => Number.isInteger(face) && face >= 1 && face <= needed.sides);
        faces.splice(0, faces.length, ...(sound.length === read.length ? sound : []));
        show();
        if (sound.length !== read.length) thrown.textContent = `Faces from 1 to ${needed.sides} are expected.`;
        else if (faces.length > needed.count) thrown.textContent = `Only ${needed.count} are rolled; ${faces.length} are typed.`;
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
