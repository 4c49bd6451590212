// A table left open stays true: it asks now and then whether something is new, and takes it in.
// Without this script there is a link to look again; nothing here is needed to play.
"use strict";

(() => {
  const PAUSES = [1, 2, 4, 8, 15, 30, 60]; // seconds; from the start again whenever something is new
  const AWAY = 60; // for a page that nobody looks at, whose title and icon still tell

  let tag = document.querySelector("[data-renew]")?.dataset.renew;
  let step = 0;
  let timer = 0;

  const pause = () => (document.hidden ? AWAY : PAUSES[Math.min(step++, PAUSES.length - 1)]);
  const wait = () => {
    clearTimeout(timer);
    if (tag) timer = setTimeout(look, pause() * 1000);
  };

  async function look() {
    try {
      const answer = await fetch(location.href, { headers: { "If-None-Match": tag }, cache: "no-store" });
      if (answer.status === 200 && !answer.redirected) take(await answer.text());
      else if (answer.status < 500 && answer.status !== 304) tag = ""; // it is no table any more
    } catch {
      // No network: the next look may find one.
    }
    wait();
  }

  function take(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const before = told();
    const kept = keep();
    document.querySelector("main").replaceChildren(...fresh.querySelector("main").childNodes);
    document.body.className = fresh.body.className;
    document.title = fresh.title;
    skips(fresh);
    document.querySelector("link[rel=icon]").href = fresh.querySelector("link[rel=icon]").href;
    document.dispatchEvent(new Event("renewed"));
    restore(kept);
    const news = told().filter((words) => !before.includes(words));
    if (news.length) {
      document.getElementById("live").textContent = news.join(". ");
      step = 0;
    }
    tag = document.querySelector("[data-renew]")?.dataset.renew;
  }

  // The first stops for Tab lie outside of main: whoever is asked now gets the one to his hand.
  function skips(fresh) {
    const all = (page) => [...page.querySelectorAll(".skip")];
    const [old, now] = [all(document), all(fresh)].map((links) => new Map(links.map((link) => [link.hash, link])));
    for (const [to, link] of old) if (!now.has(to)) link.remove();
    const last = all(document).at(-1);
    for (const [to, link] of now) if (!old.has(to)) last.before(link);
  }

  // What a screen reader says when it changes: whose turn it is, and what happened last.
  const told = () => [...document.querySelectorAll("h1, .news-hint")].map((part) => part.textContent.trim());

  // What the reader has opened, where he has scrolled to, where he is with the keyboard.
  const name = (part) => `${part.tagName} ${part.id || part.getAttribute("href") || part.className}`;
  const named = (wanted) => [...document.querySelectorAll("main *")].find((part) => name(part) === wanted);
  const keep = () => ({
    open: [...document.querySelectorAll("main details")].map((part) => [name(part), part.open]),
    focus: document.activeElement?.closest("main *") && name(document.activeElement),
    place: [scrollX, scrollY],
  });
  const restore = ({ open, focus, place }) => {
    for (const [which, is] of open) {
      const part = named(which);
      if (part) part.open = is;
    }
    if (focus) named(focus)?.focus({ preventScroll: true });
    scrollTo({ left: place[0], top: place[1], behavior: "instant" });
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    step = 0;
    if (tag) look();
  });
  wait();
})();
