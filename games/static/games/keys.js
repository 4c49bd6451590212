// The table by keyboard: each group of links is one stop for Tab, and arrows walk within it.
// Without this script every link is a stop of its own.
"use strict";

(() => {
  const GROUPS = [".maze-art", ".cards", ".options", ".cells"];

  const links = (group) => [...group.querySelectorAll("a[href]")];
  const groups = () => GROUPS.flatMap((kind) => [...document.querySelectorAll(`main ${kind}`)]);

  function settle() {
    for (const group of groups()) {
      const all = links(group);
      const stop = all.find((link) => link.hasAttribute("aria-current")) ?? all[0];
      for (const link of all) link.setAttribute("tabindex", link === stop ? 0 : -1);
    }
  }

  // Sideways one walks from cell to cell of a table, up and down also within one.
  const middle = (link, right) => {
    const { left, top, width, height } = ((right && link.closest("td")) || link).getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  // The nearest link on that side; what lies askew counts as farther away.
  function beside(from, all, [right, down]) {
    const [x, y] = middle(from, right);
    let best = null;
    let least = Infinity;
    for (const link of all) {
      const [to, at] = middle(link, right);
      const along = (to - x) * right + (at - y) * down;
      const askew = Math.abs((to - x) * down) + Math.abs((at - y) * right);
      if (along > 1 && along + 3 * askew < least) [best, least] = [link, along + 3 * askew];
    }
    return best;
  }

  // Through a game that is over, or as far as it has come: one move back, one move on.
  const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const group = way && document.activeElement?.closest(GROUPS.join());
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!group) return document.querySelector(`[data-rel="${STEPS[event.key]}"]`)?.click();
    event.preventDefault(); // the page shall not scroll away
    const from = document.activeElement.closest("a");
    const to = beside(from, links(group), way);
    if (!to) return;
    from.setAttribute("tabindex", -1);
    to.setAttribute("tabindex", 0);
    to.focus();
  });

  document.addEventListener("renewed", settle);
  settle();

  // What the maze's frame hides is passed over where something else can be begun with.
  function isSeen(link) {
    const frame = link.closest(".maze-frame")?.getBoundingClientRect();
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return !frame || (left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
  }

  // Who has begun to choose goes on where the next answer is. Not before the browser is done with the
  // address: it takes the focus from whatever has it when it goes to the place that is named there.
  function goOn() {
    const asks = document.querySelector(".chooser")?.dataset.asks;
    const places = asks === "cell" ? ".maze-art a[href]" : `.level-${asks} a[href]`;
    const found = [...document.querySelectorAll(asks ? places : ".confirm-button")];
    (found.find(isSeen) ?? found[0])?.focus({ preventScroll: true });
  }

  if (location.search.includes("pick=")) addEventListener("load", () => setTimeout(goOn));
})();
