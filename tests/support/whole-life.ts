/** A borrower who used every domain, with words that occur nowhere else: for tests that follow these words. */
import { expect } from "vitest";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { transact } from "#server/database.server.ts";
import { receivePayment } from "../../src/features/credit/repayment/server/payments.ts";
import type { TestApp, TestClient } from "./app.ts";
import { campaignsOf } from "./campaigns.ts";
import { complaintsOf } from "./complaint.ts";
import { coupon } from "./coupon.ts";
import { loggingIn } from "./logging-in.ts";
import { applicant, sendApplication, type Applicant } from "./person.ts";
import { accountAt } from "./repaying.ts";
import { reward } from "./wallet.ts";

/** Texts that the person typed; `leaving` is for tests in which the account closes. */
export const words = {
  note: "Kenari catatan dokumen",
  social: "kenari.sosial",
  lender: "Kenari Pinjaman",
  lookup: "kenari@contoh.id",
  email: "kenari.surat@contoh.id",
  complaint: "Kenari pengaduan saya",
  leaving: "Kenari alasan pergi",
  question: "Kenari jawaban",
} as const;
const mobileNumber = "081255580001";

/** A loan that was paid back, and every other thing that the product can be used for. `app` has campaigns. */
export async function wholeLife(app: TestApp): Promise<Applicant> {
  const who = await applicant(app, "approved-1", {
    mobileNumber,
    nik: "3174015704948801",
    accountNumber: "7733000101",
  });
  const { borrowerId, client } = who;
  await tellAll(app, client);
  await proveAddress(app, borrowerId);
  await rewards(app, who);
  expect((await sendApplication(who)).status).toBe(200);
  await app.settle();
  await payBack(app, client, borrowerId, await signAndPayOut(app, client));
  await answerQuestionnaire(app, client, borrowerId);
  return who;
}

const keyOf = ({ services }: TestApp) => ({ "Idempotency-Key": services.random.uuid() });
const ok = async (answered: Promise<{ status: number; text: string }>): Promise<void> => {
  const { status, text } = await answered;
  expect(status, text).toBeLessThan(300);
};

async function tellAll(app: TestApp, client: TestClient): Promise<void> {
  await ok(client.post("/api/document/kind/OTHER_TEXT/note", { note: words.note }));
  await ok(client.post("/api/social-accounts", { network: "INSTAGRAM", name: words.social, consent: true }));
  await ok(client.post("/api/competitors", { lenderName: words.lender, limitRupiah: 3_000_000, consent: true }));
  await ok(client.post("/api/profile/optional-info", { dependants: 2, housing: "ROOM", consent: true }));
  await ok(client.post("/api/lookup/BPJS", { account: words.lookup, credential: "plain", consent: true }));
  const { linkId } = (await client.post("/api/account-link", { kind: "BANK", consent: true })).body;
  const login = { institution: "BCA", userId: "siti2024", credential: "abc123" };
  await ok(client.post(`/api/account-link/${linkId}`, login));
  await complaintsOf(app).handedIn({ text: words.complaint }, client);
}

async function proveAddress(app: TestApp, borrowerId: string): Promise<void> {
  const client = await app.loggedIn(borrowerId, "EMAIL");
  const { verificationId } = (await client.post("/api/email", { email: words.email })).body;
  await app.settle();
  const [mail] = await app.services.outside.sandbox!.messages.list({ to: words.email });
  await ok(client.post("/api/email/verify", { verificationId, code: mail?.code ?? "" }));
}

async function rewards(app: TestApp, { client, borrowerId, bankAccountId }: Applicant): Promise<void> {
  const { act } = campaignsOf(app);
  const { enter, nextNumber } = loggingIn(app);
  // One press a day counts for every campaign that waits for it.
  await ok(act(client, "check-in-daily", "check-in"));
  await act(client, "watering", "join", { agree: true });
  await act(client, "watering", "check-in");
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
  await act(client, "wish-dream", "check-in");
  await coupon(app, borrowerId, "interest-10000");
  await reward(app, borrowerId, 60_000);
  const withdrawing = await app.loggedIn(borrowerId, "STEP_UP_WITHDRAW");
  await app.services.database
    .updateTable("bank_account")
    .set({ verifiedAt: new Date(app.clock.now().getTime() - 48 * 3_600_000) })
    .where("id", "=", bankAccountId)
    .execute();
  await ok(withdrawing.post("/api/wallet/withdraw", { amountRupiah: 20_000, bankAccountId }, keyOf(app)));
  const { code } = (await client.get("/api/invitation")).body;
  await enter(app.client(), nextNumber(), { invitationCode: code });
  await app.settle();
}

/** Signs by a code; the money arrives. */
async function signAndPayOut(app: TestApp, client: TestClient): Promise<string> {
  const { loanId, toSign } = (await client.get("/api/agreement")).body;
  const { hash } = toSign;
  await client.post(`/api/agreement/${loanId}/accept`, { hash, read: true, platforms: true });
  app.clock.advance(61_000);
  const purpose = { purpose: "STEP_UP_SIGN", channel: "SMS" };
  const { verificationId } = (await client.post("/api/mobile/sendVerificationWithoutCaptcha", purpose)).body;
  const [message] = await app.services.outside.sandbox!.messages.list({ to: mobileNumber });
  const code = message?.code ?? "";
  await ok(client.post(`/api/agreement/${loanId}/sign`, { hash, verificationId, code }, keyOf(app)));
  await app.pass(180, 30);
  return loanId as string;
}

async function payBack(app: TestApp, client: TestClient, borrowerId: string, loanId: string): Promise<void> {
  const { services, clock } = app;
  const { database } = services;
  const reference = await accountAt(client);
  const amountRupiah = (await billOf(services, database, borrowerId, loanId))!.payoffRupiah;
  const payment = { paymentId: `p-${loanId}`, rail: "VIRTUAL_ACCOUNT" as const, reference, amountRupiah };
  await transact(database, (trx) => receivePayment(services, trx, { ...payment, paidAt: clock.now() }));
  await app.pass(60, 30);
  await app.settle();
}

async function answerQuestionnaire({ services }: TestApp, client: TestClient, borrowerId: string): Promise<void> {
  const invitation = { borrowerId, eventType: "AFTER_PAYOFF" } as const;
  await transact(services.database, (trx) => inviteToQuestionnaire(services, trx, invitation));
  const { body } = await client.get("/api/user/questionnaire/event/AFTER_PAYOFF");
  const valueOf = (one: { type: string; options?: { value: string }[] }) => {
    const option = one.options?.[0]?.value ?? "";
    if (one.type === "text") return words.question;
    if (one.type === "multiple") return [option];
    return one.type === "single" ? option : one.type === "date" ? "2026-11-01" : 1;
  };
  const answers = (body.questions ?? []).map((one: { questionKey: string; type: string }) => ({
    questionKey: one.questionKey,
    value: valueOf(one),
  }));
  const { questionnaireKey, version } = body;
  await client.post("/api/user/questionnaire", { questionnaireKey, version, answers });
}
