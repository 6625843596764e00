/** The file that every page fetches after its first paint: places, tracking and the native bridge, at most 4 KB compressed (product decisions 7). */
import { startPlace } from "../enhance/place.ts";
import { openBridge } from "../native/bridge.ts";
import { startAppPage } from "./app-page.ts";
import { startEvents } from "./events.ts";
import { startErrorLog, startMetrics } from "./logs.ts";
import { nativeHost } from "./visitor.ts";

startErrorLog();
startPlace();
const bridge = openBridge(nativeHost);
void startAppPage(bridge);
// The staff console and the sandbox are no visits.
if (!/^\/(?:staff|sandbox)\b/.test(location.pathname)) {
  startEvents(bridge);
  startMetrics();
}
