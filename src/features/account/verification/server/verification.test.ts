import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { codesOf } from "#tests/support/codes.ts";
import { mobilePurposes } from "#shared/purposes.ts";
import { lockedBy } from "#tests/support/locked.ts";
import { isKnownDevice, rememberVerifiedDevice } from "./counters.ts";
import { consumeProof } from "./index.ts";
import { smsLaneOf } from "./sending.ts";
import { deleteServed, lockSends, newestChallenge } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { captcha, codeTo, logIn, nextNumber, send, verify, wrongOf } = codesOf(app);

describe("A code", () => {
  it("goes out with a text that says what it is for, and proves its challenge once it is typed", async () => {
    const client = app.client({ "Accept-Language": "en" });
    const number = nextNumber();
    const sent = await send(client, `+62 ${number.slice(1)}`);
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ verificationId: expect.any(String), expiresInSeconds: 300, resendInSeconds: 60 });
    const [message] = await services.outside.sandbox!.messages.list({ to: number });
    expect(message?.text).toContain(`${message?.code} is your code to log in or register`);
    expect(message?.text.endsWith(`@localhost:3000 #${message?.code}`)).toBe(true);
    expect((await verify(client, sent.body.verificationId, message!.code!)).body).toEqual({ verified: true });
  });

  it("counts exactly five of 200 parallel wrong guesses, and then refuses the right one too", async () => {
    const client = app.client();
    const number = nextNumber();
    const { body } = await send(client, number);
    const code = await codeTo(number);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => verify(client, body.verificationId, wrongOf(code))),
    );
    const codes = answers.map((answer) => `${answer.status} ${answer.body.status.code}`);
    expect(codes.filter((one) => one === "422 OTP_WRONG")).toHaveLength(5);
    expect(codes.filter((one) => one === "429 OTP_ATTEMPTS")).toHaveLength(195);
    const row = await services.database
      .selectFrom("verification_challenge")
      .select("tries")
      .where("id", "=", body.verificationId)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
    expect((await verify(client, body.verificationId, code)).body.status.code).toBe("OTP_ATTEMPTS");
  });

  it("counts tries by number across resends, and tells how many are left", async () => {
    const client = app.client();
    const number = nextNumber();
    let { body } = await send(client, number);
    for (const remaining of [4, 3, 2]) {
      const answer = await verify(client, body.verificationId, wrongOf(await codeTo(number)));
      expect(answer.body.status).toMatchObject({ code: "OTP_WRONG", data: { attemptsLeft: remaining } });
    }
    clock.advance(61_000);
    ({ body } = await send(client, number, "WHATSAPP"));
    for (const left of [1, 0]) {
      const answer = await verify(client, body.verificationId, wrongOf(await codeTo(number)));
      expect(answer.body.status.data).toEqual({ attemptsLeft: left });
    }
    const locked = await verify(client, body.verificationId, await codeTo(number));
    // The lane is locked for 30 s, but strangers get two codes an hour: the page and the answer give the longer wait.
    expect(locked.body.status).toMatchObject({
      code: "OTP_ATTEMPTS",
      detail: "Terlalu banyak kode salah. Tunggu 59 menit, lalu minta kode baru.",
      data: { retryInSeconds: 3539 },
    });
    expect(locked.headers.get("retry-after")).toBe("3539");
    expect((await client.get("/api/session/verification?purpose=LOGIN")).body.pending.resendInSeconds).toBe(3539);
  });

  it("that is used up leaves one wait, which every answer and the page say alike", async () => {
    const client = app.client({ "Accept-Language": "en" });
    const number = nextNumber();
    const { body } = await send(client, number);
    const code = await codeTo(number);
    for (let n = 0; n < 5; n++) await verify(client, body.verificationId, wrongOf(code));
    for (const [wait, words] of [
      [60, "60 seconds"],
      [29, "29 seconds"],
      [1, "1 second"],
    ] as const) {
      const refused = await verify(client, body.verificationId, code);
      expect(refused.body.status).toMatchObject({
        code: "OTP_ATTEMPTS",
        detail: `Too many wrong codes. Wait ${words}, then ask for a new code.`,
        data: { retryInSeconds: wait, attemptsLeft: 0 },
      });
      expect(refused.headers.get("retry-after")).toBe(String(wait));
      const { pending } = (await client.get("/api/session/verification?purpose=LOGIN")).body;
      expect(pending).toMatchObject({ resendInSeconds: wait, attemptsLeft: 0 });
      // No code is pending, so none is reported as sent.
      const early = await send(client, number);
      expect(early.body.status).toMatchObject({
        code: "OTP_RESEND_WAIT",
        detail: `A new code can be sent in ${words}.`,
        data: { resendInSeconds: wait, retryInSeconds: wait },
      });
      clock.advance((wait === 60 ? 31 : wait === 29 ? 28 : 1) * 1000);
    }
    expect((await send(client, number)).status).toBe(200);
  });

  it("that another session used up is told to nobody else", async () => {
    const number = nextNumber();
    const client = app.client();
    const { body } = await send(client, number);
    const code = await codeTo(number);
    for (let n = 0; n < 5; n++) await verify(client, body.verificationId, wrongOf(code));
    expect((await send(app.client(), number)).body.status.code).toBe("OTP_TOO_MANY");
  });

  it("locks strangers for longer after each five wrong codes, and a right code ends that", async () => {
    const client = app.client();
    const number = nextNumber();
    for (const seconds of [30, 60, 120]) {
      const { body } = await send(client, number);
      for (let n = 0; n < 5; n++) await verify(client, body.verificationId, wrongOf(await codeTo(number)));
      const locked = await verify(client, body.verificationId, await codeTo(number));
      // Never shorter than the minute before the next code.
      expect(locked.body.status.data.retryInSeconds).toBe(Math.max(60, seconds));
      clock.advance(3_600_000);
    }
    expect((await logIn(client, number)).status).toBe(200);
    const row = await services.database
      .selectFrom("verification_attempt")
      .select("lane")
      .where("lane", "=", "open")
      .where("numberIndex", "=", services.keys.blindIndex("mobile", number))
      .executeTakeFirst();
    expect(row).toBeUndefined();
  });

  it("that ran out is replaced by a new one, which works", async () => {
    const client = app.client({ "Accept-Language": "en" });
    const number = nextNumber();
    const { body } = await send(client, number);
    const old = await codeTo(number);
    clock.advance(301_000);
    const answer = await verify(client, body.verificationId, old);
    expect(answer.status).toBe(410);
    expect(answer.body.status).toMatchObject({
      code: "OTP_EXPIRED",
      detail: "The OTP has expired and a new one has been sent.",
    });
    const again = await verify(client, body.verificationId, old);
    expect(again.body.status.code).toBe("OTP_EXPIRED_UNSENT");
    expect((await verify(client, answer.body.status.data.verificationId, await codeTo(number))).status).toBe(200);
  });

  it("is refused for another session, and a challenge that nobody asked for is not told from a foreign one", async () => {
    const number = nextNumber();
    const { body } = await send(app.client(), number);
    const stranger = app.client();
    const foreign = await verify(stranger, body.verificationId, await codeTo(number));
    const invented = await verify(stranger, services.random.uuid(), "123456");
    expect(foreign.body.status).toEqual(invented.body.status);
    expect(foreign.body.status.code).toBe("VERIFICATION_NEEDED");
  });

  it("and its number stand nowhere in the rows, in no answer and not in the job's payload", async () => {
    const client = app.client();
    const number = nextNumber();
    const sent = await send(client, number);
    const code = await codeTo(number);
    const { rows } = await services.database.executeQuery<{ line: string }>(
      // Whole rows as text: what a copy of the database contains.
      {
        sql: "select t::text as line from verification_challenge t union all select t::text from verification_number t union all select data::text from pgboss.job where name = 'verification-deliver'",
        parameters: [],
        query: undefined as never,
        queryId: undefined as never,
      },
    );
    const dump = rows.map((row) => row.line.replaceAll(/\d{4}-\d\d-\d\d [\d:.+]+/g, "")).join("\n") + sent.text;
    expect(dump).toContain(sent.body.verificationId);
    expect(dump).not.toContain(number.slice(2));
    expect(dump.replaceAll(/[0-9a-f-]{36}/g, "").split(/\W+/)).not.toContain(code);
  });
});

