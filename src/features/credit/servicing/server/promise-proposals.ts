/** A promise for more than seven days ahead: a collector proposes it, another person agrees. */
import * as v from "valibot";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { Refusal } from "#server/call/refusal.ts";
import { promiseProposalTexts as texts } from "../texts.ts";
import { holdLoan } from "./contacts.ts";
import { makePromise } from "./promises.ts";

const payload = v.object({ loanNumber: v.string(), amountRupiah: v.number(), on: v.string() });

export const promiseKind = defineProposal<v.InferOutput<typeof payload>>({
  kind: "servicing.promise",
  text: texts.kind,
  payload,
  permissions: { read: "servicing.read", propose: "servicing.contact", check: "servicing.check" },
  subject: ({ payload: { loanNumber } }) => loanNumber,
  subjectTo: ({ subjectId }) => `/staff/servicing/${subjectId}`,
  consequences: () => ({ ifConfirmed: texts.ifConfirmed, ifRefused: texts.ifRefused }),
  show: async (_services, _reader, { subjectId, payload: { loanNumber, amountRupiah, on } }) => ({
    lines: [
      { kind: "ID", label: texts.loan, id: loanNumber, to: `/staff/servicing/${subjectId}` },
      { kind: "RUPIAH", label: texts.amount, rupiah: amountRupiah },
      { kind: "DATE", label: texts.on, date: on },
    ],
  }),
  async carryOut(services, trx, { subjectId, makerId, payload: { amountRupiah, on } }) {
    try {
      const history = await holdLoan(trx, subjectId);
      await makePromise(services, trx, history, { amountRupiah, on, staffId: makerId, isLong: true });
    } catch (error) {
      // Paid, promised or too late by now.
      throw error instanceof Refusal ? new Refusal("PROPOSAL_STALE") : error;
    }
  },
});
