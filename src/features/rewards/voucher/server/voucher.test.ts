import { expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { voucherCodeOf } from "./index.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, claim, codeOf } = campaignsOf(app);

const staff = async (...roles: StaffRole[]): Promise<TestClient> => {
  const { staffId } = await inviteByOperator(services, { name: "V", email: `v${roles[0]}@tunai.example`, roles });
  return app.staff(staffId, roles);
};
const finance = await staff("finance");
const load = (body: object) =>
  finance.post("/api/staff/rewards/vouchers", body, { "Idempotency-Key": services.random.uuid() });
const stock = async () =>
  (await finance.get("/api/staff/rewards/vouchers")).body.items.find(
    (one: { voucherKey: string }) => one.voucherKey === "PHONE_CREDIT",
  );
const points = (borrowerId: string) => availableOf(database, account("POINTS", borrowerId));

/** Somebody with points. */
async function collector() {
  const taker = await borrower(false);
  await transact(database, (trx) =>
    givePoints(services, trx, {
      borrowerId: taker.borrowerId,
      source: "award_test",
      points: 6_000,
      title: { id: "Uji", en: "Test", zh: "测试" },
    }),
  );
  return taker;
}

it("A code is given once, to its owner's eyes alone; none left takes no points.", async () => {
  await database.deleteFrom("voucher_code").where("voucher_key", "=", "PHONE_CREDIT").execute();
  expect(await stock()).toBeUndefined();
  const { borrowerId, client } = await collector();
  expect(codeOf(await claim(client, "points-shop", "PHONE_25000"))).toBe("OUT_OF_STOCK");
  expect(await points(borrowerId)).toBe(6_000);
  const itemLeft = async (of: TestClient) =>
    (await of.get("/api/points")).body.items.find((item: { prizeKey: string }) => item.prizeKey === "PHONE_25000")
      .stockLeft;
  expect(await itemLeft(client)).toBe(0);
  expect((await load({ voucherKey: "PHONE_CREDIT", codes: "PULSA-0001\nPULSA-0002\n", count: 2 })).body).toEqual({
    loaded: 2,
    known: 0,
  });
  expect((await load({ voucherKey: "PHONE_CREDIT", codes: "PULSA-0001", count: "1" })).body).toEqual({
    loaded: 0,
    known: 1,
  });
  const { body } = await claim(client, "points-shop", "PHONE_25000");
  expect(body.state).toBe("GIVEN");
  expect(await points(borrowerId)).toBe(3_500);
  expect(await itemLeft(client)).toBe(1);
  const told = await database.selectFrom("notice").select("kind").where("borrower_id", "=", borrowerId).execute();
  expect(told).toEqual([{ kind: "campaign.prize" }]);
  const path = `/api/activity/points-shop?award=${body.awardId}`;
  expect((await client.get(path)).body.voucherCode).toMatch(/^PULSA-000[12]$/);
  const other = await collector();
  expect((await other.client.get(path)).body.voucherCode).toBeNull();
  const { awardId } = body;
  expect(await voucherCodeOf(services, database, { borrowerId, awardId })).toMatch(/^PULSA-000[12]$/);
  expect(await voucherCodeOf(services, database, { borrowerId: other.borrowerId, awardId })).toBeNull();
  expect(await stock()).toEqual({ voucherKey: "PHONE_CREDIT", left: 1, given: 1 });
  const rows = await database.selectFrom("voucher_code").select("code_sealed").execute();
  expect(rows.every((row) => !row.code_sealed.includes("PULSA"))).toBe(true);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("Ten people at once get the codes that there are, each another one.", async () => {
  await database.deleteFrom("voucher_code").where("voucher_key", "=", "PHONE_CREDIT").execute();
  await load({ voucherKey: "PHONE_CREDIT", codes: "KODE-A1\nKODE-A2\nKODE-A3", count: 3 });
  const people = await Promise.all(Array.from({ length: 10 }, () => collector()));
  const answers = await Promise.all(people.map(({ client }) => claim(client, "points-shop", "PHONE_25000")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["OUT_OF_STOCK"]));
  const codes = await database
    .selectFrom("voucher_code")
    .select("award_id")
    .where("award_id", "is not", null)
    .execute();
  expect(new Set(codes.map((row) => row.award_id)).size).toBe(codes.length);
});

it("What is no code, or not as many as said, is not loaded.", async () => {
  const wrong = await load({ voucherKey: "PHONE_CREDIT", codes: "GOOD-1\nno code!", count: 2 });
  expect(wrong.body.status).toMatchObject({ code: "CODES_FORMAT", data: { line: 2 } });
  const many = await load({ voucherKey: "PHONE_CREDIT", codes: "GOOD-1\nGOOD-2", count: 3 });
  expect(many.body.status).toMatchObject({ code: "CODES_COUNT", data: { lines: 2 } });
});
