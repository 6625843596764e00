/** A borrower whose face was verified, and the steps to another mobile number, over HTTP. For one test file and its app. */
import sharp from "sharp";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { numberOf } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { TestApp, TestClient, TestResponse } from "./app.ts";
import { reviewsOf } from "./review.ts";

const day = 86_400_000;

export async function changingNumber(app: TestApp) {
  const { services, clock } = app;
  const { database, keys, random } = services;
  const { person: staff, decide, ask, check } = await reviewsOf(app);
  let made = 0;
  const nextNumber = () => `0813${String(40_000_000 + ++made)}`;
  /** A picture like no other. */
  const picture = async (shade = ++made): Promise<Uint8Array> =>
    sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: { r: (shade * 7) % 256, g: 120, b: ((shade * 7) >> 8) % 256 },
      },
    })
      .jpeg()
      .toBuffer();
  const card = sandboxPersons.find(({ key }) => key === "approved-1")!;
  const codeTo = async (mobileNumber: string): Promise<string> =>
    (await services.outside.sandbox!.messages.list({ to: mobileNumber })).find(({ code }) => code)?.code ?? "";
  const file = (bytes: Uint8Array, type: string) => new File([new Uint8Array(bytes)], "shown", { type });
  const upload = (
    client: TestClient,
    path: string,
    field: string,
    bytes: Uint8Array,
    more: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const form = new FormData();
    form.append(field, file(bytes, field === "video" ? "video/mp4" : "image/jpeg"));
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    return client.send("POST", path, form);
  };

  /** Whose browser has proven the number for a month, unless said otherwise. */
  async function owner({ knownDays = 30 as number | null, isVerified = true } = {}) {
    const mobileNumber = nextNumber();
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    const client = await app.loggedIn(borrowerId);
    if (isVerified) {
      const { fullName, nik, birthPlace, birthDate, sex } = card;
      await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
      await upload(client, "/api/identity/card-photo", "photo", await picture());
      await upload(client, "/api/identity/face-check", "photo", await picture(), { agreed: "on" });
    }
    if (knownDays !== null)
      await database
        .insertInto("verification_device")
        .values({
          numberIndex: keys.blindIndex("mobile", mobileNumber),
          deviceIndex: app.deviceIndex(borrowerId),
          verifiedAt: clock.now(),
          knownSince: new Date(clock.now().getTime() - knownDays * day),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return { borrowerId, mobileNumber, client };
  }
  type Owner = Awaited<ReturnType<typeof owner>>;

  const at = (requestId: string, step: string) => `/api/mobile-change/${requestId}/${step}`;
  const start = (client: TestClient) => client.post("/api/mobile-change", {});
  async function code(client: TestClient, mobileNumber: string, purpose: string) {
    const sent = await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
    return { verificationId: String(sent.body?.verificationId ?? random.uuid()), code: await codeTo(mobileNumber) };
  }
  const old = async (client: TestClient, { mobileNumber }: Pick<Owner, "mobileNumber">, requestId: string) =>
    client.post(at(requestId, "old-number"), await code(client, mobileNumber, "OLD_NUMBER"));
  const identity = async (client: TestClient, requestId: string, nik = card.nik) =>
    upload(client, at(requestId, "identity"), "photo", await picture(), { nik, agreed: "on" });
  const name = (client: TestClient, requestId: string, mobileNumber: string) =>
    client.post(at(requestId, "new-number"), { mobileNumber });
  async function prove(client: TestClient, requestId: string, mobileNumber: string) {
    const sent = await name(client, requestId, mobileNumber);
    const verificationId = String(sent.body?.verificationId ?? random.uuid());
    return client.post(at(requestId, "new-number/verify"), { verificationId, code: await codeTo(mobileNumber) });
  }
  const photo = async (client: TestClient, requestId: string) =>
    upload(client, at(requestId, "proof"), "photo", await picture());
  const submit = (client: TestClient, requestId: string) =>
    client.post(at(requestId, "submit"), {}, { "Idempotency-Key": random.uuid() });
  const steps = ["old", "identity", "new", "submit"] as const;

  /** A request that has taken all steps up to this one. */
  async function upTo(step: (typeof steps)[number], who?: Owner, newNumber = nextNumber()) {
    const made = who ?? (await owner());
    const { client } = made;
    const requestId: string = (await start(client)).body.request.requestId;
    const acts: Record<(typeof steps)[number], () => Promise<TestResponse>> = {
      old: () => old(client, made, requestId),
      identity: () => identity(client, requestId),
      new: () => prove(client, requestId, newNumber),
      submit: () => submit(client, requestId),
    };
    let last: TestResponse | undefined;
    for (const one of steps.slice(0, steps.indexOf(step) + 1)) {
      last = await acts[one]();
      if (last.status !== 200) throw new Error(`${one}: ${last.text}`);
    }
    return { ...made, requestId, newNumber, last: last! };
  }

  const caseOf = async (requestId: string) =>
    database.selectFrom("review_case").selectAll().where("subjectId", "=", requestId).executeTakeFirstOrThrow();
  const numberNow = (borrowerId: string) => numberOf(services, database, borrowerId);
  const stateOf = async (requestId: string) =>
    (await database.selectFrom("change_request").select("state").where("id", "=", requestId).executeTakeFirstOrThrow())
      .state;
  /** Messages to a number, newest first. */
  const toldAt = async (mobileNumber: string): Promise<string[]> =>
    (await services.outside.sandbox!.messages.list({ to: mobileNumber })).map(({ text }) => text);

  const acts = { owner, upTo, start, old, identity, name, prove, photo, submit, at, upload, picture, code, codeTo };
  return Object.assign(acts, { nextNumber, staff, decide, ask, check, caseOf, numberNow, stateOf, toldAt, card });
}
