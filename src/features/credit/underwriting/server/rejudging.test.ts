/**
 * The effect of a look-up or a link: evidence of income, a case that passes by two sources, a higher limit once the
 * income is accepted; never a lower limit.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { giveConsent, consentCipher } from "#features/account/privacy/server/index.ts";
import { lookupFound } from "#features/account/lookup/server/index.ts";
import { accountRead } from "#features/account/linking/server/index.ts";
import { confirmingPpm } from "#features/account/profile/server/index.ts";
import { rulesInForce } from "./store.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;

/** A register's answer found earlier, under its own consent. */
async function bpjs(borrowerId: string, monthlyWageRupiah: number): Promise<void> {
  const id = random.uuid();
  await transact(database, async (trx) => {
    const given = { borrowerId, kind: "LOOKUP_BPJS", language: "id", device: "x" } as const;
    const consent = await giveConsent(services, trx, given);
    const cipher = await consentCipher(services, trx, consent.id);
    const now = clock.now();
    await trx
      .insertInto("lookup")
      .values({
        borrowerId,
        id,
        kind: "BPJS",
        state: "FOUND",
        consentId: consent.id,
        requestId: random.uuid(),
        askedOn: "2026-01-01",
        slot: 1,
        askedAt: now,
        changedAt: now,
        foundAt: now,
        endsAt: new Date(now.getTime() + 90 * 86_400_000),
        factsSealed: cipher.seal(JSON.stringify({ monthlyWageRupiah: String(monthlyWageRupiah) }), {
          table: "lookup",
          column: "factsSealed",
          row: id,
        }),
      })
      .execute();
    await services.events.announce(trx, lookupFound, {
      id: `found_${id}`,
      at: now,
      borrowerId,
      lookupId: id,
      kind: "BPJS",
    });
  });
  await app.settle();
}
async function bank(borrowerId: string, ...inRupiah: number[]): Promise<void> {
  const id = random.uuid();
  await transact(database, async (trx) => {
    const given = { borrowerId, kind: "LINK_BANK", language: "id", device: "x" } as const;
    const consent = await giveConsent(services, trx, given);
    const cipher = await consentCipher(services, trx, consent.id);
    const now = clock.now();
    const months = inRupiah.map((rupiah, n) => ({
      month: `2026-0${n + 1}`,
      inRupiah: rupiah,
      outRupiah: 0,
      lowestRupiah: 0,
    }));
    await trx
      .insertInto("account_link")
      .values({
        borrowerId,
        id,
        kind: "BANK",
        state: "LINKED",
        consentId: consent.id,
        askedOn: "2026-01-01",
        slot: 1,
        begunAt: now,
        changedAt: now,
        linkedAt: now,
        endsAt: new Date(now.getTime() + 90 * 86_400_000),
        factsSealed: cipher.seal(JSON.stringify({ masked: "••1", months }), {
          table: "account_link",
          column: "factsSealed",
          row: id,
        }),
      })
      .execute();
    await services.events.announce(trx, accountRead, {
      id: `read_${id}`,
      at: now,
      borrowerId,
      linkId: id,
      kind: "BANK",
    });
  });
  await app.settle();
}

let number = 0;
const someone = (key: string) => applicant(app, key, { mobileNumber: `08127779${String(++number).padStart(4, "0")}` });
type Someone = Awaited<ReturnType<typeof someone>>;
const caseOf = (borrowerId: string) =>
  database.selectFrom("underwriting_case").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirstOrThrow();
/** All are the same test person: whatever would make the next one a duplicate is deleted. */
async function withdraw({ borrowerId, client }: Someone): Promise<void> {
  await client.post(`/api/loan/${(await caseOf(borrowerId)).loanId}/cancel`, {});
  for (const table of ["identity", "bank_account", "underwriting_mark"] as const)
    await database.deleteFrom(table).where("borrowerId", "=", borrowerId).execute();
}
const limitOf = async ({ client }: Someone): Promise<number> =>
  (await client.get("/api/credit/limits")).body.creditRupiah;

it("lets a case of a low score pass once two sources confirm the income, and says by which finding", async () => {
  const of = await someone("review");
  await sendApplication(of);
  await app.settle();
  await bpjs(of.borrowerId, 8_000_000);
  expect((await caseOf(of.borrowerId)).state).toBe("WAITING");
  // The median of three months: one gift does not count.
  await bank(of.borrowerId, 30_000_000, 6_400_000, 6_400_000);
  expect(await caseOf(of.borrowerId)).toMatchObject({ state: "CLOSED", outcome: "APPROVED", reviewRules: [] });
  expect((await of.client.get("/api/loan/home")).body.loan.state).toBe("APPROVED");
  const found = await database
    .selectFrom("underwriting_finding")
    .select(["rule", "outcome", "input"])
    .where("borrowerId", "=", of.borrowerId)
    .where("rule", "=", "CONFIRMED_SOURCES")
    .execute();
  expect(found).toEqual([{ rule: "CONFIRMED_SOURCES", outcome: "PASS", input: { confirmedSources: 2 } }]);
  const uses = (await of.client.get("/api/privacy/uses", { "Accept-Language": "en" })).body;
  expect(JSON.stringify(uses)).toContain("stated by BPJS");
  await withdraw(of);
});

