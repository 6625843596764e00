/** Help offered by staff: one person proposes with both schedules shown, another confirms, and the borrower decides. */
import { expect, it } from "vitest";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { activeLoan, lentLoan } from "#tests/support/loan.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import { lockProfile, writeProfile } from "#features/account/profile/server/store.ts";
import { billOf, lockHistory, recordEvent } from "#features/credit/repayment/server/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { offerUnasked } from "./offering.ts";
import { programmeOn } from "./rules/programmes.ts";
import { carryOutOffer, offerInForce } from "./signing.ts";
import { restructureOffersOf } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { bank } = repaying(app);
const { staff, decide, check: checkReview, caseOf } = await changingNumber(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Peminjam menelepon dan menjelaskan keadaannya.";
const check = (proposalId: string, who: TestClient) =>
  who.post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string; data?: object } } }) => [
  status,
  body.status?.code,
  ...(body.status?.data ? [(body.status.data as { obstacle?: string }).obstacle] : []),
];

/** A loan of 1,000,000 over 90 days, this many days old, nothing paid: due every 30 days. */
async function indebted(days: number) {
  const { borrowerId } = await ripeBorrower(app);
  const { loanId } = await activeLoan(app, { borrowerId });
  clock.advance(days * 86_400_000);
  const client = await app.loggedIn(borrowerId);
  // Console sessions expire in the meantime.
  const entered = (role: StaffRole) => app.staff(services.random.uuid(), [role]);
  const [maker, finance, support] = [await entered("underwriter"), await entered("finance"), await entered("support")];
  const path = `/api/staff/loans/${loanId}/restructure`;
  return {
    borrowerId,
    loanId,
    client,
    maker,
    finance,
    support,
    propose: (programme: string, who = maker) =>
      who.post(path, { programme, reason }, { ...key(), Referer: `/staff/loans/${loanId}/restructure` }),
    seen: async () => (await maker.get(path)).body,
    help: async () => (await client.get("/api/loan/restructure")).body,
  };
}
const obstaclesOf = ({ programmes }: { programmes: { programme: string; obstacle: string | null }[] }) =>
  Object.fromEntries(programmes.map(({ programme, obstacle }) => [programme, obstacle]));

it("A programme is proposed with both schedules in view, confirmed by another, and offered to the borrower with a message.", async () => {
  const one = await indebted(45);
  const seen = await one.seen();
  expect(seen).toMatchObject({
    daysPastDue: 15,
    payoffRupiah: 1_099_999,
    proposalId: null,
    offers: [],
    hardship: null,
  });
  expect(obstaclesOf(seen)).toEqual({ SPREAD: null, RELIEF: "NOT_FOR_DAYS_LATE", PAUSE: "HARDSHIP_NOT_SHOWN" });
  const [spread] = seen.programmes;
  expect(spread.plans.map(({ tenorDays }: { tenorDays: number }) => tenorDays)).toEqual([60, 90]);
  expect(spread.plans[0].plan).toMatchObject({ largestRupiah: 575_000, carriedRupiah: 90_000 });
  expect(codeOf(await one.propose("SPREAD", one.support))).toEqual([403, "NOT_ALLOWED"]);
  expect(codeOf(await one.propose("SPREAD", one.finance))).toEqual([403, "NOT_ALLOWED"]);
  const proposed = await one.propose("SPREAD");
  expect(proposed.status, proposed.text).toBe(200);
  const { proposalId } = proposed.body;
  expect(await one.seen()).toMatchObject({ proposalId });
  // The checker compares both schedules, in rupiah and days.
  const card = (await one.finance.get(`/api/staff/checks/${proposalId}`)).body;
  const texts = JSON.stringify(card.lines ?? card);
  for (const word of ["Rp 393.333", "Rp 575.000", "Rp 1.150.000"]) expect(texts).toContain(word);
  expect(codeOf(await one.propose("SPREAD"))).toEqual([409, "PROPOSAL_OPEN"]);
  expect((await one.help()).offers).toEqual([]);
  expect((await check(proposalId, one.maker)).body.status.code).toBe("MAKER_IS_CHECKER");
  expect((await check(proposalId, one.finance)).status).toBe(200);
  await app.settle();
  const help = await one.help();
  expect(help.offers.map(({ state, tenorDays }: { state: string; tenorDays: number }) => [state, tenorDays])).toEqual([
    ["OFFERED", 60],
    ["OFFERED", 90],
  ]);
  expect(help.ask).toMatchObject({ reason: null, review: "NONE", restsUntil: null });
  const asks = await database
    .selectFrom("restructure_ask")
    .select(["origin"])
    .where("borrowerId", "=", one.borrowerId)
    .execute();
  expect(asks).toEqual([{ origin: "STAFF" }]);
  const notices = await database.selectFrom("notice").select("kind").where("borrowerId", "=", one.borrowerId).execute();
  expect(notices.filter(({ kind }) => kind === "restructure.offered")).toHaveLength(1);
  // An open one is not replaced.
  expect(obstaclesOf(await one.seen())["SPREAD"]).toBe("OFFER_OPEN");
  expect(codeOf(await one.propose("SPREAD"))).toEqual([409, "OFFER_NOT_POSSIBLE", "OFFER_OPEN"]);
});

