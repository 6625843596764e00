import { beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { transact } from "#server/database.server.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { transition } from "#features/credit/loan/server/index.ts";
import { expireOffer } from "./expiry.ts";
import { sealDocument } from "./jobs.ts";
import { signLoanAgreement as signNow } from "./signing.ts";
import { findLoanDocument, storeSealed, moveDocument } from "./store.ts";
import { agreementOf } from "./index.ts";
import { signing } from "#tests/support/signing.ts";
import { addAccount } from "../../../account/bank-account/server/store.ts";

const app = await testApp();
beforeAll(async () => {}, 60_000);

const { signer, shown, accept, code, sign, signed, payoutOf, loanOf, storedFile } = signing(app);

describe("The agreement of an approved loan", () => {
  it("is the same document however often it is opened, with the texts that belong to it", async () => {
    const who = await signer();
    const [first, second] = await Promise.all([shown(who), shown(who)]);
    expect(second).toEqual(first);
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(first.texts.map(({ kind }: { kind: string }) => kind)).toEqual([
      "riplay",
      "risk-acknowledgement",
      "declarations",
      "signing-privacy",
    ]);
    expect(first.secondsLeft).toBe(86_400);
    expect(first.quote.totalRupiah).toBe(1_180_000);
    const { sections } = (await who.client.get(`/api/agreement/document/${first.documentId}/text`)).body;
    const words = JSON.stringify(sections);
    expect(words).toContain("Budi Santoso");
    expect(words).toContain("biaya pendidikan");
    expect(words).toContain("Jl. Merdeka No. 1 RT 001/RW 002");
  });

  it("is another document in another language, with the Indonesian words beside it", async () => {
    const who = await signer();
    const [id, zh] = [await shown(who, "id"), await shown(who, "zh")];
    expect(zh.hash).not.toBe(id.hash);
    const { sections } = (await who.client.get(`/api/agreement/document/${zh.documentId}/text`)).body;
    expect(sections[1]).toMatchObject({ language: "id", isOriginal: true });
    expect(JSON.stringify(sections)).toContain("教育费用");
  });

  it("stays hidden from everybody else", async () => {
    const who = await signer();
    const { documentId } = await shown(who);
    const stranger = await app.loggedIn(app.services.random.uuid());
    expect((await stranger.get(`/api/agreement?loanId=${who.loan.id}`)).body.status.code).toBe("AGREEMENT_NOT_FOUND");
    for (const part of ["", "/text", "/page/1", "/file"]) {
      expect((await stranger.get(`/api/agreement/document/${documentId}${part}`)).body.status.code).toBe(
        "AGREEMENT_NOT_FOUND",
      );
    }
    expect((await stranger.post(`/api/agreement/document/${documentId}/link`, {})).body.status.code).toBe(
      "AGREEMENT_NOT_FOUND",
    );
    expect((await app.client().get(`/api/agreement/document/${documentId}`)).status).toBe(401);
  });

  it("tells where a loan stands that cannot be signed", async () => {
    const { borrowerId } = await ripeBorrower(app);
    expect((await (await app.loggedIn(borrowerId)).get("/api/agreement")).body).toMatchObject({
      state: "NONE",
      loanId: null,
    });
  });
});

describe("A document", () => {
  it("moves on from the state alone in which it stands, for its borrower alone, and is sealed once", async () => {
    const who = await signer();
    const { documentId: id } = await shown(who);
    const { borrowerId } = who;
    const now = app.clock.now();
    const pdf = { key: "k", hash: "0".repeat(64), pages: 1, sizeBytes: 1 };
    await transact(app.services.database, async (trx) => {
      const state = async () => (await findLoanDocument(trx, borrowerId, id))?.state;
      const move = (from: "SHOWN" | "ACCEPTED" | "SIGNING", to: "ACCEPTED" | "SIGNING" | "SIGNED", by = borrowerId) =>
        moveDocument(trx, { borrowerId: by, id, from, to, ...(to === "SIGNING" ? { sealDueAt: now } : {}) });
      expect(await storeSealed(trx, borrowerId, id, pdf, now)).toBe(false);
      for (const [from, to] of [
        ["ACCEPTED", "SIGNING"],
        ["SIGNING", "ACCEPTED"],
      ] as const)
        await expect(move(from, to)).rejects.toThrow(RangeError);
      expect(await move("SIGNING", "SIGNED")).toBe(false);
      expect(await move("SHOWN", "SIGNING", app.services.random.uuid())).toBe(false);
      expect(await state()).toBe("SHOWN");
      expect([await move("SHOWN", "SIGNING"), await move("SHOWN", "SIGNING")]).toEqual([true, false]);
      expect(await storeSealed(trx, app.services.random.uuid(), id, pdf, now)).toBe(false);
      expect([
        await storeSealed(trx, borrowerId, id, pdf, now),
        await storeSealed(trx, borrowerId, id, pdf, now),
      ]).toEqual([true, false]);
      expect(await state()).toBe("SIGNED");
    });
  });
});

describe("What was ticked", () => {
  it("keeps its first moment, however often it is ticked again", async () => {
    const who = await signer();
    const { hash, documentId } = await shown(who);
    const ticked = async () =>
      app.services.database
        .selectFrom("agreement_consent")
        .select("acceptedAt")
        .where("documentId", "=", documentId)
        .execute();
    const first = await accept(who, hash);
    const at = app.clock.now();
    expect(await ticked()).toEqual([{ acceptedAt: at }]);
    app.clock.advance(60_000);
    expect((await accept(who, hash)).body).toEqual(first.body);
    expect(await ticked()).toEqual([{ acceptedAt: at }]);
  });
});

describe("The time for signing", () => {
  it("is up at its deadline, also for a signature that began a moment before it", async () => {
    const who = await signer();
    const deadline = (await loanOf(who)).signDeadline!.getTime();
    app.clock.advance(deadline - app.clock.now().getTime() - 1000);
    const late = { ...who, client: await app.loggedIn(who.borrowerId) };
    const { hash } = await shown(late);
    await accept(late, hash);
    const proof = await code(late);
    await late.client.post("/api/mobile/verifyVerificationCode", proof);
    const { sessionId } = await app.services.database
      .selectFrom("verification_challenge")
      .select("sessionId")
      .where("id", "=", proof.verificationId)
      .executeTakeFirstOrThrow();
    // The first reading of the clock is in time; then the deadline passes while the documents are read.
    let looks = 0;
    const now = () => new Date(deadline - (looks++ === 0 ? 1 : 0));
    const services = { ...app.services, clock: { ...app.services.clock, now } };
    const input = {
      borrowerId: who.borrowerId,
      loanId: who.loan.id,
      hash,
      caller: app.caller(),
      sessionId,
      verificationId: proof.verificationId,
    };
    await expect(transact(services.database, (trx) => signNow(services, trx, input))).rejects.toMatchObject({
      code: "SIGN_DEADLINE_PASSED",
    });
    expect(looks).toBeGreaterThan(1);
    expect(await loanOf(who)).toMatchObject({ state: "APPROVED", signedAt: null });
    expect((await sign(late, { hash, ...proof })).body).toMatchObject({ documentId: expect.any(String) });
  });

  it("is not up before its deadline, whoever says so", async () => {
    const who = await signer();
    const { id: loanId, signDeadline } = await loanOf(who);
    const at = (milliseconds: number) => ({
      ...app.services,
      clock: { ...app.services.clock, now: () => new Date(signDeadline!.getTime() + milliseconds) },
    });
    expect(await expireOffer(at(-1), who.borrowerId, loanId)).toBe(false);
    expect((await loanOf(who)).state).toBe("APPROVED");
    expect((await currentLimits(app.services, app.services.database, who.borrowerId)).usedRupiah).toBe(1_000_000);
    expect(await expireOffer(at(0), who.borrowerId, loanId)).toBe(true);
    expect(await expireOffer(at(0), who.borrowerId, loanId)).toBe(false);
    expect(await loanOf(who)).toMatchObject({ state: "CANCELLED", endReason: "SIGN_DEADLINE_PASSED" });
    expect((await currentLimits(app.services, app.services.database, who.borrowerId)).usedRupiah).toBe(0);
  });
});

describe("Signing", () => {
  it("keeps the hash that was shown, seals the file by a job, and only then starts the payout", async () => {
    const who = await signer();
    const { hash, documentId } = await signed(who);
    expect(await loanOf(who)).toMatchObject({ state: "SIGNED" });
    await app.settle();
    const agreement = await agreementOf(app.services.database, who.borrowerId, who.loan.id);
    expect(agreement).toMatchObject({ documentId, state: "SIGNED", shownHash: hash });
    const file = await who.client.send("GET", `/api/agreement/document/${documentId}/file`, undefined);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="loan-agreement-TN-/);
    const { body } = await who.client.get(`/api/agreement/document/${documentId}`);
    expect(body.signature).toMatchObject({ valid: true });
    expect(body.sealedHash).toBe(agreement?.sealedHash);
    // The payout is its own job, created by the process that sealed.
    await expect.poll(() => payoutOf(who), { timeout: 45_000, interval: 500 }).toMatch(/^(DISBURSING|ACTIVE) /);
    const report = await app.services.outside.signature.validate(new Uint8Array((await storedFile(documentId)).bytes));
    expect(report.valid).toBe(true);
    // A document is only appended to: its first revision is what the borrower was shown.
    expect(report.revisionHashes[0]).toBe(hash);
  });

  it("keeps evidence of time, device, channel and texts, with the signer sealed", async () => {
    const who = await signer();
    const { documentId } = await signed(who);
    const row = await app.services.database
      .selectFrom("agreement_signing")
      .selectAll()
      .where("documentId", "=", documentId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ otpChannel: "SMS", accepted: ["READ", "PLATFORMS"] });
    expect((row.texts as { key: string; version: string }[])[0]?.version).toMatch(/SHA-256 [0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain("Budi");
  });

  it("answers the same again for the same key, and refuses a second signature", async () => {
    const who = await signer();
    const { hash } = await shown(who);
    await accept(who, hash);
    const body = { hash, ...(await code(who)) };
    const key = app.services.random.uuid();
    const [first, second] = [await sign(who, body, key), await sign(who, body, key)];
    expect(second.body).toEqual(first.body);
    expect((await sign(who, body)).body.status.code).toBe("ALREADY_SIGNED");
  });

  it("needs both boxes, and the acceptance of this very document", async () => {
    const who = await signer();
    const { hash } = await shown(who);
    expect((await accept(who, hash, { read: true, platforms: false })).body.status.fields[0]).toMatchObject({
      path: "platforms",
      code: "AGREEMENT_NEEDED",
    });
    const english = await shown(who, "en");
    await accept(who, english.hash);
    expect((await sign(who, { hash, ...(await code(who)) })).body.status.code).toBe("ACCEPTANCE_NEEDED");
  });

  it("refuses a wrong code and leaves the loan as it was", async () => {
    const who = await signer();
    const { hash } = await shown(who);
    await accept(who, hash);
    const sent = await code(who);
    const wrong = String((Number(sent.code) + 1) % 1_000_000).padStart(6, "0");
    expect((await sign(who, { hash, ...sent, code: wrong })).body.status).toMatchObject({
      code: "OTP_WRONG",
      data: { attemptsLeft: 4 },
    });
    expect((await loanOf(who)).state).toBe("APPROVED");
    expect(
      (await sign(who, { hash, verificationId: app.services.random.uuid(), code: "123456" })).body.status.code,
    ).toBe("VERIFICATION_NEEDED");
    expect((await sign(who, { hash, ...sent })).status).toBe(200);
  });

  it("refuses when data changed since the document was shown, and then shows the new one", async () => {
    const who = await signer();
    const before = await shown(who);
    await accept(who, before.hash);
    await app.services.database.updateTable("loan").set({ purpose: "HEALTH" }).where("id", "=", who.loan.id).execute();
    expect((await sign(who, { hash: before.hash, ...(await code(who)) })).body.status).toMatchObject({
      code: "AGREEMENT_CHANGED",
    });
    expect((await accept(who, before.hash)).status).toBe(409);
    const after = await shown(who);
    expect(after.hash).not.toBe(before.hash);
    expect(after.acceptedAt).toBeNull();
  });

  it("refuses when the text changed since: a document on another basis is another document", async () => {
    const who = await signer();
    const { hash, documentId } = await shown(who);
    await accept(who, hash);
    await app.services.database
      .updateTable("agreement_document")
      .set({ basisHash: "of an older text" })
      .where("id", "=", documentId)
      .execute();
    expect((await sign(who, { hash, ...(await code(who)) })).body.status.code).toBe("AGREEMENT_CHANGED");
    expect((await accept(who, "0".repeat(64))).body.status.code).toBe("AGREEMENT_CHANGED");
  });

  it("waits while the account is held, unless the money goes to the account that was the main one all along", async () => {
    const who = await signer();
    const { database, random } = app.services;
    const { hash } = await shown(who);
    await accept(who, hash);
    const hold = { borrowerId: who.borrowerId, cause: "NUMBER_CHANGED", sourceId: random.uuid() } as const;
    await transact(database, (trx) => placeHold(app.services, trx, hold));
    const main = (isMain: boolean) =>
      database.updateTable("bank_account").set({ isMain }).where("id", "=", who.bankAccountId).execute();
    await main(false);
    const sent = await code(who);
    const refused = async () => {
      const { status, body } = await sign(who, { hash, ...sent });
      return [status, body.status.code, (await loanOf(who)).state];
    };
    expect(await refused()).toEqual([423, "SECURITY_HOLD", "APPROVED"]);
    // Another account is the main one now.
    const other = {
      bankCode: "008",
      accountNumber: "1230000001",
      accountName: "SITI RAHAYU",
      nameMatch: "SAME",
    } as const;
    const added = await transact(database, (trx) =>
      addAccount(app.services, trx, who.borrowerId, { ...other, isMain: true }),
    );
    expect(await refused()).toEqual([423, "SECURITY_HOLD", "APPROVED"]);
    if (added !== "KNOWN")
      await database.updateTable("bank_account").set({ isMain: false }).where("id", "=", added.id).execute();
    await main(true);
    expect((await sign(who, { hash, ...sent })).status).toBe(200);
  });

  it("refuses a loan that was cancelled by the borrower", async () => {
    const who = await signer();
    const { hash } = await shown(who);
    await transact(app.services.database, (trx) =>
      transition(app.services, trx, {
        borrowerId: who.borrowerId,
        loanId: who.loan.id,
        from: ["APPROVED"],
        to: "CANCELLED",
        actor: "BORROWER",
        cause: "NOT_WANTED",
        change: { endedAt: app.clock.now(), endReason: "NOT_WANTED" },
      }),
    );
    expect((await accept(who, hash)).body.status.code).toBe("NOT_SIGNABLE");
    expect(
      (await accept({ ...who, loan: { ...who.loan, id: app.services.random.uuid() } }, hash)).body.status.code,
    ).toBe("AGREEMENT_NOT_FOUND");
    expect((await who.client.get("/api/agreement")).body.state).toBe("CANCELLED");
  });

  it("is tried again by its sweep when the job is gone, under the same order", async () => {
    const who = await signer();
    const { documentId } = await signed(who);
    await app.services.database
      .updateTable("agreement_document")
      .set({ state: "SIGNING", sealDueAt: app.clock.now(), sealedKey: null, sealedHash: null, sealedAt: null })
      .where("id", "=", documentId)
      .execute();
    await app.settle();
    expect(await agreementOf(app.services.database, who.borrowerId, who.loan.id)).toMatchObject({ state: "SIGNED" });
    expect(await app.services.jobs.waiting(sealDocument)).toEqual([]);
  });
});

describe("The end of the time for signing", () => {
  it("cancels the loan and frees the limit, and refuses a signature from then on", async () => {
    const who = await signer();
    const { hash } = await shown(who);
    await accept(who, hash);
    const proof = await code(who);
    app.clock.advance(86_400_000 - 1);
    // A login lasts longer than a day only on a remembered device; here a new one is made.
    const client = await app.loggedIn(who.borrowerId);
    await app.settle();
    expect((await loanOf(who)).state).toBe("APPROVED");
    app.clock.advance(1);
    expect((await sign({ ...who, client }, { hash, ...proof })).body.status.code).toBe("SIGN_DEADLINE_PASSED");
    await app.settle();
    expect(await loanOf(who)).toMatchObject({ state: "CANCELLED", endReason: "SIGN_DEADLINE_PASSED" });
    expect(await currentLimits(app.services, app.services.database, who.borrowerId)).toMatchObject({ usedRupiah: 0 });
    expect((await sign({ ...who, client }, { hash, ...proof })).body.status.code).toBe("SIGN_DEADLINE_PASSED");
    expect((await client.get("/api/agreement")).body.state).toBe("EXPIRED");
  });
});
