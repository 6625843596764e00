import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import {
  endTemporaryLimit,
  grantTemporaryLimit,
  releaseLimit,
  reserveLimit,
  resumeLimit,
  setCreditLimit,
} from "./index.ts";

let borrowerId: string;
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(app.services.database, work);

const app = await testApp();
/** A borrower with a credit limit of 5 million, whose id is new in each test. */
async function borrowerWithLimit(): Promise<string> {
  borrowerId = app.services.random.uuid();
  await inTransaction((trx) => setCreditLimit(app.services, trx, borrowerId, 5_000_000, "FIRST_ASSESSMENT"));
  return borrowerId;
}
const limitsOf = async (id: string) => (await (await app.loggedIn(id)).get("/api/credit/limits")).body;

describe("limits", () => {
  it("are not assessed before the first assessment", async () => {
    expect(await limitsOf(app.services.random.uuid())).toMatchObject({ assessed: false, remainingRupiah: 0 });
  });
  it("add credit and temporary limit, and drop the temporary one at its end", async () => {
    await borrowerWithLimit();
    const until = new Date(app.clock.now().getTime() + 3_600_000);
    await inTransaction((trx) => grantTemporaryLimit(app.services, trx, borrowerId, 1_000_000, until));
    expect(await limitsOf(borrowerId)).toEqual({
      assessed: true,
      totalRupiah: 6_000_000,
      creditRupiah: 5_000_000,
      temporary: { amountRupiah: 1_000_000, until: until.toISOString() },
      usedRupiah: 0,
      remainingRupiah: 6_000_000,
      affordableRupiah: null,
      freezes: [],
    });
    app.clock.advance(3_600_000);
    expect(await limitsOf(borrowerId)).toMatchObject({ totalRupiah: 5_000_000, temporary: null });
    await inTransaction((trx) => endTemporaryLimit(app.services, trx, borrowerId));
    await inTransaction((trx) => endTemporaryLimit(app.services, trx, borrowerId));
    const { items } = (await (await app.loggedIn(borrowerId)).get("/api/credit/limit-changes")).body;
    expect(items.map((item: { cause: string }) => item.cause)).toEqual([
      "TEMPORARY_ENDED",
      "TEMPORARY_GRANTED",
      "FIRST_ASSESSMENT",
    ]);
  });
  it("record no change where the amount stays the same", async () => {
    await borrowerWithLimit();
    await inTransaction((trx) => setCreditLimit(app.services, trx, borrowerId, 5_000_000, "SCORE_REFRESHED"));
    const { items } = (await (await app.loggedIn(borrowerId)).get("/api/credit/limit-changes")).body;
    expect(items).toMatchObject([{ cause: "FIRST_ASSESSMENT", toRupiah: 5_000_000 }]);
  });
  it("end temporary limits by themselves when the sweep passes", async () => {
    await borrowerWithLimit();
    await inTransaction((trx) =>
      grantTemporaryLimit(app.services, trx, borrowerId, 1_000_000, new Date(app.clock.now().getTime() + 1000)),
    );
    app.clock.advance(1000);
    await app.settle();
    const { items } = (await (await app.loggedIn(borrowerId)).get("/api/credit/limit-changes")).body;
    expect(items[0]).toMatchObject({ cause: "TEMPORARY_ENDED", fromRupiah: 1_000_000, toRupiah: 0 });
  });
  it("are held by 40 parallel applications only as far as they reach", async () => {
    await borrowerWithLimit();
    const tries = Array.from({ length: 40 }, () =>
      inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, app.services.random.uuid(), 2_000_000)),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(2);
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 4_000_000, remainingRupiah: 1_000_000 });
  });
  it("are reserved and released once per loan, however often it is tried", async () => {
    await borrowerWithLimit();
    const loanId = app.services.random.uuid();
    const tries = await Promise.all(
      Array.from({ length: 10 }, () =>
        inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, loanId, 2_000_000)),
      ),
    );
    expect(tries.every(Boolean)).toBe(true);
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 2_000_000 });
    await Promise.all(
      Array.from({ length: 10 }, () => inTransaction((trx) => releaseLimit(app.services, trx, borrowerId, loanId))),
    );
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 0, remainingRupiah: 5_000_000 });
  });
  it("are not reserved anew for a loan that gave its reservation back, and nobody is told that they were", async () => {
    await borrowerWithLimit();
    const loanId = app.services.random.uuid();
    const reserve = () => inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, loanId, 2_000_000));
    await reserve();
    await inTransaction((trx) => releaseLimit(app.services, trx, borrowerId, loanId));
    await expect(reserve()).rejects.toThrow("is reserved once");
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 0 });
    await inTransaction((trx) => resumeLimit(app.services, trx, borrowerId, loanId));
    expect(await reserve()).toBe(true);
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 2_000_000 });
  });
  it("are used by exactly what is held, whatever is reserved, released and resumed in whatever order", async () => {
    const actions = fc.array(
      fc.record({
        action: fc.constantFrom("reserve", "release", "resume"),
        of: fc.nat(1),
        millions: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 6, maxLength: 12 },
    );
    const check = async (wishes: { action: string; of: number; millions: number }[]) => {
      await borrowerWithLimit();
      const loans = [0, 1].map(() => ({ id: app.services.random.uuid(), rupiah: 0, held: false }));
      const used = () => loans.reduce((sum, { rupiah, held }) => sum + (held ? rupiah : 0), 0);
      for (const { action, of, millions } of wishes) {
        const loan = loans[of]!;
        const wanted = millions * 1_000_000;
        if (action === "reserve") {
          const known = loan.rupiah > 0;
          const told = await inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, loan.id, wanted)).catch(
            () => "refused",
          );
          expect(told).toBe(loan.held ? true : used() + wanted > 5_000_000 ? false : known ? "refused" : true);
          if (told === true && !known) Object.assign(loan, { rupiah: wanted, held: true });
        } else {
          await inTransaction((trx) =>
            (action === "release" ? releaseLimit : resumeLimit)(app.services, trx, borrowerId, loan.id),
          );
          loan.held = action === "resume" && loan.rupiah > 0;
        }
      }
      expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: used() });
    };
    await fc.assert(fc.asyncProperty(actions, check), { numRuns: 40 });
  });
  it("list their changes in pages, newest first, and only the borrower's own", async () => {
    await borrowerWithLimit();
    for (let limit = 1; limit <= 5; limit++)
      await inTransaction((trx) => setCreditLimit(app.services, trx, borrowerId, limit * 100_000, "SCORE_REFRESHED"));
    const client = await app.loggedIn(borrowerId);
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: { toRupiah: number }[]; nextCursor: string | null } = (
        await client.get(`/api/credit/limit-changes?limit=2${cursor ? `&cursor=${cursor}` : ""}`)
      ).body;
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item.toRupiah));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([500_000, 400_000, 300_000, 200_000, 100_000, 5_000_000]);
    expect(
      (await (await app.loggedIn(app.services.random.uuid())).get("/api/credit/limit-changes")).body.items,
    ).toEqual([]);
    expect((await client.get("/api/credit/limit-changes?limit=0")).body.status.fields[0].code).toBe("LIMIT_INVALID");
    expect((await client.get("/api/credit/limit-changes?cursor=not-an-id")).status).toBe(422);
  });
});
