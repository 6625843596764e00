/** How the file of every page (`tracking/after-load.ts`) loads the bridge, which is a separate file (`native.ts`). */
import type { Bridge } from "./bridge.ts";

/** URL of `native.ts`; the build fills it in. */
declare const nativeUrl: string;
const openedEvent = "tunai:bridge";
/** After this time, code that waits for the bridge continues without it. */
const openingMilliseconds = 1000;

/** Notifies this page's own scripts that the bridge is open. */
export const offerBridge = (bridge: Bridge): unknown =>
  document.dispatchEvent(new CustomEvent(openedEvent, { detail: bridge }));

/**
 * Fetches the bridge inside an app.
 * @param opened is called with the bridge once it is open, however late.
 * @param waitedFor is called once: when the bridge is open, when there is none, or after the maximal wait.
 */
export function fetchBridge(opened: (bridge: Bridge) => void, waitedFor: () => void): void {
  if (!document.documentElement.dataset.hostApp) return waitedFor();
  const timer = setTimeout(waitedFor, openingMilliseconds);
  document.addEventListener(
    openedEvent,
    (event) => {
      clearTimeout(timer);
      opened((event as CustomEvent<Bridge>).detail);
      waitedFor();
    },
    { once: true },
  );
  const script = document.createElement("script");
  script.src = nativeUrl;
  document.head.append(script);
}
