import { describe, expect, it } from "vitest";
import { linkMark } from "#server/account-questions.ts";
import { transact } from "#server/database.server.ts";
import { cookieNames, testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { claimNumber, ownerOfNumber, sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import {
  borrowerContact,
  borrowerStatus,
  pseudonymousUserId,
  registrationOfBorrower,
  seedBorrower,
  setBorrowerStatus,
  unlockBorrower,
} from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { agreements, askCode, codeTo, cookiesOf, enter, givePassword, nextNumber } = loggingIn(app);

describe("Registering and logging in", () => {
  it("makes an account for a new number, finds it again, and sets the cookies", async () => {
    const number = nextNumber();
    const client = app.client({ "Accept-Language": "en" });
    const first = await enter(client, number, { invitationCode: "AJAK2026" });
    expect(first.body).toEqual({ userId: expect.any(String), isNew: true });
    const cookies = cookiesOf(first);
    expect(cookies.get("sid")).toMatch(/^sid=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/);
    expect(cookies.get("userToken")).toMatch(/^userToken=v1-[0-9a-f]+-[0-9a-f]+; Path=\/; SameSite=Lax$/);
    expect(cookies.get("userToken")?.split("-")[1]).toBe(pseudonymousUserId(services, first.body.userId));
    expect(cookies.get("deviceToken")).toMatch(/^deviceToken=fake-\d+-[0-9a-f]{16}; .*Max-Age=31536000$/);
    expect(cookies.get("lenderId")).toContain("lenderId=tunai;");
    expect(cookies.get("lang")).toContain("lang=en;");
    expect(await registrationOfBorrower(database, first.body.userId)).toMatchObject({
      invitationCode: "AJAK2026",
      brand: "tunai",
      passwordSetAt: null,
    });
    const agreed = await database
      .selectFrom("borrower_agreement")
      .select(["agreement", "language", "version"])
      .where("borrowerId", "=", first.body.userId)
      .orderBy("agreement")
      .execute();
    expect(agreed).toEqual([
      { agreement: "PRIVACY", language: "en", version: 4 },
      { agreement: "TERMS", language: "en", version: 2 },
    ]);
    const { registration } = (await client.get("/api/agreement/protocols")).body;
    expect(
      registration.map(({ agreement, version, viewPath }: { agreement: string; version: number; viewPath: string }) => [
        agreement,
        version,
        viewPath,
      ]),
    ).toEqual([
      ["TERMS", 2, "/webview/static-text/terms"],
      ["PRIVACY", 4, "/webview/static-text/privacy"],
    ]);
    clock.advance(60_000);
    const second = await enter(app.client(), `+62${number.slice(1)}`.replace("+62", "62"));
    expect(second.body).toEqual({ userId: first.body.userId, isNew: false });
  });

  it("takes a challenge that was proven before, and its effect once", async () => {
    const number = nextNumber();
    const client = app.client();
    const verificationId = await askCode(client, number);
    const body = { mobileNumber: number, verificationId, agreements };
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).body.status.code).toBe(
      "VERIFICATION_NEEDED",
    );
    await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: await codeTo(number) });
    const other = nextNumber();
    expect(
      (await client.post("/api/v2/user/union/registerOrLogin", { ...body, mobileNumber: other })).body.status.code,
    ).toBe("VERIFICATION_NEEDED");
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).status).toBe(200);
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).body.status.code).toBe(
      "VERIFICATION_NEEDED",
    );
  });

  it("tells what a code lacks: wrong, tried too often, run out", async () => {
    const number = nextNumber();
    const client = app.client();
    const verificationId = await askCode(client, number);
    const attempt = (code: string, id = verificationId) =>
      client.post("/api/v2/user/union/registerOrLogin", { mobileNumber: number, verificationId: id, code, agreements });
    const wrong = String((Number(await codeTo(number)) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 0; n < 5; n++) expect((await attempt(wrong)).body.status.code).toBe("OTP_WRONG");
    expect((await attempt(wrong)).body.status.code).toBe("OTP_ATTEMPTS");
    clock.advance(301_000);
    const expired = await attempt(wrong);
    expect(expired.body.status.code).toBe("OTP_EXPIRED");
    expect((await attempt(wrong)).body.status.code).toBe("OTP_EXPIRED_UNSENT");
    expect((await attempt(await codeTo(number), expired.body.status.data.verificationId)).status).toBe(200);
  });

  it("needs both agreements", async () => {
    const answer = await enter(app.client(), nextNumber(), { agreements: ["TERMS"] });
    expect(answer.body.status).toMatchObject({
      code: "INPUT_INVALID",
      fields: [{ path: "agreements", code: "AGREEMENT_NEEDED" }],
    });
  });

  it("tells register from login only after the number is proven", async () => {
    const number = nextNumber();
    const unknown = app.client();
    const verificationId = await askCode(unknown, number);
    const early = await unknown.post("/api/v2/user/union/login", {
      mobileNumber: number,
      verificationId,
      code: "000000",
    });
    expect(early.body.status.code).toBe("OTP_WRONG");
    const proven = { mobileNumber: number, verificationId, code: await codeTo(number) };
    expect((await unknown.post("/api/v2/user/union/login", proven)).body.status.code).toBe("NUMBER_UNKNOWN");
    // The refusal did not use up the proof.
    expect((await unknown.post("/api/v2/user/union/register", { ...proven, agreements })).body.isNew).toBe(true);
    clock.advance(60_000);
    expect((await enter(app.client(), number, {}, "/api/user/union/register")).body.status.code).toBe("NUMBER_TAKEN");
    clock.advance(3_600_000);
    expect((await enter(app.client(), number, {}, "/api/v2/user/union/register")).body.status.code).toBe(
      "NUMBER_TAKEN",
    );
    clock.advance(60_000);
    expect((await enter(app.client(), number, {}, "/api/v2/user/union/login")).body.isNew).toBe(false);
  });

  it("makes one account of a number that registers twice at once", async () => {
    const number = nextNumber();
    const clients = [app.client(), app.client()];
    const ids: string[] = [];
    for (const client of clients) {
      const verificationId = await askCode(client, number);
      await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: await codeTo(number) });
      ids.push(verificationId);
      clock.advance(60_000);
    }
    const answers = await Promise.all(
      clients.map((client, n) =>
        client.post("/api/v2/user/union/registerOrLogin", { mobileNumber: number, verificationId: ids[n], agreements }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers[0]?.body.userId).toBe(answers[1]?.body.userId);
    expect(answers.filter((answer) => answer.body.isNew)).toHaveLength(1);
    const rows = await database
      .selectFrom("borrower")
      .select("borrowerId")
      .where(
        "borrowerId",
        "in",
        answers.map((answer) => answer.body.userId),
      )
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("is refused for a blocked account, whose sessions have ended; a closed one frees its number", async () => {
    const number = nextNumber();
    const client = app.client();
    const { body } = await enter(client, number);
    await transact(database, (trx) => setBorrowerStatus(services, trx, body.userId, "BLOCKED"));
    expect((await client.get("/api/sessions")).status).toBe(401);
    clock.advance(60_000);
    expect((await enter(app.client(), number)).body.status.code).toBe("ACCOUNT_BLOCKED");
    const member = app.client();
    const merged = await enter(member, nextNumber());
    await transact(database, (trx) => setBorrowerStatus(services, trx, merged.body.userId, "MERGED"));
    expect((await member.get("/api/sessions")).status).toBe(401);
    const left = app.client();
    const closed = await enter(left, nextNumber());
    await transact(database, (trx) => setBorrowerStatus(services, trx, closed.body.userId, "CLOSED"));
    expect((await left.get("/api/sessions")).status).toBe(401);
    await transact(database, (trx) => setBorrowerStatus(services, trx, body.userId, "CLOSED"));
    expect(await borrowerStatus(database, body.userId)).toBe("CLOSED");
    expect(await borrowerContact(services, database, body.userId)).toBeNull();
    clock.advance(3_600_000);
    expect((await enter(app.client(), number)).body).toMatchObject({ isNew: true });
  });
});

describe("A link that opens somebody's account", () => {
  it("ends when the account is blocked, and holds again when it is not; one that is nobody's account holds", async () => {
    const id = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: nextNumber() }));
    const opened = async (more: { ownerId?: string; numberMark?: string }) => {
      const client = app.client();
      const expiresAt = new Date(clock.now().getTime() + 60_000);
      client.cookies.set(
        cookieNames.link,
        services.keys.signLink({ purpose: "BILLS", subject: id, expiresAt, ...more }),
      );
      const { status, body } = await client.get("/api/repayment/link/bills");
      return body.status?.code === "LINK_INVALID" ? status : "OPEN";
    };
    expect([await opened({ ownerId: id }), await opened({})]).toEqual(["OPEN", "OPEN"]);
    // A link that was sent to a number opens while the account has that number.
    const { mark } = (await services.ask(linkMark)(services, database, id))!;
    expect(await opened({ ownerId: id, numberMark: mark })).toBe("OPEN");
    const other = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: nextNumber() }));
    const { mark: otherMark } = (await services.ask(linkMark)(services, database, other))!;
    expect(await opened({ ownerId: id, numberMark: otherMark })).toBe(401);
    for (const [status, answer] of [
      ["BLOCKED", 401],
      ["ACTIVE", "OPEN"],
      ["CLOSED", 401],
    ] as const) {
      await transact(database, (trx) => setBorrowerStatus(services, trx, id, status));
      expect([status, await opened({ ownerId: id })]).toEqual([status, answer]);
      expect(await opened({})).toBe("OPEN");
    }
  });
});

