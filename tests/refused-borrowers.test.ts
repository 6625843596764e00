/** Refusals on a borrower's pages: a missing row, a partner without an answer, a held or locked account. */
import PDFDocument from "pdfkit";
import { expect, it } from "vitest";
import { fillLinkPurpose, offerLinkPurpose, pathOfKind } from "#features/account/document/contract.ts";
import { offerInformation } from "#features/account/document/server/index.ts";
import { makeLink } from "#features/credit/fill-in/server/links.ts";
import { storeEvidence } from "#features/platform/review/server/index.ts";
import { holderName, holderNameReview } from "#features/account/holder-name/server/kind.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { transact } from "#server/database.server.ts";
import { cookieNames, testApp, type TestResponse } from "./support/app.ts";
import { badPhotos, sendFiles, type Upload } from "./support/bad-uploads.ts";
import { changingNumber } from "./support/changing-number.ts";
import { contesting } from "./support/contesting.ts";
import { signing } from "./support/signing.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const change = await changingNumber(app);
const { picture } = change;
const codeOf = ({ status, body }: TestResponse): string => (status < 300 ? "OK" : String(body.status?.code));

async function pdf(pages: number, text = "Mutasi"): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (let page = 0; page < pages; page++) document.addPage({ size: "A4" }).fontSize(40).text(text);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((done) => document.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", done));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A visitor who has the link of an offer. */
function guestOf(borrowerId: string, offerId: string) {
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  const token = services.keys.signLink({ purpose: offerLinkPurpose, subject: `${borrowerId}.${offerId}`, expiresAt });
  const guest = app.client();
  guest.cookies.set(cookieNames.link, token);
  return guest;
}

/** Sends every document that is refused; `known` exists already. */
async function sendBadPapers(upload: Upload, known: Uint8Array): Promise<void> {
  for (const { bytes, code } of await badPhotos()) expect(await sendFiles(upload, { photo: bytes })).toBe(code);
  const one = await pdf(1);
  const dynamic = one.toString("latin1").replace("/Type /Catalog", "/Type /Catalog /NeedsRendering true");
  for (const [bytes, code] of [
    [Buffer.from(dynamic, "latin1"), "PDF_DYNAMIC"],
    [await pdf(1, ""), "PDF_BLANK"],
    [await pdf(7), "PDF_TOO_MANY_PAGES"],
    [Buffer.from("%PDF-1.7\nnothing"), "PDF_UNREADABLE"],
    [known, "PHOTO_KNOWN"],
  ] as const)
    expect(await sendFiles(upload, { photo: bytes })).toBe(code);
}

it("refuses each bad paper that is sent by the link of an offer, and what was given before", async () => {
  const { borrowerId, client } = await change.owner({ isVerified: false });
  const own = { client, path: "/api/document/kind/BANK_STATEMENT" };
  const known = await picture();
  expect(await sendFiles(own, { photo: known })).toBe("OK");
  const about = { borrowerId, kind: "REVIEW", options: ["DOCUMENT_BANK_STATEMENT", "SOCIAL"] } as const;
  const offered = async () => {
    await transact(database, (trx) => offerInformation(services, trx, { ...about, subjectId: random.uuid() }));
    const { offer } = (await client.get("/api/information-offer")).body;
    return guestOf(borrowerId, offer.offerId);
  };
  const guest = await offered();
  const upload: Upload = {
    client: guest,
    path: "/api/information-offer/outside/upload",
    fields: { kind: "BANK_STATEMENT" },
  };
  await sendBadPapers(upload, known);
  for (let count = 1; count < 6; count++) await sendFiles(own, { photo: await picture() });
  expect(await sendFiles({ ...upload, client: await offered() }, { photo: await picture() })).toBe("PHOTO_COUNT");
});

it("refuses each bad paper that is sent by a link to fill in", async () => {
  const { borrowerId, client } = await change.owner();
  const made = await transact(database, (trx) =>
    makeLink(services, trx, borrowerId, { cause: "STAFF", actor: "SYSTEM" }),
  );
  if (typeof made === "string") throw new Error(made);
  const guest = app.client();
  const subject = `${borrowerId}.${made.id}.proven`;
  guest.cookies.set(
    cookieNames.link,
    services.keys.signLink({ purpose: fillLinkPurpose, subject, ownerId: borrowerId, expiresAt: made.endsAt }),
  );
  const own = { client, path: "/api/document/kind/BANK_STATEMENT" };
  const known = await picture();
  expect(await sendFiles(own, { photo: known })).toBe("OK");
  const upload: Upload = { client: guest, path: "/api/loan/fill/document", fields: { kind: "BANK_STATEMENT" } };
  await sendBadPapers(upload, known);
  for (let count = 1; count < 6; count++) await sendFiles(own, { photo: await picture() });
  expect(await sendFiles(upload, { photo: await picture() })).toBe("PHOTO_COUNT");
});

it("takes no account for an offer that is not there, or that does not offer it", async () => {
  const guest = guestOf(random.uuid(), random.uuid());
  const typed = { network: "X", name: "siti", consent: true };
  expect(codeOf(await guest.post("/api/social-accounts/outside", typed))).toBe("OFFER_UNKNOWN");
  const { borrowerId, client } = await change.owner({ isVerified: false });
  const options = ["DOCUMENT_BANK_STATEMENT", "DOCUMENT_SALARY_SLIP"] as const;
  await transact(database, (trx) =>
    offerInformation(services, trx, { borrowerId, kind: "REVIEW", options, subjectId: random.uuid() }),
  );
  const { offer } = (await client.get("/api/information-offer")).body;
  const outside = guestOf(borrowerId, offer.offerId);
  expect(codeOf(await outside.post("/api/social-accounts/outside", typed))).toBe("OFFER_UNKNOWN");
});

it("signs and accepts no paper twice, late, or of a loan that is not there", async () => {
  const { signer, shown, accept, sign, code, signed } = signing(app);
  const who = await signer();
  const { hash } = await shown(who);
  const stranger = { ...who, loan: { ...who.loan, id: random.uuid() } };
  await accept(who, hash);
  const proof = await code(who);
  expect(codeOf(await sign(stranger, { hash, ...proof }))).toBe("AGREEMENT_NOT_FOUND");
  const set = (row: object) => database.updateTable("loan").set(row).where("id", "=", who.loan.id).execute();
  await set({ pausedAt: clock.now() });
  expect(codeOf(await sign(who, { hash, ...proof }))).toBe("NOT_SIGNABLE");
  await set({ pausedAt: null, signDeadline: clock.now() });
  expect(codeOf(await accept(who, hash))).toBe("SIGN_DEADLINE_PASSED");
  await set({ signDeadline: who.loan.signDeadline });
  clock.advance(61_000);
  await signed(who);
  expect(codeOf(await accept(who, hash))).toBe("ALREADY_SIGNED");
});

it("finds no paper, photo or offer that is gone", async () => {
  const { client } = await change.owner({ isVerified: false });
  const form = new FormData();
  form.append("file", new File([new Uint8Array(await pdf(1))], "a.pdf", { type: "application/pdf" }));
  expect(codeOf(await client.send("POST", `/api/verify/${random.uuid()}`, form))).toBe("VERIFY_NOT_FOUND");
  for (const page of ["again", "info"]) {
    const from = { Referer: `/webview/additional-${page}/upload/${pathOfKind("SALARY_SLIP")}` };
    expect(codeOf(await client.post(`/api/document/${random.uuid()}/delete`, {}, from))).toBe("DOCUMENT_UNKNOWN");
  }
});

it("keeps a copy of the data closed while it is made, and while its account is held", async () => {
  const { borrowerId } = await change.owner({ isVerified: false });
  const proven = await app.loggedIn(borrowerId, "DATA_EXPORT");
  await proven.post("/api/privacy/export", {});
  const requests = await database.selectFrom("data_export").select("id").where("borrowerId", "=", borrowerId).execute();
  const unlock = () => proven.post(`/api/privacy/export/${requests[0]?.id}/unlock`, {});
  expect(codeOf(await unlock())).toBe("EXPORT_NOT_READY");
  await transact(database, (trx) =>
    placeHold(services, trx, { borrowerId, cause: "NUMBER_CHANGED", sourceId: random.uuid() }),
  );
  expect(codeOf(await unlock())).toBe("SECURITY_HOLD");
});

it("takes a name's paper once: of a request that was begun and not sent, no more photos than there is room for", async () => {
  const { borrowerId, client } = await change.owner();
  const request = await transact(database, (trx) => holderName.start(services, trx, { borrowerId, deviceIndex: null }));
  const set = { kind: holderNameReview, borrowerId, subjectId: request.id };
  while ((await storeEvidence(services, set, await picture())) === "ADDED");
  const upload = { client, path: "/api/holder-name", fields: { name: "Joko Widodo", where: "BANK" } };
  expect(await sendFiles(upload, { photo: await picture() })).toBe("PHOTO_COUNT");
});

it("stops no mail by a link that is none, and freezes nothing by one that is over", async () => {
  expect(codeOf(await app.client().post("/api/email/unsubscribe/k1.guessed.guessed", {}))).toBe("UNSUBSCRIBE_UNKNOWN");
  const gone = contesting(app).readerOf(random.uuid(), random.uuid());
  expect(codeOf(await gone.post("/api/security/contest", {}))).toBe("CONTEST_OVER");
});
