/** The credit data that moves when two accounts are merged, and that returns when the merge is undone, through the real merge. */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { writeAnswers } from "#tests/support/approved-loan.ts";
import { merging } from "#tests/support/merging.ts";
import { repaying } from "#tests/support/repaying.ts";
import { freezeLimit, unfreezeLimit } from "../../../credit/limit/server/freezing.ts";
import { freezesOf } from "../../../credit/limit/server/freeze-store.ts";
import { mergedLimit } from "../../../credit/limit/server/merging.ts";
import { bureauOf, writeBureau } from "../../../credit/limit/server/score-store.ts";
import { findPlus, insertPlus, insertReduction } from "../../../credit/membership/server/store.ts";
import { offersOfPerson } from "../../../credit/restructure/server/store.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const merge = await merging(app);
const { change } = merge;
const { running } = repaying(app);
const day = 86_400_000;
const key = () => ({ "Idempotency-Key": random.uuid() });
type Two = Awaited<ReturnType<typeof merge.two>>;
/** Neither account has a loan: the older one survives. */
const idsOf = ({ own, other }: Two) => ({ survivorId: other.borrowerId, absorbedId: own.borrowerId });
const freezes = async (borrowerId: string) =>
  (await freezesOf(database, borrowerId)).map(({ cause, endsAt }) => [cause, endsAt?.toISOString() ?? null]).toSorted();
const seeded = () => transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: change.nextNumber() }));
async function back(borrowerId: string, requestId: string): Promise<void> {
  const answer = await merge.reverse(await app.loggedIn(borrowerId), requestId);
  expect(answer.body.merge?.state, answer.text).toBe("REVERSED");
}

it("An own pause and a freeze by staff follow the person; the longer pause stands, and each account has its own again when it goes back.", async () => {
  const both = await merge.two();
  const { survivorId, absorbedId } = idsOf(both);
  const pause = async ({ client }: Two["own"], days: number): Promise<string> =>
    (await client.post("/api/credit/pause", { days }, key())).body.endsAt;
  const [short, long] = [await pause(both.other, 30), await pause(both.own, 90)];
  await transact(database, (trx) => freezeLimit(services, trx, absorbedId, { cause: "FRAUD_REVIEW" }));
  await transact(database, (trx) =>
    writeBureau(trx, absorbedId, { score: 700, instalmentsRupiah: 0, reportedOn: "2026-01-05" }),
  );
  const { requestId } = await merge.merged(both);
  expect(await merge.stateOf(requestId)).toBe("MERGED");
  expect(await freezes(survivorId)).toEqual([
    ["BORROWER", long],
    ["FRAUD_REVIEW", null],
  ]);
  expect(await freezes(absorbedId)).toEqual([]);
  expect(await bureauOf(database, survivorId)).toMatchObject({ score: 700 });
  await back(survivorId, requestId);
  expect(await freezes(survivorId)).toEqual([["BORROWER", short]]);
  expect(await freezes(absorbedId)).toEqual([
    ["BORROWER", long],
    ["FRAUD_REVIEW", null],
  ]);
  expect(await bureauOf(database, survivorId)).toBeNull();
});

it("What people lift from the person while the merge can go back stays lifted.", async () => {
  const both = await merge.two();
  const { survivorId, absorbedId } = idsOf(both);
  await transact(database, (trx) => freezeLimit(services, trx, absorbedId, { cause: "STAFF" }));
  const { requestId } = await merge.merged(both);
  expect(await freezes(survivorId)).toEqual([["STAFF", null]]);
  await transact(database, (trx) => unfreezeLimit(services, trx, survivorId, "STAFF"));
  await back(survivorId, requestId);
  expect([await freezes(survivorId), await freezes(absorbedId)]).toEqual([[], []]);
});

it("The newer of two bureau reports counts, and undoing gives the account its own again.", async () => {
  const report = (score: number, reportedOn: BusinessDate) => ({ score, instalmentsRupiah: 0, reportedOn });
  const [older, newer] = [report(650, "2026-01-04"), report(700, "2026-01-05")];
  for (const [own, others] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const between = { mergeId: random.uuid(), survivorId: await seeded(), absorbedId: await seeded() };
    const ownNow = async () => (await bureauOf(database, between.survivorId))?.score;
    await transact(database, async (trx) => {
      await writeBureau(trx, between.survivorId, own);
      await writeBureau(trx, between.absorbedId, others);
    });
    const moved = await transact(database, (trx) => mergedLimit.move(services, trx, between));
    expect(await ownNow()).toBe(newer.score);
    await transact(database, (trx) => mergedLimit.back(services, trx, between, moved));
    expect(await ownNow()).toBe(own.score);
  }
});

it.each([
  ["alone", null, 60, 60],
  ["with a shorter one", 30, 60, 60],
  ["with a longer one", 80, 60, 80],
])("Plus goes on once, %s, until the later end, and comes back as it was.", async (_with, ownDays, days, after) => {
  const both = await merge.two();
  const { survivorId, absorbedId } = idsOf(both);
  const now = clock.now();
  const endOf = (count: number) => new Date(now.getTime() + count * day);
  const plus = (borrowerId: string, count: number) =>
    transact(database, (trx) =>
      insertPlus(trx, { borrowerId, id: random.uuid(), begunAt: now, endsAt: endOf(count), checkAt: endOf(count) }),
    );
  await plus(absorbedId, days);
  if (ownDays !== null) await plus(survivorId, ownDays);
  const { requestId } = await merge.merged(both);
  expect((await findPlus(database, survivorId))?.endsAt).toEqual(endOf(after));
  expect(await findPlus(database, absorbedId)).toBeNull();
  const shown = (await (await app.loggedIn(survivorId)).get("/api/membership")).body;
  expect(shown.plus).not.toBeNull();
  await back(survivorId, requestId);
  const own = await findPlus(database, survivorId);
  expect(own?.endsAt ?? null).toEqual(ownDays === null ? null : endOf(ownDays));
  expect((await findPlus(database, absorbedId))?.endsAt).toEqual(endOf(days));
});

