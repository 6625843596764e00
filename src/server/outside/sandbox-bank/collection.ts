/** The collection port of the sandbox: what it opens, and the payments for it. */
import { transact, type Transaction } from "#server/database.server.ts";
import type {
  CollectionPort,
  EwalletAnswer,
  EwalletOrder,
  QrisOrder,
  VirtualAccountOrder,
} from "../collection/port.ts";
import { writeQris } from "../collection/qris.ts";
import type { ProviderPayment, Rail } from "../notification.ts";
import { readSandboxNotification, scheduleCallbacks, type Behaviour, type CallbackTools } from "./callbacks.ts";
import { magicWallets, personByMobile } from "./persons.ts";

/** Company code in front of the customer's number at each bank: five digits, as banks give them. */
const companyCodes: Readonly<Record<string, string>> = {
  "014": "88801",
  "008": "88802",
  "009": "88803",
  "002": "88804",
  "013": "88805",
  "022": "88806",
};
const walletSeconds = 55;
/** The owner of an ordinary wallet confirms automatically after this time, or earlier when `pay` plays the owner. */
const confirmSeconds = 10;
/** How long after its callback a payment that is REFUNDED is with us. */
const refundSeconds = 600;

export function createSandboxCollection(tools: CallbackTools): CollectionPort {
  return {
    adapter: "sandbox",
    virtualAccountBanks: () => Object.keys(companyCodes),
    async openVirtualAccount(order) {
      const companyCode = companyCodes[order.bankCode];
      if (companyCode === undefined)
        return {
          outcome: "REJECTED",
          code: "BANK_NOT_OFFERED",
          detail: `No virtual accounts at bank ${order.bankCode}.`,
        };
      const virtualAccountNumber = companyCode + order.customerNo;
      await openAccount(tools, order, virtualAccountNumber);
      return { outcome: "OPEN", bankCode: order.bankCode, virtualAccountNumber, expiresAt: order.expiresAt };
    },
    async closeVirtualAccount({ bankCode, customerNo }) {
      const companyCode = companyCodes[bankCode];
      if (companyCode === undefined) return { outcome: "CLOSED" };
      await tools.database
        .updateTable("sandbox_virtual_account")
        .set({ expiresAt: tools.clock.now() })
        .where("accountNumber", "=", companyCode + customerNo)
        .where("expiresAt", ">", tools.clock.now())
        .execute();
      return { outcome: "CLOSED" };
    },
    async createQris(order) {
      return {
        outcome: "OPEN",
        qris: await openQris(tools, order),
        reference: order.reference,
        expiresAt: order.expiresAt,
      };
    },
    pushEwallet: (order) => push(tools, order),
    async inquirePayment({ rail, reference }) {
      const rows = await listedPayments(tools, rail).where("reference", "=", reference).execute();
      const payments = rows.map((row): ProviderPayment => ({ rail, ...row }));
      return { outcome: "KNOWN", payments, ...(await stateOf(tools, rail, reference)) };
    },
    async listPayments({ bankCode, from, until }) {
      const companyCode = companyCodes[bankCode];
      if (companyCode === undefined) return { outcome: "NOT_OFFERED" };
      const rows = await listedPayments(tools, "VIRTUAL_ACCOUNT")
        .where("paidAt", ">=", from)
        .where("paidAt", "<=", until)
        .where("reference", "like", `${companyCode}%`)
        .execute();
      return { outcome: "LISTED", payments: rows.map((row) => ({ rail: "VIRTUAL_ACCOUNT", ...row })) };
    },
    readNotification: async (request) => readSandboxNotification(tools.secret, tools.clock.realNow(), request),
  };
}

/** The payments of a rail that were not refunded, oldest first. */
const listedPayments = ({ database, clock }: CallbackTools, rail: Rail) =>
  database
    .selectFrom("sandbox_payment")
    .select(["paymentId", "reference", "amountRupiah", "paidAt"])
    .where("rail", "=", rail)
    .where((row) => row.or([row("refundedAt", "is", null), row("refundedAt", ">", clock.now())]))
    .orderBy("paidAt")
    .orderBy("paymentId");

