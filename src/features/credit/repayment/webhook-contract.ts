/** Where the partners report payments. */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { binary } from "#shared/binary.ts";

const webhookProblems = {} as const satisfies ProblemKinds;
const told = v.strictObject({});

/** Answers are the partner's own, whatever became of the notification; so the output is bytes with their status. */
const webhook = (path: `/${string}`, partner: string) =>
  defineCall({
    method: "POST",
    path,
    summary: `Notifications of ${partner}, signed over the raw bytes.`,
    policy: { who: "webhook", partner },
    input: told,
    output: binary,
    problems: webhookProblems,
  });

export const sandboxBankWebhook = webhook("/api/webhook/sandbox-bank", "sandbox-bank");
/** SNAP BI's own paths below our address: its token, virtual accounts, QRIS, direct debit. */
export const snapWebhooks = [
  webhook("/api/webhook/snap/v1.0/access-token/b2b", "snap"),
  webhook("/api/webhook/snap/v1.0/transfer-va/payment", "snap"),
  webhook("/api/webhook/snap/v1.0/qr/qr-mpm-notify", "snap"),
  webhook("/api/webhook/snap/v1.0/debit/notify", "snap"),
];