describe("A proof", () => {
  const borrowerNumber = nextNumber();
  /** Challenges of every purpose, proven, inserted as sending does it; sending has its own tests. */
  async function proven(purpose: string, sessionId: string, borrowerId: string): Promise<string> {
    const id = services.random.uuid();
    const now = services.clock.now();
    const later = new Date(now.getTime() + 600_000);
    await services.database
      .insertInto("verification_challenge")
      .values({
        id,
        numberIndex: services.keys.blindIndex("mobile", borrowerNumber),
        mobileNumberSealed: services.keys.seal(borrowerNumber, {
          table: "verification_challenge",
          column: "mobileNumberSealed",
          row: id,
        }),
        purpose,
        channel: "SMS",
        sessionId,
        borrowerId,
        lane: "open",
        networkIndex: "n",
        afterCaptcha: true,
        language: "id",
        brandName: "Tunai",
        host: "localhost",
        priceRupiah: 0,
        delivery: "SENT",
        deliveryAt: now,
        createdAt: now,
        expiresAt: later,
        provenAt: now,
        proofExpiresAt: later,
      })
      .execute();
    return id;
  }
  const consumed = (input: Parameters<typeof consumeProof>[2]) =>
    transact(services.database, (trx) => consumeProof(services, trx, input)).then(
      (done) => done.mobileNumber,
      (error: { code: string }) => error.code,
    );

  it("fits its own purpose alone, of all pairs of purposes, and one effect", async () => {
    const client = app.client();
    const borrowerId = (await logIn(client, borrowerNumber)).body.userId;
    const sessionId = services.random.uuid();
    for (const asked of mobilePurposes) {
      const id = await proven(asked, sessionId, borrowerId);
      for (const used of mobilePurposes) {
        if (used !== asked)
          expect(await consumed({ verificationId: id, purpose: used, sessionId }), `${asked} as ${used}`).toBe(
            "VERIFICATION_NEEDED",
          );
      }
      expect(await consumed({ verificationId: id, purpose: asked, sessionId: services.random.uuid() })).toBe(
        "VERIFICATION_NEEDED",
      );
      expect(await consumed({ verificationId: id, purpose: asked, sessionId, mobileNumber: nextNumber() })).toBe(
        "VERIFICATION_NEEDED",
      );
      expect(await consumed({ verificationId: id, purpose: asked, sessionId, mobileNumber: borrowerNumber })).toBe(
        borrowerNumber,
      );
      expect(await consumed({ verificationId: id, purpose: asked, sessionId })).toBe("VERIFICATION_NEEDED");
    }
  });

  it("is used by exactly one of many effects at once", async () => {
    const sessionId = services.random.uuid();
    const id = await proven("LOGIN", sessionId, services.random.uuid());
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => consumed({ verificationId: id, purpose: "LOGIN", sessionId })),
    );
    expect(ends.filter((end) => end === borrowerNumber)).toHaveLength(1);
  });

  it("ends after ten minutes", async () => {
    const sessionId = services.random.uuid();
    const id = await proven("LOGIN", sessionId, services.random.uuid());
    clock.advance(601_000);
    expect(await consumed({ verificationId: id, purpose: "LOGIN", sessionId })).toBe("VERIFICATION_NEEDED");
  });

  it("of one's own number is worth nothing for whoever has another number by now", async () => {
    const sessionId = services.random.uuid();
    const id = await proven("STEP_UP_SIGN", sessionId, services.random.uuid());
    expect(await consumed({ verificationId: id, purpose: "STEP_UP_SIGN", sessionId })).toBe("VERIFICATION_NEEDED");
  });

  it("counts a wrong code although the transaction around it is undone", async () => {
    const client = app.client();
    const number = nextNumber();
    const { body } = await send(client, number);
    const { sessionId } = await services.database
      .selectFrom("verification_challenge")
      .select("sessionId")
      .where("id", "=", body.verificationId)
      .executeTakeFirstOrThrow();
    const code = await codeTo(number);
    const input = { verificationId: body.verificationId, purpose: "LOGIN", sessionId } as const;
    const guesses = await Promise.all(Array.from({ length: 30 }, () => consumed({ ...input, code: wrongOf(code) })));
    expect(guesses.filter((end) => end === "OTP_WRONG")).toHaveLength(5);
    expect(guesses.filter((end) => end === "OTP_ATTEMPTS")).toHaveLength(25);
  });
});

