/**
 * "Not me": an account is frozen from a notice, nothing is paid out of it, and two people release it to the person who
 * proves to be the owner.
 */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { claimNumber, numberOf } from "#features/account/verification/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { heldUntil } from "#features/account/hold/server/index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { owner, noticed, readerOf, proving, unfreeze, prove, caseOf, propose, confirm, release, account } =
  contesting(app);
const { enter } = loggingIn(app);
const hour = 3_600_000;

const contestsOf = (borrowerId: string) =>
  database.selectFrom("security_contest").selectAll().where("borrowerId", "=", borrowerId).execute();
const frozen = async () => {
  const made = await owner();
  const { reader, eventId } = await noticed(made.borrowerId);
  const answer = await reader.post("/api/security/contest", {});
  expect(answer.status, answer.text).toBe(200);
  return { ...made, reader, eventId };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "DONE",
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const texts = async (mobileNumber: string) =>
  (await services.outside.sandbox!.messages.list({ to: mobileNumber })).map(({ text }) => text);

beforeEach(() => app.settle());

describe("a notice", () => {
  it("shows what it is about, and however often it is opened nothing changes", async () => {
    const { borrowerId, mobileNumber } = await owner();
    const { reader } = await noticed(borrowerId);
    await app.settle();
    const whole = async () => {
      const { rows: tables } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'login_session'`.execute(
        database,
      );
      const counts = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await sql<{ mark: string }>`
            select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as mark from ${sql.table(name)} t`.execute(
            database,
          );
          return [name, rows[0]?.mark];
        }),
      );
      return Object.fromEntries(counts) as Record<string, string>;
    };
    const before = await whole();
    for (let times = 0; times < 3; times++) {
      const shown = await reader.get("/api/security/contest");
      expect([shown.status, shown.body]).toEqual([
        200,
        {
          event: { kind: "BANK_ACCOUNT_CHOSEN", at: expect.any(String), device: "Chrome 140, Android 15" },
          accountEnding: mobileNumber.slice(-2),
          state: "OPEN",
          promisedUntil: null,
          reason: null,
        },
      ]);
      await reader.send("HEAD", "/api/security/contest", undefined);
    }
    expect(await whole()).toEqual(before);
  });

  it("that leads nowhere says so: another purpose, a strange event, one that is over", async () => {
    const { borrowerId } = await owner();
    const strange = readerOf(borrowerId, services.random.uuid());
    for (const answer of [await strange.get("/api/security/contest"), await strange.post("/api/security/contest", {})])
      expect([answer.status, answer.body.status.code]).toEqual([410, "CONTEST_OVER"]);
    const { reader } = await noticed(borrowerId);
    clock.advance(14 * 24 * hour);
    expect((await reader.post("/api/security/contest", {})).body.status.code).toBe("LINK_INVALID");
    expect((await app.client().post("/api/security/contest", {})).body.status.code).toBe("LINK_INVALID");
    expect((await account(borrowerId)).status).toBe("ACTIVE");
  });
});

describe("freezing", () => {
  it("blocks the account, ends its sessions, opens a case of two people within 24 hours, and tells the owner", async () => {
    const { borrowerId, mobileNumber } = await owner();
    const session = await app.loggedIn(borrowerId);
    const { reader } = await noticed(borrowerId);
    const at = clock.now();
    const answer = await reader.post("/api/security/contest", {});
    const promisedUntil = new Date(at.getTime() + 24 * hour).toISOString();
    expect(answer.body).toMatchObject({ state: "FROZEN", promisedUntil });
    expect(await account(borrowerId)).toMatchObject({ status: "BLOCKED", statusCause: "CONTESTED" });
    expect((await session.get("/api/identity")).status).toBe(401);
    expect(await caseOf(borrowerId)).toMatchObject({ state: "WAITING", twoPeople: true, promisedHours: 24 });
    await app.settle();
    expect((await texts(mobileNumber))[0]).toContain("account is frozen");
    // No login is possible, by code or by password.
    const entered = await enter(app.client(), mobileNumber);
    expect([entered.status, entered.body.status.code]).toEqual([423, "ACCOUNT_FROZEN"]);
  });

  it("keeps the number of its owner from being set free, though a stranger said that it is new to them", async () => {
    const { borrowerId, mobileNumber } = await owner();
    const [id, now] = [services.random.uuid(), clock.now()];
    const dueAt = new Date(now.getTime() + 72 * hour);
    await database
      .insertInto("number_release")
      .values({ borrowerId, id, state: "WAITING", askedAt: now, dueAt })
      .execute();
    const { reader } = await noticed(borrowerId);
    expect((await reader.post("/api/security/contest", {})).status).toBe(200);
    clock.advance(73 * hour);
    await app.settle();
    const release = await database.selectFrom("number_release").select("state").where("id", "=", id).execute();
    expect(release).toEqual([{ state: "OBJECTED" }]);
    expect(await numberOf(services, database, borrowerId)).toBe(mobileNumber);
  });

  it("happens once a notice; of forty at once, from several notices, one case comes", async () => {
    const { borrowerId } = await owner();
    const readers = await Promise.all([noticed(borrowerId), noticed(borrowerId), noticed(borrowerId)]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => readers[index % 3]!.reader.post("/api/security/contest", {})),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.state}`))).toEqual(new Set(["200 FROZEN"]));
    expect(await contestsOf(borrowerId)).toHaveLength(1);
    const cases = await database.selectFrom("review_case").select("id").where("borrowerId", "=", borrowerId).execute();
    expect(cases).toHaveLength(1);
  });

  it("leaves the bill's link working and no other one", async () => {
    const { borrowerId } = await frozen();
    const expiresAt = new Date(clock.now().getTime() + hour);
    const reading = async (purpose: string, path: string) => {
      const client = app.client();
      const token = services.keys.signLink({ purpose, subject: borrowerId, ownerId: borrowerId, expiresAt });
      client.cookies.set("link", token);
      return client.get(path);
    };
    expect((await reading("BILLS", "/api/repayment/link/bills")).status).toBe(200);
    expect((await reading("EMAIL_LINK", "/api/email/link")).body.status.code).toBe("LINK_INVALID");
  });

  it("is not lifted by one person of support, and a block by staff stays theirs", async () => {
    const { borrowerId } = await frozen();
    const support = await app.staff(services.random.uuid(), ["support"]);
    const reason = "The borrower is on the phone.";
    const unlocked = await support.post(`/api/staff/borrowers/${borrowerId}/unlock`, { reason });
    expect([unlocked.status, unlocked.body.status.code]).toEqual([409, "ACCOUNT_CONTESTED"]);
    expect((await account(borrowerId)).status).toBe("BLOCKED");
    const other = await owner();
    const { reader } = await noticed(other.borrowerId);
    await support.post(`/api/staff/borrowers/${other.borrowerId}/block`, { reason });
    expect((await reader.post("/api/security/contest", {})).body.state).toBe("FROZEN");
    expect(await account(other.borrowerId)).toMatchObject({ status: "BLOCKED", statusCause: null });
  });
});

