/** Complaints over HTTP: handing in, following, answering, and the clock; on a real database. */
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { transact } from "#server/database.server.ts";
import { complaintReasons } from "../contract.ts";
import { complaintHappenings, forgetComplaints } from "./index.ts";

// Saturday; the tenth working day is Friday 4 December.
const app = await testApp({ start: "2026-11-21T10:00:00+07:00" });
const { services } = app;
const { database } = services;
const supportId = "0190cccc-0000-7000-8000-000000000001";
type Staff = Pick<TestClient, "get" | "post">;
/** Logged in anew for each call: days pass here, and a session of the console does not outlive them. */
const staffOf = (id: string, role: StaffRole): Staff => ({
  get: async (path) => (await app.staff(id, [role])).get(path),
  post: async (path, body, headers) => (await app.staff(id, [role])).post(path, body, headers),
});
const support = staffOf(supportId, "support");
const colleague = staffOf("0190cccc-0000-7000-8000-000000000002", "support");
const admin = staffOf("0190cccc-0000-7000-8000-000000000003", "admin");
const auditor = staffOf("0190cccc-0000-7000-8000-000000000009", "auditor");

let count = 0;
const key = () => ({ "Idempotency-Key": `complaint-key-${++count}` });
const address = () => `orang${++count}@contoh.id`;
const words = (email = address()) => ({ reason: "collection", text: "Saya ditelepon jam 11 malam.", email });

async function captchaFor(client: TestClient): Promise<{ captchaKey: string; captcha: string }> {
  const { captchaKey } = (await client.post("/api/user/generateCaptcha", {})).body;
  const { answer } = (await client.get(`/api/sandbox/captcha/${captchaKey}`)).body;
  return { captchaKey, captcha: answer };
}

interface Handed {
  client: TestClient;
  email: string;
  number: string;
  complaintId: string;
}
/** A visitor's complaint whose ticket is open in the same browser. */
async function handedIn(wish: Partial<ReturnType<typeof words>> = {}): Promise<Handed> {
  const client = app.client();
  const body = { ...words(), ...wish };
  const made = await client.post("/api/complaint", { ...body, ...(await captchaFor(client)) }, key());
  expect(made.status, made.text).toBe(201);
  expect((await client.post("/api/complaint/open", { number: made.body.number, email: body.email })).status).toBe(200);
  const { id } = await database.selectFrom("complaint").select("id").where("number", "=", made.body.number).executeTakeFirstOrThrow();
  return { client, email: body.email, number: made.body.number, complaintId: id };
}
const mailsTo = async (email: string) => (await app.client().get(`/api/sandbox/messages?to=${encodeURIComponent(email)}`)).body.items as { subject: string; text: string; link: string }[];
const ticketOf = async ({ client }: Handed) => (await client.get("/api/complaint/ticket")).body;
const caseOf = async ({ complaintId }: Handed) => (await support.get(`/api/staff/complaints/${complaintId}`)).body;
const act = (staff: Staff, { complaintId }: Handed, deed: string, body: object = {}) => staff.post(`/api/staff/complaints/${complaintId}/${deed}`, body, key());
const codeOf = (answer: { status: number; body: { status?: { code: string } } }) => [answer.status, answer.body.status?.code];
const dayLater = (days: number) => app.clock.advance(days * 86_400_000);
const photo = (hue: number) => sharp({ create: { width: 400, height: 300, channels: 3, background: { r: hue, g: 90, b: 200 } } }).jpeg().toBuffer();
async function upload({ client }: Handed, bytes: Uint8Array) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes)], "bukti.jpg", { type: "image/jpeg" }));
  return client.send("POST", "/api/complaint/ticket/photo", form);
}

