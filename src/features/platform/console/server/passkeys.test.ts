/** Passkeys of staff, with a software authenticator; Chromium's own is tested in `tests/journeys/passkeys.test.ts`. */
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { enteringConsole } from "#tests/support/entering-console.ts";
import { inviteByOperator } from "./index.ts";
import { listPasskeys } from "./passkey-store.ts";

const app = await testApp();
const { database } = app.services;
const { person, codeOf, later, enter, auditOf } = await enteringConsole(app);
const page = { Referer: "http://localhost:3000/staff/passkeys" };
const loginPage = { Referer: "http://localhost:3000/staff/login" };

async function begin(client: TestClient, role: string, index = 0): Promise<string> {
  later();
  const begun = await client.post("/api/staff/passkeys/begin", { code: codeOf(person(role, index).totpSecret) }, page);
  expect(begun.status).toBe(200);
  return begun.body.options as string;
}
async function withKey(role: string, index = 0, device = authenticator()) {
  const client = await enter(role, index);
  const credential = device.create(await begin(client, role, index));
  const added = await client.post("/api/staff/passkeys", { name: "Laptop kantor", credential }, page);
  expect(added.status).toBe(200);
  return { client, device, passkeyId: added.body.passkeyId as string };
}
const challenge = async (client: TestClient): Promise<string> =>
  (await client.post("/api/staff/passkey-login/begin", {}, loginPage)).body.options;
const logIn = (client: TestClient, credential: string) =>
  client.post("/api/staff/passkey-login", { credential }, loginPage);
const statusOf = async (client: TestClient) => (await client.get("/api/staff/session")).status;

