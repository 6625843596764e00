/**
 * How often something may be tried, in fixed windows of business time (`#server/records/window-counters.ts`): a tester waits for none of them,
 * because the sandbox's clock moves them too. Limits of calls are in the contracts, and the
 * call wing counts them (`countCall`). Counted elsewhere are:
 * - those that name `after` what they are counted: only the handler knows when a captcha was right, which account is behind
 *   a number, or that a try costs something at all. It counts them by the same figures, with `limitRate`;
 * - what no call counts: anonymous sessions as they are opened (`http/caller-of.ts`), and PDFs in work (`pdf/fair-lanes.ts`);
 * - codes by mobile number, which have rules of their own (`account/verification`).
 */
import type { Caller } from "./caller.ts";
import type { Reader } from "#server/database.server.ts";
import { networkIndexOf } from "#server/http/network.ts";
import { borrowerOf, type Principal, type PrincipalOf, type StaffPrincipal } from "./principal.ts";
import { Refusal } from "./refusal.ts";
import type { Services } from "#server/services.ts";
import { perServices } from "#server/process/per-services.ts";
import { gathered } from "#server/work/gathered.ts";
import { secondsLeft, windowCounters, windowStart, type Counted } from "#server/records/window-counters.ts";
import type { Call, CallLimit, CountedBy, RateLimit } from "#shared/contract.ts";
import type { commonProblems } from "#shared/problems.ts";

const counters = windowCounters("rate_counter");

/** Adds one, or `amount`, and returns the window's count. */
export const countInWindow = (
  services: Services,
  trx: Reader,
  key: string,
  windowSeconds: number,
  amount = 1,
): Promise<number> => counters.add(trx, windowStart(services.clock.now(), windowSeconds), key, amount);

/** Counts of the same hundredth of a second go in one statement. */
const togetherOf = perServices(({ database }) =>
  gathered((counts: readonly Counted[]) => counters.addTogether(database, counts), {
    most: 500,
    everyMilliseconds: 10,
  }),
);

/** The counter's name and its subject: an id or a blind index, never personal data in the clear. */
const keyOf = ({ counter }: RateLimit, whom: string): string => `${counter}:${whom}`;

/**
 * Counts one more for `whom`, or the given number; returns how many are left.
 * @throws Refusal RATE_LIMITED once the window holds more than the limit's `max`
 */
export async function limitRate(
  services: Services,
  trx: Reader,
  limit: RateLimit,
  whom: string,
  amount = 1,
): Promise<number> {
  const { max, seconds } = limit;
  const key = keyOf(limit, whom);
  const count =
    limit.isGathered && trx === services.database
      ? await togetherOf(services)({ key, start: windowStart(services.clock.now(), seconds), amount })
      : await countInWindow(services, trx, key, seconds, amount);
  if (count <= max) return max - count;
  const retryInSeconds = secondsLeft(services.clock.now(), seconds);
  throw new Refusal<typeof commonProblems>("RATE_LIMITED", { retryInSeconds });
}

/** Resets the counter of `whom`: a caller who gave the right answer was not guessing. */
export async function clearRate(trx: Reader, limit: RateLimit, whom: string): Promise<void> {
  await counters.clear(trx, keyOf(limit, whom));
}

/** Whether a limit counts by network or address alone: these are known before there is a session. */
const isOfPlace = ({ by }: { by: CountedBy }): boolean => by === "network" || by === "address";

/** Counts a stranger's call by network or address, before a session is written for it. @throws Refusal RATE_LIMITED */
export const countStranger = (
  services: Services,
  call: Pick<Call, "limits">,
  input: unknown,
  caller: Caller,
): Promise<void> =>
  countBy(services, services.database, call, input, { caller, principal: { kind: "anyone" } }, isOfPlace);

/**
 * Counts a call in its limits without `after`; `input` as parsed by its contract. `isPlaceCounted`: a stranger's
 * network or address was counted before.
 * @throws Refusal RATE_LIMITED
 */
export const countCall = (
  services: Services,
  trx: Reader,
  call: Pick<Call, "limits">,
  input: unknown,
  { isPlaceCounted, ...from }: { caller: Caller; principal: Principal; isPlaceCounted: boolean },
): Promise<void> => countBy(services, trx, call, input, from, (limit) => !(isPlaceCounted && isOfPlace(limit)));

async function countBy(
  services: Services,
  trx: Reader,
  call: Pick<Call, "limits">,
  input: unknown,
  from: { caller: Caller; principal: Principal },
  isWanted: (limit: { by: CountedBy }) => boolean,
): Promise<void> {
  for (const limit of call.limits ?? [])
    if (isCountedFirst(limit) && isWanted(limit))
      await limitRate(services, trx, limit, whomOf[limit.by](services, from), entriesIn(input, limit.each));
}

/** Number of entries in the list of the call's input; 1 when its limit names no list. */
function entriesIn(input: unknown, list: string | undefined): number {
  if (list === undefined) return 1;
  return ((input as Readonly<Record<string, unknown>>)[list] as readonly unknown[]).length;
}

/** Whether the call wing counts it, before the handler runs. */
export const isCountedFirst = (limit: CallLimit): limit is CallLimit & { by: CountedBy } => limit.after === undefined;

const whomOf: Readonly<
  Record<CountedBy, (services: Services, from: { caller: Caller; principal: Principal }) => string>
> = {
  borrower: (_services, { principal }) => borrowerOf(principal),
  // The kind of the policy was checked when the call was mounted.
  link: (_services, { principal }) => (principal as PrincipalOf<"link">).link.subject,
  staff: (_services, { principal }) => (principal as StaffPrincipal).staff.staffId,
  partner: (_services, { principal }) => (principal as PrincipalOf<"partner">).partner.keyId,
  network: (services, { caller }) => networkIndexOf(services, caller),
  address: ({ keys }, { caller }) => keys.blindIndex("address", caller.address),
};
