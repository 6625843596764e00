/**
 * Code that reads a row to decide about it locks it until the transaction ends. Races show a missing lock only by
 * chance; here each is tested by name. // Security rules 3
 */
import { expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, lockBalance } from "#server/ledger/index.ts";
import { lockLedgerAccount } from "#server/ledger/posting.ts";
import {
  insertProposal,
  lockOpen,
  lockOpenAbout,
  lockProposal,
  lockUnsealed,
  sumOfParts,
} from "#server/four-eyes/proposal-store.ts";
import { inviteByOperator } from "#features/platform/console/server/index.ts";
import { lockBankAccounts } from "../src/features/account/bank-account/server/store.ts";
import { lockEmailAccount as lockEmail } from "../src/features/account/email/server/store.ts";
import { findChangeRequest, insertChangeRequest } from "../src/features/account/change-request/server/store.ts";
import { isFaceVerified, writePerson, writePhoto } from "../src/features/account/identity/server/store.ts";
import { lockBorrower } from "#features/account/login/server/index.ts";
import { lockConsentInForce } from "../src/features/account/privacy/server/consent-store.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { addDataExport, endExport, noteReady } from "../src/features/account/privacy/server/export-store.ts";
import { beginErasure, lockErasure } from "../src/features/account/privacy/server/retention-store.ts";
import { lockProfile } from "../src/features/account/profile/server/store.ts";
import { lockQuestionnaireInvitation, writeInvitation } from "../src/features/account/questionnaire/server/store.ts";
import { insertLate, lockLate } from "../src/features/credit/disbursement/server/late-store.ts";
import { insertReturned, lockReturned } from "../src/features/credit/disbursement/server/returned-store.ts";
import { lockTransfer } from "../src/features/credit/disbursement/server/store.ts";
import { lockLimit } from "../src/features/credit/limit/server/store.ts";
import { transition } from "../src/features/credit/loan/server/lifecycle.ts";
import { lockLoan } from "../src/features/credit/loan/server/store.ts";
import { findReceipt, insertReceipt } from "../src/features/credit/repayment/server/collection-store.ts";
import { insertException, lockExceptionOf } from "#server/events/event-exception-store.ts";
import { insertPartnerEvent, lockPartnerEvent } from "#server/events/inbox-store.ts";
import { lockAccountRow, lockRepaymentAccounts } from "../src/features/credit/repayment/server/store.ts";
import { lockCoupon } from "../src/features/rewards/coupon/server/store.ts";
import { lockPoints } from "../src/features/rewards/points/server/store.ts";
import { lockWallet } from "../src/features/rewards/wallet/server/store.ts";
import { insertCase, lockCase } from "../src/features/credit/underwriting/server/store.ts";
import {
  insertReview,
  lockReview,
  lockReviewOf,
  lockUnanswered,
} from "../src/features/platform/review/server/store.ts";
import { lockMember } from "#features/platform/console/server/member-store.ts";
import { lockComplaint, lockDue } from "../src/features/support/complaint/server/store.ts";
import { testApp } from "./support/app.ts";
import { complaintsOf } from "./support/complaint.ts";
import { coupon } from "./support/coupon.ts";
import { lockedBy } from "./support/locked.ts";
import { activeLoan } from "./support/loan.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const uuid = () => services.random.uuid();
const now = clock.now();
const loan = await activeLoan(app);
const other = await activeLoan(app);
const { borrowerId, loanId } = loan;
const staffId = uuid();
const reason = { sealed: "v1.k1.x", key: "INSTALLATION" } as const;
const maker = { makerId: staffId, makerDevice: null };
const parts = {
  id: uuid(),
  makerId: staffId,
  checkerId: uuid(),
  proposedFrom: new Date(0),
  checkedFrom: new Date(0),
};

