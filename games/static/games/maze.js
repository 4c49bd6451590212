// The maze in its frame: it starts where it matters, grows and shrinks, and says what lies outside.
// Without this script the frame is scrolled, and a box beside it shows the whole maze.
"use strict";

(() => {
  const STEP = 1.4;
  const LARGEST = 3; // pixels for a drawing unit: a card as wide as half a phone
  const CARD = [60, 84]; // in drawing units
  const GUTTER = 22; // in drawing units: where columns and rows are named
  const GAP = 6; // pixels around what is named at an edge
  const TAKEN = ":scope > use, .lit, .lit-turn, .mark-at"; // what no name of something outside may cover
  // What is looked for first when a page opens. Whatever comes first is there, the rest is not.
  const MATTERS = [".ghost, .chosen, .way", "a.lit", ".mine", ".fresh", "[href^='#start-'], [href='#ladder'], [href^='#dwarf-']", ".mark-at"];
  const LASTLY = MATTERS.slice(-2).join();
  const ARROWS = ["↖", "↑", "↗", "←", "", "→", "↙", "↓", "↘"];
  // What the reader has chosen is kept while he is at this table, from one step of a move to the next;
  // how it ended is looked at anew.
  const kept = () => `maze ${whole.defaultChecked ? "at the end " : ""}${location.pathname}`;

  let frame, art, whole, strips, marks, around, below;
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

  // Where a part is, in the same pixels.
  function box(part) {
    const { width, height } = part.getBoundingClientRect();
    const [x, y] = at(part);
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  }

  // The free place that is nearest to a spot; to leave the edge costs double. None if there is none.
  function free(spot, beyond, [width, height], taken) {
    const least = GAP + GUTTER * scale();
    const most = [frame.clientWidth - width - GAP, frame.clientHeight - height - GAP];
    const ideal = [spot[0] - width / 2, spot[1] - height / 2].map((to, i) => within(to, least, most[i]));
    const along = (i) => {
      const found = [ideal[i]];
      for (let to = least; to <= most[i]; to += GAP) found.push(to);
      return found;
    };
    let best = null;
    let nearest = Infinity;
    for (const x of along(0)) {
      for (const y of along(1)) {
        const far = Math.hypot((x - ideal[0]) * (beyond[0] ? 2 : 1), (y - ideal[1]) * (beyond[1] ? 2 : 1));
        if (far >= nearest) continue;
        const covers = taken.some((it) => x < it[2] && x + width > it[0] && y < it[3] && y + height > it[1]);
        if (!covers) [best, nearest] = [[x, y], far];
      }
    }
    return best;
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

  // What lies outside is named at the edge that it is beyond, as near to it as no card is covered.
  function point() {
    follow();
    const taken = [...art.querySelectorAll(TAKEN)].map(box).filter(([left, top, right, bottom]) =>
      right > 0 && bottom > 0 && left < frame.clientWidth && top < frame.clientHeight);
    for (const mark of marks) {
      const spot = at(document.getElementById(mark.hash.slice(1)));
      const beyond = spot.map((to, i) => Math.sign(to - within(to, 0, 2 * inside()[i])));
      mark.hidden = !beyond.some(Boolean);
      mark.dataset.way = ARROWS[4 + beyond[0] + 3 * beyond[1]];
      if (mark.hidden) continue;
      const size = [mark.offsetWidth, mark.offsetHeight];
      const corner = free(spot, beyond, size, taken);
      const home = corner ? around : below; // where all is covered with cards
      if (mark.parentNode !== home) home.append(mark);
      if (!corner) continue;
      [mark.style.left, mark.style.top] = corner.map((to) => `${to}px`);
      taken.push([corner[0] - GAP, corner[1] - GAP, corner[0] + size[0] + GAP, corner[1] + size[1] + GAP]);
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
    around = document.querySelector(".maze-marks");
    if (!around) return;
    around.classList.add("maze-marks-around");
    below = document.createElement("div");
    below.className = "maze-marks-below";
    around.append(below);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const mark of marks) {
      mark.addEventListener("click", (event) => {
        event.preventDefault();
        frame.focus({ preventScroll: true });
        show([document.getElementById(mark.hash.slice(1))], calm ? "instant" : "smooth");
      });
    }
  }

  // The names of columns and rows stay at the edges while the picture moves beneath them.
  function names() {
    const named = art.querySelector("g[aria-hidden]");
    const isAbove = (text) => text.getAttribute("y") < GUTTER;
    strips = ["above", "beside"].map((side) => {
      const strip = document.createElementNS(art.namespaceURI, "svg");
      strip.setAttribute("class", `maze-names maze-names-${side}`);
      strip.setAttribute("aria-hidden", "true");
      const group = named.cloneNode(true);
      for (const text of [...group.children]) if (isAbove(text) !== (side === "above")) text.remove();
      strip.append(group);
      frame.after(strip);
      return strip;
    });
  }

  function follow() {
    const gutter = GUTTER * scale();
    const [x, y] = scrolled().map((to) => to / scale() + GUTTER);
    const [width, height] = [frame.clientWidth - gutter, frame.clientHeight - gutter];
    const seen = [[x, 0, width / scale(), GUTTER], [0, y, GUTTER, height / scale()]];
    const sizes = [[width, gutter], [gutter, height]];
    strips.forEach((strip, i) => {
      strip.setAttribute("viewBox", seen[i].join(" "));
      [strip.style.width, strip.style.height] = sizes[i].map((to) => `${to}px`);
    });
    strips[0].style.borderLeftWidth = strips[1].style.top = `${gutter}px`;
  }

  // Once for each frame: the table that renews itself brings a new one.
  function settle() {
    frame = document.querySelector(".maze-frame");
    art = frame.querySelector(".maze-art");
    whole = document.querySelector(".maze-whole");
    names();
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
