/** How the sandbox's bank calls back: due rows in its own table, signed HTTP, tries again, and misbehaves on demand. */
import { timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { transact, type Database, type Transaction } from "#server/database.server.ts";
import type { Clock } from "#server/process/clock.ts";
import { isStorable } from "#server/call/storable.ts";
import type { Random } from "#server/process/random.ts";
import {
  isPlausibleInstant,
  type BankNotification,
  type IncomingRequest,
  type NotificationReading,
  type PartnerAnswer,
} from "../notification.ts";
import type { SandboxSecret } from "../sandbox-secret.ts";

export const sandboxWebhookPath = "/api/webhook/sandbox-bank";

/** The behaviour of the payer's bank for one payment. Product decisions 3. */
export const behaviourSchema = v.strictObject({
  delaySeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))),
  /** Further copies of the same callback. */
  duplicates: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20))),
  /**
   * LOST: the money moves and no callback ever comes. OUT_OF_ORDER: a stale "pending" follows the final callback. REFUNDED:
   * the money moves, and ten minutes after the callback the rail refunds it and calls back again.
   */
  outcome: v.optional(v.picklist(["SUCCESS", "FAIL", "LOST", "OUT_OF_ORDER", "REFUNDED"])),
});
export type Behaviour = v.InferOutput<typeof behaviourSchema>;

/** Shares in parts per million, drawn for each event: a partner at its worst, for fault tests. */
export interface Hostility {
  lostPpm: number;
  duplicatePpm: number;
  /** Delayed by up to a minute, so that events overtake each other. */
  delayedPpm: number;
  outOfOrderPpm: number;
  /** An extra copy with a wrong signature and a higher amount. */
  forgedPpm: number;
  /** A transfer's answer is lost after its effect. */
  answerLostPpm: number;
  /** A transfer's order is lost before its effect. */
  orderLostPpm: number;
}
export const peaceful: Hostility = {
  lostPpm: 0,
  duplicatePpm: 0,
  delayedPpm: 0,
  outOfOrderPpm: 0,
  forgedPpm: 0,
  answerLostPpm: 0,
  orderLostPpm: 0,
};

export interface CallbackTools {
  database: Database;
  clock: Clock;
  random: Random;
  secret: SandboxSecret;
  /** Posts to our webhook; answers the HTTP status, throws when there is none. */
  post(headers: Record<string, string>, body: string): Promise<number>;
}

const draw = (random: Random, ppm: number): boolean => ppm > 0 && random.integer(1_000_000) < ppm;
export const isHostile = draw;

export async function hostilityOf(trx: Transaction | Database): Promise<Hostility> {
  const row = await trx.selectFrom("sandbox_hostility").select("shares").executeTakeFirst();
  return { ...peaceful, ...(row?.shares as Partial<Hostility> | undefined) };
}

type Final = Extract<
  BankNotification,
  { kind: "PAYMENT_RECEIVED" | "PAYMENT_FAILED" | "TRANSFER_SETTLED" | "TRANSFER_FAILED" }
>;

/** Writes the callbacks of an event, in the transaction that made it happen. */
export async function scheduleCallbacks(
  trx: Transaction,
  tools: CallbackTools,
  event: Final,
  behaviour: Behaviour,
): Promise<void> {
  const { random, clock } = tools;
  const hostility = await hostilityOf(trx);
  if (behaviour.outcome === "LOST" || draw(random, hostility.lostPpm)) return;
  const delay = (behaviour.delaySeconds ?? 0) + (draw(random, hostility.delayedPpm) ? random.integer(60) : 0);
  const due = clock.now().getTime() + delay * 1000;
  const copies = 1 + (behaviour.duplicates ?? 0) + (draw(random, hostility.duplicatePpm) ? 1 + random.integer(3) : 0);
  const row = (body: BankNotification, atMs: number, forged = false) => ({
    callbackId: random.uuid(),
    eventId: body.eventId,
    body: JSON.stringify(body),
    forged,
    state: "DUE",
    dueAt: new Date(atMs),
    createdAt: clock.now(),
  });
  const rows = Array.from({ length: copies }, (_, copy) => row(event, due + copy * 200));
  if (behaviour.outcome === "OUT_OF_ORDER" || draw(random, hostility.outOfOrderPpm))
    rows.push(row(pendingOf(event), due + copies * 200));
  if (draw(random, hostility.forgedPpm)) rows.push(row(inflated(event), due, true));
  await trx.insertInto("sandbox_callback").values(rows).execute();
}

function pendingOf(event: Final): BankNotification {
  const eventId = `${event.eventId}:pending`;
  return "transferId" in event
    ? { kind: "TRANSFER_PENDING", eventId, transferId: event.transferId }
    : { kind: "PAYMENT_PENDING", eventId, rail: event.rail, reference: event.reference };
}
function inflated(event: Final): BankNotification {
  const eventId = `${event.eventId}:forged`;
  return event.kind === "PAYMENT_RECEIVED"
    ? { ...event, eventId, paymentId: eventId, amountRupiah: event.amountRupiah * 10 }
    : { ...event, eventId };
}

/** Seconds until the next try after each failed one; after the last only an inquiry gives the result. */
const retrySeconds = [2, 5, 15, 60, 300, 900];
const leaseSeconds = 15;
const batch = 20;
/** Callbacks in parallel: a bank does not delay one payer's callback for another's. */
const lanes = 4;

