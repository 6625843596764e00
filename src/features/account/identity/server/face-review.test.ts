/**
 * Staff check a face: requested by each flow, with the failed selfies and a new one; decided by one person or two.
 * // Spec account 14
 */
import { expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { contesting } from "#tests/support/contesting.ts";
import { merging } from "#tests/support/merging.ts";
import { mp4 } from "#tests/support/videos.ts";
import { recheckFace, isIdentityComplete, type FaceRecheckInput } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const change = await changingNumber(app);
const merge = await merging(app, change);
const { owner: frozenOwner, noticed, proving, unfreeze, release, caseOf: contestOf, account } = contesting(app);
const { owner, upload, picture, card, decide, staff } = change;
const underwriter = staff();
const hour = 3_600_000;

const codeOf = ({ body }: { body: { status?: { code: string } } }) => body.status?.code;
const ask = (client: TestClient, flow: string) => client.post("/api/identity/face-review", { flow });
const selfie = async (client: TestClient, more: Record<string, string> = {}) =>
  upload(client, "/api/identity/face-check", "photo", await picture(), more);
const reviewOf = async (client: TestClient) => (await client.get("/api/identity")).body.faceReview;
const caseOf = (id: string) =>
  database.selectFrom("review_case").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const evidenceOf = async (caseId: string) => {
  const { subjectId: subject } = await caseOf(caseId);
  const rows = database.selectFrom("review_evidence").select(["slot", "round", "media", "destroyAt"]);
  return rows.where("subjectId", "=", subject).orderBy("round").orderBy("slot").execute();
};
async function failing<T>(work: () => Promise<T>): Promise<T> {
  const port = services.outside.faceCheck;
  const more = { similarityPpm: 410_000, livenessPpm: 1, providerReference: "1" };
  services.outside.faceCheck = { adapter: "test", check: async () => ({ outcome: "NO_MATCH", ...more }) };
  try {
    return await work();
  } finally {
    services.outside.faceCheck = port;
  }
}
/** A borrower with a card and its data, but without a verified face. */
async function unverified() {
  const who = await owner({ isVerified: false });
  const { fullName, birthPlace, birthDate, sex } = card;
  // No other account has this NIK.
  const nik = `317101${card.nik.slice(6, 12)}${String(4_000 + ++made)}`;
  await who.client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await upload(who.client, "/api/identity/card-photo", "photo", await picture());
  return who;
}
let made = 0;

it("verifies an identity whose face failed five times by machine, once a person has compared the selfies with the card", async () => {
  const { client, borrowerId, mobileNumber } = await unverified();
  await failing(async () => {
    for (let count = 0; count < 5; count++) await selfie(client, { agreed: "on" });
    expect(codeOf(await selfie(client, { agreed: "on" }))).toBe("FACE_CHECK_EXHAUSTED");
  });
  expect((await client.get("/api/identity")).body).toMatchObject({ attemptsLeft: 0, faceReview: null });
  const response = await ask(client, "IDENTITY");
  const promisedUntil = new Date(clock.now().getTime() + 24 * hour).toISOString();
  expect(response.body).toEqual({ caseId: expect.any(String), promisedUntil });
  // A repeated request returns the same case; another flow must wait, or has no photo to compare with.
  expect((await ask(client, "IDENTITY")).body).toEqual(response.body);
  expect(codeOf(await ask(client, "MERGE"))).toBe("IDENTITY_UNVERIFIED");
  const { caseId } = response.body as { caseId: string };
  expect(await reviewOf(client)).toMatchObject({ flow: "IDENTITY", state: "WAITING", promisedUntil, hasSelfie: false });
  // An approval needs a selfie that staff could see.
  const early = await decide(underwriter, caseId);
  expect([early.status, codeOf(early)]).toEqual([409, "REVIEW_STALE"]);
  // By the flow's own call, without consent to the automatic comparison; a video may be added.
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(await picture())], "s.jpg", { type: "image/jpeg" }));
  form.append("video", new File([new Uint8Array(mp4(5))], "v.mp4", { type: "video/mp4" }));
  const sent = await client.send("POST", "/api/identity/face-check", form);
  expect([sent.status, sent.body]).toEqual([200, { faceVerified: false }]);
  expect((await evidenceOf(caseId)).map(({ slot, media }) => [slot, media])).toEqual([
    ...[1, 2, 3, 4, 5].map((slot) => [slot, "PHOTO"]),
    [7, "VIDEO"],
    [8, "PHOTO"],
  ]);
  // Data and card stay unchanged while staff check them.
  const { fullName, nik, birthPlace, birthDate, sex } = card;
  const changed = await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  const otherCard = await upload(client, "/api/identity/card-photo", "photo", await picture());
  expect([codeOf(changed), codeOf(otherCard)]).toEqual(["IDENTITY_IN_REVIEW", "IDENTITY_IN_REVIEW"]);
  const people = await app.staff(services.random.uuid(), ["underwriter"]);
  const shown = (await people.get(`/api/staff/reviews/${caseId}`)).body;
  expect(shown).toMatchObject({ needsTwoPeople: false, pictures: [{ code: "KTP" }, { code: "FIRST_SELFIE" }] });
  expect(shown.evidence).toHaveLength(7);
  expect(JSON.stringify(shown.lines)).toContain("41 %");
  for (const { evidenceId } of shown.evidence as { evidenceId: string }[])
    expect((await people.get(`/api/staff/reviews/${caseId}/evidence/${evidenceId}`)).status).toBe(200);
  expect((await decide(underwriter, caseId)).status).toBe(200);
  expect(await isIdentityComplete(database, borrowerId)).toBe(true);
  expect((await client.get("/api/identity")).body).toMatchObject({ complete: true, attemptsLeft: 5 });
  await app.settle();
  expect((await change.toldAt(mobileNumber))[0]).toContain("pemeriksaan wajah berhasil");
  const until = (await evidenceOf(caseId))[0]!.destroyAt.getTime();
  expect(until).toBe(clock.now().getTime() + 90 * 24 * hour);
});

