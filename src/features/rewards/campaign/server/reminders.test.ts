/** Campaign notices: once at the opening to people who requested one, and at a stop to entrants. */
import { expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { insertInvitation } from "#features/rewards/invitation/server/store.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { seeds } from "./seed-table.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { borrower, act, nextDay, fresh, see, campaignId } = campaignsOf(app);

const staffIds = new Map<StaffRole, string>();
/** A new login each time: days pass here, and a staff session expires sooner. */
async function staff(role: StaffRole): Promise<TestClient> {
  const email = `${role}@reminder.example`;
  if (!staffIds.has(role))
    staffIds.set(role, (await inviteByOperator(services, { name: role, email, roles: [role] })).staffId);
  return app.staff(staffIds.get(role)!, [role]);
}
const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });
const reason = "Alasan yang dapat dinilai orang lain.";

/** A check-in that opens in this many days, approved by two people. */
async function coming(activityId: string, inDays: number): Promise<void> {
  const [content, finance] = [await staff("content"), await staff("finance")];
  const opensOn = addDays(dateInWib(clock.now()), inDays);
  const draft = await once(content, "/api/staff/campaigns", {
    activityId,
    skin: "check-in",
    titleId: `Masuk ${activityId}`,
    titleEn: `In ${activityId}`,
    titleZh: `签到 ${activityId}`,
    opensOn,
    closesOn: addDays(opensOn, 60),
    budgetRupiah: 5_000_000,
    rules: JSON.stringify(seeds.find((seed) => seed.activityId === "check-in-daily")!.rules),
  });
  expect(draft.body).toEqual({ activityId });
  const { body } = await once(content, `/api/staff/campaigns/${activityId}/proposal`, { reason });
  expect((await once(finance, `/api/staff/checks/${body.proposalId}/check`, { approve: true })).status).toBe(200);
}

const noticeCount = async ({ borrowerId }: Taker, kind: string): Promise<number> =>
  (
    await database
      .selectFrom("notice")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", kind)
      .execute()
  ).length;
const remind = (client: TestClient, activityId: string, wanted: boolean) =>
  act(client, activityId, "reminder", { remind: wanted });

it("Whoever asked is told once at the opening, and nobody else; tapped again it is undone.", async () => {
  await coming("remind-one", 2);
  const [asks, undoes, silent] = [await borrower(), await borrower(), await borrower()];
  expect((await remind(asks.client, "remind-one", true)).body).toEqual({ reminds: true });
  expect((await remind(asks.client, "remind-one", true)).status).toBe(200);
  expect((await see(asks.client, "remind-one")).reminds).toBe(true);
  const listed = (await asks.client.get("/api/activity?state=SOON")).body.items;
  expect(listed.find((item: { activityId: string }) => item.activityId === "remind-one").reminds).toBe(true);
  await remind(undoes.client, "remind-one", true);
  expect((await remind(undoes.client, "remind-one", false)).body).toEqual({ reminds: false });
  expect((await see(undoes.client, "remind-one")).reminds).toBe(false);
  expect((await app.client().post("/api/activity/remind-one/reminder", { remind: true })).status).toBe(401);
  await nextDay();
  expect(await noticeCount(asks, "campaign.opened")).toBe(0);
  await nextDay();
  await app.settle();
  for (let day = 0; day < 2; day++) {
    expect(await noticeCount(asks, "campaign.opened")).toBe(1);
    expect(await noticeCount(undoes, "campaign.opened")).toBe(0);
    expect(await noticeCount(silent, "campaign.opened")).toBe(0);
    await nextDay();
  }
  const late = await fresh(silent.borrowerId);
  expect((await remind(late, "remind-one", true)).body.status.code).toBe("CAMPAIGN_OPENED");
  expect((await remind(late, "unknown-one", true)).body.status.code).toBe("CAMPAIGN_UNKNOWN");
});

it("Promotion comes at most once a day and three times in seven days, and never to who rests.", async () => {
  const names = ["promo-a", "promo-b", "promo-c", "promo-d"];
  for (const name of names) await coming(name, 1);
  const [person, resting] = [await borrower(), await borrower()];
  for (const name of names) {
    await remind(person.client, name, true);
    await remind(resting.client, name, true);
  }
  await resting.client.post("/api/activity/break", { days: 30 });
  const seen: number[] = [];
  for (let day = 0; day < 9; day++) {
    await nextDay();
    await app.settle();
    seen.push(await noticeCount(person, "campaign.opened"));
  }
  expect(seen).toEqual([1, 2, 3, 3, 3, 3, 3, 4, 4]);
  expect(await noticeCount(resting, "campaign.opened")).toBe(0);
});

it("A campaign that stands still is announced when it runs again, and not before.", async () => {
  await coming("still-one", 1);
  const { client, borrowerId } = await borrower();
  await remind(client, "still-one", true);
  const set = (state: string) =>
    database.updateTable("campaign").set({ state }).where("activityId", "=", "still-one").execute();
  await set("PAUSED");
  await nextDay();
  expect(await noticeCount({ client, borrowerId }, "campaign.opened")).toBe(0);
  await set("RUNNING");
  clock.advance(3_600_000);
  await app.settle();
  expect(await noticeCount({ client, borrowerId }, "campaign.opened")).toBe(1);
});

it("Who takes part in a campaign, were it by inviting alone, is told when it is stopped early, once, and nobody is when it ends on its day.", async () => {
  await coming("stop-one", 1);
  await nextDay();
  const [taker, watcher, inviter] = [await borrower(), await borrower(), await borrower()];
  expect((await act(taker.client, "stop-one", "check-in")).status).toBe(200);
  const at = clock.now();
  await transact(database, async (trx) =>
    insertInvitation(trx, {
      id: services.random.uuid(),
      borrowerId: inviter.borrowerId,
      campaignId: await campaignId("stop-one"),
      tail: "90",
      joinedAt: at,
      loanUntil: at,
    }),
  );
  const [support, finance] = [await staff("support"), await staff("finance")];
  const { body } = await once(support, "/api/staff/campaigns/stop-one/move", { to: "ENDED", reason });
  expect((await once(finance, `/api/staff/checks/${body.proposalId}/check`, { approve: true })).status).toBe(200);
  await app.settle();
  await nextDay();
  expect(await noticeCount(taker, "campaign.stopped")).toBe(1);
  expect(await noticeCount(inviter, "campaign.stopped")).toBe(1);
  expect(await noticeCount(watcher, "campaign.stopped")).toBe(0);
  const stop = await database.selectFrom("campaign_stop").select("doneAt").executeTakeFirstOrThrow();
  expect(stop.doneAt).not.toBeNull();
});
