import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { BorrowerShredded } from "#server/keys/keys.server.ts";
import { consentKinds, consentRuleOf, stopHours, type ConsentKind } from "../contract.ts";
import { contentTextOf } from "#features/platform/content/server/index.ts";
import { languages } from "#shared/texts.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import {
  consentCipher,
  giveConsent,
  hashOfConsentText,
  isSwitchedOff,
  consentInForce,
  withdrawConsent,
  consentHolders,
} from "./consents.ts";

/** A partner still holds data while this is false. */
let hasPartnerStopped = true;
const stops: string[] = [];
const holder: Domain = {
  answersTo: [
    consentHolders.by([
      {
        kinds: ["LOOKUP_BPJS"],
        stop: async (_services, _trx, { id }) => (stops.push(id), [{ what: "FACTS", count: 4 }]),
        finish: async () => hasPartnerStopped,
      },
    ]),
  ],
};
const app = await testApp({ domains: [holder] });
const { services, clock } = app;
const { database, random } = services;
const place = { table: "lookup", column: "factsSealed", row: "1" };

const given = (borrowerId: string, kind: ConsentKind = "LOOKUP_BPJS") =>
  transact(database, (trx) =>
    giveConsent(services, trx, { borrowerId, kind, language: "en", device: "Chrome 140, Android 15" }),
  );
const codeOf = (answered: { body: { status?: { code: string } } }) => answered.body.status?.code;

describe("a consent", () => {
  it("of every kind has a text in three languages, and its receipt names version, language and hash of it", async () => {
    for (const kind of consentKinds) {
      const { collection, key } = consentRuleOf(kind).text;
      for (const language of languages) {
        const text = await contentTextOf(services, collection, key, language);
        expect(text?.language, `${kind} ${language}`).toBe(language);
      }
      const borrowerId = random.uuid();
      const consent = await given(borrowerId, kind);
      const text = (await contentTextOf(services, collection, key, "en"))!;
      expect(consent).toMatchObject({
        kind,
        state: "STANDING",
        device: "Chrome 140, Android 15",
        text: { key, version: text.version, language: "en", hash: hashOfConsentText(text) },
      });
      const { days } = consentRuleOf(kind);
      expect(consent.until?.getTime() ?? null).toBe(
        days === undefined ? null : clock.now().getTime() + days * 86_400_000,
      );
    }
  });

  it("that 40 give at once stands once, and all have the same receipt", async () => {
    const borrowerId = random.uuid();
    const receipts = await Promise.all(Array.from({ length: 40 }, () => given(borrowerId)));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    const rows = await database.selectFrom("consent").select("id").where("borrowerId", "=", borrowerId).execute();
    expect(rows).toHaveLength(1);
  });

  it("that 40 withdraw at once ends once: what hangs on it is stopped once, and its key opens nothing in any process", async () => {
    const borrowerId = random.uuid();
    const { id } = await given(borrowerId);
    const sealed = (await consentCipher(services, database, id)).seal("wage 5.000.000", place);
    expect((await consentCipher(services, database, id)).open(sealed, place)).toBe("wage 5.000.000");
    const ended = await Promise.all(
      Array.from({ length: 40 }, () => transact(database, (trx) => withdrawConsent(services, trx, borrowerId, id))),
    );
    expect(stops.filter((one) => one === id)).toHaveLength(1);
    expect(new Set(ended.map((one) => JSON.stringify([one?.state, one?.endedAt, one?.stopped]))).size).toBe(1);
    expect(ended[0]).toMatchObject({ state: "WITHDRAWN", stopped: [{ what: "FACTS", count: 4 }] });
    await expect(consentCipher(services, database, id)).rejects.toThrow(BorrowerShredded);
    // The tombstone goes beside every backup, so a restore destroys the key again.
    const tombstones = await services.keys.borrowerKeys.tombstones(database, { limit: 1000 });
    expect(tombstones.map(({ borrowerId: owner }) => owner)).toContain(id);
    expect(await consentInForce(services, database, borrowerId, "LOOKUP_BPJS")).toBeNull();
  });

  it("given and withdrawn by 40 in any order leaves one standing at most, and every ended one without a key", async () => {
    const borrowerId = random.uuid();
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        if (n % 2 === 0) return given(borrowerId);
        const current = await consentInForce(services, database, borrowerId, "LOOKUP_BPJS");
        return current && transact(database, (trx) => withdrawConsent(services, trx, borrowerId, current.id));
      }),
    );
    const rows = await database.selectFrom("consent").selectAll().where("borrowerId", "=", borrowerId).execute();
    expect(rows.filter(({ state }) => state === "STANDING").length).toBeLessThanOrEqual(1);
    for (const row of rows.filter(({ state }) => state !== "STANDING"))
      await expect(consentCipher(services, database, row.id)).rejects.toThrow(BorrowerShredded);
  });

  it("to a newer version replaces the earlier one, whose key falls with the withdrawal too", async () => {
    const borrowerId = random.uuid();
    const first = await given(borrowerId);
    const sealed = (await consentCipher(services, database, first.id)).seal("earlier", place);
    const second = await transact(database, (trx) =>
      giveConsent(services, trx, { borrowerId, kind: "LOOKUP_BPJS", language: "zh", device: "Safari 19" }),
    );
    expect(second.id).not.toBe(first.id);
    const client = await app.loggedIn(borrowerId);
    const { items } = (await client.get("/api/privacy/consents")).body;
    expect(items.map((one: { kind: string; state: string }) => `${one.kind} ${one.state}`)).toEqual([
      "ANALYTICS STANDING",
      "LOOKUP_BPJS STANDING",
      "LOOKUP_BPJS REPLACED",
    ]);
    expect((await consentCipher(services, database, first.id)).open(sealed, place)).toBe("earlier");
    await client.post(`/api/privacy/consents/${second.id}/withdraw`, {});
    await expect(consentCipher(services, database, first.id)).rejects.toThrow(BorrowerShredded);
  });

  it("ends by itself when its days are over, not a moment before", async () => {
    const borrowerId = random.uuid();
    const { id, until } = await given(borrowerId);
    clock.moveTo(new Date(until!.getTime() - 1));
    await app.settle();
    expect(await consentInForce(services, database, borrowerId, "LOOKUP_BPJS")).toMatchObject({ id });
    clock.advance(1);
    expect(await consentInForce(services, database, borrowerId, "LOOKUP_BPJS")).toBeNull();
    await app.settle();
    const row = await database.selectFrom("consent").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "ENDED", stopped: [{ what: "FACTS", count: 4 }] });
    expect(row.finishedAt).not.toBeNull();
    await expect(consentCipher(services, database, id)).rejects.toThrow(BorrowerShredded);
  });

  it("that a partner still works by is late after 72 hours, is alarmed once, and finished when he stops", async () => {
    const borrowerId = random.uuid();
    const { id } = await given(borrowerId);
    hasPartnerStopped = false;
    await transact(database, (trx) => withdrawConsent(services, trx, borrowerId, id));
    const read = () => database.selectFrom("consent").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await services.sweeps.runAllDue(services);
    expect(await read()).toMatchObject({ finishedAt: null, alarmedAt: null });
    clock.advance(stopHours * 3_600_000 - 1);
    await services.sweeps.runAllDue(services);
    expect((await read()).alarmedAt).toBeNull();
    clock.advance(1);
    await services.sweeps.runAllDue(services);
    const alarmed = (await read()).alarmedAt;
    expect(alarmed).toEqual(clock.now());
    clock.advance(60_000);
    hasPartnerStopped = true;
    await services.sweeps.runAllDue(services);
    expect(await read()).toMatchObject({ finishedAt: clock.now(), alarmedAt: alarmed });
  });
});

