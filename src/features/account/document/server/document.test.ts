/**
 * Documents over HTTP: what may be uploaded, how many, and who may open them; with a real database and a real store.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { borrowerDocumentsOf, hasIncomeEvidence, readDocument } from "./index.ts";

const app = await testApp();
const { services } = app;
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};

/** A picture that differs with its hue, as two photos do. */
const picture = (hue: number, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: hue % 256, g: (hue * 37) % 256, b: 90 } } });
const jpeg = (hue: number) => picture(hue).jpeg().toBuffer();

async function send(client: TestClient, kind: string, bytes: Uint8Array, name = "photo.jpg", type = "image/jpeg") {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes)], name, { type }));
  return client.send("POST", `/api/document/kind/${kind}`, form);
}

async function pdf(pages: number, options: PDFKit.PDFDocumentOptions = {}, isBlank = false): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  for (let page = 1; page <= pages; page++)
    document
      .addPage({ size: "A4" })
      .fontSize(40)
      .text(isBlank ? "" : `Halaman ${page}`);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((done) => document.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", done));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

describe("uploading", () => {
  it("keeps a photo, counts it, and says of the same photo that it was sent before", async () => {
    const { borrowerId, client } = await newBorrower();
    const first = await send(client, "SALARY_SLIP", await jpeg(1));
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      kind: "SALARY_SLIP",
      max: 6,
      photos: [{ widthPixels: 600, heightPixels: 400 }],
    });
    const again = await send(client, "SALARY_SLIP", await jpeg(1));
    expect([again.status, again.body.status.code, again.body.status.fields]).toMatchObject([
      409,
      "PHOTO_KNOWN",
      [{ path: "photo" }],
    ]);
    expect((await client.get("/api/document/kind/SALARY_SLIP")).body.photos).toHaveLength(1);
    expect(await hasIncomeEvidence(services.database, borrowerId)).toBe(true);
    expect(await borrowerDocumentsOf(services.database, borrowerId)).toMatchObject([{ kind: "SALARY_SLIP", count: 1 }]);
    expect((await client.get("/api/document")).body.hasIncomeEvidence).toBe(true);
  });

  it("lets exactly six of twenty photos that arrive together in, and leaves no object of the others behind", async () => {
    const { borrowerId, client } = await newBorrower();
    const before = (await storedFiles()).length;
    const photos = await Promise.all(Array.from({ length: 20 }, (_, index) => jpeg(index * 7)));
    const answers = await Promise.all(photos.map((bytes) => send(client, "FAMILY_CARD", bytes)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body.status.code]).toEqual([409, "PHOTO_COUNT"]);
    const [kept] = await borrowerDocumentsOf(services.database, borrowerId);
    expect(kept?.count).toBe(6);
    expect((await storedFiles()).length - before).toBe(6);
  });

  it("draws the pages of a PDF as photos and refuses one with more pages than are left", async () => {
    const { client } = await newBorrower();
    const three = await send(client, "BANK_STATEMENT", await pdf(3), "mutasi.pdf", "application/pdf");
    expect(three.body.photos).toHaveLength(3);
    const four = await send(client, "BANK_STATEMENT", await pdf(4), "mutasi.pdf", "application/pdf");
    const { code, data, detail } = four.body.status;
    expect([four.status, code, data]).toEqual([409, "PDF_TOO_MANY_PAGES", { pages: 4, max: 3 }]);
    expect(detail).toContain("4 halaman");
  });

  it("takes a PDF behind what a server put before it, and says of one that shows nothing what is the matter", async () => {
    const { client } = await newBorrower();
    const one = await pdf(1);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), one]);
    expect((await send(client, "BANK_STATEMENT", marked, "m.pdf")).body.photos).toHaveLength(1);
    // Its first page is present.
    const late = Buffer.concat([Buffer.alloc(1_000, " "), await pdf(2)]);
    expect((await send(client, "BANK_STATEMENT", late, "m.pdf")).body.photos).toHaveLength(2);
    const dynamic = Buffer.from(
      one.toString("latin1").replace("/Type /Catalog", "/Type /Catalog /NeedsRendering true"),
      "latin1",
    );
    for (const [bytes, code] of [
      [Buffer.concat([Buffer.alloc(1_025, " "), one]), "PHOTO_KIND"],
      [await pdf(2, {}, true), "PDF_BLANK"],
      [dynamic, "PDF_DYNAMIC"],
    ] as const)
      expect((await send(client, "BANK_STATEMENT", bytes, "m.pdf")).body.status.code, code).toBe(code);
  });
});

