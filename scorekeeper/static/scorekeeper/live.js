// Keeps an open sheet or night up to date. A stream while the page is seen, closed while it is not; who was away
// names the version it has and is sent what is new. Where no stream gets through, the page asks at intervals.
import { setLink } from "./status.js";

const POLL_EVERY = 5000; // milliseconds, when streams fail
const TRIES = 3; // failures in a row before polling takes over

let source = null, failures = 0, poller = null, touched = false;

const page = () => document.querySelector("[data-live]");
const play = () => document.querySelector("#play");
const versionHere = () => Number(document.querySelector("#sheet")?.dataset.version ?? page().dataset.version ?? 0);

// A pad that somebody is writing on is not taken away from them.
for (const kind of ["pad", "input", "change"]) {
  document.addEventListener(kind, (event) => { if (event.target.closest?.("#pad-form")) touched = true; });
}
document.addEventListener("htmx:load", (event) => { if (["play", "pad"].includes(event.detail.elt.id)) touched = false; });

function showSheet(news) {
  if (news.version <= versionHere() && news.status === play().dataset.status) return;
  const needsPad = document.querySelector("#pad") !== null;
  htmx.swap("#sheet", news.html, { swapStyle: "outerHTML" });
  if (needsPad && !touched && !document.querySelector("#pad-form [name=correcting]")) refreshPad();
}

function refreshPad() {
  htmx.ajax("GET", location.pathname + location.search, { target: "#play", swap: "outerHTML" });
}

let night = null;
function showNight() {
  clearTimeout(night);
  if (document.activeElement?.matches("#night input")) return; // somebody is writing a name
  night = setTimeout(() => htmx.ajax("GET", location.pathname, { target: "#night", select: "#night", swap: "outerHTML" }), 100 + Math.random() * 300);
}

function hear(event) {
  const news = JSON.parse(event.data);
  if (news.deleted) return location.reload();
  if (news.html !== undefined) showSheet(news); else showNight();
  document.dispatchEvent(new CustomEvent("sheet-news", { detail: news }));
}

function open() {
  if (source || document.hidden || !page()) return;
  source = new EventSource(`${page().dataset.live}?last=${versionHere()}`);
  source.onopen = () => { failures = 0; stopPolling(); setLink("live"); };
  source.onerror = failed;
  for (const kind of ["entry", "sheet", "finished"]) source.addEventListener(kind, hear);
}

function close() {
  source?.close();
  source = null;
}

function failed() {
  setLink("away");
  failures += 1;
  close(); // a browser's own retry would repeat the version the page had when it was opened
  if (failures >= TRIES) startPolling();
  setTimeout(open, Math.min(1000 * failures, 10000));
}

async function poll() {
  if (document.hidden || !page()?.dataset.poll) return;
  try {
    const answer = await fetch(page().dataset.poll, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return;
    setLink("live");
    const html = await answer.text();
    const version = Number(new DOMParser().parseFromString(html, "text/html").querySelector("#sheet")?.dataset.version ?? 0);
    if (version > versionHere()) showSheet({ html, version, status: play().dataset.status });
  } catch {
    setLink("away");
  }
}

function startPolling() { poller ??= setInterval(poll, POLL_EVERY); }
function stopPolling() { clearInterval(poller); poller = null; }

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("pagehide", close);
addEventListener("pageshow", open);
addEventListener("online", () => { close(); open(); });
open();
