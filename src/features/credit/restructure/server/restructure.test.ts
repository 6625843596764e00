/** From the request for help to the new loan, by the calls of the screens. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { findLoan, submitLoan, termsFor } from "#features/credit/loan/server/index.ts";
import { historyOfLoan } from "#features/credit/repayment/server/index.ts";
import { account, balanceOf } from "#server/ledger/index.ts";
import { auditAll } from "#server/ledger/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { signing, type Signer } from "#tests/support/signing.ts";

import { restructureSweeps } from "./sweeps.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { code } = signing(app);
const { bank } = repaying(app);
const { staff, decide, check, caseOf } = await changingNumber(app);
const path = "/api/loan/restructure";
const day = 86_400_000;
const keyed = () => ({ "Idempotency-Key": services.random.uuid() });

/** A borrower with a running loan of 1,000,000 over 90 days, this many days old, nothing paid. */
async function indebted(days = 45): Promise<Signer> {
  const borrower = await ripeBorrower(app);
  const loan = await (await activeLoan(app, { borrowerId: borrower.borrowerId })).read();
  await pass(days);
  // A session expires in the meantime.
  return { ...borrower, loan, client: await app.loggedIn(borrower.borrowerId) };
}
/** Moves only the clock: a test that needs a sweep runs it. */
async function pass(days: number) {
  clock.advance(days * day);
}
/** Uploads a photo of a document; returns its id. */
async function uploads(client: Signer["client"], grey: number): Promise<string> {
  const size = { width: 400, height: 400, channels: 3, background: { r: grey, g: grey, b: grey } } as const;
  const form = new FormData();
  form.set("photo", new File([await sharp({ create: size }).jpeg().toBuffer()], "photo.jpg", { type: "image/jpeg" }));
  const { body } = await client.send("POST", "/api/document/kind/OTHER_TEXT", form);
  return body.photos[0].id;
}
const see = async ({ client }: Signer) => (await client.get(path)).body;
const ask = ({ client }: Signer, reason = "JOB", key = keyed()) =>
  client.post(`${path}/ask`, { reason, note: "Toko saya tutup" }, key);
const papers = async ({ client }: Signer, offerId: string) => client.get(`${path}/${offerId}/agreement`);
const offerOf = async (who: Signer, tenorDays: number) =>
  (await see(who)).offers.find((offer: { tenorDays: number }) => offer.tenorDays === tenorDays);
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];

async function accepted(who: Signer, offerId: string) {
  const { hash } = (await papers(who, offerId)).body;
  expect((await who.client.post(`${path}/${offerId}/accept`, { hash, read: true })).status).toBe(200);
  return { hash, ...(await code(who)) };
}
const sign = (who: Signer, offerId: string, body: object, key = keyed()) =>
  who.client.post(`${path}/${offerId}/sign`, body, key);
/** The answers of each way to accept an offer, with a hash that matches no document. */
async function taken(who: Signer, offerId: string) {
  const hash = "0".repeat(64);
  const codes = [
    await who.client.post(`${path}/${offerId}/accept`, { hash, read: true }),
    await sign(who, offerId, { hash, verificationId: services.random.uuid(), code: "123456" }),
  ];
  return codes.map(codeOf);
}
const sweep = (name: string) => restructureSweeps.find((one) => one.name === name)!.run(services);
const clean = async () => {
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
  expect(await balanceOf(database, account("RESTRUCTURE_CLEARING"))).toBe(0);
};

