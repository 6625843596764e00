/** Telemetry: takes what browsers and apps report, strips it of what could name a person, hands it to the event sink. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { isSwitchedOff } from "#features/account/privacy/server/index.ts";
import { answer, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { gathered } from "#server/work/gathered.ts";
import { perServices } from "#server/process/per-services.ts";
import type { EventsPort } from "#server/outside/events/port.ts";
import { maintainDayTables } from "#server/postgres/day-tables.ts";
import type { Services } from "#server/services.ts";
import { logMetrics, uploadEvents, uploadLog, type LogEntry, type Metric, type UploadEvent } from "../contract.ts";
import { transact } from "#server/database.server.ts";
import { createDayBudget, type DayBudget } from "./budget.ts";
import { addHours, forgetHours } from "./hour-store.ts";
import { hoursOf } from "./hours.ts";
import { visitsReport, visitedPages } from "./visits.ts";
import { reportParts } from "#server/console/report.ts";
import { relayedCodeOf, methodOf, relayErrors } from "./relay.ts";
import {
  addressPattern,
  analyticsUserId,
  keepDays,
  maxLogSigns,
  plausibleTime,
  trackableValue,
  withoutIdentifiers,
} from "./rules.ts";
import {
  addEvents,
  claimEvents,
  countWaitingEvents,
  markPublished,
  storedBytes,
  telemetryDays,
  type Countries,
  type NewTrackedEvent,
} from "./store.ts";

const publishAtOnce = 500;
const claimSeconds = 30;

type Data = Record<string, unknown>;
interface Entry {
  subject: string;
  time: number | string | undefined;
  data: Data;
  /** Identifies a repeated event; an event without it always counts as new. */
  sign?: string;
}

const intakeOf = perServices((services): Intake => ({ services, budget: createDayBudget(services) }));

const answers: readonly CallAnswer[] = [
  answer(uploadEvents, async ({ events }, context) =>
    (await isMeasuringOff(context))
      ? { accepted: 0 }
      : take(intakeOf(context.services), context, events.map(entryOfEvent)),
  ),
  answer(uploadLog, async ({ level, logs }, context) => {
    relayErrors(context, level, logs);
    return take(
      intakeOf(context.services),
      context,
      logs.map((log) => entryOfLog(level, log)),
    );
  }),
  answer(logMetrics, async ({ metrics }, context) =>
    take(intakeOf(context.services), context, metrics.map(entryOfMetric)),
  ),
  visitedPages,
];

function work({ sweeps }: Services): void {
  sweeps.add({
    name: "telemetry-publish",
    everySeconds: 2,
    waits: {
      text: { id: "Peristiwa kunjungan yang dikirim", en: "Visit events to publish", zh: "待推送的访问事件" },
      rows: [{ table: "telemetry_event", at: "receivedAt", where: sql<boolean>`published_at is null` }],
    },
    run: publishWaiting,
  });
  sweeps.add({ name: "telemetry-days", everySeconds: 3_600, finds: null, isUpkeep: true, run: keepTables });
}

/** Creates the tables of the coming days and drops those of past days; on a tight disk all but today's. */
async function keepTables({ database, clock, log, disk, outside }: Services): Promise<number> {
  const forgotten = await forgetHours(database, clock.now());
  const changed = await maintainDayTables(database, telemetryDays, {
    now: clock.now(),
    keepDays: disk.isTight ? 0 : keepDays,
    async dropping(trx, dayTable) {
      const count = await countWaitingEvents(trx, dayTable);
      if (count > 0)
        log.error("events given up: the sink was away too long", {
          port: "events",
          adapter: outside.events.adapter,
          count,
        });
    },
  });
  return forgotten + changed;
}

/** Visits are not measured from the moment when the borrower switched measuring off at /webview/privacy. */
async function isMeasuringOff({ caller, database }: ContextOf<"anyone">): Promise<boolean> {
  const borrowerId = caller.bringsSession ? (await caller.session())?.borrowerId : null;
  return borrowerId ? isSwitchedOff(database, borrowerId, "ANALYTICS") : false;
}

interface Intake {
  services: Services;
  budget: DayBudget;
}

/** Stores the events for which the disk and the day's budget have room; returns their number. */
async function take(
  { services, budget }: Intake,
  context: ContextOf<"anyone">,
  entries: readonly Entry[],
): Promise<{ accepted: number }> {
  // Reports about visits are the first to go where the disk fills up: no person waits for them. // Threat H4
  if (services.disk.isTight) return { accepted: 0 };
  const { caller } = context;
  const receivedAt = services.clock.now();
  // Labels that a page cannot vouch for come from the request itself (product decisions 2).
  const visit = JSON.stringify({
    brand: caller.brand.id,
    language: caller.language,
    hostApp: caller.nativeHost?.app ?? "",
    appVersion: caller.nativeHost?.versionCode ?? null,
    platform: caller.nativeHost?.platform ?? "WEB",
    device: caller.deviceToken ? services.keys.mac("telemetry-device", caller.deviceToken) : "",
    userId: (await isMeasuringOff(context)) ? "" : analyticsUserId(caller.userToken),
  });
  const device = caller.deviceToken ? services.keys.mac("telemetry-event", caller.deviceToken) : "";
  const { country } = caller.brand;
  // An event that is twice in an upload also counts once.
  const rows = new Map<string, NewTrackedEvent>();
  const ids = entries.map((entry) => {
    const id = entry.sign && device ? idOf(device, entry) : services.random.uuid();
    const json = `${JSON.stringify(entry.data).slice(0, -1)},${visit.slice(1)}`;
    const occurredAt = plausibleTime(entry.time, receivedAt);
    rows.set(id, { id, subject: entry.subject, country, occurredAt, receivedAt, json });
    return id;
  });
  const events = [...rows.values()];
  const sizes = events.map(({ json }) => storedBytes(json));
  const hasRoom = await budget.take(sizes);
  const stored = events.filter((_, index) => hasRoom[index]);
  const added = stored.length > 0 ? await keeperOf(services)(stored) : new Set<string>();
  // Known events take no room again.
  budget.giveBack(
    events.reduce((sum, { id }, index) => sum + (hasRoom[index] && !added.has(id) ? sizes[index]! : 0), 0),
  );
  const storedIds = new Set(stored.map(({ id }) => id));
  return { accepted: ids.filter((id) => storedIds.has(id)).length };
}

