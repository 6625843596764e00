import { expect, it } from "vitest";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { pagesOfSources } from "#tests/support/drawn-screens.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { loadCodes, takeVoucherCode } from "./codes.ts";
import { hasVoucherCode, voucherCodeOf } from "./index.ts";

const origin = "http://localhost:3000";
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

/** A borrower with points. */
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
  await database.deleteFrom("voucher_code").where("voucherKey", "=", "PHONE_CREDIT").execute();
  expect(await stock()).toBeUndefined();
  const { borrowerId, client } = await collector();
  expect(codeOf(await claim(client, "points-shop", "PHONE_25000"))).toBe("OUT_OF_STOCK");
  expect(await points(borrowerId)).toBe(6_000);
  const itemLeft = async (of: TestClient) =>
    (await of.get("/api/points")).body.items.find((item: { prizeKey: string }) => item.prizeKey === "PHONE_25000")
      .stockLeft;
  expect(await itemLeft(client)).toBe(0);
  expect(
    (await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "PULSA-0001\nPULSA-0002\n", count: 2 })).body,
  ).toEqual({
    loaded: 2,
    known: 0,
  });
  expect(
    (await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "PULSA-0001", count: "1" })).body,
  ).toEqual({
    loaded: 0,
    known: 1,
  });
  const { body } = await claim(client, "points-shop", "PHONE_25000");
  expect(body.state).toBe("GIVEN");
  expect(await points(borrowerId)).toBe(3_500);
  expect(await itemLeft(client)).toBe(1);
  const notices = await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute();
  expect(notices).toEqual([{ kind: "campaign.prize" }]);
  const path = `/api/activity/points-shop?award=${body.awardId}`;
  expect((await client.get(path)).body.voucherCode).toMatch(/^PULSA-000[12]$/);
  const other = await collector();
  expect((await other.client.get(path)).body.voucherCode).toBeNull();
  const { awardId } = body;
  expect(await voucherCodeOf(services, database, { borrowerId, awardId })).toMatch(/^PULSA-000[12]$/);
  expect(await voucherCodeOf(services, database, { borrowerId: other.borrowerId, awardId })).toBeNull();
  expect(await stock()).toEqual({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, left: 1, given: 1 });
  const rows = await database.selectFrom("voucher_code").select("codeSealed").execute();
  expect(rows.every((row) => !row.codeSealed.includes("PULSA"))).toBe(true);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("Ten people at once get the codes that there are, each another one.", async () => {
  await database.deleteFrom("voucher_code").where("voucherKey", "=", "PHONE_CREDIT").execute();
  await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "KODE-A1\nKODE-A2\nKODE-A3", count: 3 });
  expect(await hasVoucherCode(database, { voucherKey: "PHONE_CREDIT", rupiah: 25_000 })).toBe(true);
  const people = await Promise.all(Array.from({ length: 10 }, () => collector()));
  const answers = await Promise.all(people.map(({ client }) => claim(client, "points-shop", "PHONE_25000")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["OUT_OF_STOCK"]));
  const codes = await database.selectFrom("voucher_code").select("awardId").where("awardId", "is not", null).execute();
  expect(new Set(codes.map((row) => row.awardId)).size).toBe(codes.length);
  // New prizes wait until codes are loaded.
  expect(await hasVoucherCode(database, { voucherKey: "PHONE_CREDIT", rupiah: 25_000 })).toBe(false);
});

it("What is no code, or not as many as said, is not loaded.", async () => {
  const wrong = await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "GOOD-1\nno code!", count: 2 });
  expect(wrong.body.status).toMatchObject({ code: "CODES_FORMAT", data: { line: 2 } });
  const many = await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "GOOD-1\nGOOD-2", count: 3 });
  expect(many.body.status).toMatchObject({ code: "CODES_COUNT", data: { lines: 2 } });
});

