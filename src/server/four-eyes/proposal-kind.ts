/**
 * Proposals: one person proposes, another checks, and a confirmed proposal is carried out in the transaction of the
 * check. A domain registers its kinds; the engine (`proposals.ts`) keeps them in one table and one list.
 * // docs/decisions/232
 */
import * as v from "valibot";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import type { DifferencePart } from "#shared/difference.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { ProposalState } from "#shared/proposals.ts";
import type { StaffPermission } from "#shared/staff-permissions.ts";
import type { Language, Text } from "#shared/texts.ts";
import type { Maker } from "./tiers.ts";
import { defineQuestion, type Ask } from "#server/questions.ts";

/** Codes and figures that resulted from a confirmed proposal: `{ version: 3 }`. */
export type ProposalResult = Readonly<Record<string, string | number | null>>;

/** A proposal as its kind's functions get it. */
export interface Proposal<Payload = unknown, Secret = unknown> extends Maker {
  id: string;
  kind: string;
  subjectId: string;
  borrowerId: string | null;
  /** Rupiah; null without tiers. */
  amountRupiah: number | null;
  payload: Payload;
  /** The personal part of the proposal; null when there is none, or when its borrower's data was deleted. */
  secret: Secret | null;
  state: ProposalState;
  madeAt: Date;
  checkerId: string | null;
  endedAt: Date | null;
  result: ProposalResult | null;
}

/** One line of the card that a checker compares. */
export type ShownLine = { label: Text } &
  /** `before`: the current value, when the line would change it; `isFlag`: counts against it, or needs care. */
  (
    | { kind: "TEXT"; text: Text | string; before?: Text | string; isFlag?: boolean }
    | { kind: "RUPIAH"; rupiah: number }
    | { kind: "DATE"; date: BusinessDate }
    /** An id or reference, in fixed-width type; `to` links to it. */
    | { kind: "ID"; id: string; to?: `/staff/${string}` }
    | { kind: "DIFFERENCE"; parts: DifferencePart[] }
  );

/** A picture or video for comparison with the lines; each is opened by a call of its own. */
export interface ShownEvidence {
  id: string;
  name: Text;
  /** The call that answers it. */
  address: `/api/staff/${string}`;
  isVideo?: boolean;
}

/** The kind's own lines on a proposal's card, in addition to the common ones (subject, amount, borrower, maker, reason). */
export interface ShownProposal {
  lines: ShownLine[];
  evidence?: { items: ShownEvidence[]; permission: StaffPermission };
  /** The page that shows it in full: a preview, the case. */
  to?: `/staff/${string}`;
}

/** Shown to the checker before the choice: one sentence for each decision. */
export interface Consequences {
  ifConfirmed: Text;
  ifRefused: Text;
}

export interface SubjectContext {
  services: Services;
  reader: Reader;
  language: Language;
}

export interface ProposalKind<Payload = unknown, Secret = unknown> {
  /** `<group>.<what>`, unique in the product: `money.lender_deposit`, `review.income_statement`. */
  kind: string;
  /** The title of the proposal: "Deposit of a lender". */
  text: Text;
  payload: v.GenericSchema<unknown, Payload>;
  /** When it has personal data. */
  secret?: v.GenericSchema<unknown, Secret>;
  permissions: { read: StaffPermission; propose: StaffPermission; check: StaffPermission };
  /** AMOUNT: each proposal names rupiah, which need a checker of a higher permission from the tiers on; parts of seven days are added up. */
  tier?: "AMOUNT";
  /**
   * The thing it is about, as people call it: a title, a name, the number of a loan or a case; never an internal id.
   */
  subject(proposal: Proposal<Payload, Secret>, about: SubjectContext): string | Promise<string>;
  /** The consequences of each decision, for one proposal. */
  consequences(proposal: Proposal<Payload, Secret>): Consequences;
  /** The account concerned, when the row's `borrowerId` is not an account; null when there is none. */
  accountOf?(reader: Reader, proposal: { subjectId: string; borrowerId: string | null }): Promise<string | null>;
  /** The console's page about the subject; null by default. */
  subjectTo?(proposal: Proposal<Payload, Secret>): `/staff/${string}` | null;
  show(
    services: Services,
    reader: Reader,
    proposal: Proposal<Payload, Secret>,
    language: Language,
  ): Promise<ShownProposal>;
  /**
   * Carries the proposal out, in the transaction of the check; a refusal rolls everything back.
   * @throws Refusal PROPOSAL_STALE when the situation has changed, or one of `problems`
   */
  carryOut(
    services: Services,
    trx: Transaction,
    proposal: Proposal<Payload, Secret>,
    checkerId: string,
    /** The checker's language, for refusals. */
    language: Language,
  ): Promise<ProposalResult | void>;
  /** Follow-up when the proposal is refused or withdrawn (in that transaction) or found stale; most kinds need none. */
  ended?(
    services: Services,
    trx: Transaction,
    proposal: Proposal<Payload, Secret>,
    end: { state: "REFUSED" | "TAKEN_BACK" | "STALE"; checkerId: string | null },
  ): Promise<void>;
  /**
   * Whether it can no longer be carried out. Checked before a decision, when another one about the same subject is
   * proposed, and by a sweep that closes stale ones; reads without locks.
   */
  isStale?(services: Services, reader: Reader, proposal: Proposal<Payload, Secret>): Promise<boolean>;
  /** Further refusals of `carryOut`; the checker sees their texts. */
  problems?: ProblemKinds;
}

const kindName = /^[a-z]+\.[a-z]+(?:_[a-z]+)*$/;

/** Declares a kind, by hand or from something that makes kinds (a kind of review). @throws RangeError for another form of name */
export function defineProposal<Payload, Secret = never>(
  kind: ProposalKind<Payload, Secret>,
): ProposalKind<Payload, Secret> {
  if (!kindName.test(kind.kind)) throw new RangeError(`${kind.kind} is no name of a proposal: <group>.<what>.`);
  return kind;
}

/** A kind with any payload: the form in which a domain registers it. */
// Kinds take what their own schema gave; the list of all of them cannot say so.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyProposalKind = ProposalKind<any, any>;

/** Asked by the engine of proposals: the kinds of this domain; a function when they depend on other domains' values (kinds of reviews). */
export const proposals = defineQuestion<readonly AnyProposalKind[] | ((ask: Ask) => readonly AnyProposalKind[])>(
  "proposals",
  "MANY",
);

/** The kinds of all domains by name. @throws when two have the same name */
export function proposalKinds({ ask }: Pick<Services, "ask">): ReadonlyMap<string, AnyProposalKind> {
  const kinds = new Map<string, AnyProposalKind>();
  for (const kindsOfDomain of ask(proposals))
    for (const kind of typeof kindsOfDomain === "function" ? kindsOfDomain(ask) : kindsOfDomain) {
      if (kinds.has(kind.kind)) throw new Error(`There are two kinds of proposals named ${kind.kind}.`);
      kinds.set(kind.kind, kind);
    }
  return kinds;
}
