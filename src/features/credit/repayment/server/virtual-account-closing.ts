/**
 * Virtual accounts of a closed borrower are closed at their banks: noted when the account is closed, asked for by a sweep until the
 * bank has done it. Money that was on its way by then is unmatched and goes back. // Spec account 6
 */
import { sql } from "kysely";
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { requestLifecycle } from "./lifecycle.ts";

const atOnce = 50;
/** Time after which a bank without an answer is asked again. */
const againMinutes = 10;

interface ToClose {
  borrowerId: string;
  loanId: string;
  id: string;
  bankCode: string;
  customerNo: string;
}

export const closingSubscription = after(
  accountClosed,
  "repayment-virtual-accounts",
  async (_services, trx, { borrowerId, at }) => {
    await trx
      .updateTable("payment_request")
      .set({ closeAt: at })
      .where("borrowerId", "=", borrowerId)
      .where("rail", "=", "VIRTUAL_ACCOUNT")
      .where("closeAt", "is", null)
      // One that has run out may be open at the bank all the same.
      .where("state", "in", ["OPENING", "OPEN", "EXPIRED"])
      .execute();
  },
);

async function toClose(reader: Reader, now: Date): Promise<ToClose[]> {
  const rows = await reader
    .selectFrom("payment_request as request")
    .innerJoin("repayment_account as account", (join) =>
      join.onRef("account.borrowerId", "=", "request.borrowerId").onRef("account.loanId", "=", "request.loanId"),
    )
    .select(["request.borrowerId", "request.loanId", "request.id", "request.bankCode", "account.customerNo"])
    .where("request.closeAt", "<=", now)
    .orderBy("request.closeAt")
    .limit(atOnce)
    .execute();
  return rows.map((row) => ({
    borrowerId: row.borrowerId,
    loanId: row.loanId,
    id: row.id,
    bankCode: row.bankCode!,
    customerNo: row.customerNo,
  }));
}

/** Asks the bank; closing twice is closing once, so that two processes or a lost answer do no harm. */
async function closeOne(services: Services, account: ToClose): Promise<boolean> {
  const { outside, database, clock, log } = services;
  const { borrowerId, loanId, id, bankCode, customerNo } = account;
  const answer = await outside.collection.closeVirtualAccount({ bankCode, customerNo });
  const now = clock.now();
  // A bank that refuses will refuse again: staff read it in the log, and the account ends by its own date.
  if (answer.outcome === "REJECTED") log.error("virtual account not closed", { rowId: id, code: answer.code });
  const isOver = answer.outcome !== "UNAVAILABLE";
  await transact(database, async (trx) => {
    const closeAt = isOver ? null : new Date(now.getTime() + againMinutes * 60_000);
    const expired = { expiresAt: now, endedAt: now, nextInquiryAt: null, closeAt: null };
    const isMoved =
      isOver &&
      (await requestLifecycle.step(trx, {
        borrowerId,
        id,
        from: ["OPENING", "OPEN"],
        to: "EXPIRED",
        set: expired,
        where: sql`close_at is not null`,
      })) !== null;
    // One that had run out by then stays as it was.
    if (!isMoved)
      await trx
        .updateTable("payment_request")
        .set({ closeAt })
        .where("borrowerId", "=", borrowerId)
        .where("loanId", "=", loanId)
        .where("id", "=", id)
        .where("closeAt", "is not", null)
        .execute();
  });
  return isOver;
}

export const virtualAccountClosing: Sweep = {
  name: "repayment-virtual-accounts",
  everySeconds: 60,
  waits: {
    text: { id: "Virtual account yang ditutup", en: "Virtual accounts to close", zh: "待关闭的虚拟账户" },
    rows: [{ table: "payment_request", at: "closeAt" }],
  },
  run: async (services) =>
    eachDue(await toClose(services.database, services.clock.now()), (account) => closeOne(services, account), {
      log: services.log,
      failure: "virtual account of a closed borrower not closed",
      idOf: ({ id }) => id,
    }),
};
