import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import { borrowerContact, borrowerStatus, changeBorrowerNumber, findBorrowerByMobile, pseudonymousUserId, registrationOf, seedBorrower, setBorrowerLanguage, setBorrowerStatus, unlockBorrower } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
let made = 0;
const nextNumber = () => `08${String(1_300_000_000 + ++made * 1_000_007)}`;
const agreements = ["TERMS", "PRIVACY"];

async function codeTo(mobileNumber: string): Promise<string> {
  return (await services.outside.sandbox!.messages.list({ to: mobileNumber }))[0]?.code ?? "";
}
async function askCode(client: TestClient, mobileNumber: string): Promise<string> {
  const { body: captcha } = await client.post("/api/user/generateCaptcha", {});
  const answer = (await sandboxCaptchaAnswer(services, captcha.captchaKey)) ?? "";
  const sent = await client.post("/api/v2/mobile/sendVerification", { mobileNumber, purpose: "LOGIN", channel: "SMS", captchaKey: captcha.captchaKey, captcha: answer });
  return sent.body.verificationId;
}
async function enter(client: TestClient, mobileNumber: string, extra: object = {}, path = "/api/v2/user/union/registerOrLogin"): Promise<TestResponse> {
  const verificationId = await askCode(client, mobileNumber);
  const body = { mobileNumber, verificationId, code: await codeTo(mobileNumber), ...(path.endsWith("login") ? {} : { agreements }), ...extra };
  return client.post(path, body);
}
async function stepUpCode(client: TestClient, mobileNumber: string, purpose: string): Promise<{ verificationId: string; code: string }> {
  clock.advance(60_000);
  const sent = await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose, channel: "SMS" });
  return { verificationId: sent.body.verificationId, code: await codeTo(mobileNumber) };
}
async function givePassword(client: TestClient, mobileNumber: string, password = "Garam&Laut7"): Promise<TestResponse> {
  return client.post("/api/account/password", { ...(await stepUpCode(client, mobileNumber, "SET_PASSWORD")), password });
}
const cookiesOf = (response: TestResponse) => new Map(response.headers.getSetCookie().map((line) => [line.split("=")[0]!, line]));

