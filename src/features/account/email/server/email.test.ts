import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { placeHold } from "#features/account/hold/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { accountsSharingEmail, verifiedEmailOf } from "./index.ts";
import { emailing } from "#tests/support/emailing.ts";
import { emailExpirySweep } from "./sweeps.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const hour = 3_600_000;

const { borrower, newAddress, mailsTo, name, viewOf, stateOf, wrong, mailed, verified, reader } = emailing(app);

describe("an address", () => {
  it("waits for its owner, who types the code, and is in force then", async () => {
    const { client, borrowerId } = await borrower();
    const email = newAddress();
    expect(await viewOf(client)).toEqual({
      current: null,
      request: null,
      code: null,
      mailings: [{ category: "PROMOTION", on: false }],
    });
    const sent = await name(client, ` ${email.toUpperCase()} `);
    expect(sent.body).toEqual({ verificationId: expect.any(String), expiresInSeconds: 300, resendInSeconds: 60 });
    const masked = `${email.slice(0, 2)}••••@contoh.id`;
    expect(await viewOf(client)).toMatchObject({
      current: null,
      request: { masked, state: "PENDING_VERIFICATION", cause: null },
      code: { verificationId: sent.body.verificationId, expiresInSeconds: 300, resendInSeconds: 60, attemptsLeft: 5 },
    });
    await app.settle();
    const view = await viewOf(client);
    expect(view.request).toMatchObject({ state: "VERIFYING" });
    expect(Date.parse(view.request.expiresAt) - clock.now().getTime()).toBe(24 * hour);
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ channel: "MAIL", to: email, subject: "Konfirmasi email untuk Tunai" });
    expect(mail!.text).toContain(mail!.code);
    expect(mail!.text).toContain(mail!.link);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBeNull();
    const input = { verificationId: sent.body.verificationId, code: mail!.code };
    expect((await client.post("/api/email/verify", input)).body).toEqual({ verified: true });
    expect(await viewOf(client)).toEqual({
      current: { masked, verifiedAt: clock.now().toISOString() },
      request: null,
      code: null,
      mailings: [
        { category: "PROMOTION", on: false },
        { category: "SURVEY", on: true },
      ],
    });
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(email);
    // The code has been used.
    const again = await client.post("/api/email/verify", input);
    expect([again.status, again.body.status.code]).toEqual([409, "VERIFICATION_NEEDED"]);
    const same = await name(client, email);
    expect([same.status, same.body.status.code, same.body.status.fields[0].path]).toEqual([409, "EMAIL_SAME", "email"]);
  });

  it("waits while the account is held: none is named, proven or taken away", async () => {
    const { client, borrowerId } = await borrower();
    const [inForce, named] = [newAddress("former"), newAddress("next")];
    await verified(client, inForce);
    clock.advance(61_000);
    const { verificationId, code } = await mailed(client, named);
    const hold = { borrowerId, cause: "RELEASED", sourceId: services.random.uuid() } as const;
    await transact(database, (trx) => placeHold(services, trx, hold));
    const proving = await app.loggedIn(borrowerId, "EMAIL");
    for (const answer of [
      await name(proving, newAddress("third")),
      await client.post("/api/email/verify", { verificationId, code }),
      await proving.post("/api/email/remove", {}),
    ])
      expect([answer.status, answer.body.status.code]).toEqual([423, "SECURITY_HOLD"]);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(inForce);
  });

  it("keeps the former one in force until it is proven; both owners and the phone are told", async () => {
    const { client, borrowerId, mobileNumber } = await borrower();
    const [first, second] = [newAddress("former"), newAddress("next")];
    await verified(client, first);
    await app.settle();
    const mailsOf = async (to: string) =>
      (await services.outside.sandbox!.messages.list({ to })).map(({ subject, text }) => subject ?? text);
    const { verificationId, code } = await mailed(client, second);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(first);
    expect(await viewOf(client)).toMatchObject({
      current: { masked: "fo••••@contoh.id" },
      request: { state: "VERIFYING" },
    });
    expect(await mailsOf(first)).toContain("Permintaan ganti email akun Tunai");
    expect((await mailsOf(mobileNumber)).some((text) => text.includes("ada permintaan ganti email"))).toBe(true);
    await client.post("/api/email/verify", { verificationId, code });
    await app.settle();
    expect(await verifiedEmailOf(services, database, borrowerId)).toBe(second);
    expect((await mailsOf(first))[0]).toBe("Email ini tidak lagi terhubung ke akun Tunai");
    expect((await mailsOf(second))[0]).toBe("Email ini terhubung ke akun Tunai");
  });

  it("is verified once an event for the borrower, however often it changes", async () => {
    const { client, borrowerId } = await borrower();
    await verified(client, newAddress());
    await verified(client, newAddress());
    const events = await database.selectFrom("domain_event").selectAll().where("name", "=", "email.verified").execute();
    expect(events.filter(({ id }) => id === `email_${borrowerId}`)).toHaveLength(1);
  });

  it("gives way to another one that is named before it was proven, and its mail proves nothing then", async () => {
    const { client, borrowerId } = await borrower();
    const [first, second] = [newAddress(), newAddress()];
    const old = await mailed(client, first);
    await mailed(client, second);
    const rows = await database
      .selectFrom("email_request")
      .select(["state", "cause"])
      .where("borrowerId", "=", borrowerId)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { state: "FAILED", cause: "REPLACED" },
      { state: "VERIFYING", cause: null },
    ]);
    const late = await client.post("/api/email/verify", { verificationId: old.verificationId, code: old.code });
    expect([late.status, late.body.status.code]).toEqual([409, "VERIFICATION_NEEDED"]);
    const over = await reader(old.link).get("/api/email/link");
    expect([over.status, over.body.status.code]).toEqual([410, "EMAIL_LINK_OVER"]);
  });

  it("needs a fresh code of the own number to be named or removed", async () => {
    const { borrowerId } = await borrower();
    const client = await app.loggedIn(borrowerId);
    for (const path of ["/api/email", "/api/email/remove"]) {
      const answer = await client.post(path, path === "/api/email" ? { email: newAddress() } : {});
      expect([answer.status, answer.body.status.code]).toEqual([401, "STEP_UP_NEEDED"]);
    }
  });

  it("is removed, and both are told", async () => {
    const { client, borrowerId, mobileNumber } = await borrower();
    const none = await client.post("/api/email/remove", {});
    expect([none.status, none.body.status.code]).toEqual([409, "EMAIL_NONE"]);
    const mailing = await client.post("/api/email/mailings", { category: "SURVEY", on: false });
    expect([mailing.status, mailing.body.status.code]).toEqual([409, "EMAIL_NONE"]);
    const email = newAddress();
    await verified(client, email);
    expect((await client.post("/api/email/remove", {})).body).toEqual({ removed: true });
    expect(await verifiedEmailOf(services, database, borrowerId)).toBeNull();
    expect(await viewOf(client)).toMatchObject({ current: null, request: null });
    await app.settle();
    const [mail] = await services.outside.sandbox!.messages.list({ to: email });
    expect(mail!.subject).toBe("Email ini tidak lagi terhubung ke akun Tunai");
    const [sms] = await services.outside.sandbox!.messages.list({ to: mobileNumber });
    expect(sms!.text).toContain("email akun Anda sudah dihapus");
  });

  it("may stand in several accounts, of which nobody is told; others are counted for a review", async () => {
    const email = newAddress();
    const holders = [await borrower(), await borrower(), await borrower()];
    for (const { client } of holders) {
      clock.advance(61_000);
      await verified(client, email);
    }
    expect(await accountsSharingEmail(database, holders[0]!.borrowerId)).toBe(2);
    expect(await accountsSharingEmail(database, (await borrower()).borrowerId)).toBe(0);
  });

  it("is answered the same, byte for byte, whether anybody has it or not", async () => {
    const known = newAddress();
    await verified((await borrower()).client, known);
    clock.advance(61_000);
    const answers = [];
    for (const email of [known, newAddress()]) {
      const answer = await name((await borrower()).client, email);
      answers.push([answer.status, answer.text.replace(/"verificationId":"[^"]+"/, '"verificationId":"…"')]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it("is one of three a day; named again it counts once", async () => {
    const { client, borrowerId } = await borrower();
    const first = newAddress();
    for (const email of [first, newAddress(), newAddress()]) await mailed(client, email);
    clock.advance(61_000);
    const fourth = await name(client, newAddress());
    expect([fourth.status, fourth.body.status.code]).toEqual([429, "EMAIL_SEND_LIMIT"]);
    expect(fourth.body.status.data).toMatchObject({ max: 3, retryInHours: 24 });
    await mailed(client, first);
    clock.advance(24 * hour + 1);
    const nextDay = await app.loggedIn(borrowerId, "EMAIL");
    expect((await name(nextDay, newAddress())).status).toBe(200);
  });

  it("of ten named at once by one borrower three are taken, and one is open", async () => {
    const { client, borrowerId } = await borrower();
    const answers = await Promise.all(Array.from({ length: 10 }, () => name(client, newAddress())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.status.code))).toEqual(
      new Set(["EMAIL_SEND_LIMIT"]),
    );
    const open = await database
      .selectFrom("email_request")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .where("endedAt", "is", null)
      .execute();
    expect(open).toHaveLength(1);
  });
});

