import { describe, expect, it } from "vitest";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { grossOf } from "./fairness.ts";
import { settleHeldAward, type HeldDecision } from "./held.ts";
import { poolReserveOwner, settlePool, shareOf, sharePools } from "./picking.ts";
import type { RulesOf } from "../rules-contract.ts";
import { findCampaign } from "./store.ts";
import { insertEntrant } from "./entrant-store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, codeOf, fresh, campaignId } = campaignsOf(app);
const rules: RulesOf<"PICK"> = {
  mechanic: "PICK",
  options: [
    { optionKey: "SAMPLE_A", id: "Contoh A", en: "Sample A", zh: "示例 A" },
    { optionKey: "SAMPLE_B", id: "Contoh B", en: "Sample B", zh: "示例 B" },
  ],
  lockDay: 60,
  poolRupiah: 100_000_000,
  maxRupiah: 1_000_000,
};
const aside = () => availableOf(database, account("REWARD_BUDGET", `world-cup:${poolReserveOwner}`));

let invited = 0;
const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const email = `p${++invited}@tunai.example`;
  const { staffId } = await inviteByOperator(services, { name: `P${invited}`, email, roles });
  return app.staff(staffId, roles);
};
const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });

describe("the share of a pool", () => {
  it("is equal, rounded down, at most a million, and nothing where nobody was right", () => {
    expect([300, 3, 100, 101, 0].map((winners) => shareOf(rules, winners))).toEqual([
      333_333, 1_000_000, 1_000_000, 990_099, 0,
    ]);
    expect(100_000_000 - 300 * 333_333).toBe(100);
    expect(grossOf(333_333, 250_000).grossRupiah).toBe(444_444);
  });

  it("never needs more than was set aside, however many were right", () => {
    for (let winners = 1; winners <= 100_000; winners += winners < 500 ? 1 : 997)
      expect(winners * grossOf(shareOf(rules, winners), 250_000).grossRupiah).toBeLessThanOrEqual(134_000_000);
  });
});