describe("A password", () => {
  it("needs its own code and the rule, ends the other sessions, and then logs in", async () => {
    const number = nextNumber();
    const client = app.client();
    await enter(client, number);
    clock.advance(60_000);
    const elsewhere = app.client();
    await enter(elsewhere, number);
    const weak = await client.post("/api/account/password", {
      verificationId: services.random.uuid(),
      code: "123456",
      password: "password1!",
    });
    expect(weak.body.status.fields).toMatchObject([{ path: "password", code: "PASSWORD_COMMON" }]);
    expect(
      (await client.post("/api/account/password", { verificationId: services.random.uuid(), password: "Garam&Laut7" }))
        .body.status.code,
    ).toBe("VERIFICATION_NEEDED");
    expect((await givePassword(client, number)).status).toBe(200);
    expect((await elsewhere.get("/api/sessions")).status).toBe(401);
    expect((await client.get("/api/session")).body).toMatchObject({ loggedIn: true, hasPassword: true });
    const again = await app
      .client()
      .post("/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" });
    expect(again.body).toMatchObject({ isNew: false });
    const both = await app.client().post("/api/v2/user/union/login", {
      mobileNumber: number,
      password: "x",
      verificationId: services.random.uuid(),
    });
    expect(both.body.status.fields).toMatchObject([{ path: "password" }]);
    expect(
      (await app.client().post("/api/v2/user/union/login", { mobileNumber: number })).body.status.fields,
    ).toMatchObject([{ path: "password", code: "REQUIRED" }]);
  });

  it("may be guessed five times, then strangers wait and the known device does not", async () => {
    const number = nextNumber();
    const home = app.client({}, "device-of-this-home");
    const { body } = await enter(home, number);
    await givePassword(home, number);
    const stranger = app.client();
    const guess = (client: TestClient, password: string) =>
      client.post("/api/v2/user/union/login", { mobileNumber: number, password });
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(stranger, "Salah&Lagi9")));
    expect(answers.filter((answer) => answer.body.status.code === "LOGIN_WRONG")).toHaveLength(5);
    expect(
      answers.filter((answer) => answer.body.status.code === "LOGIN_ATTEMPTS" && answer.status === 429),
    ).toHaveLength(15);
    expect((await guess(stranger, "Garam&Laut7")).body.status.code).toBe("LOGIN_ATTEMPTS");
    expect((await guess(app.client({}, "device-of-this-home"), "Garam&Laut7")).status).toBe(200);
    await transact(database, (trx) => unlockBorrower(services, trx, body.userId));
    expect((await guess(stranger, "Garam&Laut7")).status).toBe(200);
  });
});

