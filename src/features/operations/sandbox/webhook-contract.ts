/** The sandbox's own webhook receiver. // docs/decisions/331 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { sandboxReceiverPath } from "#shared/sandbox-ports.ts";

const inbox = v.pipe(v.string("REQUIRED"), v.regex(/^[a-z0-9-]{1,40}$/, "INBOX_FORMAT"));
const fieldProblems = {
  INBOX_FORMAT: {
    id: "Nama kotak: huruf kecil, angka, dan tanda hubung, paling banyak 40.",
    en: "A name has small letters, digits and hyphens, at most 40.",
    zh: "名称只能包含小写字母、数字和连字符，最多 40 个字符。",
  },
} as const;

export const sendSandboxWebhook = defineCall({
  id: "sendSandboxWebhook",
  method: "POST",
  path: `${sandboxReceiverPath}{inbox}`,
  summary:
    "A webhook receiver to try out: enter its address as an endpoint. It verifies the signature, keeps the event and answers 200, or as `POST /api/sandbox/next` says for port WEBHOOK and this name.",
  policy: { who: "sandbox", raw: true },
  input: v.strictObject({ inbox }),
  output: binary,
  problems: {},
  fieldProblems,
});

export const receivedWebhook = v.object({
  /** Later ones are higher. */
  number: v.number(),
  inbox: v.string(),
  /** From the body; null if it cannot be read. */
  eventId: v.nullable(v.string()),
  type: v.nullable(v.string()),
  /** Counts within one loan, or within one borrower's limits. */
  sequence: v.nullable(v.number()),
  /** By the package `standardwebhooks`. UNKNOWN: no endpoint has this address. */
  verdict: v.picklist(["VERIFIED", "WRONG", "UNKNOWN"]),
  outcome: v.picklist(["OK", "SERVER_ERROR", "GONE", "REDIRECT", "SLOW"]),
  /** The three of Standard Webhooks. */
  headers: v.array(v.object({ name: v.string(), value: v.string() })),
  body: v.string(),
  receivedAt: instant,
});
export type ReceivedWebhookAnswer = v.InferOutput<typeof receivedWebhook>;

export const listSandboxWebhooks = defineCall({
  id: "listSandboxWebhooks",
  method: "GET",
  path: "/api/sandbox/webhooks",
  summary:
    "Events that the sandbox's webhook receiver was sent, newest first; of one address with `inbox`. The newest 500 are kept, for 30 days.",
  policy: { who: "sandbox" },
  input: v.strictObject({ ...listQuery, cursor: cursorLike(/^\d{1,15}$/), inbox: v.optional(inbox) }),
  output: listOf(receivedWebhook),
  problems: {},
  fieldProblems,
});
