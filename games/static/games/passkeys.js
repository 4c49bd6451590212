// Passkeys: a form that is shown only where the browser can make or use one. What the device answers
// is sent as any form is. Without this script there is the code from a letter.
"use strict";

(() => {
  const able =
    isSecureContext &&
    /[a-z]/i.test(location.hostname) && // a passkey belongs to a name, never to a number
    window.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined;

  const DEVICES = {
    make: (options) =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    use: (options) =>
      navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  };

  async function answered(form) {
    const asked = await fetch(form.dataset.ask, { method: "POST", body: new FormData(form) });
    if (!asked.ok || asked.redirected) throw new Error("not asked");
    const credential = await DEVICES[form.dataset.passkey](await asked.json());
    return JSON.stringify(credential);
  }

  function tell(form, name) {
    const known = [...form.querySelectorAll("[data-trouble]")];
    const told = known.find((part) => part.dataset.trouble === name) ?? known.at(-1);
    for (const part of known) part.hidden = part !== told;
  }

  for (const form of document.querySelectorAll("[data-passkey]")) {
    if (!able || form.dataset.site !== location.hostname) continue;
    const button = form.querySelector("[type=submit]");
    form.hidden = false;
    for (const part of document.querySelectorAll("[data-passkey-none]")) part.hidden = true;

    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        form.elements.answer.value = await answered(form);
        form.submit();
      } catch (trouble) {
        tell(form, trouble.name);
        button.disabled = false;
      }
    });
  }
})();
