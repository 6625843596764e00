/**
 * Kinds of reviews: registered by a domain so that staff decide about requests of its borrowers. Queue, deadline,
 * claims, photos, asking for more and the second person are the same for all kinds. // docs/decisions/234
 */
import type * as v from "valibot";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language, Text } from "#shared/texts.ts";
import { defineQuestion, type Ask } from "#server/questions.ts";

/** Maximal number of photos per request, one per slot. // Spec: 0 to 6 photos a request */
const maxReviewPhotos = 6;

/** A request that is decided about, as its kind's functions get it. */
export interface Review<Facts = unknown> {
  caseId: string;
  borrowerId: string;
  /** The domain's own row. */
  subjectId: string;
  facts: Facts;
}

/** One line for comparison by staff. */
export interface ReviewLine {
  label: Text;
  text: Text | string;
  /** The current value, when the line would change it: both are shown next to each other. */
  before?: string;
  /** Counts against it, or needs care. */
  isFlag?: boolean;
}

/** The decision of staff. */
export interface ReviewDecision {
  outcome: "APPROVED" | "REJECTED";
  /** One of the kind's codes: the reason of a rejection, or the fact stated by an approval; null without one. */
  reason: string | null;
  /** Staff id of the decider, or of the confirmer when two people were needed. */
  deciderId: string;
}

export interface ReviewKind<Facts = unknown> {
  /** `mobile_change`; unique in the product. */
  kind: string;
  /** The kind of request: "Change of the mobile number". */
  text: Text;
  /** Hours from the request to its decision, as promised to the borrower; paused while the borrower is asked for more. 1 to 720. */
  promisedHours: number;
  /** The deadline, when the promise is in working days instead of hours. Default: `promisedHours` after the request. */
  dueAt?(services: Services, reader: Reader): Promise<Date>;
  /** Facts for the decision: ids, codes, dates and flags. Personal data stays in the domain's own rows and comes through `show`. */
  facts: v.GenericSchema<unknown, Facts>;
  /** Its photos (0 to 6 each time), whether a video is accepted, and further proof that can be requested, in words for the borrower. */
  evidence: { max: number; takesVideo?: boolean; asks: Readonly<Record<string, Text>> };
  /** Pictures of the account for comparison, by a code (KTP); each is opened separately, with the right to open evidence. */
  pictures?: Readonly<
    Record<
      string,
      {
        text: Text;
        /** Whether this request has it; omitted when each request has. */
        isThere?(reader: Reader, review: Review<Facts>): Promise<boolean>;
        read(
          services: Services,
          reader: Reader,
          review: Review<Facts>,
        ): Promise<{ bytes: Uint8Array; contentType: string } | null>;
      }
    >
  >;
  /** Reasons of a rejection, as the borrower reads them; a closed list. */
  decisions: {
    reasons: Readonly<Record<string, Text>>;
    /** Facts that an approval may state, in words for staff, when the effect depends on them; a closed list. */
    findings?: Readonly<Record<string, Text>>;
    /** Read by staff before they decide: the effect on the account, and the notice to the borrower. */
    consequences: Readonly<Record<"APPROVED" | "REJECTED", Text>>;
  };
  /**
   * The account concerned, when the case's borrower id is not an account but the key of a request; null when none
   * matches. Omitted: the borrower of the case.
   */
  accountOf?(reader: Reader, review: { subjectId: string }): Promise<string | null>;
  /** Whether a decision needs a second person: any risk flag. Judged when the case is opened. */
  twoPeople(facts: Facts): boolean;
  show(services: Services, reader: Reader, review: Review<Facts>, language: Language): Promise<ReviewLine[]>;
  /**
   * Carries out the decision, in the transaction that closes the case.
   * @throws Refusal REVIEW_STALE when the situation has changed, so that this decision is no longer possible
   */
  carryOut(services: Services, trx: Transaction, review: Review<Facts>, decision: ReviewDecision): Promise<void>;
}

/** The pictures that a request has, each with its code and name. */
export async function reviewPicturesOf<Facts>(
  reader: Reader,
  { pictures = {} }: Pick<ReviewKind<Facts>, "pictures">,
  review: Review<Facts>,
): Promise<{ code: string; text: Text }[]> {
  const found: { code: string; text: Text }[] = [];
  for (const [code, { text, isThere }] of Object.entries(pictures))
    if (!isThere || (await isThere(reader, review))) found.push({ code, text });
  return found;
}

const kindName = /^[a-z]+(?:_[a-z]+)*$/;
const code = /^[A-Z][A-Z_]{1,40}$/;

/** Declares a kind. @throws RangeError for a wrong form of name or code, no reason, or figures out of their bounds */
export function defineReview<Facts>(kind: ReviewKind<Facts>): ReviewKind<Facts> {
  const { promisedHours, evidence, decisions } = kind;
  const reasons = Object.keys(decisions.reasons);
  const strange = [
    ...reasons,
    ...Object.keys(decisions.findings ?? {}),
    ...Object.keys(evidence.asks),
    ...Object.keys(kind.pictures ?? {}),
  ].filter((one) => !code.test(one));
  const problems = [
    ...(kindName.test(kind.kind) ? [] : ["its name is no <what>"]),
    ...(Number.isInteger(promisedHours) && promisedHours >= 1 && promisedHours <= 720 ? [] : ["1 to 720 hours"]),
    ...(Number.isInteger(evidence.max) && evidence.max >= 0 && evidence.max <= maxReviewPhotos
      ? []
      : ["0 to 6 photos"]),
    ...(reasons.length === 0 ? ["a rejection needs a reason"] : []),
    ...(strange.length > 0 ? [`no codes: ${strange.join(", ")}`] : []),
  ];
  if (problems.length > 0) throw new RangeError(`${kind.kind} is no kind of review: ${problems.join("; ")}.`);
  return kind;
}

/** A kind among others of any facts: what a domain hands in. */
// Kinds take what their own schema gave; the list of all of them cannot say so.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyReviewKind = ReviewKind<any>;

/** Asked by reviews: the kinds of this domain. */
export const reviews = defineQuestion<readonly AnyReviewKind[]>("reviews", "MANY");

/** The text of a decision's code, a reason or a finding; undefined when the kind has none (any more). */
export const decisionText = ({ decisions }: AnyReviewKind, code: string): Text | undefined =>
  decisions.reasons[code] ?? decisions.findings?.[code];

/** The kinds of all domains by name. @throws when two have the same name */
export function reviewKinds(ask: Ask): ReadonlyMap<string, AnyReviewKind> {
  const kinds = new Map<string, AnyReviewKind>();
  for (const kind of ask(reviews).flat()) {
    if (kinds.has(kind.kind)) throw new Error(`There are two kinds of reviews named ${kind.kind}.`);
    kinds.set(kind.kind, kind);
  }
  return kinds;
}

/**
 * The account of a case: for the link to its page, and for the audit trail that its owner may read. Null without one.
 */
export async function accountOf(
  { ask }: Pick<Services, "ask">,
  reader: Reader,
  { kind, borrowerId, subjectId }: { kind: string; borrowerId: string; subjectId: string },
): Promise<string | null> {
  const known = reviewKinds(ask).get(kind);
  return known?.accountOf ? known.accountOf(reader, { subjectId }) : borrowerId;
}

/** The kind of a case. @throws when no domain registers it: the case can be neither shown nor decided */
export function knownReviewKind({ ask }: Pick<Services, "ask">, kind: string): AnyReviewKind {
  const known = reviewKinds(ask).get(kind);
  if (!known) throw new Error(`No domain hands in the kind of review ${kind}.`);
  return known;
}
