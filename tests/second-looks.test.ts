/**
 * A decision of two people is checked again when it is carried out, under the locks of that transaction: if its subject
 * no longer exists nothing is done, whatever was checked before. Covers each kind of review and proposal, and subjects
 * that exist but have changed since.
 */
import { describe, expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { type AnyProposalKind, proposals as proposalKindsOf } from "#server/four-eyes/proposal-kind.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { seedBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { setCreditLimit } from "#features/credit/limit/server/index.ts";
import { writeLimit } from "#features/credit/limit/server/store.ts";
import { lenderForNewLoans } from "#features/credit/loan/server/index.ts";
import { reviews as reviewKindsOf } from "#features/platform/review/server/index.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database, random } = services;
const reviews = services.ask(reviewKindsOf).flat();
const proposals = services
  .ask(proposalKindsOf)
  .flatMap((own) => (Array.isArray(own) ? (own as AnyProposalKind[]) : []));

const undone = new Error("undone");
/** The result of an action that is never committed: the code of its refusal, or DONE. */
const outcomeOf = (act: (trx: Transaction) => Promise<unknown>): Promise<string> =>
  transact(database, async (trx) => {
    await act(trx);
    throw undone;
  }).catch((error: unknown) =>
    error === undone ? "DONE" : error instanceof Refusal ? error.code : `fails: ${(error as Error).message}`,
  );

/** Facts of any kind: unknown ids, and no flags. */
const anything = (): Record<string, unknown> =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_facts, name) =>
        name === "flags" || name === "marks"
          ? []
          : name === "to"
            ? "ENDED"
            : /version/i.test(String(name))
              ? 999
              : random.uuid(),
    },
  );

const proposalOf = (kind: string, about: object) => ({
  id: random.uuid(),
  kind,
  subjectId: random.uuid(),
  borrowerId: random.uuid(),
  amountRupiah: 1_000,
  secret: null,
  makerId: random.uuid(),
  madeAt: clock.now(),
  ...about,
});

/** Decisions that change nothing without a subject: each with the reason. */
const harmless: Record<string, string> = { "reward_owed_again REJECTED": "the prize stays" };

describe("a review about something that is not there any more", () => {
  it.each(reviews.map((kind) => [kind.kind, kind] as const))("%s", async (name, kind) => {
    const about = { id: random.uuid(), borrowerId: random.uuid(), subjectId: random.uuid(), facts: anything() };
    for (const outcome of ["APPROVED", "REJECTED"] as const) {
      const decision = { outcome, reason: "OTHER", deciderId: random.uuid(), proposerId: null };
      const found = await outcomeOf((trx) => kind.carryOut(services, trx, about as never, decision as never));
      expect([outcome, found]).toEqual([outcome, harmless[`${name} ${outcome}`] ? "DONE" : "REVIEW_STALE"]);
    }
  });
});

/** Kinds without a changeable subject, and their result here. */
const ofNothing: Record<string, RegExp> = {
  // It only grants a permission.
  "retention.read": /^DONE$/,
  // Money is received by an id of a bank statement, which does not exist here.
  "money.lender_deposit": /^fails: invalid input syntax/,
  "money.operating_deposit": /^fails: invalid input syntax/,
  "reward.grant": /^GOODWILL_OUT$/,
};

describe("a proposal about something that is not there any more", () => {
  it.each(proposals.map((kind) => [kind.kind, kind] as const))("%s", async (name, kind) => {
    const proposal = proposalOf(name, { payload: anything(), secret: anything() });
    const found = await outcomeOf((trx) => kind.carryOut(services, trx, proposal as never, random.uuid(), "id"));
    expect(found).toMatch(ofNothing[name] ?? /^PROPOSAL_STALE$/);
  });
});