it("A prize takes a code of its own worth, and what a page says is left are those codes.", async () => {
  await database.deleteFrom("voucher_code").where("voucherKey", "=", "PHONE_CREDIT").execute();
  await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 10_000, codes: "SEPULUH-1\nSEPULUH-2", count: 2 });
  const { client } = await collector();
  const gift = async () =>
    (await app.client().get("/api/activity/order-gift")).body.prizes.find(
      (line: { prizeKey: string }) => line.prizeKey === "VOUCHER_25000",
    ).left;
  expect(await gift()).toBe(0);
  expect(codeOf(await claim(client, "points-shop", "PHONE_25000"))).toBe("OUT_OF_STOCK");
  await load({ voucherKey: "PHONE_CREDIT", valueRupiah: 25_000, codes: "DUALIMA-1", count: 1 });
  expect(await gift()).toBe(1);
  const { body } = await claim(client, "points-shop", "PHONE_25000");
  expect((await client.get(`/api/activity/points-shop?award=${body.awardId}`)).body.voucherCode).toBe("DUALIMA-1");
  expect(codeOf(await claim(client, "points-shop", "PHONE_25000"))).toBe("OUT_OF_STOCK");
  // A code of unknown value is never given.
  await database.updateTable("voucher_code").set({ rupiah: null }).where("borrowerId", "is", null).execute();
  expect((await finance.get("/api/staff/rewards/vouchers")).body.items).toContainEqual({
    voucherKey: "PHONE_CREDIT",
    valueRupiah: null,
    left: 2,
    given: 0,
  });
});

it("Points are exchanged in two steps: the price with what is left of them, then what one got and where it is.", async () => {
  const pages = pagesOfSources(app);
  const { client } = await collector();
  const cookie = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = async (path: string, body?: URLSearchParams) => {
    const headers = { Cookie: cookie(), ...(body ? { Origin: origin } : {}) };
    const request = new Request(origin + path, { headers, ...(body ? { method: "POST", body } : {}) });
    const {
      status,
      headers: answered,
      body: html,
    } = await pages(requestOfWeb(request), app.caller(headers), undefined);
    return { status, location: String(answered["location"] ?? ""), html: String(html).replaceAll("\u00a0", " ") };
  };
  const item = "/webview/integral-detail?item=points-shop.COUPON_10000";
  const first = await ask(item);
  expect(first.html).toContain("Tukar 1.000 poin");
  expect(first.html).not.toContain("<form");
  expect(first.html).toContain("Untuk pinjaman mulai Rp 200.000.");
  expect(first.html).toContain(`${item.replace("&", "&amp;")}&amp;step=confirm`);
  const second = await ask(`${item}&step=confirm`);
  for (const words of ["Tukar 1.000 poin?", "5.000", "Penukaran tidak bisa dibatalkan.", "Ya, tukar 1.000 poin"])
    expect(second.html).toContain(words);
  const fields = [...second.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
  const sent = await ask(`${item}&step=confirm`, form);
  expect(sent.status, sent.html).toBe(303);
  const got = await ask(sent.location);
  for (const words of ["Kupon potongan bunga Rp 10.000", "Sisa poin Anda: 5.000.", "Lihat kupon", "berlaku sampai"])
    expect(got.html).toContain(words);
  // The record of points names what they were spent on.
  const { items } = (await client.get("/api/points/records")).body;
  expect(items[0]).toMatchObject({ kind: "SPENT", points: 1_000, title: "Kupon potongan bunga Rp 10.000" });
});

it("A second try for an award keeps the code that the first one gave.", async () => {
  const { borrowerId } = await collector();
  const kind = { voucherKey: "SECOND_TRY", rupiah: 10_000 };
  const staffId = services.random.uuid();
  await transact(database, (trx) =>
    loadCodes(services, trx, { ...kind, codes: ["ULANG-0001", "ULANG-0002"], staffId }),
  );
  const awardId = services.random.uuid();
  const take = () => transact(database, (trx) => takeVoucherCode(services, trx, { ...kind, borrowerId, awardId }));
  expect([await take(), await take()]).toEqual([true, true]);
  const given = await database
    .selectFrom("voucher_code")
    .select("id")
    .where("voucherKey", "=", kind.voucherKey)
    .where("awardId", "is not", null)
    .execute();
  expect(given).toHaveLength(1);
});
