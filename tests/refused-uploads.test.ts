/**
 * Every file that a call refuses, in a state in which the call takes files: each refusal has to reach the pages whose
 * forms make the call, which the tests' app checks (`support/refusals-on-pages.ts`).
 */
import { expect, it } from "vitest";
import { testApp, type TestClient } from "./support/app.ts";
import { refusedPhotos, refusedVideos, sendFiles, type Upload } from "./support/bad-uploads.ts";
import { changingNumber } from "./support/changing-number.ts";
import { contesting } from "./support/contesting.ts";
import { losingNumber } from "./support/losing-number.ts";
import { merging } from "./support/merging.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services } = app;
const change = await changingNumber(app);
const merge = await merging(app, change);
const lost = await losingNumber(app, change);
const contest = contesting(app);
const { card, picture } = change;

/** A request of a borrower with another phone, up to the proof. */
async function recovery() {
  const { client, requestId } = await lost.way(
    { mobileNumber: change.nextNumber(), ...lost.person() },
    change.nextNumber(),
    "PROOF",
  );
  return { client, requestId };
}
async function recoverySelfie(): Promise<Upload> {
  const client = lost.visitor();
  const { requestId } = (await lost.start(client, { mobileNumber: change.nextNumber(), ...lost.person() })).body;
  const number = change.nextNumber();
  const { verificationId } = (await client.post(lost.at(requestId, "new-number"), { mobileNumber: number })).body;
  const code = await change.codeTo(number);
  await client.post(lost.at(requestId, "new-number/verify"), { verificationId, code });
  return { client, path: lost.at(requestId, "selfie"), fields: { agreed: "on" } };
}
async function corrected(): Promise<{ client: TestClient; requestId: string; at: (step: string) => string }> {
  const { client } = await change.owner();
  const { request } = (await client.post("/api/identity-correction", {})).body;
  return {
    client,
    requestId: request.requestId,
    at: (step) => `/api/identity-correction/${request.requestId}/${step}`,
  };
}
const faceFields = { nik: card.nik, agreed: "on" };

async function correctionWithProof(): Promise<Upload & { requestId: string }> {
  const { client, requestId, at } = await corrected();
  await sendFiles({ client, path: at("identity"), fields: faceFields }, { photo: await picture() });
  const { fullName, birthPlace, birthDate, sex } = card;
  const named = { fullName: `${fullName} Putra`, birthPlace, birthDate, sex };
  expect((await client.post(at("values"), named)).status).toBe(200);
  return { client, requestId, path: at("proof") };
}
/** A frozen account whose number this browser has proven. */
async function frozen(verified = true): Promise<Upload> {
  const owner = await contest.owner({ verified });
  const { reader } = await contest.noticed(owner.borrowerId);
  await reader.post("/api/security/contest", {});
  const { client, verificationId } = await contest.proving(owner.mobileNumber);
  return { client, path: "/api/security/unfreeze", fields: { verificationId, nik: contest.person.nik, agreed: "on" } };
}
/** A borrower with a card and its data, but without a verified face. */
async function cardGiven(): Promise<TestClient> {
  const { client } = await change.owner({ isVerified: false });
  const { fullName, birthPlace, sex } = card;
  await client.post("/api/identity", { fullName, birthPlace, sex, ...lost.person() });
  await sendFiles({ client, path: "/api/identity/card-photo" }, { photo: await picture() });
  return client;
}

const atFace = {
  merge: async (): Promise<Upload> => {
    const { own, requestId } = await merge.upTo("verify");
    return { client: own.client, path: merge.at(requestId, "face"), fields: faceFields };
  },
  change: async (): Promise<Upload> => {
    const { client, requestId } = await change.upTo("old");
    return { client, path: change.at(requestId, "identity"), fields: faceFields };
  },
  correction: async (): Promise<Upload> => {
    const { client, at } = await corrected();
    return { client, path: at("identity"), fields: faceFields };
  },
  unfreeze: () => frozen(),
  identity: async (): Promise<Upload> => ({
    client: await cardGiven(),
    path: "/api/identity/face-check",
    fields: { agreed: "on" },
  }),
};
const flows = {
  merge: "MERGE",
  change: "MOBILE_CHANGE",
  correction: "CORRECTION",
  unfreeze: "UNFREEZE",
  identity: "IDENTITY",
} as const;
type Face = keyof typeof atFace;
const faces = Object.keys(atFace) as Face[];

