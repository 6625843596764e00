/** Error reports by the Sentry protocol: one envelope with one event. Spec 8: HTTP status, code, trace id, where, device token. */
import type { Log } from "#server/log.server.ts";
import type { Random } from "#server/random.ts";
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

/** Reports under way at one time; further ones are dropped, so that a storm of errors costs nothing more. */
const maxUnderWay = 10;

export function createSentryErrors(
  settings: SentrySettings,
  tools: { peer: Peer; random: Random; realNow: () => Date; log: Log },
): ErrorsPort {
  const { peer, random, realNow, log } = tools;
  let underWay = 0;
  let dropped = 0;
  return {
    adapter: "sentry",
    async report(report) {
      if (underWay >= maxUnderWay) return void (dropped += 1);
      underWay += 1;
      try {
        const eventId = random.bytes(16).toString("hex");
        const now = realNow();
        const envelope = [
          { event_id: eventId, sent_at: now.toISOString() },
          { type: "event", content_type: "application/json" },
          eventOf(settings, eventId, now, report, dropped),
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

function eventOf(settings: SentrySettings, eventId: string, now: Date, report: ErrorReport, dropped: number): object {
  return {
    event_id: eventId,
    timestamp: now.getTime() / 1000,
    platform: "node",
    level: "error",
    environment: settings.environment,
    release: settings.release,
    transaction: report.where,
    exception: { values: chainOf(report.error).map(exceptionOf).reverse() },
    tags: {
      traceId: report.traceId,
      ...(report.status === undefined ? {} : { status: String(report.status) }),
      ...(report.deviceToken ? { deviceToken: report.deviceToken.slice(0, 100) } : {}),
    },
    extra: { reportsDropped: dropped },
  };
}

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

/** A message may quote what a person typed: addresses and long numbers leave no trace, and the rest is short. */
const masked = (text: string): string =>
  text
    .slice(0, 500)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[email]")
    .replace(/\+?\d(?:[ .-]?\d){7,}/g, "[digits]");