it("says why a face was not confirmed, and may be asked for once more", async () => {
  const { client, borrowerId, mobileNumber } = await unverified();
  // Refusing the automatic comparison is enough to request a check by staff: no selfie was compared by machine.
  const { caseId } = (await ask(client, "IDENTITY")).body;
  await selfie(client);
  await decide(underwriter, caseId, { decision: "REJECT", reasonCode: "DATA_DIFFERS" });
  const rejected = await client.get("/api/identity", { "Accept-Language": "en" });
  expect(rejected.body).toMatchObject({ faceVerified: false, attemptsLeft: 5 });
  expect(rejected.body.faceReview).toMatchObject({
    state: "REJECTED",
    reason: expect.stringContaining("differ from the KTP"),
  });
  await app.settle();
  expect((await change.toldAt(mobileNumber))[0]).toContain("belum bisa dipastikan");
  // The borrower corrects the data, and staff check again.
  const { fullName, birthPlace, birthDate, sex } = card;
  const nik = `317101${card.nik.slice(6, 12)}8123`;
  expect((await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex })).status).toBe(200);
  const again = (await ask(client, "IDENTITY")).body;
  expect(again.caseId).not.toBe(caseId);
  await selfie(client);
  // Staff request more once; the case continues with the new selfie.
  const people = await app.staff(services.random.uuid(), ["underwriter"]);
  const headers = { "Idempotency-Key": services.random.uuid() };
  await people.post(`/api/staff/reviews/${again.caseId}/ask`, { asks: ["CARD_IN_HAND"] }, headers);
  await app.settle();
  expect((await change.toldAt(mobileNumber))[0]).toContain("selfie Anda lagi");
  expect(await reviewOf(client)).toMatchObject({ state: "ASKED", asked: [expect.stringContaining("KTP")] });
  await selfie(client);
  expect(await reviewOf(client)).toMatchObject({ state: "WAITING" });
  expect((await evidenceOf(again.caseId)).map(({ round, slot }) => [round, slot])).toEqual([
    [1, 8],
    [2, 8],
  ]);
  // The missed deadline is announced once.
  clock.advance(100 * hour);
  await app.settle();
  expect((await change.toldAt(mobileNumber))[0]).toContain("terlambat");
  expect(await reviewOf(await app.loggedIn(borrowerId))).toMatchObject({ isLate: true });
});

it("needs two people where another account has the NIK", async () => {
  const { client } = await owner({ isVerified: false });
  const { fullName, nik, birthPlace, birthDate, sex } = card;
  await owner();
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  await upload(client, "/api/identity/card-photo", "photo", await picture());
  const { caseId } = (await ask(client, "IDENTITY")).body;
  await selfie(client);
  expect(await caseOf(caseId)).toMatchObject({ twoPeople: true, facts: { flags: ["NIK_SHARED"] } });
  await decide(underwriter, caseId);
  expect(await reviewOf(client)).toMatchObject({ state: "WAITING" });
  await change.check(staff(), (await caseOf(caseId)).proposalId!);
  expect((await client.get("/api/identity")).body.faceVerified).toBe(true);
});

