/**
 * Each write of a borrower in the account wing, sent forty times concurrently: one effect, and each of the others gets
 * the same answer or a clear code. Questionnaires, files, closing while applying, merging, exports and look-ups have
 * such tests in their domains. // Spec account 12
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { transact } from "#server/database.server.ts";
import { lastSeen } from "#tests/support/last-seen.ts";
import { testDatabase } from "./support/database.ts";
import { testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { changingNumber } from "./support/changing-number.ts";
import { contesting } from "./support/contesting.ts";
import { loggingIn } from "./support/logging-in.ts";
import { losingNumber } from "./support/losing-number.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" }, database: await testDatabase({ poolSize: 20 }) });
const { services, clock } = app;
const { database, random } = services;
const change = await changingNumber(app);
const lost = await losingNumber(app, change);
const { noticed, proving, unfreeze } = contesting(app);
const { stepUpCode } = loggingIn(app);
const minute = 60_000;

type Owner = Awaited<ReturnType<typeof change.owner>>;
type Send = (index: number) => Promise<TestResponse>;
/** The expected result: a table of the borrower's rows, and their number. */
interface Effect {
  table: string;
  where?: string;
  count?: number;
}
interface Write {
  name: string;
  /** The preparation before the forty requests. */
  ready(who: Owner): Promise<Send>;
  effects: readonly Effect[];
  /** Codes that the other requests may get instead of the same answer. */
  codes?: readonly string[];
}

const key = () => ({ "Idempotency-Key": random.uuid() });
/** The same for everyone, with a code for this purpose where it needs one. */
const post =
  (path: string, body: object, { purpose, once = false }: { purpose?: StepUp; once?: boolean } = {}): Write["ready"] =>
  async ({ borrowerId, client }) => {
    const from = purpose ? await app.loggedIn(borrowerId, purpose) : client;
    return () => from.post(path, body, once ? key() : {});
  };
type StepUp = NonNullable<Parameters<typeof app.loggedIn>[1]>;
const account = (tail: number) => ({ bankCode: "014", accountNumber: `88001100${tail}` });
const contact = { name: "Ani Lestari", mobileNumber: "081300099001", relationship: "SIBLING" };
let made = 0;
const newAddress = () => `sekaligus${++made}@contoh.id`;
/**
 * Tries are counted before they are checked: of many concurrent ones some find none left, but the right one still
 * counts.
 */
const atOnce = ["VERIFICATION_NEEDED", "OTP_ATTEMPTS"];
/** So are checks of a face: five are sent, and the others wait for them. */
const faces = ["FACE_CHECK_EXHAUSTED", "RATE_LIMITED"];

async function mailed(client: TestClient, email: string) {
  const { body } = await client.post("/api/email", { email });
  await app.settle();
  const [mail] = await services.outside.sandbox!.messages.list({ to: email });
  return { verificationId: String(body.verificationId), code: mail!.code! };
}
async function withEmail(borrowerId: string): Promise<TestClient> {
  const client = await app.loggedIn(borrowerId, "EMAIL");
  expect((await client.post("/api/email/verify", await mailed(client, newAddress()))).status).toBe(200);
  return client;
}
async function withAccounts(borrowerId: string): Promise<{ client: TestClient; second: string }> {
  const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
  for (const tail of [11, 12]) expect((await client.post("/api/bank-account", account(tail))).status).toBe(200);
  const { items } = (await client.get("/api/bank-account")).body;
  return { client, second: items.find(({ isMain }: { isMain: boolean }) => !isMain).id };
}
const event = (kind: string): Effect => ({ table: "security_event", where: `kind = '${kind}'` });
const noticesOf = (kind: string): Effect => ({ table: "notice", where: `kind = '${kind}'` });

