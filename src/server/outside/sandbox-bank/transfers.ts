/** The bank port of the sandbox. Idempotent by `transferId`; the account number decides what happens (`persons.ts`). */
import { transact, type Transaction } from "#server/database.server.ts";
import type { AccountInquiryResult, BankPort, TransferAnswer, TransferOrder, TransferState } from "../bank/port.ts";
import { hostilityOf, isHostile, scheduleCallbacks, type Behaviour, type CallbackTools } from "./callbacks.ts";
import { magicAccounts, personByAccount, type MagicAction } from "./persons.ts";

/** A real bank takes seconds to minutes; invented data must get through in two minutes (product decisions 3). */
const settleSeconds = 2;
const slowSeconds = 600;
/** Time after its first answer until the bank reports the opposite: paid after all, or returned. */
const turnSeconds = 600;

interface SealedTransfer {
  bankCode: string;
  accountNumber: string;
  accountName: string;
  remark: string;
}

const actionOf = (accountNumber: string): MagicAction | undefined =>
  (magicAccounts as Record<string, { does: MagicAction }>)[accountNumber]?.does;
const referenceOf = (transferId: string): string => `SBX${transferId.replaceAll("-", "").slice(-12).toUpperCase()}`;

/** `soon` asks for a round of work without waiting for the next second. */
export function createSandboxTransfers(tools: CallbackTools, soon: () => void): BankPort {
  /** Orders of TRANSFER_UNHEARD that were lost once already. */
  const unheard = new Set<string>();
  return {
    adapter: "sandbox",
    async inquireName({ bankCode, accountNumber, expectedName }): Promise<AccountInquiryResult> {
      const action = actionOf(accountNumber);
      if (action === "NOT_FOUND") return { outcome: "NOT_FOUND" };
      if (action === "NAME_UNAVAILABLE") return { outcome: "UNAVAILABLE" };
      const person = personByAccount(bankCode, accountNumber);
      return {
        outcome: "FOUND",
        accountName: person?.bankAccount.accountName ?? (expectedName?.trim() || "NASABAH SANDBOX").toUpperCase(),
      };
    },
    async transfer(order): Promise<TransferAnswer> {
      const action = actionOf(order.accountNumber);
      if (action === "NOT_FOUND")
        return { status: "REJECTED", code: "ACCOUNT_NOT_FOUND", detail: "The bank knows no such account." };
      if (action === "TRANSFER_UNHEARD" && !unheard.has(order.transferId)) {
        unheard.add(order.transferId);
        return { status: "UNKNOWN", detail: "TIMEOUT" };
      }
      const hostility = await hostilityOf(tools.database);
      if (isHostile(tools.random, hostility.orderLostPpm)) return { status: "UNKNOWN", detail: "TIMEOUT" };
      const { sameOrder } = await transact(tools.database, (trx) => accept(trx, tools, order, action));
      soon();
      if (!sameOrder) return { status: "UNKNOWN", detail: "The bank has another order under this id." };
      const isSilent =
        action === "TRANSFER_UNKNOWN" ||
        personByAccount(order.bankCode, order.accountNumber)?.outcome === "TRANSFER_SLOW";
      if (isSilent || isHostile(tools.random, hostility.answerLostPpm)) return { status: "UNKNOWN", detail: "TIMEOUT" };
      return { status: "ACCEPTED", providerReference: referenceOf(order.transferId) };
    },
    async inquireTransfer(transferId): Promise<TransferState> {
      const row = await tools.database
        .selectFrom("sandbox_transfer")
        .select(["state", "endedAt", "behaviour"])
        .where("transferId", "=", transferId)
        .executeTakeFirst();
      if (!row) return { status: "NOT_FOUND" };
      const turned =
        (row.behaviour as Turning).turns === true &&
        row.endedAt !== null &&
        row.endedAt.getTime() + turnSeconds * 1000 <= tools.clock.now().getTime();
      if (turned && row.state === "SETTLED") return { status: "FAILED", ...sentBack };
      if (turned && row.endedAt)
        return {
          status: "SETTLED",
          providerReference: referenceOf(transferId),
          settledAt: new Date(row.endedAt.getTime() + turnSeconds * 1000),
        };
      if (row.state === "SETTLED")
        return {
          status: "SETTLED",
          providerReference: referenceOf(transferId),
          settledAt: row.endedAt ?? tools.clock.now(),
        };
      if (row.state === "FAILED") return { status: "FAILED", ...failure };
      return { status: "PENDING" };
    },
  };
}
const failure = { code: "BENEFICIARY_BANK_REFUSED", detail: "The receiving bank refused the money." };
const sentBack = { code: "RETURNED_BY_BENEFICIARY_BANK", detail: "The receiving bank sent the money back." };

