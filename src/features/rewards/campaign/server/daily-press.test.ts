import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { checkedInFor } from "./entrant-store.ts";
import { addCampaignCounters } from "./merge-store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, see, act, codeOf, nextDay, fresh, campaignId } = campaignsOf(app);

interface Answer {
  date: string;
  counted: { activityId: string; points: number; streak: number }[];
  skipped: { activityId: string; reason: string }[];
}
const pressAll = (client: TestClient) => client.post("/api/activity/check-in", {});
const names = (of: readonly { activityId: string }[]) => of.map(({ activityId }) => activityId);
const reasons = ({ skipped }: Answer) => Object.fromEntries(skipped.map((one) => [one.activityId, one.reason]));
const points = (borrowerId: string, more = "") => availableOf(database, account("POINTS", `${borrowerId}${more}`));
const tickets = (borrowerId: string, name: string) => availableOf(database, account("TICKET", `${borrowerId}:${name}`));

describe("one press a day", () => {
  it("counts in check-ins and where the rules are agreed to, in the order of names, and tells of the others what is missing", async () => {
    const { borrowerId, client } = await borrower();
    await act(client, "watering", "join", { agree: true });
    await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
    const { status, body } = await pressAll(client);
    expect(status).toBe(200);
    expect(body.date).toBe(dateInWib(clock.now()));
    expect(body.counted).toEqual([
      { activityId: "check-in-daily", points: 5, streak: 1 },
      { activityId: "golden-egg", points: 1, streak: 0 },
      { activityId: "toy-egg-1", points: 1, streak: 0 },
      { activityId: "watering", points: 30, streak: 0 },
      { activityId: "wish-dream", points: 10, streak: 0 },
    ]);
    expect(reasons(body)).toEqual({
      "check-in-order": "COUNTED_TOGETHER",
      "toy-egg-2": "AGREEMENT_NEEDED",
      "watering-new": "AGREEMENT_NEEDED",
      "watering-new-year": "AGREEMENT_NEEDED",
      "watering-new-skin": "AGREEMENT_NEEDED",
      "watering-new-page": "AGREEMENT_NEEDED",
    });
    // Samples of views are excluded.
    expect(await tickets(borrowerId, "egg-win")).toBe(0);
    expect(await points(borrowerId, ":watering")).toBe(30);
    for (const name of ["check-in-daily", "check-in-order"])
      expect(await see(client, name), name).toMatchObject({ view: "DONE_TODAY", streak: 1, gainedToday: 5 });
    const again = await pressAll(client);
    expect([again.status, codeOf(again)]).toEqual([409, "DONE_ALREADY"]);
    expect(again.body.status.data.nextAt).toBe(instantOf(addDays(body.date, 1)).toISOString());
    // After agreeing to the rules, another press on the same day counts.
    await act(client, "toy-egg-2", "join", { agree: true });
    expect((await pressAll(client)).body.counted).toEqual([{ activityId: "toy-egg-2", points: 1, streak: 0 }]);
  });

  it("is the same by the button of one campaign, which answers for itself", async () => {
    const { borrowerId, client } = await borrower();
    const { body } = await act(client, "check-in-order", "check-in");
    expect(body).toEqual({ date: dateInWib(clock.now()), streak: 1, points: 5 });
    expect(await points(borrowerId)).toBe(5);
    expect(await tickets(borrowerId, "toy-egg-1")).toBe(1);
    expect(codeOf(await act(client, "toy-egg-1", "check-in"))).toBe("DONE_ALREADY");
    expect(codeOf(await act(client, "watering", "check-in"))).toBe("AGREEMENT_NEEDED");
    expect(codeOf(await act(client, "get-coupon", "check-in"))).toBe("CAMPAIGN_UNKNOWN");
    // Its own page offers the ticket before the rules are agreed to.
    expect((await act(client, "toy-egg-2", "check-in")).body.points).toBe(1);
  });

  it("tells those who are not verified what chance asks for, and counts their check-in", async () => {
    const { client } = await borrower(false);
    const { body } = await pressAll(client);
    expect(names(body.counted)).toEqual(["check-in-daily"]);
    expect(reasons(body)).toMatchObject({ "golden-egg": "IDENTITY_NEEDED", "check-in-order": "COUNTED_TOGETHER" });
  });

  it("counts nowhere in a rest, and says so", async () => {
    const { borrowerId, client } = await borrower(false);
    await client.post("/api/activity/break", { days: 30 });
    const { status, body } = await pressAll(client);
    expect([status, body.counted]).toEqual([200, []]);
    expect(new Set(Object.values(reasons(body)))).toEqual(new Set(["BREAK"]));
    expect(await points(borrowerId)).toBe(0);
  });

  it("gives the points of the longer streak where check-ins count together", async () => {
    const { borrowerId, client } = await borrower(false);
    await database
      .insertInto("campaign_check_in")
      .values({
        borrowerId,
        campaignId: await campaignId("check-in-order"),
        checkedOn: addDays(dateInWib(clock.now()), -1),
        streak: 6,
        points: 5,
      })
      .execute();
    const { body } = await pressAll(client);
    expect(body.counted.slice(0, 2)).toEqual([
      { activityId: "check-in-daily", points: 5, streak: 1 },
      { activityId: "check-in-order", points: 45, streak: 7 },
    ]);
    expect([await points(borrowerId), await checkedInFor(database, borrowerId, body.date)]).toEqual([50, 50]);
    expect(await see(client, "check-in-order")).toMatchObject({ streak: 7, gainedToday: 50 });
  });
});

