/**
 * From keys to what they do, as players of other replays know them. Those of annotations are listened to where annotations are.
 */

/** What a key does, or nothing. */
function meaning(event) {
  const far = event.ctrlKey ? "turn" : event.shiftKey ? "activation" : "event";
  switch (event.key) {
    case "ArrowRight":
      return [far, true];
    case "ArrowLeft":
      return [far, false];
    case "j":
    case "J":
      return event.ctrlKey ? null : [far, true];
    case "k":
    case "K":
      return event.ctrlKey ? null : [far, false];
  }
  if (event.ctrlKey) return null;
  switch (event.key) {
    case "Home":
      return ["first"];
    case "End":
      return ["last"];
    case " ":
      return ["play"];
    case "+":
    case "=":
      return ["closer"];
    case "-":
      return ["further"];
    case "0":
      return ["whole"];
    case "f":
      return ["flip"];
    case "l":
      return ["luck", true];
    case "L":
      return ["luck", false];
    case "?":
      return ["help"];
    case "Escape":
      return ["away"];
  }
  return null;
}

/** Whether a key belongs to what has the focus. */
function belongsElsewhere(event) {
  const { target } = event;
  if (event.altKey || event.metaKey || document.querySelector("dialog[open]")) return true;
  if (target.closest("textarea, select, [contenteditable]")) return true;
  const field = target.closest("input");
  if (field && field.type !== "checkbox") return true;
  // What was hidden just now, with the list of keys, has the focus for a moment still.
  return event.key === " " && target.closest("button, summary, input")?.checkVisibility() === true;
}

/** Calls `act(name, forward)` for each key that means something. */
export function listen(act) {
  document.addEventListener("keydown", (event) => {
    if (belongsElsewhere(event)) return;
    const found = meaning(event);
    if (!found) return;
    event.preventDefault();
    act(found[0], found[1], event.timeStamp);
  });
}
