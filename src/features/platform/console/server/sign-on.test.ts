/** Login by company account against a third-party OpenID Connect provider that runs beside the test. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testApp, type TestApp, type TestClient } from "#tests/support/app.ts";
import { enteringConsole } from "#tests/support/entering-console.ts";
import { identityProvider, type CompanyAccount, type IdentityProvider } from "#tests/peers/identity-provider.ts";
import { areTwoFactors } from "#server/outside/single-sign-on/oidc.ts";

let provider: IdentityProvider;
let app: TestApp;
let staff: Awaited<ReturnType<typeof enteringConsole>>;

beforeAll(async () => {
  provider = await identityProvider("http://localhost:3000/staff/login/return");
  app = await testApp({
    environment: {
      ...provider.environment,
      OIDC_ROLES: "tunai-support=support,tunai-finance=finance,tunai-admins=admin,tunai-content=content",
    },
  });
  staff = await enteringConsole(app);
});
afterAll(() => provider.stop());

/** An account at the provider with the address of this sandbox person. */
function accountOf(role: string, index = 0, more: Partial<CompanyAccount> = {}): string {
  const id = `${role}-${index}`;
  provider.accounts.set(id, {
    email: staff.person(role, index).email.toUpperCase(),
    isEmailVerified: true,
    groups: ["everyone", `tunai-${role}`],
    amr: ["pwd", "otp"],
    ...more,
  });
  return id;
}

/** Through the provider and back, up to the query that the page receives. */
async function arrive(client: TestClient, accountId: string, next = "/staff/audit"): Promise<string> {
  const begun = await client.post("/api/staff/sign-on/begin", { next });
  expect(begun.status).toBe(200);
  const url = await provider.signIn(begun.body.address, accountId);
  expect(url.origin + url.pathname).toBe("http://localhost:3000/staff/login/return");
  return url.search.slice(1);
}
const page = { Referer: "http://localhost:3000/staff/login/return?code=x&state=y" };
const finish = (client: TestClient, answer: string) =>
  client.post("/api/staff/sign-on/finish", { answer }, { Referer: `${page.Referer}` });

async function enter(accountId: string, client = app.client()): Promise<TestClient> {
  const answer = await finish(client, await arrive(client, accountId));
  expect(answer.body).toMatchObject({ needsCode: false });
  return client;
}
const memberNamed = (name: string) =>
  app.services.database.selectFrom("staff_member").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
const statusOf = async (client: TestClient) => (await client.get("/api/staff/session")).status;

