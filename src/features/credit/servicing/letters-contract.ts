/** Letters of the plan as PDF, for the borrower. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { uuid } from "#shared/fields/verification.ts";

export const letterUnknown = unknown("LETTER_UNKNOWN", {
  id: "Surat ini tidak ada, atau sudah tidak disimpan.",
  en: "There is no such letter, or it is no longer kept.",
  zh: "没有该信函，或已不再保存。",
});

export const getServicingLetter = defineCall({
  id: "getServicingLetter",
  method: "GET",
  path: "/api/repayment/servicing/letters/{letterId}/pdf",
  summary: "A letter about the loan to pay as PDF, with the figures of the day on which it was sent.",
  policy: { who: "borrower" },
  input: v.strictObject({ letterId: uuid }),
  output: binary,
  problems: letterUnknown,
});
