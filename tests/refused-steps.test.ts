/**
 * Requests in steps, each call refused for the problems that its contract declares, in a state that causes it: the
 * refusals have to reach the pages whose forms make the calls, which the tests' app checks
 * (`support/refusals-on-pages.ts`).
 */
import { expect, it } from "vitest";
import { placeHold } from "#features/account/hold/server/index.ts";
import { moneyDayStart, moneyKeys } from "#features/account/verification/server/captcha-need.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { sendFiles } from "./support/bad-uploads.ts";
import { changingNumber } from "./support/changing-number.ts";
import { losingNumber } from "./support/losing-number.ts";
import { merging } from "./support/merging.ts";
import { mp4 } from "./support/videos.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, random } = services;
const change = await changingNumber(app);
const merge = await merging(app, change);
const lost = await losingNumber(app, change);
const { card, picture, decide, ask, check, caseOf, staff } = change;

const codeOf = ({ status, body }: TestResponse): string => (status === 200 ? "OK" : String(body.status?.code));
const key = () => ({ "Idempotency-Key": random.uuid() });
const anyCode = () => ({ verificationId: random.uuid(), code: "123456" });
const faceFields = { nik: card.nik, agreed: "on" };
const correctionAt = (requestId: string, step: string) => `/api/identity-correction/${requestId}/${step}`;

/** A correction up to this step. */
async function correcting(step: "begin" | "identity" | "values" | "proof") {
  const { client, borrowerId } = await change.owner();
  const { requestId } = (await client.post("/api/identity-correction", {})).body.request;
  const at = (name: string) => correctionAt(requestId, name);
  const selfie = await picture();
  const { fullName, birthPlace, birthDate, sex } = card;
  const values = { fullName: `${fullName} Putra`, birthPlace, birthDate, sex };
  if (step !== "begin") await sendFiles({ client, path: at("identity"), fields: faceFields }, { photo: selfie });
  if (step === "values" || step === "proof") await client.post(at("values"), values);
  if (step === "proof") await sendFiles({ client, path: at("proof") }, { photo: await picture() });
  return { client, borrowerId, requestId: String(requestId), at, selfie, values };
}
/** The deciders request more. */
async function asked(requestId: string): Promise<void> {
  const { id } = await caseOf(requestId);
  expect((await ask(staff(), id, ["CARD_IN_HAND"])).status).toBe(200);
}
async function rejected(requestId: string, reasonCode: string): Promise<void> {
  const { id } = await caseOf(requestId);
  expect((await decide(staff(), id, { decision: "REJECT", reasonCode })).status).toBe(200);
  const { proposalId } = await caseOf(requestId);
  if (proposalId) await check(staff(), proposalId);
}
const files = async (client: TestClient, path: string, fields: Record<string, string> = {}) =>
  sendFiles({ client, path, fields }, { photo: await picture() });

