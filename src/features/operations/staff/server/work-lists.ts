/** Work that waits, counted for those who may do it. */
import type { Services } from "#server/services.ts";
import { mayStaff, type StaffPermission, type StaffRole } from "#shared/staff-permissions.ts";
import {
  countFailedDisbursements,
  countLatePayouts,
  countReturnedPayouts,
} from "#features/credit/disbursement/server/index.ts";
import { countTakenBack, countUnmatched } from "#features/credit/repayment/server/index.ts";
import { countMoneyProposals } from "#features/credit/treasury/server/index.ts";
import { countCases } from "#features/credit/underwriting/server/index.ts";
import { countOpenComplaints } from "#features/support/complaint/server/index.ts";
import { countOpenConfigProposals } from "#features/operations/configuration/server/index.ts";
import { countOpenProposals } from "#features/operations/content/server/index.ts";
import { workLists, type WorkList } from "../contract.ts";

export interface Waiting {
  count: number;
  oldestAt: Date | null;
}
interface Counted {
  permission: StaffPermission;
  count: (services: Services) => Promise<Waiting>;
}

const counters: Readonly<Record<WorkList, Counted>> = {
  CASES_TO_DECIDE: { permission: "case.decide", count: ({ database }) => countCases(database, "WAITING") },
  CASES_TO_CHECK: { permission: "case.check", count: ({ database }) => countCases(database, "PROPOSED") },
  COMPLAINTS: { permission: "complaint.answer", count: ({ database }) => countOpenComplaints(database) },
  UNMATCHED_PAYMENTS: { permission: "payment.unmatched.read", count: ({ database }) => countUnmatched(database) },
  TAKEN_BACK_PAYMENTS: { permission: "money.read", count: ({ database }) => countTakenBack(database) },
  FAILED_DISBURSEMENTS: { permission: "disbursement.read", count: countFailedDisbursements },
  LATE_PAYOUTS: { permission: "disbursement.read", count: countLatePayouts },
  RETURNED_PAYOUTS: { permission: "disbursement.read", count: countReturnedPayouts },
  MONEY_TO_CHECK: { permission: "money.check", count: countMoneyProposals },
  CONTENTS_TO_CHECK: { permission: "content.check", count: ({ database }) => countOpenProposals(database) },
  CONFIGURATION_TO_CHECK: { permission: "content.check", count: ({ database }) => countOpenConfigProposals(database) },
};

export async function workListsFor(
  services: Services,
  roles: readonly StaffRole[],
): Promise<{ key: WorkList; count: number; oldestAt: string | null }[]> {
  const mine = workLists.filter((key) => mayStaff(roles, counters[key].permission));
  return Promise.all(
    mine.map(async (key) => {
      const { count, oldestAt } = await counters[key].count(services);
      return { key, count, oldestAt: oldestAt?.toISOString() ?? null };
    }),
  );
}
