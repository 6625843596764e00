/** The engine of proposals: proposing, checking, withdrawing, and closing stale ones. // Product decisions 5; threat B13; docs/decisions/232 */
import { sql } from "kysely";
import * as v from "valibot";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { mayStaff } from "#shared/staff-permissions.ts";
import type { Language } from "#shared/texts.ts";
import {
  proposalKinds,
  type AnyProposalKind,
  type Proposal,
  type ProposalKind,
  type ProposalResult,
} from "./proposal-kind.ts";
import { openTexts, sealOlderTexts, sealText } from "./proposal-seals.ts";
import {
  endProposal,
  findProposal,
  insertProposal,
  lockOpen,
  lockOpenAbout,
  lockProposal,
  noteResult,
  sumOfParts,
  type ProposalRow,
} from "./proposal-store.ts";
import { approvalTiers, makerOf, tierPartsOf, refuseBelowTier, refuseSameHand, windowOf, type Maker } from "./tiers.ts";

export interface ProposalInput<Payload, Secret> {
  /** The subject; while a proposal of the same kind about it is open, another one is refused. */
  subjectId: string;
  borrowerId?: string | null;
  payload: Payload;
  secret?: Secret;
  /** For kinds with tiers: the amount in rupiah, and the group that it is added up with (`lender:…`, `account:…`, `loan:…`, `borrower:…`). */
  amount?: { rupiah: number; countsWith: string };
  /** In the maker's own words; may be empty when the kind's call asks for none. */
  reason: string;
}

/**
 * Creates a proposal in the caller's transaction. `maker`: the logged-in person, or, when code makes the proposal for a
 * person, that person and browser.
 * @returns its id
 * @throws Refusal PROPOSAL_OPEN while another one about the same subject is open, NOT_ALLOWED
 */
export async function propose<Payload, Secret>(
  services: Services,
  trx: Transaction,
  kind: ProposalKind<Payload, Secret>,
  maker: StaffSession | Maker,
  input: ProposalInput<Payload, Secret>,
): Promise<string> {
  if ("roles" in maker && !mayStaff(maker.roles, kind.permissions.propose)) throw new Refusal("NOT_ALLOWED");
  if ((kind.tier === "AMOUNT") !== (input.amount !== undefined))
    throw new Error(`A proposal of ${kind.kind} ${kind.tier ? "names no amount" : "names an amount without tiers"}.`);
  const id = services.random.uuid();
  const borrowerId = input.borrowerId ?? null;
  const owner = { id, borrowerId, sealedIn: null };
  const seal = (column: "secretSealed" | "reasonSealed", text: string) =>
    sealText(services.keys, trx, owner, column, text);
  const row = {
    id,
    kind: kind.kind,
    subjectId: input.subjectId,
    borrowerId,
    amountRupiah: input.amount?.rupiah ?? null,
    countsWith: input.amount?.countsWith ?? null,
    payload: v.parse(kind.payload, input.payload),
    secret: input.secret === undefined ? null : await seal("secretSealed", JSON.stringify(input.secret)),
    reason: input.reason === "" ? null : await seal("reasonSealed", input.reason),
    ...("roles" in maker ? makerOf(services, maker) : maker),
    madeAt: services.clock.now(),
  };
  if (await insertProposal(trx, row)) return id;
  // A stale proposal must not block a new one.
  const waiting = await lockOpenAbout(trx, kind.kind, input.subjectId);
  if (
    !waiting ||
    !(await endIfStale(services, trx, kind as AnyProposalKind, waiting)) ||
    !(await insertProposal(trx, row))
  )
    throw new Refusal("PROPOSAL_OPEN");
  return id;
}

export interface CheckInput {
  proposalId: string;
  approve: boolean;
  /** The checker's words. */
  reason?: string | undefined;
}