describe("what an attacker may send", () => {
  const cases: Record<string, () => Promise<Uint8Array>> = {
    "an SVG with a script": async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><script>alert(1)</script></svg>'),
    "an HTML page named as a photo": async () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    "a GIF": async () => picture(3).gif().toBuffer(),
    "a TIFF": async () => picture(3).tiff().toBuffer(),
    "an AVIF": async () => picture(3).avif().toBuffer(),
    "a program": async () => Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(500)]),
    "a picture after other bytes": async () => Buffer.concat([Buffer.from("GIF89a"), await jpeg(4)]),
  };
  for (const [name, make] of Object.entries(cases)) {
    it(`refuses ${name} by its first bytes, whatever it says it is`, async () => {
      const { client } = await newBorrower();
      const answer = await send(client, "DIPLOMA", await make());
      expect([answer.status, answer.body.status.code]).toEqual([422, "PHOTO_KIND"]);
      // A PDF would be accepted too, and the error text says so.
      expect(answer.body.status.detail).toContain("PDF");
    });
  }

  it("takes a PNG that is named and typed as something else for what it is, and answers JPEG", async () => {
    const { client } = await newBorrower();
    const answer = await send(client, "DIPLOMA", await picture(5).png().toBuffer(), "evil.html", "text/html");
    expect(answer.status).toBe(200);
    const shown = await client.send("GET", `/api/document/${answer.body.photos[0].id}`, undefined);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
  });

  it("refuses a damaged photo, a cut one, and a head without a picture", async () => {
    const { client } = await newBorrower();
    const whole = await picture(6)
      .composite([{ input: await picture(90, 300, 300).png().toBuffer() }])
      .jpeg({ quality: 95 })
      .toBuffer();
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(2000)]),
      Buffer.from("RIFF0000WEBPVP8 "),
    ]) {
      const answer = await send(client, "DIPLOMA", bytes);
      expect([answer.status, answer.body.status.code]).toEqual([422, "PHOTO_UNREADABLE"]);
    }
  });

  it("refuses a small file that would unpack to a hundred million pixels, quickly", async () => {
    const { client } = await newBorrower();
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const answer = await send(client, "DIPLOMA", bomb);
    expect([answer.status, answer.body.status.code]).toEqual([422, "PHOTO_TOO_MANY_PIXELS"]);
  });

  it("refuses what is too small to read, and tells how large it must be", async () => {
    const { client } = await newBorrower();
    const answer = await send(client, "DIPLOMA", await picture(7, 100, 400).jpeg().toBuffer());
    expect([answer.status, answer.body.status.code, answer.body.status.data]).toEqual([
      422,
      "PHOTO_TOO_SMALL",
      { minimumPixels: 240 },
    ]);
  });

  it("refuses a photo of more than 7 MB and an upload of more than 8 MB", async () => {
    const { client } = await newBorrower();
    const large = await send(client, "DIPLOMA", Buffer.alloc(7 * 1024 * 1024 + 1));
    expect([large.status, large.body.status.fields]).toMatchObject([422, [{ path: "photo", code: "PHOTO_TOO_LARGE" }]]);
    expect((await send(client, "DIPLOMA", Buffer.alloc(9 * 1024 * 1024))).status).toBe(413);
  });

  it("drops the place, the device and whatever hangs behind the picture", async () => {
    const { borrowerId, client } = await newBorrower();
    const tagged = await picture(8)
      .withExif({
        IFD0: { Make: "SpyPhone", Copyright: "SECRET-OWNER" },
        IFD3: { GPSLatitudeRef: "S", GPSLatitude: "6/1 10/1 30/1" },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    const polyglot = Buffer.concat([tagged, Buffer.from("PK\u0003\u0004<script>alert('polyglot')</script>")]);
    const answer = await send(client, "DIPLOMA", polyglot);
    const stored = await readDocument(services, services.database, borrowerId, answer.body.photos[0].id);
    const text = Buffer.from(stored!.bytes).toString("latin1");
    for (const trace of ["SpyPhone", "SECRET-OWNER", "polyglot", "Exif"]) expect(text).not.toContain(trace);
    expect((await sharp(stored!.bytes).metadata()).exif).toBeUndefined();
  });

  it("refuses PDFs with a script, a launch action, a password, or nothing in them", async () => {
    const { client } = await newBorrower();
    const plain = (await pdf(1)).toString("latin1");
    const withScript = plain.replace(
      "/Type /Catalog",
      "/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>",
    );
    const withLaunch = plain.replace("/Type /Catalog", "/Type /Catalog /OpenAction << /S /Launch /F (cmd.exe) >>");
    const locked = await pdf(1, { userPassword: "secret" });
    for (const name of ["/#4aS", "/J#53", "/#4A#53", "/#4aavaScript", "/L#61unch"]) {
      const action = `/OpenAction << /S /Named ${name} (app.alert\\(1\\)) >>`;
      const bytes = Buffer.from(plain.replace("/Type /Catalog", `/Type /Catalog ${action}`), "latin1");
      const answer = await send(client, "BANK_STATEMENT", bytes, "a.pdf", "application/pdf");
      expect([answer.status, answer.body.status.code], name).toEqual([422, "PDF_UNREADABLE"]);
    }
    // Real statements contain links, and names that only resemble PDF keywords.
    const harmless = "/OpenAction << /S /URI /URI (https://bank.example/a#help) >> /JSON#20Data 1";
    const linked = Buffer.from(plain.replace("/Type /Catalog", `/Type /Catalog ${harmless}`), "latin1");
    expect((await send(client, "BANK_STATEMENT", linked, "a.pdf", "application/pdf")).status).toBe(200);
    for (const bytes of [
      Buffer.from(withScript, "latin1"),
      Buffer.from(withLaunch, "latin1"),
      locked,
      Buffer.from("%PDF-1.7\nnothing"),
    ]) {
      const answer = await send(client, "BANK_STATEMENT", bytes, "a.pdf", "application/pdf");
      expect([answer.status, answer.body.status.code]).toEqual([422, "PDF_UNREADABLE"]);
    }
  });
});

