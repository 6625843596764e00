/** Requests to the sandbox's partners and their answers. // docs/decisions/043 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery } from "#shared/fields/list.ts";
import { sandboxPorts } from "#shared/sandbox-ports.ts";

const shownField = v.object({
  /** Path of the field: `login.userId`. */
  name: v.string(),
  /** Masked as in the log; `[hidden]` when it might name a person or be a secret. */
  value: v.string(),
});
export const sandboxRequest = v.object({
  /** Later ones are higher. */
  number: v.number(),
  port: v.picklist(sandboxPorts),
  /** The port's operation, or the path of a callback. */
  operation: v.string(),
  /** PARTNER: it called us. */
  askedBy: v.picklist(["HOUSE", "PARTNER"]),
  request: v.array(shownField),
  answer: v.array(shownField),
  /** Outcome or status of the answer; for a callback our HTTP status; FAILED without an answer. */
  outcome: v.string(),
  askedAt: instant,
});
export type SandboxRequestAnswer = v.InferOutput<typeof sandboxRequest>;

export const listSandboxRequests = defineCall({
  id: "listSandboxRequests",
  method: "GET",
  path: "/api/sandbox/requests",
  summary:
    "Requests to the sandbox's partners with their answers, and the partners' own calls, newest first; of one partner with `port`. Values are masked as in the log. The newest 500 of each partner are kept, for 30 days.",
  policy: { who: "sandbox" },
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(/^\d{1,15}$/),
    port: v.optional(v.picklist(sandboxPorts, "CHOICE_INVALID")),
  }),
  output: listOf(sandboxRequest),
  problems: {},
});
