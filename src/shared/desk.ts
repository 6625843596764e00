/** The calls of a desk: staff claim a case of a queue, release it, and ask for the next one. // docs/decisions/234 */
import * as v from "valibot";
import { defineCall, type Call, type ProblemKinds } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import type { Text } from "#shared/texts.ts";

type Named<Key extends string, Value> = { [Name in Key]: Value };
type DeskPolicy = { who: "staff"; permission: string; trail: Text };
type DeskCall<Sent, Reply, Problems extends ProblemKinds> = Call<Sent, Sent, Reply, Problems, DeskPolicy>;

export interface DeskCalls<
  Key extends string = string,
  Unknown extends ProblemKinds = ProblemKinds,
  NotWaiting extends ProblemKinds = ProblemKinds,
  Claimed extends ProblemKinds = ProblemKinds,
> {
  /** Name of a case's id in the calls and in the addresses of the console: `caseId`. */
  key: Key;
  claim: DeskCall<Named<Key, string>, Named<Key, string> & { claimedUntil: string }, Unknown & NotWaiting & Claimed>;
  release: DeskCall<Named<Key, string>, { released: boolean }, Unknown>;
  next: DeskCall<{ after?: string | undefined }, Named<Key, string | null>, Record<never, never>>;
  /** Codes of the refusals. */
  codes: { unknown: string; notWaiting: string; claimed: string };
}

export interface DeskInput<Key extends string, Unknown, NotWaiting, Claimed> {
  key: Key;
  /** Address of the queue; a case's own lies below it. */
  path: `/api/staff/${string}`;
  permission: string;
  /** Published ids and the words of the audit trail. */
  claim: { id: string; trail: Text };
  release: { id: string; trail: Text };
  next: { id: string; trail: Text };
  /** A case in the summaries, with its article: `a held award`. */
  subject: string;
  /** The common refusals: unknown case, not waiting, claimed by another person. */
  problems: { unknown: Unknown; notWaiting: NotWaiting; claimed: Claimed };
}

/** The three calls of a desk; `answerDesk` (`#server/console/desk.ts`) answers them, `deskForms` (`#web/console/desk.ts`) makes them. */
export function defineDesk<
  const Key extends string,
  const Unknown extends ProblemKinds,
  const NotWaiting extends ProblemKinds,
  const Claimed extends ProblemKinds,
>(desk: DeskInput<Key, Unknown, NotWaiting, Claimed>): DeskCalls<Key, Unknown, NotWaiting, Claimed> {
  const { key, path, subject, problems } = desk;
  const policy = (trail: Text): DeskPolicy => ({ who: "staff", permission: desk.permission, trail });
  const named = <Value>(value: Value) => ({ [key]: value }) as Named<Key, Value>;
  const ofOne = v.strictObject(named(uuid)) as unknown as v.GenericSchema<Named<Key, string>>;
  const [unknown, notWaiting, claimed] = [problems.unknown, problems.notWaiting, problems.claimed].map(
    (kinds) => Object.keys(kinds)[0]!,
  ) as [string, string, string];
  return {
    key,
    claim: defineCall({
      id: desk.claim.id,
      method: "POST",
      path: `${path}/{${key}}/claim`,
      summary: `Claims ${subject} for 30 minutes; a second call renews the claim.`,
      policy: policy(desk.claim.trail),
      input: ofOne,
      output: v.object({ ...named(v.string()), claimedUntil: instant }) as unknown as v.GenericSchema<
        Named<Key, string> & { claimedUntil: string }
      >,
      problems: { ...problems.unknown, ...problems.notWaiting, ...problems.claimed },
    }),
    release: defineCall({
      id: desk.release.id,
      method: "POST",
      path: `${path}/{${key}}/release`,
      summary: `Releases ${subject}; changes nothing when another person has claimed it.`,
      policy: policy(desk.release.trail),
      input: ofOne,
      output: v.object({ released: v.boolean() }),
      problems: problems.unknown,
    }),
    next: defineCall({
      id: desk.next.id,
      method: "POST",
      path: `${path}/next`,
      summary: `Takes the next: ${subject} that the person has already, other than \`after\`, or else the most urgent that is free.`,
      policy: policy(desk.next.trail),
      input: v.strictObject({ after: v.optional(uuid) }),
      output: v.object(named(v.nullable(v.string()))) as unknown as v.GenericSchema<Named<Key, string | null>>,
      problems: {},
    }),
    codes: { unknown, notWaiting, claimed },
  };
}