describe("handing a complaint in", () => {
  it("gives a ticket number and the last day for the answer, on screen and by mail", async () => {
    const handed = await handedIn();
    expect(handed.number).toMatch(/^ADU-261121-[2-9A-HJKMNP-Z]{8}$/);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({ number: handed.number, reason: "collection", state: "RECEIVED", dueOn: "2026-12-04", isOverdue: false, outsideWay: false, mayWrite: true, mayReply: false });
    expect(ticket.messages).toMatchObject([{ kind: "COMPLAINT", text: "Saya ditelepon jam 11 malam." }]);
    await app.settle();
    const [mail] = await mailsTo(handed.email);
    expect(mail?.subject).toContain(handed.number);
    expect(mail?.text).toContain("4 Desember 2026");
    expect(mail?.text).not.toContain("ditelepon");
    const token = new URL(mail?.link ?? "").searchParams.get("t") ?? "";
    const reader = app.client();
    reader.cookies.set("__Host-link", token);
    expect((await reader.get("/api/complaint/ticket")).body.number).toBe(handed.number);
  });

  it("writes the mail in the language of the page", async () => {
    for (const [language, words_] of [["en", "at the latest on 4 December 2026"], ["zh", "最迟于 2026年12月4日 答复"]] as const) {
      const client = app.client({ "Accept-Language": language });
      const email = address();
      expect((await client.post("/api/complaint", { ...words(email), ...(await captchaFor(client)) }, key())).status).toBe(201);
      await app.settle();
      expect((await mailsTo(email))[0]?.text).toContain(words_);
    }
  });

  it("needs all three fields, in the spec's words", async () => {
    const client = app.client({ "Accept-Language": "en" });
    const empty = await client.post("/api/complaint", { reason: "", text: " ", email: "" }, key());
    expect(codeOf(empty)).toEqual([422, "INPUT_INVALID"]);
    expect(empty.body.status.fields).toEqual(["reason", "text", "email"].map((path) => expect.objectContaining({ path, detail: "Please fill in all information" })));
    for (const wrong of [{ email: "tanpa-at" }, { reason: "lottery" }, { text: "x".repeat(2001) }]) expect(codeOf(await client.post("/api/complaint", { ...words(), ...wrong }, key()))).toEqual([422, "INPUT_INVALID"]);
    expect(codeOf(await client.post("/api/complaint", words()))).toEqual([422, "IDEMPOTENCY_KEY_NEEDED"]);
  });

  it("asks a visitor for a captcha, which is good for one answer", async () => {
    const client = app.client();
    expect(codeOf(await client.post("/api/complaint", words(), key()))).toEqual([403, "CAPTCHA_NEEDED"]);
    const captcha = await captchaFor(client);
    expect(codeOf(await client.post("/api/complaint", { ...words(), ...captcha, captcha: "000" }, key()))).toEqual([422, "CAPTCHA_WRONG"]);
    expect(codeOf(await client.post("/api/complaint", { ...words(), ...captcha }, key()))).toEqual([422, "CAPTCHA_WRONG"]);
  });

  it("sent 40 times in parallel under one key makes one complaint and one mail", async () => {
    const client = app.client();
    const body = { ...words(), ...(await captchaFor(client)) };
    const sent = key();
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.post("/api/complaint", body, sent)));
    // Beyond the waiting room of the database a copy is told to come back; none makes a second complaint.
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    const numbers = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.number));
    expect(numbers.size).toBe(1);
    const rows = await database.selectFrom("complaint").select("number").where("email_index", "=", services.keys.blindIndex("email", body.email)).execute();
    expect(rows.map(({ number }) => number)).toEqual([...numbers]);
    await app.settle();
    expect(await mailsTo(body.email)).toHaveLength(1);
    expect(codeOf(await client.post("/api/complaint", { ...body, text: "Lain." }, sent))).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("links a logged-in borrower without a captcha, and shows the borrower the own complaints alone", async () => {
    const borrowerId = services.random.uuid();
    const client = await app.loggedIn(borrowerId);
    const made = await client.post("/api/complaint", words(), key());
    expect(made.status, made.text).toBe(201);
    const { items } = (await client.get("/api/complaint")).body;
    expect(items).toMatchObject([{ number: made.body.number, state: "RECEIVED" }]);
    expect((await (await app.loggedIn(services.random.uuid())).get("/api/complaint")).body.items).toEqual([]);
    client.cookies.set("__Host-link", new URL(items[0].path, "http://x").searchParams.get("t") ?? "");
    expect((await client.get("/api/complaint/ticket")).body.number).toBe(made.body.number);
    expect(await complaintHappenings(database, borrowerId, 10)).toMatchObject([{ cause: "RECEIVED", number: made.body.number }]);
    expect((await app.client().get("/api/complaint")).status).toBe(401);
  });

  it("takes five complaints of one address a day and then says when to come back", async () => {
    const client = await app.loggedIn(services.random.uuid());
    const email = address();
    for (let sent = 0; sent < 5; sent++) expect((await client.post("/api/complaint", words(email), key())).status).toBe(201);
    const more = await client.post("/api/complaint", words(email), key());
    expect(codeOf(more)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(more.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("following a ticket", () => {
  it("tells a wrong address, an unknown and a mistyped number the very same", async () => {
    const { number, email } = await handedIn();
    const other = `${number.slice(0, 11)}${number.slice(12)}${number[11]}`;
    const wrongs = [{ number, email: "orang-lain@contoh.id" }, { number: other, email }, { number: "ADU-261121-22222222", email }, { number: "entahlah", email }];
    const answers = await Promise.all(wrongs.map((wrong) => app.client().post("/api/complaint/open", wrong)));
    expect(codeOf(answers[0]!)).toEqual([404, "TICKET_NOT_FOUND"]);
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.status]))).size).toBe(1);
    for (const answer of answers) expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await app.client().post("/api/complaint/open", { number: ` ${number.toLowerCase().replaceAll("-", " ")}`, email: ` ${email.toUpperCase()} ` })).status).toBe(200);
  });

  it("asks the database the same for all of them", async () => {
    const { number, email } = await handedIn();
    const time = async (wish: object) => {
      const client = app.client();
      const begun = performance.now();
      await client.post("/api/complaint/open", wish);
      return performance.now() - begun;
    };
    const median = async (wish: (n: number) => object) => {
      const times: number[] = [];
      for (let n = 0; n < 9; n++) times.push(await time(wish(n)));
      return times.sort((a, b) => a - b)[4]!;
    };
    const wrongAddress = await median((n) => ({ number, email: `x${n}@contoh.id` }));
    const unknown = await median((n) => ({ number: `ADU-261121-222222${n}2`, email }));
    expect(Math.abs(wrongAddress - unknown)).toBeLessThan(Math.max(wrongAddress, unknown));
  });

  it("stops guessing at one number, whoever guesses", async () => {
    const { number, email } = await handedIn();
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push(await app.client().post("/api/complaint/open", { number, email: `x${n}@contoh.id` }));
    expect(codeOf(tries.at(-1)!)).toEqual([429, "RATE_LIMITED"]);
    expect(codeOf(await app.client().post("/api/complaint/open", { number, email }))).toEqual([429, "RATE_LIMITED"]);
    app.clock.advance(3_600_000);
    expect((await app.client().post("/api/complaint/open", { number, email })).status).toBe(200);
  });

  it("is over for a link of another purpose, an old one and none", async () => {
    const { complaintId } = await handedIn();
    expect(codeOf(await app.client().get("/api/complaint/ticket"))).toEqual([401, "LINK_INVALID"]);
    const client = app.client();
    client.cookies.set("__Host-link", services.keys.signLink({ purpose: "BILLS", subject: complaintId, expiresAt: null }));
    expect(codeOf(await client.get("/api/complaint/ticket"))).toEqual([401, "LINK_INVALID"]);
  });

  it("lets the person write, once per key, and withdraw", async () => {
    const handed = await handedIn();
    const sent = key();
    for (let n = 0; n < 2; n++) expect((await handed.client.post("/api/complaint/ticket/message", { text: "Nomornya 0812…" }, sent)).status).toBe(200);
    expect((await ticketOf(handed)).messages.map(({ kind }: { kind: string }) => kind)).toEqual(["COMPLAINT", "MESSAGE"]);
    expect((await handed.client.post("/api/complaint/ticket/acceptance", {}, key())).status).toBe(200);
    expect(await ticketOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "WITHDRAWN", mayWrite: false });
    expect(codeOf(await handed.client.post("/api/complaint/ticket/message", { text: "Lagi" }, key()))).toEqual([409, "COMPLAINT_STATE"]);
    expect(codeOf(await handed.client.post("/api/complaint/ticket/refusal", { text: "Belum" }, key()))).toEqual([409, "COMPLAINT_STATE"]);
    expect(codeOf(await handed.client.post("/api/complaint/ticket/acceptance", {}, key()))).toEqual([409, "COMPLAINT_STATE"]);
  });
});