it("passes at once where both were there before, and also while documents are asked for", async () => {
  const early = await someone("review");
  await bpjs(early.borrowerId, 9_000_000);
  await bank(early.borrowerId, 8_000_000, 8_000_000, 8_000_000);
  await sendApplication(early);
  await app.settle();
  expect(await caseOf(early.borrowerId)).toMatchObject({ outcome: "APPROVED", reviewRules: [] });
  await withdraw(early);

  const asked = await someone("review");
  await sendApplication(asked);
  await app.settle();
  const { id } = await caseOf(asked.borrowerId);
  const staff = await app.staff(random.uuid(), ["underwriter"]);
  await staff.post(`/api/staff/cases/${id}/ask`, { kinds: ["TAX_CARD"], reasons: ["EXPIRED"] });
  await bpjs(asked.borrowerId, 9_000_000);
  await bank(asked.borrowerId, 8_000_000, 8_000_000, 8_000_000);
  expect(await caseOf(asked.borrowerId)).toMatchObject({ state: "CLOSED", outcome: "APPROVED" });
  expect((await asked.client.get("/api/document/asked")).body.request.state).toBe("WITHDRAWN");
  await withdraw(asked);
});

it("never refuses and never takes a case from people where a source states less: that is looked at next time", async () => {
  const of = await someone("review");
  await sendApplication(of);
  await app.settle();
  await bpjs(of.borrowerId, 1_000_000);
  await bank(of.borrowerId, 9_000_000, 9_000_000, 9_000_000);
  expect(await caseOf(of.borrowerId)).toMatchObject({ state: "WAITING", outcome: null });
  const before = await limitOf(of);
  expect((await of.client.get("/api/credit/limit-raise")).body).toEqual({ raise: null });
  expect(await limitOf(of)).toBe(before);
  await withdraw(of);

  const clear = await someone("approved-1");
  await bpjs(clear.borrowerId, 1_000_000);
  await sendApplication(clear);
  await app.settle();
  expect(await caseOf(clear.borrowerId)).toMatchObject({ state: "WAITING", reviewRules: ["INCOME_DISAGREES"] });
  await withdraw(clear);
});

it("is looked at by people where a register answered by somebody else's name, for 90 days", async () => {
  for (const [days, reviewed] of [
    [1, ["RECORD_ANOTHERS"]],
    [91, []],
  ] as const) {
    const of = await someone("approved-1");
    const input = { account: "orang.lain@contoh.id", credential: "other-1", consent: true };
    expect((await of.client.post("/api/lookup/BPJS", input)).body.state).toBe("NOT_YOURS");
    clock.advance(days * 86_400_000);
    const later = { ...of, client: await app.loggedIn(of.borrowerId) };
    await sendApplication(later);
    await app.settle();
    expect((await caseOf(of.borrowerId)).reviewRules).toEqual(reviewed);
    await withdraw(later);
  }
});

it("holds the same share for evidence and for rules", async () => {
  const rules = await rulesInForce(database, "2026-11-24");
  expect(rules.get("INCOME_DISAGREES")).toMatchObject({ value: confirmingPpm, verdict: "REVIEW" });
});

it("counts as evidence of income from 80 % of what was typed on, in place of a pay slip", async () => {
  for (const [wage, isEvidence] of [
    [6_399_999, false],
    [6_400_000, true],
  ] as const) {
    const of = await someone("approved-1");
    await database.deleteFrom("document").where("borrowerId", "=", of.borrowerId).execute();
    const { body } = await of.client.get("/api/profile/readiness");
    expect(body.missing).toEqual(["INCOME_EVIDENCE"]);
    await bpjs(of.borrowerId, wage);
    expect((await of.client.get("/api/profile/readiness")).body.complete).toBe(isEvidence);
  }
});

it("raises the limit when the higher income is taken over, once, and never by itself", async () => {
  const of = await someone("approved-1");
  await bpjs(of.borrowerId, 8_000_000);
  expect((await of.client.get("/api/credit/limit-raise")).body).toEqual({ raise: null });
  await database.deleteFrom("lookup").where("borrowerId", "=", of.borrowerId).execute();
  await bpjs(of.borrowerId, 9_500_000);
  const before = await limitOf(of);
  const { raise } = (await of.client.get("/api/credit/limit-raise")).body;
  expect(raise).toMatchObject({ statedRupiah: 9_500_000, typedRupiah: 8_000_000, fromRupiah: before });
  expect(await limitOf(of)).toBe(before);
  const taken = await Promise.all(Array.from({ length: 5 }, () => of.client.post("/api/credit/limit-raise", {})));
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await limitOf(of)).toBe(raise.toRupiah);
  const [change] = (await of.client.get("/api/credit/limit-changes")).body.items;
  expect(change).toMatchObject({ cause: "INFORMATION_ADDED", fromRupiah: before, toRupiah: raise.toRupiah });
  expect((await of.client.get("/api/profile")).body.work.monthlyIncomeRupiah).toBe(9_500_000);
  expect((await of.client.post("/api/credit/limit-raise", {})).body.status.code).toBe("NOTHING_TO_RAISE");
});

it("takes the lower of two stated incomes, whichever source states it", async () => {
  for (const [wage, inBank] of [
    [9_500_000, 20_000_000],
    [20_000_000, 9_500_000],
  ] as const) {
    const of = await someone("approved-1");
    await bpjs(of.borrowerId, wage);
    await bank(of.borrowerId, inBank, inBank, inBank);
    expect((await of.client.get("/api/credit/limit-raise")).body.raise).toMatchObject({ statedRupiah: 9_500_000 });
  }
});

it("does not undo what people or repayment have set", async () => {
  const of = await someone("approved-1");
  await bpjs(of.borrowerId, 20_000_000);
  await database
    .updateTable("credit_limit")
    .set({ creditRupiah: 500_000 })
    .where("borrowerId", "=", of.borrowerId)
    .execute();
  expect((await of.client.get("/api/credit/limit-raise")).body).toEqual({ raise: null });
  expect((await of.client.post("/api/credit/limit-raise", {})).status).toBe(409);
  expect(await limitOf(of)).toBe(500_000);
});