it("A reduction that was used stays used, an open offer stays with its loan, and what the absorbed account signed counts for the person.", async () => {
  const both = await merge.two();
  const { own, other } = both;
  const { loanId, borrowerId } = await running({ borrowerId: own.borrowerId });
  const reduction = { borrowerId, loanId, level: "SILVER", rupiah: 5_000, givenAt: clock.now() } as const;
  await transact(database, async (trx) => {
    await insertReduction(trx, reduction);
    await writeAnswers(app, trx, borrowerId);
  });
  const client = await app.loggedIn(borrowerId);
  const response = await client.post("/api/loan/restructure/ask", { reason: "OTHER" }, key());
  expect(response.body.offers?.length, response.text).toBeGreaterThan(0);
  const absorbedOffer = {
    borrowerId: other.borrowerId,
    id: random.uuid(),
    askId: random.uuid(),
    loanId: random.uuid(),
    programme: "SPREAD",
    tenorDays: 60,
    state: "SIGNED",
    newLoanId: random.uuid(),
    number: "TN-0000-0000",
    offeredAt: clock.now(),
    expiresAt: clock.now(),
    closedAt: clock.now(),
  };
  await database.insertInto("restructure_offer").values(absorbedOffer).execute();
  const { survivor } = await merge.merged(both);
  expect(survivor.borrowerId).toBe(borrowerId);
  const after = await app.loggedIn(borrowerId);
  expect((await after.get("/api/membership/reduction")).body).toMatchObject({ refusals: ["USED"], savedRupiah: 5_000 });
  const again = await after.post("/api/membership/reduction", { loanId }, key());
  expect([again.status, again.body.status.code]).toEqual([409, "REDUCTION_USED"]);
  const { offers, loan } = (await after.get("/api/loan/restructure")).body;
  expect(loan.loanId).toBe(loanId);
  expect(offers.map(({ state }: { state: string }) => state)).toContain("OFFERED");
  expect((await offersOfPerson(database, borrowerId)).map(({ id }) => id)).toContain(absorbedOffer.id);
});

const told = {
  name: "Toko Siti",
  kind: "FOOD",
  platform: "SHOPEE",
  months: 18,
  monthlyTurnoverRupiah: 4_000_000,
  villageCode: "31.71.01.1001",
  nib: "",
};
const shop = async ({ client }: Two["own"], link: string): Promise<string> => {
  const { status, body, text } = await client.post("/api/merchant", { ...told, link }, key());
  expect(status, text).toBe(200);
  return body.shopId;
};
async function send({ client }: Two["own"], shopId: string): Promise<void> {
  await change.upload(client, `/api/merchant/${shopId}/photo`, "photo", await change.picture());
  expect((await client.post(`/api/merchant/${shopId}/submit`, {}, key())).body.state).toBe("SUBMITTED");
}
const verify = async (shopId: string) => change.decide(change.staff(), (await change.caseOf(shopId)).id);
const shopsOf = async (borrowerId: string): Promise<string[]> =>
  (await (await app.loggedIn(borrowerId)).get("/api/merchant")).body.items.map(
    ({ shopId, name }: { shopId: string; name: string }) => (expect(name).toBe(told.name), shopId),
  );

it("Shops move into free places, three in all and none with the same link twice, the verified ones first; undone, each is where it was.", async () => {
  const both = await merge.two();
  const { survivorId } = idsOf(both);
  const own = [await shop(both.other, "shopee.co.id/satu"), await shop(both.other, "shopee.co.id/dua")];
  await shop(both.own, "https://www.shopee.co.id/satu/");
  await shop(both.own, "shopee.co.id/tiga");
  const verified = await shop(both.own, "shopee.co.id/empat");
  await send(both.own, verified);
  await verify(verified);
  const before = await shopsOf(both.own.borrowerId);
  const { requestId } = await merge.merged(both);
  expect((await shopsOf(survivorId)).toSorted()).toEqual([...own, verified].toSorted());
  const detail = await (await app.loggedIn(survivorId)).get(`/api/merchant/${verified}`);
  expect(detail.body).toMatchObject({ state: "VERIFIED", photos: [] });
  await back(survivorId, requestId);
  expect((await shopsOf(survivorId)).toSorted()).toEqual(own.toSorted());
  expect((await shopsOf(both.own.borrowerId)).toSorted()).toEqual(before.toSorted());
});

it("A merge waits for a shop that people look at.", async () => {
  const both = await merge.two();
  const sent = await shop(both.own, "shopee.co.id/lima");
  await send(both.own, sent);
  const { requestId } = await merge.merged(both);
  expect(await merge.stateOf(requestId)).toBe("ASKED");
  await verify(sent);
  clock.advance(61_000);
  await app.settle();
  expect(await merge.stateOf(requestId)).toBe("MERGED");
  expect(await shopsOf(both.other.borrowerId)).toEqual([sent]);
});