describe("evidence", () => {
  it("is kept as a new picture, at most six also of ten at once, and shown to its person and to staff alone", async () => {
    const handed = await handedIn();
    const answers = await Promise.all(await Promise.all(Array.from({ length: 10 }, async (_, n) => upload(handed, await photo(n * 20)))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    for (const refused of answers.filter(({ status }) => status !== 200)) expect(codeOf(refused)).toEqual([409, "PHOTO_COUNT"]);
    const { photos } = await ticketOf(handed);
    expect(photos).toHaveLength(6);
    const one = await handed.client.get(`/api/complaint/ticket/photo/${photos[0].id}?size=PREVIEW`);
    expect([one.status, one.headers.get("content-type"), one.headers.get("content-disposition")?.split(";")[0]]).toEqual([200, "image/jpeg", "attachment"]);
    expect((await support.get(`/api/staff/complaints/${handed.complaintId}/photo/${photos[0].id}`)).status).toBe(200);
    const stranger = await handedIn();
    expect(codeOf(await stranger.client.get(`/api/complaint/ticket/photo/${photos[0].id}`))).toEqual([404, "PHOTO_UNKNOWN"]);
    expect(codeOf(await support.get(`/api/staff/complaints/${stranger.complaintId}/photo/${photos[0].id}`))).toEqual([404, "PHOTO_UNKNOWN"]);
  });

  it("is refused where it is no photo, and once the complaint is closed", async () => {
    const handed = await handedIn();
    expect(codeOf(await upload(handed, Buffer.from("%PDF-1.7")))).toEqual([422, "PHOTO_KIND"]);
    expect(codeOf(await upload(handed, (await photo(1)).subarray(0, 200)))).toEqual([422, "PHOTO_UNREADABLE"]);
    expect(codeOf(await upload(handed, await sharp(await photo(1)).resize(60, 60).jpeg().toBuffer()))).toEqual([422, "PHOTO_TOO_SMALL"]);
    expect(codeOf(await upload(handed, await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } }).png({ compressionLevel: 9 }).toBuffer()))).toEqual([422, "PHOTO_TOO_MANY_PIXELS"]);
    await act(support, handed, "closure", { reason: "Bukan pengaduan, hanya coba-coba." });
    expect(codeOf(await upload(handed, await photo(1)))).toEqual([409, "COMPLAINT_STATE"]);
  });
});