describe("the code of a mail", () => {
  it("is taken once by 40 at a time", async () => {
    const { client, borrowerId } = await borrower();
    const { verificationId, code } = await mailed(client, newAddress());
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => client.post("/api/email/verify", { verificationId, code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.status.code))).not.toContain(
      "INTERNAL",
    );
    expect(await verifiedEmailOf(services, database, borrowerId)).not.toBeNull();
  });

  it("has five tries, of 40 at a time too, and belongs to its session", async () => {
    const { client, borrowerId } = await borrower();
    const { verificationId, code } = await mailed(client, newAddress());
    const foreign = await (await borrower()).client.post("/api/email/verify", { verificationId, code });
    expect([foreign.status, foreign.body.status.code]).toEqual([409, "VERIFICATION_NEEDED"]);
    const sameAccount = await (await app.loggedIn(borrowerId)).post("/api/email/verify", { verificationId, code });
    expect(sameAccount.body.status.code).toBe("VERIFICATION_NEEDED");
    const tries = await Promise.all(
      Array.from({ length: 40 }, () => client.post("/api/email/verify", { verificationId, code: wrong(code) })),
    );
    expect(tries.filter(({ body }) => body.status.code === "OTP_WRONG")).toHaveLength(5);
    const right = await client.post("/api/email/verify", { verificationId, code });
    expect([right.status, right.body.status.code]).toEqual([429, "OTP_ATTEMPTS"]);
    expect(await verifiedEmailOf(services, database, borrowerId)).toBeNull();
  });

  it("stays open where its mail was sent again after the sweep had listed it", async () => {
    const { client } = await borrower();
    await mailed(client, newAddress());
    // Only the look for what is due finds its time over.
    let looks = 0;
    const now = () => new Date(clock.now().getTime() + (looks++ === 0 ? 25 * hour : 0));
    expect(await emailExpirySweep.run({ ...services, clock: { ...clock, now } })).toBe(0);
    expect(looks).toBeGreaterThan(1);
    expect(await stateOf(client)).toEqual(["VERIFYING", null]);
  });

  it("is sent again after 60 s, and after its five minutes by itself", async () => {
    const { client } = await borrower();
    const email = newAddress();
    const idle = await client.post("/api/email/resend", {});
    expect([idle.status, idle.body.status.code]).toEqual([409, "EMAIL_NOT_PENDING"]);
    const first = await mailed(client, email);
    clock.advance(59_000);
    const early = await client.post("/api/email/resend", {});
    expect([early.status, early.body.status.code]).toEqual([429, "OTP_TOO_MANY"]);
    clock.advance(1_000);
    const again = await client.post("/api/email/resend", {});
    expect(again.status).toBe(200);
    await app.settle();
    expect(await mailsTo(email)).toHaveLength(2);
    clock.advance(300_000);
    const late = { verificationId: again.body.verificationId, code: (await mailsTo(email))[0]!.code };
    const expired = await client.post("/api/email/verify", late);
    expect([expired.status, expired.body.status.code]).toEqual([410, "OTP_EXPIRED"]);
    await app.settle();
    const [third] = await mailsTo(email);
    expect(third!.code).not.toBe(first.code);
    const { verificationId } = expired.body.status.data;
    expect((await client.post("/api/email/verify", { verificationId, code: third!.code })).status).toBe(200);
  });

  it("is mailed to its owner whoever else named the address, and to nobody more than five times an hour", async () => {
    const email = newAddress();
    const strangers = await Promise.all(Array.from({ length: 12 }, async () => (await borrower()).client));
    for (const stranger of strangers) expect((await name(stranger, email)).status).toBe(200);
    const { client } = await borrower();
    expect((await name(client, email)).status).toBe(200);
    for (let n = 0; n < 4; n++) {
      clock.advance(60_000);
      expect((await client.post("/api/email/resend", {})).status).toBe(200);
      expect((await strangers[0]!.post("/api/email/resend", {})).status).toBe(200);
    }
    clock.advance(60_000);
    const capped = await client.post("/api/email/resend", {});
    expect(capped.body.status).toMatchObject({ code: "OTP_SEND_LIMIT", data: { retryInSeconds: 3300 } });
  });

  it("floods no mailbox: strangers repeat it forty times a day in all, while each one's first goes, and all of its former owner's", async () => {
    const email = newAddress();
    const { client: former } = await borrower();
    await verified(former, email);
    await verified(former, newAddress());
    const { client: stranger } = await borrower();
    clock.advance(60_000);
    expect((await name(stranger, email)).status).toBe(200);
    await sql`insert into verification_challenge
      select (jsonb_populate_record(c, jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 'borrower_id', gen_random_uuid()))).*
      from verification_challenge c, generate_series(1, 39) n
      where c.number_index = ${services.keys.blindIndex("email", email)} and c.is_stranger
        and c.created_at = ${clock.now()}`.execute(services.database);
    clock.advance(60_000);
    expect((await stranger.post("/api/email/resend", {})).body.status.code).toBe("OTP_SEND_LIMIT");
    expect((await name((await borrower()).client, email)).status).toBe(200);
    expect((await name(former, email)).status).toBe(200);
    clock.advance(60_000);
    expect((await former.post("/api/email/resend", {})).status).toBe(200);
  });

  it("after five wrong ones a next mail waits, and says so", async () => {
    const { client } = await borrower();
    const email = newAddress();
    const { verificationId, code } = await mailed(client, email);
    for (let tries = 0; tries < 5; tries++)
      await client.post("/api/email/verify", { verificationId, code: wrong(code) });
    const again = await client.post("/api/email/resend", {});
    expect([again.status, again.body.status.code]).toEqual([429, "OTP_RESEND_WAIT"]);
    // The code expires before another may be sent: the address has reached its daily limit of mails.
    clock.advance(300_000);
    for (let sent = 0; sent < 4; sent++) {
      await client.post("/api/email/resend", {});
      clock.advance(61_000);
    }
    const [newest] = await database
      .selectFrom("verification_challenge")
      .select("id")
      .where("purpose", "=", "EMAIL_ADDRESS")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    clock.advance(300_000);
    const unsent = await client.post("/api/email/verify", { verificationId: newest!.id, code });
    expect([unsent.status, unsent.body.status.code]).toEqual([410, "OTP_EXPIRED_UNSENT"]);
  });

  it("proves a mailbox and nothing else, and no code of a number proves a mailbox", async () => {
    const { client, mobileNumber } = await borrower();
    const { verificationId, code } = await mailed(client, newAddress());
    const step = await client.post("/api/session/stepUp", { verificationId, code });
    expect([step.status, step.body.status.code]).toEqual([409, "VERIFICATION_NEEDED"]);
    const bySms = await client.post("/api/mobile/sendVerificationWithoutCaptcha", {
      mobileNumber,
      purpose: "EMAIL_ADDRESS",
      channel: "SMS",
    });
    expect([bySms.status, bySms.body.status.fields[0].code]).toEqual([422, "CHOICE_INVALID"]);
    const own = await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "EMAIL", channel: "SMS" });
    const [sms] = await services.outside.sandbox!.messages.list({ to: mobileNumber });
    const mixed = await client.post("/api/email/verify", {
      verificationId: own.body.verificationId,
      code: sms!.code,
    });
    expect([mixed.status, mixed.body.status.code]).toEqual([409, "VERIFICATION_NEEDED"]);
  });
});
