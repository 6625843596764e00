/** Error reports by the Sentry protocol: one envelope with one event. Spec 8: HTTP status, code, trace id, where, device token. */
import type { Log } from "#server/process/log.server.ts";
import type { Random } from "#server/process/random.ts";
import type { Peer } from "../http.ts";
import type { ErrorReport, ErrorsPort } from "./port.ts";

export interface SentrySettings {
  publicKey: string;
  projectId: string;
  environment: string;
  release: string;
}

/** `https://key@host/path/42` → the address to send to, the key and the project. */
export function readDsn(dsn: string): { baseUrl: string; publicKey: string; projectId: string } | undefined {
  const url = URL.parse(dsn);
  const [, path = "", projectId] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? "") ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !projectId) return undefined;
  return { baseUrl: `${url.protocol}//${url.host}${path}`, publicKey: url.username, projectId };
}

/** Reports being sent at one time; further ones are dropped, so that a storm of errors costs no more. */
const maxUnderWay = 10;

export function createSentryErrors(
  settings: SentrySettings,
  tools: { peer: Peer; random: Random; realNow: () => Date; log: Log },
): ErrorsPort {
  const { peer, random, realNow, log } = tools;
  let underWay = 0;
  let dropped = 0;
  let silentUntil = 0;
  return {
    adapter: "sentry",
    async report(report) {
      if (underWay >= maxUnderWay || realNow().getTime() < silentUntil) return void (dropped += 1);
      underWay += 1;
      try {
        const eventId = random.bytes(16).toString("hex");
        const now = realNow();
        const envelope = [
          { event_id: eventId, sent_at: now.toISOString() },
          { type: "event", content_type: "application/json" },
          eventOf(settings, eventId, now, report),
          ...(dropped > 0 ? [{ type: "client_report" }, clientReport(now, dropped)] : []),
        ];
        const answer = await peer.send({
          method: "POST",
          path: `/api/${settings.projectId}/envelope/`,
          headers: {
            "content-type": "application/x-sentry-envelope",
            "x-sentry-auth": `Sentry sentry_version=7, sentry_client=tunai/1.0, sentry_key=${settings.publicKey}`,
          },
          body: `${envelope.map((part) => JSON.stringify(part)).join("\n")}\n`,
        });
        silentUntil = now.getTime() + 1000 * silentSeconds(answer);
        if (answer.status === 200) dropped = 0;
        else log.warn("error report refused", { port: "errors", adapter: "sentry", status: answer.status });
      } catch (error) {
        dropped += 1;
        log.warn("error report lost", { port: "errors", adapter: "sentry", error });
      } finally {
        underWay -= 1;
      }
    },
  };
}

function eventOf(settings: SentrySettings, eventId: string, now: Date, report: ErrorReport): object {
  return {
    event_id: eventId,
    timestamp: now.getTime() / 1000,
    platform: "node",
    level: report.level ?? "error",
    environment: settings.environment,
    release: settings.release,
    transaction: report.where,
    exception: { values: chainOf(report.error).map(exceptionOf).reverse() },
    fingerprint: fingerprintOf(report),
    tags: tagsOf(report),
    ...(report.detail === undefined ? {} : { extra: { detail: masked(report.detail) } }),
  };
}

function tagsOf({ traceId, status, method, code, device }: ErrorReport): Record<string, string> {
  const tags = { traceId, status: status?.toString(), method, code, device };
  return Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined));
}

/** One issue per kind and place of an error: its type and its topmost frame in our code; for a call's refusal, the call. */
function fingerprintOf({ error, where, code }: ErrorReport): string[] {
  if (!(error instanceof Error)) return [where, code ?? typeof error];
  const frame = /^\s+at (?!.*(?:node_modules|node:)).*?([^/\s(]+:\d+):\d+\)?$/m.exec(error.stack ?? "");
  return [error.name, code ?? "", frame?.[1] ?? where];
}

/** Seconds for which the collector accepts no reports: `60:error:key, 2700:default`, or 429 with its Retry-After. */
function silentSeconds({ status, headers }: { status: number; headers: Record<string, string | undefined> }): number {
  const limits = (headers["x-sentry-rate-limits"] ?? "").split(",").flatMap((limit) => {
    const [, seconds, categories] = /^\s*(\d{1,6}):([\w;]*)/.exec(limit) ?? [];
    return seconds !== undefined && (categories === "" || /\b(?:error|default)\b/.test(categories ?? ""))
      ? [Number(seconds)]
      : [];
  });
  if (limits.length > 0) return Math.max(...limits);
  return status === 429 ? Number(/^\d{1,6}$/.exec(headers["retry-after"] ?? "")?.[0] ?? 60) : 0;
}

const clientReport = (now: Date, quantity: number): object => ({
  timestamp: now.getTime() / 1000,
  discarded_events: [{ reason: "queue_overflow", category: "error", quantity }],
});

function chainOf(error: unknown): unknown[] {
  const chain = [error];
  while (chain.length < 5 && chain.at(-1) instanceof Error && (chain.at(-1) as Error).cause !== undefined)
    chain.push((chain.at(-1) as Error).cause);
  return chain;
}

function exceptionOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, value: "[not an error]" };
  const frames = [...(error.stack ?? "").matchAll(/^\s+at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/gm)]
    .slice(0, 30)
    .map(([, name, file, line, column]) => ({
      function: name ?? "?",
      filename: file,
      lineno: Number(line),
      colno: Number(column),
      in_app: !file?.includes("node_modules"),
    }))
    .reverse();
  return { type: error.name, value: masked(error.message), stacktrace: { frames } };
}

/** A message may quote typed text: addresses and long numbers are removed, and the rest is cut. */
const masked = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[email]")
    .replace(/\+?\d(?:[ .-]?\d){7,}/g, "[digits]");