it("Asking rests collection, offers what fits, and the signature ends the old loan by the new one to the rupiah.", async () => {
  const who = await indebted();
  expect(await see(who)).toMatchObject({
    obstacle: null,
    ask: null,
    offers: [],
    loan: { daysPastDue: 15, payoffRupiah: 1_099_999 },
  });
  const { body } = await ask(who);
  expect(body).toMatchObject({ obstacle: "ASKED_LATELY", ask: { reason: "JOB", review: "WAITING" } });
  expect(body.offers.map((offer: { tenorDays: number }) => offer.tenorDays)).toEqual([60, 90]);
  const rest = await database
    .selectFrom("repayment_account")
    .selectAll()
    .where("loanId", "=", who.loan.id)
    .executeTakeFirstOrThrow();
  expect(rest.restUntil!.toISOString()).toBe(body.ask.restsUntil);
  expect(rest.nextReminderAt === null || rest.nextReminderAt >= rest.restUntil!).toBe(true);
  // The borrower's text is sealed.
  expect(JSON.stringify(await database.selectFrom("restructure_ask").selectAll().execute())).not.toContain("Toko");
  expect(codeOf(await ask(who))).toEqual([409, "NOT_RESTRUCTURABLE"]);

  const [{ offerId, plan }] = body.offers;
  expect(plan).toMatchObject({
    carriedRupiah: 90_000,
    lateFeeWaivedRupiah: 9_999,
    largestRupiah: 575_000,
    differenceRupiah: -39_999,
    oldUnpaidRupiah: 1_269_998,
  });
  const numberBefore = await accountAt(who.client);
  const proof = await accepted(who, offerId);
  const done = await sign(who, offerId, proof);
  expect(done.status, done.text).toBe(200);
  const { loanId } = done.body;
  const old = (await findLoan(database, who.borrowerId, who.loan.id))!;
  const loan = (await findLoan(database, who.borrowerId, loanId))!;
  expect([old.state, old.endReason, loan.state]).toEqual(["RESTRUCTURED", "RESTRUCTURED", "ACTIVE"]);
  expect(loan).toMatchObject({ principalRupiah: 1_000_000, restructures: { loanId: old.id, carriedRupiah: 90_000 } });
  const { state } = (await historyOfLoan(services, database, loan))!;
  expect(state.rows.map(({ totalRupiah }) => totalRupiah)).toEqual([575_000, 575_000]);
  expect(await balanceOf(database, account("RECEIVABLE_FEE", loanId))).toBe(90_000);
  expect((await currentLimits(services, database, who.borrowerId)).usedRupiah).toBe(1_000_000);
  await clean();
  await app.settle();
  // Its agreement is sealed, no money is paid out, and no letter says that the old loan is paid.
  const { signed: paper } = await see(who);
  expect(paper).toMatchObject({
    loanId,
    oldLoanNumber: old.number,
    documentState: "SIGNED",
    nextDueRupiah: 575_000,
    totalRupiah: 1_150_000,
  });
  const kinds = async (id: string) =>
    (await who.client.get(`/api/agreement/documents?loanId=${id}`)).body.items.map(
      ({ kind }: { kind: string }) => kind,
    );
  expect(JSON.stringify(await kinds(loanId))).toContain("restructure-agreement");
  expect(await database.selectFrom("bank_transfer").selectAll().where("subjectId", "=", loanId).execute()).toEqual([]);
  expect(
    await database.selectFrom("domain_event").selectAll().where("id", "like", `instalment_${old.id}%`).execute(),
  ).toEqual([]);
  // The hardship request cannot be decided any more.
  expect(await see(who)).toMatchObject({ obstacle: "RESTRUCTURED_BEFORE", ask: { review: "NONE" } });

  // A payment by the old loan's virtual account counts for the new loan.
  await bank.pay({ virtualAccountNumber: numberBefore, amountRupiah: 575_000 });
  await app.settle();
  const after = (await historyOfLoan(services, database, loan))!.state;
  expect([after.paidInRupiah, after.rows[0]!.status, after.nextDueRupiah]).toEqual([575_000, "PAID", 575_000]);
  await clean();
});

