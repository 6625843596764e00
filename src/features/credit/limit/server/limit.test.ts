import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { endTemporaryLimit, grantTemporaryLimit, releaseLimit, reserveLimit, setCreditLimit } from "./index.ts";

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
    });
    app.clock.advance(3_600_000);
    expect(await limitsOf(borrowerId)).toMatchObject({ totalRupiah: 5_000_000, temporary: null });
    await inTransaction((trx) => endTemporaryLimit(app.services, trx, borrowerId));
    await inTransaction((trx) => endTemporaryLimit(app.services, trx, borrowerId));
    const { items } = (await (await app.loggedIn(borrowerId)).get("/api/credit/limit-changes")).body;
    expect(items.map((item: { cause: string }) => item.cause)).toEqual(["TEMPORARY_ENDED", "TEMPORARY_GRANTED", "FIRST_ASSESSMENT"]);
  });
  it("end temporary limits by themselves when the sweep passes", async () => {
    await borrowerWithLimit();
    await inTransaction((trx) => grantTemporaryLimit(app.services, trx, borrowerId, 1_000_000, new Date(app.clock.now().getTime() + 1000)));
    app.clock.advance(1000);
    await app.settle();
    const { items } = (await (await app.loggedIn(borrowerId)).get("/api/credit/limit-changes")).body;
    expect(items[0]).toMatchObject({ cause: "TEMPORARY_ENDED", fromRupiah: 1_000_000, toRupiah: 0 });
  });
  it("are held by 40 parallel applications only as far as they reach", async () => {
    await borrowerWithLimit();
    const tries = Array.from({ length: 40 }, () => inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, app.services.random.uuid(), 2_000_000)));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(2);
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 4_000_000, remainingRupiah: 1_000_000 });
  });
  it("are reserved and released once per loan, however often it is tried", async () => {
    await borrowerWithLimit();
    const loanId = app.services.random.uuid();
    const tries = await Promise.all(Array.from({ length: 10 }, () => inTransaction((trx) => reserveLimit(app.services, trx, borrowerId, loanId, 2_000_000))));
    expect(tries.every(Boolean)).toBe(true);
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 2_000_000 });
    await Promise.all(Array.from({ length: 10 }, () => inTransaction((trx) => releaseLimit(app.services, trx, borrowerId, loanId))));
    expect(await limitsOf(borrowerId)).toMatchObject({ usedRupiah: 0, remainingRupiah: 5_000_000 });
  });
  it("list their changes in pages, newest first, and only the borrower's own", async () => {
    await borrowerWithLimit();
    for (let limit = 1; limit <= 5; limit++) await inTransaction((trx) => setCreditLimit(app.services, trx, borrowerId, limit * 100_000, "SCORE_REFRESHED"));
    const client = await app.loggedIn(borrowerId);
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: { toRupiah: number }[]; nextCursor: string | null } = (await client.get(`/api/credit/limit-changes?limit=2${cursor ? `&cursor=${cursor}` : ""}`)).body;
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item.toRupiah));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([500_000, 400_000, 300_000, 200_000, 100_000, 5_000_000]);
    expect((await (await app.loggedIn(app.services.random.uuid())).get("/api/credit/limit-changes")).body.items).toEqual([]);
    expect((await client.get("/api/credit/limit-changes?limit=0")).body.status.fields[0].code).toBe("LIMIT_INVALID");
    expect((await client.get("/api/credit/limit-changes?cursor=not-an-id")).status).toBe(422);
  });
});
