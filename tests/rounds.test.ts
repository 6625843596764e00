/** How often a screen queries the database before its first byte: a borrower's waiting time, and the server's cost. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { ServerBuild } from "react-router";
import { createPages } from "../src/pages.ts";
import * as agreement from "#features/credit/agreement/screens/agreement.tsx";
import * as applyLoan from "#features/credit/application/screens/apply-loan.tsx";
import * as home from "#features/site/borrower-home/screens/home.tsx";
import * as quota from "#features/credit/limit/screens/quota.tsx";
import * as loanProduct from "#features/credit/loan/screens/loan-product.tsx";
import * as bills from "#features/credit/repayment/screens/bills.tsx";
import { transact } from "#server/database.server.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { addBorrowerDocument } from "#features/account/document/server/store.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { recordFaceCheck, writePhoto } from "#features/account/identity/server/store.ts";
import { addContactRow } from "#features/account/profile/server/contact-store.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower, type RipeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { roundsOf, type Rounds } from "#tests/support/rounds.ts";
import { perform, type CallOutcome } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { ProfileAnswer } from "#features/account/profile/contract.ts";
import { pageOutcome } from "#web/rendering/outcome.ts";

const screens: Record<string, object> = {
  "/webview/apply-loan": applyLoan,
  "/webview/home": home,
  "/webview/quota": quota,
  "/webview/loan-product": loanProduct,
  "/webview/bills": bills,
  "/webview/agreement": agreement,
};

/** A build of this one screen, as the product's own entry would serve it, without its markup. */
function buildOf(path: string): ServerBuild {
  const route = { id: "root", path, module: { ...screens[path], default: () => null } };
  const render = (
    _request: Request,
    status: number,
    headers: Headers,
    _entry: unknown,
    context: { get: (key: typeof pageOutcome) => object },
  ) => {
    Object.assign(context.get(pageOutcome), { parts: { scripts: [], styles: [] }, text: "<p>a page</p>" });
    return new Response(null, { status, headers });
  };
  return {
    entry: { module: { default: render } },
    routes: { root: route },
    assets: {
      routes: { root: { id: "root", path, module: "" } },
      entry: { module: "", imports: [] },
      version: "1",
      url: "",
    },
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
}

const app = await testApp();

/** Opens the screen, or posts a form to it, as the client's user. */
async function open(
  client: TestClient | null,
  path: string,
  form?: Record<string, string>,
): Promise<Rounds & { status: number; location: unknown }> {
  const origin = "http://localhost:3000";
  const pages = createPages({
    api: app.api,
    build: async () => buildOf(path.split("?")[0] as string),
    mode: "production",
    cache: null,
  });
  const cookies = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers: Record<string, string> = { Cookie: cookies };
  let told: { status: number; headers: Record<string, unknown> } = { status: 0, headers: {} };
  const request = new Request(
    origin + path,
    form ? { method: "POST", headers: { Origin: origin }, body: new URLSearchParams(form) } : {},
  );
  const counted = await roundsOf(app.services.database, async () => {
    told = await pages(requestOfWeb(request), app.caller(headers), undefined);
  });
  return { ...counted, status: told.status, location: told.headers["location"] };
}

/** All preconditions of an application are met. */
async function readyBorrower(): Promise<RipeBorrower> {
  const { services } = app;
  const { random } = services;
  const borrower = await ripeBorrower(app);
  const { borrowerId } = borrower;
  const now = services.clock.now();
  await transact(services.database, async (trx) => {
    await writePhoto(trx, borrowerId, "KTP", "card", now);
    const person = { fullName: "Budi Santoso", birthDate: "1995-05-17", birthPlace: "Jakarta", sex: "MALE" } as const;
    const { nik } = (await identityOf(services, trx, borrowerId))!;
    await recordFaceCheck(services, trx, borrowerId, {
      id: random.uuid(),
      person: { ...person, nik },
      cardKey: "card",
      answer: { outcome: "MATCH", similarityPpm: 990_000, livenessPpm: 990_000, providerReference: "1" },
    });
    await addContactRow(services, trx, borrowerId, {
      name: "Siti Rahayu",
      mobileNumber: "081298765432",
      relationship: "SIBLING",
    });
    await addBorrowerDocument(services, trx, borrowerId, {
      id: random.uuid(),
      kind: "SALARY_SLIP",
      objectKey: "slip",
      pictureIndex: "slip",
      widthPixels: 100,
      heightPixels: 100,
    });
  });
  return borrower;
}

/** A fresh client of each kind, and who is logged in with it. */
const borrowers = {
  nobody: async () => null,
  new: async () => app.loggedIn((await ripeBorrower(app)).borrowerId),
  "ready to apply": async () => app.loggedIn((await readyBorrower()).borrowerId),
  "about to sign": async () => {
    const borrower = await ripeBorrower(app);
    await approvedLoan(app, borrower);
    const client = await app.loggedIn(borrower.borrowerId);
    // The documents are created when they are first shown.
    await open(client, "/webview/agreement");
    return client;
  },
  "with a running loan": async () => app.loggedIn((await activeLoan(app)).borrowerId),
};
type Who = keyof typeof borrowers;

/**
 * Limits of each screen: sequential rounds, and queries in all. A screen that needs more states here why it is worth a
 * borrower's wait; a screen that needs less lowers its numbers.
 */
const budgets: [screen: string, who: Who, rounds: number, queries: number][] = [
  // A stated income from registers and banks may replace a document; a coupon is offered for the chosen terms, so it is
  // queried after them; whether it is for a first loan also depends on absorbed accounts. A due appointment fills the form in.
  ["/webview/apply-loan", "new", 4, 18],
  ["/webview/apply-loan", "ready to apply", 4, 18],
  ["/webview/apply-loan?amountRupiah=2000000&tenorDays=60", "ready to apply", 4, 18],
  // Two more: the number of unread messages, and whether a loan is booked for a later day.
  ["/webview/home", "ready to apply", 3, 18],
  ["/webview/home", "about to sign", 4, 20],
  // One more in parallel: the borrower's overpaid balance is shown at once.
  ["/webview/home", "with a running loan", 4, 22],
  ["/webview/quota", "with a running loan", 2, 6],
  ["/webview/loan-product", "nobody", 1, 1],
  // One more in parallel: the maximum of each payment method is shown before the choice.
  ["/webview/bills", "ready to apply", 2, 5],
  // Four of them are the plan of servicing: its rows, the days off, the time zone, and the steps taken. The figures come
  // from the kept position and the payments from a page of their own, so that neither grows with what was paid.
  ["/webview/bills", "with a running loan", 3, 12],
  ["/webview/agreement", "about to sign", 7, 14],
  ["/webview/agreement", "with a running loan", 3, 3],
];

describe("a screen asks the database in few rounds", () => {
  // A process's first reads open its connections one after the other, which looks like additional rounds.
  beforeAll(() =>
    Promise.all(Array.from({ length: 12 }, () => sql`select pg_sleep(0.05)`.execute(app.services.database))),
  );

  it.each(budgets)("%s, for somebody %s: at most %i rounds and %i queries", async (path, who, rounds, queries) => {
    const client = await borrowers[who]();
    let counted = await open(client, path);
    // A process that loads its modules or is paused on a busy machine splits one round into two; nothing merges two
    // into one.
    for (let again = 0; again < 2 && counted.rounds > rounds; again++) counted = await open(client, path);
    expect(counted.status).toBe(200);
    within({ rounds, queries }, counted);
  });

  it("saves a draft of an application with one write", async () => {
    const client = await borrowers["ready to apply"]();
    const saved = await open(client, "/webview/apply-loan", {
      intent: "save",
      amountRupiah: "1000000",
      tenorDays: "90",
      purpose: "EDUCATION",
    });
    expect([saved.status, saved.location]).toEqual([303, "/webview/apply-loan?saved=1"]);
    within({ rounds: 4, queries: 4 }, saved);
  });

  it("submits an application without reading anything twice", async () => {
    const { borrowerId, bankAccountId } = await readyBorrower();
    const client = await app.loggedIn(borrowerId);
    const form = { intent: "apply", amountRupiah: "1000000", tenorDays: "90", purpose: "EDUCATION", bankAccountId };
    const refused = await open(client, "/webview/apply-loan", {
      ...form,
      amountRupiah: "9000000",
      idempotencyKey: app.services.random.uuid(),
    });
    expect(refused.status).toBe(422);
    // Two lock the account's row against a concurrent closing; four read stated incomes and coupons.
    // One reads a booked loan to be confirmed.
    within({ rounds: 19, queries: 33 }, refused);
    const sent = await open(client, "/webview/apply-loan", { ...form, idempotencyKey: app.services.random.uuid() });
    expect([sent.status, sent.location]).toEqual([303, "/webview/home"]);
    // In a transaction one waits for the other; one announces the application, two store the consent to the credit check:
    // its current text, and the receipt; one locks the account, so that no application is made in one that was just frozen.
    // Three check what freezes the limit: before, beside the current limit, and under its lock.
    // Two end a booked loan; four write the event for the lender's backend.
    within({ rounds: 46, queries: 46 }, sent);
  });
});

function within(budget: { rounds: number; queries: number }, { rounds, queries, asked }: Rounds): void {
  const told = asked.map((round, n) => `${n + 1}: ${round.join("\n   ")}`).join("\n");
  expect(rounds, `rounds of\n${told}`).toBeLessThanOrEqual(budget.rounds);
  expect(queries, `queries of\n${told}`).toBeLessThanOrEqual(budget.queries);
}

describe("what a request has read", () => {
  const read = async (caller: Caller) => perform(app.api, "GET /api/profile", {}, caller);
  const callerOfNew = async () => {
    const { cookies } = (await borrowers.new())!;
    return app.caller({ Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
  };

  it("is not read again by its other calls that read", async () => {
    const caller = await callerOfNew();
    const counted = await roundsOf(app.services.database, () => Promise.all([read(caller), read(caller)]));
    // The session, the profile, the borrower's key.
    expect(counted.queries).toBe(3);
  });

  it("is read anew by the next request", async () => {
    const { cookies } = (await borrowers.new())!;
    const caller = () => app.caller({ Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
    await read(caller());
    expect((await roundsOf(app.services.database, () => read(caller()))).queries).toBe(3);
  });

  it("is read anew once a call of it has written", async () => {
    const caller = await callerOfNew();
    const purposeIn = (answered: CallOutcome) =>
      answered.ok ? (answered.reply as ProfileAnswer).personal?.loanPurpose : answered.envelope.status.code;
    expect(purposeIn(await read(caller))).toBe("EDUCATION");
    const personal = {
      education: "S1",
      civilStatus: 20,
      loanPurpose: "HEALTH",
      relationship: "SIBLING",
      owedElsewhereRupiah: 0,
    };
    expect((await perform(app.api, "POST /api/profile/personal", personal, caller)).ok).toBe(true);
    expect(purposeIn(await read(caller))).toBe("HEALTH");
  });
});