/** Requests whose next step is the face. */
const waitingFor = {
  CORRECTION: async () => {
    const who = await owner();
    const { requestId } = (await who.client.post("/api/identity-correction", {})).body.request;
    return { ...who, at: `/api/identity-correction/${requestId}/identity` };
  },
  MERGE: async () => {
    const { own, requestId } = await merge.upTo("verify");
    return { ...own, at: merge.at(requestId, "face") };
  },
};

it("lets a number change go on, once, by the selfie that staff compared", async () => {
  const { client, requestId, borrowerId } = await change.upTo("old");
  const at = `/api/mobile-change/${requestId}/identity`;
  const send = async (more: Record<string, string>) => upload(client, at, "photo", await picture(), more);
  // Without consent and without a case, the field has an error.
  expect((await send({ nik: card.nik })).body.status.fields).toMatchObject([{ path: "agreed" }]);
  const { caseId } = (await ask(client, "MOBILE_CHANGE")).body;
  expect(codeOf(await ask(client, "CORRECTION"))).toBe("FACE_REVIEW_OPEN");
  expect(codeOf(await send({ nik: "3171010101900001" }))).toBe("NIK_NO_MATCH");
  expect((await send({ nik: card.nik })).body.request.state).toBe("OLD_PROVEN");
  expect(await reviewOf(client)).toMatchObject({ flow: "MOBILE_CHANGE", state: "WAITING", hasSelfie: true });
  await decide(underwriter, caseId);
  await change.check(staff(), (await caseOf(caseId)).proposalId!);
  expect(await reviewOf(client)).toMatchObject({ state: "APPROVED" });
  // Used twice concurrently: the approval is valid for one step.
  const both = await Promise.all([client.post(at, {}), client.post(at, {})]);
  expect(both.some(({ status, body }) => status === 200 && body.request.state === "IDENTITY_PROVEN")).toBe(true);
  const states = await database
    .selectFrom("face_review")
    .select("state")
    .where("borrowerId", "=", borrowerId)
    .execute();
  expect(states).toEqual([{ state: "USED" }]);
  expect(await reviewOf(client)).toBeNull();
  // The selfie is part of the request, so the deciders see it.
  const selfies = await database
    .selectFrom("review_evidence")
    .select("slot")
    .where("subjectId", "=", requestId)
    .execute();
  expect(selfies).toEqual([{ slot: 8 }]);
  const other = await change.upTo("old", await owner());
  expect((await other.client.post(`/api/mobile-change/${other.requestId}/identity`, {})).status).toBe(422);
});

it.each(["CORRECTION", "MERGE"] as const)(
  "lets a step of %s go on once by the selfie that staff compared",
  async (flow) => {
    const { client, borrowerId, at } = await waitingFor[flow]();
    const { caseId } = (await ask(client, flow)).body;
    await upload(client, at, "photo", await picture(), { nik: card.nik });
    await decide(underwriter, caseId);
    await change.check(staff(), (await caseOf(caseId)).proposalId!);
    expect(await reviewOf(client)).toMatchObject({ flow, state: "APPROVED" });
    expect((await client.post(at, {})).status).toBe(200);
    const reviews = database.selectFrom("face_review").select("state").where("borrowerId", "=", borrowerId);
    expect(await reviews.execute()).toEqual([{ state: "USED" }]);
    expect(await reviewOf(client)).toBeNull();
  },
);

