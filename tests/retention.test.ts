/**
 * How long each table keeps deletable data of borrowers and their accounts: a row of exactly that age stays, a moment
 * older it is deleted. // Security rules 8
 */
import * as v from "valibot";
import { expect, it } from "vitest";
import { addDays, dateInWib } from "#shared/dates.ts";
import { defineChangeRequest, changeRequests } from "#features/account/change-request/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "./support/app.ts";
import { day, hour, keeping, type Kept } from "./support/keeping.ts";

const change = defineChangeRequest("TEST_KEPT", {
  text: { id: "Uji", en: "Test", zh: "测试" },
  steps: [],
  submitPath: "/a",
  resultPath: "/b",
  facts: v.object({}),
  promisedHours: 1,
});
const app = await testApp({ domains: [{ answersTo: [changeRequests.by([change])] }] });
const { services, clock } = app;
const { database, random } = services;
const { idOf, nameOf, names, writeBoth, leftOf } = keeping(app);

const kept: Kept[] = [
  {
    table: "captcha",
    forMilliseconds: hour,
    write: (name, at) =>
      database
        .insertInto("captcha")
        .values({
          captchaKey: name,
          sessionId: random.uuid(),
          createdAt: at,
          expiresAt: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () => names(database.selectFrom("captcha").select("captchaKey").execute(), (row) => row.captchaKey),
  },
  {
    table: "verification_challenge",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("verification_challenge")
        .values({
          id: idOf(name),
          numberIndex: "n",
          mobileNumberSealed: "s",
          purpose: "LOGIN",
          channel: "SMS",
          sessionId: random.uuid(),
          borrowerId: null,
          lane: "open",
          networkIndex: "n",
          afterCaptcha: true,
          language: "id",
          brandName: "Tunai",
          host: "localhost",
          priceRupiah: 0,
          delivery: "SENT",
          deliveryAt: at,
          createdAt: at,
          expiresAt: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () => names(database.selectFrom("verification_challenge").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "verification_counter",
    forMilliseconds: 2 * day,
    write: (name, at) =>
      database.insertInto("verification_counter").values({ key: name, windowStart: at, count: 1 }).execute(),
    left: () => names(database.selectFrom("verification_counter").select("key").execute(), (row) => row.key),
  },
  {
    table: "verification_attempt",
    forMilliseconds: 2 * day,
    write: (name, at) =>
      database
        .insertInto("verification_attempt")
        .values({ numberIndex: name, lane: "open", tries: 1, lockouts: 0, lockedUntil: null, triedAt: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verification_attempt").select("numberIndex").execute(), (row) => row.numberIndex),
  },
  {
    table: "verification_number",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database.insertInto("verification_number").values({ numberIndex: name, lastSentAt: at }).execute(),
    left: () =>
      names(database.selectFrom("verification_number").select("numberIndex").execute(), (row) => row.numberIndex),
  },
  {
    table: "verification_device",
    forMilliseconds: 365 * day,
    write: (name, at) =>
      database
        .insertInto("verification_device")
        .values({ numberIndex: name, deviceIndex: "d", verifiedAt: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verification_device").select("numberIndex").execute(), (row) => row.numberIndex),
  },
  {
    // Not about an account; about one it stays for five years, like any request to change something.
    table: "lost_number_request",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      database
        .insertInto("lost_number_request")
        .values({
          id: idOf(name),
          ownerId: idOf(`${name} owner`),
          sessionId: random.uuid(),
          reference: name,
          state: "EXPIRED",
          factsSealed: "x",
          createdAt: at,
          closedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("lost_number_request").select("reference").execute(), (row) => row.reference),
  },
  {
    table: "verified_number_past",
    forMilliseconds: 180 * day,
    write: (name, at) =>
      database
        .insertInto("verified_number_past")
        .values({ borrowerId: idOf(name), numberIndex: name, endedAt: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verified_number_past").select("numberIndex").execute(), (row) => row.numberIndex),
  },
  {
    table: "webview_code",
    forMilliseconds: day,
    write: (name, at) =>
      database
        .insertInto("webview_code")
        .values({
          codeHash: Buffer.from(name.padEnd(32, " ")),
          borrowerId: random.uuid(),
          deviceIndex: null,
          path: "/",
          createdAt: at,
          expiresAt: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("webview_code").select("codeHash").execute(), (row) =>
        row.codeHash.toString().trimEnd(),
      ),
  },
  {
    table: "capture_ticket",
    forMilliseconds: day,
    write: (name, at) =>
      database
        .insertInto("capture_ticket")
        .values({
          ticketHash: Buffer.from(name.padEnd(32, " ")),
          id: random.uuid(),
          borrowerId: random.uuid(),
          kind: "CARD_PHOTO",
          isAgreed: false,
          createdAt: at,
          expiresAt: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("capture_ticket").select("ticketHash").execute(), (row) =>
        row.ticketHash.toString().trimEnd(),
      ),
  },
  {
    table: "data_export",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      database
        .insertInto("data_export")
        .values({
          id: idOf(name),
          borrowerId: random.uuid(),
          language: "id",
          brandId: "tunai",
          askedAt: at,
          dueAt: at,
          state: "ENDED",
          readyAt: at,
          endsAt: at,
          endedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("data_export").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "questionnaire_invitation",
    forMilliseconds: 365 * day,
    write: (name, at) =>
      database
        .insertInto("questionnaire_invitation")
        .values({
          borrowerId: idOf(name),
          questionnaireKey: "k",
          eventType: "AFTER_PAYOUT",
          invitedAt: at,
          expiresAt: new Date(at.getTime() + 7 * day),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("questionnaire_invitation").select("borrowerId").execute(), (row) =>
        nameOf(row.borrowerId),
      ),
  },
  {
    table: "questionnaire_pause",
    forMilliseconds: 14 * day,
    write: (name, at) =>
      database
        .insertInto("questionnaire_pause")
        .values({ borrowerId: idOf(name), invitedAt: at })
        .execute(),
    left: () =>
      names(database.selectFrom("questionnaire_pause").select("borrowerId").execute(), (row) => nameOf(row.borrowerId)),
  },
  {
    table: "survey_turn",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      database
        .insertInto("survey_turn")
        .values({ questionnaireKey: "k", sessionMark: name, answersMark: "a", submittedAt: at })
        .execute(),
    left: () => names(database.selectFrom("survey_turn").select("sessionMark").execute(), (row) => row.sessionMark),
  },
  {
    table: "lookup",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("lookup")
        .values({
          borrowerId: random.uuid(),
          id: idOf(name),
          kind: "NPWP",
          state: "NOT_FOUND",
          requestId: random.uuid(),
          consentId: random.uuid(),
          askedOn: dateInWib(at),
          slot: 1,
          askedAt: at,
          changedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("lookup").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "account_link",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("account_link")
        .values({
          borrowerId: random.uuid(),
          id: idOf(name),
          kind: "BANK",
          state: "ENDED",
          consentId: random.uuid(),
          askedOn: dateInWib(at),
          slot: 1,
          begunAt: at,
          endsAt: at,
          changedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("account_link").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "email_mail",
    forMilliseconds: 180 * day,
    write: (name, at) =>
      database
        .insertInto("email_mail")
        .values({
          borrowerId: random.uuid(),
          id: idOf(name),
          requestId: random.uuid(),
          status: "SENT",
          language: "id",
          brandId: "tunai",
          writtenAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("email_mail").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "account_closure",
    forMilliseconds: 180 * day,
    write: (name, at) =>
      database
        .insertInto("account_closure")
        .values({
          borrowerId: random.uuid(),
          id: idOf(name),
          state: "WITHDRAWN",
          askedAt: at,
          coolingUntil: at,
          endedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("account_closure").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "email_request",
    forMilliseconds: 180 * day,
    write: (name, at) =>
      database
        .insertInto("email_request")
        .values({
          borrowerId: random.uuid(),
          id: idOf(name),
          state: "FAILED",
          cause: "EXPIRED",
          addressIndex: "a",
          addressSealed: "s",
          createdAt: at,
          expiresAt: at,
          endedAt: at,
        })
        .execute(),
    left: () => names(database.selectFrom("email_request").select("id").execute(), (row) => nameOf(row.id)),
  },
];

it("keeps each row for its time and no longer", async () => {
  const now = clock.now().getTime();
  await writeBoth(kept);
  const today = dateInWib(clock.now());
  // Whole days: a survey stores no exact time.
  for (const days of [364, 365, 366])
    await database
      .insertInto("survey_answer")
      .values({
        id: random.uuid(),
        questionnaireKey: "k",
        version: 1,
        submittedOn: addDays(today, -days),
        answersSealed: "s",
      })
      .execute();
  const drafts = [30 * day, 30 * day + 1].map((age) => new Date(now - age));
  for (const at of drafts)
    await database
      .insertInto("questionnaire_invitation")
      .values({
        borrowerId: random.uuid(),
        questionnaireKey: "drafts",
        eventType: "AFTER_PAYOUT",
        invitedAt: at,
        expiresAt: new Date(at.getTime() + 7 * day),
        draftSealed: "s",
        savedAt: at,
      })
      .execute();
  await services.sweeps.runAllDue(services);
  expect(await leftOf(kept)).toEqual(kept.map(({ table }) => [`${table} kept`]));
  const surveyed = await database.selectFrom("survey_answer").select("submittedOn").orderBy("submittedOn").execute();
  expect(surveyed.map((row) => row.submittedOn)).toEqual([addDays(today, -365), addDays(today, -364)]);
  const saved = await database
    .selectFrom("questionnaire_invitation")
    .select(["draftSealed", "savedAt"])
    .where("questionnaireKey", "=", "drafts")
    .orderBy("invitedAt", "desc")
    .execute();
  expect(saved).toEqual([
    { draftSealed: "s", savedAt: drafts[0] },
    { draftSealed: null, savedAt: null },
  ]);
});

it("keeps why people left for two years, and the row of an account that was closed for good", async () => {
  clock.advance(1_000);
  const today = dateInWib(clock.now());
  const told = [addDays(today, -730), addDays(today, -731)];
  for (const toldOn of told)
    await database
      .insertInto("closure_feedback")
      .values({ id: random.uuid(), toldOn, reasons: ["PRIVACY"] })
      .execute();
  const at = new Date(clock.now().getTime() - 1_000 * day);
  const closed = { borrowerId: random.uuid(), id: random.uuid(), state: "ERASED", askedAt: at, coolingUntil: at };
  await database
    .insertInto("account_closure")
    .values({ ...closed, closedAt: at, endedAt: at })
    .execute();
  await services.sweeps.runAllDue(services);
  const remaining = await database.selectFrom("closure_feedback").select("toldOn").execute();
  expect(remaining.map(({ toldOn }) => toldOn)).toEqual([told[0]]);
  const rows = await database.selectFrom("account_closure").select("id").where("state", "=", "ERASED").execute();
  expect(rows).toEqual([{ id: closed.id }]);
});

it("keeps a request to change something for five years after it ended, and what happened to it as long", async () => {
  clock.advance(1_000);
  const years = new Date(clock.now());
  years.setUTCFullYear(years.getUTCFullYear() - 5);
  const ended = async (closedAt: Date): Promise<string> => {
    const [id, borrowerId] = [random.uuid(), random.uuid()];
    await transact(database, async (trx) => {
      await trx
        .insertInto("change_request")
        .values({
          borrowerId,
          id,
          kind: "TEST_KEPT",
          state: "DONE",
          isOpen: false,
          factsSealed: "x",
          createdAt: closedAt,
          closedAt,
        })
        .execute();
      await change.lifecycle.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "ASKED", at: closedAt });
    });
    return id;
  };
  const kept = await ended(years);
  await ended(new Date(years.getTime() - 1));
  await services.sweeps.runAllDue(services);
  expect(await database.selectFrom("change_request").select("id").execute()).toEqual([{ id: kept }]);
  const events = await database.selectFrom("lifecycle_event").select("subjectId").execute();
  expect(events).toEqual([{ subjectId: kept }]);
});
