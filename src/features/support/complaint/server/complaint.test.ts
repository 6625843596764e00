/** Complaints over HTTP: submitting, following, evidence; on a real database. */
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { codeOf, complaintsOf } from "#tests/support/complaint.ts";
import { timeline } from "./timeline.ts";

// Saturday; the tenth working day is Friday 4 December.
const app = await testApp({ start: "2026-11-21T10:00:00+07:00", origins: { kilat: ["https://kilat.example"] } });
const { services } = app;
const { database } = services;
const { key, address, words, captchaFor, handedIn, support, mailsTo, ticketOf, caseOf, act, photo, upload } =
  complaintsOf(app);

describe("handing a complaint in", () => {
  it("gives a ticket number and the last day for the answer, on screen and by mail", async () => {
    const handed = await handedIn();
    expect(handed.number).toMatch(/^ADU-261121-[2-9A-HJKMNP-Z]{8}$/);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({
      number: handed.number,
      reason: "collection",
      state: "RECEIVED",
      dueOn: "2026-12-04",
      isOverdue: false,
      outsideWay: false,
      mayWrite: true,
      mayReply: false,
    });
    expect(ticket.messages).toMatchObject([{ kind: "COMPLAINT", text: "Saya ditelepon jam 11 malam." }]);
    await app.settle();
    const [mail] = await mailsTo(handed.email);
    expect(mail?.subject).toContain(handed.number);
    expect(mail?.text).toContain("4 Desember 2026");
    expect(mail?.text).not.toContain("ditelepon");
    const token = new URL(mail?.link ?? "").searchParams.get("t") ?? "";
    const reader = app.client();
    reader.cookies.set("link", token);
    expect((await reader.get("/api/complaint/ticket")).body.number).toBe(handed.number);
  });

  it("writes the mail in the language of the page", async () => {
    for (const [language, said] of [
      ["en", "at the latest on 4 December 2026"],
      ["zh", "最迟于 2026年12月4日 答复"],
    ] as const) {
      const client = app.client({ "Accept-Language": language });
      const email = address();
      expect(
        (await client.post("/api/complaint", { ...words({ email }), ...(await captchaFor(client)) }, key())).status,
      ).toBe(201);
      await app.settle();
      expect((await mailsTo(email))[0]?.text).toContain(said);
    }
  });

  it("leads back to the brand it was handed in with, whatever the installation's first address", async () => {
    const client = app.client({ Host: "kilat.example" });
    const { email } = await handedIn({}, client, await captchaFor(client));
    await app.settle();
    const [mail] = await mailsTo(email);
    expect(mail?.link).toMatch(/^https:\/\/kilat\.example\/complaint\/ticket\?/);
    expect(mail?.text).toContain("Kilat");
  });

  it("needs all three fields, in the spec's words", async () => {
    const client = app.client({ "Accept-Language": "en" });
    const empty = await client.post("/api/complaint", { reason: "", text: " ", email: "" }, key());
    expect(codeOf(empty)).toEqual([422, "INPUT_INVALID"]);
    expect(empty.body.status.fields).toEqual(
      ["reason", "text", "email"].map((path) =>
        expect.objectContaining({ path, detail: "Please fill in all information" }),
      ),
    );
    for (const wrong of [{ email: "tanpa-at" }, { reason: "lottery" }, { text: "x".repeat(2001) }])
      expect(codeOf(await client.post("/api/complaint", { ...words(), ...wrong }, key()))).toEqual([
        422,
        "INPUT_INVALID",
      ]);
    expect(codeOf(await client.post("/api/complaint", words()))).toEqual([422, "IDEMPOTENCY_KEY_NEEDED"]);
  });

  it("tells a browser without cookies that it has none, instead of refusing its answer for ever", async () => {
    const captcha = await captchaFor(app.client());
    expect(codeOf(await app.client().post("/api/complaint", { ...words(), ...captcha }, key()))).toEqual([
      403,
      "COOKIES_MISSING",
    ]);
  });

  it("asks a visitor for a captcha, which is good for one answer", async () => {
    const client = app.client();
    expect(codeOf(await client.post("/api/complaint", words(), key()))).toEqual([403, "CAPTCHA_NEEDED"]);
    const captcha = await captchaFor(client);
    expect(codeOf(await client.post("/api/complaint", { ...words(), ...captcha, captcha: "000" }, key()))).toEqual([
      422,
      "CAPTCHA_WRONG",
    ]);
    expect(codeOf(await client.post("/api/complaint", { ...words(), ...captcha }, key()))).toEqual([
      422,
      "CAPTCHA_WRONG",
    ]);
  });

  it("sent 40 times in parallel under one key makes one complaint and one mail", async () => {
    const client = app.client();
    const body = { ...words(), ...(await captchaFor(client)) };
    const sent = key();
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.post("/api/complaint", body, sent)));
    // Beyond the database's queue a copy is told to try again later; none creates a second complaint.
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    const numbers = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.number));
    expect(numbers.size).toBe(1);
    const rows = await database
      .selectFrom("complaint")
      .select("number")
      .where("emailIndex", "=", services.keys.blindIndex("email", body.email))
      .execute();
    expect(rows.map(({ number }) => number)).toEqual([...numbers]);
    await app.settle();
    expect(await mailsTo(body.email)).toHaveLength(1);
    expect(codeOf(await client.post("/api/complaint", { ...body, text: "Lain." }, sent))).toEqual([
      409,
      "IDEMPOTENCY_KEY_REUSED",
    ]);
  });

  it("links a logged-in borrower without a captcha, and shows the borrower the own complaints alone", async () => {
    const borrowerId = services.random.uuid();
    const client = await app.loggedIn(borrowerId);
    const made = await client.post("/api/complaint", words(), key());
    expect(made.status, made.text).toBe(201);
    const { items } = (await client.get("/api/complaint")).body;
    expect(items).toMatchObject([{ number: made.body.number, state: "RECEIVED" }]);
    expect((await (await app.loggedIn(services.random.uuid())).get("/api/complaint")).body.items).toEqual([]);
    client.cookies.set("link", new URL(items[0].path, "http://x").searchParams.get("t") ?? "");
    expect((await client.get("/api/complaint/ticket")).body.number).toBe(made.body.number);
    expect(await timeline[0]!.read(services, borrowerId, 10)).toMatchObject([
      { what: "COMPLAINT_RECEIVED", facts: { complaint: made.body.number } },
    ]);
    expect((await app.client().get("/api/complaint")).status).toBe(401);
  });

  it("takes five complaints of one address a day and then says when to come back", async () => {
    const client = await app.loggedIn(services.random.uuid());
    const email = address();
    for (let sent = 0; sent < 5; sent++)
      expect((await client.post("/api/complaint", words({ email }), key())).status).toBe(201);
    const more = await client.post("/api/complaint", words({ email }), key());
    expect(codeOf(more)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(more.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("following a ticket", () => {
  it("tells a wrong address, an unknown and a mistyped number the very same", async () => {
    const { number, email } = await handedIn();
    const other = `${number.slice(0, 11)}${number.slice(12)}${number[11]}`;
    const wrongs = [
      { number, email: "orang-lain@contoh.id" },
      { number: other, email },
      { number: "ADU-261121-22222222", email },
      { number: "entahlah", email },
    ];
    const answers = await Promise.all(wrongs.map((wrong) => app.client().post("/api/complaint/open", wrong)));
    expect(codeOf(answers[0]!)).toEqual([404, "TICKET_NOT_FOUND"]);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.status]))).size).toBe(1);
    for (const answer of answers) expect(answer.headers.getSetCookie()).toEqual([]);
    expect(
      (
        await app.client().post("/api/complaint/open", {
          number: ` ${number.toLowerCase().replaceAll("-", " ")}`,
          email: ` ${email.toUpperCase()} `,
        })
      ).status,
    ).toBe(200);
  });

  it("takes the same time for another's address as for a number that does not exist", async () => {
    const { number, email } = await handedIn();
    const time = async (input: object) => {
      const client = app.client();
      const begun = performance.now();
      await client.post("/api/complaint/open", input);
      return performance.now() - begun;
    };
    // Alternating, so that other load of the machine affects both; the ninth smallest of 17 of each.
    const times: [number, number][] = [];
    for (let n = 0; n < 17; n++) {
      const other = await handedIn();
      times.push([
        await time({ number: n < 9 ? number : other.number, email: `x${n}@contoh.id` }),
        await time({ number: `ADU-261121-222222${"23456789ABCDEFGHJ"[n]}2`, email }),
      ]);
    }
    const [wrongAddress = 0, unknown = 1] = ([0, 1] as const).map(
      (of) => times.map((pair) => pair[of]).sort((a, b) => a - b)[8] as number,
    );
    expect(wrongAddress / unknown).toBeGreaterThan(1 / 3);
    expect(wrongAddress / unknown).toBeLessThan(3);
  });

  it("stops guessing at one number, whoever guesses", async () => {
    const { number, email } = await handedIn();
    const tries = [];
    for (let n = 0; n < 11; n++)
      tries.push(await app.client().post("/api/complaint/open", { number, email: `x${n}@contoh.id` }));
    expect(codeOf(tries.at(-1)!)).toEqual([429, "RATE_LIMITED"]);
    expect(codeOf(await app.client().post("/api/complaint/open", { number, email }))).toEqual([429, "RATE_LIMITED"]);
    app.clock.advance(3_600_000);
    expect((await app.client().post("/api/complaint/open", { number, email })).status).toBe(200);
  });

  it("is over for a link of another purpose, an old one and none", async () => {
    const { complaintId } = await handedIn();
    expect(codeOf(await app.client().get("/api/complaint/ticket"))).toEqual([401, "LINK_INVALID"]);
    const client = app.client();
    client.cookies.set("link", services.keys.signLink({ purpose: "BILLS", subject: complaintId, expiresAt: null }));
    expect(codeOf(await client.get("/api/complaint/ticket"))).toEqual([401, "LINK_INVALID"]);
  });

  it("stays open for half an hour after it was opened", async () => {
    const handed = await handedIn();
    app.clock.advance(30 * 60_000 - 1000);
    expect((await handed.client.get("/api/complaint/ticket")).status).toBe(200);
    app.clock.advance(1000);
    expect(codeOf(await handed.client.get("/api/complaint/ticket"))).toEqual([401, "LINK_INVALID"]);
  });

  it("lets the person write, once per key, and withdraw", async () => {
    const handed = await handedIn();
    const sent = key();
    for (let n = 0; n < 2; n++)
      expect((await handed.client.post("/api/complaint/ticket/message", { text: "Nomornya 0812…" }, sent)).status).toBe(
        200,
      );
    expect((await ticketOf(handed)).messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      "COMPLAINT",
      "MESSAGE",
    ]);
    expect((await handed.client.post("/api/complaint/ticket/acceptance", {}, key())).status).toBe(200);
    expect(await ticketOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "WITHDRAWN", mayWrite: false });
    expect(codeOf(await handed.client.post("/api/complaint/ticket/message", { text: "Lagi" }, key()))).toEqual([
      409,
      "COMPLAINT_STATE",
    ]);
    expect(codeOf(await handed.client.post("/api/complaint/ticket/refusal", { text: "Belum" }, key()))).toEqual([
      409,
      "COMPLAINT_STATE",
    ]);
    expect(codeOf(await handed.client.post("/api/complaint/ticket/acceptance", {}, key()))).toEqual([
      409,
      "COMPLAINT_STATE",
    ]);
  });
});