export interface CheckOptions {
  /** Only proposals of these kinds are known to the caller; all by default. */
  kinds?: readonly AnyProposalKind[];
  /** Called with the proposal before any refusal: for the audit trail. */
  note?: (proposal: ProposalRow) => void;
  /** The checker's language, for refusals. */
  language?: Language;
}

export type CheckedProposal = { state: "CONFIRMED" | "REFUSED"; result: ProposalResult | null };

/**
 * One person's decision on another's proposal: confirms and carries it out, or refuses it.
 * @throws Refusal PROPOSAL_UNKNOWN, PROPOSAL_CLOSED, NOT_ALLOWED, MAKER_IS_CHECKER, SAME_DEVICE, CHECKER_TOO_LOW,
 * PROPOSAL_STALE, and refusals of the kind
 */
export async function decideProposal(
  services: Services,
  trx: Transaction,
  checker: StaffSession,
  { proposalId, approve, reason = "" }: CheckInput,
  { kinds, note, language = "id" }: CheckOptions = {},
): Promise<CheckedProposal> {
  const proposalBefore = await findProposal(trx, proposalId);
  const kind = proposalBefore && kindOf(services, proposalBefore, kinds);
  if (!kind) throw new Refusal("PROPOSAL_UNKNOWN");
  const now = services.clock.now();
  const tiers = kind.tier === "AMOUNT" ? await approvalTiers(trx, now) : [];
  // Checkers lock the rows in id order, this one among those that are added up with it, to avoid deadlocks.
  const totalRupiah =
    tiers.length > 0 && approve
      ? await sumOfParts(trx, proposalBefore, tierPartsOf(now, proposalBefore, checker.staffId, windowOf(tiers)), true)
      : 0;
  const row = await lockProposal(trx, proposalId);
  if (!row) throw new Refusal("PROPOSAL_UNKNOWN");
  note?.(row);
  if (!mayStaff(checker.roles, kind.permissions.check)) throw new Refusal("NOT_ALLOWED");
  if (row.state === "STALE") throw new Refusal("PROPOSAL_STALE");
  if (row.state !== "OPEN") throw new Refusal("PROPOSAL_CLOSED");
  refuseSameHand(services, row, checker);
  // A person below the tier may still refuse the amount: a refusal moves no money.
  if (approve) refuseBelowTier(tiers, checker, totalRupiah);
  const proposal = await openProposal(services, trx, kind, row);
  if (approve && (await kind.isStale?.(services, trx, proposal))) throw new Refusal("PROPOSAL_STALE");
  const state = approve ? "CONFIRMED" : "REFUSED";
  const checkerId = checker.staffId;
  await endProposal(trx, row.id, {
    state,
    checkerId,
    reason: reason === "" ? null : await sealText(services.keys, trx, row, "checkReasonSealed", reason),
    result: null,
    at: now,
  });
  if (!approve) {
    await kind.ended?.(services, trx, proposal, { state: "REFUSED", checkerId });
    return { state, result: null };
  }
  const result = (await kind.carryOut(services, trx, proposal, checkerId, language)) ?? null;
  if (result) await noteResult(trx, row.id, result);
  return { state, result };
}

/** Withdraws a proposal for its maker. @throws Refusal PROPOSAL_UNKNOWN, PROPOSAL_CLOSED, PROPOSAL_NOT_YOURS */
export async function withdrawProposal(
  services: Services,
  trx: Transaction,
  maker: StaffSession,
  proposalId: string,
  { kinds, note }: CheckOptions = {},
): Promise<void> {
  const row = await lockProposal(trx, proposalId);
  const kind = row && kindOf(services, row, kinds);
  if (!kind) throw new Refusal("PROPOSAL_UNKNOWN");
  note?.(row);
  if (row.state !== "OPEN") throw new Refusal("PROPOSAL_CLOSED");
  if (row.makerId !== maker.staffId) throw new Refusal("PROPOSAL_NOT_YOURS");
  await end(services, trx, kind, row, "TAKEN_BACK");
}

