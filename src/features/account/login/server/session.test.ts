import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { cookieNames, testApp } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { freezeBorrower, setBorrowerStatus } from "./index.ts";

const app = await testApp({ everySweep: true });
const { services, clock } = app;
const { database } = services;
const { askCode, codeTo, cookiesOf, enter, givePassword, nextNumber, stepUpCode } = loggingIn(app);

describe("A session", () => {
  it("of before the login is worth nothing after it, and its cookie is not kept as it is", async () => {
    const client = app.client();
    await client.post("/api/user/generateCaptcha", {});
    const before = client.cookies.get("sid")!;
    await enter(client, nextNumber());
    const fixed = app.client();
    fixed.cookies.set("sid", before);
    expect((await fixed.get("/api/session")).body.loggedIn).toBe(false);
    expect((await fixed.get("/api/sessions")).status).toBe(401);
    const rows = await database.selectFrom("login_session").select("tokenHash").execute();
    const token = client.cookies.get("sid")!;
    expect(rows.some((row) => row.tokenHash.includes(token))).toBe(false);
    // A copy of the database contains nothing that opens a session.
    const thief = app.client();
    for (const { tokenHash } of rows) {
      thief.cookies.set("sid", tokenHash.toString("base64url"));
      expect((await thief.get("/api/sessions")).status).toBe(401);
    }
  });

  it("of an earlier login in this browser ends with the next one, by code, by password and by the app's entry", async () => {
    const number = nextNumber();
    const client = app.client(
      { "Device-Token": "device-of-this-browser", "User-Agent": "TunaiApp/2.11.8" },
      "device-of-this-browser",
    );
    const ended = async (sid: string) => {
      const earlier = app.client();
      earlier.cookies.set(cookieNames.borrower, sid);
      return (await earlier.get("/api/sessions")).status === 401;
    };
    const sid = () => client.cookies.get(cookieNames.borrower)!;
    await enter(client, number);
    expect((await givePassword(client, number)).status).toBe(200);
    const byCode = sid();
    expect(await ended(byCode)).toBe(false);
    clock.advance(60_000);
    await enter(client, number);
    const again = sid();
    expect([await ended(byCode), await ended(again)]).toEqual([true, false]);
    await client.post("/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" });
    const byPassword = sid();
    expect([await ended(again), await ended(byPassword)]).toEqual([true, false]);
    const native = app.client({ "Device-Token": "device-of-this-browser", Authorization: `Bearer ${byPassword}` });
    const { url } = (await native.post("/api/user/webviewCode", { path: "/webview/home" })).body;
    await client.post("/api/session/webviewEntry", { t: new URL(url).searchParams.get("t") });
    expect([await ended(byPassword), await ended(sid())]).toEqual([true, false]);
    // One person and one browser: one session remains.
    expect((await client.get("/api/sessions")).body.items).toHaveLength(1);
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

  it("that is over is told as such, and an own logout or a visit without one is not", async () => {
    const [client, other] = [app.client(), app.client()];
    const number = nextNumber();
    await enter(client, number);
    clock.advance(61_000);
    await enter(other, number);
    const told = async (one: typeof client) => (await one.get("/api/session")).body;
    expect(await told(client)).toMatchObject({ loggedIn: true, hasEnded: false });
    await other.post("/api/sessions/revokeOthers", {});
    expect(await told(client)).toMatchObject({ loggedIn: false, hasEnded: true });
    expect(await told(other)).toMatchObject({ loggedIn: true, hasEnded: false });
    clock.advance(31 * 60_000);
    expect(await told(other)).toMatchObject({ loggedIn: false, hasEnded: true });
    const visitor = app.client();
    await askCode(visitor, nextNumber());
    clock.advance(2 * 86_400_000);
    expect(await told(visitor)).toMatchObject({ loggedIn: false, hasEnded: false });
    const leaver = app.client();
    await enter(leaver, nextNumber());
    await leaver.post("/api/session/logout", {});
    expect(await told(leaver)).toMatchObject({ loggedIn: false, hasEnded: false });
  });

  it("that is remembered lasts 30 days, one that is not half an hour", async () => {
    const [web, remembered] = [app.client(), app.client()];
    await enter(web, nextNumber());
    const { headers } = await enter(remembered, nextNumber(), { rememberDevice: true });
    expect(headers.getSetCookie().find((line) => line.startsWith("sid"))).toContain("Max-Age=7776000");
    clock.advance(29 * 60_000);
    expect((await web.get("/api/session")).body.loggedIn).toBe(true);
    clock.advance(29 * 86_400_000);
    expect((await web.get("/api/session")).body.loggedIn).toBe(false);
    expect((await remembered.get("/api/session")).body.loggedIn).toBe(true);
  });

  it("logs out by a post alone, and the device token stays", async () => {
    const client = app.client();
    await enter(client, nextNumber());
    const sid = client.cookies.get("sid")!;
    expect((await client.get("/api/session/logout")).status).toBe(405);
    expect((await client.get("/api/session")).headers.get("clear-site-data")).toBeNull();
    const remaining = await client.post("/api/session/logout", {});
    expect(remaining.body).toEqual({ loggedOut: true });
    expect(remaining.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect([...client.cookies.keys()].sort()).toEqual(["device", "deviceToken", "lang", "lenderId"]);
    client.cookies.set("sid", sid);
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
    expect((await here.get(`/api/sessions?limit=1&cursor=${page.nextCursor}`)).body).toMatchObject({
      items: [{ isCurrent: true }],
      nextCursor: null,
    });
    for (const odd of ["-".repeat(36), "0".repeat(36), "x"]) {
      const refused = await here.get(`/api/sessions?cursor=${odd}`);
      expect([odd, refused.status, refused.body.status.fields]).toEqual([
        odd,
        422,
        [expect.objectContaining({ path: "cursor", code: "CURSOR_INVALID" })],
      ]);
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
    const old = client.cookies.get("sid")!;
    const proof = await stepUpCode(client, number, "STEP_UP_WITHDRAW");
    const wrong = await client.post("/api/session/stepUp", {
      ...proof,
      code: String((Number(proof.code) + 1) % 1_000_000).padStart(6, "0"),
    });
    expect(wrong.body.status.code).toBe("OTP_WRONG");
    const done = await client.post("/api/session/stepUp", proof);
    expect(done.body).toEqual({ purpose: "STEP_UP_WITHDRAW", validForSeconds: 600 });
    expect(cookiesOf(done).get("sid")).toMatch(/Max-Age=77\d{5}/);
    expect(client.cookies.get("sid")).not.toBe(old);
    const session = await app.caller({ Cookie: `sid=${client.cookies.get("sid")}` }).session();
    const now = services.clock.realNow();
    expect(session?.proves("STEP_UP_WITHDRAW", now)).toBe(true);
    expect(session?.proves("STEP_UP_SIGN", now)).toBe(false);
    expect(session?.proves("STEP_UP_WITHDRAW", new Date(now.getTime() + 600_000))).toBe(false);
    const late = app.client();
    late.cookies.set("sid", old);
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
    const token = client.cookies.get("sid")!;
    // The app's own client stores its session id itself and sends no cookie.
    const native = app.client({ ...device, Authorization: `Bearer ${token}`, "Sec-Fetch-Site": "none" });
    return {
      userId: body.userId as string,
      native: {
        post: (path: string, sent: unknown) =>
          native.send("POST", path, JSON.stringify(sent), {
            "Content-Type": "application/json",
            "Sec-Fetch-Site": "same-origin",
          }),
      },
    };
  }
  const codeIn = (url: string) => new URL(url).searchParams.get("t")!;

  it("opens a web view's own session once", async () => {
    const number = nextNumber();
    const { native, userId } = await nativeApp(number);
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/bills?x=1" });
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/webview\/enter\?t=[\w-]{22}$/);
    const view = app.client(device);
    expect((await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`)).body).toEqual({
      maskedMobileNumber: expect.stringContaining("••••"),
      replacesMaskedMobileNumber: null,
    });
    const entered = await view.post("/api/session/webviewEntry", { t: codeIn(body.url) });
    expect(entered.body).toEqual({ path: "/webview/bills?x=1" });
    expect(cookiesOf(entered).get("sid")).toContain("Max-Age=7776000");
    expect((await view.get("/api/session")).body.userId).toBe(userId);
    expect((await view.post("/api/session/webviewEntry", { t: codeIn(body.url) })).body.status.code).toBe(
      "ENTRY_INVALID",
    );
    expect((await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`)).status).toBe(410);
  });

  it("is refused on another device, after a minute, when it is invented, and to two at once", async () => {
    const { native } = await nativeApp(nextNumber());
    const make = async () => codeIn((await native.post("/api/user/webviewCode", { path: "/webview/home" })).body.url);
    const foreign = await make();
    for (const headers of [{ "Device-Token": "device-of-a-stranger" }, {}] as Record<string, string>[]) {
      expect((await app.client(headers).post("/api/session/webviewEntry", { t: foreign })).body.status.code).toBe(
        "ENTRY_INVALID",
      );
    }
    const late = await make();
    clock.advance(60_000);
    expect((await app.client(device).post("/api/session/webviewEntry", { t: late })).body.status.code).toBe(
      "ENTRY_INVALID",
    );
    expect((await app.client(device).post("/api/session/webviewEntry", { t: "invented" })).body.status.code).toBe(
      "ENTRY_INVALID",
    );
    const raced = await make();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.client(device).post("/api/session/webviewEntry", { t: raced })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it("leads to own pages only, and says whom it would log out", async () => {
    const { native } = await nativeApp(nextNumber());
    for (const path of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/api/session/logout",
      "/event/uploadLog",
      "/webview/../api/session",
      "/./event/uploadLog",
    ]) {
      expect((await native.post("/api/user/webviewCode", { path })).body.status.fields).toMatchObject([
        { path: "path", code: "PATH_INVALID" },
      ]);
    }
    expect((await app.client().post("/api/user/webviewCode", { path: "/webview/home" })).status).toBe(401);
    const view = app.client(device);
    const present = nextNumber();
    await enter(view, present);
    // A page's cookie is not accepted as the app's credential: otherwise a script in the page could steal the login.
    expect((await view.post("/api/user/webviewCode", { path: "/webview/home" })).status).toBe(401);
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/home" });
    const shown = await view.get(`/api/session/webviewEntry?t=${codeIn(body.url)}`);
    expect(shown.body.replacesMaskedMobileNumber).toBe(`${present.slice(0, 4)}••••${present.slice(-3)}`);
  });

  it("is forgotten a day after it was made", async () => {
    const { native } = await nativeApp(nextNumber());
    await database.deleteFrom("webview_code").execute();
    await native.post("/api/user/webviewCode", { path: "/webview/home" });
    const count = async () => (await database.selectFrom("webview_code").select("codeHash").execute()).length;
    clock.advance(86_400_000);
    await services.sweeps.runAllDue(services);
    expect(await count()).toBe(1);
    clock.advance(300_000);
    await services.sweeps.runAllDue(services);
    expect(await count()).toBe(0);
  });

  it("is refused for an account that was blocked meanwhile", async () => {
    const { native, userId } = await nativeApp(nextNumber());
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/home" });
    await transact(database, (trx) => setBorrowerStatus(services, trx, userId, "BLOCKED"));
    expect((await app.client(device).post("/api/session/webviewEntry", { t: codeIn(body.url) })).body.status.code).toBe(
      "ACCOUNT_BLOCKED",
    );
  });

  it("says of an account that was frozen meanwhile that it is frozen", async () => {
    const { native, userId } = await nativeApp(nextNumber());
    const { body } = await native.post("/api/user/webviewCode", { path: "/webview/home" });
    await transact(database, (trx) => freezeBorrower(services, trx, userId));
    expect((await app.client(device).post("/api/session/webviewEntry", { t: codeIn(body.url) })).body.status.code).toBe(
      "ACCOUNT_FROZEN",
    );
  });
});