describe("who sees a photo", () => {
  it("gives its owner an attachment that is sniffed by nobody, and tells anybody else that it is not there", async () => {
    const { client } = await newBorrower();
    const id = (await send(client, "PASSPORT", await jpeg(20))).body.photos[0].id as string;
    for (const path of [`/api/document/${id}`, `/api/document/${id}?size=PREVIEW`]) {
      const mine = await client.send("GET", path, undefined);
      expect(mine.status).toBe(200);
      expect(mine.headers.get("content-disposition")).toBe('attachment; filename="passport-1.jpg"');
      expect(mine.headers.get("x-content-type-options")).toBe("nosniff");
      expect(mine.headers.get("cache-control")).toBe("no-store");
    }
    const stranger = (await newBorrower()).client;
    const foreign = await stranger.get(`/api/document/${id}`);
    expect([foreign.status, foreign.body.status.code]).toEqual([404, "DOCUMENT_UNKNOWN"]);
    expect((await stranger.post(`/api/document/${id}/delete`, {})).body.status.code).toBe("DOCUMENT_UNKNOWN");
    expect((await client.get(`/api/document/${id}`)).status).toBe(200);
    expect((await app.client().get(`/api/document/${id}`)).status).toBe(401);
  });

  it("stores bytes that nobody can read without the borrower's key", async () => {
    const { borrowerId, client } = await newBorrower();
    const id = (await send(client, "PASSPORT", await jpeg(21))).body.photos[0].id as string;
    const plain = (await readDocument(services, services.database, borrowerId, id))!.bytes;
    for (const file of await storedFiles())
      expect((await readFile(file)).includes(Buffer.from(plain.subarray(0, 24)))).toBe(false);
    await services.database
      .transaction()
      .execute((trx) => services.keys.borrowerKeys.shred(trx, borrowerId, services.clock.now()));
    await expect(readDocument(services, services.database, borrowerId, id)).rejects.toThrow("shredded");
  });

  it("deletes a photo and its object, and makes room for another", async () => {
    const { client } = await newBorrower();
    for (let index = 0; index < 6; index++) await send(client, "CREDIT_CARD", await jpeg(30 + index));
    expect((await send(client, "CREDIT_CARD", await jpeg(99))).body.status.code).toBe("PHOTO_COUNT");
    const before = (await storedFiles()).length;
    const { photos } = (await client.get("/api/document/kind/CREDIT_CARD")).body;
    expect((await client.post(`/api/document/${photos[2].id}/delete`, {})).body).toEqual({ deleted: true });
    await app.settle();
    expect((await storedFiles()).length).toBe(before - 1);
    expect((await send(client, "CREDIT_CARD", await jpeg(99))).status).toBe(200);
  });
});

describe("words that go with a kind", () => {
  it("are kept sealed, replaced and removed", async () => {
    const { client } = await newBorrower();
    await client.post("/api/document/kind/OTHER_TEXT/note", { note: "Saya juga berjualan daring." });
    const row = await services.database.selectFrom("document_note").select("noteSealed").executeTakeFirstOrThrow();
    expect(row.noteSealed).not.toContain("berjualan");
    expect((await client.get("/api/document/kind/OTHER_TEXT")).body.note).toBe("Saya juga berjualan daring.");
    expect((await client.post("/api/document/kind/OTHER_TEXT/note", { note: "" })).body.note).toBe("");
    expect(
      (await client.post("/api/document/kind/OTHER_TEXT/note", { note: "x".repeat(501) })).body.status.fields[0].code,
    ).toBe("TOO_LONG");
  });
});

async function storedFiles(): Promise<string[]> {
  const folder = join(services.config.dataDir, "objects");
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