describe("Registering and logging in", () => {
  it("makes an account for a new number, finds it again, and sets the cookies", async () => {
    const number = nextNumber();
    const client = app.client({ "Accept-Language": "en" });
    const first = await enter(client, number, { invitationCode: "AJAK2026" });
    expect(first.body).toEqual({ userId: expect.any(String), isNew: true });
    const cookies = cookiesOf(first);
    expect(cookies.get("__Host-sid")).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; Secure; SameSite=Lax; HttpOnly$/);
    expect(cookies.get("userToken")).toMatch(/^userToken=v1-[0-9a-f]+-[0-9a-f]+; Path=\/; Secure; SameSite=Lax$/);
    expect(cookies.get("userToken")?.split("-")[1]).toBe(pseudonymousUserId(services, first.body.userId));
    expect(cookies.get("deviceToken")).toMatch(/^deviceToken=fake-\d+; .*Max-Age=31536000$/);
    expect(cookies.get("lenderId")).toContain("lenderId=tunai;");
    expect(cookies.get("lang")).toContain("lang=en;");
    expect(await registrationOf(database, first.body.userId)).toMatchObject({ invitationCode: "AJAK2026", brand: "tunai", passwordSetAt: null });
    const agreed = await database.selectFrom("borrower_agreement").select(["agreement", "language"]).where("borrower_id", "=", first.body.userId).orderBy("agreement").execute();
    expect(agreed).toEqual([{ agreement: "PRIVACY", language: "en" }, { agreement: "TERMS", language: "en" }]);
    clock.advance(60_000);
    const second = await enter(app.client(), `+62${number.slice(1)}`.replace("+62", "62"));
    expect(second.body).toEqual({ userId: first.body.userId, isNew: false });
  });

  it("takes a challenge that was proven before, and its effect once", async () => {
    const number = nextNumber();
    const client = app.client();
    const verificationId = await askCode(client, number);
    const body = { mobileNumber: number, verificationId, agreements };
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).body.status.code).toBe("VERIFICATION_NEEDED");
    await client.post("/api/mobile/verifyVerificationCode", { verificationId, code: await codeTo(number) });
    const other = nextNumber();
    expect((await client.post("/api/v2/user/union/registerOrLogin", { ...body, mobileNumber: other })).body.status.code).toBe("VERIFICATION_NEEDED");
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).status).toBe(200);
    expect((await client.post("/api/v2/user/union/registerOrLogin", body)).body.status.code).toBe("VERIFICATION_NEEDED");
  });

  it("tells what a code lacks: wrong, tried too often, run out", async () => {
    const number = nextNumber();
    const client = app.client();
    const verificationId = await askCode(client, number);
    const attempt = (code: string, id = verificationId) => client.post("/api/v2/user/union/registerOrLogin", { mobileNumber: number, verificationId: id, code, agreements });
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
    expect(answer.body.status).toMatchObject({ code: "INPUT_INVALID", fields: [{ path: "agreements", code: "AGREEMENT_NEEDED" }] });
  });

  it("tells register from login only after the number is proven", async () => {
    const number = nextNumber();
    const unknown = app.client();
    const verificationId = await askCode(unknown, number);
    const early = await unknown.post("/api/v2/user/union/login", { mobileNumber: number, verificationId, code: "000000" });
    expect(early.body.status.code).toBe("OTP_WRONG");
    const proven = { mobileNumber: number, verificationId, code: await codeTo(number) };
    expect((await unknown.post("/api/v2/user/union/login", proven)).body.status.code).toBe("NUMBER_UNKNOWN");
    // The proof was not spent by the refusal.
    expect((await unknown.post("/api/v2/user/union/register", { ...proven, agreements })).body.isNew).toBe(true);
    clock.advance(60_000);
    expect((await enter(app.client(), number, {}, "/api/user/union/register")).body.status.code).toBe("NUMBER_TAKEN");
    clock.advance(60_000);
    expect((await enter(app.client(), number, {}, "/api/v2/user/union/register")).body.status.code).toBe("NUMBER_TAKEN");
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
    const answers = await Promise.all(clients.map((client, n) => client.post("/api/v2/user/union/registerOrLogin", { mobileNumber: number, verificationId: ids[n], agreements })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers[0]?.body.userId).toBe(answers[1]?.body.userId);
    expect(answers.filter((answer) => answer.body.isNew)).toHaveLength(1);
    const rows = await database.selectFrom("borrower").select("borrower_id").where("borrower_id", "in", answers.map((answer) => answer.body.userId)).execute();
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
    await transact(database, (trx) => setBorrowerStatus(services, trx, body.userId, "CLOSED"));
    expect(await borrowerStatus(database, body.userId)).toBe("CLOSED");
    expect(await borrowerContact(services, database, body.userId)).toBeNull();
    clock.advance(60_000);
    expect((await enter(app.client(), number)).body).toMatchObject({ isNew: true });
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
    const weak = await client.post("/api/account/password", { verificationId: services.random.uuid(), code: "123456", password: "password1!" });
    expect(weak.body.status.fields).toMatchObject([{ path: "password", code: "PASSWORD_COMMON" }]);
    expect((await client.post("/api/account/password", { verificationId: services.random.uuid(), password: "Garam&Laut7" })).body.status.code).toBe("VERIFICATION_NEEDED");
    expect((await givePassword(client, number)).status).toBe(200);
    expect((await elsewhere.get("/api/sessions")).status).toBe(401);
    expect((await client.get("/api/session")).body).toMatchObject({ loggedIn: true, hasPassword: true });
    const again = await app.client().post("/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" });
    expect(again.body).toMatchObject({ isNew: false });
    const both = await app.client().post("/api/v2/user/union/login", { mobileNumber: number, password: "x", verificationId: services.random.uuid() });
    expect(both.body.status.fields).toMatchObject([{ path: "password" }]);
    expect((await app.client().post("/api/v2/user/union/login", { mobileNumber: number })).body.status.fields).toMatchObject([{ path: "password", code: "REQUIRED" }]);
  });

  it("may be guessed five times, then strangers wait and the known device does not", async () => {
    const number = nextNumber();
    const home = app.client({ "Device-Token": "device-of-this-home" });
    const { body } = await enter(home, number);
    await givePassword(home, number);
    const stranger = app.client();
    const guess = (client: TestClient, password: string) => client.post("/api/v2/user/union/login", { mobileNumber: number, password });
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(stranger, "Salah&Lagi9")));
    expect(answers.filter((answer) => answer.body.status.code === "LOGIN_WRONG")).toHaveLength(5);
    expect(answers.filter((answer) => answer.body.status.code === "LOGIN_ATTEMPTS" && answer.status === 429)).toHaveLength(15);
    expect((await guess(stranger, "Garam&Laut7")).body.status.code).toBe("LOGIN_ATTEMPTS");
    expect((await guess(app.client({ "Device-Token": "device-of-this-home" }), "Garam&Laut7")).status).toBe(200);
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
    const masked = (answer: TestResponse) => `${answer.status} ${answer.text.replace(/"(traceId|verificationId)":"[^"]*"/g, "")}`;
    for (const [what, ask] of [
      ["pre-check", (number: string) => app.client().get(`/api/user/union/mobileNumberPreCheck?mobileNumber=${number}`)],
      ["password", (number: string) => app.client().post("/api/v2/user/union/login", { mobileNumber: number, password: "Salah&Lagi9" })],
      ["code", async (number: string) => {
        const stranger = app.client();
        const verificationId = await askCode(stranger, number);
        return stranger.post("/api/v2/user/union/login", { mobileNumber: number, verificationId, code: "000000" });
      }],
    ] as const) {
      expect(masked(await ask(known)), what).toBe(masked(await ask(nextNumber())));
    }
  });

  it("take the same time at the password, so that a clock tells nothing either", async () => {
    const known = nextNumber();
    const client = app.client();
    await enter(client, known);
    await givePassword(client, known);
    const unknown = nextNumber();
    const timed = async (number: string) => {
      // Locks are cleared, so that every try takes the whole way.
      await database.deleteFrom("verification_attempt").execute();
      const stranger = app.client();
      await stranger.post("/api/user/generateCaptcha", {});
      const began = performance.now();
      await stranger.post("/api/v2/user/union/login", { mobileNumber: number, password: "Salah&Lagi9" });
      return performance.now() - began;
    };
    const times: { kind: "known" | "unknown"; time: number }[] = [];
    for (let n = 0; n < 40; n++) {
      times.push({ kind: "known", time: await timed(known) }, { kind: "unknown", time: await timed(unknown) });
    }
    // Mann-Whitney's z: beyond 3.3 the two samples would differ (p < 0.001).
    const ranked = times.toSorted((a, b) => a.time - b.time).map((entry, index) => ({ ...entry, rank: index + 1 }));
    const size = times.length / 2;
    const rankSum = ranked.filter((entry) => entry.kind === "known").reduce((sum, entry) => sum + entry.rank, 0);
    const z = (rankSum - (size * (times.length + 1)) / 2) / Math.sqrt((size * size * (times.length + 1)) / 12);
    expect(Math.abs(z)).toBeLessThan(3.3);
  });
});

