/** Decides when a page sends its remaining events. */
import { on } from "../enhance/page.ts";

/** The browser starts a sent form's request in the task after its event; a delay this long does not block it. */
const afterSendingMilliseconds = 50;

/**
 * Calls `act` while the answer to a sent form is pending, and again when the page leaves for any reason. If it ran only
 * then, it would delay the next page. // docs/decisions/183
 */
export function whenLeaving(act: () => void): void {
  on("submit", "form", (_form, event) => setTimeout(() => event.defaultPrevented || act(), afterSendingMilliseconds));
  // The form may have been sent before this script came.
  if (document.querySelector("button[aria-busy]")) act();
  window.addEventListener("pagehide", act);
}