describe("a pick", () => {
  it("is the one way to take part: joining is refused, and takes no choice away", async () => {
    const { borrowerId, client } = await borrower();
    const joined = await act(client, "world-cup", "join", { agree: true });
    expect([joined.status, codeOf(joined)]).toEqual([409, "CHOICE_NEEDED"]);
    // An entrant who joined when joining without a choice was still allowed.
    const entrant = {
      joinedAt: clock.now(),
      agreedVersion: 1,
      choiceKey: null,
      code: null,
      grown: 0,
      growsUntil: null,
    };
    const id = await campaignId("world-cup");
    await transact(database, (trx) => insertEntrant(trx, borrowerId, id, entrant));
    expect((await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" })).status).toBe(200);
    expect((await see(client, "world-cup")).pick.choice).toBe("SAMPLE_A");
    expect(codeOf(await act(client, "world-cup", "pick", { optionKey: "SAMPLE_B" }))).toBe("PICK_MADE");
    await database.deleteFrom("campaign_entrant").where("borrowerId", "=", borrowerId).execute();
  });

  it("has its pool set aside at approval, is made once of forty presses, never changed, and locked on its day", async () => {
    expect(await aside()).toBe(134_000_000);
    const { borrowerId, client } = await borrower();
    expect((await see(client, "world-cup")).view).toBe("RUNNING");
    const strange = await act(client, "world-cup", "pick", { optionKey: "SAMPLE_Z" });
    expect([strange.status, codeOf(strange), strange.body.status.fields]).toEqual([
      422,
      "INPUT_INVALID",
      [{ path: "optionKey", code: "CHOICE_INVALID", detail: expect.any(String) }],
    ]);
    const presses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        act(client, "world-cup", "pick", { optionKey: index % 2 ? "SAMPLE_A" : "SAMPLE_B" }),
      ),
    );
    const made = presses.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    expect(new Set(presses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["PICK_MADE"]));
    const seen = await see(client, "world-cup");
    expect([seen.view, seen.pick.choice, seen.pick.people, seen.pick.options.length]).toEqual([
      "WAITING",
      made[0]!.body.optionKey,
      1,
      16,
    ]);
    const editor = await staff("content");
    const early = await once(editor, "/api/staff/campaigns/world-cup/result", {
      optionKey: "SAMPLE_A",
      source: "https://hasil.example/final",
      reason: "Final sudah selesai dimainkan.",
    });
    expect(codeOf(early)).toBe("RESULT_NOT_NOW");
    clock.advance(Date.parse(made[0]!.body.lockedAt) - clock.now().getTime());
    const late = await borrower();
    expect(codeOf(await act(late.client, "world-cup", "pick", { optionKey: "SAMPLE_A" }))).toBe("PICK_LOCKED");
    expect((await see(late.client, "world-cup")).view).toBe("WAITING");
    expect((await see(await fresh(borrowerId), "world-cup")).view).toBe("WAITING");
  });

  it("that nobody made right gives the whole pool back", async () => {
    const undone = new Error("undone");
    const before = await availableOf(database, account("REWARD_BUDGET", "world-cup"));
    const settled = transact(database, async (trx) => {
      const campaign = (await findCampaign(trx, "world-cup"))!;
      expect(await settlePool(services, trx, campaign, { optionKey: "SAMPLE_P", source: "-" })).toEqual({
        winners: 0,
        shareRupiah: 0,
      });
      const budget = (owner: string) => availableOf(trx, account("REWARD_BUDGET", owner));
      expect([await budget("world-cup"), await budget(`world-cup:${poolReserveOwner}`)]).toEqual([
        before + 134_000_000,
        0,
      ]);
      throw undone;
    });
    await expect(settled).rejects.toBe(undone);
  });

  it("is decided by two people with its source, and whoever was right is paid once; the rest goes back", async () => {
    const right = await borrower();
    const wrong = await borrower();
    const none = await borrower();
    // Two more were right, and share a bank account.
    const pair = [await borrower(), await borrower()];
    await transact(database, async (trx) => {
      for (const { borrowerId } of pair)
        await addAccount(services, trx, borrowerId, {
          bankCode: "014",
          accountNumber: "7777700009",
          accountName: "SITI RAHAYU",
          nameMatch: "SAME",
          isMain: true,
        });
      const { id } = (await findCampaign(trx, "world-cup"))!;
      for (const [{ borrowerId }, choiceKey] of [
        [right, "SAMPLE_C"],
        [wrong, "SAMPLE_D"],
        ...pair.map((one) => [one, "SAMPLE_C"] as const),
      ] as const)
        await insertEntrant(trx, borrowerId, id, {
          joinedAt: clock.now(),
          agreedVersion: 1,
          choiceKey,
          code: null,
          grown: 0,
          growsUntil: null,
        });
    });
    const [editor, finance] = [await staff("content"), await staff("finance")];
    const propose = () =>
      once(editor, "/api/staff/campaigns/world-cup/result", {
        optionKey: "SAMPLE_C",
        source: "https://hasil.example/final",
        reason: "Final sudah selesai dimainkan.",
      });
    const { body } = await propose();
    expect(codeOf(await propose())).toBe("PROPOSAL_OPEN");
    const check = () => once(finance, `/api/staff/checks/${body.proposalId}/check`, { approve: true });
    expect((await check()).status).toBe(200);
    const share = grossOf(1_000_000, 250_000).grossRupiah;
    expect(await aside()).toBe(3 * share);
    expect((await see(right.client, "world-cup")).view).toBe("WON");
    await app.settle();
    expect(await sharePools(services)).toBe(0);
    expect(await availableOf(database, account("WALLET", right.borrowerId))).toBe(1_000_000);
    expect(await availableOf(database, account("WALLET", wrong.borrowerId))).toBe(0);
    // Two awards are reviewed first: one is given, one refused; the refused share returns to the pool.
    expect(await aside()).toBe(2 * share);
    const held = await database
      .selectFrom("campaign_award")
      .select(["id", "heldFor"])
      .where("state", "=", "HELD")
      .execute();
    expect(held.map(({ heldFor }) => heldFor)).toEqual([["SAME_BANK_ACCOUNT"], ["SAME_BANK_ACCOUNT"]]);
    const staffId = "01900000-0000-7000-8000-000000000011";
    const decide = (awardId: string, decided: HeldDecision) =>
      transact(database, (trx) => settleHeldAward(services, trx, { awardId, staffId, ...decided }));
    await decide(held[0]!.id, { decision: "GIVE" });
    await decide(held[1]!.id, { decision: "REFUSE", reason: "SAME_PERSON" });
    const wallets = await Promise.all(pair.map((one) => availableOf(database, account("WALLET", one.borrowerId))));
    expect(wallets.toSorted()).toEqual([0, 1_000_000]);
    expect(await aside()).toBe(share);
    // Everyone gets a notice of the result, also winners whose prize was reviewed first.
    const notices = await database
      .selectFrom("notice")
      .select(["borrowerId", "kind"])
      .where("kind", "in", ["campaign.prize", "campaign.award_refused"])
      .execute();
    const of = (taker: { borrowerId: string }) =>
      notices.filter((row) => row.borrowerId === taker.borrowerId).map(({ kind }) => kind);
    expect([of(right), of(wrong)]).toEqual([["campaign.prize"], []]);
    expect(pair.flatMap(of).toSorted()).toEqual(["campaign.award_refused", "campaign.prize"]);
    const [won, lost, ended] = [
      await see(right.client, "world-cup"),
      await see(wrong.client, "world-cup"),
      await see(none.client, "world-cup"),
    ];
    expect([won.view, lost.view, ended.view]).toEqual(["WON", "LOST", "ENDED"]);
    // The page names the prize and its place, without an address that identifies the award.
    expect(won.award).toMatchObject({ state: "GIVEN", prize: { kind: "CASH", rupiah: 1_000_000 } });
    const { body: inbox } = await right.client.get("/api/message");
    expect(inbox.items[0]).toMatchObject({ title: expect.stringMatching(/^Rp 1\.000\.000 .+ dari /) });
    expect(won.pick.result).toMatchObject({ optionKey: "SAMPLE_C", winners: 3, shareRupiah: 1_000_000 });
    expect(codeOf(await propose())).toBe("RESULT_NOT_NOW");
    const { pick } = (await finance.get("/api/staff/campaigns/world-cup")).body;
    expect(pick.options[2]).toEqual({ optionKey: "SAMPLE_C", people: 3 });
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});