/** The kind of a row, if a domain registers it and the caller knows it. */
function kindOf(services: Services, row: ProposalRow, kinds?: readonly AnyProposalKind[]): AnyProposalKind | null {
  const kind = proposalKinds(services).get(row.kind);
  return kind && (!kinds || kinds.some((one) => one.kind === kind.kind)) ? kind : null;
}

/** A row in the form of its kind's functions. @throws when its payload does not fit the kind */
export async function openProposal<Payload, Secret>(
  services: Pick<Services, "keys">,
  reader: Reader,
  kind: ProposalKind<Payload, Secret>,
  row: ProposalRow,
  secret?: string | null,
): Promise<Proposal<Payload, Secret>> {
  const opened = secret === undefined ? (await openTexts(services.keys, reader, [row])).get(row.id)!.secret : secret;
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subjectId,
    borrowerId: row.borrowerId,
    amountRupiah: row.amountRupiah,
    payload: v.parse(kind.payload, row.payload),
    secret: opened === null || !kind.secret ? null : v.parse(kind.secret, JSON.parse(opened)),
    state: row.state,
    makerId: row.makerId,
    makerDevice: row.makerDevice,
    madeAt: row.madeAt,
    checkerId: row.checkerId,
    endedAt: row.endedAt,
    result: row.result,
  };
}

async function end(
  services: Services,
  trx: Transaction,
  kind: AnyProposalKind,
  row: ProposalRow,
  state: "TAKEN_BACK" | "STALE",
): Promise<void> {
  const proposal = await openProposal(services, trx, kind, row);
  await endProposal(trx, row.id, { state, checkerId: null, reason: null, result: null, at: services.clock.now() });
  await kind.ended?.(services, trx, proposal, { state, checkerId: null });
}

async function endIfStale(
  services: Services,
  trx: Transaction,
  kind: AnyProposalKind,
  row: ProposalRow,
): Promise<boolean> {
  const proposal = await openProposal(services, trx, kind, row);
  if (!(await kind.isStale?.(services, trx, proposal))) return false;
  await end(services, trx, kind, row, "STALE");
  return true;
}

/** Open proposals that one transaction of the sweep checks. */
const atOnce = 100;

/**
 * Closes stale proposals, so that no one checks them in vain. A refused check is rolled back, so the check itself
 * cannot close them.
 * @returns how many were closed
 */
export async function endStale(services: Services): Promise<number> {
  const kinds = proposalKinds(services);
  const judged = [...kinds.values()].filter(({ isStale }) => isStale).map(({ kind }) => kind);
  let ended = 0;
  for (let after: string | null = null, more = true; more;) {
    const from: string | null = after;
    const rows = await transact(services.database, async (trx) => {
      const found = await lockOpen(trx, judged, from, atOnce);
      for (const row of found) if (await endIfReadable(services, trx, kinds.get(row.kind)!, row)) ended++;
      return found;
    });
    after = rows.at(-1)?.id ?? null;
    more = rows.length === atOnce;
  }
  return ended;
}

/** A proposal whose payload its kind cannot read any more needs a person, and must not block the others. */
async function endIfReadable(
  services: Services,
  trx: Transaction,
  kind: AnyProposalKind,
  row: ProposalRow,
): Promise<boolean> {
  try {
    return await endIfStale(services, trx, kind, row);
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    services.log.error("proposal unreadable", { reference: row.id, error });
    return false;
  }
}

/** The sweeps of proposals; registered once for all kinds. */
export function proposalWork(services: Services): void {
  services.sweeps.add({
    name: "proposal-stale",
    everySeconds: 60,
    finds: [{ table: "proposal", at: "madeAt", where: sql<boolean>`state = 'OPEN'` }],
    run: endStale,
  });
  services.sweeps.add({ name: "proposal-older-reasons", everySeconds: 3600, run: sealOlderTexts });
}
