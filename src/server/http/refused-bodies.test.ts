/** The handling of request bodies before the caller is authorised, over real connections. */
import { Agent, createServer, request, type ClientRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostileBodies } from "#tests/support/hostile-bodies.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { createApp } from "#app.ts";

const app = await testApp();
const { services } = app;
/** Bodies whose reading has begun. */
let reading = 0;
const front = createApp({
  api: app.api,
  brands: services.brands,
  build: () => Promise.reject(new Error("no screens here")),
  mode: "test",
  cache: null,
  clientFolder: null,
  ready: async () => true,
  load: { admit: () => true, leave: () => {}, pause: () => (reading++, () => {}) },
});
let agent = new Agent({ keepAlive: true, maxSockets: 1 });
let server: Server;
beforeEach(() => {
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  reading = 0;
});
beforeAll(async () => {
  server = createServer((incoming, response) => front.serve(incoming, response));
  await new Promise<void>((ready) => server.listen(0, ready));
});
afterAll(() => {
  agent.destroy();
  server.close();
});

interface Sending {
  outgoing: ClientRequest;
  answered: Promise<{ status: number; code: string; localPort: number }>;
}
function post(path: string, headers: Record<string, string | number>, client?: TestClient): Sending {
  const own: Record<string, string | number> = { host: "localhost:3000", "sec-fetch-site": "same-origin", ...headers };
  if (client) own["cookie"] = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, path, method: "POST", headers: own, agent });
  return {
    outgoing,
    answered: new Promise((done, failed) => {
      outgoing.on("error", failed).on("response", (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () => {
          const { status } = JSON.parse(text || "{}") as { status?: { code: string } };
          done({
            status: response.statusCode ?? 0,
            code: status?.code ?? "",
            localPort: outgoing.socket?.localPort ?? 0,
          });
        });
      });
    }),
  };
}
function send(path: string, type: string, body: string | Buffer, client?: TestClient): Sending["answered"] {
  const { outgoing, answered } = post(
    path,
    { "content-type": type, "content-length": Buffer.byteLength(body) },
    client,
  );
  outgoing.end(body);
  return answered;
}
const multipart = "multipart/form-data; boundary=hostile";
const cardPhoto = "/api/identity/card-photo";
const compareFile = "/api/verify/00000000-0000-4000-8000-000000000000";
const sessions = async () =>
  Number(
    (
      await services.database
        .selectFrom("login_session")
        .select((e) => e.fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("whoever may not call", () => {
  it.each([
    ["a borrower's call", "/api/profile/draft"],
    ["a borrower's call with a file", cardPhoto],
    ["a staff call", "/api/staff/members"],
    ["a call by link with a file", "/api/complaint/ticket/photo"],
  ])("is refused %s before a byte of the body was read", async (_name, path) => {
    const { outgoing, answered } = post(path, { "content-type": multipart, "content-length": 8_000_000 });
    outgoing.flushHeaders();
    const { status, code } = await answered;
    expect([401, 403]).toContain(status);
    expect(["NOT_LOGGED_IN", "LINK_INVALID"]).toContain(code);
    expect(reading).toBe(0);
    outgoing.on("error", () => {}).destroy();
  });
  it("is told so and not that the body is broken", async () => {
    for (const path of ["/api/profile/draft", "/api/staff/members"])
      expect(await send(path, "application/json", "{")).toMatchObject({ status: 401, code: "NOT_LOGGED_IN" });
  });
  it("reads the refusal while all of a large body is still under way, and may ask again over the same connection", async () => {
    const { localPort } = await send(cardPhoto, multipart, "");
    for (const size of [10, 70_000, 8_000_000]) {
      expect(await send(cardPhoto, multipart, "x".repeat(size)), String(size)).toMatchObject({
        status: 401,
        localPort,
      });
      const { outgoing, answered } = post(cardPhoto, { "content-type": multipart, "transfer-encoding": "chunked" });
      outgoing.end("x".repeat(size));
      expect(await answered, `${size} in chunks`).toMatchObject({ status: 401, localPort });
    }
  });
  it("is found out also when the right ended while the file was under way", async () => {
    const client = await app.loggedIn(services.random.uuid());
    const { outgoing, answered } = post(cardPhoto, { "content-type": multipart }, client);
    outgoing.write('--hostile\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    // Read only after the session was found valid.
    await expect.poll(() => reading).toBe(1);
    expect((await client.post("/api/session/logout", {})).status).toBe(200);
    outgoing.end("photo\r\n--hostile--\r\n");
    expect(await answered).toMatchObject({ status: 401, code: "NOT_LOGGED_IN" });
  });
  it("opens no session with a body that nobody can read", async () => {
    const before = await sessions();
    expect(await send("/api/user/generateCaptcha", "application/json", "{")).toMatchObject({ code: "BODY_UNREADABLE" });
    expect(await sessions()).toBe(before);
  });
});

it("A call that takes no file takes no form in parts, however small.", async () => {
  const form = '--hostile\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--hostile--\r\n';
  expect(await send("/api/user/generateCaptcha", multipart, form)).toMatchObject({
    status: 400,
    code: "BODY_UNREADABLE",
  });
});

describe("a body that costs a careless server a second", () => {
  it.each(hostileBodies().map((one) => [one.name, one] as const))(
    "is refused for little: %s",
    async (_name, { type, bytes }) => {
      const client = await app.loggedIn(services.random.uuid());
      for (const [path, who] of [
        ["/api/user/generateCaptcha", undefined],
        ["/api/profile/draft", client],
        [compareFile, undefined],
        [cardPhoto, undefined],
        [cardPhoto, client],
        ["/api/webhook/whatsapp", undefined],
      ] as const) {
        const before = process.cpuUsage();
        const { status } = await send(path, type, bytes, who).catch(() => ({ status: 0 }));
        const { user, system } = process.cpuUsage(before);
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(status, path).toBeLessThan(500);
        // The sender is in this process too: sending and receiving 8 MB takes about 20 ms.
        expect((user + system) / 1000, path).toBeLessThan(400);
      }
    },
  );
});