describe("a passkey", () => {
  it("is made after the authenticator's code, and opens the console by itself", async () => {
    expect((await app.client().get("/api/staff/login/ways")).body).toEqual({ companyAccount: false, passkeys: true });
    const { device } = await withKey("support");
    const client = app.client();
    const options = await challenge(client);
    expect(JSON.parse(options)).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const answer = await logIn(client, device.get(options));
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().find((one) => one.startsWith("staff="))).toMatch(/SameSite=Strict; HttpOnly$/);
    expect((await client.get("/api/staff/session")).body.name).toBe(person("support").name);
    expect((await auditOf()).slice(0, 3).map(({ action }) => action)).toContain("LOGIN_PASSKEY");
    expect((await client.get("/api/staff/passkeys")).body.items).toMatchObject([
      { name: "Laptop kantor", isCopied: false, lastUsedAt: expect.any(String) },
    ]);
  });

  it("answers a challenge once, within five minutes, and none of another purpose", async () => {
    const { client: own, device } = await withKey("support");
    const client = app.client();
    const answer = device.get(await challenge(client));
    const both = await Promise.all([logIn(client, answer), logIn(app.client(), answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await logIn(app.client(), answer)).body.status.code).toBe("PASSKEY_OVER");
    const late = await challenge(client);
    app.clock.advance(300_000);
    expect((await logIn(client, device.get(late))).body.status.code).toBe("PASSKEY_OVER");
    const waiting = () => database.selectFrom("staff_passkey_challenge").select("expiresAt").execute();
    expect((await waiting()).length).toBeGreaterThan(0);
    app.clock.advance(300_000);
    await app.services.sweeps.runAllDue(app.services);
    expect(await waiting()).toEqual([]);
    const forNew = await begin(own, "support");
    const { challenge: text } = JSON.parse(forNew);
    const foreign = device.get(JSON.stringify({ challenge: text, rpId: "localhost" }));
    expect((await logIn(client, foreign)).body.status.code).toBe("PASSKEY_OVER");
    // A challenge for a login cannot create a key.
    const made = authenticator().create(
      JSON.stringify({ ...JSON.parse(forNew), challenge: JSON.parse(await challenge(client)).challenge }),
    );
    const refused = await own.post("/api/staff/passkeys", { name: "Lain", credential: made }, page);
    expect(refused.body.status.code).toBe("PASSKEY_OVER");
  });

  it("opens nothing by another site's page, another host, another key's signature, or without its user", async () => {
    const { device } = await withKey("finance");
    const client = app.client();
    const faults = [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isUnverified: true }];
    for (const fault of faults)
      expect((await logIn(client, device.get(await challenge(client), fault))).body.status.code).toBe("PASSKEY_WRONG");
    const unknown = authenticator();
    expect((await logIn(client, unknown.get(await challenge(client)))).body.status.code).toBe("PASSKEY_WRONG");
    const answer = JSON.parse(device.get(await challenge(client)));
    const forged = JSON.parse(unknown.get(await challenge(client)));
    const mixed = JSON.stringify({ ...forged, id: answer.id, rawId: answer.rawId });
    expect((await logIn(client, mixed)).body.status.code).toBe("PASSKEY_WRONG");
    expect((await logIn(client, "{}")).body.status.fields[0].code).toBe("PASSKEY_UNREADABLE");
    expect(await statusOf(client)).toBe(401);
    expect((await logIn(client, device.get(await challenge(client)))).status).toBe(200);
  });

  it("is locked for good when a copy of it is used", async () => {
    const { client: own, device } = await withKey("auditor");
    const client = app.client();
    const copy = device.copy();
    expect((await logIn(client, device.get(await challenge(client)))).status).toBe(200);
    expect((await logIn(client, device.get(await challenge(client)))).status).toBe(200);
    const other = app.client();
    expect((await logIn(other, copy.get(await challenge(other)))).body.status.code).toBe("PASSKEY_WRONG");
    expect((await auditOf())[0]?.action).toBe("PASSKEY_COPIED");
    expect((await logIn(other, device.get(await challenge(other)))).body.status.code).toBe("PASSKEY_WRONG");
    expect((await own.get("/api/staff/passkeys")).body.items[0].isCopied).toBe(true);
  });

  it("ends with the member: disabled, invited again, or closed to the sandbox's persons in prod", async () => {
    const { device, client: own } = await withKey("content", 1);
    const { staffId } = (await own.get("/api/staff/session")).body;
    const { config } = app.services;
    const client = app.client();
    const answer = device.get(await challenge(client));
    Object.assign(config, { appEnv: "prod" });
    const inProd = await logIn(client, answer);
    Object.assign(config, { appEnv: "test" });
    expect(inProd.body.status.code).toBe("PASSKEY_WRONG");
    const admin = await enter("admin");
    const reason = "Pindah ke bagian lain";
    expect((await admin.post(`/api/staff/members/${staffId}/disable`, { reason })).status).toBe(200);
    expect(await statusOf(own)).toBe(401);
    expect((await logIn(client, device.get(await challenge(client)))).body.status.code).toBe("PASSKEY_WRONG");
    expect(await listPasskeys(database, staffId, 10)).toEqual([]);
    // The operator's command revokes them too.
    const invited = await withKey("content", 0);
    const { email, name } = person("content");
    await inviteByOperator(app.services, { email, name, roles: ["content"] });
    expect((await logIn(client, invited.device.get(await challenge(client)))).body.status.code).toBe("PASSKEY_WRONG");
  });

  it("does not become a member's who was disabled while it was made", async () => {
    const client = await enter("finance", 1);
    const credential = authenticator().create(await begin(client, "finance", 1));
    const set = (status: string) =>
      database.updateTable("staff_member").set({ status }).where("name", "=", person("finance", 1).name).execute();
    await set("DISABLED");
    const refused = await client.post("/api/staff/passkeys", { name: "Lain", credential }, page);
    await set("ACTIVE");
    expect(refused.body.status.code).toBe("PASSKEY_REFUSED");
  });
});

