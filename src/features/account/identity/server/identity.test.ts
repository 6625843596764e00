/** Identity over HTTP: the card's data, its photo, the face check and its counted tries. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import type { Refusal } from "#server/call/refusal.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { PersonOutcome } from "#shared/sandbox-persons.ts";
import {
  recheckFace,
  findBorrowersByNik,
  identityOf,
  isIdentityComplete,
  readIdentityPhoto,
  reopenFaceChecks,
  type FaceRecheckInput,
} from "./index.ts";

const app = await testApp();
const { services } = app;
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
const photoBytes = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
  .jpeg()
  .toBuffer();

const person = (outcome: PersonOutcome = "APPROVED") => {
  const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find((one) => one.outcome === outcome)!;
  return { fullName, nik, birthPlace, birthDate, sex };
};
function upload(client: TestClient, path: string, more: Record<string, string> = {}, bytes: Uint8Array = photoBytes) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" }));
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  return client.send("POST", path, form);
}
const card = (client: TestClient) => upload(client, "/api/identity/card-photo");
const selfie = (client: TestClient) => upload(client, "/api/identity/face-check", { agreed: "on" });
async function ready(outcome: PersonOutcome = "APPROVED") {
  const borrower = await newBorrower();
  await borrower.client.post("/api/identity", person(outcome));
  await card(borrower.client);
  return borrower;
}

it("keeps what was read of a card sealed, only until the data is saved, and takes the photo where the reader is away", async () => {
  const { idCard } = services.outside;
  const original = idCard.read.bind(idCard);
  idCard.read = async () => ({ outcome: "READ", fields: { nik: "3171011705950001", fullName: "Rahasia" } });
  const { borrowerId, client } = await newBorrower();
  await card(client);
  const rows = () =>
    services.database.selectFrom("identity_reading").selectAll().where("borrowerId", "=", borrowerId).execute();
  expect((await client.get("/api/identity")).body).toMatchObject({ person: null, read: { fullName: "Rahasia" } });
  expect(JSON.stringify(await rows())).not.toMatch(/Rahasia|3171011705950001/);
  await client.post("/api/identity", person());
  expect(await rows()).toEqual([]);
  idCard.read = async () => ({ outcome: "UNAVAILABLE" });
  const other = await newBorrower();
  expect((await card(other.client)).status).toBe(200);
  expect((await other.client.get("/api/identity")).body.read).toBeNull();
  idCard.read = original;
});

describe("the card's data", () => {
  it("is kept sealed, found by its NIK, and given back to its owner", async () => {
    const { borrowerId, client } = await newBorrower();
    expect((await client.get("/api/identity")).body).toMatchObject({
      person: null,
      hasCardPhoto: false,
      complete: false,
      attemptsLeft: 5,
    });
    expect((await client.post("/api/identity", person())).body).toEqual({ nikMatchesBirth: true });
    const row = await services.database
      .selectFrom("identity")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    const { nik, fullName } = person();
    for (const secret of [nik, fullName, person().birthDate]) expect(JSON.stringify(row)).not.toContain(secret);
    expect(await findBorrowersByNik(services, services.database, nik)).toContain(borrowerId);
    expect((await client.get("/api/identity")).body.person).toEqual(person());
    expect(await identityOf(services, services.database, borrowerId)).toMatchObject({
      ...person(),
      faceVerified: false,
      nikMatchesBirth: true,
    });
  });

  it("takes one-word names and flags a NIK that disagrees with the birth date without refusing it", async () => {
    const { borrowerId, client } = await newBorrower();
    const answer = await client.post("/api/identity", { ...person(), fullName: "Sukarti", birthDate: "1990-01-01" });
    expect([answer.status, answer.body]).toEqual([200, { nikMatchesBirth: false }]);
    expect((await identityOf(services, services.database, borrowerId))?.nikMatchesBirth).toBe(false);
  });

  it("may lie on the first and the last day that the page's calendar offers, and on no day beside them", async () => {
    const { client } = await newBorrower();
    const { earliest, latest } = (await client.get("/api/identity")).body.birthDates as {
      earliest: string;
      latest: string;
    };
    expect({ earliest, latest }).toEqual({ earliest: "1906-11-21", latest: "2026-11-20" });
    for (const birthDate of [earliest, latest])
      expect((await client.post("/api/identity", { ...person(), birthDate })).status).toBe(200);
    for (const birthDate of ["1906-11-20", "2026-11-21"])
      expect((await client.post("/api/identity", { ...person(), birthDate })).body.status.code).toBe(
        "BIRTH_DATE_IMPOSSIBLE",
      );
  });

  it("refuses a birth in the future or before anybody who lives, and a name or NIK that is none", async () => {
    const { client } = await newBorrower();
    for (const birthDate of ["2026-11-21", "2030-01-01", "1901-01-01"]) {
      const answer = await client.post("/api/identity", { ...person(), birthDate });
      expect([answer.status, answer.body.status.code]).toEqual([422, "BIRTH_DATE_IMPOSSIBLE"]);
    }
    const wrong = await client.post("/api/identity", { ...person(), nik: "123", fullName: "X1", birthPlace: "<b>" });
    expect(wrong.body.status.fields.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ["fullName", "NAME_FORMAT"],
      ["nik", "NIK_FORMAT"],
      ["birthPlace", "BIRTH_PLACE_FORMAT"],
    ]);
  });

  it("belongs to its owner alone", async () => {
    const { client } = await ready();
    const stranger = (await newBorrower()).client;
    expect((await client.send("GET", "/api/identity/card-photo", undefined)).status).toBe(200);
    expect((await stranger.get("/api/identity/card-photo")).body.status.code).toBe("CARD_PHOTO_UNKNOWN");
    expect((await stranger.get("/api/identity")).body.person).toBeNull();
  });
});

describe("the face check", () => {
  it("verifies a face once, locks the identity, and masks the NIK from then on", async () => {
    const { borrowerId, client } = await ready();
    expect((await selfie(client)).body).toEqual({ faceVerified: true });
    expect(await isIdentityComplete(services.database, borrowerId)).toBe(true);
    expect((await client.get("/api/identity")).body).toMatchObject({
      complete: true,
      person: { nik: expect.stringMatching(/^\d{4}•{8}\d{4}$/) },
    });
    for (const answer of [await client.post("/api/identity", person()), await card(client), await selfie(client)]) {
      expect([answer.status, answer.body.status.code]).toEqual([409, "IDENTITY_LOCKED"]);
    }
    expect((await readIdentityPhoto(services, services.database, borrowerId, "SELFIE"))?.contentType).toBe(
      "image/jpeg",
    );
  });

  it("needs the agreement, the data and the card's photo first", async () => {
    const { client } = await newBorrower();
    expect((await selfie(client)).body.status.code).toBe("IDENTITY_NEEDED");
    await client.post("/api/identity", person());
    expect((await selfie(client)).body.status.code).toBe("IDENTITY_NEEDED");
    await card(client);
    const without = await upload(client, "/api/identity/face-check");
    expect(without.body.status.fields).toMatchObject([{ path: "agreed", code: "SERVICE_AGREEMENT_NEEDED" }]);
    const bad = await upload(client, "/api/identity/card-photo", {}, Buffer.from("no picture"));
    expect(bad.body.status.code).toBe("PHOTO_KIND");
  });

  it("counts five failed tries down, then leaves it to staff, also for another typed NIK", async () => {
    const { client } = await ready("FACE_FAILS");
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const answer = await selfie(client);
      expect([answer.status, answer.body.status.code, answer.body.status.data]).toEqual([
        422,
        "FACE_NO_MATCH",
        { attemptsLeft },
      ]);
    }
    expect((await selfie(client)).body.status.code).toBe("FACE_CHECK_EXHAUSTED");
    await client.post("/api/identity", person("APPROVED"));
    const last = await selfie(client);
    expect([last.status, last.body.status.code]).toEqual([423, "FACE_CHECK_EXHAUSTED"]);
  });

  it("asks the provider at most five times when twenty selfies arrive together", async () => {
    const { borrowerId, client } = await ready("FACE_FAILS");
    const answers = await Promise.all(Array.from({ length: 20 }, () => selfie(client)));
    expect(answers.every(({ status }) => status !== 200)).toBe(true);
    const requests = await services.database
      .selectFrom("face_check")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .execute();
    expect(requests).toHaveLength(5);
  });

  it("does not count a photo on which no face can be read, nor a provider that is away", async () => {
    const { client } = await ready("FACE_UNREADABLE");
    const unreadable = await selfie(client);
    expect([unreadable.status, unreadable.body.status.code]).toEqual([422, "FACE_UNREADABLE"]);
    const port = services.outside.faceCheck;
    const away = await ready();
    services.outside.faceCheck = { adapter: "away", check: async () => ({ outcome: "UNAVAILABLE" }) };
    const unavailable = await selfie(away.client);
    services.outside.faceCheck = {
      adapter: "unknown",
      check: async () => ({ outcome: "NOT_REGISTERED", providerReference: "1" }),
    };
    const unknown = await selfie(away.client);
    services.outside.faceCheck = port;
    expect([unavailable.status, unavailable.body.status.code]).toEqual([503, "FACE_UNAVAILABLE"]);
    expect([unknown.status, unknown.body.status.code, unknown.body.status.data]).toEqual([
      422,
      "FACE_NOT_REGISTERED",
      { attemptsLeft: 4 },
    ]);
    expect((await client.get("/api/identity")).body.attemptsLeft).toBe(5);
    expect((await away.client.get("/api/identity")).body.attemptsLeft).toBe(4);
  });

  it("does not verify a person that was changed while the provider compared another", async () => {
    const { borrowerId, client } = await ready();
    const port = services.outside.faceCheck;
    services.outside.faceCheck = {
      adapter: "slow",
      check: async () => {
        await client.post("/api/identity", { ...person(), fullName: "Orang Lain" });
        return { outcome: "MATCH", similarityPpm: 990_000, livenessPpm: 990_000, providerReference: "1" };
      },
    };
    const answer = await selfie(client);
    services.outside.faceCheck = port;
    expect(answer.body.status.code).toBe("FACE_UNAVAILABLE");
    expect((await identityOf(services, services.database, borrowerId))?.faceVerified).toBe(false);
  });

  it("does not verify against a card whose photo was exchanged while the provider looked at another", async () => {
    const { borrowerId, client } = await ready();
    const port = services.outside.faceCheck;
    let exchanged = 0;
    services.outside.faceCheck = {
      adapter: "slow",
      check: async () => {
        exchanged = (await card(client)).status;
        return { outcome: "MATCH", similarityPpm: 990_000, livenessPpm: 990_000, providerReference: "1" };
      },
    };
    const answer = await selfie(client);
    services.outside.faceCheck = port;
    expect([exchanged, answer.body.status.code]).toEqual([200, "FACE_UNAVAILABLE"]);
    expect((await identityOf(services, services.database, borrowerId))?.faceVerified).toBe(false);
    expect((await selfie(client)).body).toEqual({ faceVerified: true });
  });

  it("keeps the photos that were compared, whatever was on its way when the face was verified", async () => {
    const { borrowerId, client } = await ready();
    const put = services.outside.storage.put.bind(services.outside.storage);
    // The face is verified while the new photo of the card is being uploaded.
    services.outside.storage.put = async (object) => {
      services.outside.storage.put = put;
      expect((await selfie(client)).body).toEqual({ faceVerified: true });
      return put(object);
    };
    const before = (await readIdentityPhoto(services, services.database, borrowerId, "KTP"))?.bytes;
    const late = await card(client);
    expect([late.status, late.body.status.code]).toEqual([409, "IDENTITY_LOCKED"]);
    expect((await readIdentityPhoto(services, services.database, borrowerId, "KTP"))?.bytes).toEqual(before);
  });
});

describe("the face checked again", () => {
  const agreed = { language: "en", device: "Chrome" } as const;
  const wrongNik = "3171010101900001";
  const ownNik = person().nik;
  async function verified() {
    const borrower = await ready();
    await selfie(borrower.client);
    return borrower;
  }
  /** The result of the check, or the code and data of its refusal. */
  const again = (borrowerId: string, input: Partial<FaceRecheckInput> = {}) =>
    recheckFace(services, {
      borrowerId,
      purpose: "NUMBER_CHANGE",
      nik: ownNik,
      // Each from its own address, unless stated otherwise.
      from: { deviceIndex: services.random.uuid(), networkIndex: services.random.uuid() },
      selfie: photoBytes,
      agreed,
      ...input,
    }).then(
      () => "MATCH",
      (refused: Refusal) => [refused.code, refused.data],
    );
  const rowsOf = (borrowerId: string) =>
    services.database.selectFrom("face_check").selectAll().where("borrowerId", "=", borrowerId).execute();
  const answering = async (
    outcome: "NO_MATCH" | "NOT_REGISTERED" | "UNREADABLE" | "UNAVAILABLE",
    work: () => unknown,
  ) => {
    const port = services.outside.faceCheck;
    const more = { similarityPpm: 1, livenessPpm: 1, providerReference: "1" };
    services.outside.faceCheck = { adapter: "test", check: async () => ({ outcome, ...more }) as never };
    const result = await work();
    services.outside.faceCheck = port;
    return result;
  };

  it("matches NIK and face of a verified identity, and says what it was for", async () => {
    const { borrowerId } = await verified();
    expect(await again(borrowerId)).toBe("MATCH");
    expect((await rowsOf(borrowerId)).map(({ purpose, outcome }) => [purpose, outcome]).toSorted()).toEqual([
      ["IDENTITY", "MATCH"],
      ["NUMBER_CHANGE", "MATCH"],
    ]);
    const stranger = await ready();
    expect(await again(stranger.borrowerId)).toEqual(["IDENTITY_UNVERIFIED", undefined]);
  });

  it("counts failed faces of the owner's flows together, those of each that strangers reach apart, and what nobody could answer not", async () => {
    const { borrowerId } = await verified();
    const failing = (purpose: FaceRecheckInput["purpose"], outcome: "NO_MATCH" | "NOT_REGISTERED" = "NO_MATCH") =>
      answering(outcome, () => again(borrowerId, { purpose }));
    expect(await answering("UNREADABLE", () => again(borrowerId))).toEqual(["FACE_UNREADABLE", undefined]);
    expect(await answering("UNAVAILABLE", () => again(borrowerId))).toEqual(["FACE_UNAVAILABLE", undefined]);
    // A stranger with the SIM or with leaked data uses up the tries of a stranger …
    for (const purpose of ["UNFREEZE", "LOST_NUMBER"] as const) {
      for (const attemptsLeft of [4, 3, 2, 1])
        expect(await failing(purpose)).toEqual(["FACE_NO_MATCH", { attemptsLeft }]);
      expect(await failing(purpose)).toEqual(["FACE_CHECK_EXHAUSTED", undefined]);
      expect(await again(borrowerId, { purpose })).toEqual(["FACE_CHECK_EXHAUSTED", undefined]);
    }
    // … and the owner has all five.
    expect(await failing("NUMBER_CHANGE")).toEqual(["FACE_NO_MATCH", { attemptsLeft: 4 }]);
    expect(await failing("ACCOUNT_MERGE", "NOT_REGISTERED")).toEqual(["FACE_NOT_REGISTERED", { attemptsLeft: 3 }]);
    for (const attemptsLeft of [2, 1]) expect(await failing("CORRECTION")).toEqual(["FACE_NO_MATCH", { attemptsLeft }]);
    expect(await failing("NUMBER_CHANGE")).toEqual(["FACE_CHECK_EXHAUSTED", undefined]);
    expect(await again(borrowerId, { purpose: "ACCOUNT_MERGE" })).toEqual(["FACE_CHECK_EXHAUSTED", undefined]);
    // The window slides: tries are available again 30 days later.
    app.clock.advance(31 * 86_400_000);
    expect(await failing("NUMBER_CHANGE")).toEqual(["FACE_NO_MATCH", { attemptsLeft: 4 }]);
    expect(await again(borrowerId, { purpose: "UNFREEZE" })).toBe("MATCH");
  });

  it("may be done again at once where a case says so", async () => {
    const { borrowerId } = await verified();
    await answering("NO_MATCH", async () => {
      for (let count = 0; count < 5; count++) await again(borrowerId);
    });
    expect(await again(borrowerId)).toEqual(["FACE_CHECK_EXHAUSTED", undefined]);
    await transact(services.database, (trx) => reopenFaceChecks(services, trx, borrowerId));
    expect(await again(borrowerId)).toBe("MATCH");
  });

  it("counts a wrong NIK against the device and the network that typed it, and never against the account", async () => {
    const { borrowerId } = await verified();
    const from = { deviceIndex: "thief", networkIndex: "of-thief" };
    const guess = (more: object = {}) => again(borrowerId, { nik: wrongNik, from, ...more });
    for (const attemptsLeft of [4, 3, 2, 1, 0]) expect(await guess()).toEqual(["NIK_NO_MATCH", { attemptsLeft }]);
    // The answer does not reveal whether a guess was right: the right NIK is refused too.
    for (const nik of [wrongNik, ownNik])
      expect(await guess({ nik })).toMatchObject(["RATE_LIMITED", { retryInSeconds: expect.any(Number) }]);
    // Other devices in the same network: twenty tries in total, also when concurrent.
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => guess({ from: { ...from, deviceIndex: `label-${index}` } })),
    );
    expect(many.filter(([code]) => code === "NIK_NO_MATCH")).toHaveLength(15);
    expect(await guess({ nik: ownNik, from: { ...from, deviceIndex: null } })).toMatchObject(["RATE_LIMITED", {}]);
    // The owner has all tries on another network.
    expect((await rowsOf(borrowerId)).map(({ outcome }) => outcome)).toEqual(["MATCH"]);
    expect(await again(borrowerId)).toBe("MATCH");
  });

  it("lets five of twenty wrong tries through that arrive together, and asks the provider no more than five times", async () => {
    const { borrowerId } = await verified();
    const tries = await answering("NO_MATCH", () => Promise.all(Array.from({ length: 20 }, () => again(borrowerId))));
    expect((tries as unknown[]).filter((code) => code === "MATCH")).toEqual([]);
    expect((await rowsOf(borrowerId)).filter(({ outcome }) => outcome !== "MATCH")).toHaveLength(5);
  });
});
