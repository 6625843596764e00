import { describe, expect, it } from "vitest";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { openConsole } from "./entering.ts";
import { useInvitation } from "./member-store.ts";
import { totpStep } from "./totp.ts";
import { staffInvitationOf } from "./invitations.ts";
import { inviteByOperator, invitationPath, sandboxStaffOf, totpCode } from "./index.ts";
import { enteringConsole } from "#tests/support/entering-console.ts";

const app = await testApp();

const { person, codeOf, later, typed, enter, auditOf, newestAudit } = await enteringConsole(app);

/** Follows the link as a browser does: the token moves to its cookie. */
function follow(path: string): TestClient {
  const client = app.client();
  client.cookies.set(cookieNames.link, decodeURIComponent(path.split("t=")[1] ?? ""));
  return client;
}

describe("logging in", () => {
  it("takes address, password and code together, and sets a strict cookie of its own", async () => {
    const client = app.client();
    const answer = await client.post("/api/staff/login", typed(person("support")));
    expect(answer.status).toBe(200);
    const set = answer.headers.getSetCookie().find((one) => one.startsWith(`${cookieNames.staff}=`));
    expect(set).toMatch(/Path=\/; SameSite=Strict; HttpOnly$/);
    expect((await client.get("/api/staff/session")).body).toMatchObject({
      name: person("support").name,
      roles: ["support"],
    });
  });

  it("lets a code work once, also for two at the same moment", async () => {
    later();
    const input = typed(person("support"));
    const tries = await Promise.all([1, 2, 3, 4].map(() => app.client().post("/api/staff/login", input)));
    expect(tries.map((one) => one.status).sort()).toEqual([200, 401, 401, 401]);
    expect((await app.client().post("/api/staff/login", input)).body.status.code).toBe("STAFF_LOGIN_WRONG");
  });

  it("answers the same to a wrong password, a wrong code and an unknown address", async () => {
    later(1000);
    const right = typed(person("finance"));
    const wrongs = [
      { ...right, password: "wrong-password-1" },
      { ...right, code: right.code === "000000" ? "000001" : "000000" },
      { ...right, email: "nobody@staff.sandbox.example" },
    ];
    const answers = await Promise.all(wrongs.map((wrong) => app.client().post("/api/staff/login", wrong)));
    const said = answers.map(({ status, body }) => ({ status, ...body.status }));
    expect(said[0]).toMatchObject({ status: 401, code: "STAFF_LOGIN_WRONG" });
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it("stops guessing after eight tries, known address or not, and says when to come back", async () => {
    for (const email of [person("content").email, "stranger@staff.sandbox.example"]) {
      later(1000);
      const codes: string[] = [];
      for (let attempt = 0; attempt < 9; attempt++)
        codes.push(
          (await app.client().post("/api/staff/login", { email, password: "guess-guess-1", code: "123456" })).body
            .status.code,
        );
      expect(codes).toEqual([...Array.from({ length: 8 }, () => "STAFF_LOGIN_WRONG"), "RATE_LIMITED"]);
    }
    // The right password does not unlock a throttled login.
    expect(
      (
        await app
          .client()
          .post("/api/staff/login", { ...typed(person("content")), email: "stranger@staff.sandbox.example" })
      ).status,
    ).toBe(429);
  });

  it("lets staff in on a browser that they logged in with before, however many strangers guess at their address", async () => {
    later(1000);
    const own = app.client();
    const other = app.client();
    for (const client of [own, other]) {
      later();
      expect((await client.post("/api/staff/login", typed(person("support", 1)))).status).toBe(200);
      await client.post("/api/staff/logout", {});
    }
    later(1000);
    const guess = { email: person("support", 1).email, password: "guess-guess-1", code: "123456" };
    const guessed = async (client: TestClient) =>
      (await client.post("/api/staff/login", guess)).body.status.code as string;
    // From one address, which is also that of the office, until both address and network are limited.
    const codes: string[] = [];
    for (let attempt = 0; attempt < 70; attempt++)
      codes.push(await guessed(app.client({ "Device-Token": `device-of-a-stranger-${attempt}` })));
    expect(codes).toEqual([
      ...Array.from({ length: 8 }, () => "STAFF_LOGIN_WRONG"),
      ...Array.from({ length: 62 }, () => "RATE_LIMITED"),
    ]);
    expect((await own.post("/api/staff/login", typed(person("support", 1)))).status).toBe(200);
    await own.post("/api/staff/logout", {});
    // A browser's own guesses lock only that browser, not others of the same person.
    for (let attempt = 0; attempt < 8; attempt++) expect(await guessed(own)).toBe("STAFF_LOGIN_WRONG");
    later();
    expect((await own.post("/api/staff/login", typed(person("support", 1)))).body.status.code).toBe("RATE_LIMITED");
    expect((await other.post("/api/staff/login", typed(person("support", 1)))).status).toBe(200);
  });

  it("knows no browser by another person's login, and none that was away for a year", async () => {
    later(1000);
    const shared = app.client();
    await shared.post("/api/staff/login", typed(person("finance", 1)));
    const stranger = app.client();
    const { email } = person("auditor", 1);
    const guess = { email, password: "guess-guess-1", code: "123456" };
    for (let attempt = 0; attempt < 8; attempt++) await stranger.post("/api/staff/login", guess);
    expect((await shared.post("/api/staff/login", guess)).body.status.code).toBe("RATE_LIMITED");
    const devices = async () =>
      (await app.services.database.selectFrom("staff_device").select("deviceIndex").execute()).length;
    expect(await devices()).toBeGreaterThan(0);
    const year = app.services.clock.now().getTime() - 365 * 86_400_000;
    await app.services.database
      .updateTable("staff_device")
      .set({ lastLoginAt: new Date(year - 1) })
      .execute();
    await app.services.sweeps.runAllDue(app.services);
    expect(await devices()).toBe(0);
  });

  it("opens no session for whoever was disabled while the password was compared, and takes over roles that were changed meanwhile", async () => {
    const { database } = app.services;
    const member = await database
      .selectFrom("staff_member")
      .selectAll()
      .where("isSandbox", "=", true)
      .where("name", "=", person("content", 1).name)
      .executeTakeFirstOrThrow();
    const before = { id: member.id, name: member.name };
    const change = (values: { status?: string; roles?: string[] }) =>
      database.updateTable("staff_member").set(values).where("id", "=", member.id).execute();
    const sessions = () =>
      database
        .selectFrom("login_session")
        .select("roles")
        .where("subjectId", "=", member.id)
        .where("revokedAt", "is", null)
        .execute();
    await change({ status: "DISABLED" });
    await expect(openConsole(app.services, app.caller(), before, "LOGIN", "STAFF_LOGIN_WRONG")).rejects.toMatchObject({
      code: "STAFF_LOGIN_WRONG",
    });
    expect(await sessions()).toEqual([]);
    await change({ status: "ACTIVE", roles: ["support"] });
    await openConsole(app.services, app.caller(), before, "LOGIN", "STAFF_LOGIN_WRONG");
    expect(await sessions()).toEqual([{ roles: ["support"] }]);
    await change({ roles: ["content"] });
  });

  it("counts no tries against whoever gets in", async () => {
    later(1000);
    for (let attempt = 0; attempt < 10; attempt++) await enter("finance", 1);
  });

  it("ends after 15 idle minutes, and at logout for whoever kept the cookie", async () => {
    later(1000);
    const client = await enter("auditor");
    app.clock.advance(14 * 60_000);
    expect((await client.get("/api/staff/session")).status).toBe(200);
    app.clock.advance(16 * 60_000);
    expect((await client.get("/api/staff/session")).body.status.code).toBe("NOT_LOGGED_IN");
    const again = await enter("auditor");
    const stolen = app.client();
    stolen.cookies.set(cookieNames.staff, again.cookies.get(cookieNames.staff) ?? "");
    expect((await stolen.get("/api/staff/session")).status).toBe(200);
    const remaining = await again.post("/api/staff/logout", {});
    expect([remaining.status, remaining.headers.get("clear-site-data")]).toEqual([200, '"cache", "storage"']);
    expect((await stolen.get("/api/staff/session")).status).toBe(401);
  });

  it("ends after eight hours, however busy", async () => {
    const client = await enter("auditor");
    app.clock.advance(8 * 3_600_000 - 60_000);
    // As if it had been used all the time.
    await app.services.database
      .updateTable("login_session")
      .set({ lastSeenAt: app.clock.realNow() })
      .where("audience", "=", "staff")
      .execute();
    expect((await client.get("/api/staff/session")).status).toBe(200);
    app.clock.advance(60_000);
    expect((await client.get("/api/staff/session")).status).toBe(401);
  });

  it("takes the code of this half minute, of the one before and the one after it, and tells which it was", () => {
    const { totpSecret } = person("support");
    const at = new Date("2026-08-01T00:00:15Z");
    const period = Math.floor(at.getTime() / 30_000);
    const taken = [-3, -2, -1, 0, 1, 2, 3].map((periods) =>
      totpStep(totpSecret, totpCode(totpSecret, new Date(at.getTime() + periods * 30_000)), at),
    );
    expect(taken).toEqual([null, null, period - 1, period, period + 1, null, null]);
  });

  it("ends the session that this browser had before", async () => {
    const client = await enter("auditor");
    const earlier = app.client();
    earlier.cookies.set(cookieNames.staff, client.cookies.get(cookieNames.staff) ?? "");
    expect((await earlier.get("/api/staff/session")).status).toBe(200);
    later();
    expect((await client.post("/api/staff/login", typed(person("auditor")))).status).toBe(200);
    expect((await earlier.get("/api/staff/session")).status).toBe(401);
    expect((await client.get("/api/staff/session")).status).toBe(200);
  });

  it("is closed to the sandbox's persons in prod", async () => {
    later(1000);
    const { config } = app.services;
    Object.assign(config, { appEnv: "prod" });
    const answer = await app.client().post("/api/staff/login", typed(person("admin")));
    expect(await sandboxStaffOf(app.services)).toEqual([]);
    Object.assign(config, { appEnv: "test" });
    expect(answer.status).toBe(401);
  });

  it("writes logins, refusals and logouts down", async () => {
    const client = await enter("support", 1);
    await client.post("/api/staff/logout", {});
    await app.client().post("/api/staff/login", { ...typed(person("support", 1)), password: "wrong-password-1" });
    expect((await auditOf()).slice(0, 3).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      "LOGIN_REFUSED REFUSED",
      "LOGOUT DONE",
      "LOGIN DONE",
    ]);
  });
});

describe("an invitation", () => {
  const password = "kuda laut ungu 9";
  it("of the operator makes the first admin, once", async () => {
    const invited = await inviteByOperator(app.services, {
      name: "Ratna",
      email: "ratna@tunai.example",
      roles: ["admin"],
    });
    const client = follow(invitationPath(app.services, invited));
    const shown = (await client.get("/api/staff/invitation")).body;
    expect(shown).toMatchObject({ name: "Ratna", email: "ratna@tunai.example", roles: ["admin"] });
    expect(shown.otpauthUri).toContain(`secret=${shown.totpSecret}`);
    expect((await client.get("/api/staff/invitation/qr")).headers.get("content-type")).toContain("svg");
    expect((await client.post("/api/staff/invitation/accept", { password, code: "000000" })).body.status.code).toBe(
      "TOTP_WRONG",
    );
    expect(
      (await client.post("/api/staff/invitation/accept", { password: "short", code: codeOf(shown.totpSecret) })).body
        .status.fields[0].code,
    ).toBe("PASSWORD_STAFF");
    const accepted = await client.post("/api/staff/invitation/accept", { password, code: codeOf(shown.totpSecret) });
    expect(accepted.status).toBe(200);
    expect((await client.get("/api/staff/members")).status).toBe(200);
    expect((await client.get("/api/staff/invitation")).body.status.code).toBe("INVITATION_OVER");
    expect(
      (await client.post("/api/staff/invitation/accept", { password, code: codeOf(shown.totpSecret) })).body.status
        .code,
    ).toBe("INVITATION_OVER");
    // The code of the first login is used up too.
    expect(
      (
        await app
          .client()
          .post("/api/staff/login", { email: "ratna@tunai.example", password, code: codeOf(shown.totpSecret) })
      ).status,
    ).toBe(401);
    later();
    const entering = { email: "ratna@tunai.example", password };
    const logIn = () => app.client().post("/api/staff/login", { ...entering, code: codeOf(shown.totpSecret) });
    expect((await logIn()).status).toBe(200);
    // The machine's administrator invites the address again: the new link ends all earlier ways into the account.
    await inviteByOperator(app.services, { name: "Ratna", email: "ratna@tunai.example", roles: ["admin"] });
    expect((await client.get("/api/staff/members")).status).toBe(401);
    later();
    expect((await logIn()).status).toBe(401);
    // Both invitations are in the audit trail, and the result of the first one.
    const lines = await app.services.database
      .selectFrom("audit_entry")
      .select(["action", "staffName", "address"])
      .where("staffId", "=", invited.staffId)
      .where("action", "in", ["INVITED_BY_OPERATOR", "JOINED"])
      .orderBy("action")
      .execute();
    const line = { action: "INVITED_BY_OPERATOR", staffName: "Ratna", address: "operator" };
    expect(lines).toEqual([line, line, { action: "JOINED", staffName: "Ratna", address: expect.any(String) }]);
  });

  it("ends after a day, and says nothing to a forged link", async () => {
    const invited = await inviteByOperator(app.services, {
      name: "Late",
      email: "late@tunai.example",
      roles: ["support"],
    });
    const client = follow(invitationPath(app.services, invited));
    expect((await client.get("/api/staff/invitation")).status).toBe(200);
    // An older link ends with a newer one.
    const again = await inviteByOperator(app.services, {
      name: "Late",
      email: "late@tunai.example",
      roles: ["support"],
    });
    expect((await client.get("/api/staff/invitation")).body.status.code).toBe("INVITATION_OVER");
    expect((await follow(invitationPath(app.services, again)).get("/api/staff/invitation")).status).toBe(200);
    app.clock.advance(86_400_000);
    // The row expires by itself, whatever a link says.
    await expect(staffInvitationOf(app.services, again.invitationId)).rejects.toMatchObject({
      code: "INVITATION_OVER",
    });
    const used = await transact(app.services.database, (trx) =>
      useInvitation(trx, again.invitationId, app.clock.now()),
    );
    expect(used).toBe(false);
    expect((await client.get("/api/staff/invitation")).body.status.code).toBe("LINK_INVALID");
    expect((await follow("/staff/join?t=k1.x.y").get("/api/staff/invitation")).body.status.code).toBe("LINK_INVALID");
  });

  it("is made by an admin, shows its link to admins only, and an address is invited once", async () => {
    const admin = await enter("admin");
    const made = await admin.post("/api/staff/members", {
      name: "Budi",
      email: "budi@tunai.example",
      roles: ["finance", "support"],
    });
    expect(made.status).toBe(200);
    const { staffId } = made.body;
    const { invitation, member } = (await admin.get(`/api/staff/members/${staffId}`)).body;
    expect(member).toMatchObject({ status: "INVITED", roles: ["finance", "support"] });
    expect(invitation.link).toMatch(/^http:\/\/localhost:3000\/staff\/join\?t=/);
    expect(
      (await admin.post("/api/staff/members", { name: "Budi", email: "BUDI@tunai.example", roles: ["finance"] })).body
        .status.code,
    ).toBe("EMAIL_TAKEN");
    expect(
      (await admin.post("/api/staff/members", { name: "Budi", email: "x@tunai.example", roles: [] })).body.status
        .fields[0].code,
    ).toBe("ROLE_NEEDED");
    const finance = await enter("finance");
    expect((await finance.get(`/api/staff/members/${staffId}`)).status).toBe(403);
    expect((await admin.get(`/api/staff/members/${app.services.random.uuid()}`)).body.status.code).toBe(
      "STAFF_NOT_FOUND",
    );
  });
});

describe("managing staff", () => {
  const reason = "Pindah ke bagian lain";
  it("changes roles and ends the person's sessions at once", async () => {
    const admin = await enter("admin");
    const other = await enter("support", 1);
    const { staffId } = (await other.get("/api/staff/session")).body;
    const changed = await admin.post(`/api/staff/members/${staffId}/roles`, { roles: ["support", "finance"], reason });
    expect(changed.body.roles).toEqual(["support", "finance"]);
    expect((await other.get("/api/staff/session")).status).toBe(401);
    expect((await (await enter("support", 1)).get("/api/staff/session")).body.roles).toEqual(["support", "finance"]);
    expect((await newestAudit())?.action).toBe("LOGIN");
  });

  it("never lets anybody change his own account", async () => {
    const admin = await enter("admin");
    const { staffId } = (await admin.get("/api/staff/session")).body;
    for (const act of ["roles", "disable", "reinvite"]) {
      const answer = await admin.post(
        `/api/staff/members/${staffId}/${act}`,
        act === "roles" ? { roles: ["admin"], reason } : { reason },
      );
      expect(answer.body.status.code).toBe("OWN_ACCOUNT");
    }
    expect((await admin.get("/api/staff/session")).status).toBe(200);
  });

  it("disables an account so that nothing of it opens anything, and brings it back by a new invitation", async () => {
    const admin = await enter("admin");
    const other = await enter("content", 1);
    const { staffId } = (await other.get("/api/staff/session")).body;
    expect(
      (await admin.post(`/api/staff/members/${staffId}/disable`, { reason: "x" })).body.status.fields[0].code,
    ).toBe("REASON_SHORT");
    expect((await admin.post(`/api/staff/members/${staffId}/disable`, { reason })).body.status).toBe("DISABLED");
    expect((await other.get("/api/staff/session")).status).toBe(401);
    later();
    expect((await app.client().post("/api/staff/login", typed(person("content", 1)))).status).toBe(401);
    await admin.post(`/api/staff/members/${staffId}/reinvite`, { reason });
    const { invitation } = (await admin.get(`/api/staff/members/${staffId}`)).body;
    expect(invitation).not.toBeNull();
    later();
    expect((await app.client().post("/api/staff/login", typed(person("content", 1)))).status).toBe(401);
    // After another disabling the sent link opens nothing, not even after another invitation.
    const asked = follow(new URL(invitation.link).pathname + new URL(invitation.link).search);
    expect((await asked.get("/api/staff/invitation")).status).toBe(200);
    await admin.post(`/api/staff/members/${staffId}/disable`, { reason });
    expect((await asked.get("/api/staff/invitation")).body.status.code).toBe("INVITATION_OVER");
    expect((await admin.get(`/api/staff/members/${staffId}`)).body.invitation).toBeNull();
    await admin.post(`/api/staff/members/${staffId}/reinvite`, { reason });
    expect((await asked.get("/api/staff/invitation")).body.status.code).toBe("INVITATION_OVER");
    expect(
      (await admin.post(`/api/staff/members/${app.services.random.uuid()}/disable`, { reason })).body.status.code,
    ).toBe("STAFF_NOT_FOUND");
  });
});

it("counts waiting work by permission", async () => {
  const keys = async (role: string) =>
    (await (await enter(role)).get("/api/staff/home")).body.lists.map((list: { key: string }) => list.key);
  expect(await keys("underwriter")).toEqual(["CASES_TO_DECIDE", "CASES_TO_CHECK", "REWARDS_HELD", "REVIEWS"]);
  expect(await keys("content")).toEqual(["CONTENTS_TO_CHECK", "CONFIGURATION_TO_CHECK"]);
  expect(await keys("finance")).toEqual([
    "UNMATCHED_PAYMENTS",
    "TAKEN_BACK_PAYMENTS",
    "FAILED_DISBURSEMENTS",
    "LATE_PAYOUTS",
    "RETURNED_PAYOUTS",
    "MONEY_TO_CHECK",
    "LENDER_INCOME",
    "WITHDRAWALS_LATE",
    "EXCEPTIONS",
    "STATEMENT_LINES",
  ]);
  expect(await keys("support")).toEqual(["COMPLAINTS", "REVIEWS"]);
  expect(await keys("admin")).toHaveLength(17);
  expect(await keys("collector")).toEqual(["SERVICING"]);
});
