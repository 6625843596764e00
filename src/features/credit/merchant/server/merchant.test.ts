/** Shops: optional, checked by staff, counted while valid; and the sales of a linked shop as income. */
import { expect, it } from "vitest";
import { changingNumber } from "#tests/support/changing-number.ts";
import { applicant } from "#tests/support/person.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { countedOf } from "./center.ts";
import { mergedShops } from "./merging.ts";
import { shopsOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { owner, upload, picture, staff, decide, check, caseOf } = await changingNumber(app);
const path = "/api/merchant";
const day = 86_400_000;
const codeOf = ({ status, body }: TestResponse) => [status, body.status?.code];
const key = () => ({ "Idempotency-Key": random.uuid() });
const facts = {
  name: "Toko Siti",
  kind: "FOOD",
  platform: "SHOPEE",
  link: "shopee.co.id/tokositi",
  months: 18,
  monthlyTurnoverRupiah: 4_000_000,
  villageCode: "31.71.01.1001",
  nib: "",
};
const add = (client: TestClient, more: object = {}) => client.post(path, { ...facts, ...more }, key());
const photo = async (client: TestClient, shopId: string, bytes?: Uint8Array) =>
  upload(client, `${path}/${shopId}/photo`, "photo", bytes ?? (await picture()));
const submit = (client: TestClient, shopId: string) => client.post(`${path}/${shopId}/submit`, {}, key());
async function sent(client: TestClient, more: object = {}): Promise<string> {
  const { shopId } = (await add(client, more)).body;
  expect((await photo(client, shopId)).body.photos).toHaveLength(1);
  const answer = await submit(client, shopId);
  expect(answer.body.state, answer.text).toBe("SUBMITTED");
  return shopId;
}
const stateOf = async (client: TestClient, shopId: string) => (await client.get(`${path}/${shopId}`)).body.state;
const noticesOf = async (borrowerId: string) =>
  (await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("merchant."));
const sourceOf = async (client: TestClient) =>
  (await client.get("/api/membership")).body.plusConditions.find(({ code }: { code: string }) => code === "SOURCE")
    .isMet;

it("A shop is told with its fields, three at most however many come at once, and is its owner's alone.", async () => {
  const { client } = await owner();
  for (const [field, more] of [
    ["nib", { nib: "12345" }],
    ["link", { link: "toko siti" }],
    ["link", { link: "" }],
    ["kind", { kind: "X" }],
    ["months", { months: -1 }],
  ] as const) {
    const { status, body } = await add(client, more);
    expect([status, body.status.fields[0].path]).toEqual([422, field]);
  }
  expect(codeOf(await add(client, { villageCode: "99.99.99.9999" }))).toEqual([422, "AREA_UNKNOWN"]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(client, { link: `shopee.co.id/t${index}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const one of answers.filter(({ status }) => status !== 200)) expect(codeOf(one)).toEqual([409, "SHOPS_FULL"]);
  const { items } = (await client.get(path)).body;
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({ state: "DRAFT", name: facts.name, area: expect.stringContaining(",") });
  const other = (await owner()).client;
  expect(codeOf(await other.get(`${path}/${items[0].shopId}`))).toEqual([404, "SHOP_UNKNOWN"]);
  expect(codeOf(await submit(other, items[0].shopId))).toEqual([404, "SHOP_UNKNOWN"]);
  expect(codeOf(await photo(other, items[0].shopId))).toEqual([404, "SHOP_UNKNOWN"]);
  await other.post(`${path}/${items[0].shopId}/remove`, {});
  expect((await client.get(path)).body.items).toHaveLength(3);
  // Neither name nor address is stored in plain text.
  const rows = JSON.stringify(await database.selectFrom("merchant_shop").selectAll().execute());
  expect(rows).not.toMatch(/Toko Siti|tokositi|shopee\.co/);
  expect((await client.post(`${path}/${items[0].shopId}/remove`, {})).body.items).toHaveLength(2);
});

it("Photos are added and taken back until it is sent; one at least, six at most, and none twice.", async () => {
  const { client } = await owner();
  const { shopId } = (await add(client)).body;
  expect(codeOf(await submit(client, shopId))).toEqual([409, "SHOP_PHOTO_NEEDED"]);
  const same = await picture();
  await photo(client, shopId, same);
  // The same one again gives the same result.
  expect((await photo(client, shopId, same)).body.photos).toHaveLength(1);
  for (let more = 2; more <= 6; more++) expect((await photo(client, shopId)).status).toBe(200);
  expect(codeOf(await photo(client, shopId))).toEqual([409, "PHOTO_COUNT"]);
  const [first] = (await client.get(`${path}/${shopId}`)).body.photos;
  const one = `${path}/${shopId}/photo/${first.evidenceId}`;
  expect((await client.get(one)).headers.get("content-type")).toBe("image/jpeg");
  expect(codeOf(await (await owner()).client.get(one))).toEqual([404, "SHOP_PHOTO_UNKNOWN"]);
  expect((await client.post(`${one}/delete`, {})).body).toEqual({ deleted: true });
  expect(codeOf(await client.post(`${one}/delete`, {}))).toEqual([404, "SHOP_PHOTO_UNKNOWN"]);
  expect((await submit(client, shopId)).body.photos).toHaveLength(5);
  expect(codeOf(await submit(client, shopId))).toEqual([409, "SHOP_CLOSED"]);
  expect(codeOf(await photo(client, shopId))).toEqual([409, "SHOP_CLOSED"]);
});

it("One person decides; verified it counts as a source for 90 days, and its owner is told of each outcome.", async () => {
  const { client, borrowerId } = await owner();
  expect(await sourceOf(client)).toBe(false);
  const shopId = await sent(client, { link: "shopee.co.id/satu" });
  expect((await client.get(`${path}/${shopId}`)).body.promisedUntil).toBe(
    new Date(clock.now().getTime() + 72 * 3_600_000).toISOString(),
  );
  const found = await caseOf(shopId);
  expect(found.twoPeople).toBe(false);
  const seen = (await (await staff().client()).get(`/api/staff/reviews/${found.id}`)).body;
  expect(seen.lines).toContainEqual(expect.objectContaining({ text: facts.name }));
  expect(seen.evidence).toHaveLength(1);
  expect((await decide(staff(), found.id, { decision: "APPROVE" })).status).toBe(200);
  expect([await stateOf(client, shopId), await sourceOf(client)]).toEqual(["VERIFIED", true]);

  const second = await sent(client, { link: "tokopedia.com/lain", platform: "TOKOPEDIA" });
  const { id } = await caseOf(second);
  expect((await decide(staff(), id, { decision: "REJECT", reasonCode: "PHOTOS_UNCLEAR" })).status).toBe(200);
  expect((await client.get(`${path}/${second}`)).body).toMatchObject({
    state: "REJECTED",
    reason: { code: "PHOTOS_UNCLEAR" },
    endsAt: null,
  });
  const draft = (await add(client, { platform: "OFFLINE", link: "" })).body.shopId;
  clock.advance(90 * day - 1_000);
  await app.settle();
  const later = await app.loggedIn(borrowerId);
  expect(await stateOf(later, shopId)).toBe("VERIFIED");
  expect(await sourceOf(later)).toBe(true);
  clock.advance(1_000);
  // No sweep has run yet.
  expect([await stateOf(later, shopId), await sourceOf(later)]).toEqual(["VERIFIED", false]);
  await app.settle();
  expect([await stateOf(later, shopId), await stateOf(later, draft), await sourceOf(later)]).toEqual([
    "EXPIRED",
    "EXPIRED",
    false,
  ]);
  expect((await noticesOf(borrowerId)).toSorted()).toEqual([
    "merchant.expired",
    "merchant.rejected",
    "merchant.verified",
  ]);
});

it("A link that another borrower gave, however it is spelled, is flagged and needs two people; a removed shop's case ends.", async () => {
  const first = (await owner()).client;
  await sent(first, { link: "https://www.shopee.co.id/Warung-Ani/?utm=1" });
  const { client, borrowerId } = await owner();
  const shopId = await sent(client, { link: "shopee.co.id/warung-ani" });
  const found = await caseOf(shopId);
  expect(found.twoPeople).toBe(true);
  const seen = (await (await staff().client()).get(`/api/staff/reviews/${found.id}`)).body;
  expect(seen.lines.filter(({ isFlag }: { isFlag: boolean }) => isFlag)).toHaveLength(1);
  expect((await decide(staff(), found.id, { decision: "APPROVE" })).status).toBe(200);
  expect(await stateOf(client, shopId)).toBe("SUBMITTED");
  await check(staff(), (await caseOf(shopId)).proposalId!);
  expect(await stateOf(client, shopId)).toBe("VERIFIED");
  expect(await noticesOf(borrowerId)).toEqual(["merchant.verified"]);

  const mine = await sent(client, { link: "shopee.co.id/lain" });
  const { id } = await caseOf(mine);
  expect((await client.post(`${path}/${mine}/remove`, {})).body.items).toHaveLength(1);
  expect(await caseOf(mine)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
  expect(codeOf(await decide(staff(), id, { decision: "APPROVE" }))).toEqual([409, "REVIEW_NOT_WAITING"]);
});

it("A draft of another borrower with the same link does not ask for two people.", async () => {
  const link = "shopee.co.id/baru-mulai";
  expect((await add((await owner()).client, { link })).status).toBe(200);
  const shopId = await sent((await owner()).client, { link });
  expect((await caseOf(shopId)).twoPeople).toBe(false);
});

it("Shops of two accounts become those of one: three at most, one of each link, and back again but for those before people.", async () => {
  const [survivor, absorbed] = [await owner(), await owner()];
  const merge = { mergeId: random.uuid(), survivorId: survivor.borrowerId, absorbedId: absorbed.borrowerId };
  const drawn = async (of: typeof survivor, link: string) => (await add(of.client, { link })).body.shopId as string;
  const [same, own] = [await drawn(survivor, "shopee.co.id/dua-akun"), await drawn(survivor, "shopee.co.id/sendiri")];
  await drawn(absorbed, "shopee.co.id/dua-akun");
  const draft = await drawn(absorbed, "shopee.co.id/mulai");
  const last = await drawn(absorbed, "shopee.co.id/akhir");
  const shops = async ({ borrowerId }: typeof survivor) =>
    (await shopsOf(database, borrowerId)).map(({ id }) => id).toSorted();
  const before = [await shops(survivor), await shops(absorbed)];
  expect(await mergedShops.isBusy!(services, database, merge)).toBe(false);
  expect(await mergedShops.preview(services, database, merge)).toMatchObject([{ survivor: 2, absorbed: 3, after: 3 }]);
  const moved = await transact(database, (trx) => mergedShops.move(services, trx, merge));
  const taken = (await shops(survivor)).filter((id) => id !== same && id !== own);
  expect(taken).toHaveLength(1);
  expect([draft, last]).toContain(taken[0]);
  // Its facts are decrypted with its new owner's key.
  expect((await survivor.client.get(`${path}/${taken[0]}`)).body.name).toBe(facts.name);
  await transact(database, (trx) => mergedShops.back(services, trx, merge, moved));
  expect([await shops(survivor), await shops(absorbed)]).toEqual(before);
  expect((await absorbed.client.get(`${path}/${taken[0]}`)).body.name).toBe(facts.name);

  const again = await transact(database, (trx) => mergedShops.move(services, trx, merge));
  await photo(survivor.client, taken[0]!);
  expect((await submit(survivor.client, taken[0]!)).status).toBe(200);
  expect(await mergedShops.isBusy!(services, database, merge)).toBe(true);
  await transact(database, (trx) => mergedShops.back(services, trx, merge, again));
  expect(await shops(survivor)).toContain(taken[0]);
});

it("A decision that is late is told once.", async () => {
  const { client, borrowerId } = await owner();
  const shopId = await sent(client, { link: "shopee.co.id/terlambat" });
  clock.advance(73 * 3_600_000);
  await app.settle();
  await app.settle();
  expect(await noticesOf(borrowerId)).toEqual(["merchant.late"]);
  expect((await (await app.loggedIn(borrowerId)).get(`${path}/${shopId}`)).body.isLate).toBe(true);
});

it("Three tenths of a linked shop's mean sales count as income, and nothing of fewer months.", async () => {
  expect(countedOf([4_100_000, 4_050_000, 4_000_001])).toEqual({ meanRupiah: 4_050_000, countedRupiah: 1_215_000 });
  expect(countedOf([9_000_000, 9_000_000])).toEqual({ meanRupiah: 0, countedRupiah: 0 });
  const { client } = await applicant(app, "approved-1", { mobileNumber: "081399990001" });
  const center = async (of: TestClient) => (await of.get(`${path}/shop-center`)).body;
  expect(await center(client)).toEqual({ link: null, sharePpm: 300_000 });
  const { linkId } = (await client.post("/api/account-link", { kind: "ECOM", consent: true })).body;
  const login = { institution: "SHOPEE", userId: "siti2024", credential: "abc123" };
  expect((await client.post(`/api/account-link/${linkId}`, login)).body.state).toBe("LINKED");
  expect((await center(client)).link).toMatchObject({
    institution: "Shopee",
    meanRupiah: 4_000_000,
    countedRupiah: 1_200_000,
  });
  // The higher limit is offered, not applied automatically; once accepted the change has its own cause, and a limit set by staff stays.
  const raise = async () => (await client.get("/api/credit/limit-raise")).body.raise;
  const offered = await raise();
  expect(offered).toMatchObject({ statedRupiah: offered.typedRupiah, addedRupiah: 1_200_000 });
  expect(offered.toRupiah).toBeGreaterThan(offered.fromRupiah);
  const taken = await Promise.all(Array.from({ length: 5 }, () => client.post("/api/credit/limit-raise", {})));
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1);
  const [change] = (await client.get("/api/credit/limit-changes")).body.items;
  expect(change).toMatchObject({ cause: "MERCHANT_INCOME", toRupiah: offered.toRupiah });
  expect(await raise()).toBeNull();
  await client.post(`/api/account-link/${linkId}/end`, {});
  expect((await center(client)).link).toBeNull();
});