it("Changed figures are read again; a decline, a payment and time end offers, each with its refusal.", async () => {
  const stranger = await indebted(1);
  const who = await indebted();
  stranger.client = await app.loggedIn(stranger.borrowerId);
  const { body } = await ask(who);
  const [short, long] = body.offers as [{ offerId: string }, { offerId: string }];
  // Only what was accepted is signed, and no other document.
  const verificationId = services.random.uuid();
  const first = await papers(who, short.offerId);
  expect(codeOf(await sign(who, short.offerId, { hash: first.body.hash, verificationId }))).toEqual([
    409,
    "ACCEPTANCE_NEEDED",
  ]);
  const other = await papers(who, long.offerId);
  const wrong = await who.client.post(`${path}/${short.offerId}/accept`, { hash: other.body.hash, read: true });
  expect(codeOf(wrong)).toEqual([409, "AGREEMENT_CHANGED"]);
  // The figures differ a day later.
  const { hash } = first.body;
  expect((await who.client.post(`${path}/${short.offerId}/accept`, { hash, read: true })).status).toBe(200);
  // The same offer in another language is another document, which was not accepted.
  const english = await who.client.get(`${path}/${short.offerId}/agreement?lang=en`);
  expect(english.body.hash).not.toBe(hash);
  expect(codeOf(await sign(who, short.offerId, { hash: english.body.hash, ...(await code(who)) }))).toEqual([
    409,
    "ACCEPTANCE_NEEDED",
  ]);
  await pass(1);
  who.client = await app.loggedIn(who.borrowerId);
  expect(codeOf(await sign(who, short.offerId, { hash, verificationId }))).toEqual([409, "AGREEMENT_CHANGED"]);
  expect((await offerOf(who, 60)).plan.carriedRupiah).toBe(92_000);
  // Instalments are too large by now: it is listed as withdrawn and cannot be signed.
  expect(await offerOf(who, 90)).toMatchObject({ state: "WITHDRAWN", plan: null });
  expect(codeOf(await papers(who, long.offerId))).toEqual([409, "OFFER_GONE"]);
  stranger.client = await app.loggedIn(stranger.borrowerId);
  expect(codeOf(await papers(stranger, short.offerId))).toEqual([404, "OFFER_UNKNOWN"]);
  expect(codeOf(await stranger.client.post(`${path}/${short.offerId}/decline`, {}))).toEqual([404, "OFFER_UNKNOWN"]);
  expect(await taken(stranger, short.offerId)).toEqual(Array.from({ length: 2 }, () => [404, "OFFER_UNKNOWN"]));

  const declined = await who.client.post(`${path}/${short.offerId}/decline`, {});
  expect(declined.body.offers.map(({ state }: { state: string }) => state)).toEqual(["DECLINED", "DECLINED"]);
  expect((await who.client.post(`${path}/${short.offerId}/decline`, {})).status).toBe(200);
  const again = await who.client.post(`${path}/${short.offerId}/accept`, { hash, read: true });
  expect([again.body.status.code, again.body.status.data.state]).toEqual(["OFFER_GONE", "DECLINED"]);
  expect(await taken(who, short.offerId)).toEqual(Array.from({ length: 2 }, () => [409, "OFFER_GONE"]));
});

it("A loan that an open repeat loan pays off is not changed by an offer as well.", async () => {
  const who = await indebted();
  const [{ offerId }] = (await ask(who)).body.offers;
  expect((await papers(who, offerId)).status).toBe(200);
  const { id: replacesLoanId, borrowerId, bankAccountId } = who.loan;
  const terms = await termsFor(services, { principalRupiah: 1_000_000, tenorDays: 90 });
  const repeat = {
    borrowerId,
    loanId: services.random.uuid(),
    terms,
    purpose: "EDUCATION",
    bankAccountId,
    replacesLoanId,
  };
  await transact(database, (trx) => submitLoan(services, trx, repeat));
  expect(codeOf(await papers(who, offerId))).toEqual([409, "OFFER_GONE"]);
  expect(await taken(who, offerId)).toEqual(Array.from({ length: 2 }, () => [409, "OFFER_GONE"]));
});

it("An offer of relief is withdrawn when a payment leaves the loan less than a month late.", async () => {
  const who = await indebted(70);
  const { offers } = (await ask(who)).body;
  expect(offers[0]).toMatchObject({ programme: "RELIEF", state: "OFFERED" });
  const { rows } = (await historyOfLoan(services, database, who.loan))!.state;
  const reference = await accountAt(who.client);
  const { lateFee } = (await historyOfLoan(services, database, who.loan))!.state;
  await bank.pay({ virtualAccountNumber: reference, amountRupiah: rows[0]!.unpaidRupiah + lateFee.unpaidRupiah });
  await app.settle();
  expect((await see(who)).loan.daysPastDue).toBe(10);
  const moves = await database
    .selectFrom("lifecycle_event")
    .select("cause")
    .where(
      "subjectId",
      "in",
      offers.map((offer: { offerId: string }) => offer.offerId),
    )
    .where("toState", "=", "WITHDRAWN")
    .execute();
  expect(moves.map(({ cause }) => cause)).toEqual(offers.map(() => "FITS_NO_MORE"));
});