describe("the borrower", () => {
  it("reads receipts with the text that was agreed to, and nobody else's", async () => {
    const borrowerId = random.uuid();
    const { id } = await given(borrowerId, "LOOKUP_NPWP");
    const own = await (await app.loggedIn(borrowerId)).get(`/api/privacy/consents/${id}`);
    expect(own.body).toMatchObject({ id, kind: "LOOKUP_NPWP", title: "Look-up: the tax register (NPWP)" });
    expect(own.body.body).toContain("<h2");
    const stranger = await app.loggedIn(random.uuid());
    for (const answered of [
      await stranger.get(`/api/privacy/consents/${id}`),
      await stranger.post(`/api/privacy/consents/${id}/withdraw`, {}),
    ])
      expect([answered.status, codeOf(answered)]).toEqual([404, "CONSENT_UNKNOWN"]);
    expect(await consentInForce(services, database, borrowerId, "LOOKUP_NPWP")).not.toBeNull();
  });

  it("cannot withdraw what the account stands on", async () => {
    const borrowerId = random.uuid();
    const client = await app.loggedIn(borrowerId);
    for (const kind of ["TERMS", "PRIVACY"] as const) {
      const { id } = await given(borrowerId, kind);
      const refused = await client.post(`/api/privacy/consents/${id}/withdraw`, {});
      expect([refused.status, codeOf(refused)]).toEqual([409, "CONSENT_NOT_WITHDRAWABLE"]);
      expect(await consentInForce(services, database, borrowerId, kind)).not.toBeNull();
    }
  });

  it("switches measuring off and on again; it stands before anything was said", async () => {
    const borrowerId = random.uuid();
    const client = await app.loggedIn(borrowerId);
    const say = async (on: boolean) => (await client.post("/api/privacy/consents", { kind: "ANALYTICS", on })).body;
    expect(await isSwitchedOff(database, borrowerId, "ANALYTICS")).toBe(false);
    const off = await say(false);
    expect(off).toMatchObject({ kind: "ANALYTICS", basis: "LEGITIMATE_INTEREST", state: "WITHDRAWN" });
    // An objection, because there was no consent to withdraw.
    expect([off.givenAt, off.endedAt]).toEqual([null, expect.any(String)]);
    expect((await say(false)).id).toBe(off.id);
    expect(await isSwitchedOff(database, borrowerId, "ANALYTICS")).toBe(true);
    expect(await say(true)).toMatchObject({ state: "STANDING" });
    expect(await isSwitchedOff(database, borrowerId, "ANALYTICS")).toBe(false);
  });
});