const writes: Write[] = [
  {
    name: "optional information",
    ready: post("/api/profile/optional-info", { dependants: 2, consent: true }),
    effects: [
      { table: "optional_information" },
      { table: "consent", where: "kind = 'OPTIONAL_INFO' and state = 'STANDING'" },
    ],
  },
  {
    name: "optional information skipped",
    ready: post("/api/profile/optional-info/skip", {}),
    effects: [{ table: "optional_information", where: "skipped_at is not null" }],
  },
  {
    name: "the mother's name",
    ready: post("/api/profile/mother-surname", { name: "Sri Wahyuni" }),
    effects: [{ table: "mothers_name" }],
  },
  {
    name: "a lender's limit",
    ready: post("/api/competitors", { lenderKey: "JULO", limitRupiah: 3_000_000, consent: true }),
    effects: [{ table: "competitor" }],
  },
  {
    name: "a public name",
    ready: post("/api/social-accounts", { network: "INSTAGRAM", name: "siti.rahayu", consent: true }),
    effects: [{ table: "social_account" }],
  },
  {
    name: "a public name removed",
    async ready({ client }) {
      const { items } = (await client.post("/api/social-accounts", { network: "X", name: "siti", consent: true })).body;
      return () => client.post(`/api/social-accounts/${items[0].id}/remove`, {});
    },
    effects: [{ table: "social_account", count: 0 }],
  },
  {
    name: "a note of other documents",
    ready: post("/api/document/kind/OTHER_TEXT/note", { note: "Slip gaji menyusul." }),
    effects: [{ table: "document_note" }],
  },
  {
    name: "an emergency contact",
    ready: post("/api/profile/contacts", contact),
    effects: [{ table: "emergency_contact" }, noticesOf("profile.consent_asked")],
    codes: ["CONTACT_KNOWN"],
  },
  {
    name: "a contact asked once more",
    async ready({ borrowerId, client }) {
      // No number gets more than two messages, whichever borrower requests them.
      const { id } = (await client.post("/api/profile/contacts", { ...contact, mobileNumber: "081300099002" })).body;
      clock.advance(25 * 60 * minute);
      const later = await app.loggedIn(borrowerId);
      return () => later.post(`/api/profile/contacts/${id}/ask`, {});
    },
    effects: [{ table: "emergency_contact", where: "asked_count = 2" }],
    codes: ["CONTACT_ASKED_ENOUGH"],
  },
  {
    name: "a request about one's data",
    ready: post("/api/privacy/requests", { kind: "OTHER", text: "Mohon jelaskan." }, { once: true }),
    effects: [{ table: "data_request" }, { table: "review_case", where: "kind = 'data_request'" }],
    codes: ["DATA_REQUEST_OPEN"],
  },
  {
    name: "the check of other platforms",
    ready: post("/api/profile/platform-check", { consent: true }),
    effects: [{ table: "platform_check" }],
  },
  {
    name: "promotion switched on",
    ready: post("/api/privacy/consents", { kind: "PROMOTION", on: true }),
    effects: [{ table: "consent", where: "kind = 'PROMOTION' and state = 'STANDING'" }],
  },
  {
    name: "measuring switched off",
    ready: post("/api/privacy/consents", { kind: "ANALYTICS", on: false }),
    effects: [{ table: "consent", where: "kind = 'ANALYTICS' and state = 'WITHDRAWN'" }],
  },
  {
    name: "the consent of a questionnaire",
    async ready({ borrowerId, client }) {
      await transact(database, (trx) =>
        inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_PAYOUT" }),
      );
      const agreed = { questionnaireKey: "after-payout", agreed: true, textVersion: 1 };
      return () => client.post("/api/user/questionnaire/consent", agreed);
    },
    effects: [{ table: "consent", where: "kind = 'QUESTIONNAIRE' and state = 'STANDING'" }],
  },
  {
    name: "muted topics",
    ready: post("/api/notification-settings", { muted: ["NEWS"] }),
    effects: [{ table: "notice_inbox", where: "muted_topics = array['NEWS']" }],
  },
  {
    name: "an e-mail address",
    async ready({ borrowerId }) {
      const client = await app.loggedIn(borrowerId, "EMAIL");
      const email = newAddress();
      return () => client.post("/api/email", { email });
    },
    effects: [{ table: "email_request" }, { table: "email_mail" }],
    codes: ["OTP_RESEND_WAIT", "OTP_TOO_MANY"],
  },
  {
    name: "the mail for an address once more",
    async ready({ borrowerId }) {
      const client = await app.loggedIn(borrowerId, "EMAIL");
      await mailed(client, newAddress());
      clock.advance(61_000);
      return () => client.post("/api/email/resend", {});
    },
    effects: [{ table: "email_request" }, { table: "email_mail", count: 2 }],
    codes: ["OTP_RESEND_WAIT", "OTP_TOO_MANY"],
  },
  {
    name: "an address taken away",
    async ready({ borrowerId }) {
      const client = await withEmail(borrowerId);
      return () => client.post("/api/email/remove", {});
    },
    effects: [event("EMAIL_REMOVED"), noticesOf("email.removed"), noticesOf("email.former")],
    codes: ["EMAIL_NONE"],
  },
  {
    name: "mailings stopped",
    async ready({ borrowerId }) {
      const client = await withEmail(borrowerId);
      return () => client.post("/api/email/mailings", { category: "SURVEY", on: false });
    },
    effects: [
      {
        table: "email_account",
        where: "(select count(*) from email_unsubscribed u where u.address_index = email_account.address_index) = 1",
      },
    ],
  },
  {
    name: "a bank account",
    ready: post("/api/bank-account", account(10), { purpose: "STEP_UP_BIND" }),
    effects: [{ table: "bank_account" }],
    codes: ["ACCOUNT_KNOWN", "RATE_LIMITED"],
  },
  {
    name: "the main bank account",
    async ready({ borrowerId }) {
      const { client, second } = await withAccounts(borrowerId);
      return () => client.post(`/api/bank-account/${second}/main`, {});
    },
    effects: [{ table: "bank_account", where: "is_main" }, event("BANK_ACCOUNT_CHOSEN")],
  },
  {
    name: "a bank account removed",
    async ready({ borrowerId }) {
      const { client, second } = await withAccounts(borrowerId);
      return () => client.post(`/api/bank-account/${second}/remove`, {});
    },
    effects: [{ table: "bank_account", where: "removed_at is null" }, event("BANK_ACCOUNT_REMOVED")],
    codes: ["ACCOUNT_UNKNOWN"],
  },
  {
    name: "an account link begun",
    ready: post("/api/account-link", { kind: "BANK", consent: true }, { purpose: "STEP_UP_BIND" }),
    effects: [{ table: "account_link" }],
  },
  {
    name: "an account link ended",
    async ready({ borrowerId }) {
      const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
      const { linkId } = (await client.post("/api/account-link", { kind: "ECOM", consent: true })).body;
      return () => client.post(`/api/account-link/${linkId}/end`, {});
    },
    effects: [
      { table: "account_link", where: "state = 'ENDED'" },
      { table: "consent", where: "kind = 'LINK_ECOM' and state = 'WITHDRAWN'" },
    ],
  },
  {
    name: "a look-up removed",
    async ready({ client }) {
      const input = { account: "012345678901000", credential: "rahasia-1", consent: true };
      expect((await client.post("/api/lookup/NPWP", input)).body.state).toBe("FOUND");
      return () => client.post("/api/lookup/NPWP/remove", {});
    },
    effects: [
      { table: "lookup", where: "state = 'REMOVED'" },
      { table: "consent", where: "kind = 'LOOKUP_NPWP' and state = 'WITHDRAWN'" },
    ],
  },
  {
    name: "a password",
    async ready({ client, mobileNumber }) {
      const proof = await stepUpCode(client, mobileNumber, "SET_PASSWORD");
      return () => client.post("/api/account/password", { ...proof, password: "Garam&Laut7" });
    },
    effects: [{ table: "borrower", where: "password_hash is not null" }],
    codes: atOnce,
  },
  {
    name: "the end of an account",
    ready: post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, { purpose: "CANCEL", once: true }),
    effects: [{ table: "account_closure" }, event("CLOSURE_ASKED"), noticesOf("closure.asked")],
    codes: ["CLOSURE_OPEN"],
  },
  {
    name: "the end of an account taken back",
    async ready({ borrowerId }) {
      const client = await app.loggedIn(borrowerId, "CANCEL");
      await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
      return () => client.post("/api/account-closure/withdraw", {});
    },
    effects: [{ table: "account_closure", where: "state = 'WITHDRAWN'" }, noticesOf("closure.withdrawn")],
    codes: ["CLOSURE_NOT_OPEN"],
  },
  {
    name: "a correction of the identity",
    ready: post("/api/identity-correction", {}),
    effects: [{ table: "change_request", where: "kind = 'IDENTITY_CORRECTION'" }],
  },
  {
    name: "a holder's name",
    async ready({ client }) {
      const photo = await change.picture();
      const held = { name: "JOKO WIDODO", where: "BANK" };
      return () => change.upload(client, "/api/holder-name", "photo", photo, held);
    },
    effects: [
      { table: "change_request", where: "kind = 'HOLDER_NAME' and state = 'SUBMITTED'" },
      { table: "review_case", where: "kind = 'holder_name'" },
    ],
    codes: ["HOLDER_NAME_OPEN", "RATE_LIMITED"],
  },
  {
    name: "what is right of an identity",
    async ready({ client }) {
      const { requestId } = (await client.post("/api/identity-correction", {})).body.request;
      const face = { nik: change.card.nik, agreed: "on" };
      const path = `/api/identity-correction/${requestId}`;
      await change.upload(client, `${path}/identity`, "photo", await change.picture(), face);
      const { birthPlace, birthDate, sex } = change.card;
      const right = { fullName: "SITI RAHAYU PUTRI", birthPlace, birthDate, sex };
      return () => client.post(`${path}/values`, right);
    },
    effects: [{ table: "change_request", where: "state = 'VALUES_NAMED'" }],
  },
  {
    name: "the old number of a change",
    async ready(who) {
      const { requestId } = (await change.start(who.client)).body.request;
      const proof = await change.code(who.client, who.mobileNumber, "OLD_NUMBER");
      return () => who.client.post(change.at(requestId, "old-number"), proof);
    },
    effects: [{ table: "change_request", where: "state = 'OLD_PROVEN'" }],
    codes: atOnce,
  },
  {
    name: "NIK and face of a change",
    async ready(who) {
      const { client, requestId } = await change.upTo("old", who);
      return () => change.identity(client, requestId);
    },
    effects: [
      { table: "change_request", where: "state = 'IDENTITY_PROVEN'" },
      { table: "review_evidence", where: "slot = 8" },
    ],
    codes: faces,
  },
  {
    name: "the new number of a change",
    async ready(who) {
      const { client, requestId } = await change.upTo("identity", who);
      const number = change.nextNumber();
      return () => change.name(client, requestId, number);
    },
    effects: [{ table: "change_request", where: "state = 'IDENTITY_PROVEN'" }],
    codes: ["OTP_RESEND_WAIT", "OTP_TOO_MANY", "RATE_LIMITED"],
  },
  {
    name: "proof of the new number of a change",
    async ready(who) {
      const { client, requestId } = await change.upTo("identity", who);
      const number = change.nextNumber();
      const { verificationId } = (await change.name(client, requestId, number)).body;
      const proof = { verificationId, code: await change.codeTo(number) };
      return () => client.post(change.at(requestId, "new-number/verify"), proof);
    },
    effects: [{ table: "change_request", where: "state = 'NEW_PROVEN'" }],
    codes: atOnce,
  },
  {
    name: "photos of a change",
    async ready(who) {
      const { client, requestId } = await change.upTo("new", who);
      return () => change.photo(client, requestId);
    },
    effects: [{ table: "review_evidence", where: "slot < 8", count: 6 }],
    codes: ["PHOTO_COUNT"],
  },
  {
    name: "a change taken back",
    async ready(who) {
      const { client, requestId } = await change.upTo("submit", who);
      return () => client.post(change.at(requestId, "withdraw"), {});
    },
    effects: [
      { table: "change_request", where: "state = 'WITHDRAWN'" },
      { table: "review_case", where: "outcome = 'WITHDRAWN'" },
    ],
  },
  {
    name: "the release of a frozen account",
    async ready({ borrowerId, mobileNumber }) {
      const { reader } = await noticed(borrowerId);
      await reader.post("/api/security/contest", {});
      const { client, verificationId } = await proving(mobileNumber);
      return () => unfreeze(client, verificationId);
    },
    effects: [
      { table: "security_contest", where: "state = 'PROVEN'" },
      { table: "review_case", where: "kind = 'contest' and state = 'WAITING'" },
    ],
    codes: [...atOnce, ...faces],
  },
];

