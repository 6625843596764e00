/** Limit changes by two members of staff: set, temporary, freeze and lift. // Threat B13 */
import * as v from "valibot";
import { isOpenAccount } from "#server/account-questions.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { defineProposal } from "#server/four-eyes/proposal-kind.ts";
import { propose } from "#server/four-eyes/proposals.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { getBorrowerLimit, proposeLimitChange, staffFreezes, type LimitAction } from "../staff-contract.ts";
import { limitProposalTexts as texts } from "../texts.ts";
import { freezesOf } from "./freeze-store.ts";
import { freezeLimit, unfreezeLimit } from "./freezing.ts";
import { currentLimits, grantTemporaryLimit, setCreditLimit } from "./limits.ts";
import { endOfDay } from "./refreshing.ts";
import { scoreAnswer } from "./score-view.ts";
import { limitRows, rowsOn } from "./score-rows.ts";
import { findLimit, listChanges, lockKnownLimit, type LimitRecord } from "./store.ts";

const amount = v.object({ amountRupiah: v.number() });
const freeze = v.object({ cause: v.picklist(staffFreezes), lifts: v.boolean() });
const permissions = { read: "borrower.read", propose: "limit.propose", check: "limit.check" } as const;
const page = (borrowerId: string) => `/staff/borrowers/${borrowerId}/limit` as const;

const rowsNow = ({ clock }: Pick<Services, "clock">) => rowsOn(limitRows, dateInWib(clock.now()));

/** The highest credit limit that staff may set: the amount that the income allows. */
const maxSet = ({ affordableRupiah, creditRupiah }: LimitRecord): number => affordableRupiah ?? creditRupiah;

/** The largest temporary limit that staff may give (rupiah): a share of the credit limit, the total never above what the income carries. */
export function maxTemporary(services: Pick<Services, "clock">, limit: LimitRecord): number {
  const { staffTemporary, stepRupiah } = rowsNow(services);
  const share = Math.floor((limit.creditRupiah * staffTemporary.percent) / 100);
  const room = Math.max(0, maxSet(limit) - limit.creditRupiah);
  return Math.floor(Math.min(share, room) / stepRupiah) * stepRupiah;
}

const maxOf = (services: Pick<Services, "clock">, action: LimitAction, limit: LimitRecord): number =>
  action === "SET" ? maxSet(limit) : maxTemporary(services, limit);

/** Nothing is set or frozen under an account that was closed, or taken in by another one. */
const isOpen = (services: Services, reader: Reader, borrowerId: string): Promise<boolean> =>
  services.ask(isOpenAccount)(reader, borrowerId, { isFrozenToo: true });

const isStaleAmount =
  (action: "SET" | "TEMPORARY") =>
  async (
    services: Services,
    reader: Reader,
    { subjectId, payload }: { subjectId: string; payload: { amountRupiah: number } },
  ) => {
    if (!(await isOpen(services, reader, subjectId))) return true;
    const limit = await findLimit(reader, subjectId);
    return !limit || payload.amountRupiah > maxOf(services, action, limit);
  };

/** The limit, locked until the transaction ends, where the amount may be given now. @throws Refusal PROPOSAL_STALE */
async function limitFor(
  services: Services,
  trx: Transaction,
  action: "SET" | "TEMPORARY",
  { subjectId, payload }: { subjectId: string; payload: { amountRupiah: number } },
): Promise<LimitRecord> {
  const limit = await lockKnownLimit(trx, subjectId);
  if (!limit || payload.amountRupiah > maxOf(services, action, limit)) throw new Refusal("PROPOSAL_STALE");
  if (!(await isOpen(services, trx, subjectId))) throw new Refusal("PROPOSAL_STALE");
  return limit;
}

const shownAmount = async (reader: Reader, subjectId: string, amountRupiah: number) => ({
  lines: [
    { kind: "RUPIAH" as const, label: texts.now, rupiah: (await findLimit(reader, subjectId))?.creditRupiah ?? 0 },
    { kind: "RUPIAH" as const, label: texts.proposed, rupiah: amountRupiah },
  ],
  to: page(subjectId),
});

export const setKind = defineProposal<v.InferOutput<typeof amount>>({
  kind: "limit.set",
  text: texts.setKind,
  payload: amount,
  permissions,
  subject: ({ payload }) => formatRupiah(payload.amountRupiah),
  consequences: () => ({ ifConfirmed: texts.setFollows, ifRefused: texts.staysFollows }),
  subjectTo: ({ subjectId }) => page(subjectId),
  show: (_services, reader, { subjectId, payload }) => shownAmount(reader, subjectId, payload.amountRupiah),
  isStale: isStaleAmount("SET"),
  async carryOut(services, trx, proposal) {
    await limitFor(services, trx, "SET", proposal);
    const { subjectId, payload } = proposal;
    await setCreditLimit(services, trx, subjectId, payload.amountRupiah, "STAFF_DECISION");
  },
});

