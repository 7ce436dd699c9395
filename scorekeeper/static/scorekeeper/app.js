// What every page does with scripts: unhide what needs them, fresh ids, copying, asking before, the browser's zone.
// No scoring happens here: the server judges everything.

export function freshUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function prepare(root) {
  for (const element of root.querySelectorAll("[data-scripted=''][hidden], [data-copy][hidden]")) element.hidden = false;
  for (const input of root.querySelectorAll("input[data-uuid]")) input.value = freshUuid();
  for (const input of root.querySelectorAll("input[data-zone]")) {
    if (input.value === "UTC") input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  }
  for (const wide of root.querySelectorAll(".report .output_subarea")) wide.tabIndex = 0; // scrolls, so the keyboard must get there
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  source.select();
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    document.execCommand("copy"); // plain http has no clipboard
  }
  button.textContent = "✓";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-confirm]");
  if (button?.dataset.copy) copy(button);
  if (button?.dataset.confirm && !confirm(button.dataset.confirm)) event.preventDefault();
});

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.more[open]")) if (!open.contains(event.target)) open.open = false;
});

document.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
prepare(document);
