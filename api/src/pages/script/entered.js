/**
 * What somebody has entered, opened and pointed at in a part of a page that is drawn anew: it stays as they left it.
 */
import { addRow } from "./forms.js";

/** Fields that people fill in. */
const FIELDS = "input[name]:not([type=hidden]), select[name], textarea[name]";

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (!form) return;
  form.dataset.entered = "true";
  // What is entered after it was sent is another command.
  delete form.dataset.sent;
});

/** A form was sent under this key: unless it is refused, nothing of it is kept. */
export function sent(form, key) {
  form.dataset.sent = key;
}

/** What was sent under this key was not taken: it is still being entered. */
export function unsent(root, key) {
  const form = root.querySelector(`form[data-sent="${key}"]`);
  if (form) delete form.dataset.sent;
}

/** What a form is for; a form that is drawn anew is for the same. */
function meaning(form) {
  const hidden = (name) => form.querySelector(`:scope > input[type=hidden][name=${name}]`)?.value ?? "";
  return [form.className, form.dataset.unit ?? "", ...["form", "variant", "seat"].map(hidden)].join("|");
}

/** What opens and closes, by the unit that it is about and its words. */
function heading(details) {
  return [details.closest("[data-unit]")?.dataset.unit ?? "", details.className, details.querySelector(":scope > summary")?.textContent].join("|");
}

/** Elements of two drawings that stand for the same: several of one name in their order. */
function pairs(old, next, selector, name) {
  const left = new Map();
  for (const element of next.querySelectorAll(selector)) {
    const known = left.get(name(element)) ?? [];
    left.set(name(element), [...known, element]);
  }
  return [...old.querySelectorAll(selector)].map((element) => [element, left.get(name(element))?.shift()]).filter(([, twin]) => twin);
}

/** The field of a form with the name and place of another's. */
function twin(field, form, twinForm) {
  const same = (of) => [...of.querySelectorAll(FIELDS)].filter((other) => other.name === field.name);
  return same(twinForm)[same(form).indexOf(field)];
}

function copy(form, fresh) {
  for (const list of form.querySelectorAll("fieldset[data-list]")) {
    const own = fresh.querySelector(`fieldset[data-list="${CSS.escape(list.dataset.list)}"]`);
    const rows = (of) => of.querySelector(":scope > ol").children.length;
    while (own && rows(own) < rows(list)) addRow(own);
  }
  for (const field of form.querySelectorAll(FIELDS)) {
    const other = twin(field, form, fresh);
    if (!other) continue;
    if (field.matches("[type=checkbox], [type=radio]")) other.checked = field.checked;
    // What cannot be chosen any more is not.
    else if (!field.matches("select") || [...other.options].some((option) => option.value === field.value)) other.value = field.value;
  }
  fresh.dataset.entered = "true";
}

/** Takes over what was entered and opened in one drawing of a part into the next. */
export function keep(old, next) {
  for (const [details, fresh] of pairs(old, next, "details", heading)) fresh.open ||= details.open;
  for (const [form, fresh] of pairs(old, next, "form", meaning)) {
    if (form.dataset.entered && !form.dataset.sent) copy(form, fresh);
  }
}

/** The element in the next drawing of a part for the one that has the focus in the old, if there is one. */
export function focusedTwin(focused, old, next) {
  if (focused.matches("a[data-unit]")) return next.querySelector(`a[data-unit="${CSS.escape(focused.dataset.unit)}"]`);
  if (focused.matches("summary")) {
    const found = pairs(old, next, "details", heading).find(([details]) => details === focused.parentElement);
    return found?.[1].querySelector(":scope > summary");
  }
  const form = focused.form && pairs(old, next, "form", meaning).find(([form]) => form === focused.form)?.[1];
  return form && focused.name && focused.matches(FIELDS) ? twin(focused, focused.form, form) : null;
}