/** Stores the events of uploads; returns the ids of the new ones. */
const keeperOf = perServices(({ database }: Services) => {
  // Uploads of the same hundredth of a second go in one statement.
  return gathered(
    async (uploads: readonly (readonly NewTrackedEvent[])[]) => {
      const events = new Map(uploads.flat().map((event) => [event.id, event]));
      const added = await addEvents(database, [...events.values()]);
      return uploads.map(() => added);
    },
    { most: 50, everyMilliseconds: 10 },
  );
});

/**
 * The same for the same event of the same device: a page that gets no answer sends it again, and it counts once. It
 * begins with the event's time, so that ids lie beside each other in the index as those of new rows do.
 * @param device the device's code under our key
 */
function idOf(device: string, { time = 0, sign = "" }: Entry): string {
  const milliseconds = Math.max(0, new Date(time).getTime() || 0)
    .toString(16)
    .padStart(12, "0")
    .slice(-12);
  const code = hash("sha256", `${device} ${sign}`);
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-8${code.slice(0, 3)}-8${code.slice(3, 6)}-${code.slice(6, 18)}`;
}

function entryOfEvent(event: UploadEvent): Entry {
  const { eventType, eventParams, platformType, componentId } = event;
  return {
    subject: eventType === "P" ? "analytics.page-view" : "analytics.click",
    time: event.eventTime,
    sign: JSON.stringify(event),
    data: {
      eventType,
      businessEvent: withoutIdentifiers(event.businessEvent),
      eventValue: trackableValue(eventType, event.eventValue),
      componentId: withoutIdentifiers(componentId),
      activity: withoutIdentifiers(eventParams.activity),
      elementType: withoutIdentifiers(eventParams.elementType, 50),
      elementId: withoutIdentifiers(eventParams.elementId),
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
      appId: withoutIdentifiers(log.appId),
      metricsType: withoutIdentifiers(log.metricsType, 50),
      measurement: withoutIdentifiers(log.measurement),
      osType: withoutIdentifiers(log.osType, 30),
      message: withoutIdentifiers(log.message, maxLogSigns),
      path: parameter.url ? addressPattern(parameter.url) : "",
      status: parameter.status ?? null,
      code: relayedCodeOf(parameter.code),
      method: methodOf(parameter.method),
      userAgent: withoutIdentifiers(parameter.userAgent, maxLogSigns),
    },
  };
}

function entryOfMetric(metric: Metric): Entry {
  const parameter = Object.entries(metric.parameter).map(([name, value]) => [
    withoutIdentifiers(name, 50),
    typeof value !== "string" ? value : /path|url/i.test(name) ? addressPattern(value) : withoutIdentifiers(value),
  ]);
  return {
    subject: "browser.metric",
    time: metric.time,
    data: {
      measurement: withoutIdentifiers(metric.measurement),
      value: metric.value,
      parameter: Object.fromEntries(parameter),
    },
  };
}

/** Each country's sink takes its own: one that is unavailable delays no other. */
async function publishWaiting(services: Services): Promise<number> {
  const { events } = services.outside;
  const own = [...(events.ofCountries ?? [])];
  const counts = await Promise.all([
    publishTo(services, events, { listed: own.map(([country]) => country), are: false }),
    ...own.map(([country, sink]) => publishTo(services, sink, { listed: [country], are: true })),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Hands waiting events to the sink. When the sink does not confirm, they stay claimed for a while and are then sent again under the same ids. */
async function publishTo(services: Services, sink: EventsPort, countries: Countries): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  const until = new Date(now.getTime() + claimSeconds * 1000);
  // Each event is in the hour's figures once: with its first claim, or not at all.
  const events = await transact(database, async (trx) => {
    const claimed = await claimEvents(trx, { now, until, most: publishAtOnce, countries });
    await addHours(trx, hoursOf(claimed.filter(({ isFirst }) => isFirst)));
    return claimed;
  });
  if (events.length === 0) return 0;
  try {
    await sink.publish(
      events.map(({ id, subject, country, occurredAt, data }) => ({ eventId: id, subject, country, occurredAt, data })),
    );
  } catch (error) {
    log.warn("events not handed over, to be tried again", {
      port: "events",
      adapter: sink.adapter,
      count: events.length,
      error,
    });
    return 0;
  }
  await markPublished(database, events, clock.now());
  return events.length;
}

export const domain: Domain = { answers, work, answersTo: [reportParts.by(visitsReport)] };
