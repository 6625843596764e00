/** Errors of scripts and figures about the visit, in the forms of spec 3 and product decisions 2. Failures are silently ignored. */
import { keptInPage } from "../enhance/page.ts";
import { randomHex } from "../native/random.ts";
import { pathPattern, scrubbedText } from "./event.ts";
import { callOf, failedEvent, type FailedCall, type FailedRequest } from "./failed.ts";
import { whenLeaving } from "./leaving.ts";
import { pageFacts, upload, userId } from "./visitor.ts";

/** A page that fails in a loop must not flood the log. */
const maxErrors = 5;
let errors = 0;

function logError(kind: string, message: string, call?: FailedCall, level = "ERROR"): void {
  if (errors++ >= maxErrors) return;
  const time = Date.now();
  void send(level, [
    {
      appId: pageFacts.brand ?? "",
      metricsType: call ? "HTTP" : "ERROR",
      measurement: kind,
      time,
      osType: "WEB",
      uuid: randomHex(),
      message: scrubbedText(message),
      parameter: {
        userId: userId(),
        url: pathPattern(location.pathname),
        userAgent: navigator.userAgent.slice(0, 300),
        requestTime: time,
        ...call,
        ...(call && { detail: scrubbedText(call.detail) }),
      },
    },
  ]);
}

/** Reports that did not arrive, for example because the network failed, are sent with the next page. */
async function send(level: string, logs: readonly object[]): Promise<void> {
  if ((await upload("/event/uploadLog", { level, logs })) || level !== "ERROR") return;
  keptInPage.set("logs", JSON.stringify([...keptLogs(), ...logs].slice(-maxErrors)));
}
const keptLogs = (): object[] => JSON.parse(keptInPage.get("logs") ?? "[]") as object[];

/** A refusal (4xx) is no error: one in this number is reported, as `INFO`. // Spec embedded-platform 9 */
const refusalsForOne = 100;

export function startErrorLog(): void {
  const waiting = keptLogs();
  keptInPage.set("logs", null);
  if (waiting.length) void send("ERROR", waiting);
  document.addEventListener(failedEvent, (event) => {
    const call = callOf((event as CustomEvent<FailedCall | FailedRequest>).detail);
    const isRefusal = call.status >= 400 && call.status < 500;
    if (isRefusal && Number.parseInt(randomHex().slice(0, 8), 16) % refusalsForOne) return;
    logError(call.code, call.detail, call, isRefusal ? "INFO" : "ERROR");
  });
  window.addEventListener(
    "error",
    (event) => {
      if (event instanceof ErrorEvent && event.message)
        logError("js_error", `${event.message} ${event.filename}:${event.lineno}:${event.colno}`);
      else if (event.target instanceof HTMLElement)
        logError("load_error", (event.target as HTMLImageElement).src ?? "");
    },
    true,
  );
  window.addEventListener("unhandledrejection", ({ reason }) =>
    logError("js_rejection", String((reason as Error | null)?.message ?? reason)),
  );
}

/** Spec 9: page-load max duration 600 (read as seconds), scroll area rate 0.5, stay duration 0.5 (seconds). */
const maxLoadSeconds = 600;
const minScrollRate = 0.5;
const minStaySeconds = 0.5;

interface Metric {
  measurement: string;
  value: number;
  time: number;
  parameter: { path: string; component?: string };
}

/** Spec 9: half of an area, for half a second. */
const exposedRate = 0.5;
const exposedMilliseconds = 500;
/** Metrics per upload, without those of the page itself. */
const maxExposures = 40;

/** Observes entries of one kind from the page's beginning; a browser that does not know the kind reports none. */
function observe(type: string, see: (entry: Seen) => void, more: object = {}): void {
  try {
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => see(entry as Seen))).observe({
      type,
      buffered: true,
      ...more,
    });
  } catch {
    // Older than this kind of entry.
  }
}
type Seen = PerformanceEntry & { value: number; hadRecentInput?: boolean; interactionId?: number };

/** Calls `exposed` with the name of each component of which half was to be seen for half a second, once. */
function watchExposure(exposed: (component: string) => void): void {
  const timers = new Map<Element, number>();
  const watching = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        clearTimeout(timers.get(target));
        if (intersectionRatio < exposedRate) continue;
        timers.set(
          target,
          window.setTimeout(() => {
            watching.unobserve(target);
            exposed((target as HTMLElement).dataset["component"] ?? "");
          }, exposedMilliseconds),
        );
      }
    },
    { threshold: exposedRate },
  );
  for (const component of document.querySelectorAll("[data-component]")) watching.observe(component);
}

export function startMetrics(): void {
  let scrolled = 0;
  let hasReported = false;
  const exposed = new Set<string>();
  watchExposure((component) => exposed.size < maxExposures && exposed.add(component));
  /** Seconds, but for `cls`, which has no unit. */
  const vitals: Record<string, number> = {};
  observe("largest-contentful-paint", ({ startTime }) => (vitals["lcp"] = startTime / 1000));
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals["cls"] = (vitals["cls"] ?? 0) + value;
  });
  observe("event", ({ duration, interactionId }) => {
    if (interactionId) vitals["inp"] = Math.max(vitals["inp"] ?? 0, duration / 1000);
  });
  const metric = (measurement: string, value: number, parameter = {}): Metric => ({
    measurement,
    value: Math.round(value * 1000) / 1000,
    time: Date.now(),
    parameter: { path: pathPattern(location.pathname), ...parameter },
  });
  document.addEventListener(
    "scroll",
    () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      scrolled = Math.max(scrolled, scrollHeight > clientHeight ? (scrollTop + clientHeight) / scrollHeight : 1);
    },
    { passive: true },
  );
  // A stay ends when its form is sent: the wait for the answer is none. // Spec 9
  whenLeaving(() => {
    if (hasReported) return;
    hasReported = true;
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const metrics: Metric[] = [];
    const loadSeconds = (entry?.loadEventEnd ?? 0) / 1000;
    if (loadSeconds > 0 && loadSeconds <= maxLoadSeconds) metrics.push(metric("page_load", loadSeconds));
    const staySeconds = performance.now() / 1000;
    if (staySeconds >= minStaySeconds) metrics.push(metric("stay", staySeconds));
    if (scrolled >= minScrollRate) metrics.push(metric("scroll", scrolled));
    const ttfbSeconds = (entry?.responseStart ?? 0) / 1000;
    if (ttfbSeconds > 0) vitals["ttfb"] = ttfbSeconds;
    for (const [name, value] of Object.entries(vitals)) metrics.push(metric(name, value));
    for (const component of exposed) metrics.push(metric("exposure", 1, { component }));
    if (metrics.length) void upload(`${pageFacts.eventOrigin ?? ""}/event/logMetrics`, { metrics });
  });
}