it("A number stays locked while a code is sent to it, whether it is new or had one before.", async () => {
  const numberIndex = services.keys.blindIndex("mobile", nextNumber());
  const lock = () =>
    lockedBy(services.database, "verification_number", (trx) => lockSends(trx, numberIndex, clock.now(), 10));
  // Others cannot see the row of a new session yet; the next request waits for it by its key.
  expect(await lock()).toBe(0);
  expect(await lock()).toBe(1);
  expect(await lock()).toBe(1);
});

it("A device is known to the numbers that it verified, and a stranger to every other.", async () => {
  const [mine, other] = [nextNumber(), nextNumber()].map((number) => services.keys.blindIndex("mobile", number));
  const asker = { borrowerId: null, deviceIndex: "device-of-one-number" };
  await rememberVerifiedDevice(services.database, mine!, asker.deviceIndex, clock.now());
  expect(await smsLaneOf(services.database, asker, mine!)).toBe("device:device-of-one-number");
  expect(await smsLaneOf(services.database, asker, other!)).toBe("open");
  expect(await smsLaneOf(services.database, { ...asker, borrowerId: "b" }, other!)).toBe("borrower:b");
});

it("What a session waits for is of its purpose and not used.", async () => {
  const client = app.client();
  const number = nextNumber();
  const { body } = await send(client, number);
  const { sessionId } = await services.database
    .selectFrom("verification_challenge")
    .select("sessionId")
    .where("id", "=", body.verificationId)
    .executeTakeFirstOrThrow();
  const before = new Date(clock.now().getTime() - 1);
  const newest = async (purpose: "LOGIN" | "SET_PASSWORD", since = before) =>
    (await newestChallenge(services.database, sessionId, purpose, since))?.id;
  expect(await newest("LOGIN")).toBe(body.verificationId);
  expect(await newest("SET_PASSWORD")).toBeUndefined();
  expect(await newest("LOGIN", clock.now())).toBeUndefined();
  await services.database
    .updateTable("verification_challenge")
    .set({ provenAt: clock.now(), proofExpiresAt: new Date(clock.now().getTime() + 1000), consumedAt: clock.now() })
    .where("id", "=", body.verificationId)
    .execute();
  expect(await newest("LOGIN")).toBeUndefined();
});

