// The maze in its frame: it starts where it matters, grows and shrinks, and says what lies outside.
// Without this script the frame is scrolled, and a box beside it shows the whole maze.
"use strict";

(() => {
  const STEP = 1.4;
  const LARGEST = 3; // pixels for a drawing unit: a card as wide as half a phone
  const CARD = [60, 84]; // in drawing units
  // What is looked for first when a page opens. Whatever comes first is there, the rest is not.
  const MATTERS = [".ghost, .chosen, .way", "a.lit", ".mine", ".fresh", "[href^='#start-'], [href='#ladder'], [href^='#dwarf-']", ".mark-at"];
  const LASTLY = MATTERS.slice(-2).join();
  const ARROWS = ["↖", "↑", "↗", "←", "", "→", "↙", "↓", "↘"];
  // What the reader has chosen is kept while he is at this table, from one step of a move to the next;
  // how it ended is looked at anew.
  const kept = () => `maze ${whole.defaultChecked ? "at the end " : ""}${location.pathname}`;

  let frame, art, whole, marks, edges;
  let size = 0; // pixels for a drawing unit; 0 is as wide as the page makes it
  let place = null; // in the middle of the frame, in drawing units off cell a1: the maze may grow

  const scale = () => art.getBoundingClientRect().width / art.viewBox.baseVal.width;
  const inside = () => [frame.clientWidth / 2, frame.clientHeight / 2];
  const corner = () => [art.dataset.left * CARD[0], art.dataset.top * CARD[1]];
  const scrolled = () => [frame.scrollLeft, frame.scrollTop];
  const middle = () => corner().map((from, i) => from + (scrolled()[i] + inside()[i]) / scale());
  const within = (value, least, most) => Math.min(Math.max(value, least), most);

  // Where the middle of a part is, in pixels from the upper left of the frame.
  function at(part) {
    const { left, top, width, height } = part.getBoundingClientRect();
    const from = frame.getBoundingClientRect();
    return [left + width / 2 - from.left - frame.clientLeft, top + height / 2 - from.top - frame.clientTop];
  }

  const isSeen = ([x, y]) => x >= 0 && y >= 0 && x <= frame.clientWidth && y <= frame.clientHeight;

  function scrollBy(right, down, behavior = "instant") {
    frame.scrollBy({ left: right, top: down, behavior });
  }

  function goTo(where) {
    const now = middle();
    scrollBy(...where.map((to, i) => (to - now[i]) * scale()));
  }

  const amid = (spots) => [0, 1].map((i) => {
    const along = spots.map((spot) => spot[i]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });

  // What of it is seen at once where most of it is.
  function together(spots) {
    const near = (from) => spots.filter((spot) => spot.every((to, i) => Math.abs(to - from[i]) < inside()[i] * 0.9));
    return [amid(spots), ...spots].map(near).reduce((most, some) => (some.length > most.length ? some : most));
  }

  // Around all of it, or where most of it is seen at once.
  function show(parts, behavior) {
    const seen = together(parts.map(at));
    if (seen.length) scrollBy(...amid(seen).map((to, i) => to - inside()[i]), behavior);
  }

  // Whoever has looked elsewhere stays there, unless more of what he is asked about is seen from another place.
  function stays(parts) {
    const spots = parts.map(at);
    return !parts.length || parts[0].matches(LASTLY) || spots.filter(isSeen).length >= together(spots).length;
  }

  function matters() {
    const kind = MATTERS.find((kind) => art.querySelector(kind));
    return kind ? [...art.querySelectorAll(kind)] : [];
  }

  // What lies outside is named at the edge that it is beyond; of a corner the nearer one.
  function point() {
    for (const mark of marks) {
      const spot = at(document.getElementById(mark.hash.slice(1)));
      const beyond = spot.map((to, i) => to - within(to, 0, 2 * inside()[i]));
      const [right, down] = beyond.map(Math.sign);
      mark.hidden = !right && !down;
      mark.dataset.way = ARROWS[4 + right + 3 * down];
      if (mark.hidden) continue;
      const sideways = Math.abs(beyond[0]) > Math.abs(beyond[1]);
      const edge = edges[sideways ? (right < 0 ? "w" : "e") : down < 0 ? "n" : "s"];
      if (mark.parentNode !== edge) edge.append(mark);
    }
    const fits = frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight;
    frame.closest(".maze").classList.toggle("maze-seen", fits && !size && !whole.checked);
  }

  function resize() {
    art.style.width = size ? `${size * art.viewBox.baseVal.width}px` : "";
    art.style.minWidth = size ? "0" : "";
  }

  // The point under the fingers, or the middle, stays where it is.
  function zoom(to, around = inside()) {
    const before = scale();
    const from = scrolled().map((to, i) => to + around[i]);
    whole.checked = false;
    size = within(to, Math.min(frame.clientWidth / art.viewBox.baseVal.width, before), LARGEST);
    resize();
    frame.scrollTo(...from.map((was, i) => (was * size) / before - around[i]));
    renewed();
  }

  function renewed() {
    place = middle();
    point();
  }

  const keep = () => sessionStorage.setItem(kept(), JSON.stringify([size, whole.checked, place]));

  function pinched() {
    let spread = 0;
    let from = 0;
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const between = ([a, b]) => {
      const { left, top } = frame.getBoundingClientRect();
      return [(a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top];
    };
    const two = (act) => (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault(); // the page shall not grow
      act(event.touches);
    };
    frame.addEventListener("touchstart", two((touches) => ([spread, from] = [apart(touches), scale()])), { passive: false });
    frame.addEventListener("touchmove", two((touches) => zoom((from * apart(touches)) / spread, between(touches))), { passive: false });
  }

  function pointers() {
    marks = [...document.querySelectorAll(".maze-marks .mark")];
    edges = {};
    const around = document.querySelector(".maze-marks");
    around?.classList.add("maze-marks-around");
    for (const side of around ? "nwes" : "") {
      edges[side] = document.createElement("div");
      edges[side].className = `maze-edge maze-edge-${side}`;
      around.append(edges[side]);
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const mark of marks) {
      mark.addEventListener("click", (event) => {
        event.preventDefault();
        frame.focus({ preventScroll: true });
        show([document.getElementById(mark.hash.slice(1))], calm ? "instant" : "smooth");
      });
    }
  }

  // Once for each frame: the table that renews itself brings a new one.
  function settle() {
    frame = document.querySelector(".maze-frame");
    art = frame.querySelector(".maze-art");
    whole = document.querySelector(".maze-whole");
    pointers();
    pinched();
    frame.addEventListener("scroll", renewed, { passive: true });
    new ResizeObserver(point).observe(frame);
    for (const button of document.querySelectorAll(".maze-tools button")) {
      button.hidden = false;
      button.addEventListener("click", () => zoom(scale() * (button.value === "larger" ? STEP : 1 / STEP)));
    }
    whole.addEventListener("change", () => {
      size = 0;
      resize();
      show(matters());
      renewed();
    });
    resize();
    if (place) goTo(place);
  }

  function open() {
    whole = document.querySelector(".maze-whole");
    let all;
    [size, all, place] = JSON.parse(sessionStorage.getItem(kept())) ?? [0, whole.defaultChecked, null];
    settle();
    whole.checked = all;
    if (place) goTo(place);
    const parts = matters();
    if (!place || !stays(parts)) show(parts);
    renewed();
  }

  document.addEventListener("renewed", () => {
    const { checked } = whole;
    settle();
    whole.checked ||= checked;
    goTo(place);
    renewed();
  });
  addEventListener("pagehide", keep);
  open();
})();
