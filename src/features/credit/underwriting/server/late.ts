/** An application whose promised time has passed: its borrower gets one notice, with a new time. // Spec account 14.10 */
import { sql } from "kysely";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { reviewTime } from "#shared/promised-times.ts";
import { notifyDecisionLate } from "./notices.ts";
import { findCase, lateCases, lockCase, noteLate } from "./store.ts";

const promisedMilliseconds = reviewTime.maxHours * 3_600_000;
const atOnce = 50;

export const lateSweep: Sweep = {
  name: "underwriting-late",
  everySeconds: 60,
  waits: {
    text: {
      id: "Pengajuan yang keputusannya terlambat",
      en: "Applications whose decision is late",
      zh: "逾期未决定的申请",
    },
    rows: [
      {
        table: "underwriting_case",
        at: "submittedAt",
        afterSeconds: promisedMilliseconds / 1000,
        where: sql<boolean>`state in ('OPEN', 'WAITING', 'PROPOSED') and late_until is null`,
      },
    ],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await lateCases(database, new Date(clock.now().getTime() - promisedMilliseconds), atOnce);
    return eachDue(due, (row) => transact(database, (trx) => tellOne(services, trx, row)), {
      log,
      failure: "late application not told of",
      idOf: ({ id }) => id,
    });
  },
};

async function tellOne(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
): Promise<boolean> {
  await lockCase(trx, borrowerId, id);
  const row = await findCase(trx, id);
  if (!row || row.lateUntil !== null || row.state === "CLOSED" || row.state === "ASKED") return false;
  const until = new Date(services.clock.now().getTime() + promisedMilliseconds);
  await noteLate(trx, borrowerId, id, until);
  const { loanId, loanNumber: number } = row;
  await notifyDecisionLate(services, trx, { borrowerId, loanId, number, until });
  return true;
}