it("What has served is swept away: captchas after an hour, challenges after thirty days, devices after a year.", async () => {
  const client = app.client();
  await captcha(client);
  const { body } = await send(client, nextNumber());
  const has = async () => ({
    captchas: (await services.database.selectFrom("captcha").select("captchaKey").execute()).length > 0,
    challenge:
      (
        await services.database
          .selectFrom("verification_challenge")
          .select("id")
          .where("id", "=", body.verificationId)
          .execute()
      ).length > 0,
  });
  clock.advance(3_601_000);
  await services.sweeps.runAllDue(services);
  expect(await has()).toEqual({ captchas: false, challenge: true });
  clock.advance(30 * 86_400_000);
  await services.sweeps.runAllDue(services);
  expect(await has()).toEqual({ captchas: false, challenge: false });
  expect(await services.database.selectFrom("verification_counter").select("key").execute()).toEqual([]);
  await rememberVerifiedDevice(services.database, "number-of-a-year-ago", "device", clock.now());
  clock.advance(365 * 86_400_000 + 1);
  await services.sweeps.runAllDue(services);
  expect(await isKnownDevice(services.database, "device", "number-of-a-year-ago")).toBe(false);
});

it("Of a table that has grown, a round sweeps no more than its share.", async () => {
  const long = new Date(clock.now().getTime() - 3 * 86_400_000);
  await services.database
    .insertInto("verification_counter")
    .values(["a", "b", "c"].map((key) => ({ key, windowStart: long, count: 1 })))
    .execute();
  const before = {
    captcha: long,
    challenge: long,
    counter: clock.now(),
    attempt: long,
    device: long,
    pastNumber: long,
  };
  const sweep = () => transact(services.database, (trx) => deleteServed(trx, before, 2));
  expect([await sweep(), await sweep(), await sweep()]).toEqual([2, 1, 0]);
});
