/** The links of a mail, and the fate of the mail: bounced, marked as spam, delivered late. */
import { describe, expect, it } from "vitest";
import { mailReported } from "#features/platform/delivery/server/index.ts";
import { transact } from "#server/database.server.ts";
import { signedReport } from "#server/outside/mail/reports.ts";
import { testApp } from "#tests/support/app.ts";
import { verifiedEmailOf } from "./index.ts";
import { emailing } from "#tests/support/emailing.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const hour = 3_600_000;

const { borrower, newAddress, mailsTo, name, viewOf, stateOf, mailed, verified, reader } = emailing(app);

describe("the link of a mail", () => {
  it("shows whose account it is by two digits, in any browser, and changes nothing by being opened", async () => {
    const { client, borrowerId, mobileNumber } = await borrower();
    const { link } = await mailed(client, newAddress());
    expect(link).toMatch(/^http:\/\/localhost:3000\/webview\/email-fast-link\?lang=id&t=[\w.-]+$/);
    const rowsOf = async () =>
      JSON.stringify([
        await database.selectFrom("email_request").selectAll().where("borrowerId", "=", borrowerId).execute(),
        await database.selectFrom("email_account").selectAll().where("borrowerId", "=", borrowerId).execute(),
        await database.selectFrom("domain_event").select("id").execute(),
      ]);
    const before = await rowsOf();
    const scanner = reader(link);
    for (let seen = 0; seen < 5; seen++) {
      const shown = await scanner.get("/api/email/link");
      expect(shown.body).toEqual({
        masked: "si••••@contoh.id",
        accountEnding: mobileNumber.slice(-2),
        state: "OPEN",
      });
    }
    await scanner.send("HEAD", "/api/email/link", undefined);
    expect(await rowsOf()).toBe(before);
  });

  it("confirms once and logs nobody in; the same answer again is the same, another one is too late", async () => {
    const { client, borrowerId } = await borrower();
    const { link } = await mailed(client, newAddress());
    const elsewhere = reader(link);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => elsewhere.post("/api/email/link", { answer: "CONFIRM" })),
    );
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 10 }, () => ({ state: "CONFIRMED" })));
    expect([...elsewhere.cookies.keys()]).toEqual(["link"]);
    expect((await elsewhere.get("/api/email")).status).toBe(401);
    expect(await verifiedEmailOf(services, database, borrowerId)).not.toBeNull();
    expect((await elsewhere.get("/api/email/link")).body.state).toBe("CONFIRMED");
    const late = await elsewhere.post("/api/email/link", { answer: "NOT_MINE" });
    expect([late.status, late.body.status.code]).toEqual([410, "EMAIL_LINK_OVER"]);
    expect(await verifiedEmailOf(services, database, borrowerId)).not.toBeNull();
  });

  it("of confirming and disowning at once, one wins", async () => {
    for (let round = 0; round < 5; round++) {
      const { client, borrowerId } = await borrower();
      const { link } = await mailed(client, newAddress());
      const answers = await Promise.all(
        ["CONFIRM", "NOT_MINE", "CONFIRM", "NOT_MINE"].map((answer) =>
          reader(link).post("/api/email/link", { answer }),
        ),
      );
      const states = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.state));
      expect(states.size).toBe(1);
      expect((await verifiedEmailOf(services, database, borrowerId)) !== null).toBe(states.has("CONFIRMED"));
    }
  });

  it("disowned, the address is barred from this account and from no other", async () => {
    const { client } = await borrower();
    const email = newAddress();
    const { link } = await mailed(client, email);
    const owner = reader(link);
    expect((await owner.post("/api/email/link", { answer: "NOT_MINE" })).body).toEqual({ state: "NOT_MINE" });
    expect((await owner.get("/api/email/link")).body.state).toBe("NOT_MINE");
    expect(await stateOf(client)).toEqual(["FAILED", "NOT_MINE"]);
    clock.advance(61_000);
    const again = await name(client, email);
    expect([again.status, again.body.status.code]).toEqual([409, "EMAIL_BARRED"]);
    expect((await name((await borrower()).client, email)).status).toBe(200);
  });

  it("takes an address away that somebody put in force with a code read out to him", async () => {
    const { client, borrowerId } = await borrower();
    const { link, verificationId, code } = await mailed(client, newAddress());
    await client.post("/api/email/verify", { verificationId, code });
    expect((await reader(link).get("/api/email/link")).body.state).toBe("OPEN");
    expect((await reader(link).post("/api/email/link", { answer: "NOT_MINE" })).status).toBe(200);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBeNull();
    expect(await stateOf(client)).toEqual(["FAILED", "NOT_MINE"]);
  });

  it("holds 24 hours from when the server took it; then the address is let go", async () => {
    const { client: asking, borrowerId } = await borrower();
    const email = newAddress();
    const { link } = await mailed(asking, email);
    clock.advance(24 * hour - 1000);
    await app.settle();
    const client = await app.loggedIn(borrowerId);
    expect(await stateOf(client)).toEqual(["VERIFYING", null]);
    expect((await reader(link).get("/api/email/link")).status).toBe(200);
    clock.advance(1000);
    await app.settle();
    expect(await stateOf(client)).toEqual(["FAILED", "EXPIRED"]);
    expect((await reader(link).get("/api/email/link")).body.status.code).toBe("LINK_INVALID");
    expect((await client.post("/api/email/resend", {})).body.status.code).toBe("EMAIL_NOT_PENDING");
  });

  it("sent again, holds 24 hours from the newest mail", async () => {
    const { client, borrowerId } = await borrower();
    const email = newAddress();
    await mailed(client, email);
    clock.advance(20 * hour);
    const again = await app.loggedIn(borrowerId);
    expect((await again.post("/api/email/resend", {})).status).toBe(200);
    await app.settle();
    clock.advance(24 * hour - 1000);
    await app.settle();
    const later = await app.loggedIn(borrowerId);
    expect(await stateOf(later)).toEqual(["VERIFYING", null]);
    expect((await reader((await mailsTo(email))[0]!.link!).get("/api/email/link")).status).toBe(200);
    clock.advance(1000);
    await app.settle();
    expect(await stateOf(later)).toEqual(["FAILED", "EXPIRED"]);
  });

  it("opens nothing when it is another's, of another purpose or changed", async () => {
    const { client } = await borrower();
    const { link } = await mailed(client, newAddress());
    const token = new URL(link).searchParams.get("t")!;
    const other = services.keys.signLink({ purpose: "BILLS", subject: "x", expiresAt: null });
    for (const wrongOne of [other, token.slice(0, -1), `${token}a`, ""]) {
      const stranger = app.client();
      stranger.cookies.set("link", wrongOne);
      expect((await stranger.post("/api/email/link", { answer: "CONFIRM" })).body.status.code).toBe("LINK_INVALID");
    }
    expect(await stateOf(client)).toEqual(["VERIFYING", null]);
  });
});

