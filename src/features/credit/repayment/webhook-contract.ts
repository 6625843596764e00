/** Where the partners report payments. */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { binary } from "#shared/binary.ts";

const webhookProblems = {} as const satisfies ProblemKinds;
const told = v.strictObject({});

/**
 * The answer has the partner's own format, whatever the result of the notification; so the output is bytes with their
 * status.
 */
const webhook = (id: string, path: `/${string}`, partner: string) =>
  defineCall({
    id,
    method: "POST",
    path,
    summary: `Notifications of ${partner}, signed over the raw bytes.`,
    policy: { who: "webhook", partner },
    input: told,
    output: binary,
    problems: webhookProblems,
    partnerAnswers: {
      400: "It cannot be read, or a field that must be there is missing.",
      401: "The signature, its time or the partner is not one that we know.",
      404: "Nothing is told at this address, because another partner carries our payments.",
    },
  });

export const sandboxBankWebhook = webhook("reportSandboxBankPayment", "/api/webhook/sandbox-bank", "sandbox-bank");
/** SNAP BI's own paths below our address: its token, virtual accounts, QRIS, direct debit. */
export const snapWebhooks = [
  webhook("requestSnapToken", "/api/webhook/snap/v1.0/access-token/b2b", "snap"),
  webhook("inquireSnapVirtualAccountBill", "/api/webhook/snap/v1.0/transfer-va/inquiry", "snap"),
  webhook("reportSnapVirtualAccountPayment", "/api/webhook/snap/v1.0/transfer-va/payment", "snap"),
  webhook("reportSnapQrisPayment", "/api/webhook/snap/v1.0/qr/qr-mpm-notify", "snap"),
  webhook("reportSnapDirectDebit", "/api/webhook/snap/v1.0/debit/notify", "snap"),
];