describe("answering", () => {
  it("goes from taking over to the answer and to the person's word, with a mail at each step", async () => {
    const handed = await handedIn();
    expect((await act(support, handed, "assignment")).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({ state: "IN_PROGRESS", assigneeId: supportId, workingDaysLeft: 10, maskedEmail: expect.stringContaining("••••"), acts: ["TAKE", "ANSWER", "EXTEND", "CLOSE"] });
    expect((await act(support, handed, "note", { text: "Menelepon vendor penagihan." })).status).toBe(200);
    expect((await act(colleague, handed, "answer", { text: "Penagih itu kami hentikan." })).status).toBe(200);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({ state: "ANSWERED", mayReply: true, closesOn: "2026-12-04" });
    expect(JSON.stringify(ticket)).not.toContain("vendor");
    expect(JSON.stringify(ticket)).not.toContain(supportId);
    expect((await handed.client.post("/api/complaint/ticket/acceptance", {}, key())).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "ACCEPTED", answeredInTime: true, acts: [] });
    await app.settle();
    expect((await mailsTo(handed.email)).map(({ subject }) => subject.replace(handed.number, "#")).sort()).toEqual(["Jawaban atas pengaduan #", "Pengaduan # ditutup", "Pengaduan # kami terima", "Pengaduan # sedang ditangani"]);
    expect((await caseOf(handed)).mails.every(({ status }: { status: string }) => status === "SENT")).toBe(true);
  });

  it("is done by one of two who answer at the same moment; the other is told that it has moved on", async () => {
    const handed = await handedIn();
    const answers = await Promise.all([support, colleague, admin].map((staff) => act(staff, handed, "answer", { text: "Sudah kami periksa." })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await caseOf(handed)).messages.filter(({ kind }: { kind: string }) => kind === "ANSWER")).toHaveLength(1);
    for (const deed of ["assignment", "escalation", "extension", "closure"]) expect(codeOf(await act(support, handed, deed, deed === "assignment" ? {} : { reason: "Sudah dijawab orang lain." }))).toEqual([409, "COMPLAINT_STATE"]);
  });

  it("opens again after the first refusal, and leads to LAPS SJK after the second", async () => {
    const handed = await handedIn();
    await act(support, handed, "answer", { text: "Kami periksa." });
    expect((await handed.client.post("/api/complaint/ticket/refusal", { text: "Masih ditelepon." }, key())).status).toBe(200);
    expect(await ticketOf(handed)).toMatchObject({ state: "REOPENED", outsideWay: false, dueOn: "2026-12-04" });
    await act(support, handed, "answer", { text: "Sudah diganti." });
    expect((await handed.client.post("/api/complaint/ticket/refusal", { text: "Belum juga." }, key())).status).toBe(200);
    expect(await ticketOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "REFUSED_AGAIN", outsideWay: true });
    await app.settle();
    expect((await mailsTo(handed.email)).some(({ text }) => text.includes("lapssjk.id"))).toBe(true);
  });

  it("takes one extension with a reason that the person is told", async () => {
    const handed = await handedIn();
    expect((await caseOf(handed)).extendableTo).toBe("2026-12-18");
    expect(codeOf(await act(support, handed, "extension", { reason: "Pendek" }))).toEqual([422, "INPUT_INVALID"]);
    expect((await act(support, handed, "extension", { reason: "Menunggu rekaman dari operator." })).status).toBe(200);
    const ticket = await ticketOf(handed);
    expect(ticket).toMatchObject({ state: "EXTENDED", dueOn: "2026-12-18", isExtended: true });
    expect(ticket.messages.at(-1)).toMatchObject({ kind: "EXTENSION", text: "Menunggu rekaman dari operator." });
    expect(codeOf(await act(support, handed, "extension", { reason: "Sekali lagi saja, mohon." }))).toEqual([409, "COMPLAINT_STATE"]);
  });

  it("shows the address for a reason that stays in the trail, and marks what is escalated", async () => {
    const handed = await handedIn();
    expect((await act(support, handed, "unmask", { reason: "Surat kembali, cek alamat." })).body).toEqual({ email: handed.email });
    const trail = await database.selectFrom("audit_entry").select(["action", "reason"]).where("action", "like", "%/unmask").execute();
    expect(trail).toContainEqual({ action: "POST /api/staff/complaints/{complaintId}/unmask", reason: "Surat kembali, cek alamat." });
    expect((await act(support, handed, "escalation", { reason: "Menyangkut vendor penagihan." })).status).toBe(200);
    expect(await caseOf(handed)).toMatchObject({ isEscalated: true, state: "RECEIVED" });
    expect((await ticketOf(handed)).messages).toHaveLength(1);
  });

  it("knows no complaint by an invented id", async () => {
    const nobody = { complaintId: services.random.uuid() } as Handed;
    expect(codeOf(await support.get(`/api/staff/complaints/${nobody.complaintId}`))).toEqual([404, "COMPLAINT_UNKNOWN"]);
    for (const deed of ["answer", "note"]) expect(codeOf(await act(support, nobody, deed, { text: "Halo" }))).toEqual([404, "COMPLAINT_UNKNOWN"]);
    for (const deed of ["extension", "closure", "escalation", "unmask"]) expect(codeOf(await act(support, nobody, deed, { reason: "Tidak ada orangnya." }))).toEqual([404, "COMPLAINT_UNKNOWN"]);
    expect(codeOf(await act(support, nobody, "assignment"))).toEqual([404, "COMPLAINT_UNKNOWN"]);
  });

  it("lists by deadline, by state, reason and assignee, page by page; an auditor reads and does not answer", async () => {
    const handed = await handedIn({ reason: "otp" });
    await act(support, handed, "assignment");
    const ask = async (query: string) => (await support.get(`/api/staff/complaints?${query}`)).body.items as { number: string; dueOn: string; reason: string; assigneeId: string | null }[];
    const otp = await ask("about=otp&limit=100");
    expect(otp.map(({ number }) => number)).toContain(handed.number);
    expect(otp.every(({ reason }) => reason === "otp")).toBe(true);
    expect((await ask("assignee=ME&limit=100")).every(({ assigneeId }) => assigneeId === supportId)).toBe(true);
    expect((await ask("assignee=NOBODY&limit=100")).every(({ assigneeId }) => assigneeId === null)).toBe(true);
    expect((await ask("state=RECEIVED&limit=100")).map(({ number }) => number)).not.toContain(handed.number);
    const all = await ask("limit=100");
    expect(all.map(({ dueOn }) => dueOn)).toEqual(all.map(({ dueOn }) => dueOn).sort());
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = (await support.get(`/api/staff/complaints?limit=3${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`)).body as { items: { number: string }[]; nextCursor: string | null };
      paged.push(...page.items.map(({ number }) => number));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.map(({ number }) => number));
    expect((await auditor.get(`/api/staff/complaints/${handed.complaintId}`)).status).toBe(200);
    expect(codeOf(await act(auditor, handed, "answer", { text: "Halo" }))).toEqual([403, "NOT_ALLOWED"]);
  });
});

