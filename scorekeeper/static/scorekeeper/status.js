// The small mark at the head of a page: live, or away with what waits. Words come from the page, so that they are translated.
const state = { link: "", waiting: 0 };

function show() {
  const mark = document.querySelector("#live");
  if (!mark) return;
  const words = mark.dataset;
  const link = state.link === "away" ? words.wordAway : state.link === "live" ? words.wordLive : "";
  mark.textContent = [link, state.waiting ? words.wordWaiting?.replace("%s", state.waiting) : ""].filter(Boolean).join(" · ");
  mark.className = `live-mark ${state.link}${state.waiting ? " has-waiting" : ""}`;
  mark.hidden = !mark.textContent;
}

export function setLink(link) { state.link = link; show(); }
export function setWaiting(count) { state.waiting = count; show(); }
document.addEventListener("htmx:load", show);