describe("Known and unknown numbers", () => {
  it("get the same answers before a proof, body for body", async () => {
    const known = nextNumber();
    const client = app.client();
    await enter(client, known);
    await givePassword(client, known);
    clock.advance(60_000);
    const masked = (answer: TestResponse) =>
      `${answer.status} ${answer.text.replace(/"(traceId|verificationId)":"[^"]*"/g, "")}`;
    for (const [what, ask] of [
      [
        "pre-check",
        (number: string) => app.client().get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${number}`),
      ],
      [
        "password",
        (number: string) =>
          app.client().post("/api/v2/user/union/login", { mobileNumber: number, password: "Salah&Lagi9" }),
      ],
      [
        "code",
        async (number: string) => {
          const stranger = app.client();
          const verificationId = await askCode(stranger, number);
          return stranger.post("/api/v2/user/union/login", { mobileNumber: number, verificationId, code: "000000" });
        },
      ],
    ] as const) {
      expect(masked(await ask(known)), what).toBe(masked(await ask(nextNumber())));
    }
  });
});

describe("What other domains ask", () => {
  it("is where messages go, whose a number is, and a changed number, which only its owner has", async () => {
    const [number, next] = [nextNumber(), nextNumber()];
    const id = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number, language: "zh" }));
    expect(await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }))).toBe(id);
    expect(await borrowerContact(services, database, id)).toEqual({
      mobileNumber: number,
      language: "zh",
      brandId: "tunai",
    });
    expect(await transact(database, (trx) => claimNumber(services, trx, id, next))).toBe(true);
    expect(await borrowerContact(services, database, id)).toEqual({
      mobileNumber: next,
      language: "zh",
      brandId: "tunai",
    });
    expect(await ownerOfNumber(services, database, number)).toBeNull();
    expect(await ownerOfNumber(services, database, next)).toBe(id);
    const other = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }));
    expect(await transact(database, (trx) => claimNumber(services, trx, other, next))).toBe(false);
    expect(await ownerOfNumber(services, database, number)).toBe(other);
  });
});

describe("Passwords that are tried at many numbers", () => {
  it("need a captcha after 20 wrong ones of a network in an hour, which nobody on a known device meets", async () => {
    const guessed = await testApp({ environment: { TRUSTED_HOPS: "1" } });
    const { enter: enterThere, givePassword: giveThere, nextNumber: next } = loggingIn(guessed);
    const [here, elsewhere] = [{ "X-Forwarded-For": "203.0.113.7" }, { "X-Forwarded-For": "198.51.100.7" }];
    const number = next();
    const owner = guessed.client(here, "owner");
    await enterThere(owner, number);
    await giveThere(owner, number);
    const logIn = (client: TestClient, mobileNumber: string, password: string, more: object = {}) =>
      client.post("/api/v2/user/union/login", { mobileNumber, password, ...more });
    const tally = async (headers: Record<string, string>, count: number, from: number) => {
      const codes = await Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const { body } = await logIn(guessed.client(headers), `0821${String(10_000_000 + from + n)}`, "Rahasia#2026");
          return body.status.code as string;
        }),
      );
      return Object.groupBy(codes, (code) => code);
    };
    // Ten times as many concurrent requests as allowed: none exceeds the limit.
    const found = await tally(here, 200, 0);
    expect([found["LOGIN_WRONG"]?.length, found["CAPTCHA_NEEDED"]?.length]).toEqual([20, 180]);
    const neighbour = guessed.client(here);
    expect((await logIn(neighbour, number, "Garam&Laut7")).body.status.code).toBe("CAPTCHA_NEEDED");
    const answered = async (right: boolean) => {
      const { captchaKey } = (await neighbour.post("/api/user/generateCaptcha", {})).body;
      return { captchaKey, captcha: right ? await sandboxCaptchaAnswer(guessed.services, captchaKey) : "22222" };
    };
    expect((await logIn(neighbour, number, "Garam&Laut7", await answered(false))).body.status.code).toBe(
      "CAPTCHA_WRONG",
    );
    const one = await answered(true);
    expect((await logIn(neighbour, next(), "Garam&Laut7", one)).body.status.code).toBe("LOGIN_WRONG");
    // Each is valid for one try.
    expect((await logIn(neighbour, number, "Garam&Laut7", one)).body.status.code).toBe("CAPTCHA_WRONG");
    expect((await logIn(guessed.client(here, "owner"), number, "Garam&Laut7")).status).toBe(200);
    expect((await logIn(guessed.client(elsewhere), number, "Garam&Laut7")).status).toBe(200);
    expect((await logIn(neighbour, number, "Garam&Laut7", await answered(true))).status).toBe(200);
    // After a correct password the device is known, and is not confirmed again.
    expect((await logIn(neighbour, number, "Garam&Laut7")).status).toBe(200);
    guessed.clock.advance(3_600_000);
    expect((await logIn(guessed.client(here), next(), "Garam&Laut7")).body.status.code).toBe("LOGIN_WRONG");
  });

  it("of many networks count with wrong codes in what stops guessing everywhere", async () => {
    const guessed = await testApp({ environment: { TRUSTED_HOPS: "1" } });
    const { enter: enterThere, givePassword: giveThere, nextNumber: next } = loggingIn(guessed);
    const number = next();
    const owner = guessed.client({ "X-Forwarded-For": "192.0.2.1" }, "owner");
    await enterThere(owner, number);
    await giveThere(owner, number);
    const from = (n: number) => guessed.client({ "X-Forwarded-For": `10.${n}.1.1` });
    const logIn = (client: TestClient, mobileNumber: string, password: string) =>
      client.post("/api/v2/user/union/login", { mobileNumber, password });
    for (let n = 0; n < 20; n++)
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => logIn(from(n), `0822${String(10_000_000 + n * 10 + i)}`, "Rahasia#2026")),
      );
    expect((await logIn(from(99), number, "Garam&Laut7")).body.status.code).toBe("CAPTCHA_NEEDED");
    expect(
      (await logIn(guessed.client({ "X-Forwarded-For": "10.3.1.1" }, "owner"), number, "Garam&Laut7")).status,
    ).toBe(200);
    guessed.clock.advance(600_000);
    expect((await logIn(from(99), number, "Garam&Laut7")).status).toBe(200);
  });
});