describe("the calendar", () => {
  it("is entered by an admin, counts for new complaints at once, and never moves a day that was told", async () => {
    const before = await handedIn();
    const entry = { day: "2026-11-25", kind: "NATIONAL", name: "Hari pemungutan suara", source: "Keppres contoh" };
    expect(codeOf(await support.post("/api/staff/complaint-holidays", entry))).toEqual([403, "NOT_ALLOWED"]);
    expect((await admin.post("/api/staff/complaint-holidays", entry)).status).toBe(200);
    expect((await ticketOf(before)).dueOn).toBe("2026-12-04");
    expect((await ticketOf(await handedIn())).dueOn).toBe("2026-12-07");
    app.clock.advance(1000);
    expect((await admin.post("/api/staff/complaint-holidays", { ...entry, kind: "WORKDAY" })).status).toBe(200);
    expect((await ticketOf(await handedIn())).dueOn).toBe("2026-12-04");
    expect(codeOf(await admin.post("/api/staff/complaint-holidays", { ...entry, day: "2026-11-20" }))).toEqual([409, "HOLIDAY_OUT_OF_REACH"]);
    const listed = (await support.get("/api/staff/complaint-holidays?year=2026")).body;
    expect(listed).toMatchObject({ year: 2026, isDecreed: true });
    expect(listed.items).toContainEqual(expect.objectContaining({ day: "2026-12-24", kind: "JOINT_LEAVE" }));
    expect((await support.get("/api/staff/complaint-holidays?year=2027")).body.isDecreed).toBe(false);
    expect((await app.client().get("/api/complaint/terms")).body).toEqual({ answerWorkingDays: 10, extensionWorkingDays: 10 });
  });

  it("keeps every entry: events and days off cannot be changed in the database", async () => {
    await expect(database.updateTable("complaint_holiday").set({ name: "x" }).execute()).rejects.toThrow(/append-only/);
    await expect(database.deleteFrom("complaint_event").execute()).rejects.toThrow(/append-only/);
  });
});

