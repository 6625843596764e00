/** Only a native app's own client receives its session in the body. */
import { expect, it } from "vitest";
import { bringsSession, isAppClient } from "#server/call/app-session.ts";
import { createLog } from "#server/process/log.server.ts";
import { cookieNames, testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const logged: string[] = [];
const log = createLog({ now: () => new Date(0), level: "debug", sink: (line) => void logged.push(line) });
const app = await testApp({ log });
const { clock } = app;
const { agreements, askCode, codeTo, enter, givePassword, nextNumber, stepUpCode } = loggingIn(app);

/** As an app's developer writes it: no cookie jar, and the token of the last answer as bearer token. */
function appClient(): TestClient & { token: string | null; tokens: string[]; devices: string[] } {
  const plain = app.client({ "Client-Type": "APP", "Sec-Fetch-Site": "", "Device-Token": "device-of-the-app" });
  const send: TestClient["send"] = async (method, path, body, headers = {}) => {
    const device = client.devices[0];
    const known: Record<string, string> = device ? { "Known-Device": device } : {};
    const answered = await plain.send(method, path, body, { ...bearerOf(client), ...known, ...headers });
    expect([path, answered.headers.getSetCookie()]).toEqual([path, []]);
    const { session } = (answered.body ?? {}) as { session?: { token: string; knownDevice?: string } };
    if (session) client.tokens.push((client.token = session.token));
    if (session?.knownDevice) client.devices.push(session.knownDevice);
    return answered;
  };
  const client = {
    token: null as string | null,
    tokens: [] as string[],
    devices: [] as string[],
    cookies: plain.cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      send("POST", path, JSON.stringify(body), { "Content-Type": "application/json", ...headers }),
  };
  return client;
}
const bearerOf = ({ token }: { token?: string | null }): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};
const withToken = (token: string) =>
  app.client({ "Client-Type": "APP", "Sec-Fetch-Site": "", Authorization: `Bearer ${token}` });

it("an app registers, logs in, steps up and goes on by the token of each answer, without a cookie", async () => {
  const client = appClient();
  const number = nextNumber();
  const entered = await enter(client, number);
  expect(entered.status).toBe(200);
  const day = new Date(app.services.clock.realNow().getTime() + 12 * 3_600_000).toISOString();
  expect(entered.body.session).toEqual({ token: client.token, expiresAt: day });
  // The first answer registered the device; the app sends its id from then on and receives it only once.
  expect(client.devices).toHaveLength(1);
  expect(app.caller({ "Known-Device": client.devices[0]! }).knownDevice).toEqual(expect.any(String));
  expect(entered.headers.get("cache-control")).toBe("no-store");
  // The captcha belonged to an anonymous session and is invalid now.
  expect(client.tokens).toHaveLength(2);
  expect((await withToken(client.tokens[0]!).get("/api/sessions")).status).toBe(401);
  expect((await client.get("/api/sessions")).body.items).toHaveLength(1);

  const before = client.token!;
  const renewed = await client.post("/api/session/stepUp", await stepUpCode(client, number, "STEP_UP_BIND"));
  expect(renewed.body).toMatchObject({ purpose: "STEP_UP_BIND", session: { expiresAt: day } });
  expect(client.token).not.toBe(before);
  expect((await client.get("/api/sessions")).status).toBe(200);

  expect((await givePassword(client, number)).status).toBe(200);
  const again = appClient();
  const login = await again.post("/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" });
  expect(login.body.session.token).toBe(again.token);
  expect((await again.get("/api/session")).body.loggedIn).toBe(true);
  // No answer repeats the token of its request.
  expect((await again.get("/api/sessions")).text).not.toContain(again.token!);
  expect((await again.post("/api/sessions/revokeOthers", {})).body).toEqual({ revoked: true });
  expect((await client.get("/api/sessions")).status).toBe(401);

  expect((await again.post("/api/session/logout", {})).body).toEqual({ loggedOut: true });
  expect((await again.get("/api/sessions")).status).toBe(401);
  for (const token of [...client.tokens, ...again.tokens]) expect(logged.join("\n")).not.toContain(token);
});

it("a refusal brings no session, whatever was opened for it", async () => {
  const client = appClient();
  const wrong = await client.post("/api/v2/user/union/login", { mobileNumber: nextNumber(), password: "no such 1!" });
  expect([wrong.body.status.code, wrong.text.includes("token"), client.token]).toEqual(["LOGIN_WRONG", false, null]);
});