const atPhoto: Record<string, () => Promise<Upload>> = {
  recovery: async () => {
    const { client, requestId } = await recovery();
    return { client, path: lost.at(requestId, "proof") };
  },
  recoverySelfie,
  correction: correctionWithProof,
  change: async () => {
    const { client, requestId } = await change.upTo("new");
    return { client, path: change.at(requestId, "proof") };
  },
  merge: async () => {
    const { own, requestId } = await merge.upTo("face");
    return { client: own.client, path: merge.at(requestId, "proof") };
  },
  card: async () => ({ client: await cardGiven(), path: "/api/identity/card-photo" }),
  holderName: async () => ({
    client: (await change.owner()).client,
    path: "/api/holder-name",
    fields: { name: "Joko Widodo", where: "BANK" },
  }),
  shop: async () => {
    const { client } = await change.owner();
    const shop = { name: "Toko Siti", kind: "FOOD", platform: "SHOPEE", link: "shopee.co.id/foto", months: 18 };
    const sales = { monthlyTurnoverRupiah: 4_000_000, villageCode: "31.71.01.1001" };
    const headers = { "Idempotency-Key": services.random.uuid() };
    const { shopId } = (await client.post("/api/merchant", { ...shop, ...sales }, headers)).body;
    return { client, path: `/api/merchant/${shopId}/photo` };
  },
  competitors: async () => {
    const { client } = await change.owner({ isVerified: false });
    await client.post("/api/competitors", { lenderKey: "JULO", limitRupiah: 1_000_000, consent: true });
    return { client, path: "/api/competitors/photo" };
  },
};

it.each(Object.keys(atPhoto))("refuses each bad photo at its own words: %s", async (name) => {
  const { codes, deserved } = await refusedPhotos(await atPhoto[name]!());
  expect(codes).toEqual(deserved);
});

it.each(["recovery", "change", "merge"])("refuses each bad video at its own words: %s", async (name) => {
  const upload = await atPhoto[name]!();
  const videos = await refusedVideos(upload);
  expect(videos.codes).toEqual(videos.deserved);
});

it("takes the selfie of a request for no proof", async () => {
  const { client, path, fields } = await recoverySelfie();
  const photo = await picture();
  expect(await sendFiles({ client, path, ...(fields ? { fields } : {}) }, { photo })).toBe("OK");
  expect(await sendFiles({ client, path: path.replace("selfie", "proof") }, { photo })).toBe("PHOTO_KNOWN");
});

it.each(faces)("refuses each bad selfie at its own words: %s", async (name) => {
  const upload = await atFace[name]();
  const { codes, deserved } = await refusedPhotos(upload);
  expect(codes).toEqual(deserved);
});

it.each(faces)("refuses what staff cannot look at: %s", async (name) => {
  const upload = await atFace[name]();
  const { agreed: _agreed, ...fields } = { agreed: "", ...upload.fields };
  const failed = await picture();
  const port = services.outside.faceCheck;
  services.outside.faceCheck = {
    adapter: "test",
    check: async () => ({ outcome: "NO_MATCH", similarityPpm: 1, livenessPpm: 1, providerReference: "1" }),
  };
  expect(await sendFiles(upload, { photo: failed })).toBe("FACE_NO_MATCH");
  services.outside.faceCheck = port;
  const response = await upload.client.post("/api/identity/face-review", { flow: flows[name] });
  expect(response.status, response.text).toBe(200);
  const byStaff = { ...upload, fields };
  expect(await sendFiles(byStaff, { photo: failed })).toBe("PHOTO_KNOWN");
  const { codes, deserved } = await refusedVideos(byStaff, picture);
  expect(codes).toEqual(deserved);
});

it.each(faces)("says why a face was not found to be its owner's: %s", async (name) => {
  const upload = await atFace[name]();
  const port = services.outside.faceCheck;
  const codes: string[] = [];
  for (const outcome of ["UNREADABLE", "UNAVAILABLE", "NOT_REGISTERED", "NO_MATCH"] as const) {
    const more = { similarityPpm: 1, livenessPpm: 1, providerReference: "1" };
    services.outside.faceCheck = { adapter: "test", check: async () => ({ outcome, ...more }) as never };
    codes.push(await sendFiles(upload, { photo: await picture() }));
  }
  expect(codes).toEqual(["FACE_UNREADABLE", "FACE_UNAVAILABLE", "FACE_NOT_REGISTERED", "FACE_NO_MATCH"]);
  for (const code of ["FACE_NO_MATCH", "FACE_NO_MATCH", "FACE_CHECK_EXHAUSTED"])
    expect(await sendFiles(upload, { photo: await picture() })).toBe(code);
  services.outside.faceCheck = port;
  if (name === "identity") return;
  const wrong = { ...upload, fields: { ...upload.fields, nik: `${card.nik.slice(0, 12)}0009` } };
  expect(await sendFiles(wrong, { photo: await picture() })).toBe("NIK_NO_MATCH");
});