describe("A session", () => {
  it("of before the login is worth nothing after it, and its cookie is not kept as it is", async () => {
    const client = app.client();
    await client.post("/api/user/generateCaptcha", {});
    const before = client.cookies.get("__Host-sid")!;
    await enter(client, nextNumber());
    const fixed = app.client();
    fixed.cookies.set("__Host-sid", before);
    expect((await fixed.get("/api/session")).body.loggedIn).toBe(false);
    expect((await fixed.get("/api/sessions")).status).toBe(401);
    const rows = await database.selectFrom("login_session").select("token_hash").execute();
    const token = client.cookies.get("__Host-sid")!;
    expect(rows.some((row) => row.token_hash.includes(token))).toBe(false);
    // What a copy of the database holds opens nothing.
    const thief = app.client();
    for (const { token_hash } of rows) {
      thief.cookies.set("__Host-sid", token_hash.toString("base64url"));
      expect((await thief.get("/api/sessions")).status).toBe(401);
    }
  });

  it("is not had by the analytics cookie, true or forged", async () => {
    const client = app.client();
    await enter(client, nextNumber());
    const userToken = client.cookies.get("userToken")!;
    for (const value of [userToken, "v1-000000000000000000000000-00000000"]) {
      const impostor = app.client();
      impostor.cookies.set("userToken", value);
      for (const call of app.api.calls().filter((mounted) => mounted.call.policy.who === "borrower")) {
        const path = call.call.path.replace(/\{\w+\}/g, services.random.uuid());
        const answer = call.call.method === "GET" ? await impostor.get(path) : await impostor.post(path, {});
        expect(answer.status, `${call.call.method} ${path}`).toBe(401);
      }
    }
    const other = app.client();
    const { body } = await enter(other, nextNumber());
    other.cookies.set("userToken", userToken);
    expect((await other.get("/api/session")).body.userId).toBe(body.userId);
  });

  it("ends with its analytics cookie, also where it ended by itself", async () => {
    const client = app.client();
    await enter(client, nextNumber());
    clock.advance(31 * 60_000);
    expect((await client.get("/api/session")).body.loggedIn).toBe(false);
    expect(client.cookies.has("userToken")).toBe(false);
  });

  it("that is remembered lasts 30 days, one that is not half an hour", async () => {
    const [web, remembered] = [app.client(), app.client()];
    await enter(web, nextNumber());
    const { headers } = await enter(remembered, nextNumber(), { rememberDevice: true });
    expect(headers.getSetCookie().find((line) => line.startsWith("__Host-sid"))).toContain("Max-Age=7776000");
    clock.advance(29 * 60_000);
    expect((await web.get("/api/session")).body.loggedIn).toBe(true);
    clock.advance(29 * 86_400_000);
    expect((await web.get("/api/session")).body.loggedIn).toBe(false);
    expect((await remembered.get("/api/session")).body.loggedIn).toBe(true);
  });

  it("logs out by a post alone, and the device token stays", async () => {
    const client = app.client();
    await enter(client, nextNumber());
    const sid = client.cookies.get("__Host-sid")!;
    expect((await client.get("/api/session/logout")).status).toBe(404);
    expect((await client.post("/api/session/logout", {})).body).toEqual({ loggedOut: true });
    expect([...client.cookies.keys()].sort()).toEqual(["deviceToken", "lang", "lenderId"]);
    client.cookies.set("__Host-sid", sid);
    expect((await client.get("/api/session")).body.loggedIn).toBe(false);
    expect((await app.client().post("/api/session/logout", {})).status).toBe(200);
  });

  it("is listed and ended by its owner, and by nobody else", async () => {
    const number = nextNumber();
    const [here, there, stranger] = [app.client({ "User-Agent": "Firefox/1" }), app.client(), app.client()];
    await enter(here, number);
    clock.advance(60_000);
    await enter(there, number);
    await enter(stranger, nextNumber());
    const { items } = (await here.get("/api/sessions")).body;
    expect(items.map((item: { isCurrent: boolean }) => item.isCurrent)).toEqual([false, true]);
    expect(items[1].device).toBe("Firefox/1");
    const page = (await here.get("/api/sessions?limit=1")).body;
    expect((await here.get(`/api/sessions?limit=1&cursor=${page.nextCursor}`)).body).toMatchObject({ items: [{ isCurrent: true }], nextCursor: null });
    for (const odd of ["-".repeat(36), "0".repeat(36), "x"]) {
      const refused = await here.get(`/api/sessions?cursor=${odd}`);
      expect([odd, refused.status, refused.body.status.fields]).toEqual([odd, 422, [expect.objectContaining({ path: "cursor", code: "CURSOR_INVALID" })]]);
    }
    expect((await stranger.post(`/api/sessions/${items[0].id}/revoke`, {})).body).toEqual({ revoked: false });
    expect((await there.get("/api/sessions")).status).toBe(200);
    expect((await here.post(`/api/sessions/${items[0].id}/revoke`, {})).body).toEqual({ revoked: true });
    expect((await there.get("/api/sessions")).status).toBe(401);
    clock.advance(60_000);
    await enter(there, number);
    expect((await here.post("/api/sessions/revokeOthers", {})).body).toEqual({ revoked: true });
    expect((await there.get("/api/sessions")).status).toBe(401);
    expect((await here.get("/api/sessions")).status).toBe(200);
  });
});