describe("forgetting", () => {
  it("takes address, texts and photos of a borrower away and leaves state and dates", async () => {
    const borrowerId = services.random.uuid();
    const client = await app.loggedIn(borrowerId);
    const email = address();
    const { number } = (await client.post("/api/complaint", words(email), key())).body;
    await client.post("/api/complaint/open", { number, email });
    const { id: complaintId } = await database.selectFrom("complaint").select("id").where("number", "=", number).executeTakeFirstOrThrow();
    const handed = { client, email, number, complaintId };
    expect((await upload(handed, await photo(33))).status).toBe(200);
    await transact(database, async (trx) => {
      await forgetComplaints(services, trx, borrowerId);
      await services.keys.borrowerKeys.shred(trx, borrowerId, app.clock.now());
    });
    await app.settle();
    expect(codeOf(await client.get("/api/complaint/ticket"))).toEqual([410, "COMPLAINT_GONE"]);
    expect(codeOf(await upload(handed, await photo(34)))).toEqual([410, "COMPLAINT_GONE"]);
    for (const [path, body] of [["message", { text: "Halo" }], ["refusal", { text: "Halo" }]] as const) expect(["COMPLAINT_GONE", "COMPLAINT_STATE"]).toContain((await client.post(`/api/complaint/ticket/${path}`, body, key())).body.status.code);
    expect(codeOf(await act(support, handed, "answer", { text: "Halo" }))).toEqual([410, "COMPLAINT_GONE"]);
    expect(codeOf(await act(support, handed, "unmask", { reason: "Surat kembali, cek." }))).toEqual([410, "COMPLAINT_GONE"]);
    expect(await caseOf(handed)).toMatchObject({ maskedEmail: "", photos: [], messages: [{ text: null }] });
    expect((await app.client().post("/api/complaint/open", { number, email })).status).toBe(404);
  });
});

