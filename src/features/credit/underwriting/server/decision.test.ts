import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { applicant, sendApplication, type Applicant } from "#tests/support/person.ts";
import { testApp } from "#tests/support/app.ts";
import { regulation } from "../../loan/server/rules/regulation.ts";
import { sweepUnjudged } from "./decision.ts";
import { decideCase } from "./index.ts";

// Never triggered: on a busy machine a job would start in the middle of a test.
const app = await testApp({ isIdle: true, origins: { kilat: ["https://kilat.example"] } });

/** Applies and waits for the decision; returns the borrower's home. */
async function decided(of: Applicant, options?: Parameters<typeof sendApplication>[1]) {
  const sent = await sendApplication(of, options);
  expect(sent.status, sent.text).toBe(200);
  await app.settle();
  return (await of.client.get("/api/loan/home")).body;
}

describe("every sandbox person gets the outcome that is documented", () => {
  test("a clear case is approved within seconds, with 24 hours to sign", async () => {
    const home = await decided(await applicant(app, "approved-1"));
    expect(home.loan.state).toBe("APPROVED");
    expect(Date.parse(home.loan.signDeadline) - Date.parse(home.loan.decidedAt)).toBe(86_400_000);
    expect(
      home.timeline.map((step: { code: string; state: string }) => `${step.code} ${step.state}`).slice(0, 3),
    ).toEqual(["SUBMITTED done", "APPROVED done", "SIGN now"]);
  });

  test("a score below the bar for clear cases goes to people, and the borrower is told until when", async () => {
    const home = await decided(await applicant(app, "review"));
    expect(home.loan.state).toBe("IN_REVIEW");
    expect(home.mayApplyOn).toBeNull();
  });

  test.each([
    ["refused-age", "AGE", "2030-05-17"],
    ["refused-platforms", "OPERATORS", null],
    ["refused-income", "INCOME", null],
    ["refused-burden", "BURDEN", null],
    ["refused-fraud", "CHECKS", null],
  ])("%s is refused with the reason %s and a day to try again", async (key, reason, day) => {
    const of = await applicant(app, key);
    const home = await decided(of);
    expect(home.loan.state).toBe("REJECTED");
    expect(home.refusal.reasons[0].code).toBe(reason);
    expect(home.refusal.reasons[0].text).not.toMatch(/[{}]|undefined|–/);
    if (day) expect(home.refusal.tryAgainOn).toBe(day);
    else expect(home.refusal.tryAgainOn > home.today).toBe(true);
    expect(home.mayApplyOn).toBe(home.refusal.tryAgainOn);
    // The rejection releases the reserved limit.
    expect(home.limit.usedRupiah).toBe(0);
    const again = await sendApplication(of);
    expect(again.body.status).toMatchObject({ code: "TRY_AGAIN_LATER", data: { date: home.refusal.tryAgainOn } });
  });

  test("each reason is written in the reader's language", async () => {
    const { borrowerId } = await app.services.database
      .selectFrom("underwriting_case")
      .select("borrowerId")
      .where("reasons", "@>", sql<string[]>`'{INCOME}'`)
      .executeTakeFirstOrThrow();
    const client = await app.loggedIn(borrowerId);
    const say = async (language: string) =>
      (await client.get("/api/loan/home", { "Accept-Language": language })).body.refusal.reasons[0].text as string;
    expect(await say("id")).toContain("Rp 3.000.000");
    expect(await say("en")).toContain("monthly income");
    expect(await say("zh")).toContain("月收入");
  });
});

test("the borrower is told of the decision once, with a link to where it can be read", async () => {
  const of = await applicant(app, "approved-2");
  const { loan } = await decided(of);
  const messages = (await of.client.get(`/api/sandbox/messages?to=${of.person.mobileNumber}`)).body.items as {
    text: string;
    link?: string;
  }[];
  expect(messages.filter(({ text }) => text.includes(loan.number))).toMatchObject([
    { link: "http://localhost:3000/webview/home" },
  ]);
  const events = await app.services.database
    .selectFrom("loan_event")
    .selectAll()
    .where("loanId", "=", loan.loanId)
    .where("kind", "=", "MESSAGE")
    .execute();
  expect(events.map((event) => event.facts)).toMatchObject([{ channel: "WHATSAPP", status: "SENT" }]);
});

test("the link of the decision leads to the brand that the borrower registered with", async () => {
  const of = await applicant(app, "approved-1", {
    mobileNumber: "081266609911",
    nik: "3174015704947911",
    accountNumber: "7770099111",
  });
  await app.services.database
    .updateTable("borrower")
    .set({ brand: "kilat" })
    .where("borrowerId", "=", of.borrowerId)
    .execute();
  const { loan } = await decided(of);
  const messages = (await of.client.get(`/api/sandbox/messages?to=081266609911`)).body.items as {
    text: string;
    link?: string;
  }[];
  expect(messages.find(({ text }) => text.includes(loan.number))?.link).toBe("https://kilat.example/webview/home");
});

