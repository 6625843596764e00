/** The payer of the sandbox: open payables, and payments to them. */
import { transact, type Transaction } from "#server/database.server.ts";
import { readQris } from "../collection/qris.ts";
import type { Rail } from "../notification.ts";
import { scheduleCallbacks, type Behaviour, type CallbackTools } from "./callbacks.ts";
import { endPushPayment, failureOf, recordPayment } from "./collection.ts";

export interface PayOrder {
  virtualAccountNumber?: string;
  /** The code's whole string, as a phone reads it. */
  qris?: string;
  /** Reference of a QRIS code or an e-wallet push, or a virtual account number. */
  reference?: string;
  amountRupiah: number;
  behaviour?: Behaviour;
}
export type PayAnswer =
  | { outcome: "PAID"; paymentId: string; rail: Rail; reference: string }
  /** behaviour FAIL: no money moved, and the callback says so. */
  | { outcome: "FAILED"; rail: Rail; reference: string }
  | { outcome: "REFUSED"; reason: "UNKNOWN_TARGET" | "EXPIRED" | "AMOUNT" | "ALREADY_PAID" };

/** Plays the payer at the bank's counter. The money has moved when this answers PAID; the callback follows. */
export async function payInSandboxBank(tools: CallbackTools, order: PayOrder): Promise<PayAnswer> {
  const behaviour = order.behaviour ?? {};
  const scanned = order.qris === undefined ? undefined : readQris(order.qris);
  const reference = scanned?.outcome === "READ" ? scanned.fields.reference : order.reference;
  const number = order.virtualAccountNumber?.replace(/\s/g, "") ?? order.reference;
  return transact(tools.database, async (trx) => {
    if (order.qris === undefined && number !== undefined) {
      const answer = await payAccount(trx, tools, number, order.amountRupiah, behaviour);
      if (answer) return answer;
    }
    if (reference !== undefined) {
      const answer =
        (await payQris(trx, tools, reference, order.amountRupiah, behaviour)) ??
        (await payWallet(trx, tools, reference, order.amountRupiah, behaviour));
      if (answer) return answer;
    }
    return { outcome: "REFUSED", reason: "UNKNOWN_TARGET" } as const;
  });
}

const ownRange = /^888\d{14}$/;

async function payAccount(
  trx: Transaction,
  tools: CallbackTools,
  reference: string,
  amountRupiah: number,
  behaviour: Behaviour,
): Promise<PayAnswer | undefined> {
  const account = await trx
    .selectFrom("sandbox_virtual_account")
    .select(["amountRupiah", "expiresAt"])
    .where("accountNumber", "=", reference)
    .executeTakeFirst();
  // Banks accept money for any number in our range, also for one that was never issued: it arrives without an owner.
  if (!account && !ownRange.test(reference)) return undefined;
  if (account && account.expiresAt <= tools.clock.now()) return { outcome: "REFUSED", reason: "EXPIRED" };
  if (account && account.amountRupiah !== null && account.amountRupiah !== amountRupiah)
    return { outcome: "REFUSED", reason: "AMOUNT" };
  const rail = "VIRTUAL_ACCOUNT";
  const paymentId = `VA:${tools.random.uuid()}`;
  return endPayment(trx, tools, { paymentId, rail, reference, amountRupiah }, behaviour);
}

async function payQris(
  trx: Transaction,
  tools: CallbackTools,
  reference: string,
  amountRupiah: number,
  behaviour: Behaviour,
): Promise<PayAnswer | undefined> {
  const code = await trx
    .selectFrom("sandbox_qris")
    .select(["amountRupiah", "state", "expiresAt"])
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
  if (!code) return undefined;
  if (code.state !== "OPEN") return { outcome: "REFUSED", reason: code.state === "PAID" ? "ALREADY_PAID" : "EXPIRED" };
  if (code.expiresAt <= tools.clock.now()) return { outcome: "REFUSED", reason: "EXPIRED" };
  if (code.amountRupiah !== amountRupiah) return { outcome: "REFUSED", reason: "AMOUNT" };
  const rail = "QRIS";
  const failed = behaviour.outcome === "FAIL";
  const paymentId = `QRIS:${reference}`;
  await trx
    .updateTable("sandbox_qris")
    .set({ state: failed ? "FAILED" : "PAID" })
    .where("reference", "=", reference)
    .execute();
  return endPayment(trx, tools, { paymentId, rail, reference, amountRupiah }, behaviour);
}

