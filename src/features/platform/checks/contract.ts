/** Proposals of every kind: the open ones, and the second person's decision. // Product decisions 5; threat B13; docs/decisions/232 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { differencePart } from "#shared/difference.ts";
import { answeredDate, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { optionalText } from "#shared/fields/free-text.ts";
import { idListQuery, listOf } from "#shared/fields/list.ts";
import { proposalUnknown } from "#shared/four-eyes.ts";
import { proposalCheckProblems, proposalStates, proposalTakeBackProblems } from "#shared/proposals.ts";

const id = v.pipe(v.string("ID_INVALID"), v.uuid("ID_INVALID"));

/** A kind (`money.lender_deposit`), or a group of kinds (`money`). */
const kindOrGroup = v.pipe(
  v.string("CHOICE_INVALID"),
  v.maxLength(80, "CHOICE_INVALID"),
  v.regex(/^[a-z]+(?:\.[a-z]+(?:_[a-z]+)*)?$/, "CHOICE_INVALID"),
);

const line = {
  proposalId: v.string(),
  kind: v.string(),
  /** The proposal, in the reader's language. */
  text: v.string(),
  /** The subject, by a name or a reference; never an internal id; empty when it has no other name. */
  subject: v.string(),
  /** The console's page about the subject, if there is one. */
  subjectTo: v.nullable(v.string()),
  state: v.picklist(proposalStates),
  borrowerId: v.nullable(v.string()),
  amountRupiah: v.nullable(unboundedRupiah),
  makerId: v.string(),
  madeAt: instant,
  checkerId: v.nullable(v.string()),
  endedAt: v.nullable(instant),
  /** The amount from which a checker needs a further permission, when the sum with its parts reaches it. */
  tierRupiah: v.nullable(unboundedRupiah),
  /** Whether the reader may confirm it. */
  mayCheck: v.boolean(),
};
const proposalLine = v.object(line);
export type ProposalLine = v.InferOutput<typeof proposalLine>;

const label = v.string();
const shownLine = v.variant("kind", [
  v.object({
    kind: v.literal("TEXT"),
    label,
    text: v.string(),
    /** The current value, when the line would change it. */
    before: v.nullable(v.string()),
    isFlag: v.boolean(),
  }),
  v.object({ kind: v.literal("RUPIAH"), label, rupiah: unboundedRupiah }),
  v.object({ kind: v.literal("DATE"), label, date: answeredDate }),
  v.object({ kind: v.literal("ID"), label, id: v.string(), to: v.nullable(v.string()) }),
  v.object({ kind: v.literal("DIFFERENCE"), label, parts: v.array(differencePart) }),
]);
export type ShownLineAnswer = v.InferOutput<typeof shownLine>;

const proposalCard = v.object({
  ...line,
  /** With its parts: earlier proposals of the same maker, and proposals that the reader has confirmed, over the days that the tiers add up, for the same lender, account, loan or borrower. */
  togetherRupiah: v.nullable(unboundedRupiah),
  /** Lines for the checker to compare. */
  lines: v.array(shownLine),
  /** The consequences of either decision of the checker, in the reader's language. */
  consequences: v.object({ ifConfirmed: v.string(), ifRefused: v.string() }),
  /** Pictures and videos for comparison with the lines, each opened by a call of its own. */
  evidence: v.array(v.object({ id: v.string(), name: v.string(), address: v.string(), isVideo: v.boolean() })),
  /** Whether the reader may open them. */
  mayOpenEvidence: v.boolean(),
  /** The page that shows it in full. */
  to: v.nullable(v.string()),
  /** Null without a reason, and once the borrower's data was deleted. */
  reason: v.nullable(v.string()),
  checkReason: v.nullable(v.string()),
  /** Whether the reader may refuse it, even when its amount needs another person's confirmation. */
  mayRefuse: v.boolean(),
  mayTakeBack: v.boolean(),
});
export type ProposalCard = v.InferOutput<typeof proposalCard>;

export const listChecks = defineCall({
  id: "listProposals",
  method: "GET",
  path: "/api/staff/checks",
  summary: "Proposals of the kinds that the reader may see: open ones, oldest first, or ended ones, newest first.",
  policy: {
    who: "staff",
    permission: "proposal.read",
    trail: { id: "Melihat daftar usulan", en: "Viewed the proposals", zh: "查看提案列表" },
  },
  input: v.strictObject({
    ...idListQuery,
    state: v.optional(v.picklist(["OPEN", "DONE"], "CHOICE_INVALID"), "OPEN"),
    kind: v.optional(kindOrGroup),
  }),
  output: v.strictObject({
    ...listOf(proposalLine).entries,
    /** All kinds that the reader may see. */
    kinds: v.array(v.object({ kind: v.string(), text: v.string() })),
  }),
  problems: {},
});

export const getCheck = defineCall({
  id: "getProposal",
  method: "GET",
  path: "/api/staff/checks/{proposalId}",
  summary: "One proposal with everything that a checker compares.",
  policy: {
    who: "staff",
    permission: "proposal.read",
    trail: { id: "Melihat usulan", en: "Viewed a proposal", zh: "查看提案" },
  },
  input: v.strictObject({ proposalId: id }),
  output: proposalCard,
  problems: proposalUnknown,
});

export const checkProposal = defineCall({
  id: "checkProposal",
  method: "POST",
  path: "/api/staff/checks/{proposalId}/check",
  summary:
    "The checker's decision: confirming carries the proposal out at once, refusing needs a reason. Never by the maker, never in the maker's browser, above a tier only with a higher permission.",
  policy: {
    who: "staff",
    permission: "proposal.check",
    idempotent: true,
    trail: { id: "Memeriksa usulan", en: "Checked a proposal", zh: "复核提案" },
  },
  vital: true,
  input: v.pipe(
    v.strictObject({
      proposalId: id,
      approve: v.boolean("CHOICE_INVALID"),
      reason: v.optional(optionalText(500), ""),
    }),
    v.forward(
      v.check(({ approve, reason }) => approve || reason !== "", "REQUIRED"),
      ["reason"],
    ),
    v.metadata({ needed: "reason" }),
  ),
  output: v.object({ state: v.picklist(["CONFIRMED", "REFUSED"]) }),
  problems: {
    ...proposalCheckProblems,
    /** The reason of the proposal's kind against carrying it out now. */
    CANNOT_CARRY_OUT: {
      status: 409,
      text: { id: "{why}", en: "{why}", zh: "{why}" },
      data: v.object({ code: v.string(), why: v.string() }),
    },
  },
});

export const takeProposalBack = defineCall({
  id: "takeBackProposal",
  method: "POST",
  path: "/api/staff/checks/{proposalId}/taking-back",
  summary: "The maker withdraws a proposal.",
  policy: {
    who: "staff",
    permission: "proposal.make",
    idempotent: true,
    trail: { id: "Menarik usulan", en: "Withdrew a proposal", zh: "撤回提案" },
  },
  input: v.strictObject({ proposalId: id }),
  output: v.object({ state: v.literal("TAKEN_BACK") }),
  problems: proposalTakeBackProblems,
});
