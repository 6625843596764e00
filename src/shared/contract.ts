/**
 * The contract of a call: one document for the server that answers it, the screen that makes it, the published API and
 * the tests. A domain's `contract.ts` holds nothing else.
 */
import type * as v from "valibot";
import type { StepUpPurpose } from "#shared/purposes.ts";
import type { Text } from "#shared/texts.ts";

export type Method = "GET" | "POST";
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 423 | 429 | 500 | 502 | 503;

/** A refusal of a call: HTTP status, the text in each language (`{name}` is filled from data) and the data's shape. */
export interface ProblemKind {
  status: ProblemStatus;
  text: Text;
  /** The shape of its data, which is then required; without it the problem has no data. */
  data?: v.GenericSchema<Record<string, unknown>>;
  /** The input field concerned, if any: a form then shows the problem there. */
  field?: string;
}
export type ProblemKinds = Readonly<Record<string, ProblemKind>>;

/** Arguments for refusing with one of these problems: the code, and its data when declared. */
export type Refusing<Problems extends ProblemKinds> = {
  [Code in keyof Problems & string]: Problems[Code] extends {
    data: infer Shape extends v.GenericSchema<Record<string, unknown>>;
  }
    ? [code: Code, data: v.InferOutput<Shape>]
    : [code: Code];
}[keyof Problems & string];

/** A restriction of a login: CLOSING while the account's holder has asked to close it. */
export type SessionLimit = "CLOSING";

/**
 * The authorisation rule of a call. Deny by default: a call without a policy does not compile.
 * - `anyone`: no credential is read (public data).
 * - `visitor`: an anonymous or logged-in session; one is created when there is none.
 * - `borrower`: a logged-in borrower; the handler's SQL has the borrower's id in its WHERE. `limited`: restricted logins that may also
 *   make this call; all other calls refuse them.
 * - `link`: a signed, purpose-bound link token or its short-lived cookie. `whileFrozen`: valid also while the owner has frozen the
 *   account, because payments must stay possible. // Spec account 2
 * - `staff`: a staff session that has `permission`; `trail` is the title in the audit trail. Reads that all console users may make
 *   (own data and work lists, `console.enter`) leave no entry.
 * - `webhook`: a partner's signature over the raw bytes, checked by the handler's port. `maxBytes`: limit, when more than 64 KB.
 * - `host-app`: a native app's own client, by its session in the Authorization header, never by a cookie.
 * - `partner`: a lender's system, by an access key in the Authorization header that has `scope`. It reads data of its own brand.
 * - `sandbox`: outside prod only. `raw`: the handler reads the raw bytes of the body.
 */
export type Policy =
  | { who: "anyone" }
  | { who: "visitor"; idempotent?: true }
  | { who: "borrower"; stepUp?: StepUpPurpose; idempotent?: true; limited?: readonly SessionLimit[] }
  | { who: "link"; purpose: string; idempotent?: true; whileFrozen?: true }
  | { who: "staff"; permission: "console.enter" }
  | { who: "staff"; permission: string; trail: Text; idempotent?: true }
  | { who: "webhook"; partner: string; maxBytes?: number }
  | { who: "host-app" }
  | { who: "partner"; scope: PartnerScope }
  | { who: "sandbox"; raw?: true };

/** Scopes of access keys. */
export const partnerScopes = ["events:read", "loans:read"] as const;
export type PartnerScope = (typeof partnerScopes)[number];

/** How often something may be tried in a window of time; further tries are refused with RATE_LIMITED. */
export interface RateLimit {
  /** Prefix of the counter's keys, which are stored in rows. Limits with the same prefix share their counts. */
  counter: string;
  /** Tries per window. */
  max: number;
  seconds: number;
  /** Counted together with others of the same moment, and not waited for on the disk: a crash may forget the last second. */
  isGathered?: true;
}

/**
 * The subject that a limit counts by, known from the call's policy. `link`: the link's subject. `partner`: one access
 * key. `network`: /24 of IPv4, /48 of IPv6, possibly shared by thousands of people; `address`: one client's own.
 */
