import { beforeAll, describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { approvedLoan, ripeBorrower, type RipeBorrower } from "#tests/support/approved-loan.ts";
import { transact } from "#server/database.server.ts";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { findLoan, transition, type LoanRow } from "#features/credit/loan/server/index.ts";
import { documentLinkPurpose } from "../contract.ts";
import { expire } from "./expiry.ts";
import { sealDocument } from "./jobs.ts";
import { sign as signNow } from "./signing.ts";
import { findDocument, keepSealed, moveDocument } from "./store.ts";
import { agreementOf, documentsOfLoan, payoffLetter, withdrawPayoffLetter } from "./index.ts";

const app = await testApp();
beforeAll(async () => {}, 60_000);

interface Signer extends RipeBorrower {
  client: TestClient;
  loan: LoanRow;
}
async function signer(input: Parameters<typeof ripeBorrower>[1] = {}): Promise<Signer> {
  const borrower = await ripeBorrower(app, input);
  return { ...borrower, client: await app.loggedIn(borrower.borrowerId), loan: await approvedLoan(app, borrower) };
}
const shown = async ({ client, loan }: Signer, language = "id") =>
  (await client.get(`/api/agreement?loanId=${loan.id}&lang=${language}`)).body.toSign;
const accept = ({ client, loan }: Signer, hash: string, body: object = { read: true, platforms: true }) =>
  client.post(`/api/agreement/${loan.id}/accept`, { hash, ...body });

async function code(who: Signer): Promise<{ verificationId: string; code: string }> {
  const { body, status } = await who.client.post("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "STEP_UP_SIGN",
    channel: "SMS",
  });
  expect(status).toBe(200);
  const [message] = await app.services.outside.sandbox!.messages.list({ to: who.mobileNumber });
  return { verificationId: body.verificationId, code: message?.code ?? "" };
}
const sign = (who: Signer, body: object, key = app.services.random.uuid()) =>
  who.client.post(`/api/agreement/${who.loan.id}/sign`, body, { "Idempotency-Key": key });

/** Everything up to the signature, and the signature. */
async function signed(who: Signer, language = "id") {
  const { hash, documentId } = await shown(who, language);
  await accept(who, hash);
  const answer = await sign(who, { hash, ...(await code(who)) });
  expect(answer.body).toMatchObject({ documentId });
  return { hash, documentId: documentId as string };
}
/** The loan's state, and where its transfer stands. A step that has to come again comes half a minute of business time later. */
async function payoutOf(who: Signer): Promise<string> {
  app.clock.advance(30_000);
  await app.settle();
  const transfers = await app.services.database
    .selectFrom("bank_transfer")
    .select(["state", "waits_for", "failure_code"])
    .where("borrower_id", "=", who.borrowerId)
    .execute();
  return `${(await loanOf(who)).state} ${JSON.stringify(transfers)}`;
}

