/** How long each table keeps what is swept away of borrowers and their accounts: a row of exactly that age stays, a moment older it goes. // Security rules 8 */
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
          captcha_key: name,
          session_id: random.uuid(),
          created_at: at,
          expires_at: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () => names(database.selectFrom("captcha").select("captcha_key").execute(), (row) => row.captcha_key),
  },
  {
    table: "verification_challenge",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database
        .insertInto("verification_challenge")
        .values({
          id: idOf(name),
          number_index: "n",
          mobile_number_sealed: "s",
          purpose: "LOGIN",
          channel: "SMS",
          session_id: random.uuid(),
          borrower_id: null,
          lane: "open",
          network_index: "n",
          after_captcha: true,
          language: "id",
          brand_name: "Tunai",
          host: "localhost",
          price_rupiah: 0,
          delivery: "SENT",
          delivery_at: at,
          created_at: at,
          expires_at: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () => names(database.selectFrom("verification_challenge").select("id").execute(), (row) => nameOf(row.id)),
  },
  {
    table: "verification_counter",
    forMilliseconds: 2 * day,
    write: (name, at) =>
      database.insertInto("verification_counter").values({ key: name, window_start: at, count: 1 }).execute(),
    left: () => names(database.selectFrom("verification_counter").select("key").execute(), (row) => row.key),
  },
  {
    table: "verification_attempt",
    forMilliseconds: 2 * day,
    write: (name, at) =>
      database
        .insertInto("verification_attempt")
        .values({ number_index: name, lane: "open", tries: 1, lockouts: 0, locked_until: null, tried_at: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verification_attempt").select("number_index").execute(), (row) => row.number_index),
  },
  {
    table: "verification_number",
    forMilliseconds: 30 * day,
    write: (name, at) =>
      database.insertInto("verification_number").values({ number_index: name, last_sent_at: at }).execute(),
    left: () =>
      names(database.selectFrom("verification_number").select("number_index").execute(), (row) => row.number_index),
  },
  {
    table: "verification_device",
    forMilliseconds: 365 * day,
    write: (name, at) =>
      database
        .insertInto("verification_device")
        .values({ number_index: name, device_index: "d", verified_at: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verification_device").select("number_index").execute(), (row) => row.number_index),
  },
  {
    // About no account; about one it stays for five years, like any request to change something.
    table: "lost_number_request",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      database
        .insertInto("lost_number_request")
        .values({
          id: idOf(name),
          owner_id: idOf(`${name} owner`),
          session_id: random.uuid(),
          reference: name,
          state: "EXPIRED",
          facts_sealed: "x",
          created_at: at,
          closed_at: at,
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
        .values({ borrower_id: idOf(name), number_index: name, ended_at: at })
        .execute(),
    left: () =>
      names(database.selectFrom("verified_number_past").select("number_index").execute(), (row) => row.number_index),
  },
  {
    table: "webview_code",
    forMilliseconds: day,
    write: (name, at) =>
      database
        .insertInto("webview_code")
        .values({
          code_hash: Buffer.from(name.padEnd(32, " ")),
          borrower_id: random.uuid(),
          device_index: null,
          path: "/",
          created_at: at,
          expires_at: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("webview_code").select("code_hash").execute(), (row) =>
        row.code_hash.toString().trimEnd(),
      ),
  },
  {
    table: "capture_ticket",
    forMilliseconds: day,
    write: (name, at) =>
      database
        .insertInto("capture_ticket")
        .values({
          ticket_hash: Buffer.from(name.padEnd(32, " ")),
          id: random.uuid(),
          borrower_id: random.uuid(),
          kind: "CARD_PHOTO",
          is_agreed: false,
          created_at: at,
          expires_at: new Date(at.getTime() + 1),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("capture_ticket").select("ticket_hash").execute(), (row) =>
        row.ticket_hash.toString().trimEnd(),
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
          borrower_id: random.uuid(),
          language: "id",
          brand_id: "tunai",
          asked_at: at,
          due_at: at,
          state: "ENDED",
          ready_at: at,
          ends_at: at,
          ended_at: at,
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
          borrower_id: idOf(name),
          questionnaire_key: "k",
          event_type: "AFTER_PAYOUT",
          invited_at: at,
          expires_at: new Date(at.getTime() + 7 * day),
        })
        .execute(),
    left: () =>
      names(database.selectFrom("questionnaire_invitation").select("borrower_id").execute(), (row) =>
        nameOf(row.borrower_id),
      ),
  },
  {
    table: "questionnaire_pause",
    forMilliseconds: 14 * day,
    write: (name, at) =>
      database
        .insertInto("questionnaire_pause")
        .values({ borrower_id: idOf(name), invited_at: at })
        .execute(),
    left: () =>
      names(database.selectFrom("questionnaire_pause").select("borrower_id").execute(), (row) =>
        nameOf(row.borrower_id),
      ),
  },
  {
    table: "survey_turn",
    forMilliseconds: 90 * day,
    write: (name, at) =>
      database
        .insertInto("survey_turn")
        .values({ questionnaire_key: "k", session_mark: name, answers_mark: "a", submitted_at: at })
        .execute(),
    left: () => names(database.selectFrom("survey_turn").select("session_mark").execute(), (row) => row.session_mark),
  },
  {
    table: "lookup",
    forMilliseconds: 400 * day,
    write: (name, at) =>
      database
        .insertInto("lookup")
        .values({
          borrower_id: random.uuid(),
          id: idOf(name),
          kind: "NPWP",
          state: "NOT_FOUND",
          request_id: random.uuid(),
          consent_id: random.uuid(),
          asked_on: dateInWib(at),
          slot: 1,
          asked_at: at,
          changed_at: at,
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
          borrower_id: random.uuid(),
          id: idOf(name),
          kind: "BANK",
          state: "ENDED",
          consent_id: random.uuid(),
          asked_on: dateInWib(at),
          slot: 1,
          begun_at: at,
          ends_at: at,
          changed_at: at,
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
          borrower_id: random.uuid(),
          id: idOf(name),
          request_id: random.uuid(),
          status: "SENT",
          language: "id",
          brand_id: "tunai",
          written_at: at,
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
          borrower_id: random.uuid(),
          id: idOf(name),
          state: "WITHDRAWN",
          asked_at: at,
          cooling_until: at,
          ended_at: at,
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
          borrower_id: random.uuid(),
          id: idOf(name),
          state: "FAILED",
          cause: "EXPIRED",
          address_index: "a",
          address_sealed: "s",
          created_at: at,
          expires_at: at,
          ended_at: at,
        })
        .execute(),
    left: () => names(database.selectFrom("email_request").select("id").execute(), (row) => nameOf(row.id)),
  },
];

it("keeps each row for its time and no longer", async () => {
  const now = clock.now().getTime();
  await writeBoth(kept);
  const today = dateInWib(clock.now());
  // Whole days: a survey keeps no moment.
  for (const days of [364, 365, 366])
    await database
      .insertInto("survey_answer")
      .values({
        id: random.uuid(),
        questionnaire_key: "k",
        version: 1,
        submitted_on: addDays(today, -days),
        answers_sealed: "s",
      })
      .execute();
  const drafts = [30 * day, 30 * day + 1].map((age) => new Date(now - age));
  for (const at of drafts)
    await database
      .insertInto("questionnaire_invitation")
      .values({
        borrower_id: random.uuid(),
        questionnaire_key: "drafts",
        event_type: "AFTER_PAYOUT",
        invited_at: at,
        expires_at: new Date(at.getTime() + 7 * day),
        draft_sealed: "s",
        saved_at: at,
      })
      .execute();
  await services.sweeps.runAllDue(services);
  expect(await leftOf(kept)).toEqual(kept.map(({ table }) => [`${table} kept`]));
  const surveyed = await database.selectFrom("survey_answer").select("submitted_on").orderBy("submitted_on").execute();
  expect(surveyed.map((row) => row.submitted_on)).toEqual([addDays(today, -365), addDays(today, -364)]);
  const saved = await database
    .selectFrom("questionnaire_invitation")
    .select(["draft_sealed", "saved_at"])
    .where("questionnaire_key", "=", "drafts")
    .orderBy("invited_at", "desc")
    .execute();
  expect(saved).toEqual([
    { draft_sealed: "s", saved_at: drafts[0] },
    { draft_sealed: null, saved_at: null },
  ]);
});

it("keeps why people left for two years, and the row of an account that was closed for good", async () => {
  clock.advance(1_000);
  const today = dateInWib(clock.now());
  const told = [addDays(today, -730), addDays(today, -731)];
  for (const told_on of told)
    await database
      .insertInto("closure_feedback")
      .values({ id: random.uuid(), told_on, reasons: ["PRIVACY"] })
      .execute();
  const at = new Date(clock.now().getTime() - 1_000 * day);
  const closed = { borrower_id: random.uuid(), id: random.uuid(), state: "ERASED", asked_at: at, cooling_until: at };
  await database
    .insertInto("account_closure")
    .values({ ...closed, closed_at: at, ended_at: at })
    .execute();
  await services.sweeps.runAllDue(services);
  const left = await database.selectFrom("closure_feedback").select("told_on").execute();
  expect(left.map(({ told_on }) => told_on)).toEqual([told[0]]);
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
          borrower_id: borrowerId,
          id,
          kind: "TEST_KEPT",
          state: "DONE",
          is_open: false,
          facts_sealed: "x",
          created_at: closedAt,
          closed_at: closedAt,
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
  const events = await database.selectFrom("lifecycle_event").select("subject_id").execute();
  expect(events).toEqual([{ subject_id: kept }]);
});
