/** Wallets that expire soon among many: found by their index, page by page, each once. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { plansOf } from "#tests/support/plans.ts";
import { dueWallets, type EndingWallet, endingWallets } from "./store.ts";

const { database } = await testDatabase();
const now = new Date("2026-11-28T09:00:00+07:00");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

beforeAll(async () => {
  // 50 of 20,000 wallets expire within a week, ten at each of five instants.
  await sql`insert into wallet (borrower_id, valid_until)
    select gen_random_uuid(), case when n <= 50 then ${inDays(6)}::timestamptz + (n % 5) * interval '1 hour' else ${inDays(200)}::timestamptz + n * interval '1 second' end
    from generate_series(1, 20000) n`.execute(database);
  await sql`analyze wallet`.execute(database);
});

it("reads the wallets of a span in pages by their end, each once, by the index alone", async () => {
  const seen: EndingWallet[] = [];
  for (let after: EndingWallet | null = null; ;) {
    const page: EndingWallet[] = await endingWallets(database, { from: inDays(5), to: inDays(7), after }, 7);
    seen.push(...page);
    if (page.length < 7) break;
    after = page.at(-1)!;
  }
  expect(new Set(seen.map(({ borrowerId }) => borrowerId)).size).toBe(50);
  expect(seen).toHaveLength(50);
  expect(seen.map(({ validUntil }) => validUntil.getTime())).toEqual(
    seen.map(({ validUntil }) => validUntil.getTime()).toSorted((one, other) => one - other),
  );
  const span = { from: inDays(5), to: inDays(7) };
  for (const after of [null, seen[9]!]) {
    const plan = await plansOf(database, "wallet", () => endingWallets(database, { ...span, after }, 100));
    expect(plan).toContain("wallet_ending");
    expect(plan).not.toMatch(/\bSort\b|Seq Scan/);
  }
  expect(await plansOf(database, "wallet", () => dueWallets(database, now, 100))).toContain("wallet_ending");
});