it("Nothing is proposed for other days late, for an unknown loan, for one that ended, or where nothing is lighter.", async () => {
  const one = await indebted(45);
  expect(codeOf(await one.propose("RELIEF"))).toEqual([409, "OFFER_NOT_POSSIBLE", "NOT_FOR_DAYS_LATE"]);
  expect(codeOf(await one.propose("PAUSE"))).toEqual([409, "OFFER_NOT_POSSIBLE", "HARDSHIP_NOT_SHOWN"]);
  const nobodys = `/api/staff/loans/${services.random.uuid()}/restructure`;
  expect(codeOf(await one.maker.post(nobodys, { programme: "SPREAD", reason }, key()))).toEqual([404, "LOAN_UNKNOWN"]);
  expect(codeOf(await one.maker.get(nobodys))).toEqual([404, "LOAN_UNKNOWN"]);
  await transact(database, async (trx) => {
    const profile = await lockProfile(services, trx, one.borrowerId);
    const work = { ...profile.answers.work!, monthlyIncomeRupiah: 500_000 };
    const row = { ...profile, zone: "WIB" as const };
    await writeProfile(services, trx, one.borrowerId, { ...row, answers: { ...row.answers, work } });
  });
  expect(codeOf(await one.propose("SPREAD"))).toEqual([409, "OFFER_NOT_POSSIBLE", "NO_PLAN"]);
  const virtualAccountNumber = await accountAt(one.client);
  await bank.pay({ virtualAccountNumber, amountRupiah: 1_099_999 });
  await app.settle();
  expect(codeOf(await one.propose("SPREAD"))).toEqual([409, "OFFER_NOT_POSSIBLE", "LOAN_ENDED"]);
});

it("What has changed since it was proposed is not offered: the borrower asked, and decides about that.", async () => {
  const one = await indebted(45);
  const { proposalId } = (await one.propose("SPREAD")).body;
  expect((await one.client.post("/api/loan/restructure/ask", { reason: "OTHER" }, key())).status).toBe(200);
  expect(codeOf(await check(proposalId, one.finance))).toEqual([409, "PROPOSAL_STALE"]);
  expect((await one.help()).offers).toHaveLength(2);
});

