/**
 * Reads the banks' lists of payments to virtual accounts, by time. One question covers all accounts of a bank, so their
 * number does not decide how soon a payment whose callback was lost is found. // Threat B6; docs/growth.md
 */
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { PaymentListAnswer, PaymentListing } from "#server/outside/collection/port.ts";
import type { ProviderPayment } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { receiptIdOf, receiptsKnown } from "./collection-store.ts";
import { banksReadUntil, beginList, claimLists, noteReading, type PaymentListRow } from "./payment-list-store.ts";
import { receivePayment } from "./payments.ts";

const minute = 60_000;
const readEveryMinutes = 5;
/** A bank may list a payment some time after it was made: each reading begins this long before the end of the last one. */
const overlapMinutes = 30;
/** A bank that is slow keeps no other waiting. */
const banksAtOnce = 4;
const maxWindowSeconds = 43_200;
const minWindowSeconds = 60;
/** A bank that gives no lists is asked again the next day. */
const refusedHours = 24;
/** A list that was read in this time stands for inquiries about its single accounts. */
const currentMinutes = 30;

export const paymentListSweep: Sweep = {
  name: "repayment-lists",
  everySeconds: 60,
  waits: {
    text: { id: "Daftar pembayaran bank", en: "Banks' lists of payments", zh: "银行付款清单" },
    rows: [{ table: "payment_list", at: "nextAt" }],
  },
  run: readLists,
};

/** From its first virtual account on a bank's list is read. */
export async function followListOf(trx: Transaction, bankCode: string, now: Date): Promise<void> {
  const nextAt = new Date(now.getTime() + readEveryMinutes * minute);
  await beginList(trx, { bankCode, readUntil: now, windowSeconds: maxWindowSeconds, isOffered: true, nextAt });
}

/** Banks whose list is read in time, so that their accounts need not be asked about one by one. */
export const banksListed = (reader: Reader, now: Date): Promise<Set<string>> =>
  banksReadUntil(reader, new Date(now.getTime() - currentMinutes * minute));

/** Reads the next part of each list that is due; returns their number. */
async function readLists(services: Services): Promise<number> {
  const { database, clock, log } = services;
  const now = clock.now();
  const lists = await transact(database, (trx) =>
    claimLists(trx, now, new Date(now.getTime() + readEveryMinutes * minute)),
  );
  await eachDue(lists, (list) => readNext(services, list, now), {
    log,
    failure: "list of payments not read",
    idOf: ({ bankCode }) => bankCode,
    lanes: banksAtOnce,
  });
  return lists.length;
}

async function readNext(services: Services, list: PaymentListRow, now: Date): Promise<boolean> {
  const { database } = services;
  const { readUntil, windowSeconds } = list;
  const from = new Date(readUntil.getTime() - overlapMinutes * minute);
  const until = new Date(Math.min(now.getTime(), readUntil.getTime() + windowSeconds * 1000));
  const later = (minutes: number): Date => new Date(now.getTime() + minutes * minute);
  for (const part of daysBetween(from, until)) {
    const outcome = await readPart(services, { bankCode: list.bankCode, ...part });
    if (outcome === "NOT_OFFERED")
      return noteReading(database, list, { isOffered: false, nextAt: later(refusedHours * 60) });
    if (outcome === "UNAVAILABLE") {
      const shorter = Math.max(minWindowSeconds, Math.floor(windowSeconds / 2));
      return noteReading(database, list, { windowSeconds: shorter, nextAt: later(readEveryMinutes) });
    }
  }
  return noteReading(database, list, {
    readUntil: until,
    windowSeconds: Math.min(maxWindowSeconds, windowSeconds * 2),
    isOffered: true,
    nextAt: until < now ? now : later(readEveryMinutes),
  });
}

/** Banks list one day (WIB) at a time. */
function daysBetween(from: Date, until: Date): { from: Date; until: Date }[] {
  const midnight = instantOf(addDays(dateInWib(from), 1), "WIB", { hour: 0 });
  if (until < midnight) return [{ from, until }];
  return [{ from, until: new Date(midnight.getTime() - 1) }, ...daysBetween(midnight, until)];
}

/** Asks for one part, and takes the payments that nothing reported before. */
async function readPart(services: Services, part: PaymentListing): Promise<PaymentListAnswer["outcome"]> {
  const { database, outside, log } = services;
  const answer = await outside.collection.listPayments(part);
  if (answer.outcome !== "LISTED") return answer.outcome;
  const idOf = ({ paymentId }: ProviderPayment): string => receiptIdOf(outside.collection.adapter, paymentId);
  const known = await receiptsKnown(database, answer.payments.map(idOf));
  const unknown = answer.payments.filter((payment) => !known.has(idOf(payment)));
  const receive = (payment: ProviderPayment) => transact(database, (trx) => receivePayment(services, trx, payment));
  // One that cannot be taken keeps neither the others nor the list waiting: it is listed for half an hour more, and its
  // account is asked about every day.
  await eachDue(unknown, async (payment) => (await receive(payment)) === "APPLIED", {
    log,
    failure: "listed payment not taken",
    idOf,
  });
  return answer.outcome;
}
