/** Finance in a book: handles misdirected money; one proposes, the other confirms, and a part is left for review. */
import { magicAccounts } from "#server/outside/sandbox-bank/persons.ts";
import type { Stage } from "./borrowers.ts";
import type { Visitor } from "./client.ts";
import { drawsOf } from "./plan.ts";
import { loggedInStaff } from "./staff.ts";

const maxRows = 100;
/** The share of waiting items that is left undecided. */
const leftShare = 0.3;

interface Desk {
  maker: Visitor;
  checker: Visitor;
  /** An idempotency key of this book for an action on a row. */
  key: (what: string, id: string) => string;
  /** From 0 to below 1, the same whenever the row is asked about. */
  drawOf: (what: string, id: string) => number;
}

async function deskOf(stage: Stage): Promise<Desk> {
  const maker = await loggedInStaff(stage, "finance", 0);
  const checker = await loggedInStaff(stage, "finance", 1);
  return {
    maker,
    checker,
    key: (what, id) => `${stage.name}-${what}-${id}`,
    drawOf: (what, id) => drawsOf(stage.name, what, id)(),
  };
}

async function check({ checker, key }: Desk, proposalId: string): Promise<void> {
  await checker.post(`/api/staff/money/proposals/${proposalId}/check`, { approve: true }, key("check", proposalId));
}

const paidLateEnd = Object.entries(magicAccounts)
  .find(([, { does }]) => does === "TRANSFER_PAID_LATE")![0]
  .slice(-4);

/** Payouts that failed: most loans end there, before the bank can say that the money arrived after all. */
export async function settleFailed(stage: Stage): Promise<void> {
  const desk = await deskOf(stage);
  const { items } = await desk.maker.get(`/api/staff/disbursements/failed?limit=${maxRows}`);
  for (const { transferId, loanNumber, state, proposal, accounts } of items) {
    if (state !== "FAILED" || proposal !== null || loanNumber === null) continue;
    const comesLate = accounts.some(
      (one: { masked: string; isFailed: boolean }) => one.isFailed && one.masked.endsWith(paidLateEnd),
    );
    if (!comesLate && desk.drawOf("failed", loanNumber) < leftShare) continue;
    const body = { deed: "CANCEL", reason: "Rekening tujuan tidak menerima dana." };
    const path = `/api/staff/disbursements/${transferId}/settlement`;
    const { settlementId } = await desk.maker.post(path, body, desk.key("settle", transferId));
    const checked = `/api/staff/disbursements/settlements/${settlementId}/check`;
    await desk.checker.post(checked, { approve: true }, desk.key("settled", transferId));
  }
}

/** Payouts that arrived after they had been let go: got back from the receiver, or written off. */
export async function decideLate(stage: Stage): Promise<void> {
  const desk = await deskOf(stage);
  const { items } = await desk.maker.get(`/api/staff/disbursements/late?limit=${maxRows}`);
  for (const { transferId, loanNumber, proposalId: open } of items) {
    if (open !== null) continue;
    const deed = desk.drawOf("late", String(loanNumber)) < 0.5 ? "RECOVERED" : "WRITE_OFF";
    const reason = deed === "RECOVERED" ? "Dana dikembalikan oleh penerima." : "Penerima tidak dapat dihubungi.";
    const path = `/api/staff/disbursements/${transferId}/late`;
    const { proposalId } = await desk.maker.post(path, { deed, reason }, desk.key("late", transferId));
    await check(desk, proposalId);
  }
}

/** Payouts that the receiving bank returned: most are returned to their source. */
export async function decideReturned(stage: Stage): Promise<void> {
  const desk = await deskOf(stage);
  const { items } = await desk.maker.get(`/api/staff/disbursements/returned?limit=${maxRows}`);
  for (const { transferId, loanNumber, state, proposalId: open } of items) {
    if (state !== "OPEN" || open !== null || desk.drawOf("returned", String(loanNumber)) < leftShare) continue;
    const path = `/api/staff/disbursements/${transferId}/returned`;
    const body = { deed: "GIVE_BACK", reason: "Rekening penerima sudah ditutup." };
    const { proposalId } = await desk.maker.post(path, body, desk.key("returned", transferId));
    await check(desk, proposalId);
  }
}

/** Unmatched money: some goes back to its payer, some is only proposed, some still waits. */
export async function returnUnmatched(stage: Stage): Promise<void> {
  const desk = await deskOf(stage);
  const { items } = await desk.maker.get(`/api/staff/payments/unmatched?limit=${maxRows}`);
  for (const { receiptId, returnProposalId, proposal } of items) {
    const draw = desk.drawOf("unmatched", receiptId);
    if (returnProposalId !== null || proposal !== null || draw < leftShare) continue;
    const path = `/api/staff/payments/${receiptId}/return`;
    const { proposalId } = await desk.maker.post(path, {
      bankCode: "014",
      accountNumber: `88${String(Math.floor(draw * 1e8)).padStart(8, "0")}`,
      reason: "Pembayar salah memasukkan nomor.",
    });
    if (draw > 0.5) await check(desk, proposalId);
  }
}
