// The sheet page: keeps whose turn it is in sight, and the pads' keys, dice, steppers and rows.
// A tap changes fields of the form and says so ("pad"); what it is worth the server answers.

const say = (element) => element.closest("form")?.dispatchEvent(new CustomEvent("pad", { bubbles: true }));

function showWhoIsNext() {
  const scroll = document.querySelector("#sheet");
  const cell = scroll?.querySelector(".editing") ?? scroll?.querySelector("td.next") ?? scroll?.querySelector("tbody tr:last-child td");
  if (!cell) return;
  const head = scroll.querySelector("thead").offsetHeight;
  const foot = scroll.querySelector("tfoot")?.offsetHeight ?? 0;
  const box = cell.getBoundingClientRect(), area = scroll.getBoundingClientRect();
  scroll.scrollBy({ top: box.bottom - (area.bottom - foot) > 0 ? box.bottom - area.bottom + foot + 8 : Math.min(0, box.top - area.top - head) });
  const gutter = scroll.querySelector(".corner").offsetWidth;
  scroll.scrollBy({ left: box.right > area.right ? box.right - area.right + 8 : Math.min(0, box.left - area.left - gutter) });
}

// Keys ---------------------------------------------------------------------------------------------
function press(key) {
  const field = key.closest("[data-keypad]").querySelector("input[name=points]");
  if (field.dataset.fresh) { field.value = ""; delete field.dataset.fresh; }
  field.value = key.dataset.key === "back" ? field.value.slice(0, -1) : field.value + key.dataset.key;
  say(field);
}

function prepareKeypads(root) {
  for (const pad of root.querySelectorAll("[data-keypad]")) {
    const field = pad.querySelector("input[name=points]");
    field.inputMode = "none"; // the keys are ours; a keyboard still types
    if (field.value) field.dataset.fresh = "1"; // a filled-in number is replaced, not added to
  }
}

// Dice ---------------------------------------------------------------------------------------------
// Each die is a list to choose from until this file is here, then a button; what was chosen early stands.
const WORDS = { P: "pop", D: "double", B: "burnt", K: "kernel", "": "off" };

function faceAfter(face, tool, off, faces) {
  if (face === off) return tool;
  const others = [...faces].filter((other) => other !== tool && other !== off);
  const order = [tool, ...others, off];
  return order[(order.indexOf(face) + 1) % order.length];
}

function paint(die) {
  const box = die.closest("[data-faces]"), field = die.previousElementSibling;
  die.dataset.face = field.value;
  die.setAttribute("aria-label", `${die.dataset.title}, ${box.dataset[WORDS[field.value]] ?? box.dataset.off}`);
}

function tapDie(die) {
  const box = die.closest("[data-faces]"), field = die.previousElementSibling;
  const off = box.dataset.faces.includes("K") ? "K" : "";
  const tool = box.querySelector("[data-tool]:checked")?.value ?? "P";
  field.value = faceAfter(field.value, tool, off, box.dataset.faces);
  paint(die);
  say(die);
}

// Steppers, rows, toasts ---------------------------------------------------------------------------
function stepBy(button) {
  const field = button.closest("[data-step]").querySelector("input");
  const most = Number(field.dataset.max ?? 999);
  field.value = Math.min(most, Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.by)));
  say(field);
}

function addRow(button) {
  const last = [...button.parentElement.querySelectorAll("[data-row]")].at(-1);
  const row = last.cloneNode(true);
  for (const select of row.querySelectorAll("select")) select.selectedIndex = 0;
  last.after(row);
}

function addToast(button) {
  const toasts = button.closest("form").querySelector("[data-toasts]");
  const number = toasts.children.length + 1;
  const blank = document.querySelector("#blank-toast").innerHTML.replaceAll("toast:N:", `toast:${number}:`);
  toasts.insertAdjacentHTML("beforeend", blank);
  const toast = toasts.lastElementChild;
  toast.dataset.toast = number;
  toast.querySelector("[data-number]").textContent = number;
  toast.scrollIntoView({ block: "nearest" });
  toast.querySelector("input[type=checkbox]").checked = true;
  say(toasts);
}

function more(button) {
  const field = button.previousElementSibling;
  field.value = ((Number.parseInt(field.value, 10) || 0) + 1) % 10;
  const here = button.closest(".toast").querySelector("input[name$=':here']");
  here.checked = true;
  markToppings(button.closest(".toast"));
  say(field);
}

function markToppings(root) {
  for (const field of root.querySelectorAll("[data-count]")) field.parentElement.classList.toggle("some", Number(field.value) > 0);
}

const TAPS = [
  ["[data-key]", press], ["[data-die]", tapDie], ["[data-by]", stepBy], ["[data-add-row]", addRow],
  ["[data-add-toast]", addToast], ["[data-more]", more],
];

document.addEventListener("click", (event) => {
  for (const [selector, act] of TAPS) {
    const element = event.target.closest?.(selector);
    if (element) return act(element);
  }
});

// The points of the entry on the pad, as the server worked them out, stand on the button that logs it.
document.addEventListener("previewed", (event) => {
  const shown = document.querySelector("#log-points");
  if (shown) shown.textContent = event.detail.points === "" ? "" : `${event.detail.points} `;
});

function prepareSheet(root) {
  // only now, or a tap on a key would be lost while this file is still on its way
  for (const element of root.querySelectorAll("[data-scripted=sheet][hidden]")) element.hidden = false;
  prepareKeypads(root);
  for (const die of root.querySelectorAll("[data-die]")) { die.previousElementSibling.hidden = true; paint(die); }
  markToppings(root);
  showWhoIsNext();
}

document.addEventListener("htmx:load", (event) => prepareSheet(event.detail.elt));
document.fonts?.ready.then(showWhoIsNext);
prepareSheet(document);