describe("the release", () => {
  it("takes a code to the number that stood before, NIK and face, and two people; then 72 hours are held", async () => {
    const { borrowerId, mobileNumber } = await frozen();
    const proven = await prove(mobileNumber);
    expect([proven.status, proven.body]).toEqual([
      200,
      {
        state: "PROVEN",
        promisedUntil: expect.any(String),
        needsFace: true,
        reason: null,
        billsPath: null,
        attemptsLeft: 5,
        faceReview: null,
      },
    ]);
    // The decider sees the card, both selfies, other events, and the effect of each choice.
    const { id: caseId } = await caseOf(borrowerId);
    const decider = await app.staff(services.random.uuid(), ["underwriter"]);
    const seen = (await decider.get(`/api/staff/reviews/${caseId}`)).body;
    expect(seen.pictures.map(({ code }: { code: string }) => code)).toEqual(["KTP", "FIRST_SELFIE"]);
    for (const code of ["KTP", "FIRST_SELFIE"])
      expect((await decider.get(`/api/staff/reviews/${caseId}/pictures/${code}`)).status).toBe(200);
    expect(seen.evidence).toMatchObject([{ media: "SELFIE", round: 1 }]);
    const { evidenceId } = seen.evidence[0];
    expect((await decider.get(`/api/staff/reviews/${caseId}/evidence/${evidenceId}`)).status).toBe(200);
    expect(seen.consequences).toMatchObject({
      approved: expect.stringContaining("Akun dibuka"),
      rejected: expect.stringContaining("tetap dibekukan"),
    });
    const maker = services.random.uuid();
    expect((await propose(borrowerId, { decision: "APPROVE" }, maker)).status).toBe(200);
    expect(await codeOf(confirm(borrowerId, maker))).toBe("MAKER_IS_CHECKER");
    expect((await account(borrowerId)).status).toBe("BLOCKED");
    const at = clock.now();
    await confirm(borrowerId);
    expect(await account(borrowerId)).toMatchObject({ status: "ACTIVE", statusCause: null, passwordHash: null });
    expect(await heldUntil(services, database, borrowerId)).toEqual(new Date(at.getTime() + 72 * hour));
    const events = await database
      .selectFrom("domain_event")
      .select("name")
      .where("name", "like", "account.%")
      .execute();
    expect(events.map(({ name }) => name)).toContain("account.released");
    clock.advance(61_000);
    expect((await enter(app.client(), mobileNumber)).status).toBe(200);
    // It was caused by the system, so it names no device.
    await app.settle();
    const message = (await texts(mobileNumber)).find((text) => text.includes("released"));
    expect(message).not.toMatch(/device|–/);
  });

  it("is nothing that staff can give before the owner has proven number and face", async () => {
    const { borrowerId } = await frozen();
    await propose(borrowerId, { decision: "APPROVE" });
    expect(await codeOf(confirm(borrowerId))).toBe("PROPOSAL_STALE");
    expect(await account(borrowerId)).toMatchObject({ status: "BLOCKED", statusCause: "CONTESTED" });
    expect(await contestsOf(borrowerId)).toMatchObject([{ state: "FROZEN" }]);
  });

  it("gives the number back that stood before, and to nobody who pressed", async () => {
    const { borrowerId, mobileNumber } = await owner();
    const { reader } = await noticed(borrowerId, "NUMBER_CHANGE_ASKED");
    const thief = `0817${mobileNumber.slice(4)}`;
    await transact(database, (trx) => claimNumber(services, trx, borrowerId, thief));
    await reader.post("/api/security/contest", {});
    expect(await numberOf(services, database, borrowerId)).toBe(thief);
    // The thief has the current number, not the earlier one.
    const { client } = await proving(thief);
    expect((await client.get("/api/security/unfreeze")).body.status.code).toBe("CONTEST_UNKNOWN");
    expect((await prove(mobileNumber)).body.state).toBe("PROVEN");
    expect(await numberOf(services, database, borrowerId)).toBe(thief);
    await release(borrowerId);
    expect(await numberOf(services, database, borrowerId)).toBe(mobileNumber);
  });

  it("refuses a wrong face or NIK and lets the code stand; after the fifth face only the case opens the way again", async () => {
    const { borrowerId, mobileNumber } = await frozen();
    const { client, verificationId } = await proving(mobileNumber);
    const wrong = () => unfreeze(client, verificationId, { nik: "3171010101900001" });
    // A stranger who holds the SIM and guesses the NIK uses none of the owner's tries.
    for (let count = 0; count < 5; count++) expect((await wrong()).body.status.code).toBe("NIK_NO_MATCH");
    expect((await wrong()).body.status.code).toBe("RATE_LIMITED");
    await database.deleteFrom("rate_counter").execute();
    const port = services.outside.faceCheck;
    const more = { similarityPpm: 1, livenessPpm: 1, providerReference: "1" };
    services.outside.faceCheck = { adapter: "test", check: async () => ({ outcome: "NO_MATCH", ...more }) };
    for (const attemptsLeft of [4, 3, 2, 1])
      expect((await unfreeze(client, verificationId)).body.status.data).toEqual({ attemptsLeft });
    expect((await unfreeze(client, verificationId)).body.status.code).toBe("FACE_CHECK_EXHAUSTED");
    services.outside.faceCheck = port;
    expect((await unfreeze(client, verificationId)).body.status.code).toBe("FACE_CHECK_EXHAUSTED");
    const staff = await app.staff(services.random.uuid(), ["underwriter"]);
    const { id } = await caseOf(borrowerId);
    const headers = { "Idempotency-Key": services.random.uuid() };
    expect((await staff.post(`/api/staff/reviews/${id}/ask`, { asks: ["PROVE_AGAIN"] }, headers)).status).toBe(200);
    await app.settle();
    expect((await texts(mobileNumber))[0]).toContain("verify your number and face again");
    expect((await unfreeze(client, verificationId)).body.state).toBe("PROVEN");
    expect(await caseOf(borrowerId)).toMatchObject({ state: "WAITING" });
  });

  it("needs no face where none was ever verified, and says so to the staff", async () => {
    const { borrowerId, mobileNumber } = await owner({ verified: false });
    const { reader } = await noticed(borrowerId);
    await reader.post("/api/security/contest", {});
    const { client } = await proving(mobileNumber);
    expect((await client.get("/api/security/unfreeze")).body).toMatchObject({ needsFace: false, state: "FROZEN" });
    expect((await prove(mobileNumber)).body.state).toBe("PROVEN");
    const staff = await app.staff(services.random.uuid(), ["underwriter"]);
    const shown = await staff.get(`/api/staff/reviews/${(await caseOf(borrowerId)).id}`);
    expect(shown.text).toContain("Tidak ada wajah terverifikasi");
    expect(shown.text).not.toContain(mobileNumber);
  });

  it("refused, the account stays frozen and its owner hears why; proven again it has a new case", async () => {
    const { borrowerId, mobileNumber, reader } = await frozen();
    await prove(mobileNumber);
    await propose(borrowerId, { decision: "REJECT", reasonCode: "NOT_THE_OWNER" });
    await confirm(borrowerId);
    expect(await account(borrowerId)).toMatchObject({ status: "BLOCKED", statusCause: "CONTESTED" });
    await app.settle();
    expect((await texts(mobileNumber))[0]).toContain("stays frozen");
    // The reason is shown behind the notice's link and the code.
    const reason = "We could not confirm that you own this account.";
    const inEnglish = { "Accept-Language": "en" };
    const behindLink = (await reader.get("/api/security/contest", inEnglish)).body;
    expect(behindLink).toMatchObject({ state: "KEPT", reason });
    const { client: coded } = await proving(mobileNumber);
    expect((await coded.get("/api/security/unfreeze", inEnglish)).body).toMatchObject({ state: "KEPT", reason });
    const first = await caseOf(borrowerId);
    clock.advance(hour);
    expect((await prove(mobileNumber)).body.state).toBe("PROVEN");
    expect((await caseOf(borrowerId)).id).not.toBe(first.id);
    await release(borrowerId);
    expect((await account(borrowerId)).status).toBe("ACTIVE");
    expect((await reader.get("/api/security/contest")).body.state).toBe("OVER");
    expect((await reader.post("/api/security/contest", {})).body.state).toBe("OVER");
    expect((await account(borrowerId)).status).toBe("ACTIVE");
  });

  it("gives the account back whole where two people state that nothing happened, unless its number was changed", async () => {
    const { borrowerId, mobileNumber } = await frozen();
    await database.updateTable("borrower").set({ passwordHash: "kept" }).where("borrowerId", "=", borrowerId).execute();
    await prove(mobileNumber);
    // The reason for rejecting a release is not part of an approval.
    const wrong = await propose(borrowerId, { decision: "APPROVE", reasonCode: "NOT_THE_OWNER" });
    expect([wrong.status, wrong.body.status.code]).toEqual([422, "REVIEW_CHOICE"]);
    const proposed = await propose(borrowerId, { decision: "APPROVE", reasonCode: "NOTHING_HAPPENED" });
    expect(proposed.body.findings.map(({ code }: { code: string }) => code)).toEqual([
      "OTHERS_ACTED",
      "NOTHING_HAPPENED",
    ]);
    await confirm(borrowerId);
    expect(await account(borrowerId)).toMatchObject({ status: "ACTIVE", passwordHash: "kept" });
    expect(await heldUntil(services, database, borrowerId)).toBeNull();
    const other = await frozen();
    const thief = `0818${other.mobileNumber.slice(4)}`;
    await transact(database, (trx) => claimNumber(services, trx, other.borrowerId, thief));
    await prove(other.mobileNumber);
    await propose(other.borrowerId, { decision: "APPROVE", reasonCode: "NOTHING_HAPPENED" });
    await confirm(other.borrowerId);
    expect(await numberOf(services, database, other.borrowerId)).toBe(other.mobileNumber);
    expect(await heldUntil(services, database, other.borrowerId)).not.toBeNull();
  });

  it("stands in the browser that proved it, also when the code is over, and in no other", async () => {
    const { borrowerId, mobileNumber } = await frozen();
    const { client, verificationId } = await proving(mobileNumber);
    await unfreeze(client, verificationId);
    const stands = async () => (await client.get("/api/security/unfreeze", { "Accept-Language": "en" })).body;
    // The code is valid for ten minutes.
    clock.advance(11 * 60_000);
    expect(await stands()).toMatchObject({ state: "PROVEN", promisedUntil: expect.any(String) });
    expect((await app.client().get("/api/security/unfreeze")).body.status.code).toBe("VERIFICATION_NEEDED");
    await propose(borrowerId, { decision: "REJECT", reasonCode: "NOT_THE_OWNER" });
    await confirm(borrowerId);
    expect(await stands()).toMatchObject({ state: "KEPT", reason: expect.stringContaining("own this account") });
  });

  it("that is late is told once, and the account stays safe", async () => {
    const { mobileNumber } = await frozen();
    clock.advance(25 * hour);
    await app.settle();
    clock.advance(25 * hour);
    await app.settle();
    expect((await texts(mobileNumber)).filter((text) => text.includes("is late"))).toHaveLength(1);
  });
});