describe("a member's own passkeys", () => {
  it("need the authenticator's code, which works once, and are ten at most", async () => {
    const client = await enter("support", 1);
    later();
    const secret = person("support", 1).totpSecret;
    const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
    const tried = (code: string) => client.post("/api/staff/passkeys/begin", { code }, page);
    expect((await tried(wrong)).body.status.code).toBe("PASSKEY_CODE_WRONG");
    const code = codeOf(secret);
    expect((await tried(code)).status).toBe(200);
    expect((await tried(code)).body.status.code).toBe("PASSKEY_CODE_WRONG");
    const { staffId } = (await client.get("/api/staff/session")).body;
    const rows = Array.from({ length: 10 }, (_, index) => ({
      id: app.services.random.uuid(),
      staffId,
      credentialId: `full-${index}`,
      publicKey: Buffer.from([1]),
      counter: 0,
      transports: [],
      name: `Kunci ${index}`,
      createdAt: app.clock.now(),
    }));
    await database.insertInto("staff_passkey").values(rows).execute();
    later();
    expect((await tried(codeOf(secret))).body.status.code).toBe("PASSKEYS_FULL");
    await database.deleteFrom("staff_passkey").where("staffId", "=", staffId).execute();
  });

  it("are listed, named and removed by their owner alone", async () => {
    later(1000);
    const { client, passkeyId, device } = await withKey("auditor", 1);
    const second = authenticator();
    const both = await client.post(
      "/api/staff/passkeys",
      { name: "Ponsel", credential: second.create(await begin(client, "auditor", 1)) },
      page,
    );
    expect(both.status).toBe(200);
    const other = await enter("support");
    const rename = (who: TestClient, name: string) => who.post(`/api/staff/passkeys/${passkeyId}/name`, { name }, page);
    expect((await rename(other, "Milik orang")).body.status.code).toBe("PASSKEY_NOT_FOUND");
    expect((await other.post(`/api/staff/passkeys/${passkeyId}/remove`, {}, page)).body.status.code).toBe(
      "PASSKEY_NOT_FOUND",
    );
    expect((await rename(client, " ".repeat(3))).body.status.fields[0].code).toBe("REQUIRED");
    expect((await rename(client, "x".repeat(41))).body.status.fields[0].code).toBe("PASSKEY_NAME");
    expect((await rename(client, "Laptop rumah")).body.name).toBe("Laptop rumah");
    const names = async () =>
      (await client.get("/api/staff/passkeys")).body.items.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Laptop rumah", "Ponsel"]);
    expect((await client.post(`/api/staff/passkeys/${passkeyId}/remove`, {}, page)).status).toBe(200);
    expect(await names()).toEqual(["Ponsel"]);
    const visitor = app.client();
    expect((await logIn(visitor, device.get(await challenge(visitor)))).body.status.code).toBe("PASSKEY_WRONG");
    expect((await logIn(visitor, second.get(await challenge(visitor)))).status).toBe(200);
  });

  it("are refused when they did not verify their user, or are known already", async () => {
    later(1000);
    const { client, device } = await withKey("underwriter");
    const add = (credential: string) => client.post("/api/staff/passkeys", { name: "Lagi", credential }, page);
    const options = await begin(client, "underwriter");
    expect((await add(authenticator().create(options, { isUnverified: true }))).body.status.code).toBe(
      "PASSKEY_REFUSED",
    );
    expect((await add(device.create(await begin(client, "underwriter")))).body.status.code).toBe("PASSKEY_KNOWN");
  });
});

it("are not offered at an address of another host", async () => {
  const other = await testApp({ environment: { PASSKEY_HOST: "tunai.example" } });
  const staff = await enteringConsole(other);
  const client = await staff.enter("support");
  expect((await client.get("/api/staff/passkeys")).body).toMatchObject({ isOffered: false, items: [] });
  staff.later();
  const code = staff.codeOf(staff.person("support").totpSecret);
  const credential = authenticator().get(JSON.stringify({ challenge: "AAAA", rpId: "localhost" }));
  const sent = [
    await client.post("/api/staff/passkeys/begin", { code }),
    await client.post("/api/staff/passkeys", { name: "Laptop", credential }),
    await client.post("/api/staff/passkey-login/begin", {}),
    await client.post("/api/staff/passkey-login", { credential }),
  ];
  expect(sent.map(({ body }) => body.status.code)).toEqual(sent.map(() => "PASSKEYS_NOT_OFFERED"));
});
