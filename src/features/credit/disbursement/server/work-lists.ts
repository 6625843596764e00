/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { countLate } from "./late-store.ts";
import { countReturnedPayouts } from "./returned-staff.ts";
import { countFailedDisbursements } from "./staff.ts";

const texts = defineTexts({
  FAILED_DISBURSEMENTS: { id: "Pencairan gagal", en: "Failed disbursements", zh: "放款失败" },
  LATE_PAYOUTS: { id: "Terbayar setelah dilepas", en: "Paid after they were given up", zh: "放弃后又到账" },
  RETURNED_PAYOUTS: { id: "Dikembalikan bank penerima", en: "Sent back by the receiving bank", zh: "收款银行退回" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "FAILED_DISBURSEMENTS",
    text: texts.FAILED_DISBURSEMENTS,
    permission: "disbursement.read",
    to: "/staff/disbursements",
    promisedHours: payoutMinutes / 60,
    count: countFailedDisbursements,
  },
  {
    key: "LATE_PAYOUTS",
    text: texts.LATE_PAYOUTS,
    permission: "disbursement.read",
    to: "/staff/disbursements#late",
    count: ({ database }) => countLate(database),
  },
  {
    key: "RETURNED_PAYOUTS",
    text: texts.RETURNED_PAYOUTS,
    permission: "disbursement.read",
    to: "/staff/disbursements#returned",
    count: countReturnedPayouts,
  },
];