it("A pause is offered again where two people have found hardship and its offer was let go.", async () => {
  const one = await indebted(45);
  const asked = (await one.client.post("/api/loan/restructure/ask", { reason: "JOB" }, key())).body;
  const { id } = await caseOf(asked.ask.askId);
  await decide(staff(), id);
  await checkReview(staff(), (await caseOf(asked.ask.askId)).proposalId!);
  const [pause] = (await one.help()).offers.filter(({ state }: { state: string }) => state === "OFFERED");
  expect(pause.programme).toBe("PAUSE");
  await one.client.post(`/api/loan/restructure/${pause.offerId}/decline`, {});
  const seen = await one.seen();
  expect(seen.hardship).toMatchObject({ reason: "JOB", review: "APPROVED" });
  expect(obstaclesOf(seen)["PAUSE"]).toBeNull();
  const { proposalId } = (await one.propose("PAUSE")).body;
  expect((await check(proposalId, one.finance)).status).toBe(200);
  expect((await one.help()).offers).toMatchObject([{ programme: "PAUSE", tenorDays: 120, state: "OFFERED" }]);
});

it("Nothing is offered for a loan that another one goes on in, nor a third time within twelve months; a year later it is.", async () => {
  const { borrowerId } = await ripeBorrower(app);
  const name = (loanId: string) => ({ borrowerId, loanId });
  /** A loan 45 days old with the offer that staff see and propose; signed where the borrower accepts the offer. */
  async function late() {
    const { loanId } = await lentLoan(app, { borrowerId });
    clock.advance(45 * 86_400_000);
    return loanId;
  }
  const seenAndProposed = async (loanId: string) => {
    const path = `/api/staff/loans/${loanId}/restructure`;
    const maker = await app.staff(services.random.uuid(), ["underwriter"]);
    const refused = await maker.post(
      path,
      { programme: "SPREAD", reason },
      { ...key(), Referer: `/staff/loans/${loanId}/restructure` },
    );
    return { seen: obstaclesOf((await maker.get(path)).body), code: codeOf(refused), text: refused.text };
  };
  const restructured = (loanId: string) =>
    transact(database, async (trx) => {
      const history = (await lockHistory(trx, name(loanId)))!;
      const programme = programmeOn("SPREAD", dateInWib(clock.now()))!;
      await offerUnasked(services, trx, history, { origin: "STAFF", programme, actor: "SYSTEM" });
      const offer = (await restructureOffersOf(trx, borrowerId)).find((one) => one.loanId === loanId)!;
      const current = await offerInForce(services, trx, borrowerId, offer.id);
      const signed = { documentId: offer.id, signedAt: clock.now() };
      return (await carryOutOffer(services, trx, history, current, signed)).id;
    });
  async function payOff(loanId: string) {
    const { payoffRupiah } = (await billOf(services, database, borrowerId, loanId))!;
    const payment = { kind: "PAYMENT", id: `all-${loanId}`, valueDate: dateInWib(clock.now()), from: "RAIL" } as const;
    const facts = { rail: "VIRTUAL_ACCOUNT", bankCode: "014", paidAt: clock.now(), actor: "BANK" } as const;
    await transact(database, (trx) =>
      recordEvent(services, trx, name(loanId), { ...payment, amountRupiah: payoffRupiah }, facts),
    );
  }

  const second = await restructured(await late());
  const before = await seenAndProposed(second);
  const each = (obstacle: string) => ({ SPREAD: obstacle, RELIEF: obstacle, PAUSE: obstacle });
  expect(before.seen).toEqual(each("RESTRUCTURED_BEFORE"));
  expect(before.code).toEqual([409, "OFFER_NOT_POSSIBLE", "RESTRUCTURED_BEFORE"]);
  await payOff(second);
  await payOff(await restructured(await late()));
  const third = await late();
  const twice = await seenAndProposed(third);
  expect(twice.seen).toEqual(each("TWICE_A_YEAR"));
  expect(twice.code).toEqual([409, "OFFER_NOT_POSSIBLE", "TWICE_A_YEAR"]);
  await payOff(third);
  // The first of the two signatures is more than a year old.
  clock.advance(290 * 86_400_000);
  const later = await seenAndProposed(await late());
  expect([later.seen["SPREAD"], later.code], later.text).toEqual([null, [200, undefined]]);
});
