/** A borrower's newest promise to pay and newest contact, for the overview in the console. */
import type { BorrowerFigure, BorrowerFigureSource } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { contactOutcomeTexts, promiseStateTexts } from "../texts.ts";
import { contactAttemptsOf } from "./contact-store.ts";
import { newestPromise } from "./promise-store.ts";

const texts = defineTexts({
  PROMISE: { id: "Janji bayar terakhir", en: "Newest promise", zh: "最近付款承诺" },
  CONTACT: { id: "Kontak terakhir", en: "Newest contact", zh: "最近联系" },
});

export const figures: BorrowerFigureSource = async (_services, reader, borrowerId) => {
  const [promise, [contact]] = await Promise.all([
    newestPromise(reader, borrowerId),
    contactAttemptsOf(reader, { borrowerId }, { max: 1 }),
  ]);
  const found: BorrowerFigure[] = [];
  if (promise)
    found.push({
      group: "CONTACT",
      key: "PROMISE",
      text: texts.PROMISE,
      rupiah: promise.amountRupiah,
      note: promiseStateTexts[promise.state],
      on: promise.promisedOn,
      ...(promise.state === "BROKEN" ? { tone: "bad" as const } : {}),
      to: `/staff/loans/${promise.loanId}`,
    });
  if (contact)
    found.push({
      group: "CONTACT",
      key: "CONTACT",
      text: texts.CONTACT,
      at: contact.startedAt,
      note: contact.outcome && contactOutcomeTexts[contact.outcome],
      to: `/staff/loans/${contact.loanId}`,
    });
  return found;
};
