/** Two accounts of one person become one, over HTTP: the steps, the decision by staff, what is moved, and the undo. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { auditAll } from "#server/ledger/index.ts";
import { seedBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { heldUntil, placeHold } from "#features/account/hold/server/index.ts";
import { claimNumber } from "#features/account/verification/server/index.ts";
import { currentLimits, setCreditLimit } from "#features/credit/limit/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { merging } from "#tests/support/merging.ts";
import { freezeByOwner } from "../../security/server/contest.ts";
import { mergePages } from "../contract.ts";
import { absorbedBy, survivorOf } from "./index.ts";
import { whyNot } from "./account-states.ts";
import type { Ask } from "#server/questions.ts";
import { loansBeforeMerge } from "./blocks.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const merge = await merging(app);
const { change } = merge;
const { enter } = loggingIn(app);
const hour = 3_600_000;
const codeOf = ({ body }: { body: { status?: { code: string } } }) => body.status?.code;
const dataOf = ({ body }: { body: { status?: { data?: object } } }) => body.status?.data;

/** The login credentials of a borrower. */
async function knows(borrowerId: string) {
  const { passwordHash: password } = await database
    .selectFrom("borrower")
    .select("passwordHash")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  const devices = await database
    .selectFrom("login_device")
    .select("deviceIndex")
    .where("borrowerId", "=", borrowerId)
    .execute();
  return { password, devices: devices.length };
}

/** Number of messages with a link to object that were sent to each number. */
const objections = (...numbers: string[]) =>
  Promise.all(
    numbers.map(async (number) => (await change.toldAt(number)).filter((text) => text.includes("/not-me?t=")).length),
  );

