/** Work of the console that waits here. */
import type { WorkList } from "#server/console/questions.ts";
import { paymentCheckHours } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { countUnmatched } from "./collection-store.ts";
import { countChargeback } from "./chargeback-store.ts";

const texts = defineTexts({
  UNMATCHED_PAYMENTS: { id: "Uang masuk tanpa pemilik", en: "Unmatched payments", zh: "未匹配的来款" },
  TAKEN_BACK_PAYMENTS: { id: "Pembayaran yang ditarik kembali", en: "Payments taken back", zh: "被收回的付款" },
});

export const workLists: readonly WorkList[] = [
  {
    key: "UNMATCHED_PAYMENTS",
    text: texts.UNMATCHED_PAYMENTS,
    permission: "payment.unmatched.read",
    to: "/staff/payments",
    promisedHours: paymentCheckHours,
    count: ({ database }) => countUnmatched(database),
  },
  {
    key: "TAKEN_BACK_PAYMENTS",
    text: texts.TAKEN_BACK_PAYMENTS,
    permission: "money.read",
    to: "/staff/payments#taken-back",
    count: ({ database }) => countChargeback(database),
  },
];
