/** Telemetry: takes what browsers and apps report, strips it of what could name a person, hands it to the event sink. */
import { sql } from "kysely";
import { isSwitchedOff } from "#features/account/privacy/server/index.ts";
import { answer, type Api, type ContextOf } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { logMetrics, uploadEvents, uploadLog, type LogEntry, type Metric, type UploadEvent } from "../contract.ts";
import { addressPattern, analyticsUserId, plausibleTime, tellableValue, withoutIdentifiers } from "./rules.ts";
import { addEvents, claimEvents, dropWaiting, forgetPublished, markPublished, type WaitingEvent } from "./store.ts";

const publishAtOnce = 500;
const claimSeconds = 30;
/** What the sink has is kept for a few days, for questions about what was sent. */
const keepDays = 3;
/** A sink that is away longer is not waited for: the table must not grow without an end. */
const waitDays = 7;

type Data = Record<string, unknown>;
interface Entry {
  subject: string;
  time: number | string | undefined;
  data: Data;
}

function answers(api: Api): void {
  answer(
    api,
    uploadEvents,
  )(async ({ events }, context) =>
    (await isMeasuringOff(context)) ? { accepted: 0 } : take(context, events.map(entryOfEvent)),
  );
  answer(
    api,
    uploadLog,
  )(async ({ level, logs }, context) =>
    take(
      context,
      logs.map((log) => entryOfLog(level, log)),
    ),
  );
  answer(api, logMetrics)(async ({ metrics }, context) => take(context, metrics.map(entryOfMetric)));
}

function work({ sweeps }: Services): void {
  sweeps.add({
    name: "telemetry-publish",
    everySeconds: 2,
    waits: {
      text: { id: "Peristiwa kunjungan yang dikirim", en: "Visit events to publish", zh: "待推送的访问事件" },
      rows: [{ table: "telemetry_event", at: "received_at", where: sql<boolean>`published_at is null` }],
    },
    run: publishWaiting,
  });
  sweeps.add({
    name: "telemetry-forget",
    everySeconds: 3_600,
    finds: [{ table: "telemetry_event", at: "published_at", afterSeconds: keepDays * 86_400 }],
    run: ({ database, clock }) => forgetPublished(database, daysAgo(clock.now(), keepDays), 1_000),
  });
  sweeps.add({
    name: "telemetry-drop",
    everySeconds: 3_600,
    finds: [
      {
        table: "telemetry_event",
        at: "received_at",
        afterSeconds: waitDays * 86_400,
        where: sql<boolean>`published_at is null`,
      },
    ],
    run: dropOld,
  });
}

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

async function dropOld({ database, clock, log, outside }: Services): Promise<number> {
  const count = await dropWaiting(database, daysAgo(clock.now(), waitDays), 1_000);
  if (count > 0)
    log.error("events given up: the sink was away too long", {
      port: "events",
      adapter: outside.events.adapter,
      count,
    });
  return count;
}

/** Whoever switched measuring off at /webview/privacy is not measured from that moment on. */
async function isMeasuringOff({ caller, database }: ContextOf<"anyone">): Promise<boolean> {
  const borrowerId = caller.bringsSession ? (await caller.session())?.borrowerId : null;
  return borrowerId ? isSwitchedOff(database, borrowerId, "ANALYTICS") : false;
}

async function take(context: ContextOf<"anyone">, entries: readonly Entry[]): Promise<{ accepted: number }> {
  const { services, database, caller } = context;
  const receivedAt = services.clock.now();
  // Labels that a page cannot vouch for come from the request itself (product decisions 2).
  const visit: Data = {
    brand: caller.brand.id,
    language: caller.language,
    hostApp: caller.nativeHost?.app ?? "",
    appVersion: caller.nativeHost?.versionCode ?? null,
    device: caller.deviceToken ? services.keys.mac("telemetry-device", caller.deviceToken) : "",
    userId: (await isMeasuringOff(context)) ? "" : analyticsUserId(caller.userToken),
  };
  const rows = entries.map((entry): WaitingEvent => ({
    id: services.random.uuid(),
    subject: entry.subject,
    country: caller.brand.country,
    occurredAt: plausibleTime(entry.time, receivedAt),
    data: { ...entry.data, ...visit },
  }));
  await addEvents(database, rows, receivedAt);
  return { accepted: rows.length };
}

function entryOfEvent(event: UploadEvent): Entry {
  const { eventType, eventParams, platformType, componentId } = event;
  return {
    subject: eventType === "P" ? "analytics.page-view" : "analytics.click",
    time: event.eventTime,
    data: {
      eventType,
      businessEvent: withoutIdentifiers(event.businessEvent, 200),
      eventValue: tellableValue(eventType, event.eventValue),
      componentId: withoutIdentifiers(componentId, 100),
      activity: withoutIdentifiers(eventParams.activity, 200),
      elementType: withoutIdentifiers(eventParams.elementType, 50),
      elementId: withoutIdentifiers(eventParams.elementId, 100),
      elementContent: withoutIdentifiers(eventParams.elementContent),
      userKey: /^[A-Z]{8}-\d{1,16}$/.test(eventParams.userKey) ? eventParams.userKey : "",
      userStatus: withoutIdentifiers(eventParams.userStatus, 40),
      platformType,
    },
  };
}

function entryOfLog(level: string, log: LogEntry): Entry {
  const { parameter } = log;
  return {
    subject: "browser.log",
    time: log.time,
    data: {
      level: withoutIdentifiers(level, 20).toUpperCase(),
      appId: withoutIdentifiers(log.appId, 100),
      metricsType: withoutIdentifiers(log.metricsType, 50),
      measurement: withoutIdentifiers(log.measurement, 100),
      osType: withoutIdentifiers(log.osType, 30),
      message: withoutIdentifiers(log.message, 1_000),
      path: parameter.url ? addressPattern(parameter.url) : "",
      userAgent: withoutIdentifiers(parameter.userAgent),
    },
  };
}

function entryOfMetric(metric: Metric): Entry {
  const parameter = Object.entries(metric.parameter).map(([name, value]) => [
    name,
    typeof value !== "string" ? value : /path|url/i.test(name) ? addressPattern(value) : withoutIdentifiers(value),
  ]);
  return {
    subject: "browser.metric",
    time: metric.time,
    data: {
      measurement: withoutIdentifiers(metric.measurement, 100),
      value: metric.value,
      parameter: Object.fromEntries(parameter),
    },
  };
}

/** Hands waiting events to the sink. When the sink does not confirm, they stay claimed for a while and are then sent again under the same ids. */
async function publishWaiting(services: Services): Promise<number> {
  const { database, clock, outside, log } = services;
  const now = clock.now();
  const events = await claimEvents(database, now, new Date(now.getTime() + claimSeconds * 1000), publishAtOnce);
  if (events.length === 0) return 0;
  try {
    await outside.events.publish(events.map(({ id, ...event }) => ({ eventId: id, ...event })));
  } catch (error) {
    log.warn("events not handed over, to be tried again", {
      port: "events",
      adapter: outside.events.adapter,
      count: events.length,
      error,
    });
    return 0;
  }
  await markPublished(
    database,
    events.map((event) => event.id),
    clock.now(),
  );
  return events.length;
}

export const domain: Domain = { answers, work };