describe("the steps", () => {
  it("prove the other number, the person and the page in order, and end with a promise", async () => {
    const { own, other, requestId } = await merge.upTo("face");
    const { client } = own;
    await merge.giveMoney(other.borrowerId, 70_000);
    const shown = (await merge.preview(client, requestId)).body;
    expect(shown).toMatchObject({ survivor: "OTHER", closesInstead: false });
    expect(shown.lines).toContainEqual(
      expect.objectContaining({ code: "WALLET", survivor: 70_000, absorbed: 0, after: 70_000 }),
    );
    // The same page in another language.
    const english = await client.get(merge.at(requestId, "preview"), { "Accept-Language": "en" });
    expect(english.body.previewHash).toBe(shown.previewHash);
    await merge.giveMoney(own.borrowerId, 30_000);
    expect(codeOf(await merge.submit(own, requestId, { previewHash: shown.previewHash }))).toBe("PREVIEW_CHANGED");
    const sent = await merge.submit(own, requestId);
    expect(sent.body.request).toMatchObject({ state: "SUBMITTED", path: mergePages.result, isLate: false });
    // The message with the code names its purpose. // Spec account 14.2
    const codes = (await services.outside.sandbox!.messages.list({ to: own.mobileNumber })).filter(({ code }) => code);
    expect(codes[0]!.text).toContain("kode untuk menyetujui penggabungan akun");
    expect(codes.map(({ text }) => text).join()).not.toContain("perjanjian");
    expect(sent.body.merge).toMatchObject({ state: "ASKED", isAskedByOther: false, canReverse: false });
    // Sending it again gives the same answer.
    expect((await merge.face(client, requestId)).body.request.state).toBe("SUBMITTED");
    await app.settle();
    for (const { mobileNumber } of [own, other])
      expect((await change.toldAt(mobileNumber)).some((text) => /abung/.test(text))).toBe(true);
    // Either owner can object from the message itself. // Threat I4
    expect(await objections(own.mobileNumber, other.mobileNumber)).toEqual([1, 1]);
    // Nothing has been moved.
    const sums = await merge.sums(own.borrowerId, other.borrowerId);
    expect(sums.wallet).toEqual([30_000, 70_000]);
    const stored = JSON.stringify(await database.selectFrom("account_merge").selectAll().execute());
    expect(stored).not.toContain(other.mobileNumber.slice(1));
    // The other account sees the request.
    const theirs = await app.loggedIn(other.borrowerId);
    expect((await theirs.get("/api/account-merge")).body.merge).toMatchObject({ state: "ASKED", isAskedByOther: true });
  });

  it("taken out of order are refused with the page of the one that comes", async () => {
    const { own, requestId } = await merge.upTo("begin");
    const wants = (path: string) => ["STEP_ORDER", { path }];
    const face = await merge.face(own.client, requestId);
    expect([codeOf(face), dataOf(face)]).toEqual(wants(mergePages.code));
    const page = await merge.preview(own.client, requestId);
    expect([codeOf(page), dataOf(page)]).toEqual(wants(mergePages.code));
    const foreign = await change.code(own.client, own.mobileNumber, "SET_PASSWORD");
    expect(codeOf(await own.client.post(merge.at(requestId, "verify"), foreign))).toBe("VERIFICATION_NEEDED");
    const stranger = await change.owner();
    expect(codeOf(await merge.decline(stranger.client, requestId))).toBe("CHANGE_REQUEST_UNKNOWN");
  });

  it("take no proof of the other number where the account is held since the request", async () => {
    const { own, other, requestId, last } = await merge.upTo("begin");
    const hold = { borrowerId: own.borrowerId, cause: "RELEASED", sourceId: requestId } as const;
    await transact(database, (trx) => placeHold(services, trx, hold));
    const proven = await merge.verify(own.client, requestId, last.body.verification.verificationId, other.mobileNumber);
    expect([proven.status, codeOf(proven)]).toEqual([423, "SECURITY_HOLD"]);
  });

  it("answer the same for any number, and say why not to who has proven it alone", async () => {
    const own = await change.owner();
    const answers = [];
    const causes = [];
    const unknown = change.nextNumber();
    const valuable = await change.owner({ isVerified: false });
    await merge.giveMoney(valuable.borrowerId, 50_000);
    const stranger = await change.owner({ isVerified: false });
    const other = change.card.nik.replace(/.$/, (last) => String((Number(last) + 1) % 10));
    const { fullName, birthPlace, birthDate, sex } = change.card;
    await stranger.client.post("/api/identity", { fullName, nik: other, birthPlace, birthDate, sex });
    const held = await change.owner();
    await transact(database, (trx) =>
      placeHold(services, trx, { borrowerId: held.borrowerId, cause: "RELEASED", sourceId: held.borrowerId }),
    );
    for (const mobileNumber of [unknown, stranger.mobileNumber, held.mobileNumber]) {
      clock.advance(61_000);
      const begun = await merge.begin(own.client, mobileNumber);
      const { verification: sent, request } = begun.body;
      answers.push([begun.status, Object.keys(begun.body), request.state, sent.expiresInSeconds]);
      causes.push(dataOf(await merge.verify(own.client, request.requestId, sent.verificationId, mobileNumber)));
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(causes).toMatchObject([{ cause: "NO_ACCOUNT" }, { cause: "OTHER_PERSON" }, { cause: "BLOCKED" }]);
    expect(codeOf(await merge.begin(own.client, own.mobileNumber))).toBe("NUMBER_SAME");
    const unverified = await change.owner({ isVerified: false });
    expect(codeOf(await merge.begin(unverified.client, own.mobileNumber))).toBe("IDENTITY_UNVERIFIED");
    expect(codeOf(await merge.begin(held.client, own.mobileNumber))).toBe("SECURITY_HOLD");
  });

  it("take loans of a number without an identity for somebody else's", async () => {
    const [own, other] = [await change.owner(), await change.owner({ isVerified: false })];
    const whyWith = (standing: "PAST" | "NONE") => {
      const standingOf = async (_reader: unknown, id: string) => (id === other.borrowerId ? standing : "NONE");
      const ask = ((question: typeof loansBeforeMerge) =>
        question === loansBeforeMerge ? standingOf : services.ask(question)) as Ask;
      return whyNot({ ...services, ask }, database, { ownId: own.borrowerId, otherId: other.borrowerId });
    };
    expect([await whyWith("PAST"), await whyWith("NONE")]).toEqual(["OTHER_PERSON", null]);
  });

  it("say at the page and at the signature what has come up since", async () => {
    const { own, other, requestId } = await merge.upTo("face");
    await transact(database, (trx) =>
      placeHold(services, trx, { borrowerId: other.borrowerId, cause: "RELEASED", sourceId: other.borrowerId }),
    );
    expect(codeOf(await merge.preview(own.client, requestId))).toBe("MERGE_NOT_POSSIBLE");
    const sent = await merge.submit(own, requestId, { previewHash: "0".repeat(64) });
    expect([codeOf(sent), dataOf(sent)]).toMatchObject(["MERGE_NOT_POSSIBLE", { cause: "BLOCKED" }]);
  });

  it("go on with the verified account before the older one, and merge a verified one though it holds nothing", async () => {
    const older = await change.owner({ isVerified: false });
    clock.advance(61_000);
    const own = await change.owner();
    clock.advance(61_000);
    const other = await change.owner();
    await merge.giveMoney(older.borrowerId, 5_000);
    const page = async (second: typeof own) => {
      clock.advance(61_000);
      const { requestId } = await merge.upTo("face", { own, other: second });
      const { survivor, closesInstead } = (await merge.preview(own.client, requestId)).body;
      await merge.decline(own.client, requestId);
      return { survivor, closesInstead };
    };
    expect(await page(other)).toEqual({ survivor: "OWN", closesInstead: false });
    clock.advance(61_000);
    expect(await page(older)).toEqual({ survivor: "OWN", closesInstead: false });
  });

  it("close an account that holds nothing instead of merging it", async () => {
    const own = await change.owner();
    const empty = await change.owner({ isVerified: false });
    clock.advance(61_000);
    const { requestId, last } = await merge.upTo("submit", { own, other: empty });
    expect(last.body.request).toMatchObject({ state: "DONE", reason: { code: "CLOSED_INSTEAD" } });
    expect(last.body.merge).toBeNull();
    clock.advance(73 * hour);
    await app.settle();
    await app.settle();
    const gone = await database
      .selectFrom("account_closure")
      .select("state")
      .where("borrowerId", "=", empty.borrowerId)
      .executeTakeFirstOrThrow();
    expect(gone.state).toBe("ERASED");
    expect(await merge.statusOf(own.borrowerId)).toBe("ACTIVE");
    expect(requestId).toBeTruthy();
  });
});

describe("people", () => {
  it("see both accounts masked and the page, decide by two, and reject with a reason that is read", async () => {
    const { own, requestId } = await merge.upTo("submit");
    const { id: caseId } = await change.caseOf(requestId);
    const staff = await change.staff().client();
    const { text, body } = await staff.get(`/api/staff/reviews/${caseId}`);
    for (const secret of [own.mobileNumber, change.card.nik]) expect(text).not.toContain(secret);
    expect(body.lines.length).toBeGreaterThanOrEqual(8);
    await merge.reject(requestId);
    const { request, merge: ended } = (await own.client.get("/api/account-merge")).body;
    expect(request).toMatchObject({ state: "REJECTED", reason: { code: "NUMBER_NOT_OWN" } });
    expect(ended).toMatchObject({ state: "NOT_MERGED" });
    expect(await merge.stateOf(requestId)).toBe("NOT_MERGED");
  });

  it("are declined by either account until the merge is carried out", async () => {
    const { own, other, requestId } = await merge.upTo("submit");
    const theirs = await app.loggedIn(other.borrowerId);
    expect((await merge.decline(theirs, requestId)).body.merge).toMatchObject({ state: "NOT_MERGED" });
    expect((await own.client.get("/api/account-merge")).body.request.state).toBe("WITHDRAWN");
    expect((await change.caseOf(requestId)).outcome).toBe("WITHDRAWN");
    // Another request may begin at once, and the declined merge never happens.
    clock.advance(61_000);
    const second = await merge.upTo("submit", { own, other });
    await merge.approve(second.requestId);
    expect((await merge.decline(own.client, second.requestId)).status).toBe(200);
    clock.advance(2 * hour);
    await app.settle();
    expect(await merge.stateOf(second.requestId)).toBe("NOT_MERGED");
  });
});

describe("the merge", () => {
  it("moves everything and sets it aside, ends the other account, keeps its number, and holds value", async () => {
    const both = await merge.two();
    const [survivorId, absorbedId] = [both.other.borrowerId, both.own.borrowerId];
    await merge.giveMoney(survivorId, 40_000);
    await merge.giveMoney(absorbedId, 60_000);
    await merge.giveSomePoints(absorbedId, 500);
    await transact(database, async (trx) => {
      await setCreditLimit(services, trx, survivorId, 2_000_000, "SCORE_REFRESHED");
      await setCreditLimit(services, trx, absorbedId, 3_000_000, "SCORE_REFRESHED");
    });
    await database.updateTable("borrower").set({ passwordHash: "hash" }).where("borrowerId", "=", survivorId).execute();
    expect(await knows(survivorId)).toMatchObject({ password: "hash" });
    const begun = await change.start(both.other.client);
    expect(begun.status, begun.text).toBe(200);
    const { requestId, absorbed } = await merge.merged(both);
    expect(absorbed.borrowerId).toBe(absorbedId);
    expect(await objections(both.own.mobileNumber, both.other.mobileNumber)).toEqual([2, 2]);
    expect(await merge.stateOf(requestId)).toBe("MERGED");
    expect(await merge.sums(survivorId, absorbedId)).toMatchObject({ wallet: [100_000, 0], points: [500, 0] });
    expect([await merge.free("WALLET", survivorId), await merge.free("POINTS", survivorId)]).toEqual([40_000, 0]);
    const limits = [survivorId, absorbedId].map(
      async (id) => (await currentLimits(services, database, id)).creditRupiah,
    );
    expect(await Promise.all(limits)).toEqual([2_000_000, 0]);
    expect([await merge.statusOf(survivorId), await merge.statusOf(absorbedId)]).toEqual(["ACTIVE", "MERGED"]);
    // The requesting account kept its number, so the other account's number is reserved.
    expect(await change.numberNow(survivorId)).toBe(both.own.mobileNumber);
    expect(await heldUntil(services, database, survivorId)).not.toBeNull();
    for (const { client } of [both.own, both.other]) expect((await client.get("/api/account-merge")).status).toBe(401);
    // Open requests of both accounts end, and no old credential of either works.
    expect(await change.stateOf(begun.body.request.requestId)).toBe("STOPPED");
    expect(await knows(survivorId)).toEqual({ password: null, devices: 0 });
    for (const { mobileNumber } of [both.own, both.other])
      expect(
        await database
          .selectFrom("verification_device")
          .select("deviceIndex")
          .where("numberIndex", "=", services.keys.blindIndex("mobile", mobileNumber))
          .execute(),
      ).toEqual([]);
    clock.advance(61_000);
    expect(codeOf(await enter(app.client(), both.other.mobileNumber))).toBe("NUMBER_REPLACED");
    const client = await app.loggedIn(survivorId);
    const { merge: shown, obstacle } = (await client.get("/api/account-merge")).body;
    expect(shown).toMatchObject({ state: "MERGED", canReverse: true, hasStatement: true });
    expect(obstacle.code).toBe("MERGE_REVERSIBLE");
    expect(codeOf(await merge.decline(client, requestId))).toBe("MERGED_ALREADY");
    const statement = await app.client().get(`/api/account-merge/statement/${requestId}`);
    expect(statement.body).toMatchObject({ state: "MERGED", hasFile: true });
    const file = await client.get(merge.at(requestId, "statement"));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await (await change.owner()).client.get(merge.at(requestId, "statement"))).status).toBe(404);
    expect(await absorbedBy(database, survivorId)).toEqual([absorbedId]);
    expect(await survivorOf(database, absorbedId)).toBeNull();
    expect((await client.get("/api/account-closure")).body.blockers).toContainEqual({
      code: "REQUEST_OPEN",
      path: mergePages.result,
    });

    clock.advance(72 * hour);
    // From the merge on, before any sweep has run.
    expect(codeOf(await merge.reverse(await app.loggedIn(survivorId), requestId))).toBe("MERGE_FINAL");
    expect(await merge.stateOf(requestId)).toBe("MERGED");
    await app.settle();
    expect(await merge.stateOf(requestId)).toBe("FINAL");
    expect([await merge.free("WALLET", survivorId), await merge.free("POINTS", survivorId)]).toEqual([100_000, 500]);
    const late = await app.loggedIn(survivorId);
    expect(codeOf(await merge.reverse(late, requestId))).toBe("MERGE_FINAL");
    expect(await survivorOf(database, absorbedId)).toEqual({ mergeId: requestId, survivorId });
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("goes back within its hours: every figure, both numbers, and the login of both", async () => {
    for (const keepNumber of ["OWN", "OTHER"] as const) {
      const both = await merge.two();
      const [one, two] = [both.own.borrowerId, both.other.borrowerId];
      await merge.giveMoney(one, 25_000);
      await merge.giveMoney(two, 35_000);
      await merge.giveSomePoints(one, 70);
      await transact(database, (trx) => setCreditLimit(services, trx, one, 1_000_000, "SCORE_REFRESHED"));
      const before = await merge.sums(one, two);
      const { requestId, survivor } = await merge.merged(both, keepNumber);
      const client = await app.loggedIn(survivor.borrowerId);
      const elsewhere = await app.loggedIn(survivor.borrowerId);
      expect((await merge.reverse(client, requestId)).body.merge.state).toBe("REVERSED");
      // Another session may belong to the holder of the other number, so it ends.
      expect([
        (await elsewhere.get("/api/account-merge")).status,
        (await client.get("/api/account-merge")).status,
      ]).toEqual([401, 200]);
      expect((await merge.reverse(client, requestId)).body.merge.state).toBe("REVERSED");
      expect(await merge.sums(one, two)).toEqual(before);
      expect(await merge.free("WALLET", one)).toBe(25_000);
      expect((await currentLimits(services, database, one)).creditRupiah).toBe(1_000_000);
      expect([await merge.statusOf(one), await merge.statusOf(two)]).toEqual(["ACTIVE", "ACTIVE"]);
      for (const { borrowerId, mobileNumber } of [both.own, both.other])
        expect(await change.numberNow(borrowerId)).toBe(mobileNumber);
      clock.advance(61_000);
      expect((await enter(app.client(), both.own.mobileNumber)).status).toBe(200);
      clock.advance(80 * hour);
      await app.settle();
      expect(await merge.stateOf(requestId)).toBe("REVERSED");
    }
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("goes back without opening an account that was blocked meanwhile", async () => {
    const { requestId, survivor, absorbed } = await merge.merged();
    await transact(database, (trx) => setBorrowerStatus(services, trx, absorbed.borrowerId, "BLOCKED"));
    const client = await app.loggedIn(survivor.borrowerId);
    expect((await merge.reverse(client, requestId)).body.merge.state).toBe("REVERSED");
    expect(await merge.statusOf(absorbed.borrowerId)).toBe("BLOCKED");
    expect(await change.numberNow(absorbed.borrowerId)).toBe(absorbed.mobileNumber);
  });

  it("goes back by the word of either number's owner, whose account is frozen then", async () => {
    for (const side of ["survivor", "absorbed"] as const) {
      const found = await merge.merged();
      const { borrowerId, mobileNumber } = found[side];
      const event = await database
        .selectFrom("security_event")
        .select("id")
        .where("borrowerId", "=", borrowerId)
        .where("kind", "=", "ACCOUNT_MERGED")
        .executeTakeFirstOrThrow();
      const opened = await transact(database, (trx) =>
        freezeByOwner(services, trx, { borrowerId, eventId: event.id, device: "Chrome" }),
      );
      expect(opened).not.toBeNull();
      expect(await merge.stateOf(found.requestId)).toBe("REVERSED");
      expect(await merge.statusOf(borrowerId)).toBe("BLOCKED");
      expect(await change.numberNow(borrowerId)).toBe(mobileNumber);
    }
  });

  it("stops where either number is another one than was signed", async () => {
    for (const side of ["own", "other"] as const) {
      const found = await merge.upTo("submit");
      await merge.approve(found.requestId);
      const { borrowerId } = found[side];
      await transact(database, (trx) => claimNumber(services, trx, borrowerId, change.nextNumber()));
      clock.advance(61_000);
      await app.settle();
      expect(await merge.stateOf(found.requestId)).toBe("NOT_MERGED");
      expect((await merge.mergeOf(found.requestId)).cause).toBe("NUMBER_CHANGED");
      expect(await merge.statusOf(found.own.borrowerId)).toBe("ACTIVE");
    }
  });

  it("stops where a number or an account has changed since it was signed", async () => {
    const { own, other, requestId } = await merge.upTo("submit");
    await merge.approve(requestId);
    await transact(database, (trx) =>
      placeHold(services, trx, { borrowerId: other.borrowerId, cause: "RELEASED", sourceId: other.borrowerId }),
    );
    clock.advance(61_000);
    await app.settle();
    expect(await merge.stateOf(requestId)).toBe("NOT_MERGED");
    const { request } = (await own.client.get("/api/account-merge")).body;
    expect(request).toMatchObject({ state: "STOPPED", reason: { code: "BLOCKED" } });
    expect(await transact(database, (trx) => seedBorrower(services, trx, other))).toBe(other.borrowerId);
  });
});