export type CountedBy = "borrower" | "link" | "staff" | "partner" | "network" | "address";

/**
 * A limit of a call. The pipeline counts it before the handler runs. A limit that depends on the handler's result has
 * `after`, which names the condition: refusals before it do not count, and the handler counts with `limitRate`.
 */
export type CallLimit = RateLimit &
  (
    | {
        by: CountedBy;
        after?: never;
        /** Name of the list in the input whose entries each count as one: for calls with many entries. // Threat I3 */
        each?: string;
      }
    | { by: string; after: string; each?: never }
  );

export interface Call<
  Sent = unknown,
  Heard = unknown,
  Reply = unknown,
  Problems extends ProblemKinds = ProblemKinds,
  Allowed extends Policy = Policy,
> {
  /**
   * Its name in the published API, which generated clients use: a verb and an object, `applyForLoan`. Unique, and never
   * changed once published.
   */
  id: string;
  method: Method;
  /** Path parameters are written in braces and are part of the input: `/api/loan/{loanId}`. */
  path: `/${string}`;
  /** One sentence for the published API. */
  summary: string;
  policy: Allowed;
  /** Strict object: unknown fields are refused. A GET's input comes from the query, a POST's from the body, path parameters from both. */
  input: v.GenericSchema<Sent, Heard>;
  output: v.GenericSchema<Reply>;
  /** The only problems this call may answer with, in addition to those of its policy (`#shared/problems.ts`). */
  problems: Problems;
  /** Texts of field codes that only this call's input uses; common ones are in `#shared/fields/problems.ts`. */
  fieldProblems?: Readonly<Record<string, Text>>;
  /** Counted in this order, before the handler runs, except limits with `after`. */
  limits?: readonly CallLimit[];
  /** Maximal size of a body with a file, and the seconds in which it must arrive, for calls open to strangers: smaller than for other uploads. // Threat I8 */
  upload?: { maxBytes: number; seconds: number };
  /** Success status when it is not 200. */
  status?: 200 | 201 | 202;
  /**
   * A POST that is accepted even when disk space is low: money under way, protection of an account, and the steps to
   * get there. Partners' reports (`webhook`) always are. // Threat H4
   */
  vital?: true;
  /** It gives the session another token, as a step-up does: a native app's own client gets it in the answer. */
  renewsSession?: true;
  /** Other answers than success in the partner's own format, with their meaning, by status. */
  partnerAnswers?: Readonly<Record<number, string>>;
  /** Not in the published API: used by our own screens only. */
  internal?: true;
  /**
   * A GET for anyone whose answer depends only on contents, configuration and fixed data: it is cached per address,
   * brand and language until one of these changes, or the business day ends.
   */
  kept?: true;
}

/** The part of a call that decides who may make it and how large its input may be; every call fits, whatever the types of its schema. */
export type UploadCall = Pick<Call, "method" | "path" | "policy" | "upload"> & { input: object };

/** Names the types of a call once; the value is the call itself. */
export function defineCall<
  Sent,
  Heard,
  Reply,
  const Problems extends ProblemKinds,
  const Allowed extends Policy = Policy,
>(call: Call<Sent, Heard, Reply, Problems, Allowed>): Call<Sent, Heard, Reply, Problems, Allowed> {
  return call;
}

export type SentTo<C> = C extends Call<infer Sent, infer _H, infer _R, infer _P> ? Sent : never;
export type ReplyOf<C> = C extends Call<infer _S, infer _H, infer Reply, infer _P> ? Reply : never;

/** The failure answer of every call (product decisions 2). */
export interface Envelope {
  status: {
    code: string;
    detail: string;
    fields?: FieldProblem[];
    data?: Record<string, unknown>;
  };
  traceId: string;
}
export interface FieldProblem {
  /** Dotted path into the input: `address.villageCode`. */
  path: string;
  code: string;
  detail: string;
}