it("nothing that a browser sends of itself is an app's", () => {
  const isApp = (headers: Record<string, string>) => isAppClient(new Headers(headers));
  expect(isApp({ "Client-Type": "APP", Authorization: "Bearer x", "Device-Token": "a", "User-Agent": "b" })).toBe(true);
  for (const type of ["H5", "WEBVIEW", "app", ""]) expect(isApp({ "Client-Type": type })).toBe(false);
  expect(isApp({})).toBe(false);
  const fetched = ["Site", "Mode", "Dest", "User", "Storage-Access", "To-Come"].map((name) => `Sec-Fetch-${name}`);
  for (const name of ["Cookie", "Origin", ...fetched])
    for (const value of ["", "x"])
      expect([name, isApp({ "Client-Type": "APP", [name]: value })]).toEqual([name, false]);
});

const ofBrowsers: [string, Record<string, string>][] = [
  ["a cookie", { Cookie: "lang=id" }],
  ["an origin", { Origin: "http://localhost:3000" }],
  ["a Sec-Fetch header", { "Sec-Fetch-Mode": "cors" }],
];

/** The token in the answer's cookie. */
function tokenOf(answered: TestResponse): string {
  expect(answered.status, answered.text).toBe(200);
  const line = answered.headers.getSetCookie().find((set) => set.startsWith(`${cookieNames.borrower}=`))!;
  return line.slice(cookieNames.borrower.length + 1, line.indexOf(";"));
}

it.each(ofBrowsers)(
  "a request with %s gets its session in the cookie alone, from every login call",
  async (_, sent) => {
    const number = nextNumber();
    const called: string[] = [];
    /** By a client that was an app so far, with the one additional header of a browser. */
    const post = async (client: ReturnType<typeof appClient>, path: string, body: object): Promise<void> => {
      const { send } = app.client({ "Client-Type": "APP", "Sec-Fetch-Site": "", ...bearerOf(client), ...sent });
      const answered = await send("POST", path, JSON.stringify(body), { "Content-Type": "application/json" });
      called.push(path);
      expect([path, answered.body.session]).toEqual([path, undefined]);
      expect(answered.text).not.toContain(tokenOf(answered));
    };
    const byCode = async (path: string, mobileNumber: string): Promise<void> => {
      clock.advance(3_600_000);
      const client = appClient();
      const verificationId = await askCode(client, mobileNumber);
      const proof = { mobileNumber, verificationId, code: await codeTo(mobileNumber) };
      await post(client, path, path.endsWith("login") ? proof : { ...proof, agreements });
    };
    await post(appClient(), "/api/user/generateCaptcha", {});
    await byCode("/api/v2/user/union/registerOrLogin", number);
    await byCode("/api/v2/user/union/register", nextNumber());
    await byCode("/api/user/union/register", nextNumber());
    await byCode("/api/v2/user/union/login", number);
    clock.advance(3_600_000);
    const client = appClient();
    await enter(client, number);
    await givePassword(client, number);
    await post(client, "/api/session/stepUp", await stepUpCode(client, number, "STEP_UP_BIND"));
    await post(appClient(), "/api/v2/user/union/login", { mobileNumber: number, password: "Garam&Laut7" });
    expect(called).toHaveLength(7);
  },
);

it("every call that may bring a session answers an object in which it is published", async () => {
  const { body: document } = await app.client().get("/api/openapi.json");
  const calls = app.api.calls().filter(({ call }) => bringsSession(call) && !call.internal);
  expect(calls.length).toBeGreaterThan(10);
  for (const { call } of calls) {
    const path = Object.keys(document.paths).find(
      (one) => one.replaceAll(/\{\w+\}/g, "") === call.path.replaceAll(/\{\w+\}/g, ""),
    )!;
    const { schema } = document.paths[path].post.responses[String(call.status ?? 200)].content["application/json"];
    expect([call.path, schema.properties.session.$ref]).toEqual([call.path, "#/components/schemas/AppSession"]);
    expect(schema.required ?? []).not.toContain("session");
  }
  const others = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation).includes("AppSession"));
  expect(others.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ call }) => call.id).sort());
});