interface DueCallback {
  callbackId: string;
  body: string;
  attempt: number;
  forged: boolean;
}

/** Delivers due callbacks, once each, and returns the number sent. Processes share the work by row locks and leases. */
export async function deliverDueCallbacks(tools: CallbackTools): Promise<number> {
  const { database, clock } = tools;
  const now = clock.now();
  const claimed = await transact(database, async (trx) => {
    const due = await trx
      .selectFrom("sandbox_callback")
      .select(["callbackId", "body", "attempt", "forged"])
      .where("state", "=", "DUE")
      .where("dueAt", "<=", now)
      .where((is) => is.or([is("leasedUntil", "is", null), is("leasedUntil", "<", now)]))
      .orderBy("dueAt")
      .orderBy("callbackId")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length)
      await trx
        .updateTable("sandbox_callback")
        .set({ leasedUntil: new Date(now.getTime() + leaseSeconds * 1000) })
        .where(
          "callbackId",
          "in",
          due.map((row) => row.callbackId),
        )
        .execute();
    return due;
  });
  const waiting = [...claimed];
  const inTurn = async (): Promise<void> => {
    for (let callback = waiting.shift(); callback; callback = waiting.shift()) await deliver(tools, callback, now);
  };
  await Promise.all(Array.from({ length: lanes }, inTurn));
  return claimed.length;
}

async function deliver(tools: CallbackTools, callback: DueCallback, now: Date): Promise<void> {
  const status = await tools
    .post(signatureHeaders(tools, callback.body, callback.forged), callback.body)
    .catch(() => 0);
  const isAccepted = (status >= 200 && status < 300) || callback.forged;
  const wait = retrySeconds[callback.attempt];
  await tools.database
    .updateTable("sandbox_callback")
    .set({
      state: isAccepted ? "DELIVERED" : wait === undefined ? "GIVEN_UP" : "DUE",
      attempt: callback.attempt + 1,
      lastStatus: status,
      leasedUntil: null,
      dueAt: new Date(now.getTime() + (isAccepted ? 0 : (wait ?? 0)) * 1000),
    })
    .where("callbackId", "=", callback.callbackId)
    .execute();
}

/** Login sessions and signatures keep real time: business time may jump by days between signing and reading. */
function signatureHeaders({ clock, secret }: CallbackTools, body: string, forged: boolean): Record<string, string> {
  const timestamp = String(Math.floor(clock.realNow().getTime() / 1000));
  const signature = secret.sign(`${timestamp}.${body}`);
  return {
    "content-type": "application/json",
    "x-sandbox-timestamp": timestamp,
    "x-sandbox-signature": forged ? signature.replace(/^./, (first) => (first === "0" ? "1" : "0")) : signature,
  };
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const rail = v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]);
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((iso) => new Date(iso)),
  v.check(isPlausibleInstant),
);
const notificationSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("PAYMENT_RECEIVED"),
    eventId: text,
    paymentId: text,
    rail,
    reference: text,
    amountRupiah: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    paidAt: instant,
  }),
  v.strictObject({ kind: v.literal("PAYMENT_PENDING"), eventId: text, rail, reference: text }),
  v.strictObject({
    kind: v.literal("PAYMENT_FAILED"),
    eventId: text,
    rail,
    reference: text,
    paymentId: v.optional(text),
    code: text,
    detail: v.string(),
  }),
  v.strictObject({ kind: v.literal("TRANSFER_PENDING"), eventId: text, transferId: text }),
  v.strictObject({
    kind: v.literal("TRANSFER_SETTLED"),
    eventId: text,
    transferId: text,
    providerReference: text,
    settledAt: instant,
  }),
  v.strictObject({
    kind: v.literal("TRANSFER_FAILED"),
    eventId: text,
    transferId: text,
    code: text,
    detail: v.string(),
  }),
]);

const freshMs = 5 * 60_000;
const answerOf = (status: number, received: boolean): PartnerAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ received }),
});

/** Reads what the sandbox's bank sent: `x-sandbox-signature` is hex HMAC-SHA256 over `timestamp.body`, five minutes fresh. */
export function readSandboxNotification(
  secret: SandboxSecret,
  realNow: Date,
  request: IncomingRequest,
): NotificationReading {
  const timestamp = request.headers["x-sandbox-timestamp"] ?? "";
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0;
  if (Math.abs(realNow.getTime() - seconds * 1000) > freshMs)
    return { outcome: "REFUSED", reason: "STALE", answer: answerOf(401, false) };
  const body = Buffer.from(request.rawBody);
  const expected = Buffer.from(secret.sign(`${timestamp}.${body.toString("utf8")}`));
  const given = Buffer.from(request.headers["x-sandbox-signature"] ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { outcome: "REFUSED", reason: "SIGNATURE", answer: answerOf(401, false) };
  try {
    const event = v.parse(notificationSchema, JSON.parse(body.toString("utf8")));
    if (isStorable(event)) return { outcome: "EVENT", provider: "sandbox-bank", event, answer: answerOf(200, true) };
  } catch {
    // Reported below.
  }
  return { outcome: "REFUSED", reason: "UNREADABLE", answer: answerOf(400, false) };
}
