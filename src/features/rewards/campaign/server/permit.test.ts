/**
 * A draw's permit is verified by two people, and in prod no draw starts before. // UU 22/1954; product decisions,
 * rewards 9
 */
import { expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { decideProposal } from "#server/four-eyes/proposals.ts";
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { proposeCampaign } from "./approval.ts";
import { mayStart, permitKind } from "./permit.ts";
import { seeds } from "./seed-table.ts";
import { findCampaign } from "./store.ts";
import { moveStates } from "./sweeps.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
/** The same installation as in prod. */
const prod: Services = { ...services, config: { ...services.config, appEnv: "prod" } };
const reason = "Alasan yang dapat dinilai orang lain.";
const points = {
  prizeKey: "POINTS_20",
  prize: { kind: "POINTS", points: 20 },
  stock: 0,
  perDay: 0,
  costPoints: 0,
};
const eggs = {
  mechanic: "INSTANT",
  prizes: [{ ...points, ppm: 1_000_000 }],
  tasks: [{ task: "DAILY_SIGN_IN", gives: 1 }],
  playsADay: 3,
  choices: 3,
  asksAgreement: false,
};

let invited = 0;
const staff = async (...roles: StaffRole[]): Promise<TestClient & { staffId: string }> => {
  const email = `p${++invited}@tunai.example`;
  const { staffId } = await inviteByOperator(services, { name: `P${invited}`, email, roles });
  return { ...(await app.staff(staffId, roles)), staffId };
};
const [content, finance] = [await staff("content"), await staff("finance")];

const once = (client: TestClient, path: string, body: object) =>
  client.post(path, body, { "Idempotency-Key": services.random.uuid() });
const codeOf = (answer: { body: { status?: { code: string } } }) => answer.body.status?.code;
const fields = (more: object = {}) => ({
  skin: "toy-egg",
  titleId: "Telur uji",
  titleEn: "Test eggs",
  titleZh: "测试蛋",
  opensOn: dateInWib(clock.now()),
  closesOn: addDays(dateInWib(clock.now()), 30),
  budgetRupiah: 5_000_000,
  permitNumber: "UJI/1",
  rules: JSON.stringify(eggs),
  ...more,
});
const draft = (activityId: string, more: object = {}) =>
  once(content, "/api/staff/campaigns", { activityId, ...fields(more) });
const at = (activityId: string, what = "") => `/api/staff/campaigns/${activityId}${what}`;
const seen = async (activityId: string) => (await content.get(at(activityId))).body;
const row = async (activityId: string) => (await findCampaign(database, activityId))!;
/** As if its number was entered in prod: not a sample. */
const enteredInProd = async (activityId: string) => {
  const permit = JSON.stringify({ number: "UJI/1", isSample: false });
  await database.updateTable("campaign").set({ permit }).where("activityId", "=", activityId).execute();
};
const verify = async (activityId: string) => {
  const { body } = await once(content, at(activityId, "/permit"), { reason });
  return once(finance, `/api/staff/checks/${body.proposalId}/check`, { approve: true });
};
const maker = { makerId: content.staffId, makerDevice: null };
const checker = {
  id: finance.staffId,
  staffId: finance.staffId,
  name: "P2",
  roles: ["finance"],
  deviceToken: null,
  createdAt: clock.now(),
} as const;

it("A permit is proposed as verified by one and confirmed by another; its card shows number, period and prizes.", async () => {
  expect((await draft("permit-eggs")).status).toBe(200);
  expect(await seen("permit-eggs")).toMatchObject({
    asksPermit: true,
    permit: { number: "UJI/1", isSample: true, verifiedOn: null },
  });
  const { body } = await once(content, at("permit-eggs", "/permit"), { reason });
  expect(codeOf(await once(content, at("permit-eggs", "/permit"), { reason }))).toBe("PROPOSAL_OPEN");
  const card = JSON.stringify((await finance.get(`/api/staff/checks/${body.proposalId}`)).body);
  for (const shown of ["UJI/1 · contoh · belum diverifikasi", "Telur uji", "20 poin · peluang 100%"])
    expect(card).toContain(shown);
  const check = `/api/staff/checks/${body.proposalId}/check`;
  expect(codeOf(await once(content, check, { approve: true }))).toBe("NOT_ALLOWED");
  expect((await once(finance, check, { approve: true })).body).toMatchObject({ state: "CONFIRMED" });
  expect((await seen("permit-eggs")).permit.verifiedOn).toBe(dateInWib(clock.now()));
  expect(codeOf(await once(content, at("permit-eggs", "/permit"), { reason }))).toBe("PERMIT_NOT_OPEN");
  const { proposalId } = (await once(content, at("permit-eggs", "/proposal"), { reason })).body;
  const approval = JSON.stringify((await finance.get(`/api/staff/checks/${proposalId}`)).body);
  expect(approval).toContain("UJI/1 · contoh · terverifikasi");
});

it("A draft that is written anew is to be verified anew, and a proposal about the one before is stale.", async () => {
  await draft("changed-permit");
  const { proposalId } = (await once(content, at("changed-permit", "/permit"), { reason })).body;
  await once(content, at("changed-permit", "/draft"), fields({ permitNumber: "UJI/2" }));
  const check = () => once(finance, `/api/staff/checks/${proposalId}/check`, { approve: true });
  expect(codeOf(await check())).toBe("PROPOSAL_STALE");
  expect((await verify("changed-permit")).status).toBe(200);
  await once(content, at("changed-permit", "/draft"), fields({ permitNumber: "UJI/2", budgetRupiah: 9_000_000 }));
  expect((await seen("changed-permit")).permit).toEqual({ number: "UJI/2", isSample: true, verifiedOn: null });
});

it("Rules that change between the look and the act make the confirmation stale in the act itself.", async () => {
  await draft("raced-permit");
  const before = await row("raced-permit");
  await once(content, at("raced-permit", "/draft"), fields({ budgetRupiah: 9_000_000 }));
  const act = (rulesVersion: number) =>
    transact(database, (trx) =>
      permitKind.carryOut(
        services,
        trx,
        { subjectId: before.id, payload: { activityId: "raced-permit", rulesVersion } } as never,
        finance.staffId,
        "id",
      ),
    );
  await expect(act(before.rulesVersion)).rejects.toMatchObject({ code: "PROPOSAL_STALE" });
  expect((await row("raced-permit")).permit?.verifiedAt ?? null).toBeNull();
  await act((await row("raced-permit")).rulesVersion);
  await expect(act((await row("raced-permit")).rulesVersion)).rejects.toMatchObject({ code: "PROPOSAL_STALE" });
});

it("What needs no permit has none to verify, and what is nobody's is unknown.", async () => {
  const gift = seeds.find(({ activityId }) => activityId === "get-coupon")!;
  await draft("no-permit", { skin: gift.skin, rules: JSON.stringify(gift.rules), permitNumber: "" });
  expect(await seen("no-permit")).toMatchObject({ asksPermit: false, permit: null });
  expect(codeOf(await once(content, at("no-permit", "/permit"), { reason }))).toBe("PERMIT_NOT_OPEN");
  expect(codeOf(await once(content, at("no-such-eggs", "/permit"), { reason }))).toBe("CAMPAIGN_UNKNOWN");
  expect(codeOf(await once(finance, at("no-permit", "/permit"), { reason }))).toBe("NOT_ALLOWED");
});

it("In prod an unverified permit is refused where a draft is proposed, and a sample's where it starts.", async () => {
  await draft("prod-eggs");
  const propose = () =>
    transact(database, (trx) => proposeCampaign(prod, trx, maker, "prod-eggs", reason)).catch(
      (refusal: unknown) => refusal,
    );
  expect(mayStart(services, await row("prod-eggs"))).toBe(true);
  await verify("prod-eggs");
  // Verified, but a sample's.
  expect(await propose()).toMatchObject({ code: "PERMIT_UNVERIFIED" });
  await enteredInProd("prod-eggs");
  expect(await propose()).toMatchObject({ code: "PERMIT_UNVERIFIED" });
  expect((await verify("prod-eggs")).status).toBe(200);
  expect(await propose()).toEqual(expect.any(String));
});

it("In prod nothing opens and nothing goes on without a verified permit, whatever was approved before.", async () => {
  await draft("old-eggs");
  await transact(database, async (trx) => {
    const proposalId = await proposeCampaign(services, trx, maker, "old-eggs", reason);
    await decideProposal(services, trx, checker as never, { proposalId, approve: true });
  });
  await enteredInProd("old-eggs");
  await moveStates(prod);
  expect((await row("old-eggs")).state).toBe("APPROVED");
  // Paused and resumed, it would run as well.
  await once(content, at("old-eggs", "/pause"), { reason });
  const { proposalId } = (await once(content, at("old-eggs", "/move"), { reason, to: "RUNNING" })).body;
  const resume = () =>
    transact(database, (trx) => decideProposal(prod, trx, checker as never, { proposalId, approve: true })).catch(
      (refusal: unknown) => refusal,
    );
  expect(await resume()).toMatchObject({ code: "PERMIT_UNVERIFIED" });
  expect((await row("old-eggs")).state).toBe("PAUSED");
  expect((await verify("old-eggs")).status).toBe(200);
  expect(await resume()).toMatchObject({ state: "CONFIRMED" });
  expect((await row("old-eggs")).state).toBe("RUNNING");

  await draft("new-eggs");
  await transact(database, async (trx) => {
    const approval = await proposeCampaign(services, trx, maker, "new-eggs", reason);
    await decideProposal(services, trx, checker as never, { proposalId: approval, approve: true });
  });
  await enteredInProd("new-eggs");
  await verify("new-eggs");
  await moveStates(prod);
  expect((await row("new-eggs")).state).toBe("RUNNING");
});
