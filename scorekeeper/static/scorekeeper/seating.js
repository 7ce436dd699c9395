// Seats in order: by dragging, by the arrows, or shuffled. The form sends them as they stand.

const seats = document.querySelector("[data-seats]");
let dragged = null;

function shuffle() {
  const list = [...seats.children];
  for (let last = list.length - 1; last > 0; last--) {
    const other = crypto.getRandomValues(new Uint32Array(1))[0] % (last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
  seats.append(...list);
}

function move(button, up) {
  const seat = button.closest("[data-seat]");
  if (up) seat.previousElementSibling?.before(seat);
  else seat.nextElementSibling?.after(seat);
  button.focus();
}

function dragTo(y) {
  const others = [...seats.children].filter((seat) => seat !== dragged);
  const below = others.find((seat) => y < seat.getBoundingClientRect().top + seat.offsetHeight / 2);
  if (below) below.before(dragged);
  else seats.append(dragged);
}

document.querySelector("[data-shuffle]")?.addEventListener("click", shuffle);
seats?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-up], [data-down]");
  if (button) move(button, "up" in button.dataset);
});
seats?.addEventListener("dragstart", (event) => {
  dragged = event.target.closest("[data-seat]");
  dragged.classList.add("dragged");
  event.dataTransfer.effectAllowed = "move";
});
seats?.addEventListener("dragover", (event) => { event.preventDefault(); if (dragged) dragTo(event.clientY); });
seats?.addEventListener("dragend", () => { dragged?.classList.remove("dragged"); dragged = null; });

// Fingers: hold the grip and slide.
seats?.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" || !event.target.closest(".grip")) return;
  dragged = event.target.closest("[data-seat]");
  dragged.classList.add("dragged");
  seats.setPointerCapture(event.pointerId);
});
seats?.addEventListener("pointermove", (event) => { if (dragged && event.pointerType !== "mouse") dragTo(event.clientY); });
seats?.addEventListener("pointerup", () => { dragged?.classList.remove("dragged"); dragged = null; });
