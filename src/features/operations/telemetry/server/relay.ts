/** Errors that pages report go on to the errors port, so that no page holds a key of the collector. // Spec embedded-platform 9 */
import type { ContextOf } from "#server/call/pipeline.ts";
import { addToSpan, noteStep } from "#server/observability/spans.ts";
import { perServices } from "#server/process/per-services.ts";
import type { LogEntry } from "../contract.ts";
import { addressPattern, maxLogSigns, withoutIdentifiers } from "./rules.ts";

/** Reports relayed per address and minute; further ones go to the sink only. */
const maxMinute = 60;
/** Addresses counted separately per minute; reports of further addresses are not relayed. */
const maxAddresses = 10_000;
const relayedTo = perServices(() => ({ minute: 0, byAddress: new Map<string, number>() }));

export const relayedCodeOf = (code: string): string => /^[A-Z][A-Z0-9_]{0,59}$/.exec(code)?.[0] ?? "";
export const methodOf = (method: string): string => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.exec(method)?.[0] ?? "";

export function relayErrors(context: ContextOf<"anyone">, level: string, logs: readonly LogEntry[]): void {
  for (const log of logs)
    if (/^(?:ERROR|HTTP)$/.test(log.metricsType) && mayRelay(context)) void relay(context, level, log);
}

function mayRelay({ services, caller }: ContextOf<"anyone">): boolean {
  const counts = relayedTo(services);
  const minute = Math.floor(services.clock.realNow().getTime() / 60_000);
  if (counts.minute !== minute) [counts.minute, counts.byAddress] = [minute, new Map()];
  const count = (counts.byAddress.get(caller.address) ?? 0) + 1;
  if (count > maxMinute || counts.byAddress.size >= maxAddresses) return false;
  counts.byAddress.set(caller.address, count);
  return true;
}

function relay({ services, caller }: ContextOf<"anyone">, level: string, log: LogEntry): Promise<void> {
  const { outside, keys, log: line } = services;
  const { url, status, detail } = log.parameter;
  const [code, method] = [relayedCodeOf(log.parameter.code), methodOf(log.parameter.method)];
  // A page knows the trace of a call that failed; the trace of a script's error is that of its report.
  const traceId = /^[0-9a-f-]{32,36}$/.exec(log.parameter.traceId)?.[0] ?? caller.traceId;
  const where = `${method || "page"} ${url ? addressPattern(url) : ""}`;
  const known = {
    ...(status === undefined ? {} : { status }),
    ...(code ? { code } : {}),
    ...(method ? { method } : {}),
  };
  noteStep("browser", traceId.replaceAll("-", ""), {
    call: where,
    ...(status === undefined ? {} : { status }),
    ...(code ? { code } : {}),
  });
  addToSpan(known);
  if (outside.errors.adapter !== "log") line.warn("a page reported an error", { traceId, call: where, ...known });
  return outside.errors.report({
    traceId,
    where,
    ...known,
    level: level.toUpperCase() === "INFO" ? "info" : "error",
    error: browserError(log),
    ...(detail ? { detail: withoutIdentifiers(detail, maxLogSigns) } : {}),
    ...(caller.deviceToken ? { device: keys.mac("telemetry-device", caller.deviceToken) } : {}),
  });
}

/** An error with the page's message; a stack would be the server's own and not useful. */
function browserError({ measurement, message }: LogEntry): Error {
  const error = new Error(withoutIdentifiers(message, maxLogSigns));
  error.name = /^[\w-]{1,60}$/.exec(measurement)?.[0] ?? "browser";
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