async function counted(borrowerId: string, { table, where }: Effect): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)} where borrower_id = ${borrowerId} and (${sql.raw(where ?? "true")})`.execute(
    database,
  );
  return Number(rows[0]!.count);
}

/** At least one succeeds, and each of the others gets the same answer or one of these codes. */
function expectAnswers(answers: readonly TestResponse[], codes: readonly string[]): void {
  expect(answers.filter(({ status }) => status < 300).length, answers[0]!.text).toBeGreaterThan(0);
  for (const { status, body, text } of answers) {
    if (status < 300) continue;
    expect(status, text).toBeLessThan(500);
    expect(codes, text).toContain(body.status.code);
  }
}
const forty = (send: Send): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: 40 }, (_, index) => send(index)));

it.each(writes)("$name: one effect of forty at once", { timeout: 60_000 }, async ({ ready, effects, codes = [] }) => {
  const who = await change.owner();
  const send = await ready(who);
  expectAnswers(await forty(send), codes);
  for (const effect of effects)
    expect(await counted(who.borrowerId, effect), `${effect.table} ${effect.where ?? ""}`).toBe(effect.count ?? 1);
});

it("each step of a lost number: one effect of forty at once", { timeout: 120_000 }, async () => {
  const about = { ...lost.person(), mobileNumber: lost.nextNumber() };
  const client = lost.visitor();
  const { requestId } = (await lost.start(client, about)).body;
  const at = (step: string) => lost.at(requestId, step);
  const state = async () => (await lost.rowOf(requestId)).state;
  const number = lost.nextNumber();
  const waits = ["OTP_RESEND_WAIT", "OTP_TOO_MANY", "RATE_LIMITED"];
  const named = await forty(() => client.post(at("new-number"), { mobileNumber: number }));
  expectAnswers(named, waits);
  const { verificationId } = named.find(({ status }) => status === 200)!.body;
  const proof = { verificationId, code: await lost.codeTo(number) };
  expectAnswers(await forty(() => client.post(at("new-number/verify"), proof)), atOnce);
  expect(await state()).toBe("NEW_PROVEN");
  const picture = await lost.picture();
  expectAnswers(await forty(() => lost.upload(client, at("selfie"), "photo", picture, { agreed: "on" })), faces);
  expect(await state()).toBe("SELFIE_SHOWN");
  // Forty pictures of a request take an hour to be processed, and half an hour without activity ends its session.
  for (let part = 0; part < 3; part++) {
    const before = await lastSeen(database);
    clock.advance(25 * minute);
    expect((await client.get(`/api/lost-number/${requestId}`)).status).toBe(200);
    // Its view is recorded after the answer.
    await expect.poll(() => lastSeen(database)).toBeGreaterThan(before);
  }
  expectAnswers(await forty(async () => lost.upload(client, at("proof"), "photo", await lost.picture())), [
    "PHOTO_COUNT",
    "RATE_LIMITED",
  ]);
  const { ownerId } = await lost.rowOf(requestId);
  expect(await counted(ownerId, { table: "review_evidence", where: "slot < 8" })).toBe(6);
  expect(await counted(ownerId, { table: "review_evidence", where: "slot = 8" })).toBe(1);
  expectAnswers(await forty(() => lost.submit(client, requestId)), []);
  expect(await state()).toBe("SUBMITTED");
});
