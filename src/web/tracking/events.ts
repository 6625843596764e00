/** Page views and clicks: collected in memory, sent in batches, or handed to the app when there is one (spec 7). */
import { keptInPage, on } from "../enhance/page.ts";
import { batchesOf, trackingEventOf, trackedQuery, type TrackedEvent, type UploadedEvent } from "./event.ts";
import { whenLeaving } from "./leaving.ts";
import {
  businessEvent,
  cookieOf,
  pageFacts,
  isAttached,
  visitorLabels,
  openedBridge,
  upload,
  userKey,
} from "./visitor.ts";

/** Spec 9: analytics input debounce. Events wait as long, so that one request carries them. */
const debounceMilliseconds = 500;

let queue: UploadedEvent[] = [];
let timer = 0;
/** Whether the bridge may still open: until then only a page that is being left sends its events over the network. */
let isAwaited = true;
/** A form or page that a click asks for is on its way first: the browser starts its request in the task after the click. */
const afterClickMilliseconds = 1;
/** Sent while that request is pending: sent when the page leaves, it would delay the next page. */
const whileWaitingMilliseconds = 50;
const attached: { userKey?: string; userStatus?: string } = {};

export function flush(): void {
  clearTimeout(timer);
  timer = 0;
  const events = queue;
  queue = [];
  const bridge = openedBridge();
  if (bridge?.can("logEvent")) for (const event of events) void bridge.ask("logEvent", { ...event });
  else
    for (const batch of batchesOf(events))
      void upload("/event/uploadEvents/v2", { events: batch }, { "YQG-PLATFORM-ENVIRONMENT-INFO": "WEB" }).then(
        (isDone) => isDone || keep(batch),
      );
}

const maxKept = 50;
const maxKeptSigns = 20_000;
const keptMilliseconds = 86_400_000;
/** Undelivered events wait for the next page: the server counts each once, however often it comes. */
function keep(events: readonly UploadedEvent[]): void {
  const waiting = [...keptEvents(), ...events].slice(-maxKept);
  while (JSON.stringify(waiting).length > maxKeptSigns) waiting.shift();
  keptInPage.set("events", JSON.stringify(waiting));
}
function keptEvents(): UploadedEvent[] {
  const waiting = JSON.parse(keptInPage.get("events") ?? "[]") as UploadedEvent[];
  keptInPage.set("events", null);
  return waiting.filter(({ eventTime }) => eventTime > Date.now() - keptMilliseconds);
}

/** An app gets events at once, because it batches them itself. */
function flushSoon(waitMilliseconds: number): void {
  clearTimeout(timer);
  if (openedBridge()?.can("logEvent")) flush();
  else if (!isAwaited) timer = window.setTimeout(flush, waitMilliseconds);
}

/** @returns a function to call when the wait for the bridge is over. */
export function startEvents(): () => void {
  const record = (eventType: "P" | "C", event: TrackedEvent, wait = debounceMilliseconds): void => {
    queue.push(trackingEventOf(eventType, event, Date.now(), attached));
    flushSoon(wait);
  };
  const enter = async (): Promise<void> => {
    if (isAttached("userKey")) attached.userKey = userKey();
    if (isAttached("userStatus")) attached.userStatus = await userStatus();
    record("P", { businessEvent: businessEvent(), eventValue: trackedQuery(location.search) });
  };
  queue = keptEvents();
  void enter();
  if (isFirstAnswer())
    for (const element of document.querySelectorAll<HTMLElement>("[data-track-answer]"))
      record("C", toldOf(element, ""));
  on("click", "[data-track]", (element) => {
    if (!/^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName))
      setTimeout(() => record("C", toldOf(element, "Button"), whileWaitingMilliseconds), afterClickMilliseconds);
  });
  const typing = new WeakMap<Element, number>();
  // Tracks that a field was used, never the typed text.
  on("input", "[data-track]", (field) => {
    clearTimeout(typing.get(field));
    typing.set(
      field,
      window.setTimeout(() => record("C", toldOf(field, "Input")), debounceMilliseconds),
    );
  });
  // A hydrated screen that navigates without a new document reports it.
  document.addEventListener("tunai:entered", () => void enter());
  document.addEventListener("visibilitychange", () => document.hidden && flush());
  whenLeaving(flush);
  return () => {
    isAwaited = false;
    flushSoon(debounceMilliseconds);
  };
}

/**
 * Whether this page is the answer to a form, shown for the first time: it was reached by a redirect or a post. After a
 * reload or going back, the result was tracked already.
 */
function isFirstAnswer(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "navigate" && (entry.redirectCount > 0 || "posted" in pageFacts);
}

function toldOf(element: HTMLElement, elementType: string): TrackedEvent {
  const { track, trackValue = "", trackContent = "" } = element.dataset;
  return {
    businessEvent: track || businessEvent(),
    eventValue: trackValue,
    componentId: element.closest<HTMLElement>("[data-component]")?.dataset.component ?? "",
    activity: element.closest<HTMLElement>("[data-activity]")?.dataset.activity ?? "",
    elementType,
    elementId: element.id || element.getAttribute("name") || "",
    elementContent: trackContent,
  };
}

/** Changes seldom: all pages within a minute share one request. // Spec embedded-platform 3 */
const statusMilliseconds = 60_000;

/** Spec 7: the user-status call before page-enter tracking. Its answer is kept for the session; failures are ignored. Only the status word is sent. */
async function userStatus(): Promise<string> {
  if (!cookieOf("userToken")) return "";
  const [at, known = ""] = (keptInPage.get("status") ?? "").split(" ");
  if (Date.now() - Number(at || 0) < statusMilliseconds) return known;
  try {
    const answer = await fetch("/api/v5/cashloan/userStatus", { headers: visitorLabels() });
    if (!answer.ok) return "";
    const body = (await answer.json()) as { status?: unknown };
    sessionStorage.setItem("userStatus", JSON.stringify(body));
    const status = typeof body.status === "string" ? body.status : "";
    keptInPage.set("status", `${Date.now()} ${status}`);
    return status;
  } catch {
    return "";
  }
}