/** The bank's first answer is not final. */
interface Turning {
  turns?: true;
}

async function accept(
  trx: Transaction,
  tools: CallbackTools,
  order: TransferOrder,
  action: MagicAction | undefined,
): Promise<{ sameOrder: boolean }> {
  const person = personByAccount(order.bankCode, order.accountNumber)?.outcome;
  const now = tools.clock.now();
  const slow = person === "TRANSFER_SLOW";
  const sealed: SealedTransfer = {
    bankCode: order.bankCode,
    accountNumber: order.accountNumber,
    accountName: order.accountName,
    remark: order.remark,
  };
  const made = await trx
    .insertInto("sandbox_transfer")
    .values({
      transferId: order.transferId,
      amountRupiah: order.amountRupiah,
      sealed: tools.secret.seal(sealed),
      state: "PENDING",
      plan:
        action === "TRANSFER_FAILS" || action === "TRANSFER_PAID_LATE" || person === "TRANSFER_FAILS"
          ? "FAILED"
          : "SETTLED",
      behaviour: JSON.stringify({
        ...behaviourOf(action, slow),
        ...(action === "TRANSFER_PAID_LATE" || action === "TRANSFER_RETURNED" || person === "TRANSFER_RETURNED"
          ? ({ turns: true } satisfies Turning)
          : {}),
      }),
      settleAt: new Date(now.getTime() + (slow ? slowSeconds : settleSeconds) * 1000),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column("transferId").doNothing())
    .returning("transferId")
    .executeTakeFirst();
  if (made) return { sameOrder: true };
  const earlier = await trx
    .selectFrom("sandbox_transfer")
    .select(["amountRupiah", "sealed"])
    .where("transferId", "=", order.transferId)
    .executeTakeFirstOrThrow();
  const first = tools.secret.open<SealedTransfer>(earlier.sealed);
  return {
    sameOrder:
      earlier.amountRupiah === order.amountRupiah &&
      first.accountNumber === order.accountNumber &&
      first.bankCode === order.bankCode,
  };
}

function behaviourOf(action: MagicAction | undefined, slow: boolean): Behaviour {
  if (slow || action === "TRANSFER_UNKNOWN") return { outcome: "LOST" };
  if (action === "TRANSFER_DUPLICATES") return { duplicates: 2 };
  if (action === "TRANSFER_OUT_OF_ORDER") return { outcome: "OUT_OF_ORDER" };
  return {};
}

/** Ends due transfers, each once with any number of processes. Returns how many. */
export async function settleDueTransfers(tools: CallbackTools): Promise<number> {
  return transact(tools.database, async (trx) => {
    const now = tools.clock.now();
    const due = await trx
      .selectFrom("sandbox_transfer")
      .select(["transferId", "plan", "behaviour"])
      .where("state", "=", "PENDING")
      .where("settleAt", "<=", now)
      .orderBy("settleAt")
      .limit(50)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { transferId, plan, behaviour } of due) {
      await trx
        .updateTable("sandbox_transfer")
        .set({ state: plan, endedAt: now })
        .where("transferId", "=", transferId)
        .where("state", "=", "PENDING")
        .execute();
      const eventId = `transfer:${transferId}:${plan}`;
      await scheduleCallbacks(
        trx,
        tools,
        plan === "SETTLED"
          ? {
              kind: "TRANSFER_SETTLED",
              eventId,
              transferId,
              providerReference: referenceOf(transferId),
              settledAt: now,
            }
          : { kind: "TRANSFER_FAILED", eventId, transferId, ...failure },
        behaviour as Behaviour,
      );
      if ((behaviour as Turning).turns) {
        const eventId = `transfer:${transferId}:LATE`;
        const settledAt = new Date(now.getTime() + turnSeconds * 1000);
        await scheduleCallbacks(
          trx,
          tools,
          plan === "SETTLED"
            ? { kind: "TRANSFER_FAILED", eventId, transferId, ...sentBack }
            : { kind: "TRANSFER_SETTLED", eventId, transferId, providerReference: referenceOf(transferId), settledAt },
          { delaySeconds: turnSeconds },
        );
      }
    }
    return due.length;
  });
}