it("An offer runs out after seven days, is told once, and the loan goes on; one that is paid off takes its offers with it.", async () => {
  const late = await indebted(40);
  const { offerId } = (await ask(late)).body.offers[0];
  const paying = await indebted(40);
  await ask(paying);
  await bank.pay({ virtualAccountNumber: await accountAt(paying.client), amountRupiah: 1_200_000 });
  await app.settle();
  const states = async ({ borrowerId }: Signer) =>
    (await database.selectFrom("restructure_offer").select("state").where("borrowerId", "=", borrowerId).execute()).map(
      ({ state }) => state,
    );
  expect(new Set(await states(paying))).toEqual(new Set(["WITHDRAWN"]));
  paying.client = await app.loggedIn(paying.borrowerId);
  const withdrawn = (await see(paying)).offers[0]?.offerId as string;
  expect(codeOf(await paying.client.post(`${path}/${withdrawn}/decline`, {}))).toEqual([409, "OFFER_GONE"]);
  await pass(7);
  late.client = await app.loggedIn(late.borrowerId);
  expect(codeOf(await papers(late, offerId))).toEqual([410, "OFFER_EXPIRED"]);
  expect(await taken(late, offerId)).toEqual(Array.from({ length: 2 }, () => [410, "OFFER_EXPIRED"]));
  await sweep("restructure-expiry");
  await app.settle();
  expect(new Set(await states(late))).toEqual(new Set(["EXPIRED"]));
  expect(codeOf(await late.client.post(`${path}/${offerId}/decline`, {}))).toEqual([410, "OFFER_EXPIRED"]);
  expect((await findLoan(database, late.borrowerId, late.loan.id))!.state).toBe("ACTIVE");
});

it("An offer is over in the moment in which it ends, before the sweep has come.", async () => {
  const late = await indebted(40);
  const { offerId } = (await ask(late)).body.offers[0];
  const offer = database.selectFrom("restructure_offer").select(["expiresAt", "state"]).where("id", "=", offerId);
  const { expiresAt } = await offer.executeTakeFirstOrThrow();
  clock.moveTo(new Date(expiresAt.getTime() - 1_000));
  late.client = await app.loggedIn(late.borrowerId);
  expect((await papers(late, offerId)).status).toBe(200);
  clock.moveTo(expiresAt);
  expect(codeOf(await papers(late, offerId))).toEqual([410, "OFFER_EXPIRED"]);
  expect(await taken(late, offerId)).toEqual(Array.from({ length: 2 }, () => [410, "OFFER_EXPIRED"]));
  expect(await offer.executeTakeFirstOrThrow()).toMatchObject({ state: "OFFERED" });
});

it("A loan 15 days late is offered help once; two people who find hardship offer a pause in its place.", async () => {
  const who = await indebted(44);
  await sweep("restructure-offers");
  expect((await see(who)).ask).toBeNull();
  await pass(1);
  await sweep("restructure-offers");
  await sweep("restructure-offers");
  who.client = await app.loggedIn(who.borrowerId);
  const offered = await see(who);
  expect(offered).toMatchObject({ ask: { reason: null, restsUntil: null, review: "NONE" }, obstacle: null });
  expect(offered.offers).toHaveLength(2);
  // Documents of the request: new ones and existing ones of the account.
  const uploaded = await uploads(who.client, 90);
  const [{ documentId }] = (await see(who)).documents;
  expect((await see(who)).documents).toMatchObject([{ documentId: uploaded, kind: "OTHER_TEXT" }]);
  const stranger = await ripeBorrower(app);
  const foreign = await uploads(await app.loggedIn(stranger.borrowerId), 180);
  const illness = (documentIds: string[]) =>
    who.client.post(`${path}/ask`, { reason: "ILLNESS", note: "Toko saya tutup", documentIds }, keyed());
  expect(codeOf(await illness([documentId, foreign]))).toEqual([404, "DOCUMENT_UNKNOWN"]);
  expect((await illness(Array.from({ length: 7 }, () => documentId))).status).toBe(422);
  const { ask: asked } = (await illness([documentId])).body;
  expect(asked.documentCount).toBe(1);
  const { id: caseId, twoPeople } = await caseOf(asked.askId);
  expect(twoPeople).toBe(true);
  const shown = (await (await staff().client()).get(`/api/staff/reviews/${caseId}`)).body;
  expect(JSON.stringify(shown.lines)).toContain("Toko saya tutup");
  expect(shown.pictures).toEqual([{ code: "DOCUMENT_ONE", text: "Dokumen 1" }]);
  const opened = await (await staff().client()).get(`/api/staff/reviews/${caseId}/pictures/DOCUMENT_ONE`);
  expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect((await decide(staff(), caseId, { decision: "APPROVE" })).status).toBe(200);
  await check(staff(), (await caseOf(asked.askId)).proposalId!);
  await app.settle();
  const { ask: decided, offers } = await see(who);
  expect(decided.review).toBe("APPROVED");
  const open = offers.filter(({ state }: { state: string }) => state === "OFFERED");
  expect(open).toMatchObject([{ programme: "PAUSE", tenorDays: 120, plan: { largestRupiah: 545_000 } }]);
  const done = await sign(who, open[0].offerId, await accepted(who, open[0].offerId));
  expect(done.status, done.text).toBe(200);
  await clean();
});
