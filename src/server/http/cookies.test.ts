/** Names and attributes of cookies, by the origin that the browser used. */
import { expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { callerOf } from "./caller-of.ts";
import { cookiesAt, hostCookies, loopbackCookies } from "./cookies.ts";

const app = await testApp({
  environment: { PUBLIC_ORIGIN: "https://tunai.test,http://localhost:3000,http://10.0.0.5" },
});
const at = (host: string): TestClient => app.client({ Host: host });
const visit = async (client: TestClient): Promise<string[]> =>
  (await client.post("/api/user/generateCaptcha", {})).headers.getSetCookie();

it("On https a session's cookie is the host's own and secure, and so are that of a known device and the label beside it.", async () => {
  expect(await visit(at("tunai.test"))).toEqual([
    expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; Secure; SameSite=Lax; HttpOnly$/),
    expect.stringMatching(
      /^__Host-device=[\w-]{22}\.[\w-]{43}; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=31536000$/,
    ),
    expect.stringMatching(/^deviceToken=fake-\d{13}-[0-9a-f]{16}; Path=\/; Secure; SameSite=Lax; Max-Age=31536000$/),
  ]);
});

it("On plain http of this machine every browser keeps it: Safari refuses Secure there, and a __Host- name needs it.", async () => {
  const set = await visit(at("localhost:3000"));
  expect(set[0]).toMatch(/^sid=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/);
  expect(set.join()).not.toContain("Secure");
});

it("A session is read under the name of its own origin alone.", async () => {
  const client = at("tunai.test");
  await visit(client);
  const bring = (origin: string, cookie: string) =>
    callerOf(
      { services: app.services, brands: app.services.brands },
      {
        method: "GET",
        origin,
        path: "/",
        query: new URLSearchParams(),
        host: new URL(origin).host,
        headers: new Headers({ cookie }),
        peerAddress: "127.0.0.1",
        body: () => Promise.reject(new Error("There is none.")),
        read: () => Promise.reject(new Error("There is none.")),
        web: () => {
          throw new Error("There is none.");
        },
      },
      origin,
    );
  const token = client.cookies.get("__Host-sid") ?? "";
  expect(await bring("https://tunai.test", `__Host-sid=${token}`).session()).not.toBeNull();
  expect(await bring("http://localhost:3000", `sid=${token}`).session()).not.toBeNull();
  // On https, a page of a sibling host or of plain http could have set it.
  expect(await bring("https://tunai.test", `sid=${token}`).session()).toBeNull();
  expect(await bring("http://localhost:3000", `__Host-sid=${token}`).session()).toBeNull();
});

it.each([
  ["https://tunai.example", "dev"],
  ["https://localhost:3000", "dev"],
  ["http://tunai.example", "dev"],
  ["http://192.168.1.5:3000", "feat"],
  ["http://localhost.evil.example", "dev"],
  ["http://localhost:3000", "prod"],
] as const)("Cookies at %s in %s are a host's own.", (origin, appEnv) => {
  expect(cookiesAt(origin, appEnv)).toBe(hostCookies);
});

it.each([
  "http://localhost:3000",
  "http://localhost",
  "http://127.0.0.1:8080",
  "http://[::1]:3000",
  "http://tunai.localhost:3000",
])("Cookies at %s are kept by every browser.", (origin) => {
  expect(cookiesAt(origin, "dev")).toBe(loopbackCookies);
});