async function openAccount(tools: CallbackTools, order: VirtualAccountOrder, accountNumber: string): Promise<void> {
  const values = {
    sealed: tools.secret.seal({ name: order.name }),
    amountRupiah: order.amountRupiah ?? null,
    expiresAt: order.expiresAt,
  };
  await tools.database
    .insertInto("sandbox_virtual_account")
    .values({ accountNumber, bankCode: order.bankCode, createdAt: tools.clock.now(), ...values })
    .onConflict((conflict) => conflict.column("accountNumber").doUpdateSet(values))
    .execute();
}

async function openQris(tools: CallbackTools, order: QrisOrder): Promise<string> {
  const qris = writeQris({
    method: "DYNAMIC",
    nationalMerchantId: "ID1020000000001",
    merchantName: "TUNAI SANDBOX",
    merchantCity: "JAKARTA",
    postalCode: "12190",
    categoryCode: "6012",
    amountRupiah: order.amountRupiah,
    reference: order.reference,
  });
  await tools.database
    .insertInto("sandbox_qris")
    .values({
      reference: order.reference,
      qris,
      amountRupiah: order.amountRupiah,
      state: "OPEN",
      expiresAt: order.expiresAt,
      createdAt: tools.clock.now(),
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  const row = await tools.database
    .selectFrom("sandbox_qris")
    .select("qris")
    .where("reference", "=", order.reference)
    .executeTakeFirstOrThrow();
  return row.qris;
}

async function push(tools: CallbackTools, order: EwalletOrder): Promise<EwalletAnswer> {
  const magic = (magicWallets as Record<string, { does: "TIMES_OUT" | "REJECTED" | "DECLINED" }>)[order.mobileNumber]
    ?.does;
  if (magic === "REJECTED")
    return { outcome: "REJECTED", code: "NO_SUCH_WALLET", detail: "The number has no OVO account." };
  const timesOut = magic === "TIMES_OUT" || personByMobile(order.mobileNumber)?.outcome === "EWALLET_TIMES_OUT";
  const fails = timesOut || magic === "DECLINED";
  const now = tools.clock.now();
  await tools.database
    .insertInto("sandbox_ewallet_push")
    .values({
      reference: order.reference,
      sealed: tools.secret.seal({ mobileNumber: order.mobileNumber }),
      amountRupiah: order.amountRupiah,
      state: "PUSHED",
      plan: fails ? "FAILED" : "PAID",
      failure: fails ? (timesOut ? "TIMED_OUT" : "DECLINED") : null,
      answerAt: new Date(now.getTime() + (timesOut ? walletSeconds : confirmSeconds) * 1000),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  return { outcome: "PUSHED", answerWithinSeconds: walletSeconds };
}

async function stateOf(
  tools: CallbackTools,
  rail: Rail,
  reference: string,
): Promise<{ open: boolean; failed?: { code: string; detail: string } }> {
  const now = tools.clock.now();
  if (rail === "EWALLET") {
    const row = await tools.database
      .selectFrom("sandbox_ewallet_push")
      .select(["state", "failure"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (row?.state === "FAILED") return { open: false, failed: failureOf(row.failure) };
    return { open: row?.state === "PUSHED", ...(await refundOf(tools, `EWALLET:${reference}`)) };
  }
  if (rail === "QRIS") {
    const row = await tools.database
      .selectFrom("sandbox_qris")
      .select(["state", "expiresAt"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (row?.state === "FAILED") return { open: false, failed: failureOf("DECLINED") };
    return { open: row?.state === "OPEN" && row.expiresAt > now, ...(await refundOf(tools, `QRIS:${reference}`)) };
  }
  const row = await tools.database
    .selectFrom("sandbox_virtual_account")
    .select("expiresAt")
    .where("accountNumber", "=", reference)
    .executeTakeFirst();
  return { open: row !== undefined && row.expiresAt > now };
}

const refunded = { code: "REFUNDED", detail: "The payment was refunded to its payer." };

/** Refund of the only payment that a code or a push can have; refunded payments of a virtual account are no longer listed. */
async function refundOf(tools: CallbackTools, paymentId: string): Promise<{ failed?: typeof refunded }> {
  const row = await tools.database
    .selectFrom("sandbox_payment")
    .select("refundedAt")
    .where("paymentId", "=", paymentId)
    .executeTakeFirst();
  return row?.refundedAt && row.refundedAt <= tools.clock.now() ? { failed: refunded } : {};
}

export function failureOf(failure: string | null): { code: string; detail: string } {
  return failure === "TIMED_OUT"
    ? { code: "TIMED_OUT", detail: "The owner of the wallet did not answer." }
    : { code: failure ?? "DECLINED", detail: "The payer's bank or wallet declined the payment." };
}

/** Ends due e-wallet pushes. Returns how many. */
export async function answerDuePushes(tools: CallbackTools): Promise<number> {
  return transact(tools.database, async (trx) => {
    const due = await trx
      .selectFrom("sandbox_ewallet_push")
      .select(["reference", "amountRupiah", "plan", "failure", "answerAt"])
      .where("state", "=", "PUSHED")
      .where("answerAt", "<=", tools.clock.now())
      .orderBy("answerAt")
      .limit(50)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of due)
      // The confirmation time is the due time, however late this process looks.
      await endPushPayment(
        trx,
        tools,
        row.reference,
        row.amountRupiah,
        row.plan === "PAID",
        row.failure,
        {},
        row.answerAt,
      );
    return due.length;
  });
}

export async function endPushPayment(
  trx: Transaction,
  tools: CallbackTools,
  reference: string,
  amountRupiah: number,
  paid: boolean,
  failure: string | null,
  behaviour: Behaviour,
  paidAt?: Date,
): Promise<string> {
  const paymentId = `EWALLET:${reference}`;
  await trx
    .updateTable("sandbox_ewallet_push")
    .set({ state: paid ? "PAID" : "FAILED", failure })
    .where("reference", "=", reference)
    .execute();
  if (paid) await recordPayment(trx, tools, { paymentId, rail: "EWALLET", reference, amountRupiah }, behaviour, paidAt);
  else
    await scheduleCallbacks(
      trx,
      tools,
      { kind: "PAYMENT_FAILED", eventId: `${paymentId}:failed`, rail: "EWALLET", reference, ...failureOf(failure) },
      behaviour,
    );
  return paymentId;
}

export async function recordPayment(
  trx: Transaction,
  tools: CallbackTools,
  payment: Omit<ProviderPayment, "paidAt">,
  behaviour: Behaviour,
  paidAt = tools.clock.now(),
): Promise<void> {
  const { paymentId, rail, reference, amountRupiah } = payment;
  const refundDelay = (behaviour.delaySeconds ?? 0) + refundSeconds;
  const refundedAt = behaviour.outcome === "REFUNDED" ? new Date(paidAt.getTime() + refundDelay * 1000) : null;
  await trx
    .insertInto("sandbox_payment")
    .values({
      paymentId,
      rail,
      reference,
      amountRupiah,
      paidAt,
      refundedAt,
    })
    .execute();
  await scheduleCallbacks(trx, tools, { kind: "PAYMENT_RECEIVED", eventId: paymentId, ...payment, paidAt }, behaviour);
  if (refundedAt)
    await scheduleCallbacks(
      trx,
      tools,
      { kind: "PAYMENT_FAILED", eventId: `${paymentId}:refunded`, paymentId, rail, reference, ...refunded },
      { ...behaviour, delaySeconds: refundDelay },
    );
}
