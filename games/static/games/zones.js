// Time zones: the browser's own one is filled in where nobody has chosen yet, and what is typed into
// the search is listed at once. Without this script the same search is done when the form is sent.
"use strict";

(() => {
  // What browsers still call by older names than we do.
  const NOW_CALLED = {
    "Africa/Asmera": "Africa/Asmara",
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Godthab": "America/Nuuk",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
  };
  const named = (zone) => NOW_CALLED[zone] ?? zone;
  const typed = (text) => text.replaceAll("_", " ").toLowerCase().trim().replace(/\s+/g, " ");

  function part(zone, options, type) {
    const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }).formatToParts();
    return parts.find((each) => each.type === type).value;
  }

  function option(zone, pattern) {
    const far = part(zone, { timeZoneName: "shortOffset" }, "timeZoneName");
    const local = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const words = {
      zone: zone.replaceAll("_", " "),
      offset: far.replace("GMT", "UTC").replace("-", "\u2212"),
      time: `${part(zone, local, "hour")}:${part(zone, local, "minute")}`,
    };
    return new Option(pattern.replace(/%\((\w+)\)s/g, (_, word) => words[word]), zone);
  }

  for (const list of document.querySelectorAll("[data-zones=list]")) {
    const search = list.parentElement.querySelector("[data-zones=search]");
    const pattern = list.dataset.label;
    const here = named(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
    if ("guess" in list.dataset && here.includes("/")) {
      if (![...list.options].some((each) => each.value === here)) list.prepend(option(here, pattern));
      list.value = here;
    }
    const usual = [...list.options];
    const all = ["UTC", ...Intl.supportedValuesOf("timeZone").map(named)];

    search.addEventListener("input", () => {
      const word = typed(search.value);
      const chosen = list.value;
      const found = all.filter((zone) => typed(zone).includes(word)).sort();
      list.replaceChildren(...(word ? found.map((zone) => option(zone, pattern)) : usual));
      if (list.options.length) list.value = found.includes(chosen) || !word ? chosen : list.options[0].value;
      if (list.selectedIndex < 0 && list.options.length) list.selectedIndex = 0;
    });
  }
})();
