/** A book's best and worst payers: in the long tests until they reach bands A and E, else their first days. */
import { expect, it } from "vitest";
import { auditAll } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";

const isLong = process.env["TEST_LONG"] === "1";
const size = { borrowers: 13, days: isLong ? 100 : 2, seed: 3 };
// The bureau reports scores from the first day on.
const app = await testApp({ start: "2026-12-03T10:00:00+07:00" });
const { services } = app;
const { database } = services;

/** The band of each borrower now. */
async function bands(): Promise<(string | null)[]> {
  const rows = await database.selectFrom("credit_limit").select("band").execute();
  return rows.map(({ band }) => band);
}

it("A played book shows a borrower in band A and one in band E.", { timeout: 3_600_000 }, async () => {
  const play = () => app.client().post("/api/sandbox/book", size);
  let played = await play();
  while (played.status === 200 && played.body.state === "PLAYING") played = await play();
  expect(played.body, played.text).toMatchObject({ state: "DONE" });
  // The one with a low bureau score was approved by staff, and borrows.
  const poor = await database
    .selectFrom("credit_limit_bureau")
    .innerJoin("loan", "loan.borrowerId", "credit_limit_bureau.borrowerId")
    .select("loan.state")
    .where("credit_limit_bureau.score", "<", 600)
    .execute();
  expect(poor).toEqual([{ state: "ACTIVE" }]);
  expect(await bands()).toEqual(expect.arrayContaining(isLong ? ["A", "E"] : ["C"]));
  expect((await auditAll(database, services.clock.now())).findings).toEqual([]);
});