it("releases a frozen account by the number that stood before and a face that staff compared; strangers see nothing", async () => {
  const { borrowerId, mobileNumber } = await frozenOwner();
  const { reader } = await noticed(borrowerId);
  await reader.post("/api/security/contest", {});
  expect(codeOf(await ask(app.client(), "UNFREEZE"))).toBe("VERIFICATION_NEEDED");
  expect(codeOf(await ask(app.client(), "MERGE"))).toBe("NOT_LOGGED_IN");
  const { client, verificationId } = await proving(mobileNumber);
  await failing(async () => {
    for (let count = 0; count < 5; count++) await unfreeze(client, verificationId);
  });
  expect((await client.get("/api/security/unfreeze")).body).toMatchObject({ attemptsLeft: 0, faceReview: null });
  const { caseId } = (await ask(client, "UNFREEZE")).body;
  // The picture that failed does not count as a new selfie.
  expect(codeOf(await unfreeze(client, verificationId))).toBe("PHOTO_KNOWN");
  const proof = { verificationId, nik: card.nik };
  const sent = await upload(client, "/api/security/unfreeze", "photo", await picture(), proof);
  expect(sent.body).toMatchObject({ state: "FROZEN", faceReview: { state: "WAITING", hasSelfie: true } });
  await decide(underwriter, caseId);
  await change.check(staff(), (await caseOf(caseId)).proposalId!);
  await app.settle();
  // The notice goes to the addresses that the owner had before.
  expect((await change.toldAt(mobileNumber))[0]).toContain("face is confirmed");
  const { client: later, verificationId: newer } = await proving(mobileNumber);
  const proven = await later.post("/api/security/unfreeze", { verificationId: newer });
  expect(proven.body).toMatchObject({ state: "PROVEN" });
  const people = await app.staff(services.random.uuid(), ["underwriter"]);
  const shown = (await people.get(`/api/staff/reviews/${(await contestOf(borrowerId)).id}`)).body;
  expect(JSON.stringify(shown.lines)).toContain("Dibandingkan petugas");
  expect(shown.evidence).toMatchObject([{ media: "SELFIE" }]);
  await release(borrowerId);
  expect((await account(borrowerId)).status).toBe("ACTIVE");
});

it("stops when its owner freezes the account, opens one case of ten asked at once, and blocks the closing while it waits", async () => {
  const { client, borrowerId } = await owner();
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask(client, "MERGE")));
  expect(new Set(responses.map(({ body }) => body.caseId)).size).toBe(1);
  const blockers = (await client.get("/api/account-closure")).body.blockers as { code: string; path: string }[];
  expect(blockers).toContainEqual(expect.objectContaining({ code: "REQUEST_OPEN", path: "/webview/merge-mobile" }));
  const { reader } = await noticed(borrowerId);
  await reader.post("/api/security/contest", {});
  expect(await caseOf(responses[0]!.body.caseId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN" });
});

it("keeps failed selfies without a case for 90 days, and no longer", async () => {
  const { client, borrowerId } = await unverified();
  await failing(() => selfie(client, { agreed: "on" }));
  const rows = () => database.selectFrom("face_review").select("state").where("borrowerId", "=", borrowerId).execute();
  const photos = async () =>
    (await database.selectFrom("review_evidence").select("id").where("borrowerId", "=", borrowerId).execute()).length;
  expect([await rows(), await photos()]).toEqual([[{ state: "GATHERING" }], 1]);
  clock.advance(91 * 24 * hour);
  await app.settle();
  expect([await rows(), await photos()]).toEqual([[], 0]);
});

it("asks the provider at most twenty times an hour for an account, checks that nobody could read included, and strangers use up none of the owner's", async () => {
  const { borrowerId } = await owner();
  const { nik } = card;
  // The first successful face check was more than an hour ago.
  clock.advance(hour);
  let requestCount = 0;
  const port = services.outside.faceCheck;
  services.outside.faceCheck = {
    adapter: "test",
    check: async () => {
      requestCount++;
      return { outcome: "UNREADABLE", providerReference: "1" };
    },
  };
  const bytes = new Uint8Array(await picture());
  const agreed = { language: "id", device: "test" } as const;
  const check = (purpose: FaceRecheckInput["purpose"]) =>
    recheckFace(services, { borrowerId, purpose, nik, from: null, selfie: bytes, agreed }).catch(
      (refusal: { code?: string }) => refusal.code ?? String(refusal),
    );
  try {
    const codes: unknown[] = [];
    for (let count = 0; count < 22; count++) codes.push(await check("ACCOUNT_MERGE"));
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(["FACE_UNREADABLE"]));
    expect([codes.slice(20), requestCount]).toEqual([["RATE_LIMITED", "RATE_LIMITED"], 20]);
    // Another flow of the owner counts in the same limit; flows open to strangers have their own.
    expect([await check("NUMBER_CHANGE"), await check("UNFREEZE"), requestCount]).toEqual([
      "RATE_LIMITED",
      codes[0],
      21,
    ]);
    clock.advance(hour);
    expect([await check("ACCOUNT_MERGE"), requestCount]).toEqual([codes[0], 22]);
  } finally {
    services.outside.faceCheck = port;
  }
});