const loanOf = async ({ borrowerId, loan }: Signer) => (await findLoan(app.services.database, borrowerId, loan.id))!;

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
      const state = async () => (await findDocument(trx, borrowerId, id))?.state;
      const move = (from: "SHOWN" | "ACCEPTED" | "SIGNING", to: "ACCEPTED" | "SIGNING" | "SIGNED", by = borrowerId) =>
        moveDocument(trx, { borrowerId: by, id, from, to, ...(to === "SIGNING" ? { sealDueAt: now } : {}) });
      expect(await keepSealed(trx, borrowerId, id, pdf, now)).toBe(false);
      expect([await move("ACCEPTED", "SIGNING"), await move("SIGNING", "ACCEPTED")]).toEqual([false, false]);
      expect(await move("SHOWN", "SIGNING", app.services.random.uuid())).toBe(false);
      expect(await state()).toBe("SHOWN");
      expect([await move("SHOWN", "SIGNING"), await move("SHOWN", "SIGNING")]).toEqual([true, false]);
      expect(await keepSealed(trx, app.services.random.uuid(), id, pdf, now)).toBe(false);
      expect([
        await keepSealed(trx, borrowerId, id, pdf, now),
        await keepSealed(trx, borrowerId, id, pdf, now),
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
        .select("accepted_at")
        .where("document_id", "=", documentId)
        .execute();
    const first = await accept(who, hash);
    const at = app.clock.now();
    expect(await ticked()).toEqual([{ accepted_at: at }]);
    app.clock.advance(60_000);
    expect((await accept(who, hash)).body).toEqual(first.body);
    expect(await ticked()).toEqual([{ accepted_at: at }]);
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
    const { session_id: sessionId } = await app.services.database
      .selectFrom("verification_challenge")
      .select("session_id")
      .where("id", "=", proof.verificationId)
      .executeTakeFirstOrThrow();
    // The first look at the clock is in time; then the deadline comes while the documents are read.
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
    expect(await expire(at(-1), who.borrowerId, loanId)).toBe(false);
    expect((await loanOf(who)).state).toBe("APPROVED");
    expect((await currentLimits(app.services, app.services.database, who.borrowerId)).usedRupiah).toBe(1_000_000);
    expect(await expire(at(0), who.borrowerId, loanId)).toBe(true);
    expect(await expire(at(0), who.borrowerId, loanId)).toBe(false);
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
    // The payout is a job of its own, written by the one that sealed.
    await expect.poll(() => payoutOf(who), { timeout: 45_000, interval: 500 }).toMatch(/^(DISBURSING|ACTIVE) /);
    const report = await app.services.outside.signature.validate(new Uint8Array((await storedFile(documentId)).bytes));
    expect(report.valid).toBe(true);
    // A document is only ever appended to: its first revision is what the borrower was shown.
    expect(report.revisionHashes[0]).toBe(hash);
  });

  it("keeps evidence of time, device, channel and texts, with the signer sealed", async () => {
    const who = await signer();
    const { documentId } = await signed(who);
    const row = await app.services.database
      .selectFrom("agreement_signing")
      .selectAll()
      .where("document_id", "=", documentId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ otp_channel: "SMS", accepted: ["READ", "PLATFORMS"] });
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
      .set({ basis_hash: "of an older text" })
      .where("id", "=", documentId)
      .execute();
    expect((await sign(who, { hash, ...(await code(who)) })).body.status.code).toBe("AGREEMENT_CHANGED");
    expect((await accept(who, "0".repeat(64))).body.status.code).toBe("AGREEMENT_CHANGED");
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
      .set({ state: "SIGNING", seal_due_at: app.clock.now(), sealed_key: null, sealed_hash: null, sealed_at: null })
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
    // The login outlives a day only for a remembered device; here it is made anew.
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

describe("A signed document", () => {
  it("is checked by anyone: masked name, hashes, a signature that holds, and a file that is it or not", async () => {
    const who = await signer({ fullName: "Siti Nur Haliza" });
    const { documentId, hash } = await signed(who);
    await app.settle();
    const anyone = app.client();
    const { body } = await anyone.get(`/api/verify/${documentId}`);
    expect(body).toMatchObject({
      kind: "loan-agreement",
      state: "SIGNED",
      maskedName: "S••• N••• H•••",
      shownHash: hash,
      signature: { valid: true },
    });
    expect(JSON.stringify(body)).not.toMatch(/Siti|Merdeka|3171/);
    const { bytes } = await storedFile(documentId);
    const upload = async (file: Uint8Array) => {
      const form = new FormData();
      form.set("file", new File([new Uint8Array(file)], "a.pdf", { type: "application/pdf" }));
      return (await anyone.send("POST", `/api/verify/${documentId}`, form)).body;
    };
    expect(await upload(bytes)).toEqual({ match: "SEALED", hash: body.sealedHash });
    const altered = new Uint8Array(bytes);
    altered[100] = altered[100]! ^ 1;
    expect((await upload(altered)).match).toBe("NONE");
    expect((await upload(new Uint8Array())).status.fields[0].code).toBe("FILE_NEEDED");
    expect((await anyone.get(`/api/verify/${app.services.random.uuid()}`)).body.status.code).toBe("VERIFY_NOT_FOUND");
  });

  it("is called unsigned, and names nobody, before it is signed", async () => {
    const who = await signer();
    const { documentId } = await shown(who);
    expect((await app.client().get(`/api/verify/${documentId}`)).body).toMatchObject({
      state: "NOT_SIGNED",
      maskedName: null,
    });
  });

  it("is read by a signed link for that document alone, as long as the link lives", async () => {
    const who = await signer();
    const { documentId, texts } = await shown(who);
    const { url } = (await who.client.post(`/api/agreement/document/${documentId}/link`, {})).body;
    const token = new URL(url).searchParams.get("t")!;
    const reader = app.client();
    expect((await reader.get(`/api/document-link/${documentId}`)).body.status.code).toBe("LINK_INVALID");
    reader.cookies.set("link", token);
    expect((await reader.get(`/api/document-link/${documentId}`)).body).toMatchObject({
      id: documentId,
      sourcePath: `/api/document-link/${documentId}`,
    });
    expect((await reader.get(`/api/document-link/${documentId}/text`)).body.sections.length).toBeGreaterThan(3);
    expect((await reader.get(`/api/document-link/${documentId}/file`)).headers.get("content-type")).toBe(
      "application/pdf",
    );
    for (const part of ["", "/text", "/page/1", "/file"])
      expect((await reader.get(`/api/document-link/${texts[0].documentId}${part}`)).status).toBe(401);
    app.clock.advance(7 * 86_400_000);
    expect((await reader.get(`/api/document-link/${documentId}`)).status).toBe(401);
    expect(app.services.keys.verifyLink(token, documentLinkPurpose, app.clock.now())).toBeNull();
  });

  it("shows its pages as pictures in the widths that are offered, and no page beyond its last", async () => {
    const who = await signer();
    const { documentId, pages } = await shown(who);
    const first = await who.client.get(`/api/agreement/document/${documentId}/page/1?width=720`);
    expect(first.headers.get("content-type")).toBe("image/webp");
    expect((await who.client.get(`/api/agreement/document/${documentId}/page/${pages + 1}`)).body.status.code).toBe(
      "AGREEMENT_NOT_FOUND",
    );
    expect((await who.client.get(`/api/agreement/document/${documentId}/page/1?width=99999`)).status).toBe(422);
  });

  it("stands among the protocols with its version and time", async () => {
    const who = await signer();
    const { documentId } = await signed(who);
    const { items } = (await who.client.get("/api/agreement/protocols")).body;
    expect(items).toHaveLength(5);
    expect(items.find((item: { documentId: string }) => item.documentId === documentId)).toMatchObject({
      kind: "loan-agreement",
      channel: "SMS",
      acceptedAt: (await loanOf(who)).signedAt!.toISOString(),
    });
    const { items: documents } = (await who.client.get(`/api/agreement/documents?loanId=${who.loan.id}`)).body;
    expect(documents[0]).toMatchObject({
      kind: "loan-agreement",
      viewPath: `/webview/pdf-view?document=${documentId}`,
    });
  });
});

describe("The paid-off letter", () => {
  const paid = { paidOffOn: "2026-12-20", paidRupiah: 1_180_000, paidLateFeeRupiah: 0, waivedRupiah: 0 };
  async function paidOff(who: Signer): Promise<string> {
    const { database } = app.services;
    return transact(database, async (trx) => {
      await trx
        .updateTable("loan")
        .set({ state: "PAID_OFF", disbursed_on: "2026-11-21" })
        .where("id", "=", who.loan.id)
        .execute();
      return payoffLetter(app.services, trx, (await findLoan(trx, who.borrowerId, who.loan.id))!, paid);
    });
  }

  it("is ordered once, made and sealed by a job, in the borrower's language, and anyone can check it", async () => {
    const who = await signer({ language: "en" });
    await signed(who);
    await app.settle();
    const letterId = await paidOff(who);
    expect(await paidOff(who)).toBe(letterId);
    await app.settle();
    const documents = await documentsOfLoan(app.services.database, who.borrowerId, who.loan.id);
    expect(documents.at(-1)).toMatchObject({
      id: letterId,
      kind: "paid-off-letter",
      state: "SIGNED",
      title: "Paid-off Letter",
      pages: expect.any(Number),
    });
    expect((await app.client().get(`/api/verify/${letterId}`)).body).toMatchObject({
      state: "SIGNED",
      maskedName: "B••• S•••",
      signature: { valid: true },
    });
    const words = JSON.stringify((await who.client.get(`/api/agreement/document/${letterId}/text`)).body);
    expect(words).toContain("Rp 1.180.000");
  });

  it("says that it no longer holds once a returned payment opened the loan again, and a new one is made", async () => {
    const who = await signer();
    await signed(who);
    await app.settle();
    const first = await paidOff(who);
    await app.settle();
    await transact(app.services.database, async (trx) => {
      await trx.updateTable("loan").set({ state: "ACTIVE" }).where("id", "=", who.loan.id).execute();
      await withdrawPayoffLetter(trx, who.borrowerId, who.loan.id);
    });
    expect((await app.client().get(`/api/verify/${first}`)).body.state).toBe("WITHDRAWN");
    expect(await paidOff(who)).not.toBe(first);
  });
});

async function storedFile(documentId: string) {
  const row = await app.services.database
    .selectFrom("agreement_document")
    .select("sealed_key")
    .where("id", "=", documentId)
    .executeTakeFirstOrThrow();
  return (await app.services.outside.storage.get(row.sealed_key!))!;
}