describe("what becomes of the mail", () => {
  const messageOf = async (borrowerId: string) =>
    (
      await database
        .selectFrom("email_mail")
        .select("id")
        .where("borrowerId", "=", borrowerId)
        .orderBy("writtenAt", "desc")
        .executeTakeFirstOrThrow()
    ).id;

  it("bounced: the address fails; a server that refuses it says the same at once", async () => {
    for (const email of [newAddress("bounce"), "refused@sandbox.example"]) {
      const { client } = await borrower();
      expect((await name(client, email)).status).toBe(200);
      await app.settle();
      expect(await stateOf(client)).toEqual(["FAILED", "UNDELIVERABLE"]);
    }
  });

  it("called spam: it is not this borrower's, and not asked again", async () => {
    const { client } = await borrower();
    const email = newAddress("spam");
    await name(client, email);
    await app.settle();
    expect(await stateOf(client)).toEqual(["FAILED", "NOT_MINE"]);
    clock.advance(61_000);
    expect((await name(client, email)).body.status.code).toBe("EMAIL_BARRED");
  });

  it("late: code and link hold from when they were written and taken", async () => {
    const { client } = await borrower();
    const email = newAddress("late");
    const sent = await name(client, email);
    await app.settle();
    expect(await mailsTo(email)).toEqual([]);
    clock.advance(60_000);
    const [mail] = await mailsTo(email);
    const input = { verificationId: sent.body.verificationId, code: mail!.code };
    expect((await client.post("/api/email/verify", input)).status).toBe(200);
  });

  it("told twice, late or out of order it ends nothing that its owner answered", async () => {
    const { client, borrowerId } = await borrower();
    const email = newAddress();
    await verified(client, email);
    const messageId = await messageOf(borrowerId);
    const at = clock.now();
    for (const outcome of ["BOUNCED", "DELIVERED", "BOUNCED"] as const)
      await transact(database, (trx) =>
        services.events.announce(trx, mailReported, { id: `${messageId}_${outcome}`, at, messageId, outcome }),
      );
    await app.settle();
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(email);
    // A later complaint stops all mail that may be stopped.
    await transact(database, (trx) =>
      services.events.announce(trx, mailReported, { id: `${messageId}_C`, at, messageId, outcome: "COMPLAINED" }),
    );
    await app.settle();
    expect((await viewOf(client)).mailings.map(({ on }: { on: boolean }) => on)).toEqual([false, false]);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(email);
  });

  it("is read from a report that the relay signed, and from no other", async () => {
    const body = JSON.stringify({ events: [{ messageId: services.random.uuid(), outcome: "BOUNCED" }] });
    const forged = signedReport({ clientId: "sandbox-mail", secret: "guessed" }, body, clock.realNow());
    expect((await app.client().send("POST", "/api/webhook/mail", body, forged)).status).toBe(403);
    expect((await app.client().send("POST", "/api/webhook/mail", body)).status).toBe(403);
  });
});
