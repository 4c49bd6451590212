// The table by keyboard: each group of links is one stop for Tab, and arrows walk within it.
// Without this script every link is a stop of its own.
"use strict";

(() => {
  const GROUPS = [".maze-art", ".cards", ".options"];

  const links = (group) => [...group.querySelectorAll("a[href]")];
  const groups = () => GROUPS.flatMap((kind) => [...document.querySelectorAll(`main ${kind}`)]);

  function settle() {
    for (const group of groups()) {
      const all = links(group);
      const stop = all.find((link) => link.hasAttribute("aria-current")) ?? all[0];
      for (const link of all) link.setAttribute("tabindex", link === stop ? 0 : -1);
    }
  }

  const middle = (link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  // The nearest link on that side; what lies askew counts as farther away.
  function beside(from, all, [right, down]) {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const link of all) {
      const [to, at] = middle(link);
      const along = (to - x) * right + (at - y) * down;
      const askew = Math.abs((to - x) * down) + Math.abs((at - y) * right);
      if (along > 1 && along + 3 * askew < least) [best, least] = [link, along + 3 * askew];
    }
    return best;
  }

  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const group = way && document.activeElement?.closest(GROUPS.join());
    if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
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

  // Who has begun to choose goes on where the next answer is. Not before the browser is done with the
  // address: it takes the focus from whatever has it when it goes to the place that is named there.
  function goOn() {
    const asks = document.querySelector(".chooser")?.dataset.asks;
    const places = asks === "cell" ? ".maze-art a[href]" : `.level-${asks} a[href]`;
    document.querySelector(asks ? places : ".confirm-button")?.focus({ preventScroll: true });
  }

  if (location.search.includes("pick=")) addEventListener("load", () => setTimeout(goOn));
})();
