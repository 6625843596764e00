/** A signed document and the paid-off letter: verified by anyone, read by a link, drawn as pictures, revoked. */
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { documentLinkPurpose } from "../contract.ts";
import { documentsOfLoan, payoffLetter, withdrawPayoffLetter } from "./index.ts";
import { type Signer, signing } from "#tests/support/signing.ts";

const app = await testApp();

const { signer, shown, signed, loanOf, storedFile } = signing(app);

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
        .set({ state: "PAID_OFF", disbursedOn: "2026-11-21" })
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