it("Applying leaves the receipt of the credit check; withdrawing it before the decision ends the application.", async () => {
  const person = await applicant(app, "review", {
    mobileNumber: "081266609001",
    nik: "3174015704947901",
    accountNumber: "7770090010",
  });
  await sendApplication(person);
  const { items } = (await person.client.get("/api/privacy/consents")).body;
  const receipt = items.find((one: { kind: string }) => one.kind === "CREDIT_CHECK");
  expect(receipt).toMatchObject({ state: "STANDING", withdrawable: true, text: { key: "credit-check" } });
  expect(items.map((one: { kind: string }) => one.kind)).toContain("FACE_CHECK");
  const ended = await person.client.post(`/api/privacy/consents/${receipt.id}/withdraw`, {});
  expect(ended.body).toMatchObject({ state: "WITHDRAWN", stopped: [{ what: "APPLICATION", count: 1 }] });
  const { stopped } = await withdrawn(person.client, items, "FACE_CHECK");
  // The data that is kept is listed with the retention rule. // Spec account 14.6
  expect(stopped, "an application read the photo").toEqual([
    { what: "CARD_PHOTO", count: 1, rule: "IDENTITY_EVIDENCE", years: 5 },
    { what: "SELFIE", count: 1, rule: "IDENTITY_EVIDENCE", years: 5 },
  ]);
  const anyone = await app.client().get(`/api/privacy/receipts/${receipt.id}`);
  expect(anyone.body).toMatchObject({ kind: "CREDIT_CHECK", state: "WITHDRAWN", text: receipt.text });
  expect(Object.keys(anyone.body)).not.toContain("device");
  const loans = await database.selectFrom("loan").select("state").where("borrowerId", "=", person.borrowerId).execute();
  expect(loans).toEqual([{ state: "CANCELLED" }]);
});

it("The consent to the credit check ends with the decision, and the next application has a receipt of its own.", async () => {
  const person = await applicant(app, "approved-1", {
    mobileNumber: "081266609003",
    nik: "3174015704947903",
    accountNumber: "7770090030",
  });
  const receipts = async () =>
    (await person.client.get("/api/privacy/consents")).body.items.filter(
      (one: { kind: string }) => one.kind === "CREDIT_CHECK",
    );
  const { body: sent } = await sendApplication(person);
  await app.settle();
  const { state } = await database
    .selectFrom("loan")
    .select("state")
    .where("id", "=", sent.loanId)
    .executeTakeFirstOrThrow();
  expect(state).toBe("APPROVED");
  const [first, ...others] = await receipts();
  expect([first, others]).toMatchObject([{ state: "ENDED", withdrawable: false, stopped: [] }, []]);
  await person.client.post(`/api/loan/${sent.loanId}/cancel`, {});
  await sendApplication(person);
  await app.settle();
  const ids = (await receipts()).map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(2);
  expect(ids).toContain(first.id);
});

const withdrawn = async (client: TestClient, items: { kind: string; id: string }[], kind: string) =>
  (await client.post(`/api/privacy/consents/${items.find((one) => one.kind === kind)!.id}/withdraw`, {})).body;

it("Withdrawing the face check before anything was applied for takes the photo of the face away.", async () => {
  const person = await applicant(app, "approved-2", {
    mobileNumber: "081266609002",
    nik: "3174015704947902",
    accountNumber: "7770090020",
  });
  const photos = async () =>
    (
      await database.selectFrom("identity_photo").selectAll().where("borrowerId", "=", person.borrowerId).execute()
    ).toSorted((a, b) => a.kind.localeCompare(b.kind));
  const [, selfie] = await photos();
  expect(selfie?.kind).toBe("SELFIE");
  const { items } = (await person.client.get("/api/privacy/consents")).body;
  expect(await withdrawn(person.client, items, "FACE_CHECK")).toMatchObject({
    state: "WITHDRAWN",
    stopped: [
      { what: "FACE_PHOTO", count: 1 },
      { what: "CARD_PHOTO", count: 1, rule: "ACCOUNT" },
    ],
  });
  await app.settle();
  expect((await photos()).map(({ kind }) => kind)).toEqual(["KTP"]);
  expect(await services.outside.storage.get(selfie!.objectKey)).toBeUndefined();
});
