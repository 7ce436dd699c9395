// Lines written while the site could not be reached: kept in IndexedDB, shown, and sent once, in order, when it can.
// A line keeps the id it was given here, so a lost answer cannot write it twice. What each is worth the server says later.
import { openDB } from "./vendor/idb.js";
import { freshUuid, prepare } from "./app.js";
import { setLink, setWaiting } from "./status.js";

const RETRY_EVERY = 3000; // milliseconds
const db = openDB("scorekeeper", 1, { upgrade: (base) => base.createObjectStore("lines", { keyPath: "order", autoIncrement: true }) });

const everything = async () => (await db).getAll("lines");
const store = async (line) => (await db).put("lines", line);
const forget = async (line) => (await db).delete("lines", line.order);

// Catching what could not be sent --------------------------------------------------------------------
const isLine = (form) => form?.matches?.("form[data-entry]") && form.elements.line;
const unreachable = (xhr) => xhr.status === 0 || xhr.status === 502 || xhr.status === 503 || xhr.status === 504;
const signedOut = (xhr) => (xhr.responseURL ?? "").includes("/sign-in") || xhr.getResponseHeader("X-Sign-In") !== null;

let pristine = null; // the pad as the server last drew it
function keepPristine() { pristine = document.querySelector("#pad")?.outerHTML ?? null; }

async function keep(form, parameters, state = "waiting") {
  const body = new URLSearchParams();
  for (const [name, value] of parameters) if (name !== "csrfmiddlewaretoken") body.append(name, value); // the token of the day it is sent counts
  await store({
    play: form.dataset.play,
    path: form.getAttribute("action"),
    body: body.toString(),
    label: labelOf(form, parameters),
    version: Number(form.dataset.version),
    at: new Date().toISOString(),
    state,
  });
  setLink("away");
  startOver(form);
  await show();
}

// "Ben: 12", from what was sent; a pad of dice or cards is called by what its button says.
function labelOf(form, parameters) {
  const sent = new Map(parameters);
  const what = sent.get("quick") || sent.get("points") || form.querySelector("#log-points")?.textContent.trim() || sent.get("mode");
  return [sent.get("player") ?? sent.get("winner"), what].filter(Boolean).join(": ");
}

function startOver(form) {
  const player = form.elements.player?.value;
  if (!pristine) return;
  htmx.swap("#pad", pristine, { swapStyle: "outerHTML" });
  requestAnimationFrame(() => {
    prepare(document.querySelector("#pad"));
    giveTo(playerAfter(player));
  });
}

// Whose turn comes next by the seats; the server judges that too when the line is sent.
function playerAfter(player) {
  const seats = [...document.querySelectorAll("#sheet thead th[scope=col]")];
  const index = seats.findIndex((seat) => seat.querySelector(".who").textContent === player);
  return index < 0 ? null : seats[(index + 1) % seats.length];
}

function giveTo(seat) {
  const pad = document.querySelector("#pad-form");
  if (!seat || !pad?.elements.player) return;
  const label = seat.querySelector(".who").textContent;
  const accent = [...seat.classList].find((name) => /^p\d+$/.test(name));
  if (pad.elements.player.type === "hidden") {
    pad.elements.player.value = label;
    const name = pad.querySelector(".pad-top .player");
    name.className = `player ${accent}`;
    name.querySelector("bdi").textContent = label;
    for (const bdi of pad.querySelectorAll("#log bdi")) bdi.textContent = label;
  } else {
    const choice = [...pad.querySelectorAll("input[name=player]")].find((input) => input.value === label);
    if (choice) choice.checked = true;
  }
}

document.addEventListener("htmx:configRequest", (event) => { event.detail.elt.lastParameters = [...event.detail.formData?.entries?.() ?? Object.entries(event.detail.parameters)]; });
document.addEventListener("htmx:sendError", (event) => rescue(event.detail.elt, "waiting"));
document.addEventListener("htmx:timeout", (event) => rescue(event.detail.elt, "waiting"));
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (!isLine(requestConfig.elt) || (!signedOut(xhr) && !unreachable(xhr))) return;
  event.detail.shouldSwap = false;
  rescue(requestConfig.elt, signedOut(xhr) ? "signed-out" : "waiting");
});

function rescue(form, state) {
  if (isLine(form) && form.lastParameters) keep(form, form.lastParameters, state);
}