export const temporaryKind = defineProposal<v.InferOutput<typeof amount>>({
  kind: "limit.temporary",
  text: texts.temporaryKind,
  payload: amount,
  permissions,
  subject: ({ payload }) => formatRupiah(payload.amountRupiah),
  consequences: () => ({ ifConfirmed: texts.temporaryFollows, ifRefused: texts.staysFollows }),
  subjectTo: ({ subjectId }) => page(subjectId),
  show: (_services, reader, { subjectId, payload }) => shownAmount(reader, subjectId, payload.amountRupiah),
  isStale: isStaleAmount("TEMPORARY"),
  async carryOut(services, trx, proposal) {
    await limitFor(services, trx, "TEMPORARY", proposal);
    const { staffTemporary } = rowsNow(services);
    const until = endOfDay(addDays(dateInWib(services.clock.now()), staffTemporary.days));
    await grantTemporaryLimit(services, trx, proposal.subjectId, proposal.payload.amountRupiah, until);
  },
});

/** Whether a freeze of this cause is already in force as proposed, or there is no limit to freeze. */
async function isNothingToFreeze(
  reader: Reader,
  borrowerId: string,
  { cause, lifts }: v.InferOutput<typeof freeze>,
): Promise<boolean> {
  const isFrozen = (await freezesOf(reader, borrowerId)).some((one) => one.cause === cause);
  return isFrozen !== lifts || !(await findLimit(reader, borrowerId));
}

export const freezeKind = defineProposal<v.InferOutput<typeof freeze>>({
  kind: "limit.freeze",
  text: texts.freezeKind,
  payload: freeze,
  permissions,
  subject: ({ payload: { cause, lifts } }, { language }) =>
    texts[lifts ? (`${cause}_lifted` as const) : cause][language],
  consequences: ({ payload: { cause, lifts } }) => ({
    ifConfirmed: texts[lifts ? "liftFollows" : (`${cause}Follows` as const)],
    ifRefused: texts.staysFollows,
  }),
  subjectTo: ({ subjectId }) => page(subjectId),
  show: async (_services, _reader, { subjectId, payload: { cause, lifts } }) => ({
    lines: [{ kind: "TEXT", label: texts.proposed, text: texts[lifts ? (`${cause}_lifted` as const) : cause] }],
    to: page(subjectId),
  }),
  isStale: async (services, reader, { subjectId, payload }) =>
    !(await isOpen(services, reader, subjectId)) || isNothingToFreeze(reader, subjectId, payload),
  async carryOut(services, trx, { subjectId, payload: { cause, lifts } }) {
    const isThere = (await lockKnownLimit(trx, subjectId)) && (await isOpen(services, trx, subjectId));
    if (!isThere) throw new Refusal("PROPOSAL_STALE");
    const isDone = lifts
      ? await unfreezeLimit(services, trx, subjectId, cause)
      : await freezeLimit(services, trx, subjectId, { cause });
    if (!isDone) throw new Refusal("PROPOSAL_STALE");
  },
});

interface LimitInput {
  borrowerId: string;
  action: LimitAction;
  amountRupiah?: number | undefined;
  cause?: (typeof staffFreezes)[number] | undefined;
  reason: string;
}

/** @throws Refusal BORROWER_UNKNOWN, LIMIT_ABOVE_BOUND, NOTHING_TO_CHANGE, PROPOSAL_OPEN */
async function proposeChange(
  services: Services,
  trx: Transaction,
  maker: StaffSession,
  input: LimitInput,
): Promise<string> {
  const { borrowerId, action, amountRupiah = 0, cause = "STAFF", reason } = input;
  const limit = await findLimit(trx, borrowerId);
  if (!limit) throw new Refusal("BORROWER_UNKNOWN");
  const about = { subjectId: borrowerId, borrowerId, reason };
  if (action === "FREEZE" || action === "UNFREEZE") {
    const payload = { cause, lifts: action === "UNFREEZE" };
    if (await isNothingToFreeze(trx, borrowerId, payload)) throw new Refusal("NOTHING_TO_CHANGE");
    return propose(services, trx, freezeKind, maker, { ...about, payload });
  }
  const max = maxOf(services, action, limit);
  if (amountRupiah > max || amountRupiah % rowsNow(services).stepRupiah !== 0)
    throw new Refusal<typeof proposeLimitChange.problems>("LIMIT_ABOVE_BOUND", {
      maxRupiah: max,
      maxText: formatRupiah(max),
    });
  if (action === "SET" ? amountRupiah === limit.creditRupiah : amountRupiah === 0)
    throw new Refusal("NOTHING_TO_CHANGE");
  return propose(services, trx, action === "SET" ? setKind : temporaryKind, maker, {
    ...about,
    payload: { amountRupiah },
  });
}

const changesShown = 20;

export const limitStaffAnswers: readonly CallAnswer[] = [
  answer(getBorrowerLimit, async ({ borrowerId }, { services, database, principal, refuse }) => {
    const [limit, limits, score, changes] = await Promise.all([
      findLimit(database, borrowerId),
      currentLimits(services, database, borrowerId),
      scoreAnswer(services, database, borrowerId),
      listChanges(database, borrowerId, undefined, changesShown),
    ]);
    if (!limit) return refuse("BORROWER_UNKNOWN");
    principal.trail?.note({ borrowerId });
    const shown = changes.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
    return { limits, score, changes: shown, maxTemporaryRupiah: maxTemporary(services, limit) };
  }),
  answer(proposeLimitChange, async (input, { services, trx, principal }) => {
    principal.trail?.note({ borrowerId: input.borrowerId });
    return { proposalId: await proposeChange(services, trx, principal.staff, input) };
  }),
];
