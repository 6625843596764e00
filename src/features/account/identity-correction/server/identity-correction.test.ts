/** Correcting a verified identity, over HTTP: its steps, the decision by staff, and the changes in one transaction. */
import { describe, expect, it } from "vitest";
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { findBorrowersByNik, identityOf } from "#features/account/identity/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { owner, upload, picture, card, staff, decide, check, caseOf, stateOf, ask, toldAt } = await changingNumber(app);
const hour = 3_600_000;
const codeOf = ({ body }: TestResponse): string | undefined => body.status?.code;
const base = "/api/identity-correction";
const at = (requestId: string, step: string) => `${base}/${requestId}/${step}`;
const { fullName, birthPlace, birthDate, sex, nik } = card;
const right = { fullName, birthPlace: "Bandung", birthDate, sex };

const face = async (client: TestClient, requestId: string, typed = nik) =>
  upload(client, at(requestId, "identity"), "photo", await picture(), { nik: typed, agreed: "on" });
const photo = async (client: TestClient, requestId: string) =>
  upload(client, at(requestId, "proof"), "photo", await picture());
const submit = (client: TestClient, requestId: string) =>
  client.post(at(requestId, "submit"), {}, { "Idempotency-Key": random.uuid() });

/** Sent, with one photo. */
async function sent(values: Record<string, unknown> = right, who?: Awaited<ReturnType<typeof owner>>) {
  const made = who ?? (await owner());
  const { client } = made;
  const requestId: string = (await client.post(base, {})).body.request.requestId;
  await face(client, requestId);
  const named = await client.post(at(requestId, "values"), values);
  if (named.status !== 200) throw new Error(named.text);
  await photo(client, requestId);
  const last = await submit(client, requestId);
  if (last.status !== 200) throw new Error(last.text);
  return { ...made, requestId, last };
}

