/**
 * Forms made from schemas: more rows, only the variant that was chosen, and what the rules say of it before it is sent.
 */

/** Milliseconds of rest before the rules are asked. */
const REST = 200;

/** Sends a form's fields; the answer is what was done, or what is wrong. Throws where there is no line. */
export async function send(action, fields) {
  for (;;) {
    const answer = await fetch(action, { method: "POST", headers: { Accept: "application/json" }, body: fields });
    // Too much at once, or too slowly on its way: the same again is right.
    if ([408, 429, 503].includes(answer.status)) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 1);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      continue;
    }
    const told = await answer.json();
    return answer.ok ? { done: told } : { problem: told };
  }
}

/** What a problem says, with the rule that says it as a link. */
export function told(problem, system) {
  const words = document.createElement("span");
  words.textContent = `${problem.detail} `;
  if (problem.rule) {
    const rule = document.createElement("a");
    rule.className = "rule";
    rule.href = `/systems/${system}#${problem.rule}`;
    rule.textContent = problem.rule;
    words.append(rule, problem.page ? ` ${problem.page}` : "");
  }
  const faults = Array.isArray(problem.faults) ? problem.faults : [];
  if (faults.length > 1) {
    const list = document.createElement("ul");
    for (const fault of faults) {
      const line = document.createElement("li");
      line.textContent = typeof fault === "string" ? fault : (fault.message ?? fault.reason ?? JSON.stringify(fault));
      list.append(line);
    }
    words.append(list);
  }
  return words;
}

/** Makes the forms within a part of the page livelier. */
export function enhance(root) {
  for (const button of root.querySelectorAll("[data-does=another-row], [data-does=remove-row]")) button.hidden = false;
  for (const one of root.querySelectorAll("fieldset[data-one-of]")) showVariant(one);
  for (const box of root.querySelectorAll(".given input")) showGiven(box);
}

function showVariant(one) {
  const chosen = one.querySelector(":scope > .field > select").value;
  for (const variant of one.querySelectorAll(":scope > .variant")) variant.hidden = variant.dataset.variant !== chosen;
}

function showGiven(box) {
  const inside = box.closest("fieldset").querySelector(":scope > .inside");
  if (inside) inside.hidden = !box.checked;
  const more = box.closest("fieldset").querySelector(":scope > [data-does=another-row]");
  if (more) more.hidden = !box.checked;
}

/** One row more, its fields named by its number. */
export function addRow(list) {
  const rows = list.querySelector(":scope > ol");
  const last = rows.lastElementChild;
  const [path, row] = [list.dataset.list, Number(last.dataset.row)];
  const fresh = last.cloneNode(true);
  fresh.dataset.row = row + 1;
  const [from, to] = [`${path}/${row}`, `${path}/${row + 1}`];
  for (const element of fresh.querySelectorAll("*")) {
    for (const name of ["name", "id", "for", "data-list", "data-one-of", "data-pose", "data-point"]) {
      const value = element.getAttribute(name);
      if (value?.includes(from)) element.setAttribute(name, value.replace(from, to));
    }
    if (element.matches("input[type=checkbox]")) element.checked = false;
    else if (element.matches("input, textarea")) element.value = "";
    else if (element.matches("select")) element.selectedIndex = 0;
  }
  rows.append(fresh);
  number(rows);
  enhance(fresh);
  return fresh;
}

/** Takes a row away; of the last one only what it says. Its list goes on with the row that follows. */
function removeRow(row) {
  const list = row.closest("fieldset[data-list]");
  const next = row.nextElementSibling ?? row.previousElementSibling ?? addRow(list);
  const { form } = list;
  row.remove();
  number(next.parentElement);
  next.querySelector("input, select, textarea")?.focus();
  form?.dispatchEvent(new Event("input", { bubbles: true }));
  if (form?.matches("[data-checks]")) checkSoon(form);
}

/** Rows are called by their places in the list. */
function number(rows) {
  [...rows.children].forEach((row, place) => {
    for (const name of row.querySelectorAll(":scope > fieldset > legend, :scope > .field > label")) {
      name.firstChild.textContent = String(place + 1);
    }
    row.querySelector(":scope > .remove")?.setAttribute("aria-label", `Remove ${place + 1}`);
  });
}

/** What the rules say of a form as it stands. */
export async function check(form) {
  const verdict = form.querySelector(".verdict");
  if (!verdict) return;
  const fields = new URLSearchParams(new FormData(form));
  fields.set("dry_run", "true");
  fields.delete("key");
  // Others may have gone on; whether that matters is asked when it is sent.
  fields.delete("version");
  const asked = (form.asked ?? 0) + 1;
  form.asked = asked;
  let found;
  try {
    found = await send(form.action, fields);
  } catch {
    found = { problem: { detail: "There is no connection: the rules are asked when it is back." } };
  }
  if (form.asked !== asked) return;
  const { problem } = found;
  // What is recorded asks for its dice when it is sent; a new game has nobody to ask.
  const needed = form.matches("[data-records]") && problem?.needed;
  verdict.dataset.is = !problem || needed ? "good" : "bad";
  if (!problem) verdict.textContent = "The rules allow it.";
  else if (needed) verdict.textContent = `The rules allow it, and roll ${needed.count} for ${needed.purpose}.`;
  else verdict.replaceChildren(told(problem, document.querySelector("[data-system]")?.dataset.system ?? fields.get("system")));
  form.dispatchEvent(new CustomEvent("judged", { bubbles: true, detail: { allowed: verdict.dataset.is === "good" } }));
}

function checkSoon(form) {
  clearTimeout(form.soon);
  form.soon = setTimeout(() => check(form), REST);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-does=another-row]");
  if (button) addRow(button.closest("fieldset[data-list]")).querySelector("input, select, textarea")?.focus();
  const gone = event.target.closest?.("[data-does=remove-row]");
  if (gone) removeRow(gone.parentElement);
});
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const one = event.target.closest?.("fieldset[data-one-of]");
    if (one && event.target.parentElement.parentElement === one) showVariant(one);
    if (event.target.matches?.(".given input")) showGiven(event.target);
    const form = event.target.form;
    if (form?.matches("[data-checks]")) checkSoon(form);
  });
}
enhance(document);