const { couponId } = await coupon(app, borrowerId, "interest-10000");
await coupon(app, other.borrowerId, "interest-10000");
const exportId = uuid();
const transferId = (
  await database.selectFrom("bank_transfer").select("id").where("borrowerId", "=", borrowerId).executeTakeFirstOrThrow()
).id;
const transfer = { borrowerId, id: transferId };
const requested = { borrowerId, id: uuid(), kind: "TEST_LOCK" };
const [receiptId, caseId] = Array.from({ length: 2 }, uuid) as [string, string];
const left = { name: "test.left", eventId: "left-1", subscriber: "test" };
const event = { kind: "TRANSFER_PENDING", eventId: "lock-1", transferId } as const;
const proposed = [uuid(), uuid(), uuid()];
await transact(database, async (trx) => {
  for (const [index, id] of proposed.entries())
    await insertProposal(trx, {
      id,
      kind: index === 2 ? "lock.other" : "lock.kind",
      subjectId: `lock-${index}`,
      borrowerId: null,
      amountRupiah: 1,
      countsWith: "lock:x",
      payload: {},
      secret: null,
      reason,
      ...maker,
      madeAt: now,
    });
  await trx
    .updateTable("proposal")
    .set({ reason: "x", reasonSealed: null, reasonKey: null })
    .where("id", "=", proposed[2]!)
    .execute();
  for (const questionnaireKey of ["k", "other"])
    await writeInvitation(trx, {
      borrowerId,
      questionnaireKey,
      eventType: "AFTER_PAYOUT",
      invitedAt: now,
      expiresAt: new Date(now.getTime() + 1),
    });
  await insertLate(trx, {
    borrowerId,
    transferId,
    amountRupiah: 1,
    providerReference: "r",
    settledAt: now,
    foundAt: now,
  });
  await insertReturned(trx, {
    borrowerId,
    transferId,
    purpose: "LOAN",
    subjectId: loanId,
    amountRupiah: 1,
    settledAt: now,
    foundAt: now,
    code: "x",
  });
  await insertPartnerEvent(trx, "sandbox-bank", event, now);
  await trx
    .insertInto("domain_event")
    .values({ name: left.name, id: left.eventId, happenedAt: now, data: "{}", writtenAt: now })
    .execute();
  for (const subscriber of [left.subscriber, "other"])
    await insertException(trx, {
      ...left,
      subscriber,
      id: uuid(),
      cause: "X",
      borrowerId: null,
      loanId: null,
      leftAt: now,
    });
  await insertReceipt(trx, {
    provider: "sandbox-bank",
    paymentId: "lock-1",
    id: receiptId,
    rail: "VIRTUAL_ACCOUNT",
    reference: "0",
    amountRupiah: 1,
    paidAt: now,
    receivedAt: now,
    state: "UNMATCHED",
    unmatchedCause: "UNKNOWN_REFERENCE",
    returnFailure: null,
    borrowerId: null,
    loanId: null,
  });
  await insertCase(trx, {
    borrowerId,
    id: caseId,
    loanId,
    loanNumber: "T-lock",
    purpose: "EDUCATION",
    principalRupiah: 1,
    tenorDays: 30,
    submittedAt: now,
  });
  await insertChangeRequest(services, trx, {
    ...requested,
    state: "STARTED",
    deviceIndex: null,
    createdAt: now,
    expiresAt: now,
  });
  await writePerson(services, trx, borrowerId, {
    fullName: "Siti",
    nik: "3171011705950001",
    birthDate: "1995-05-17",
    birthPlace: "Jakarta",
    sex: "MALE",
  });
  await writePhoto(trx, borrowerId, "KTP", "key", now);
  await lockProfile(services, trx, borrowerId);
  await lockEmail(trx, borrowerId);
  await lockEmail(trx, other.borrowerId);
  await lockWallet(trx, borrowerId);
  await lockPoints(trx, borrowerId);
  await lockPoints(trx, other.borrowerId);
  await lockWallet(trx, other.borrowerId);
  for (const id of [borrowerId, other.borrowerId]) {
    await giveConsent(services, trx, { borrowerId: id, kind: "PROMOTION", language: "id", device: "Chrome" });
    await beginErasure(trx, id, now);
    const made = { borrowerId: id, language: "id", brandId: "tunai", askedAt: now, dueAt: now };
    const exported = id === borrowerId ? exportId : uuid();
    await addDataExport(trx, { ...made, id: exported });
    await noteReady(trx, id, exported, { objectKey: `00/${exported}`, bytes: 1, at: now, endsAt: now });
  }
});
const member = await inviteByOperator(services, { name: "Ratna", email: "ratna@tunai.example", roles: ["admin"] });
const { complaintId } = await complaintsOf(app).handedIn();
await database.updateTable("complaint").set({ remindOn: "2000-01-01" }).where("id", "=", complaintId).execute();
const [reviewId, reviewSubjectId] = [uuid(), uuid()];
// Another row, which must not be locked.
for (const [id, subjectId] of [
  [reviewId, reviewSubjectId],
  [uuid(), uuid()],
] as [string, string][])
  await transact(database, (trx) =>
    insertReview(trx, {
      borrowerId,
      id,
      kind: "lock_kind",
      subjectId,
      number: `RV-${id}`,
      facts: {},
      twoPeople: false,
      openedAt: now,
      promisedHours: 24,
      dueAt: now,
      remindAt: now,
    }),
  );
await database
  .updateTable("review_case")
  .set({ state: "ASKED", askedAt: now, askUntil: now })
  .where("id", "=", reviewId)
  .execute();
const balance = account("LENDER_AVAILABLE", (await loan.read()).lenderId);
const name = { borrowerId, loanId };

