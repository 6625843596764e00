/** A lost SIM: the same answers for known and unknown numbers, two deciders, three days, and no advantage by speed. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { giveNumber } from "#features/account/mobile-change/server/index.ts";
import type { SecurityEventKind } from "#features/account/security/contract.ts";
import { heldUntil } from "#features/account/hold/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, formatInstant } from "#shared/dates.ts";
import { cookieNames, testApp, type TestResponse } from "#tests/support/app.ts";
import { codesOf } from "#tests/support/codes.ts";
import { contesting } from "#tests/support/contesting.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { losingNumber } from "#tests/support/losing-number.ts";
import { mp4 } from "#tests/support/videos.ts";
import { lostNumberStates } from "./lifecycle.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database } = services;
const lost = await losingNumber(app);
const { owner, numberNow, nextNumber, toldAt, upload, picture, codeTo } = lost;
const { visitor, person, account, start, at, submit, way, rowOf, caseOf, decided } = lost;
const { captcha } = codesOf(app);
const { enter } = loggingIn(app);
const { noticed, readerOf } = contesting(app);
const hour = 3_600_000;
const codeOf = ({ body }: TestResponse) => body.status?.code;
const unlike = ({ body }: TestResponse) => {
  const { requestId, reference, ...same } = body;
  expect([typeof requestId, typeof reference]).toEqual(["string", "string"]);
  return { ...same, photos: same.photos?.length };
};

describe("every step", () => {
  it("answers a known account and an unknown one in the same words, and so does looking at it for three days", async () => {
    const known = await account();
    const one = await way(known);
    await app.settle();
    const other = await way({ ...person(), mobileNumber: nextNumber() });
    await app.settle();
    const masked = (answers: TestResponse[], number: string) =>
      JSON.stringify(answers.map(unlike)).replaceAll(`${number.slice(0, 4)}••••${number.slice(-3)}`, "N");
    expect(masked(one.answers, one.newNumber)).toBe(masked(other.answers, other.newNumber));
    for (let hours = 0; hours < 72; hours += 24) {
      const seen = [
        await one.client.get(`/api/lost-number/${one.requestId}`),
        await other.client.get(`/api/lost-number/${other.requestId}`),
      ];
      const states = seen.map(({ status, body }) => [status, body.state]);
      expect(states[0]).toEqual(states[1]);
      clock.advance(24 * hour - 60_000);
      await app.settle();
    }
    // A wrong NIK or birth date is answered like an unknown number.
    const wrong = await way({ ...known, birthDate: addDays(known.birthDate as never, 1) });
    await app.settle();
    expect((await rowOf(wrong.requestId)).borrowerId).toBeNull();
    expect(await caseOf(wrong.requestId)).toBeUndefined();
  });

  it("comes in its order, in its own session, and with a proof", async () => {
    const about = { ...person(), mobileNumber: nextNumber() };
    const client = visitor();
    const { requestId } = (await start(client, about)).body;
    expect(codeOf(await submit(client, requestId))).toBe("STEP_ORDER");
    expect(codeOf(await upload(client, at(requestId, "selfie"), "photo", await picture(), { agreed: "on" }))).toBe(
      "STEP_ORDER",
    );
    expect(codeOf(await visitor().get(`/api/lost-number/${requestId}`))).toBe("LOST_NUMBER_UNKNOWN");
    expect(codeOf(await client.post(at(requestId, "new-number"), { mobileNumber: about.mobileNumber }))).toBe(
      "NUMBER_SAME",
    );
    const taken = await owner({ isVerified: false });
    const named = await client.post(at(requestId, "new-number"), { mobileNumber: taken.mobileNumber });
    const code = { verificationId: named.body.verificationId, code: await codeTo(taken.mobileNumber) };
    expect(codeOf(await client.post(at(requestId, "new-number/verify"), code))).toBe("NUMBER_TAKEN");
    const next = await client.post(at(requestId, "new-number"), { mobileNumber: nextNumber() });
    expect(next.status).toBe(200);
    const wrong = { ...about, ...(await captcha(client)), captcha: "xxxx" };
    expect(codeOf(await client.post("/api/lost-number", wrong))).toBe("CAPTCHA_WRONG");
    const bare = await way({ ...person(), mobileNumber: nextNumber() });
    expect((await submit(bare.client, bare.requestId)).body.state).toBe("SUBMITTED");
  });

  it("is begun three times a day by a device and by a network, and by its owner whatever strangers asked", async () => {
    const known = await account();
    const network = { "X-Forwarded-For": "10.78.1.9" };
    const thief = app.client(network);
    for (let count = 0; count < 3; count++) expect((await start(thief, { ...known, ...person() })).status).toBe(200);
    expect(codeOf(await start(thief, known))).toBe("RATE_LIMITED");
    // Another browser in the same network counts as the same stranger.
    expect(codeOf(await start(app.client(network), known))).toBe("RATE_LIMITED");
    // More than thirty requests about one number and NIK are not refused: staff review them, and the answers stay the same.
    const answers = [];
    for (let count = 0; count < 31; count++) answers.push(await start(visitor(), known));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, unlike(answer)]))).size).toBe(1);
    const checks = async () =>
      (await database.selectFrom("face_check").select("id").where("borrowerId", "=", known.borrowerId).execute())
        .length;
    const before = await checks();
    const late = await way(known);
    await app.settle();
    expect(await caseOf(late.requestId)).toBeDefined();
    expect((await rowOf(late.requestId)).borrowerId).toBe(known.borrowerId);
    expect(await checks()).toBe(before);
  });

  it("rings two new numbers, and another one for each further captcha", async () => {
    const client = visitor();
    const { requestId } = (await start(client, { ...person(), mobileNumber: nextNumber() })).body;
    const name = (mobileNumber: string, more = {}) =>
      client.post(at(requestId, "new-number"), { mobileNumber, ...more });
    const numbers = Array.from({ length: 5 }, nextNumber) as [string, string, ...string[]];
    // Concurrent requests are counted one by one.
    const first = await Promise.all(numbers.map((number) => name(number)));
    expect(first.map((answer) => codeOf(answer) ?? "SENT").toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "CAPTCHA_NEEDED"),
      "SENT",
      "SENT",
    ]);
    const other = numbers.find((_, index) => first[index]!.status !== 200)!;
    expect(codeOf(await name(other, { ...(await captcha(client)), captcha: "xxxx" }))).toBe("CAPTCHA_WRONG");
    expect((await name(other, await captcha(client))).status).toBe(200);
    clock.advance(61_000);
    // A number that was entered before needs no captcha; the next one does.
    expect((await name(other)).status).toBe(200);
    expect(codeOf(await name(nextNumber()))).toBe("CAPTCHA_NEEDED");
  });

  it("rings few phones from one network, whatever its devices call themselves", async () => {
    let rung = 0;
    for (let count = 0; count < 25; count++) {
      const client = app.client({ "X-Forwarded-For": "10.77.1.9" });
      const { requestId } = (await start(client, { ...person(), mobileNumber: nextNumber() })).body;
      if (requestId === undefined) continue;
      for (let number = 0; number < 6; number++)
        if ((await client.post(at(requestId, "new-number"), { mobileNumber: nextNumber() })).status === 200) rung++;
    }
    expect(rung).toBeLessThanOrEqual(6);
  });

  it("needs one photo, takes six and a video, and ends after a day", async () => {
    const client = visitor();
    const { requestId } = (await start(client, { ...person(), mobileNumber: nextNumber() })).body;
    const number = nextNumber();
    const named = await client.post(at(requestId, "new-number"), { mobileNumber: number });
    await client.post(at(requestId, "new-number/verify"), {
      verificationId: named.body.verificationId,
      code: await codeTo(number),
    });
    await upload(client, at(requestId, "selfie"), "photo", await picture(), { agreed: "on" });
    expect(codeOf(await submit(client, requestId))).toBe("PROOF_NEEDED");
    for (let count = 0; count < 6; count++) await upload(client, at(requestId, "proof"), "photo", await picture());
    expect(codeOf(await upload(client, at(requestId, "proof"), "photo", await picture()))).toBe("PHOTO_COUNT");
    await upload(client, at(requestId, "proof"), "video", mp4(3));
    expect(codeOf(await upload(client, at(requestId, "proof"), "video", mp4(4)))).toBe("VIDEO_COUNT");
    clock.advance(24 * hour);
    await app.settle();
    expect((await rowOf(requestId)).state).toBe("EXPIRED");
  });

  it("is refused from the first moment after its day, before any sweep has come", async () => {
    const client = visitor();
    const { requestId } = (await start(client, { ...person(), mobileNumber: nextNumber() })).body;
    const number = nextNumber();
    const name = () => client.post(at(requestId, "new-number"), { mobileNumber: number });
    const { verificationId } = (await name()).body;
    const proof = { verificationId, code: await codeTo(number) };
    const over = { expiresAt: clock.now() };
    await database.updateTable("lost_number_request").set(over).where("id", "=", requestId).execute();
    expect(codeOf(await name())).toBe("STEP_ORDER");
    expect(codeOf(await client.post(at(requestId, "new-number/verify"), proof))).toBe("STEP_ORDER");
    expect((await rowOf(requestId)).state).toBe("STARTED");
  });
});

describe("an account that matches", () => {
  it("goes to the new number after two people and 72 hours, and its old number is told three times before", async () => {
    const known = await account();
    const { requestId, newNumber, submittedAt } = await way(known);
    await app.settle();
    await decided(requestId);
    expect((await rowOf(requestId)).state).toBe("APPROVED");
    const warned = async () =>
      (await toldAt(known.mobileNumber)).filter((text) => /nomor ponsel yang hilang/.test(text)).length;
    const seen = [await warned()];
    for (let day = 0; day < 2; day++) {
      clock.advance(24 * hour);
      await app.settle();
      seen.push(await warned());
    }
    expect(seen).toEqual([1, 2, 3]);
    const [asked, takesEffect] = [0, 72].map((later) => formatInstant(new Date(+submittedAt + later * hour), "id"));
    expect((await toldAt(known.mobileNumber)).join()).toMatch(RegExp(`${asked}.*${takesEffect}`));
    clock.advance(24 * hour - 120_000);
    await app.settle();
    expect(await numberNow(known.borrowerId)).toBe(known.mobileNumber);
    clock.advance(240_000);
    await app.settle();
    expect([(await rowOf(requestId)).state, await numberNow(known.borrowerId)]).toEqual(["DONE", newNumber]);
    expect(await heldUntil(services, database, known.borrowerId)).not.toBeNull();
    expect((await toldAt(newNumber)).some((text) => text.includes("disetujui"))).toBe(true);
    expect(await warned()).toBe(3);
    // The old number is reserved for its owner, as after any change.
    expect(codeOf(await enter(visitor(), known.mobileNumber))).toBe("NUMBER_REPLACED");
  });

  it("that is rejected is heard of no earlier than one that never was, and in the same words", async () => {
    const known = await account();
    const one = await way(known);
    const other = await way({ ...person(), mobileNumber: nextNumber() });
    await app.settle();
    await decided(one.requestId, { decision: "REJECT", reasonCode: "NOT_THE_PERSON" });
    const messageCount = async ({ newNumber }: { newNumber: string }) =>
      (await toldAt(newNumber)).filter((text) => text.includes("tidak bisa dipenuhi")).length;
    clock.advance(71 * hour);
    await app.settle();
    expect([await messageCount(one), await messageCount(other)]).toEqual([0, 0]);
    clock.advance(26 * hour);
    await app.settle();
    expect([await messageCount(one), await messageCount(other)]).toEqual([1, 1]);
    const bare = (text: string) => text.replace(/LN-\w{8}/, "LN").replace(/https?:\S+/, "");
    expect(bare((await toldAt(one.newNumber))[0]!)).toBe(bare((await toldAt(other.newNumber))[0]!));
    expect(await numberNow(known.borrowerId)).toBe(known.mobileNumber);
  });

  it("is the one whose page its case leads to, in whose trail it stands that staff opened its card, and in whose timeline the request is", async () => {
    const known = await account();
    const { requestId } = await way(known);
    await app.settle();
    const { id } = (await caseOf(requestId))!;
    const person = await app.staff(services.random.uuid(), ["underwriter"]);
    expect((await person.get(`/api/staff/reviews/${id}`)).body.accountId).toBe(known.borrowerId);
    expect((await person.get(`/api/staff/reviews/${id}/pictures/KTP`)).status).toBe(200);
    await decided(requestId);
    const opened = (await (await app.loggedIn(known.borrowerId)).get("/api/privacy/opened")).body;
    expect(opened.items.length).toBeGreaterThanOrEqual(2);
    const { items } = (await person.get(`/api/staff/borrowers/${known.borrowerId}/timeline`)).body;
    const lines = items.map(({ text, details }: { text: string; details: string }) => `${text}: ${details}`).join("\n");
    expect(lines).toMatch(/Nomor hilang dilaporkan: nomor permintaan: LN-\w{8}/);
    expect(lines).toContain("Nomor hilang disetujui");
    const { standing } = (await person.get(`/api/staff/borrowers/${known.borrowerId}?lang=en`)).body;
    expect(standing.filter(({ what }: { what: string }) => what.startsWith("Lost number"))).toMatchObject([
      { group: "REQUESTS", state: "Approved, not in effect yet", isOpen: true, to: `/staff/reviews/${id}` },
    ]);
  });

  it("that nobody decides about in four days is told to be late once, at the new number, where its link leads back to it", async () => {
    const { requestId, newNumber, client } = await way(await account());
    await app.settle();
    const messages = async () => services.outside.sandbox!.messages.list({ to: newNumber });
    const lateOnes = async () => (await messages()).filter(({ text }) => text.includes("terlambat dan kami dahulukan"));
    clock.advance(95 * hour);
    await app.settle();
    expect(await lateOnes()).toHaveLength(0);
    clock.advance(2 * hour);
    await app.settle();
    clock.advance(48 * hour);
    await app.settle();
    const [late, ...more] = await lateOnes();
    expect(more).toEqual([]);
    const { to } = (await client.get(`/api/notice/${late!.link!.split("/").at(-1)}`)).body;
    expect(to).toBe(`/lost-number?request=${requestId}`);
    expect((await messages()).some(({ text }) => text.includes("tidak bisa dipenuhi"))).toBe(false);
  });

  it("is none whose face was never verified, whatever was typed about it", async () => {
    const about = person();
    const typed = await owner({ isVerified: false });
    const { fullName, birthPlace, sex } = lost.card;
    expect((await typed.client.post("/api/identity", { fullName, birthPlace, sex, ...about })).status).toBe(200);
    await app.settle();
    const messageCount = (await toldAt(typed.mobileNumber)).length;
    const { requestId } = await way({ ...about, mobileNumber: typed.mobileNumber });
    await app.settle();
    expect((await rowOf(requestId)).borrowerId).toBeNull();
    expect(await caseOf(requestId)).toBeUndefined();
    expect(await toldAt(typed.mobileNumber)).toHaveLength(messageCount);
  });

  it("is not recovered where its owner logged in, though the conflict itself could not be settled yet", async () => {
    const known = await account();
    const { requestId } = await way(known);
    await app.settle();
    await decided(requestId);
    await sql`create function no_contest() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`.execute(
      database,
    );
    await sql`create trigger no_contest before insert on security_contest execute function no_contest()`.execute(
      database,
    );
    clock.advance(61_000);
    expect((await enter(visitor(), known.mobileNumber)).status).toBe(200);
    clock.advance(73 * hour);
    await app.settle();
    expect([(await rowOf(requestId)).state, await numberNow(known.borrowerId)]).toEqual([
      "APPROVED",
      known.mobileNumber,
    ]);
    await sql`drop trigger no_contest on security_contest`.execute(database);
    clock.advance(61_000);
    await app.settle();
    expect((await rowOf(requestId)).state).toBe("STOPPED");
  });

  it("whose owner logs in meanwhile is frozen: nobody wins by speed", async () => {
    const known = await account();
    const { requestId } = await way(known);
    await app.settle();
    await decided(requestId);
    clock.advance(61_000);
    expect((await enter(visitor(), known.mobileNumber)).status).toBe(200);
    clock.advance(61_000);
    await app.settle();
    expect((await rowOf(requestId)).state).toBe("STOPPED");
    const row = await database
      .selectFrom("borrower")
      .select("status")
      .where("borrowerId", "=", known.borrowerId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe("BLOCKED");
    clock.advance(100 * hour);
    await app.settle();
    expect(await numberNow(known.borrowerId)).toBe(known.mobileNumber);
  });
});

describe("an account that its owner froze", () => {
  const statusOf = async (borrowerId: string) =>
    (
      await database
        .selectFrom("borrower")
        .select("status")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow()
    ).status;
  const contestsOf = (borrowerId: string) =>
    database.selectFrom("security_contest").select("state").where("borrowerId", "=", borrowerId).execute();
  const contestCase = (borrowerId: string) =>
    database
      .selectFrom("review_case")
      .select(["id", "state", "outcome"])
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", "contest")
      .executeTakeFirstOrThrow();
  async function frozen(kind: SecurityEventKind = "BANK_ACCOUNT_CHOSEN") {
    const known = await account();
    const { reader } = await noticed(known.borrowerId, kind);
    expect((await reader.post("/api/security/contest", {})).body.state).toBe("FROZEN");
    return known;
  }
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      clock.advance(24 * hour);
      await app.settle();
    }
  };

  it("and has no SIM of takes its new number and is released at once, after two people and 72 hours", async () => {
    const known = await frozen();
    const { requestId, newNumber } = await way(known);
    await app.settle();
    const found = await rowOf(requestId);
    expect(found.borrowerId).toBe(known.borrowerId);
    // Each case names the other to its deciders.
    const staff = await app.staff(services.random.uuid(), ["underwriter"]);
    const linesOf = async (caseId: string) =>
      (await staff.get(`/api/staff/reviews/${caseId}`)).body.lines.map(({ text }: { text: string }) => text).join("\n");
    const { number, id } = (await caseOf(requestId))!;
    expect(await linesOf((await contestCase(known.borrowerId)).id)).toContain(`${found.reference} · ${number}`);
    expect(await linesOf(id)).toContain("Disetujui, akun memakai nomor baru dan dibuka kembali.");
    await decided(requestId);
    await days(2);
    expect([await statusOf(known.borrowerId), await numberNow(known.borrowerId)]).toEqual([
      "BLOCKED",
      known.mobileNumber,
    ]);
    await days(1);
    expect([(await rowOf(requestId)).state, await numberNow(known.borrowerId)]).toEqual(["DONE", newNumber]);
    expect([await statusOf(known.borrowerId), await contestsOf(known.borrowerId)]).toEqual([
      "ACTIVE",
      [{ state: "RELEASED" }],
    ]);
    expect(await contestCase(known.borrowerId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
    expect(await heldUntil(services, database, known.borrowerId)).not.toBeNull();
    const warned = (await toldAt(known.mobileNumber)).filter((text) => /nomor ponsel yang hilang/.test(text));
    expect(warned).toHaveLength(3);
    expect((await enter(visitor(), newNumber)).status).toBe(200);
  });

  it("is found by the number that stood before, which it has no more", async () => {
    const known = await account();
    const thief = nextNumber();
    const given = { newNumber: thief, device: "", requestId: services.random.uuid(), kind: "NUMBER_CHANGED" } as const;
    await transact(database, (trx) => giveNumber(services, trx, { borrowerId: known.borrowerId, ...given }));
    const event = await database
      .selectFrom("security_event")
      .select("id")
      .where("borrowerId", "=", known.borrowerId)
      .where("kind", "=", "NUMBER_CHANGED")
      .executeTakeFirstOrThrow();
    await readerOf(known.borrowerId, event.id).post("/api/security/contest", {});
    const { requestId, newNumber } = await way(known);
    await app.settle();
    expect((await rowOf(requestId)).borrowerId).toBe(known.borrowerId);
    expect((await toldAt(thief)).some((text) => /nomor ponsel yang hilang/.test(text))).toBe(false);
    await decided(requestId);
    await days(3);
    expect([await statusOf(known.borrowerId), await numberNow(known.borrowerId)]).toEqual(["ACTIVE", newNumber]);
  });

  it("stays so where its owner objects to that too, though no further contest comes of it", async () => {
    const known = await frozen();
    const { requestId } = await way(known);
    await app.settle();
    await decided(requestId);
    const [warning] = (await services.outside.sandbox!.messages.list({ to: known.mobileNumber })).filter(({ text }) =>
      /nomor ponsel yang hilang/.test(text),
    );
    const reader = visitor();
    reader.cookies.set(cookieNames.link, new URL(warning!.link!).searchParams.get("t")!);
    expect((await reader.post("/api/security/contest", {})).body.state).toBe("FROZEN");
    await app.settle();
    expect((await rowOf(requestId)).state).toBe("STOPPED");
    await days(4);
    expect([await statusOf(known.borrowerId), await numberNow(known.borrowerId)]).toEqual([
      "BLOCKED",
      known.mobileNumber,
    ]);
    expect(await contestsOf(known.borrowerId)).toHaveLength(1);
  });

  it("is nobody's to recover whom staff blocked", async () => {
    const known = await account();
    await transact(database, (trx) => setBorrowerStatus(services, trx, known.borrowerId, "BLOCKED"));
    const { requestId } = await way(known);
    await app.settle();
    expect((await rowOf(requestId)).borrowerId).toBeNull();
  });
});

it("What was asked goes with its key 90 days after its end where no account matched, and after five years where one did.", async () => {
  const asked = [await way(await account()), await way({ ...person(), mobileNumber: nextNumber() })];
  await app.settle();
  await decided(asked[0]!.requestId, { decision: "REJECT", reasonCode: "NOT_THE_PERSON" });
  clock.advance(97 * hour);
  await app.settle();
  const rows = await Promise.all(asked.map(({ requestId }) => rowOf(requestId)));
  expect(rows.map(({ state, borrowerId: found }) => [state, found === null])).toEqual([
    ["REJECTED", false],
    ["REJECTED", true],
  ]);
  const remaining = async () => {
    await app.settle();
    const ids = rows.map(({ id }) => id);
    const stored = await database.selectFrom("lost_number_request").select("id").where("id", "in", ids).execute();
    return rows.map(({ id }) => stored.some((row) => row.id === id));
  };
  const isShredded = ({ ownerId: owner }: { ownerId: string }) =>
    services.keys.borrowerKeys.cipher(database, owner).then(
      () => false,
      () => true,
    );
  expect(await Promise.all(rows.map(isShredded))).toEqual([false, false]);
  clock.advance(90 * 24 * hour);
  expect(await remaining()).toEqual([true, true]);
  clock.advance(1);
  expect(await remaining()).toEqual([true, false]);
  expect(await Promise.all(rows.map(isShredded))).toEqual([false, true]);
  const endedAt = new Date(clock.now());
  endedAt.setUTCFullYear(endedAt.getUTCFullYear() - 5);
  await database.updateTable("lost_number_request").set({ closedAt: endedAt }).where("id", "=", rows[0]!.id).execute();
  expect(await remaining()).toEqual([true, false]);
  clock.advance(1);
  expect(await remaining()).toEqual([false, false]);
  expect(await Promise.all(rows.map(isShredded))).toEqual([true, true]);
  expect(await lostNumberStates.events(database, rows[0]!.id)).toEqual([]);
});