interface Changed {
  about: object;
  /** Makes it stale; if omitted, it is stale from the beginning. */
  change?: () => Promise<unknown>;
}
const kindOf = (name: string) => proposals.find(({ kind }) => kind === name)!;
/** Carried out once, and then decided a second time. */
const twice = (name: string, about: object): Changed => ({
  about,
  change: () =>
    transact(database, (trx) =>
      kindOf(name).carryOut(services, trx, proposalOf(name, about) as never, random.uuid(), "id"),
    ),
});
let made = 0;
/** A limit whose account is closed before the second person decides. */
async function limitOf(payload: object): Promise<Changed> {
  const borrowerId = await transact(database, async (trx) => {
    const id = await seedBorrower(services, trx, { mobileNumber: `0813${String(77_000_000 + ++made)}` });
    await setCreditLimit(services, trx, id, 2_000_000, "FIRST_ASSESSMENT");
    await writeLimit(trx, id, { affordableRupiah: 6_000_000 }, clock.now());
    return id;
  });
  const change = () => transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
  return { about: { subjectId: borrowerId, borrowerId, payload }, change };
}
async function loanThatRuns(more: object): Promise<Changed> {
  const { borrowerId, loanId } = await lentLoan(app);
  return { about: { subjectId: loanId, borrowerId, amountRupiah: 1_000_000_000, payload: { loanId, ...more } } };
}
const today = dateInWib(clock.now());
const endpoint = { brand: "tunai", url: "https://partner.example/hook", types: ["loan.paid_off"] };
const accessKey = { brand: "tunai", name: "Books", scopes: ["loans:read"] };

/** Subjects that exist and have changed since: by kind of proposal, and the change. */
const changed: Record<string, () => Promise<Changed>> = {
  "limit.set: its account was closed": () => limitOf({ amountRupiah: 3_000_000 }),
  "limit.temporary: its account was closed": () => limitOf({ amountRupiah: 500_000 }),
  "limit.freeze: its account was closed": () => limitOf({ cause: "STAFF", lifts: false }),
  "money.loan_write_off: the loan is not late": () => loanThatRuns({}),
  "money.waiver: less is unpaid": () => loanThatRuns({ component: "FEE" }),
  "money.lender_deposit: it is booked": async () =>
    twice("money.lender_deposit", {
      subjectId: "LINE-1",
      payload: { lenderId: (await lenderForNewLoans(database)).id, receivedOn: today },
    }),
  "money.operating_deposit: it is booked": async () =>
    twice("money.operating_deposit", { subjectId: "LINE-2", payload: { receivedOn: today } }),
  "money.lender_distribution: the lenders' parts are other ones": async () => {
    const closedAt = clock.now();
    const row = { month: "2020-01-01", base: 2_000, sharePpm: 500_000, shared: 1_000, closedAt, distributedAt: null };
    await database.insertInto("funding_income").values(row).execute();
    return { about: { subjectId: "2020-01", payload: {} } };
  },
  "webhook.endpoint: it was made": async () =>
    twice("webhook.endpoint", { subjectId: random.uuid(), payload: { action: "CREATE", ...endpoint } }),
  "webhook.endpoint: it was turned off": async () => {
    const about = { subjectId: random.uuid(), payload: { action: "CREATE", ...endpoint } };
    await twice("webhook.endpoint", about).change!();
    return twice("webhook.endpoint", { ...about, payload: { action: "OFF", ...endpoint } });
  },
  "webhook.access_key: it was made": async () =>
    twice("webhook.access_key", { subjectId: random.uuid(), payload: { action: "MAKE", ...accessKey } }),
  "webhook.access_key: it was revoked": async () => {
    const about = { subjectId: random.uuid(), payload: { action: "MAKE", ...accessKey } };
    await twice("webhook.access_key", about).change!();
    return twice("webhook.access_key", { ...about, payload: { action: "REVOKE", ...accessKey } });
  },
};

describe("a proposal about something that has changed since", () => {
  it.each(Object.entries(changed))("%s", async (name, scene) => {
    const kind = kindOf(name.slice(0, name.indexOf(":")));
    const { about, change } = await scene();
    const decide = () =>
      outcomeOf((trx) => kind.carryOut(services, trx, proposalOf(kind.kind, about) as never, random.uuid(), "id"));
    if (change) {
      expect(await decide()).toBe("DONE");
      await change();
    }
    expect(await decide()).toBe("PROPOSAL_STALE");
  });
});