describe("the steps", () => {
  it("prove the person, say what is right, show it, and end with a promise; each again answers the same", async () => {
    const { client, requestId, last, borrowerId } = await sent();
    const { request } = last.body;
    expect(request).toMatchObject({
      state: "SUBMITTED",
      promisedUntil: new Date(clock.now().getTime() + 72 * hour).toISOString(),
      changes: [{ part: "birthPlace", before: birthPlace, after: "Bandung" }],
      isLate: false,
      asked: null,
    });
    expect((await submit(client, requestId)).body.request.state).toBe("SUBMITTED");
    expect((await face(client, requestId)).body.request.state).toBe("SUBMITTED");
    expect(codeOf(await client.post(at(requestId, "values"), { ...right, birthPlace: "Medan" }))).toBeUndefined();
    expect((await client.get(base)).body.request.changes).toEqual(request.changes);
    expect(codeOf(await photo(client, requestId))).toBe("PROOF_CLOSED");
    const kinds = await database
      .selectFrom("security_event")
      .select("kind")
      .where("borrowerId", "=", borrowerId)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain("IDENTITY_CORRECTION_ASKED");
    // Nothing is corrected before the decision, and the entered values are sealed.
    expect((await identityOf(services, database, borrowerId))?.birthPlace).toBe(birthPlace);
    const rows = JSON.stringify(
      await database.selectFrom("change_request").selectAll().where("id", "=", requestId).execute(),
    );
    expect(rows).not.toContain("Bandung");
  });

  it("are taken in order, by their owner alone, and want something that differs", async () => {
    const { client } = await owner();
    const requestId: string = (await client.post(base, {})).body.request.requestId;
    expect(codeOf(await client.post(at(requestId, "values"), right))).toBe("STEP_ORDER");
    expect(codeOf(await submit(client, requestId))).toBe("STEP_ORDER");
    expect(codeOf(await face(client, requestId, "3171010101900001"))).toBe("NIK_NO_MATCH");
    await face(client, requestId);
    expect(codeOf(await photo(client, requestId))).toBe("PROOF_CLOSED");
    const same = { ...right, birthPlace };
    expect(codeOf(await client.post(at(requestId, "values"), same))).toBe("CORRECTION_SAME");
    for (const birthDate of ["1901-01-01", "2190-01-01"])
      expect(codeOf(await client.post(at(requestId, "values"), { ...right, birthDate }))).toBe("BIRTH_DATE_IMPOSSIBLE");
    await client.post(at(requestId, "values"), right);
    // Before sending, the values can be replaced.
    const again = await client.post(at(requestId, "values"), { ...right, birthPlace: "Medan" });
    expect(again.body.request.changes).toEqual([{ part: "birthPlace", before: birthPlace, after: "Medan" }]);
    expect(codeOf(await submit(client, requestId))).toBe("PROOF_NEEDED");
    const stranger = await owner();
    expect(codeOf(await submit(stranger.client, requestId))).toBe("CHANGE_REQUEST_UNKNOWN");
    expect(codeOf(await stranger.client.post(at(requestId, "withdraw"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
  });

  it("need a verified face; unfinished ones end after 24 hours, and a frozen account ends them", async () => {
    const unverified = await owner({ isVerified: false });
    expect(codeOf(await unverified.client.post(base, {}))).toBe("IDENTITY_UNVERIFIED");
    expect((await unverified.client.get(base)).body).toMatchObject({ present: null, isVerified: false });
    const { client } = await owner();
    const requestId: string = (await client.post(base, {})).body.request.requestId;
    clock.advance(24 * hour);
    await app.settle();
    expect(await stateOf(requestId)).toBe("EXPIRED");
    const frozen = await sent();
    await transact(database, (trx) => stopRequests(services, trx, frozen.borrowerId, "CONTESTED"));
    expect(await stateOf(frozen.requestId)).toBe("STOPPED");
    expect(await caseOf(frozen.requestId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
  });
});

describe("the decision", () => {
  it("of one person corrects the identity at once, keeps the face verified, and tells; staff saw both side by side", async () => {
    const { client, requestId, borrowerId, mobileNumber } = await sent();
    const { id: caseId } = await caseOf(requestId);
    const underwriter = staff();
    const seen = (await (await underwriter.client()).get(`/api/staff/reviews/${caseId}`)).body;
    expect(seen.needsTwoPeople).toBe(false);
    expect(seen.lines.find(({ text }: { text: string }) => text === "Bandung")).toMatchObject({ before: birthPlace });
    expect(JSON.stringify(seen)).not.toContain(nik);
    expect((await decide(underwriter, caseId)).status).toBe(200);
    expect(await identityOf(services, database, borrowerId)).toMatchObject({ ...right, nik, faceVerified: true });
    const { body } = await client.get(base);
    expect(body.request).toMatchObject({ state: "DONE", changes: [{ before: birthPlace, after: "Bandung" }] });
    expect(body.present.birthPlace).toBe("Bandung");
    await app.settle();
    // With a link to object, as every change of ownership has.
    expect((await toldAt(mobileNumber))[0]).toMatch(/Identitas akun diperbaiki.*not-me/s);
  });

  it("about a NIK, or a name that becomes another one, needs two people, and moves the NIK by which the person is found", async () => {
    const other = "3273014107920002";
    const { client, requestId, borrowerId } = await sent({ ...right, fullName: "Slamet Riyadi", nik: other });
    const { id: caseId, twoPeople } = await caseOf(requestId);
    expect(twoPeople).toBe(true);
    expect(JSON.stringify((await client.get(base)).body)).not.toContain(other);
    const [first, second] = [staff(), staff()];
    const seen = JSON.stringify((await (await first.client()).get(`/api/staff/reviews/${caseId}`)).body.lines);
    // A NIK that changes is compared digit by digit.
    expect(seen).toContain(other);
    await decide(first, caseId);
    expect((await identityOf(services, database, borrowerId))?.nik).toBe(nik);
    await check(second, (await caseOf(requestId)).proposalId!);
    expect(await identityOf(services, database, borrowerId)).toMatchObject({ nik: other, fullName: "Slamet Riyadi" });
    expect(await findBorrowersByNik(services, database, other)).toContain(borrowerId);
    expect(await findBorrowersByNik(services, database, nik)).not.toContain(borrowerId);
  });

  it("for a NIK of another account can only be a rejection: one person has one account", async () => {
    const taken = "3273014107920004";
    const other = await sent({ ...right, nik: taken });
    await decide(staff(), (await caseOf(other.requestId)).id);
    await check(staff(), (await caseOf(other.requestId)).proposalId!);
    const { requestId, client, borrowerId } = await sent({ ...right, nik: taken });
    const { id: caseId } = await caseOf(requestId);
    const first = staff();
    const lines = JSON.stringify((await (await first.client()).get(`/api/staff/reviews/${caseId}`)).body.lines);
    expect(lines).toContain("milik akun lain");
    await decide(first, caseId);
    await expect(check(staff(), (await caseOf(requestId)).proposalId!)).rejects.toThrow("PROPOSAL_STALE");
    expect((await identityOf(services, database, borrowerId))?.nik).toBe(nik);
    expect((await client.get(base)).body.request.state).toBe("SUBMITTED");
  });

  it("may ask for more, while the promised time stands still; a rejection says why and changes nothing", async () => {
    const { client, requestId, borrowerId, mobileNumber } = await sent();
    const { id: caseId } = await caseOf(requestId);
    await ask(staff(), caseId, ["BIRTH_CERTIFICATE"]);
    await app.settle();
    expect((await toldAt(mobileNumber)).join("\n")).toMatch(/bukti tambahan/);
    expect((await client.get(base)).body.request.asked.for).toEqual([
      { code: "BIRTH_CERTIFICATE", text: "Akta kelahiran" },
    ]);
    expect(codeOf(await client.post(at(requestId, "proof/done"), {}))).toBe("PROOF_NEEDED");
    const shown = await photo(client, requestId);
    expect(shown.body.request.proof.photos).toHaveLength(1);
    const [{ evidenceId }] = shown.body.request.proof.photos;
    expect((await client.get(at(requestId, `proof/${evidenceId}`))).headers.get("content-type")).toBe("image/jpeg");
    expect((await client.post(at(requestId, `proof/${evidenceId}/delete`), {})).status).toBe(200);
    await photo(client, requestId);
    expect((await client.post(at(requestId, "proof/done"), {})).body.request.asked).toBeNull();
    await decide(staff(), caseId, { decision: "REJECT", reasonCode: "PROOF_DISAGREES" });
    expect((await client.get(base)).body.request).toMatchObject({
      state: "REJECTED",
      reason: { code: "PROOF_DISAGREES" },
    });
    expect((await identityOf(services, database, borrowerId))?.birthPlace).toBe(birthPlace);
    await app.settle();
    expect((await toldAt(mobileNumber)).join("\n")).toMatch(/ditolak/);
  });

  it("that comes late is told once, and a request that is withdrawn first leaves nothing to decide", async () => {
    const late = await sent();
    clock.advance(73 * hour);
    await app.settle();
    expect((await toldAt(late.mobileNumber)).join("\n")).toMatch(/terlambat/);
    const { client, requestId } = await sent();
    const { id: caseId } = await caseOf(requestId);
    expect((await client.post(at(requestId, "withdraw"), {})).body.request.state).toBe("WITHDRAWN");
    expect(codeOf(await decide(staff(), caseId))).toBeDefined();
    // Decided and withdrawn concurrently: exactly one of them takes effect.
    const both = await sent();
    const [decided] = await Promise.all([
      decide(staff(), (await caseOf(both.requestId)).id),
      both.client.post(at(both.requestId, "withdraw"), {}),
    ]);
    const state = await stateOf(both.requestId);
    expect(state).toBe(decided.status === 200 ? "DONE" : "WITHDRAWN");
    const place = (await identityOf(services, database, both.borrowerId))?.birthPlace;
    expect(place).toBe(state === "DONE" ? "Bandung" : birthPlace);
  });
});
