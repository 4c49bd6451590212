// Who does something on his table's page says so now and then: a letter about it waits until he leaves.
// Opening the page says nothing, and a page that lies open falls silent after a minute.
"use strict";

(() => {
  const OFTEN = 30; // seconds
  const IDLE = 60;
  const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"];
  // Kept beyond the page: who has just pressed a button on the last one is here on this one.
  const KEPT = "here";

  const since = (moment) => (Date.now() - Number(moment)) / 1000;
  let told = 0;

  function tell() {
    const to = document.querySelector("[data-here]")?.dataset.here;
    const idle = since(sessionStorage.getItem(KEPT)) > IDLE;
    if (!to || idle || document.hidden || since(told) < OFTEN) return;
    told = Date.now();
    const form = new FormData();
    const secret = document.querySelector("[name=csrfmiddlewaretoken]");
    if (secret) form.set(secret.name, secret.value);
    // Lost on the way it costs a letter, and the next one comes soon.
    fetch(to, { method: "POST", body: form }).catch(() => {});
  }

  for (const sign of SIGNS) {
    document.addEventListener(
      sign,
      () => {
        sessionStorage.setItem(KEPT, Date.now());
        tell();
      },
      { passive: true },
    );
  }
  setInterval(tell, OFTEN * 1000);
  tell();
})();