describe("A step-up", () => {
  it("proves its one purpose for ten minutes under a renewed cookie; the old one reads for 30 seconds and never writes", async () => {
    const number = nextNumber();
    const client = app.client();
    await enter(client, number, { rememberDevice: true });
    const old = client.cookies.get("__Host-sid")!;
    const proof = await stepUpCode(client, number, "STEP_UP_WITHDRAW");
    const wrong = await client.post("/api/session/stepUp", { ...proof, code: String((Number(proof.code) + 1) % 1_000_000).padStart(6, "0") });
    expect(wrong.body.status.code).toBe("OTP_WRONG");
    const done = await client.post("/api/session/stepUp", proof);
    expect(done.body).toEqual({ purpose: "STEP_UP_WITHDRAW", validForSeconds: 600 });
    expect(cookiesOf(done).get("__Host-sid")).toMatch(/Max-Age=77\d{5}/);
    expect(client.cookies.get("__Host-sid")).not.toBe(old);
    const session = await app.caller({ Cookie: `__Host-sid=${client.cookies.get("__Host-sid")}` }).session();
    const now = services.clock.realNow();
    expect(session?.proves("STEP_UP_WITHDRAW", now)).toBe(true);
    expect(session?.proves("STEP_UP_SIGN", now)).toBe(false);
    expect(session?.proves("STEP_UP_WITHDRAW", new Date(now.getTime() + 600_000))).toBe(false);
    const late = app.client();
    late.cookies.set("__Host-sid", old);
    expect((await late.get("/api/sessions")).status).toBe(200);
    expect((await late.post("/api/sessions/revokeOthers", {})).status).toBe(401);
    clock.advance(31_000);
    expect((await late.get("/api/sessions")).status).toBe(401);
  });

  it("takes no code of another session, of a login, or one that was used", async () => {
    const number = nextNumber();
    const client = app.client();
    await enter(client, number);
    clock.advance(60_000);
    const loginCode = { verificationId: await askCode(client, number), code: await codeTo(number) };
    expect((await client.post("/api/session/stepUp", loginCode)).body.status.code).toBe("VERIFICATION_NEEDED");
    const proof = await stepUpCode(client, number, "STEP_UP_SIGN");
    const other = app.client();
    await enter(other, nextNumber());
    expect((await other.post("/api/session/stepUp", proof)).body.status.code).toBe("VERIFICATION_NEEDED");
    expect((await client.post("/api/session/stepUp", proof)).status).toBe(200);
    expect((await client.post("/api/session/stepUp", proof)).body.status.code).toBe("VERIFICATION_NEEDED");
  });
});