describe("the clock", () => {
  it("reminds staff before the day, tells the person when it is missed, and counts it", async () => {
    const handed = await handedIn();
    const causes = async () => (await caseOf(handed)).events.map(({ cause }: { cause: string }) => cause);
    // Sunday 22 to Tuesday 1 December: three working days are left.
    dayLater(10);
    await app.settle();
    expect(await causes()).not.toContain("DUE_SOON");
    dayLater(1);
    await app.settle();
    expect(await causes()).toContain("DUE_SOON");
    expect(await caseOf(handed)).toMatchObject({ isDueSoon: true, isOverdue: false, workingDaysLeft: 2 });
    dayLater(2);
    await app.settle();
    expect(await causes()).not.toContain("OVERDUE");
    dayLater(1);
    await app.settle();
    await app.settle();
    expect((await causes()).filter((cause: string) => cause === "OVERDUE")).toHaveLength(1);
    expect(await caseOf(handed)).toMatchObject({ isOverdue: true, outsideWay: true, extendableTo: null });
    expect((await mailsTo(handed.email)).some(({ subject }) => subject.includes("terlambat"))).toBe(true);
    expect(codeOf(await act(support, handed, "extension", { reason: "Terlambat meminta perpanjangan." }))).toEqual([409, "COMPLAINT_STATE"]);
    await act(support, handed, "answer", { text: "Maaf terlambat." });
    expect((await caseOf(handed)).answeredInTime).toBe(false);
  });

  it("warns and then closes what nobody replied to", async () => {
    const handed = await handedIn();
    await act(support, handed, "answer", { text: "Sudah kami periksa." });
    dayLater(11);
    await app.settle();
    expect((await mailsTo(handed.email)).some(({ subject }) => subject.includes("akan ditutup"))).toBe(true);
    dayLater(10);
    await app.settle();
    expect(await caseOf(handed)).toMatchObject({ state: "CLOSED", closeCause: "UNANSWERED" });
  });

  it("tells the public how many came, are settled and were in time, by year and reason", async () => {
    const { items } = (await app.client().get("/api/complaint/statistics")).body as { items: { year: number; reason: string; received: number; resolved: number; withinDays: number }[] };
    const [{ total }] = (await database.selectFrom("complaint").select((select) => select.fn.countAll<number>().as("total")).execute()) as [{ total: number }];
    expect(items.reduce((sum, one) => sum + one.received, 0)).toBe(total);
    for (const one of items) {
      expect(one.year).toBe(2026);
      expect(complaintReasons).toContain(one.reason);
      expect(one.withinDays).toBeLessThanOrEqual(one.received);
      expect(one.resolved).toBeLessThanOrEqual(one.received);
    }
  });

  it("forgets a visitor's complaint five years after it was closed", async () => {
    const handed = await handedIn();
    await handed.client.post("/api/complaint/ticket/acceptance", {}, key());
    dayLater(5 * 365 - 10);
    await app.settle();
    expect((await caseOf(handed)).messages[0].text).not.toBeNull();
    dayLater(20);
    await app.settle();
    const row = await database.selectFrom("complaint").selectAll().where("id", "=", handed.complaintId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email_sealed: "", email_index: "", state: "CLOSED" });
    expect((await database.selectFrom("borrower_key").select("wrapped").where("borrower_id", "=", row.owner_id).executeTakeFirst())?.wrapped).toBeNull();
  }, 60_000);
});
