/** A form that a page sends automatically once visible (a message that was read): without script its button does it. */
import { all, whenIdle } from "./page.ts";

export function startAfterLoad(): void {
  window.addEventListener("load", () =>
    whenIdle(() => {
      for (const form of all<HTMLFormElement>("form[data-after-load]"))
        // Answered with a redirect, like every form: after a refusal, the button stays.
        fetch("", { method: "POST", body: new URLSearchParams(), redirect: "manual" }).then(
          ({ type }) => type === "opaqueredirect" && form.remove(),
          () => {},
        );
    }),
  );
}