it("says of a request that is not there any more that it is not, at each step of another number", async () => {
  const gone = (step: string) => change.at(random.uuid(), step);
  const begun = await change.upTo("old");
  expect(codeOf(await begun.client.post(gone("withdraw"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
  expect(await files(begun.client, gone("identity"), faceFields)).toBe("CHANGE_REQUEST_UNKNOWN");
  const { client } = await change.owner();
  await change.start(client);
  expect(codeOf(await client.post(gone("old-number"), anyCode()))).toBe("CHANGE_REQUEST_UNKNOWN");
  const proven = await change.upTo("identity");
  expect(codeOf(await change.name(proven.client, random.uuid(), change.nextNumber()))).toBe("CHANGE_REQUEST_UNKNOWN");
  await change.name(proven.client, proven.requestId, change.nextNumber());
  expect(codeOf(await proven.client.post(gone("new-number/verify"), anyCode()))).toBe("CHANGE_REQUEST_UNKNOWN");
  const named = await change.upTo("new");
  expect(codeOf(await change.submit(named.client, random.uuid()))).toBe("CHANGE_REQUEST_UNKNOWN");
  const sent = await change.upTo("submit");
  expect(codeOf(await sent.client.post(gone("withdraw"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
  await asked(sent.requestId);
  expect(codeOf(await sent.client.post(gone("proof/done"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
});

it("says it at each step of a merge", async () => {
  const gone = (step: string) => merge.at(random.uuid(), step);
  const { own } = await merge.upTo("begin");
  expect(codeOf(await own.client.post(gone("verify"), anyCode()))).toBe("CHANGE_REQUEST_UNKNOWN");
  expect(codeOf(await merge.decline(own.client, random.uuid()))).toBe("CHANGE_REQUEST_UNKNOWN");
  const proven = await merge.upTo("verify");
  expect(await files(proven.own.client, gone("face"), faceFields)).toBe("CHANGE_REQUEST_UNKNOWN");
  const shown = await merge.upTo("face");
  const previewHash = "0".repeat(64);
  expect(codeOf(await merge.submit(shown.own, random.uuid(), { previewHash }))).toBe("CHANGE_REQUEST_UNKNOWN");
  const standing = String((await merge.preview(shown.own.client, shown.requestId)).body.previewHash);
  await transact(database, (trx) =>
    placeHold(services, trx, { borrowerId: shown.own.borrowerId, cause: "NUMBER_CHANGED", sourceId: random.uuid() }),
  );
  expect(codeOf(await merge.submit(shown.own, shown.requestId, { previewHash: standing }))).toBe("SECURITY_HOLD");
  const sent = await merge.upTo("submit");
  await asked(sent.requestId);
  expect(codeOf(await sent.own.client.post(gone("proof/done"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
  expect(codeOf(await merge.decline(sent.own.client, random.uuid()))).toBe("CHANGE_REQUEST_UNKNOWN");
});

it("says it at each step of a correction", async () => {
  const gone = (step: string) => correctionAt(random.uuid(), step);
  const begun = await correcting("begin");
  expect(await files(begun.client, gone("identity"), faceFields)).toBe("CHANGE_REQUEST_UNKNOWN");
  const proven = await correcting("identity");
  expect(codeOf(await proven.client.post(gone("values"), proven.values))).toBe("CHANGE_REQUEST_UNKNOWN");
  const shown = await correcting("proof");
  expect(codeOf(await shown.client.post(gone("submit"), {}, key()))).toBe("CHANGE_REQUEST_UNKNOWN");
  await shown.client.post(shown.at("submit"), {}, key());
  expect(codeOf(await shown.client.post(gone("withdraw"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
  await asked(shown.requestId);
  expect(codeOf(await shown.client.post(gone("proof/done"), {}))).toBe("CHANGE_REQUEST_UNKNOWN");
});

it("says it at each step of a lost number, and which step comes", async () => {
  const gone = (step: string) => lost.at(random.uuid(), step);
  const client = lost.visitor();
  const { requestId } = (await lost.start(client, { mobileNumber: change.nextNumber(), ...lost.person() })).body;
  const mobileNumber = change.nextNumber();
  expect(codeOf(await client.post(gone("new-number"), { mobileNumber }))).toBe("LOST_NUMBER_UNKNOWN");
  expect(codeOf(await client.post(gone("new-number/verify"), anyCode()))).toBe("LOST_NUMBER_UNKNOWN");
  expect(await files(client, gone("selfie"), { agreed: "on" })).toBe("LOST_NUMBER_UNKNOWN");
  expect(await files(client, gone("proof"))).toBe("LOST_NUMBER_UNKNOWN");
  expect(await files(client, lost.at(requestId, "proof"))).toBe("STEP_ORDER");
});

it("takes no step that does not come now", async () => {
  const merged = await merge.upTo("verify");
  expect(codeOf(await merge.begin(merged.own.client, merged.other.mobileNumber))).toBe("STEP_ORDER");
  const begun = await merge.upTo("begin");
  const { verificationId } = begun.last.body.verification;
  const corrected = await correcting("begin");
  // Neither was sent within its time.
  await database.updateTable("change_request").set({ expiresAt: clock.now() }).execute();
  const late = await merge.verify(begun.own.client, begun.requestId, verificationId, begun.other.mobileNumber);
  expect(codeOf(late)).toBe("STEP_ORDER");
  expect(await files(corrected.client, corrected.at("identity"), faceFields)).toBe("STEP_ORDER");
});

it("takes proof no longer than it is asked for, and each only once", async () => {
  const merged = await merge.upTo("face");
  const at = (step: string) => merge.at(merged.requestId, step);
  const corrected = await correcting("values");
  const requests = [
    { client: merged.own.client, requestId: merged.requestId, at, reason: "NUMBER_NOT_OWN" },
    { ...corrected, reason: "PROOF_DISAGREES" },
  ];
  for (const { client, requestId, at: path, reason } of requests) {
    const upload = { client, path: path("proof") };
    const takesVideo = client === merged.own.client;
    const photo = await picture();
    const video = mp4(7, { seed: 99 });
    expect(await sendFiles(upload, { photo })).toBe("OK");
    if (takesVideo) expect(await sendFiles(upload, { video })).toBe("OK");
    if (takesVideo) expect(await sendFiles(upload, { video: mp4(8) })).toBe("VIDEO_COUNT");
    for (let count = 1; count < 6; count++) expect(await sendFiles(upload, { photo: await picture() })).toBe("OK");
    expect(await sendFiles(upload, { photo: await picture() })).toBe("PHOTO_COUNT");
    if (takesVideo) await merge.submit(merged.own, requestId);
    else await client.post(path("submit"), {}, key());
    await asked(requestId);
    expect(await sendFiles(upload, { photo })).toBe("PHOTO_KNOWN");
    if (takesVideo) expect(await sendFiles(upload, { video })).toBe("VIDEO_KNOWN");
    expect(codeOf(await client.post(path("proof/done"), {}))).toBe("PROOF_NEEDED");
    expect(codeOf(await client.post(path(`proof/${random.uuid()}/delete`), {}))).toBe("PROOF_UNKNOWN");
    await sendFiles(upload, { photo: await picture() });
    expect(codeOf(await client.post(path("proof/done"), {}))).toBe("OK");
    expect(await sendFiles(upload, { photo: await picture() })).toBe("PROOF_CLOSED");
    await rejected(requestId, reason);
    expect(codeOf(await client.post(path("proof/done"), {}))).toBe("PROOF_CLOSED");
  }
  const sent = await change.upTo("submit");
  await rejected(sent.requestId, "NUMBER_NOT_OWN");
  expect(codeOf(await sent.client.post(change.at(sent.requestId, "proof/done"), {}))).toBe("PROOF_CLOSED");
});

it("undoes a merge in its time alone, and begins no other one before it is over", async () => {
  const merged = await merge.merged();
  // Both were logged out.
  const client = await app.loggedIn(merged.survivor.borrowerId);
  expect(codeOf(await merge.begin(client, change.nextNumber()))).toBe("MERGE_REVERSIBLE");
  expect(codeOf(await merge.decline(client, merged.requestId))).toBe("MERGED_ALREADY");
  expect(codeOf(await merge.reverse(client, random.uuid()))).toBe("CHANGE_REQUEST_UNKNOWN");
  // If the requesting account survives, its page of the request says it too.
  const both = await merge.two({ isOtherVerified: false });
  await merge.giveMoney(both.other.borrowerId, 25_000);
  const asking = await merge.merged(both);
  expect(asking.survivor.borrowerId).toBe(both.own.borrowerId);
  const own = await app.loggedIn(asking.survivor.borrowerId);
  expect(codeOf(await merge.decline(own, asking.requestId))).toBe("MERGED_ALREADY");
});

/** Sends a code to a number or an address; each new place is another one. */
interface Sending {
  place: () => string;
  send: (place: string) => Promise<TestResponse>;
}
const sendings: Record<string, () => Promise<Sending>> = {
  "another number": async () => {
    const { client, requestId } = await change.upTo("identity");
    return { place: change.nextNumber, send: (number) => change.name(client, requestId, number) };
  },
  "a merge": async () => {
    const { client } = await change.owner();
    return { place: change.nextNumber, send: (number) => merge.begin(client, number) };
  },
  "a lost number": async () => {
    const client = lost.visitor();
    const { requestId } = (await lost.start(client, { mobileNumber: change.nextNumber(), ...lost.person() })).body;
    const send = (mobileNumber: string) => client.post(lost.at(requestId, "new-number"), { mobileNumber });
    return { place: change.nextNumber, send };
  },
  "an address": async () => {
    const { borrowerId } = await change.owner({ isVerified: false });
    const client = await app.loggedIn(borrowerId, "EMAIL");
    const place = () => `owner-${random.uuid()}@mail.example`;
    return { place, send: (email) => client.post("/api/email", { email }) };
  },
};

it.each(Object.keys(sendings))(
  "sends no more codes than may be sent, and says when the next one may go: %s",
  async (name) => {
    const { place, send } = await sendings[name]!();
    const one = place();
    const codes: string[] = [codeOf(await send(one)), codeOf(await send(one))];
    await database.updateTable("verification_challenge").set({ tries: 5 }).execute();
    codes.push(codeOf(await send(one)));
    expect(codes).toEqual(["OK", "OTP_TOO_MANY", "OTP_RESEND_WAIT"]);
    for (let count = 0; count < 6 && codes.at(-1) !== "OTP_SEND_LIMIT"; count++) {
      clock.advance(61_000);
      codes.push(codeOf(await send(one)));
    }
    expect(codes.at(-1)).toBe("OTP_SEND_LIMIT");
    // Mails cost no money.
    if (name === "an address") return;
    const spent = { key: moneyKeys.all, windowStart: moneyDayStart(clock.now()), count: 1_000_000_000 };
    await database.deleteFrom("verification_counter").where("key", "=", spent.key).execute();
    await database.insertInto("verification_counter").values(spent).execute();
    expect(codeOf(await send(place()))).toBe("OTP_SEND_PAUSED");
    await database.deleteFrom("verification_counter").where("key", "=", spent.key).execute();
  },
);
