/** Errors of scripts and figures about the visit, in the forms of spec 3 and product decisions 2. Failures are silently ignored. */
import { randomHex } from "../native/random.ts";
import { pathPattern, shown } from "./event.ts";
import { whenLeaving } from "./leaving.ts";
import { facts, upload, userId } from "./visitor.ts";

/** A page that fails in a loop must not flood the log. */
const maxErrors = 5;
let errors = 0;

function logError(kind: string, message: string): void {
  if (errors++ >= maxErrors) return;
  const time = Date.now();
  upload("/event/uploadLog", {
    level: "ERROR",
    logs: [
      {
        appId: facts.brand ?? "",
        metricsType: "ERROR",
        measurement: kind,
        time,
        osType: "WEB",
        uuid: randomHex(),
        message: shown(message),
        parameter: {
          userId: userId(),
          url: pathPattern(location.pathname),
          userAgent: navigator.userAgent.slice(0, 300),
          requestTime: time,
        },
      },
    ],
  });
}

export function startErrorLog(): void {
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
  parameter: { path: string };
}

export function startMetrics(): void {
  let scrolled = 0;
  let told = false;
  const metric = (measurement: string, value: number): Metric => ({
    measurement,
    value: Math.round(value * 1000) / 1000,
    time: Date.now(),
    parameter: { path: pathPattern(location.pathname) },
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
    if (told) return;
    told = true;
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const metrics: Metric[] = [];
    const loadSeconds = (entry?.loadEventEnd ?? 0) / 1000;
    if (loadSeconds > 0 && loadSeconds <= maxLoadSeconds) metrics.push(metric("page_load", loadSeconds));
    const staySeconds = performance.now() / 1000;
    if (staySeconds >= minStaySeconds) metrics.push(metric("stay", staySeconds));
    if (scrolled >= minScrollRate) metrics.push(metric("scroll", scrolled));
    if (metrics.length) upload(`${facts.eventOrigin ?? ""}/event/logMetrics`, { metrics });
  });
}
