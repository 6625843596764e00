/** Changing the mobile number over HTTP: the steps, the decision by staff, and its effect. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { heldUntil, placeHold } from "#features/account/hold/server/index.ts";
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { releaseBorrower, seedBorrower } from "#features/account/login/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { contesting } from "#tests/support/contesting.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { mp4 } from "#tests/support/videos.ts";
import { mobileChangePages } from "../contract.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const change = await changingNumber(app);
const { enter, givePassword } = loggingIn(app);
const { noticed } = contesting(app);
const hour = 3_600_000;
const underwriter = change.staff();
const codeOf = ({ body }: { body: { status?: { code: string } } }) => body.status?.code;
const dataOf = ({ body }: { body: { status?: { data?: object } } }) => body.status?.data;

describe("the steps", () => {
  it("prove the old number, the person and the new number in order, each once, and end with a promise", async () => {
    const { client, requestId, newNumber, last, mobileNumber, borrowerId } = await change.upTo("submit");
    const sent = clock.now().getTime();
    expect(last.body.request).toMatchObject({
      requestId,
      state: "SUBMITTED",
      path: mobileChangePages.result,
      maskedNewNumber: `${newNumber.slice(0, 4)}••••${newNumber.slice(-3)}`,
      promisedUntil: new Date(sent + 72 * hour).toISOString(),
      effectiveFrom: new Date(sent + 24 * hour).toISOString(),
      isLate: false,
      reason: null,
    });
    // A repeated request gives the same answer, and no second message is sent.
    expect((await change.submit(client, requestId)).body.request.state).toBe("SUBMITTED");
    expect((await change.identity(client, requestId)).body.request.state).toBe("SUBMITTED");
    expect(await change.numberNow(borrowerId)).toBe(mobileNumber);
    await app.settle();
    expect((await change.toldAt(mobileNumber))[0]).toMatch(/Permintaan ganti nomor ponsel/);
    const stored = JSON.stringify(
      await database.selectFrom("change_request").selectAll().where("id", "=", requestId).execute(),
    );
    expect(stored).not.toContain(newNumber.slice(1));
  });

  it("end before the sending where the account is held meanwhile", async () => {
    const { client, requestId, borrowerId } = await change.upTo("new");
    const hold = { borrowerId, cause: "RELEASED", sourceId: requestId } as const;
    await transact(database, (trx) => placeHold(services, trx, hold));
    const sent = await change.submit(client, requestId);
    expect([sent.status, codeOf(sent)]).toEqual([423, "SECURITY_HOLD"]);
    expect(await change.stateOf(requestId)).toBe("NEW_PROVEN");
  });

  it("begin with no proof of the old number where the account is held since the request", async () => {
    const who = await change.owner();
    const { requestId } = (await change.start(who.client)).body.request;
    const hold = { borrowerId: who.borrowerId, cause: "RELEASED", sourceId: requestId } as const;
    await transact(database, (trx) => placeHold(services, trx, hold));
    const proven = await change.old(who.client, who, requestId);
    expect([proven.status, codeOf(proven)]).toEqual([423, "SECURITY_HOLD"]);
    expect(await change.stateOf(requestId)).toBe("STARTED");
  });

  it("taken out of order are refused with the page of the one that comes", async () => {
    const who = await change.owner();
    const { client } = who;
    const { requestId } = (await change.start(client)).body.request;
    const order = async (answer: Promise<{ body: { status?: { code: string; data?: object } } }>) => {
      const { body } = await answer;
      return [body.status?.code, body.status?.data];
    };
    const wants = (path: string) => ["STEP_ORDER", { path }];
    expect(await order(change.identity(client, requestId))).toEqual(wants(mobileChangePages.old));
    expect(await order(change.name(client, requestId, change.nextNumber()))).toEqual(wants(mobileChangePages.old));
    expect(await order(change.submit(client, requestId))).toEqual(wants(mobileChangePages.old));
    await change.old(client, who, requestId);
    expect(await order(change.name(client, requestId, change.nextNumber()))).toEqual(wants(mobileChangePages.identity));
    await change.identity(client, requestId);
    expect(await order(change.submit(client, requestId))).toEqual(wants(mobileChangePages.number));
    expect(codeOf(await change.photo(client, requestId))).toBe("PROOF_CLOSED");
    // A code for another purpose or of another login is no proof here.
    const foreign = await change.code(client, who.mobileNumber, "SET_PASSWORD");
    expect(codeOf(await client.post(change.at(requestId, "new-number/verify"), foreign))).toBe("VERIFICATION_NEEDED");
    const stranger = await change.owner();
    expect(codeOf(await change.submit(stranger.client, requestId))).toBe("CHANGE_REQUEST_UNKNOWN");
  });

  it("go on by another login once that has proven the number, with what was found out before", async () => {
    const { borrowerId, mobileNumber, requestId } = await change.upTo("identity");
    clock.advance(61_000);
    const next = await app.loggedIn(borrowerId);
    expect((await next.get("/api/mobile-change")).body.request.path).toBe(mobileChangePages.old);
    expect(codeOf(await change.name(next, requestId, change.nextNumber()))).toBe("STEP_ORDER");
    const proven = await change.old(next, { mobileNumber }, requestId);
    expect(proven.body.request).toMatchObject({ state: "IDENTITY_PROVEN", path: mobileChangePages.number });
    expect((await change.prove(next, requestId, change.nextNumber())).body.request.state).toBe("NEW_PROVEN");
  });

  it("refuse a wrong NIK with the tries that are left, the account's own number, and another account's after its proof alone", async () => {
    const who = await change.upTo("old");
    const { client, requestId, mobileNumber } = who;
    const wrong = await change.identity(client, requestId, "3171010101900001");
    expect([codeOf(wrong), dataOf(wrong)]).toEqual(["NIK_NO_MATCH", { attemptsLeft: 4 }]);
    await change.identity(client, requestId);
    expect(codeOf(await change.name(client, requestId, mobileNumber))).toBe("NUMBER_SAME");
    const [same, taken] = [await change.owner(), change.nextNumber()];
    await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: taken }));
    expect((await change.name(client, requestId, taken)).status).toBe(200);
    clock.advance(61_000);
    const refused = await change.prove(client, requestId, taken);
    expect([codeOf(refused), dataOf(refused)]).toEqual(["NUMBER_TAKEN", { canMerge: false }]);
    const own = await change.prove(client, requestId, same.mobileNumber);
    expect([codeOf(own), dataOf(own)]).toEqual(["NUMBER_TAKEN", { canMerge: true }]);
    expect((await change.prove(client, requestId, change.nextNumber())).status).toBe(200);
  });

  it("need a verified face, and no hold; unfinished ones end after 24 hours", async () => {
    const { client } = await change.owner({ isVerified: false });
    expect(codeOf(await change.start(client))).toBe("IDENTITY_UNVERIFIED");
    expect((await client.get("/api/mobile-change")).body.obstacle).toEqual({
      code: "IDENTITY_UNVERIFIED",
      until: null,
    });
    const { requestId } = await change.upTo("identity");
    clock.advance(24 * hour);
    await app.settle();
    expect(await change.stateOf(requestId)).toBe("EXPIRED");
  });
});

it("Steps of a request whose 24 hours are over are refused before any sweep has come.", async () => {
  const end = (requestId: string) =>
    database.updateTable("change_request").set({ expiresAt: clock.now() }).where("id", "=", requestId).execute();
  const begun = await change.upTo("old");
  await end(begun.requestId);
  expect(codeOf(await change.identity(begun.client, begun.requestId))).toBe("STEP_ORDER");
  const named = await change.upTo("identity");
  await end(named.requestId);
  expect(codeOf(await change.name(named.client, named.requestId, change.nextNumber()))).toBe("STEP_ORDER");
  const ready = await change.upTo("new");
  await end(ready.requestId);
  expect(codeOf(await change.submit(ready.client, ready.requestId))).toBe("STEP_ORDER");
  expect(await change.stateOf(ready.requestId)).toBe("NEW_PROVEN");
});

describe("the proof", () => {
  it("is up to six photos and a video, looked through and taken back by their owner until the request is sent", async () => {
    const { client, requestId, borrowerId } = await change.upTo("new");
    for (let count = 0; count < 6; count++) expect((await change.photo(client, requestId)).status).toBe(200);
    const full = await change.photo(client, requestId);
    expect([codeOf(full), dataOf(full)]).toEqual(["PHOTO_COUNT", { max: 6 }]);
    const show = (bytes: Uint8Array) => change.upload(client, change.at(requestId, "proof"), "video", bytes);
    const shown = await show(mp4(12));
    const { photos, videoId } = shown.body.request.proof;
    expect([photos.length, typeof videoId]).toEqual([6, "string"]);
    expect(codeOf(await show(mp4(9)))).toBe("VIDEO_COUNT");
    expect(codeOf(await show(mp4(31)))).toBe("VIDEO_TOO_LONG");

    const path = (id: string) => change.at(requestId, `proof/${id}`);
    const seen = await client.get(path(photos[0].evidenceId));
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(codeOf(await client.get(path(videoId)))).toBe("PROOF_UNKNOWN");
    // The selfie of the face check is part of the request and cannot be removed.
    const selfie = await database
      .selectFrom("review_evidence")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("slot", "=", 8)
      .executeTakeFirstOrThrow();
    expect((await client.get(path(selfie.id))).status).toBe(404);
    expect((await client.post(`${path(selfie.id)}/delete`, {})).status).toBe(404);
    expect((await client.post(`${path(videoId)}/delete`, {})).status).toBe(200);
    expect((await client.post(`${path(photos[0].evidenceId)}/delete`, {})).status).toBe(200);
    await change.submit(client, requestId);
    expect(codeOf(await change.photo(client, requestId))).toBe("PROOF_CLOSED");
    expect(codeOf(await client.post(`${path(photos[1].evidenceId)}/delete`, {}))).toBe("PROOF_UNKNOWN");
  });

  it("is needed where something speaks for care, and then two people decide", async () => {
    const who = await change.owner({ knownDays: 3 });
    const { client, requestId } = await change.upTo("new", who);
    expect((await client.get("/api/mobile-change")).body.request.proof).toMatchObject({ isOpen: true, isNeeded: true });
    expect(codeOf(await change.submit(client, requestId))).toBe("PROOF_NEEDED");
    await change.photo(client, requestId);
    expect((await change.submit(client, requestId)).status).toBe(200);
    const row = await change.caseOf(requestId);
    expect([row.twoPeople, row.facts]).toEqual([true, { flags: ["DEVICE_NEW"] }]);
    const proposed = await change.decide(underwriter, row.id);
    expect([proposed.body.state, await change.stateOf(requestId)]).toEqual(["PROPOSED", "SUBMITTED"]);
    await change.check(change.staff(), (await change.caseOf(requestId)).proposalId!);
    expect(await change.stateOf(requestId)).toBe("APPROVED");
  });

  it("is asked for once more: the clock stands, further photos are shown, and the review goes on", async () => {
    const { client, requestId, mobileNumber } = await change.upTo("new");
    const [first, video] = [await change.picture(), mp4(7)];
    const again = async () => [
      await change.upload(client, change.at(requestId, "proof"), "photo", first),
      await change.upload(client, change.at(requestId, "proof"), "video", video),
    ];
    // The same number requested twice counts once.
    for (const sent of [...(await again()), ...(await again())]) expect(sent.status).toBe(200);
    await change.submit(client, requestId);
    const { id: caseId } = await change.caseOf(requestId);
    await change.ask(underwriter, caseId, ["SIM_PACKAGE"]);
    await app.settle();
    expect((await change.toldAt(mobileNumber))[0]).toMatch(/bukti tambahan/);
    const asked = (await client.get("/api/mobile-change")).body.request;
    expect(asked.asked.for.map(({ code }: { code: string }) => code)).toEqual(["SIM_PACKAGE"]);
    expect(asked.proof).toMatchObject({ isOpen: true, photos: [] });
    const done = () => client.post(change.at(requestId, "proof/done"), {});
    expect(codeOf(await done())).toBe("PROOF_NEEDED");
    // A proof shown before is not accepted again, and the page says so.
    expect((await again()).map(codeOf)).toEqual(["PHOTO_KNOWN", "VIDEO_KNOWN"]);
    await change.photo(client, requestId);
    expect((await done()).body.request).toMatchObject({ asked: null, proof: { isOpen: false } });
    expect((await done()).status).toBe(200);
    expect((await change.caseOf(requestId)).state).toBe("WAITING");
  });
});

describe("people", () => {
  it("see masked numbers, the face's result, the device, the codes, and both selfies beside the card", async () => {
    const { requestId, mobileNumber, newNumber } = await change.upTo("submit");
    const { id: caseId } = await change.caseOf(requestId);
    const client = await underwriter.client();
    const { body, text } = await client.get(`/api/staff/reviews/${caseId}`);
    for (const secret of [mobileNumber, newNumber, change.card.nik]) expect(text).not.toContain(secret);
    expect(text).toContain(`${newNumber.slice(0, 4)}••••${newNumber.slice(-3)}`);
    expect(body.lines.length).toBeGreaterThanOrEqual(8);
    expect(body.evidence.map(({ media }: { media: string }) => media)).toEqual(["SELFIE"]);
    for (const code of ["KTP", "FIRST_SELFIE"])
      expect((await client.get(`/api/staff/reviews/${caseId}/pictures/${code}`)).status).toBe(200);
  });

  it("reject with a reason that the borrower reads, and the number stays", async () => {
    const { client, requestId, borrowerId, mobileNumber } = await change.upTo("submit");
    const { id: caseId } = await change.caseOf(requestId);
    await change.decide(underwriter, caseId, { decision: "REJECT", reasonCode: "NUMBER_NOT_OWN" });
    const { request } = (await client.get("/api/mobile-change")).body;
    expect(request).toMatchObject({ state: "REJECTED", reason: { code: "NUMBER_NOT_OWN" } });
    expect(request.reason.text).toContain("atas nama");
    await app.settle();
    expect((await change.toldAt(mobileNumber))[0]).toMatch(/ditolak/);
    expect(await change.numberNow(borrowerId)).toBe(mobileNumber);
    // Another request may begin at once.
    expect((await change.start(client)).body.request.state).toBe("STARTED");
  });

  it("are late when three days are over: the borrower hears it once", async () => {
    const { requestId, mobileNumber } = await change.upTo("submit");
    clock.advance(72 * hour);
    await app.settle();
    clock.advance(hour);
    await app.settle();
    const late = (await change.toldAt(mobileNumber)).filter((text) => text.includes("terlambat"));
    expect(late).toHaveLength(1);
    expect(await change.stateOf(requestId)).toBe("SUBMITTED");
  });
});

describe("the effect", () => {
  async function inEffect() {
    const made = await change.upTo("submit");
    await change.decide(underwriter, (await change.caseOf(made.requestId)).id);
    return made;
  }

  it("waits until 24 hours after the sending, then ends every login, password and known device, and holds value", async () => {
    const who = await change.owner();
    clock.advance(61_000);
    const withPassword = app.client();
    await enter(withPassword, who.mobileNumber);
    clock.advance(61_000);
    await givePassword(withPassword, who.mobileNumber);
    clock.advance(61_000);
    const fresh = { ...who, client: await app.loggedIn(who.borrowerId) };
    const { requestId, newNumber, borrowerId, mobileNumber } = await change.upTo("submit", fresh);
    const { id: caseId } = await change.caseOf(requestId);
    await change.decide(underwriter, caseId);
    expect([await change.stateOf(requestId), await change.numberNow(borrowerId)]).toEqual(["APPROVED", mobileNumber]);
    await app.settle();
    // Approved but not in effect yet: the old number gets the time of the change, and can still object.
    expect((await change.toldAt(mobileNumber))[0]).toMatch(/ganti nomor disetujui, berlaku .*WIB/);
    clock.advance(24 * hour - 60_000);
    await app.settle();
    expect(await change.numberNow(borrowerId)).toBe(mobileNumber);
    const before = await app.loggedIn(borrowerId);
    clock.advance(60_000);
    await app.settle();
    expect([await change.stateOf(requestId), await change.numberNow(borrowerId)]).toEqual(["DONE", newNumber]);
    expect((await before.get("/api/mobile-change")).status).toBe(401);
    expect(await heldUntil(services, database, borrowerId)).toEqual(new Date(clock.now().getTime() + 72 * hour));
    const account = await database
      .selectFrom("borrower")
      .select("passwordHash")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(account.passwordHash).toBeNull();
    const devices = await database
      .selectFrom("verification_device")
      .select("deviceIndex")
      .where(
        "numberIndex",
        "in",
        [mobileNumber, newNumber].map((one) => services.keys.blindIndex("mobile", one)),
      )
      .execute();
    expect(devices).toEqual([]);
    // Both numbers are notified: the old one how to object, the new one how to log in.
    expect((await change.toldAt(mobileNumber))[0]).toMatch(/Nomor ponsel akun diganti/);
    expect((await change.toldAt(newNumber)).some((text) => text.includes("nomor baru berlaku"))).toBe(true);
    const events = await database
      .selectFrom("domain_event")
      .select("data")
      .where("name", "=", "number.changed")
      .where("id", "=", `number_${requestId}`)
      .execute();
    expect(events).toEqual([{ data: { borrowerId, requestId } }]);
    // The next change is possible after 30 days, which the page says beforehand.
    const next = await app.loggedIn(borrowerId);
    expect(codeOf(await change.start(next))).toBe("SECURITY_HOLD");
    expect((await next.get("/api/mobile-change")).body.obstacle.code).toBe("CHANGE_TOO_SOON");
    clock.advance(73 * hour);
    expect(codeOf(await change.start(await app.loggedIn(borrowerId)))).toBe("CHANGE_TOO_SOON");
    clock.advance(27 * 24 * hour);
    expect((await change.start(await app.loggedIn(borrowerId))).status).toBe(200);
  });

  it("keeps the old number for 14 days: who proves it learns when it was replaced and how to object, and nothing else", async () => {
    const { requestId, mobileNumber, borrowerId } = await inEffect();
    clock.advance(24 * hour);
    await app.settle();
    expect(await change.stateOf(requestId)).toBe("DONE");
    const finder = app.client();
    const answer = await enter(finder, mobileNumber);
    expect([answer.status, codeOf(answer)]).toEqual([409, "NUMBER_REPLACED"]);
    const data = dataOf(answer) as { replacedOn: string; objectPath: string };
    expect(data.replacedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(data.objectPath).toMatch(/^\/not-me\?t=/);
    expect(answer.text).not.toContain(borrowerId);
    expect((await finder.get("/api/session")).body.loggedIn).toBe(false);
    // Reserved for its former owner: another person who enters it with its code is refused at once, not after a day.
    const other = await change.upTo("identity");
    clock.advance(61_000);
    expect(codeOf(await change.prove(other.client, other.requestId, mobileNumber))).toBe("NUMBER_TAKEN");
    expect(await change.stateOf(other.requestId)).toBe("IDENTITY_PROVEN");
    clock.advance(14 * 24 * hour);
    expect((await enter(app.client(), mobileNumber)).body.isNew).toBe(true);
  });

  it.each(["SUBMITTED", "APPROVED"])("never comes where its owner froze the account while it was %s", async (state) => {
    const { requestId, mobileNumber, borrowerId } =
      state === "APPROVED" ? await inEffect() : await change.upTo("submit");
    expect(await change.stateOf(requestId)).toBe(state);
    const { reader } = await noticed(borrowerId);
    expect((await reader.post("/api/security/contest", {})).status).toBe(200);
    expect(await change.stateOf(requestId)).toBe("STOPPED");
    if (state === "SUBMITTED") expect((await change.caseOf(requestId)).state).toBe("CLOSED");
    await transact(database, (trx) => releaseBorrower(services, trx, borrowerId));
    clock.advance(25 * hour);
    await app.settle();
    expect([await change.stateOf(requestId), await change.numberNow(borrowerId)]).toEqual(["STOPPED", mobileNumber]);
  });

  it("asks how it went, once", async () => {
    const { borrowerId } = await inEffect();
    clock.advance(24 * hour);
    await app.settle();
    const invited = await database
      .selectFrom("questionnaire_invitation")
      .select("eventType")
      .where("borrowerId", "=", borrowerId)
      .execute();
    expect(invited).toEqual([{ eventType: "AFTER_CHANGE" }]);
  });

  it("is rejected where another account took the number meanwhile: of two requests for one number one wins", async () => {
    const wanted = change.nextNumber();
    const [one, two] = [await change.owner(), await change.owner()];
    const requests = [await change.upTo("submit", one, wanted)];
    clock.advance(61_000);
    requests.push(await change.upTo("submit", { ...two, client: await app.loggedIn(two.borrowerId) }, wanted));
    for (const { requestId } of requests) await change.decide(underwriter, (await change.caseOf(requestId)).id);
    clock.advance(25 * hour);
    await Promise.all([app.settle(), services.sweeps.runAllDue(services), services.sweeps.runAllDue(services)]);
    await app.settle();
    const states = await Promise.all(requests.map(({ requestId }) => change.stateOf(requestId)));
    expect(states.toSorted()).toEqual(["DONE", "REJECTED"]);
    const owners = await Promise.all(requests.map(({ borrowerId }) => change.numberNow(borrowerId)));
    expect(owners.filter((number) => number === wanted)).toHaveLength(1);
    const lost = requests[states.indexOf("REJECTED")]!;
    expect(await change.numberNow(lost.borrowerId)).toBe(lost.mobileNumber);
    expect((await (await app.loggedIn(lost.borrowerId)).get("/api/mobile-change")).body.request.reason.code).toBe(
      "NUMBER_TAKEN",
    );
  });

  it("never comes for one that was withdrawn, stopped by an objection, or whose account was blocked", async () => {
    const [withdrawn, stopped] = [await change.upTo("submit"), await inEffect()];
    await withdrawn.client.post(change.at(withdrawn.requestId, "withdraw"), {});
    expect((await change.caseOf(withdrawn.requestId)).outcome).toBe("WITHDRAWN");
    expect(codeOf(await change.decide(underwriter, (await change.caseOf(withdrawn.requestId)).id))).toBe(
      "REVIEW_NOT_WAITING",
    );
    await transact(database, (trx) => stopRequests(services, trx, stopped.borrowerId, "CONTESTED"));
    clock.advance(25 * hour);
    await app.settle();
    for (const { requestId, borrowerId, mobileNumber } of [withdrawn, stopped])
      expect([await change.stateOf(requestId), await change.numberNow(borrowerId)]).toEqual([
        requestId === stopped.requestId ? "STOPPED" : "WITHDRAWN",
        mobileNumber,
      ]);
    const blocked = await inEffect();
    await database
      .updateTable("borrower")
      .set({ status: "BLOCKED" })
      .where("borrowerId", "=", blocked.borrowerId)
      .execute();
    clock.advance(25 * hour);
    await app.settle();
    expect(await change.stateOf(blocked.requestId)).toBe("STOPPED");
    expect(await change.numberNow(blocked.borrowerId)).toBe(blocked.mobileNumber);
  });
});