const locks: [what: string, table: string, take: (trx: Transaction) => Promise<unknown>, rows?: number][] = [
  ["a loan", "loan", (trx) => lockLoan(trx, borrowerId, loanId)],
  [
    "a loan that is moved on, also where it stays",
    "loan",
    (trx) => transition(services, trx, { ...name, from: ["SIGNED"], to: "CANCELLED", actor: "SYSTEM", cause: "TEST" }),
  ],
  ["a limit", "credit_limit", (trx) => lockLimit(trx, borrowerId, now)],
  ["an order to the bank", "bank_transfer", (trx) => lockTransfer(trx, transfer)],
  ["one that arrived late", "late_payout", (trx) => lockLate(trx, transfer)],
  ["one that came back", "returned_payout", (trx) => lockReturned(trx, transfer)],
  ["a loan's books", "repayment_account", (trx) => lockAccountRow(trx, name)],
  ["the books of a borrower", "repayment_account", (trx) => lockRepaymentAccounts(trx, borrowerId)],
  ["a partner's event", "partner_event", (trx) => lockPartnerEvent(trx, "sandbox-bank", event.eventId)],
  ["what was left to staff", "domain_event_exception", (trx) => lockExceptionOf(trx, left)],
  ["a receipt", "payment_receipt", (trx) => findReceipt(trx, receiptId, { lock: true })],
  ["a receipt that is only read", "payment_receipt", (trx) => findReceipt(trx, receiptId), 0],
  ["a proposal", "proposal", (trx) => lockProposal(trx, proposed[0]!)],
  ["a proposal that may have gone stale", "proposal", (trx) => lockOpenAbout(trx, "lock.kind", "lock-1")],
  ["the proposals that the sweep looks at", "proposal", (trx) => lockOpen(trx, ["lock.kind"], null, 10), 2],
  ["a proposal in clear", "proposal", (trx) => lockUnsealed(trx, 10)],
  [
    "the proposals whose amounts are added up",
    "proposal",
    (trx) => sumOfParts(trx, { id: proposed[0]!, countsWith: "lock:x", amountRupiah: 1 }, parts, true),
    3,
  ],
  ["a review", "review_case", (trx) => lockReview(trx, reviewId)],
  ["a review by its request", "review_case", (trx) => lockReviewOf(trx, "lock_kind", reviewSubjectId)],
  ["the reviews whose borrower did not answer", "review_case", (trx) => lockUnanswered(trx, now, 10)],
  ["a case", "underwriting_case", (trx) => lockCase(trx, borrowerId, caseId)],
  ["an account of staff", "staff_member", (trx) => lockMember(trx, member.staffId)],
  ["a complaint", "complaint", (trx) => lockComplaint(trx, complaintId)],
  [
    "a complaint that is due",
    "complaint",
    (trx) => lockDue(trx, { what: "REMINDER", today: "2026-11-21" }, complaintId),
  ],
  [
    "a questionnaire of a person",
    "questionnaire_invitation",
    (trx) => lockQuestionnaireInvitation(trx, borrowerId, "k"),
  ],
  ["a borrower's account", "borrower", (trx) => lockBorrower(trx, borrowerId)],
  ["the accounts at banks", "bank_account", (trx) => lockBankAccounts(trx, borrowerId)],
  ["a mail address", "email_account", (trx) => lockEmail(trx, borrowerId)],
  ["a wallet", "wallet", (trx) => lockWallet(trx, borrowerId)],
  ["points", "points_account", (trx) => lockPoints(trx, borrowerId)],
  ["a coupon", "coupon", (trx) => lockCoupon(trx, borrowerId, couponId)],
  ["an identity that is looked at", "identity", (trx) => isFaceVerified(trx, borrowerId)],
  ["a photo that is replaced", "identity_photo", (trx) => writePhoto(trx, borrowerId, "KTP", "key2", now)],
  ["a consent", "consent", (trx) => lockConsentInForce(trx, borrowerId, "PROMOTION", "")],
  ["the forgetting of a borrower", "erasure", (trx) => lockErasure(trx, borrowerId)],
  ["a copy of data that ends", "data_export", (trx) => endExport(trx, borrowerId, exportId, now)],
  ["a profile", "profile", (trx) => lockProfile(services, trx, borrowerId)],
  [
    "a request that takes a step",
    "change_request",
    (trx) => findChangeRequest(services, trx, requested, { isHeld: true }),
  ],
  ["a request that is only read", "change_request", (trx) => findChangeRequest(services, trx, requested), 0],
  ["an account of the ledger", "ledger_account", (trx) => lockLedgerAccount(trx, now, balance)],
  ["a balance of the ledger", "ledger_balance", (trx) => lockBalance(trx, balance)],
];

it.each(locks)("%s is held by whoever decides about it, and no other row", async (_what, table, take, rows = 1) => {
  expect(other.borrowerId).not.toBe(borrowerId);
  expect(await lockedBy(database, table, take)).toBe(rows);
});
