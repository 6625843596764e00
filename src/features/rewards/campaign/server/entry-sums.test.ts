/** Entries of a draw and their points stand in the draw's row, whatever comes and goes at the same moment. */
import { expect, it } from "vitest";
import { eraseBorrower } from "#features/account/privacy/server/index.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { checkBooks } from "#server/ledger/book-checks.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { plansOf } from "#tests/support/plans.ts";
import { findDraw } from "./draws.ts";
import { entriesOf, lockDraws, lockOpenDrawsOf } from "./entries.ts";
import { endEntries, restoreEntries } from "./merge-store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see } = campaignsOf(app);
const wishDream = "wish-dream";
const wishOf = async (client: TestClient) => (await see(client, wishDream)).wish;

async function wisher(): Promise<Taker & { code: string }> {
  const taker = await borrower();
  expect((await act(taker.client, wishDream, "join", { agree: true, wishKey: "WISH_25000" })).status).toBe(200);
  return { ...taker, code: (await wishOf(taker.client)).code };
}
const draw = async () => (await findDraw(database, `${wishDream}:${dateInWib(clock.now())}`))!;
async function sums() {
  const { id, entries, entryPoints } = await draw();
  const all = await entriesOf(database, id);
  return {
    kept: [entries, entryPoints],
    added: [all.length, all.reduce((points, { weight }) => points + weight, 0)],
  };
}

it("The sums are those of the entries while people press, help, merge accounts, and are forgotten, all at once.", async () => {
  const [a, b, c, d, e, f, g, h] = [
    await wisher(),
    await wisher(),
    await wisher(),
    await wisher(),
    await wisher(),
    await wisher(),
    await wisher(),
    await wisher(),
  ];
  for (const { client } of [a, b, g, h]) expect((await act(client, wishDream, "check-in")).status).toBe(200);
  const first = await sums();
  expect(first.kept).toEqual([4, 40]);
  expect(first.added).toEqual(first.kept);
  const help = (helper: Taker, { code }: { code: string }) =>
    helper.client.post("/api/loan/activity/wish/help", { wishCode: code });
  /** As a merge does it, and takes it back. */
  const endAndRestore = async ({ borrowerId }: Taker) => {
    const ended = await transact(database, async (trx) => {
      await lockOpenDrawsOf(trx, [borrowerId]);
      return endEntries(trx, borrowerId);
    });
    await transact(database, async (trx) => {
      await lockDraws(
        trx,
        ended.map(({ drawId }) => drawId),
      );
      await restoreEntries(trx, borrowerId, ended);
    });
  };
  const forget = async ({ borrowerId }: Taker) => {
    await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
    await eraseBorrower(services, borrowerId);
  };
  const [pressed, helped] = await Promise.all([
    Promise.all([c, d, e, f].map(({ client }) => act(client, wishDream, "check-in"))),
    Promise.all([c, d, e].flatMap((helper) => [help(helper, a), help(helper, b)])),
    Promise.all([endAndRestore(a), endAndRestore(b), forget(g), forget(h)]),
  ]);
  for (const { status } of [...pressed, ...helped]) expect(status).toBe(200);
  const { kept, added } = await sums();
  expect(kept).toEqual(added);
  // Two of eight were forgotten.
  expect(kept[0]).toBe(6);
  expect((await wishOf(c.client)).allPoints).toBe(kept[1]);
  expect(await checkBooks(services, database)).toEqual([]);
});

it("A page of a wish reads one row of sums, and no entry but its own.", async () => {
  const { client } = await wisher();
  await act(client, wishDream, "check-in");
  const plans = await plansOf(database, "campaign_draw_entry", () => see(client, wishDream));
  expect(plans).not.toContain("Aggregate");
  expect(plans).not.toMatch(/Seq Scan on campaign_draw_entry/);
});

it("The audit names a draw whose sums are not those of its entries, and the freeze publishes what is there.", async () => {
  const { id, drawId, entries, entryPoints } = await draw();
  await database
    .updateTable("campaign_draw")
    .set({ entries: entries + 1, entryPoints: entryPoints + 5 })
    .where("id", "=", id)
    .execute();
  expect(await checkBooks(services, database)).toEqual([
    {
      check: "campaign-entries",
      about: drawId,
      expected: `${entries} ${entryPoints}`,
      found: `${entries + 1} ${entryPoints + 5}`,
    },
  ]);
  await database.updateTable("campaign_draw").set({ entries, entryPoints }).where("id", "=", id).execute();
  expect(await checkBooks(services, database)).toEqual([]);
});
