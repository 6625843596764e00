/** Plays the credit test persons by the steps on the card, day by day in parallel: each ends as the card says. */
import { expect, it } from "vitest";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { auditAll } from "#server/ledger/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { applicant, somePhoto, type Applicant } from "#tests/support/person.ts";
import { accountAt, repaying } from "#tests/support/repaying.ts";
import { signing, type Signer } from "#tests/support/signing.ts";
import { creditSteps, type CreditStep } from "./credit-steps.ts";

// The bureau reports scores from the first day on.
const app = await testApp({ start: "2026-12-03T10:00:00+07:00" });
const { services, clock } = app;
const { bank, key } = repaying(app);
const { signed } = signing(app);
const { database } = services;

/** The last result that each of them sees. */
const ends: Record<string, unknown> = {
  "score-a": { band: "A" },
  "score-b": { band: "B" },
  "score-c": { band: "C" },
  "score-d": { band: "D" },
  "score-e": { band: "E", freezes: [{ cause: "OVERDUE" }] },
  "reloan-allowed": { allowed: true, refusals: [] },
  "reloan-no-loan": { allowed: false, refusals: ["NO_LOAN"] },
  "reloan-other-open": { allowed: false, refusals: ["OTHER_LOAN_OPEN"] },
  "reloan-is-repeat": { allowed: false, refusals: expect.arrayContaining(["IS_REPEAT"]) },
  "reloan-restructured": { allowed: false, refusals: expect.arrayContaining(["IS_RESTRUCTURED"]) },
  "reloan-money-returned": { allowed: false, refusals: expect.arrayContaining(["MONEY_RETURNED"]) },
  "reloan-payment-due": { allowed: false, refusals: expect.arrayContaining(["PAYMENT_DUE"]) },
  "reloan-paid-late": { allowed: false, refusals: ["PAID_LATE"] },
  "reloan-too-little-repaid": { allowed: false, refusals: ["TOO_LITTLE_REPAID"] },
  "reloan-net-too-small": { allowed: false, refusals: ["NET_TOO_SMALL"] },
  hardship: { offers: expect.arrayContaining([expect.objectContaining({ programme: "SPREAD" })]) },
  "shop-owner": { state: "SUBMITTED" },
};

/** The last day of the short run: who needs weeks or months is played in the long run. */
const lastDay = process.env["TEST_LONG"] === "1" ? Infinity : 8;
const played = Object.entries(creditSteps).filter(([, steps]) => steps.every(({ day }) => day <= lastDay));

interface Player extends Applicant {
  client: TestClient;
}
const ok = async (answered: Promise<Awaited<ReturnType<TestClient["post"]>>>) => {
  const answer = await answered;
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

async function pay(client: TestClient, share: number) {
  const { bill } = await ok(client.get("/api/repayment/bills"));
  const amountRupiah = Math.ceil(bill.payoffRupiah * share);
  await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah });
  await app.settle();
}

async function sign(of: Player, loanId: string): Promise<void> {
  // A number gets one code a minute.
  clock.advance(61_000);
  const loan = (await findLoan(database, of.borrowerId, loanId))!;
  const { mobileNumber } = of.person;
  await signed({ ...of, mobileNumber, loan, client: await app.loggedIn(of.borrowerId) } as Signer);
  for (let tries = 0; tries < 8 && (await findLoan(database, of.borrowerId, loanId))?.state !== "ACTIVE"; tries++) {
    clock.advance(20_000);
    await app.settle();
  }
}

async function apply(of: Player, more: object = {}): Promise<string> {
  const input = { amountRupiah: 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId: of.bankAccountId };
  const { loanId } = await ok(of.client.post("/api/loan/apply", { ...input, ...more }, key()));
  await app.settle();
  return loanId;
}
const look = (client: TestClient, query = "") => ok(client.get(`/api/loan/reloan${query}`));

async function applyForRepeat(of: Player): Promise<string> {
  const { old, minimumRupiah } = await look(of.client);
  return apply(of, { amountRupiah: minimumRupiah, replacesLoanId: old.loanId });
}