describe("one that fails", () => {
  it("stops no other, and counts with the next press", async () => {
    const { client } = await borrower();
    await act(client, "watering", "join", { agree: true });
    const release = await brokenCampaign("golden-egg");
    const { status, body } = await pressAll(client);
    expect(status).toBe(200);
    expect(names(body.counted)).toEqual(["check-in-daily", "toy-egg-1", "watering"]);
    expect(reasons(body)["golden-egg"]).toBe("TRY_LATER");
    await release();
    expect(names((await pressAll(client)).body.counted)).toEqual(["golden-egg"]);
  });

  it("is told by its own button, while the others count; a button that is not there presses nothing", async () => {
    const { client } = await borrower();
    for (const [name, code] of [
      ["egg-soon", "CAMPAIGN_SOON"],
      ["egg-paused", "CAMPAIGN_PAUSED"],
      ["egg-ended", "CAMPAIGN_ENDED"],
    ] as const)
      expect(codeOf(await act(client, name, "check-in"))).toBe(code);
    expect((await see(client, "check-in-daily")).view).toBe("RUNNING");
    expect(codeOf(await act(client, "egg-empty", "check-in"))).toBe("BUDGET_OUT");
    expect((await see(client, "check-in-daily")).view).toBe("DONE_TODAY");
  });
});

/** No ticket of this campaign can be written until the lock is released. */
async function brokenCampaign(activityId: string): Promise<() => Promise<void>> {
  const id = await campaignId(activityId);
  await sql`alter table campaign_ticket add constraint broken check (campaign_id <> ${sql.lit(id)}) not valid`.execute(
    database,
  );
  return async () => {
    await sql`alter table campaign_ticket drop constraint broken`.execute(database);
  };
}

describe("races", () => {
  it("one of twenty presses counts in each campaign, by whichever button", async () => {
    const { borrowerId, client } = await borrower();
    await act(client, "watering", "join", { agree: true });
    await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
    const buttons = ["check-in-daily", "check-in-order", "toy-egg-1", "watering"];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? pressAll(client) : act(client, buttons[index % 4]!, "check-in"),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const counted = answers.flatMap(({ body }) => names((body.counted as Answer["counted"] | undefined) ?? []));
    expect(counted.length).toBe(new Set(counted).size);
    expect(await points(borrowerId)).toBe(5);
    expect(await tickets(borrowerId, "toy-egg-1")).toBe(1);
    expect(await points(borrowerId, ":watering")).toBe(30);
    expect((await see(client, "wish-dream")).wish.points).toBe(10);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("belongs to the day on which it was pressed, and a minute later counts for the next", async () => {
    const { borrowerId } = await borrower();
    const day = addDays(dateInWib(clock.now()), 1);
    await nextDay(23);
    clock.advance(instantOf(addDays(day, 1)).getTime() - clock.now().getTime() - 1);
    const before = await fresh(borrowerId);
    const late = (await Promise.all([pressAll(before), pressAll(before)])).flatMap(({ body }) =>
      names(body.counted ?? []),
    );
    expect(late.toSorted()).toEqual(["check-in-daily", "golden-egg", "toy-egg-1"]);
    clock.advance(1);
    const early = await pressAll(await fresh(borrowerId));
    expect(early.body.date).toBe(addDays(day, 1));
    expect(early.body.counted[0]).toEqual({ activityId: "check-in-daily", points: 5, streak: 2 });
    expect(await points(borrowerId)).toBe(10);
  });
});

it("two accounts that become one have one check-in a day", async () => {
  const { borrowerId } = await borrower(false);
  const other = await borrower(false);
  await pressAll(await fresh(other.borrowerId));
  await transact(database, (trx) => addCampaignCounters(trx, other.borrowerId, borrowerId));
  expect((await pressAll(await fresh(borrowerId))).body.counted).toEqual([]);
});