describe("evidence", () => {
  it("is kept as a new picture, at most six also of ten at once, and shown to its person and to staff alone", async () => {
    const handed = await handedIn();
    const answers = await Promise.all(
      await Promise.all(Array.from({ length: 10 }, async (_, n) => upload(handed, await photo(n * 20)))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(codeOf(refused)).toEqual([409, "PHOTO_COUNT"]);
    const { photos } = await ticketOf(handed);
    expect(photos).toHaveLength(6);
    expect(codeOf(await upload(handed, await photo(answers.findIndex(({ status }) => status === 200) * 20)))).toEqual([
      409,
      "PHOTO_KNOWN",
    ]);
    const one = await handed.client.get(`/api/complaint/ticket/photo/${photos[0].id}?size=PREVIEW`);
    expect([
      one.status,
      one.headers.get("content-type"),
      one.headers.get("content-disposition")?.split(";")[0],
    ]).toEqual([200, "image/jpeg", "attachment"]);
    expect((await support.get(`/api/staff/complaints/${handed.complaintId}/photo/${photos[0].id}`)).status).toBe(200);
    const stranger = await handedIn();
    expect(codeOf(await stranger.client.get(`/api/complaint/ticket/photo/${photos[0].id}`))).toEqual([
      404,
      "PHOTO_UNKNOWN",
    ]);
    expect(codeOf(await support.get(`/api/staff/complaints/${stranger.complaintId}/photo/${photos[0].id}`))).toEqual([
      404,
      "PHOTO_UNKNOWN",
    ]);
  });

  it("is refused where it is no photo, and once the complaint is closed", async () => {
    const handed = await handedIn();
    expect(codeOf(await upload(handed, Buffer.from("%PDF-1.7")))).toEqual([422, "PHOTO_KIND"]);
    expect(codeOf(await upload(handed, (await photo(1)).subarray(0, 200)))).toEqual([422, "PHOTO_UNREADABLE"]);
    expect(
      codeOf(
        await upload(
          handed,
          await sharp(await photo(1))
            .resize(60, 60)
            .jpeg()
            .toBuffer(),
        ),
      ),
    ).toEqual([422, "PHOTO_TOO_SMALL"]);
    expect(
      codeOf(
        await upload(
          handed,
          await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
            .png({ compressionLevel: 9 })
            .toBuffer(),
        ),
      ),
    ).toEqual([422, "PHOTO_TOO_MANY_PIXELS"]);
    expect((await upload(handed, await photo(1))).status).toBe(200);
    await act(support, handed, "closure", { reason: "Bukan pengaduan, hanya coba-coba." });
    // New ones, an existing one, and input that would not even be read.
    for (const bytes of [await photo(2), await photo(1), Buffer.from("%PDF-1.7")])
      expect(codeOf(await upload(handed, bytes))).toEqual([409, "COMPLAINT_STATE"]);
  });

  it("is refused and removed where the complaint is closed while the photo is stored", async () => {
    const handed = await handedIn();
    const { storage } = services.outside;
    let stored = "";
    const put = vi.spyOn(storage, "put").mockImplementation(async (object) => {
      put.mockRestore();
      stored = await storage.put(object);
      await act(support, handed, "closure", { reason: "Bukan pengaduan, hanya coba-coba." });
      return stored;
    });
    expect(codeOf(await upload(handed, await photo(3)))).toEqual([409, "COMPLAINT_STATE"]);
    expect(stored).not.toBe("");
    expect(await storage.get(stored)).toBeUndefined();
    expect((await caseOf(handed)).photos).toEqual([]);
  });
});