test("every rule's input, bar and outcome is kept, and cannot be changed", async () => {
  const { database } = app.services;
  const findings = await database
    .selectFrom("underwriting_finding")
    .selectAll()
    .where("rule", "=", "INCOME_FLOOR_RUPIAH")
    .where("outcome", "=", "REJECT")
    .execute();
  expect(findings[0]).toMatchObject({ input: { monthlyIncomeRupiah: 2_500_000 }, threshold: 3_000_000 });
  await expect(database.updateTable("underwriting_finding").set({ outcome: "PASS" }).execute()).rejects.toThrow(
    /append-only/,
  );
});

test("a bureau that stays away does not refuse anybody: a person decides", async () => {
  const of = await applicant(app, "approved-one-word-name");
  const { bureau } = app.services.outside;
  const real = bureau.report;
  bureau.report = async () => ({ outcome: "UNAVAILABLE" });
  await sendApplication(of);
  const row = await app.services.database
    .selectFrom("underwriting_case")
    .selectAll()
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  await expect(decideCase(app.services, row.id, { attempt: 1 })).rejects.toThrow(/away/);
  await decideCase(app.services, row.id, { attempt: 3 });
  bureau.report = real;
  const home = (await of.client.get("/api/loan/home")).body;
  expect(home.loan.state).toBe("IN_REVIEW");
  await app.settle();
});

test("an application that no job has judged goes to a person once it has waited an hour, no sooner, and stays there", async () => {
  const of = await applicant(app, "approved-1", {
    mobileNumber: "081266609912",
    nik: "3174015704947912",
    accountNumber: "7770099112",
  });
  expect((await sendApplication(of)).status).toBe(200);
  const { database } = app.services;
  const loans = database.selectFrom("loan").select("state").where("borrowerId", "=", of.borrowerId);
  const state = async () => (await loans.executeTakeFirstOrThrow()).state;
  app.clock.advance(3_600_000);
  await sweepUnjudged(app.services);
  expect(await state()).toBe("SUBMITTED");
  app.clock.advance(1);
  await sweepUnjudged(app.services);
  expect(await state()).toBe("IN_REVIEW");
  await app.settle();
  expect(await state()).toBe("IN_REVIEW");
});

test("an application that went to a person while the bureau was asked is the person's: the rules decide nothing any more", async () => {
  const of = await applicant(app, "approved-1", {
    mobileNumber: "081266609913",
    nik: "3174015704947913",
    accountNumber: "7770099113",
  });
  const { database, outside } = app.services;
  const real = outside.bureau.report;
  outside.bureau.report = async (asked) => {
    app.clock.advance(3_600_001);
    await sweepUnjudged(app.services);
    return real(asked);
  };
  expect((await sendApplication(of)).status).toBe(200);
  const { id } = await database
    .selectFrom("underwriting_case")
    .select("id")
    .where("borrowerId", "=", of.borrowerId)
    .executeTakeFirstOrThrow();
  await decideCase(app.services, id, { attempt: 1 });
  outside.bureau.report = real;
  const loans = database.selectFrom("loan").select("state").where("borrowerId", "=", of.borrowerId);
  expect(await loans.execute()).toEqual([{ state: "IN_REVIEW" }]);
});

test("a second account with the same NIK is refused while the first has an open application", async () => {
  const first = await applicant(app, "approved-east");
  await decided(first);
  const second = await applicant(app, "approved-east", { mobileNumber: "081299990001" });
  const home = await decided(second);
  expect(home.refusal.reasons.map((one: { code: string }) => one.code)).toContain("OPEN_ELSEWHERE_HERE");
});

test("the figures that the regulator sets are the same here and where loans are priced", async () => {
  const rows = await app.services.database.selectFrom("underwriting_rule").select(["rule", "value"]).execute();
  const here = Object.fromEntries(rows.map((row) => [row.rule, row.value]));
  const there = Object.fromEntries(regulation.map((row) => [row.rule, row.value]));
  expect(here["AGE_FLOOR_YEARS"]).toBe(there["AGE_FLOOR_YEARS"]);
  expect(here["INCOME_FLOOR_RUPIAH"]).toBe(there["MONTHLY_INCOME_FLOOR_RUPIAH"]);
  expect(here["OPERATORS_CAP"]).toBe(there["OPERATORS_CAP"]);
  expect(here["BURDEN_CAP_PPM"]).toBe(there["REPAYMENT_BURDEN_CAP_PPM"]);
});