describe("The entry from a native app", () => {
  const device = { "Device-Token": "device-of-the-native-app" };
  async function nativeApp(number: string) {
    const client = app.client({ ...device, "User-Agent": "TunaiApp/2.11.8" });
    const { body } = await enter(client, number);
    const token = client.cookies.get("__Host-sid")!;
    // The app's own client keeps its session's id itself and sends no cookie.
    const native = app.client({ ...device, Authorization: `Bearer ${token}`, "Sec-Fetch-Site": "none" });
    return { userId: body.userId as string, native: { post: (path: string, sent: unknown) => native.send("POST", path, JSON.stringify(sent), { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" }) } };
  }
  const codeIn = (url: string) => new URL(url).searchParams.get("t")!;

  it("opens a web view's own session once", async () => {
    const number = nextNumber();
    const { native, userId } = await nativeApp(number);
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/bills?x=1" });
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/webview\/enter\?t=[\w-]{22}$/);
    const view = app.client(device);
    expect((await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`)).body).toEqual({ maskedMobileNumber: expect.stringContaining("••••"), replacesMaskedMobileNumber: null });
    const entered = await view.post("/api/session/webviewEntry", { t: codeIn(body.url) });
    expect(entered.body).toEqual({ path: "/webview/bills?x=1" });
    expect(cookiesOf(entered).get("__Host-sid")).toContain("Max-Age=7776000");
    expect((await view.get("/api/session")).body.userId).toBe(userId);
    expect((await view.post("/api/session/webviewEntry", { t: codeIn(body.url) })).body.status.code).toBe("ENTRY_INVALID");
    expect((await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`)).status).toBe(410);
  });

  it("is refused on another device, after a minute, when it is invented, and to two at once", async () => {
    const { native } = await nativeApp(nextNumber());
    const make = async () => codeIn((await native.post("/api/user/webviewCode", { path: "/webview/home" })).body.url);
    const foreign = await make();
    for (const headers of [{ "Device-Token": "device-of-a-stranger" }, {}] as Record<string, string>[]) {
      expect((await app.client(headers).post("/api/session/webviewEntry", { t: foreign })).body.status.code).toBe("ENTRY_INVALID");
    }
    const late = await make();
    clock.advance(60_000);
    expect((await app.client(device).post("/api/session/webviewEntry", { t: late })).body.status.code).toBe("ENTRY_INVALID");
    expect((await app.client(device).post("/api/session/webviewEntry", { t: "invented" })).body.status.code).toBe("ENTRY_INVALID");
    const raced = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.client(device).post("/api/session/webviewEntry", { t: raced })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it("leads to own pages only, and says whom it would log out", async () => {
    const { native } = await nativeApp(nextNumber());
    for (const path of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
      expect((await native.post("/api/user/webviewCode", { path })).body.status.fields).toMatchObject([{ path: "path", code: "PATH_INVALID" }]);
    }
    expect((await app.client().post("/api/user/webviewCode", { path: "/webview/home" })).status).toBe(401);
    const view = app.client(device);
    const present = nextNumber();
    await enter(view, present);
    // A page's cookie is not the app's credential: a script in the page could carry the login away with it.
    expect((await view.post("/api/user/webviewCode", { path: "/webview/home" })).status).toBe(401);
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/home" });
    const shown = await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`);
    expect(shown.body.replacesMaskedMobileNumber).toBe(`${present.slice(0, 4)}••••${present.slice(-3)}`);
  });

  it("is refused for an account that was blocked meanwhile", async () => {
    const { native, userId } = await nativeApp(nextNumber());
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/home" });
    await transact(database, (trx) => setBorrowerStatus(services, trx, userId, "BLOCKED"));
    expect((await app.client(device).post("/api/session/webviewEntry", { t: codeIn(body.url) })).body.status.code).toBe("ACCOUNT_BLOCKED");
  });
});

describe("What other domains ask", () => {
  it("is where messages go, whose a number is, and a changed number, which only its owner has", async () => {
    const [number, next] = [nextNumber(), nextNumber()];
    const id = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number, language: "zh" }));
    expect(await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }))).toBe(id);
    expect(await borrowerContact(services, database, id)).toEqual({ mobileNumber: number, language: "zh" });
    await setBorrowerLanguage(database, id, "en");
    expect(await transact(database, (trx) => changeBorrowerNumber(services, trx, id, next))).toBe(true);
    expect(await borrowerContact(services, database, id)).toEqual({ mobileNumber: next, language: "en" });
    expect(await findBorrowerByMobile(services, database, number)).toBeNull();
    expect(await findBorrowerByMobile(services, database, next)).toBe(id);
    const other = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: number }));
    expect(await transact(database, (trx) => changeBorrowerNumber(services, trx, other, next))).toBe(false);
    expect(await findBorrowerByMobile(services, database, number)).toBe(other);
  });
});
