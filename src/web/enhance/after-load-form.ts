/** A form that a page sends by itself once it is seen (a message that was read): without script its button does the same. */
import { all, whenIdle } from "./page.ts";

export function startAfterLoad(): void {
  window.addEventListener("load", () =>
    whenIdle(() => {
      for (const form of all<HTMLFormElement>("form[data-after-load]"))
        // Answered by leading on, as every form is: where it is refused, the button stays.
        fetch("", { method: "POST", body: new URLSearchParams(), redirect: "manual" }).then(
          ({ type }) => type === "opaqueredirect" && form.remove(),
          () => {},
        );
    }),
  );
}