async function signPlan(of: Player) {
  const path = "/api/loan/restructure";
  const { offers } = await ok(of.client.get(path));
  const { offerId } = offers.at(-1);
  const { hash } = await ok(of.client.get(`${path}/${offerId}/agreement`));
  await ok(of.client.post(`${path}/${offerId}/accept`, { hash, read: true }));
  clock.advance(61_000);
  const client = await app.loggedIn(of.borrowerId);
  const input = { purpose: "STEP_UP_SIGN", channel: "SMS" };
  const { verificationId } = await ok(client.post("/api/mobile/sendVerificationWithoutCaptcha", input));
  const [message] = await services.outside.sandbox!.messages.list({ to: of.person.mobileNumber });
  return ok(client.post(`${path}/${offerId}/sign`, { hash, verificationId, code: message?.code ?? "" }, key()));
}

async function openShop({ client, person }: Player) {
  const { villageCode } = person.address;
  const shop = { name: "Toko Salma", kind: "FOOD", platform: "OFFLINE", months: 18, monthlyTurnoverRupiah: 4_000_000 };
  const { shopId } = await ok(client.post("/api/merchant", { ...shop, villageCode }, key()));
  const form = new FormData();
  form.set("photo", await somePhoto(), "photo.jpg");
  await ok(client.send("POST", `/api/merchant/${shopId}/photo`, form));
  return ok(client.post(`/api/merchant/${shopId}/submit`, {}, key()));
}

/** Two staff members approve the cases caused by the bureau's score. */
async function approve(loanId: string) {
  const [maker, checker] = await Promise.all(
    [1, 2].map(() => app.staff(services.random.uuid(), ["underwriter"])) as [Promise<TestClient>, Promise<TestClient>],
  );
  const { items } = await ok(maker.get("/api/staff/cases?limit=100"));
  const { caseId } = items.find((one: { loanId: string }) => one.loanId === loanId);
  await ok(maker.post(`/api/staff/cases/${caseId}/decision`, { proposal: "APPROVE", note: "Data cocok." }));
  await ok(checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "Sudah dibaca." }));
}

const play: Record<CreditStep["does"], (of: Player) => Promise<unknown>> = {
  BORROW: async (of) => sign(of, await apply(of)),
  BORROW_REVIEWED: async (of) => {
    const loanId = await apply(of);
    await approve(loanId);
    await sign(of, loanId);
  },
  PAY_ALL: ({ client }) => pay(client, 1),
  PAY_MOST: ({ client }) => pay(client, 0.75),
  APPLY_REPEAT: applyForRepeat,
  SIGN_REPEAT: async (of) => sign(of, await applyForRepeat(of)),
  ASK_HELP: ({ client }) => ok(client.post("/api/loan/restructure/ask", { reason: "ILLNESS" }, key())),
  SIGN_PLAN: signPlan,
  STATE_INCOME: async ({ client, person: { employment } }) =>
    ok(
      client.post("/api/profile/work", {
        industry: employment.industry,
        companyName: employment.companyName,
        companyAddress: employment.companyAddress,
        companyPhone: employment.companyPhone,
        workingMonths: employment.workingPeriodMonths,
        monthlyIncomeRupiah: employment.monthlyIncomeRupiah + 500_000,
        salaryDay: employment.salaryDate,
      }),
    ),
  OPEN_SHOP: openShop,
  SCORE: ({ client }) => ok(client.get("/api/credit/score")),
  LOOK: ({ client }) => look(client),
  LOOK_SMALL: ({ client }) => look(client, "?amountRupiah=300000&tenorDays=90"),
};

it("Each test person of credit ends as its card says when its steps are taken.", { timeout: 900_000 }, async () => {
  expect(Object.keys(creditSteps).toSorted()).toEqual(Object.keys(ends).toSorted());
  const began = clock.now().getTime();
  const players = new Map<string, Player>();
  for (const [person] of played) players.set(person, await applicant(app, person));
  const days = [...new Set(played.flatMap(([, steps]) => steps.map(({ day }) => day)))];
  const seen: Record<string, unknown> = {};
  for (const day of days.toSorted((a, b) => a - b)) {
    clock.advance(Math.max(0, began + day * 86_400_000 - clock.now().getTime()));
    await app.settle();
    for (const [person, of] of players) {
      const steps = creditSteps[person]!.filter((step) => step.day === day);
      if (steps.length === 0) continue;
      const client = await app.loggedIn(of.borrowerId);
      for (const { does } of steps) seen[person] = await play[does]({ ...of, client });
    }
  }
  expect(Object.keys(seen).length).toBeGreaterThan(8);
  expect(seen).toMatchObject(Object.fromEntries(played.map(([person]) => [person, ends[person]])));
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