/** Completes or fails the payment, and reports it. */
async function endPayment(
  trx: Transaction,
  tools: CallbackTools,
  payment: Parameters<typeof recordPayment>[2],
  behaviour: Behaviour,
): Promise<PayAnswer> {
  const { paymentId, rail, reference } = payment;
  if (behaviour.outcome === "FAIL") {
    const event = { eventId: `${paymentId}:failed`, rail, reference, ...failureOf(null) };
    await scheduleCallbacks(trx, tools, { kind: "PAYMENT_FAILED", ...event }, behaviour);
    return { outcome: "FAILED", rail, reference };
  }
  await recordPayment(trx, tools, payment, behaviour);
  return { outcome: "PAID", paymentId, rail, reference };
}

async function payWallet(
  trx: Transaction,
  tools: CallbackTools,
  reference: string,
  amountRupiah: number,
  behaviour: Behaviour,
): Promise<PayAnswer | undefined> {
  const pushed = await trx
    .selectFrom("sandbox_ewallet_push")
    .select(["amountRupiah", "state"])
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
  if (!pushed) return undefined;
  if (pushed.state !== "PUSHED")
    return { outcome: "REFUSED", reason: pushed.state === "PAID" ? "ALREADY_PAID" : "EXPIRED" };
  if (pushed.amountRupiah !== amountRupiah) return { outcome: "REFUSED", reason: "AMOUNT" };
  const rail = "EWALLET";
  const paid = behaviour.outcome !== "FAIL";
  const paymentId = await endPushPayment(
    trx,
    tools,
    reference,
    amountRupiah,
    paid,
    paid ? null : "DECLINED",
    behaviour,
  );
  return paid ? { outcome: "PAID", paymentId, rail, reference } : { outcome: "FAILED", rail, reference };
}

export interface PayableOrder {
  rail: Rail;
  /** `payInSandboxBank` by this reference. */
  reference: string;
  bankCode: string | null;
  payerName: string | null;
  /** Null: any amount. */
  amountRupiah: number | null;
  expiresAt: Date;
  createdAt: Date;
}

/** Open payables, newest first: for the sandbox's page, so that a person pays with one tap. */
export async function payables({ database, clock, secret }: CallbackTools, most: number): Promise<PayableOrder[]> {
  const now = clock.now();
  const accounts = await database
    .selectFrom("sandbox_virtual_account")
    .selectAll()
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .limit(most)
    .execute();
  const codes = await database
    .selectFrom("sandbox_qris")
    .selectAll()
    .where("state", "=", "OPEN")
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .limit(most)
    .execute();
  const pushes = await database
    .selectFrom("sandbox_ewallet_push")
    .selectAll()
    .where("state", "=", "PUSHED")
    .orderBy("createdAt", "desc")
    .limit(most)
    .execute();
  const all: PayableOrder[] = [
    ...accounts.map((row): PayableOrder => ({
      rail: "VIRTUAL_ACCOUNT",
      reference: row.accountNumber,
      bankCode: row.bankCode,
      payerName: secret.open<{ name: string }>(row.sealed).name,
      amountRupiah: row.amountRupiah,
      expiresAt: row.expiresAt,
      createdAt: row.createdAt,
    })),
    ...codes.map((row): PayableOrder => ({
      rail: "QRIS",
      reference: row.reference,
      bankCode: null,
      payerName: null,
      amountRupiah: row.amountRupiah,
      expiresAt: row.expiresAt,
      createdAt: row.createdAt,
    })),
    ...pushes.map((row): PayableOrder => ({
      rail: "EWALLET",
      reference: row.reference,
      bankCode: null,
      payerName: null,
      amountRupiah: row.amountRupiah,
      expiresAt: row.answerAt,
      createdAt: row.createdAt,
    })),
  ];
  return all.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, most);
}