// Lines behind one that waits must wait too, or they would overtake it.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (!isLine(form) || !waitingHere(form.dataset.play)) return;
  event.preventDefault();
  keep(form, form.lastParameters).then(send);
});

let known = [];
const waitingHere = (play) => known.some((line) => line.play === play);

// Sending --------------------------------------------------------------------------------------------
let sending = false;
const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

async function post(line, version) {
  const body = new URLSearchParams(line.body);
  body.set("version", version);
  return fetch(line.path, { method: "POST", body, headers: { "HX-Request": "true", "X-CSRFToken": token() } });
}

export async function send() {
  if (sending || !navigator.onLine) return;
  sending = true;
  try {
    const stuck = new Set(), versions = new Map();
    for (const line of await everything()) {
      if (stuck.has(line.play)) continue;
      if (line.state !== "waiting") { stuck.add(line.play); continue; }
      const outcome = await sendOne(line, versions);
      if (outcome === "away") break;
      if (outcome !== "sent") stuck.add(line.play);
    }
  } finally {
    sending = false;
    await show();
  }
}

async function sendOne(line, versions) {
  let answer;
  try {
    answer = await post(line, versions.get(line.play) ?? line.version);
  } catch {
    setLink("away");
    return "away";
  }
  if (answer.url.includes("/sign-in") || answer.headers.has("X-Sign-In")) return settle(line, "signed-out", "");
  if (answer.status >= 500) return "away";
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const here = page.querySelector("#play");
  if (answer.ok) {
    const version = Number(here.dataset.version);
    versions.set(line.play, version);
    await forget(line);
    for (const later of await everything()) if (later.play === line.play) await store({ ...later, version });
    draw(here, line.play);
    setLink("live");
    return "sent";
  }
  if (answer.status === 409) {
    const last = [...page.querySelectorAll("#sheet tbody .cell")].at(-1)?.getAttribute("aria-label") ?? "";
    return settle({ ...line, version: Number(here?.dataset.version ?? line.version) }, "conflict", last);
  }
  return settle(line, "refused", page.querySelector(".findings, [role=alert]")?.textContent.trim() ?? answer.statusText);
}

async function settle(line, state, message) {
  await store({ ...line, state, message });
  return state;
}

function draw(fresh, play) {
  const old = document.querySelector("#play");
  if (!old || old.dataset.play !== play) return;
  htmx.swap("#play", fresh.outerHTML, { swapStyle: "outerHTML" });
  keepPristine();
}

// Showing --------------------------------------------------------------------------------------------
async function show() {
  known = await everything();
  setWaiting(known.length);
  const box = document.querySelector("#queue");
  if (!box) return;
  const play = document.querySelector("#play")?.dataset.play;
  box.replaceChildren(...known.filter((line) => line.play === play).map((line) => rowOf(line, box.dataset)));
  box.hidden = !box.children.length;
}

function rowOf(line, words) {
  const row = document.createElement("li");
  row.className = `queued ${line.state}`;
  const text = document.createElement("span");
  text.textContent = [line.label, words[line.state === "signed-out" ? "signedOut" : line.state], line.message].filter(Boolean).join(" — ");
  row.append(text);
  if (line.state === "conflict" || line.state === "refused") row.append(button(words.again, () => choose({ ...line, state: "waiting", message: "" })));
  if (line.state === "signed-out") row.append(signInLink(words.signIn));
  row.append(button(words.drop, () => drop(line)));
  return row;
}

function button(text, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button quiet";
  element.textContent = text;
  element.addEventListener("click", act);
  return element;
}

function signInLink(text) {
  const link = document.createElement("a");
  link.className = "button quiet";
  link.href = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = text;
  return link;
}

async function choose(line) { await store(line); await show(); await send(); }
async function drop(line) { await forget(line); await show(); await send(); }

async function wakeSignedOut() {
  for (const line of await everything()) if (line.state === "signed-out") await store({ ...line, state: "waiting" });
}

document.addEventListener("htmx:load", (event) => { if (event.detail.elt.id === "play" || event.detail.elt.id === "pad") keepPristine(); show(); });
document.addEventListener("sheet-news", () => { if (known.length) send(); });
addEventListener("online", send);
setInterval(() => { if (known.some((line) => line.state === "waiting")) send(); }, RETRY_EVERY);
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // only where the address is secure
keepPristine();
wakeSignedOut().then(show).then(send);
