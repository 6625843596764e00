/**
 * The file that every page fetches after its first paint: places and tracking, at most 4 KB compressed
 * (product decisions 7). The code for an app's bridge is a separate file, which is fetched only inside an app
 * (`../native/native.ts`).
 */
import { startPlace } from "../enhance/place.ts";
import { fetchBridge } from "../native/opening.ts";
import { startEvents } from "./events.ts";
import { startErrorLog, startMetrics } from "./logs.ts";
import { isMeasured, setBridge } from "./visitor.ts";

startErrorLog();
startPlace();
// The staff console and the sandbox are no visits.
const isVisit = isMeasured && !/^\/(?:staff|sandbox)\b/.test(location.pathname);
const waitedFor = isVisit ? startEvents() : () => {};
if (isVisit) startMetrics();
fetchBridge(setBridge, waitedFor);
// A browser without service workers, or without storage, does without: nothing depends on it. // Spec embedded-platform 11
navigator.serviceWorker?.register("/sw.js").catch(Boolean);