it("the list shows 400 days of events with the way to object to the newest, and until when the account is held", async () => {
  const { borrowerId } = await owner();
  await noticed(borrowerId, "PASSWORD_CHANGED");
  clock.advance(15 * 24 * hour);
  const { eventId } = await noticed(borrowerId, "BANK_ACCOUNT_ADDED");
  const client = await app.loggedIn(borrowerId);
  const { items, heldUntil: until } = (await client.get("/api/security/events")).body;
  expect(until).toBeNull();
  expect(items).toMatchObject([
    { id: eventId, kind: "BANK_ACCOUNT_ADDED", contestPath: expect.stringMatching(/^\/not-me\?t=/) },
    { kind: "PASSWORD_CHANGED", contestPath: null },
  ]);
  const first = await client.get("/api/security/events?limit=1");
  expect(first.body.items).toHaveLength(1);
  const second = await client.get(`/api/security/events?limit=1&cursor=${encodeURIComponent(first.body.nextCursor)}`);
  expect(second.body.items).toMatchObject([{ kind: "PASSWORD_CHANGED" }]);
  clock.advance(386 * 24 * hour);
  await app.settle();
  expect((await (await app.loggedIn(borrowerId)).get("/api/security/events")).body.items).toMatchObject([
    { kind: "BANK_ACCOUNT_ADDED" },
  ]);
});