describe("a company account", () => {
  it("opens the console with its roles, asks the provider with PKCE, state and nonce, and leads to the page that was asked for", async () => {
    expect((await app.client().get("/api/staff/login/ways")).body).toMatchObject({ companyAccount: true });
    const client = app.client();
    const begun = await client.post("/api/staff/sign-on/begin", { next: "/staff/audit" });
    const asked = new URL(begun.body.address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "http://localhost:3000/staff/login/return",
      scope: "openid email groups offline_access",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    const cookie = begun.headers.getSetCookie().find((one) => one.startsWith("sign-in="));
    expect(cookie).toMatch(/SameSite=Strict; HttpOnly; Max-Age=600$/);
    const url = await provider.signIn(begun.body.address, accountOf("support"));
    const answer = await finish(client, url.search.slice(1));
    expect(answer.body).toMatchObject({ needsCode: false, next: "/staff/audit" });
    expect(answer.headers.getSetCookie().find((one) => one.startsWith("staff="))).toMatch(/SameSite=Strict; HttpOnly$/);
    expect((await client.get("/api/staff/session")).body).toMatchObject({
      name: staff.person("support").name,
      roles: ["support"],
    });
    expect((await staff.newestAudit())?.action).toBe("LOGIN_COMPANY");
  });

  it("is taken once, in the browser that began, within ten minutes", async () => {
    const id = accountOf("support");
    const client = app.client();
    const answer = await arrive(client, id);
    const stranger = app.client();
    await stranger.post("/api/staff/sign-on/begin", { next: "/staff" });
    expect((await finish(app.client(), answer)).body.status.code).toBe("SIGN_ON_OVER");
    expect((await finish(stranger, answer)).body.status.code).toBe("SIGN_ON_OVER");
    expect((await finish(client, answer)).status).toBe(200);
    expect((await finish(client, answer)).body.status.code).toBe("SIGN_ON_OVER");
    const slow = app.client();
    const late = await arrive(slow, id);
    app.clock.advance(600_000);
    expect((await finish(slow, late)).body.status.code).toBe("SIGN_ON_OVER");
  });

  it("proves nothing with another code, a repeated code or another sign-in's nonce", async () => {
    const id = accountOf("support");
    const client = app.client();
    const query = new URLSearchParams(await arrive(client, id));
    query.set("code", "A".repeat(43));
    expect((await finish(client, String(query))).body.status.code).toBe("SIGN_ON_REFUSED");
    // The code of one sign-in under the state of another: its verifier does not match.
    const other = app.client();
    const foreign = new URLSearchParams(await arrive(other, id));
    const own = new URLSearchParams(await arrive(client, id));
    own.set("code", foreign.get("code") ?? "");
    expect((await finish(client, String(own))).body.status.code).toBe("SIGN_ON_REFUSED");
    // The person cancels at the provider.
    const turned = await arrive(client, "no-account");
    expect(turned).toContain("error=access_denied");
    expect((await finish(client, turned)).body.status.code).toBe("SIGN_ON_REFUSED");
    expect((await client.get("/api/staff/session")).status).toBe(401);
    expect((await staff.newestAudit())?.code).toBe("SIGN_ON_REFUSED");
  });

  it("is refused in clear words when it was not invited, is disabled, not joined, another one's, or in no group", async () => {
    const refusalOf = async (id: string) => {
      const client = app.client();
      const answer = await finish(client, await arrive(client, id));
      expect(await statusOf(client)).toBe(401);
      return answer.body.status.code as string;
    };
    provider.accounts.set("stranger", {
      email: "stranger@company.example",
      isEmailVerified: true,
      groups: ["tunai-admins"],
      amr: ["mfa"],
    });
    expect(await refusalOf("stranger")).toBe("STAFF_UNKNOWN");
    expect(await refusalOf(accountOf("content", 0, { isEmailVerified: false }))).toBe("STAFF_UNKNOWN");
    expect(await refusalOf(accountOf("content", 0, { groups: ["everyone"] }))).toBe("STAFF_NO_ROLE");
    const set = (status: string) =>
      app.services.database
        .updateTable("staff_member")
        .set({ status })
        .where("name", "=", staff.person("content").name)
        .execute();
    await set("DISABLED");
    expect(await refusalOf(accountOf("content"))).toBe("STAFF_DISABLED");
    await set("INVITED");
    expect(await refusalOf(accountOf("content"))).toBe("STAFF_NOT_JOINED");
    await set("ACTIVE");
    await enter(accountOf("content"));
    // The provider gives the address to another person later.
    provider.accounts.set("newcomer", { ...provider.accounts.get("content-0")! });
    expect(await refusalOf("newcomer")).toBe("STAFF_OTHER_ACCOUNT");
    // The first account is identified by its own id, whatever its address is now.
    accountOf("content", 0, { email: "married@company.example" });
    await enter("content-0");
    const config = app.services.config;
    Object.assign(config, { appEnv: "prod" });
    const client = app.client();
    const arrived = await arrive(client, "content-0");
    const inProd = await finish(client, arrived);
    Object.assign(config, { appEnv: "test" });
    expect(inProd.body.status.code).toBe("STAFF_UNKNOWN");
  });

  it("brings the roles of its groups, and ends the sessions with the earlier ones", async () => {
    const before = await enter(accountOf("finance", 1));
    accountOf("finance", 1, { groups: ["tunai-support", "tunai-finance"] });
    const after = await enter("finance-1");
    expect((await after.get("/api/staff/session")).body.roles).toEqual(["support", "finance"]);
    expect(await statusOf(before)).toBe(401);
    expect((await memberNamed(staff.person("finance", 1).name)).roles).toEqual(["support", "finance"]);
    expect((await staff.auditOf()).some(({ action }) => action === "ROLES_BY_COMPANY")).toBe(true);
  });

  it("counts by two kinds of proof: a password and a PIN are one", () => {
    const two = [["mfa"], ["pwd", "otp"], ["pin", "hwk"], ["pwd", "fpt"]];
    const one = [[], ["pwd"], ["pwd", "pin"], ["otp"], ["hwk", "swk"], ["unknown", "pwd"]];
    expect(two.map(areTwoFactors)).toEqual(two.map(() => true));
    expect(one.map(areTwoFactors)).toEqual(one.map(() => false));
  });
});

describe("a company account with one proof", () => {
  const secondPage = { Referer: "http://localhost:3000/staff/login/code" };
  const sendCode = (client: TestClient, code: string) => client.post("/api/staff/sign-on/code", { code }, secondPage);
  async function proven(role: string, index = 0): Promise<TestClient> {
    const client = app.client();
    const answer = await finish(client, await arrive(client, accountOf(role, index, { amr: ["pwd"] })));
    expect(answer.body).toEqual({ staffId: null, needsCode: true, next: "/staff/audit" });
    expect(await statusOf(client)).toBe(401);
    return client;
  }
  const codeFor = (role: string, index = 0) => staff.codeOf(staff.person(role, index).totpSecret);

  it("opens nothing until the authenticator's code is there, which works once", async () => {
    staff.later();
    const client = await proven("support", 1);
    const wrong = codeFor("support", 1) === "000000" ? "000001" : "000000";
    expect((await sendCode(client, wrong)).body.status.code).toBe("SECOND_FACTOR_WRONG");
    const code = codeFor("support", 1);
    expect((await sendCode(client, code)).body).toMatchObject({ next: "/staff/audit" });
    expect(await statusOf(client)).toBe(200);
    expect((await sendCode(client, code)).body.status.code).toBe("SIGN_ON_OVER");
    const again = await proven("support", 1);
    expect((await sendCode(again, code)).body.status.code).toBe("SECOND_FACTOR_WRONG");
  });

  it("waits five minutes, takes eight tries, and none of a member who was disabled meanwhile", async () => {
    staff.later(1000);
    const late = await proven("support", 1);
    app.clock.advance(300_000);
    expect((await sendCode(late, codeFor("support", 1))).body.status.code).toBe("SIGN_ON_OVER");
    staff.later(1000);
    const client = await proven("support", 1);
    for (let attempt = 0; attempt < 8; attempt++) await sendCode(client, "000000");
    expect((await sendCode(client, codeFor("support", 1))).body.status.code).toBe("RATE_LIMITED");
    staff.later(1000);
    const gone = await proven("support", 1);
    const change = (status: string) =>
      app.services.database
        .updateTable("staff_member")
        .set({ status })
        .where("name", "=", staff.person("support", 1).name)
        .execute();
    await change("DISABLED");
    expect((await sendCode(gone, codeFor("support", 1))).body.status.code).toBe("STAFF_DISABLED");
    await change("ACTIVE");
  });
});

describe("a session by company account", () => {
  /** Rounds of sweeps for a minute, as a running process does them. */
  const minute = () => app.pass(60);

  it("ends within a minute after the company closed the account, and not before", async () => {
    const client = await enter(accountOf("support"));
    const other = await enter(accountOf("content"), app.client());
    await minute();
    await minute();
    expect(await statusOf(client)).toBe(200);
    provider.accounts.get("support-0")!.isClosed = true;
    await minute();
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect((await staff.auditOf()).some(({ action }) => action === "ENDED_BY_COMPANY")).toBe(true);
    expect((await app.client().get("/api/staff/session")).status).toBe(401);
  });

  it("ends within a minute after its groups changed", async () => {
    const client = await enter(accountOf("finance", 1));
    accountOf("finance", 1, { groups: ["tunai-content"] });
    await minute();
    expect(await statusOf(client)).toBe(401);
  });

  it("ends at once when an admin disables the member here", async () => {
    const client = await enter(accountOf("finance"));
    const admin = await enter(accountOf("admin", 0, { groups: ["tunai-admins"] }));
    const { staffId } = (await client.get("/api/staff/session")).body;
    await admin.post(`/api/staff/members/${staffId}/disable`, { reason: "Pindah ke bagian lain" });
    expect(await statusOf(client)).toBe(401);
    const member = await memberNamed(staff.person("finance").name);
    expect(member).toMatchObject({ status: "DISABLED", signOnSubject: null });
  });

  it("outlives a quarter of an hour in which the provider is silent, and no longer", async () => {
    const client = await enter(accountOf("content"));
    provider.failsWith = 500;
    for (let at = 0; at < 14; at++) {
      await minute();
      expect(await statusOf(client)).toBe(200);
    }
    await minute();
    await minute();
    expect(await statusOf(client)).toBe(401);
    provider.failsWith = 0;
  });

  it("is asked about no more after the logout, and its token goes with it", async () => {
    const client = await enter(accountOf("content"));
    const rows = () => app.services.database.selectFrom("staff_sign_on").selectAll().execute();
    expect((await rows()).filter(({ refreshSealed }) => refreshSealed !== null).length).toBeGreaterThan(0);
    expect(JSON.stringify(await rows())).not.toContain("eyJ");
    await client.post("/api/staff/logout", {});
    app.clock.advance(10 * 3_600_000);
    await app.settle();
    expect(await rows()).toEqual([]);
  });
});

it("says that the provider is away, and that it is not offered where no provider is configured", async () => {
  const client = app.client();
  const answer = await arrive(client, accountOf("content"));
  provider.failsWith = 500;
  expect((await finish(client, answer)).body.status.code).toBe("SIGN_ON_AWAY");
  provider.failsWith = 0;
  // The provider did not receive it: the same answer opens the console once it is back.
  expect((await finish(client, answer)).status).toBe(200);
  const none = await testApp({ environment: {} });
  const begin = await none.client().post("/api/staff/sign-on/begin", { next: "/staff" });
  expect(begin.body.status.code).toBe("SIGN_ON_NOT_OFFERED");
  expect((await none.client().post("/api/staff/sign-on/finish", { answer: "code=x" })).body.status.code).toBe(
    "SIGN_ON_NOT_OFFERED",
  );
  expect((await none.client().get("/api/staff/login/ways")).body).toMatchObject({ companyAccount: false });
});

it("takes an address of which the provider tells nothing only where that is configured, and one that it calls unproven nowhere", async () => {
  const environment = { ...provider.environment, OIDC_ROLES: "tunai-support=support" };
  for (const [more, untold] of [
    [{}, "STAFF_UNKNOWN"],
    [{ OIDC_EMAIL_VERIFIED: "assumed" }, "IN"],
  ] as const) {
    const other = await testApp({ environment: { ...environment, ...more } });
    await enteringConsole(other);
    for (const [isEmailVerified, expected] of [
      [false, "STAFF_UNKNOWN"],
      [undefined, untold],
    ] as const) {
      const client = other.client();
      const { status, body } = await finish(client, await arrive(client, accountOf("support", 0, { isEmailVerified })));
      expect(status === 200 ? "IN" : body.status.code).toBe(expected);
    }
  }
});
